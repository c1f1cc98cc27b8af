/* scope-canvas-input.c: what pointer, touch and keys do.
 *
 *     left drag            select a range; edges snap to intervals      left click     select the interval
 *     middle drag, Space+drag   pan                                      double click   zoom to it
 *     wheel                scrolls lanes (GtkScrolledWindow), Shift+wheel pans, Ctrl+wheel and pinch zoom
 *     right click          the menu of what is there (scope-canvas-menu.c); keys are in scope-canvas-keys.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-canvas-private.h"

#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-call.h"
#include "model/trace/document/scope-probe.h"
#include "widgets/kit/scope-parts.h"

#include <math.h>

#define SNAP_PIXELS 5.0
#define EDGE_PIXELS 4.0
#define MESSAGE_PIXELS 4.0
#define MARK_PIXELS 4.0
#define WHEEL_STEP 1.2

double
scope_canvas_plot_x (ScopeCanvas *self, double x)
{
  return x - self->names_width;
}

gint64
scope_canvas_time_at (ScopeCanvas *self, double x)
{
  return scope_viewport_x_to_time (scope_view_get_viewport (self->view),
                                   CLAMP (scope_canvas_plot_x (self, x), 0, scope_canvas_plot_width (self)));
}

/* --- marks --- */

gboolean
scope_canvas_mark_at (ScopeCanvas *self, double x, double y, ScopeMarkHit *ret_mark)
{
  guint row = scope_canvas_row_at (self, y);
  ScopeTimelineOptions options;

  if (row == SCOPE_NONE || x < self->names_width
      || scope_lane_list_row (scope_view_get_lanes (self->view), row)->kind != SCOPE_ROW_MARKS)
    return FALSE;
  scope_canvas_init_options (self, &options);
  return scope_timeline_hit_mark (self->view, &options, self->overlay, row, scope_canvas_plot_x (self, x), MARK_PIXELS, ret_mark);
}

