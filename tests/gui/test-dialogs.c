/* test-dialogs.c: preferences hold at once, in every window; every dialog's controls have names.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-app.h"

#include "app/dialogs/scope-picture-dialog.h"
#include "app/dialogs/scope-preferences.h"
#include "app/window/scope-recent-runs.h"
#include "widgets/scope-widgets.h"

#include <glib/gstdio.h>
#include <string.h>

static ScopeApplication *application;

static ScopeWindow *
open_example (void)
{
  g_autofree char *path = gui_dup_trace ();
  ScopeWindow *window = gui_window_open (application, path, -1, -1);

  g_assert_true (gui_wait (gui_window_is_settled, window));
  return window;
}

typedef struct
{
  const char *type, *title;
  GtkWidget *found;
} Search;

static void
look_for (GtkWidget *widget, gpointer data)
{
  Search *search = data;

  if (!g_type_is_a (G_OBJECT_TYPE (widget), g_type_from_name (search->type)))
    return;
  if (search->title == NULL
      || (ADW_IS_PREFERENCES_ROW (widget)
          && g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), search->title) == 0)
      || (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), search->title) == 0))
    search->found = widget;
}

static gpointer
find (gpointer in, const char *type, const char *title)
{
  Search search = { type, title, NULL };

  gui_foreach (in, look_for, &search);
  g_assert_nonnull (search.found);
  return search.found;
}

static ScopePreferences *
open_preferences (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  g_action_group_activate_action (G_ACTION_GROUP (application), "preferences", NULL);
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (SCOPE_IS_PREFERENCES (window))
        {
          g_assert_true (gui_wait (gui_is_mapped, window));
          return SCOPE_PREFERENCES (window);
        }
    }
  return NULL;
}

static gboolean
knows_use (gpointer preferences)
{
  return scope_preferences_is_settled (preferences);
}

/* How simulations are read: a trace that is opened then is read so. */
static void
test_simulations (void)
{
  ScopeSettings *settings = scope_application_get_settings (application);
  ScopePreferences *preferences = open_preferences ();
  GtkWidget *spin = adw_action_row_get_activatable_widget (find (preferences, "AdwActionRow", "_Long Latency"));
  GtkWidget *lock = adw_action_row_get_activatable_widget (find (preferences, "AdwActionRow", "Functions That Lock"));
  GtkWidget *unlock = adw_action_row_get_activatable_widget (find (preferences, "AdwActionRow", "Functions That Unlock"));
  g_autofree char *locks = NULL, *unlocks = NULL;

  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (spin)), ==, 100);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), 250);
  g_assert_cmpuint (scope_settings_get_uint64 (settings, "long-latency"), ==, 250);
  gtk_editable_set_text (GTK_EDITABLE (lock), "*acquire*");
  gtk_editable_set_text (GTK_EDITABLE (unlock), "*release*");
  locks = scope_settings_dup_string (settings, "lock-functions");
  unlocks = scope_settings_dup_string (settings, "unlock-functions");
  g_assert_cmpstr (locks, ==, "*acquire*");
  g_assert_cmpstr (unlocks, ==, "*release*");
  scope_settings_reset (settings, "lock-functions");
  scope_settings_reset (settings, "unlock-functions");
  scope_settings_reset (settings, "long-latency");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (lock)), ==, "");
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (spin)), ==, 100);
  g_assert_true (gui_wait (knows_use, preferences));
  gtk_window_destroy (GTK_WINDOW (preferences));
}

