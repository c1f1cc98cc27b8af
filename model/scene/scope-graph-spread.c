/* scope-graph-spread.c: boxes that overlap are moved apart.
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

void
scope_graph_spread (ScopeGraph *graph)
{
  guint n = graph->nodes->len;
  g_autofree Box *boxes = g_new (Box, n + 1);
  guint64 checks = 0;
  gboolean moved = TRUE;

  for (guint round = 0; round < ROUNDS && moved && checks < MOST_CHECKS; round++)
    {
      moved = FALSE;
      for (guint i = 0; i < n; i++)
        {
          ScopeGraphNode *node = scope_graph_node (graph, i);

          boxes[i] = (Box) { node, node->x - node->width / 2 - GAP, i };
        }
      qsort (boxes, n, sizeof *boxes, compare_left);
      for (guint i = 0; i < n; i++)
        for (guint k = i + 1; k < n && boxes[k].left < boxes[i].node->x + boxes[i].node->width / 2; k++, checks++)
          moved |= push (boxes[i].node, boxes[k].node);
    }
}
