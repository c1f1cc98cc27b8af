/* scope-what-if-panel.c: see scope-what-if-panel.h. Two questions: the rows, and, which takes longer, the curve.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/findings/scope-what-if-panel.h"

#include "model/base/scope-format.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/findings/scope-forecast-bar.h"
#include "widgets/findings/scope-knob-row.h"
#include "widgets/kit/scope-parts.h"
#include "widgets/kit/scope-responsive-panes.h"

#include <glib/gi18n.h>

#define BESIDE 820     /* from this width on the curve stands beside the rows */
#define CURVE_HEIGHT 150
#define MOST_ROWS 12u
#define REMOVE_WIDTH 34 /* of the button at the end of a row, so that bars stand below each other */

struct _ScopeWhatIfPanel
{
  ScopePanel panel;

  GtkWidget *measured, *bar, *rows, *all, *all_bar, *plot, *told;
  ScopeSubjects *subjects;   /* or NULL: not known yet */
  ScopeForecastCurve *curve; /* likewise */
  ScopeAsyncQuery *asking_curve;
  GArray *runs; /* of ScopeMeasuredRun */
  guint pointed;
};

G_DEFINE_FINAL_TYPE (ScopeWhatIfPanel, scope_what_if_panel, SCOPE_TYPE_PANEL)

/* --- the rows --- */

static GtkWidget *
next_row (ScopeWhatIfPanel *self, GtkWidget *row)
{
  return row == NULL ? gtk_widget_get_first_child (self->rows) : gtk_widget_get_next_sibling (row);
}

/* NULL-terminated; free with g_strfreev(). */
static char **
dup_wishes (ScopeWhatIfPanel *self)
{
  GPtrArray *wishes = g_ptr_array_new ();

  for (GtkWidget *row = next_row (self, NULL); row != NULL; row = next_row (self, row))
    g_ptr_array_add (wishes, scope_knob_row_dup_wish (SCOPE_KNOB_ROW (row)));
  g_ptr_array_add (wishes, NULL);
  return (char **) g_ptr_array_free (wishes, FALSE);
}

static void
ask_again (ScopeWhatIfPanel *self)
{
  scope_panel_renew (&self->panel);
  if (self->asking_curve != NULL)
    scope_async_query_renew (self->asking_curve);
}

static void
row_removed (ScopeKnobRow *row, ScopeWhatIfPanel *self)
{
  gtk_widget_grab_focus (self->plot);
  gtk_box_remove (GTK_BOX (self->rows), GTK_WIDGET (row));
  ask_again (self);
}

static void
append_row (ScopeWhatIfPanel *self, const char *wish)
{
  GtkWidget *row = scope_knob_row_new (scope_view_get_trace (self->panel.view), self->subjects, wish);

  g_signal_connect_swapped (row, "changed", G_CALLBACK (ask_again), self);
  g_signal_connect (row, "removed", G_CALLBACK (row_removed), self);
  gtk_box_append (GTK_BOX (self->rows), row);
}

void
scope_what_if_panel_add (ScopeWhatIfPanel *self, const char *wish)
{
  g_auto (GStrv) wishes = NULL;

  g_return_if_fail (SCOPE_IS_WHAT_IF_PANEL (self));

  wishes = dup_wishes (self);
  if (self->panel.view == NULL || g_strv_contains ((const char *const *) wishes, wish) || g_strv_length (wishes) >= MOST_ROWS)
    return;
  append_row (self, wish);
  ask_again (self);
}

/* What is most on the path, with half its time; else more processors. */
static void
add_clicked (ScopeWhatIfPanel *self)
{
  const GArray *labels = self->subjects != NULL ? self->subjects->of[SCOPE_SUBJECT_LABEL] : NULL;
  g_autofree char *wish = labels != NULL && labels->len > 0
                              ? g_strdup_printf ("%s x0.5", g_array_index (labels, ScopeSubject, 0).wish)
                              : g_strdup ("processors x2");
  g_auto (GStrv) wishes = dup_wishes (self);

  scope_what_if_panel_add (self, g_strv_contains ((const char *const *) wishes, wish) ? "processors x2" : wish);
}

