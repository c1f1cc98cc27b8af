/* scope-lock-canvas-hands.c: what pointer, wheel and keys do to the lanes of locks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-lock-canvas-private.h"

#include "widgets/scope-time-keys.h"

#include <math.h>

#define DRAG_PIXELS 4.0
#define WHEEL_PIXELS 40

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopeLockCanvas *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!self->dragging)
    scope_lock_canvas_choose (self, x, y, n_press >= 2);
}

static double
plot_x (ScopeLockCanvas *self, double x, ScopeViewport *ret)
{
  ScopeLockSceneOptions options;

  scope_lock_canvas_init_options (self, &options);
  scope_lock_scene_viewport (self->view, &options, ret);
  return CLAMP (x - options.names_width, 0, ret->width);
}

static void
drag_began (GtkGestureDrag *gesture, double x, double y, ScopeLockCanvas *self)
{
  self->dragging = FALSE;
  self->drag_x = x;
  self->pan_x = 0;
}

static void
drag_moved (GtkGestureDrag *gesture, double dx, double dy, ScopeLockCanvas *self)
{
  ScopeViewport viewport;

  if (self->view == NULL || (!self->dragging && fabs (dx) < DRAG_PIXELS))
    return;
  self->dragging = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) == GDK_BUTTON_MIDDLE)
    {
      double scale;

      plot_x (self, 0, &viewport);
      scale = (double) scope_view_get_viewport (self->view)->width / viewport.width;
      scope_view_pan (self->view, (self->pan_x - dx) * scale);
      self->pan_x = dx;
    }
  else
    {
      gint64 from = scope_viewport_x_to_time (&viewport, plot_x (self, self->drag_x, &viewport));
      gint64 to = scope_viewport_x_to_time (&viewport, plot_x (self, self->drag_x + dx, &viewport));

      scope_view_select_range (self->view, MIN (from, to), MAX (from, to));
    }
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, ScopeLockCanvas *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  ScopeViewport viewport;
  double x, width;

  if (self->view == NULL)
    return GDK_EVENT_PROPAGATE;
  width = scope_view_get_viewport (self->view)->width;
  x = plot_x (self, self->has_hover ? self->hover_x : gtk_widget_get_width (GTK_WIDGET (self)) / 2., &viewport);
  if (modifiers & GDK_CONTROL_MASK)
    {
      scope_view_zoom (self->view, x / viewport.width * width, pow (1.2, -dy));
      return GDK_EVENT_STOP;
    }
  if (modifiers & GDK_SHIFT_MASK)
    {
      dx = dy;
      dy = 0;
    }
  if (dx != 0)
    scope_view_pan (self->view, dx * WHEEL_PIXELS);
  if (dy != 0)
    gtk_adjustment_set_value (self->adjustment, gtk_adjustment_get_value (self->adjustment) + dy * WHEEL_PIXELS);
  return GDK_EVENT_STOP;
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers, ScopeLockCanvas *self)
{
  ScopeViewport viewport;
  double x, width;

  if (self->view == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Up: case GDK_KEY_KP_Up:
      scope_lock_canvas_choose_place (self, MAX (self->chosen - 1, 0));
      return GDK_EVENT_STOP;
    case GDK_KEY_Down: case GDK_KEY_KP_Down:
      scope_lock_canvas_choose_place (self, self->list != NULL ? MIN (self->chosen + 1, (int) self->list->sums->len - 1) : -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_period:
      scope_lock_canvas_step (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_comma:
      scope_lock_canvas_step (self, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      if (self->list != NULL && self->chosen >= 0)
        scope_lock_canvas_go_to (self, &g_array_index (self->list->sums, ScopeLockSum, self->chosen).longest, TRUE);
      return GDK_EVENT_STOP;
    default:
      width = scope_view_get_viewport (self->view)->width;
      x = plot_x (self, self->has_hover ? self->hover_x : gtk_widget_get_width (GTK_WIDGET (self)) / 2., &viewport);
      return scope_time_key_pressed (self->view, keyval, x / viewport.width * width, width);
    }
}

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, ScopeLockCanvas *self)
{
  self->has_hover = TRUE;
  self->hover_x = x;
}

static void
pointer_left (GtkEventControllerMotion *controller, ScopeLockCanvas *self)
{
  self->has_hover = FALSE;
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  g_autofree char *text = keyboard ? NULL : scope_lock_canvas_describe (SCOPE_LOCK_CANVAS (widget), x, y);

  gtk_tooltip_set_text (tooltip, text);
  if (text != NULL)
    gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x - 2, y - 2, 4, 4 });
  return text != NULL;
}

static void
add_drag (ScopeLockCanvas *self, guint button)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_moved), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

void
scope_lock_canvas_add_hands (ScopeLockCanvas *self)
{
  GtkEventController *controller;
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
  add_drag (self, GDK_BUTTON_PRIMARY);
  add_drag (self, GDK_BUTTON_MIDDLE);
  g_signal_connect (click, "released", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  controller = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect (controller, "scroll", G_CALLBACK (scrolled), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  controller = gtk_event_controller_key_new ();
  g_signal_connect (controller, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  controller = gtk_event_controller_motion_new ();
  g_signal_connect (controller, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect (controller, "leave", G_CALLBACK (pointer_left), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}