static void
test_preferences (void)
{
  ScopeWindow *window = open_example (), *other;
  ScopeView *view = scope_timeline_get_view (scope_window_get_timeline (window));
  ScopeSettings *settings = scope_application_get_settings (application);
  ScopePreferences *preferences = open_preferences ();
  g_autofree char *kept = NULL;
  guint nameless;

  g_assert_nonnull (preferences);
  gui_check_names (GTK_WIDGET (preferences), &nameless);
  g_assert_cmpuint (nameless, ==, 0);

  adw_combo_row_set_selected (find (preferences, "AdwComboRow", "_Colours of Lanes"), 2);
  g_assert_cmpint (scope_view_get_palette (view), ==, SCOPE_PALETTE_CLASSIC);
  kept = scope_settings_dup_string (settings, "palette");
  g_assert_cmpstr (kept, ==, "classic");
  adw_combo_row_set_selected (find (preferences, "AdwComboRow", "Time _Origin"), 1);
  g_assert_cmpint (scope_view_get_look (view)->ruler, ==, SCOPE_RULER_WALL_CLOCK);
  /* Another setting leaves the clock of a window as the person chose it there. */
  scope_view_set_look (view, SCOPE_LOOK_RULER, SCOPE_RULER_SINCE_START);
  adw_combo_row_set_selected (find (preferences, "AdwComboRow", "_Colours of Lanes"), 0);
  adw_combo_row_set_selected (find (preferences, "AdwComboRow", "_Colours of Lanes"), 2);
  g_assert_cmpint (scope_view_get_look (view)->ruler, ==, SCOPE_RULER_SINCE_START);
  adw_combo_row_set_selected (find (preferences, "AdwComboRow", "_Style"), 2);
  g_assert_true (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_assert_cmpint (scope_view_get_palette (view), ==, SCOPE_PALETTE_CLASSIC);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (adw_action_row_get_activatable_widget (
                                 find (preferences, "AdwActionRow", "Maximum _Size"))),
                             3);
  g_assert_cmpuint (scope_settings_get_uint64 (settings, "cache-limit"), ==, 3000000000);

  /* A window that is opened now has them as well. */
  other = open_example ();
  g_assert_cmpint (scope_view_get_palette (scope_timeline_get_view (scope_window_get_timeline (other))), ==,
                   SCOPE_PALETTE_CLASSIC);
  g_assert_cmpint (scope_view_get_look (scope_timeline_get_view (scope_window_get_timeline (other)))->ruler, ==,
                   SCOPE_RULER_WALL_CLOCK);

  scope_settings_reset (settings, "palette");
  g_assert_cmpint (scope_view_get_palette (view), ==, SCOPE_PALETTE_DARK);
  adw_combo_row_set_selected (find (preferences, "AdwComboRow", "_Style"), 0);
  adw_combo_row_set_selected (find (preferences, "AdwComboRow", "Time _Origin"), 0);
  scope_settings_reset (settings, "cache-limit");
  g_assert_true (gui_wait (knows_use, preferences));
  gtk_window_destroy (GTK_WINDOW (preferences));
  gtk_window_destroy (GTK_WINDOW (other));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The cache in a folder of its own: what is used is said, and cleared. */
static void
test_cache (void)
{
  ScopeSettings *settings = scope_application_get_settings (application);
  g_autofree char *folder = g_dir_make_tmp ("lanescope-cache-XXXXXX", NULL);
  g_autofree char *note = g_build_filename (folder, "something-else.txt", NULL);
  ScopeWindow *window;
  ScopePreferences *preferences;
  AdwActionRow *row;
  GtkWidget *button;
  GListModel *windows = gtk_window_get_toplevels ();

  g_assert_true (g_file_set_contents (note, "mine", -1, NULL));
  scope_settings_set_string (settings, "cache-folder", folder);
  window = open_example ();
  g_assert_true (g_str_has_prefix (
      scope_trace_index_path (scope_document_get_trace (scope_window_get_document (window)), NULL, NULL), folder));
  preferences = open_preferences ();
  g_assert_true (gui_wait (knows_use, preferences));
  row = find (preferences, "AdwActionRow", "Used");
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (row), "of 1 trace"));
  button = find (preferences, "GtkButton", "C_lear…");
  g_assert_true (gtk_widget_get_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) dialog = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (dialog))
        {
          adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "clear");
          break;
        }
    }
  g_assert_true (gui_wait (knows_use, preferences));
  g_assert_cmpstr (adw_action_row_get_subtitle (row), ==, "Nothing");
  g_assert_false (gtk_widget_get_sensitive (button));
  g_assert_true (g_file_test (note, G_FILE_TEST_EXISTS));
  scope_settings_reset (settings, "cache-folder");
  g_assert_true (gui_wait (knows_use, preferences));
  gtk_window_destroy (GTK_WINDOW (preferences));
  gtk_window_destroy (GTK_WINDOW (window));
  g_unlink (note);
  g_rmdir (folder);
}

