/* scope-graph-spread.c: from places of points to places of boxes: scaled, and those that overlap moved apart.
 *
 * sfdp places points; Graphviz's own removal of overlaps needs a library that not everyone builds it with. Each round
 * sweeps from left to right, pushing apart what overlaps along the way that is shorter; a few dozen rounds do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/graph/scope-graph-spread.h"

#include "model/base/scope-compare.h"
#include "model/scene/graph/scope-graph-groups.h"

#include <math.h>

#define GAP 14.0
#define FEW 12u
#define ROUNDS 60
#define MOST_SCALED 1000.0 /* what lies on one point is moved apart, not scaled */
#define MOST_CHECKS 20000000u /* of pairs in all: then it is left as it is */

typedef struct
{
  ScopeGraphNode *node;
  double left;
  guint index;
} Box;

SCOPE_COMPARE_BY (compare_left, Box, SCOPE_UP (left) SCOPE_UP (index))

/* How far two boxes would have to go apart along an axis; negative: they are apart. */
static double
overlap (double a, double a_size, double b, double b_size, double gap)
{
  return (a_size + b_size) / 2 + gap - fabs (a - b);
}

static gboolean
push (ScopeGraphNode *a, ScopeGraphNode *b, double gap)
{
  double dx = overlap (a->x, a->width, b->x, b->width, gap), dy = overlap (a->y, a->height, b->y, b->height, gap);
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

SCOPE_COMPARE_NUMBERS (compare_doubles, double)

/* How far the middle one of all is from the one next to it. */
static double
usual_distance (ScopeGraphNode **nodes, guint n)
{
  g_autofree double *nearest = g_new (double, n + 1);

  for (guint i = 0; i < n; i++)
    nearest[i] = INFINITY;
  for (guint i = 0; i < n; i++)
    for (guint k = i + 1; k < n; k++)
      {
        double distance = hypot (nodes[i]->x - nodes[k]->x, nodes[i]->y - nodes[k]->y);

        nearest[i] = MIN (nearest[i], distance);
        nearest[k] = MIN (nearest[k], distance);
      }
  qsort (nearest, n, sizeof *nearest, compare_doubles);
  return nearest[n / 2];
}

void
scope_graph_scale_to_boxes (ScopeGraphNode **nodes, guint n, double gap)
{
  double width = 0, usual = n > 1 ? usual_distance (nodes, n) : 0, factor;

  if (!(usual > 0) || !isfinite (usual))
    return;
  for (guint i = 0; i < n; i++)
    width += nodes[i]->width / n;
  factor = MIN ((width + gap) / usual, MOST_SCALED);
  for (guint i = 0; i < n; i++)
    {
      nodes[i]->x *= factor;
      nodes[i]->y *= factor;
    }
}

void
scope_graph_shape_to (ScopeGraphNode **nodes, guint n, double aspect)
{
  double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY, factor;

  for (guint i = 0; i < n; i++)
    {
      left = MIN (left, nodes[i]->x - nodes[i]->width / 2);
      right = MAX (right, nodes[i]->x + nodes[i]->width / 2);
      top = MIN (top, nodes[i]->y - nodes[i]->height / 2);
      bottom = MAX (bottom, nodes[i]->y + nodes[i]->height / 2);
    }
  if (!(aspect > 0) || !(right > left) || !(bottom > top))
    return;
  factor = CLAMP (sqrt (aspect * (bottom - top) / (right - left)), 0.6, 1.8);
  for (guint i = 0; i < n; i++)
    {
      nodes[i]->x *= factor;
      nodes[i]->y /= factor;
    }
}

/* --- apart --- */

static gboolean
sweep (ScopeGraphNode **nodes, guint n, double gap, Box *boxes, guint64 *checks)
{
  gboolean moved = FALSE;

  for (guint i = 0; i < n; i++)
    boxes[i] = (Box) { nodes[i], nodes[i]->x - nodes[i]->width / 2 - gap, i };
  qsort (boxes, n, sizeof *boxes, compare_left);
  for (guint i = 0; i < n; i++)
    for (guint k = i + 1; k < n && boxes[k].left < boxes[i].node->x + boxes[i].node->width / 2; k++, ++*checks)
      moved |= push (boxes[i].node, boxes[k].node, gap);
  return moved;
}

gboolean
scope_graph_push_apart (ScopeGraphNode **nodes, guint n, double gap)
{
  g_autofree Box *boxes = g_new (Box, n + 1);
  guint64 checks = 0;
  gboolean moved = TRUE;

  for (guint round = 0; round < ROUNDS && moved && checks < MOST_CHECKS; round++)
    moved = sweep (nodes, n, gap, boxes, &checks);
  return !moved;
}

/* Springs know no sizes: as far apart as boxes and words between them need. */
void
scope_graph_spread (ScopeGraph *graph, double aspect)
{
  guint n = graph->nodes->len;
  double gap = n <= FEW ? 110 : n <= 40 ? 80 : 45;
  g_autofree ScopeGraphNode **nodes = g_new (ScopeGraphNode *, n + 1);

  if (scope_graph_part_groups (graph, aspect))
    return;
  for (guint i = 0; i < n; i++)
    nodes[i] = scope_graph_node (graph, i);
  scope_graph_scale_to_boxes (nodes, n, gap);
  scope_graph_shape_to (nodes, n, aspect);
  /* A few that lie beside each other were pressed together by that: arrows between them need their length, and words on them. */
  if (n <= FEW)
    scope_graph_scale_to_boxes (nodes, n, gap);
  scope_graph_push_apart (nodes, n, GAP);
}
