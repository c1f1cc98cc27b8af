/* bench-messages.c: how long the list of messages of a large trace keeps the window waiting at most.
 *
 *     bench-messages TRACE
 *
 * Waits until the trace is read. Then shows the panel, sorts by other columns, leaves out messages until a few remain and takes
 * them all again; then the same messages as a matrix, of machines and in another range, as a graph, and over time. Prints one line of
 * JSON, as bench-tree does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-turns.h"
#include "gui-common.h"

#include "io/export/scope-graphviz.h"
#include "widgets/messages/scope-message-graph-page.h"
#include "widgets/messages/scope-message-matrix-page.h"
#include "widgets/messages/scope-messages-panel.h"

static gboolean
is_settled (gpointer panel)
{
  return scope_panel_is_settled (SCOPE_PANEL (scope_messages_panel_get_list (panel)));
}

static GtkWidget *
make (void)
{
  GtkWidget *panel = g_object_new (SCOPE_TYPE_MESSAGES_PANEL, NULL);
  g_autoptr (ScopeGraphviz) layout = scope_graphviz_new (NULL, SCOPE_GRAPHVIZ_SECONDS, SCOPE_GRAPHVIZ_MEGABYTES);

  scope_panel_set_layout (SCOPE_PANEL (panel), SCOPE_GRAPH_LAYOUT (layout));
  return panel;
}

static gboolean
has_matrix (gpointer panel)
{
  return scope_panel_is_settled (SCOPE_PANEL (scope_messages_panel_get_page (panel, "matrix")));
}

static gboolean
has_graph (gpointer panel)
{
  return scope_panel_is_settled (SCOPE_PANEL (scope_messages_panel_get_page (panel, "graph")));
}

static gboolean
has_times (gpointer panel)
{
  return scope_panel_is_settled (SCOPE_PANEL (gui_find (panel, SCOPE_TYPE_MESSAGE_TIMES_PAGE, 0)));
}

static void
run_modes (Turns *turns, ScopeMessagesPanel *panel, ScopeView *view)
{
  gint64 first, last;

  scope_trace_range (scope_view_get_trace (view), &first, &last);
  scope_messages_panel_set_mode (panel, "matrix");
  turns_step (turns, "matrix", has_matrix, panel);
  scope_view_set_range (view, first + (last - first) / 3, first + (last - first) / 2);
  turns_step (turns, "matrix_range", has_matrix, panel);
  scope_messages_panel_set_mode (panel, "graph");
  turns_step (turns, "graph", has_graph, panel);
  scope_view_set_range (view, first, last + 1);
  turns_step (turns, "graph_range", has_graph, panel);
  scope_messages_panel_set_mode (panel, "over-time");
  turns_step (turns, "times", has_times, panel);
}

static void
run (Turns *turns, GtkWidget *widget, ScopeView *view)
{
  ScopeMessagesPanel *panel = SCOPE_MESSAGES_PANEL (widget);
  ScopeMessageTable *table = scope_message_list_page_get_table (scope_messages_panel_get_list (panel));
  ScopeMessageFilter filter = *scope_view_get_messages (view), narrow = filter;

  scope_panel_set_view (SCOPE_PANEL (panel), view);
  turns_step (turns, "open", is_settled, panel);
  scope_table_view_sort_by (SCOPE_TABLE_VIEW (table), SCOPE_MESSAGE_KEY_LATENCY, TRUE);
  turns_step (turns, "sort", is_settled, panel);
  scope_table_view_sort_by (SCOPE_TABLE_VIEW (table), SCOPE_MESSAGE_KEY_COUNT, TRUE);
  turns_step (turns, "count", is_settled, panel);
  narrow.machine = 0;
  scope_view_set_messages (view, &narrow);
  turns_step (turns, "filter", is_settled, panel);
  narrow.size_from = 1000000000;
  scope_view_set_messages (view, &narrow);
  turns_step (turns, "none", is_settled, panel);
  scope_view_set_messages (view, &filter);
  turns_step (turns, "all", is_settled, panel);
  run_modes (turns, panel, view);
}

int
main (int argc, char **argv)
{
  return turns_main (argc, argv, make, run);
}
