/* scope-lock-canvas.c: see scope-lock-canvas.h; pointer and keys are in scope-lock-canvas-input.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/locks/scope-lock-canvas-private.h"

#include "widgets/canvas/scope-time-axis.h"

#include <glib/gi18n.h>
#include <math.h>

#define EMPTY_NAMES 120.0

G_DEFINE_FINAL_TYPE (ScopeLockCanvas, scope_lock_canvas, GTK_TYPE_WIDGET)

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

void
scope_lock_canvas_init_options (ScopeLockCanvas *self, ScopeLockSceneOptions *options)
{
  *options = (ScopeLockSceneOptions) { .width = gtk_widget_get_width (GTK_WIDGET (self)),
                                       .height = gtk_widget_get_height (GTK_WIDGET (self)),
                                       .scroll = floor (gtk_adjustment_get_value (self->adjustment)),
                                       .chosen = self->chosen,
                                       .has_marked = self->has_marked,
                                       .marked = self->marked };
  if (self->view != NULL && scope_time_axis_find (self->view, GTK_WIDGET (self), EMPTY_NAMES, &options->names_width, &options->plot_width))
    return;
  options->names_width = self->list != NULL ? scope_lock_scene_names_width (scope_view_get_trace (self->view), self->list, 0) : EMPTY_NAMES;
  options->names_width = MIN (options->names_width, floor (options->width / 3));
}

double
scope_lock_canvas_get_axis (ScopeLockCanvas *self)
{
  ScopeLockSceneOptions options;

  scope_lock_canvas_init_options (self, &options);
  return options.names_width;
}

/* --- reading --- */

/* What is asked for. */
typedef struct
{
  ScopeLockList *list; /* owned; NULL: reads it, and no lanes */
  ScopeLockLanesRequest request;
} What;

typedef struct
{
  ScopeLockList *list;
  ScopeLockLanes *lanes;
} Answer;

static void
what_clear (gpointer data)
{
  g_clear_pointer (&((What *) data)->list, scope_lock_list_unref);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  scope_lock_list_unref (answer->list);
  scope_lock_lanes_free (answer->lanes);
  g_free (answer);
}

static gboolean
fill (gpointer owner, ScopeQueryRange *within, gpointer data)
{
  ScopeLockCanvas *self = owner;
  What *what = data;
  ScopeLockSceneOptions options;

  if (self->view == NULL || gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    return FALSE;
  within->trace = scope_view_get_trace (self->view);
  if (self->list != NULL && !self->list_stale)
    {
      scope_lock_canvas_init_options (self, &options);
      what->list = scope_lock_list_ref (self->list);
      scope_lock_scene_request (&what->request, self->view, self->list, &options);
      self->asked = what->request;
      self->has_asked = TRUE;
    }
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, TRUE, -1);
  return TRUE;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;
  Answer answer = { 0 };

  if (what->list == NULL)
    answer.list = scope_lock_list_read (within->trace, within->cancellable, error);
  else
    answer.lanes = scope_lock_lanes_read (within->trace, what->list, &what->request, within->cancellable, error);
  return answer.list != NULL || answer.lanes != NULL ? g_memdup2 (&answer, sizeof answer) : NULL;
}

static void
ask (ScopeLockCanvas *self)
{
  if (self->view != NULL)
    scope_async_query_ask (self->question, !scope_trace_get_finished (scope_view_get_trace (self->view)));
}

static void
update_adjustment (ScopeLockCanvas *self)
{
  double page = MAX (gtk_widget_get_height (GTK_WIDGET (self)) - SCOPE_LOCK_SCENE_RULER - SCOPE_LOCK_SCENE_LEGEND, 1);
  double content = self->list != NULL ? scope_lock_scene_content (self->list) : 0;
  double value = CLAMP (gtk_adjustment_get_value (self->adjustment), 0, MAX (content - page, 0));

  gtk_adjustment_configure (self->adjustment, value, 0, MAX (content, page), self->list != NULL ? self->list->lane_height : 1,
                            page * 0.9, page);
}

