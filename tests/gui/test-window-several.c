/* test-window-several.c: several logs in one window: of one run, of several nodes, of several runs; and one
 * that is opened again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window-fixture.h"

#include "app/window/scope-recent-runs.h"

/* --- several logs as one trace --- */

/* Records of the trace from `from` on, a third of all; the next place. */
static gsize
write_third (const char *path, const guint8 *bytes, gsize n, gsize from)
{
  gsize at = from;

  while (at < n && at < from + n / 3 + 1)
    at += 5 + ((gsize) bytes[at + 1] << 24 | (gsize) bytes[at + 2] << 16 | (gsize) bytes[at + 3] << 8 | bytes[at + 4]);
  g_assert_true (g_file_set_contents (path, (const char *) bytes + from, (gssize) (at - from), NULL));
  return at;
}

static void
find_bar (GtkWidget *widget, gpointer data)
{
  GtkWidget **bar = data;

  if (GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (widget)), "Opened as one trace"))
    *bar = gui_ancestor (widget, "GtkInfoBar");
}

static gboolean
bar_is_shown (Fixture *fixture)
{
  GtkWidget *bar = NULL;

  gui_foreach (GTK_WIDGET (fixture->window), find_bar, &bar);
  return bar != NULL && gtk_info_bar_get_revealed (GTK_INFO_BAR (bar));
}

/* One file of a wrap set: the others beside it are opened with it, a bar says so, and its button opens the one. */
static void
test_together (Fixture *fixture, gconstpointer data)
{
  g_autofree char *trace = g_test_build_filename (G_TEST_DIST, "tests", "data", "erlang", "callgraph.dat", NULL);
  g_autofree char *folder = g_dir_make_tmp ("lanescope-test-XXXXXX", NULL);
  char *paths[3];
  g_autofree char *bytes = NULL;
  guint64 all, one;
  gsize n, at = 0;
  guint nameless;

  if (!g_file_get_contents (trace, &bytes, &n, NULL))
    {
      g_test_skip ("the project's test data is not here");
      return;
    }
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("set%u.dat", i);

      paths[i] = g_build_filename (folder, name, NULL);
      at = write_third (paths[i], (const guint8 *) bytes, n, at);
    }
  open_path (fixture, paths[1]);
  all = scope_trace_n_events (scope_document_get_trace (scope_window_get_document (fixture->window)));
  g_assert_true (bar_is_shown (fixture));
  gui_check_names (GTK_WIDGET (fixture->window), &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "open-separately"));
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "open-separately", NULL);
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
  one = scope_trace_n_events (scope_document_get_trace (scope_window_get_document (fixture->window)));
  g_assert_cmpuint (one, >, 0);
  g_assert_cmpuint (one, <, all);
  g_assert_false (bar_is_shown (fixture));
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "open-separately"));
  for (guint i = 0; i < 3; i++)
    {
      g_unlink (paths[i]);
      g_free (paths[i]);
    }
  g_rmdir (folder);
}

/* The trace of one node: that of the other one, which lies beside it and names its processes, is opened with it. */
static void
test_nodes_together (Fixture *fixture, gconstpointer data)
{
  g_autofree char *trace = g_test_build_filename (G_TEST_DIST, "tests", "data", "nodes", "node_a.dat", NULL);
  ScopeTrace *opened;

  if (!g_file_test (trace, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the project's test data is not here");
      return;
    }
  open_path (fixture, trace);
  opened = scope_document_get_trace (scope_window_get_document (fixture->window));
  g_assert_cmpuint (scope_trace_n_machines (opened), ==, 2);
  g_assert_cmpuint (scope_trace_message_counts (opened).unmatched, ==, 0);
  g_assert_true (bar_is_shown (fixture));
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "open-separately", NULL);
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
  opened = scope_document_get_trace (scope_window_get_document (fixture->window));
  g_assert_cmpuint (scope_trace_n_machines (opened), ==, 1);
  g_assert_false (bar_is_shown (fixture));
}

/* --- several runs in a simulation's trace --- */

static void
append_run (GString *text, const char *function, guint n, guint first)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%7u: system.cpu0: T0 : 0x%x @%s+%u    :   add   x1, x1, #1         : IntAlu : \n", first + 500 * i,
                            0x1000 + 4 * i, function, 4 * i);
}

static gboolean
both_are_shown (gpointer data)
{
  ScopeWindow **other = data;
  guint n = 0;

  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (application)); item != NULL; item = item->next)
    if (SCOPE_IS_WINDOW (item->data) && gui_window_is_settled (item->data) && !scope_window_is_empty (item->data))
      {
        n++;
        if (g_action_group_get_action_enabled (G_ACTION_GROUP (item->data), "open-next-run") == FALSE)
          *other = item->data;
      }

  return n == 2;
}

/* The first is read; a bar says that there is another one, and opens it in a window of its own. */
static void
test_next_run (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-test-XXXXXX", NULL), *path = g_build_filename (folder, "runs.out", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  ScopeWindow *other = NULL;
  guint nameless;

  append_run (text, "first", 300, 5000000);
  append_run (text, "second", 200, 1000);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  open_path (fixture, path);
  g_assert_cmpuint (scope_trace_n_events (scope_document_get_trace (scope_window_get_document (fixture->window))), ==, 300);
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "open-next-run"));
  gui_check_names (GTK_WIDGET (fixture->window), &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "open-next-run", NULL);
  g_assert_true (gui_wait (both_are_shown, &other));
  g_assert_true (other != NULL && other != fixture->window);
  g_assert_cmpuint (scope_trace_n_events (scope_document_get_trace (scope_window_get_document (other))), ==, 200);
  gtk_window_destroy (GTK_WINDOW (other));
  g_unlink (path);
  g_rmdir (folder);
}

