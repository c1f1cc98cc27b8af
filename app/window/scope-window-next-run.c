/* scope-window-next-run.c: says that a simulation's trace goes on with another run, and opens that in a window of its own.
 *
 * Action, group "win": open-next-run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include <glib/gi18n.h>

#define RESPONSE_OPEN 1

/* Number of the run that follows in the same file; 0: none. */
static guint
next_run (ScopeWindow *self)
{
  ScopeTrace *trace;
  const char *value;

  if (self->document == NULL || scope_document_get_state (self->document) != SCOPE_DOCUMENT_READY)
    return 0;
  trace = scope_document_get_trace (self->document);
  if (scope_trace_n_machines (trace) != 1)
    return 0;
  value = scope_machine_find_info (scope_trace_machine (trace, 0), "next_run");

  return value != NULL ? (guint) g_ascii_strtoull (value, NULL, 10) : 0;
}

static void
open_next_run (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data, *other;
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  GFile *file = self->document != NULL ? scope_document_get_file (self->document) : NULL;
  guint run = next_run (self);

  if (run == 0 || file == NULL || application == NULL)
    return;
  other = scope_window_new (SCOPE_APPLICATION (application));
  scope_window_show_document (other, scope_window_new_run_document (other, file, run));
  gtk_window_present (GTK_WINDOW (other));
}

static void
bar_response (GtkInfoBar *bar, int response, ScopeWindow *self)
{
  if (response == RESPONSE_OPEN)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.open-next-run", NULL);
  gtk_info_bar_set_revealed (bar, FALSE);
}

void
scope_window_add_next_run (ScopeWindow *self)
{
  static const GActionEntry entries[] = { { "open-next-run", open_next_run } };
  GtkInfoBar *bar = GTK_INFO_BAR (gtk_info_bar_new ());
  GtkWidget *box = gtk_widget_get_parent (GTK_WIDGET (self->banner)), *button;
  GtkLabel *label = GTK_LABEL (gtk_label_new (_("The trace continues with another run, whose time starts over.")));

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->next_run_bar = bar;
  gtk_label_set_xalign (label, 0);
  gtk_label_set_wrap (label, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
  gtk_info_bar_add_child (bar, GTK_WIDGET (label));
  gtk_info_bar_set_message_type (bar, GTK_MESSAGE_INFO);
  gtk_info_bar_set_show_close_button (bar, TRUE);
  gtk_info_bar_set_revealed (bar, FALSE);
  button = gtk_info_bar_add_button (bar, _("Open _Next Run"), RESPONSE_OPEN);
  gtk_widget_set_tooltip_text (button, _("In a window of its own"));
  gtk_box_insert_child_after (GTK_BOX (box), GTK_WIDGET (bar), gtk_widget_get_prev_sibling (GTK_WIDGET (self->banner)));
  g_signal_connect (bar, "response", G_CALLBACK (bar_response), self);
  scope_window_update_next_run (self);
}

void
scope_window_update_next_run (ScopeWindow *self)
{
  gboolean can = next_run (self) > 0;

  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "open-next-run")), can);
  gtk_info_bar_set_revealed (self->next_run_bar, can);
}