static void
reveal_chosen (ScopeLockCanvas *self)
{
  double top, page = gtk_adjustment_get_page_size (self->adjustment), value = gtk_adjustment_get_value (self->adjustment);

  self->reveal = self->chosen >= 0 && (self->list == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)));
  if (self->reveal || self->chosen < 0)
    return;
  top = self->chosen * self->list->lane_height;
  if (top < value)
    gtk_adjustment_set_value (self->adjustment, top);
  else if (top + self->list->lane_height > value + page)
    gtk_adjustment_set_value (self->adjustment, MIN (top + self->list->lane_height - page, top));
}

/* The list has changed: the lane that was marked may stand elsewhere. */
static void
take_list (ScopeLockCanvas *self, ScopeLockList *list)
{
  if (self->list != NULL && self->chosen >= 0)
    {
      const ScopeLockSum *sum = &g_array_index (self->list->sums, ScopeLockSum, self->chosen);

      self->chosen = scope_lock_list_find (list, sum->machine, sum->lock);
    }
  g_clear_pointer (&self->lanes, scope_lock_lanes_free); /* places are the old list's */
  g_clear_pointer (&self->list, scope_lock_list_unref);
  self->list = list;
  self->list_stale = self->has_asked = FALSE; /* now its lanes */
  update_adjustment (self);
  if (self->has_wanted)
    scope_lock_canvas_choose_lock (self, self->wanted_machine, self->wanted_lock);
}

void
scope_lock_canvas_set_order (ScopeLockCanvas *self, ScopeLockOrder order)
{
  g_return_if_fail (SCOPE_IS_LOCK_CANVAS (self));

  if (self->order == order)
    return;
  self->order = order;
  if (self->list == NULL)
    return;
  take_list (self, scope_lock_list_sort (self->list, order));
  reveal_chosen (self);
  scope_async_query_renew (self->question); /* lanes under way are the old list's */
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What a screen reader is told that sees nothing. */
static void
update_description (ScopeLockCanvas *self)
{
  g_autofree char *text = self->list != NULL ? scope_lock_list_summary (self->list) : g_strdup ("");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
show (gpointer owner, gpointer data, const GError *error)
{
  ScopeLockCanvas *self = owner;
  Answer *answer = data;

  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, FALSE, -1);
  if (answer == NULL)
    return;
  if (answer->list != NULL)
    {
      take_list (self, scope_lock_list_sort (answer->list, self->order));
      ask (self);
    }
  else
    {
      g_clear_pointer (&self->lanes, scope_lock_lanes_free);
      self->lanes = g_steal_pointer (&answer->lanes);
    }
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  answer_free (answer);
}

static const ScopeAsyncQueryClass question_class = {
  .fill = fill,
  .find = find,
  .show = show,
  .free_answer = answer_free,
  .clear_what = what_clear,
  .what_size = sizeof (What),
};

static gboolean
same_request (const ScopeLockLanesRequest *a, const ScopeLockLanesRequest *b)
{
  return a->viewport.first == b->viewport.first && a->viewport.last == b->viewport.last
         && a->viewport.from == b->viewport.from && a->viewport.to == b->viewport.to
         && a->viewport.width == b->viewport.width && a->first == b->first && a->n == b->n && a->palette == b->palette;
}

/* TRUE if what is wanted now was asked for last. */
static gboolean
is_asked (ScopeLockCanvas *self)
{
  ScopeLockSceneOptions options;
  ScopeLockLanesRequest request;

  if (self->list == NULL || self->list_stale || !self->has_asked)
    return FALSE;
  scope_lock_canvas_init_options (self, &options);
  scope_lock_scene_request (&request, self->view, self->list, &options);
  return same_request (&request, &self->asked);
}

/* Asks anew if something else is wanted than what was asked for last. */
static void
ask_if_needed (ScopeLockCanvas *self)
{
  if (self->view == NULL || gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    return;
  if (!is_asked (self))
    ask (self);
}

static gboolean
ask_before_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SCOPE_LOCK_CANVAS (widget)->tick = 0;
  ask_if_needed (SCOPE_LOCK_CANVAS (widget));
  return G_SOURCE_REMOVE;
}

static void
cancel (ScopeLockCanvas *self)
{
  scope_async_query_cancel (self->question);
  g_clear_pointer (&self->lanes, scope_lock_lanes_free);
  g_clear_pointer (&self->list, scope_lock_list_unref);
  self->has_asked = self->has_marked = self->has_wanted = self->reveal = self->list_stale = FALSE;
  self->chosen = -1;
  g_clear_pointer (&self->words, g_free);
}

gboolean
scope_lock_canvas_is_settled (ScopeLockCanvas *self)
{
  return self->view == NULL || (is_asked (self) && !scope_async_query_is_open (self->question));
}

const ScopeLockList *
scope_lock_canvas_get_list (ScopeLockCanvas *self)
{
  return self->list;
}

const ScopeLockLanes *
scope_lock_canvas_get_lanes (ScopeLockCanvas *self)
{
  return self->lanes;
}

GtkAdjustment *
scope_lock_canvas_get_adjustment (ScopeLockCanvas *self)
{
  return self->adjustment;
}

/* --- drawing --- */

static void
scope_lock_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ScopeLockCanvas *self = SCOPE_LOCK_CANVAS (widget);
  g_autoptr (ScopeScene) scene = NULL;
  ScopeLockSceneOptions options;

  if (self->view == NULL)
    return;
  scope_lock_canvas_init_options (self, &options);
  scene = scope_lock_scene_build (self->view, self->list, self->lanes, &options);
  scope_presenter_draw (self->presenter, snapshot, scene, NULL, NULL);
  /* Only now is it known where the timeline's axis stands: both were given their places before. */
  if (self->has_asked && self->tick == 0 && !is_asked (self))
    self->tick = gtk_widget_add_tick_callback (widget, ask_before_frame, NULL, NULL);
}

