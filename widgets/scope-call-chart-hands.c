/* scope-call-chart-hands.c: what is under the pointer in a chart of a call stack, and what hands do to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-call-chart-private.h"

#include "model/scene/scope-call-marks.h"
#include "widgets/scope-time-keys.h"

#include <math.h>

#define DRAG_PIXELS 4.0

/* --- choosing --- */

static const ScopeActivation *
hit_at (ScopeCallChartView *self, double x, double y, guint *ret_depth, gint64 *ret_time)
{
  ScopeCallChartOptions options;
  ScopeCallChartPlace place;
  ScopeViewport viewport;

  if (self->view == NULL)
    return NULL;
  scope_call_chart_view_init_options (self, &options, &viewport);
  scope_call_chart_place (&options, &place);
  return scope_call_chart_hit (self->activations, &place, x, y - options.scroll_y, ret_depth, ret_time);
}

char *
scope_call_chart_view_describe (ScopeCallChartView *self, double x, double y)
{
  gint64 time;
  guint depth;
  const ScopeActivation *item = hit_at (self, x, y, &depth, &time);
  const ScopeCallMarks *marks = self->marks != NULL ? g_ptr_array_index (self->marks, 0) : NULL;
  ScopeCallChartOptions options;
  ScopeCallChartPlace place;
  ScopeViewport viewport;
  const ScopeCallMark *mark = NULL;

  if (marks != NULL && self->view != NULL)
    {
      scope_call_chart_view_init_options (self, &options, &viewport);
      scope_call_chart_place (&options, &place);
      mark = scope_call_marks_hit (marks, &place, x, y - options.scroll_y);
    }
  if (mark != NULL)
    return scope_call_mark_describe (scope_view_get_trace (self->view), marks, mark);
  return item != NULL ? scope_call_chart_describe (scope_view_get_trace (self->view), self->activations, item) : NULL;
}

/* Brings the level into sight. */
static void
reveal (ScopeCallChartView *self, guint depth)
{
  double y = SCOPE_CALL_CHART_RULER + 2 + depth * SCOPE_CALL_CHART_ROW;

  if (self->scroll != NULL)
    gtk_adjustment_clamp_page (self->scroll, MAX (y - SCOPE_CALL_CHART_RULER - 2, 0), y + SCOPE_CALL_CHART_ROW);
}

static void
choose (ScopeCallChartView *self, const ScopeActivation *item, gboolean zoom)
{
  /* Borrowed: what follows may read anew. */
  const ScopeActivation chosen = *item;
  const char *name = self->activations->functions[item->function].name;
  g_autofree char *words = scope_call_chart_describe (scope_view_get_trace (self->view), self->activations, item);

  self->has_chosen = TRUE;
  self->chosen_depth = chosen.depth;
  self->chosen_time = chosen.n > 1 ? chosen.from : chosen.from + (chosen.to - chosen.from) / 2;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
  reveal (self, chosen.depth);
  scope_call_chart_view_tell_chosen (self, name);
  scope_view_select_range (self->view, chosen.from, chosen.to);
  if (zoom)
    {
      gint64 margin = MAX ((chosen.to - chosen.from) / 20, 1);

      scope_view_remember (self->view);
      scope_view_set_range (self->view, chosen.from - margin, chosen.to + margin);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
scope_call_chart_view_choose (ScopeCallChartView *self, double x, double y, gboolean zoom)
{
  gint64 time;
  guint depth;
  const ScopeActivation *item = hit_at (self, x, y, &depth, &time);

  if (item == NULL)
    return FALSE;
  choose (self, item, zoom);
  return TRUE;
}

/* The one that is chosen, as far as it was read; NULL. */
static const ScopeActivation *
find_chosen (ScopeCallChartView *self)
{
  return self->has_chosen && self->activations != NULL
             ? scope_activations_find (self->activations, self->chosen_depth, self->chosen_time)
             : NULL;
}

/* The first at a depth that touches a range of time. */
static const ScopeActivation *
first_at (const ScopeActivations *a, guint depth, gint64 from, gint64 to)
{
  for (guint32 i = depth < a->n_depths ? a->depths[depth] : 0; depth < a->n_depths && i < a->depths[depth + 1]; i++)
    if (a->items[i].to > from && a->items[i].from < to)
      return &a->items[i];
  return NULL;
}

/* To the caller (-1) or callee (1), or along the level. */
static void
step (ScopeCallChartView *self, int levels, int along)
{
  const ScopeActivations *a = self->activations;
  const ScopeActivation *at = find_chosen (self), *next = NULL;

  if (a == NULL)
    return;
  if (at == NULL)
    next = first_at (a, 0, a->from, a->to);
  else if (levels < 0 && at->depth > 0)
    next = scope_activations_find (a, at->depth - 1, at->from);
  else if (levels > 0)
    next = first_at (a, at->depth + 1, at->from, MAX (at->to, at->from + 1));
  else if (along != 0)
    {
      const ScopeActivation *beside = at + along;

      if (beside >= a->items + a->depths[at->depth] && beside < a->items + a->depths[at->depth + 1])
        next = beside;
    }
  if (next != NULL)
    choose (self, next, FALSE);
}

/* --- hands --- */

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopeCallChartView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->view != NULL && !self->dragging)
    scope_call_chart_view_choose (self, x, y, n_press >= 2);
}

