/* scope-report-table-panel.h: what the panels of figures share: a choice of what, the chip that says over which range, and a table that
 * is made off the main thread.
 *
 * The table follows the range: a moment after it changed the new one is asked for, and the last one stays until that is there.
 * Nothing is computed while the panel is not to be seen.
 *
 * Signals: "row-selected", "row-activated" as ScopeReportTableView's; "updated" (panel): a new table is shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"
#include "model/trace/document/scope-query-range.h"
#include "widgets/kit/scope-range-selector.h"
#include "widgets/table/scope-report-table-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_REPORT_TABLE_PANEL (scope_report_table_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeReportTablePanel, scope_report_table_panel, SCOPE, REPORT_TABLE_PANEL, GtkWidget)

/* Makes the table of choice `what`, on a thread of its own. NULL with error. */
typedef ScopeReportTable *(*ScopeReportTableFunc) (const ScopeQueryRange *within, guint what, GError **error);

GtkWidget *scope_report_table_panel_new (const char *name, ScopeReportTableFunc func);
/* NULL: shows nothing. */
void scope_report_table_panel_set_view (ScopeReportTablePanel *self, ScopeView *view);
ScopeView *scope_report_table_panel_get_view (ScopeReportTablePanel *self);
/* What can be chosen, if it is more than one: titles (NULL-terminated, copied), and the `what` of each. Keeps what is chosen, if it is still there. */
void scope_report_table_panel_set_choices (ScopeReportTablePanel *self, const char *const *titles, const guint *whats);
guint scope_report_table_panel_get_what (ScopeReportTablePanel *self);
void scope_report_table_panel_set_what (ScopeReportTablePanel *self, guint what);
ScopeRangeSelector *scope_report_table_panel_get_range_selector (ScopeReportTablePanel *self);
ScopeReportTableView *scope_report_table_panel_get_table_view (ScopeReportTablePanel *self);
/* At the beginning of the tool bar. */
void scope_report_table_panel_set_leading (ScopeReportTablePanel *self, GtkWidget *widget);
/* Above the table; NULL: nothing. */
void scope_report_table_panel_set_header (ScopeReportTablePanel *self, GtkWidget *widget);
/* TRUE if what is shown is what was asked for. */
gboolean scope_report_table_panel_is_settled (ScopeReportTablePanel *self);
/* What it was made of besides the range has changed: asks anew. */
void scope_report_table_panel_refresh (ScopeReportTablePanel *self);
/* The next change of the range is not followed: it is the panel's own jump. */
void scope_report_table_panel_hold (ScopeReportTablePanel *self, gboolean hold);

G_END_DECLS
