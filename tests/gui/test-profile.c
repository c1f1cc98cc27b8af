/* test-profile.c: the panel Profile: the heap over time by pointer and keys, and the tables of a log without a profile of the heap.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/profile/scope-profile-table.h"
#include "widgets/profile/scope-profile-panel.h"

#include <string.h>

#define KEY_X 60
#define KEY_Y(i) (24 + 18 * (i) + 9)

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window;
  ScopeProfilePanel *panel;
  ScopeHeapCanvas *canvas;
} Fixture;

static gboolean
is_settled (gpointer panel)
{
  return gtk_widget_get_mapped (panel) && scope_panel_is_settled (SCOPE_PANEL (panel));
}

static void
set_up (Fixture *f, gconstpointer file)
{
  f->import = gui_import_new (file);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  scope_view_set_width (f->view, 800);
  f->panel = g_object_new (SCOPE_TYPE_PROFILE_PANEL, NULL);
  f->canvas = scope_profile_panel_get_canvas (f->panel);
  f->window = gui_window_new (GTK_WIDGET (f->panel), 1000, 400);
  gtk_window_present (GTK_WINDOW (f->window));
  scope_panel_set_view (SCOPE_PANEL (f->panel), f->view);
  g_assert_true (gui_wait (is_settled, f->panel));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
  g_object_unref (f->import);
}

static const ScopeHeapBand *
band (Fixture *f, guint i)
{
  return &g_array_index (scope_heap_canvas_get_course (f->canvas)->bands, ScopeHeapBand, i);
}

/* A band of the key is chosen, is shown alone, and all are again. */
static void
test_key (Fixture *f, gconstpointer data)
{
  ScopeChart *chart = SCOPE_CHART (f->canvas);

  g_assert_cmpint (scope_profile_panel_get_mode (f->panel), ==, SCOPE_PROFILE_HEAP);
  g_assert_cmpint (scope_heap_canvas_get_chosen (f->canvas), ==, -1);
  g_assert_true (scope_chart_choose (chart, KEY_X, KEY_Y (1), FALSE));
  g_assert_cmpint (scope_heap_canvas_get_chosen (f->canvas), ==, band (f, 1)->place);
  g_assert_true (g_str_has_prefix (scope_chart_get_words (SCOPE_CHART (f->canvas)), band (f, 1)->name));
  g_assert_nonnull (strstr (scope_chart_get_words (SCOPE_CHART (f->canvas)), ".hs:"));
  g_assert_false (scope_heap_canvas_get_alone (f->canvas));
  g_assert_true (scope_chart_choose (chart, KEY_X, KEY_Y (1), TRUE));
  g_assert_true (scope_heap_canvas_get_alone (f->canvas));
  g_assert_true (gui_press (GTK_WIDGET (f->canvas), GDK_KEY_Return, 0));
  g_assert_false (scope_heap_canvas_get_alone (f->canvas));
  g_assert_true (scope_chart_choose (chart, KEY_X, KEY_Y (1), FALSE));
  g_assert_cmpint (scope_heap_canvas_get_chosen (f->canvas), ==, -1);
  g_assert_true (gui_press (GTK_WIDGET (f->canvas), GDK_KEY_Down, 0));
  g_assert_cmpint (scope_heap_canvas_get_chosen (f->canvas), ==, band (f, 0)->place);
  g_assert_true (gui_press (GTK_WIDGET (f->canvas), GDK_KEY_Down, 0));
  g_assert_cmpint (scope_heap_canvas_get_chosen (f->canvas), ==, band (f, 1)->place);
  g_assert_true (gui_press (GTK_WIDGET (f->canvas), GDK_KEY_Escape, 0));
  g_assert_cmpint (scope_heap_canvas_get_chosen (f->canvas), ==, -1);
}

static void
set_extent (Fixture *f, ScopeRangeKind extent)
{
  scope_range_selector_set_kind (scope_panel_get_range_selector (SCOPE_PANEL (f->panel)), extent);
  g_assert_true (gui_wait (is_settled, f->panel));
}

