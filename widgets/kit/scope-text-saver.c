/* scope-text-saver.c: see scope-text-saver.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/kit/scope-text-saver.h"

#include <glib/gi18n.h>
#include <string.h>

struct _ScopeTextSaver
{
  GtkWidget *widget; /* borrowed */
  GtkFileChooserNative *chooser;
  char *text;
};

ScopeTextSaver *
scope_text_saver_new (GtkWidget *widget)
{
  ScopeTextSaver *saver = g_new0 (ScopeTextSaver, 1);

  saver->widget = widget;
  return saver;
}

static void
stop_asking (ScopeTextSaver *saver)
{
  g_clear_object (&saver->chooser);
  g_clear_pointer (&saver->text, g_free);
}

void
scope_text_saver_free (ScopeTextSaver *saver)
{
  if (saver->chooser != NULL)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (saver->chooser));
  stop_asking (saver);
  g_free (saver);
}

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
answered (GtkNativeDialog *dialog, int response, ScopeTextSaver *saver)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      scope_text_saver_write (saver->widget, file, g_steal_pointer (&saver->text));
    }
  stop_asking (saver);
}

void
scope_text_saver_ask (ScopeTextSaver *saver, const char *title, const char *name, char *text)
{
  GtkRoot *root = gtk_widget_get_root (saver->widget);

  if (saver->chooser != NULL)
    {
      g_free (text);
      return;
    }
  saver->text = text;
  saver->chooser = gtk_file_chooser_native_new (title, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                                GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (saver->chooser), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (saver->chooser), TRUE);
  g_signal_connect (saver->chooser, "response", G_CALLBACK (answered), saver);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (saver->chooser));
}
