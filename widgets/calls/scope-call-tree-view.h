/* scope-call-tree-view.h: calling contexts as a table that unfolds: sorted among siblings by a click on a title, copied as text
 * (Ctrl+C), saved as CSV.
 *
 * Signal "function-chosen" (view, const char *name): one row was chosen.
 * Actions: call-tree.copy (the rows selected, or all that are unfolded), call-tree.save (all contexts, asks where), call-tree.sort
 * (by the column of that number; again: the other way round), call-tree.unfold (all below the selected row).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/calls/scope-call-table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_CALL_TREE_VIEW (scope_call_tree_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCallTreeView, scope_call_tree_view, SCOPE, CALL_TREE_VIEW, GtkWidget)

GtkWidget *scope_call_tree_view_new (void);
/* Refs it; NULL: empty. What is unfolded stays, where the new tree has such a path. */
void scope_call_tree_view_set_tree (ScopeCallTreeView *self, ScopeCallTree *tree, gint64 tick_ps);
void scope_call_tree_view_set_search (ScopeCallTreeView *self, const char *search);
/* How many contexts have what is looked for. */
guint32 scope_call_tree_view_get_n_found (ScopeCallTreeView *self);
/* The rows that are unfolded, and the node of one; SCOPE_NONE. */
guint scope_call_tree_view_n_rows (ScopeCallTreeView *self);
guint32 scope_call_tree_view_get_node (ScopeCallTreeView *self, guint row);
void scope_call_tree_view_set_expanded (ScopeCallTreeView *self, guint row, gboolean expanded);
/* Selects it alone. */
void scope_call_tree_view_select (ScopeCallTreeView *self, guint row);
char *scope_call_tree_view_dup_text (ScopeCallTreeView *self);
char *scope_call_tree_view_dup_csv (ScopeCallTreeView *self);
/* The columns, for a menu of call-tree.sort; its own. */
GMenuModel *scope_call_tree_view_get_sort_menu (ScopeCallTreeView *self);

G_END_DECLS