static void
scope_lock_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? 100 : 160;
}

static void
scope_lock_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  update_adjustment (SCOPE_LOCK_CANVAS (widget));
  if (SCOPE_LOCK_CANVAS (widget)->reveal)
    reveal_chosen (SCOPE_LOCK_CANVAS (widget));
  ask_if_needed (SCOPE_LOCK_CANVAS (widget));
}

static void
view_changed (ScopeView *view, guint what, ScopeLockCanvas *self)
{
  if (what & SCOPE_VIEW_DATA)
    {
      self->has_asked = FALSE;
      self->list_stale = TRUE;
    }
  if (what & (SCOPE_VIEW_RANGE | SCOPE_VIEW_LOOK | SCOPE_VIEW_DATA))
    ask_if_needed (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
scrolled_to (GtkAdjustment *adjustment, ScopeLockCanvas *self)
{
  if (self->view == NULL)
    return;
  ask_if_needed (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
scope_lock_canvas_map (GtkWidget *widget)
{
  ScopeLockCanvas *self = SCOPE_LOCK_CANVAS (widget);

  GTK_WIDGET_CLASS (scope_lock_canvas_parent_class)->map (widget);
  if (self->reveal)
    reveal_chosen (self);
  if (scope_async_query_is_open (self->question))
    self->has_asked = FALSE; /* it was asked while nobody saw this */
  ask_if_needed (self);
}

/* --- what is chosen --- */

const char *
scope_lock_canvas_get_words (ScopeLockCanvas *self)
{
  return self->words != NULL ? self->words : "";
}

/* Takes them. */
static void
say (ScopeLockCanvas *self, char *words)
{
  g_free (self->words);
  self->words = words;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
  g_signal_emit (self, signals[CHOSEN], 0);
}

void
scope_lock_canvas_choose_place (ScopeLockCanvas *self, int place)
{
  const ScopeLockHit hit = { .place = place };
  gboolean same = self->chosen == place;

  if (self->list == NULL || place < 0 || place >= (int) self->list->sums->len)
    return;
  self->chosen = place;
  reveal_chosen (self);
  if (same)
    return;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  say (self, scope_lock_scene_describe (self->view, self->list, self->lanes, &hit));
}

gboolean
scope_lock_canvas_choose_lock (ScopeLockCanvas *self, guint32 machine, guint64 lock)
{
  int place = self->list != NULL ? scope_lock_list_find (self->list, machine, lock) : -1;

  self->has_wanted = self->list == NULL;
  self->wanted_machine = machine;
  self->wanted_lock = lock;
  scope_lock_canvas_choose_place (self, place);
  return place >= 0;
}

int
scope_lock_canvas_get_chosen (ScopeLockCanvas *self)
{
  return self->chosen;
}

static void
show_use (ScopeLockCanvas *self, const ScopeLockUse *use, gint64 from, gint64 to, gboolean zoom)
{
  ScopeViewport before;
  guint32 index = use->processor < 0 || use->processor > G_MAXUINT16
                      ? SCOPE_NONE
                      : scope_machine_find_processor (scope_trace_machine (scope_view_get_trace (self->view), use->machine),
                                                      (guint) use->processor);
  ScopeLaneId lane = { use->machine, SCOPE_KIND_PROCESSOR, index };
  gint64 margin = MAX ((to - from) / 4, 1);

  self->marked = *use;
  self->has_marked = TRUE;
  before = *scope_view_get_viewport (self->view);
  scope_view_go_to (self->view, index != SCOPE_NONE ? &lane : NULL, from, to);
  if (zoom)
    scope_view_set_range (self->view, scope_time_add (from, -margin), scope_time_add (to, margin));
  else if (scope_viewport_time_to_x (&before, from) >= 0 && scope_viewport_time_to_x (&before, to) <= before.width)
    scope_view_set_viewport (self->view, &before); /* it is visible already */
  scope_lock_canvas_choose_lock (self, use->machine, use->lock);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_lock_canvas_go_to (ScopeLockCanvas *self, const ScopeLockUse *use, gboolean zoom)
{
  g_return_if_fail (SCOPE_IS_LOCK_CANVAS (self));

  if (self->view != NULL)
    show_use (self, use, use->wait_from, MAX (use->wait_to, use->wait_from), zoom);
}

static gboolean
hit_at (ScopeLockCanvas *self, double x, double y, ScopeLockHit *ret)
{
  ScopeLockSceneOptions options;

  if (self->view == NULL)
    return FALSE;
  scope_lock_canvas_init_options (self, &options);
  return scope_lock_scene_hit (self->view, self->list, self->lanes, &options, x, y, ret);
}

char *
scope_lock_canvas_describe (ScopeLockCanvas *self, double x, double y)
{
  ScopeLockHit hit;
  g_autofree char *text = NULL;

  if (!hit_at (self, x, y, &hit))
    return NULL;
  text = scope_lock_scene_describe (self->view, self->list, self->lanes, &hit);
  return *text != '\0' ? g_steal_pointer (&text) : NULL;
}

static void
go_to_shown (ScopeLockCanvas *self, const ScopeLockShown *shown, gboolean hold, gboolean zoom)
{
  const ScopeLockUse use = shown->use; /* what is shown may be read anew meanwhile */
  char *text = scope_lock_use_describe (scope_view_get_trace (self->view), shown, hold);

  show_use (self, &use, hold ? use.wait_to : use.wait_from, hold ? use.hold_to : use.wait_to, zoom);
  say (self, text);
}

gboolean
scope_lock_canvas_choose (ScopeLockCanvas *self, double x, double y, gboolean zoom)
{
  ScopeLockHit hit;

  if (!hit_at (self, x, y, &hit))
    return FALSE;
  scope_lock_canvas_choose_place (self, hit.place);
  if (hit.shown != NULL)
    go_to_shown (self, hit.shown, hit.hold, zoom);
  else if (zoom && hit.column != NULL)
    {
      double width = scope_view_get_viewport (self->view)->width;
      ScopeLockSceneOptions options;

      scope_lock_canvas_init_options (self, &options);
      scope_view_remember (self->view);
      scope_view_zoom (self->view, (x - options.names_width) / scope_lock_scene_plot_width (&options) * width, 8);
    }
  else if (zoom)
    scope_lock_canvas_go_to (self, &g_array_index (self->list->sums, ScopeLockSum, hit.place).longest, TRUE);
  return TRUE;
}

gboolean
scope_lock_canvas_step (ScopeLockCanvas *self, int direction)
{
  const ScopeLockLane *lane;
  gint64 at, to;
  guint place;

  if (self->lanes == NULL || self->chosen < (int) self->lanes->request.first)
    return FALSE;
  place = (guint) self->chosen - self->lanes->request.first;
  if (place >= self->lanes->lanes->len)
    return FALSE;
  lane = &g_array_index (self->lanes->lanes, ScopeLockLane, place);
  if (!scope_view_get_selected_range (self->view, &at, &to))
    at = direction > 0 ? SCOPE_TIME_MIN : SCOPE_TIME_MAX;
  for (guint i = 0; i < lane->bars->len; i++)
    {
      const ScopeLockBar *bar = &g_array_index (lane->bars, ScopeLockBar, direction > 0 ? i : lane->bars->len - 1 - i);

      if (direction > 0 ? bar->from <= at : bar->from >= at)
        continue;
      go_to_shown (self, &g_array_index (self->lanes->shown, ScopeLockShown, bar->shown), bar->hold, FALSE);
      return TRUE;
    }
  return FALSE;
}

/* --- life --- */

void
scope_lock_canvas_set_view (ScopeLockCanvas *self, ScopeView *view)
{
  g_return_if_fail (SCOPE_IS_LOCK_CANVAS (self));

  if (self->view == view)
    return;
  cancel (self);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed, self);
  g_set_object (&self->view, view);
  gtk_adjustment_set_value (self->adjustment, 0);
  if (view != NULL)
    {
      g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
      ask (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
scope_lock_canvas_dispose (GObject *object)
{
  ScopeLockCanvas *self = SCOPE_LOCK_CANVAS (object);

  if (self->adjustment != NULL)
    {
      scope_lock_canvas_set_view (self, NULL);
      g_signal_handlers_disconnect_by_data (self->adjustment, self);
    }
  g_clear_object (&self->adjustment);
  g_clear_pointer (&self->question, scope_async_query_free);
  g_clear_pointer (&self->presenter, scope_presenter_free);
  G_OBJECT_CLASS (scope_lock_canvas_parent_class)->dispose (object);
}

static void
scope_lock_canvas_class_init (ScopeLockCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_lock_canvas_dispose;
  widget_class->snapshot = scope_lock_canvas_snapshot;
  widget_class->measure = scope_lock_canvas_measure;
  widget_class->size_allocate = scope_lock_canvas_size_allocate;
  widget_class->map = scope_lock_canvas_map;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[CHOSEN] = g_signal_new ("chosen", SCOPE_TYPE_LOCK_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 0);
}

static void
scope_lock_canvas_init (ScopeLockCanvas *self)
{
  self->chosen = -1;
  self->presenter = scope_presenter_new (GTK_WIDGET (self));
  self->question = scope_async_query_new (GTK_WIDGET (self), &question_class);
  self->adjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 1, 1, 1, 1));
  g_signal_connect (self->adjustment, "value-changed", G_CALLBACK (scrolled_to), self);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  scope_lock_canvas_add_input (self);
}

GtkWidget *
scope_lock_canvas_new (void)
{
  ScopeLockCanvas *self = g_object_new (SCOPE_TYPE_LOCK_CANVAS, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Locks over time"), -1);
  return GTK_WIDGET (self);
}