/* The windows of the application that show a trace. */
static gboolean
are_three (gpointer data)
{
  guint *n_machines = data, n = 0;

  *n_machines = 0;
  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (application)); item != NULL; item = item->next)
    if (SCOPE_IS_WINDOW (item->data) && gui_window_is_settled (item->data) && !scope_window_is_empty (item->data))
      {
        ScopeTrace *trace = scope_document_get_trace (scope_window_get_document (item->data));

        n++;
        *n_machines = MAX (*n_machines, scope_trace_n_machines (trace));
      }
  return n == 3;
}

/* Two archives and two logs are three runs: each archive for itself, the logs together. */
static void
test_several (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = gui_dup_example (), *folder = g_path_get_dirname (path);
  g_autofree char *log = g_build_filename (folder, "nbody.eventlog", NULL);
  g_autofree char *copies = g_dir_make_tmp ("lanescope-copies-XXXXXX", NULL);
  g_autofree char *copy = g_build_filename (copies, "run.parevents", NULL);
  g_autofree char *log_copy = g_build_filename (copies, "run.eventlog", NULL);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  const char *paths[4] = { path, log, copy, log_copy };
  GList *windows;
  guint n_machines = 0;

  for (guint i = 0; i < 4; i++)
    g_ptr_array_add (files, g_file_new_for_path (paths[i]));
  g_assert_true (g_file_copy (files->pdata[0], files->pdata[2], G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  g_assert_true (g_file_copy (files->pdata[1], files->pdata[3], G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  gtk_window_present (GTK_WINDOW (fixture->window));
  scope_application_open_files (application, GTK_WINDOW (fixture->window), (GFile *const *) files->pdata, 4);
  g_assert_true (gui_wait (are_three, &n_machines));
  g_assert_false (scope_window_is_empty (fixture->window)); /* the empty one was taken first */
  g_assert_cmpuint (n_machines, >=, 8);
  windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (application)));
  for (GList *item = windows; item != NULL; item = item->next)
    if (item->data != fixture->window)
      gtk_window_destroy (item->data);
  g_list_free (windows);
  g_unlink (copy);
  g_unlink (log_copy);
  g_rmdir (copies);
}

typedef struct
{
  guint n; /* windows that show a trace */
  guint most; /* machines of one */
} Shown;

static gboolean
are_apart (gpointer data)
{
  Shown *shown = data;

  shown->n = shown->most = 0;
  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (application)); item != NULL; item = item->next)
    if (SCOPE_IS_WINDOW (item->data) && gui_window_is_settled (item->data) && !scope_window_is_empty (item->data))
      {
        shown->n++;
        shown->most = MAX (shown->most, scope_trace_n_machines (scope_document_get_trace (
                                            scope_window_get_document (item->data))));
      }
  return shown->n == 2 && shown->most == 1;
}

/* Logs of different days are not one run: each gets a window; what belongs together stays together. */
static void
test_apart (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = gui_dup_example (), *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autofree char *one = folder != NULL ? g_build_filename (folder, "nbody.eventlog", NULL) : NULL;
  g_autofree char *other = folder != NULL ? g_build_filename (folder, "..", "..", "tests", "data", "ghc",
                                                              "ffi-n4-la.eventlog", NULL) : NULL;
  g_autoptr (GFile) first = NULL, second = NULL;
  Shown shown;
  GList *windows;

  if (path == NULL || !g_file_test (one, G_FILE_TEST_EXISTS) || !g_file_test (other, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there are no two logs");
      return;
    }
  first = g_file_new_for_path (one);
  second = g_file_new_for_path (other);
  gtk_window_present (GTK_WINDOW (fixture->window));
  scope_application_open_files (application, GTK_WINDOW (fixture->window), (GFile *[]) { first, second }, 2);
  g_assert_true (gui_wait (are_apart, &shown));
  windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (application)));
  for (GList *item = windows; item != NULL; item = item->next)
    if (item->data != fixture->window)
      gtk_window_destroy (item->data);
  g_list_free (windows);
}

/* --- the same one again --- */

static gboolean
has_file (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static guint64
file_number (const char *path)
{
  GStatBuf info;

  g_assert_cmpint (g_stat (path, &info), ==, 0);
  return info.st_ino;
}

/* Opens the run until its dark picture, which is the second to be looked at, has been drawn. */
static void
draw_dark (const char *path, char *dark)
{
  ScopeWindow *window;

  g_unlink (dark);
  window = gui_window_open (application, path, 900, 600);
  g_assert_true (gui_wait (has_file, dark));
  gui_window_close (window);
}

/* The pictures of a run are drawn once, and again if they are not known to be of what it is now. */
static void
test_pictures (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = gui_dup_trace (), *uri = g_filename_to_uri (path, NULL, NULL), *text = NULL;
  g_autofree char *light = scope_recent_runs_path (uri, FALSE), *dark = scope_recent_runs_path (uri, TRUE);
  guint64 number;

  g_unlink (light);
  draw_dark (path, dark);
  number = file_number (light);
  draw_dark (path, dark);
  g_assert_cmpuint (file_number (light), ==, number);
  g_assert_true (g_file_set_contents (light, "of something else", -1, NULL));
  draw_dark (path, dark);
  g_assert_true (g_file_get_contents (light, &text, NULL, NULL));
  g_assert_cmpmem (text, 4, "\x89PNG", 4);
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  application = gui_application_new ();
#define ADD(name, func) g_test_add ("/window-several/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("together", test_together);
  ADD ("nodes-together", test_nodes_together);
  ADD ("next-run", test_next_run);
  ADD ("several", test_several);
  ADD ("apart", test_apart);
  ADD ("pictures", test_pictures);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
