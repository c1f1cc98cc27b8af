/* test-messages.c: the list of messages and streams, the popovers of lines and columns: that they follow the view's filter,
 * that what is chosen is chosen in the view, that everything has a name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "io/index/scope-import.h"
#include "model/trace/scope-streams.h"
#include "widgets/scope-columns-popover.h"
#include "widgets/scope-lines-popover.h"
#include "widgets/scope-messages-panel.h"

#include <adwaita.h>
#include <string.h>

typedef struct
{
  ScopeImport *import;
  ScopeView *view;
  GtkWidget *window, *panel;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, data, NULL);
  const char *paths[] = { path };
  ScopeImportOptions options = { .no_cache = TRUE };
  g_autoptr (GError) error = NULL;

  f->import = scope_import_new (paths, 1, &options);
  scope_import_run (f->import, NULL, &error);
  g_assert_no_error (error);
  f->view = scope_view_new (scope_import_get_trace (f->import));
  f->window = gtk_window_new ();
  f->panel = scope_messages_panel_new ();
  scope_messages_panel_set_view (SCOPE_MESSAGES_PANEL (f->panel), f->view);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 300);
  gtk_window_set_child (GTK_WINDOW (f->window), f->panel);
  gtk_window_present (GTK_WINDOW (f->window));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
  g_object_unref (f->import);
}

static ScopeSheetPanel *
sheets_of (Fixture *f)
{
  return scope_messages_panel_get_sheets (SCOPE_MESSAGES_PANEL (f->panel));
}

static ScopeSheet *
sheet_of (Fixture *f)
{
  return scope_sheet_view_get_sheet (scope_sheet_panel_get_sheet_view (sheets_of (f)));
}

static gboolean
is_there (gpointer data)
{
  Fixture *f = data;

  return scope_sheet_panel_is_settled (sheets_of (f)) && sheet_of (f) != NULL;
}

static guint
n_rows (Fixture *f)
{
  g_assert_true (gui_wait (is_there, f));
  return scope_sheet_n_rows (sheet_of (f));
}

static guint
count (Fixture *f, gboolean system)
{
  ScopeTrace *trace = scope_view_get_trace (f->view);
  guint n = 0;

  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    {
      gint64 row[SCOPE_TABLE_MAX_COLUMNS];
      ScopeTableCursor cursor;

      scope_table_cursor_init (&cursor, scope_trace_machine (trace, i)->tables[SCOPE_TABLE_MESSAGES], SCOPE_TIME_MIN,
                               SCOPE_TIME_MAX);
      while (scope_table_cursor_next (&cursor, row, NULL))
        n += system || !scope_message_is_system ((guint) row[SCOPE_MESSAGE_TAG]);
      scope_table_cursor_clear (&cursor);
    }
  return n;
}

/* As many rows as the filter of the timeline wants. */
static void
test_list (Fixture *f, gconstpointer data)
{
  ScopeMessageFilter filter = *scope_view_get_messages (f->view);
  guint n = n_rows (f);

  g_assert_cmpuint (n, >, 10);
  g_assert_cmpuint (n, ==, count (f, FALSE));
  filter.system = TRUE;
  scope_view_set_messages (f->view, &filter);
  g_assert_cmpuint (n_rows (f), ==, count (f, TRUE));
  g_assert_cmpuint (n_rows (f), >, n);
  filter.size_from = 1 << 30;
  scope_view_set_messages (f->view, &filter);
  g_assert_cmpuint (n_rows (f), ==, 0);
}

/* A row chosen is the message chosen, and it is to be seen. */
static void
test_choose (Fixture *f, gconstpointer data)
{
  const ScopeMessageLine *message;
  ScopeViewport before;

  g_assert_cmpuint (n_rows (f), >, 3);
  before = *scope_view_get_viewport (f->view);
  g_signal_emit_by_name (sheets_of (f), "row-selected", 2u);
  message = scope_view_get_selected_message (f->view);
  g_assert_nonnull (message);
  g_assert_cmpint (message->send, ==, scope_sheet_row (sheet_of (f), 2)->from);
  g_assert_cmpint (message->receive, ==, scope_sheet_row (sheet_of (f), 2)->to);
  g_assert_true (scope_view_get_viewport (f->view)->span <= before.span);
  g_assert_true (scope_view_can_go_back (f->view));
}