/* The mark under the pointer has a line through the lanes. */
static void
follow_mark (ScopeCanvas *self)
{
  ScopeMarkHit mark = { 0 };
  gboolean over = self->view != NULL && self->pointer_inside && self->drag == SCOPE_DRAG_NONE
                  && scope_canvas_mark_at (self, self->pointer_x, self->pointer_y, &mark);

  if (over == self->over_mark && (!over || mark.from == self->mark_time))
    return;
  self->over_mark = over;
  self->mark_time = mark.from;
  self->mark_kind = mark.kind;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* One: that instant; several: the stretch that they take up. */
static void
click_mark (ScopeCanvas *self, const ScopeMarkHit *mark, double x, int n_press)
{
  if (n_press == 1)
    {
      scope_view_clear_selection (self->view);
      scope_view_select_range (self->view, mark->from, mark->to);
      return;
    }
  if (mark->to > mark->from)
    {
      gint64 margin = (mark->to - mark->from) / 10 + 1;

      scope_view_remember (self->view);
      scope_view_set_range (self->view, mark->from - margin, mark->to + margin);
    }
  else
    scope_view_go_nearer (self->view, scope_canvas_plot_x (self, x));
}

/* --- pauses --- */

gboolean
scope_canvas_pause_at (ScopeCanvas *self, guint row, double x, ScopePause *ret_pause)
{
  return row != SCOPE_NONE && x >= self->names_width
         && scope_timeline_hit_pause (self->view, self->overlay, row, scope_canvas_plot_x (self, x), MARK_PIXELS, ret_pause);
}

/* A single one: as the interval of whoever led it; several: the stretch that they take up. Two clicks zoom to it. */
static void
click_pause (ScopeCanvas *self, const ScopePause *pause, int n_press)
{
  ScopeMachine *machine = scope_trace_machine (scope_view_get_trace (self->view), pause->machine);
  guint32 leader = pause->count == 1 && pause->leader != SCOPE_NONE ? scope_machine_find_processor (machine, pause->leader) : SCOPE_NONE;
  gboolean shown = leader != SCOPE_NONE && scope_trace_runtime (scope_view_get_trace (self->view)) != SCOPE_RUNTIME_EDEN;
  ScopeLaneId lane = { pause->machine, shown ? SCOPE_KIND_PROCESSOR : SCOPE_KIND_MACHINE, shown ? leader : 0 };
  gint64 from = pause->count == 1 ? pause->start : pause->sync, margin = (pause->end - from) / 10 + 1;

  if (n_press == 1)
    {
      scope_view_clear_selection (self->view);
      if (pause->count == 1)
        scope_view_select_lane (self->view, &lane);
      scope_view_select_range (self->view, from, pause->end);
      return;
    }
  scope_view_remember (self->view);
  scope_view_set_range (self->view, pause->sync - margin, pause->end + margin);
}

/* --- calls --- */

gboolean
scope_canvas_call_at (ScopeCanvas *self, guint row, double x, double y, ScopeCallHit *ret_hit)
{
  ScopeTimelineOptions options;

  if (row == SCOPE_NONE || x < self->names_width || y < SCOPE_RULER_HEIGHT)
    return FALSE;
  scope_canvas_init_options (self, &options);
  return scope_timeline_hit_call (self->view, &options, self->overlay, row, scope_canvas_plot_x (self, x), y - SCOPE_RULER_HEIGHT, ret_hit);
}

gboolean
scope_canvas_span_at (ScopeCanvas *self, guint row, double x, double y, ScopeSpanBar *ret_bar)
{
  ScopeTimelineOptions options;

  if (row == SCOPE_NONE || x < self->names_width || y < SCOPE_RULER_HEIGHT)
    return FALSE;
  scope_canvas_init_options (self, &options);
  return scope_timeline_hit_span (self->view, &options, self->overlay, row, scope_canvas_plot_x (self, x), y - SCOPE_RULER_HEIGHT, ret_bar);
}

/* One click chooses its thread in its time, two zoom to it. */
static void
click_span (ScopeCanvas *self, const ScopeSpanBar *bar, int n_press)
{
  const ScopeLaneId lane = { bar->machine, SCOPE_KIND_THREAD, bar->thread };
  gint64 first, last, to, margin;

  scope_trace_range (scope_view_get_trace (self->view), &first, &last);
  to = MIN (bar->to, last);
  margin = (to - bar->from) / 10 + 1;
  scope_view_select_lane (self->view, bar->thread != SCOPE_NONE && bar->n == 1 ? &lane : NULL);
  scope_view_select_range (self->view, bar->from, to);
  if (n_press == 2)
    scope_view_set_range (self->view, bar->from - margin, to + margin);
}

/* One click chooses the activation (that on which a mark is, and the mark's time), two zoom to it. */
static void
click_call (ScopeCanvas *self, guint row, double x, double y, int n_press)
{
  ScopeLaneId lane = scope_lane_list_row (scope_view_get_lanes (self->view), row)->lane;
  g_auto (ScopeCallHit) hit = { 0 };
  gint64 margin;

  if (!scope_canvas_call_at (self, row, x, y, &hit))
    {
      scope_view_select_lane (self->view, &lane);
      return;
    }
  if (hit.is_activation)
    scope_view_select_call (self->view, &(ScopeActivationId) { lane, hit.depth, hit.from, hit.to });
  else
    {
      scope_view_select_lane (self->view, &lane);
      scope_view_select_range (self->view, hit.from, hit.to);
      if (hit.in_activation)
        scope_view_select_call_beside (self->view, &(ScopeActivationId) { lane, hit.depth, hit.enter, hit.exit });
    }
  if (n_press < 2)
    return;
  margin = (hit.to - hit.from) / 10 + 1;
  scope_view_remember (self->view);
  scope_view_set_range (self->view, hit.from - margin, hit.to + margin);
}

/* --- pointer --- */

gboolean
scope_canvas_over_edge (ScopeCanvas *self, double x)
{
  return fabs (x - self->names_width) <= EDGE_PIXELS;
}

static void
pointer_moved (GtkEventControllerMotion *controller, double x, double y, ScopeCanvas *self)
{
  if (self->view == NULL || (self->pointer_inside && x == self->pointer_x && y == self->pointer_y))
    return;
  self->pointer_inside = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->drag == SCOPE_DRAG_PAN ? "grabbing"
                                                      : scope_canvas_over_edge (self, x) || scope_canvas_caliper_at (self, x, y) >= 0 ? "col-resize"
                                                      : self->space_held           ? "grab"
                                                                                   : NULL);
  if (x >= self->names_width)
    scope_view_set_cursor (self->view, scope_canvas_time_at (self, x));
  else
    scope_view_unset_cursor (self->view);
  follow_mark (self);
  scope_canvas_start_tip (self);
}

