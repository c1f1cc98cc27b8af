/* scope-window-dnd.c: see scope-window-dnd.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-dnd.h"

#include <glib/gi18n.h>

/* What one meant by dropping it. */
typedef struct
{
  ScopeWindowComparison *comparison;
  GPtrArray *files; /* the one */
} Dropped;

static void
answered (AdwMessageDialog *dialog, const char *response, Dropped *dropped)
{
  if (g_str_equal (response, "compare"))
    scope_window_comparison_start (dropped->comparison, (GFile *const *) dropped->files->pdata, 1);
  else if (g_str_equal (response, "open"))
    scope_host_request (scope_part_get_host (dropped->comparison), dropped->files, NULL, NULL);
}

static void
dropped_free (gpointer data, GClosure *closure)
{
  Dropped *dropped = data;

  g_object_unref (dropped->comparison);
  g_ptr_array_unref (dropped->files);
  g_free (dropped);
}

static void
ask_what (ScopeWindowComparison *comparison, GPtrArray *files)
{
  ScopeHost *host = scope_part_get_host (comparison);
  g_autofree char *name = g_file_get_basename (files->pdata[0]), *here = scope_document_dup_name (host->document);
  GtkWidget *dialog = adw_message_dialog_new (host->window, NULL, NULL);
  Dropped *dropped = g_new0 (Dropped, 1);

  *dropped = (Dropped) { g_object_ref (comparison), g_ptr_array_ref (files) };
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
dropped (GtkDropTarget *target, const GValue *value, double x, double y, ScopeWindowComparison *comparison)
{
  ScopeHost *host = scope_part_get_host (comparison);
  GdkFileList *list = g_value_get_boxed (value);
  GSList *found = gdk_file_list_get_files (list);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  for (GSList *item = found; item != NULL; item = item->next)
    g_ptr_array_add (files, g_object_ref (item->data));
  if (files->len == 1 && host->document != NULL && scope_host_is_at (host, "trace"))
    ask_what (comparison, files);
  else if (files->len > 0)
    scope_host_request (host, files, NULL, NULL);
  g_slist_free (found);
  return files->len > 0;
}

void
scope_window_dnd_add (ScopeHost *host, ScopeWindowComparison *comparison)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "drop", G_CALLBACK (dropped), comparison);
  gtk_widget_add_css_class (GTK_WIDGET (host->stack), "drop-target");
  gtk_widget_add_controller (GTK_WIDGET (host->stack), GTK_EVENT_CONTROLLER (target));
}
