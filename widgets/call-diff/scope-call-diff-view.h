/* scope-call-diff-view.h: the call paths of two runs as a tree that unfolds: what changed most first, or by any column; copied as text
 * (Ctrl+C), saved as CSV.
 *
 * Its rows are contexts of the diff.
 *
 * Signals: "path-chosen" (view, guint context): one row was chosen; "path-activated" (view, guint context): Enter or a double click.
 * Actions: call-diff.copy (the rows selected, or all that are unfolded), call-diff.save (all paths, asks where), call-diff.sort (by the
 * column of that number; again: the other way round), call-diff.unfold (all below the selected row).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/call-diff/scope-call-diff-table.h"
#include "widgets/table/scope-table-view.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_CALL_DIFF_VIEW (scope_call_diff_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCallDiffView, scope_call_diff_view, SCOPE, CALL_DIFF_VIEW, ScopeTableView)

/* Refs it; NULL: empty. */
void scope_call_diff_view_set_diff (ScopeCallDiffView *self, ScopeCallDiff *diff);
/* Unfolds down to the path, selects it and scrolls there. */
void scope_call_diff_view_choose (ScopeCallDiffView *self, guint32 context);

G_END_DECLS
