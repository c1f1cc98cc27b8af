/* fuzz-gem5.c: whatever the bytes, the decoder of gem5's and M5's text comes to an end, makes up nothing, tells in order of time, and
 * goes on from a mark as it did. What it tells is replayed, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-main.h"
#include "fuzz-seen.h"
#include "fuzz-sink.h"
#include "io/format/gem5/scope-gem5-private.h"
#include "io/format/gem5/scope-gem5-stats.h"
#include "model/base/scope-entity.h"
#include "model/replay/scope-replay.h"

#include <string.h>

#define SHORTEST 8u /* bytes of an event's line */

typedef struct
{
  guint32 n_texts;
  gint64 last;
  guint8 cores[65536 / 8];
} Known;

static void
check_exec (Known *known, const ScopeEvent *event)
{
  const ScopeSimExec *exec = (const ScopeSimExec *) (gconstpointer) event->payload;

  g_assert_cmpuint (event->size, ==, sizeof *exec);
  g_assert_cmpuint (exec->function, <=, known->n_texts);
  g_assert_true ((known->cores[event->processor / 8] >> event->processor % 8 & 1) != 0);
}

static void
check_cache (const ScopeEvent *event)
{
  const ScopeSimCache *cache = (const ScopeSimCache *) (gconstpointer) event->payload;

  g_assert_cmpuint (event->size, ==, sizeof *cache);
  g_assert_cmpuint (cache->what, <=, SCOPE_SIM_CACHE_COALESCE);
  g_assert_cmpuint (cache->op, <=, SCOPE_SIM_OP_WRITEBACK);
  g_assert_cmpuint (cache->from, <=, cache->to);
  g_assert_true (cache->level >= 1 && cache->level <= 3);
  g_assert_true (cache->state == 0 || strchr ("MOESI", cache->state) != NULL);
}

static void
check_notice (const ScopeEvent *event)
{
  const ScopeSimNotice *notice = (const ScopeSimNotice *) (gconstpointer) event->payload;

  g_assert_cmpuint (event->size, ==, sizeof *notice);
  g_assert_cmpuint (notice->what, <=, SCOPE_SIM_NOTICE_DOMAIN);
}

static gboolean
check_event (Known *known, const ScopeEvent *event)
{
  g_assert_cmpuint (event->type, >, 0);
  g_assert_cmpuint (event->type, <, SCOPE_SIM_N_EVENTS);
  if (event->type == SCOPE_SIM_EXEC || event->type == SCOPE_SIM_CACHE || event->type == SCOPE_SIM_NOTICE)
    {
      g_assert_cmpint (event->time, >=, known->last);
      known->last = event->time;
      if (event->type == SCOPE_SIM_EXEC)
        check_exec (known, event);
      else if (event->type == SCOPE_SIM_NOTICE)
        check_notice (event);
      else
        check_cache (event);
      return TRUE;
    }
  g_assert_true (g_utf8_validate ((const char *) event->payload, (gssize) event->size, NULL));
  if (event->type == SCOPE_SIM_TEXT)
    g_assert_cmpuint (event->a, ==, ++known->n_texts);
  if (event->type == SCOPE_SIM_CORE)
    known->cores[event->processor / 8] |= (guint8) (1u << event->processor % 8);
  if (event->type == SCOPE_SIM_CLOCK)
    g_assert_cmpuint (event->a, >, 0);

  return FALSE;
}

static void
decode_all (ScopeSource *source, const guint8 *data, gsize n)
{
  ScopeDecoder *decoder = scope_gem5_new (source, NULL);
  g_autofree Known *known = g_new0 (Known, 1);
  ScopeReplay *replay;
  FuzzSink sink;
  const ScopeEvent *events;
  gsize count, total = 0;

  known->last = SCOPE_TIME_MIN;
  if (n > 0 && (data[0] & 1) != 0)
    scope_gem5_set_symbols (decoder, (const char *) data, n);
  scope_gem5_read_period ((const char *) data, n);
  if (n > 1 && (data[1] & 1) != 0)
    scope_gem5_set_program (decoder, "system.cpu0", "a", (const char *) data, n);
  if (n > 0 && (data[n - 1] & 1) != 0)
    scope_gem5_set_run (decoder, 2);
  fuzz_sink_init (&sink);
  replay = scope_sim_replay_new (&sink.parent);
  while ((count = decoder->klass->next (decoder, &events)) > 0)
    {
      for (gsize i = 0; i < count; i++)
        total += check_event (known, &events[i]);
      replay->klass->events (replay, events, count);
    }
  replay->klass->finish (replay, NULL, NULL);
  replay->klass->free (replay);
  fuzz_sink_clear (&sink);
  g_assert_cmpuint (total, <=, n / SHORTEST + 1);
  for (guint i = 0; i < decoder->damages->len; i++)
    {
      const ScopeDamage *damage = &g_array_index (decoder->damages, ScopeDamage, i);

      g_assert_cmpuint (damage->from_byte, <=, n);
      g_assert_true (g_utf8_validate (damage->reason, -1, NULL));
    }
  scope_decoder_free (decoder);
}

