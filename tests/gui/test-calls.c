/* test-calls.c: the panel of calls: its modes, whose calls it shows, what is looked for, sources, names, and what it says of traces
 * without calls; call stacks as rows of the timeline.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "io/source/scope-code-file.h"
#include "widgets/calls/scope-calls-view.h"

#include <glib/gstdio.h>
#include <string.h>

#define CALLS "tests/data/erlang/callgraph.dat"
#define NO_CALLS "tests/data/erlang/every_all.dat"
#define SAMPLES "tests/data/profile/time.eventlog"

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window;
  ScopeCallsView *panel;
} Fixture;

static gboolean
is_settled (gpointer panel)
{
  return scope_panel_is_settled (SCOPE_PANEL (panel)) && scope_code_pane_is_settled (gui_find (panel, SCOPE_TYPE_CODE_PANE, 0));
}

static void
settle (Fixture *f)
{
  g_assert_true (gui_wait (is_settled, f->panel));
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->import = gui_import_new (data);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  scope_view_set_width (f->view, 1000);
  f->panel = g_object_new (SCOPE_TYPE_CALLS_VIEW, NULL);
  f->window = gui_window_new (GTK_WIDGET (f->panel), 1200, 400);
  scope_panel_set_view (SCOPE_PANEL (f->panel), f->view);
  settle (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
  g_object_unref (f->import);
}

/* The process of that id, as the lane of its thread. */
static ScopeLaneId
process (Fixture *f, const char *id)
{
  g_autofree char *name = g_strdup_printf ("thread:1/%s", id);
  ScopeLaneId lane;
  g_autoptr (GError) error = NULL;

  g_assert_true (scope_trace_parse_lane (scope_view_get_trace (f->view), name, &lane, &error));
  return lane;
}

static const char *
name_of (const ScopeCallTree *tree, guint32 node)
{
  return tree->functions[tree->nodes[node].function].name;
}

/* Whose calls: the busiest at first, then what is selected, or all. */
static void
test_whose (Fixture *f, gconstpointer data)
{
  ScopeLaneId lane = process (f, "<0.79.0>"), shown;
  gint64 one;

  g_assert_nonnull (scope_calls_view_get_tree (f->panel));
  g_assert_true (scope_calls_view_get_lane (f->panel, &shown));
  scope_view_select_lane (f->view, &lane);
  settle (f);
  g_assert_true (scope_calls_view_get_lane (f->panel, &shown));
  g_assert_cmpuint (shown.index, ==, lane.index);
  g_assert_cmpuint (scope_calls_view_get_tree (f->panel)->n_lanes, ==, 1);
  one = scope_calls_view_get_tree (f->panel)->total;
  scope_calls_view_set_all (f->panel, TRUE);
  settle (f);
  g_assert_cmpuint (scope_calls_view_get_tree (f->panel)->n_lanes, ==, 7);
  g_assert_cmpint (scope_calls_view_get_tree (f->panel)->total, >, 5 * one);
}

/* What bores is left out of every page, and the time stays. */
static void
test_hiding (Fixture *f, gconstpointer data)
{
  static const char *const hidden[] = { "wl:cg_top/1", NULL }, *const merged[] = { "lists:*", NULL };
  g_autoptr (ScopeCallHiding) hiding = scope_call_hiding_new (hidden, NULL, merged);
  ScopeTableView *view = gui_find (f->panel, SCOPE_TYPE_CALL_TREE_VIEW, 0);
  gint64 total = scope_calls_view_get_tree (f->panel)->total;
  g_autofree char *before = scope_table_view_dup_csv (view), *after = NULL, *again = NULL;

  g_assert_nonnull (strstr (before, "wl:cg_top/1"));
  g_assert_null (strstr (scope_calls_view_get_summary (f->panel), "left out"));
  scope_calls_view_set_hiding (f->panel, hiding);
  settle (f);
  after = scope_table_view_dup_csv (view);
  g_assert_null (strstr (after, "wl:cg_top/1"));
  g_assert_nonnull (strstr (after, "lists:*"));
  g_assert_cmpint (scope_calls_view_get_tree (f->panel)->total, ==, total);
  g_assert_nonnull (strstr (scope_calls_view_get_summary (f->panel), "some functions are left out"));
  scope_calls_view_set_hiding (f->panel, NULL);
  settle (f);
  again = scope_table_view_dup_csv (view);
  g_assert_cmpstr (again, ==, before);
}

