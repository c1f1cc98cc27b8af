/* scope-spark-pool.c: see scope-spark-pool.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/statistics/scope-spark-pool.h"

#include "model/base/scope-compare.h"
#include "model/trace/statistics/scope-longest.h"
#include "model/trace/statistics/scope-lost-times.h"
#include "model/trace/statistics/scope-spark-counts.h"

#include <string.h>

#define EXACT 65536u /* lengths below have a bin each; those above 256 for each power of two */
#define PARTS 256u

static const guint percents[SCOPE_N_SPARK_PERCENTILES] = { 5, 25, 50, 75, 95 };

guint
scope_spark_percent (guint i)
{
  return percents[i];
}

/* --- how long which length lasted --- */

typedef struct
{
  gint64 processor;
  gint64 since;       /* own clock; TIME_MIN: it is not known */
  gint64 length;
  gint64 least, most, time;
  double sum;
  GArray *bins;       /* of gint64: ticks */
} Pool;

static void
pool_clear (gpointer data)
{
  g_array_unref (((Pool *) data)->bins);
}

static guint
bin_of (guint64 length)
{
  guint power = length < EXACT ? 0 : g_bit_storage (length) - 1;

  return length < EXACT ? (guint) length : EXACT + (power - 16) * PARTS + (guint) (length >> (power - 8) & (PARTS - 1));
}

static gint64
length_of (guint bin)
{
  guint above = bin - EXACT;

  return bin < EXACT ? bin : (gint64) ((guint64) (PARTS + above % PARTS) << (above / PARTS + 8));
}

static Pool *
find_pool (GArray *pools, gint64 processor)
{
  const Pool fresh = { .processor = processor, .since = SCOPE_TIME_MIN, .least = G_MAXINT64, .bins = g_array_new (FALSE, TRUE, sizeof (gint64)) };

  for (guint i = 0; i < pools->len; i++)
    if (g_array_index (pools, Pool, i).processor == processor)
      {
        g_array_unref (fresh.bins);
        return &g_array_index (pools, Pool, i);
      }
  g_array_append_val (pools, fresh);
  return &g_array_index (pools, Pool, pools->len - 1);
}

/* It had its length until `time`; of that, what lies in [from, to) counts. */
static void
hold (Pool *pool, gint64 time, gint64 from, gint64 to, const GArray *lost)
{
  gint64 begin = MAX (pool->since, from), end = MIN (time, to), length = MAX (pool->length, 0);
  guint bin = bin_of ((guint64) length);

  if (pool->since == SCOPE_TIME_MIN || end <= begin || scope_lost_between (lost, pool->since, time))
    return;
  if (bin >= pool->bins->len)
    g_array_set_size (pool->bins, bin + 1);
  g_array_index (pool->bins, gint64, bin) += end - begin;
  pool->time += end - begin;
  pool->sum += (double) length * (double) (end - begin);
  pool->least = MIN (pool->least, length);
  pool->most = MAX (pool->most, length);
}

/* It had that length at some time, and whatever before and after. */
static void
sample (Pool *pool, gint64 length)
{
  guint bin = bin_of ((guint64) MAX (length, 0));

  if (bin >= pool->bins->len)
    g_array_set_size (pool->bins, bin + 1);
  g_array_index (pool->bins, gint64, bin)++;
  pool->time++;
  pool->sum += (double) MAX (length, 0);
  pool->least = MIN (pool->least, MAX (length, 0));
  pool->most = MAX (pool->most, length);
}

static void
set (Pool *pool, gint64 time, gint64 length, gint64 from, gint64 to, const GArray *lost)
{
  hold (pool, time, from, to, lost);
  pool->since = time;
  pool->length = length;
}

static ScopeSparkPool
sum_up (const Pool *pool, guint32 machine)
{
  ScopeSparkPool result = { .machine = machine, .processor = pool->processor, .time = pool->time, .least = pool->least, .most = pool->most,
                            .mean = pool->sum / (double) pool->time };
  double sum = 0;
  guint p = 0;

  for (guint bin = 0; bin < pool->bins->len; bin++)
    for (sum += (double) g_array_index (pool->bins, gint64, bin);
         p < SCOPE_N_SPARK_PERCENTILES && sum * 100 >= (double) pool->time * percents[p]; p++)
      result.percentiles[p] = length_of (bin);
  return result;
}

/* --- what the tables say --- */

/* From counters: each pool. */
static gboolean
add_counters (const ScopeQueryRange *within, ScopeMachine *machine, GArray *pools, GError **error)
{
  gint64 from, to;
  GError *local = NULL;

  scope_query_range_own_range (within, machine, &from, &to);
  SCOPE_EACH_ROW (v, machine->tables[SCOPE_TABLE_COUNTERS], from, to, within->cancellable, &local)
    {
      if (v[SCOPE_COUNTER_NAME] == SCOPE_COUNTER_SPARKS_REMAINING && v[SCOPE_COUNTER_TIME] >= from && v[SCOPE_COUNTER_TIME] < to
          && v[SCOPE_COUNTER_PROCESSOR] != SCOPE_TABLE_NULL)
        sample (find_pool (pools, v[SCOPE_COUNTER_PROCESSOR]), v[SCOPE_COUNTER_VALUE]);
    }
  return scope_passed (local, error);
}