static void
test_streams (Fixture *f, gconstpointer data)
{
  ScopeStreams *all;

  scope_sheet_panel_set_what (sheets_of (f), SCOPE_MESSAGES_PANEL_STREAMS);
  all = scope_trace_get_streams (scope_view_get_trace (f->view), NULL);
  g_assert_cmpuint (n_rows (f), ==, scope_streams_n (all));
}

/* --- popovers --- */

static void
find_check (GtkWidget *widget, gpointer data)
{
  gpointer *want = data;

  if (GTK_IS_CHECK_BUTTON (widget) && want[1] == NULL
      && strstr (gtk_check_button_get_label (GTK_CHECK_BUTTON (widget)), want[0]) != NULL)
    want[1] = widget;
}

static GtkCheckButton *
check_of (GtkWidget *popover, const char *label)
{
  gpointer want[2] = { (gpointer) label, NULL };

  gui_foreach (popover, find_check, want);
  g_assert_nonnull (want[1]);
  return want[1];
}

static GtkWidget *
with_popover (Fixture *f, GtkWidget *popover)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), "Lines");
  gtk_window_set_child (GTK_WINDOW (f->window), NULL);
  f->panel = NULL;
  gtk_window_set_child (GTK_WINDOW (f->window), button);
  return popover;
}

static void
test_lines (Fixture *f, gconstpointer data)
{
  GtkWidget *popover = with_popover (f, scope_lines_popover_new ());
  ScopeMessageFilter filter;
  guint nameless;

  scope_lines_popover_set_view (SCOPE_LINES_POPOVER (popover), f->view);
  g_assert_cmpuint (gui_check_names (popover, &nameless), >=, 2);
  g_assert_cmpuint (nameless, ==, 0);
  g_assert_false (scope_view_get_messages (f->view)->system);
  gtk_check_button_set_active (check_of (popover, "ystem Messages"), TRUE);
  g_assert_true (scope_view_get_messages (f->view)->system);
  gtk_check_button_set_active (check_of (popover, "(Head)"), FALSE);
  g_assert_cmphex (scope_view_get_messages (f->view)->without_tags, ==, 1u << (SCOPE_TAG_HEAD - SCOPE_TAG_FIRST));
  /* And the other way round. */
  filter = *scope_view_get_messages (f->view);
  filter.without_tags = 0;
  filter.wakeups = TRUE;
  scope_view_set_messages (f->view, &filter);
  g_assert_true (gtk_check_button_get_active (check_of (popover, "(Head)")));
  g_assert_true (gtk_check_button_get_active (check_of (popover, "ake-Ups")));
  scope_lines_popover_set_view (SCOPE_LINES_POPOVER (popover), NULL);
}

static void
test_columns (Fixture *f, gconstpointer data)
{
  GtkWidget *popover = with_popover (f, scope_columns_popover_new ());

  scope_columns_popover_set_view (SCOPE_COLUMNS_POPOVER (popover), f->view);
  g_assert_cmpint (scope_view_get_columns (f->view), ==, SCOPE_COLUMNS_SHARE);
  gtk_check_button_set_active (check_of (popover, "argest"), TRUE);
  g_assert_cmpint (scope_view_get_columns (f->view), ==, SCOPE_COLUMNS_LARGEST);
  gtk_check_button_set_active (check_of (popover, "hread or Process"), TRUE);
  g_assert_cmpint (scope_view_get_colours (f->view), ==, SCOPE_COLOUR_TASK);
  scope_view_set_columns (f->view, SCOPE_COLUMNS_ANYTHING);
  g_assert_true (gtk_check_button_get_active (check_of (popover, "nything")));
  g_assert_cmpint (scope_view_get_columns (f->view), ==, SCOPE_COLUMNS_ANYTHING);
  gtk_check_button_set_active (check_of (popover, "hreads Created"), FALSE);
  g_assert_cmphex (scope_view_get_ticks (f->view) >> SCOPE_TICK_THREAD & 1, ==, 0);
  scope_columns_popover_set_view (SCOPE_COLUMNS_POPOVER (popover), NULL);
}

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
#define ADD(name, func) g_test_add ("/messages/" name, Fixture, "tests/data/eden/generic4.parevents", set_up, func, tear_down)
  ADD ("list", test_list);
  ADD ("choose", test_choose);
  ADD ("streams", test_streams);
  ADD ("lines-popover", test_lines);
  ADD ("columns-popover", test_columns);
  return g_test_run ();
}
