/* test-window.c: the window opens traces, says what is wrong with others, and lets go of everything when closed.
 *
 * Started with the path of the program, which is asked without a display as well.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"

#include "app/kit/scope-toast.h"
#include "app/window/scope-window-private.h"
#include "widgets/scope-widgets.h"

#include <glib/gstdio.h>
#include <string.h>

static char *program;

static ScopeApplication *application; /* one for all: a process has only one */

typedef struct
{
  ScopeWindow *window;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->window = scope_window_new (GTK_APPLICATION (application));
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->window != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_is_gone, &fixture->window));
}

static void
open_path (Fixture *fixture, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  scope_window_open (fixture->window, &file, 1);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
}

static void
find_type (GtkWidget *widget, gpointer data)
{
  gpointer *search = data; /* type name, place of the result */

  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), search[0]))
    search[1] = widget;
}

static GtkWidget *
find (Fixture *fixture, const char *type)
{
  gpointer search[2] = { (gpointer) type, NULL };

  gui_foreach (GTK_WIDGET (fixture->window), find_type, search);
  return search[1];
}

static void
test_empty (Fixture *fixture, gconstpointer data)
{
  guint nameless, n;

  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
  g_assert_cmpstr (scope_window_get_page (fixture->window), ==, "empty");
  g_assert_true (scope_window_is_empty (fixture->window));
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "side"));
  n = gui_check_names (GTK_WIDGET (fixture->window), &nameless);
  g_assert_cmpuint (n, >=, 4);
  g_assert_cmpuint (nameless, ==, 0);
}

static void
test_trace (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = gui_dup_example ();
  ScopeView *view;
  gboolean shown;
  guint nameless;
  g_autofree char *subtitle = NULL;
  g_autoptr (GVariant) state = NULL;
  double whole;

  open_path (fixture, path);
  g_assert_cmpstr (scope_window_get_page (fixture->window), ==, "trace");
  view = scope_timeline_get_view (scope_window_get_timeline (fixture->window));
  g_assert_cmpuint (scope_lane_list_n_rows (scope_view_get_lanes (view)), >, 1);
  subtitle = scope_document_dup_subtitle (scope_window_get_document (fixture->window));
  g_assert_nonnull (strstr (subtitle, " · "));
  g_assert_false (gtk_info_bar_get_revealed (GTK_INFO_BAR (find (fixture, "GtkInfoBar"))));
  gui_check_names (GTK_WIDGET (fixture->window), &nameless);
  g_assert_cmpuint (nameless, ==, 0);

  whole = scope_view_get_viewport (view)->to;
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "timeline.zoom-in", NULL));
  g_assert_cmpfloat (scope_view_get_viewport (view)->to - scope_view_get_viewport (view)->from, <, whole);

  state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), "side");
  shown = g_variant_get_boolean (state);
  g_assert_true (shown);
  g_assert_true (gtk_widget_get_mapped (find (fixture, "ScopeInspector")));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.side", NULL));
  g_assert_true (gui_wait (gui_is_unmapped, find (fixture, "ScopeInspector")));
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
}

static void
find_seen_page (GtkWidget *widget, gpointer data)
{
  if (ADW_IS_STATUS_PAGE (widget) && gtk_widget_get_mapped (widget))
    *(GtkWidget **) data = widget;
}

/* The page of an error says which file it is, in its title. */
static void
check_named_once (Fixture *fixture, const char *name)
{
  AdwStatusPage *page = NULL;

  gui_foreach (GTK_WIDGET (fixture->window), find_seen_page, &page);

  g_assert_nonnull (strstr (adw_status_page_get_title (page), name));
  g_assert_null (strstr (adw_status_page_get_description (page), name));
  g_assert_true (g_unichar_isupper (g_utf8_get_char (adw_status_page_get_description (page))));
}

static void
test_no_trace (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "lanescope-no-trace.eventlog", NULL);
  const char *message;

  g_assert_true (g_file_set_contents (path, "this is not a trace at all", -1, NULL));
  open_path (fixture, path);
  g_assert_cmpstr (scope_window_get_page (fixture->window), ==, "error");
  g_assert_true (scope_window_is_empty (fixture->window));
  message = scope_document_get_error (scope_window_get_document (fixture->window));
  g_assert_true (g_str_has_prefix (message, "not a trace"));
  check_named_once (fixture, "lanescope-no-trace");
  g_unlink (path);

  /* One that is not there at all. */
  open_path (fixture, path);
  g_assert_cmpstr (scope_window_get_page (fixture->window), ==, "error");
  check_named_once (fixture, "lanescope-no-trace");
}

