/* scope-canvas-calipers.c: the calipers under the hand: dragged by their lines or flags, stepped by keys. They snap to where something begins or
 * ends on their lane; what is near is read from the index, on a thread: so a cursor goes with the pointer at once, and to the edge when that
 * is known. Shift leaves it free.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-canvas-private.h"

#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-calipers.h"
#include "model/trace/calipers/scope-calipers.h"
#include "model/trace/document/scope-cycles.h"

#include <math.h>

#define GRAB_PIXELS 5.0
#define SNAP_PIXELS 6.0

typedef struct
{
  ScopeTrace *trace;
  ScopeLaneId lane;
  gint64 time, reach;
  int direction;
  guint which;
} Step;

static void
step_free (gpointer data)
{
  Step *step = data;

  g_object_unref (step->trace);
  g_free (step);
}

static gpointer
find (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Step *step = data;
  gint64 time;

  return scope_calipers_snap (step->trace, step->lane, step->time, step->reach, step->direction, &time, cancellable, error)
             ? g_memdup2 (&time, sizeof time)
             : NULL;
}

static void
found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeCanvas) self = user_data;
  const Step *step = scope_task_question (result);
  g_autofree gint64 *time = scope_task_answer (result, NULL);
  ScopeViewCalipers calipers;

  if (self->stepping == NULL || g_task_get_cancellable (G_TASK (result)) != self->stepping)
    return;
  g_clear_object (&self->stepping);
  if (time == NULL && step->direction != 0)
    gtk_widget_error_bell (GTK_WIDGET (self));
  /* It may be elsewhere by now. */
  if (time == NULL || self->view == NULL || !scope_view_get_calipers (self->view, &calipers)
      || calipers.at[step->which] != step->time)
    return;
  scope_view_move_caliper (self->view, step->which, *time);
  if (step->direction != 0)
    scope_view_show_time (self->view, *time);
}

static void
ask (ScopeCanvas *self, const ScopeViewCalipers *calipers, guint which, gint64 reach, int direction)
{
  Step *step = g_new0 (Step, 1);

  scope_canvas_drop_calipers (self);
  self->stepping = g_cancellable_new ();
  *step = (Step) { g_object_ref (scope_view_get_trace (self->view)), calipers->lane, calipers->at[which], reach, direction, which };
  scope_task_give (NULL, find, step, step_free, g_free, self->stepping, found, g_object_ref (self));
}

void
scope_canvas_drop_calipers (ScopeCanvas *self)
{
  scope_task_stop (&self->stepping);
}

/* --- the pointer --- */

int
scope_canvas_caliper_flag_at (ScopeCanvas *self, double x, double y)
{
  if (self->view == NULL || y < SCOPE_RULER_HEIGHT - SCOPE_CALIPER_FLAG || y >= SCOPE_RULER_HEIGHT)
    return -1;
  return scope_timeline_caliper_flag_at (self->view, x - self->names_width);
}

int
scope_canvas_caliper_at (ScopeCanvas *self, double x, double y)
{
  int flag = scope_canvas_caliper_flag_at (self, x, y);

  if (flag >= 0 || self->view == NULL || x < self->names_width - GRAB_PIXELS)
    return flag;
  return scope_timeline_caliper_at (self->view, x - self->names_width, GRAB_PIXELS);
}

void
scope_canvas_drag_caliper (ScopeCanvas *self, guint which, double x, gboolean free)
{
  ScopeViewCalipers calipers;

  scope_view_move_caliper (self->view, which, scope_canvas_time_at (self, x));
  if (free || !scope_view_get_calipers (self->view, &calipers) || !calipers.has_lane)
    scope_canvas_drop_calipers (self);
  else
    ask (self, &calipers, which, (gint64) ceil (SNAP_PIXELS * scope_viewport_scale (scope_view_get_viewport (self->view))), 0);
}

/* --- keys --- */

void
scope_canvas_step_caliper (ScopeCanvas *self, int direction)
{
  ScopeViewCalipers calipers;

  if (self->view == NULL || !scope_view_get_calipers (self->view, &calipers) || !calipers.has_lane)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else
    ask (self, &calipers, calipers.active, 0, direction);
}

void
scope_canvas_nudge_caliper (ScopeCanvas *self, int direction)
{
  ScopeViewCalipers calipers;
  gint64 tick_ps, period = 0, by;

  if (self->view == NULL || !scope_view_get_calipers (self->view, &calipers))
    return;
  tick_ps = MAX (scope_trace_tick_ps (scope_view_get_trace (self->view)), 1);
  if (calipers.has_lane)
    period = scope_cycles_of_lane (scope_view_get_trace (self->view), calipers.lane, NULL) / tick_ps;
  by = MAX (MAX (period, 1), (gint64) scope_viewport_scale (scope_view_get_viewport (self->view)));
  /* Whole cycles, so that they stay those of the clock. */
  if (period > 1)
    by = by / period * period;
  scope_canvas_drop_calipers (self);
  scope_view_move_caliper (self->view, calipers.active, calipers.at[calipers.active] + direction * by);
  scope_view_get_calipers (self->view, &calipers);
  scope_view_show_time (self->view, calipers.at[calipers.active]);
}
