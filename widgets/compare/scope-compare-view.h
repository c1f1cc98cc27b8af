/* scope-compare-view.h: two runs side by side: the baseline above, this run below, their differences between them, and what changed
 * most.
 *
 *     +--------------------------------------------------------------------------+
 *     | [Both|Difference]  Align: marks ▾ words …   14 pairs ▾   ⛓  Rows ▾  − + Fit  What Changed  Close |
 *     | Baseline  overview, lanes                                                |
 *     | band: how the axes belong together                                       |
 *     | Differences of the paired rows                                           |
 *     | This run  overview, lanes, legend                                        |
 *     | What changed most                                                        |
 *     +--------------------------------------------------------------------------+
 *
 * The timelines are those of others, who get them back: so notes, panels and actions of a run go on as they were. While the axes
 * are linked, range, cursor, selected range and lane of one are those of the other through the time map and the pairs.
 *
 * Actions, to be inserted as "compare": mode ("both", "difference"), align (the words of scope_align_wish_parse(), and "selection":
 * the intervals selected in both), linked, changes (booleans), close.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-comparison.h"
#include "widgets/call-diff/scope-call-changes-panel.h"
#include "widgets/compare/scope-changes-panel.h"
#include "widgets/compare/scope-difference-view.h"
#include "widgets/timeline/scope-timeline.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_COMPARE_VIEW (scope_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCompareView, scope_compare_view, SCOPE, COMPARE_VIEW, GtkWidget)

/* Signals:
 *   "focus-timeline" (view, ScopeTimeline *timeline): the keyboard went to this frame: panels are to follow it.
 *   "failed" (view, const char *message): it could not be aligned or paired.
 *   "close" (view): the person is done comparing. */

/* Both have a trace, and no parent. `wish` says how to align (copied; NULL: as it can). */
GtkWidget *scope_compare_view_new (ScopeTimeline *run, ScopeTimeline *baseline, const ScopeAlignWish *wish);
/* Lets go of both timelines, as they were before; the view is of no use any more. */
void scope_compare_view_release (ScopeCompareView *self);
ScopeComparison *scope_compare_view_get_comparison (ScopeCompareView *self);
ScopeTimeline *scope_compare_view_get_baseline (ScopeCompareView *self);
ScopeCallChangesPanel *scope_compare_view_get_calls (ScopeCompareView *self);
GActionGroup *scope_compare_view_get_actions (ScopeCompareView *self);
/* What stands above the frames after "Baseline" and "This Run": program, date. */
void scope_compare_view_set_titles (ScopeCompareView *self, const char *baseline, const char *run);
/* TRUE when it is aligned and paired, and all that is to be seen is drawn. */
gboolean scope_compare_view_is_settled (ScopeCompareView *self);

G_END_DECLS
