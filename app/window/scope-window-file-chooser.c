/* scope-window-file-chooser.c: which file to write to or to read, and what became of what was written.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include "app/kit/scope-toast.h"

#include <glib/gi18n.h>

typedef struct
{
  ScopeWindow *window; /* which has the chooser */
  ScopeWindowPathFunc func;
  char *what;
} Choice;

static void
choice_free (gpointer data, GClosure *closure)
{
  g_free (((Choice *) data)->what);
  g_free (data);
}

static void
chosen (GtkNativeDialog *dialog, int response, Choice *choice)
{
  ScopeWindow *self = choice->window;
  ScopeWindowPathFunc func = choice->func;
  g_autofree char *what = g_strdup (choice->what), *path = NULL;
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_clear_object (&self->chooser); /* and the choice with it */
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path != NULL)
    func (self, path, what);
  else if (file != NULL)
    scope_window_toast (self, _("Choose a place on this computer."));
}

void
scope_window_choose_file (ScopeWindow *self, GtkFileChooserAction action, const char *title, const char *accept, const char *name,
                          ScopeWindowPathFunc func, const char *what)
{
  Choice *choice;

  if (self->chooser != NULL)
    return;
  choice = g_new (Choice, 1);
  *choice = (Choice) { self, func, g_strdup (what) };
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, accept, _("_Cancel"));
  if (name != NULL)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_data (self->chooser, "response", G_CALLBACK (chosen), choice, choice_free, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

void
scope_window_notify_written (ScopeWindow *self, const char *path, const GError *error)
{
  if (self->timeline == NULL) /* it was closed meanwhile */
    return;
  if (error != NULL)
    scope_window_toast (self, error->message);
  else
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autofree char *name = g_file_get_parse_name (file);

      scope_toast_say_written (self->toasts, name);
    }
}

/* What a panel has written. */
static void
notify_written_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_toast_say_written (SCOPE_WINDOW (user_data)->toasts, g_variant_get_string (parameter, NULL));
}

void
scope_window_add_choose_actions (ScopeWindow *self)
{
  static const GActionEntry entries[] = { { "notify-written", notify_written_activated, "s" } };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
