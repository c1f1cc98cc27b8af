/* bench-tables.c: how long a table of figures keeps the window waiting at most, with a row for each thread.
 *
 *     bench-tables TRACE
 *
 * Waits until the trace is read. Then shows the statistics of threads, sorts them, takes a part of the range, and another table. Prints
 * one line of JSON, as bench-tree does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-turns.h"
#include "gui-common.h"

#include "widgets/statistics/scope-statistics-panel.h"
#include "model/scene/statistics/scope-statistics-report.h"

static gboolean
is_settled (gpointer panel)
{
  return scope_panel_is_settled (SCOPE_PANEL (panel));
}

static GtkWidget *
make (void)
{
  return g_object_new (SCOPE_TYPE_STATISTICS_PANEL, NULL);
}

static void
run (Turns *turns, GtkWidget *widget, ScopeView *view)
{
  ScopeStatisticsPanel *panel = SCOPE_STATISTICS_PANEL (widget);
  ScopeReportTablePanel *sheets = SCOPE_REPORT_TABLE_PANEL (panel);
  GtkWidget *table = GTK_WIDGET (gui_find (sheets, SCOPE_TYPE_REPORT_TABLE_VIEW, 0));
  gint64 from, to;

  scope_panel_set_view (SCOPE_PANEL (panel), view);
  turns_step (turns, "first", is_settled, panel);
  scope_report_table_panel_set_what (sheets, SCOPE_STATISTICS_THREADS);
  turns_step (turns, "open", is_settled, panel);
  gtk_widget_activate_action_variant (table, "table.sort", g_variant_new_int32 (2));
  turns_step (turns, "sort", is_settled, panel);
  gtk_widget_activate_action_variant (table, "table.sort", g_variant_new_int32 (0));
  turns_step (turns, "words", is_settled, panel);
  scope_viewport_get_range (scope_view_get_viewport (view), &from, &to);
  scope_view_select_range (view, from, from + (to - from) / 2);
  turns_step (turns, "range", is_settled, panel);
  scope_report_table_panel_set_what (sheets, SCOPE_STATISTICS_REASONS);
  turns_step (turns, "other", is_settled, panel);
}

int
main (int argc, char **argv)
{
  return turns_main (argc, argv, make, run);
}