static void
test_contexts (Fixture *f, gconstpointer data)
{
  ScopeCallTreeView *view = gui_find (f->panel, SCOPE_TYPE_CALL_TREE_VIEW, 0);
  const ScopeCallTree *tree = scope_calls_view_get_tree (f->panel);
  g_autofree char *csv = NULL, *text = NULL;
  guint n = scope_table_view_n_rows (SCOPE_TABLE_VIEW (view));
  g_autoptr (GtkTreeListRow) second = NULL;

  g_assert_cmpuint (n, >, 5);
  g_assert_cmpstr (name_of (tree, scope_table_view_get_row (SCOPE_TABLE_VIEW (view), 0)), ==, "wl:cg_worker/2");
  g_assert_cmpstr (name_of (tree, scope_table_view_get_row (SCOPE_TABLE_VIEW (view), 1)), ==, "wl:cg_top/1");
  second = scope_table_view_dup_tree_row (SCOPE_TABLE_VIEW (view), 1);
  gtk_tree_list_row_set_expanded (second, FALSE);
  g_assert_cmpuint (scope_table_view_n_rows (SCOPE_TABLE_VIEW (view)), <, n);
  /* It stays folded in another range. */
  scope_view_set_range (f->view, 0, 7000000);
  scope_range_selector_set_kind (scope_panel_get_range_selector (SCOPE_PANEL (f->panel)), SCOPE_RANGE_VISIBLE);
  settle (f);
  g_assert_cmpuint (scope_table_view_n_rows (SCOPE_TABLE_VIEW (view)), <, n);
  gtk_widget_activate_action (GTK_WIDGET (view), "call-tree.unfold", NULL);
  g_assert_cmpuint (scope_table_view_n_rows (SCOPE_TABLE_VIEW (view)), >=, n);
  csv = scope_table_view_dup_csv (SCOPE_TABLE_VIEW (view));
  g_assert_true (g_str_has_prefix (csv, "path,share,total_ns,self_ns,calls,"));
  g_assert_nonnull (strstr (csv, "\nwl:cg_worker/2;wl:cg_top/1,"));
  text = scope_table_view_dup_text (SCOPE_TABLE_VIEW (view));
  g_assert_nonnull (strstr (text, "\n  wl:cg_top/1\t"));
  gtk_widget_activate_action (GTK_WIDGET (view), "call-tree.sort", "i", SCOPE_CALL_COLUMN_CALLS);
  g_assert_cmpstr (name_of (scope_calls_view_get_tree (f->panel), scope_table_view_get_row (SCOPE_TABLE_VIEW (view), 0)), ==, "wl:cg_worker/2");
}

/* The button of a menu whose items are those of a table beside it. */
static void
find_sort (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_MENU_BUTTON (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), "Sort by") == 0)
    *(GtkWidget **) data = widget;
}

static void
test_sort (Fixture *f, gconstpointer data)
{
  GtkWidget *button = NULL;

  gui_foreach (GTK_WIDGET (f->panel), find_sort, &button);
  g_assert_nonnull (button);
  g_assert_true (gtk_widget_activate_action (button, "call-tree.sort", "i", SCOPE_CALL_COLUMN_CALLS));
}

static void
find_who (GtkWidget *widget, gpointer data)
{
  const char *tip = GTK_IS_DROP_DOWN (widget) ? gtk_widget_get_tooltip_text (widget) : NULL;

  if (tip != NULL && g_str_has_prefix (tip, "Whose calls"))
    *(GtkWidget **) data = widget;
}

/* Chosen in the drop-down itself, which must not get another list meanwhile: GTK would go on with what it has freed. */
static void
test_choice (Fixture *f, gconstpointer data)
{
  GtkWidget *choice = NULL;

  gui_foreach (GTK_WIDGET (f->panel), find_who, &choice);
  g_assert_nonnull (choice);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), 1);
  settle (f);
  g_assert_cmpuint (scope_calls_view_get_tree (f->panel)->n_lanes, ==, 7);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), 0);
  settle (f);
  g_assert_cmpuint (scope_calls_view_get_tree (f->panel)->n_lanes, ==, 1);
}

