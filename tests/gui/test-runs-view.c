/* test-runs-view.c: several runs in one view: read off the main thread, its pages, what is pointed at, keys, names,
 * pictures and CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "tests/model/run-traces.h"
#include "widgets/kit/scope-responsive-panes.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/runs/scope-runs-view.h"
#include "widgets/table/scope-report-table-view.h"

#include <math.h>
#include <string.h>

typedef struct
{
  GtkWidget *window;
  ScopeRunsView *view;
} Fixture;

static gboolean
is_settled (gpointer view)
{
  return scope_runs_view_is_settled (view);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->view = g_object_new (SCOPE_TYPE_RUNS_VIEW, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->view));
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_is_mapped, fixture->view));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

static void
add_plan (GArray *plans, guint processors, guint32 seed)
{
  RunPlan plan;

  run_plan_init (&plan, 1, processors, 4000 / processors, 1000);
  run_plan_fill (&plan, seed, FALSE);
  g_array_append_val (plans, plan);
}

/* One, two and two processors, and one that is not there. */
static void
show (Fixture *fixture)
{
  GArray *plans = run_plans_new ();
  RunPlan missing = { 0 };
  g_autoptr (ScopeRunSet) set = NULL;

  add_plan (plans, 1, 1);
  add_plan (plans, 2, 2);
  add_plan (plans, 2, 3);
  g_array_append_val (plans, missing);
  set = run_plans_set (plans);
  scope_runs_view_set_runs (fixture->view, set);
  g_assert_true (gui_wait (is_settled, fixture->view));
}

static void
find_type (GtkWidget *widget, gpointer data)
{
  gpointer *wanted = data;

  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), wanted[0]) && gtk_widget_get_mapped (widget))
    wanted[1] = widget;
}

static gpointer
find (Fixture *fixture, const char *type)
{
  gpointer wanted[2] = { (gpointer) type, NULL };

  gui_foreach (GTK_WIDGET (fixture->view), find_type, wanted);
  g_assert_nonnull (wanted[1]);
  return wanted[1];
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

static void
test_pages (Fixture *fixture, gconstpointer data)
{
  static const char *const pages[] = { "scaling", "growth", "band", "processors", "runs" };
  const guint rows[] = { 2, 11, 400, 3, 4 }; /* growth: duration, all, and what they are made of */

  show (fixture);
  g_assert_cmpstr (scope_runs_view_get_page (fixture->view), ==, "scaling");
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autoptr (ScopeScene) scene = NULL;
      g_autofree char *csv = NULL, *name = NULL, *wanted = g_strdup_printf ("made-up-%s", pages[i]);

      gtk_widget_activate_action (GTK_WIDGET (fixture->view), "runs.page", "s", pages[i]);
      g_assert_true (gui_wait (is_settled, fixture->view)); /* growth is read when it is looked at first */
      g_assert_cmpstr (scope_runs_view_get_page (fixture->view), ==, pages[i]);
      scene = scope_runs_view_draw (fixture->view, 800, 500, scope_palette_get (SCOPE_PALETTE_LIGHT));
      g_assert_true ((scene != NULL) == (i < 3));
      csv = scope_runs_view_dup_csv (fixture->view);
      g_assert_cmpuint (count_lines (csv), ==, rows[i] + 1);
      name = scope_runs_view_dup_name (fixture->view);
      g_assert_cmpstr (name, ==, wanted);
    }
}

static void
find_seen (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget))
    g_string_append_printf (data, "%s|", gtk_label_get_text (GTK_LABEL (widget)));
}

static gboolean
sees (Fixture *fixture, const char *title)
{
  g_autoptr (GString) seen = g_string_new ("|");
  g_autofree char *wanted = g_strdup_printf ("|%s|", title);

  gui_foreach (find (fixture, "GtkColumnView"), find_seen, seen);
  return strstr (seen->str, wanted) != NULL;
}

static gboolean
sees_the_chosen (gpointer fixture)
{
  return sees (fixture, "Run Chosen") && sees (fixture, "Against Others");
}