/* Work on a thread holds a closed dialog longer than its window lives. */
static void
test_outlives (void)
{
  ScopeWindow *window = open_example ();
  g_autoptr (GtkWindow) preferences = g_object_ref (GTK_WINDOW (open_preferences ()));

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  g_assert_true (gtk_window_get_destroy_with_parent (preferences));
  gtk_window_destroy (preferences);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_true (gui_wait (gui_is_gone, &window));
  g_assert_null (gtk_window_get_transient_for (preferences));
}

static void
add_spin (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_SPIN_BUTTON (widget))
    g_ptr_array_add (data, widget);
}

static gboolean
picture_settled (gpointer dialog)
{
  return scope_picture_dialog_is_settled (dialog);
}

static void
note_path (ScopePictureDialog *dialog, const char *path, char **place)
{
  g_free (*place);
  *place = g_strdup (path);
}

/* Written as SVG it has the person's note. */
static gboolean
has_note (ScopePictureDialog *dialog, const char *svg)
{
  g_autofree char *bytes = NULL;

  adw_combo_row_set_selected (find (dialog, "AdwComboRow", "_Format"), 1);
  scope_picture_dialog_write (dialog, svg);
  g_assert_true (gui_wait (picture_settled, dialog));
  g_assert_null (scope_picture_dialog_get_error (dialog));
  g_assert_true (g_file_get_contents (svg, &bytes, NULL, NULL));
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_object_unref (dialog);
  return strstr (bytes, "mine alone") != NULL;
}

