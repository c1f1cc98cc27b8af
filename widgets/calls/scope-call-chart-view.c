/* scope-call-chart-view.c: see scope-call-chart-view.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/calls/scope-call-chart-view.h"

#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/view/scope-view-call.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_DEPTHS SCOPE_CALL_MAX_DEPTH

struct _ScopeCallChartView
{
  ScopeChart chart;

  ScopeActivations *activations; /* what was read last */
  GPtrArray *marks;              /* on it; or NULL */
  char *search, *trouble;
  guint n_found;
  gboolean has_lane, has_chosen;
  ScopeLaneId lane;
  guint chosen_depth, chosen_level; /* as it is seen, as it is */
  gint64 chosen_time;
};

/* What is asked for, besides the range. */
typedef struct
{
  ScopeLaneId lane;
  gint64 finest;
  guint hits; /* kinds of marks */
  ScopeViewport viewport;
  ScopeCallHiding *hiding; /* or NULL; of what is asked, not of what was */
  guint hiding_digest;
} What;

static void
clear_what (gpointer what)
{
  g_clear_pointer (&((What *) what)->hiding, scope_call_hiding_unref);
}


typedef struct
{
  ScopeActivations *activations;
  GPtrArray *marks; /* ScopeCallMarks of the one lane */
} Answer;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  scope_activations_free (answer->activations);
  g_clear_pointer (&answer->marks, g_ptr_array_unref);
  g_free (answer);
}

G_DEFINE_FINAL_TYPE (ScopeCallChartView, scope_call_chart_view, SCOPE_TYPE_CHART)

/* --- what is seen --- */

/* The visible range over this widget's width. */
static void
init_viewport (ScopeCallChartView *self, ScopeViewport *viewport)
{
  const ScopeViewport *shown = scope_view_get_viewport (self->chart.view);

  scope_viewport_init (viewport, shown->first, shown->last, MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1));
  scope_viewport_set_range (viewport, shown->from, shown->to);
}

/* As it is drawn now; `viewport` is to live as long as `options`. */
static void
init_options (ScopeCallChartView *self, ScopeCallChartOptions *options, ScopeViewport *viewport)
{
  double height, scroll_y = scope_chart_get_seen (&self->chart, &height);

  init_viewport (self, viewport);
  *options = (ScopeCallChartOptions) { .width = gtk_widget_get_width (GTK_WIDGET (self)),
                                       .height = height,
                                       .scroll_y = scroll_y,
                                       .palette = scope_view_get_palette (self->chart.view),
                                       .viewport = viewport,
                                       .clock = scope_view_get_clock (self->chart.view),
                                       .factor = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self)),
                                       .search = self->search,
                                       .grows = !scope_trace_get_finished (scope_view_get_trace (self->chart.view)),
                                       .has_chosen = self->has_chosen,
                                       .chosen_depth = self->chosen_level,
                                       .chosen_time = self->chosen_time,
                                       .by_kind = scope_view_get_look (self->chart.view)->calls_by_kind,
                                       .depth_line = scope_view_get_look (self->chart.view)->depth_line && self->has_lane
                                                     && self->lane.kind == SCOPE_KIND_PROCESSOR,
                                       .marks = self->marks != NULL ? g_ptr_array_index (self->marks, 0) : NULL };
  options->has_selection
      = scope_view_get_selected_range (self->chart.view, &options->selection_from, &options->selection_to)
        && options->selection_to > options->selection_from;
}

static void
update_found (ScopeCallChartView *self)
{
  ScopeCallChartOptions options;
  ScopeViewport viewport;
  guint found = 0;

  if (self->chart.view != NULL && self->search != NULL && self->activations != NULL)
    {
      g_autoptr (ScopeScene) scene = NULL;

      init_options (self, &options, &viewport);
      scene = scope_call_chart_scene (self->activations, &options, &found);
    }
  if (found == self->n_found)
    return;
  self->n_found = found;
  g_signal_emit_by_name (self, "found");
}

/* --- reading --- */

static gboolean
want (ScopeChart *chart, ScopeQueryRange *within, gpointer data)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (chart);
  What *what = data;

  if (!self->has_lane)
    return FALSE;
  what->lane = self->lane;
  what->hits = scope_view_get_look (chart->view)->hits;
  what->hiding = scope_view_get_call_hiding (chart->view);
  what->hiding_digest = scope_call_hiding_digest (what->hiding);
  if (what->hiding != NULL)
    scope_call_hiding_ref (what->hiding);
  init_viewport (self, &what->viewport);
  what->finest = (gint64) scope_viewport_scale (&what->viewport);
  scope_viewport_get_range (&what->viewport, &within->from, &within->to);
  return TRUE;
}

