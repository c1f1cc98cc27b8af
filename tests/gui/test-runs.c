/* test-runs.c: the list of runs; a trace that is written over while it is shown; sessions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"

#include "app/window/scope-run-list-window.h"
#include "app/window/scope-session-opener.h"
#include "app/window/scope-window-private.h"
#include "app/window/scope-session-saver.h"
#include "widgets/runs/scope-run-chooser.h"
#include "io/files/scope-session.h"
#include "widgets/runs/scope-run-table.h"
#include "widgets/table/scope-recycling-row-model.h"

#include <glib/gstdio.h>
#include <string.h>

/* In ticks. */
#define MS(n) (G_GINT64_CONSTANT (1000000000) * (n) / tick)

static ScopeApplication *application;

typedef struct
{
  char *folder, *trace, *session;
  ScopeWindow *window;
} Fixture;

static ScopeView *
view_of (ScopeWindow *window)
{
  return scope_timeline_get_view (scope_window_get_timeline (window));
}

static void
copy_file (const char *from, const char *to)
{
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (from, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (to, bytes, (gssize) length, NULL));
}

static char *
dup_log (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", "examples", name, NULL);
}

/* The same program's run, beside the one that is shown. */
static char *
dup_log_beside (Fixture *f)
{
  g_autofree char *log = dup_log ("nbody.eventlog");
  char *path = g_build_filename (f->folder, "before.eventlog", NULL);

  copy_file (log, path);
  return path;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autofree char *log = dup_log ("nbody.eventlog");

  f->folder = g_dir_make_tmp ("lanescope-runs-XXXXXX", NULL);
  f->trace = g_build_filename (f->folder, "run.eventlog", NULL);
  f->session = g_build_filename (f->folder, "work.lanescope", NULL);
  copy_file (log, f->trace);
  f->window = gui_window_open (application, f->trace, 1200, 800);
  g_assert_true (gui_wait (gui_window_is_settled, f->window));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  if (f->window != NULL)
    gui_window_close (f->window);
  g_unlink (f->trace);
  g_unlink (f->session);
  g_rmdir (f->folder);
  g_free (f->folder);
  g_free (f->trace);
  g_free (f->session);
}

/* --- the list --- */

static gboolean
list_is_settled (gpointer data)
{
  return scope_run_list_window_is_settled (data);
}

static void
test_list (Fixture *f, gconstpointer data)
{
  ScopeRunListWindow *list = scope_run_list_window_new (f->window->comparison);
  ScopeRunTable *table = NULL;
  GtkWidget *search;
  const char *digest = scope_run_facts (scope_window_get_run (f->window))->digest;
  guint nameless;

  gtk_window_present (GTK_WINDOW (list));
  g_assert_true (gui_wait (list_is_settled, list));
  table = gui_find (GTK_WIDGET (list), SCOPE_TYPE_RUN_TABLE, 0);
  search = scope_run_table_get_search (table);
  gtk_editable_set_text (GTK_EDITABLE (search), digest);
  g_signal_emit_by_name (search, "search-changed");
  g_signal_emit_by_name (search, "activate"); /* takes the first, and opens it in another window */
  g_assert_cmpuint (g_list_length (gtk_application_get_windows (GTK_APPLICATION (application))), ==, 2);
  {
    ScopeWindow *other = NULL;

    for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL; l = l->next)
      if (l->data != f->window)
        other = SCOPE_WINDOW (l->data);
    g_assert_true (gui_wait (gui_window_is_settled, other));
    g_assert_cmpstr (scope_document_get_digest (scope_window_get_document (other)), ==, digest);
    gui_check_names (GTK_WIDGET (other), &nameless);
    g_assert_cmpuint (nameless, ==, 0);
    gui_window_close (other);
  }
}

typedef struct
{
  GtkWidget *all[4];
  guint n;
} Checks;

static void
find_check (GtkWidget *widget, gpointer data)
{
  Checks *checks = data;

  if (GTK_IS_CHECK_BUTTON (widget) && gtk_widget_get_mapped (widget) && checks->n < G_N_ELEMENTS (checks->all))
    checks->all[checks->n++] = widget;
}