/* From single events: all together. */
static gboolean
add_events (const ScopeQueryRange *within, ScopeMachine *machine, Pool *pool, const GArray *lost, GError **error)
{
  g_autoptr (GArray) counts = NULL;
  gint64 from, to;
  GError *local = NULL;

  scope_query_range_own_range (within, machine, &from, &to);
  from = MAX (from, machine->first);
  counts = scope_spark_counts_read (machine, from, within->cancellable, error);
  if (counts == NULL)
    return FALSE;
  set (pool, from, scope_spark_counts_remaining (&g_array_index (counts, ScopeSparkCounts, 0)), from, to, lost);
  SCOPE_EACH_ROW (v, machine->tables[SCOPE_TABLE_INSTANTS], from, to, within->cancellable, &local)
    {
      if (v[SCOPE_INSTANT_TIME] < from || v[SCOPE_INSTANT_TIME] >= to || scope_sparks_column (v[SCOPE_INSTANT_KIND]) == 0)
        continue;
      g_array_set_size (counts, 1); /* processor by processor nobody asks for them */
      scope_spark_counts_add (counts, v);
      set (pool, v[SCOPE_INSTANT_TIME], scope_spark_counts_remaining (&g_array_index (counts, ScopeSparkCounts, 0)), from, to, lost);
    }
  return scope_passed (local, error);
}

SCOPE_COMPARE_BY (compare_pools, Pool, SCOPE_UP (processor))

static gboolean
add_machine (const ScopeQueryRange *within, ScopeMachine *machine, GArray *result, GError **error)
{
  g_autoptr (GArray) pools = g_array_new (FALSE, FALSE, sizeof (Pool)), lost = scope_lost_times (machine);
  gint64 from, to;

  g_array_set_clear_func (pools, pool_clear);
  scope_query_range_own_range (within, machine, &from, &to);
  to = MIN (to, machine->last);
  if (!add_counters (within, machine, pools, error))
    return FALSE;
  if (scope_spark_counts_are_known (machine))
    {
      if (!add_events (within, machine, find_pool (pools, -1), lost, error))
        return FALSE;
      hold (find_pool (pools, -1), to, from, to, lost);
    }
  g_array_sort (pools, compare_pools);
  for (guint i = 0; i < pools->len; i++)
    {
      const Pool *pool = &g_array_index (pools, Pool, i);
      ScopeSparkPool summed;

      if (pool->time <= 0 || (pool->most <= 0 && pool->processor >= 0))
        continue;
      summed = sum_up (pool, machine->index);
      g_array_append_val (result, summed);
    }
  return TRUE;
}

GArray *
scope_spark_pools_read (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) result = g_array_new (FALSE, FALSE, sizeof (ScopeSparkPool));

  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (scope_query_range_has_machine (within, m) && !add_machine (within, scope_trace_machine (within->trace, m), result, error))
      return NULL;
  return scope_query_range_cancelled (within, error) ? NULL : g_steal_pointer (&result);
}

/* --- how large they were --- */

static gboolean
add_made (const ScopeQueryRange *within, ScopeMachine *machine, ScopeSparkSizes *sizes, GError **error)
{
  g_autofree gint64 *last = NULL;
  g_autofree guint64 *made = NULL;
  guint64 most = 0;
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  gint64 from, to;
  GError *local = NULL;

  last = g_new (gint64, n + 1);
  made = g_new0 (guint64, n + 1);
  for (guint32 i = 0; i < n; i++)
    last[i] = SCOPE_TIME_MIN;
  scope_query_range_own_range (within, machine, &from, &to);
  SCOPE_EACH_ROW (v, machine->tables[SCOPE_TABLE_INSTANTS], from, to, within->cancellable, &local)
    {
      gint64 time = v[SCOPE_INSTANT_TIME];
      guint32 i = v[SCOPE_INSTANT_KIND] == SCOPE_INSTANT_SPARK_CREATE
                      ? scope_machine_find_processor (machine, (guint) v[SCOPE_INSTANT_PROCESSOR]) : SCOPE_NONE;

      if (i >= n || time < from || time >= to)
        continue;
      if (last[i] != SCOPE_TIME_MIN && time >= last[i])
        scope_tally_code_add (&sizes->made, time - last[i], 0);
      last[i] = time;
      most = MAX (most, ++made[i]);
    }
  for (guint32 i = 0; i < n && most > 0; i++)
    sizes->n_makers += made[i] * 10 >= most;
  return scope_passed (local, error);
}

gboolean
scope_spark_sizes_read (const ScopeQueryRange *within, ScopeSparkSizes *ret_sizes, GError **error)
{
  g_autoptr (ScopeLongest) longest = NULL;

  memset (ret_sizes, 0, sizeof *ret_sizes);
  if (!scope_longest_has (within->trace, SCOPE_LONGEST_SPARKS))
    return TRUE;
  longest = scope_longest_find (within, SCOPE_LONGEST_SPARKS, SCOPE_NONE, 1, error);
  if (longest == NULL)
    return FALSE;
  ret_sizes->run.n = longest->count;
  memcpy (ret_sizes->run.classes, longest->classes, sizeof ret_sizes->run.classes);
  for (guint c = 0; c < SCOPE_TALLY_CLASSES; c++)
    ret_sizes->run.time += longest->classes[c].time;
  if (longest->rows->len > 0)
    ret_sizes->run.longest = g_array_index (longest->rows, ScopeLongestRow, 0).to - g_array_index (longest->rows, ScopeLongestRow, 0).from;
  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (scope_query_range_has_machine (within, m) && !add_made (within, scope_trace_machine (within->trace, m), ret_sizes, error))
      return FALSE;
  return TRUE;
}

gint64
scope_spark_median (const ScopeTallyCode *sizes)
{
  gboolean estimated;

  return sizes->n > 0 ? scope_tally_estimate (sizes, 50, &estimated) : 0;
}
