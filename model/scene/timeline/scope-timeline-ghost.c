/* scope-timeline-ghost.c: the activity of an earlier run as a line over the activity of this one.
 *
 * A line with a halo, so that it is seen over green and over nothing; from the start of both runs on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-ghost.h"
#include "model/scene/timeline/scope-timeline-scene-private.h"
#include "model/scene/view/scope-view-follow.h"

#include <math.h>

#define PIXELS 2 /* to a value */

void
scope_timeline_add_ghost (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  const ScopeGhost *ghost = scope_view_get_ghost (b->view);
  double ns = (double) b->tick_ps / 1000, bottom = scope_timeline_bar_y (b, node) + node->bar_height;
  double full = floor (node->bar_height * 3 / 4), scale = scope_viewport_scale (b->viewport) * ns;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));
  g_autofree ScopeLaneSource *sources = NULL;
  ScopeItem *item;
  guint n;

  if (ghost == NULL || !scope_view_get_show_ghost (b->view))
    return;
  sources = scope_lane_list_activity_sources (b->lanes, &n);
  for (double x = 0; x < b->width && n > 0; x += PIXELS)
    {
      double from = scope_viewport_x_to_ticks (b->viewport, x) * ns;
      double running = scope_ghost_at (ghost, from, from + PIXELS * scale);
      float point[] = { (float) (b->x + x), (float) (bottom - MIN (running / n, 1) * full) };

      if (running >= 0)
        g_array_append_vals (points, point, 2);
    }
  if (points->len < 4)
    return;
  item = scope_scene_polyline (b->scene, (const float *) (gpointer) points->data, points->len / 2, 1.5,
                               b->palette->message);
  item->halo = 3;
  item->second = b->palette->message_halo;
}