static gboolean
has_checks (gpointer chooser)
{
  Checks checks = { { NULL }, 0 };

  gui_foreach (chooser, find_check, &checks);
  return checks.n == 2;
}

static void
find_rows (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_COLUMN_VIEW (widget))
    *(gboolean *) data = SCOPE_IS_RECYCLING_ROW_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (widget)));
}

/* The marks before the runs are for clicking: each adds its run, or takes it away. */
static void
test_list_checks (Fixture *f, gconstpointer data)
{
  ScopeRunChooser *chooser = scope_run_chooser_new (GTK_WINDOW (f->window), "Runs", "_Take", SCOPE_RUN_CHOOSER_SEVERAL);
  g_autoptr (GPtrArray) runs = g_ptr_array_new (), both = NULL, one = NULL;
  ScopeRunTable *table = NULL;
  Checks checks = { { NULL }, 0 };
  gboolean steady = FALSE;

  g_ptr_array_add (runs, scope_window_get_run (f->window));
  g_ptr_array_add (runs, scope_window_get_run (f->window));
  scope_run_chooser_set_runs (chooser, runs, NULL);
  gtk_window_present (GTK_WINDOW (chooser));
  g_assert_true (gui_wait (has_checks, chooser));
  table = gui_find (GTK_WIDGET (chooser), SCOPE_TYPE_RUN_TABLE, 0);
  gui_foreach (GTK_WIDGET (chooser), find_check, &checks);
  g_assert_true (gtk_widget_get_can_target (checks.all[0]));
  gui_foreach (GTK_WIDGET (table), find_rows, &steady);
  g_assert_true (steady); /* another order or other runs make no widgets anew */
  gtk_check_button_set_active (GTK_CHECK_BUTTON (checks.all[0]), TRUE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (checks.all[1]), TRUE);
  both = scope_run_table_dup_chosen (table);
  g_assert_cmpuint (both->len, ==, 2);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (checks.all[0]), FALSE);
  one = scope_run_table_dup_chosen (table);
  g_assert_cmpuint (one->len, ==, 1);
  gtk_window_destroy (GTK_WINDOW (chooser));
}

/* Escape empties the entry that has the focus first, then closes the window, as it does from everywhere else in it. */
static void
test_list_escape (Fixture *f, gconstpointer data)
{
  ScopeRunChooser *chooser = scope_run_chooser_new (GTK_WINDOW (f->window), "Runs", "_Take", SCOPE_RUN_CHOOSER_SEVERAL);
  gpointer gone = chooser;
  ScopeRunTable *table = NULL;
  GtkWidget *search;

  g_object_add_weak_pointer (G_OBJECT (chooser), &gone);
  gtk_window_present (GTK_WINDOW (chooser));
  g_assert_true (gui_wait (gui_is_mapped, chooser));
  table = gui_find (GTK_WIDGET (chooser), SCOPE_TYPE_RUN_TABLE, 0);
  search = scope_run_table_get_search (table);
  gtk_editable_set_text (GTK_EDITABLE (search), "x");
  g_signal_emit_by_name (search, "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (search)), ==, "");
  g_assert_nonnull (gone);
  g_signal_emit_by_name (search, "stop-search");
  g_assert_true (gui_wait (gui_is_gone, &gone));
}

static void
test_list_search (Fixture *f, gconstpointer data)
{
  ScopeRunChooser *chooser = scope_run_chooser_new (GTK_WINDOW (f->window), "Runs", "_Take", SCOPE_RUN_CHOOSER_SEVERAL);
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();
  ScopeRunTable *table = NULL;
  GPtrArray *chosen;
  guint nameless;

  g_ptr_array_add (runs, scope_window_get_run (f->window));
  scope_run_chooser_set_runs (chooser, runs, NULL);
  gtk_window_present (GTK_WINDOW (chooser));
  g_assert_true (gui_wait (gui_is_mapped, chooser));
  gui_check_names (GTK_WIDGET (chooser), &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  table = gui_find (GTK_WIDGET (chooser), SCOPE_TYPE_RUN_TABLE, 0);
  chosen = scope_run_table_dup_chosen (table);
  g_assert_cmpuint (chosen->len, ==, 0);
  g_ptr_array_unref (chosen);
  scope_run_chooser_set_runs (chooser, NULL, "the folder <x> cannot be read");
  gtk_window_destroy (GTK_WINDOW (chooser));
}

/* --- written over --- */

static gboolean
is_told (gpointer data)
{
  return gtk_info_bar_get_revealed (scope_host_get_child (((ScopeWindow *) data)->host, "reload_bar"));
}

static gboolean
is_not_told (gpointer data)
{
  return !is_told (data);
}

static void
write_over (Fixture *f, const char *name)
{
  g_autofree char *log = dup_log (name);

  copy_file (log, f->trace);
}

static void
activate (ScopeWindow *window, const char *name)
{
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window), name));
  g_action_group_activate_action (G_ACTION_GROUP (window), name, NULL);
}

