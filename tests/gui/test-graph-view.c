/* test-graph-view.c: the graph of messages in a window: it follows range and filter, nodes keep their places, what is chosen by pointer
 * or keys is chosen in the view, failures are told, empty states say why, everything has a name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "io/export/scope-graphviz.h"
#include "widgets/graph/scope-graph-view.h"
#include "widgets/messages/scope-message-graph-page.h"

#include <math.h>
#include <string.h>

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window, *page, *graph;
  ScopePair pair;
  guint activated;
} Fixture;

static void
find_graph (GtkWidget *widget, gpointer data)
{
  if (SCOPE_IS_GRAPH_VIEW (widget))
    *(GtkWidget **) data = widget;
}

static void
set_up_with (Fixture *f, const char *file, ScopeGraphviz *graphviz)
{
  gint64 first, last;

  f->import = gui_import_new (file);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  scope_trace_range (scope_import_get_trace (f->import), &first, &last);
  f->page = g_object_new (SCOPE_TYPE_MESSAGE_GRAPH_PAGE, NULL);
  gui_foreach (f->page, find_graph, &f->graph);
  scope_panel_set_layout (SCOPE_PANEL (f->page), SCOPE_GRAPH_LAYOUT (graphviz));
  scope_panel_set_view (SCOPE_PANEL (f->page), f->view);
  scope_panel_set_range (SCOPE_PANEL (f->page), first, last + 1);
  f->window = gui_window_new (f->page, 1000, 500);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeGraphviz) graphviz = scope_graphviz_new (NULL, SCOPE_GRAPHVIZ_SECONDS, SCOPE_GRAPHVIZ_MEGABYTES);

  set_up_with (f, data, graphviz);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
  g_object_unref (f->import);
}

static gboolean
is_settled (gpointer data)
{
  Fixture *f = data;

  return gtk_widget_get_mapped (f->page) && scope_panel_is_settled (SCOPE_PANEL (f->page));
}

static ScopeGraph *
graph_of (Fixture *f)
{
  g_assert_true (gui_wait (is_settled, f));
  return scope_graph_view_get_graph (SCOPE_GRAPH_VIEW (f->graph));
}

static void
on_pair (ScopeMessageGraphPage *page, const ScopePair *pair, int by, Fixture *f)
{
  f->pair = *pair;
  f->activated++;
}

static guint64
count_messages (Fixture *f)
{
  const ScopeQueryRange within = { scope_view_get_trace (f->view), SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL, NULL,
                                   scope_view_get_messages (f->view) };
  g_autoptr (GArray) pairs = scope_pairs_read (&within, SCOPE_PARTY_PROCESS, NULL);
  guint64 n = 0;

  for (guint i = 0; i < pairs->len; i++)
    n += g_array_index (pairs, ScopePair, i).count;
  return n;
}

/* All messages that the filter wants are in it; nodes keep their places in a part of the range. */
static void
test_range (Fixture *f, gconstpointer data)
{
  ScopeGraph *whole = scope_graph_ref (graph_of (f)), *part;
  gint64 first, last;
  guint64 n = 0;
  guint moved = 0;

  for (guint i = 0; i < scope_graph_n_edges (whole); i++)
    n += (guint64) scope_graph_edge (whole, i)->weight;
  g_assert_cmpuint (n, ==, count_messages (f));
  g_assert_null (scope_graph_view_get_trouble (SCOPE_GRAPH_VIEW (f->graph)));
  scope_trace_range (scope_view_get_trace (f->view), &first, &last);
  scope_panel_set_range (SCOPE_PANEL (f->page), first, first + (last - first) / 3);
  part = graph_of (f);
  g_assert_true (part != whole);
  g_assert_cmpuint (scope_graph_n_nodes (part), >, 1);
  for (guint i = 0; i < scope_graph_n_nodes (part); i++)
    {
      const ScopeGraphNode *node = scope_graph_node (part, i);
      guint32 before = scope_graph_find (whole, node->key);

      if (before == SCOPE_NONE || node->x != scope_graph_node (whole, before)->x
          || node->y != scope_graph_node (whole, before)->y)
        moved++;
    }
  g_assert_cmpuint (moved, ==, 0);
  /* Where there are none, it says so. */
  scope_panel_set_range (SCOPE_PANEL (f->page), last + 10, last + 20);
  g_assert_null (graph_of (f));
  scope_graph_unref (whole);
}

static void
find_drop_down (GtkWidget *widget, gpointer data)
{
  GtkWidget **first = data;

  if (*first == NULL && GTK_IS_DROP_DOWN (widget))
    *first = widget;
}

static void
test_machines (Fixture *f, gconstpointer data)
{
  GtkWidget *by = NULL;
  ScopeGraph *graph = graph_of (f);
  guint n = scope_graph_n_nodes (graph);

  gui_foreach (f->page, find_drop_down, &by);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (by), SCOPE_PARTY_MACHINE);
  graph = graph_of (f);
  g_assert_cmpuint (scope_graph_n_nodes (graph), <, n);
  g_assert_cmpint (scope_graph_node (graph, 0)->lane.kind, ==, SCOPE_KIND_MACHINE);
}

static gboolean
press (Fixture *f, guint key)
{
  return gui_press (f->graph, key, 0);
}

