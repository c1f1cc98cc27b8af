/* scope-application.c: command line, windows, and the actions that belong to no window.
 *
 * Options that need no display are answered before GTK is started, and without a display the user is told which
 * program can help instead of reading GTK's own complaint.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-application.h"

#include "app/scope-app-resources.h"
#include "app/document/scope-files.h"
#include "app/dialogs/scope-help.h"
#include "app/dock/scope-panels.h"
#include "app/dialogs/scope-preferences.h"
#include "app/window/scope-session-opener.h"
#include "app/window/scope-runs-window.h"
#include "app/window/scope-window.h"
#include "io/source/scope-feed.h"
#include "widgets/scope-widgets.h"

#include <glib/gi18n.h>
#include <stdio.h>

struct _ScopeApplication
{
  AdwApplication parent_instance;

  ScopeSettings *settings;
  char *screenshot; /* path of a picture to be made of the first window; hidden, for tests */
  char *baseline; /* path or URI of what the first trace is to be compared with, or NULL */
  int width, height;
  char **sources; /* folders of --source-path, or NULL */
  char **follow; /* what --follow named, until there is a window; or NULL */
};

G_DEFINE_FINAL_TYPE (ScopeApplication, scope_application, ADW_TYPE_APPLICATION)

ScopeSettings *
scope_application_get_settings (ScopeApplication *self)
{
  return self->settings;
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

char **
scope_application_list_examples (void)
{
  const char *dirs[] = { g_getenv ("LANESCOPE_EXAMPLES"), SCOPE_EXAMPLES_DIR, SCOPE_SOURCE_EXAMPLES_DIR };
  GPtrArray *paths = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (dirs) && paths->len == 0; i++)
    {
      g_autoptr (GDir) dir = dirs[i] != NULL ? g_dir_open (dirs[i], 0, NULL) : NULL;
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        if (g_str_has_suffix (name, ".eventlog") || g_str_has_suffix (name, ".parevents"))
          g_ptr_array_add (paths, g_build_filename (dirs[i], name, NULL));
    }
  g_ptr_array_sort (paths, compare_paths);
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (paths, FALSE);
}

char **
scope_application_list_source_folders (ScopeApplication *self)
{
  GPtrArray *folders = g_ptr_array_new ();
  g_autofree char *chosen = scope_settings_dup_string (self->settings, "source-path");
  g_auto (GStrv) parts = g_strsplit (chosen, G_SEARCHPATH_SEPARATOR_S, -1);

  for (char **folder = self->sources; folder != NULL && *folder != NULL; folder++)
    g_ptr_array_add (folders, g_canonicalize_filename (*folder, NULL));
  for (char **folder = parts; *folder != NULL; folder++)
    if (g_strstrip (*folder)[0] != '\0')
      g_ptr_array_add (folders, g_strdup (*folder));
  g_ptr_array_add (folders, NULL);
  return (char **) g_ptr_array_free (folders, FALSE);
}

static ScopeWindow *
new_window (ScopeApplication *self)
{
  ScopeWindow *window = scope_window_new (self);

  if (self->width > 0)
    {
      gtk_window_unmaximize (GTK_WINDOW (window));
      gtk_window_set_default_size (GTK_WINDOW (window), self->width, self->height);
    }
  return window;
}

/* The window itself if it is empty, else a new one. */
static ScopeWindow *
room_for_one (ScopeApplication *self, GtkWindow *window)
{
  /* A panel's window stands for the one it was taken out of. */
  if (window != NULL && !SCOPE_IS_WINDOW (window))
    window = gtk_window_get_transient_for (window);
  if (SCOPE_IS_WINDOW (window) && scope_window_is_empty (SCOPE_WINDOW (window)))
    return SCOPE_WINDOW (window);
  return new_window (self);
}

void
scope_application_follow (ScopeApplication *self, GtkWindow *window, const char *where)
{
  ScopeWindow *target;

  g_return_if_fail (SCOPE_IS_APPLICATION (self));

  target = room_for_one (self, window);
  scope_window_follow (target, where);
  gtk_window_present (GTK_WINDOW (target));
}

