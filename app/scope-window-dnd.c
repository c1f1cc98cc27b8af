/* scope-window-dnd.c: files dropped on the window are opened as those given on the command line are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/scope-window-private.h"

static gboolean
dropped (GtkDropTarget *target, const GValue *value, double x, double y, ScopeWindow *self)
{
  GdkFileList *list = g_value_get_boxed (value);
  GSList *found = gdk_file_list_get_files (list);
  g_autoptr (GPtrArray) files = g_ptr_array_new ();

  for (GSList *item = found; item != NULL; item = item->next)
    g_ptr_array_add (files, item->data);
  if (files->len > 0)
    scope_application_open_files (SCOPE_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))),
                                  GTK_WINDOW (self), (GFile *const *) files->pdata, files->len);
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
