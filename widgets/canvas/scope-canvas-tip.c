/* scope-canvas-tip.c: what is under the pointer, said when it rests: a mark, an activation, a pause, a figure, an interval, a column.
 *
 * Why an interval waits is not known to the lane: it is asked off the main thread, and stands below when the answer comes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-canvas-private.h"

#include "model/base/scope-task.h"
#include "model/scene/timeline/scope-wait-chain-words.h"

#define TIP_DELAY_MS 300

void
scope_canvas_hide_tip (ScopeCanvas *self)
{
  g_clear_handle_id (&self->tip_timeout, g_source_remove);
  scope_task_stop (&self->tip_asking);
  if (self->tip != NULL)
    gtk_widget_set_visible (self->tip, FALSE);
}

static void
show (ScopeCanvas *self, const char *text)
{
  gtk_label_set_label (GTK_LABEL (self->tip), text);
  gtk_widget_set_visible (self->tip, TRUE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* --- why --- */

static void
explained (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeCanvas) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeWaitChain) why = scope_task_answer (result, &error);
  g_autofree char *headline = NULL, *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->tip_asking);
  if (why == NULL || self->view == NULL)
    return;
  headline = scope_wait_chain_headline (scope_view_get_trace (self->view), why);
  if (headline == NULL)
    return;
  text = g_strdup_printf ("%s\n%s", gtk_label_get_label (GTK_LABEL (self->tip)), headline);
  show (self, text);
}

/* Of an interval that is seen as one. */
static void
ask_why (ScopeCanvas *self, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (self->view), row);
  double x = scope_canvas_plot_x (self, self->pointer_x), x0, x1;

  if (node->kind != SCOPE_ROW_STATES || node->lane.kind == SCOPE_KIND_PROCESSOR || !scope_canvas_run_at (self, row, x, &x0, &x1))
    return;
  self->tip_asking = g_cancellable_new ();
  scope_wait_chain_ask_async (scope_view_get_trace (self->view), node->lane, scope_canvas_time_at (self, self->pointer_x), self->tip_asking,
                              explained, g_object_ref (self));
}

/* --- what --- */

static char *
name_text (ScopeCanvas *self, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (self->view), row);

  return node->detail != NULL ? g_strdup_printf ("%s (%s)", node->title, node->detail) : g_strdup (node->title);
}

static char *
plot_text (ScopeCanvas *self, guint row)
{
  double x = scope_canvas_plot_x (self, self->pointer_x);
  g_auto (ScopeCallHit) call = { 0 };
  ScopeTimelineOptions options;
  ScopePause pause;
  ScopeSpanBar span;
  ScopeMarkHit mark;
  char *phase = scope_timeline_describe_phase (self->view, row, x);

  if (phase != NULL)
    return phase;
  if (scope_canvas_mark_at (self, self->pointer_x, self->pointer_y, &mark))
    return scope_timeline_describe_mark (self->view, &mark);
  if (scope_canvas_call_at (self, row, self->pointer_x, self->pointer_y, &call))
    return g_steal_pointer (&call.words);
  if (scope_canvas_span_at (self, row, self->pointer_x, self->pointer_y, &span))
    return scope_timeline_describe_span (self->view, &span);
  if (scope_canvas_pause_at (self, row, self->pointer_x, &pause))
    return scope_timeline_describe_pause (self->view, &pause);
  scope_canvas_init_options (self, &options);
  return scope_timeline_describe_figures (self->view, &options, self->overlay, row, x);
}

static gboolean
show_tip (gpointer data)
{
  ScopeCanvas *self = data;
  guint row = scope_canvas_row_at (self, self->pointer_y);
  g_autofree char *text = NULL, *more = NULL, *all = NULL;
  ScopeTileGetter getter;

  self->tip_timeout = 0;
  if (row == SCOPE_NONE || !self->pointer_inside || self->drag != SCOPE_DRAG_NONE)
    return G_SOURCE_REMOVE;
  text = self->pointer_x < self->names_width ? name_text (self, row) : plot_text (self, row);
  if (text != NULL)
    {
      show (self, text);
      return G_SOURCE_REMOVE;
    }
  scope_canvas_getter (self, &getter);
  text = scope_timeline_describe (self->view, row, scope_canvas_plot_x (self, self->pointer_x), &getter, self->strips);
  if (text == NULL)
    return G_SOURCE_REMOVE;
  more = scope_timeline_describe_least_most (self->view, self->overlay, row, scope_canvas_plot_x (self, self->pointer_x));
  all = more != NULL ? g_strdup_printf ("%s\n%s", text, more) : NULL;
  show (self, all != NULL ? all : text);
  ask_why (self, row);
  return G_SOURCE_REMOVE;
}

void
scope_canvas_start_tip (ScopeCanvas *self)
{
  scope_canvas_hide_tip (self);
  if (self->drag == SCOPE_DRAG_NONE && self->view != NULL)
    self->tip_timeout = g_timeout_add (TIP_DELAY_MS, show_tip, self);
}
