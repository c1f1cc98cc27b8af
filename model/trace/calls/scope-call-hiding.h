/* scope-call-hiding.h: functions that bore: hidden, folded, or several of them merged, in a tree of calls.
 *
 *     hidden    a function is left out: its own time is its caller's, and so is what it calls. What has no caller stays
 *     folded    what a function calls is left out: all of that is its own
 *     merged    functions are one, which has the pattern's name; those that call each other are one node
 *
 * Whatever is left out, time stays: the total of each node is its own and that of its children, and that of the tree is what it was.
 * Only the program's functions can be left out; waiting to run and collecting stay, under whoever called.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-call-tree.h"

G_BEGIN_DECLS

typedef struct _ScopeCallHiding ScopeCallHiding;

/* Each is a list of patterns with * and ?, as names must match them from begin to end, or NULL: none. A function is the first that
 * it is in: hidden, folded, merged. NULL: nothing is asked for at all. Immutable. */
ScopeCallHiding *scope_call_hiding_new (const char *const *hidden, const char *const *folded, const char *const *merged);
ScopeCallHiding *scope_call_hiding_ref (ScopeCallHiding *hiding);
void scope_call_hiding_unref (ScopeCallHiding *hiding);

/* The tree without them; the same, refed, if none of it bores (`hiding` may be NULL). Takes time in proportion to its nodes. Unref it. */
ScopeCallTree *scope_call_tree_hide (ScopeCallTree *tree, const ScopeCallHiding *hiding);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallHiding, scope_call_hiding_unref)

G_END_DECLS