/* Looking for a text: each mode says what it found. */
static void
test_search (Fixture *f, gconstpointer data)
{
  scope_calls_view_set_search (f->panel, "FIB");
  g_assert_cmpuint (scope_call_tree_view_get_n_found (gui_find (f->panel, SCOPE_TYPE_CALL_TREE_VIEW, 0)), >, 0);
  g_assert_true (g_str_has_prefix (scope_calls_view_get_summary (f->panel), "Found: "));
  scope_calls_view_set_mode (f->panel, SCOPE_CALLS_FLAME);
  settle (f);
  g_assert_nonnull (scope_flame_view_get_flame (gui_find (f->panel, SCOPE_TYPE_FLAME_VIEW, 0)));
  g_assert_cmpuint (scope_flame_view_get_flame (gui_find (f->panel, SCOPE_TYPE_FLAME_VIEW, 0))->n_found, >, 0);
  scope_calls_view_set_mode (f->panel, SCOPE_CALLS_CHART);
  settle (f);
  g_assert_cmpuint (scope_call_chart_view_get_n_found (gui_find (f->panel, SCOPE_TYPE_CALL_CHART_VIEW, 0)), >, 0);
  scope_calls_view_set_search (f->panel, "nothing has this");
  g_assert_cmpuint (scope_call_chart_view_get_n_found (gui_find (f->panel, SCOPE_TYPE_CALL_CHART_VIEW, 0)), ==, 0);
}

static void
test_functions (Fixture *f, gconstpointer data)
{
  ScopeCallFunctionsPage *page = scope_calls_view_get_functions (f->panel);
  ScopeReportTable *callers;
  g_autofree char *caller = NULL;

  scope_calls_view_set_mode (f->panel, SCOPE_CALLS_FUNCTIONS);
  g_assert_cmpuint (scope_report_table_n_rows (scope_report_table_view_get_table (scope_call_functions_page_get_functions (page))), ==,
                    scope_calls_view_get_tree (f->panel)->n_functions);
  scope_call_functions_page_choose (page, "wl:cg_top/1");
  callers = scope_report_table_view_get_table (scope_call_functions_page_get_edges (page, TRUE));
  g_assert_cmpuint (scope_report_table_n_rows (callers), ==, 1);
  caller = scope_report_table_text (callers, 0, 0);
  g_assert_cmpstr (caller, ==, "wl:cg_worker/2");
  g_assert_cmpuint (scope_report_table_n_rows (scope_report_table_view_get_table (scope_call_functions_page_get_edges (page, FALSE))), >, 3);
}

/* A click on a bar selects its time, a second one zooms to it. */
static void
test_chart (Fixture *f, gconstpointer data)
{
  ScopeCallChartView *chart = gui_find (f->panel, SCOPE_TYPE_CALL_CHART_VIEW, 0);
  const ScopeActivation *top;
  gint64 from, to, first, last;
  g_autofree char *words = NULL;
  double x, y = SCOPE_CALL_CHART_RULER + 8;

  scope_calls_view_set_mode (f->panel, SCOPE_CALLS_CHART);
  settle (f);
  g_assert_nonnull (scope_call_chart_view_get_activations (chart));
  top = &scope_call_chart_view_get_activations (chart)->items[0];
  first = top->from;
  last = top->to;
  x = scope_viewport_time_to_x (scope_view_get_viewport (f->view), (first + last) / 2) * gtk_widget_get_width (GTK_WIDGET (chart))
      / scope_view_get_viewport (f->view)->width;
  words = scope_chart_describe (SCOPE_CHART (chart), x, y);
  g_assert_true (g_str_has_prefix (words, "wl:cg_worker/2\n"));
  g_assert_true (scope_chart_choose (SCOPE_CHART (chart), x, y, TRUE));
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, first);
  g_assert_cmpint (to, ==, last);
  settle (f);
  scope_viewport_get_range (scope_view_get_viewport (f->view), &from, &to);
  g_assert_cmpint (to - from, <, 2 * (last - first));
  g_assert_false (scope_chart_choose (SCOPE_CHART (chart), 1, 390, FALSE));
}

