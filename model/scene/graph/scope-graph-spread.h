/* scope-graph-spread.h: boxes that are to lie apart, whatever they are: nodes, or groups of them. Private to the files of graphs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph.h"

G_BEGIN_DECLS

/* Scales places so that the usual distance to the next one is the usual width and a gap. */
void scope_graph_scale_to_boxes (ScopeGraphNode **nodes, guint n, double gap);
/* As wide against high as what it is shown in, within reason; nothing larger in area. 0: as it is. */
void scope_graph_shape_to (ScopeGraphNode **nodes, guint n, double aspect);
/* Moves apart what overlaps, or is nearer than the gap. FALSE: some still do, after many rounds. */
gboolean scope_graph_push_apart (ScopeGraphNode **nodes, guint n, double gap);

G_END_DECLS
