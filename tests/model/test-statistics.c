/* test-statistics.c: statistics of any range against the exact walk that the command line makes, and tables summed the slow way.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-report-table.h"
#include "model/trace/statistics/scope-longest.h"
#include "model/trace/statistics/scope-statistics.h"
#include "model/zoom/scope-lane-ended.h"

#include <string.h>

#define PROCESSORS 3
#define STEP 500

static const guint8 codes[] = { SCOPE_CODE_IDLE, SCOPE_CODE_RUNNING, SCOPE_CODE_RUNNING, SCOPE_CODE_COLLECTING,
                                SCOPE_CODE_MVAR, SCOPE_CODE_BLACKHOLE, SCOPE_CODE_FOREIGN_CALL };

typedef struct
{
  ScopeTrace *trace;
  gint64 end;
} Fixture;

static void
add_tables (ScopeMachine *machine, gint64 end)
{
  ScopeTable *collections = machine->tables[SCOPE_TABLE_COLLECTIONS], *counters = machine->tables[SCOPE_TABLE_COUNTERS];

  for (gint64 i = 0; i < 3000; i++)
    {
      gint64 gc[SCOPE_COLLECTION_N_COLUMNS] = { i * (end / 3000), i % PROCESSORS, 10 + i % 97, i % 10 == 0, i % 7,
                                                1000, i % 50, SCOPE_TABLE_NULL, i % 3 == 0 ? 1 : 4,
                                                500, 1000, 400 };
      gint64 allocated[SCOPE_COUNTER_N_COLUMNS]
          = { i * (end / 3000), i % PROCESSORS, SCOPE_COUNTER_HEAP_ALLOCATED, (i / PROCESSORS + 1) * 100 };
      gint64 size[SCOPE_COUNTER_N_COLUMNS] = { i * (end / 3000), SCOPE_TABLE_NULL, SCOPE_COUNTER_HEAP_SIZE, 5000 - i, SCOPE_TABLE_NULL };

      g_assert_true (scope_table_add (collections, gc, NULL));
      g_assert_true (scope_table_add (counters, allocated, NULL));
      g_assert_true (scope_table_add (counters, size, NULL));
    }
}

static void
set_up (Fixture *fixture, gconstpointer rows_each)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 16u << 20, NULL, NULL);
  ScopeRow *rows = sink->klass->rows (sink, NULL, 0);
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  gsize n = 0;

  machine->number = 1;
  machine->tick_ps = 1000;
  fixture->end = 0;
  for (guint p = 0; p < PROCESSORS; p++)
    {
      guint32 index = sink->klass->add_entity (sink, SCOPE_KIND_PROCESSOR, p, FALSE, SCOPE_CODE_IDLE);
      guint32 lane = sink->klass->entity (sink, SCOPE_KIND_PROCESSOR, index)->lane;
      gint64 time = 0;

      sink->klass->life (sink, lane, 0, SCOPE_TIME_MAX);
      for (guint i = 0; i < GPOINTER_TO_UINT (rows_each); i++)
        {
          rows[n++] = scope_row (lane, time, codes[g_rand_int_range (rand, 0, G_N_ELEMENTS (codes))], 0);
          time += g_rand_int_range (rand, 1, 2 * STEP);
          if (n == SCOPE_SINK_ROWS)
            {
              rows = sink->klass->rows (sink, rows, n);
              n = 0;
            }
        }
      fixture->end = MAX (fixture->end, time);
    }
  rows = sink->klass->rows (sink, rows, n);
  g_free (rows);
  add_tables (machine, fixture->end);
  machine->first = 0;
  machine->last = fixture->end;
  g_assert_true (scope_machine_finish (machine, fixture->end, NULL));
  fixture->trace = scope_trace_new ();
  scope_trace_set_facts (fixture->trace, &(ScopeTraceFacts) { "eventlog", "made-up", "none", SCOPE_RUNTIME_GHC });
  scope_trace_add_machine (fixture->trace, machine);
  scope_trace_set_offset (fixture->trace, machine, 5000);
  scope_trace_set_progress (fixture->trace, 1, fixture->end);
  scope_trace_set_finished (fixture->trace);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->trace);
}

/* --- states against the exact walk --- */

typedef struct
{
  GArray *rows; /* of ScopeReasonRow, quick */
  guint compared;
} Comparison;

