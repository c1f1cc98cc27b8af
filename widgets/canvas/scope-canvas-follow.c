/* scope-canvas-follow.c: frames of a view that goes with a growing trace.
 *
 * The frame clock runs only as long as the edge moves; news of the trace start it again. What is read beside the picture
 * (lines, marks, shares of the names column) is read a few times a second, not with every frame: the range is another one at each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-canvas-private.h"

#include "model/scene/view/scope-view-follow.h"

static gboolean
step (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  ScopeCanvas *self = SCOPE_CANVAS (widget);

  if (self->view != NULL && scope_view_follow_step (self->view, gdk_frame_clock_get_frame_time (clock)))
    return G_SOURCE_CONTINUE;
  /* The last numbers are not to wait for the next news. */
  self->follow_tick = 0;
  self->shares_next = 0;
  g_clear_handle_id (&self->shares_timeout, g_source_remove);
  gtk_widget_queue_draw (widget);
  return G_SOURCE_REMOVE;
}

void
scope_canvas_follow_wake (ScopeCanvas *self)
{
  if (self->follow_tick == 0 && scope_view_get_follow (self->view) == SCOPE_FOLLOW_ON)
    self->follow_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), step, NULL, NULL);
}

void
scope_canvas_follow_drop (ScopeCanvas *self)
{
  if (self->follow_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->follow_tick);
  self->follow_tick = 0;
}

gboolean
scope_canvas_is_following (ScopeCanvas *self)
{
  return scope_view_get_follow (self->view) == SCOPE_FOLLOW_ON;
}
