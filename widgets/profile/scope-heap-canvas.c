/* scope-heap-canvas.c: see scope-heap-canvas.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/profile/scope-heap-canvas.h"

#include "model/scene/view/scope-view-extent.h"
#include "widgets/canvas/scope-time-axis.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>
#include <math.h>

struct _ScopeHeapCanvas
{
  ScopeChart chart;

  ScopeHeapProfiles *profiles; /* NULL: to be read with the next question */
  ScopeHeapCourse *course;
  gboolean stale;              /* the trace has grown since */
  guint profile;               /* place in the list */
  gboolean has_chosen, alone;
  guint32 chosen;
};

G_DEFINE_FINAL_TYPE (ScopeHeapCanvas, scope_heap_canvas, SCOPE_TYPE_CHART)

/* What the scene is made with now. */
static void
init_options (ScopeHeapCanvas *self, ScopeHeapSceneOptions *options)
{
  GtkWidget *widget = GTK_WIDGET (self);

  *options = (ScopeHeapSceneOptions) { .width = gtk_widget_get_width (widget), .height = gtk_widget_get_height (widget),
                                       .profile = self->profile, .has_chosen = self->has_chosen, .chosen = self->chosen,
                                       .alone = self->alone };
  if (self->chart.view != NULL)
    scope_view_get_extent_range (self->chart.view, &options->from, &options->to);
  if (self->chart.view != NULL
      && scope_time_axis_find (self->chart.view, widget, SCOPE_HEAP_SCENE_LEAST_NAMES, &options->names_width, &options->plot_width))
    return;
  options->names_width = MIN (SCOPE_HEAP_SCENE_NAMES, floor (options->width / 3));
}

/* --- reading --- */

/* What is asked for. */
typedef struct
{
  ScopeHeapProfiles *profiles; /* owned; NULL: reads them, and no course */
  ScopeHeapRequest request;
} What;

typedef struct
{
  ScopeHeapProfiles *profiles;
  ScopeHeapCourse *course;
} Answer;

static void
what_clear (gpointer data)
{
  g_clear_pointer (&((What *) data)->profiles, scope_heap_profiles_unref);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  scope_heap_profiles_unref (answer->profiles);
  scope_heap_course_free (answer->course);
  g_free (answer);
}

static gboolean
want (ScopeChart *chart, ScopeQueryRange *within, gpointer data)
{
  ScopeHeapCanvas *self = SCOPE_HEAP_CANVAS (chart);
  What *what = data;
  ScopeHeapSceneOptions options;

  if (self->profiles == NULL || self->stale)
    return TRUE;
  if (self->profile >= self->profiles->profiles->len)
    return FALSE;
  init_options (self, &options);
  what->profiles = scope_heap_profiles_ref (self->profiles);
  scope_heap_scene_request (&what->request, chart->view, &options);
  return TRUE;
}

static gboolean
same (gconstpointer wanted, gconstpointer asked)
{
  const What *a = wanted, *b = asked;

  return a->profiles == b->profiles
         && (a->profiles == NULL
             || (scope_viewport_equal (&a->request.viewport, &b->request.viewport) && a->request.profile == b->request.profile
                 && a->request.n_bands == b->request.n_bands && a->request.from == b->request.from && a->request.to == b->request.to));
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;
  Answer answer = { 0 };

  if (what->profiles == NULL)
    answer.profiles = scope_heap_profiles_read (within->trace, within->cancellable, error);
  else
    answer.course = scope_heap_course_read (within->trace, what->profiles, &what->request, within->cancellable, error);
  return answer.profiles != NULL || answer.course != NULL ? g_memdup2 (&answer, sizeof answer) : NULL;
}

static void
take_profiles (ScopeHeapCanvas *self, ScopeHeapProfiles *profiles)
{
  g_clear_pointer (&self->profiles, scope_heap_profiles_unref);
  self->profiles = profiles;
  self->stale = FALSE;
  if (self->profile >= profiles->profiles->len)
    self->profile = 0;
  g_signal_emit_by_name (self, "profiles");
  scope_chart_read_again (&self->chart, FALSE); /* now its course */
}

static void
show (ScopeChart *chart, gpointer data, const GError *error)
{
  ScopeHeapCanvas *self = SCOPE_HEAP_CANVAS (chart);
  Answer *answer = data;
  g_autofree char *summary = NULL;

  if (answer == NULL)
    return;
  if (answer->profiles != NULL)
    take_profiles (self, g_steal_pointer (&answer->profiles));
  else
    {
      g_clear_pointer (&self->course, scope_heap_course_free);
      self->course = g_steal_pointer (&answer->course);
      summary = scope_heap_scene_summary (chart->view, self->course);
      scope_chart_say (chart, summary);
    }
  answer_free (answer);
}