/* The lane is the same: of another one it forgets what it asked. */
static gboolean
same (gconstpointer wanted, gconstpointer asked)
{
  const What *a = wanted, *b = asked;
  gint64 from[2], to[2];

  scope_viewport_get_range (&a->viewport, &from[0], &to[0]);
  scope_viewport_get_range (&b->viewport, &from[1], &to[1]);
  return from[0] == from[1] && to[0] == to[1] && a->finest == b->finest && a->hits == b->hits && a->hiding_digest == b->hiding_digest;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;
  Answer answer = { NULL, NULL };

  answer.activations = scope_activations_read_without (within->trace, what->lane, within->from, within->to, what->finest, MOST_DEPTHS,
                                                       what->hiding, within->cancellable, error);
  if (answer.activations == NULL)
    return NULL;
  answer.marks = scope_call_marks_read (within->trace, &what->lane, 1, &what->viewport, what->hits, 0, within->cancellable);
  scope_call_marks_raise (g_ptr_array_index (answer.marks, 0), answer.activations, what->hiding != NULL);
  return g_memdup2 (&answer, sizeof answer);
}

static void
forget_answer (ScopeCallChartView *self)
{
  g_clear_pointer (&self->activations, scope_activations_free);
  g_clear_pointer (&self->marks, g_ptr_array_unref);
}

static void
show (ScopeChart *chart, gpointer data, const GError *error)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (chart);
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
  update_found (self);
  g_signal_emit_by_name (self, "found");
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

void
scope_call_chart_view_set_lane (ScopeCallChartView *self, const ScopeLaneId *lane)
{
  g_return_if_fail (SCOPE_IS_CALL_CHART_VIEW (self));

  if (lane == NULL ? !self->has_lane : self->has_lane && scope_lane_id_equal (self->lane, *lane))
    return;
  self->has_lane = lane != NULL;
  if (lane != NULL)
    self->lane = *lane;
  self->has_chosen = FALSE;
  forget_answer (self);
  scope_chart_read_again (&self->chart, TRUE);
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
forget (ScopeChart *chart)
{
  scope_call_chart_view_set_lane (SCOPE_CALL_CHART_VIEW (chart), NULL);
}

/* --- drawing --- */

static ScopeScene *
build (ScopeChart *chart, double width, double height)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (chart);
  ScopeCallChartOptions options;
  ScopeViewport viewport;

  if (chart->view == NULL)
    return NULL;
  init_options (self, &options, &viewport);
  return scope_call_chart_scene (self->activations, &options, NULL);
}

static int
get_height (ScopeChart *chart)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (chart);

  if (chart->view == NULL || !self->has_lane)
    return 60;
  return (int) ceil (scope_call_chart_height (scope_activations_depth (scope_view_get_trace (chart->view), self->lane)))
         + (self->lane.kind == SCOPE_KIND_PROCESSOR ? (int) SCOPE_CALL_CHART_LEGEND : 0);
}

/* --- choosing --- */

static const ScopeActivation *
hit_at (ScopeCallChartView *self, double x, double y, guint *ret_depth, gint64 *ret_time)
{
  ScopeCallChartOptions options;
  ScopeCallChartPlace place;
  ScopeViewport viewport;

  init_options (self, &options, &viewport);
  scope_call_chart_place (&options, &place);
  return scope_call_chart_hit (self->activations, &place, x, y - options.scroll_y, ret_depth, ret_time);
}

static char *
describe (ScopeChart *chart, double x, double y)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (chart);
  gint64 time;
  guint depth;
  const ScopeActivation *item = hit_at (self, x, y, &depth, &time);
  const ScopeCallMarks *marks = self->marks != NULL ? g_ptr_array_index (self->marks, 0) : NULL;
  ScopeCallChartOptions options;
  ScopeCallChartPlace place;
  ScopeViewport viewport;
  ScopeClock clock;
  const ScopeCallMark *mark = NULL;

  if (marks != NULL)
    {
      init_options (self, &options, &viewport);
      scope_call_chart_place (&options, &place);
      mark = scope_call_marks_hit (marks, &place, x, y - options.scroll_y);
    }
  if (mark == NULL && item == NULL)
    return NULL;
  clock = scope_view_get_clock (self->chart.view);
  return mark != NULL ? scope_call_mark_describe (scope_view_get_trace (self->chart.view), marks, mark, &clock)
                      : scope_call_chart_describe (scope_view_get_trace (self->chart.view), self->activations, item, &clock);
}

