/* scope-spark-counts.c: see scope-spark-counts.h.
 *
 * The table of sparks has the counts every few hundred events. From the last of its rows before a time on, the events are counted one by
 * one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-spark-counts.h"

#include "model/trace/document/scope-query-range.h"

#include <string.h>

gboolean
scope_spark_counts_are_known (ScopeMachine *machine)
{
  return machine->tables[SCOPE_TABLE_SPARKS] != NULL && scope_table_n_rows (machine->tables[SCOPE_TABLE_SPARKS]) > 0;
}

/* The latest rows within [from, to), which have one time. */
static gboolean
read_rows (ScopeMachine *machine, gint64 from, gint64 to, GArray *counts, gint64 *ret_time, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (v, machine->tables[SCOPE_TABLE_SPARKS], from, to, NULL, &local)
    {
      ScopeSparkCounts one = { .processor = v[SCOPE_SPARKS_PROCESSOR] };

      if (v[SCOPE_SPARKS_TIME] < from || v[SCOPE_SPARKS_TIME] >= to || (counts->len > 0 && v[SCOPE_SPARKS_TIME] < *ret_time))
        continue;
      if (counts->len > 0 && v[SCOPE_SPARKS_TIME] > *ret_time)
        g_array_set_size (counts, 0);
      *ret_time = v[SCOPE_SPARKS_TIME];
      memcpy (one.n, v, sizeof one.n);
      g_array_append_val (counts, one);
    }
  return scope_passed (local, error);
}

static gboolean
add_events (ScopeMachine *machine, gint64 from, gint64 to, GArray *counts, GCancellable *cancellable, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (v, machine->tables[SCOPE_TABLE_INSTANTS], from, to, cancellable, &local)
    {
      if (v[SCOPE_INSTANT_TIME] >= from && v[SCOPE_INSTANT_TIME] < to)
        scope_spark_counts_add (counts, v);
    }
  return scope_passed (local, error);
}

GArray *
scope_spark_counts_read (ScopeMachine *machine, gint64 time, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) counts = g_array_new (FALSE, TRUE, sizeof (ScopeSparkCounts));
  guint64 n = scope_table_n_rows (machine->tables[SCOPE_TABLE_SPARKS]);
  /* While the log grows its end is not known. */
  gint64 to = scope_time_add (MIN (time, machine->last), 2), since = to;
  gint64 width = (gint64) CLAMP (((double) to - (double) machine->first) / (double) (n / 1024 + 1), 1, 1e18);

  while (counts->len == 0 && to > machine->first)
    {
      gint64 from = MAX (scope_time_add (to, -width), machine->first);

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !read_rows (machine, from, MIN (to, scope_time_add (time, 1)), counts, &since, error))
        return NULL;
      to = from;
      width = width > G_MAXINT64 / 4 ? G_MAXINT64 : width * 4;
    }
  if (counts->len == 0)
    {
      const ScopeSparkCounts all = { .processor = SCOPE_TABLE_NULL };

      since = machine->first;
      g_array_append_val (counts, all);
    }
  if (!add_events (machine, since, time, counts, cancellable, error))
    return NULL;
  return g_steal_pointer (&counts);
}

void
scope_spark_counts_add (GArray *counts, const gint64 *instant)
{
  guint column = scope_sparks_column (instant[SCOPE_INSTANT_KIND]);
  ScopeSparkCounts one = { .processor = instant[SCOPE_INSTANT_PROCESSOR] };

  if (column == 0)
    return;
  g_array_index (counts, ScopeSparkCounts, 0).n[column]++;
  for (guint i = 1; i < counts->len; i++)
    if (g_array_index (counts, ScopeSparkCounts, i).processor == one.processor)
      {
        g_array_index (counts, ScopeSparkCounts, i).n[column]++;
        return;
      }
  if (one.processor == SCOPE_TABLE_NULL)
    return;
  one.n[column] = 1;
  g_array_append_val (counts, one);
}

gint64
scope_spark_counts_remaining (const ScopeSparkCounts *counts)
{
  return counts->n[SCOPE_SPARKS_CREATED] - counts->n[SCOPE_SPARKS_CONVERTED] - counts->n[SCOPE_SPARKS_GCD] - counts->n[SCOPE_SPARKS_FIZZLED];
}