/* A log that was killed before its first event: nothing more is waited for. */
static void
test_void (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests", "data", "ghc", "trunc-headeronly.eventlog", NULL);

  open_path (fixture, path);
  g_assert_cmpstr (scope_window_get_page (fixture->window), ==, "error");
  g_assert_true (scope_document_is_void (scope_window_get_document (fixture->window)));
  check_named_once (fixture, "trunc-headeronly");
}

static gboolean
search_is_pressed (Fixture *fixture)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), "search");

  return g_variant_get_boolean (state);
}

static gboolean
search_is_seen (gpointer fixture)
{
  return search_is_pressed (fixture);
}

static gboolean
search_is_not_seen (gpointer fixture)
{
  return !search_is_pressed (fixture);
}

/* The button of the search says whether it is seen, not whether it is behind other panels. */
static void
test_search_button (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests", "data", "ghc", "parfib-n4-la.eventlog", NULL);
  ScopeDock *dock = scope_window_get_dock (fixture->window);

  open_path (fixture, path);
  g_assert_true (scope_dock_focus (dock, "search"));
  g_assert_true (gui_wait (search_is_seen, fixture));
  g_assert_true (scope_dock_raise (dock, "statistics"));
  g_assert_true (gui_wait (search_is_not_seen, fixture));
  g_assert_true (scope_dock_raise (dock, "search"));
  g_assert_true (gui_wait (search_is_seen, fixture));
  scope_dock_set_shown (dock, SCOPE_PLACE_BOTTOM, FALSE);
  g_assert_true (gui_wait (search_is_not_seen, fixture));
}

static void
test_damaged (Fixture *fixture, gconstpointer data)
{
  const char *shared = g_getenv ("LANESCOPE_SHARED");
  g_autofree char *path = g_build_filename (shared != NULL ? shared : "", "traces", "ghc", "trunc-midblock.eventlog",
                                            NULL);
  g_autofree char *damage = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the traces beside the project are not there");
      return;
    }
  open_path (fixture, path);
  g_assert_cmpstr (scope_window_get_page (fixture->window), ==, "trace");
  damage = scope_document_dup_damage (scope_window_get_document (fixture->window));
  g_assert_nonnull (damage);
  g_assert_true (gtk_info_bar_get_revealed (GTK_INFO_BAR (find (fixture, "GtkInfoBar"))));
}

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

/* Closed while it reads: nothing may be left that holds the window. */
static void
test_closed (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = gui_dup_example ();
  g_autoptr (GFile) file = NULL;

  file = g_file_new_for_path (path);
  scope_window_open (fixture->window, &file, 1);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_main_context_iteration (NULL, FALSE);
}

static void
test_picture (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = gui_dup_example ();
  g_autofree char *picture = g_build_filename (g_get_tmp_dir (), "lanescope-test-window.png", NULL);
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL;

  file = g_file_new_for_path (path);
  g_unlink (picture);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 640);
  scope_window_open (fixture->window, &file, 1);
  scope_window_take_picture (fixture->window, picture);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_is_gone, &fixture->window));
  texture = gdk_texture_new_from_filename (picture, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (texture), >=, 1000);
  g_unlink (picture);
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

static void
find_toasts (GtkWidget *widget, gpointer data)
{
  if (ADW_IS_TOAST_OVERLAY (widget))
    *(gpointer *) data = widget;
}

static gboolean
is_drawn (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  *(guint *) data += 1;
  return G_SOURCE_CONTINUE;
}

static gboolean
are_two (gpointer data)
{
  return *(guint *) data >= 2;
}

