/* scope-sheet-model.c: see scope-sheet-model.h. Sorting turns an array of numbers: a sort model of GTK's would keep an object for
 * each of 190,000 rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-sheet-model.h"

/* --- a row --- */

struct _ScopeSheetItem
{
  GObject parent_instance;
  ScopeSheet *sheet;
  guint row;
};

G_DEFINE_FINAL_TYPE (ScopeSheetItem, scope_sheet_item, G_TYPE_OBJECT)

static void
scope_sheet_item_finalize (GObject *object)
{
  g_clear_pointer (&SCOPE_SHEET_ITEM (object)->sheet, scope_sheet_unref);
  G_OBJECT_CLASS (scope_sheet_item_parent_class)->finalize (object);
}

static void
scope_sheet_item_class_init (ScopeSheetItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_sheet_item_finalize;
}

static void
scope_sheet_item_init (ScopeSheetItem *self)
{
}

ScopeSheetItem *
scope_sheet_item_new (ScopeSheet *sheet, guint row)
{
  ScopeSheetItem *self = g_object_new (SCOPE_TYPE_SHEET_ITEM, NULL);

  self->sheet = scope_sheet_ref (sheet);
  self->row = row;
  return self;
}

ScopeSheet *
scope_sheet_item_get_sheet (ScopeSheetItem *self)
{
  return self->sheet;
}

guint
scope_sheet_item_get_row (ScopeSheetItem *self)
{
  return self->row;
}

/* --- all rows --- */

struct _ScopeSheetModel
{
  GObject parent_instance;
  ScopeSheet *sheet;
  guint *order;
  gint column;
  gboolean descending;
};

static GType
get_item_type (GListModel *model)
{
  return SCOPE_TYPE_SHEET_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  ScopeSheetModel *self = SCOPE_SHEET_MODEL (model);

  return self->sheet != NULL ? scope_sheet_n_rows (self->sheet) : 0;
}

static gpointer
get_item (GListModel *model, guint position)
{
  ScopeSheetModel *self = SCOPE_SHEET_MODEL (model);

  return position < get_n_items (model) ? scope_sheet_item_new (self->sheet, self->order[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeSheetModel, scope_sheet_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
arrange (ScopeSheetModel *self, guint n_before)
{
  g_free (self->order);
  self->order = self->sheet != NULL ? scope_sheet_sort (self->sheet, self->column, self->descending) : NULL;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, get_n_items (G_LIST_MODEL (self)));
}

void
scope_sheet_model_set_sheet (ScopeSheetModel *self, ScopeSheet *sheet)
{
  guint n_before = get_n_items (G_LIST_MODEL (self));

  if (sheet != NULL)
    scope_sheet_ref (sheet);
  g_clear_pointer (&self->sheet, scope_sheet_unref);
  self->sheet = sheet;
  arrange (self, n_before);
}

ScopeSheet *
scope_sheet_model_get_sheet (ScopeSheetModel *self)
{
  return self->sheet;
}

void
scope_sheet_model_sort (ScopeSheetModel *self, gint column, gboolean descending)
{
  if (self->column == column && self->descending == descending)
    return;
  self->column = column;
  self->descending = descending;
  if (self->sheet != NULL)
    arrange (self, get_n_items (G_LIST_MODEL (self)));
}

gboolean
scope_sheet_model_is_sorted (ScopeSheetModel *self)
{
  return self->column >= 0;
}

const guint *
scope_sheet_model_get_order (ScopeSheetModel *self, guint *ret_n)
{
  *ret_n = get_n_items (G_LIST_MODEL (self));
  return self->order;
}

static void
scope_sheet_model_finalize (GObject *object)
{
  ScopeSheetModel *self = SCOPE_SHEET_MODEL (object);

  g_clear_pointer (&self->sheet, scope_sheet_unref);
  g_free (self->order);
  G_OBJECT_CLASS (scope_sheet_model_parent_class)->finalize (object);
}

static void
scope_sheet_model_class_init (ScopeSheetModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_sheet_model_finalize;
}

static void
scope_sheet_model_init (ScopeSheetModel *self)
{
  self->column = -1;
}

ScopeSheetModel *
scope_sheet_model_new (void)
{
  return g_object_new (SCOPE_TYPE_SHEET_MODEL, NULL);
}
