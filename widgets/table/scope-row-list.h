/* scope-row-list.h: numbers of rows as a list model that makes an item only when it is looked at, and as a tree of such lists.
 *
 * What stands below a row is not asked for before it is looked at. GtkTreeListModel keeps a node for each item, so many come in by
 * and by: a fold of 190,000 threads unfolds at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* One row, for the cells of a table. */
#define SCOPE_TYPE_ROW_ITEM (scope_row_item_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRowItem, scope_row_item, SCOPE, ROW_ITEM, GObject)

guint32 scope_row_item_get_row (gpointer item);

/* What a tree of rows is made from; `order` is the caller's, and is held by the lists. */
typedef struct
{
  GArray *(*children) (gpointer order, guint32 row); /* of guint32; SCOPE_NONE: the top. Is unreffed. */
  gboolean (*has_children) (gpointer order, guint32 row);
  gpointer (*ref) (gpointer order);
  GDestroyNotify unref;
} ScopeRowTree;

/* Flat, and empty. */
#define SCOPE_TYPE_ROW_LIST (scope_row_list_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRowList, scope_row_list, SCOPE, ROW_LIST, GObject)

/* Takes `rows` (of guint32); NULL: none. */
void scope_row_list_set_rows (ScopeRowList *self, GArray *rows);
/* The model's own lists are ScopeRowLists, too. */
GtkTreeListModel *scope_row_list_new_tree (const ScopeRowTree *tree, gpointer order);
/* The rows in their order; more of them than the model has items, as long as they come in by and by. */
const guint32 *scope_row_list_get_rows (ScopeRowList *self, guint *ret_n);
/* Has as many items at once as that takes. */
void scope_row_list_reach (ScopeRowList *self, guint position);

G_END_DECLS
