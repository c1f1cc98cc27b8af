/* test-live-window.c: the window that follows a real log, or a stream over a socket: waits, asks, keeps, compares with the run before.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"

#include "app/dialogs/scope-follow-dialog.h"
#include "widgets/timeline/scope-live-strip.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define MS 1000000

static ScopeApplication *application;

typedef struct
{
  ScopeWindow *window;
  char *folder, *path;
} Real;

static void
real_set_up (Real *real, gconstpointer data)
{
  real->folder = g_dir_make_tmp ("lanescope-live-XXXXXX", NULL);
  real->path = g_build_filename (real->folder, "prog.eventlog", NULL);
  real->window = gui_window_open (application, NULL, 900, 600);
}

static void
real_tear_down (Real *real, gconstpointer data)
{
  gui_window_close (real->window);
  g_unlink (real->path);
  g_rmdir (real->folder);
  g_free (real->folder);
  g_free (real->path);
}

static gboolean
shows_wait (gpointer window)
{
  return g_str_equal (scope_window_get_page (window), "follow");
}

static gboolean
shows_trace (gpointer window)
{
  return g_str_equal (scope_window_get_page (window), "trace");
}

static gboolean
is_read (gpointer window)
{
  return scope_document_get_state (scope_window_get_document (window)) == SCOPE_DOCUMENT_READY;
}

static gboolean
shows_nothing (gpointer window)
{
  return g_str_equal (scope_window_get_page (window), "empty");
}

/* A log that is not there yet, waited for and not; a program that writes it (`data`), its end: notes and selection stay when it has become an
 * ordinary trace. */
/* What was followed to its end is found again. */
static gboolean
is_recent (gpointer path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  return gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri);
}

static void
test_window (Real *real, gconstpointer data)
{
  /* Nothing that comes from GHC can fill them: they do not stand there until it has ended. */
  static const char *const never[] = { "locks", "coherence", "calls", "calipers" };
  ScopeTimeline *timeline = scope_window_get_timeline (real->window);
  g_autoptr (GSubprocess) writer = NULL;
  ScopeView *view;
  gint64 from, to;

  scope_window_follow (real->window, real->path);
  g_assert_true (gui_wait (shows_wait, real->window));
  g_action_group_activate_action (G_ACTION_GROUP (real->window), "stop-following", NULL);
  g_assert_true (gui_wait (shows_nothing, real->window));
  g_assert_null (scope_window_get_document (real->window));

  g_action_group_activate_action (G_ACTION_GROUP (real->window), "follow-where", g_variant_new_string (real->path));
  g_assert_true (gui_wait (shows_wait, real->window));
  g_assert_true (scope_window_is_following (real->window));
  writer = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, NULL, data, "--manner", "9.2", "--flush", "50", "--rate",
                             "20000", "--seconds", "2", real->path, NULL);
  g_assert_nonnull (writer);
  g_assert_true (gui_wait (shows_trace, real->window));
  view = scope_timeline_get_view (timeline);
  g_assert_cmpint (scope_view_get_follow (view), ==, SCOPE_FOLLOW_ON);
  g_assert_false (scope_trace_get_finished (scope_view_get_trace (view)));
  for (guint i = 0; i < G_N_ELEMENTS (never); i++)
    {
      g_test_message ("%s", never[i]);
      g_assert_nonnull (scope_dock_why_not (scope_window_get_dock (real->window), never[i]));
      g_assert_false (gtk_widget_get_mapped (scope_dock_get_panel (scope_window_get_dock (real->window), never[i])));
    }
  g_action_group_activate_action (G_ACTION_GROUP (real->window), "mark", g_variant_new_string ("phase 2"));
  g_assert_cmpuint (scope_notes_get_n (scope_view_get_notes (view)), ==, 1);
  scope_view_select_range (view, 1000, 200000);
  g_assert_true (gui_wait (is_read, real->window));
  view = scope_timeline_get_view (timeline);
  g_assert_false (scope_window_is_following (real->window));
  g_assert_true (scope_trace_get_finished (scope_view_get_trace (view)));
  g_assert_cmpint (scope_view_get_follow (view), ==, SCOPE_FOLLOW_OFF);
  g_assert_true (scope_view_get_selected_range (view, &from, &to));
  g_assert_cmpint (from, ==, 1000);
  g_assert_cmpint (to, ==, 200000);
  g_assert_cmpuint (scope_notes_get_n (scope_view_get_notes (view)), ==, 1);
  g_assert_cmpstr (scope_note_get_text (scope_notes_get (scope_view_get_notes (view), 0)), ==, "phase 2");
  g_assert_true (gui_wait (is_recent, real->path));
}