/* libadwaita moves a toast in and out; where the one out ends first, it crashes. */
static void
test_toast (Fixture *fixture, gconstpointer data)
{
  gpointer overlay = NULL, toast, next;
  guint n_frames = 0, id;

  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_is_mapped, fixture->window));
  gui_foreach (GTK_WIDGET (fixture->window), find_toasts, &overlay);
  id = gtk_widget_add_tick_callback (GTK_WIDGET (fixture->window), is_drawn, &n_frames, NULL);
  g_assert_true (gui_wait (are_two, &n_frames));
  gtk_widget_remove_tick_callback (GTK_WIDGET (fixture->window), id);
  toast = adw_toast_new ("soon over");
  next = adw_toast_new ("the next one");
  g_object_add_weak_pointer (toast, &toast);
  g_object_add_weak_pointer (next, &next);
  scope_toast_add (overlay, toast);
  scope_toast_add (overlay, next);
  adw_toast_dismiss (toast); /* closed as it comes, and then no frame for long */
  g_usleep (G_USEC_PER_SEC / 2);
  g_assert_true (gui_wait (gui_is_gone, &toast));
  g_assert_nonnull (next);
  adw_toast_dismiss (next);
  adw_toast_dismiss (next);
  g_assert_true (gui_wait (gui_is_gone, &next));
}

typedef struct
{
  const char *text;
  GtkWidget *window;
  gboolean found, cut;
} LongLabel;

static void
find_cut_label (GtkWidget *widget, gpointer data)
{
  LongLabel *label = data;

  if (!GTK_IS_LABEL (widget) || !gtk_widget_get_mapped (widget)
      || g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), label->text) != 0)
    return;
  label->found = TRUE;
  label->cut = gtk_widget_get_width (widget) == 0 || pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));
}

static gboolean
has_whole_label (gpointer data)
{
  LongLabel *label = data;

  label->found = FALSE;
  gui_foreach (label->window, find_cut_label, label);
  return label->found && !label->cut;
}

/* A long message has several lines: none of its words is cut off. */
static void
test_long_toast (Fixture *fixture, gconstpointer data)
{
  LongLabel label = { "The program filled the files of its set faster than they could be read: some of it was overwritten before. 12 files "
                      "of a set were followed, and 3 of them are not there any more: the trace has what was in them, but is not kept.",
                      GTK_WIDGET (fixture->window) };

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_is_mapped, fixture->window));
  scope_window_toast (fixture->window, label.text);
  g_assert_true (gui_wait (has_whole_label, &label));
}

/* Runs the program without a display. */
static int
run_without_display (const char *option, char **ret_output, char **ret_errors)
{
  const char *argv[] = { program, option, NULL };
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GError) error = NULL;
  int status;

  environment = g_environ_unsetenv (environment, "DISPLAY");
  environment = g_environ_unsetenv (environment, "WAYLAND_DISPLAY");
  environment = g_environ_setenv (environment, "GDK_BACKEND", "x11", TRUE);
  environment = g_environ_unsetenv (environment, "G_DEBUG");
  g_spawn_sync (NULL, (char **) argv, environment, 0, NULL, NULL, ret_output, ret_errors, &status, &error);
  g_assert_no_error (error);
  return status;
}

/* --- keys --- */

/* Does what the key does, which must be one thing. */
static void
press (Fixture *fixture, const char *key)
{
  g_auto (GStrv) actions = gtk_application_get_actions_for_accel (GTK_APPLICATION (application), key);

  g_assert_cmpuint (g_strv_length (actions), ==, 1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), actions[0], NULL));
}

static void
find_menu (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_MENU_BUTTON (widget)
      && g_strcmp0 (gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (widget)), "open-menu-symbolic") == 0)
    *(GtkWidget **) data = widget;
}

static void
test_menu_key (Fixture *fixture, gconstpointer data)
{
  GtkWidget *button = NULL, *menu;

  gtk_window_present (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (gui_window_is_settled, fixture->window));
  gui_foreach (GTK_WIDGET (fixture->window), find_menu, &button);
  g_assert_nonnull (button);
  menu = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  g_assert_false (gtk_widget_get_mapped (menu));
  press (fixture, "F10");
  g_assert_true (gui_wait (gui_is_mapped, menu));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
}

static gboolean
asks_for_file (gpointer data)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (GTK_IS_FILE_CHOOSER_DIALOG (window) && gtk_widget_get_mapped (window))
        return TRUE;
    }
  return FALSE;
}

static gboolean
asks_for_nothing (gpointer data)
{
  return !asks_for_file (data);
}

/* It asks where the session is to be saved; the question goes with its window. */
static void
test_save_key (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = gui_dup_example ();

  open_path (fixture, path);
  press (fixture, "<Control><Shift>s");
  g_assert_true (gui_wait (asks_for_file, NULL));
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_true (gui_wait (asks_for_nothing, NULL));
}