static ScopeWindow *
open_run (ScopeApplication *self, GtkWindow *window, GFile *const *files, guint n_files)
{
  ScopeWindow *target = room_for_one (self, window);

  scope_window_open (target, files, n_files);
  if (self->baseline != NULL)
    {
      g_autoptr (GFile) baseline = g_file_new_for_commandline_arg (self->baseline);

      g_clear_pointer (&self->baseline, g_free);
      scope_window_compare (target, &baseline, 1);
    }
  if (self->screenshot != NULL)
    {
      scope_window_take_picture (target, self->screenshot);
      g_clear_pointer (&self->screenshot, g_free);
    }
  gtk_window_present (GTK_WINDOW (target));
  return target;
}

typedef struct
{
  ScopeApplication *application;
  GtkWindow *window; /* weak */
} Opening;

static void
grouped (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Opening *opening = user_data;
  g_autoptr (GPtrArray) groups = scope_files_group_finish (result, NULL);
  ScopeWindow *last = NULL;

  for (guint i = 0; groups != NULL && i < groups->len; i++)
    {
      GPtrArray *files = groups->pdata[i];

      last = open_run (opening->application, opening->window, (GFile *const *) files->pdata, files->len);
    }
  if (last != NULL && groups->len > 1)
    {
      g_autofree char *text = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "Opened %u run in its own window",
                       "Opened %u runs, each in its own window", groups->len), groups->len);

      scope_window_toast (last, text);
    }
  g_clear_weak_pointer (&opening->window);
  g_application_release (G_APPLICATION (opening->application));
  g_object_unref (opening->application);
  g_free (opening);
}

void
scope_application_open_files (ScopeApplication *self, GtkWindow *window, GFile *const *files, guint n_files)
{
  Opening *opening;

  g_return_if_fail (SCOPE_IS_APPLICATION (self));
  g_return_if_fail (n_files > 0);

  if (n_files == 1 && scope_session_is_named (files[0]))
    {
      scope_session_open (self, window, files[0]);
      return;
    }
  if (n_files == 1)
    {
      open_run (self, window, files, n_files);
      return;
    }
  opening = g_new0 (Opening, 1);
  opening->application = g_object_ref (self);
  g_set_weak_pointer (&opening->window, window);
  /* There may be no window yet. */
  g_application_hold (G_APPLICATION (self));
  scope_files_group_async (files, n_files, NULL, grouped, opening);
}

/* --- actions --- */

static void
new_window_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (new_window (SCOPE_APPLICATION (user_data))));
}

static void
quit_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (user_data)));

  /* Closing the windows cancels what they are reading; those of panels go with theirs. */
  for (GList *item = windows; item != NULL; item = item->next)
    if (g_list_find (gtk_application_get_windows (GTK_APPLICATION (user_data)), item->data) != NULL
        && SCOPE_IS_WINDOW (item->data))
      gtk_window_destroy (item->data);
  g_application_quit (G_APPLICATION (user_data));
}

static void
about_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  adw_show_about_window (gtk_application_get_active_window (GTK_APPLICATION (user_data)),
                         "application-name", "Lanescope",
                         "application-icon", SCOPE_APPLICATION_ID,
                         "version", LANESCOPE_VERSION,
                         "comments", _("See what a parallel program in Haskell, Eden or Erlang did, or one in a simulator: "
                                       "every core, thread, process and message."),
                         "developer-name", _("The Lanescope developers"),
                         "copyright", _("© 2026 The Lanescope developers"),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         NULL);
}

static void
preferences_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeApplication *self = user_data;
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (SCOPE_IS_PREFERENCES (window)) /* modal: it is there already */
    return;
  gtk_window_present (GTK_WINDOW (scope_preferences_new (window, self->settings)));
}

static void
help_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (user_data));

  if (SCOPE_IS_HELP (window))
    return;
  gtk_window_present (GTK_WINDOW (scope_help_new (window)));
}

/* Several runs, beginning with the one that the active window shows. */
static void
runs_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeApplication *self = user_data;
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (self));
  ScopeDocument *document = SCOPE_IS_WINDOW (active) ? scope_window_get_document (SCOPE_WINDOW (active)) : NULL;
  GFile *file = document != NULL ? scope_document_get_file (document) : NULL;
  ScopeRun *run = document != NULL ? scope_document_get_run (document) : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();
  const char *paths[] = { path, NULL };
  ScopeRunsWindow *window = scope_runs_window_new (self);

  scope_runs_view_set_page (scope_runs_window_get_view (window), g_action_get_name (G_ACTION (action)));
  if (run != NULL) /* which may be of several files */
    {
      g_ptr_array_add (runs, run);
      scope_runs_window_add_runs (window, runs);
    }
  else
    scope_runs_window_add_paths (window, paths);
  gtk_window_present (GTK_WINDOW (window));
}

