/* scope-lock-canvas.c: see scope-lock-canvas.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/locks/scope-lock-canvas.h"

#include "widgets/canvas/scope-time-axis.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <math.h>

#define EMPTY_NAMES 120.0

struct _ScopeLockCanvas
{
  ScopeChart chart;

  GtkAdjustment *adjustment;
  ScopeLockList *list;          /* NULL: to be read with the next question */
  ScopeLockLanes *lanes;
  ScopeLockOrder order;
  gboolean list_stale;
  int chosen;
  gboolean reveal;              /* scroll to the chosen lane, once there is room */
  gboolean has_marked;
  ScopeLockUse marked;
  gboolean has_wanted;          /* a lock to be chosen when the list is there */
  guint32 wanted_machine;
  guint64 wanted_lock;
};

G_DEFINE_FINAL_TYPE (ScopeLockCanvas, scope_lock_canvas, SCOPE_TYPE_CHART)

/* What the scene is made with now. */
static void
init_options (ScopeLockCanvas *self, ScopeLockSceneOptions *options)
{
  *options = (ScopeLockSceneOptions) { .width = gtk_widget_get_width (GTK_WIDGET (self)),
                                       .height = gtk_widget_get_height (GTK_WIDGET (self)),
                                       .scroll = floor (gtk_adjustment_get_value (self->adjustment)),
                                       .chosen = self->chosen,
                                       .has_marked = self->has_marked,
                                       .marked = self->marked };
  if (self->chart.view != NULL && scope_time_axis_find (self->chart.view, GTK_WIDGET (self), EMPTY_NAMES, &options->names_width, &options->plot_width))
    return;
  options->names_width = self->list != NULL ? scope_lock_scene_names_width (scope_view_get_trace (self->chart.view), self->list, 0) : EMPTY_NAMES;
  options->names_width = MIN (options->names_width, floor (options->width / 3));
}

double
scope_lock_canvas_get_axis (ScopeLockCanvas *self)
{
  ScopeLockSceneOptions options;

  init_options (self, &options);
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
want (ScopeChart *chart, ScopeQueryRange *within, gpointer data)
{
  ScopeLockCanvas *self = SCOPE_LOCK_CANVAS (chart);
  What *what = data;
  ScopeLockSceneOptions options;

  if (self->list == NULL || self->list_stale)
    return TRUE;
  init_options (self, &options);
  what->list = scope_lock_list_ref (self->list);
  scope_lock_scene_request (&what->request, self->chart.view, self->list, &options);
  return TRUE;
}

static gboolean
same (gconstpointer wanted, gconstpointer asked)
{
  const What *a = wanted, *b = asked;

  return a->list == b->list
         && (a->list == NULL
             || (scope_viewport_equal (&a->request.viewport, &b->request.viewport) && a->request.first == b->request.first
                 && a->request.n == b->request.n && a->request.palette == b->request.palette));
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
  self->list_stale = FALSE; /* now its lanes */
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
  scope_chart_read_again (&self->chart, TRUE); /* lanes under way are the old list's */
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
show (ScopeChart *chart, gpointer data, const GError *error)
{
  ScopeLockCanvas *self = SCOPE_LOCK_CANVAS (chart);
  Answer *answer = data;
  g_autofree char *summary = NULL;

  if (answer == NULL)
    return;
  if (answer->list != NULL)
    {
      take_list (self, scope_lock_list_sort (answer->list, self->order));
      scope_chart_read_again (chart, FALSE);
    }
  else
    {
      g_clear_pointer (&self->lanes, scope_lock_lanes_free);
      self->lanes = g_steal_pointer (&answer->lanes);
    }
  summary = self->list != NULL ? scope_lock_list_summary (self->list) : NULL;
  scope_chart_say (chart, summary);
  answer_free (answer);
}

static void
forget (ScopeChart *chart)
{
  ScopeLockCanvas *self = SCOPE_LOCK_CANVAS (chart);

  g_clear_pointer (&self->lanes, scope_lock_lanes_free);
  g_clear_pointer (&self->list, scope_lock_list_unref);
  self->has_marked = self->has_wanted = self->reveal = self->list_stale = FALSE;
  self->chosen = -1;
  gtk_adjustment_set_value (self->adjustment, 0);
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

static ScopeScene *
build (ScopeChart *chart, double width, double height)
{
  ScopeLockCanvas *self = SCOPE_LOCK_CANVAS (chart);
  ScopeLockSceneOptions options;

  if (chart->view == NULL)
    return NULL;
  init_options (self, &options);
  return scope_lock_scene_build (chart->view, self->list, self->lanes, &options);
}

static void
scope_lock_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  update_adjustment (SCOPE_LOCK_CANVAS (widget));
  if (SCOPE_LOCK_CANVAS (widget)->reveal)
    reveal_chosen (SCOPE_LOCK_CANVAS (widget));
  GTK_WIDGET_CLASS (scope_lock_canvas_parent_class)->size_allocate (widget, width, height, baseline);
}

static void
changed (ScopeChart *chart, guint what)
{
  if (what & SCOPE_VIEW_DATA)
    SCOPE_LOCK_CANVAS (chart)->list_stale = TRUE;
}

static void
scrolled_to (GtkAdjustment *adjustment, ScopeChart *chart)
{
  scope_chart_read (chart);
  gtk_widget_queue_draw (GTK_WIDGET (chart));
}

static void
scope_lock_canvas_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (scope_lock_canvas_parent_class)->map (widget);
  if (SCOPE_LOCK_CANVAS (widget)->reveal)
    reveal_chosen (SCOPE_LOCK_CANVAS (widget));
}

/* --- what is chosen --- */

/* Marks the lane at that place of the list, and scrolls to it. */
static void
choose_place (ScopeLockCanvas *self, int place)
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
  scope_chart_say_chosen (&self->chart, scope_lock_scene_describe (self->chart.view, self->list, self->lanes, &hit));
}

