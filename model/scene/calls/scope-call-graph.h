/* scope-call-graph.h: which function called which, as a graph: a node is a function in all its contexts, with the share of the
 * lanes' life during which it was on the stack; an edge says how often one called the other; a loop is recursion.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph.h"

#include "model/trace/calls/scope-call-tree.h"

G_BEGIN_DECLS

/* A person sees a ball of wool in more. */
#define SCOPE_CALL_GRAPH_NODES 300u

typedef struct
{
  double least_share;  /* functions that were on the stack for less of the life are left out: 0 to 1 */
  gboolean with_pseudo; /* suspended and collecting, too */
} ScopeCallGraphOptions;

typedef struct
{
  guint32 nodes, edges; /* in the graph */
  guint32 all_nodes;    /* before the threshold */
  double needed;        /* if there are more than SCOPE_CALL_GRAPH_NODES: the share that the last one drawn has; else 0 */
} ScopeCallGraphCounts;

/* The node's `data` is the index of its function in the tree, an edge's that of its edge. Without functions it is empty. Free with
 * scope_graph_unref(). */
ScopeGraph *scope_call_graph_new (const ScopeCallTree *tree, gint64 tick_ps, const ScopeCallGraphOptions *options,
                                  ScopeCallGraphCounts *ret_counts);

G_END_DECLS
