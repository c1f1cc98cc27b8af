/* scope-report-table-view.h: a ScopeReportTable in a column view: sorted by a click on a title, copied as text (Ctrl+C), saved as CSV.
 *
 * Signals: "row-selected" (view, guint row): one row was chosen; "row-activated" (view, guint row): Enter or a double click.
 * Actions: table.copy (the rows selected, or all), table.copy-all, table.save (asks where), table.sort (by the column of that number; again: the
 * other way round), which is how the titles' clicks are done by keyboard.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/scene/view/scope-view.h"
#include "widgets/table/scope-table-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_REPORT_TABLE_VIEW (scope_report_table_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeReportTableView, scope_report_table_view, SCOPE, REPORT_TABLE_VIEW, ScopeTableView)

/* `name` is what a screen reader calls it, and the name of a file of it. */
GtkWidget *scope_report_table_view_new (const char *name);
/* NULL: empty. One with the same columns keeps sorting, widths and place; `keep` also what is selected, if it has as many
 * rows. */
void scope_report_table_view_set_table (ScopeReportTableView *self, ScopeReportTable *table);
/* Points in time are told as that view tells them; NULL: since the start. */
void scope_report_table_view_set_view (ScopeReportTableView *self, ScopeView *view);
ScopeReportTable *scope_report_table_view_get_table (ScopeReportTableView *self); /* or NULL */
/* What is shown instead of a table without rows. */
void scope_report_table_view_set_placeholder (ScopeReportTableView *self, const char *text);

G_END_DECLS