static void
unchoose (ScopeHeapCanvas *self)
{
  self->has_chosen = self->alone = FALSE;
  self->chosen = 0;
  g_clear_pointer (&self->chart.words, g_free);
}

static void
forget (ScopeChart *chart)
{
  ScopeHeapCanvas *self = SCOPE_HEAP_CANVAS (chart);

  g_clear_pointer (&self->course, scope_heap_course_free);
  g_clear_pointer (&self->profiles, scope_heap_profiles_unref);
  self->stale = FALSE;
  self->profile = 0;
  unchoose (self);
}

static void
changed (ScopeChart *chart, guint what)
{
  if (what & SCOPE_VIEW_DATA)
    SCOPE_HEAP_CANVAS (chart)->stale = TRUE;
}

const ScopeHeapProfiles *
scope_heap_canvas_get_profiles (ScopeHeapCanvas *self)
{
  return self->profiles;
}

const ScopeHeapCourse *
scope_heap_canvas_get_course (ScopeHeapCanvas *self)
{
  return self->course;
}

void
scope_heap_canvas_set_profile (ScopeHeapCanvas *self, guint profile)
{
  g_return_if_fail (SCOPE_IS_HEAP_CANVAS (self));

  if (self->profile == profile)
    return;
  self->profile = profile;
  unchoose (self); /* its bands are the other profile's */
  g_clear_pointer (&self->course, scope_heap_course_free);
  scope_chart_read_again (&self->chart, TRUE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- drawing --- */

static ScopeScene *
build (ScopeChart *chart, double width, double height)
{
  ScopeHeapCanvas *self = SCOPE_HEAP_CANVAS (chart);
  ScopeHeapSceneOptions options;

  if (chart->view == NULL)
    return NULL;
  init_options (self, &options);
  return scope_heap_scene_build (chart->view, self->course, &options);
}

/* --- what is chosen --- */

gint64
scope_heap_canvas_get_chosen (ScopeHeapCanvas *self)
{
  return self->has_chosen ? (gint64) self->chosen : -1;
}

gboolean
scope_heap_canvas_get_alone (ScopeHeapCanvas *self)
{
  return self->has_chosen && self->alone;
}

/* What stands out from now on, in the words of what was hit; without a band nothing does. */
static void
choose_hit (ScopeHeapCanvas *self, const ScopeHeapHit *hit)
{
  char *text = scope_heap_scene_describe (self->chart.view, self->course, hit);

  if (hit->band < 0)
    unchoose (self);
  else
    {
      self->has_chosen = TRUE;
      self->chosen = g_array_index (self->course->bands, ScopeHeapBand, hit->band).place;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  scope_chart_say_chosen (&self->chart, text);
}

/* `band`: of the course; -1: none. */
static void
choose_band (ScopeHeapCanvas *self, int band)
{
  const ScopeHeapHit hit = { .band = band, .step = -1, .key = TRUE };

  choose_hit (self, &hit);
}

static void
set_alone (ScopeHeapCanvas *self, gboolean alone)
{
  self->alone = self->has_chosen && alone;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "chosen");
}

/* Place in the course of what is chosen, or -1. */
static int
chosen_band (ScopeHeapCanvas *self)
{
  for (guint i = 0; self->has_chosen && self->course != NULL && i < self->course->bands->len; i++)
    if (g_array_index (self->course->bands, ScopeHeapBand, i).place == self->chosen)
      return (int) i;
  return -1;
}

static gboolean
hit_at (ScopeHeapCanvas *self, double x, double y, ScopeHeapHit *ret)
{
  ScopeHeapSceneOptions options;

  init_options (self, &options);
  return scope_heap_scene_hit (self->chart.view, self->course, &options, x, y, ret);
}

static char *
describe (ScopeChart *chart, double x, double y)
{
  ScopeHeapCanvas *self = SCOPE_HEAP_CANVAS (chart);
  ScopeHeapHit hit;

  return hit_at (self, x, y, &hit) ? scope_heap_scene_describe (chart->view, self->course, &hit) : NULL;
}

/* The sample's time is selected, and what it has of the band is said. */
static void
go_to_step (ScopeHeapCanvas *self, int at, int band)
{
  gint64 time = g_array_index (self->course->steps, ScopeHeapStep, at).time;
  const ScopeHeapHit hit = { .band = band, .step = at, .time = time };

  scope_view_select_range (self->chart.view, time, time);
  choose_hit (self, &hit);
}

static gboolean
choose (ScopeChart *chart, double x, double y, gboolean zoom)
{
  ScopeHeapCanvas *self = SCOPE_HEAP_CANVAS (chart);
  ScopeHeapHit hit;

  if (!hit_at (self, x, y, &hit))
    return FALSE;
  if (hit.key && zoom)
    {
      if (!self->has_chosen) /* the first click took it back */
        choose_band (self, hit.band);
      set_alone (self, !self->alone);
    }
  else if (zoom)
    scope_chart_go_nearer (chart, x);
  else if (hit.step >= 0)
    go_to_step (self, hit.step, hit.band);
  else
    choose_band (self, hit.key && hit.band == chosen_band (self) ? -1 : hit.band);
  return TRUE;
}

/* To the next sample (1) or the one before (-1). */
static void
step (ScopeHeapCanvas *self, int direction)
{
  const ScopeHeapProfile *profile;
  gint64 at, to;
  gint found = -1;

  if (self->profiles == NULL || self->profile >= self->profiles->profiles->len || self->course == NULL)
    return;
  profile = g_ptr_array_index (self->profiles->profiles, self->profile);
  if (!scope_view_get_selected_range (self->chart.view, &at, &to))
    scope_viewport_get_range (scope_view_get_viewport (self->chart.view), &at, &to);
  for (guint i = 0; i < profile->samples->len; i++)
    {
      gint64 time = g_array_index (profile->samples, ScopeHeapSample, i).time;

      if (direction < 0 && time < at)
        found = (gint) i;
      else if (direction > 0 && time > at && found < 0)
        found = (gint) i;
    }
  if (found < 0)
    return;
  at = g_array_index (profile->samples, ScopeHeapSample, found).time;
  scope_view_select_range (self->chart.view, at, at);
  scope_view_show_time (self->chart.view, at);
  for (guint i = 0; i < self->course->steps->len; i++)
    if (g_array_index (self->course->steps, ScopeHeapStep, i).time == at)
      go_to_step (self, (int) i, chosen_band (self));
}

/* --- input --- */

static void
place (ScopeChart *chart, ScopeViewport *ret, double *ret_left)
{
  ScopeHeapSceneOptions options;

  init_options (SCOPE_HEAP_CANVAS (chart), &options);
  scope_heap_scene_viewport (chart->view, &options, ret);
  *ret_left = options.names_width;
}

static gboolean
key (ScopeChart *chart, guint keyval, GdkModifierType modifiers)
{
  ScopeHeapCanvas *self = SCOPE_HEAP_CANVAS (chart);
  int n = self->course != NULL ? (int) self->course->bands->len : 0, at = chosen_band (self);

  switch (keyval)
    {
    case GDK_KEY_Up: case GDK_KEY_KP_Up:
      if (n > 0)
        choose_band (self, MAX (at - 1, 0));
      return TRUE;
    case GDK_KEY_Down: case GDK_KEY_KP_Down:
      if (n > 0)
        choose_band (self, MIN (at + 1, n - 1));
      return TRUE;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      set_alone (self, !self->alone);
      return TRUE;
    case GDK_KEY_Escape:
      if (at < 0)
        return FALSE;
      choose_band (self, -1);
      return TRUE;
    case GDK_KEY_period:
      step (self, 1);
      return TRUE;
    case GDK_KEY_comma:
      step (self, -1);
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- life --- */

static void
scope_heap_canvas_class_init (ScopeHeapCanvasClass *klass)
{
  ScopeChartClass *chart_class = SCOPE_CHART_CLASS (klass);

  scope_chart_class_set_size (chart_class, 240, 480, 120, 240);
  chart_class->build = build;
  chart_class->redraws = SCOPE_VIEW_RANGE | SCOPE_VIEW_SELECTION | SCOPE_VIEW_CURSOR | SCOPE_VIEW_LOOK | SCOPE_VIEW_CLOCK;
  chart_class->rereads = SCOPE_VIEW_RANGE | SCOPE_VIEW_DATA | SCOPE_VIEW_EXTENT;
  chart_class->changed = changed;
  chart_class->forget = forget;
  chart_class->choose = choose;
  chart_class->describe = describe;
  chart_class->key = key;
  chart_class->place = place;
  chart_class->query.find = find;
  chart_class->query.free_answer = answer_free;
  chart_class->query.clear_what = what_clear;
  chart_class->query.what_size = sizeof (What);
  chart_class->want = want;
  chart_class->same = same;
  chart_class->show = show;
  scope_add_signal (klass, "profiles", 0);
}

static void
scope_heap_canvas_init (ScopeHeapCanvas *self)
{
}

GtkWidget *
scope_heap_canvas_new (void)
{
  return scope_chart_new (SCOPE_TYPE_HEAP_CANVAS, _("Heap over time: Up and Down choose a band, Enter shows it alone"));
}