static void
compare_stat (const ScopeStat *stat, gboolean first_of_group, gpointer data)
{
  Comparison *comparison = data;

  if (!g_str_equal (stat->group, "processors"))
    return;
  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const ScopeReasonRow *row = &g_array_index (comparison->rows, ScopeReasonRow, i);

      if (row->part || row->state != stat->state)
        continue;
      g_assert_cmpuint (row->figures.count, ==, stat->spread.count);
      g_assert_cmpint (row->figures.total, ==, stat->spread.total);
      g_assert_cmpint (row->figures.longest, ==, stat->spread.longest);
      g_assert_cmpfloat_with_epsilon (row->share, stat->share, 1e-9);
      for (guint p = 0; p < SCOPE_N_BOUNDS; p++)
        {
          g_assert_cmpint (row->figures.low[p], <=, stat->spread.percentiles[p]);
          g_assert_cmpint (row->figures.high[p], >=, stat->spread.percentiles[p]);
        }
      comparison->compared++;
      return;
    }
  g_assert_not_reached ();
}

static void
test_reasons (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint i = 0; i < 12; i++)
    {
      gint64 from = i == 0 ? SCOPE_TIME_MIN : g_rand_int_range (rand, 0, (gint32) fixture->end);
      gint64 to = i < 2 ? SCOPE_TIME_MAX : from + g_rand_int_range (rand, 1, (gint32) fixture->end / 2);
      ScopeQueryRange within = { fixture->trace, from, to, NULL, NULL, NULL };
      Comparison comparison = { scope_statistics_reasons (&within, NULL), 0 };

      g_assert_nonnull (comparison.rows);
      g_assert_true (scope_statistics_states (&within, SCOPE_STAT_BY_NOTHING, TRUE, compare_stat, &comparison, NULL));
      g_assert_cmpuint (comparison.compared, >, i < 2 ? 4 : 0);
      g_array_unref (comparison.rows);
    }
}

/* --- out of the tallies, against the exact walk --- */

typedef struct
{
  GArray *stats; /* of ScopeStat, exact */
  guint at, estimated;
} Estimates;

static void
keep_stat (const ScopeStat *stat, gboolean first_of_group, gpointer data)
{
  ScopeStat kept = *stat;

  kept.group = g_strdup (stat->group);
  kept.name = g_strdup (stat->name);
  g_array_append_val (data, kept);
}

static void
compare_estimate (const ScopeStat *stat, gboolean first_of_group, gpointer data)
{
  Estimates *estimates = data;
  const ScopeStat *exact = &g_array_index (estimates->stats, ScopeStat, estimates->at++);

  g_assert_cmpstr (stat->group, ==, exact->group);
  g_assert_cmpstr (stat->name, ==, exact->name);
  g_assert_cmpfloat_with_epsilon (stat->share, exact->share, 1e-9);
  g_assert_cmpuint (stat->spread.count, ==, exact->spread.count);
  g_assert_cmpint (stat->spread.total, ==, exact->spread.total);
  g_assert_cmpint (stat->spread.longest, ==, exact->spread.longest);
  g_assert_cmpint (stat->spread.longest_at, ==, exact->spread.longest_at);
  for (guint p = 0; p < SCOPE_N_PERCENTILES; p++)
    {
      gint64 is = stat->spread.percentiles[p], was = exact->spread.percentiles[p];

      g_assert_false (exact->spread.estimated[p]);
      if (!stat->spread.estimated[p])
        g_assert_cmpint (is, ==, was);
      g_assert_cmpint (is, <=, 2 * was);
      g_assert_cmpint (was, <=, 2 * is);
      g_assert_cmpint (is, <=, stat->spread.longest);
      estimates->estimated += stat->spread.estimated[p];
    }
}