/* Tab walks through the nodes and out of the last one; Enter chooses the lane, and an edge its messages. */
static void
test_keys (Fixture *f, gconstpointer data)
{
  ScopeGraph *graph = graph_of (f);
  guint n = scope_graph_n_nodes (graph), steps = 1;
  ScopeLaneId lane;

  g_signal_connect (f->page, "pair-activated", G_CALLBACK (on_pair), f);
  gtk_window_set_focus (GTK_WINDOW (f->window), NULL);
  g_assert_true (gtk_widget_child_focus (f->graph, GTK_DIR_TAB_FORWARD));
  while (steps <= n && gtk_widget_child_focus (f->graph, GTK_DIR_TAB_FORWARD))
    steps++;
  g_assert_cmpuint (steps, ==, n);
  gtk_window_set_focus (GTK_WINDOW (f->window), NULL);
  g_assert_true (gtk_widget_child_focus (f->graph, GTK_DIR_TAB_FORWARD));
  while (!scope_graph_node (graph, 0)->has_lane && gtk_widget_child_focus (f->graph, GTK_DIR_TAB_FORWARD))
    ;
  g_assert_true (press (f, GDK_KEY_Return));
  g_assert_true (scope_view_get_selected_lane (f->view, &lane));
  g_assert_true (press (f, GDK_KEY_Right) && press (f, GDK_KEY_Left));
  g_assert_true (press (f, GDK_KEY_period));
  g_assert_true (press (f, GDK_KEY_Return));
  g_assert_cmpuint (f->activated, ==, 1);
  g_assert_cmpuint (f->pair.count, >, 0);
  g_assert_true (press (f, GDK_KEY_plus) && press (f, GDK_KEY_minus) && press (f, GDK_KEY_0) && press (f, GDK_KEY_Escape));
  g_assert_false (press (f, GDK_KEY_Escape));
}

static void
on_node (ScopeGraphView *view, guint node, guint *ret)
{
  *ret = node;
}

static void
test_select (Fixture *f, gconstpointer data)
{
  ScopeGraph *graph = graph_of (f);
  guint told = G_MAXUINT;
  ScopeLaneId lane;

  g_signal_connect (f->graph, "node-activated", G_CALLBACK (on_node), &told);
  for (guint i = 0; i < scope_graph_n_nodes (graph); i++)
    {
      const ScopeGraphNode *node = scope_graph_node (graph, i);

      if (!node->has_lane)
        continue;
      g_signal_emit_by_name (f->graph, "node-activated", i);
      g_assert_cmpuint (told, ==, i);
      g_assert_true (scope_view_get_selected_lane (f->view, &lane));
      g_assert_cmpuint (lane.machine, ==, node->lane.machine);
      g_assert_cmpuint (lane.index, ==, node->lane.index);
    }
  g_assert_cmpuint (told, !=, G_MAXUINT);
}

/* Without the program that lays out: drawn all the same, and said why. */
static void
test_trouble (gconstpointer file)
{
  Fixture f = { 0 };
  g_autoptr (ScopeGraphviz) graphviz = scope_graphviz_new ("/nowhere/lanescope-layout", 5, 100);
  ScopeGraph *graph;

  set_up_with (&f, file, graphviz);
  graph = graph_of (&f);
  g_assert_nonnull (graph);
  g_assert_true (scope_graph_node (graph, 0)->placed);
  g_assert_nonnull (scope_graph_view_get_trouble (SCOPE_GRAPH_VIEW (f.graph)));
  tear_down (&f, NULL);
}

static gboolean
is_arranging (gpointer data)
{
  Fixture *f = data;

  return scope_graph_view_is_arranging (SCOPE_GRAPH_VIEW (f->graph));
}

/* One that takes for ever, is cancelled; one under way when the window closes, too. */
static void
test_cancel (gconstpointer file)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-graph-XXXXXX", NULL), *path = g_build_filename (folder, "slow", NULL);

  g_assert_true (g_file_set_contents_full (path, "#!/bin/sh\nexec sleep 60\n", -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  for (guint round = 0; round < 2; round++)
    {
      Fixture f = { 0 };
      g_autoptr (ScopeGraphviz) graphviz = scope_graphviz_new (path, 50, 100);

      set_up_with (&f, file, graphviz);
      g_assert_true (gui_wait (is_arranging, &f));
      if (round == 0)
        {
          scope_graph_view_cancel (SCOPE_GRAPH_VIEW (f.graph));
          g_assert_nonnull (graph_of (&f));
        }
      tear_down (&f, NULL);
    }
  remove (path);
  remove (folder);
}

static void
test_names (Fixture *f, gconstpointer data)
{
  guint nameless;

  graph_of (f);
  g_assert_cmpuint (gui_check_names (f->page, &nameless), >, 3);
  g_assert_cmpuint (nameless, ==, 0);
  g_assert_cmpuint (gui_check_focusable_names (f->page, &nameless), >, 5);
  g_assert_cmpuint (nameless, ==, 0);
}

#define TRACE "data/examples/mergesort8.parevents"
#define ADD(path, function) g_test_add ("/graph-view/" path, Fixture, TRACE, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  ADD ("range", test_range);
  ADD ("machines", test_machines);
  ADD ("keys", test_keys);
  ADD ("select", test_select);
  ADD ("names", test_names);
  g_test_add_data_func ("/graph-view/trouble", TRACE, test_trouble);
  g_test_add_data_func ("/graph-view/cancel", TRACE, test_cancel);
  return g_test_run ();
}
