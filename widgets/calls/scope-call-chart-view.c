/* scope-call-chart-view.c: see scope-call-chart-view.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calls/scope-call-chart-private.h"

#include "model/scene/calls/scope-call-marks.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_DEPTHS SCOPE_CALL_MAX_DEPTH

typedef struct
{
  ScopeActivations *activations;
  GPtrArray *marks;        /* ScopeCallMarks of the one lane */
} Answer;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  scope_activations_unref (answer->activations);
  g_clear_pointer (&answer->marks, g_ptr_array_unref);
  g_free (answer);
}

G_DEFINE_FINAL_TYPE (ScopeCallChartView, scope_call_chart_view, GTK_TYPE_WIDGET)

enum
{
  FUNCTION_CHOSEN,
  FOUND,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- what is seen --- */

static double
seen_height (ScopeCallChartView *self)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self));

  return self->scroll != NULL ? MIN (gtk_adjustment_get_page_size (self->scroll), height) : height;
}

static double
scrolled_by (ScopeCallChartView *self)
{
  return self->scroll != NULL ? floor (gtk_adjustment_get_value (self->scroll)) : 0;
}

void
scope_call_chart_view_init_viewport (ScopeCallChartView *self, ScopeViewport *viewport)
{
  const ScopeViewport *shown = scope_view_get_viewport (self->view);

  scope_viewport_init (viewport, shown->first, shown->last, MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1));
  scope_viewport_set_range (viewport, shown->from, shown->to);
}

void
scope_call_chart_view_init_options (ScopeCallChartView *self, ScopeCallChartOptions *options, ScopeViewport *viewport)
{
  scope_call_chart_view_init_viewport (self, viewport);
  *options = (ScopeCallChartOptions) { .width = gtk_widget_get_width (GTK_WIDGET (self)),
                                       .height = seen_height (self),
                                       .scroll_y = scrolled_by (self),
                                       .palette = scope_view_get_palette (self->view),
                                       .viewport = viewport,
                                       .clock = scope_view_get_clock (self->view),
                                       .factor = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self)),
                                       .search = self->search,
                                       .grows = !scope_trace_get_finished (scope_view_get_trace (self->view)),
                                       .has_chosen = self->has_chosen,
                                       .chosen_depth = self->chosen_depth,
                                       .chosen_time = self->chosen_time,
                                       .by_kind = scope_view_get_call_look (self->view)->by_kind,
                                       .depth_line = scope_view_get_call_look (self->view)->depth_line && self->has_lane
                                                     && self->lane.kind == SCOPE_KIND_PROCESSOR,
                                       .marks = self->marks != NULL ? g_ptr_array_index (self->marks, 0) : NULL };
  options->has_selection
      = scope_view_get_selected_range (self->view, &options->selection_from, &options->selection_to)
        && options->selection_to > options->selection_from;
}

void
scope_call_chart_view_notify_chosen (ScopeCallChartView *self, const char *function)
{
  g_signal_emit (self, signals[FUNCTION_CHOSEN], 0, function);
}

static void
update_found (ScopeCallChartView *self)
{
  ScopeCallChartOptions options;
  ScopeViewport viewport;
  guint found = 0;

  if (self->view != NULL && self->search != NULL && self->activations != NULL)
    {
      g_autoptr (ScopeScene) scene = NULL;

      scope_call_chart_view_init_options (self, &options, &viewport);
      scene = scope_call_chart_scene (self->activations, &options, &found);
    }
  if (found == self->n_found)
    return;
  self->n_found = found;
  g_signal_emit (self, signals[FOUND], 0);
}

/* --- reading --- */