/* --- the rows' question --- */

typedef struct
{
  char **wishes;
  gboolean wants_subjects;
} What;

typedef struct
{
  ScopeForecasts *forecasts;
  ScopeSubjects *subjects; /* or NULL: not wanted */
} Answer;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  scope_forecasts_free (answer->forecasts);
  scope_subjects_free (answer->subjects);
  g_free (answer);
}

static void
clear_what (gpointer what)
{
  g_strfreev (((What *) what)->wishes);
}

static gboolean
fill (ScopePanel *panel, ScopeQueryRange *within, gpointer data)
{
  ScopeWhatIfPanel *self = SCOPE_WHAT_IF_PANEL (panel);

  if (!scope_trace_get_finished (within->trace))
    return FALSE;
  *(What *) data = (What) { dup_wishes (self), self->subjects == NULL };
  return TRUE;
}

static gpointer
find (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  const What *what = data;
  Answer *answer = g_new0 (Answer, 1);

  answer->forecasts = scope_forecasts_read (within, (const char *const *) what->wishes, error);
  if (answer->forecasts != NULL && what->wants_subjects)
    answer->subjects = scope_subjects_read (within, error);
  if (answer->forecasts != NULL && (answer->subjects != NULL || !what->wants_subjects))
    return answer;
  answer_free (answer);
  return NULL;
}

static void
show_measured (ScopeWhatIfPanel *self, const ScopeWhatIfResult *result)
{
  gint64 tick_ps = scope_trace_tick_ps (scope_view_get_trace (self->panel.view));
  g_autofree char *time = scope_format_duration ((double) result->measured, tick_ps),
                  *replayed = scope_format_duration ((double) result->replayed, tick_ps), *text = NULL;

  /* What the log does not explain (a core that others had) is not replayed. */
  text = ABS (result->replayed - result->measured) * 50 < result->measured
             ? g_strdup_printf (_("Measured: %s"), time)
             /* TRANSLATORS: both are durations */
             : g_strdup_printf (_("Measured: %s, replayed as it is: %s"), time, replayed);
  gtk_label_set_label (GTK_LABEL (self->measured), text);
  scope_forecast_bar_set (SCOPE_FORECAST_BAR (self->bar), result);
}

static void
show_all (ScopeWhatIfPanel *self, const ScopeForecast *all, guint n)
{
  g_autofree char *end = scope_format_duration ((double) all->result.end, scope_trace_tick_ps (scope_view_get_trace (self->panel.view))),
                  *less = scope_format_share (ABS ((double) (all->result.end - all->result.replayed)) / (double) MAX (all->result.measured, 1)),
                  *text = NULL;

  if (n == 0)
    text = g_strdup (scope_limit_words (all->limit));
  else
    /* TRANSLATORS: “All together: 8.1 ms −36 %. Next limit: …” */
    text = g_strdup_printf (all->result.end <= all->result.replayed ? _("All together: %s  −%s. %s") : _("All together: %s  +%s. %s"), end, less,
                            scope_limit_words (all->limit));
  gtk_label_set_label (GTK_LABEL (self->all), text);
  gtk_widget_set_visible (self->all, n != 1);
  gtk_widget_set_visible (self->all_bar, n > 1);
  scope_forecast_bar_set (SCOPE_FORECAST_BAR (self->all_bar), &all->result);
}

