/* scope-lock-canvas.h: locks over time, a lane each, beneath the visible range: who held them, who waited.
 *
 * Its time axis stands where the timeline's does, if that is above or below it and leaves room for names (scope-time-axis.h).
 *
 * Reads off the main thread, and only the lanes that are seen; what was read for another range stays until the new one is there.
 *
 * A click marks the lane and what is under the pointer, a double click zooms there; dragging selects a range, the middle button pans; the
 * wheel scrolls lanes, with Ctrl it zooms. Keys: Up and Down from lane to lane, . and , to the next and the previous bar of the lane,
 * Enter to its longest wait; W A S D and the like as in the timeline.
 *
 * Chosen is the lane that is marked, or an acquisition: in words a lock, or who waited for it, and for whom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/locks/scope-lock-scene.h"
#include "widgets/draw/scope-chart.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_LOCK_CANVAS (scope_lock_canvas_get_type ())
G_DECLARE_FINAL_TYPE (ScopeLockCanvas, scope_lock_canvas, SCOPE, LOCK_CANVAS, ScopeChart)

GtkWidget *scope_lock_canvas_new (void);
/* Where its time axis begins, in its pixels. */
double scope_lock_canvas_get_axis (ScopeLockCanvas *self);
/* What scrolls it, for a scroll bar beside it; borrowed. */
GtkAdjustment *scope_lock_canvas_get_adjustment (ScopeLockCanvas *self);
/* What is drawn; borrowed, NULL until it is read. */
const ScopeLockList *scope_lock_canvas_get_list (ScopeLockCanvas *self);
const ScopeLockLanes *scope_lock_canvas_get_lanes (ScopeLockCanvas *self);
/* The order of the lanes. */
void scope_lock_canvas_set_order (ScopeLockCanvas *self, ScopeLockOrder order);
/* Marks the lane of a lock and scrolls to it, as soon as the list is read. FALSE: it has none, or that is not known yet. */
gboolean scope_lock_canvas_choose_lock (ScopeLockCanvas *self, guint32 machine, guint64 lock);
/* Place of the lane that is marked, or -1. */
int scope_lock_canvas_get_chosen (ScopeLockCanvas *self);
/* Outlines an acquisition, marks its lane and goes to its wait, in the timeline as well; `zoom`: so that it fills much of the width. */
void scope_lock_canvas_go_to (ScopeLockCanvas *self, const ScopeLockUse *use, gboolean zoom);
/* The next (1) or previous (-1) bar of the chosen lane. FALSE: there is none in view. */
gboolean scope_lock_canvas_step (ScopeLockCanvas *self, int direction);

G_END_DECLS