static gboolean
fill (gpointer owner, ScopeQueryRange *within, gpointer data)
{
  ScopeCallChartView *self = owner;
  ScopeCallChartWhat *what = data;
  ScopeViewport viewport;

  if (self->view == NULL || !self->has_lane || gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    return FALSE;
  scope_call_chart_view_init_viewport (self, &viewport);
  within->trace = scope_view_get_trace (self->view);
  scope_viewport_get_range (&viewport, &within->from, &within->to);
  *what = (ScopeCallChartWhat) { self->lane, (gint64) scope_viewport_scale (&viewport), scope_view_get_call_look (self->view)->hits, viewport };
  self->asked = *what;
  self->asked_from = within->from;
  self->asked_to = within->to;
  self->has_asked = TRUE;
  return TRUE;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const ScopeCallChartWhat *what = data;
  Answer answer = { NULL, NULL };

  answer.activations = scope_activations_read (within->trace, what->lane, within->from, within->to, what->finest, MOST_DEPTHS,
                                               within->cancellable, error);
  if (answer.activations == NULL)
    return NULL;
  answer.marks = scope_call_marks_read (within->trace, &what->lane, 1, &what->viewport, what->hits, 0, within->cancellable);
  return g_memdup2 (&answer, sizeof answer);
}

static void
forget_answer (ScopeCallChartView *self)
{
  g_clear_pointer (&self->activations, scope_activations_unref);
  g_clear_pointer (&self->marks, g_ptr_array_unref);
}

static void
show (gpointer owner, gpointer data, const GError *error)
{
  ScopeCallChartView *self = owner;
  Answer *answer = data;

  forget_answer (self);
  g_clear_pointer (&self->trouble, g_free);
  if (answer != NULL)
    {
      self->activations = answer->activations;
      self->marks = answer->marks;
      g_free (answer);
    }
  if (error != NULL)
    self->trouble = g_strdup (error->message);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, FALSE, -1);
  update_found (self);
  g_signal_emit (self, signals[FOUND], 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static const ScopeAsyncQueryClass question_class = {
  .fill = fill,
  .find = find,
  .show = show,
  .free_answer = answer_free,
  .what_size = sizeof (ScopeCallChartWhat),
};

static void
ask (ScopeCallChartView *self)
{
  if (self->view != NULL)
    scope_async_query_ask (self->question, !scope_trace_get_finished (scope_view_get_trace (self->view)));
}

static void
ask_if_needed (ScopeCallChartView *self)
{
  ScopeViewport viewport;
  gint64 from, to;

  if (self->view == NULL || !self->has_lane)
    return;
  scope_call_chart_view_init_viewport (self, &viewport);
  scope_viewport_get_range (&viewport, &from, &to);
  if (!self->has_asked || from != self->asked_from || to != self->asked_to
      || (gint64) scope_viewport_scale (&viewport) != self->asked.finest
      || scope_view_get_call_look (self->view)->hits != self->asked.hits)
    ask (self);
}

gboolean
scope_call_chart_view_is_settled (ScopeCallChartView *self)
{
  return self->view == NULL || !self->has_lane || (self->has_asked && !scope_async_query_is_open (self->question));
}

const ScopeActivations *
scope_call_chart_view_get_activations (ScopeCallChartView *self)
{
  return self->activations;
}

const char *
scope_call_chart_view_get_trouble (ScopeCallChartView *self)
{
  return self->trouble;
}

guint
scope_call_chart_view_get_n_found (ScopeCallChartView *self)
{
  return self->n_found;
}

/* --- what is asked --- */

static gboolean
same_lane (const ScopeLaneId *a, const ScopeLaneId *b)
{
  return a->machine == b->machine && a->kind == b->kind && a->index == b->index;
}

void
scope_call_chart_view_set_lane (ScopeCallChartView *self, const ScopeLaneId *lane)
{
  g_return_if_fail (SCOPE_IS_CALL_CHART_VIEW (self));

  if (lane == NULL ? !self->has_lane : self->has_lane && same_lane (&self->lane, lane))
    return;
  self->has_lane = lane != NULL;
  if (lane != NULL)
    self->lane = *lane;
  self->has_chosen = self->has_asked = FALSE;
  forget_answer (self);
  scope_async_query_renew (self->question);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
scope_call_chart_view_set_search (ScopeCallChartView *self, const char *search)
{
  g_free (self->search);
  self->search = scope_call_chart_fold (search);
  update_found (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
view_changed (ScopeView *view, guint what, ScopeCallChartView *self)
{
  if (what & SCOPE_VIEW_DATA)
    {
      self->has_asked = FALSE;
      gtk_widget_queue_resize (GTK_WIDGET (self));
    }
  if (what & (SCOPE_VIEW_RANGE | SCOPE_VIEW_DATA | SCOPE_VIEW_LOOK))
    ask_if_needed (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self))
      && (what & (SCOPE_VIEW_RANGE | SCOPE_VIEW_DATA | SCOPE_VIEW_SELECTION | SCOPE_VIEW_LOOK)))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_call_chart_view_set_view (ScopeCallChartView *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_CALL_CHART_VIEW (self));

  if (self->view == view)
    return;
  scope_call_chart_view_set_lane (self, NULL);
  scope_async_query_cancel (self->question);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  if (view != NULL)
    g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
}

/* --- drawing --- */

static void
scope_call_chart_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (widget);
  g_autoptr (ScopeScene) scene = NULL;
  ScopeCallChartOptions options;
  ScopeViewport viewport;

  if (self->view == NULL)
    return;
  scope_call_chart_view_init_options (self, &options, &viewport);
  if (options.width <= 0 || options.height <= 0)
    return;
  scene = scope_call_chart_scene (self->activations, &options, NULL);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (float) options.scroll_y));
  scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
  gtk_snapshot_restore (snapshot);
}

