/* scope-graph-curve.h: where an edge runs, in pixels: what is drawn, labelled and hit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph-scene.h"

G_BEGIN_DECLS

#define SCOPE_GRAPH_CURVE_POINTS 16u

typedef struct
{
  float points[2 * SCOPE_GRAPH_CURVE_POINTS]; /* from the sender's box to the arrow's base */
  guint n;
  float arrow[6];     /* its three corners, the tip first */
  double width;       /* of the line */
} ScopeGraphCurve;

/* What widths are measured against: found once for a picture. */
double scope_graph_heaviest_edge (const ScopeGraph *graph);
/* FALSE if an end has no place, or nothing of it lies between the boxes. */
gboolean scope_graph_curve_init (ScopeGraphCurve *curve, const ScopeGraph *graph, const ScopeGraphEdge *edge,
                                 const ScopeGraphViewport *viewport, double heaviest);
/* FALSE: it does not come within `margin` of that point. Quick. */
gboolean scope_graph_curve_may_touch (const ScopeGraph *graph, const ScopeGraphEdge *edge, const ScopeGraphViewport *viewport,
                                      double x, double y, double margin);
/* The point at `t` of its length, 0 to 1. */
void scope_graph_curve_at (const ScopeGraphCurve *curve, double t, double *ret_x, double *ret_y);
/* Distance of a point from it. */
double scope_graph_curve_distance (const ScopeGraphCurve *curve, double x, double y);

/* Pixels to a unit of a node's size: from afar boxes shrink less than what lies between them, unless they are tight. */
double scope_graph_node_scale (const ScopeGraphViewport *viewport);

/* The node's box in pixels. */
typedef struct
{
  double x, y, width, height; /* top left */
} ScopeGraphBox;

ScopeGraphBox scope_graph_node_box (const ScopeGraphNode *node, const ScopeGraphViewport *viewport);

G_END_DECLS
