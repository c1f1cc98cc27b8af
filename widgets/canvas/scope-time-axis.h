/* scope-time-axis.h: where the timeline of a view has its time axis, for widgets above or below it that have one of the same range: so that
 * a time is at one place in both.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* From now on `canvas` is what shows the view, its axis `left` pixels from its edge; it is not kept alive. */
void scope_time_axis_set (ScopeView *view, GtkWidget *canvas, double left);
/* The axis of `canvas` has moved; nothing happens if another one shows the view by now. */
void scope_time_axis_move (ScopeView *view, GtkWidget *canvas, double left);
/* It does so no more; nothing happens if another one does by now. */
void scope_time_axis_unset (ScopeView *view, GtkWidget *canvas);
/* Where it begins in `widget`, and how long it is, in whole pixels. FALSE if no timeline is seen in the same window, if its axis begins before
 * `least_left`, or ends further to the right of the widget than a scroll bar beside it is wide: what lies under that is not seen. */
gboolean scope_time_axis_find (ScopeView *view, GtkWidget *widget, double least_left, double *ret_left, double *ret_width);

G_END_DECLS