static void
test_estimates (Fixture *fixture, gconstpointer rows_each)
{
  const ScopeStatBy by[] = { SCOPE_STAT_BY_NOTHING, SCOPE_STAT_BY_MACHINE, SCOPE_STAT_BY_PROCESSOR };
  gboolean large = GPOINTER_TO_UINT (rows_each) > 100000;

  for (guint i = 0; i < 2 * G_N_ELEMENTS (by); i++)
    {
      ScopeQueryRange whole = { fixture->trace, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL, NULL },
                      part = { fixture->trace, 777777, fixture->end - 1234567, NULL, NULL, NULL };
      const ScopeQueryRange *within = i % 2 == 0 ? &whole : &part;
      Estimates estimates = { g_array_new (FALSE, FALSE, sizeof (ScopeStat)), 0, 0 };

      g_assert_true (scope_statistics_states (within, by[i / 2], TRUE, keep_stat, estimates.stats, NULL));
      g_assert_true (scope_statistics_states (within, by[i / 2], FALSE, compare_estimate, &estimates, NULL));
      g_assert_cmpuint (estimates.at, ==, estimates.stats->len);
      g_assert_cmpuint (estimates.at, >, 4);
      if (large)
        g_assert_cmpuint (estimates.estimated, >, 0);
      else /* so few are walked at once */
        g_assert_cmpuint (estimates.estimated, ==, 0);
      for (guint s = 0; s < estimates.stats->len; s++)
        {
          g_free (g_array_index (estimates.stats, ScopeStat, s).group);
          g_free (g_array_index (estimates.stats, ScopeStat, s).name);
        }
      g_array_unref (estimates.stats);
    }
}

static void
test_entities (Fixture *fixture, gconstpointer data)
{
  ScopeQueryRange within = { fixture->trace, 5000 + 100, 5000 + 200100, NULL, NULL, NULL };
  g_autoptr (GArray) rows = scope_statistics_entities (&within, SCOPE_KIND_PROCESSOR, NULL);
  g_autoptr (GArray) machines = scope_statistics_entities (&within, SCOPE_KIND_MACHINE, NULL);
  gint64 sum = 0;

  g_assert_cmpuint (rows->len, ==, PROCESSORS);
  for (guint i = 0; i < rows->len; i++)
    {
      const ScopeEntityRow *row = &g_array_index (rows, ScopeEntityRow, i);

      g_assert_cmpint (row->alive, ==, 200000);
      sum += row->totals[SCOPE_STATE_RUNNING];
      g_assert_cmpfloat_with_epsilon (scope_entity_row_utilisation (row),
                                      (double) row->totals[SCOPE_STATE_RUNNING] / 200000, 1e-9);
    }
  /* A machine of several processors is their sum. */
  g_assert_cmpuint (machines->len, ==, 1);
  g_assert_cmpint (g_array_index (machines, ScopeEntityRow, 0).totals[SCOPE_STATE_RUNNING], ==, sum);
}

/* --- tables --- */

static void
test_collections (Fixture *fixture, gconstpointer data)
{
  gint64 step = fixture->end / 3000, from = 5000 + 100 * step, to = 5000 + 2100 * step, time = 0, sync = 0, most_sync = 0, longest_at = 0;
  ScopeQueryRange within = { fixture->trace, from, to, NULL, NULL, NULL };
  ScopeCollections all;
  guint64 old = 0, parallel = 0;

  for (gint64 i = 100; i < 2100; i++)
    {
      time += 10 + i % 97;
      old += i % 10 == 0;
      parallel += i % 3 != 0;
      sync += i % 7;
      most_sync = MAX (most_sync, i % 7);
      if (longest_at == 0 && i % 97 == 96)
        longest_at = 5000 + i * step;
    }
  g_assert_true (scope_statistics_collections (&within, &all, NULL));
  g_assert_cmpuint (all.all.spread.count, ==, 2000);
  g_assert_cmpint (all.all.spread.total, ==, time);
  g_assert_cmpuint (all.generation[1].spread.count, ==, old);
  g_assert_cmpuint (all.all.parallel, ==, parallel);
  g_assert_cmpint (all.all.sync, ==, sync);
  g_assert_cmpint (all.all.most_sync, ==, most_sync);
  g_assert_cmpint (all.most_slop, ==, 49);
  g_assert_cmpint (all.most_fragmentation, ==, SCOPE_TABLE_NULL);
  g_assert_cmpint (all.all.copied, ==, 2000 * 1000);
  g_assert_cmpfloat_with_epsilon (scope_statistics_balance (&all.all), .4, 1e-9);
  /* Where the longest is: the first of those that take as long. */
  g_assert_cmpint (all.all.spread.longest, ==, 10 + 96);
  g_assert_cmpint (all.all.spread.longest_at, ==, longest_at);
  g_assert_cmpint (all.all.longest.kind, ==, SCOPE_KIND_PROCESSOR);
  g_assert_cmpint (all.elapsed, ==, to - from);
  g_assert_cmpfloat_with_epsilon (scope_statistics_productivity (&all), 1 - (double) time / (double) (to - from), 1e-9);
  scope_statistics_collections_clear (&all);
}

