/* scope-window-dnd.c: files dropped on the window are opened as those given on the command line are; one that is dropped on
 * a trace may also be compared with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include <glib/gi18n.h>

static void
open_files (ScopeWindow *self, GFile *const *files, guint n_files)
{
  scope_application_open_files (SCOPE_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), GTK_WINDOW (self), files,
                                n_files);
}

/* What one meant by dropping it. */
typedef struct
{
  ScopeWindow *window;
  GFile *file;
} Dropped;

static void
answered (AdwMessageDialog *dialog, const char *response, Dropped *dropped)
{
  if (g_str_equal (response, "compare"))
    scope_window_compare (dropped->window, &dropped->file, 1);
  else if (g_str_equal (response, "open"))
    open_files (dropped->window, &dropped->file, 1);
}

static void
dropped_free (gpointer data, GClosure *closure)
{
  Dropped *dropped = data;

  g_object_unref (dropped->window);
  g_object_unref (dropped->file);
  g_free (dropped);
}

static void
ask_what (ScopeWindow *self, GFile *file)
{
  g_autofree char *name = g_file_get_basename (file), *here = scope_document_dup_title (self->document);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), NULL, NULL);
  Dropped *dropped = g_new0 (Dropped, 1);

  *dropped = (Dropped) { g_object_ref (self), g_object_ref (file) };
  adw_message_dialog_format_heading (ADW_MESSAGE_DIALOG (dialog), _("Open “%s”, or Compare With It?"), name);
  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  _("Comparing shows it as the baseline above %s, and what changed since."), here);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "open", _("_Open"), "compare",
                                    _("Co_mpare"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "compare");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (answered), dropped, dropped_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
dropped (GtkDropTarget *target, const GValue *value, double x, double y, ScopeWindow *self)
{
  GdkFileList *list = g_value_get_boxed (value);
  GSList *found = gdk_file_list_get_files (list);
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  for (GSList *item = found; item != NULL; item = item->next)
    g_ptr_array_add (files, item->data);
  if (files->len == 1 && !scope_window_is_empty (self) && g_str_equal (scope_window_get_page (self), "trace"))
    ask_what (self, files->pdata[0]);
  else if (files->len > 0)
    open_files (self, (GFile *const *) files->pdata, files->len);
  g_slist_free (found);
  return files->len > 0;
}

void
scope_window_accept_drops (ScopeWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "drop", G_CALLBACK (dropped), self);
  gtk_widget_add_css_class (GTK_WIDGET (self->stack), "drop-target");
  gtk_widget_add_controller (GTK_WIDGET (self->stack), GTK_EVENT_CONTROLLER (target));
}
