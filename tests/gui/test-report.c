/* test-report.c: the panel Report: what can be chosen, its plot by keyboard and pointer, where its rows lead.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/statistics/scope-load-scene.h"
#include "model/scene/statistics/scope-report.h"
#include "model/scene/view/scope-view-extent.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/statistics/scope-report-panel.h"

#include <string.h>

#define PROCESSORS 5

typedef struct
{
  ScopeView *view;
  GtkWidget *window, *panel, *plot;
  ScopeReportTablePanel *sheets;
} Fixture;

static gboolean
is_settled (gpointer sheets)
{
  return scope_panel_is_settled (SCOPE_PANEL (sheets));
}

static void
find_plot (GtkWidget *widget, gpointer data)
{
  if (SCOPE_IS_PLOT_VIEW (widget))
    *(gpointer *) data = widget;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeTrace) trace = gui_trace_new (PROCESSORS, 9000, 1000);

  f->view = scope_view_new (trace);
  scope_view_set_width (f->view, 1000);
  f->panel = g_object_new (SCOPE_TYPE_REPORT_PANEL, NULL);
  f->window = gui_window_new (f->panel, 800, 500);
  scope_panel_set_view (SCOPE_PANEL (f->panel), f->view);
  f->sheets = SCOPE_REPORT_TABLE_PANEL (f->panel);
  g_assert_true (gui_wait (is_settled, f->sheets));
  gui_foreach (f->panel, find_plot, &f->plot);
  g_assert_nonnull (f->plot);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
}

static ScopeReportTable *
sheet (Fixture *f)
{
  return scope_report_table_view_get_table (gui_find (f->sheets, SCOPE_TYPE_REPORT_TABLE_VIEW, 0));
}

static gboolean
says_something (gpointer label)
{
  return gtk_label_get_label (label)[0] != '\0';
}

static void
test_load (Fixture *f, gconstpointer data)
{
  const ScopeLoad *load = scope_report_table_get_attachment (sheet (f));
  GtkWidget *words = gtk_widget_get_next_sibling (gtk_widget_get_parent (f->plot));
  guint nameless;

  g_assert_nonnull (load);
  g_assert_cmpuint (load->processors, ==, PROCESSORS);
  g_assert_cmpuint (scope_report_table_n_rows (sheet (f)), ==, load->n);
  for (guint i = 0; i < load->n; i++)
    g_assert_cmpfloat (load->values[SCOPE_LOAD_PROCESSORS][i], <=, PROCESSORS + 1e-6);
  g_assert_cmpfloat (load->mean[SCOPE_LOAD_PROCESSORS], >, 0);
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_parent (f->plot)));

  g_assert_false (says_something (words));
  g_signal_emit_by_name (f->plot, "stepped", 1);
  {
    g_autofree char *first = g_strdup (gtk_label_get_label (GTK_LABEL (words)));

    g_assert_true (says_something (words));
    g_signal_emit_by_name (f->plot, "stepped", 10);
    g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (words)), !=, first);
    g_signal_emit_by_name (f->plot, "stepped", G_MAXINT);
    g_signal_emit_by_name (f->plot, "stepped", G_MININT);
    g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (words)), ==, first);
  }
  g_signal_emit_by_name (f->plot, "pointed", 100.0, 50.0);
  g_assert_true (says_something (words));
  g_signal_emit_by_name (f->plot, "pointed", -1.0, -1.0);
  g_assert_false (says_something (words));
  gui_check_names (f->panel, &nameless);
  g_assert_cmpuint (nameless, ==, 0);
}

/* A row leads to its stretch; the table follows the range, but for the jump that it made itself. */
static void
test_rows (Fixture *f, gconstpointer data)
{
  guint row = scope_report_table_n_rows (sheet (f)) / 2;
  ScopeReportTableRow wanted = *scope_report_table_row (sheet (f), row);
  gint64 from, to;

  g_assert_true (wanted.has_range);
  g_signal_emit_by_name (f->sheets, "row-activated", row);
  scope_viewport_get_range (scope_view_get_viewport (f->view), &from, &to);
  g_assert_cmpint (from, <=, wanted.from);
  g_assert_cmpint (to, >=, wanted.to);
  g_assert_cmpint (scope_report_table_row (sheet (f), row)->from, ==, wanted.from);
  scope_view_choose_range (f->view, 1000, 9000);
  g_assert_true (gui_wait (is_settled, f->sheets));
  g_assert_cmpint (scope_report_table_row (sheet (f), 0)->from, ==, 1000);
}