static void
scope_call_chart_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                               int *minimum_baseline, int *natural_baseline)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (widget);

  *minimum = *natural = 160;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = self->view != NULL && self->has_lane
                              ? (int) ceil (scope_call_chart_height (
                                    scope_activations_depth (scope_view_get_trace (self->view), self->lane)))
                                    + (self->lane.kind == SCOPE_KIND_PROCESSOR ? (int) SCOPE_CALL_CHART_LEGEND : 0)
                              : 60;
}

static void
scope_call_chart_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ask_if_needed (SCOPE_CALL_CHART_VIEW (widget));
}

static void
leave_scroller (ScopeCallChartView *self)
{
  if (self->scroll != NULL)
    g_signal_handlers_disconnect_by_data (self->scroll, self);
  g_clear_object (&self->scroll);
}

static void
scope_call_chart_view_root (GtkWidget *widget)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (widget);
  GtkWidget *scroller = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);

  GTK_WIDGET_CLASS (scope_call_chart_view_parent_class)->root (widget);
  leave_scroller (self);
  if (scroller == NULL)
    return;
  self->scroll = g_object_ref (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)));
  g_signal_connect_swapped (self->scroll, "value-changed", G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_connect_swapped (self->scroll, "changed", G_CALLBACK (gtk_widget_queue_draw), self);
}

static void
scope_call_chart_view_unroot (GtkWidget *widget)
{
  leave_scroller (SCOPE_CALL_CHART_VIEW (widget));
  GTK_WIDGET_CLASS (scope_call_chart_view_parent_class)->unroot (widget);
}

static void
scope_call_chart_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (scope_call_chart_view_parent_class)->map (widget);
  scope_async_query_ask (SCOPE_CALL_CHART_VIEW (widget)->question, FALSE);
}

/* --- life --- */

static void
scope_call_chart_view_dispose (GObject *object)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (object);

  if (self->question != NULL)
    scope_call_chart_view_set_view (self, NULL);
  leave_scroller (self);
  g_clear_pointer (&self->question, scope_async_query_free);
  g_clear_pointer (&self->presenter, scope_presenter_free);
  forget_answer (self);
  g_clear_pointer (&self->search, g_free);
  g_clear_pointer (&self->trouble, g_free);
  G_OBJECT_CLASS (scope_call_chart_view_parent_class)->dispose (object);
}

static void
scope_call_chart_view_class_init (ScopeCallChartViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_call_chart_view_dispose;
  widget_class->snapshot = scope_call_chart_view_snapshot;
  widget_class->measure = scope_call_chart_view_measure;
  widget_class->size_allocate = scope_call_chart_view_size_allocate;
  widget_class->root = scope_call_chart_view_root;
  widget_class->unroot = scope_call_chart_view_unroot;
  widget_class->map = scope_call_chart_view_map;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[FUNCTION_CHOSEN] = g_signal_new ("function-chosen", SCOPE_TYPE_CALL_CHART_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[FOUND] = g_signal_new ("found", SCOPE_TYPE_CALL_CHART_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
scope_call_chart_view_init (ScopeCallChartView *self)
{
  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  self->question = scope_async_query_new (GTK_WIDGET (self), &question_class);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  scope_call_chart_view_add_input (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Call stack over time"), -1);
}

GtkWidget *
scope_call_chart_view_new (void)
{
  return g_object_new (SCOPE_TYPE_CALL_CHART_VIEW, NULL);
}
