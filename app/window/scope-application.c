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
#include "app/node/scope-node.h"
#include "app/window/scope-dialog-actions.h"
#include "app/window/scope-keys.h"
#include "app/window/scope-session-opener.h"
#include "app/window/scope-session-saver.h"
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

enum
{
  PROP_SETTINGS = 1,
  PROP_SOURCE_FOLDERS,
};

G_DEFINE_FINAL_TYPE (ScopeApplication, scope_application, ADW_TYPE_APPLICATION)

ScopeSettings *
scope_application_get_settings (ScopeApplication *self)
{
  return self->settings;
}

static ScopeWindow *
new_window (ScopeApplication *self)
{
  ScopeWindow *window = scope_window_new (GTK_APPLICATION (self));

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

/* A log that is still being written (`where` as scope_feed_open() takes it; a path must be absolute): in `window` if it is empty,
 * else in a new one. `window` may be NULL. */
static void
follow_log (ScopeApplication *self, GtkWindow *window, const char *where)
{
  ScopeWindow *target = room_for_one (self, window);

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
      scope_session_open (GTK_APPLICATION (self), self->settings, window, files[0]);
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

/* From files that a window named: those alone, one of several runs in a simulation's trace, or what is compared with another one. */
static void
open_as_told (ScopeApplication *self, GtkWindow *window, GPtrArray *files, GVariant *options)
{
  ScopeWindow *target = room_for_one (self, window);
  const char *baseline;
  guint run;

  if (g_variant_lookup (options, "run", "u", &run))
    scope_window_open_run (target, files->pdata[0], run);
  else
    scope_window_open_alone (target, (GFile *const *) files->pdata, files->len, NULL, NULL);
  gtk_window_present (GTK_WINDOW (target));
  if (g_variant_lookup (options, "compare", "&s", &baseline) && baseline[0] != '\0')
    {
      g_autoptr (GFile) file = g_file_new_for_uri (baseline);

      scope_window_compare (target, &file, 1);
    }
}

/* app.open (uasa{sv}): the number of the window that asks, URIs, and how: "alone" (b), "run" (u), "compare" (s: a URI), "follow" (s). */
static void
open_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeApplication *self = user_data;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GVariant) options = NULL;
  g_autofree const char **uris = NULL;
  GtkWindow *window;
  const char *where;
  guint id;

  g_variant_get (parameter, "(u^a&s@a{sv})", &id, &uris, &options);
  window = gtk_application_get_window_by_id (GTK_APPLICATION (self), id);
  for (guint i = 0; uris[i] != NULL; i++)
    g_ptr_array_add (files, g_file_new_for_uri (uris[i]));
  if (g_variant_lookup (options, "follow", "&s", &where))
    follow_log (self, window, where);
  else if (files->len > 0 && g_variant_n_children (options) > 0)
    open_as_told (self, window, files, options);
  else if (files->len > 0)
    scope_application_open_files (self, window, (GFile *const *) files->pdata, files->len);
}

/* app.save-session (us): all windows, by the wish of one of them. */
static void
save_session_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWindow *window;
  const char *path;
  guint id;

  g_variant_get (parameter, "(u&s)", &id, &path);
  window = gtk_application_get_window_by_id (user_data, id);
  if (SCOPE_IS_WINDOW (window))
    scope_session_save (SCOPE_WINDOW (window), path);
}

static void
new_window_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (new_window (SCOPE_APPLICATION (user_data))));
}

static void
quit_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (user_data)));

  for (GList *item = windows; item != NULL; item = item->next)
    if (SCOPE_IS_WINDOW (item->data) && scope_window_ask_to_quit (item->data))
      return;
  /* Closing the windows cancels what they are reading; those of panels go with theirs. */
  for (GList *item = windows; item != NULL; item = item->next)
    if (g_list_find (gtk_application_get_windows (GTK_APPLICATION (user_data)), item->data) != NULL
        && SCOPE_IS_WINDOW (item->data))
      gtk_window_destroy (item->data);
  g_application_quit (G_APPLICATION (user_data));
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
  follow_log (user_data, gtk_application_get_active_window (GTK_APPLICATION (user_data)),
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

/* --- life --- */

static void
scope_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { "new-window", new_window_activated },
    { "quit", quit_activated },
    { "open", open_activated, "(uasa{sv})" },
    { "save-session", save_session_activated, "(us)" },
    { "follow", follow_activated, "s" },
    { "mark", mark_activated, "s" },
    { "stop-following", stop_following_activated },
  };

  G_APPLICATION_CLASS (scope_application_parent_class)->startup (application);

  scope_widgets_init ();
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  scope_dialog_actions_add (GTK_APPLICATION (application));
  scope_keys_set (GTK_APPLICATION (application));
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
    follow_log (self, window, follow[i]);
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
    follow_log (self, NULL, follow[i]);
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
      g_autoptr (GFile) file = scope_feed_is_address (given[i]) || scope_node_is_address (given[i]) ? NULL : g_file_new_for_commandline_arg (given[i]);
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
  for (char **folder = self->sources; folder != NULL && *folder != NULL; folder++)
    {
      g_autofree char *given = *folder;

      *folder = g_canonicalize_filename (given, NULL);
    }
  if (g_variant_dict_lookup (options, "screenshot", "^ay", &self->screenshot)
      || g_variant_dict_lookup (options, "screenshot", "s", &self->screenshot))
    g_application_set_flags (application, g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  if (g_variant_dict_lookup (options, "follow", "^a&ay", &follow) && follow_elsewhere (self, follow))
    return 0;
  return -1;
}

static void
scope_application_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ScopeApplication *self = SCOPE_APPLICATION (object);

  if (id == PROP_SETTINGS)
    g_value_set_object (value, self->settings);
  else
    g_value_take_boxed (value, scope_settings_dup_source_folders (self->settings, (const char *const *) self->sources));
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
  G_OBJECT_CLASS (klass)->get_property = scope_application_get_property;
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_SETTINGS,
      g_param_spec_object ("settings", NULL, NULL, SCOPE_TYPE_SETTINGS, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_SOURCE_FOLDERS,
      g_param_spec_boxed ("source-folders", NULL, NULL, G_TYPE_STRV, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
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