/* Brings the level into sight. */
static void
reveal (ScopeCallChartView *self, guint depth)
{
  double y = SCOPE_CALL_CHART_RULER + 2 + depth * SCOPE_CALL_CHART_ROW;

  if (self->chart.scroll != NULL)
    gtk_adjustment_clamp_page (self->chart.scroll, MAX (y - SCOPE_CALL_CHART_RULER - 2, 0), y + SCOPE_CALL_CHART_ROW);
}

static void
choose_item (ScopeCallChartView *self, const ScopeActivation *item, gboolean zoom)
{
  /* Borrowed: what follows may read anew. */
  const ScopeActivation chosen = *item;
  const char *name = self->activations->functions[item->function].name;
  ScopeClock clock = scope_view_get_clock (self->chart.view);
  g_autofree char *words = scope_call_chart_describe (scope_view_get_trace (self->chart.view), self->activations, item, &clock);

  self->has_chosen = TRUE;
  self->chosen_depth = chosen.depth;
  self->chosen_level = chosen.level;
  self->chosen_time = chosen.n > 1 ? chosen.from : chosen.from + (chosen.to - chosen.from) / 2;
  scope_chart_say (&self->chart, words);
  reveal (self, chosen.depth);
  g_signal_emit_by_name (self, "function-chosen", name);
  scope_view_select_range (self->chart.view, chosen.from, chosen.to);
  if (zoom)
    {
      gint64 margin = MAX ((chosen.to - chosen.from) / 20, 1);

      scope_view_remember (self->chart.view);
      scope_view_set_range (self->chart.view, chosen.from - margin, chosen.to + margin);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
choose (ScopeChart *chart, double x, double y, gboolean zoom)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (chart);
  gint64 time;
  guint depth;
  const ScopeActivation *item = hit_at (self, x, y, &depth, &time);

  if (item == NULL)
    return FALSE;
  choose_item (self, item, zoom);
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
    choose_item (self, next, FALSE);
}

/* --- input --- */

static void
place (ScopeChart *chart, ScopeViewport *ret, double *ret_left)
{
  init_viewport (SCOPE_CALL_CHART_VIEW (chart), ret);
}

static gboolean
key (ScopeChart *chart, guint keyval, GdkModifierType modifiers)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (chart);
  const ScopeActivation *chosen;

  switch (keyval)
    {
    case GDK_KEY_Up: case GDK_KEY_KP_Up:
      step (self, -1, 0);
      return TRUE;
    case GDK_KEY_Down: case GDK_KEY_KP_Down:
      step (self, 1, 0);
      return TRUE;
    case GDK_KEY_bracketleft:
      step (self, 0, -1);
      return TRUE;
    case GDK_KEY_bracketright:
      step (self, 0, 1);
      return TRUE;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      chosen = find_chosen (self);
      if (chosen != NULL)
        choose_item (self, chosen, TRUE);
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- life --- */

static void
scope_call_chart_view_finalize (GObject *object)
{
  ScopeCallChartView *self = SCOPE_CALL_CHART_VIEW (object);

  forget_answer (self);
  g_free (self->search);
  g_free (self->trouble);
  G_OBJECT_CLASS (scope_call_chart_view_parent_class)->finalize (object);
}

static void
scope_call_chart_view_class_init (ScopeCallChartViewClass *klass)
{
  ScopeChartClass *chart_class = SCOPE_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = scope_call_chart_view_finalize;
  chart_class->build = build;
  chart_class->height = get_height;
  chart_class->in_scroller = TRUE;
  chart_class->redraws = SCOPE_VIEW_RANGE | SCOPE_VIEW_DATA | SCOPE_VIEW_SELECTION | SCOPE_VIEW_LOOK;
  chart_class->rereads = SCOPE_VIEW_RANGE | SCOPE_VIEW_DATA | SCOPE_VIEW_LOOK;
  chart_class->forget = forget;
  chart_class->choose = choose;
  chart_class->describe = describe;
  chart_class->key = key;
  chart_class->place = place;
  chart_class->query.find = find;
  chart_class->query.free_answer = answer_free;
  chart_class->query.what_size = sizeof (What);
  chart_class->query.clear_what = clear_what;
  chart_class->want = want;
  chart_class->same = same;
  chart_class->show = show;
  scope_add_signal (klass, "function-chosen", 1, G_TYPE_STRING);
  scope_add_signal (klass, "found", 0);
}

static void
scope_call_chart_view_init (ScopeCallChartView *self)
{
}

GtkWidget *
scope_call_chart_view_new (void)
{
  return scope_chart_new (SCOPE_TYPE_CALL_CHART_VIEW, _("Call stack over time"));
}