/* In which a file is. */
static void
open_folder_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GFile) file = g_file_parse_name (g_variant_get_string (parameter, NULL)), folder = g_file_get_parent (file);
  g_autofree char *uri = g_file_get_uri (folder != NULL ? folder : file);

  gtk_show_uri (gtk_application_get_active_window (user_data), uri, GDK_CURRENT_TIME);
}

/* What scripts say while a program runs: to every window that follows one; if none does, to the one that is used. */
static void
notify_followers (ScopeApplication *self, const char *action, GVariant *parameter)
{
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (self));
  g_autoptr (GVariant) value = parameter != NULL ? g_variant_ref_sink (parameter) : NULL;
  guint n = 0;

  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (self)); item != NULL; item = item->next)
    if (SCOPE_IS_WINDOW (item->data) && scope_window_is_following (item->data))
      {
        g_action_group_activate_action (item->data, action, value);
        n++;
      }
  if (n == 0 && SCOPE_IS_WINDOW (active))
    g_action_group_activate_action (G_ACTION_GROUP (active), action, value);
}

static void
follow_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_application_follow (user_data, gtk_application_get_active_window (GTK_APPLICATION (user_data)),
                            g_variant_get_string (parameter, NULL));
}

static void
mark_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  notify_followers (user_data, "mark", parameter);
}

static void
stop_following_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  notify_followers (user_data, "stop-following", NULL);
}

static void
apply_color_scheme (ScopeApplication *self)
{
  g_autofree char *name = scope_settings_dup_string (self->settings, "color-scheme");

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      g_str_equal (name, "dark")    ? ADW_COLOR_SCHEME_FORCE_DARK
                                      : g_str_equal (name, "light") ? ADW_COLOR_SCHEME_FORCE_LIGHT
                                                                    : ADW_COLOR_SCHEME_DEFAULT);
}

static void
set_accels (ScopeApplication *self)
{
  static const struct
  {
    const char *action;
    const char *accels[4];
  } accels[] = {
    { "win.open", { "<Control>o" } },
    { "win.runs", { "<Control><Shift>r" } },
    { "win.save-session", { "<Control>s" } },
    { "win.reload", { "<Control>r", "F5" } },
    { "win.cancel", { NULL } },
    { "win.follow", { "<Control><Shift>f" } },
    { "app.new-window", { "<Control>n" } },
    { "window.close", { "<Control>w" } },
    { "app.quit", { "<Control>q" } },
    { "win.compare", { "<Control><Shift>o" } },
    { "win.export-picture", { "<Control><Shift>e" } },
    { "win.copy-picture", { "<Control><Shift>c" } },
    { "app.preferences", { "<Control>comma" } },
    { "win.side", { "F9" } },
    { "win.bottom", { "F10" } },
    { "win.show-help-overlay", { "<Control>question" } },
    { "app.help", { "F1" } },
    { "app.scaling", { "<Control><Shift>s" } },
    { "app.band", { "<Control><Shift>b" } },
    { "timeline.go-to", { "<Control>l" } },
    { "timeline.add-note", { "<Control>m" } },
    { "timeline.next-note", { "<Alt>Page_Down" } },
    { "timeline.previous-note", { "<Alt>Page_Up" } },
    { "timeline.back", { "<Alt>Left" } },
    { "timeline.forward", { "<Alt>Right" } },
    { "timeline.zoom-in", { "<Control>plus", "<Control>equal", "<Control>KP_Add" } },
    { "timeline.zoom-out", { "<Control>minus", "<Control>KP_Subtract" } },
    { "timeline.fit-all", { "<Control>0", "<Control>KP_0" } },
  };
  guint n;
  const ScopePanelRow *rows;

  for (guint i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accels[i].action, accels[i].accels);

  /* The panels by their number: Ctrl+Alt+1 …, 9, 0 */
  rows = scope_panels_list (&n);
  for (guint i = 0; i < MIN (n, 10); i++)
    {
      g_autofree char *action = g_strdup_printf ("win.focus-panel::%s", rows[i].id);
      g_autofree char *number = g_strdup_printf ("<Control><Alt>%u", (i + 1) % 10);
      const char *keys[] = { number, g_str_equal (rows[i].id, "search") ? "<Control>f" : NULL, NULL };

      gtk_application_set_accels_for_action (GTK_APPLICATION (self), action, keys);
    }
  /* Those that come after the numbers are used up. */
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "win.focus-panel::locks",
                                         (const char *const[]) { "<Control><Alt>k", NULL });
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "win.focus-panel::coherence",
                                         (const char *const[]) { "<Control><Alt>j", NULL });
}