static void
show (ScopePanel *panel, gpointer data, const GError *error)
{
  ScopeWhatIfPanel *self = SCOPE_WHAT_IF_PANEL (panel);
  Answer *answer = data;
  guint i = 0;

  if (error != NULL)
    {
      gtk_label_set_label (GTK_LABEL (self->measured), error->message);
      return;
    }
  show_measured (self, &answer->forecasts->as_is);
  show_all (self, &answer->forecasts->all, answer->forecasts->forecasts->len);
  if (answer->subjects != NULL)
    {
      g_clear_pointer (&self->subjects, scope_subjects_free);
      self->subjects = g_steal_pointer (&answer->subjects);
    }
  for (GtkWidget *row = next_row (self, NULL); row != NULL && i < answer->forecasts->forecasts->len; row = next_row (self, row))
    {
      scope_knob_row_set_subjects (SCOPE_KNOB_ROW (row), self->subjects);
      scope_knob_row_set_forecast (SCOPE_KNOB_ROW (row), &g_array_index (answer->forecasts->forecasts, ScopeForecast, i++),
                                   answer->forecasts->all.result.measured);
    }
  answer_free (answer);
}

/* --- the curve's --- */

static gboolean
fill_curve (gpointer owner, ScopeQueryRange *within, gpointer data)
{
  ScopeWhatIfPanel *self = owner;

  if (self->panel.view == NULL || !scope_trace_get_finished (scope_view_get_trace (self->panel.view)))
    return FALSE;
  within->trace = scope_view_get_trace (self->panel.view);
  within->from = SCOPE_TIME_MIN;
  within->to = SCOPE_TIME_MAX;
  *(What *) data = (What) { dup_wishes (self), FALSE };
  return TRUE;
}

static gpointer
find_curve (const ScopeQueryRange *within, gconstpointer data, GError **error)
{
  return scope_forecast_curve_read (within, (const char *const *) ((const What *) data)->wishes, error);
}

static void
point_at (ScopeWhatIfPanel *self, guint point)
{
  g_autofree char *text = NULL;

  self->pointed = self->curve != NULL && point < self->curve->points->len ? point : SCOPE_NONE;
  if (self->pointed != SCOPE_NONE)
    text = scope_forecast_dup_point_text (scope_view_get_trace (self->panel.view), self->curve, self->pointed);
  gtk_label_set_label (GTK_LABEL (self->told), text != NULL ? text : "");
  scope_chart_say (SCOPE_CHART (self->plot), text);
  gtk_widget_queue_draw (self->plot);
}

static void
show_curve (gpointer owner, gpointer answer, const GError *error)
{
  ScopeWhatIfPanel *self = owner;

  g_clear_pointer (&self->curve, scope_forecast_curve_free);
  self->curve = answer;
  point_at (self, SCOPE_NONE);
  if (error != NULL)
    gtk_label_set_label (GTK_LABEL (self->told), error->message);
}

static void
show_curve_progress (gpointer owner, int permille)
{
  ScopeWhatIfPanel *self = owner;

  if (self->curve == NULL && self->told != NULL)
    gtk_label_set_label (GTK_LABEL (self->told), permille >= 0 ? _("Replaying the run on other numbers of processors…") : "");
}

static const ScopeAsyncQueryClass curve_query = {
  .fill = fill_curve,
  .find = find_curve,
  .show = show_curve,
  .progress = show_curve_progress,
  .free_answer = (GDestroyNotify) scope_forecast_curve_free,
  .what_size = sizeof (What),
  .clear_what = clear_what,
};

static ScopeForecastSceneOptions
scene_options (ScopeWhatIfPanel *self, double width, double height, const ScopePalette *palette)
{
  return (ScopeForecastSceneOptions) { .width = width, .height = height, .palette = palette, .pointed = self->pointed,
                                       .measured = (const ScopeMeasuredRun *) (gpointer) self->runs->data, .n_measured = self->runs->len };
}

static ScopeScene *
draw (gpointer data, double width, double height, const ScopePalette *palette)
{
  ScopeWhatIfPanel *self = data;
  ScopeForecastSceneOptions options = scene_options (self, width, height, palette);

  return self->curve != NULL && self->panel.view != NULL
             ? scope_forecast_scene_new (scope_view_get_trace (self->panel.view), self->curve, &options)
             : NULL;
}