static void
test_flame (Fixture *f, gconstpointer data)
{
  ScopeFlameView *view = gui_find (f->panel, SCOPE_TYPE_FLAME_VIEW, 0);
  double all;

  scope_calls_view_set_mode (f->panel, SCOPE_CALLS_FLAME);
  settle (f);
  gui_wait (gui_is_mapped, view);
  all = scope_flame_view_get_flame (view)->total;
  /* The second level's first frame. */
  g_assert_true (scope_chart_choose (SCOPE_CHART (view), 4, SCOPE_FLAME_ROW + 4, TRUE));
  g_assert_true (scope_flame_view_is_zoomed (view));
  g_assert_cmpfloat (scope_flame_view_get_flame (view)->total, <, all);
  scope_flame_view_zoom_to (view, SCOPE_NONE);
  g_assert_cmpfloat (scope_flame_view_get_flame (view)->total, ==, all);
  g_assert_false (scope_chart_choose (SCOPE_CHART (view), 4, 3000, FALSE));
}

static void
test_graph (Fixture *f, gconstpointer data)
{
  ScopeGraph *graph;

  scope_calls_view_set_mode (f->panel, SCOPE_CALLS_GRAPH);
  settle (f);
  graph = scope_graph_view_get_graph (gui_find (f->panel, SCOPE_TYPE_GRAPH_VIEW, 0));
  g_assert_nonnull (graph);
  g_assert_cmpuint (scope_graph_find (graph, "wl:cg_top/1"), !=, SCOPE_NONE);
  for (guint i = 0; i < scope_graph_n_nodes (graph); i++)
    g_assert_true (scope_graph_node (graph, i)->placed);
}

/* The source of what is chosen, with its line; or where it was looked for. */
static void
test_source (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("calls-XXXXXX", NULL), *path = g_build_filename (folder, "wl.erl", NULL);
  const char *folders[] = { folder, NULL };
  ScopeCodePane *code = gui_find (f->panel, SCOPE_TYPE_CODE_PANE, 0);

  g_assert_true (g_file_set_contents (path, "-module(wl).\n\ncg_top(0) -> [];\ncg_top(N) ->\n  cg_leaf(N).\n", -1, NULL));
  scope_calls_view_set_code_finder (f->panel, scope_code_file_find, folders);
  scope_calls_view_set_show_source (f->panel, TRUE);
  g_assert_true (gui_wait (gui_is_mapped, code));
  scope_table_view_select (SCOPE_TABLE_VIEW (gui_find (f->panel, SCOPE_TYPE_CALL_TREE_VIEW, 0)), 1);
  settle (f);
  g_assert_cmpuint (scope_code_pane_get_line (code), ==, 3);
  g_assert_cmpstr (scope_code_pane_get_text (code), ==, "cg_top(0) -> [];\ncg_top(N) ->\n  cg_leaf(N).");
  scope_table_view_select (SCOPE_TABLE_VIEW (gui_find (f->panel, SCOPE_TYPE_CALL_TREE_VIEW, 0)), 0);
  settle (f);
  g_assert_cmpuint (scope_code_pane_get_line (code), ==, 0);
  g_unlink (path);
  scope_code_pane_set_function (code, "lists:sum/2", NULL);
  settle (f);
  g_assert_nonnull (strstr (scope_code_pane_get_text (code), folder));
  g_rmdir (folder);
}

static void
test_names (Fixture *f, gconstpointer data)
{
  GtkWidget *shown = gtk_stack_get_visible_child (GTK_STACK (gtk_widget_get_first_child (GTK_WIDGET (f->panel))));

  for (guint m = 0; m < SCOPE_CALLS_N_MODES; m++)
    {
      guint nameless;

      scope_calls_view_set_mode (f->panel, (ScopeCallsMode) m);
      settle (f);
      g_assert_cmpuint (gui_check_names (shown, &nameless), >, 8);
      g_assert_cmpuint (nameless, ==, 0);
      gui_check_focusable_names (shown, &nameless);
      g_assert_cmpuint (nameless, ==, 0);
    }
}

/* A trace without calls says what would record them, and nothing is read of it. */
static void
test_none (Fixture *f, gconstpointer data)
{
  GtkWidget *stack = gtk_widget_get_first_child (GTK_WIDGET (f->panel));
  GtkWidget *page = gtk_stack_get_visible_child (GTK_STACK (stack));
  g_autofree char *why = NULL;

  g_object_get (page, "description", &why, NULL);
  g_assert_nonnull (strstr (why, "{callgraph, [Module]}"));
}

