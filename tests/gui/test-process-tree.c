/* test-process-tree.c: the process tree panel: rows that are true, folding and unfolding, sorting among
 * siblings, filter, columns, selection both ways, comparing and the way back, the graph, copying, an empty
 * trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/processes/scope-tree-table.h"
#include "widgets/graph/scope-graph-view.h"
#include "widgets/processes/scope-process-tree-panel.h"
#include "widgets/table/scope-row-menu.h"
#include "widgets/table/scope-recycling-row-model.h"

#include <adwaita.h>
#include <string.h>

#define EDEN "tests/data/eden/small3.parevents"
#define GHC "tests/data/ghc/parfib-n4-la.eventlog"
#define EMPTY "tests/data/ghc/trunc-headeronly.eventlog"

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window;
  ScopeProcessTreePanel *panel;
} Fixture;

static gboolean
is_settled (gpointer panel)
{
  return scope_panel_is_settled (SCOPE_PANEL (panel));
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
  f->panel = g_object_new (SCOPE_TYPE_PROCESS_TREE_PANEL, NULL);
  f->window = gui_window_new (GTK_WIDGET (f->panel), 1200, 500);
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

static GtkSelectionModel *
rows (Fixture *f)
{
  return gtk_column_view_get_model (gui_find (f->panel, GTK_TYPE_COLUMN_VIEW, 0));
}

static guint
n_rows (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (rows (f)));
}

static char *
title (Fixture *f, guint position)
{
  guint32 row = scope_process_tree_panel_get_row (f->panel, position);

  g_assert_cmpuint (row, !=, SCOPE_NONE);
  return scope_process_tree_title (scope_process_tree_panel_get_tree (f->panel), row);
}

static void
expect (Fixture *f, guint position, const char *expected)
{
  g_autofree char *text = title (f, position);

  g_assert_cmpstr (text, ==, expected);
}

static void
unfold (Fixture *f, guint position, gboolean expanded)
{
  g_autoptr (ScopeRecyclingRow) row = g_list_model_get_item (G_LIST_MODEL (rows (f)), position);

  gtk_tree_list_row_set_expanded (scope_recycling_row_get_item (row), expanded);
}

static void
act (Fixture *f, const char *action, int number)
{
  gtk_widget_activate_action_variant (GTK_WIDGET (f->panel), action,
                                      number >= 0 ? g_variant_new_int32 (number) : NULL);
}

static GtkWidget *found;

static void
look_for (GtkWidget *widget, gpointer text)
{
  if (GTK_IS_BUTTON (found))
    return;
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), text) == 0)
    found = widget;
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
      && strstr (gtk_label_get_label (GTK_LABEL (widget)), text) != NULL)
    found = widget;
}

static GtkWidget *
find (Fixture *f, const char *text)
{
  found = NULL;
  gui_foreach (GTK_WIDGET (f->panel), look_for, (gpointer)text);
  return found;
}

/* --- rows --- */

/* 1:1 made six that are alike, 1:4 nobody. */
static void
test_folds (Fixture *f, gconstpointer data)
{
  g_assert_cmpint (scope_process_tree_get_by (scope_process_tree_panel_get_tree (f->panel)), ==,
                   SCOPE_TREE_BY_PARENT);
  g_assert_cmpuint (n_rows (f), ==, 3);
  expect (f, 0, "1:1");
  expect (f, 1, "6 processes");
  expect (f, 2, "1:4");
  unfold (f, 1, TRUE);
  g_assert_cmpuint (n_rows (f), ==, 9);
  expect (f, 2, "1:2");
  unfold (f, 1, FALSE);
  g_assert_cmpuint (n_rows (f), ==, 3);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find (f, "_Fold Similar")), FALSE);
  settle (f);
  g_assert_cmpuint (n_rows (f), ==, 8);
  expect (f, 1, "1:2");
  expect (f, 7, "1:4");
}

static void
test_place (Fixture *f, gconstpointer data)
{
  guint machines = 0;

  scope_process_tree_panel_set_by (f->panel, SCOPE_TREE_BY_PLACE);
  settle (f);
  expect (f, 0, "Machine 1");
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (f, "By P_lace"))));
  for (guint i = 0; i < n_rows (f); i++)
    {
      g_autofree char *text = title (f, i);

      machines += g_str_has_prefix (text, "Machine ");
    }
  g_assert_cmpuint (machines, ==, 3);
}

