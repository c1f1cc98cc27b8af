/* scope-graph-spread.c: from places of points to places of boxes: scaled, and those that overlap moved apart.
 *
 * sfdp places points; Graphviz's own removal of overlaps needs a library that not everyone builds it with. Each round
 * sweeps from left to right, pushing apart what overlaps along the way that is shorter; a few dozen rounds do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-graph.h"

#include <math.h>

#define GAP 14.0
#define ROUNDS 60
#define MOST_CHECKS 20000000u /* of pairs in all: then it is left as it is */

typedef struct
{
  ScopeGraphNode *node;
  double left;
  guint index;
} Box;

static int
compare_left (gconstpointer a, gconstpointer b)
{
  const Box *one = a, *other = b;

  if (one->left != other->left)
    return one->left < other->left ? -1 : 1;
  return (one->index > other->index) - (one->index < other->index);
}

/* How far two boxes would have to go apart along an axis; negative: they are apart. */
static double
overlap (double a, double a_size, double b, double b_size)
{
  return (a_size + b_size) / 2 + GAP - fabs (a - b);
}

static gboolean
push (ScopeGraphNode *a, ScopeGraphNode *b)
{
  double dx = overlap (a->x, a->width, b->x, b->width), dy = overlap (a->y, a->height, b->y, b->height);
  double step;

  if (dx <= 0.01 || dy <= 0.01)
    return FALSE;
  if (dx < dy)
    {
      step = (a->x <= b->x ? dx : -dx) / 2;
      a->x -= step;
      b->x += step;
    }
  else
    {
      step = (a->y <= b->y ? dy : -dy) / 2;
      a->y -= step;
      b->y += step;
    }
  return TRUE;
}

/* --- scale --- */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

/* How far the middle one of all nodes is from the one next to it. */
static double
usual_distance (const ScopeGraph *graph)
{
  guint n = graph->nodes->len;
  g_autofree double *nearest = g_new (double, n + 1);

  for (guint i = 0; i < n; i++)
    nearest[i] = INFINITY;
  for (guint i = 0; i < n; i++)
    for (guint k = i + 1; k < n; k++)
      {
        const ScopeGraphNode *a = scope_graph_node (graph, i), *b = scope_graph_node (graph, k);
        double distance = hypot (a->x - b->x, a->y - b->y);

        nearest[i] = MIN (nearest[i], distance);
        nearest[k] = MIN (nearest[k], distance);
      }
  qsort (nearest, n, sizeof *nearest, compare_doubles);
  return nearest[n / 2];
}

/* Springs know no sizes: as far apart as boxes and words between them need. */
static void
scale_to_boxes (ScopeGraph *graph)
{
  guint n = graph->nodes->len;
  double width = 0, usual = n > 1 ? usual_distance (graph) : 0, factor;

  if (!(usual > 0) || !isfinite (usual))
    return;
  for (guint i = 0; i < n; i++)
    width += scope_graph_node (graph, i)->width / n;
  factor = (width + (n <= 12 ? 110 : n <= 40 ? 80 : 45)) / usual;
  for (guint i = 0; i < n; i++)
    {
      ScopeGraphNode *node = scope_graph_node (graph, i);

      node->x *= factor;
      node->y *= factor;
    }
}

/* As wide against high as what it is shown in, within reason; nothing larger in area. */
static void
shape_to (ScopeGraph *graph, double aspect)
{
  double x, y, width, height, factor;

  if (!(aspect > 0) || !scope_graph_bounds (graph, &x, &y, &width, &height) || width <= 0 || height <= 0)
    return;
  factor = CLAMP (sqrt (aspect * height / width), 0.6, 1.8);
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      ScopeGraphNode *node = scope_graph_node (graph, i);

      node->x *= factor;
      node->y /= factor;
    }
}

/* --- apart --- */

static gboolean
sweep (ScopeGraph *graph, Box *boxes, guint64 *checks)
{
  guint n = graph->nodes->len;
  gboolean moved = FALSE;

  for (guint i = 0; i < n; i++)
    {
      ScopeGraphNode *node = scope_graph_node (graph, i);

      boxes[i] = (Box) { node, node->x - node->width / 2 - GAP, i };
    }
  qsort (boxes, n, sizeof *boxes, compare_left);
  for (guint i = 0; i < n; i++)
    for (guint k = i + 1; k < n && boxes[k].left < boxes[i].node->x + boxes[i].node->width / 2; k++, ++*checks)
      moved |= push (boxes[i].node, boxes[k].node);
  return moved;
}

void
scope_graph_spread (ScopeGraph *graph, double aspect)
{
  g_autofree Box *boxes = g_new (Box, graph->nodes->len + 1);
  guint64 checks = 0;
  gboolean moved = TRUE;

  scale_to_boxes (graph);
  shape_to (graph, aspect);
  for (guint round = 0; round < ROUNDS && moved && checks < MOST_CHECKS; round++)
    moved = sweep (graph, boxes, &checks);
}
