/* scope-graph-layout.h: the seam to whoever can lay out a graph. In the program that is a child process around Graphviz
 * (io/export/scope-graphviz.h), which neither widgets nor model know of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_GRAPH_LAYOUT (scope_graph_layout_get_type ())
G_DECLARE_INTERFACE (ScopeGraphLayout, scope_graph_layout, SCOPE, GRAPH_LAYOUT, GObject)

struct _ScopeGraphLayoutInterface
{
  GTypeInterface parent;

  void (*place_async) (ScopeGraphLayout *layout, ScopeGraph *graph, GCancellable *cancellable,
                       GAsyncReadyCallback callback, gpointer user_data);
  GArray *(*place_finish) (ScopeGraphLayout *layout, GAsyncResult *result, GError **error);
};

/* Where the graph's nodes would lie best: reads the graph before it returns, and does not change it. The callback comes
 * on the thread's main context. */
void scope_graph_layout_place_async (ScopeGraphLayout *layout, ScopeGraph *graph, GCancellable *cancellable,
                                     GAsyncReadyCallback callback, gpointer user_data);
/* ScopeGraphPoint of each node. NULL with error: cancelled (G_IO_ERROR_CANCELLED), took too long (_TIMED_OUT), cannot be
 * laid out here (_NOT_SUPPORTED), or what else went wrong, in words for people. */
GArray *scope_graph_layout_place_finish (ScopeGraphLayout *layout, GAsyncResult *result, GError **error);

/* Gives the nodes those places; with springs, as scope_graph_spread() makes of them. */
void scope_graph_take_places (ScopeGraph *graph, const GArray *points, double aspect);

G_END_DECLS