/* --- life --- */

static void
scope_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { "new-window", new_window_activated },
    { "quit", quit_activated },
    { "about", about_activated },
    { "preferences", preferences_activated },
    { "help", help_activated },
    { "scaling", runs_activated },
    { "band", runs_activated },
    { "open-folder", open_folder_activated, "s" },
    { "follow", follow_activated, "s" },
    { "mark", mark_activated, "s" },
    { "stop-following", stop_following_activated },
  };

  G_APPLICATION_CLASS (scope_application_parent_class)->startup (application);

  scope_widgets_init ();
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  set_accels (SCOPE_APPLICATION (application));
  g_signal_connect_object (SCOPE_APPLICATION (application)->settings, "changed::color-scheme",
                           G_CALLBACK (apply_color_scheme), application, G_CONNECT_SWAPPED);
  apply_color_scheme (SCOPE_APPLICATION (application));
  gtk_window_set_default_icon_name (SCOPE_APPLICATION_ID);
}

static void
scope_application_activate (GApplication *application)
{
  ScopeApplication *self = SCOPE_APPLICATION (application);
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));
  g_auto (GStrv) follow = g_steal_pointer (&self->follow);

  for (guint i = 0; follow != NULL && follow[i] != NULL; i++)
    scope_application_follow (self, window, follow[i]);
  if (follow != NULL)
    return;
  if (window == NULL)
    window = GTK_WINDOW (new_window (self));
  if (self->screenshot != NULL)
    {
      scope_window_take_picture (SCOPE_WINDOW (window), self->screenshot);
      g_clear_pointer (&self->screenshot, g_free);
    }
  gtk_window_present (window);
}

static void
scope_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  ScopeApplication *self = SCOPE_APPLICATION (application);
  g_auto (GStrv) follow = g_steal_pointer (&self->follow);

  for (guint i = 0; follow != NULL && follow[i] != NULL; i++)
    scope_application_follow (self, NULL, follow[i]);
  scope_application_open_files (self, gtk_application_get_active_window (GTK_APPLICATION (application)), files,
                                (guint) n_files);
}

/* What can only be read here, or here is written otherwise than where the program runs already. */
static char **
take_follow (const char *const *given, gboolean *ret_here)
{
  GPtrArray *places = g_ptr_array_new ();

  for (guint i = 0; given[i] != NULL; i++)
    {
      g_autoptr (GFile) file = scope_feed_is_address (given[i]) ? NULL : g_file_new_for_commandline_arg (given[i]);
      char *path = file != NULL ? g_file_get_path (file) : NULL;

      *ret_here = *ret_here || g_str_equal (given[i], "-") || g_str_has_prefix (given[i], "fd:");
      g_ptr_array_add (places, path != NULL ? path : g_strdup (given[i]));
    }
  g_ptr_array_add (places, NULL);
  return (char **) g_ptr_array_free (places, FALSE);
}