void
scope_canvas_follow_pointer (ScopeCanvas *self)
{
  if (self->pointer_inside && self->pointer_x >= self->names_width)
    scope_view_set_cursor (self->view, scope_canvas_time_at (self, self->pointer_x));
  follow_mark (self);
}

static void
pointer_left (GtkEventControllerMotion *controller, ScopeCanvas *self)
{
  self->pointer_inside = FALSE;
  follow_mark (self);
  scope_canvas_hide_tip (self);
  if (self->view != NULL)
    scope_view_unset_cursor (self->view);
}

/* --- snapping and intervals --- */

gboolean
scope_canvas_run_at (ScopeCanvas *self, guint row, double x, double *ret_x0, double *ret_x1)
{
  gint64 left = scope_viewport_left (scope_view_get_viewport (self->view));
  gint64 world = left + (gint64) floor (x);
  g_autoptr (ScopeStrip) strip = NULL;
  ScopeTileGetter getter;

  if (scope_lane_list_row (scope_view_get_lanes (self->view), row)->kind != SCOPE_ROW_STATES)
    return FALSE;
  scope_canvas_getter (self, &getter);
  strip = scope_timeline_strip (self->view, row, world >> 8, FALSE, &getter, self->strips);
  if (strip == NULL)
    return FALSE;
  for (guint i = 0; i < strip->n_runs; i++)
    if (strip->runs[i].x0 <= (double) left + x && (double) left + x < strip->runs[i].x1)
      {
        *ret_x0 = strip->runs[i].x0 - (double) left;
        *ret_x1 = strip->runs[i].x1 - (double) left;
        return TRUE;
      }
  return FALSE;
}

/* The time at widget x, or that of the mark or of the edge of an interval of the row under y if one is near. */
gint64
scope_canvas_snapped_time (ScopeCanvas *self, double x, double y)
{
  guint row = scope_canvas_row_at (self, y);
  ScopeMarkHit mark;
  double at = scope_canvas_plot_x (self, x), best = SNAP_PIXELS, snapped = at;

  if (scope_canvas_mark_at (self, x, y, &mark) && mark.from == mark.to)
    return mark.from;
  if (row != SCOPE_NONE)
    for (int side = -1; side <= 1; side++)
      {
        double edges[2];

        if (!scope_canvas_run_at (self, row, at + side * SNAP_PIXELS, &edges[0], &edges[1]))
          continue;
        for (guint i = 0; i < 2; i++)
          if (fabs (edges[i] - at) < best)
            {
              best = fabs (edges[i] - at);
              snapped = edges[i];
            }
      }
  return scope_viewport_x_to_time (scope_view_get_viewport (self->view),
                                   CLAMP (snapped, 0, scope_canvas_plot_width (self)));
}

static void
select_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeCanvas) self = user_data;
  g_autofree ScopeProbe *probe = scope_task_answer (result, NULL);

  if (probe == NULL || !probe->is_interval || self->view == NULL || probe->to <= probe->from)
    return;
  scope_view_select_range (self->view, probe->from, probe->to);
  /* What runs on a processor is a task: where else did it run? */
  if (probe->lane.kind == SCOPE_KIND_PROCESSOR && probe->ref > 0
      && scope_code_state (probe->code) == SCOPE_STATE_RUNNING)
    scope_view_select_task (self->view, &(ScopeLaneId) { probe->lane.machine, SCOPE_KIND_THREAD, probe->ref - 1 });
}

