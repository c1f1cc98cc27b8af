/* scope-call-chart-view.h: the call stack of one lane over the visible range: a flame chart, linked with the timeline.
 *
 * Read off the main thread while it is to be seen; what was read last is drawn by its times until the new is there.
 *
 * A click chooses an activation and selects its time, a double click or Enter zooms to it. Drag selects a range, with the middle
 * button it pans; Ctrl and the wheel zoom, the wheel alone scrolls levels. Up and Down go to caller and callee, [ and ] to the
 * activation before and after at that depth; W A S D, + −, 0, F, Home, End move in time as everywhere.
 *
 * Signals: "function-chosen" (view, const char *name); "found" (view): the number of what the search found is another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/calls/scope-call-chart.h"
#include "widgets/draw/scope-chart.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_CALL_CHART_VIEW (scope_call_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCallChartView, scope_call_chart_view, SCOPE, CALL_CHART_VIEW, ScopeChart)

/* To be put into a scroller, which it follows. */
GtkWidget *scope_call_chart_view_new (void);
/* Whose stack; NULL: none. */
void scope_call_chart_view_set_lane (ScopeCallChartView *self, const ScopeLaneId *lane);
/* Text in names of functions; NULL or "": none. */
void scope_call_chart_view_set_search (ScopeCallChartView *self, const char *search);
guint scope_call_chart_view_get_n_found (ScopeCallChartView *self);
/* What was read last, or NULL; borrowed until the main loop turns. */
const ScopeActivations *scope_call_chart_view_get_activations (ScopeCallChartView *self);
/* Why nothing could be read, or NULL. */
const char *scope_call_chart_view_get_trouble (ScopeCallChartView *self);

G_END_DECLS
