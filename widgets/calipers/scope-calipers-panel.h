/* scope-calipers-panel.h: the panel of the calipers: time, cycles, instructions and events between them in a sentence, and a table of functions; of one
 * core or of all. Without calipers it says the same of what is visible.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/calipers/scope-calipers-bar.h"
#include "widgets/table/scope-report-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_CALIPERS_PANEL (scope_calipers_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCalipersPanel, scope_calipers_panel, SCOPE, CALIPERS_PANEL, ScopeReportTablePanel)

/* Why there is nothing to measure in this trace but time; NULL: there is. */
const char *scope_calipers_panel_why_not (ScopeTrace *trace);

G_END_DECLS
