/* scope-graph.c: see scope-graph.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/graph/scope-graph.h"

#include "model/base/scope-ref.h"
#include "model/scene/graph/scope-graph-groups.h"
#include "model/scene/draw/scope-scene.h"

#include <math.h>

#define LEAST_WIDTH 30.0
#define HEIGHT 22.0
#define LARGEST 2.5 /* times the least, for the heaviest */
#define WIDE 12u    /* more than so many on one level of a tree are read better one below the other */

/* --- life --- */

static void
clear_node (gpointer data)
{
  ScopeGraphNode *node = data;

  g_free (node->key);
  g_free (node->label);
  g_free (node->detail);
}

static void
clear_edge (gpointer data)
{
  ScopeGraphEdge *edge = data;

  g_free (edge->label);
  g_free (edge->detail);
}

ScopeGraph *
scope_graph_new (ScopeGraphEngine engine)
{
  ScopeGraph *graph = g_new0 (ScopeGraph, 1);

  g_atomic_ref_count_init (&graph->refs);
  graph->engine = engine;
  graph->nodes = g_array_new (FALSE, TRUE, sizeof (ScopeGraphNode));
  graph->edges = g_array_new (FALSE, TRUE, sizeof (ScopeGraphEdge));
  g_array_set_clear_func (graph->nodes, clear_node);
  g_array_set_clear_func (graph->edges, clear_edge);
  graph->groups = g_ptr_array_new_with_free_func (g_free);
  return graph;
}

static void
graph_free (ScopeGraph *graph)
{
  g_array_unref (graph->nodes);
  g_array_unref (graph->edges);
  g_ptr_array_unref (graph->groups);
  g_free (graph->title);
  g_free (graph->scale);
  g_free (graph);
}

SCOPE_DEFINE_REF (ScopeGraph, scope_graph, object->refs, graph_free)

/* --- building --- */

guint32
scope_graph_add_group (ScopeGraph *graph, char *title)
{
  g_ptr_array_add (graph->groups, title);
  return graph->groups->len - 1;
}

guint32
scope_graph_add_node (ScopeGraph *graph, char *key, char *label, char *detail, double weight)
{
  ScopeGraphNode node = { .key = key, .label = label, .detail = detail, .weight = MAX (weight, 0), .group = SCOPE_NONE };

  g_assert (key != NULL && label != NULL);
  node.width = MAX (scope_text_width (label, SCOPE_GRAPH_FONT) + 14, LEAST_WIDTH);
  node.height = HEIGHT;
  g_array_append_val (graph->nodes, node);
  return graph->nodes->len - 1;
}

guint32
scope_graph_add_edge (ScopeGraph *graph, guint32 from, guint32 to, double weight, char *label, char *detail)
{
  ScopeGraphEdge edge = { .from = from, .to = to, .weight = MAX (weight, 0), .label = label, .detail = detail };

  g_assert (from < graph->nodes->len && to < graph->nodes->len);
  g_array_append_val (graph->edges, edge);
  return graph->edges->len - 1;
}

static guint64
ends (guint32 from, guint32 to)
{
  return (guint64) from << 32 | to;
}

static void
find_opposites (ScopeGraph *graph)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree guint64 *keys = g_new (guint64, graph->edges->len + 1);

  for (guint i = 0; i < graph->edges->len; i++)
    {
      const ScopeGraphEdge *edge = scope_graph_edge (graph, i);

      keys[i] = ends (edge->from, edge->to);
      g_hash_table_add (seen, &keys[i]);
    }
  for (guint i = 0; i < graph->edges->len; i++)
    {
      ScopeGraphEdge *edge = scope_graph_edge (graph, i);
      guint64 back = ends (edge->to, edge->from);

      edge->both = edge->from != edge->to && g_hash_table_contains (seen, &back);
    }
}

/* Whether it is better read from left to right. */
static gboolean
is_wide (const ScopeGraph *graph)
{
  g_autofree guint *depth = g_new0 (guint, graph->nodes->len + 1);
  g_autofree guint *width = g_new0 (guint, graph->nodes->len + 1);
  guint widest = 0;

  for (guint i = 0; i < graph->edges->len; i++)
    {
      const ScopeGraphEdge *edge = scope_graph_edge (graph, i);

      if (edge->from < edge->to)
        depth[edge->to] = depth[edge->from] + 1;
    }
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      width[depth[i]]++;
      widest = MAX (widest, width[depth[i]]);
    }
  return widest > WIDE;
}

void
scope_graph_finish (ScopeGraph *graph)
{
  double heaviest = 0;

  find_opposites (graph);
  graph->sideways = graph->engine == SCOPE_GRAPH_LEVELS && is_wide (graph);
  for (guint i = 0; i < graph->nodes->len; i++)
    heaviest = MAX (heaviest, scope_graph_node (graph, i)->weight);
  if (!(heaviest > 0))
    return;
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      ScopeGraphNode *node = scope_graph_node (graph, i);
      double factor = 1 + (LARGEST - 1) * sqrt (node->weight / heaviest);

      node->width = MAX (scope_text_width (node->label, SCOPE_GRAPH_FONT) + 14, LEAST_WIDTH) * factor;
      node->height = HEIGHT * factor;
    }
}

/* --- asking --- */

guint32
scope_graph_find (const ScopeGraph *graph, const char *key)
{
  for (guint i = 0; i < graph->nodes->len; i++)
    if (g_str_equal (scope_graph_node (graph, i)->key, key))
      return i;
  return SCOPE_NONE;
}

gboolean
scope_graph_bounds (const ScopeGraph *graph, double *ret_x, double *ret_y, double *ret_width, double *ret_height)
{
  double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
  g_autofree ScopeGraphGroupBox *boxes = scope_graph_group_boxes (graph);

  for (guint g = 0; boxes != NULL && g < graph->groups->len; g++)
    if (boxes[g].members > 0)
      {
        left = MIN (left, boxes[g].x);
        right = MAX (right, boxes[g].x + boxes[g].width);
        top = MIN (top, boxes[g].y);
        bottom = MAX (bottom, boxes[g].y + boxes[g].height);
      }
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const ScopeGraphNode *node = scope_graph_node (graph, i);

      if (!node->placed)
        continue;
      left = MIN (left, node->x - node->width / 2);
      right = MAX (right, node->x + node->width / 2);
      top = MIN (top, node->y - node->height / 2);
      bottom = MAX (bottom, node->y + node->height / 2);
    }
  if (left > right)
    {
      *ret_x = *ret_y = *ret_width = *ret_height = 0;
      return FALSE;
    }
  *ret_x = left;
  *ret_y = top;
  *ret_width = right - left;
  *ret_height = bottom - top;
  return TRUE;
}