static gboolean
sees_none_chosen (gpointer fixture)
{
  return sees (fixture, "Quantity") && !sees (fixture, "Run Chosen") && !sees (fixture, "Against Others");
}

static gboolean
is_beside (gpointer beside)
{
  return !scope_responsive_panes_is_below (beside);
}

static gboolean
is_below (gpointer beside)
{
  return scope_responsive_panes_is_below (beside);
}

static void
find_run_choice (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_DROP_DOWN (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), "The run that is held against the others") == 0)
    *(GtkWidget **) data = widget;
}

/* Columns that have something to say, all of them in a small window: what is said of them stands below. */
static void
test_columns (Fixture *fixture, gconstpointer data)
{
  ScopeResponsivePanes *beside;
  GtkWidget *choice = NULL;
  g_autofree char *text = NULL, *csv = NULL;

  show (fixture);
  scope_runs_view_set_page (fixture->view, "band");
  g_assert_true (gui_wait (is_settled, fixture->view));
  beside = find (fixture, "ScopeResponsivePanes");
  g_assert_true (gui_wait (is_below, beside));
  g_assert_true (gui_wait (sees_none_chosen, fixture));
  g_assert_false (sees (fixture, "Unit"));
  text = scope_table_view_dup_text (SCOPE_TABLE_VIEW (find (fixture, "ScopeReportTableView")));
  g_assert_true (g_str_has_prefix (text, "Quantity\tMean\tDeviation\tLeast\tGreatest\tDeviation / Mean\n"));
  csv = scope_table_view_dup_csv (SCOPE_TABLE_VIEW (find (fixture, "ScopeReportTableView"))); /* its figures have no units */
  g_assert_true (g_str_has_prefix (csv, "quantity,mean,deviation,min,max,deviation_share,run,against,unit\n"));
  gui_foreach (GTK_WIDGET (fixture->view), find_run_choice, &choice);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), 1);
  g_assert_true (gui_wait (sees_the_chosen, fixture));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), 0);
  g_assert_true (gui_wait (sees_none_chosen, fixture));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1400, 600);
  g_assert_true (gui_wait (is_beside, beside));
}

static gboolean
contains (Fixture *fixture, const char *text)
{
  ScopePlotView *plot = find (fixture, "ScopePlotView");
  g_autofree char *wrong = gtk_test_accessible_check_property (GTK_ACCESSIBLE (plot), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);

  return wrong == NULL || strstr (wrong, text) != NULL;
}

/* What the arrow keys point at is said. */
static void
test_pointing (Fixture *fixture, gconstpointer data)
{
  show (fixture);
  g_signal_emit_by_name (find (fixture, "ScopePlotView"), "stepped", 1);
  g_assert_true (contains (fixture, "1 HEC: 4.00 ms, speed-up 1.00, efficiency 100 %"));
  g_signal_emit_by_name (find (fixture, "ScopePlotView"), "stepped", G_MAXINT);
  g_assert_true (contains (fixture, "(2.00–2.00 ms, 2 runs)") || contains (fixture, "2 HECs: 2.00 ms"));
  g_signal_emit_by_name (find (fixture, "ScopePlotView"), "pointed", -1.0, -1.0);
  g_assert_true (contains (fixture, "made-up: 3 runs on 1 to 2 HECs"));
  scope_runs_view_set_page (fixture->view, "band");
  g_signal_emit_by_name (find (fixture, "ScopePlotView"), "stepped", G_MININT);
  g_assert_true (contains (fixture, "of 3 runs"));
}

/* Another way of reading the band is read anew; quick changes end with the last one. */
static void
test_share (Fixture *fixture, gconstpointer data)
{
  g_autofree char *before = NULL, *after = NULL, *again = NULL;

  show (fixture);
  scope_runs_view_set_page (fixture->view, "band");
  before = scope_runs_view_dup_csv (fixture->view);
  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "runs.share", NULL);
  g_assert_true (gui_wait (is_settled, fixture->view));
  after = scope_runs_view_dup_csv (fixture->view);
  g_assert_cmpstr (before, !=, after);
  for (guint i = 0; i < 5; i++)
    gtk_widget_activate_action (GTK_WIDGET (fixture->view), "runs.share", NULL);
  g_assert_true (gui_wait (is_settled, fixture->view));
  again = scope_runs_view_dup_csv (fixture->view);
  g_assert_cmpstr (again, ==, before);
}