static void
find_toggle (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_TOGGLE_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), "Rows Shown") == 0)
    *(gpointer *) data = widget;
}

static gboolean
is_found (gpointer list)
{
  return !scope_lane_list_is_matching (list);
}

/* The panel's figures are those of just these lanes. */
static void
check_of (Fixture *f, const ScopeLaneId *lanes, guint n)
{
  ScopeQueryRange within = { .trace = scope_view_get_trace (f->view), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (ScopeReportTable) want = NULL;
  g_autofree char *got = NULL, *truth = NULL;

  g_assert_true (gui_wait (is_settled, f->sheets));
  scope_viewport_get_range (scope_view_get_viewport (f->view), &within.from, &within.to);
  want = scope_load_table (&within, lanes, n, NULL);
  truth = scope_report_table_to_csv (want, NULL, scope_report_table_n_rows (want));
  got = scope_report_table_to_csv (sheet (f), NULL, scope_report_table_n_rows (sheet (f)));
  g_assert_cmpstr (got, ==, truth);
}

/* Of those that are compared, that a filter leaves, or that are rows; without the button, of all. */
static void
test_shown (void)
{
  g_autoptr (ScopeImport) import = gui_import_new ("tests/data/erlang/every_all.dat");
  ScopeTrace *trace = scope_import_get_trace (import);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeLaneList *list = scope_view_get_lanes (view);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (ScopeLaneId));
  GtkWidget *panel = g_object_new (SCOPE_TYPE_REPORT_PANEL, NULL), *toggle = NULL;
  Fixture f = { .view = view, .panel = panel, .window = gui_window_new (panel, 900, 400), .sheets = SCOPE_REPORT_TABLE_PANEL (panel) };
  const ScopeLaneId two[] = { { 0, SCOPE_KIND_THREAD, 3 }, { 0, SCOPE_KIND_THREAD, 7 } };
  ScopeLaneFilter filter;

  scope_view_set_width (view, 1000);
  scope_panel_set_view (SCOPE_PANEL (panel), view);
  gui_foreach (panel, find_toggle, (gpointer *) &toggle);
  g_assert_true (gtk_widget_get_visible (toggle));
  check_of (&f, NULL, 0);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
  scope_lane_list_set_show (list, SCOPE_SHOW_PROCESSORS); /* none of them is one */
  g_assert_true (gui_wait (is_settled, f.sheets));
  g_assert_cmpuint (scope_report_table_n_rows (sheet (&f)), ==, 0);

  scope_lane_list_compare (list, two, 2);
  check_of (&f, two, 2);
  g_assert_true (g_str_has_prefix (scope_report_table_summary (sheet (&f)), "2 rows alone: "));

  /* All that it leaves, though they may be in a group, or further than the first. */
  scope_lane_list_set_show (list, SCOPE_SHOW_DEFAULT);
  scope_lane_filter_init (&filter);
  filter.text = (char *) "server";
  scope_lane_list_set_filter (list, &filter);
  g_assert_true (gui_wait (is_found, list));
  for (guint32 i = 0; i < scope_machine_n_entities (scope_trace_machine (trace, 0), SCOPE_KIND_THREAD); i++)
    {
      const ScopeEntity *entity = scope_machine_entity (scope_trace_machine (trace, 0), SCOPE_KIND_THREAD, i);
      ScopeLaneId lane = { 0, SCOPE_KIND_THREAD, i };

      if ((entity->name != NULL && strstr (entity->name, "server") != NULL) || (entity->entry != NULL && strstr (entity->entry, "server") != NULL))
        g_array_append_val (found, lane);
    }
  g_assert_cmpuint (found->len, >, 1);
  check_of (&f, (const ScopeLaneId *) (gpointer) found->data, found->len);
  scope_report_table_panel_set_what (f.sheets, SCOPE_REPORT_TOP);
  g_assert_false (gtk_widget_get_visible (toggle));
  gtk_window_destroy (GTK_WINDOW (f.window));
}

