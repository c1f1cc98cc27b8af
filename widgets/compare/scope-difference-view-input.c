/* scope-difference-view-input.c: what pointer and keys do in the differences: the same as in the timelines.
 *
 *     left drag    select a range      left click    select the lane, in both runs      double click   where it differs most
 *     middle drag  pan                 Shift+wheel pans, Ctrl+wheel zooms               wheel          scrolls rows
 *     W S + − A D ← → 0 F Home End ↑ ↓ Page Up/Down Esc Enter as in scope-time-keys.h and scope-canvas-keys.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/compare/scope-difference-view-private.h"

#include "model/scene/view/scope-view-extent.h"

#include "widgets/draw/scope-time-keys.h"
#include "widgets/kit/scope-parts.h"

#include <math.h>

#define TIP_DELAY_MS 300
#define DRAG_PIXELS 4.0
#define WHEEL_STEP 1.2

static double
plot_x (ScopeDifferenceView *self, double x)
{
  return CLAMP (x - self->names_width, 0, scope_difference_view_plot_width (self));
}

static gint64
time_at (ScopeDifferenceView *self, double x)
{
  return scope_viewport_x_to_time (scope_view_get_viewport (self->run_view), plot_x (self, x));
}

/* --- tooltip --- */

void
scope_difference_view_hide_tip (ScopeDifferenceView *self)
{
  g_clear_handle_id (&self->tip_timeout, g_source_remove);
  if (self->tip != NULL)
    gtk_widget_set_visible (self->tip, FALSE);
}

