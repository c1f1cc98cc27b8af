/* scope-window-actions.c: what menus, buttons and keys of the window do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-recent-runs.h"
#include "app/window/scope-window-private.h"

#include <glib/gi18n.h>

#define MAX_RECENT 10

static void
open_here_or_beside (ScopeWindow *self, GFile *const *files, guint n_files)
{
  scope_application_open_files (SCOPE_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))),
                                GTK_WINDOW (self), files, n_files);
}

/* --- opening --- */

static void
chosen (GtkNativeDialog *dialog, int response, ScopeWindow *self)
{
  g_autoptr (GListModel) list = NULL;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  if (response == GTK_RESPONSE_ACCEPT)
    {
      list = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
      for (guint i = 0; i < g_list_model_get_n_items (list); i++)
        g_ptr_array_add (files, g_list_model_get_item (list, i));
    }
  g_clear_object (&self->chooser);
  if (files->len > 0)
    open_here_or_beside (self, (GFile *const *) files->pdata, files->len);
}

static void
open_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;
  g_autoptr (GtkFileFilter) traces = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  static const char *const simulations[] = { "out", "txt", "xml", "log", "kanata", "perf" };

  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_("Open a Trace"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN,
                                               _("_Open"), _("_Cancel"));
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (self->chooser), TRUE);
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
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), traces);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->chooser), all);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect (self->chooser, "response", G_CALLBACK (chosen), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
open_uri_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  open_here_or_beside (user_data, &file, 1);
}

static void
example_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_auto (GStrv) paths = scope_application_list_examples ();
  const char *path = paths[0];

  /* An archive of several machines shows more than a single log. */
  for (guint i = 0; paths[i] != NULL; i++)
    if (g_str_has_suffix (paths[i], ".parevents"))
      path = paths[i];
  if (path != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);

      open_here_or_beside (user_data, &file, 1);
    }
}

static void
cancel_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;

  if (self->document != NULL)
    scope_document_cancel (self->document);
}

/* --- looking --- */

static void
change_local_time (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  ScopeWindow *self = user_data;

  scope_trace_set_local_time (scope_document_get_trace (self->document), g_variant_get_boolean (value));
  scope_window_update_actions (self);
}

/* --- states --- */

static GSimpleAction *
lookup (ScopeWindow *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name));
}

void
scope_window_update_actions (ScopeWindow *self)
{
  gboolean shown = self->document != NULL && g_str_equal (scope_window_get_page (self), "trace");
  ScopeTrace *trace = self->document != NULL ? scope_document_get_trace (self->document) : NULL;
  gboolean loading =
      self->document != NULL && scope_document_get_state (self->document) == SCOPE_DOCUMENT_LOADING;
  const char *const of_a_trace[] = { "export-picture", "copy-picture", "export-panel", "export-notes",
                                     "import-notes",   "save-session" };

  for (guint i = 0; i < G_N_ELEMENTS (of_a_trace); i++)
    g_simple_action_set_enabled (lookup (self, of_a_trace[i]), shown);
  scope_window_update_compare_actions (self);
  g_simple_action_set_enabled (lookup (self, "cancel"), loading);
  g_simple_action_set_enabled (lookup (self, "local-time"), shown && scope_trace_n_machines (trace) > 1);
  g_simple_action_set_state (lookup (self, "local-time"),
                             g_variant_new_boolean (trace != NULL && scope_trace_get_local_time (trace)));
  scope_window_update_live_actions (self);
  scope_window_update_panels (self);
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
  if (gtk_widget_get_mapped (GTK_WIDGET (self->timeline)))
    gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
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
  g_auto (GStrv) paths = scope_application_list_examples ();
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
    { "local-time", NULL, NULL, "false", change_local_time },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