static void
drag_began (GtkGestureDrag *gesture, double x, double y, ScopeCallChartView *self)
{
  self->dragging = FALSE;
  self->drag_x = x;
  self->pan_x = 0;
}

static void
drag_moved (GtkGestureDrag *gesture, double dx, double dy, ScopeCallChartView *self)
{
  ScopeViewport viewport;

  if (self->view == NULL || (!self->dragging && fabs (dx) < DRAG_PIXELS))
    return;
  self->dragging = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  scope_call_chart_view_init_viewport (self, &viewport);
  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) == GDK_BUTTON_MIDDLE)
    {
      scope_view_pan (self->view, (self->pan_x - dx) * scope_view_get_viewport (self->view)->width / viewport.width);
      self->pan_x = dx;
    }
  else
    {
      gint64 from = scope_viewport_x_to_time (&viewport, self->drag_x);
      gint64 to = scope_viewport_x_to_time (&viewport, CLAMP (self->drag_x + dx, 0, viewport.width));

      scope_view_select_range (self->view, MIN (from, to), MAX (from, to));
    }
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, ScopeCallChartView *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1), own;

  if (self->view == NULL)
    return GDK_EVENT_PROPAGATE;
  own = scope_view_get_viewport (self->view)->width / width;
  if (modifiers & GDK_CONTROL_MASK)
    {
      scope_view_zoom (self->view, (self->has_hover ? self->hover_x : width / 2) * own, pow (1.2, -dy));
      return GDK_EVENT_STOP;
    }
  if (modifiers & GDK_SHIFT_MASK)
    dx = dy;
  if (dx == 0)
    return GDK_EVENT_PROPAGATE;
  scope_view_pan (self->view, dx * 40);
  return GDK_EVENT_STOP;
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType modifiers, ScopeCallChartView *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  const ScopeActivation *chosen;

  if (self->view == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Up: case GDK_KEY_KP_Up:
      step (self, -1, 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down: case GDK_KEY_KP_Down:
      step (self, 1, 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_bracketleft:
      step (self, 0, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_bracketright:
      step (self, 0, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      chosen = find_chosen (self);
      if (chosen != NULL)
        choose (self, chosen, TRUE);
      return GDK_EVENT_STOP;
    default:
      return scope_time_key_pressed (self->view, keyval,
                                     (self->has_hover ? self->hover_x : width / 2) * scope_view_get_viewport (self->view)->width
                                         / MAX (width, 1),
                                     scope_view_get_viewport (self->view)->width);
    }
}

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, ScopeCallChartView *self)
{
  self->has_hover = TRUE;
  self->hover_x = x;
  self->hover_y = y;
}

static void
pointer_left (GtkEventControllerMotion *controller, ScopeCallChartView *self)
{
  self->has_hover = FALSE;
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  g_autofree char *text = keyboard ? NULL : scope_call_chart_view_describe (SCOPE_CALL_CHART_VIEW (widget), x, y);

  gtk_tooltip_set_text (tooltip, text);
  if (text != NULL)
    gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x - 2, y - 2, 4, 4 });
  return text != NULL;
}

static void
add_drag (ScopeCallChartView *self, guint button)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_moved), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

void
scope_call_chart_view_add_hands (ScopeCallChartView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *controller;

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