static void
find_again (GtkWidget *widget, gpointer found)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget)
      && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "win.follow-again") == 0)
    *(gboolean *) found = gtk_widget_get_sensitive (widget);
}

static void
find_follow_this (GtkWidget *widget, gpointer found)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "win.follow-this") == 0
      && gtk_widget_get_mapped (widget))
    *(gboolean *) found = TRUE;
}

static gboolean
waits_no_longer (gpointer window)
{
  gboolean found = FALSE;

  gui_foreach (window, find_again, &found);
  return found;
}

/* It ends before anything came: nobody waits any more, and what was followed can be followed again. */
static void
test_nothing (Real *real, gconstpointer data)
{
  g_autoptr (GSubprocess) writer = NULL;

  g_assert_cmpint (mkfifo (real->path, 0600), ==, 0);
  scope_window_follow (real->window, real->path);
  g_assert_true (gui_wait (shows_wait, real->window));
  g_assert_false (waits_no_longer (real->window));
  writer = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, "sh", "-c", ": > \"$0\"", real->path, NULL);
  g_assert_true (g_subprocess_wait (writer, NULL, NULL));
  g_assert_true (gui_wait (waits_no_longer, real->window));
  g_assert_true (shows_wait (real->window));
  g_assert_false (scope_window_is_following (real->window));
}

/* --- what came over a socket --- */

static char *
listen_at (Real *real)
{
  return g_strconcat ("unix-listen:", real->path, NULL);
}

/* A program that writes there for so long. */
static GSubprocess *
write_to (Real *real, const char *writer, const char *seconds)
{
  g_autofree char *where = g_strconcat ("unix:", real->path, NULL);

  return g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL, writer, "--manner", "9.2", "--flush",
                           "50", "--rate", "20000", "--seconds", seconds, where, NULL);
}

static AdwMessageDialog *
find_question (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *item = windows; item != NULL; item = item->next)
    if (ADW_IS_MESSAGE_DIALOG (item->data) && gtk_widget_get_mapped (item->data))
      return item->data;
  return NULL;
}

static gboolean
is_asked (gpointer data)
{
  return find_question () != NULL;
}

static gboolean
is_not_asked (gpointer data)
{
  return find_question () == NULL;
}

static void
answer (const char *response)
{
  g_assert_true (gui_wait (is_asked, NULL));
  adw_message_dialog_response (find_question (), response);
  gtk_window_close (GTK_WINDOW (find_question ()));
  g_assert_true (gui_wait (is_not_asked, NULL));
}

static gboolean
is_gone (gpointer window)
{
  return *(gpointer *) window == NULL;
}

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
is_away (gpointer path)
{
  return !is_there (path);
}