gboolean
scope_lock_canvas_choose_lock (ScopeLockCanvas *self, guint32 machine, guint64 lock)
{
  int place = self->list != NULL ? scope_lock_list_find (self->list, machine, lock) : -1;

  self->has_wanted = self->list == NULL;
  self->wanted_machine = machine;
  self->wanted_lock = lock;
  choose_place (self, place);
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
                      : scope_machine_find_processor (scope_trace_machine (scope_view_get_trace (self->chart.view), use->machine),
                                                      (guint) use->processor);
  ScopeLaneId lane = { use->machine, SCOPE_KIND_PROCESSOR, index };
  gint64 margin = MAX ((to - from) / 4, 1);

  self->marked = *use;
  self->has_marked = TRUE;
  before = *scope_view_get_viewport (self->chart.view);
  scope_view_go_to (self->chart.view, index != SCOPE_NONE ? &lane : NULL, from, to);
  if (zoom)
    scope_view_set_range (self->chart.view, scope_time_add (from, -margin), scope_time_add (to, margin));
  else if (scope_viewport_time_to_x (&before, from) >= 0 && scope_viewport_time_to_x (&before, to) <= before.width)
    scope_view_set_viewport (self->chart.view, &before); /* it is visible already */
  scope_lock_canvas_choose_lock (self, use->machine, use->lock);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
scope_lock_canvas_go_to (ScopeLockCanvas *self, const ScopeLockUse *use, gboolean zoom)
{
  g_return_if_fail (SCOPE_IS_LOCK_CANVAS (self));

  if (self->chart.view != NULL)
    show_use (self, use, use->wait_from, MAX (use->wait_to, use->wait_from), zoom);
}

static gboolean
hit_at (ScopeLockCanvas *self, double x, double y, ScopeLockHit *ret)
{
  ScopeLockSceneOptions options;

  init_options (self, &options);
  return scope_lock_scene_hit (self->chart.view, self->list, self->lanes, &options, x, y, ret);
}

static char *
describe (ScopeChart *chart, double x, double y)
{
  ScopeLockCanvas *self = SCOPE_LOCK_CANVAS (chart);
  ScopeLockHit hit;

  return hit_at (self, x, y, &hit) ? scope_lock_scene_describe (chart->view, self->list, self->lanes, &hit) : NULL;
}

static void
go_to_shown (ScopeLockCanvas *self, const ScopeLockShown *shown, gboolean hold, gboolean zoom)
{
  const ScopeLockUse use = shown->use; /* what is shown may be read anew meanwhile */
  char *text = scope_lock_use_describe (scope_view_get_trace (self->chart.view), shown, hold);

  show_use (self, &use, hold ? use.wait_to : use.wait_from, hold ? use.hold_to : use.wait_to, zoom);
  scope_chart_say_chosen (&self->chart, text);
}

static gboolean
choose (ScopeChart *chart, double x, double y, gboolean zoom)
{
  ScopeLockCanvas *self = SCOPE_LOCK_CANVAS (chart);
  ScopeLockHit hit;

  if (!hit_at (self, x, y, &hit))
    return FALSE;
  choose_place (self, hit.place);
  if (hit.shown != NULL)
    go_to_shown (self, hit.shown, hit.hold, zoom);
  else if (zoom && hit.column != NULL)
    scope_chart_go_nearer (chart, x);
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
  if (!scope_view_get_selected_range (self->chart.view, &at, &to))
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

/* --- input --- */

static void
place (ScopeChart *chart, ScopeViewport *ret, double *ret_left)
{
  ScopeLockSceneOptions options;

  init_options (SCOPE_LOCK_CANVAS (chart), &options);
  scope_lock_scene_viewport (chart->view, &options, ret);
  *ret_left = options.names_width;
}

static gboolean
key (ScopeChart *chart, guint keyval, GdkModifierType modifiers)
{
  ScopeLockCanvas *self = SCOPE_LOCK_CANVAS (chart);

  switch (keyval)
    {
    case GDK_KEY_Up: case GDK_KEY_KP_Up:
      choose_place (self, MAX (self->chosen - 1, 0));
      return TRUE;
    case GDK_KEY_Down: case GDK_KEY_KP_Down:
      choose_place (self, self->list != NULL ? MIN (self->chosen + 1, (int) self->list->sums->len - 1) : -1);
      return TRUE;
    case GDK_KEY_period:
      scope_lock_canvas_step (self, 1);
      return TRUE;
    case GDK_KEY_comma:
      scope_lock_canvas_step (self, -1);
      return TRUE;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      if (self->list != NULL && self->chosen >= 0)
        scope_lock_canvas_go_to (self, &g_array_index (self->list->sums, ScopeLockSum, self->chosen).longest, TRUE);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
wheel (ScopeChart *chart, double pixels)
{
  GtkAdjustment *adjustment = SCOPE_LOCK_CANVAS (chart)->adjustment;

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + pixels);
}

/* --- life --- */

static void
scope_lock_canvas_dispose (GObject *object)
{
  ScopeLockCanvas *self = SCOPE_LOCK_CANVAS (object);

  if (self->adjustment != NULL)
    {
      scope_chart_set_view (&self->chart, NULL);
      g_signal_handlers_disconnect_by_data (self->adjustment, self);
    }
  g_clear_object (&self->adjustment);
  G_OBJECT_CLASS (scope_lock_canvas_parent_class)->dispose (object);
}

static void
scope_lock_canvas_class_init (ScopeLockCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  ScopeChartClass *chart_class = SCOPE_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_lock_canvas_dispose;
  widget_class->size_allocate = scope_lock_canvas_size_allocate;
  widget_class->map = scope_lock_canvas_map;
  chart_class->build = build;
  chart_class->rereads = SCOPE_VIEW_RANGE | SCOPE_VIEW_LOOK | SCOPE_VIEW_DATA;
  chart_class->changed = changed;
  chart_class->forget = forget;
  chart_class->choose = choose;
  chart_class->describe = describe;
  chart_class->key = key;
  chart_class->place = place;
  chart_class->wheel = wheel;
  chart_class->query.find = find;
  chart_class->query.free_answer = answer_free;
  chart_class->query.clear_what = what_clear;
  chart_class->query.what_size = sizeof (What);
  chart_class->want = want;
  chart_class->same = same;
  chart_class->show = show;
}

static void
scope_lock_canvas_init (ScopeLockCanvas *self)
{
  self->chosen = -1;
  self->adjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 1, 1, 1, 1));
  g_signal_connect (self->adjustment, "value-changed", G_CALLBACK (scrolled_to), self);
}

GtkWidget *
scope_lock_canvas_new (void)
{
  return scope_chart_new (SCOPE_TYPE_LOCK_CANVAS, _("Locks over time"));
}
