/* fuzz-probes.c: whatever the text, the decoder of probe logs and of terms comes to an end, makes up nothing, and what it hands on
 * can be replayed; from a mark it goes on as it did; and it can be redacted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "fuzz-seen.h"
#include "fuzz-sink.h"
#include "io/format/erlang/scope-erlang-redact.h"
#include "io/format/erlang/scope-erlang.h"
#include "model/base/scope-erlang-events.h"
#include "model/replay/scope-replay.h"

#include <string.h>

#define SHORTEST 4u /* an event: "{}.\n" */

static gboolean
is_event (const ScopeEvent *event)
{
  return event->type >= SCOPE_ERL_SPAWN || (event->type > SCOPE_ERL_DEFINE_TEXT && event->type < SCOPE_ERL_CLOCK);
}

/* UTF-8 up to the first byte 0, which an atom may have: texts end there. */
static gboolean
is_text (const ScopeEvent *event)
{
  const char *text = (const char *) event->payload;

  return event->size == 0 || g_utf8_validate (text, (gssize) strnlen (text, event->size), NULL);
}

static void
replay_all (ScopeDecoder *decoder, gsize n)
{
  FuzzSink sink;
  ScopeReplay *replay;
  const ScopeEvent *events;
  gsize count, total = 0;

  fuzz_sink_init (&sink);
  replay = scope_erlang_replay_new (&sink.parent);
  while ((count = decoder->klass->next (decoder, &events)) > 0)
    {
      for (gsize i = 0; i < count; i++)
        {
          g_assert_cmpuint (events[i].type, <, SCOPE_ERL_N_EVENTS);
          if (!is_event (&events[i]))
            {
              g_assert_true (is_text (&events[i]));
              continue;
            }
          g_assert_cmpuint (events[i].offset + SHORTEST - 1, <=, n);
          total++;
        }
      replay->klass->events (replay, events, count);
    }
  g_assert_cmpuint (total, <=, n / (SHORTEST - 1));
  replay->klass->finish (replay, NULL, NULL);
  replay->klass->free (replay);
  fuzz_sink_clear (&sink);
  scope_decoder_free (decoder);
}

static void
look_at_events (ScopeSource *source)
{
  g_autoptr (ScopeDecoder) map = scope_probes_new_map (source, NULL), plain = map->klass->fork (map), other = map->klass->fork (map);
  g_autoptr (GArray) all = fuzz_seen_new ();
  g_autofree guint64 *mark = NULL;
  guint at = 0;

  while (fuzz_seen_batch (plain, all) > 0)
    if (mark == NULL)
      {
        mark = plain->klass->checkpoint (plain);
        at = all->len;
      }
  fuzz_seen_check_mark (other, mark, all, at);
  fuzz_seen_check_details (map, all, 200, FALSE);
}

static void
redact (ScopeSource *source)
{
  g_autoptr (ScopeRedaction) redaction = scope_redaction_new (0, NULL);
  g_autoptr (ScopeSource) shared = NULL;

  g_assert_true (scope_probes_redact (source, redaction, NULL, NULL));
  g_assert_cmpuint (redaction->left_out, <=, (guint64) scope_source_size (source) + 1);
  shared = scope_redaction_finish (redaction, NULL);
  g_assert_nonnull (shared);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n)
{
  g_autoptr (ScopeSource) source = scope_source_new_memory (data, n, "fuzz");
  g_autoptr (ScopeSource) more = scope_source_new_memory (data, n, "fuzz");
  g_autoptr (ScopeSource) again = scope_source_new_memory (data, n, "fuzz");

  replay_all (scope_probes_new (source, NULL), n);
  look_at_events (again);
  redact (more);

  return 0;
}