static gboolean
show_tip (gpointer data)
{
  ScopeDifferenceView *self = data;
  guint row = scope_difference_view_row_at (self, self->pointer_y);
  g_autofree char *text = NULL;

  self->tip_timeout = 0;
  if (row == SCOPE_NONE || !self->pointer_inside || self->dragging)
    return G_SOURCE_REMOVE;
  if (self->pointer_x < self->names_width)
    text = g_strdup (scope_difference_rows_get (self->rows, row)->title);
  else
    text = scope_difference_view_describe (self, row, plot_x (self, self->pointer_x));
  if (text == NULL)
    return G_SOURCE_REMOVE;
  gtk_label_set_label (GTK_LABEL (self->tip), text);
  gtk_widget_set_visible (self->tip, TRUE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

/* --- pointer --- */

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, ScopeDifferenceView *self)
{
  if (self->comparison == NULL || (self->pointer_inside && x == self->pointer_x && y == self->pointer_y))
    return;
  self->pointer_inside = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
  if (x >= self->names_width)
    scope_view_set_cursor (self->run_view, time_at (self, x));
  else
    scope_view_unset_cursor (self->run_view);
  scope_difference_view_hide_tip (self);
  self->tip_timeout = g_timeout_add (TIP_DELAY_MS, show_tip, self);
}

static void
pointer_left (GtkEventControllerMotion *controller, ScopeDifferenceView *self)
{
  self->pointer_inside = FALSE;
  scope_difference_view_hide_tip (self);
  if (self->run_view != NULL)
    scope_view_unset_cursor (self->run_view);
}

static void
choose_row (ScopeDifferenceView *self, guint i)
{
  const ScopeDifferenceRow *row = scope_difference_rows_get (self->rows, i);

  g_free (self->focus_key);
  self->focus_key = g_strdup (row->key);
  scope_view_select_lane (self->run_view, row->kind == SCOPE_ROW_STATES ? &row->run : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* To where the row differs most of all that is visible. */
static void
go_to_most (ScopeDifferenceView *self, guint i)
{
  const ScopeDifferenceRow *row = scope_difference_rows_get (self->rows, i);
  gint64 from, to;

  if (row->kind == SCOPE_ROW_ACTIVITY
      || !scope_difference_view_find_most (self, row->run, SCOPE_N_STATES, &from, &to))
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  scope_view_remember (self->run_view);
  scope_view_set_range (self->run_view, from, to);
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopeDifferenceView *self)
{
  guint row = scope_difference_view_row_at (self, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->comparison == NULL || self->dragging)
    return;
  if (row == SCOPE_NONE)
    {
      scope_view_clear_selection (self->run_view);
      return;
    }
  if (n_press == 1)
    choose_row (self, row);
  else if (n_press == 2)
    go_to_most (self, row);
}

static void
drag_began (GtkGestureDrag *gesture, double x, double y, ScopeDifferenceView *self)
{
  self->dragging = FALSE;
  if (self->comparison == NULL)
    return;
  self->panning = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) == GDK_BUTTON_MIDDLE;
  self->drag_time = time_at (self, x);
  self->drag_left = scope_view_get_viewport (self->run_view)->from;
}

static void
drag_moved (GtkGestureDrag *gesture, double dx, double dy, ScopeDifferenceView *self)
{
  double x, y;
  const ScopeViewport *v;

  if (self->comparison == NULL || (!self->dragging && fabs (dx) < DRAG_PIXELS))
    return;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  if (x < self->names_width)
    return;
  self->dragging = TRUE;
  scope_difference_view_hide_tip (self);
  v = scope_view_get_viewport (self->run_view);
  if (self->panning)
    {
      scope_view_wander (self->run_view, g_get_monotonic_time ());
      scope_view_pan (self->run_view, self->drag_left / scope_viewport_scale (v) - dx - v->from / scope_viewport_scale (v));
    }
  else
    scope_view_choose_range (self->run_view, self->drag_time, time_at (self, x + dx));
}

static void
drag_ended (GtkGestureDrag *gesture, double dx, double dy, ScopeDifferenceView *self)
{
  self->panning = FALSE;
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, ScopeDifferenceView *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double width = scope_difference_view_plot_width (self);

  if (self->comparison == NULL)
    return GDK_EVENT_PROPAGATE;
  scope_view_wander (self->run_view, g_get_monotonic_time ());
  if (modifiers & GDK_CONTROL_MASK)
    scope_view_zoom (self->run_view, plot_x (self, self->pointer_x), pow (WHEEL_STEP, -dy));
  else if (modifiers & GDK_SHIFT_MASK)
    scope_view_pan (self->run_view, (dx != 0 ? dx : dy) * width / 12);
  else if (dx != 0 && fabs (dx) > fabs (dy))
    scope_view_pan (self->run_view, dx * width / 12);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* --- keys --- */

static void
move_row (ScopeDifferenceView *self, int step)
{
  gint64 n = self->rows != NULL ? scope_difference_rows_n (self->rows) : 0, row;
  guint focus = scope_difference_view_focus_row (self);

  row = focus != SCOPE_NONE ? (gint64) focus + step : step > 0 ? 0 : n - 1;
  if (row < 0 || row >= n)
    return;
  choose_row (self, (guint) row);
  scope_difference_view_show_row (self, (guint) row);
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers,
             ScopeDifferenceView *self)
{
  double width = scope_difference_view_plot_width (self);
  double x = self->pointer_inside && self->pointer_x > self->names_width ? plot_x (self, self->pointer_x) : width / 2;
  guint row;

  if (self->comparison == NULL || (modifiers & (GDK_ALT_MASK | GDK_CONTROL_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (scope_time_key_pressed (self->run_view, keyval, x, width))
    return GDK_EVENT_STOP;
  switch (gdk_keyval_to_lower (keyval))
    {
    case GDK_KEY_Up: case GDK_KEY_KP_Up:
      move_row (self, -1);
      break;
    case GDK_KEY_Down: case GDK_KEY_KP_Down:
      move_row (self, 1);
      break;
    case GDK_KEY_Page_Up: case GDK_KEY_KP_Page_Up:
      scope_scroll_area_page (&self->area, -1);
      break;
    case GDK_KEY_Page_Down: case GDK_KEY_KP_Page_Down:
      scope_scroll_area_page (&self->area, 1);
      break;
    case GDK_KEY_Escape:
      scope_view_clear_selection (self->run_view);
      break;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      row = scope_difference_view_focus_row (self);
      if (row != SCOPE_NONE)
        go_to_most (self, row);
      else
        scope_difference_view_inspect (self);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

void
scope_difference_view_add_input (ScopeDifferenceView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  scope_add_controller (widget, gtk_event_controller_motion_new (), self, "motion", pointer_moved, "leave", pointer_left, NULL);
  scope_add_controller (widget, gtk_event_controller_key_new (), self, "key-pressed", key_pressed, NULL);
  scope_add_controller (widget, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES), self, "scroll", scrolled,
                        NULL);
  scope_add_controller (widget, gtk_gesture_click_new (), self, "released", clicked, NULL);
  scope_add_controller (widget, g_object_new (GTK_TYPE_GESTURE_DRAG, "button", 0, NULL), self, "drag-begin", drag_began, "drag-update",
                        drag_moved, "drag-end", drag_ended, NULL);
}
