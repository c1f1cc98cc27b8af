/* scope-statistics-tables.c: what the tables of collections and counters say: GC, heap, sparks. They are small enough to be
 * read whole.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-statistics.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/trace/document/scope-query-range-rows.h"
#include "model/trace/statistics/scope-lost-times.h"
#include "model/trace/statistics/scope-spark-counts.h"

#include <string.h>

/* --- collections --- */

static gboolean
known (const gint64 *v, guint column)
{
  return v[column] != SCOPE_TABLE_NULL;
}

/* As the spread has it, which keeps only when that is. */
static gboolean
is_longer (const ScopeSpread *spread, gint64 duration)
{
  return spread->pass == 0 && (spread->count == 0 || duration > spread->longest);
}

static void
add_to_generation (ScopeGeneration *generation, const gint64 *v, ScopeLaneId lane, gint64 at)
{
  if (is_longer (&generation->spread, v[SCOPE_COLLECTION_DURATION]))
    generation->longest = lane;
  if (generation->spread.pass == 0)
    {
      generation->parallel += known (v, SCOPE_COLLECTION_THREADS) && v[SCOPE_COLLECTION_THREADS] > 1;
      if (known (v, SCOPE_COLLECTION_SYNC))
        {
          generation->sync += v[SCOPE_COLLECTION_SYNC];
          generation->most_sync = MAX (generation->most_sync, v[SCOPE_COLLECTION_SYNC]);
        }
      if (known (v, SCOPE_COLLECTION_COPIED))
        generation->copied += v[SCOPE_COLLECTION_COPIED];
      if (known (v, SCOPE_COLLECTION_TOTAL_COPIED) && known (v, SCOPE_COLLECTION_BALANCED_COPIED))
        {
          generation->total_copied += v[SCOPE_COLLECTION_TOTAL_COPIED];
          generation->balanced_copied += v[SCOPE_COLLECTION_BALANCED_COPIED];
        }
    }
  scope_spread_add (&generation->spread, v[SCOPE_COLLECTION_DURATION], at);
}

static void
add_collection (ScopeCollections *all, ScopeMachine *machine, const gint64 *v, gint64 at)
{
  guint g = (guint) CLAMP (v[SCOPE_COLLECTION_GENERATION], 0, SCOPE_MOST_GENERATIONS - 1);
  ScopeLaneId lane = { machine->index, SCOPE_KIND_MACHINE, 0 };
  guint32 processor
      = known (v, SCOPE_COLLECTION_PROCESSOR) ? scope_machine_find_processor (machine, (guint) v[SCOPE_COLLECTION_PROCESSOR]) : SCOPE_NONE;

  if (!known (v, SCOPE_COLLECTION_DURATION))
    return;
  if (processor != SCOPE_NONE)
    lane = (ScopeLaneId) { machine->index, SCOPE_KIND_PROCESSOR, processor };
  all->n_generations = MAX (all->n_generations, g + 1);
  all->has_sync |= known (v, SCOPE_COLLECTION_SYNC);
  all->has_copied |= known (v, SCOPE_COLLECTION_COPIED);
  all->has_balance |= known (v, SCOPE_COLLECTION_TOTAL_COPIED) && known (v, SCOPE_COLLECTION_BALANCED_COPIED);
  /* NULL is the least of all. */
  all->most_slop = MAX (all->most_slop, v[SCOPE_COLLECTION_SLOP]);
  all->most_fragmentation = MAX (all->most_fragmentation, v[SCOPE_COLLECTION_FRAGMENTATION]);
  add_to_generation (&all->generation[g], v, lane, at);
  add_to_generation (&all->all, v, lane, at);
}

typedef struct
{
  const ScopeQueryRange *within;
  ScopeCollections *all;
} Walk;

static void
take_collection (ScopeMachine *machine, const gint64 *row, gint64 offset, gpointer user_data)
{
  Walk *walk = user_data;
  gint64 start = scope_time_add (row[SCOPE_COLLECTION_START], offset);

  if (start >= walk->within->from && start < walk->within->to)
    add_collection (walk->all, machine, row, start);
}

static void
take_concurrent (ScopeMachine *machine, const gint64 *row, gint64 offset, gpointer user_data)
{
  Walk *walk = user_data;
  gint64 start = scope_time_add (row[SCOPE_CONCURRENT_START], offset), phase = row[SCOPE_CONCURRENT_PHASE];

  if (start < walk->within->from || start >= walk->within->to || phase < 0 || phase >= SCOPE_N_CONCURRENT_PHASES)
    return;
  if (is_longer (&walk->all->concurrent[phase], row[SCOPE_CONCURRENT_DURATION]))
    walk->all->concurrent_longest[phase] = (ScopeLaneId) { machine->index, SCOPE_KIND_MACHINE, 0 };
  scope_spread_add (&walk->all->concurrent[phase], row[SCOPE_CONCURRENT_DURATION], start);
}