static void
test_counters (Fixture *fixture, gconstpointer data)
{
  gint64 step = fixture->end / 3000;
  ScopeQueryRange within = { fixture->trace, 5000 + 300 * step, 5000 + 600 * step, NULL, NULL, NULL };
  ScopeCounters counters;

  g_assert_true (scope_statistics_counters (&within, &counters, NULL));
  /* Each processor has a sample in three, 100 bytes more each time. */
  g_assert_cmpint (counters.value[SCOPE_COUNTER_HEAP_ALLOCATED], ==, 300 * 100);
  g_assert_cmpint (counters.value[SCOPE_COUNTER_HEAP_SIZE], ==, 5000 - 300);
  g_assert_false (counters.present[SCOPE_COUNTER_SPARKS_CREATED]);
  g_assert_cmpuint (counters.rows->len, ==, 1 + PROCESSORS);
  for (guint i = 1; i < counters.rows->len; i++)
    {
      const ScopeCounterRow *row = &g_array_index (counters.rows, ScopeCounterRow, i);

      g_assert_cmpint (row->processor, ==, i - 1);
      g_assert_cmpint (row->value[SCOPE_COUNTER_HEAP_ALLOCATED], ==, 100 * 100);
    }
  scope_statistics_counters_clear (&counters);
}

/* Between two samples a level is what the last one said, but what grows has grown at no known time; behind the end there is neither. */
static void
test_levels (Fixture *fixture, gconstpointer data)
{
  gint64 step = fixture->end / 3000, from = 5000 + 300 * step + step / 2;
  ScopeQueryRange between = { fixture->trace, from, from + step / 4, NULL, NULL, NULL };
  ScopeQueryRange over = { fixture->trace, from, from + 2 * step, NULL, NULL, NULL };
  ScopeQueryRange behind = { fixture->trace, 2 * fixture->end + 10000, 3 * fixture->end, NULL, NULL, NULL };
  ScopeQueryRange *ranges[] = { &between, &over, &behind };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_auto (ScopeCounters) counters = { 0 };

      g_assert_true (scope_statistics_counters (ranges[i], &counters, NULL));
      g_assert_true (counters.present[SCOPE_COUNTER_HEAP_SIZE] == (i < 2));
      g_assert_true (counters.present[SCOPE_COUNTER_HEAP_ALLOCATED] == (i == 1));
      g_assert_cmpint (counters.value[SCOPE_COUNTER_HEAP_SIZE], ==, i < 2 ? 5000 - 300 : 0);
    }
}

