/* fuzz-erlang.c: whatever the bytes, the decoder of Erlang's trace files comes to an end, makes up nothing, and what it hands on
 * can be replayed; from a mark it goes on as it did.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "fuzz-seen.h"
#include "fuzz-sink.h"
#include "io/format/erlang/scope-erlang-redact.h"
#include "io/format/erlang/scope-erlang.h"
#include "model/base/scope-entity.h"
#include "model/base/scope-erlang-events.h"
#include "model/replay/scope-replay.h"

static void
replay_all (ScopeDecoder *decoder, gsize n)
{
  FuzzSink sink;
  ScopeReplay *replay;
  const ScopeEvent *events;
  gsize count, total = 0, definitions = 0;

  fuzz_sink_init (&sink);
  replay = scope_erlang_replay_new (&sink.parent);
  while ((count = decoder->klass->next (decoder, &events)) > 0)
    {
      for (gsize i = 0; i < count; i++)
        {
          g_assert_cmpuint (events[i].type, <, SCOPE_ERL_N_EVENTS);
          if (events[i].type <= SCOPE_ERL_DEFINE_TEXT || events[i].type == SCOPE_ERL_CLOCK)
            definitions++;
          else
            g_assert_cmpuint (events[i].offset + 5, <=, n);
        }
      total += count;
      replay->klass->events (replay, events, count);
    }
  g_assert_cmpuint (total - definitions, <=, n / 5); /* none is made up */
  replay->klass->finish (replay, NULL, NULL);
  replay->klass->free (replay);
  fuzz_sink_clear (&sink);
  scope_decoder_free (decoder);
}

/* --- marks --- */

static void
look_at_events (ScopeSource *source)
{
  g_autoptr (ScopeDecoder) map = scope_erlang_new_map (source, NULL), plain = map->klass->fork (map);
  g_autoptr (GArray) all = fuzz_seen_new ();

  while (fuzz_seen_batch (plain, all) > 0)
    {
      g_autofree guint64 *mark = plain->klass->checkpoint (plain);
      g_autoptr (ScopeDecoder) other = map->klass->fork (map);

      other->klass->seek (other, mark);
      g_assert_nonnull (mark);
    }
  fuzz_seen_check_details (map, all, G_MAXUINT, FALSE);
}

/* --- growing --- */

/* Where the pieces end that the bytes come in: odd places that the bytes themselves choose. */
static gsize
next_piece (const guint8 *data, gsize n, gsize at)
{
  gsize step = at < n ? 1 + data[at] * (gsize) (1 + (at % 7) * (at % 7)) : 1;

  return MIN (at + step, n);
}

/* All that can be had now, without definitions: these come earlier where less is held back. */
static void
decode_now (ScopeDecoder *decoder, GArray *seen)
{
  const ScopeEvent *events;
  gsize count;

  while ((count = decoder->klass->next (decoder, &events)) > 0)
    for (gsize i = 0; i < count; i++)
      if (events[i].type > SCOPE_ERL_DEFINE_TEXT && events[i].type != SCOPE_ERL_CLOCK)
        fuzz_seen_add (seen, &events[i], 1);
}

/* The same bytes, come in pieces: if none came late, the same events and damages. */
static void
decode_growing (ScopeSource *source, const guint8 *data, gsize n)
{
  g_autoptr (ScopeDecoder) decoder = scope_erlang_new_growing (source, 0, NULL), done = scope_erlang_new (source, NULL);
  g_autoptr (GArray) seen = fuzz_seen_new (), all = fuzz_seen_new ();
  ScopeGrowth growth;
  ScopeDecoderFacts facts, done_facts;

  for (gsize there = 0; there < n;)
    {
      there = next_piece (data, n, there);
      decoder->klass->grow (decoder, &(ScopeArrival) { .there = there, .quiet = there % 3 == 0 ? G_USEC_PER_SEC : 0,
                                                        .calm = there % 3 == 0, .at_once = there % 5 == 0 });
      decode_now (decoder, seen);
      g_assert_cmpuint (seen->len, <=, n / 5);
    }
  decoder->klass->stop_growing (decoder);
  decode_now (decoder, seen);
  decoder->klass->growth (decoder, &growth);
  facts = decoder->facts;
  g_assert_cmpuint (growth.bytes, <=, n);
  if (growth.reordered)
    return;
  decode_now (done, all);
  done_facts = done->facts;
  g_assert_cmpuint (facts.n_events, ==, done_facts.n_events);
  g_assert_cmpint (facts.complete, ==, done_facts.complete);
  g_assert_cmpuint (decoder->damages->len, ==, done->damages->len);
  g_assert_cmpmem (all->data, all->len * sizeof (FuzzSeen), seen->data, seen->len * sizeof (FuzzSeen));
}

static ScopeSource *
redact (ScopeSource *source, guint64 *ret_left_out)
{
  g_autoptr (ScopeRedaction) redaction = scope_redaction_new (0, NULL);

  g_assert_nonnull (redaction);
  g_assert_true (scope_erlang_redact (source, redaction, NULL, NULL));
  *ret_left_out = redaction->left_out;
  return scope_redaction_finish (redaction, NULL);
}

/* Of what is redacted all makes sense: redacted again, nothing is left out, and it is as long. */
static void
redact_twice (ScopeSource *source)
{
  guint64 left_out = 0;
  g_autoptr (ScopeSource) once = redact (source, &left_out), twice = redact (once, &left_out);

  g_assert_cmpuint (left_out, ==, 0);
  g_assert_cmpint (scope_source_size (once), ==, scope_source_size (twice));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n)
{
  g_autoptr (ScopeSource) source = scope_source_new_memory (data, n, "fuzz");
  g_autoptr (ScopeSource) again = scope_source_new_memory (data, n, "fuzz");
  g_autoptr (ScopeSource) growing = scope_source_new_memory (data, n, "fuzz");
  g_autoptr (ScopeSource) shared = scope_source_new_memory (data, n, "fuzz");

  replay_all (scope_erlang_new (source, NULL), n);
  look_at_events (again);
  decode_growing (growing, data, n);
  redact_twice (shared);

  return 0;
}