static void
test_reload (Fixture *f, gconstpointer data)
{
  ScopeView *view = view_of (f->window);
  g_autofree char *digest = g_strdup (scope_document_get_digest (scope_window_get_document (f->window)));
  g_autofree char *index = g_strdup (scope_run_facts (scope_window_get_run (f->window))->index_path);
  gint64 tick = scope_trace_tick_ps (scope_view_get_trace (view)), from, to;
  ScopeLaneId lane, selected;

  g_assert_true (is_not_told (f->window));
  scope_view_set_range (view, MS (20), MS (30));
  g_assert_true (scope_trace_parse_lane (scope_view_get_trace (view), "processor:1/2", &lane, NULL));
  scope_view_select_lane (view, &lane);
  scope_lane_list_set_pinned (scope_view_get_lanes (view), scope_lane_list_find (scope_view_get_lanes (view), lane, FALSE), TRUE);
  scope_notes_add (scope_view_get_notes (view), 100, 200, "of the first run", SCOPE_NOTE_RED);

  write_over (f, "nbody.eventlog"); /* the same program ran again */
  g_assert_true (gui_wait (is_told, f->window));
  g_assert_cmpstr (scope_document_get_digest (scope_window_get_document (f->window)), ==, digest);
  activate (f->window, "reload");
  g_assert_true (gui_wait (gui_window_is_settled, f->window));
  g_assert_true (is_not_told (f->window));
  view = view_of (f->window);
  g_assert_cmpstr (scope_document_get_digest (scope_window_get_document (f->window)), !=, digest);
  scope_viewport_get_range (scope_view_get_viewport (view), &from, &to);
  g_assert_cmpint (ABS (from - MS (20)), <=, 100);
  g_assert_cmpint (ABS (to - MS (30)), <=, 100);
  g_assert_true (scope_view_get_selected_lane (view, &selected));
  g_assert_cmpuint (selected.index, ==, lane.index);
  g_assert_true (scope_lane_list_row (scope_view_get_lanes (view), 0)->pinned);

  /* Notes are the earlier run's, but may be taken along; and that run is still there. */
  g_assert_cmpuint (scope_notes_get_n (scope_view_get_notes (view)), ==, 0);
  activate (f->window, "carry-notes");
  g_assert_cmpuint (scope_notes_get_n (scope_view_get_notes (view)), ==, 1);
  g_assert_true (g_file_test (index, G_FILE_TEST_EXISTS));
}

/* What is shown stays as it is, but for raw events. */
static void
test_gone (Fixture *f, gconstpointer data)
{
  g_unlink (f->trace);
  g_assert_true (gui_wait (is_told, f->window));
  g_assert_nonnull (strstr (gtk_label_get_label (scope_host_get_child (f->window->host, "reload_label")), "raw events"));
  g_assert_true (scope_window_is_settled (f->window));
  write_over (f, "nbody.eventlog");
  g_assert_true (gui_wait (is_told, f->window));
}

