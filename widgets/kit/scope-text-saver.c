/* scope-text-saver.c: see scope-text-saver.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/kit/scope-text-saver.h"

#include "widgets/kit/scope-file-chooser.h"

#include <glib/gi18n.h>
#include <string.h>

static void
cannot_save (GtkWidget *widget, const char *path, const GError *error)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *dialog = gtk_message_dialog_new (
      GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
      GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, "%s", _ ("The Table Cannot Be Saved"));

  gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), "%s\n\n%s", path, error->message);
  g_signal_connect (dialog, "response", G_CALLBACK (gtk_window_destroy), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
scope_text_saver_notify (GtkWidget *widget, GFile *file, const GError *error)
{
  g_autofree char *path = g_file_get_parse_name (file);

  if (error != NULL)
    cannot_save (widget, path, error);
  else
    gtk_widget_activate_action (widget, "win.notify-written", "s", path);
}

static void
saved (GObject *file, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkWidget) widget = data;
  g_autoptr (GError) error = NULL;

  g_file_replace_contents_finish (G_FILE (file), result, NULL, &error);
  scope_text_saver_notify (widget, G_FILE (file), error);
}

void
scope_text_saver_write (GtkWidget *widget, GFile *file, char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));

  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL, saved, g_object_ref (widget));
}

static void
chosen (gpointer owner, GPtrArray *files, gpointer text)
{
  if (files->len > 0)
    scope_text_saver_write (owner, files->pdata[0], g_strdup (text));
}

void
scope_text_saver_ask (GtkWidget *widget, const char *title, const char *name, char *text)
{
  scope_file_chooser_ask (widget, GTK_FILE_CHOOSER_ACTION_SAVE, title, _("_Save"), name, chosen, text, g_free);
}
