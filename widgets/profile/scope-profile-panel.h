/* scope-profile-panel.h: GHC's profiles: what filled the heap over time, and as tables of any range that and which cost centres ran.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/profile/scope-heap-canvas.h"
#include "widgets/table/scope-report-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_PROFILE_PANEL (scope_profile_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeProfilePanel, scope_profile_panel, SCOPE, PROFILE_PANEL, ScopePanel)

typedef enum
{
  SCOPE_PROFILE_HEAP,
  SCOPE_PROFILE_TABLES,
  SCOPE_PROFILE_N_MODES
} ScopeProfileMode;

ScopeProfileMode scope_profile_panel_get_mode (ScopeProfilePanel *self);
ScopeHeapCanvas *scope_profile_panel_get_canvas (ScopeProfilePanel *self);
ScopeReportTablePanel *scope_profile_panel_get_tables (ScopeProfilePanel *self);

G_END_DECLS
