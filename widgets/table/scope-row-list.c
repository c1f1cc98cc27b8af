/* scope-row-list.c: see scope-row-list.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/table/scope-row-list.h"

#include "model/base/scope-entity.h"

#define AT_ONCE 4096u /* rows of a tree: GtkTreeListModel keeps a node of each */

struct _ScopeRowItem
{
  GObject parent_instance;

  guint32 row;
};

struct _ScopeRowList
{
  GObject parent_instance;

  const ScopeRowTree *tree; /* NULL: flat */
  gpointer order;
  guint32 above;
  GArray *rows; /* of guint32; NULL: none, or of a tree and not asked for yet */
  guint shown, more;
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE (ScopeRowItem, scope_row_item, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeRowList, scope_row_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
scope_row_item_class_init (ScopeRowItemClass *klass)
{
}

static void
scope_row_item_init (ScopeRowItem *self)
{
}

guint32
scope_row_item_get_row (gpointer item)
{
  return SCOPE_ROW_ITEM (item)->row;
}

/* --- how many there are --- */

const guint32 *
scope_row_list_get_rows (ScopeRowList *self, guint *ret_n)
{
  if (self->rows == NULL && self->tree != NULL)
    self->rows = self->tree->children (self->order, self->above);
  *ret_n = self->rows != NULL ? self->rows->len : 0;
  return self->rows != NULL ? (const guint32 *) (const void *) self->rows->data : NULL;
}

static void
grow (ScopeRowList *self, guint to)
{
  guint before = self->shown;

  self->shown = MIN (to, self->rows->len);
  if (self->shown > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->shown - before);
}

static gboolean
grow_more (gpointer data)
{
  ScopeRowList *self = data;

  grow (self, self->shown + AT_ONCE);
  if (self->shown < self->rows->len)
    return G_SOURCE_CONTINUE;
  self->more = 0;
  return G_SOURCE_REMOVE;
}

void
scope_row_list_reach (ScopeRowList *self, guint position)
{
  if (self->rows != NULL && position >= self->shown)
    grow (self, position + 1);
}

void
scope_row_list_set_rows (ScopeRowList *self, GArray *rows)
{
  guint before = self->shown;

  g_clear_pointer (&self->rows, g_array_unref);
  self->rows = rows;
  self->shown = rows != NULL ? rows->len : 0;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->shown);
}

/* --- the list --- */

static GType
get_item_type (GListModel *model)
{
  return SCOPE_TYPE_ROW_ITEM;
}

/* Who asks for the first time gets the first ones. */
static guint
get_n_items (GListModel *model)
{
  ScopeRowList *self = SCOPE_ROW_LIST (model);
  guint n;

  scope_row_list_get_rows (self, &n);
  if (self->shown == 0)
    self->shown = MIN (n, AT_ONCE);
  if (self->shown < n && self->more == 0)
    self->more = g_idle_add_full (G_PRIORITY_LOW, grow_more, self, NULL);
  return self->shown;
}

static gpointer
get_item (GListModel *model, guint position)
{
  ScopeRowItem *item;

  if (position >= get_n_items (model))
    return NULL;
  item = g_object_new (SCOPE_TYPE_ROW_ITEM, NULL);
  item->row = g_array_index (SCOPE_ROW_LIST (model)->rows, guint32, position);
  return item;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* --- life --- */

static void
scope_row_list_finalize (GObject *object)
{
  ScopeRowList *self = SCOPE_ROW_LIST (object);

  g_clear_handle_id (&self->more, g_source_remove);
  if (self->tree != NULL)
    self->tree->unref (self->order);
  g_clear_pointer (&self->rows, g_array_unref);
  G_OBJECT_CLASS (scope_row_list_parent_class)->finalize (object);
}

static void
scope_row_list_class_init (ScopeRowListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_row_list_finalize;
}

static void
scope_row_list_init (ScopeRowList *self)
{
}

static ScopeRowList *
list_below (const ScopeRowTree *tree, gpointer order, guint32 above)
{
  ScopeRowList *self = g_object_new (SCOPE_TYPE_ROW_LIST, NULL);

  self->tree = tree;
  self->order = tree->ref (order);
  self->above = above;
  return self;
}

static GListModel *
make_children (gpointer item, gpointer data)
{
  ScopeRowList *top = data;
  guint32 row = scope_row_item_get_row (item);

  return top->tree->has_children (top->order, row) ? G_LIST_MODEL (list_below (top->tree, top->order, row)) : NULL;
}

GtkTreeListModel *
scope_row_list_new_tree (const ScopeRowTree *tree, gpointer order)
{
  ScopeRowList *top = list_below (tree, order, SCOPE_NONE);

  return gtk_tree_list_model_new (G_LIST_MODEL (g_object_ref (top)), FALSE, FALSE, make_children, top, g_object_unref);
}
