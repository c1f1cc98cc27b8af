/* scope-window-actions.c: what menus, buttons and keys of the window do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include "app/document/scope-files.h"
#include "app/kit/scope-toast.h"
#include "app/window/scope-recent-runs.h"
#include "app/window/scope-run-list-window.h"
#include "app/window/scope-window-clocks.h"
#include "io/files/scope-session.h"
#include "widgets/kit/scope-file-chooser.h"

#include <glib/gi18n.h>

#define MAX_RECENT 10

/* Here if the window is empty, else in another one. */
static void
open_one (ScopeWindow *self, GFile *file)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, file);
  scope_host_request (self->host, files, NULL, NULL);
}

/* --- opening --- */

static void
chosen (gpointer owner, GPtrArray *files, gpointer data)
{
  if (files->len > 0)
    scope_host_request (SCOPE_WINDOW (owner)->host, files, NULL, NULL);
}

static void
open_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;
  g_autoptr (GtkFileFilter) traces = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  static const char *const simulations[] = { "out", "txt", "xml", "log", "kanata", "perf" };
  GtkFileChooser *chooser = scope_file_chooser_new (GTK_WIDGET (self), GTK_FILE_CHOOSER_ACTION_OPEN, _("Open a Trace"), _("_Open"),
                                                    chosen, NULL, NULL);

  if (chooser == NULL)
    return;
  gtk_file_chooser_set_select_multiple (chooser, TRUE);
  gtk_file_filter_set_name (traces, _("Traces and Sessions"));
  gtk_file_filter_add_suffix (traces, "eventlog");
  gtk_file_filter_add_suffix (traces, "parevents");
  gtk_file_filter_add_suffix (traces, "gz");
  /* Erlang's traces have no ending of their own: they are known by what is in them. */
  gtk_file_filter_add_mime_type (traces, "application/x-erlang-trace");
  gtk_file_filter_add_mime_type (traces, "text/x-erlang-probes");
  gtk_file_filter_add_mime_type (traces, "application/x-schedplot");
  gtk_file_filter_add_mime_type (traces, "text/x-gem5-trace");
  /* Simulations: text by whatever name, XML, logs of pipelines */
  for (guint i = 0; i < G_N_ELEMENTS (simulations); i++)
    gtk_file_filter_add_suffix (traces, simulations[i]);
  gtk_file_filter_add_suffix (traces, "lanescope");
  gtk_file_filter_set_name (all, _("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, traces);
  gtk_file_chooser_add_filter (chooser, all);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
open_uri_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  open_one (user_data, g_file_new_for_uri (g_variant_get_string (parameter, NULL)));
}

static void
example_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_auto (GStrv) paths = scope_files_list_examples ();
  const char *path = paths[0];

  /* An archive of several machines shows more than a single log. */
  for (guint i = 0; paths[i] != NULL; i++)
    if (g_str_has_suffix (paths[i], ".parevents"))
      path = paths[i];
  if (path != NULL)
    open_one (user_data, g_file_new_for_path (path));
}

static void
cancel_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;

  if (self->host->document != NULL)
    scope_document_cancel (self->host->document);
}

static void
runs_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_window_present (GTK_WINDOW (scope_run_list_window_new (SCOPE_WINDOW (user_data)->comparison)));
}

/* --- saving --- */

static void
save_to (ScopeHost *host, const char *path)
{
  g_action_group_activate_action (
      G_ACTION_GROUP (gtk_window_get_application (host->window)), "save-session",
      g_variant_new ("(us)", gtk_application_window_get_id (GTK_APPLICATION_WINDOW (host->window)), path));
}

static void
session_chosen (ScopeHost *host, const char *path, gpointer data)
{
  g_autofree char *whole = g_str_has_suffix (path, SCOPE_SESSION_SUFFIX) ? g_strdup (path)
                                                                         : g_strconcat (path, SCOPE_SESSION_SUFFIX, NULL);

  save_to (host, whole);
}

static void
save_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeHost *host = SCOPE_WINDOW (user_data)->host;
  g_autofree char *title = NULL, *name = NULL;

  if (host->document == NULL)
    return;
  title = scope_document_dup_title (host->document);
  name = g_strconcat (title, SCOPE_SESSION_SUFFIX, NULL);
  scope_host_choose (host, GTK_FILE_CHOOSER_ACTION_SAVE, _("Save Session"), _("_Save"), name, session_chosen, NULL, NULL);
}

static void
save_to_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  save_to (SCOPE_WINDOW (user_data)->host, g_variant_get_string (parameter, NULL));
}