/* A run is opened by the first digits of its number, too, when its trace is gone. */
static void
test_by_digits (Fixture *f, gconstpointer data)
{
  g_autofree char *digest = g_strdup (scope_document_get_digest (scope_window_get_document (f->window)));
  g_autofree char *name = g_strdup_printf ("run:%.8s", digest);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (name);

  g_unlink (f->trace);
  gui_window_close (f->window);
  f->window = gui_window_open (application, NULL, 900, 600);
  scope_application_open_files (application, GTK_WINDOW (f->window), &file, 1);
  g_assert_true (gui_wait (gui_window_is_settled, f->window));
  g_assert_nonnull (view_of (f->window));
  g_assert_cmpstr (scope_document_get_digest (scope_window_get_document (f->window)), ==, digest);
}

/* So it is by the path that its trace was at: with all but the raw events, which the window says. */
static void
test_by_path (Fixture *f, gconstpointer data)
{
  g_autofree char *digest = g_strdup (scope_document_get_digest (scope_window_get_document (f->window)));
  g_autofree char *other = g_build_filename (f->folder, "never.eventlog", NULL);

  gui_window_close (f->window);
  g_unlink (f->trace);
  f->window = gui_window_open (application, f->trace, 900, 600);
  g_assert_true (gui_wait (gui_window_is_settled, f->window));
  g_assert_nonnull (view_of (f->window));
  g_assert_cmpstr (scope_document_get_digest (scope_window_get_document (f->window)), ==, digest);
  g_assert_true (gui_wait (gui_has_toast, f->window));
  gui_window_close (f->window);
  /* Where there never was one, there is none. */
  f->window = gui_window_open (application, other, 900, 600);
  g_assert_true (gui_wait (gui_window_is_settled, f->window));
  g_assert_cmpstr (scope_window_get_page (f->window), ==, "error");
}

/* --- sessions --- */

static gboolean
is_saved (gpointer data)
{
  return g_file_test (data, G_FILE_TEST_EXISTS);
}

static ScopeWindow *
reopen (Fixture *f)
{
  g_autoptr (GFile) file = g_file_new_for_path (f->session);

  gui_window_close (f->window);
  f->window = gui_window_open (application, NULL, 900, 600);
  scope_application_open_files (application, GTK_WINDOW (f->window), &file, 1);
  return f->window;
}

static gboolean
has_trace (gpointer data)
{
  ScopeWindow *window = data;

  return view_of (window) != NULL && gui_window_is_settled (window);
}

static void
test_session (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path (f->session);
  ScopeView *view = view_of (f->window);
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  gint64 tick = scope_trace_tick_ps (scope_view_get_trace (view)), from, to, again_from, again_to;
  ScopeNotes *notes = scope_view_get_notes (view);

  scope_view_set_range (view, MS (20), MS (30));
  scope_viewport_get_range (scope_view_get_viewport (view), &from, &to);
  scope_view_select_range (view, from + 1000, from + 2000);
  scope_lane_list_set_show (lanes, SCOPE_SHOW_THREADS);
  scope_lane_list_set_sort (lanes, SCOPE_SORT_RUNNING);
  scope_view_set_look (view, SCOPE_LOOK_DIMMED, 1u << SCOPE_STATE_BLOCKED);
  scope_notes_add (notes, from, to, "two\nlines; and a semicolon = one", SCOPE_NOTE_BLUE);
  /* A folder that is called so is an index that was made in parts. */
  g_assert_cmpint (g_mkdir (f->session, 0700), ==, 0);
  g_assert_false (scope_session_is_named (file));
  g_rmdir (f->session);
  scope_session_save (f->window, f->session);
  g_assert_true (gui_wait (is_saved, f->session));
  while (scope_notes_get_n (notes) > 0)
    scope_notes_remove (notes, scope_notes_get (notes, 0));

  g_assert_true (gui_wait (has_trace, reopen (f)));
  view = view_of (f->window);
  lanes = scope_view_get_lanes (view);
  scope_viewport_get_range (scope_view_get_viewport (view), &again_from, &again_to);
  g_assert_cmpint (ABS (again_from - from), <=, 1);
  g_assert_cmpint (ABS (again_to - to), <=, 1);
  g_assert_true (scope_view_get_selected_range (view, &again_from, &again_to));
  g_assert_cmpint (again_from, ==, from + 1000);
  g_assert_cmpint (scope_lane_list_get_show (lanes), ==, SCOPE_SHOW_THREADS);
  g_assert_cmpint (scope_lane_list_get_sort (lanes), ==, SCOPE_SORT_RUNNING);
  g_assert_cmpuint (scope_view_get_look (view)->dimmed, ==, 1u << SCOPE_STATE_BLOCKED);
  g_assert_cmpuint (scope_notes_get_n (scope_view_get_notes (view)), ==, 1);
  g_assert_cmpstr (scope_note_get_text (scope_notes_get (scope_view_get_notes (view), 0)), ==,
                   "two\nlines; and a semicolon = one");
  while (scope_notes_get_n (scope_view_get_notes (view)) > 0)
    scope_notes_remove (scope_view_get_notes (view), scope_notes_get (scope_view_get_notes (view), 0));
}