/* Runs that are all alike have no scaling, but a band. */
static void
test_alike (Fixture *fixture, gconstpointer data)
{
  GArray *plans = run_plans_new ();
  g_autoptr (ScopeRunSet) set = NULL;

  add_plan (plans, 2, 2);
  add_plan (plans, 2, 3);
  set = run_plans_set (plans);
  scope_runs_view_set_runs (fixture->view, set);
  g_assert_true (gui_wait (is_settled, fixture->view));
  g_assert_cmpstr (scope_runs_view_get_page (fixture->view), ==, "band");
  scope_runs_view_set_page (fixture->view, "scaling");
  g_assert_null (scope_runs_view_draw (fixture->view, 800, 500, scope_palette_get (SCOPE_PALETTE_LIGHT)));
}

static void
take_runs (ScopeRunsView *view, GArray *runs, GArray *taken)
{
  g_array_append_vals (taken, runs->data, runs->len);
}

static void
test_remove (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (guint));
  GtkSelectionModel *model;

  show (fixture);
  g_signal_connect (fixture->view, "remove", G_CALLBACK (take_runs), taken);
  scope_runs_view_set_page (fixture->view, "runs");
  model = gtk_column_view_get_model (scope_table_view_get_column_view (SCOPE_TABLE_VIEW (find (fixture, "ScopeReportTableView"))));
  gtk_selection_model_unselect_all (model);
  gtk_selection_model_select_item (model, 2, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (fixture->view), "runs.remove", NULL);
  g_assert_cmpuint (taken->len, ==, 1);
  g_assert_cmpuint (g_array_index (taken, guint, 0), ==, 2);
}

/* None can be read: it says so. Closing while it reads holds nobody up. */
static void
test_failing (Fixture *fixture, gconstpointer data)
{
  GArray *plans = run_plans_new ();
  RunPlan missing = { 0 };
  g_autoptr (ScopeRunSet) set = NULL;

  g_array_append_val (plans, missing);
  set = run_plans_set (plans);
  scope_runs_view_set_runs (fixture->view, set);
  g_assert_true (gui_wait (is_settled, fixture->view));
  find (fixture, "AdwStatusPage");
  g_assert_null (scope_runs_view_draw (fixture->view, 800, 500, scope_palette_get (SCOPE_PALETTE_LIGHT)));
  show (fixture);
  scope_runs_view_set_runs (fixture->view, NULL);
  g_assert_true (scope_runs_view_is_settled (fixture->view));
}

static void
test_names (Fixture *fixture, gconstpointer data)
{
  guint nameless;

  show (fixture);
  for (guint i = 0; i < 3; i++)
    {
      static const char *const pages[] = { "scaling", "band", "runs" };

      scope_runs_view_set_page (fixture->view, pages[i]);
      gui_check_names (GTK_WIDGET (fixture->view), &nameless);
      g_assert_cmpuint (nameless, ==, 0);
      gui_check_focusable_names (GTK_WIDGET (fixture->view), &nameless);
      g_assert_cmpuint (nameless, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  g_test_add ("/runs-view/pages", Fixture, NULL, set_up, test_pages, tear_down);
  g_test_add ("/runs-view/columns", Fixture, NULL, set_up, test_columns, tear_down);
  g_test_add ("/runs-view/pointing", Fixture, NULL, set_up, test_pointing, tear_down);
  g_test_add ("/runs-view/share", Fixture, NULL, set_up, test_share, tear_down);
  g_test_add ("/runs-view/alike", Fixture, NULL, set_up, test_alike, tear_down);
  g_test_add ("/runs-view/remove", Fixture, NULL, set_up, test_remove, tear_down);
  g_test_add ("/runs-view/failing", Fixture, NULL, set_up, test_failing, tear_down);
  g_test_add ("/runs-view/names", Fixture, NULL, set_up, test_names, tear_down);
  return g_test_run ();
}
