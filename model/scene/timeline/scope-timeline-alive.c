/* scope-timeline-alive.c: of a group of too many threads to be added up: how many of them live, over time.
 *
 * What they do would have to be read, lane by lane, at every frame; when they live is known of each. A pixel counts those that lived in
 * any part of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-family.h"
#include "model/scene/timeline/scope-timeline-scene-private.h"

#define OPACITY .6

/* Of each pixel; the most in *ret_most. To be freed. */
static guint32 *
count_alive (ScopeTimelineBuild *b, const ScopeLaneNode *node, guint n, guint32 *ret_most)
{
  ScopeMachine *machine = scope_trace_machine (b->trace, node->family->machine);
  gint64 offset = scope_trace_offset (b->trace, machine), from = scope_viewport_x_to_time (b->viewport, 0) - offset;
  guint32 *counts = g_new (guint32, n);

  *ret_most = 0;
  for (guint x = 0; x < n; x++)
    {
      gint64 to = scope_viewport_x_to_time (b->viewport, x + 1) - offset;

      counts[x] = scope_lane_family_alive (node->family, machine, from, MAX (to, from + 1));
      *ret_most = MAX (*ret_most, counts[x]);
      from = to;
    }
  return counts;
}

gboolean
scope_timeline_counts_alive (const ScopeLaneNode *node)
{
  return node->kind == SCOPE_ROW_GROUP && node->n_sources == 0 && node->family != NULL && !node->family->large;
}

char *
scope_timeline_alive_figure (ScopeTimelineBuild *b, guint row)
{
  guint32 most;
  g_autofree guint32 *counts = count_alive (b, scope_lane_list_row (b->lanes, row), MAX ((guint) b->width, 1), &most);
  g_autofree char *text = scope_format_count (most);

  return g_strdup_printf ("≤ %s", text);
}

void
scope_timeline_add_alive (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  guint n = MAX ((guint) b->width, 1);
  guint32 most, before = 0;
  g_autofree guint32 *counts = count_alive (b, node, n, &most);
  double base = scope_timeline_bar_y (b, node) + node->bar_height;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (float));

  if (most == 0)
    return;
  for (guint x = 0; x <= n; x++)
    {
      guint32 here = x < n ? counts[x] : 0;
      float corners[4] = { (float) (b->x + x), (float) (base - before * (double) node->bar_height / most), (float) (b->x + x),
                           (float) (base - here * (double) node->bar_height / most) };

      if (here != before)
        g_array_append_vals (points, corners, 4);
      before = here;
    }
  scope_scene_polygon (b->scene, (float *) (gpointer) points->data, points->len / 2, scope_colour_alpha (b->palette->accent, OPACITY));
}
