/* test-servers.c: the panel Servers, of a real trace: who is first, what is said of it, its mailbox, and where rows of callers lead.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"
#include "gui-traces.h"

#include "model/scene/servers/scope-servers-table.h"
#include "widgets/draw/scope-plot-view.h"
#include "widgets/servers/scope-servers-panel.h"

#include <string.h>

typedef struct
{
  ScopeImport *import;
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
  f->import = gui_import_new (data);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  scope_view_set_width (f->view, 1000);
  f->panel = g_object_new (SCOPE_TYPE_SERVERS_PANEL, NULL);
  f->window = gui_window_new (f->panel, 1400, 500);
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
  g_object_unref (f->import);
}

static char *
shown (Fixture *f)
{
  return scope_table_view_dup_text (SCOPE_TABLE_VIEW (gui_find (f->sheets, SCOPE_TYPE_REPORT_TABLE_VIEW, 0)));
}

static const char *
summary (Fixture *f)
{
  return scope_report_table_summary (scope_report_table_panel_get_table (f->sheets));
}

/* Who is waited for stands first, by name, with the mailbox above. Where contents tell, nothing is inferred, and no word is of it. */
static void
test_servers (Fixture *f, gconstpointer data)
{
  g_autofree char *text = shown (f);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint nameless;

  g_assert_true (g_str_has_prefix (lines[0], "Server\tBusy\tRunnable\tCallers\tCallers Waited\tCalls\tMean Call\t"));
  g_assert_nonnull (strstr (lines[1], "slow"));
  g_assert_null (strstr (lines[0], "Inferred"));
  g_assert_true (g_str_has_prefix (summary (f), "Most waited for: slow"));
  g_assert_null (strstr (summary (f), "inferred"));
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_parent (gtk_widget_get_parent (f->plot))));
  gui_check_names (f->panel, &nameless);
  g_assert_cmpuint (nameless, ==, 0);
}

static void
test_inferred (Fixture *f, gconstpointer data)
{
  g_autofree char *text = shown (f);

  g_assert_nonnull (strstr (text, "\tInferred\t"));
  g_assert_true (g_str_has_suffix (summary (f), "inferred from the order of messages"));
}

static void
find_help (GtkWidget *widget, gpointer data)
{
  const char *help = gtk_widget_get_tooltip_text (widget);

  if (help != NULL && g_str_has_prefix (help, data))
    g_object_set_data (G_OBJECT (gtk_widget_get_root (widget)), "found", widget);
}

/* Who only receives has a mailbox, and words that are not told by themselves are told when they are pointed at. */
static void
test_mailboxes (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;
  guint n_servers = scope_report_table_n_rows (scope_report_table_panel_get_table (f->sheets));

  gui_foreach (f->panel, find_help, (gpointer) "On average, from sending the question");
  g_assert_nonnull (g_object_get_data (G_OBJECT (f->window), "found"));
  scope_report_table_panel_set_what (f->sheets, SCOPE_SERVERS_TABLE_MAILBOXES);
  g_assert_true (gui_wait (is_settled, f->sheets));
  text = shown (f);
  g_assert_true (g_str_has_prefix (text, "Process\tMessages\tBusy per Message\tMean Until Received\t"));
  g_assert_cmpuint (scope_report_table_n_rows (scope_report_table_panel_get_table (f->sheets)), >, n_servers);
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_parent (gtk_widget_get_parent (f->plot))));
}

/* To the longest call; what is listed stays. */
static void
test_callers (Fixture *f, gconstpointer data)
{
  ScopeReportTableRow first;
  gint64 from, to;
  g_autofree char *before = NULL, *behind = NULL;

  scope_report_table_panel_set_what (f->sheets, SCOPE_SERVERS_TABLE_CALLERS);
  g_assert_true (gui_wait (is_settled, f->sheets));
  before = shown (f);
  g_assert_true (g_str_has_prefix (before, "Caller\tServer\tWaited\tCalls\t"));
  first = *scope_report_table_row (scope_report_table_panel_get_table (f->sheets), 0);
  g_assert_true (first.has_range);
  scope_view_set_range (f->view, first.to, first.to + 1000);
  g_signal_emit_by_name (f->sheets, "row-activated", 0);
  scope_viewport_get_range (scope_view_get_viewport (f->view), &from, &to);
  g_assert_cmpint (from, <=, first.from);
  g_assert_cmpint (to, >=, first.to);
  g_assert_true (gui_wait (is_settled, f->sheets));
  behind = shown (f);
  g_assert_cmpstr (behind, ==, before);
}

#define ADD(path, trace, func) g_test_add (path, Fixture, trace, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  ADD ("/servers/servers", "tests/data/erlang/servers.trace.gz", test_servers);
  ADD ("/servers/inferred", "tests/data/erlang/servers-sizes.trace.gz", test_inferred);
  ADD ("/servers/mailboxes", "tests/data/erlang/servers.trace.gz", test_mailboxes);
  ADD ("/servers/callers", "tests/data/erlang/servers.trace.gz", test_callers);
  return g_test_run ();
}