static void
pointed (ScopePlotView *plot, double x, double y, ScopeWhatIfPanel *self)
{
  ScopeForecastSceneOptions options = scene_options (self, gtk_widget_get_width (self->plot), gtk_widget_get_height (self->plot),
                                                     scope_palette_get (SCOPE_PALETTE_LIGHT));

  point_at (self, self->curve != NULL && x >= 0 ? scope_forecast_scene_point_at (self->curve, &options, x) : SCOPE_NONE);
}

static void
stepped (ScopePlotView *plot, int steps, ScopeWhatIfPanel *self)
{
  gint64 n = self->curve != NULL ? self->curve->points->len : 0, at = self->pointed != SCOPE_NONE ? self->pointed : steps > 0 ? -1 : n;

  if (n > 0)
    point_at (self, (guint) CLAMP (at + steps, 0, n - 1));
}

void
scope_what_if_panel_set_measured (ScopeWhatIfPanel *self, const ScopeMeasuredRun *runs, guint n)
{
  g_return_if_fail (SCOPE_IS_WHAT_IF_PANEL (self));

  g_array_set_size (self->runs, 0);
  g_array_append_vals (self->runs, runs, n);
  gtk_widget_queue_draw (self->plot);
}

/* --- the panel's own --- */

static gboolean
is_settled (ScopePanel *panel)
{
  return !scope_async_query_is_open (SCOPE_WHAT_IF_PANEL (panel)->asking_curve);
}

static void
set_view (ScopePanel *panel)
{
  ScopeWhatIfPanel *self = SCOPE_WHAT_IF_PANEL (panel);

  g_clear_pointer (&self->subjects, scope_subjects_free);
  g_clear_pointer (&self->curve, scope_forecast_curve_free);
  g_array_set_size (self->runs, 0);
  if (self->asking_curve != NULL)
    scope_async_query_cancel (self->asking_curve);
  for (GtkWidget *row = next_row (self, NULL); row != NULL; row = next_row (self, NULL))
    gtk_box_remove (GTK_BOX (self->rows), row);
  gtk_label_set_label (GTK_LABEL (self->measured), NULL);
  gtk_label_set_label (GTK_LABEL (self->all), NULL);
  scope_forecast_bar_set (SCOPE_FORECAST_BAR (self->bar), NULL);
  scope_forecast_bar_set (SCOPE_FORECAST_BAR (self->all_bar), NULL);
  point_at (self, SCOPE_NONE);
  if (panel->view == NULL)
    return;
  scope_panel_set_range (panel, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  scope_async_query_ask (self->asking_curve, FALSE);
}

/* All is read now. */
static void
view_changed (ScopePanel *panel, guint what)
{
  ScopeWhatIfPanel *self = SCOPE_WHAT_IF_PANEL (panel);

  if ((what & SCOPE_VIEW_DATA) == 0 || !scope_trace_get_finished (scope_view_get_trace (panel->view)) || self->curve != NULL)
    return;
  scope_panel_ask (panel);
  scope_async_query_ask (self->asking_curve, FALSE);
}

static void
scope_what_if_panel_map (GtkWidget *widget)
{
  ScopeWhatIfPanel *self = SCOPE_WHAT_IF_PANEL (widget);

  GTK_WIDGET_CLASS (scope_what_if_panel_parent_class)->map (widget);
  if (self->asking_curve != NULL && scope_async_query_is_open (self->asking_curve))
    scope_async_query_ask (self->asking_curve, FALSE);
}

/* --- life --- */

static void
scope_what_if_panel_dispose (GObject *object)
{
  ScopeWhatIfPanel *self = SCOPE_WHAT_IF_PANEL (object);

  if (!self->panel.gone)
    scope_panel_set_view (&self->panel, NULL);
  g_clear_pointer (&self->asking_curve, scope_async_query_free);
  self->told = NULL;
  G_OBJECT_CLASS (scope_what_if_panel_parent_class)->dispose (object);
}

static void
scope_what_if_panel_finalize (GObject *object)
{
  ScopeWhatIfPanel *self = SCOPE_WHAT_IF_PANEL (object);

  g_array_unref (self->runs);
  G_OBJECT_CLASS (scope_what_if_panel_parent_class)->finalize (object);
}

static void
scope_what_if_panel_class_init (ScopeWhatIfPanelClass *klass)
{
  ScopePanelClass *panel_class = SCOPE_PANEL_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = scope_what_if_panel_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_what_if_panel_finalize;
  GTK_WIDGET_CLASS (klass)->map = scope_what_if_panel_map;
  panel_class->set_view = set_view;
  panel_class->view_changed = view_changed;
  panel_class->is_settled = is_settled;
  panel_class->fill = fill;
  panel_class->show = show;
  panel_class->query.find = find;
  panel_class->query.free_answer = answer_free;
  panel_class->query.what_size = sizeof (What);
  panel_class->query.clear_what = clear_what;
}

static GtkWidget *
make_rows (ScopeWhatIfPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3), *bar = scope_bar_new (3), *together = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *add;

  self->measured = scope_label_new (NULL, SCOPE_LABEL_START, "numeric");
  self->bar = g_object_new (SCOPE_TYPE_FORECAST_BAR, NULL);
  self->rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  self->all = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_WRAP, "numeric");
  self->all_bar = g_object_new (SCOPE_TYPE_FORECAST_BAR, NULL);
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *of = i == 0 ? self->bar : self->all_bar;

      gtk_widget_set_halign (of, GTK_ALIGN_END);
      gtk_widget_set_margin_end (of, REMOVE_WIDTH);
    }
  scope_set_margins (together, 3, 6);
  gtk_widget_set_hexpand (self->all, TRUE);
  scope_add_children (together, self->all, self->all_bar, NULL);
  add = gtk_button_new_with_mnemonic (_("_Add a Change"));
  g_signal_connect_swapped (add, "clicked", G_CALLBACK (add_clicked), self);
  gtk_widget_add_css_class (bar, "panel-bar");
  scope_add_children (bar, self->measured, add, self->bar, NULL);
  scope_add_children (box, bar, self->rows, together, NULL);
  return box;
}

