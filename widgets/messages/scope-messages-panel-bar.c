/* scope-messages-panel-bar.c: the bar of the messages panel: mode, range, filter, what is done with the list.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/messages/scope-messages-panel-private.h"

#include "widgets/messages/scope-message-filter-box.h"
#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

static const struct
{
  const char *title, *tip;
} words[SCOPE_N_MESSAGES_MODES] = {
  [SCOPE_MESSAGES_LIST] = { N_("List"), N_("Messages one by one, streams as one row") },
  [SCOPE_MESSAGES_GRAPH] = { N_("Graph"), N_("Who wrote to whom, as nodes and edges") },
  [SCOPE_MESSAGES_MATRIX] = { N_("Matrix"), N_("Who wrote to whom, senders by receivers") },
  [SCOPE_MESSAGES_TIMES] = { N_("Over Time"), N_("Messages per time, how long they took, how long machines received them") },
};

static void
mode_toggled (GtkToggleButton *button, ScopeMessagesPanel *self)
{
  for (guint i = 0; i < SCOPE_N_MESSAGES_MODES; i++)
    if (self->toggles[i] == GTK_WIDGET (button) && gtk_toggle_button_get_active (button) && self->mode != i)
      scope_messages_panel_show_mode (self, (ScopeMessagesMode) i);
}

static void
around_toggled (ScopeMessagesPanel *self)
{
  if (self->panel.view == NULL || self->setting)
    return;
  if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->around)))
    scope_messages_panel_follow_selection (self);
  else
    scope_messages_panel_set_peer (self, -1, -1);
}

static GtkWidget *
make_switcher (ScopeMessagesPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  for (guint i = 0; i < SCOPE_N_MESSAGES_MODES; i++)
    {
      self->toggles[i] = gtk_toggle_button_new_with_label (_(words[i].title));
      gtk_widget_add_css_class (self->toggles[i], "extent-chip");
      gtk_widget_set_tooltip_text (self->toggles[i], _(words[i].tip));
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->toggles[i]), GTK_TOGGLE_BUTTON (self->toggles[0]));
      g_signal_connect (self->toggles[i], "toggled", G_CALLBACK (mode_toggled), self);
      gtk_box_append (GTK_BOX (box), self->toggles[i]);
    }
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->toggles[0]), TRUE);
  scope_label_widget (box, _("How the messages are shown"));
  return box;
}

static GtkWidget *
make_filter (ScopeMessagesPanel *self)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new (), *scroller = scope_scroller_new (NULL);

  self->filter_label = gtk_label_new (_("Filter"));
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), self->filter_label);
  self->filter_box = g_object_new (SCOPE_TYPE_MESSAGE_FILTER_BOX, NULL);
  /* A small window has little room above and below. */
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 340);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->filter_box);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_widget_set_tooltip_text (button, _("Which messages are shown, here and as lines of the timeline"));
  gtk_widget_add_css_class (button, "messages-filter");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

static GtkWidget *
make_pair_chip (ScopeMessagesPanel *self)
{
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  self->pair_label = gtk_label_new (NULL);
  scope_add_children (box, self->pair_label, gtk_image_new_from_icon_name ("window-close-symbolic"), NULL);
  gtk_button_set_child (GTK_BUTTON (button), box);
  scope_add_classes (button, "extent-chip", "suggested-action", NULL);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (button, FALSE);
  scope_name_widget (button, _("Show messages of all pairs again"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (scope_messages_panel_clear_pair), self);
  return button;
}

static void
copy_clicked (ScopeMessagesPanel *self)
{
  gtk_widget_activate_action (
      GTK_WIDGET (scope_message_list_page_get_table (SCOPE_MESSAGE_LIST_PAGE (self->pages[SCOPE_MESSAGES_LIST]))),
      "messages.copy", NULL);
}

static void
save_clicked (ScopeMessagesPanel *self)
{
  gtk_widget_activate_action (
      GTK_WIDGET (scope_message_list_page_get_table (SCOPE_MESSAGE_LIST_PAGE (self->pages[SCOPE_MESSAGES_LIST]))),
      "messages.save", NULL);
}

static void
make_end (ScopeMessagesPanel *self)
{
  ScopeMessageTable *table = scope_message_list_page_get_table (scope_messages_panel_get_list (self));
  GtkBox *end = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));

  self->end = GTK_WIDGET (end);
  gtk_box_append (end, scope_menu_button_new ("view-sort-descending-symbolic", _("Sort by"),
                                              scope_table_view_get_sort_menu (SCOPE_TABLE_VIEW (table))));
  gtk_box_append (end, scope_icon_button_new ("edit-copy-symbolic", _("Copy"), G_CALLBACK (copy_clicked), self));
  gtk_box_append (end, scope_icon_button_new ("document-save-symbolic", _("Save as CSV…"), G_CALLBACK (save_clicked), self));
  gtk_widget_set_halign (self->end, GTK_ALIGN_END);
  gtk_widget_set_valign (self->end, GTK_ALIGN_CENTER);
}

void
scope_messages_panel_make_bar (ScopeMessagesPanel *self)
{
  GtkWidget *chip = scope_panel_make_chip (&self->panel);

  self->bar = scope_bar_new (6);
  g_signal_connect_swapped (chip, "changed", G_CALLBACK (scope_messages_panel_pass_range), self);
  self->filter = make_filter (self);
  self->around = scope_toggle_new (_("Around Selection"),
                                   _("Only messages from and to the process or machine that is selected in the timeline"),
                                   G_CALLBACK (around_toggled), self);
  self->pair_chip = make_pair_chip (self);
  self->summary = scope_summary_label_new ();
  gtk_label_set_selectable (GTK_LABEL (self->summary), TRUE);
  make_end (self);
  scope_add_children (self->bar, make_switcher (self), chip, self->filter, self->around, self->pair_chip, self->summary,
                      self->end, NULL);
}