/* A whole PNG of pixels, and of millimetres; SVG; a place that cannot be written. */
static void
test_picture (void)
{
  ScopeWindow *window = open_example ();
  ScopeView *view = scope_timeline_get_view (scope_window_get_timeline (window));
  ScopePictureDialog *dialog = scope_picture_dialog_new (GTK_WINDOW (window), view);
  g_autofree char *folder = g_dir_make_tmp ("lanescope-picture-XXXXXX", NULL), *written = NULL, *bytes = NULL;
  g_autofree char *svg = g_build_filename (folder, "one.svg", NULL), *png = g_build_filename (folder, "one.png", NULL);
  g_autofree char *no = g_build_filename (folder, "no such folder", "one.png", NULL);
  gsize length;
  guint nameless;
  gint64 from, to;

  gtk_window_present (GTK_WINDOW (dialog));
  g_assert_true (gui_wait (picture_settled, dialog));
  g_assert_null (scope_picture_dialog_get_error (dialog));
  g_assert_nonnull (gtk_picture_get_paintable (find (dialog, "GtkPicture", NULL)));
  /* Return exports; it does not cancel, though that button comes first. */
  g_assert_true (gtk_widget_has_css_class (gtk_window_get_focus (GTK_WINDOW (dialog)), "suggested-action"));
  g_assert_true (gtk_window_get_default_widget (GTK_WINDOW (dialog)) == gtk_window_get_focus (GTK_WINDOW (dialog)));
  gui_check_names (GTK_WIDGET (dialog), &nameless);
  g_assert_cmpuint (nameless, ==, 0);

  g_object_ref (dialog);
  scope_picture_dialog_write (dialog, no);
  g_assert_true (gui_wait (picture_settled, dialog));
  g_assert_nonnull (strstr (scope_picture_dialog_get_error (dialog), "no such folder"));

  /* 100 x 50 mm at 300 dpi. */
  adw_combo_row_set_selected (find (dialog, "AdwComboRow", "_Unit"), 1);
  gtk_adjustment_set_value (gtk_spin_button_get_adjustment (find (dialog, "GtkSpinButton", NULL)), 50); /* the last: height */
  {
    GtkWidget *row = find (dialog, "AdwActionRow", "Size");
    GPtrArray *spins = g_ptr_array_new ();

    gui_foreach (row, add_spin, spins);
    gtk_spin_button_set_value (g_ptr_array_index (spins, 0), 100);
    g_ptr_array_unref (spins);
  }
  g_signal_connect (dialog, "written", G_CALLBACK (note_path), &written);
  scope_picture_dialog_write (dialog, png);
  g_assert_true (gui_wait (picture_settled, dialog));
  g_assert_null (scope_picture_dialog_get_error (dialog));
  g_assert_cmpstr (written, ==, png);
  g_assert_true (g_file_get_contents (png, &bytes, &length, NULL));
  g_assert_cmpuint (length, >, 1000);
  g_assert_cmpuint ((guint8) bytes[18] << 8 | (guint8) bytes[19], ==, 1181); /* 100 / 25.4 * 300 */
  g_assert_cmpuint ((guint8) bytes[22] << 8 | (guint8) bytes[23], ==, 591);
  g_clear_pointer (&bytes, g_free);
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_object_unref (dialog);

  /* The range that is seen, with the person's note in it. */
  scope_viewport_get_range (scope_view_get_viewport (view), &from, &to);
  scope_view_set_range (view, from + (to - from) / 4, from + (to - from) / 2);
  scope_notes_add (scope_view_get_notes (view), from + (to - from) / 3, from + (to - from) / 3, "mine alone", 0);
  dialog = g_object_ref (scope_picture_dialog_new (GTK_WINDOW (window), view));
  g_assert_cmpuint (g_list_model_get_n_items (adw_combo_row_get_model (find (dialog, "AdwComboRow", "_Range"))), ==, 2);
  g_assert_true (has_note (dialog, svg));

  /* What is selected can be asked for; the note lies outside. */
  scope_view_select_range (view, from, from + (to - from) / 5);
  dialog = g_object_ref (scope_picture_dialog_new (GTK_WINDOW (window), view));
  adw_combo_row_set_selected (find (dialog, "AdwComboRow", "_Range"), 2);
  g_assert_false (has_note (dialog, svg));
  scope_notes_remove (scope_view_get_notes (view), scope_notes_get (scope_view_get_notes (view), 0));
  gtk_window_destroy (GTK_WINDOW (window));
  g_unlink (png);
  g_unlink (svg);
  g_rmdir (folder);
}

static gboolean
has_texture (gpointer clipboard)
{
  return gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (clipboard), GDK_TYPE_TEXTURE);
}

