/* scope-intervals-panel.h: the longest of what: waits, GC pauses, stretches in which nobody runs, …, longest first, with a
 * histogram of all of them. A click jumps there, Enter or a double click zooms to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-report-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_INTERVALS_PANEL (scope_intervals_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeIntervalsPanel, scope_intervals_panel, SCOPE, INTERVALS_PANEL, ScopeReportTablePanel)

G_END_DECLS
