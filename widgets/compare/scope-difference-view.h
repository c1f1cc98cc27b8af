/* scope-difference-view.h: the differences of paired rows, as wide as the timelines above and below.
 *
 * Shows the range of this run's view: what one does here (zoom, pan, select, the same keys) is done to that view. A
 * GtkScrollable, vertically. Nothing waits: strips that are not there are drawn when their tiles have come, and read finer
 * when the view rests.
 *
 * Signal "inspect" (view): the user asked to see more of the selection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/compare/scope-difference-scene.h"
#include "model/trace/compare/scope-comparison.h"
#include "widgets/kit/scope-scroll-area.h"
#include "widgets/timeline/scope-timeline.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_DIFFERENCE_VIEW (scope_difference_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeDifferenceView, scope_difference_view, SCOPE, DIFFERENCE_VIEW, ScopeScrollArea)

/* The timelines are borrowed, and must have the comparison's traces; all NULL: shows nothing. */
void scope_difference_view_set (ScopeDifferenceView *self, ScopeComparison *comparison, ScopeTimeline *run,
                                ScopeTimeline *baseline);
/* A ruler on top, and the width is its own: while the timelines are not seen. */
void scope_difference_view_set_alone (ScopeDifferenceView *self, gboolean alone);
void scope_difference_view_set_names_width (ScopeDifferenceView *self, double width);
/* TRUE if the last frame drew everything, as finely as it can. */
gboolean scope_difference_view_is_complete (ScopeDifferenceView *self);
/* As last laid out; NULL: nothing is shown. */
ScopeDifferenceRows *scope_difference_view_get_rows (ScopeDifferenceView *self);
/* Scrolls so that the lane's row is seen. */
void scope_difference_view_show_lane (ScopeDifferenceView *self, ScopeLaneId run);
/* What is at x pixels of the plot of a row, in words; NULL. Free with g_free(). */
char *scope_difference_view_describe (ScopeDifferenceView *self, guint row, double x);
/* As scope_difference_find_most(), in what is visible. */
gboolean scope_difference_view_find_most (ScopeDifferenceView *self, ScopeLaneId run, guint state, gint64 *ret_from,
                                          gint64 *ret_to);

G_END_DECLS