/* TRUE if a process that runs already does it. */
static gboolean
follow_elsewhere (ScopeApplication *self, const char *const *given)
{
  GApplication *application = G_APPLICATION (self);
  g_autoptr (GError) error = NULL;
  gboolean here = FALSE;

  self->follow = take_follow (given, &here);
  if (here)
    g_application_set_flags (application, g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  if (!g_application_register (application, NULL, &error))
    {
      g_printerr ("lanescope: %s\n", error->message);
      return FALSE;
    }
  if (!g_application_get_is_remote (application))
    return FALSE;
  for (guint i = 0; self->follow[i] != NULL; i++)
    g_action_group_activate_action (G_ACTION_GROUP (application), "follow", g_variant_new_string (self->follow[i]));
  return TRUE;
}

static int
scope_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  ScopeApplication *self = SCOPE_APPLICATION (application);
  g_autofree const char **follow = NULL;
  const char *size = NULL;

  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("lanescope %s\n", LANESCOPE_VERSION);
      return 0;
    }
  if (!gtk_init_check ())
    {
      g_printerr (_("lanescope: there is no display to open a window on.\n"
                    "Without a display, lanescope-cli answers the same questions in text and pictures:\n"
                    "  lanescope-cli info TRACE\n"
                    "  lanescope-cli stats TRACE\n"
                    "  lanescope-cli export -o FILE.png TRACE\n"));
      return 1;
    }

  if (g_variant_dict_lookup (options, "size", "&s", &size)
      && (sscanf (size, "%dx%d", &self->width, &self->height) != 2
          || self->width < 1 || self->height < 1 || self->width > 16384 || self->height > 16384))
    {
      g_printerr (_("lanescope: “%s” is not a size. Write it as 1600x1000.\n"), size);
      return 2;
    }
  /* A run of its own: the window that is open already may show something else. */
  if (g_variant_dict_lookup (options, "compare", "^ay", &self->baseline))
    g_application_set_flags (application, g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  if (g_variant_dict_lookup (options, "source-path", "^aay", &self->sources))
    g_application_set_flags (application, g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  if (g_variant_dict_lookup (options, "screenshot", "^ay", &self->screenshot)
      || g_variant_dict_lookup (options, "screenshot", "s", &self->screenshot))
    g_application_set_flags (application, g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  if (g_variant_dict_lookup (options, "follow", "^a&ay", &follow) && follow_elsewhere (self, follow))
    return 0;
  return -1;
}

static void
scope_application_finalize (GObject *object)
{
  g_free (SCOPE_APPLICATION (object)->screenshot);
  g_free (SCOPE_APPLICATION (object)->baseline);
  g_strfreev (SCOPE_APPLICATION (object)->follow);
  g_strfreev (SCOPE_APPLICATION (object)->sources);
  g_clear_object (&SCOPE_APPLICATION (object)->settings);
  G_OBJECT_CLASS (scope_application_parent_class)->finalize (object);
}

static void
scope_application_class_init (ScopeApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  /* In a static library, what nobody refers to is not linked. */
  g_resources_register (scope_app_get_resource ());

  G_OBJECT_CLASS (klass)->finalize = scope_application_finalize;
  application_class->startup = scope_application_startup;
  application_class->activate = scope_application_activate;
  application_class->open = scope_application_open;
  application_class->handle_local_options = scope_application_handle_local_options;
}

static void
scope_application_init (ScopeApplication *self)
{
  static const GOptionEntry entries[] = {
    { "version", 'V', 0, G_OPTION_ARG_NONE, NULL, N_("Print the version and exit"), NULL },
    { "follow", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, N_("Follow a log that is being written: a file, FIFO or socket"),
      N_("WHERE") },
    { "size", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Size of the new window"), N_("WIDTHxHEIGHT") },
    { "compare", 0, 0, G_OPTION_ARG_FILENAME, NULL, N_("Compare TRACE with this one"), N_("BASELINE") },
    { "source-path", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, N_("Also look for the sources of functions in this "
                                                                 "folder"), N_("DIR") },
    { "screenshot", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, NULL, "", "FILE.png" },
    { NULL },
  };

  self->settings = scope_settings_new ();
  g_application_add_main_option_entries (G_APPLICATION (self), entries);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _("[TRACE…]"));
  g_application_set_option_context_summary (
      G_APPLICATION (self), _("Shows the trace of a parallel program: GHC's eventlogs, Eden's .parevents archives, "
                              "Erlang's trace files, Schedplot's folders, gem5's text; folders and archives of "
                              "these.\nSeveral logs given at once are opened as one run if they belong together. "
                              "Each archive gets its own window."));
}

ScopeApplication *
scope_application_new (void)
{
  return g_object_new (SCOPE_TYPE_APPLICATION,
                       "application-id", SCOPE_APPLICATION_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/org/lanescope/Lanescope",
                       NULL);
}
