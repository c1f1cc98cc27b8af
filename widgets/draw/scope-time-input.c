/* scope-time-input.c: see scope-time-input.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/draw/scope-time-input.h"

#include "widgets/draw/scope-time-keys.h"

#include <math.h>

#define DRAG_PIXELS 4.0
#define WHEEL_PIXELS 40
#define WHEEL_STEP 1.2

typedef struct
{
  GtkWidget *owner; /* which has this */
  const ScopeTimeInputClass *klass;
  gboolean dragging, has_hover;
  double hover_x;        /* of the widget */
  double drag_x, pan_x;  /* where the drag began; how far it has panned */
} Input;

/* The pixel of the plot that is there. */
static double
plot_x (const ScopeViewport *plot, double left, double x)
{
  return CLAMP (x - left, 0, plot->width);
}

/* Pixels of the view, which may be wider, for one of the plot. */
static double
per_pixel (ScopeView *view, const ScopeViewport *plot)
{
  return (double) scope_view_get_viewport (view)->width / MAX (plot->width, 1);
}

/* Where the view is zoomed: under the pointer, or in the middle. */
static double
zoom_x (const Input *input, ScopeView *view, const ScopeViewport *plot, double left)
{
  double x = input->has_hover ? input->hover_x : gtk_widget_get_width (input->owner) / 2.;

  return plot_x (plot, left, x) * per_pixel (view, plot);
}

/* --- pointer --- */

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, Input *input)
{
  gtk_widget_grab_focus (input->owner);
  if (!input->dragging)
    input->klass->choose (input->owner, x, y, n_press >= 2);
}

static void
drag_began (GtkGestureDrag *gesture, double x, double y, Input *input)
{
  input->dragging = FALSE;
  input->drag_x = x;
  input->pan_x = 0;
}

static void
drag_moved (GtkGestureDrag *gesture, double dx, double dy, Input *input)
{
  ScopeViewport plot;
  double left = 0;
  ScopeView *view = input->klass->place (input->owner, &plot, &left);

  if (view == NULL || (!input->dragging && fabs (dx) < DRAG_PIXELS))
    return;
  input->dragging = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) == GDK_BUTTON_MIDDLE)
    {
      scope_view_wander (view, g_get_monotonic_time ());
      scope_view_pan (view, (input->pan_x - dx) * per_pixel (view, &plot));
      input->pan_x = dx;
    }
  else
    {
      gint64 from = scope_viewport_x_to_time (&plot, plot_x (&plot, left, input->drag_x));
      gint64 to = scope_viewport_x_to_time (&plot, plot_x (&plot, left, input->drag_x + dx));

      scope_view_select_range (view, MIN (from, to), MAX (from, to));
    }
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, Input *input)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  ScopeViewport plot;
  double left = 0;
  ScopeView *view = input->klass->place (input->owner, &plot, &left);

  if (view == NULL)
    return GDK_EVENT_PROPAGATE;
  scope_view_wander (view, g_get_monotonic_time ());
  if (modifiers & GDK_CONTROL_MASK)
    {
      scope_view_zoom (view, zoom_x (input, view, &plot, left), pow (WHEEL_STEP, -dy));
      return GDK_EVENT_STOP;
    }
  if (modifiers & GDK_SHIFT_MASK)
    {
      dx = dy;
      dy = 0;
    }
  if (dx != 0)
    scope_view_pan (view, dx * WHEEL_PIXELS);
  if (dy != 0 && input->klass->scroll != NULL)
    input->klass->scroll (input->owner, dy * WHEEL_PIXELS);
  return dx != 0 || input->klass->scroll != NULL ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
}

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, Input *input)
{
  ScopeViewport plot;
  double left = 0;
  ScopeView *view = input->klass->place (input->owner, &plot, &left);

  input->has_hover = TRUE;
  input->hover_x = x;
  if (view == NULL)
    return;
  if (x >= left && x < left + plot.width)
    scope_view_set_cursor (view, scope_viewport_x_to_time (&plot, x - left));
  else
    scope_view_unset_cursor (view);
}

static void
pointer_left (GtkEventControllerMotion *controller, Input *input)
{
  ScopeViewport plot;
  double left = 0;
  ScopeView *view = input->klass->place (input->owner, &plot, &left);

  if (view != NULL)
    scope_view_unset_cursor (view);
  input->has_hover = FALSE;
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, Input *input)
{
  g_autofree char *text = keyboard ? NULL : input->klass->describe (widget, x, y);

  gtk_tooltip_set_text (tooltip, text);
  if (text != NULL)
    gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x - 2, y - 2, 4, 4 });
  return text != NULL;
}

/* --- keys --- */

static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers, Input *input)
{
  ScopeViewport plot;
  double left = 0;
  ScopeView *view = input->klass->place (input->owner, &plot, &left);

  if (view == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return GDK_EVENT_PROPAGATE;
  return input->klass->key (input->owner, keyval)
         || scope_time_key_pressed (view, keyval, zoom_x (input, view, &plot, left), scope_view_get_viewport (view)->width);
}

/* --- all of them --- */

static void
add_drag (Input *input, guint button)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_began), input);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_moved), input);
  gtk_widget_add_controller (input->owner, GTK_EVENT_CONTROLLER (drag));
}

void
scope_time_input_add (GtkWidget *owner, const ScopeTimeInputClass *klass)
{
  Input *input = g_new0 (Input, 1);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *controller;

  *input = (Input) { .owner = owner, .klass = klass };
  g_object_set_data_full (G_OBJECT (owner), "scope-time-input", input, g_free);
  gtk_widget_set_focusable (owner, TRUE);
  gtk_widget_set_has_tooltip (owner, TRUE);
  g_signal_connect (owner, "query-tooltip", G_CALLBACK (query_tooltip), input);
  add_drag (input, GDK_BUTTON_PRIMARY);
  add_drag (input, GDK_BUTTON_MIDDLE);
  g_signal_connect (click, "released", G_CALLBACK (clicked), input);
  gtk_widget_add_controller (owner, GTK_EVENT_CONTROLLER (click));
  controller = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect (controller, "scroll", G_CALLBACK (scrolled), input);
  gtk_widget_add_controller (owner, controller);
  controller = gtk_event_controller_key_new ();
  g_signal_connect (controller, "key-pressed", G_CALLBACK (key_pressed), input);
  gtk_widget_add_controller (owner, controller);
  controller = gtk_event_controller_motion_new ();
  g_signal_connect (controller, "motion", G_CALLBACK (pointer_moved), input);
  g_signal_connect (controller, "leave", G_CALLBACK (pointer_left), input);
  gtk_widget_add_controller (owner, controller);
}
