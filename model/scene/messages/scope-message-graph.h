/* scope-message-graph.h: who wrote to whom, as a graph: nodes are processes, machines or processors, edges the messages
 * between two of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/graph/scope-graph.h"

#include "model/scene/messages/scope-message-groups.h"
#include "model/trace/messages/scope-pairs.h"

G_BEGIN_DECLS

/* What of an edge's messages is drawn as its thickness, or written beside it. */
typedef enum
{
  SCOPE_FIGURE_COUNT,
  SCOPE_FIGURE_SIZE,        /* words together */
  SCOPE_FIGURE_LATENCY,     /* mean */
  SCOPE_FIGURE_LATENCY_MAX,
  SCOPE_FIGURE_NONE,
  SCOPE_N_FIGURES
} ScopeMessageFigure;

typedef struct
{
  ScopeParty by;
  ScopeMessageFigure thickness, label;
  guint64 least_count;    /* edges of fewer messages are left out; 0: none */
  guint64 least_size;     /* of fewer words together; 0: none */
  gboolean around;        /* only `lane` (process, machine, processor, or a thread's process) and whom it wrote to or
                             heard from */
  ScopeLaneId lane;
  ScopeMessageGroups *groups; /* or NULL: `pairs` are between these; borrowed */
  guint most_nodes, most_edges; /* more are not drawn; 0: SCOPE_MESSAGE_GRAPH_NODES, _EDGES */
} ScopeMessageGraphOptions;

/* Where a graph stops being one: a person sees a ball of wool. */
#define SCOPE_MESSAGE_GRAPH_NODES 1000u
#define SCOPE_MESSAGE_GRAPH_EDGES 10000u

/* What there was, and what of it is in the graph. */
typedef struct
{
  guint nodes, edges;               /* in the graph, or what would be in it */
  guint64 messages;                 /* those of its edges */
  guint all_edges;                  /* before thresholds and "around" */
  guint64 all_messages;
  gboolean too_large;               /* there is no graph: it would have more than is drawn */
} ScopeMessageGraphCounts;

/* Processes, messages by number, no thresholds. */
void scope_message_graph_options_init (ScopeMessageGraphOptions *options);
/* `pairs` as scope_pairs_read() with options->by has them; an edge's `data` is its index there. NULL if it is too large;
 * without edges it is empty. */
ScopeGraph *scope_message_graph_new (ScopeTrace *trace, const GArray *pairs, const ScopeMessageGraphOptions *options,
                                     ScopeMessageGraphCounts *ret_counts);

/* "Messages", "Words", "Mean Latency", … for people. */
const char *scope_message_figure_title (ScopeMessageFigure figure);

G_END_DECLS