/* It has ended: it lies in the cache, is a run, can be saved and be in a session; and closing its window asks, until it was saved. */
static void
test_stream (Real *real, gconstpointer data)
{
  g_autofree char *where = listen_at (real), *stream = NULL, *copy = g_build_filename (real->folder, "copy", NULL);
  g_autofree char *bytes = NULL, *again = NULL;
  g_autoptr (GSubprocess) writer = NULL;
  ScopeWindow *window = real->window;
  GActionGroup *actions = G_ACTION_GROUP (window);
  gsize n, m;

  scope_window_follow (window, where);
  g_assert_false (g_action_group_get_action_enabled (actions, "save-session"));
  writer = write_to (real, data, "0.5");
  g_assert_true (gui_wait (is_read, window));
  g_assert_nonnull (scope_window_get_run (window));
  g_assert_true (g_action_group_get_action_enabled (actions, "save-session"));
  stream = scope_document_dup_stream (scope_window_get_document (window));
  g_assert_true (g_file_get_contents (stream, &bytes, &n, NULL));
  g_assert_cmpuint (n, >, 1000);

  gtk_window_close (GTK_WINDOW (window));
  answer ("cancel");
  g_assert_true (shows_trace (window));
  g_action_group_activate_action (actions, "save-trace-to", g_variant_new_string (copy));
  g_assert_true (gui_wait (is_there, copy));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_true (g_file_get_contents (copy, &again, &m, NULL));
  g_assert_cmpmem (bytes, n, again, m);
  g_unlink (copy);
  g_assert_true (gui_wait (is_not_asked, NULL));
}

/* Followed yet: keeping it ends that in order. */
static void
test_stream_kept (Real *real, gconstpointer data)
{
  g_autofree char *where = listen_at (real), *stream = NULL;
  g_autoptr (GSubprocess) writer = NULL;
  ScopeWindow *window = gui_window_open (application, NULL, 900, 600);
  gboolean discards = g_str_equal (((const char *const *) data)[1], "discard");

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  scope_window_follow (window, where);
  writer = write_to (real, ((const char *const *) data)[0], "60");
  g_assert_true (gui_wait (shows_trace, window));
  stream = scope_document_dup_stream (scope_window_get_document (window));
  g_assert_true (g_str_has_suffix (stream, ".part"));
  g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
  answer ("cancel");
  g_assert_true (scope_window_is_following (window));
  gtk_window_close (GTK_WINDOW (window));
  answer (((const char *const *) data)[1]);
  g_assert_true (gui_wait (is_gone, &window));
  g_assert_true (gui_wait (is_away, stream));
  stream[strlen (stream) - strlen (".part")] = '\0';
  g_assert_cmpint (is_there (stream), ==, !discards);
  g_subprocess_force_exit (writer);
}

static void
find_offer (GtkWidget *widget, gpointer found)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "win.compare-run") == 0
      && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), "Compare With Last Run") == 0)
    *(GtkWidget **) found = widget;
}

static gboolean
offers_last_run (gpointer window)
{
  GtkWidget *found = NULL;

  gui_foreach (window, find_offer, &found);
  return found != NULL;
}

static gboolean
sees_all (gpointer window)
{
  const ScopeViewport *viewport = scope_view_get_viewport (scope_timeline_get_view (scope_window_get_timeline (window)));

  return viewport->from <= 0 && viewport->to >= (double) (viewport->last - viewport->first);
}

/* GHC before 9.2 writes a short run's events when it ends: the last run, sought from the first events on, is found when this
 * one is over, and offered nonetheless. */
static void
test_last_run (Real *real, gconstpointer data)
{
  GtkWidget *button = NULL;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GSubprocess) writer = NULL;

      scope_window_follow (real->window, real->path);
      writer = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, NULL, data, "--manner", "9.0", "--rate", "2000", "--seconds",
                                 i == 0 ? "0.2" : "0.3", real->path, NULL);
      g_assert_nonnull (writer);
      g_assert_true (gui_wait (is_read, real->window));
      g_assert_true (gui_wait (i == 0 ? shows_trace : offers_last_run, real->window));
      g_assert_true (g_subprocess_wait (writer, NULL, NULL));
      g_unlink (real->path);
    }
  g_assert_nonnull (scope_view_get_ghost (scope_timeline_get_view (scope_window_get_timeline (real->window))));

  /* Wherever one looked, the comparison is of the whole runs. */
  scope_view_set_range (scope_timeline_get_view (scope_window_get_timeline (real->window)), 250000000, 290000000);
  g_assert_false (sees_all (real->window));
  gui_foreach (GTK_WIDGET (real->window), find_offer, &button);
  g_signal_emit_by_name (button, "clicked");
  g_assert_true (gui_wait (sees_all, real->window));
}

