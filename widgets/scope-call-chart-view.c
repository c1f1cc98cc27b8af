/* scope-call-chart-view.c: see scope-call-chart-view.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/scope-call-chart-view.h"

#include "model/scene/scope-call-marks.h"
#include "widgets/scope-presenter.h"
#include "widgets/scope-question.h"
#include "widgets/scope-time-keys.h"

#include <glib/gi18n.h>
#include <math.h>

#define DRAG_PIXELS 4.0
#define MOST_DEPTHS SCOPE_CALL_MAX_DEPTH

typedef struct
{
  ScopeLaneId lane;
  gint64 finest;
  guint hits;              /* kinds of marks */
  ScopeViewport viewport;
} What;

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

struct _ScopeCallChartView
{
  GtkWidget parent_instance;

  ScopeView *view;
  ScopePresenter *presenter;
  ScopeQuestion *question;
  ScopeActivations *activations; /* what was read last */
  GPtrArray *marks;              /* on it; or NULL */
  GtkAdjustment *scroll;         /* of the scroller around it; borrowed while it is there */
  char *search, *trouble;
  guint n_found;
  What asked;                    /* last */
  gint64 asked_from, asked_to;
  gboolean has_asked, has_lane, has_chosen, dragging, has_hover;
  ScopeLaneId lane;
  guint chosen_depth;
  gint64 chosen_time;
  double hover_x, hover_y, drag_x, pan_x;
};

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

/* The visible range over this widget's width. */
static void
init_viewport (ScopeCallChartView *self, ScopeViewport *viewport)
{
  const ScopeViewport *shown = scope_view_get_viewport (self->view);

  scope_viewport_init (viewport, shown->first, shown->last, MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1));
  scope_viewport_set_range (viewport, shown->from, shown->to);
}

static void
init_options (ScopeCallChartView *self, ScopeCallChartOptions *options, ScopeViewport *viewport)
{
  init_viewport (self, viewport);
  *options = (ScopeCallChartOptions) { .width = gtk_widget_get_width (GTK_WIDGET (self)),
                                       .height = seen_height (self),
                                       .scroll_y = scrolled_by (self),
                                       .palette = scope_view_get_palette (self->view),
                                       .viewport = viewport,
                                       .tick_ps = scope_trace_tick_ps (scope_view_get_trace (self->view)),
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

static void
update_found (ScopeCallChartView *self)
{
  ScopeCallChartOptions options;
  ScopeViewport viewport;
  guint found = 0;

  if (self->view != NULL && self->search != NULL && self->activations != NULL)
    {
      g_autoptr (ScopeScene) scene = NULL;

      init_options (self, &options, &viewport);
      scene = scope_call_chart_scene (self->activations, &options, &found);
    }
  if (found == self->n_found)
    return;
  self->n_found = found;
  g_signal_emit (self, signals[FOUND], 0);
}

/* --- reading --- */

static gboolean
fill (gpointer owner, ScopeWithin *within, gpointer data)
{
  ScopeCallChartView *self = owner;
  What *what = data;
  ScopeViewport viewport;

  if (self->view == NULL || !self->has_lane || gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    return FALSE;
  init_viewport (self, &viewport);
  within->trace = scope_view_get_trace (self->view);
  scope_viewport_get_range (&viewport, &within->from, &within->to);
  *what = (What) { self->lane, (gint64) scope_viewport_scale (&viewport), scope_view_get_call_look (self->view)->hits, viewport };
  self->asked = *what;
  self->asked_from = within->from;
  self->asked_to = within->to;
  self->has_asked = TRUE;
  return TRUE;
}

static gpointer
find (const ScopeWithin *within, gconstpointer data, GError **error)
{
  const What *what = data;
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

static const ScopeQuestionClass question_class = {
  .fill = fill,
  .find = find,
  .show = show,
  .free_answer = answer_free,
  .what_size = sizeof (What),
};

static void
ask (ScopeCallChartView *self)
{
  if (self->view != NULL)
    scope_question_ask (self->question, !scope_trace_get_finished (scope_view_get_trace (self->view)));
}

static void
ask_if_needed (ScopeCallChartView *self)
{
  ScopeViewport viewport;
  gint64 from, to;

  if (self->view == NULL || !self->has_lane)
    return;
  init_viewport (self, &viewport);
  scope_viewport_get_range (&viewport, &from, &to);
  if (!self->has_asked || from != self->asked_from || to != self->asked_to
      || (gint64) scope_viewport_scale (&viewport) != self->asked.finest
      || scope_view_get_call_look (self->view)->hits != self->asked.hits)
    ask (self);
}

gboolean
scope_call_chart_view_is_settled (ScopeCallChartView *self)
{
  return self->view == NULL || !self->has_lane || (self->has_asked && !scope_question_is_open (self->question));
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
  scope_question_renew (self->question);
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
  scope_question_cancel (self->question);
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
  init_options (self, &options, &viewport);
  if (options.width <= 0 || options.height <= 0)
    return;
  scene = scope_call_chart_scene (self->activations, &options, NULL);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (float) options.scroll_y));
  scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, options.width, options.height);
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
  scope_question_ask (SCOPE_CALL_CHART_VIEW (widget)->question, FALSE);
}

/* --- choosing --- */

static const ScopeActivation *
hit_at (ScopeCallChartView *self, double x, double y, guint *ret_depth, gint64 *ret_time)
{
  ScopeCallChartOptions options;
  ScopeCallChartPlace place;
  ScopeViewport viewport;

  if (self->view == NULL)
    return NULL;
  init_options (self, &options, &viewport);
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
      init_options (self, &options, &viewport);
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
  g_signal_emit (self, signals[FUNCTION_CHOSEN], 0, name);
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
  init_viewport (self, &viewport);
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

/* --- life --- */

static void
scope_call_chart_view_dispose (GObject *object)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (object);

  if (self->question != NULL)
    scope_call_chart_view_set_view (self, NULL);
  leave_scroller (self);
  g_clear_pointer (&self->question, scope_question_free);
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
add_drag (ScopeCallChartView *self, guint button)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), button);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_moved), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

static void
scope_call_chart_view_init (ScopeCallChartView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *controller;

  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  self->question = scope_question_new (GTK_WIDGET (self), &question_class);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
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
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Call stack over time"), -1);
}

GtkWidget *
scope_call_chart_view_new (void)
{
  return g_object_new (SCOPE_TYPE_CALL_CHART_VIEW, NULL);
}
