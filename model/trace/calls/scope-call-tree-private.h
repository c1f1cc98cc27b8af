/* scope-call-tree-private.h: a tree that is made of another one's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-call-tree.h"

G_BEGIN_DECLS

/* Of `nodes` (of ScopeCallNode, parents first: parent, function, calls, self) and `functions` (of ScopeCallFunctionSum, in any order: those
 * without a node are left out), all the rest as `like`. Edges are those of nodes. `events` (or NULL), of these nodes and functions in the
 * same order, is taken. Unref it. */
ScopeCallTree *scope_call_tree_make (const ScopeCallTree *like, const GArray *nodes, const GArray *functions, ScopeCallEvents *events);

G_END_DECLS
