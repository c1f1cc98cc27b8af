/* scope-profile-panel.h: GHC's profiles: what filled the heap, and which cost centres ran, of any range.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-report-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_PROFILE_PANEL (scope_profile_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeProfilePanel, scope_profile_panel, SCOPE, PROFILE_PANEL, ScopeReportTablePanel)

G_END_DECLS
