/* scope-graph-layer.h: the edges of a large graph as one picture, drawn on a thread of its own.
 *
 * Thousands of curves take longer than a frame may. They are drawn aside; every frame shows the picture that there is, moved
 * and stretched to where the view is now, until the exact one is ready.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph-scene.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _ScopeGraphLayer ScopeGraphLayer;

/* Borrows the widget, which is drawn again when a picture is ready. */
ScopeGraphLayer *scope_graph_layer_new (GtkWidget *widget);
void scope_graph_layer_free (ScopeGraphLayer *layer);
/* Forgets the picture. */
void scope_graph_layer_clear (ScopeGraphLayer *layer);
/* Asks for the graph's edges as the options have them, unless that is there or under way; `serial` is another one whenever
 * something else of the graph has changed. Draws what there is. */
void scope_graph_layer_draw (ScopeGraphLayer *layer, GtkSnapshot *snapshot, const ScopeGraph *graph,
                             const ScopeGraphOptions *options, guint serial);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeGraphLayer, scope_graph_layer_free)

G_END_DECLS
