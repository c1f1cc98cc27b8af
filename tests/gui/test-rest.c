/* test-rest.c: a window in which nothing happens does nothing. What turns where nobody sees it, and a timer that repeats, wake the
 * processor for the whole of a day.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"

#include "app/window/scope-window-private.h"

#include <glib/gstdio.h>

#define REST_MS 1200  /* longer than a timer by the second takes */
#define PATIENCE_S 30 /* a toast goes after five, a cursor in an entry blinks for ten */

static ScopeApplication *application; /* one for all: a process has only one */

static gboolean
is_over (gpointer over)
{
  *(gboolean *) over = TRUE;
  return G_SOURCE_REMOVE;
}

/* How often the main loop woke up in REST_MS. */
static guint
count_turns (void)
{
  gboolean over = FALSE;
  guint turns = 0;

  g_timeout_add (REST_MS, is_over, &over);
  for (; !over; turns++)
    g_main_context_iteration (NULL, TRUE);
  return turns - 1; /* the last is our own */
}

static void
count_hidden_spinners (GtkWidget *widget, gpointer count)
{
  if (GTK_IS_SPINNER (widget) && !gtk_widget_get_mapped (widget))
    *(guint *) count += gtk_spinner_get_spinning (GTK_SPINNER (widget));
}

/* What was begun (a toast, what slides in) may end; then nothing wakes up any more. */
static void
check (ScopeWindow *window, const char *what)
{
  gint64 end = g_get_monotonic_time () + PATIENCE_S * G_TIME_SPAN_SECOND;
  guint turns, hidden = 0;

  do
    turns = count_turns ();
  while (turns > 0 && g_get_monotonic_time () < end);
  gui_foreach (GTK_WIDGET (window), count_hidden_spinners, &hidden);
  g_test_message ("%s: %u turns in %d ms, %u hidden spinners turn", what, turns, REST_MS, hidden);
  g_assert_cmpuint (turns, ==, 0);
  g_assert_cmpuint (hidden, ==, 0);
}

static void
test_empty (void)
{
  ScopeWindow *window = gui_window_open (application, NULL, 900, 600);

  g_assert_true (gui_wait (gui_is_mapped, window));
  check (window, "empty");
  gui_window_close (window);
}

/* Each panel, shown; then all of them hidden. */
static void
check_panels (const char *path)
{
  ScopeWindow *window = gui_window_open (application, path, 1300, 800);
  ScopeDock *dock = scope_window_get_dock (window);
  guint n;
  const ScopePanelRow *rows = scope_panels_list (&n);

  g_assert_true (gui_wait (gui_window_is_settled, window));
  check (window, "opened");
  for (guint i = 0; i < n; i++)
    if (scope_dock_raise (dock, rows[i].id))
      {
        g_assert_true (gui_wait (gui_window_is_settled, window));
        check (window, rows[i].id);
      }
  for (int edge = 0; edge < SCOPE_N_EDGES; edge++)
    scope_dock_set_shown (dock, (ScopePlace) edge, FALSE);
  check (window, "hidden");
  for (guint i = 0; i < n; i++) /* hidden while it still asks */
    if (scope_dock_raise (dock, rows[i].id))
      scope_dock_set_shown (dock, rows[i].edge, FALSE);
  check (window, "shown and hidden at once");
  gui_window_close (window);
}

static void
test_eden (void)
{
  g_autofree char *path = gui_dup_trace ();

  check_panels (path);
}

static void
test_simulation (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/sim/spin-three.g20.out.gz", NULL);

  check_panels (path);
}

static gboolean
is_read (gpointer window)
{
  return gui_window_is_settled (window)
         && scope_document_get_state (scope_window_get_document (window)) == SCOPE_DOCUMENT_READY;
}

/* A program (`data`) that was followed has ended: nobody looks for more of it. */
static void
test_followed (gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-rest-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "prog.eventlog", NULL);
  ScopeWindow *window = gui_window_open (application, NULL, 900, 600);
  g_autoptr (GSubprocess) writer = NULL;

  scope_window_follow (window, path);
  writer = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, NULL, data, "--manner", "9.2", "--flush", "50", "--rate", "20000",
                             "--seconds", "1", path, NULL);
  g_assert_nonnull (writer);
  g_assert_true (gui_wait (is_read, window));
  g_assert_true (g_subprocess_wait (writer, NULL, NULL));
  check (window, "followed to its end");
  gui_window_close (window);
  g_unlink (path);
  g_rmdir (folder);
}

static gboolean
is_compared (gpointer window)
{
  return scope_window_get_compare (window) != NULL && gui_window_is_settled (window);
}

static void
count_spinners (GtkWidget *widget, gpointer count)
{
  *(guint *) count += GTK_IS_SPINNER (widget) && gtk_spinner_get_spinning (GTK_SPINNER (widget));
}

static gboolean
spins (gpointer widget)
{
  guint n = 0;

  gui_foreach (widget, count_spinners, &n);
  return n > 0;
}

/* Two runs; their differences are asked for, and are hidden and of something else before they are there. */
static void
test_compared (void)
{
  g_autofree char *path = gui_dup_trace ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  ScopeWindow *window = gui_window_open (application, path, 1300, 800);
  ScopeComparison *comparison;
  GtkWidget *view;

  g_assert_true (gui_wait (gui_window_is_settled, window));
  scope_window_compare (window, &file, 1);
  g_assert_true (gui_wait (is_compared, window));
  check (window, "compared");
  view = GTK_WIDGET (scope_window_get_compare (window));
  comparison = scope_compare_view_get_comparison (SCOPE_COMPARE_VIEW (view));
  g_signal_emit_by_name (comparison, "changed");
  g_assert_true (gui_wait (spins, view));
  gtk_widget_set_visible (view, FALSE);
  g_signal_emit_by_name (comparison, "changed");
  check (window, "hidden while it compares");
  gui_window_close (window);
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  application = gui_application_new ();
  g_test_add_func ("/rest/empty", test_empty);
  g_test_add_func ("/rest/eden", test_eden);
  g_test_add_func ("/rest/simulation", test_simulation);
  g_test_add_func ("/rest/compared", test_compared);
  g_test_add_data_func ("/rest/followed", argv[1], test_followed);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
