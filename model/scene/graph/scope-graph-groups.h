/* scope-graph-groups.h: the boxes around nodes that belong together, and how they come to lie beside each other.
 *
 * Only springs have them: in a tree they would lie across each other. A node that is alone in its group, and has its title, needs none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph.h"

G_BEGIN_DECLS

#define SCOPE_GRAPH_GROUP_FONT 12.0
#define SCOPE_GRAPH_GROUP_TITLE 18.0 /* at its upper edge, above its nodes */

/* In units of places, as all here. */
typedef struct
{
  guint members;              /* that are placed; 0: it is not drawn, and the others mean nothing */
  double x, y, width, height; /* top left */
} ScopeGraphGroupBox;

/* One of each group; NULL if none is drawn. */
ScopeGraphGroupBox *scope_graph_group_boxes (const ScopeGraph *graph);
/* Larger by what lies around a node of it. */
void scope_graph_group_box_add (ScopeGraphGroupBox *box, const ScopeGraph *graph, const ScopeGraphNode *node);
/* Two groups lie so near each other that it cannot be told whose what is. */
gboolean scope_graph_group_boxes_meet (const ScopeGraphGroupBox *a, const ScopeGraphGroupBox *b);

/* Brings the nodes of each group together, turned to those they have edges to, and the groups apart, in as much room as their boxes
 * and words between them need, near to `aspect`. All nodes are placed. FALSE: there are no groups, and nothing is done. */
gboolean scope_graph_part_groups (ScopeGraph *graph, double aspect);

G_END_DECLS