/* --- from afar --- */

static gboolean
offers_to_follow (gpointer window)
{
  gboolean found = FALSE;

  gui_foreach (window, find_follow_this, &found);
  return found;
}

/* A log that grows on another computer: who has opened it is told, and follows it there; it goes on as any. */
static void
test_far (Real *real, gconstpointer data)
{
  g_autofree char *whole = g_build_filename (real->folder, "whole", NULL), *place = g_strconcat ("ssh://host", real->path, NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (GSubprocess) writer = NULL;
  g_autoptr (GFile) file = g_file_new_for_uri (place);
  GFile *files[] = { file };
  FILE *log = g_fopen (real->path, "wb");
  guint64 before;
  gsize n;

  writer = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, NULL, data, "--rate", "20000", "--seconds", "0.3", "--buffer", "16384",
                             whole, NULL);
  g_assert_true (g_subprocess_wait (writer, NULL, NULL));
  g_assert_true (g_file_get_contents (whole, &bytes, &n, NULL));
  g_assert_cmpuint (fwrite (bytes, 1, n / 2, log), ==, n / 2);
  fflush (log);
  scope_window_open (real->window, files, 1);
  g_assert_true (gui_wait (shows_trace, real->window));
  g_assert_true (gui_wait (is_read, real->window));
  before = scope_trace_n_events (scope_document_get_trace (scope_window_get_document (real->window)));
  g_assert_false (offers_to_follow (real->window));
  g_assert_cmpuint (fwrite (bytes + n / 2, 1, n / 4, log), ==, n / 4);
  fflush (log);
  g_assert_true (gui_wait (offers_to_follow, real->window));
  g_action_group_activate_action (G_ACTION_GROUP (real->window), "follow", NULL);
  g_assert_cmpstr (scope_document_get_where (scope_window_get_document (real->window)), ==, place);
  g_assert_true (gui_wait (shows_trace, real->window));
  g_assert_true (scope_window_is_following (real->window));
  g_assert_cmpuint (fwrite (bytes + n / 2 + n / 4, 1, n - n / 2 - n / 4, log), ==, n - n / 2 - n / 4);
  fflush (log);
  g_assert_true (gui_wait (is_read, real->window));
  g_assert_cmpuint (scope_trace_n_events (scope_document_get_trace (scope_window_get_document (real->window))), >, before + before / 2);
  g_assert_true (scope_trace_machine (scope_document_get_trace (scope_window_get_document (real->window)), 0)->complete);
  fclose (log);
  g_unlink (whole);
}

int
main (int argc, char **argv)
{
  g_autofree char *program = g_shell_quote (argv[2]), *instead = g_strconcat ("sh -c 'exec \"$0\" serve --stdio' ", program, NULL);
  const char *keeps[] = { argv[1], "keep" }, *discards[] = { argv[1], "discard" };
  int status;

  g_setenv ("LANESCOPE_SSH", instead, TRUE);
  gui_init (&argc, &argv);
  application = gui_application_new ();
  g_test_add ("/live-window/window", Real, argv[1], real_set_up, test_window, real_tear_down);
  g_test_add ("/live-window/far", Real, argv[1], real_set_up, test_far, real_tear_down);
  g_test_add ("/live-window/nothing", Real, argv[1], real_set_up, test_nothing, real_tear_down);
  g_test_add ("/live-window/stream", Real, argv[1], real_set_up, test_stream, real_tear_down);
  g_test_add ("/live-window/stream-kept", Real, keeps, real_set_up, test_stream_kept, real_tear_down);
  g_test_add ("/live-window/stream-discarded", Real, discards, real_set_up, test_stream_kept, real_tear_down);
  g_test_add ("/live-window/last-run", Real, argv[1], real_set_up, test_last_run, real_tear_down);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
