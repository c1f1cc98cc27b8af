/* scope-graph-fit.c: how large a graph is shown so that all of it is seen: its boxes, and its lines, which bend beyond them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/graph/scope-graph-curve.h"

#define MOST_STRETCH 4.0
#define MOST_EDGES 3000u /* of more, lines are not looked at: among so many none is missed */
#define PASSES 3         /* lines bend otherwise at another scale */
#define EDGE 3.0         /* pixels that stay free */

typedef struct
{
  double left, top, right, bottom;
} Extent;

static void
fit_extent (ScopeGraphViewport *viewport, const ScopeGraph *graph, const Extent *all, double width, double height, double margin,
            double most)
{
  double w = all->right - all->left, h = all->bottom - all->top;
  double across = MAX (width - 2 * MIN (margin, 0.1 * width), 1) / MAX (w, 1);
  double down = MAX (height - 2 * MIN (margin, 0.1 * height), 1) / MAX (h, 1);
  double least = MIN (across, down);

  viewport->tight = graph->engine == SCOPE_GRAPH_LEVELS;
  viewport->scale = CLAMP (least, SCOPE_GRAPH_MIN_SCALE, most);
  viewport->stretch_x = CLAMP (across / viewport->scale, 1, least < most ? MOST_STRETCH : 1);
  viewport->stretch_y = CLAMP (down / viewport->scale, 1, least < most ? MOST_STRETCH : 1);
  viewport->x = width / 2 - (all->left + w / 2) * viewport->scale * viewport->stretch_x;
  viewport->y = height / 2 - (all->top + h / 2) * viewport->scale * viewport->stretch_y;
}

static void
add_points (Extent *extent, const float *points, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      extent->left = MIN (extent->left, points[2 * i]);
      extent->right = MAX (extent->right, points[2 * i]);
      extent->top = MIN (extent->top, points[2 * i + 1]);
      extent->bottom = MAX (extent->bottom, points[2 * i + 1]);
    }
}

/* Makes room for the lines that do not fit. FALSE: all do. */
static gboolean
reach_lines (Extent *all, const ScopeGraph *graph, const ScopeGraphViewport *viewport, double width, double height)
{
  double heaviest = scope_graph_heaviest_edge (graph);
  double across = viewport->scale * viewport->stretch_x, down = viewport->scale * viewport->stretch_y;
  Extent lines = { EDGE, EDGE, width - EDGE, height - EDGE };

  for (guint i = 0; i < graph->edges->len; i++)
    {
      ScopeGraphCurve curve;

      if (!scope_graph_curve_init (&curve, graph, scope_graph_edge (graph, i), viewport, heaviest))
        continue;
      add_points (&lines, curve.points, curve.n);
      add_points (&lines, curve.arrow, 3);
    }
  all->left -= (EDGE - lines.left) / across;
  all->top -= (EDGE - lines.top) / down;
  all->right += (lines.right - (width - EDGE)) / across;
  all->bottom += (lines.bottom - (height - EDGE)) / down;
  return lines.left < EDGE || lines.top < EDGE || lines.right > width - EDGE || lines.bottom > height - EDGE;
}

void
scope_graph_viewport_fit (ScopeGraphViewport *viewport, const ScopeGraph *graph, double width, double height,
                          double margin, double most)
{
  double x, y, w, h;
  Extent all;

  if (graph->scale != NULL && height > 3 * SCOPE_GRAPH_KEY)
    height -= SCOPE_GRAPH_KEY;
  scope_graph_bounds (graph, &x, &y, &w, &h);
  all = (Extent) { x, y, x + w, y + h };
  fit_extent (viewport, graph, &all, width, height, margin, most);
  for (guint i = 0; i < PASSES && graph->edges->len <= MOST_EDGES && reach_lines (&all, graph, viewport, width, height); i++)
    fit_extent (viewport, graph, &all, width, height, margin, most);
}
