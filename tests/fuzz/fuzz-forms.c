/* fuzz-forms.c: whatever the bytes, the decoders of simulation traces other than gem5's text (XML, perf script, pipelines) come to an
 * end, make up nothing, tell in order per processor or thread, and go on from a mark as they did.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "fuzz-seen.h"
#include "fuzz-sink.h"
#include "io/format/sim/scope-sim-decoder.h"
#include "io/format/sim/scope-sim-formats.h"
#include "io/source/scope-log-kind.h"
#include "model/replay/scope-replay.h"

#define SHORTEST 5u /* bytes of an event */

typedef struct
{
  ScopeLogKind kind;
  const ScopeSimDecoderClass *klass;
  ScopeReplay *(*replay) (ScopeSink *sink);
} Form;

static const Form forms[] = {
  { SCOPE_LOG_SIM_XML, &scope_sim_xml_class, scope_sim_replay_new },
  { SCOPE_LOG_PERF, &scope_perf_class, scope_sim_replay_new },
  { SCOPE_LOG_KANATA, &scope_kanata_class, scope_pipeline_replay_new },
  { SCOPE_LOG_O3PIPE, &scope_o3pipe_class, scope_pipeline_replay_new },
};

static void
check_pipe (const ScopeEvent *event, const ScopeSimPipe *pipe, guint32 n_texts)
{
  gint64 at = event->time;

  g_assert_cmpuint (pipe->function, <=, n_texts);
  g_assert_cmpuint (pipe->n_stages, <=, SCOPE_SIM_MOST_STAGES);
  for (guint i = 0; i < pipe->n_stages; i++)
    {
      g_assert_cmpuint (pipe->stages[i], <=, n_texts);
      g_assert_cmpint (pipe->from[i], >=, at);
      g_assert_cmpint (pipe->to[i], >=, pipe->from[i]);
      at = pipe->to[i];
    }
  g_assert_cmpint (pipe->end, >=, at);
  at = event->time;
  g_assert_cmpuint (pipe->n_over, <=, SCOPE_SIM_MOST_OVER);
  for (guint i = 0; i < pipe->n_over; i++)
    {
      g_assert_cmpuint (pipe->over[i], <=, n_texts);
      g_assert_cmpint (pipe->over_from[i], >=, at);
      g_assert_cmpint (pipe->over_to[i], >=, pipe->over_from[i]);
      at = pipe->over_to[i];
    }
  g_assert_cmpint (pipe->end, >=, at);
}

static void
check_event (const ScopeEvent *event, guint32 n_texts, gint64 *last)
{
  const ScopeSimDecoderPayload *payload = (const ScopeSimDecoderPayload *) (gconstpointer) event->payload;

  g_assert_cmpuint (event->type, >, 0);
  g_assert_cmpuint (event->type, <, SCOPE_SIM_N_EVENTS);
  switch (event->type)
    {
    case SCOPE_SIM_SEQ:
      g_assert_cmpuint (event->processor, <, SCOPE_SIM_DECODER_MOST_CORES);
      g_assert_cmpuint (payload->seq.function, <=, n_texts);
      g_assert_cmpint (event->time, >=, last[event->processor]);
      last[event->processor] = event->time;
      break;
    case SCOPE_SIM_HIT:
      g_assert_cmpuint (payload->hit.kind, <=, SCOPE_N_HITS);
      g_assert_cmpuint (payload->hit.name, <=, n_texts);
      break;
    case SCOPE_SIM_BRANCH:
      g_assert_cmpuint (payload->branch.from, <=, n_texts);
      g_assert_cmpuint (payload->branch.to, <=, n_texts);
      break;
    case SCOPE_SIM_PIPE:
      check_pipe (event, &payload->pipe, n_texts);
      break;
    default:
      g_assert_true (g_utf8_validate ((const char *) event->payload, (gssize) event->size, NULL));
    }
}

static gboolean
is_definition (const ScopeEvent *event)
{
  return event->type != SCOPE_SIM_PIPE && event->type != SCOPE_SIM_SEQ && event->type != SCOPE_SIM_HIT && event->type != SCOPE_SIM_BRANCH;
}

static void
decode_all (const Form *form, ScopeSource *source, gsize n)
{
  ScopeDecoder *decoder = scope_sim_decoder_new (form->klass, source, FALSE);
  g_autofree gint64 *last = g_new0 (gint64, SCOPE_SIM_DECODER_MOST_CORES);
  const ScopeEvent *events;
  gsize count, total = 0;
  guint32 n_texts = 0;
  ScopeReplay *replay;
  FuzzSink sink;

  fuzz_sink_init (&sink);
  replay = form->replay (&sink.parent);
  while ((count = decoder->klass->next (decoder, &events)) > 0)
    {
      for (gsize i = 0; i < count; i++)
        {
          n_texts += events[i].type == SCOPE_SIM_TEXT;
          check_event (&events[i], n_texts, last);
          total += !is_definition (&events[i]);
        }
      replay->klass->events (replay, events, count);
    }
  replay->klass->finish (replay, NULL, NULL);
  replay->klass->free (replay);
  fuzz_sink_clear (&sink);
  g_assert_cmpuint (total, <=, n / SHORTEST + 1);
  for (guint i = 0; i < decoder->damages->len; i++)
    {
      const ScopeDamage *damage = &g_array_index (decoder->damages, ScopeDamage, i);

      g_assert_cmpuint (damage->from_byte + damage->bytes, <=, n);
      g_assert_true (g_utf8_validate (damage->reason, -1, NULL));
    }
  scope_decoder_free (decoder);
}

static ScopeDecoder *
fork_small (ScopeDecoder *map, guint batch, guint most)
{
  ScopeDecoder *fork = map->klass->fork (map);

  ((ScopeSimDecoder *) fork)->batch = batch;
  ((ScopeSimDecoder *) fork)->most = most;

  return fork;
}

/* Small batches and a small heap: marks everywhere. */
static void
look_at_events (const Form *form, ScopeSource *source, guint batch, guint most)
{
  g_autoptr (ScopeDecoder) map = scope_sim_decoder_new (form->klass, source, TRUE), plain = fork_small (map, batch, most), other = fork_small (map, batch, most);
  g_autoptr (GArray) all = fuzz_seen_new ();
  g_autofree guint64 *mark = NULL;
  guint at = 0;

  for (guint i = 0; fuzz_seen_batch (plain, all) > 0; i++)
    if (i < 3)
      {
        g_free (mark);
        mark = plain->klass->checkpoint (plain);
        at = all->len;
      }
  fuzz_seen_check_mark (other, mark, all, at);
  fuzz_seen_check_details (map, all, 100, FALSE);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n)
{
  ScopeSource *source = scope_source_new_memory (data, n, "form");
  ScopeLogKind kind = scope_log_kind (data, MIN (n, SCOPE_LOG_HEAD));
  gboolean any = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    any |= forms[i].kind == kind;
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (forms[i].kind == kind || !any)
      {
        decode_all (&forms[i], source, n);
        look_at_events (&forms[i], source, 2, 4);
        look_at_events (&forms[i], source, 3, 1000);
      }
  scope_source_unref (source);

  return 0;
}
