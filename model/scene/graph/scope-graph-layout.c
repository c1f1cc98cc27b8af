/* scope-graph-layout.c: see scope-graph-layout.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/graph/scope-graph-layout.h"

G_DEFINE_INTERFACE (ScopeGraphLayout, scope_graph_layout, G_TYPE_OBJECT)

static void
scope_graph_layout_default_init (ScopeGraphLayoutInterface *iface)
{
}

void
scope_graph_layout_place_async (ScopeGraphLayout *layout, ScopeGraph *graph, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (SCOPE_IS_GRAPH_LAYOUT (layout));

  SCOPE_GRAPH_LAYOUT_GET_IFACE (layout)->place_async (layout, graph, cancellable, callback, user_data);
}

GArray *
scope_graph_layout_place_finish (ScopeGraphLayout *layout, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (SCOPE_IS_GRAPH_LAYOUT (layout), NULL);

  return SCOPE_GRAPH_LAYOUT_GET_IFACE (layout)->place_finish (layout, result, error);
}

void
scope_graph_take_places (ScopeGraph *graph, const GArray *points, double aspect)
{
  g_return_if_fail (points->len == graph->nodes->len);

  for (guint i = 0; i < points->len; i++)
    {
      ScopeGraphNode *node = scope_graph_node (graph, i);
      const ScopeGraphPoint *point = &g_array_index (points, ScopeGraphPoint, i);

      node->x = point->x;
      node->y = point->y;
      node->placed = TRUE;
    }
  if (graph->engine == SCOPE_GRAPH_SPRINGS)
    scope_graph_spread (graph, aspect);
}