static gboolean
walk_collections (const ScopeQueryRange *within, ScopeCollections *all, GError **error)
{
  ScopeQueryRange silent = *within; /* they are few, and read twice */
  Walk walk = { within, all };

  silent.permille = NULL;
  return scope_query_range_each_row (&silent, SCOPE_TABLE_COLLECTIONS, take_collection, &walk, error)
         && scope_query_range_each_row (&silent, SCOPE_TABLE_CONCURRENT, take_concurrent, &walk, error);
}

static gint64
elapsed_of (const ScopeQueryRange *within, ScopeMachine *machine)
{
  gint64 from, to, whole_first, whole_last;

  scope_query_range_own_range (within, machine, &from, &to);
  from = MAX (from, machine->first);
  to = MIN (to, machine->last);
  if (to == SCOPE_TIME_MAX)
    { /* It is still being read. */
      scope_trace_range (within->trace, &whole_first, &whole_last);
      to = scope_time_add (whole_last, -scope_trace_offset (within->trace, machine));
    }
  return MAX (to - from, 0);
}

gboolean
scope_statistics_collections (const ScopeQueryRange *within, ScopeCollections *collections, GError **error)
{
  gboolean again;

  memset (collections, 0, sizeof *collections);
  collections->most_slop = collections->most_fragmentation = SCOPE_TABLE_NULL;
  scope_spread_init (&collections->all.spread, 0);
  for (guint g = 0; g < SCOPE_MOST_GENERATIONS; g++)
    scope_spread_init (&collections->generation[g].spread, 0);
  for (guint p = 0; p < SCOPE_N_CONCURRENT_PHASES; p++)
    scope_spread_init (&collections->concurrent[p], 0);
  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (scope_query_range_has_machine (within, m))
      collections->elapsed += elapsed_of (within, scope_trace_machine (within->trace, m));
  do
    {
      if (!walk_collections (within, collections, error))
        return FALSE;
      again = scope_spread_again (&collections->all.spread);
      for (guint g = 0; g < SCOPE_MOST_GENERATIONS; g++)
        again |= scope_spread_again (&collections->generation[g].spread);
      for (guint p = 0; p < SCOPE_N_CONCURRENT_PHASES; p++)
        again |= scope_spread_again (&collections->concurrent[p]);
    }
  while (again);
  return TRUE;
}

void
scope_statistics_collections_clear (ScopeCollections *collections)
{
  scope_spread_clear (&collections->all.spread);
  for (guint g = 0; g < SCOPE_MOST_GENERATIONS; g++)
    scope_spread_clear (&collections->generation[g].spread);
  for (guint p = 0; p < SCOPE_N_CONCURRENT_PHASES; p++)
    scope_spread_clear (&collections->concurrent[p]);
}

double
scope_statistics_productivity (const ScopeCollections *collections)
{
  if (collections->elapsed <= 0)
    return 1;
  return MAX (1 - (double) collections->all.spread.total / (double) collections->elapsed, 0);
}

double
scope_statistics_balance (const ScopeGeneration *generation)
{
  return generation->total_copied > 0 ? (double) generation->balanced_copied / (double) generation->total_copied : 0;
}

/* --- counters --- */

/* One counter of one processor. */
typedef struct
{
  gint64 before_time, before, last_time, last, most;
  gboolean seen;     /* inside the range */
  gboolean at_start; /* where it begins */
  gboolean shared;   /* what it is of all processors is known, not of this one */
} Series;

typedef struct
{
  gint64 processor;
  Series series[SCOPE_N_COUNTERS];
} Source;

static Series *
find_series (GHashTable *sources, gint64 processor, guint counter)
{
  Source *source = g_hash_table_lookup (sources, &processor);

  if (source == NULL)
    {
      source = g_new0 (Source, 1);
      source->processor = processor;
      for (guint c = 0; c < SCOPE_N_COUNTERS; c++)
        source->series[c].before_time = source->series[c].last_time = SCOPE_TIME_MIN;
      g_hash_table_insert (sources, &source->processor, source);
    }
  return &source->series[counter];
}

static void
add_sample (GHashTable *sources, const gint64 *v, gint64 from)
{
  guint counter = (guint) v[SCOPE_COUNTER_NAME];
  gint64 time = v[SCOPE_COUNTER_TIME], value = v[SCOPE_COUNTER_VALUE];
  Series *one;

  if (counter >= SCOPE_N_COUNTERS)
    return;
  one = find_series (sources, known (v, SCOPE_COUNTER_PROCESSOR) ? v[SCOPE_COUNTER_PROCESSOR] : -1, counter);
  if (time < from)
    {
      if (time >= one->before_time)
        {
          one->before_time = time;
          one->before = value;
        }
      return;
    }
  one->most = one->seen ? MAX (one->most, value) : value;
  one->seen = TRUE;
  one->at_start |= time == from;
  if (time >= one->last_time)
    {
      one->last_time = time;
      one->last = value;
    }
}

/* A level is what it was last said to be, also where the range begins, unless events are missing in between. */
static void
hold (Series *one, guint counter, gint64 from, const GArray *lost)
{
  if (scope_counter_grows (counter) || one->before_time == SCOPE_TIME_MIN || one->at_start || scope_lost_between (lost, one->before_time, from))
    return;
  one->most = one->seen ? MAX (one->most, one->before) : one->before;
  one->last = one->seen ? one->last : one->before;
  one->seen = TRUE;
}

