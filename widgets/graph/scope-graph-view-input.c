/* scope-graph-view-input.c: pointer, wheel, fingers and keys over a graph.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/graph/scope-graph-view-private.h"

#include "widgets/kit/scope-parts.h"

#include <math.h>

#define PAN_STEP 60.0
#define ZOOM_STEP 1.2

/* --- what is looked at --- */

void
scope_graph_view_forget_looks (ScopeGraphView *self)
{
  ScopeGraphOptions *options = &self->options;

  options->looked_node = options->looked_edge = SCOPE_NONE;
  options->chosen_node = options->chosen_edge = SCOPE_NONE;
  options->focus_node = SCOPE_NONE;
  self->dragged = SCOPE_NONE;
  self->dragging = FALSE;
}

static const char *
detail_of_looked (ScopeGraphView *self)
{
  const ScopeGraphOptions *options = &self->options;

  if (self->graph == NULL)
    return NULL;
  if (options->looked_edge != SCOPE_NONE)
    return scope_graph_edge (self->graph, options->looked_edge)->detail;
  if (options->looked_node != SCOPE_NONE)
    return scope_graph_node (self->graph, options->looked_node)->detail;
  return NULL;
}

static void
look_at (ScopeGraphView *self, guint32 node, guint32 edge)
{
  ScopeGraphOptions *options = &self->options;

  if (options->looked_node == node && options->looked_edge == edge)
    return;
  options->looked_node = node;
  options->looked_edge = edge;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), node != SCOPE_NONE || edge != SCOPE_NONE ? "pointer" : NULL);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  scope_graph_view_redraw (self, FALSE);
}

static void
look_under_pointer (ScopeGraphView *self)
{
  guint32 node, edge = SCOPE_NONE;

  if (self->graph == NULL)
    return;
  node = scope_graph_hit_node (self->graph, &self->options, self->pointer_x, self->pointer_y);
  if (node == SCOPE_NONE)
    edge = scope_graph_hit_edge (self->graph, &self->options, self->pointer_x, self->pointer_y);
  self->by_keys = FALSE;
  look_at (self, node, edge);
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  ScopeGraphView *self = SCOPE_GRAPH_VIEW (widget);
  const char *detail = detail_of_looked (self);

  if (detail == NULL || self->dragging)
    return FALSE;
  gtk_tooltip_set_text (tooltip, detail);
  if (!keyboard)
    gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x - 4, y - 4, 8, 8 });
  return TRUE;
}

/* --- pointer --- */

static void
moved (GtkEventControllerMotion *controller, double x, double y, ScopeGraphView *self)
{
  /* What the pointer rests on does not take away what the keyboard found. */
  if (x == self->pointer_x && y == self->pointer_y)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  if (!self->dragging)
    look_under_pointer (self);
}

static void
left (GtkEventControllerMotion *controller, ScopeGraphView *self)
{
  if (!self->dragging && !self->by_keys)
    look_at (self, SCOPE_NONE, SCOPE_NONE);
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, ScopeGraphView *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->dragging = FALSE;
  self->dragged = self->graph != NULL && button == GDK_BUTTON_PRIMARY
                      ? scope_graph_hit_node (self->graph, &self->options, x, y)
                      : SCOPE_NONE;
  self->drag_x = self->options.viewport.x;
  self->drag_y = self->options.viewport.y;
  if (self->dragged != SCOPE_NONE)
    {
      self->node_x = scope_graph_node (self->graph, self->dragged)->x;
      self->node_y = scope_graph_node (self->graph, self->dragged)->y;
    }
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, ScopeGraphView *self)
{
  if (self->graph == NULL || (!self->dragging && !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, (int) dy)))
    return;
  if (!self->dragging)
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->dragging = TRUE;
  if (self->dragged != SCOPE_NONE && self->dragged < scope_graph_n_nodes (self->graph))
    {
      ScopeGraphNode *node = scope_graph_node (self->graph, self->dragged);

      node->x = self->node_x + dx / (self->options.viewport.scale * self->options.viewport.stretch_x);
      node->y = self->node_y + dy / (self->options.viewport.scale * self->options.viewport.stretch_y);
      scope_graph_view_redraw (self, TRUE);
    }
  else
    {
      self->moved = TRUE;
      self->options.viewport.x = self->drag_x + dx;
      self->options.viewport.y = self->drag_y + dy;
      scope_graph_view_redraw (self, FALSE);
    }
}

