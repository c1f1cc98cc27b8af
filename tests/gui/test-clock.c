/* test-clock.c: everything in the window that says when something was says it as the ruler does: inspector, status, chip, lists; and says it anew when
 * another clock is chosen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"

#include "app/window/scope-window-private.h"
#include "widgets/table/scope-text-cell.h"

#include <string.h>

static ScopeApplication *application;

typedef struct
{
  GtkWidget *within;
  GRegex *form;
  gboolean found;
} Looking;

static void
look (GtkWidget *widget, gpointer data)
{
  Looking *looking = data;
  const char *text = GTK_IS_LABEL (widget)          ? gtk_label_get_text (GTK_LABEL (widget))
                     : SCOPE_IS_TEXT_CELL (widget) ? scope_text_cell_get_text (SCOPE_TEXT_CELL (widget))
                                                    : NULL;

  if (text != NULL && g_regex_match (looking->form, text, 0, NULL))
    looking->found = TRUE;
}

static gboolean
has_form (gpointer data)
{
  Looking *looking = data;

  looking->found = FALSE;
  gui_foreach (looking->within, look, looking);
  return looking->found;
}

static gboolean
has_not (gpointer data)
{
  return !has_form (data);
}

static void
find_type (GtkWidget *widget, gpointer data)
{
  gpointer *pair = data;

  if (pair[1] == NULL && g_str_equal (G_OBJECT_TYPE_NAME (widget), pair[0]) && gtk_widget_get_mapped (widget))
    pair[1] = widget;
}

static GtkWidget *
find (ScopeWindow *window, const char *type)
{
  gpointer pair[2] = { (gpointer) type, NULL };

  gui_foreach (GTK_WIDGET (window), find_type, pair);
  g_assert_nonnull (pair[1]);
  return pair[1];
}

/* Says a time of day, as long as the ruler does. */
static void
check (ScopeView *view, GtkWidget *widget)
{
  g_autoptr (GRegex) form = g_regex_new ("\\b[0-2][0-9]:[0-5][0-9]:[0-5][0-9]", 0, 0, NULL);
  Looking looking = { widget, form, FALSE };

  scope_view_set_look (view, SCOPE_LOOK_RULER, SCOPE_RULER_WALL_CLOCK);
  g_assert_true (gui_wait (has_form, &looking));
  scope_view_set_look (view, SCOPE_LOOK_RULER, SCOPE_RULER_SINCE_START);
  g_assert_true (gui_wait (has_not, &looking));
  scope_view_set_look (view, SCOPE_LOOK_RULER, SCOPE_RULER_WALL_CLOCK);
  g_assert_true (gui_wait (has_form, &looking));
}

static GtkWidget *
panel (ScopeWindow *window, const char *id)
{
  g_assert_true (scope_dock_raise (window->host->dock, id));
  return scope_dock_get_panel (window->host->dock, id);
}

static void
find_table (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_COLUMN_VIEW (widget))
    *(GtkWidget **) data = widget;
}

/* No time is cut short: some eight pixels for each of "07:43:47.569984612". */
static void
check_width (GtkWidget *panel)
{
  GtkColumnView *table = NULL;
  g_autoptr (GtkColumnViewColumn) column = NULL;

  gui_foreach (panel, find_table, &table);
  column = g_list_model_get_item (gtk_column_view_get_columns (table), 0);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (column), >=, 18 * 8);
}

static void
check_description (ScopeWindow *window)
{
  g_autofree char *text = scope_timeline_dup_text (scope_window_get_timeline (window));
  g_autofree char *copied = scope_timeline_dup_selection (scope_window_get_timeline (window));

  g_assert_true (g_regex_match_simple ("[0-9]:[0-5][0-9]:[0-5][0-9].* [0-9]*:[0-5][0-9]:[0-5][0-9]", text, 0, 0));
  g_assert_true (g_regex_match_simple ("[0-9]:[0-5][0-9]:[0-5][0-9].* [0-9]*:[0-5][0-9]:[0-5][0-9]", copied, 0, 0));
}

static gboolean
is_searched (gpointer data)
{
  g_autoptr (GRegex) form = g_regex_new ("^[0-9.]+ (µs|ms|s)$", 0, 0, NULL);
  Looking looking = { data, form, FALSE };

  return has_form (&looking);
}

static void
find_entry (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_TEXT (widget) && gtk_widget_get_mapped (widget))
    *(GtkWidget **) data = widget;
}

static ScopeWindow *
open_window (const char *path, ScopeView **ret_view)
{
  ScopeWindow *window = gui_window_open (application, path, 1600, 1000);

  g_assert_true (gui_wait (gui_window_is_settled, window));
  *ret_view = scope_timeline_get_view (scope_window_get_timeline (window));
  return window;
}

static void
test_ghc (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/ghc/parfib-n4-la.eventlog", NULL);
  ScopeView *view;
  ScopeWindow *window = open_window (path, &view);
  ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 0 };
  GtkWidget *entry = NULL, *search;
  gint64 first, last;

  scope_trace_range (scope_view_get_trace (view), &first, &last);
  scope_view_select_lane (view, &lane);
  scope_view_select_range (view, first + (last - first) / 3, first + (last - first) / 2);
  scope_view_set_cursor (view, first + (last - first) / 3);
  check (view, find (window, "ScopeLegend"));
  check (view, panel (window, "inspector"));
  check_description (window);
  check (view, panel (window, "intervals"));
  check (view, panel (window, "events"));
  check_width (panel (window, "events"));
  search = panel (window, "search");
  gui_foreach (search, find_entry, &entry);
  g_assert_nonnull (entry);
  scope_view_set_look (view, SCOPE_LOOK_RULER, SCOPE_RULER_SINCE_START);
  gtk_editable_set_text (GTK_EDITABLE (entry), "run");
  g_assert_true (gui_wait (is_searched, search));
  check (view, search);
  check_width (search);
  scope_view_select_range (view, first, first + (last - first) / 2);
  check (view, panel (window, "statistics")); /* its range */
  gui_window_close (window);
}

static void
test_eden (void)
{
  g_autofree char *path = gui_dup_trace ();
  ScopeView *view;
  ScopeWindow *window = open_window (path, &view);

  check (view, panel (window, "messages"));
  gui_window_close (window);
}

int
main (int argc, char **argv)
{
  int status;

  g_setenv ("TZ", "UTC", TRUE);
  gui_init (&argc, &argv);
  application = gui_application_new ();
  g_test_add_func ("/clock/ghc", test_ghc);
  g_test_add_func ("/clock/eden", test_eden);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
