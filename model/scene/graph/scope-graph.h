/* scope-graph.h: what is drawn as boxes and lines: nodes, edges between them, and where the nodes lie.
 *
 * A plain table, made anew whenever the figures change; who lays it out (scope-graph-layout.h), draws it
 * (scope-graph-scene.h) or writes it as DOT knows nothing of messages or processes. A node's *key* is the same in every
 * graph of a trace: by it a node keeps its place when the range changes (ScopeGraphPlaces).
 *
 * Places are centres, in pixels at scale 1, x to the right and y downwards.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* How it is laid out. */
typedef enum
{
  SCOPE_GRAPH_SPRINGS, /* any graph: Graphviz's sfdp */
  SCOPE_GRAPH_LEVELS,  /* a tree, from parents down to children: Graphviz's dot */
} ScopeGraphEngine;

/* No layout takes more. */
#define SCOPE_GRAPH_MAX_NODES 4000u
#define SCOPE_GRAPH_MAX_EDGES 40000u

typedef struct
{
  char *key;             /* owned, as are the other texts */
  char *label;           /* drawn in it: short */
  char *detail;          /* its figures, a line each: for tooltip and <title> */
  double weight;         /* drawn as its size, against the heaviest of the graph; 0: the least size */
  guint32 group;         /* into groups, or SCOPE_NONE: nodes of a group lie together and have one colour */
  gboolean has_lane;
  ScopeLaneId lane;      /* what choosing it selects */
  gboolean missing;      /* it stands for something that the trace does not have: drawn dashed */
  double width, height;  /* of the box: set by scope_graph_add_node(), for labels of SCOPE_GRAPH_FONT pixels */
  double x, y;           /* of its centre */
  gboolean placed;       /* whether x and y are known */
  guint32 data;          /* whatever its maker knows it by */
} ScopeGraphNode;

typedef struct
{
  guint32 from, to;      /* nodes; the same: a loop */
  double weight;         /* drawn as its thickness, against the heaviest */
  char *label;           /* or NULL */
  char *detail;          /* for tooltip and <title> */
  gboolean both;         /* there is one the other way, too */
  gboolean alarm;        /* something is wrong with it (messages received before they were sent) */
  guint32 data;          /* whatever its maker knows it by */
} ScopeGraphEdge;

typedef struct
{
  gatomicrefcount refs;
  ScopeGraphEngine engine;
  gboolean sideways;     /* levels: from left to right, for those that are wide rather than deep */
  GArray *nodes;         /* ScopeGraphNode */
  GArray *edges;         /* ScopeGraphEdge */
  GPtrArray *groups;     /* titles of groups */
  char *title;           /* or NULL */
  char *scale;           /* what thickness and size mean, in words: drawn as its key; or NULL */
} ScopeGraph;

#define SCOPE_GRAPH_FONT 11.0

ScopeGraph *scope_graph_new (ScopeGraphEngine engine);
ScopeGraph *scope_graph_ref (ScopeGraph *graph);
void scope_graph_unref (ScopeGraph *graph);

/* --- building; all texts are taken --- */
guint32 scope_graph_add_group (ScopeGraph *graph, char *title);
/* Returns its index; the fields that are not asked for here may be set afterwards through scope_graph_node(). */
guint32 scope_graph_add_node (ScopeGraph *graph, char *key, char *label, char *detail, double weight);
guint32 scope_graph_add_edge (ScopeGraph *graph, guint32 from, guint32 to, double weight, char *label, char *detail);
/* When all is there: finds the edges that go both ways, sizes the boxes by weight, and turns wide trees sideways. In a tree
 * nodes come after what they are below. */
void scope_graph_finish (ScopeGraph *graph);

static inline guint
scope_graph_n_nodes (const ScopeGraph *graph)
{
  return graph->nodes->len;
}

static inline guint
scope_graph_n_edges (const ScopeGraph *graph)
{
  return graph->edges->len;
}

static inline ScopeGraphNode *
scope_graph_node (const ScopeGraph *graph, guint32 i)
{
  return &g_array_index (graph->nodes, ScopeGraphNode, i);
}

static inline ScopeGraphEdge *
scope_graph_edge (const ScopeGraph *graph, guint32 i)
{
  return &g_array_index (graph->edges, ScopeGraphEdge, i);
}

/* Node of that key, or SCOPE_NONE. */
guint32 scope_graph_find (const ScopeGraph *graph, const char *key);
/* Smallest box around all nodes that are placed, and their groups; FALSE and an empty one if none is. */
gboolean scope_graph_bounds (const ScopeGraph *graph, double *ret_x, double *ret_y, double *ret_width,
                             double *ret_height);

/* --- places --- */

typedef struct
{
  double x, y;
} ScopeGraphPoint;

/* Where nodes were, by key: what a view remembers while graphs come and go. */
typedef struct _ScopeGraphPlaces ScopeGraphPlaces;

ScopeGraphPlaces *scope_graph_places_new (void);
void scope_graph_places_free (ScopeGraphPlaces *places);
void scope_graph_places_clear (ScopeGraphPlaces *places);
/* Remembers where the graph's nodes are. */
void scope_graph_places_keep (ScopeGraphPlaces *places, const ScopeGraph *graph);
/* Puts nodes where they were; returns how many were known. */
guint scope_graph_places_apply (const ScopeGraphPlaces *places, ScopeGraph *graph);

/* Gives nodes without a place one near their group or those they have edges to, where nothing lies yet; those without any, below
 * all others. Nodes that have a place keep it. */
void scope_graph_place_rest (ScopeGraph *graph);
/* Without Graphviz: a circle (springs; a grid for very many), or rows by depth (levels). Places all nodes. */
void scope_graph_place_plainly (ScopeGraph *graph);
/* Scales the places of points to what boxes and words between them need, as near to `aspect` (width to height; 0: as it
 * is) as is good, and moves boxes apart that overlap. Nodes of a group come to lie in a box of their own. */
void scope_graph_spread (ScopeGraph *graph, double aspect);

/* As Graphviz's language, with places (to be drawn by `neato -n`) where they are known. */
GString *scope_graph_write_dot (const ScopeGraph *graph);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeGraph, scope_graph_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeGraphPlaces, scope_graph_places_free)

G_END_DECLS