static ScopeDecoder *
fork_small (ScopeDecoder *map, gsize depth)
{
  ScopeGem5 *fork = (ScopeGem5 *) map->klass->fork (map);

  scope_gem5_order_set_sizes (fork->order, depth, depth / 2);
  fork->batch = 3;

  return &fork->base;
}

static void
look_at_events (ScopeSource *source, gsize depth, guint mark_at)
{
  g_autoptr (ScopeDecoder) map = scope_gem5_new_map (source, NULL), plain = fork_small (map, depth), other = fork_small (map, depth);
  g_autoptr (GArray) all = fuzz_seen_new ();
  g_autofree guint64 *mark = NULL;
  guint at = 0;

  for (guint i = 0; fuzz_seen_batch (plain, all) > 0; i++)
    if (i <= mark_at)
      {
        g_free (mark);
        mark = plain->klass->checkpoint (plain);
        at = all->len;
      }
  fuzz_seen_check_mark (other, mark, all, at);
  fuzz_seen_check_details (map, all, 20, FALSE);
}

static ScopeGem5Stats *
read_pieces (const guint8 *data, gsize n, gsize size)
{
  ScopeGem5StatsReader *reader = scope_gem5_stats_reader_new ();

  for (gsize at = 0; at < n; at += size)
    scope_gem5_stats_reader_feed (reader, (const char *) data + at, MIN (size, n - at));
  return scope_gem5_stats_reader_end (reader);
}

/* Statistics, which may be anything, too: figures belong to dumps, dumps are in order, sentences lie in the text. */
static void
read_stats (const guint8 *data, gsize n)
{
  static const char *const cores[] = { "system.cpu0", "system.cpu1" };
  g_autoptr (ScopeGem5Stats) stats = read_pieces (data, n, MAX (n, 1)), pieces = read_pieces (data, n, 7);
  g_autofree ScopeGem5CoreFigure *map = scope_gem5_stats_map_cores (stats, cores, G_N_ELEMENTS (cores));
  double values[G_N_ELEMENTS (cores) * SCOPE_GEM5_N_CORE_FIGURES];
  gint64 last = 0;
  guint at = 0;

  for (guint i = 0; i < stats->dumps->len; i++)
    {
      const ScopeGem5Dump *dump = &g_array_index (stats->dumps, ScopeGem5Dump, i);

      g_assert_cmpint (dump->from, >=, 0);
      g_assert_cmpint (dump->from, <=, dump->to);
      g_assert_cmpint (dump->to, >=, last);
      g_assert_cmpuint (dump->first, ==, at);
      last = dump->to;
      at += dump->n;
      scope_gem5_stats_sum_cores (stats, map, dump, G_N_ELEMENTS (cores), values);
    }
  g_assert_cmpuint (stats->figures->len, ==, at);
  g_assert_cmpuint (pieces->figures->len, ==, at); /* however it comes */
  g_assert_cmpuint (pieces->names->len, ==, stats->names->len);
  g_assert_cmpuint (pieces->faults->len, ==, stats->faults->len);
  for (guint i = 0; i < at; i++)
    g_assert_cmpuint (g_array_index (stats->figures, ScopeGem5Figure, i).name, <, stats->names->len);
  for (guint i = 0; i < stats->names->len; i++)
    g_assert_true (g_utf8_validate (stats->names->pdata[i], -1, NULL));
  for (guint i = 0; i < stats->faults->len; i++)
    {
      const ScopeGem5StatsFault *fault = &g_array_index (stats->faults, ScopeGem5StatsFault, i);

      g_assert_cmpuint (fault->from_byte + fault->bytes, <=, n);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize n)
{
  ScopeSource *source = scope_source_new_memory (data, n, "text");

  scope_log_is_sim ((const char *) data, n);
  read_stats (data, n);
  g_hash_table_unref (scope_gem5_read_programs ((const char *) data, n));
  decode_all (source, data, n);
  look_at_events (source, 4, 0);
  look_at_events (source, 16, 2);
  scope_source_unref (source);

  return 0;
}
