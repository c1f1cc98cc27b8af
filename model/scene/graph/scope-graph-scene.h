/* scope-graph-scene.h: a graph as a display list: the same on the screen, in PNG, SVG and PDF; and what lies under the
 * pointer.
 *
 * Edges are curves that bend to the right of where they go, so that there and back are two lines; a loop stands on its
 * node. Labels of edges are put where nothing else is, the heaviest first; what finds no room is left to the tooltip.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph.h"
#include "model/scene/draw/scope-scene.h"

G_BEGIN_DECLS

/* What of it; only the whole has a ground. */
typedef enum
{
  SCOPE_GRAPH_PART_EDGES = 1 << 0, /* groups and edges */
  SCOPE_GRAPH_PART_NODES = 1 << 1, /* nodes and labels */
  SCOPE_GRAPH_PART_KEY = 1 << 2,   /* what thickness and size mean */
  SCOPE_GRAPH_PART_ALL = 7,
} ScopeGraphParts;

/* Pixel = origin + scale × stretch × place. */
typedef struct
{
  double x, y;  /* pixel of place (0, 0) */
  double scale; /* pixels per unit */
  double stretch_x, stretch_y; /* at least 1: distances, not boxes, fill a view that is wide or high */
  gboolean tight; /* boxes lie close in rows: they shrink as all else does; otherwise less, so that they can be read */
} ScopeGraphViewport;

#define SCOPE_GRAPH_MIN_SCALE 0.02
#define SCOPE_GRAPH_MAX_SCALE 8.0

typedef struct
{
  double width, height;      /* of the picture */
  ScopeGraphViewport viewport;
  const ScopePalette *palette;
  ScopeGraphParts parts;
  double font_size;          /* 0: SCOPE_GRAPH_FONT */
  gboolean titles;           /* a group with a title for each node and edge: for SVG */
  /* SCOPE_NONE: none. A node or edge that is looked at stands out with its neighbours, all else is dimmed. */
  guint32 looked_node, looked_edge;
  guint32 chosen_node, chosen_edge; /* outlined */
  guint32 focus_node;               /* of the keyboard: a ring */
} ScopeGraphOptions;

/* All of it, nothing looked at, the viewport at scale 1. */
void scope_graph_options_init (ScopeGraphOptions *options, double width, double height, const ScopePalette *palette);
static inline double
scope_graph_viewport_x (const ScopeGraphViewport *viewport, double x)
{
  return viewport->x + x * viewport->scale * viewport->stretch_x;
}

static inline double
scope_graph_viewport_y (const ScopeGraphViewport *viewport, double y)
{
  return viewport->y + y * viewport->scale * viewport->stretch_y;
}

/* Pixels at the lower edge in which stands what sizes mean (ScopeGraph's scale), if there is room for both. */
#define SCOPE_GRAPH_KEY 24
/* The viewport with which the whole graph fits with at most `margin` pixels around, at `most` pixels per unit or less. */
void scope_graph_viewport_fit (ScopeGraphViewport *viewport, const ScopeGraph *graph, double width, double height,
                               double margin, double most);
/* Zooms so that (x, y) stays where it is. */
void scope_graph_viewport_zoom (ScopeGraphViewport *viewport, double x, double y, double factor);

/* Nodes without a place are left out. */
ScopeScene *scope_graph_scene_build (const ScopeGraph *graph, const ScopeGraphOptions *options);

/* What is at pixel (x, y): index or SCOPE_NONE. Nodes lie over edges; an edge is hit within some pixels. */
guint32 scope_graph_hit_node (const ScopeGraph *graph, const ScopeGraphOptions *options, double x, double y);
guint32 scope_graph_hit_edge (const ScopeGraph *graph, const ScopeGraphOptions *options, double x, double y);

G_END_DECLS