static void
test_copy (void)
{
  ScopeWindow *window = open_example ();
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (window));

  gdk_clipboard_set_text (clipboard, "something else");
  g_assert_false (has_texture (clipboard));
  g_action_group_activate_action (G_ACTION_GROUP (window), "copy-picture", NULL);
  g_assert_true (gui_wait (has_texture, clipboard));
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
has_file (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

typedef struct
{
  GtkWidget *runs;
  const char *uri;
} Run;

static void
look_for_run (GtkWidget *widget, gpointer data)
{
  gpointer *search = data; /* uri, found */
  GVariant *target = GTK_IS_BUTTON (widget) ? gtk_actionable_get_action_target_value (GTK_ACTIONABLE (widget)) : NULL;

  if (target != NULL && g_variant_is_of_type (target, G_VARIANT_TYPE_STRING)
      && g_str_equal (g_variant_get_string (target, NULL), search[0]))
    search[1] = widget;
}

/* The button of the run is there, and shows a picture. */
static gboolean
shows_run (gpointer data)
{
  Run *run = data;
  gpointer search[2] = { (gpointer) run->uri, NULL };
  Search picture = { "GtkPicture", NULL, NULL };

  gui_foreach (run->runs, look_for_run, search);
  if (search[1] == NULL)
    return FALSE;
  gui_foreach (search[1], look_for, &picture);
  return picture.found != NULL && gtk_picture_get_paintable (GTK_PICTURE (picture.found)) != NULL;
}

static gboolean
shows_error (gpointer window)
{
  return g_str_equal (scope_window_get_page (window), "error");
}

static gboolean
is_listed (const char *uri)
{
  g_autoptr (GPtrArray) runs = scope_recent_runs_list (1000);

  for (guint i = 0; i < runs->len; i++)
    if (g_str_equal (gtk_recent_info_get_uri (g_ptr_array_index (runs, i)), uri))
      return TRUE;
  return FALSE;
}

/* GTK's dialogs put what was saved among the recent files, too: an exported picture is no run. */
static void
test_recent_files (void)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "exported.png", NULL), *uri = NULL;

  g_mkdir_with_parents (g_get_user_data_dir (), 0700);
  g_assert_true (g_file_set_contents (path, "x", 1, NULL));
  uri = g_filename_to_uri (path, NULL, NULL);
  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri,
                               &(GtkRecentData) { .mime_type = (char *) "image/png",
                                                  .app_name = (char *) g_get_application_name (),
                                                  .app_exec = (char *) "lanescope %u" });
  g_assert_true (gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri));
  g_assert_false (is_listed (uri));
  scope_recent_runs_add (uri); /* opened, whatever it is called */
  g_assert_true (is_listed (uri));
  gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), uri, NULL);
  g_assert_false (is_listed (uri));
  g_unlink (path);

  scope_recent_runs_add ("ssh://node1/runs/a.eventlog"); /* on another computer */
  g_assert_true (is_listed ("ssh://node1/runs/a.eventlog"));
  gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), "ssh://node1/runs/a.eventlog", NULL);
}

/* What cannot be read is no recent run. */
static void
test_recent_failed (void)
{
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "no-trace.eventlog", NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  ScopeWindow *window;

  g_assert_cmpint (g_mkdir_with_parents (g_get_user_cache_dir (), 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "no trace", -1, NULL));
  window = gui_window_open (application, path, 900, 600);
  g_assert_true (gui_wait (shows_error, window));
  g_assert_false (is_listed (uri));
  gtk_window_destroy (GTK_WINDOW (window));
  g_unlink (path);
}

/* What was opened stands on the empty window, as a picture; a click opens it there. */
static void
test_recent (void)
{
  g_autofree char *path = gui_dup_trace (), *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *light = scope_recent_runs_path (uri, FALSE), *dark = scope_recent_runs_path (uri, TRUE);
  ScopeWindow *window, *empty;
  Run run = { NULL, uri };
  gpointer search[2] = { uri, NULL };
  guint nameless;

  g_unlink (light);
  g_unlink (dark);
  window = open_example ();
  g_assert_true (gui_wait (has_file, light));
  g_assert_true (gui_wait (has_file, dark));
  empty = scope_window_new (GTK_APPLICATION (application));
  gtk_window_present (GTK_WINDOW (empty));
  g_assert_true (gui_wait (gui_window_is_settled, empty));
  run.runs = find (empty, "ScopeRecentRuns", NULL);
  g_assert_true (gui_wait (shows_run, &run));
  gui_check_names (run.runs, &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  gui_foreach (run.runs, look_for_run, search);
  g_signal_emit_by_name (search[1], "clicked");
  g_assert_true (gui_wait (gui_window_is_settled, empty));
  g_assert_cmpstr (scope_window_get_page (empty), ==, "trace");
  gtk_window_destroy (GTK_WINDOW (empty));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Every key of an action is in the window that lists the keys. */
static void
test_shortcuts (void)
{
  g_autoptr (GBytes) bytes = g_resources_lookup_data ("/org/lanescope/Lanescope/gtk/help-overlay.ui", 0, NULL);
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (GTK_APPLICATION (application));
  g_autofree char *text = NULL;
  guint n = 0;

  g_assert_nonnull (bytes);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) accels = gtk_application_get_accels_for_action (GTK_APPLICATION (application), actions[i]);
      gboolean found = accels[0] == NULL;

      for (guint k = 0; accels[k] != NULL && !found; k++)
        {
          g_autofree char *safe = g_markup_escape_text (accels[k], -1);
          const char *at = text;

          /* Those of the panels stand there as one row. */
          found = g_str_has_prefix (accels[k], "<Control><Alt>") && g_ascii_isdigit (accels[k][strlen (accels[k]) - 1])
                  && strstr (text, "&lt;Control&gt;&lt;Alt&gt;0...9") != NULL;
          while (!found && (at = strstr (at, safe)) != NULL)
            {
              found = (at[-1] == '>' || at[-1] == ' ') && (at[strlen (safe)] == '<' || at[strlen (safe)] == ' ');
              at++;
            }
          n++;
        }
      if (!found)
        g_test_message ("%s (%s) is not in the list", actions[i], accels[0]);
      g_assert_true (found);
    }
  g_assert_cmpuint (n, >, 10);
}

