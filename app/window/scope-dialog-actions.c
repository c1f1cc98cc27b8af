/* scope-dialog-actions.c: see scope-dialog-actions.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-dialog-actions.h"

#include "app/dialogs/scope-help.h"
#include "app/dialogs/scope-preferences.h"
#include "app/window/scope-runs-window.h"
#include "app/window/scope-window.h"

#include <glib/gi18n.h>

static void
about_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  adw_show_about_window (gtk_application_get_active_window (GTK_APPLICATION (user_data)),
                         "application-name", "Lanescope",
                         "application-icon", g_application_get_application_id (G_APPLICATION (user_data)),
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
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (user_data));
  g_autoptr (ScopeSettings) settings = NULL;

  if (SCOPE_IS_PREFERENCES (window)) /* modal: it is there already */
    return;
  g_object_get (user_data, "settings", &settings, NULL);
  gtk_window_present (GTK_WINDOW (scope_preferences_new (window, settings)));
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
  GtkWindow *active = gtk_application_get_active_window (GTK_APPLICATION (user_data));
  ScopeDocument *document = SCOPE_IS_WINDOW (active) ? scope_window_get_document (SCOPE_WINDOW (active)) : NULL;
  GFile *file = document != NULL ? scope_document_get_file (document) : NULL;
  ScopeRun *run = document != NULL ? scope_document_get_run (document) : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();
  const char *paths[] = { path, NULL };
  g_autoptr (ScopeSettings) settings = NULL;
  ScopeRunsWindow *window;

  g_object_get (user_data, "settings", &settings, NULL);
  window = scope_runs_window_new (GTK_APPLICATION (user_data), settings);
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

void
scope_dialog_actions_add (GtkApplication *application)
{
  static const GActionEntry entries[] = {
    { "about", about_activated },
    { "preferences", preferences_activated },
    { "help", help_activated },
    { "scaling", runs_activated },
    { "band", runs_activated },
    { "open-folder", open_folder_activated, "s" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
}