static gboolean
is_compared (gpointer data)
{
  ScopeCompareView *compare = scope_window_get_compare (data);

  return compare != NULL && scope_compare_view_is_settled (compare);
}

static gboolean
has_edits (gpointer data)
{
  ScopeCompareView *compare = scope_window_get_compare (data);
  ScopePairing *pairing
      = compare != NULL ? scope_comparison_get_pairing (scope_compare_view_get_comparison (compare)) : NULL;

  return pairing != NULL && scope_pairing_n_edits (pairing) == 1;
}

static void
edited (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_assert_true (scope_comparison_edit_finish (SCOPE_COMPARISON (source), result, NULL));
}

/* Both runs, how they are aligned, and what was paired by hand. */
static void
test_session_compare (Fixture *f, gconstpointer data)
{
  g_autofree char *other = dup_log_beside (f);
  g_autoptr (GFile) file = g_file_new_for_path (other);
  ScopeComparison *comparison;
  ScopePairingEdit edit = { .has_run = TRUE };
  gint64 tick = scope_trace_tick_ps (scope_view_get_trace (view_of (f->window))), from, to;

  scope_window_compare (f->window, &file, 1);
  g_assert_true (gui_wait (is_compared, f->window));
  comparison = scope_compare_view_get_comparison (scope_window_get_compare (f->window));
  g_action_group_activate_action (scope_compare_view_get_actions (scope_window_get_compare (f->window)), "align",
                                  g_variant_new_string ("length"));
  g_assert_true (scope_trace_parse_lane (scope_comparison_get_run (comparison), "thread:1/8", &edit.run, NULL));
  g_assert_true (gui_wait (is_compared, f->window));
  scope_comparison_edit_async (comparison, &edit, NULL, edited, NULL);
  g_assert_true (gui_wait (has_edits, f->window));
  g_assert_true (gui_wait (is_compared, f->window));
  scope_view_set_range (view_of (f->window), MS (20), MS (30));
  scope_session_save (f->window, f->session);
  g_assert_true (gui_wait (is_saved, f->session));

  reopen (f);
  g_assert_true (gui_wait (has_edits, f->window));
  comparison = scope_compare_view_get_comparison (scope_window_get_compare (f->window));
  g_assert_cmpint (scope_alignment_get_wish (scope_comparison_get_alignment (comparison))->by, ==, SCOPE_ALIGN_LENGTH);
  edit = scope_pairing_edit (scope_comparison_get_pairing (comparison), 0);
  g_assert_true (edit.has_run && !edit.has_baseline && edit.run.kind == SCOPE_KIND_THREAD);
  g_assert_true (gui_wait (is_compared, f->window));
  scope_viewport_get_range (scope_view_get_viewport (view_of (f->window)), &from, &to);
  g_assert_cmpint (ABS (from - MS (20)), <=, 100);
  g_assert_cmpint (ABS (to - MS (30)), <=, 100);
  g_unlink (other);
}

typedef struct
{
  const char *type;
  GtkWindow *found;
} Search;

