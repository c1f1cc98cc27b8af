/* scope-file-chooser.c: see scope-file-chooser.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/kit/scope-file-chooser.h"

#include <glib/gi18n.h>

#define KEY "scope-file-chooser"

typedef struct
{
  GtkWidget *owner;
  ScopeFilesFunc func;
  gpointer data;
  GDestroyNotify free;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  if (question->free != NULL)
    question->free (question->data);
  g_free (question);
}

static void
answered (GtkNativeDialog *dialog, int response, Question *question)
{
  g_autoptr (GtkNativeDialog) kept = g_object_ref (dialog); /* and the question with it */
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GListModel) list = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    list = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  for (guint i = 0; list != NULL && i < g_list_model_get_n_items (list); i++)
    g_ptr_array_add (files, g_list_model_get_item (list, i));
  g_object_set_data (G_OBJECT (question->owner), KEY, NULL);
  question->func (question->owner, files, question->data);
}

static void
owner_destroyed (GtkWidget *owner, GtkNativeDialog *dialog)
{
  gtk_native_dialog_destroy (dialog);
  g_object_set_data (G_OBJECT (owner), KEY, NULL);
}

GtkFileChooser *
scope_file_chooser_new (GtkWidget *owner, GtkFileChooserAction action, const char *title, const char *accept, ScopeFilesFunc func,
                        gpointer data, GDestroyNotify free)
{
  GtkRoot *root = gtk_widget_get_root (owner);
  GtkFileChooserNative *chooser;
  Question *question;

  if (g_object_get_data (G_OBJECT (owner), KEY) != NULL)
    {
      if (free != NULL)
        free (data);
      return NULL;
    }
  chooser = gtk_file_chooser_native_new (title, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, action, accept, _("_Cancel"));
  question = g_new (Question, 1);
  *question = (Question) { owner, func, data, free };
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_data (chooser, "response", G_CALLBACK (answered), question, question_free, 0);
  g_signal_connect_object (owner, "destroy", G_CALLBACK (owner_destroyed), chooser, 0);
  g_object_set_data_full (G_OBJECT (owner), KEY, chooser, g_object_unref);
  return GTK_FILE_CHOOSER (chooser);
}

void
scope_file_chooser_ask (GtkWidget *owner, GtkFileChooserAction action, const char *title, const char *accept, const char *name,
                        ScopeFilesFunc func, gpointer data, GDestroyNotify free)
{
  GtkFileChooser *chooser = scope_file_chooser_new (owner, action, title, accept, func, data, free);

  if (chooser == NULL)
    return;
  if (name != NULL)
    gtk_file_chooser_set_current_name (chooser, name);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

char *
scope_file_chooser_dup_path (GPtrArray *files)
{
  return files->len > 0 ? g_file_get_path (files->pdata[0]) : NULL;
}
