/* scope-tree-rows.h: what stands below one row of a tree of tasks, as a list model; nothing is looked at before it is asked for, and
 * items are made one by one. GtkTreeListModel keeps a node for each, so that many come in by and by: a fold of 190,000 threads
 * unfolds at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/processes/scope-tree-table.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_TREE_ITEM (scope_tree_item_get_type ())
G_DECLARE_FINAL_TYPE (ScopeTreeItem, scope_tree_item, SCOPE, TREE_ITEM, GObject)

guint32 scope_tree_item_get_row (ScopeTreeItem *self);

#define SCOPE_TYPE_TREE_ROWS (scope_tree_rows_get_type ())
G_DECLARE_FINAL_TYPE (ScopeTreeRows, scope_tree_rows, SCOPE, TREE_ROWS, GObject)

/* `row` SCOPE_NONE: the top. */
ScopeTreeRows *scope_tree_rows_new (ScopeTreeOrder *order, guint32 row);
/* The rows in their order; more of them than the model has items, as long as they come in by and by. */
const guint32 *scope_tree_rows_get (ScopeTreeRows *self, guint *ret_n);

/* Has as many items at once as that takes. */
void scope_tree_rows_reach (ScopeTreeRows *self, guint position);

G_END_DECLS
