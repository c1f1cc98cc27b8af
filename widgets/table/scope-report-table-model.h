/* scope-report-table-model.h: the rows of a ScopeReportTable as a list model that makes an item only when it is looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* One row, for the factories of a column view. */
#define SCOPE_TYPE_REPORT_TABLE_ITEM (scope_report_table_item_get_type ())
G_DECLARE_FINAL_TYPE (ScopeReportTableItem, scope_report_table_item, SCOPE, REPORT_TABLE_ITEM, GObject)

ScopeReportTableItem *scope_report_table_item_new (ScopeReportTable *table, guint row);
ScopeReportTable *scope_report_table_item_get_table (ScopeReportTableItem *self);
guint scope_report_table_item_get_row (ScopeReportTableItem *self);

#define SCOPE_TYPE_REPORT_TABLE_MODEL (scope_report_table_model_get_type ())
G_DECLARE_FINAL_TYPE (ScopeReportTableModel, scope_report_table_model, SCOPE, REPORT_TABLE_MODEL, GObject)

ScopeReportTableModel *scope_report_table_model_new (void);
/* NULL: no rows. Keeps the sorting. */
void scope_report_table_model_set_table (ScopeReportTableModel *self, ScopeReportTable *table);
ScopeReportTable *scope_report_table_model_get_table (ScopeReportTableModel *self);
/* By a column, or -1: in the table's own order. */
void scope_report_table_model_sort (ScopeReportTableModel *self, gint column, gboolean descending);
gboolean scope_report_table_model_is_sorted (ScopeReportTableModel *self);
/* The rows in the order shown. */
const guint *scope_report_table_model_get_order (ScopeReportTableModel *self, guint *ret_n);

G_END_DECLS