static void
zoom_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeCanvas) self = user_data;
  g_autofree ScopeProbe *probe = scope_task_answer (result, NULL);
  double margin;

  if (probe == NULL || !probe->is_interval || self->view == NULL)
    return;
  margin = ((double) probe->to - (double) probe->from) * .1;
  scope_view_remember (self->view);
  scope_view_set_range (self->view, probe->from - (gint64) margin, probe->to + (gint64) MAX (1, margin));
}

/* Asks for the interval at a place, off the main thread. */
static void
probe_at (ScopeCanvas *self, ScopeLaneId lane, gint64 time, GAsyncReadyCallback callback)
{
  scope_task_renew (&self->probing);
  scope_probe_async (scope_view_get_trace (self->view), lane, time, time, self->probing, callback,
                     g_object_ref (self));
}

void
scope_canvas_select_at (ScopeCanvas *self, guint row, double x)
{
  ScopeLaneId lane = scope_lane_list_row (scope_view_get_lanes (self->view), row)->lane;

  scope_view_clear_selection (self->view);
  scope_view_select_lane (self->view, &lane);
  probe_at (self, lane, scope_canvas_time_at (self, x), select_found);
}

gboolean
scope_canvas_message_at (ScopeCanvas *self, double x, double y, ScopeMessageLine *ret_message)
{
  ScopeTimelineOptions options;

  if (x < self->names_width || y < SCOPE_RULER_HEIGHT)
    return FALSE;
  scope_canvas_init_options (self, &options);
  return scope_timeline_hit_message (self->view, &options, self->overlay, scope_canvas_plot_x (self, x), y - SCOPE_RULER_HEIGHT,
                                     MESSAGE_PIXELS, ret_message);
}

/* --- clicks --- */

static void
click_name (ScopeCanvas *self, guint row, int n_press)
{
  ScopeLaneList *lanes = scope_view_get_lanes (self->view);
  ScopeLaneNode *node = scope_lane_list_row (lanes, row);
  double triangle = 20 + node->depth * 12;
  ScopeLaneId lane = node->lane;
  gboolean is_lane = node->kind == SCOPE_ROW_STATES;

  if (node->expandable && (self->pointer_x < triangle || n_press == 2))
    scope_lane_list_set_expanded (lanes, row, !node->expanded);
  else if (n_press == 1)
    {
      scope_canvas_set_focus_row (self, row);
      scope_view_select_lane (self->view, is_lane ? &lane : NULL);
    }
}

/* One click chooses the interval that is there, two zoom to it. */
static void
click_interval (ScopeCanvas *self, guint row, double x, int n_press)
{
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (self->view), row);
  gboolean states = node->kind == SCOPE_ROW_STATES;
  double x0, x1;

  if (n_press == 1 && states)
    scope_canvas_select_at (self, row, x);
  else if (n_press == 1)
    scope_view_clear_selection (self->view);
  else if (n_press == 2 && states && scope_canvas_run_at (self, row, scope_canvas_plot_x (self, x), &x0, &x1))
    probe_at (self, node->lane, scope_canvas_time_at (self, x), zoom_found);
  else if (n_press == 2) /* what is too small to be seen as one thing is not meant */
    scope_view_go_nearer (self->view, scope_canvas_plot_x (self, x));
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, ScopeCanvas *self)
{
  ScopeMessageLine message;
  ScopePause pause;
  ScopeSpanBar span;
  ScopeMarkHit mark;
  guint row;
  ScopeLaneNode *node;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->view == NULL || self->dragged || self->space_held || scope_canvas_over_edge (self, x))
    return;
  row = scope_canvas_row_at (self, y);
  if (row == SCOPE_NONE)
    {
      if (n_press == 1)
        scope_view_clear_selection (self->view);
      return;
    }
  self->pointer_x = x;
  self->pointer_y = y;
  node = scope_lane_list_row (scope_view_get_lanes (self->view), row);
  if (scope_canvas_is_button (node))
    {
      if (n_press == 1)
        scope_lane_list_set_expanded (scope_view_get_lanes (self->view), row, TRUE);
      return;
    }
  if (x < self->names_width)
    {
      click_name (self, row, n_press);
      return;
    }
  scope_canvas_set_focus_row (self, row);
  if (n_press <= 2 && scope_canvas_mark_at (self, x, y, &mark))
    {
      click_mark (self, &mark, x, n_press);
      return;
    }
  if (n_press <= 2 && scope_canvas_pause_at (self, row, x, &pause))
    {
      click_pause (self, &pause, n_press);
      return;
    }
  if (n_press <= 2 && scope_canvas_span_at (self, row, x, y, &span))
    {
      click_span (self, &span, n_press);
      return;
    }
  if (n_press <= 2 && scope_canvas_message_at (self, x, y, &message))
    {
      if (n_press == 1)
        scope_view_select_message (self->view, &message);
      else
        scope_view_zoom_to_message (self->view, &message);
      return;
    }
  if (node->kind == SCOPE_ROW_CALLS && n_press <= 2)
    click_call (self, row, x, y, n_press);
  else
    click_interval (self, row, x, n_press);
}

