/* scope-call-hiding.h: functions that bore: hidden, folded, or several of them merged, in a tree of calls and in call stacks over time.
 *
 *     hidden    a function is left out: its own time is its caller's, and so is what it calls. What has no caller stays
 *     folded    what a function calls is left out: all of that is its own
 *     merged    functions are one, which has the pattern's name; those that call each other are one node
 *
 * Whatever is left out, time stays: the total of each node is its own and that of its children, and that of the tree is what it was.
 * Over time (scope-activations.h) it is the same, and a merged function that one of its own called by another one stays a bar of its own:
 * who was on the stack then was there all the time. (A tree has a function that calls itself once, before anything is left out.)
 *
 * Only the program's functions can be left out; waiting to run and collecting stay, under whoever called.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-call-tree.h"

G_BEGIN_DECLS

typedef struct _ScopeCallHiding ScopeCallHiding;

/* What becomes of a function. */
typedef enum
{
  SCOPE_CALL_SHOWN,
  SCOPE_CALL_HIDDEN,
  SCOPE_CALL_FOLDED,
  SCOPE_CALL_MERGED,
} ScopeCallFate;

/* Each is a list of patterns with * and ?, as names must match them from begin to end, or NULL: none. A function is the first that
 * it is in: hidden, folded, merged. NULL: nothing is asked for at all. Immutable. */
ScopeCallHiding *scope_call_hiding_new (const char *const *hidden, const char *const *folded, const char *const *merged);
ScopeCallHiding *scope_call_hiding_ref (ScopeCallHiding *hiding);
void scope_call_hiding_unref (ScopeCallHiding *hiding);
/* The same for the same patterns; 0 of NULL. */
guint scope_call_hiding_digest (const ScopeCallHiding *hiding);

/* Of a function of the program's. *ret_pattern, if it is merged: with which, whose name it then has. */
ScopeCallFate scope_call_hiding_fate (const ScopeCallHiding *hiding, const char *name, guint *ret_pattern);
const char *scope_call_hiding_name (const ScopeCallHiding *hiding, guint pattern);

/* The tree without them; the same, refed, if none of it bores (`hiding` may be NULL). Takes time in proportion to its nodes. Unref it. */
ScopeCallTree *scope_call_tree_hide (ScopeCallTree *tree, const ScopeCallHiding *hiding);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallHiding, scope_call_hiding_unref)

G_END_DECLS