/* Children stay below their parent, the one that ran most first; what is unfolded stays so. */
static void
test_sort (Fixture *f, gconstpointer data)
{
  guint32 first;

  unfold (f, 1, TRUE);
  act (f, "tree.sort", SCOPE_TREE_RUNNING);
  settle (f);
  g_assert_cmpuint (n_rows (f), ==, 9);
  expect (f, 0, "1:1");
  expect (f, 2, "2:1"); /* 8.5 ms, the truth says */
  act (f, "tree.sort", SCOPE_TREE_RUNNING);
  settle (f);
  expect (f, 0, "1:4"); /* the other way round */
  g_assert_cmpuint (n_rows (f), ==, 9);
  first = scope_process_tree_panel_get_row (f->panel, 3);
  g_assert_cmpuint (scope_process_tree_parent (scope_process_tree_panel_get_tree (f->panel), first), !=,
                    SCOPE_NONE);
}

static void
test_filter (Fixture *f, gconstpointer data)
{
  scope_process_tree_panel_set_filter (f->panel, "3:2", FALSE);
  settle (f);
  g_assert_cmpuint (n_rows (f), ==, 2); /* 1:1, and the fold that it is in */
  unfold (f, 1, TRUE);
  g_assert_cmpuint (n_rows (f), ==, 3);
  expect (f, 2, "3:2");
  scope_process_tree_panel_set_filter (f->panel, "^3:[12]$", TRUE);
  settle (f);
  g_assert_cmpuint (n_rows (f), ==, 4);
  scope_process_tree_panel_set_filter (f->panel, "(", TRUE);
  g_assert_nonnull (find (f, "missing"));
  scope_process_tree_panel_set_filter (f->panel, "nobody is called so", FALSE);
  settle (f);
  g_assert_nonnull (find (f, "No row has this"));
  scope_process_tree_panel_set_filter (f->panel, "", FALSE);
  settle (f);
  g_assert_cmpuint (n_rows (f), ==, 9);
}

static void
test_text (Fixture *f, gconstpointer data)
{
  g_autofree char *csv = scope_process_tree_panel_dup_text (f->panel, TRUE);
  g_autofree char *text = scope_process_tree_panel_dup_text (f->panel, FALSE);

  g_assert_true (g_str_has_prefix (csv, "depth,similar,id,"));
  g_assert_nonnull (strstr (csv, "\n0,1,1:1,"));
  g_assert_nonnull (strstr (csv, ",3149583,")); /* running, as `dump processes` has it */
  g_assert_nonnull (strstr (csv, "\n1,6,6 processes,"));
  g_assert_nonnull (strstr (text, "\n1:1\t"));
}

static void
test_columns (Fixture *f, gconstpointer data)
{
  g_autofree char *hidden = NULL;
  g_autofree char *csv = NULL;

  g_object_set (f->panel, "hidden-columns", "running,blocked,no-such-column", NULL);
  g_object_get (f->panel, "hidden-columns", &hidden, NULL);
  g_assert_cmpstr (hidden, ==, "running,blocked");
  csv = scope_process_tree_panel_dup_text (f->panel, TRUE);
  g_assert_null (strstr (csv, ",running_ns"));
  g_assert_nonnull (strstr (csv, ",outside_ns"));
  gtk_widget_activate_action (GTK_WIDGET (f->panel), "tree-columns.running", NULL);
  g_clear_pointer (&hidden, g_free);
  g_object_get (f->panel, "hidden-columns", &hidden, NULL);
  g_assert_cmpstr (hidden, ==, "blocked");
}

/* --- the timeline --- */

static void
test_selection (Fixture *f, gconstpointer data)
{
  ScopeTrace *trace = scope_view_get_trace (f->view);
  ScopeLaneId lane, seen;
  guint position;

  g_assert_true (scope_trace_parse_lane (trace, "process:3/2", &lane, NULL));
  scope_view_select_lane (f->view, &lane);
  for (position = 0; !gtk_selection_model_is_selected (rows (f), position); position++)
    g_assert_cmpuint (position, <, n_rows (f));
  expect (f, position, "3:2"); /* its fold was unfolded for it */
  gtk_selection_model_select_item (rows (f), 0, TRUE);
  g_assert_true (scope_view_get_selected_lane (f->view, &seen));
  g_assert_true (scope_trace_parse_lane (trace, "process:1/1", &lane, NULL));
  g_assert_cmpmem (&seen, sizeof seen, &lane, sizeof lane);
  act (f, "tree.go-to", -1);
  g_assert_true (scope_view_get_selected_range (f->view, &(gint64){ 0 }, &(gint64){ 0 }));
}

