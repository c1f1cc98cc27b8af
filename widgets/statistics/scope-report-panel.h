/* scope-report-panel.h: Percept2's overview and report: how many could run over time and how many did, drawn and as a table; the first ten
 * of every kind; in which functions processes waited; who became runnable when. A click on a row chooses its process; Enter goes to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-plot-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_REPORT_PANEL (scope_report_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeReportPanel, scope_report_panel, SCOPE, REPORT_PANEL, ScopePlotTablePanel)

G_END_DECLS
