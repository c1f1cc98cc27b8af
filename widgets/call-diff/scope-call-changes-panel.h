/* scope-call-changes-panel.h: two runs call by call, over the range that its chip says (of this run): where their lanes part first, the call
 * paths of both with the activations of the one that is chosen, and the functions.
 *
 * Signals: "go-to" (panel, const ScopeCallPlace *place): something was chosen that is somewhere in the runs;
 * "save-picture" (panel): the flame graph is to be a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"
#include "model/trace/call-diff/scope-call-diff.h"
#include "widgets/call-diff/scope-call-diff-flame-page.h"
#include "widgets/call-diff/scope-call-diff-view.h"
#include "widgets/call-diff/scope-call-rows-view.h"
#include "widgets/table/scope-report-table-view.h"

G_BEGIN_DECLS

/* An activation of both runs, or of one; by ScopeCallSide. */
typedef struct
{
  gboolean has[2];
  ScopeLaneId lanes[2];
  gint64 from[2], to[2];
  guint32 depth; /* of the activation; SCOPE_NONE: these are times alone */
} ScopeCallPlace;

#define SCOPE_TYPE_CALL_CHANGES_PANEL (scope_call_changes_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCallChangesPanel, scope_call_changes_panel, SCOPE, CALL_CHANGES_PANEL, GtkWidget)

/* `run` is the view of this run; both NULL: shows nothing. Reads nothing while it is not seen. */
void scope_call_changes_panel_set (ScopeCallChangesPanel *self, ScopeComparison *comparison, ScopeView *run);
/* TRUE if what is shown is what was asked for. */
gboolean scope_call_changes_panel_is_settled (ScopeCallChangesPanel *self);
/* What is shown, or NULL. */
ScopeCallDiff *scope_call_changes_panel_get_diff (ScopeCallChangesPanel *self);
/* "first", "paths", "activations", "functions", "flame". */
void scope_call_changes_panel_set_page (ScopeCallChangesPanel *self, const char *page);
/* How far runs may drift apart: "500cy", "20ns"; what is no length changes nothing. */
void scope_call_changes_panel_set_more_than (ScopeCallChangesPanel *self, const char *length);
/* Of page "first", "activations", "functions"; NULL: the activations of the path that is chosen. */
ScopeReportTableView *scope_call_changes_panel_get_table (ScopeCallChangesPanel *self, const char *page);

G_END_DECLS
