/* scope-spans-panel.h: pairs of a program's marks as spans: by name, the longest, and what their threads did.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/table/scope-plot-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_SPANS_PANEL (scope_spans_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSpansPanel, scope_spans_panel, SCOPE, SPANS_PANEL, ScopePlotTablePanel)

G_END_DECLS
