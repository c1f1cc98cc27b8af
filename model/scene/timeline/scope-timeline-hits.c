/* scope-timeline-hits.c: what a search has found, as ticks above the bars of the lanes it is on; where they are dense, as a line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/base/scope-bisect.h"

#include <math.h>

#define TICK 4.0
#define WIDTH 2.0

/* Ticks that touch are one. Each look goes to the first time behind the last tick, so that it is the pixels that count, not the hits. */
static void
add_lane (ScopeTimelineBuild *b, const ScopeLaneNode *node, const gint64 *times, guint n)
{
  double y = MAX (scope_timeline_bar_y (b, node) - TICK, scope_timeline_row_y (b, node)), begin = 0, end = -1;
  double scale = scope_viewport_scale (b->viewport);
  guint at = scope_bisect_time (times, n, scope_viewport_x_to_time (b->viewport, -WIDTH));

  while (at < n)
    {
      double x = floor (scope_viewport_time_to_x (b->viewport, times[at]));
      guint next;

      if (x >= b->width)
        break;
      if (x > end)
        {
          if (end > begin)
            scope_scene_rect (b->scene, b->x + begin, y, end - begin, TICK, b->palette->strong_text);
          begin = x;
        }
      end = x + WIDTH;
      next = scope_bisect_time (times + at, n - at, times[at] + MAX ((gint64) (scale / 2), 1)) + at;
      at = MAX (next, at + 1);
    }
  if (end > begin)
    scope_scene_rect (b->scene, b->x + begin, y, end - begin, TICK, b->palette->strong_text);
}

static void
add_some (ScopeTimelineBuild *b, ScopeHitMarks *marks, gboolean sticking)
{
  guint from = sticking ? 0 : MAX (b->first_row, b->n_sticking), to = sticking ? b->n_sticking : b->end_row;

  scope_timeline_add_region (b, "Hits", sticking, b->x, b->width);
  for (guint row = from; row < to; row++)
    {
      const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
      const gint64 *times;
      guint n;

      if (node->kind != SCOPE_ROW_STATES)
        continue;
      times = scope_hit_marks_get (marks, node->lane, &n);
      if (times != NULL)
        add_lane (b, node, times, n);
    }
}

void
scope_timeline_add_hits (ScopeTimelineBuild *b)
{
  ScopeHitMarks *marks = scope_view_get_hit_marks (b->view);

  if (marks == NULL || scope_hit_marks_n (marks) == 0)
    return;
  if (b->n_sticking > 0)
    add_some (b, marks, TRUE);
  add_some (b, marks, FALSE);
}