/* What a panel has written. */
static void
notify_written_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_toast_say_written (SCOPE_WINDOW (user_data)->host->toasts, g_variant_get_string (parameter, NULL));
}

/* --- looking --- */

static void
main_menu_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (SCOPE_WINDOW (user_data)->menu_button));
}

/* --- states --- */

void
scope_window_update_actions (ScopeWindow *self)
{
  static const char *const of_a_trace[] = { "export-picture", "copy-picture", "export-panel", "export-notes",
                                            "import-notes" };
  ScopeHost *host = self->host;
  gboolean shown = host->document != NULL && scope_host_is_at (host, "trace");
  ScopeTrace *trace = host->document != NULL ? scope_document_get_trace (host->document) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (of_a_trace); i++)
    scope_host_enable (host, of_a_trace[i], shown);
  scope_host_enable (host, "save-session", shown && scope_host_get_run (host) != NULL);
  scope_host_enable (host, "cancel", trace != NULL && scope_document_get_state (host->document) == SCOPE_DOCUMENT_LOADING);
  scope_window_clocks_update (host);
  scope_part_update (self->comparison);
  scope_part_update (self->live);
  scope_part_update (self->keep);
  scope_part_update (self->panels);
  scope_part_update (self->finding);
}

static void
append_uri (GMenu *section, const char *label, const char *uri)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
  GString *safe = g_string_new (label);

  /* An underscore in a menu would be a mnemonic. */
  g_string_replace (safe, "_", "__", 0);
  g_menu_item_set_label (item, safe->str);
  g_menu_item_set_action_and_target (item, "win.open-uri", "s", uri);
  g_menu_append_item (section, item);
  g_string_free (safe, TRUE);
}

static void
fill_recent (GtkRecentManager *manager, ScopeWindow *self)
{
  g_autoptr (GPtrArray) runs = scope_recent_runs_list (MAX_RECENT);

  g_menu_remove_all (self->recent_section);
  for (guint i = 0; i < runs->len; i++)
    append_uri (self->recent_section, gtk_recent_info_get_display_name (g_ptr_array_index (runs, i)),
                gtk_recent_info_get_uri (g_ptr_array_index (runs, i)));
}

/* GTK 4.8 leaves the keyboard with an item that was chosen in a submenu: it is not seen any more, and no key is heard. */
static gboolean
take_keyboard_back (gpointer data)
{
  ScopeWindow *self = data;
  GtkPopover *menu = gtk_menu_button_get_popover (GTK_MENU_BUTTON (self->menu_button));
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (menu == NULL || gtk_widget_get_mapped (GTK_WIDGET (menu)) /* gone, or open again */
      || (focus != NULL && !gtk_widget_is_ancestor (focus, GTK_WIDGET (menu))))
    return G_SOURCE_REMOVE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self->host->timeline)))
    gtk_widget_grab_focus (GTK_WIDGET (self->host->timeline));
  else
    gtk_widget_grab_focus (self->menu_button);
  return G_SOURCE_REMOVE;
}

static void
menu_closed (GtkPopover *menu, ScopeWindow *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, take_keyboard_back, g_object_ref (self), g_object_unref);
}

void
scope_window_fill_menus (ScopeWindow *self)
{
  g_auto (GStrv) paths = scope_files_list_examples ();
  GtkRecentManager *manager = gtk_recent_manager_get_default ();

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *name = g_path_get_basename (paths[i]);
      g_autofree char *uri = g_filename_to_uri (paths[i], NULL, NULL);

      if (uri != NULL)
        append_uri (self->example_section, name, uri);
    }
  gtk_widget_set_visible (self->example_button, paths[0] != NULL);
  g_menu_append_submenu (self->file_section, _("Open _Recent"), G_MENU_MODEL (self->recent_section));
  g_menu_append_submenu (self->view_section, _("_View"), G_MENU_MODEL (self->view_menu));
  fill_recent (manager, self);
  g_signal_connect_object (manager, "changed", G_CALLBACK (fill_recent), self, 0);
  g_signal_connect_object (gtk_menu_button_get_popover (GTK_MENU_BUTTON (self->menu_button)), "closed",
                           G_CALLBACK (menu_closed), self, 0);
}

void
scope_window_add_actions (ScopeWindow *self)
{
  static const GActionEntry entries[] = {
    { "open", open_activated },
    { "open-uri", open_uri_activated, "s" },
    { "example", example_activated },
    { "cancel", cancel_activated },
    { "runs", runs_activated },
    { "save-session", save_activated },
    { "save-session-to", save_to_activated, "s" },
    { "notify-written", notify_written_activated, "s" },
    { "main-menu", main_menu_activated },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