SCOPE_COMPARE_POINTERS_BY (compare_sources, Source, SCOPE_UP (processor))

/* What one processor's series come to, and the sum over all of them. `lost`: NULL if nothing holds any more from `from` on. */
static void
sum_up (ScopeCounters *counters, guint32 machine, Source *source, gint64 from, const GArray *lost)
{
  ScopeCounterRow row = { .machine = machine, .processor = source->processor };
  gboolean any = FALSE;

  for (guint c = 0; c < SCOPE_N_COUNTERS; c++)
    {
      Series *one = &source->series[c];

      if (lost != NULL)
        hold (one, c, from, lost);
      if (!one->seen)
        continue;
      counters->present[c] = TRUE;
      any |= row.present[c] = !one->shared;
      if (scope_counter_grows (c))
        row.value[c] = (gint64) ((guint64) one->last - (guint64) one->before);
      else
        row.value[c] = c == SCOPE_COUNTER_SPARKS_REMAINING ? one->last : one->most;
      if (scope_counter_grows (c) || c == SCOPE_COUNTER_SPARKS_REMAINING)
        counters->value[c] = (gint64) ((guint64) counters->value[c] + (guint64) row.value[c]);
      else
        counters->value[c] = MAX (counters->value[c], row.value[c]);
    }
  if (any)
    g_array_append_val (counters->rows, row);
}

static gboolean
walk_counters (const ScopeQueryRange *within, guint32 m, GHashTable *sources, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, m);
  gint64 from, to;
  GError *local = NULL;

  scope_query_range_own_range (within, machine, &from, &to);
  SCOPE_EACH_ROW (values, machine->tables[SCOPE_TABLE_COUNTERS], SCOPE_TIME_MIN, to, within->cancellable, &local)
    {
      if (values[SCOPE_COUNTER_TIME] < to)
        add_sample (sources, values, from);
    }
  return scope_passed (local, error) && !scope_query_range_cancelled (within, error);
}

static void
take_sparks (GHashTable *sources, const GArray *counts, gboolean before)
{
  for (guint i = 1; i < counts->len; i++)
    {
      const ScopeSparkCounts *one = &g_array_index (counts, ScopeSparkCounts, i);

      for (guint c = SCOPE_SPARKS_CREATED; c <= SCOPE_SPARKS_N_COLUMNS; c++)
        {
          gboolean remaining = c == SCOPE_SPARKS_N_COLUMNS;
          Series *series = find_series (sources, one->processor,
                                        remaining ? SCOPE_COUNTER_SPARKS_REMAINING
                                                  : SCOPE_COUNTER_SPARKS_CREATED + (c - SCOPE_SPARKS_CREATED));
          gint64 value = remaining ? scope_spark_counts_remaining (one) : one->n[c];

          *(before ? &series->before : &series->last) = value;
          series->seen |= !before;
          /* Who steals a spark takes it from the pool of somebody else. */
          series->shared = remaining && counts->len > 2;
        }
    }
}

/* Where each spark has its events, these are counted: the counters come at collections only, and say nothing of when in between. */
static gboolean
count_sparks (const ScopeQueryRange *within, ScopeMachine *machine, GHashTable *sources, ScopeCounters *counters, GError **error)
{
  gint64 edges[2];

  if (!scope_spark_counts_are_known (machine))
    {
      counters->sparks_sampled = TRUE;
      return TRUE;
    }
  scope_query_range_own_range (within, machine, &edges[0], &edges[1]);
  for (guint e = 0; e < 2; e++)
    {
      g_autoptr (GArray) counts = scope_spark_counts_read (machine, edges[e], within->cancellable, error);

      if (counts == NULL)
        return FALSE;
      take_sparks (sources, counts, e == 0);
    }
  return TRUE;
}

gboolean
scope_statistics_counters (const ScopeQueryRange *within, ScopeCounters *counters, GError **error)
{
  memset (counters, 0, sizeof *counters);
  counters->rows = g_array_new (FALSE, FALSE, sizeof (ScopeCounterRow));
  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    {
      g_autoptr (GHashTable) sources = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
      g_autoptr (GPtrArray) ordered = g_ptr_array_new ();
      g_autoptr (GArray) lost = NULL;
      ScopeMachine *machine = scope_trace_machine (within->trace, m);
      gint64 from, to;

      if (!scope_query_range_has_machine (within, m))
        continue;
      scope_query_range_own_range (within, machine, &from, &to);
      if (!walk_counters (within, m, sources, error)
          || !count_sparks (within, machine, sources, counters, error))
        return FALSE;
      SCOPE_EACH_VALUE (void, source, sources)
        g_ptr_array_add (ordered, source);
      g_ptr_array_sort (ordered, compare_sources);
      lost = from < machine->last ? scope_lost_times (machine) : NULL;
      for (guint i = 0; i < ordered->len; i++)
        sum_up (counters, m, g_ptr_array_index (ordered, i), from, lost);
    }
  return TRUE;
}

void
scope_statistics_counters_clear (ScopeCounters *counters)
{
  g_clear_pointer (&counters->rows, g_array_unref);
}
