/* scope-canvas-drags.c: what a drag does in the timeline, by where it begins: a stretch of time, the view, a row, the column of names,
 * a caliper.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-canvas-private.h"

#include "model/scene/view/scope-view-extent.h"

#include "widgets/kit/scope-parts.h"

#include <math.h>

#define DRAG_PIXELS 4.0

static void
begin_row_drag (ScopeCanvas *self, double y)
{
  guint row = scope_canvas_row_at (self, y);

  if (row == SCOPE_NONE)
    return;
  self->drag = SCOPE_DRAG_ROW;
  self->drop.key = g_strdup (scope_lane_list_row (scope_view_get_lanes (self->view), row)->key);
  self->drop.valid = FALSE;
}

static void
move_row_drag (ScopeCanvas *self, double y)
{
  ScopeLaneList *lanes = scope_view_get_lanes (self->view);
  guint row = scope_lane_list_find_key (lanes, self->drop.key);

  if (row != SCOPE_NONE)
    self->drop.scroll = scope_lane_node_scroll (scope_lane_list_row (lanes, row), scope_canvas_scroll (self));
  self->drop.valid = row != SCOPE_NONE
                     && scope_lane_list_find_drop (lanes, row, y - SCOPE_RULER_HEIGHT + self->drop.scroll,
                                                   &self->drop.before, &self->drop.y);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->drop.valid ? "grabbing" : "not-allowed");
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
end_row_drag (ScopeCanvas *self)
{
  ScopeLaneList *lanes = scope_view_get_lanes (self->view);
  guint row = scope_lane_list_find_key (lanes, self->drop.key);

  if (self->dragged && self->drop.valid && row != SCOPE_NONE)
    scope_lane_list_move (lanes, row, self->drop.before);
  self->drop.valid = FALSE;
  g_clear_pointer (&self->drop.key, g_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_began (GtkGestureDrag *gesture, double x, double y, ScopeCanvas *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  GdkDevice *device = gtk_gesture_get_device (GTK_GESTURE (gesture));
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  gint64 from, to;

  self->dragged = FALSE;
  self->drag = SCOPE_DRAG_NONE;
  if (self->view == NULL || (device != NULL && gdk_device_get_source (device) == GDK_SOURCE_TOUCHSCREEN)
      || (button != GDK_BUTTON_PRIMARY && button != GDK_BUTTON_MIDDLE))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_widget_grab_focus (GTK_WIDGET (self)); /* what is dragged is no click, and keys go on with it */
  scope_canvas_hide_tip (self);
  self->drag_x = x;
  self->drag_y = y;
  self->drag_scroll = scope_canvas_scroll (self);
  if (button == GDK_BUTTON_MIDDLE || self->space_held)
    {
      const ScopeViewport *viewport = scope_view_get_viewport (self->view);

      self->drag = SCOPE_DRAG_PAN;
      self->drag_value = viewport->from / scope_viewport_scale (viewport);
      scope_view_remember (self->view);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
    }
  else if (scope_canvas_over_edge (self, x) && scope_canvas_caliper_flag_at (self, x, y) < 0)
    {
      self->drag = SCOPE_DRAG_NAMES;
      self->drag_value = self->names_width;
    }
  else if (scope_canvas_caliper_at (self, x, y) >= 0)
    {
      self->drag = SCOPE_DRAG_CALIPER;
      self->drag_which = (guint) scope_canvas_caliper_at (self, x, y);
    }
  else if (x < self->names_width)
    begin_row_drag (self, y);
  else
    {
      self->drag = SCOPE_DRAG_SELECT;
      self->drag_time = scope_canvas_snapped_time (self, x, y);
      if ((modifiers & GDK_SHIFT_MASK) && scope_view_get_selected_range (self->view, &from, &to))
        {
          /* Extends: the far edge stays. */
          gint64 at = self->drag_time;

          self->drag_time = at - from < to - at ? to : from;
          scope_view_choose_range (self->view, MIN (self->drag_time, at), MAX (self->drag_time, at));
          self->dragged = TRUE;
        }
    }
}

static void
drag_moved (GtkGestureDrag *gesture, double dx, double dy, ScopeCanvas *self)
{
  if (self->view == NULL || self->drag == SCOPE_DRAG_NONE
      || (!self->dragged && hypot (dx, dy) < DRAG_PIXELS && self->drag != SCOPE_DRAG_PAN))
    return;
  self->dragged = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (self->drag == SCOPE_DRAG_PAN)
    {
      const ScopeViewport *viewport = scope_view_get_viewport (self->view);

      scope_view_pan (self->view, self->drag_value - dx - viewport->from / scope_viewport_scale (viewport));
      if (self->area.down != NULL)
        gtk_adjustment_set_value (self->area.down, self->drag_scroll - dy);
    }
  else if (self->drag == SCOPE_DRAG_ROW)
    move_row_drag (self, self->drag_y + dy);
  else if (self->drag == SCOPE_DRAG_CALIPER)
    scope_canvas_drag_caliper (self, self->drag_which, self->drag_x + dx,
                               (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) & GDK_SHIFT_MASK) != 0);
  else if (self->drag == SCOPE_DRAG_NAMES)
    {
      self->names_width = CLAMP (round (self->drag_value + dx), 140, 420);
      gtk_widget_queue_allocate (GTK_WIDGET (self));
    }
  else
    {
      gint64 time = scope_canvas_snapped_time (self, self->drag_x + dx, self->drag_y + dy);

      if (time != self->drag_time)
        scope_view_choose_range (self->view, MIN (time, self->drag_time), MAX (time, self->drag_time));
    }
}

static void
drag_ended (GtkGestureDrag *gesture, double dx, double dy, ScopeCanvas *self)
{
  /* The last stretch may come with the release alone, when the last motions were one with it. */
  if (self->dragged)
    drag_moved (gesture, dx, dy, self);
  if (self->drag == SCOPE_DRAG_ROW)
    end_row_drag (self);
  /* A release that comes together with the button's may be lost; a key that is still down repeats itself. */
  if (self->drag == SCOPE_DRAG_PAN)
    self->space_held = FALSE;
  self->drag = SCOPE_DRAG_NONE;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->space_held ? "grab" : NULL);
}

void
scope_canvas_add_drags (ScopeCanvas *self)
{
  scope_add_controller (GTK_WIDGET (self), g_object_new (GTK_TYPE_GESTURE_DRAG, "button", 0, NULL), self, "drag-begin", drag_began,
                        "drag-update", drag_moved, "drag-end", drag_ended, NULL);
}
