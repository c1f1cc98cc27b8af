/* scope-timeline-hit.c: see scope-timeline-hit.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-timeline-hit.h"

#include <math.h>

typedef struct
{
  ScopeView *view;
  GHashTable *rows; /* machine << 32 | process → row + 2 */
} Ends;

static guint32
process_index (ScopeMachine *machine, guint32 number)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESS);

  for (guint32 i = 0; i < n; i++)
    if (scope_machine_entity (machine, SCOPE_KIND_PROCESS, i)->number == number)
      return i;
  return SCOPE_NONE;
}

/* The row that stands for an end: as the lines are drawn. */
static guint
end_row (Ends *ends, guint32 machine, guint32 process)
{
  gint64 key = (gint64) machine << 32 | process;
  gpointer found = g_hash_table_lookup (ends->rows, &key);
  ScopeTrace *trace = scope_view_get_trace (ends->view);
  ScopeLaneList *lanes = scope_view_get_lanes (ends->view);
  guint32 index;
  guint row;

  if (found != NULL)
    return GPOINTER_TO_UINT (found) - 2;
  if (machine >= scope_trace_n_machines (trace))
    return SCOPE_NONE;
  index = process_index (scope_trace_machine (trace, machine), process);
  row = scope_lane_list_find (lanes,
                              index != SCOPE_NONE ? (ScopeLaneId) { machine, SCOPE_KIND_PROCESS, index }
                                                  : (ScopeLaneId) { machine, SCOPE_KIND_MACHINE, 0 },
                              TRUE);
  if (row == SCOPE_NONE)
    row = scope_lane_list_find (lanes, (ScopeLaneId) { machine, SCOPE_KIND_PROCESSOR, 0 }, FALSE);
  g_hash_table_insert (ends->rows, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (row + 2));
  return row;
}

static double
distance (double x, double y, double x0, double y0, double x1, double y1)
{
  double dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy;
  double t = length > 0 ? CLAMP (((x - x0) * dx + (y - y0) * dy) / length, 0, 1) : 0;

  return hypot (x - x0 - t * dx, y - y0 - t * dy);
}

const ScopeMessageLine *
scope_timeline_hit_message (ScopeView *view, const ScopeOverlay *overlay, double x, double y, double reach)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  const ScopeMessageLine *best = NULL;
  Ends ends = { view, NULL };

  if (overlay == NULL || !scope_view_get_messages (view)->show)
    return NULL;
  ends.rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < overlay->messages->len; i++)
    {
      const ScopeMessageLine *m = &g_array_index (overlay->messages, ScopeMessageLine, i);
      double x0 = scope_viewport_time_to_x (viewport, m->send), x1 = scope_viewport_time_to_x (viewport, m->receive);
      guint from, to;
      const ScopeLaneNode *a, *b;
      double far;

      if (x < MIN (x0, x1) - reach || x > MAX (x0, x1) + reach)
        continue;
      from = end_row (&ends, m->from_machine, m->from_process);
      to = end_row (&ends, m->to_machine, m->to_process);
      if (from == SCOPE_NONE || to == SCOPE_NONE || from == to)
        continue;
      a = scope_lane_list_row (lanes, MIN (from, to));
      b = scope_lane_list_row (lanes, MAX (from, to));
      if (y < a->bar_y || y > b->y + b->height)
        continue;
      far = from < to ? distance (x, y, x0, a->bar_y + a->bar_height, x1, b->bar_y)
                      : distance (x, y, x1, a->bar_y + a->bar_height, x0, b->bar_y);
      if (far <= reach)
        {
          reach = far;
          best = m;
        }
    }
  g_hash_table_unref (ends.rows);
  return best;
}