static gboolean
has_dialog (gpointer data)
{
  Search *search = data;
  GListModel *windows = gtk_window_get_toplevels ();

  search->found = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (g_str_equal (G_OBJECT_TYPE_NAME (window), search->type) && gtk_widget_get_mapped (GTK_WIDGET (window)))
        search->found = window;
    }
  return search->found != NULL;
}

/* A trace that is gone is asked about; what was kept of it opens. */
static void
test_session_missing (Fixture *f, gconstpointer data)
{
  Search search = { "AdwMessageDialog", NULL };

  scope_session_save (f->window, f->session);
  g_assert_true (gui_wait (is_saved, f->session));
  g_unlink (f->trace);
  reopen (f);
  g_assert_true (gui_wait (has_dialog, &search));
  g_assert_nonnull (strstr (adw_message_dialog_get_heading (ADW_MESSAGE_DIALOG (search.found)), "Missing"));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (search.found), "kept");
  gtk_window_destroy (search.found);
  g_assert_true (gui_wait (has_trace, f->window));
}

/* A folder that was moved, with the session in it, needs no question. */
static void
test_session_moved (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_strconcat (f->folder, "-moved", NULL);

  scope_session_save (f->window, f->session);
  g_assert_true (gui_wait (is_saved, f->session));
  g_assert_cmpint (g_rename (f->folder, folder), ==, 0);
  g_free (f->trace);
  g_free (f->session);
  g_free (f->folder);
  f->folder = g_steal_pointer (&folder);
  f->trace = g_build_filename (f->folder, "run.eventlog", NULL);
  f->session = g_build_filename (f->folder, "work.lanescope", NULL);
  g_assert_true (gui_wait (has_trace, reopen (f)));
}

/* What is no session is refused in words. */
static void
test_session_hostile (Fixture *f, gconstpointer data)
{
  static const char *const bad[] = {
    "", "[Lanescope Session]\n", "[Lanescope Session]\nVersion=99\n[Window 1]\n", "[Other]\nVersion=1\n",
    "[Lanescope Session]\nVersion=1\n", "\x89HDF\r\n", "[Lanescope Session\nVersion=1\n[Window 1]\n",
  };
  GString *deep = g_string_new ("[Lanescope Session]\nVersion=1\n[Window 1]\nPaths=");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (f->session, bad[i], -1, NULL));
      g_assert_null (scope_session_read (f->session, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
      g_assert_nonnull (strstr (error->message, "work.lanescope: "));
    }
  for (guint i = 0; i < 100000; i++)
    g_string_append (deep, "../;");
  g_string_append (deep, "\n[View 1]\nFrom=99999999999999999999\nTo=x\nShow=none\nMore=5;x;\nPlaces=nan processor:1/0;\nTicks=-1\n");
  g_assert_true (g_file_set_contents (f->session, deep->str, -1, NULL));
  g_string_free (deep, TRUE);
  {
    g_autoptr (ScopeSession) session = scope_session_read (f->session, NULL);
    ScopeSessionTrace *trace = scope_session_find_trace (session, 0, FALSE, NULL);

    g_assert_cmpint (trace->state, ==, SCOPE_SESSION_MISSING);
    scope_session_trace_free (trace);
  }
  g_assert_true (g_file_set_contents (f->session, "nothing", -1, NULL));
  g_assert_true (gui_wait (gui_has_toast, reopen (f)));
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  application = gui_application_new ();
  ADD ("/runs/list", test_list);
  ADD ("/runs/chooser", test_list_search);
  ADD ("/runs/chooser-escape", test_list_escape);
  ADD ("/runs/list-checks", test_list_checks);
  ADD ("/runs/reload", test_reload);
  ADD ("/runs/gone", test_gone);
  ADD ("/runs/by-path", test_by_path);
  ADD ("/runs/by-digits", test_by_digits);
  ADD ("/session/again", test_session);
  ADD ("/session/compare", test_session_compare);
  ADD ("/session/missing", test_session_missing);
  ADD ("/session/moved", test_session_moved);
  ADD ("/session/hostile", test_session_hostile);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