/* It fits the smallest window that ours can be. */
static void
test_shortcuts_fit (void)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/org/lanescope/Lanescope/gtk/help-overlay.ui");
  GtkWidget *window = GTK_WIDGET (gtk_builder_get_object (builder, "help_overlay"));
  int width, height;

  g_assert_nonnull (window);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (gui_wait (gui_is_mapped, window));
  gtk_widget_measure (window, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (window, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  g_test_message ("%d x %d", width, height);
  g_assert_cmpint (width, <=, 900);
  g_assert_cmpint (height, <=, 600);
  gtk_window_destroy (GTK_WINDOW (window));
}

static gpointer
open_window_of (const char *type, const char *action)
{
  GListModel *windows = gtk_window_get_toplevels ();

  g_action_group_activate_action (G_ACTION_GROUP (application), action, NULL);
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (g_str_equal (G_OBJECT_TYPE_NAME (window), type))
        {
          g_assert_true (gui_wait (gui_is_mapped, window));
          return window;
        }
    }
  return NULL;
}

static void
test_help (void)
{
  ScopeWindow *window = open_example ();
  GtkWidget *help = open_window_of ("ScopeHelp", "help");
  guint nameless;

  g_assert_nonnull (help);
  g_assert_nonnull (find (help, "GtkStackSidebar", NULL));
  gui_check_names (help, &nameless);
  g_assert_cmpuint (nameless, ==, 0);
  gtk_window_destroy (GTK_WINDOW (help));
  help = open_window_of ("AdwAboutWindow", "about");
  g_assert_nonnull (help);
  g_assert_cmpstr (adw_about_window_get_version (ADW_ABOUT_WINDOW (help)), ==, LANESCOPE_VERSION);
  gtk_window_destroy (GTK_WINDOW (help));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  int status;

  gui_init (&argc, &argv);
  application = gui_application_new ();
  g_test_add_func ("/dialogs/preferences", test_preferences);
  g_test_add_func ("/dialogs/preferences/simulations", test_simulations);
  g_test_add_func ("/dialogs/cache", test_cache);
  g_test_add_func ("/dialogs/outlives", test_outlives);
  g_test_add_func ("/dialogs/picture", test_picture);
  g_test_add_func ("/dialogs/copy", test_copy);
  g_test_add_func ("/dialogs/recent", test_recent);
  g_test_add_func ("/dialogs/recent-files", test_recent_files);
  g_test_add_func ("/dialogs/recent-failed", test_recent_failed);
  g_test_add_func ("/dialogs/shortcuts", test_shortcuts);
  g_test_add_func ("/dialogs/shortcuts-fit", test_shortcuts_fit);
  g_test_add_func ("/dialogs/help", test_help);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