static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  ScopeQueryRange within = { fixture->trace, SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, NULL, NULL };
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (scope_statistics_reasons (&within, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  for (guint k = 0; k < SCOPE_N_LONGEST; k++)
    {
      g_assert_null (scope_longest_find (&within, (ScopeLongestKind) k, SCOPE_NONE, 10, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_clear_error (&error);
    }
}

/* --- nobody --- */

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 *x = a, *y = b;

  return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

/* All runs of all processors, sorted and joined; what is between them. */
static GArray *
gaps_by_force (Fixture *fixture, gint64 from, gint64 to)
{
  ScopeMachine *machine = scope_trace_machine (fixture->trace, 0);
  GArray *runs = g_array_new (FALSE, FALSE, 2 * sizeof (gint64)), *gaps = g_array_new (FALSE, FALSE, 2 * sizeof (gint64));
  gint64 covered = from, last_end = from;

  for (guint p = 0; p < PROCESSORS; p++)
    {
      guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, p)->lane;
      ScopeIntervalCursor cursor;
      ScopeInterval interval;
      gint64 first, last;

      scope_interval_cursor_init (&cursor, machine->lanes, lane, from, to);
      while (scope_interval_cursor_next (&cursor, &interval, NULL))
        if (scope_code_state (interval.code) == SCOPE_STATE_RUNNING)
          g_array_append_vals (runs, (gint64[]) { interval.from, interval.to }, 1);
      scope_interval_cursor_clear (&cursor);
      g_assert_true (scope_lane_store_life (machine->lanes, lane, &first, &last));
      last_end = MAX (last_end, MIN (last, to));
    }
  g_array_append_vals (runs, (gint64[]) { last_end, last_end }, 1);
  g_array_sort (runs, compare_times);
  for (guint i = 0; i < runs->len; i++)
    {
      const gint64 *run = (const gint64 *) (gpointer) (runs->data + i * 2 * sizeof (gint64));

      if (run[0] > covered)
        g_array_append_vals (gaps, (gint64[]) { covered, run[0] }, 1);
      covered = MAX (covered, run[1]);
    }
  g_array_unref (runs);
  return gaps;
}

static void
test_nobody (Fixture *fixture, gconstpointer data)
{
  guint compared = 0;

  for (guint turn = 0; turn < 4; turn++)
    {
      gint64 from = fixture->end * turn / 9, to = fixture->end - fixture->end * turn / 7;
      ScopeQueryRange within = { fixture->trace, from + 5000, to + 5000, NULL, NULL, NULL };
      g_autoptr (ScopeLongest) longest = scope_longest_find (&within, SCOPE_LONGEST_NOBODY, SCOPE_NONE, 1000000, NULL);
      g_autoptr (GArray) gaps = gaps_by_force (fixture, from, to);
      g_autoptr (GHashTable) expected = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, NULL);

      g_assert_cmpuint (longest->count, ==, gaps->len);
      g_assert_cmpuint (longest->rows->len, ==, gaps->len);
      for (guint i = 0; i < gaps->len; i++)
        {
          gint64 *gap = (gint64 *) (gpointer) (gaps->data + i * 2 * sizeof (gint64));

          g_hash_table_insert (expected, &gap[0], &gap[1]);
        }
      for (guint i = 0; i < longest->rows->len; i++)
        {
          const ScopeLongestRow *row = &g_array_index (longest->rows, ScopeLongestRow, i);
          gint64 start = row->from - 5000;
          const gint64 *end = g_hash_table_lookup (expected, &start);

          g_assert_nonnull (end);
          g_assert_cmpint (*end, ==, row->to - 5000);
        }
      compared += gaps->len;
    }
  g_assert_cmpuint (compared, >, 1000);
}

/* --- tables --- */

static void
test_sheet (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ScopeReportTable) sheet = scope_report_table_new (fixture->trace);
  static const char *const names[] = { "pear", "apple, green", "fig" };
  g_autofree guint *order = NULL, *down = NULL;
  g_autofree char *csv = NULL, *text = NULL;

  scope_report_table_add_column (sheet, SCOPE_CELL_WORD, "Name", "name");
  scope_report_table_add_column (sheet, SCOPE_CELL_DURATION, "Time", "time_ns");
  scope_report_table_add_column (sheet, SCOPE_CELL_BOUNDS, "Median", "p50_ns");
  for (guint i = 0; i < 3; i++)
    {
      guint row = scope_report_table_add_row (sheet, NULL);

      scope_report_table_set_word (sheet, row, 0, names[i]);
      if (i != 1)
        scope_report_table_set (sheet, row, 1, 1000 * (2 - i));
      scope_report_table_set_bounds (sheet, row, 2, 1200000, i == 0 ? 2400000 : 1200000);
    }
  /* Empty cells come last, whichever way it is sorted. */
  order = scope_report_table_sort (sheet, 1, FALSE);
  down = scope_report_table_sort (sheet, 1, TRUE);
  g_assert_cmpuint (order[0], ==, 2);
  g_assert_cmpuint (order[2], ==, 1);
  g_assert_cmpuint (down[0], ==, 0);
  g_assert_cmpuint (down[2], ==, 1);
  csv = scope_report_table_to_csv (sheet, order, 3);
  g_assert_cmpstr (csv, ==,
                   "name,time_ns,p50_ns_least,p50_ns_most\n"
                   "fig,0,1200000,1200000\n"
                   "pear,2000,1200000,2400000\n"
                   "\"apple, green\",,1200000,1200000\n");
  text = scope_report_table_to_text (sheet, order, 2);
  g_assert_cmpstr (text, ==, "Name\tTime\tMedian\nfig\t0 s\t1.20 ms\npear\t2.00 µs\t1.20–2.40 ms\n");
}

/* --- threads that are tallied as they end --- */

#define THREADS 70000u
#define BUSY 69000u  /* has more rows than a block */
#define LONG 69500u  /* is there before its first row */

