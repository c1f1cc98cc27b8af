/* scope-tree-rows.c: see scope-tree-rows.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/processes/scope-tree-rows.h"

struct _ScopeTreeItem
{
  GObject parent_instance;

  guint32 row;
};

G_DEFINE_FINAL_TYPE (ScopeTreeItem, scope_tree_item, G_TYPE_OBJECT)

static void
scope_tree_item_class_init (ScopeTreeItemClass *klass)
{
}

static void
scope_tree_item_init (ScopeTreeItem *self)
{
}

guint32
scope_tree_item_get_row (ScopeTreeItem *self)
{
  return self->row;
}

#define AT_ONCE 4096u /* rows: GtkTreeListModel keeps a node of each */

struct _ScopeTreeRows
{
  GObject parent_instance;

  ScopeTreeOrder *order;
  guint32 row;
  GArray *rows; /* of guint32; NULL: not asked for yet */
  guint shown;  /* items so far */
  guint more;
};

static void scope_tree_rows_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeTreeRows,
                               scope_tree_rows,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, scope_tree_rows_model_init))

const guint32 *
scope_tree_rows_get (ScopeTreeRows *self, guint *ret_n)
{
  if (self->rows == NULL)
    self->rows = scope_tree_order_children (self->order, self->row);
  *ret_n = self->rows->len;
  return (const guint32 *)(const void *)self->rows->data;
}

static GType
get_item_type (GListModel *model)
{
  return SCOPE_TYPE_TREE_ITEM;
}

static void
grow (ScopeTreeRows *self, guint to)
{
  guint before = self->shown;

  self->shown = MIN (to, self->rows->len);
  if (self->shown > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->shown - before);
}

static gboolean
grow_more (gpointer data)
{
  ScopeTreeRows *self = data;

  grow (self, self->shown + AT_ONCE);
  if (self->shown < self->rows->len)
    return G_SOURCE_CONTINUE;
  self->more = 0;
  return G_SOURCE_REMOVE;
}

void
scope_tree_rows_reach (ScopeTreeRows *self, guint position)
{
  if (self->rows != NULL && position >= self->shown)
    grow (self, position + 1);
}

/* Who asks for the first time gets the first ones. */
static guint
get_n_items (GListModel *model)
{
  ScopeTreeRows *self = SCOPE_TREE_ROWS (model);
  guint n;

  scope_tree_rows_get (self, &n);
  if (self->shown == 0)
    self->shown = MIN (n, AT_ONCE);
  if (self->shown < n && self->more == 0)
    self->more = g_idle_add_full (G_PRIORITY_LOW, grow_more, self, NULL);
  return self->shown;
}

static gpointer
get_item (GListModel *model, guint position)
{
  guint n;
  const guint32 *rows = scope_tree_rows_get (SCOPE_TREE_ROWS (model), &n);
  ScopeTreeItem *item;

  if (position >= n || position >= get_n_items (model))
    return NULL;
  item = g_object_new (SCOPE_TYPE_TREE_ITEM, NULL);
  item->row = rows[position];
  return item;
}

static void
scope_tree_rows_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

static void
scope_tree_rows_finalize (GObject *object)
{
  ScopeTreeRows *self = SCOPE_TREE_ROWS (object);

  g_clear_handle_id (&self->more, g_source_remove);
  scope_tree_order_unref (self->order);
  g_clear_pointer (&self->rows, g_array_unref);
  G_OBJECT_CLASS (scope_tree_rows_parent_class)->finalize (object);
}

static void
scope_tree_rows_class_init (ScopeTreeRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_tree_rows_finalize;
}

static void
scope_tree_rows_init (ScopeTreeRows *self)
{
}

ScopeTreeRows *
scope_tree_rows_new (ScopeTreeOrder *order, guint32 row)
{
  ScopeTreeRows *self = g_object_new (SCOPE_TYPE_TREE_ROWS, NULL);

  self->order = scope_tree_order_ref (order);
  self->row = row;
  return self;
}
