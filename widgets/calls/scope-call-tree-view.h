/* scope-call-tree-view.h: calling contexts as a table that unfolds: sorted among siblings by a click on a title, copied as text
 * (Ctrl+C), saved as CSV.
 *
 * Its rows are nodes of the tree.
 *
 * Signal "function-chosen" (view, const char *name): one row was chosen.
 * Actions: call-tree.copy (the rows selected, or all that are unfolded), call-tree.save (all contexts, asks where), call-tree.sort
 * (by the column of that number; again: the other way round), call-tree.unfold (all below the selected row).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/calls/scope-call-table.h"
#include "widgets/table/scope-table-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_CALL_TREE_VIEW (scope_call_tree_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCallTreeView, scope_call_tree_view, SCOPE, CALL_TREE_VIEW, ScopeTableView)

/* Refs it; NULL: empty. What is unfolded stays, where the new tree has such a path. */
void scope_call_tree_view_set_tree (ScopeCallTreeView *self, ScopeCallTree *tree, gint64 tick_ps);
void scope_call_tree_view_set_search (ScopeCallTreeView *self, const char *search);
/* How many contexts have what is looked for. */
guint32 scope_call_tree_view_get_n_found (ScopeCallTreeView *self);

G_END_DECLS
