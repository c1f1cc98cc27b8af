/* scope-intervals-panel.h: the longest of what: waits, GC pauses, stretches in which nobody runs, …, longest first, with a
 * histogram of all of them. A click jumps there, Enter or a double click zooms to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-report-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_INTERVALS_PANEL (scope_intervals_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeIntervalsPanel, scope_intervals_panel, SCOPE, INTERVALS_PANEL, GtkWidget)

GtkWidget *scope_intervals_panel_new (void);
/* NULL: shows nothing. */
void scope_intervals_panel_set_view (ScopeIntervalsPanel *self, ScopeView *view);
ScopeReportTablePanel *scope_intervals_panel_get_tables (ScopeIntervalsPanel *self);

G_END_DECLS
