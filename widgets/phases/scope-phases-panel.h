/* scope-phases-panel.h: phases that nobody marked: what the program did when, and what each phase lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-plot-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_PHASES_PANEL (scope_phases_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopePhasesPanel, scope_phases_panel, SCOPE, PHASES_PANEL, ScopePlotTablePanel)

G_END_DECLS
