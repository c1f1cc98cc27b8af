/* bench-messages.c: how long the list of messages of a large trace keeps the window waiting at most.
 *
 *     bench-messages TRACE
 *
 * Waits until the trace is read. Then shows the panel, sorts by other columns, leaves out messages until a few remain and takes
 * them all again. Prints one line of JSON, as bench-tree does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-turns.h"
#include "gui-common.h"

#include "widgets/scope-messages-panel.h"

static gboolean
is_settled (gpointer panel)
{
  return scope_message_list_page_is_settled (scope_messages_panel_get_list (panel));
}

static GtkWidget *
make (void)
{
  return GTK_WIDGET (scope_messages_panel_new ());
}

static void
run (Turns *turns, GtkWidget *widget, ScopeView *view)
{
  ScopeMessagesPanel *panel = SCOPE_MESSAGES_PANEL (widget);
  ScopeMessageTable *table = scope_message_list_page_get_table (scope_messages_panel_get_list (panel));
  ScopeMessageFilter filter = *scope_view_get_messages (view), narrow = filter;

  scope_messages_panel_set_view (panel, view);
  turns_step (turns, "open", is_settled, panel);
  scope_message_table_sort_by (table, SCOPE_MESSAGE_KEY_LATENCY, TRUE);
  turns_step (turns, "sort", is_settled, panel);
  scope_message_table_sort_by (table, SCOPE_MESSAGE_KEY_COUNT, TRUE);
  turns_step (turns, "count", is_settled, panel);
  narrow.machine = 0;
  scope_view_set_messages (view, &narrow);
  turns_step (turns, "filter", is_settled, panel);
  narrow.size_from = 1000000000;
  scope_view_set_messages (view, &narrow);
  turns_step (turns, "none", is_settled, panel);
  scope_view_set_messages (view, &filter);
  turns_step (turns, "all", is_settled, panel);
}

int
main (int argc, char **argv)
{
  return turns_main (argc, argv, make, run);
}