/* Each runtime's own word. */
static void
test_words (void)
{
  g_autoptr (ScopeImport) import = gui_import_new ("tests/data/erlang/every_all.dat");
  ScopeQueryRange within = { .trace = scope_import_get_trace (import), .from = 0, .to = 20000000 };
  g_autoptr (ScopeReportTable) table = scope_report_scene_table (&within, SCOPE_REPORT_LOAD, SCOPE_REPORT_PLACES, NULL);
  const ScopeLoad *load = scope_report_table_get_attachment (table);
  ScopeClock clock = scope_clock_of_trace (within.trace);
  g_autofree char *text = scope_load_dup_text (within.trace, load, 0, &clock);

  g_assert_true (g_str_has_suffix (text, "of 2 at work"));
  g_assert_nonnull (strstr (text, " runnable, "));
  g_assert_null (strstr (text, "ready"));
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

/* A profile of schedulers, which says nothing of messages or names: what is never told has no column. */
static void
test_no_empty_columns (void)
{
  g_autoptr (ScopeImport) import = gui_import_new ("tests/data/schedplot/full_packet");
  g_autoptr (ScopeView) view = scope_view_new (scope_import_get_trace (import));
  GtkWidget *panel = g_object_new (SCOPE_TYPE_REPORT_PANEL, NULL), *window = gui_window_new (panel, 900, 400);
  ScopeReportTablePanel *sheets = SCOPE_REPORT_TABLE_PANEL (panel);
  g_autofree char *text = NULL;

  scope_view_set_width (view, 1000);
  scope_panel_set_view (SCOPE_PANEL (panel), view);
  scope_report_table_panel_set_what (sheets, SCOPE_REPORT_TOP);
  g_assert_true (gui_wait (is_settled, sheets));
  text = scope_table_view_dup_text (SCOPE_TABLE_VIEW (gui_find (sheets, SCOPE_TYPE_REPORT_TABLE_VIEW, 0)));
  g_assert_true (g_str_has_prefix (text, "Ranking\tPlace\tProcess\tTime\tOf Lifetime\n"));
  gtk_window_destroy (GTK_WINDOW (window));
}

typedef struct
{
  const char *words;
  GtkWidget *label;
} Title;

static void
find_title (GtkWidget *widget, gpointer data)
{
  Title *title = data;

  if (GTK_IS_LABEL (widget) && g_strcmp0 (gtk_label_get_label (GTK_LABEL (widget)), title->words) == 0
      && g_str_equal (gtk_widget_get_css_name (gtk_widget_get_parent (gtk_widget_get_parent (widget))), "button"))
    title->label = widget;
}

/* How many pixels lie before its words, and how many behind them; FALSE: it is not shown yet. */
static gboolean
measure_title (GtkWidget *table, const char *words, double *ret_before, double *ret_behind)
{
  Title title = { words, NULL };
  graphene_rect_t bounds;
  GtkWidget *button;

  gui_foreach (table, find_title, &title);
  if (title.label == NULL)
    return FALSE;
  button = gtk_widget_get_parent (gtk_widget_get_parent (title.label));
  if (!gtk_widget_compute_bounds (title.label, button, &bounds))
    return FALSE;
  *ret_before = bounds.origin.x;
  *ret_behind = gtk_widget_get_width (button) - bounds.origin.x - bounds.size.width;
  return TRUE;
}

/* For gui_wait(): of a column of 200 pixels. */
static gboolean
is_at_end (gpointer table)
{
  double before = 0, behind = 0;

  return measure_title (table, "Place", &before, &behind) && before > 100 && behind < 12;
}

/* Titles of figures end where these do, those of words begin there, also of columns that were not shown at first. */
static void
test_titles (void)
{
  g_autoptr (ScopeImport) import = gui_import_new ("tests/data/erlang/every_all.dat");
  g_autoptr (ScopeView) view = scope_view_new (scope_import_get_trace (import));
  GtkWidget *panel = g_object_new (SCOPE_TYPE_REPORT_PANEL, NULL), *window = gui_window_new (panel, 1200, 500);
  ScopeReportTablePanel *sheets = SCOPE_REPORT_TABLE_PANEL (panel);
  GtkWidget *table = gui_find (sheets, SCOPE_TYPE_REPORT_TABLE_VIEW, 0);
  double before = 0, behind = 0;

  scope_view_set_width (view, 1000);
  scope_panel_set_view (SCOPE_PANEL (panel), view);
  scope_report_table_panel_set_what (sheets, SCOPE_REPORT_TOP);
  g_assert_true (gui_wait (is_settled, sheets));
  for (guint c = 0; c < 2; c++)
    {
      GtkColumnViewColumn *place = scope_table_view_get_column (SCOPE_TABLE_VIEW (table), 1);

      gtk_column_view_column_set_fixed_width (place, 200);
      g_assert_true (gui_wait (is_at_end, table));
      g_assert_true (measure_title (table, "Ranking", &before, &behind));
      g_assert_cmpfloat (before, <, 30);
      gtk_column_view_column_set_visible (place, FALSE);
      gtk_column_view_column_set_visible (place, TRUE);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
has_height (gpointer widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_height (widget) > 0;
}

/* A low panel, as of a window of 900 × 600: the plot is high enough for what it is about. */
static void
test_low (void)
{
  g_autoptr (ScopeImport) import = gui_import_new ("tests/data/ghc/parfib-n4-la.eventlog");
  ScopeTrace *trace = scope_import_get_trace (import);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  GtkWidget *panel = g_object_new (SCOPE_TYPE_REPORT_PANEL, NULL), *window = gui_window_new (panel, 890, 200), *plot = NULL;
  g_autoptr (ScopeScene) scene = NULL;
  ScopeClock clock;
  double highest = 0;

  scope_view_set_width (view, 1000);
  scope_panel_set_view (SCOPE_PANEL (panel), view);
  g_assert_true (gui_wait (is_settled, panel));
  gui_foreach (panel, find_plot, (gpointer *) &plot);
  g_assert_true (gui_wait (has_height, plot));
  clock = scope_view_get_clock (view);
  scene = scope_load_scene_new (trace, scope_report_table_get_attachment (scope_report_table_panel_get_table (SCOPE_REPORT_TABLE_PANEL (panel))),
                                gtk_widget_get_width (plot), gtk_widget_get_height (plot), scope_palette_get (SCOPE_PALETTE_LIGHT), 0,
                                SCOPE_NONE, &clock);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      if (item->type == SCOPE_ITEM_RECT && item->colour == scene->palette->state[SCOPE_STATE_RUNNABLE] && item->width < 8)
        highest = MAX (highest, (double) item->height);
    }
  g_assert_cmpfloat (highest, >=, 20);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  ADD ("/report/load", test_load);
  ADD ("/report/rows", test_rows);
  g_test_add_func ("/report/shown", test_shown);
  g_test_add_func ("/report/words", test_words);
  g_test_add_func ("/report/no-empty-columns", test_no_empty_columns);
  g_test_add_func ("/report/titles", test_titles);
  g_test_add_func ("/report/low", test_low);
  return g_test_run ();
}
