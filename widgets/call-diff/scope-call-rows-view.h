/* scope-call-rows-view.h: the activations of two runs beside each other, as they were aligned: of one call path, or all; in the order of
 * calls, or those first that changed most; all of them, or those that are only in one run.
 *
 * They are read while it is seen. Signals: "row-chosen" (view, const ScopeCallDiffRow *row).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/call-diff/scope-call-diff-table.h"
#include "widgets/table/scope-report-table-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_CALL_ROWS_VIEW (scope_call_rows_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCallRowsView, scope_call_rows_view, SCOPE, CALL_ROWS_VIEW, GtkWidget)

/* `all`: of all call paths, with a choice which of them; else of the one that is set, what changed most first. */
GtkWidget *scope_call_rows_view_new (const char *name, gboolean all);
/* What the diff answers (`question` is copied, its map held). All NULL: nothing. Of one path: none is chosen. */
void scope_call_rows_view_set (ScopeCallRowsView *self, ScopeComparison *comparison, ScopeCallDiff *diff,
                               const ScopeCallDiffQuestion *question);
/* Of one path; SCOPE_NONE: of none. */
void scope_call_rows_view_set_context (ScopeCallRowsView *self, guint32 context);
void scope_call_rows_view_set_which (ScopeCallRowsView *self, ScopeCallWhich which);
gboolean scope_call_rows_view_is_settled (ScopeCallRowsView *self);
ScopeReportTableView *scope_call_rows_view_get_table (ScopeCallRowsView *self);

G_END_DECLS
