/* scope-report-table-model.c: see scope-report-table-model.h. Sorting turns an array of numbers: a sort model of GTK's would keep an object for
 * each of 190,000 rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/table/scope-report-table-model.h"

/* --- a row --- */

struct _ScopeReportTableItem
{
  GObject parent_instance;
  ScopeReportTable *table;
  guint row;
};

G_DEFINE_FINAL_TYPE (ScopeReportTableItem, scope_report_table_item, G_TYPE_OBJECT)

static void
scope_report_table_item_finalize (GObject *object)
{
  g_clear_pointer (&SCOPE_REPORT_TABLE_ITEM (object)->table, scope_report_table_unref);
  G_OBJECT_CLASS (scope_report_table_item_parent_class)->finalize (object);
}

static void
scope_report_table_item_class_init (ScopeReportTableItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_report_table_item_finalize;
}

static void
scope_report_table_item_init (ScopeReportTableItem *self)
{
}

ScopeReportTableItem *
scope_report_table_item_new (ScopeReportTable *table, guint row)
{
  ScopeReportTableItem *self = g_object_new (SCOPE_TYPE_REPORT_TABLE_ITEM, NULL);

  self->table = scope_report_table_ref (table);
  self->row = row;
  return self;
}

ScopeReportTable *
scope_report_table_item_get_table (ScopeReportTableItem *self)
{
  return self->table;
}

guint
scope_report_table_item_get_row (ScopeReportTableItem *self)
{
  return self->row;
}

/* --- all rows --- */

struct _ScopeReportTableModel
{
  GObject parent_instance;
  ScopeReportTable *table;
  guint *order;
  gint column;
  gboolean descending;
};

static GType
get_item_type (GListModel *model)
{
  return SCOPE_TYPE_REPORT_TABLE_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  ScopeReportTableModel *self = SCOPE_REPORT_TABLE_MODEL (model);

  return self->table != NULL ? scope_report_table_n_rows (self->table) : 0;
}

static gpointer
get_item (GListModel *model, guint position)
{
  ScopeReportTableModel *self = SCOPE_REPORT_TABLE_MODEL (model);

  return position < get_n_items (model) ? scope_report_table_item_new (self->table, self->order[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (ScopeReportTableModel, scope_report_table_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
arrange (ScopeReportTableModel *self, guint n_before)
{
  g_free (self->order);
  self->order = self->table != NULL ? scope_report_table_sort (self->table, self->column, self->descending) : NULL;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, get_n_items (G_LIST_MODEL (self)));
}

void
scope_report_table_model_set_table (ScopeReportTableModel *self, ScopeReportTable *table)
{
  guint n_before = get_n_items (G_LIST_MODEL (self));

  if (table != NULL)
    scope_report_table_ref (table);
  g_clear_pointer (&self->table, scope_report_table_unref);
  self->table = table;
  arrange (self, n_before);
}

ScopeReportTable *
scope_report_table_model_get_table (ScopeReportTableModel *self)
{
  return self->table;
}

void
scope_report_table_model_sort (ScopeReportTableModel *self, gint column, gboolean descending)
{
  if (self->column == column && self->descending == descending)
    return;
  self->column = column;
  self->descending = descending;
  if (self->table != NULL)
    arrange (self, get_n_items (G_LIST_MODEL (self)));
}

gboolean
scope_report_table_model_is_sorted (ScopeReportTableModel *self)
{
  return self->column >= 0;
}

const guint *
scope_report_table_model_get_order (ScopeReportTableModel *self, guint *ret_n)
{
  *ret_n = get_n_items (G_LIST_MODEL (self));
  return self->order;
}

static void
scope_report_table_model_finalize (GObject *object)
{
  ScopeReportTableModel *self = SCOPE_REPORT_TABLE_MODEL (object);

  g_clear_pointer (&self->table, scope_report_table_unref);
  g_free (self->order);
  G_OBJECT_CLASS (scope_report_table_model_parent_class)->finalize (object);
}

static void
scope_report_table_model_class_init (ScopeReportTableModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_report_table_model_finalize;
}

static void
scope_report_table_model_init (ScopeReportTableModel *self)
{
  self->column = -1;
}

ScopeReportTableModel *
scope_report_table_model_new (void)
{
  return g_object_new (SCOPE_TYPE_REPORT_TABLE_MODEL, NULL);
}