/* --- zooming --- */

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, ScopeCanvas *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  scope_canvas_hide_tip (self);
  if (self->view == NULL || !(modifiers & GDK_CONTROL_MASK))
    return GDK_EVENT_PROPAGATE; /* the scrolled window's */
  scope_view_wander (self->view, g_get_monotonic_time ());
  if (dy != 0)
    scope_view_zoom (self->view, scope_canvas_get_focus_x (self), pow (WHEEL_STEP, -dy));
  return GDK_EVENT_STOP;
}

void
scope_canvas_pinch (ScopeCanvas *self, double x, double scale)
{
  if (self->view == NULL || scale <= 0)
    return;
  scope_view_zoom (self->view, scope_canvas_plot_x (self, x), scale / self->pinch_scale);
  self->pinch_scale = scale;
}

static void
pinch_began (GtkGesture *gesture, GdkEventSequence *sequence, ScopeCanvas *self)
{
  scope_canvas_hide_tip (self);
  self->pinch_scale = 1;
  if (self->view != NULL)
    scope_view_remember (self->view);
}

static void
pinched (GtkGestureZoom *gesture, double scale, ScopeCanvas *self)
{
  double x, y;

  if (!gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  scope_canvas_pinch (self, x, scale);
}

/* --- the menu --- */

static void
menu_pressed (GtkGestureClick *gesture, int n_press, double x, double y, ScopeCanvas *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  scope_canvas_popup_menu (self, x, y);
}

static void
pressed_long (GtkGestureLongPress *gesture, double x, double y, ScopeCanvas *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  scope_canvas_popup_menu (self, x, y);
}

/* --- setting up --- */

void
scope_canvas_add_input (ScopeCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  scope_add_controller (widget, gtk_event_controller_motion_new (), self, "enter", pointer_moved, "motion", pointer_moved, "leave",
                        pointer_left, NULL);
  scope_canvas_add_drags (self);
  scope_add_controller (widget, gtk_gesture_click_new (), self, "released", clicked, NULL);
  scope_add_controller (widget, g_object_new (GTK_TYPE_GESTURE_CLICK, "button", GDK_BUTTON_SECONDARY, NULL), self, "pressed",
                        menu_pressed, NULL);
  scope_add_controller (widget, g_object_new (GTK_TYPE_GESTURE_LONG_PRESS, "touch-only", TRUE, NULL), self, "pressed", pressed_long,
                        NULL);
  scope_add_controller (widget, gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES), self, "scroll", scrolled,
                        NULL);
  scope_add_controller (widget, gtk_gesture_zoom_new (), self, "begin", pinch_began, "scale-changed", pinched, NULL);
  scope_canvas_add_keys (self);
}

void
scope_canvas_drop_input (ScopeCanvas *self)
{
  scope_canvas_hide_tip (self);
  scope_canvas_drop_menu (self);
  g_clear_pointer (&self->drop.key, g_free);
  g_clear_pointer (&self->focus_key, g_free);
  scope_task_stop (&self->probing);
  scope_canvas_drop_calipers (self);
  scope_canvas_drop_calls (self);
}
