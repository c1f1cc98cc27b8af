/* scope-changes-panel.h: "what changed most" between two runs, over the range that its chip says (of this run).
 *
 * Signals: "go-to" (panel, const ScopeDifference *difference, gboolean zoom): a row was chosen; `zoom`: Enter or a double click.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"
#include "model/trace/compare/scope-comparison.h"
#include "widgets/table/scope-report-table-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_CHANGES_PANEL (scope_changes_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeChangesPanel, scope_changes_panel, SCOPE, CHANGES_PANEL, GtkWidget)

/* `run` is the view of this run; both NULL: shows nothing. Reads nothing while it is not seen. */
void scope_changes_panel_set (ScopeChangesPanel *self, ScopeComparison *comparison, ScopeView *run);
/* TRUE if what is shown is what was asked for. */
gboolean scope_changes_panel_is_settled (ScopeChangesPanel *self);

G_END_DECLS
