/* bench-tree.c: how soon the process tree of a large trace is there, and how long it keeps the window waiting
 * at most.
 *
 *     bench-tree TRACE
 *
 * Waits until the trace is read. Then shows the panel, asks for the other tree, sorts, unfolds all that are
 * alike, filters, and asks for ranges. Prints one line of JSON: milliseconds from asking until rows are
 * there, and the longest turn of the main loop, by the clock and by the processor time of the main thread
 * (which does not depend on what else the machine does).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-turns.h"
#include "gui-common.h"

#include "model/scene/processes/scope-tree-table.h"
#include "widgets/processes/scope-process-tree-panel.h"

static gboolean
is_settled (gpointer panel)
{
  return scope_panel_is_settled (SCOPE_PANEL (panel));
}

static void
look_for_fold (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_TOGGLE_BUTTON (widget)
      && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), "_Fold Similar") == 0)
    *(GtkWidget **)data = widget;
}

static GtkWidget *
make (void)
{
  return g_object_new (SCOPE_TYPE_PROCESS_TREE_PANEL, NULL);
}

static void
run (Turns *turns, GtkWidget *widget, ScopeView *view)
{
  ScopeProcessTreePanel *panel = SCOPE_PROCESS_TREE_PANEL (widget);
  GtkWidget *fold = NULL;

  gui_foreach (GTK_WIDGET (panel), look_for_fold, &fold);
  scope_panel_set_view (SCOPE_PANEL (panel), view);
  turns_step (turns, "open", is_settled, panel);
  scope_process_tree_panel_set_by (panel, SCOPE_TREE_BY_PLACE);
  turns_step (turns, "place", is_settled, panel);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (fold), FALSE);
  turns_step (turns, "unfold", is_settled, panel);
  gtk_widget_activate_action_variant (GTK_WIDGET (panel), "tree.sort",
                                      g_variant_new_int32 (SCOPE_TREE_RUNNING));
  turns_step (turns, "sort", is_settled, panel);
  scope_process_tree_panel_set_filter (panel, "1", FALSE);
  turns_step (turns, "filter", is_settled, panel);
  scope_process_tree_panel_set_filter (panel, "", FALSE);
  turns_step (turns, "all", is_settled, panel);
}

int
main (int argc, char **argv)
{
  return turns_main (argc, argv, make, run);
}
