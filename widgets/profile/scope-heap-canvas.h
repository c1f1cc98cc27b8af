/* scope-heap-canvas.h: what filled the heap over time, on the time axis of the view. It pans, zooms and selects as all charts over time do
 * (scope-chart.h).
 *
 *     Click, Up and Down     choose a band, of the plot or the key: it lies lowest and the others are pale; again, Escape: none
 *     Enter, double click    of the key: that band alone, and all again
 *     . and ,                to the next sample, the one before
 *
 * Signals: "chosen" (canvas): another band, or none. "profiles" (canvas): it is known which there are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/profile/scope-heap-scene.h"
#include "widgets/draw/scope-chart.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_HEAP_CANVAS (scope_heap_canvas_get_type ())
G_DECLARE_FINAL_TYPE (ScopeHeapCanvas, scope_heap_canvas, SCOPE, HEAP_CANVAS, ScopeChart)

GtkWidget *scope_heap_canvas_new (void);
/* What is known of the trace; NULL: nothing yet. */
const ScopeHeapProfiles *scope_heap_canvas_get_profiles (ScopeHeapCanvas *self);
/* What is drawn; NULL. */
const ScopeHeapCourse *scope_heap_canvas_get_course (ScopeHeapCanvas *self);
/* Which profile is shown, by its place in the list. */
void scope_heap_canvas_set_profile (ScopeHeapCanvas *self, guint profile);
/* The place of the band that is chosen (0: all others); -1: none. */
gint64 scope_heap_canvas_get_chosen (ScopeHeapCanvas *self);
gboolean scope_heap_canvas_get_alone (ScopeHeapCanvas *self);

G_END_DECLS
