/* scope-blame-panel.h: who was waited for, how long, by whom, and when.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-plot-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_BLAME_PANEL (scope_blame_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeBlamePanel, scope_blame_panel, SCOPE, BLAME_PANEL, ScopePlotTablePanel)

G_END_DECLS