static void
activate (ScopeGraphView *self, guint32 node, guint32 edge)
{
  if (node != SCOPE_NONE)
    {
      scope_graph_view_choose_node (self, node);
      g_signal_emit_by_name (self, "node-activated", node);
    }
  else if (edge != SCOPE_NONE)
    {
      scope_graph_view_choose_edge (self, edge);
      g_signal_emit_by_name (self, "edge-activated", edge);
    }
}

static void
drag_end (GtkGestureDrag *gesture, double dx, double dy, ScopeGraphView *self)
{
  gboolean was = self->dragging;
  double x, y;

  self->dragging = FALSE;
  if (self->graph == NULL)
    return;
  if (was)
    {
      scope_graph_places_keep (self->places, self->graph);
      return;
    }
  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) != GDK_BUTTON_PRIMARY
      || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  look_under_pointer (self);
  activate (self, self->options.looked_node, self->options.looked_edge);
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, ScopeGraphView *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (self->graph == NULL)
    return FALSE;
  self->moved = TRUE;
  if (state & GDK_SHIFT_MASK)
    self->options.viewport.x -= (dy != 0 ? dy : dx) * PAN_STEP;
  else if (dx != 0 && fabs (dx) > fabs (dy))
    self->options.viewport.x -= dx * PAN_STEP;
  else
    scope_graph_viewport_zoom (&self->options.viewport, self->pointer_x, self->pointer_y, pow (ZOOM_STEP, -dy));
  look_under_pointer (self);
  scope_graph_view_redraw (self, FALSE);
  return TRUE;
}

static void
pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, ScopeGraphView *self)
{
  self->drag_scale = self->options.viewport.scale;
}

