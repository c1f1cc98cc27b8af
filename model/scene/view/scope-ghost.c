/* scope-ghost.c: see scope-ghost.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/view/scope-ghost.h"

#include "model/base/scope-ref.h"

#include <math.h>

/* The running time of one lane, in parts of the step. */
static gboolean
add_lane (ScopeGhost *ghost, ScopeTrace *trace, ScopeLaneId lane, gint64 first, double step)
{
  g_autofree gint64 *edges = g_new (gint64, ghost->n + 1u);
  g_autofree gint64 (*columns)[SCOPE_N_STATES] = g_malloc0_n (ghost->n, sizeof *columns);

  for (guint i = 0; i <= ghost->n; i++)
    edges[i] = first + (gint64) (i * step);
  if (!scope_trace_read_columns (trace, lane, edges, ghost->n, columns, NULL))
    return FALSE;
  for (guint i = 0; i < ghost->n; i++)
    if (edges[i + 1] > edges[i])
      ghost->running[i] += (float) ((double) (columns[i][SCOPE_STATE_RUNNING] + columns[i][SCOPE_STATE_ACTIVE])
                                    / (double) (edges[i + 1] - edges[i]));
  return TRUE;
}

ScopeGhost *
scope_ghost_new (ScopeTrace *trace, const char *title, GCancellable *cancellable)
{
  g_autoptr (ScopeGhost) ghost = NULL;
  gint64 first, last, tick_ps = scope_trace_tick_ps (trace);
  guint n_lanes = 0, n;
  double step;

  scope_trace_range (trace, &first, &last);
  if (last <= first)
    return NULL;
  n = (guint) MIN ((gint64) SCOPE_GHOST_VALUES, last - first);
  step = (double) (last - first) / n;
  ghost = g_malloc0 (sizeof *ghost + n * sizeof ghost->running[0]);
  g_atomic_ref_count_init (&ghost->ref_count);
  ghost->title = g_strdup (title);
  ghost->n = n;
  ghost->step_ns = step * (double) tick_ps / 1000;
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      guint n_processors = scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_PROCESSOR);

      for (guint p = 0; p < n_processors; p++)
        {
          if (g_cancellable_is_cancelled (cancellable))
            return NULL;
          n_lanes += add_lane (ghost, trace, (ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, p }, first, step) ? 1 : 0;
        }
    }
  return n_lanes > 0 ? g_steal_pointer (&ghost) : NULL;
}

static void
ghost_free (ScopeGhost *ghost)
{
  g_free (ghost->title);
  g_free (ghost);
}

SCOPE_DEFINE_REF (ScopeGhost, scope_ghost, object->ref_count, ghost_free)

double
scope_ghost_at (const ScopeGhost *ghost, double from_ns, double to_ns)
{
  double from = floor (MAX (from_ns, 0) / ghost->step_ns), to = ceil (MAX (to_ns, 0) / ghost->step_ns), most = 0;

  if (to_ns < 0 || from >= ghost->n)
    return -1;
  for (guint i = (guint) from; i < (guint) MIN (MAX (to, from + 1), ghost->n); i++)
    most = MAX (most, (double) ghost->running[i]);
  return most;
}
