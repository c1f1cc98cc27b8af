/* scope-lane-figures.c: see scope-lane-figures.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-lane-figures.h"

#include "model/base/scope-task.h"
#include "model/zoom/scope-tally.h"

static gboolean
add_lane (ScopeLaneFigures *figures, ScopeLaneStore *store, guint32 lane, gboolean grows, GError **error)
{
  g_autofree ScopeTally *tally = g_new (ScopeTally, 1);
  /* Of one that grows, the time that has not come is in no state yet. */
  gint64 end = grows ? CLAMP (scope_lane_store_known_until (store, lane), -SCOPE_ROW_TIME_MAX, SCOPE_ROW_TIME_MAX) : SCOPE_ROW_TIME_MAX;
  gboolean ok;

  scope_tally_init (tally, 0, NULL);
  ok = scope_lane_store_tally (store, lane, -SCOPE_ROW_TIME_MAX, end, tally, error);
  scope_tally_end (tally);
  for (guint c = 0; ok && c < SCOPE_N_CODES; c++)
    if (tally->used & (G_GUINT64_CONSTANT (1) << c))
      {
        figures->n[c] += tally->codes[c].n;
        figures->time[c] += tally->codes[c].time;
        figures->longest[c] = MAX (figures->longest[c], tally->codes[c].longest);
        if (scope_code_state (c) < SCOPE_N_STATES)
          figures->totals[scope_code_state (c)] += tally->codes[c].time;
      }
  scope_tally_clear (tally);
  return ok;
}

static gboolean
add_collections (ScopeLaneFigures *figures, ScopeMachine *machine, GCancellable *cancellable, GError **error)
{
  gint64 processor = SCOPE_TABLE_NULL;
  GError *local = NULL;

  if (figures->lane.kind == SCOPE_KIND_PROCESSOR)
    processor = (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, figures->lane.index)->number;
  SCOPE_EACH_ROW (v, machine->tables[SCOPE_TABLE_COLLECTIONS], SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, &local)
    {
      if (processor != SCOPE_TABLE_NULL && v[SCOPE_COLLECTION_PROCESSOR] != processor)
        continue;
      figures->collections++;
      if (v[SCOPE_COLLECTION_DURATION] == SCOPE_TABLE_NULL)
        continue;
      figures->collecting += v[SCOPE_COLLECTION_DURATION];
      figures->longest_collection = MAX (figures->longest_collection, v[SCOPE_COLLECTION_DURATION]);
    }
  return scope_passed (local, error);
}

/* The same on this thread, which should not be the main one. */
static ScopeLaneFigures *
figures_read (ScopeTrace *trace, ScopeLaneId lane, GCancellable *cancellable, GError **error)
{
  g_autofree ScopeLaneFigures *figures = g_new0 (ScopeLaneFigures, 1);
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  guint32 single = scope_trace_lane (trace, lane);
  guint n = 1;
  g_autofree guint32 *lanes = single == SCOPE_NONE ? scope_trace_summed_lanes (trace, lane, &n)
                                                   : g_memdup2 (&single, sizeof single);

  figures->lane = lane;
  if (scope_trace_lane_counts (trace, lane))
    { /* There are no intervals. */
      scope_lane_store_totals (machine->lanes, single, figures->totals);
      n = 0;
    }
  for (guint i = 0; i < n; i++)
    if (g_cancellable_set_error_if_cancelled (cancellable, error)
        || !add_lane (figures, machine->lanes, lanes[i], !scope_trace_get_finished (trace), error))
      return NULL;
  if ((lane.kind == SCOPE_KIND_MACHINE || lane.kind == SCOPE_KIND_PROCESSOR)
      && !add_collections (figures, machine, cancellable, error))
    return NULL;
  return g_steal_pointer (&figures);
}

static gpointer
answer (gpointer source, gconstpointer lane, GCancellable *cancellable, GError **error)
{
  return figures_read (source, *(const ScopeLaneId *) lane, cancellable, error);
}

void
scope_lane_figures_read_async (ScopeTrace *trace, ScopeLaneId lane, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  scope_task_ask (trace, answer, &lane, sizeof lane, g_free, cancellable, callback, user_data);
}