static void
pinched (GtkGestureZoom *gesture, double scale, ScopeGraphView *self)
{
  double x, y;

  if (self->graph == NULL || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  self->moved = TRUE;
  scope_graph_viewport_zoom (&self->options.viewport, x, y, self->drag_scale * scale / self->options.viewport.scale);
  scope_graph_view_redraw (self, FALSE);
}

/* --- keys --- */

/* So that it is seen. */
static void
reveal (ScopeGraphView *self, guint32 i)
{
  const ScopeGraphNode *node = scope_graph_node (self->graph, i);
  ScopeGraphViewport *viewport = &self->options.viewport;
  double x = scope_graph_viewport_x (viewport, node->x), y = scope_graph_viewport_y (viewport, node->y);
  double mx = MIN (node->width * viewport->scale / 2 + 8, self->options.width / 2);
  double my = MIN (node->height * viewport->scale / 2 + 8, self->options.height / 2);

  viewport->x += CLAMP (x, mx, self->options.width - mx) - x;
  viewport->y += CLAMP (y, my, self->options.height - my) - y;
}

static void
describe (ScopeGraphView *self)
{
  const char *detail = detail_of_looked (self);

  if (detail != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, detail, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

static void
focus_node (ScopeGraphView *self, guint32 node)
{
  self->by_keys = TRUE;
  self->options.focus_node = node;
  if (node != SCOPE_NONE)
    reveal (self, node);
  look_at (self, node, SCOPE_NONE);
  describe (self);
  scope_graph_view_redraw (self, FALSE);
}

gboolean
scope_graph_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  ScopeGraphView *self = SCOPE_GRAPH_VIEW (widget);
  guint n = self->graph != NULL ? scope_graph_n_nodes (self->graph) : 0;
  gboolean back = direction == GTK_DIR_TAB_BACKWARD;
  guint32 at = self->options.focus_node;

  if (!gtk_widget_has_focus (widget))
    {
      if (!gtk_widget_grab_focus (widget))
        return FALSE;
      if (n > 0 && (back || direction == GTK_DIR_TAB_FORWARD))
        focus_node (self, back ? n - 1 : 0);
      return TRUE;
    }
  if (n == 0 || (direction != GTK_DIR_TAB_FORWARD && !back))
    return FALSE;
  if (at == SCOPE_NONE)
    at = back ? n - 1 : 0;
  else if (back ? at == 0 : at + 1 >= n)
    {
      focus_node (self, SCOPE_NONE);
      return FALSE; /* on to the next widget */
    }
  else
    at = back ? at - 1 : at + 1;
  focus_node (self, at);
  return TRUE;
}

/* The nearest one in the direction (dx, dy), straight ahead before aside. */
static guint32
node_towards (ScopeGraphView *self, double dx, double dy)
{
  const ScopeGraphNode *here;
  double best = INFINITY;
  guint32 found = SCOPE_NONE;

  if (self->options.focus_node == SCOPE_NONE)
    return 0;
  here = scope_graph_node (self->graph, self->options.focus_node);
  for (guint i = 0; i < scope_graph_n_nodes (self->graph); i++)
    {
      const ScopeGraphNode *node = scope_graph_node (self->graph, i);
      double x = (node->x - here->x) * self->options.viewport.stretch_x;
      double y = (node->y - here->y) * self->options.viewport.stretch_y;
      double ahead = x * dx + y * dy, aside = fabs (x * dy - y * dx);

      if (node != here && ahead > 0 && aside <= 2 * ahead && ahead + 2 * aside < best)
        {
          best = ahead + 2 * aside;
          found = i;
        }
    }
  return found;
}

static gboolean
walk (ScopeGraphView *self, double dx, double dy)
{
  guint32 node = node_towards (self, dx, dy);

  if (node != SCOPE_NONE)
    focus_node (self, node);
  return TRUE;
}

static gboolean
pan (ScopeGraphView *self, double dx, double dy)
{
  self->moved = TRUE;
  self->options.viewport.x -= dx * PAN_STEP;
  self->options.viewport.y -= dy * PAN_STEP;
  scope_graph_view_redraw (self, FALSE);
  return TRUE;
}

/* The next edge of the node that has the focus, `step` 1 or -1, around and around. */
static gboolean
step_edge (ScopeGraphView *self, int step)
{
  guint32 at = self->options.looked_edge, node = self->options.focus_node;
  guint n = scope_graph_n_edges (self->graph);

  if (node == SCOPE_NONE || n == 0)
    return FALSE;
  if (at == SCOPE_NONE)
    at = step > 0 ? n - 1 : 0;
  for (guint k = 0; k < n; k++)
    {
      at = (at + (step > 0 ? 1 : n - 1)) % n;
      if (scope_graph_edge (self->graph, at)->from == node || scope_graph_edge (self->graph, at)->to == node)
        {
          self->by_keys = TRUE;
          look_at (self, SCOPE_NONE, at);
          describe (self);
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
leave_looks (ScopeGraphView *self)
{
  if (self->options.looked_node == SCOPE_NONE && self->options.looked_edge == SCOPE_NONE
      && self->options.focus_node == SCOPE_NONE)
    return FALSE;
  focus_node (self, SCOPE_NONE);
  return TRUE;
}

static gboolean
pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, ScopeGraphView *self)
{
  static const struct
  {
    guint key;
    int dx, dy;
  } arrows[] = { { GDK_KEY_Left, -1, 0 }, { GDK_KEY_Right, 1, 0 }, { GDK_KEY_Up, 0, -1 }, { GDK_KEY_Down, 0, 1 } };

  if (self->graph == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    if (key == arrows[i].key)
      return state & GDK_SHIFT_MASK ? pan (self, arrows[i].dx, arrows[i].dy) : walk (self, arrows[i].dx, arrows[i].dy);
  switch (key)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      activate (self, self->options.looked_edge == SCOPE_NONE ? self->options.focus_node : SCOPE_NONE,
                self->options.looked_edge);
      return TRUE;
    case GDK_KEY_period:
    case GDK_KEY_comma:
      return step_edge (self, key == GDK_KEY_period ? 1 : -1);
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      scope_graph_view_zoom (self, ZOOM_STEP);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      scope_graph_view_zoom (self, 1 / ZOOM_STEP);
      return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
    case GDK_KEY_f:
      scope_graph_view_fit (self);
      return TRUE;
    case GDK_KEY_Escape:
      return leave_looks (self);
    default:
      return FALSE;
    }
}

static void
focus_left (GtkEventControllerFocus *controller, ScopeGraphView *self)
{
  self->options.focus_node = SCOPE_NONE;
  if (self->by_keys)
    look_at (self, SCOPE_NONE, SCOPE_NONE);
  scope_graph_view_redraw (self, FALSE);
}

/* --- all of them --- */

void
scope_graph_view_add_input (ScopeGraphView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
  scope_add_controller (widget, gtk_event_controller_motion_new (), self, "motion", moved, "leave", left, NULL);
  scope_add_controller (widget, g_object_new (GTK_TYPE_GESTURE_DRAG, "button", 0, NULL), self, "drag-begin", drag_begin, "drag-update",
                        drag_update, "drag-end", drag_end, NULL);
  scope_add_controller (widget, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES), self, "scroll", scrolled,
                        NULL);
  scope_add_controller (widget, gtk_gesture_zoom_new (), self, "begin", pinch_begin, "scale-changed", pinched, NULL);
  scope_add_controller (widget, gtk_event_controller_key_new (), self, "key-pressed", pressed, NULL);
  scope_add_controller (widget, gtk_event_controller_focus_new (), self, "leave", focus_left, NULL);
}