static GtkWidget *
make_plot (ScopeWhatIfPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->plot = scope_plot_view_new (_("Duration over the number of processors"), draw, self);
  gtk_widget_set_size_request (self->plot, -1, CURVE_HEIGHT);
  gtk_widget_set_vexpand (self->plot, TRUE);
  self->told = scope_label_new (NULL, SCOPE_LABEL_START | SCOPE_LABEL_ELLIPSIZE, "numeric caption");
  gtk_widget_set_margin_start (self->told, 6);
  g_signal_connect (self->plot, "pointed", G_CALLBACK (pointed), self);
  g_signal_connect (self->plot, "stepped", G_CALLBACK (stepped), self);
  scope_add_children (box, self->plot, self->told, NULL);
  return box;
}

static void
scope_what_if_panel_init (ScopeWhatIfPanel *self)
{
  GtkWidget *panes = scope_responsive_panes_new (BESIDE), *scroller = scope_scroller_new (panes);

  self->pointed = SCOPE_NONE;
  self->runs = g_array_new (FALSE, FALSE, sizeof (ScopeMeasuredRun));
  self->asking_curve = scope_async_query_new (GTK_WIDGET (self), &curve_query);
  scope_responsive_panes_add (SCOPE_RESPONSIVE_PANES (panes), make_rows (self), 3);
  scope_responsive_panes_add (SCOPE_RESPONSIVE_PANES (panes), make_plot (self), 2);
  scope_label_widget (scroller, _("What If"));
  scope_panel_set_content (&self->panel, scope_panel_make_progress (&self->panel, _("Replaying the run"), scroller));
  scope_label_widget (GTK_WIDGET (self), _("What If"));
}