/* A process in the timeline opens into its levels. */
static void
test_timeline (Fixture *f, gconstpointer data)
{
  ScopeLaneList *lanes = scope_view_get_lanes (f->view);
  ScopeLaneId lane = process (f, "<0.80.0>");
  guint row = scope_lane_list_reveal (lanes, lane), n = scope_lane_list_n_rows (lanes);
  const ScopeLaneNode *node;
  double height;

  g_assert_true (scope_lane_list_row (lanes, row)->expandable);
  scope_lane_list_set_expanded (lanes, row, TRUE);
  g_assert_cmpuint (scope_lane_list_n_rows (lanes), ==, n + 1);
  scope_lane_list_layout (lanes, SCOPE_HEIGHT_COMFORTABLE, 800, 0);
  node = scope_lane_list_row (lanes, row + 1);
  g_assert_cmpint (node->kind, ==, SCOPE_ROW_CALLS);
  g_assert_cmpuint (node->levels, ==, scope_activations_depth (scope_view_get_trace (f->view), lane));
  height = node->height;
  g_assert_cmpfloat (height, >, node->levels * 10);
  scope_lane_list_set_expanded (lanes, row, FALSE);
  g_assert_cmpuint (scope_lane_list_n_rows (lanes), ==, n);
}

#define ADD(name, trace, func) g_test_add ("/calls-panel/" name, Fixture, trace, set_up, func, tear_down)

/* Samples: those of all at first, then of what is selected; as numbers, and without a chart, which they have no times for. */
static void
test_samples (Fixture *f, gconstpointer data)
{
  ScopeFlameView *flame = gui_find (f->panel, SCOPE_TYPE_FLAME_VIEW, 0);
  const ScopeCallTree *tree = scope_calls_view_get_tree (f->panel);
  g_autofree char *csv = NULL, *words = NULL;
  gint64 all = tree->total;
  ScopeLaneId lane;

  g_assert_true (tree->sampled);
  g_assert_cmpint (all, ==, 27); /* time.prof */
  g_assert_cmpint (tree->sample_ns, ==, 1000000);
  g_assert_true (g_str_has_prefix (scope_calls_view_get_summary (f->panel), "27 samples of 1.00 ms"));
  csv = scope_table_view_dup_csv (gui_find (f->panel, SCOPE_TYPE_CALL_TREE_VIEW, 0));
  g_assert_true (g_str_has_prefix (csv, "path,share,samples,self_samples,share_low,share_high\n"));
  scope_calls_view_set_mode (f->panel, SCOPE_CALLS_FUNCTIONS);
  settle (f);
  g_free (csv);
  csv = scope_table_view_dup_csv (SCOPE_TABLE_VIEW (scope_call_functions_page_get_functions (scope_calls_view_get_functions (f->panel))));
  g_assert_true (g_str_has_prefix (csv, "function,share,samples,self_samples,share_low,share_high\n"));
  scope_calls_view_set_mode (f->panel, SCOPE_CALLS_FLAME);
  settle (f);
  words = scope_flame_describe (scope_flame_view_get_flame (flame), 0);
  g_assert_nonnull (strstr (words, " samples of 1.00 ms ("));
  g_assert_true (scope_trace_parse_lane (scope_view_get_trace (f->view), "processor:1/0", &lane, NULL));
  scope_view_select_lane (f->view, &lane);
  settle (f);
  g_assert_true (scope_calls_view_get_lane (f->panel, &lane));
  g_assert_cmpint (scope_calls_view_get_tree (f->panel)->total, <, all);
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  ADD ("whose", CALLS, test_whose);
  ADD ("hiding", CALLS, test_hiding);
  ADD ("contexts", CALLS, test_contexts);
  ADD ("sort", CALLS, test_sort);
  ADD ("choice", CALLS, test_choice);
  ADD ("search", CALLS, test_search);
  ADD ("functions", CALLS, test_functions);
  ADD ("chart", CALLS, test_chart);
  ADD ("flame", CALLS, test_flame);
  ADD ("graph", CALLS, test_graph);
  ADD ("source", CALLS, test_source);
  ADD ("names", CALLS, test_names);
  ADD ("timeline", CALLS, test_timeline);
  ADD ("samples", SAMPLES, test_samples);
  ADD ("none", NO_CALLS, test_none);
  return g_test_run ();
}