static guint
thread_rows (guint32 lane, guint i, ScopeRow *rows)
{
  static const guint8 does[] = { SCOPE_CODE_CREATED, SCOPE_CODE_RUNNING, SCOPE_CODE_MVAR, SCOPE_CODE_WOKEN, SCOPE_CODE_RUNNING, SCOPE_CODE_ABSENT };
  guint n = i == BUSY ? 6000 : i % 3 == 0 ? 5 : 6; /* some never end */
  gint64 time = 10 + i * 7;

  for (guint k = 0; k < n; k++)
    {
      rows[k] = scope_row (lane, time, does[k == n - 1 && n != 5 ? 5 : k % 5], k / 2);
      time += (i * 31 + k * 17) % 90;
    }
  return n;
}

static ScopeTrace *
make_many (void)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 16u << 20, NULL, NULL);
  ScopeTrace *trace = scope_trace_new ();
  ScopeRow *rows = sink->klass->rows (sink, NULL, 0);
  g_autofree ScopeRow *all = g_new (ScopeRow, 6000);
  guint n;

  for (guint i = 0; i < THREADS; i++)
    {
      guint32 index = sink->klass->add_entity (sink, SCOPE_KIND_THREAD, i, FALSE, SCOPE_CODE_CREATED);
      guint32 lane = sink->klass->entity (sink, SCOPE_KIND_THREAD, index)->lane;

      if (i == LONG)
        sink->klass->life (sink, lane, 1, SCOPE_TIME_MAX);
      n = thread_rows (lane, i, all);
      for (guint from = 0; from < n; from += 512)
        {
          guint some = MIN (512, n - from);

          memcpy (rows, all + from, some * sizeof *rows);
          rows = sink->klass->rows (sink, rows, some);
        }
    }
  g_free (rows);
  machine->first = 0;
  machine->last = 2000000;
  g_assert_true (scope_machine_finish (machine, machine->last, NULL));
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "eventlog", "made-up", "none", SCOPE_RUNTIME_GHC });
  scope_trace_add_machine (trace, machine);
  scope_trace_set_finished (trace);

  return trace;
}

/* A machine that is asked for by name is looked at lane by lane. */
static void
test_many_threads (void)
{
  g_autoptr (ScopeTrace) trace = make_many ();
  const ScopeLaneEnded *ended = scope_lane_store_ended (scope_trace_machine (trace, 0)->lanes);
  const ScopeLaneId machine = { 0, SCOPE_KIND_MACHINE, 0 };
  ScopeQueryRange all = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX }, one = all;
  g_autoptr (GArray) quick = scope_statistics_reasons (&all, NULL), slow = NULL;

  one.lane = &machine;
  slow = scope_statistics_reasons (&one, NULL);
  g_assert_nonnull (ended);
  g_assert_cmpuint (ended->others->len, ==, 2);
  g_assert_cmpuint (ended->n_lanes, ==, THREADS - ended->first);
  g_assert_cmpuint (quick->len, ==, slow->len);
  g_assert_cmpuint (quick->len, >, 3);
  for (guint i = 0; i < quick->len; i++)
    {
      const ScopeReasonRow *a = &g_array_index (quick, ScopeReasonRow, i), *b = &g_array_index (slow, ScopeReasonRow, i);

      g_assert_true (a->kind == b->kind && a->state == b->state && a->code == b->code && a->part == b->part);
      g_assert_cmpfloat (a->share, ==, b->share);
      g_assert_cmpuint (a->figures.count, ==, b->figures.count);
      g_assert_cmpint (a->figures.total, ==, b->figures.total);
      g_assert_cmpint (a->figures.least, ==, b->figures.least);
      g_assert_cmpint (a->figures.longest, ==, b->figures.longest);
      for (guint p = 0; p < SCOPE_N_BOUNDS; p++) /* more of them may be known one by one */
        g_assert_true (a->figures.low[p] <= b->figures.low[p] && a->figures.high[p] >= b->figures.high[p]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, rows, func) g_test_add ("/statistics/" name, Fixture, GUINT_TO_POINTER (rows), set_up, func, tear_down)
  ADD ("reasons-exact", 20000, test_reasons);
  ADD ("reasons-bounded", 200000, test_reasons);
  ADD ("estimates-few", 20000, test_estimates);
  ADD ("estimates-many", 200000, test_estimates);
  ADD ("entities", 20000, test_entities);
  ADD ("collections", 2000, test_collections);
  ADD ("counters", 2000, test_counters);
  ADD ("levels", 2000, test_levels);
  ADD ("nobody", 20000, test_nobody);
  ADD ("cancel", 2000, test_cancel);
  ADD ("table", 10, test_sheet);
  g_test_add_func ("/statistics/many-threads", test_many_threads);
  return g_test_run ();
}