/* From sample to sample, which are selected in the view; a range of it is what is read. */
static void
test_samples (Fixture *f, gconstpointer data)
{
  const ScopeHeapProfile *profile = g_ptr_array_index (scope_heap_canvas_get_profiles (f->canvas)->profiles, 0);
  const ScopeHeapSample *samples = (const ScopeHeapSample *) (void *) profile->samples->data;
  gint64 from, to;

  g_assert_cmpuint (profile->samples->len, >, 3);
  g_assert_true (gui_press (GTK_WIDGET (f->canvas), GDK_KEY_period, 0));
  g_assert_true (gui_press (GTK_WIDGET (f->canvas), GDK_KEY_period, 0));
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, samples[1].time);
  g_assert_true (gui_press (GTK_WIDGET (f->canvas), GDK_KEY_comma, 0));
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, samples[0].time);
  g_assert_nonnull (strstr (scope_chart_get_words (SCOPE_CHART (f->canvas)), "sample at "));
  scope_view_set_range (f->view, samples[1].time, samples[3].time);
  g_assert_true (gui_wait (is_settled, f->panel));
  g_assert_cmpuint (scope_heap_canvas_get_course (f->canvas)->n_samples, ==, profile->samples->len);
  set_extent (f, SCOPE_RANGE_VISIBLE);
  g_assert_cmpuint (scope_heap_canvas_get_course (f->canvas)->n_samples, ==, 2);
  /* The picture stays on the timeline's axis; figures are of what is selected. */
  scope_view_choose_range (f->view, samples[1].time, samples[2].time);
  set_extent (f, SCOPE_RANGE_SELECTION);
  g_assert_cmpuint (scope_heap_canvas_get_course (f->canvas)->n_samples, ==, 1);
  scope_viewport_get_range (&scope_heap_canvas_get_course (f->canvas)->request.viewport, &from, &to);
  g_assert_cmpint (from, <=, samples[1].time);
  g_assert_cmpint (to, >=, samples[3].time);
}

/* A sample of the plot: selected, and its largest band said. */
static void
test_plot (Fixture *f, gconstpointer data)
{
  const ScopeHeapProfile *profile = g_ptr_array_index (scope_heap_canvas_get_profiles (f->canvas)->profiles, 0);
  const ScopeHeapSample last = g_array_index (profile->samples, ScopeHeapSample, profile->samples->len - 1);
  const ScopeViewport *viewport = scope_view_get_viewport (f->view);
  double names = SCOPE_HEAP_SCENE_NAMES, width = gtk_widget_get_width (GTK_WIDGET (f->canvas)) - names;
  double x = names + width * scope_viewport_time_to_x (viewport, last.time) / viewport->width + 1;
  double y = gtk_widget_get_height (GTK_WIDGET (f->canvas)) - 40;
  g_autofree char *words = scope_chart_describe (SCOPE_CHART (f->canvas), x, y);
  gint64 from, to;

  g_assert_true (g_str_has_prefix (words, band (f, 0)->name));
  g_assert_true (scope_chart_choose (SCOPE_CHART (f->canvas), x, y, FALSE));
  g_assert_cmpint (scope_heap_canvas_get_chosen (f->canvas), ==, band (f, 0)->place);
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, last.time);
  g_assert_cmpstr (scope_chart_get_words (SCOPE_CHART (f->canvas)), ==, words);
}

/* Without one of the heap the tables come forward, with the cost centres. */
static void
test_time (Fixture *f, gconstpointer data)
{
  g_assert_cmpint (scope_profile_panel_get_mode (f->panel), ==, SCOPE_PROFILE_TABLES);
  g_assert_cmpuint (scope_report_table_panel_get_what (scope_profile_panel_get_tables (f->panel)), ==, SCOPE_PROFILE_TABLE_COST_CENTRES);
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  g_test_add ("/profile/key", Fixture, "tests/data/profile/hc.eventlog", set_up, test_key, tear_down);
  g_test_add ("/profile/samples", Fixture, "tests/data/profile/hT.eventlog", set_up, test_samples, tear_down);
  g_test_add ("/profile/plot", Fixture, "tests/data/profile/hc.eventlog", set_up, test_plot, tear_down);
  g_test_add ("/profile/time", Fixture, "tests/data/profile/time.eventlog", set_up, test_time, tear_down);
  return g_test_run ();
}
