/* scope-graph-view.h: a graph to look at and to move about: pans, zooms, drags nodes, says what lies under the pointer.
 *
 * Nodes keep their places when another graph comes (ScopeGraphPlaces): only a graph of which little is known is laid out
 * anew, by the ScopeGraphLayout given, off this process; until that is there, or if it fails, plainly.
 *
 * Keys: Tab and Shift+Tab through the nodes, arrows to the next one that way, . and , through a node's edges, Enter chooses;
 * + and − zoom, 0 or F fits, Shift+arrows pan.
 *
 * Signals:
 *   "node-activated" (view, guint node, user_data), "edge-activated" (view, guint edge, user_data): clicked, or Enter.
 *   "state-changed" (view, user_data): laying out began or ended, or its message is another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph-layout.h"
#include "model/scene/graph/scope-graph-scene.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_GRAPH_VIEW (scope_graph_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeGraphView, scope_graph_view, SCOPE, GRAPH_VIEW, GtkWidget)

/* `name`: what it is, for assistive technology. */
GtkWidget *scope_graph_view_new (const char *name);
/* Whose layout it uses; NULL: plain ones. */
void scope_graph_view_set_layout (ScopeGraphView *self, ScopeGraphLayout *layout);
/* Shows it; refs it, and gives its nodes places. NULL: nothing. */
void scope_graph_view_set_graph (ScopeGraphView *self, ScopeGraph *graph);
/* The same of a part of `whole` (or NULL), whose other nodes come and go with the range: if little is known, that is laid
 * out. */
void scope_graph_view_set_graph_within (ScopeGraphView *self, ScopeGraph *graph, ScopeGraph *whole);
ScopeGraph *scope_graph_view_get_graph (ScopeGraphView *self);
/* Other colours. */
void scope_graph_view_set_palette (ScopeGraphView *self, ScopePaletteKind palette);
/* Forgets where nodes were: the next graph is another matter. */
void scope_graph_view_forget_places (ScopeGraphView *self);
/* Lays the graph out anew, what was dragged included. */
void scope_graph_view_arrange (ScopeGraphView *self);
/* Stops laying out; the plain layout stays. */
void scope_graph_view_cancel (ScopeGraphView *self);
gboolean scope_graph_view_is_arranging (ScopeGraphView *self);
/* Why it is laid out plainly, or NULL. */
const char *scope_graph_view_get_trouble (ScopeGraphView *self);
/* Zooms and pans so that all of it is seen. */
void scope_graph_view_fit (ScopeGraphView *self);
void scope_graph_view_zoom (ScopeGraphView *self, double factor);
/* Outlined, as what is selected elsewhere. SCOPE_NONE: none. */
void scope_graph_view_choose_node (ScopeGraphView *self, guint32 node);
void scope_graph_view_choose_edge (ScopeGraphView *self, guint32 edge);

G_END_DECLS