static void
test_no_display (void)
{
  g_autofree char *output = NULL, *errors = NULL, *version = NULL, *ignored = NULL, *help = NULL, *ignored2 = NULL;

  if (program == NULL)
    {
      g_test_skip ("the program's path was not given");
      return;
    }
  g_assert_cmpint (run_without_display (NULL, &output, &errors), !=, 0);
  g_assert_nonnull (strstr (errors, "lanescope-cli"));
  g_assert_cmpint (run_without_display ("--version", &version, &ignored), ==, 0);
  g_assert_cmpstr (version, ==, "lanescope " LANESCOPE_VERSION "\n");
  g_assert_cmpint (run_without_display ("--help", &help, &ignored2), ==, 0);
  g_assert_nonnull (strstr (help, "TRACE"));
}

/* Two runs of one program are told apart by their files. */
static void
test_title (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/eden/small3.parevents", NULL);

  open_path (fixture, path);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "small3.parevents – Lanescope");
  {
    g_autofree char *folder = g_dir_make_tmp ("lanescope-XXXXXX", NULL), *other = g_build_filename (folder, "second.parevents", NULL);
    g_autoptr (GFile) from = g_file_new_for_path (path), to = g_file_new_for_path (other);

    g_assert_true (g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
    open_path (fixture, other);
    g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "small · second.parevents – Lanescope");
    g_unlink (other);
    g_rmdir (folder);
  }
}

static gboolean
clocks_are_moved (gpointer window)
{
  return scope_trace_get_clocks (scope_document_get_trace (scope_window_get_document (window))) == SCOPE_CLOCKS_MESSAGES;
}

/* Where messages arrive before they are sent the clocks can be aligned so that none does; and back. */
static void
test_clocks (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests/data/eden/skewed.parevents", NULL);
  GtkInfoBar *bar = scope_host_get_child (fixture->window->host, "clocks_bar");
  g_autoptr (GVariant) state = NULL;
  ScopeTrace *trace;

  g_assert_false (gtk_info_bar_get_revealed (bar));
  open_path (fixture, path);
  g_assert_true (gtk_info_bar_get_revealed (bar));
  g_assert_cmpstr (gtk_label_get_label (scope_host_get_child (fixture->window->host, "clocks_label")), ==,
                   "6 messages arrive before they are sent: the machines’ clocks differ.");
  trace = scope_document_get_trace (scope_window_get_document (fixture->window));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.clocks", "s", "messages");
  g_assert_true (gui_wait (clocks_are_moved, fixture->window));
  g_assert_false (gtk_info_bar_get_revealed (bar));
  state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), "clocks");
  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, "messages");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.clocks", "s", "own");
  g_assert_true (scope_trace_get_local_time (trace));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.clocks", "s", "startup");
  g_assert_cmpint (scope_trace_get_clocks (trace), ==, SCOPE_CLOCKS_STARTUP);
  /* Closed, it stays away. */
  g_assert_true (gtk_info_bar_get_revealed (bar));
  gtk_info_bar_response (bar, GTK_RESPONSE_CLOSE);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.clocks", "s", "own");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.clocks", "s", "startup");
  g_assert_false (gtk_info_bar_get_revealed (bar));
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  program = argc > 1 ? argv[1] : NULL;
  application = gui_application_new ();
#define ADD(name, func) g_test_add ("/window/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("empty", test_empty);
  ADD ("trace", test_trace);
  ADD ("no-trace", test_no_trace);
  ADD ("void", test_void);
  ADD ("search-button", test_search_button);
  ADD ("toast", test_toast);
  ADD ("damaged", test_damaged);
  ADD ("closed-while-reading", test_closed);
  ADD ("picture", test_picture);
  ADD ("several", test_several);
  ADD ("apart", test_apart);
  ADD ("together", test_together);
  ADD ("nodes-together", test_nodes_together);
  ADD ("next-run", test_next_run);
  ADD ("long-toast", test_long_toast);
  ADD ("title", test_title);
  ADD ("clocks", test_clocks);
  ADD ("menu-key", test_menu_key);
  ADD ("save-key", test_save_key);
  g_test_add_func ("/window/no-display", test_no_display);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
