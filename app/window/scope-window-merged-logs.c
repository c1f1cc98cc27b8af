/* scope-window-merged-logs.c: says that several logs were opened as one trace, and opens them separately.
 *
 * Whether they were given together or found beside the one that was given: who did not expect it must see it, and can have it
 * otherwise. Found beside: the one that was given is shown alone, here. Given together: each has a window of its own.
 *
 * Action, group "win": open-separately.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include <glib/gi18n.h>

#define RESPONSE_APART 1
#define MOST_WINDOWS 12u /* more of them help nobody */

static void
open_separately (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  const char *const *apart = NULL;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  if (self->document == NULL || scope_document_get_merged_logs (self->document, NULL, &apart) == NULL || apart == NULL)
    return;
  for (; *apart != NULL; apart++)
    g_ptr_array_add (files, g_file_new_for_path (*apart));
  for (guint i = files->len; i-- > 1 && application != NULL;)
    {
      ScopeWindow *other = scope_window_new (SCOPE_APPLICATION (application));

      scope_window_open_alone (other, (GFile *const *) &files->pdata[i], 1);
      gtk_window_present (GTK_WINDOW (other));
    }
  scope_window_open_alone (self, (GFile *const *) files->pdata, 1);
}

static void
bar_response (GtkInfoBar *bar, int response, ScopeWindow *self)
{
  if (response == RESPONSE_APART)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.open-separately", NULL);
  else
    gtk_info_bar_set_revealed (bar, FALSE);
}

void
scope_window_add_merged_logs (ScopeWindow *self)
{
  static const GActionEntry entries[] = { { "open-separately", open_separately } };
  GtkInfoBar *bar = GTK_INFO_BAR (gtk_info_bar_new ());
  GtkWidget *box = gtk_widget_get_parent (GTK_WIDGET (self->banner)), *button;

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->together_bar = bar;
  self->together_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->together_label, 0);
  gtk_label_set_wrap (self->together_label, TRUE);
  gtk_label_set_lines (self->together_label, 2);
  gtk_label_set_ellipsize (self->together_label, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->together_label), TRUE);
  gtk_info_bar_add_child (bar, GTK_WIDGET (self->together_label));
  gtk_info_bar_set_message_type (bar, GTK_MESSAGE_INFO);
  gtk_info_bar_set_show_close_button (bar, TRUE);
  gtk_info_bar_set_revealed (bar, FALSE);
  button = gtk_info_bar_add_button (bar, _("Open _Separately"), RESPONSE_APART);
  gtk_widget_set_tooltip_text (button, _("Each file by itself"));
  gtk_box_insert_child_after (GTK_BOX (box), GTK_WIDGET (bar), gtk_widget_get_prev_sibling (GTK_WIDGET (self->banner)));
  g_signal_connect (bar, "response", G_CALLBACK (bar_response), self);
  scope_window_update_merged_logs (self);
}

void
scope_window_update_merged_logs (ScopeWindow *self)
{
  const char *const *apart = NULL, *together;
  gboolean beside = FALSE, can;
  g_autofree char *text = NULL;

  together = self->document != NULL ? scope_document_get_merged_logs (self->document, &beside, &apart) : NULL;
  can = together != NULL && apart != NULL && g_strv_length ((char **) apart) <= MOST_WINDOWS;
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "open-separately")), can);
  if (together == NULL)
    {
      gtk_info_bar_set_revealed (self->together_bar, FALSE);
      return;
    }
  if (beside)
    text = g_strdup_printf (_("Opened as one trace, because the files are in one folder: %s"), together);
  else
    text = g_strdup_printf (_("Opened as one trace: %s"), together);
  if (!can)
    {
      scope_window_toast (self, text);
      return;
    }
  gtk_label_set_label (self->together_label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->together_label), text);
  gtk_info_bar_set_revealed (self->together_bar, TRUE);
}
