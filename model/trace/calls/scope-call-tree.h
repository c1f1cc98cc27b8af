/* scope-call-tree.h: who called whom, how often, and where the time went: the calling contexts of a lane, or of several
 * together, within a range.
 *
 *     main                            nodes: a function in its context; time of its own, and with what it called
 *     ├─ fib        25 calls          functions: all its contexts together
 *     │  └─ garbage_collect           edges: from a caller to a callee, all contexts together
 *     └─ cg_leaf
 *
 * Recursion is merged as Percept2 does: a function that is on the stack already goes on with its node there, so no path has a
 * function twice; its calls are counted, its time is counted once. Of every node: total = self + the totals of its children. Being
 * scheduled out and collecting garbage are nodes of the pseudo functions under the function that it happened in (they have calls:
 * how often), and are in the totals of all above. The total of a *function* is the time during which it was on the stack, in
 * whatever context: where recursion was merged, that may be more than its nodes' totals together. The same of edges.
 *
 * Calls are counted where they begin within the range; times are clipped to it. What lay on the stack when the range began
 * counts with its time, not its call. Read from sums in the index: the time it takes depends on what a
 * range's ends cut, and on the number of different contexts.
 *
 * Where no calls were traced but a profiler took samples (GHC's cost centres, trace/profile/scope-ticks.h), the tree is of these: what is
 * time above is a number of samples then, calls are 0, and `sampled` says so. It must never be shown as time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-events.h"
#include "model/trace/calls/scope-activations.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 parent;       /* index of a node, less than this one's; SCOPE_NONE: a root */
  guint32 first_child, next; /* SCOPE_NONE: none. Children in order of falling total */
  guint32 function;     /* index in `functions` */
  guint32 depth;        /* roots: 0 */
  guint64 calls;
  gint64 total, self;   /* ticks */
  gint64 suspended, collecting; /* of its total: in the pseudo functions, its own and those below */
} ScopeCallNode;

typedef enum
{
  SCOPE_CALL_FUNCTION, /* one of the program's */
  SCOPE_CALL_FUNCTION_SUSPEND,
  SCOPE_CALL_FUNCTION_COLLECT,
  SCOPE_CALL_FUNCTION_UNKNOWN,
} ScopeCallFunctionKind;

typedef struct
{
  const char *name;     /* "lists:map/2", "suspend", "garbage_collect", "unknown"; the tree's */
  const char *source;   /* where it stands: "Main.hs:(20,1)-(26,24)"; the tree's; NULL: not told, or its name says it */
  ScopeCallFunctionKind kind;
  guint64 calls;
  gint64 total, self;
} ScopeCallFunctionSum;

typedef struct
{
  guint32 caller;       /* index in `functions`; SCOPE_NONE: called by nothing that the trace shows */
  guint32 callee;
  guint64 calls;
  gint64 time;          /* during which the callee was active, called by the caller */
} ScopeCallEdge;

/* What is counted of functions: hits by ScopeHitKind, and misses of TLBs, which are marks in the trace. */
#define SCOPE_FUNCTION_TLB SCOPE_N_HITS
#define SCOPE_FUNCTION_N_HITS (SCOPE_N_HITS + 1)

/* What happened beside time. */
typedef struct
{
  guint64 insts, insts_below;                /* itself; with what it called */
  guint64 hits[SCOPE_FUNCTION_N_HITS];       /* itself, by ScopeHitKind, or SCOPE_FUNCTION_TLB */
  guint64 hits_below[SCOPE_FUNCTION_N_HITS]; /* with what it called */
  gint64 latency[SCOPE_FUNCTION_N_HITS];     /* ticks, of its own hits whose latency is known … */
  guint64 timed[SCOPE_FUNCTION_N_HITS];      /* … and how many these are */
} ScopeFunctionEvents;

/* Of a tree's nodes and functions, in their order; of a simulation, read by scope_function_sums_read(). */
typedef struct
{
  ScopeFunctionEvents *nodes, *functions; /* owned */
  guint8 *kinds;                /* of functions: ScopeFunctionKind; owned */
  ScopeFunctionEvents all;      /* of everything (insts and hits) */
  gint64 period;                /* of the cores' clock, ps; 0: not known, or several */
  gboolean has_insts, has_hits; /* whether the trace tells of them at all */
  gboolean cut;                 /* instructions are near, not exact */
} ScopeCallEvents;

/* Immutable; scope_call_tree_ref() and _unref(). */
typedef struct
{
  const ScopeCallNode *nodes;
  guint32 n_nodes;
  guint32 first_root;   /* SCOPE_NONE: no node at all. Roots are linked by `next`, in order of falling total */
  const ScopeCallFunctionSum *functions; /* in order of falling total, pseudo functions among them */
  guint32 n_functions;
  const ScopeCallEdge *edges; /* in order of falling time; pseudo functions among the callees */
  guint32 n_edges;
  gint64 total;         /* of all roots: time during which anything was on the stacks, added over the lanes */
  gint64 alive;         /* ticks that the lanes were alive in the range, added up: what shares of "life" refer to */
  guint n_lanes;        /* that have a stack */
  gboolean sampled;     /* totals, times of their own and of edges are numbers of samples; no calls are known */
  gint64 sample_ns;     /* what each of these stands for; 0: not known, or several */
  gint64 elsewhere;     /* samples beside `total` in which none of the program's code ran */
  gboolean truncated;   /* more contexts than are kept: the deepest were added to their parents */
  const ScopeCallEvents *events; /* NULL: not read, or there are none */
} ScopeCallTree;

/* Whether the lane has a stack, or samples. */
gboolean scope_call_tree_has_lane (ScopeTrace *trace, ScopeLaneId lane);
/* Whether trees of this trace are of samples. Costs nothing, any thread. */
gboolean scope_call_tree_is_sampled (ScopeTrace *trace);
/* Of these lanes together, [from, to) in trace time. n_lanes 0: of all lanes of the trace that have a stack. Same names on several machines
 * are one function. Not on the main thread. NULL with error: the index cannot be read, or it was cancelled. */
ScopeCallTree *scope_call_tree_read (ScopeTrace *trace, const ScopeLaneId *lanes, guint n_lanes, gint64 from, gint64 to,
                                     GCancellable *cancellable, GError **error);
/* For who reads them, before anybody else has the tree: takes it. */
void scope_call_tree_take_events (ScopeCallTree *tree, ScopeCallEvents *events);
ScopeCallTree *scope_call_tree_ref (ScopeCallTree *tree);
void scope_call_tree_unref (ScopeCallTree *tree);
/* The lanes of the trace that have a stack (of samples: the processors'), in order of machines and entities; freed by the caller. */
ScopeLaneId *scope_call_tree_lanes (ScopeTrace *trace, guint *ret_n);
/* Names from the root to the node, with ";" between; free with g_free(). */
char *scope_call_tree_path (const ScopeCallTree *tree, guint32 node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallTree, scope_call_tree_unref)

G_END_DECLS