static void
test_compare (Fixture *f, gconstpointer data)
{
  ScopeLaneList *lanes = scope_view_get_lanes (f->view);

  gtk_selection_model_select_item (rows (f), 0, TRUE);
  gtk_selection_model_select_item (rows (f), 1, FALSE);
  act (f, "tree.compare", -1);
  g_assert_cmpint (scope_lane_list_get_show (lanes), ==, SCOPE_SHOW_LIST);
  g_assert_cmpuint (scope_lane_list_n_rows (lanes), ==, 8); /* the sum, 1:1, six of the fold */
  g_assert_cmpuint (scope_lane_list_row (lanes, 0)->n_sources, ==, 7);
  g_assert_nonnull (find (f, "compares 7 lanes"));
  act (f, "tree.compare-no-more", -1);
  g_assert_cmpint (scope_lane_list_get_show (lanes), ==, SCOPE_SHOW_DEFAULT);
  g_assert_null (find (f, "compares"));
}

static void
look_for_graph (GtkWidget *widget, gpointer data)
{
  if (SCOPE_IS_GRAPH_VIEW (widget))
    found = widget;
}

static void
test_graph (Fixture *f, gconstpointer data)
{
  ScopeGraph *graph;
  ScopeLaneId seen;

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find (f, "_Graph")), TRUE);
  found = NULL;
  gui_foreach (GTK_WIDGET (f->panel), look_for_graph, NULL);
  g_assert_true (gtk_widget_get_mapped (found));
  graph = scope_graph_view_get_graph (SCOPE_GRAPH_VIEW (found));
  g_assert_cmpuint (scope_graph_n_nodes (graph), ==, 3);
  g_assert_cmpuint (scope_graph_n_edges (graph), ==, 1);
  g_signal_emit_by_name (found, "node-activated", 2u);
  g_assert_true (scope_view_get_selected_lane (f->view, &seen));
  g_assert_cmpint (seen.kind, ==, SCOPE_KIND_PROCESS);
}

/* --- GHC --- */

/* Threads below the one that made them; those that are alike folded; figures of a range. */
static void
test_threads (Fixture *f, gconstpointer data)
{
  ScopeProcessTree *tree = scope_process_tree_panel_get_tree (f->panel);
  guint nameless = 0;

  g_assert_cmpint (scope_process_tree_get_by (tree), ==, SCOPE_TREE_BY_PARENT);
  g_assert_true (scope_process_tree_knows_parents (tree));
  scope_process_tree_panel_set_by (f->panel, SCOPE_TREE_BY_PLACE);
  settle (f);
  tree = scope_process_tree_panel_get_tree (f->panel);
  g_assert_cmpuint (scope_process_tree_n_folds (tree), >, 0);
  g_assert_false (scope_tree_column_useful (tree, SCOPE_TREE_SENT));
  g_assert_cmpuint (gui_check_names (GTK_WIDGET (f->panel), &nameless), >, 8);
  g_assert_cmpuint (nameless, ==, 0);
  gui_check_focusable_names (GTK_WIDGET (f->panel), &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  gtk_selection_model_select_item (rows (f), 0, TRUE);
  act (f, "tree.unfold", -1);
  g_assert_true (scope_row_menu_popup (gui_find (f->panel, GTK_TYPE_COLUMN_VIEW, 0)));
  g_assert_nonnull (scope_row_menu_get_popover (gui_find (f->panel, GTK_TYPE_COLUMN_VIEW, 0)));
  scope_panel_set_view (SCOPE_PANEL (f->panel), NULL);
  g_assert_null (scope_process_tree_panel_get_tree (f->panel));
}

static void
test_empty (Fixture *f, gconstpointer data)
{
  g_assert_nonnull (scope_process_tree_panel_why_not (scope_view_get_trace (f->view)));
  g_assert_nonnull (find (f, "no scheduler events"));
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  g_test_add ("/process-tree/folds", Fixture, EDEN, set_up, test_folds, tear_down);
  g_test_add ("/process-tree/place", Fixture, EDEN, set_up, test_place, tear_down);
  g_test_add ("/process-tree/sort", Fixture, EDEN, set_up, test_sort, tear_down);
  g_test_add ("/process-tree/filter", Fixture, EDEN, set_up, test_filter, tear_down);
  g_test_add ("/process-tree/text", Fixture, EDEN, set_up, test_text, tear_down);
  g_test_add ("/process-tree/columns", Fixture, EDEN, set_up, test_columns, tear_down);
  g_test_add ("/process-tree/selection", Fixture, EDEN, set_up, test_selection, tear_down);
  g_test_add ("/process-tree/compare", Fixture, EDEN, set_up, test_compare, tear_down);
  g_test_add ("/process-tree/graph", Fixture, EDEN, set_up, test_graph, tear_down);
  g_test_add ("/process-tree/threads", Fixture, GHC, set_up, test_threads, tear_down);
  g_test_add ("/process-tree/empty", Fixture, EMPTY, set_up, test_empty, tear_down);
  return g_test_run ();
}
