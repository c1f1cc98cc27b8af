/* scope-function-sums.h: what functions cost beside their time: instructions, misses, barriers, … of each function and of each calling context, of
 * the same lanes and the same range as a call tree (scope-call-tree.h).
 *
 *     function    calls  total  itself | instructions        l1d          l2        …
 *                                      | itself  with below  itself, …            itself: it was the uppermost on the stack
 *     walk           12   40 ns  12 ns |     90         310      4   9    1   2      with below: it was anywhere on the stack, once each
 *
 * An event belongs to the range by its own time, and to the stack that stood when the instruction began that it is charged to (column
 * `pc_time`); what is "itself" is what its own row says. Instructions come as stretches of one activation (table `seqs`): one that the range
 * cuts gives as many as its part of the stretch's time, rounded; `cut` says so.
 *
 * A trace without these tables (Erlang's) has the tree's figures and zeros. Reads rows of the tables and of the stacks within the
 * range: some tenths of a second for millions of them. Off the main thread, cancellable.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-call-tree.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeCallFunctionSum sum;  /* as in the tree; what is not in it (an event whose instruction began before the range) has only a name */
  guint kind;                /* ScopeFunctionKind (scope-function-kind.h) */
  ScopeFunctionEvents events;
} ScopeFunctionFigures;

/* Immutable; scope_function_sums_ref() and _unref(). */
typedef struct
{
  ScopeCallTree *tree;
  const ScopeFunctionFigures *functions; /* the first tree->n_functions in its order, others behind them */
  guint32 n_functions;
  const ScopeFunctionEvents *nodes;      /* of the tree's nodes: what happened in that context (recursion merged as there); what lies above the
                                          * contexts that are kept is the last one's */
  ScopeFunctionEvents all;               /* of everything (insts and hits; the others 0) */
  gboolean has_insts, has_hits;          /* whether the trace tells of them at all */
  gboolean cut;                          /* the range cut a stretch of instructions: their numbers are near, not exact */
} ScopeFunctionSums;

/* Arguments as scope_call_tree_read(). NULL with error. The tree has the events, too (ScopeCallEvents): it can be kept
 * without the sums. */
ScopeFunctionSums *scope_function_sums_read (ScopeTrace *trace, const ScopeLaneId *lanes, guint n_lanes, gint64 from, gint64 to,
                                             GCancellable *cancellable, GError **error);
void scope_function_sums_free (ScopeFunctionSums *sums);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeFunctionSums, scope_function_sums_free)

G_END_DECLS
