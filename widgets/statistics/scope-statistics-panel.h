/* scope-statistics-panel.h: where the time of a range went: by state and reason, machine, processor, process, thread; GC, heap,
 * sparks. A click on a row chooses its lane in the timeline.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-report-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_STATISTICS_PANEL (scope_statistics_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeStatisticsPanel, scope_statistics_panel, SCOPE, STATISTICS_PANEL, ScopeReportTablePanel)

G_END_DECLS
