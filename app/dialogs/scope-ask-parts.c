/* scope-ask-parts.c: see scope-ask-parts.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/dialogs/scope-ask-parts.h"

#include <adwaita.h>
#include <glib/gi18n.h>

GtkWidget *
scope_ask_header_new (GtkWindow *window, const char *what, GCallback done, GtkWidget **ret_button)
{
  GtkWidget *header = adw_header_bar_new (), *cancel = gtk_button_new_with_mnemonic (_("_Cancel"));

  *ret_button = gtk_button_new_with_mnemonic (what);
  gtk_widget_add_css_class (*ret_button, "suggested-action");
  adw_header_bar_set_show_start_title_buttons (ADW_HEADER_BAR (header), FALSE);
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (header), FALSE);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), *ret_button);
  g_signal_connect_swapped (cancel, "clicked", G_CALLBACK (gtk_window_close), window);
  g_signal_connect_swapped (*ret_button, "clicked", done, window);
  return header;
}

GtkWidget *
scope_ask_add_entry (GtkWindow *window, GtkWidget *box, const char *title, const char *name, GCallback typed, GCallback done)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *entry = gtk_entry_new (), *label = gtk_label_new_with_mnemonic (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_box_append (GTK_BOX (line), entry);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), line);
  g_signal_connect_swapped (entry, "changed", typed, window);
  g_signal_connect_swapped (entry, "activate", done, window);
  return entry;
}

void
scope_ask_add_file_button (GtkWindow *window, GtkWidget *entry, GCallback browse)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("document-open-symbolic");

  gtk_widget_set_tooltip_text (button, _("Choose a File"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Choose a file"), -1);
  gtk_box_append (GTK_BOX (gtk_widget_get_parent (entry)), button);
  g_signal_connect_swapped (button, "clicked", browse, window);
}

GtkWidget *
scope_ask_hint_new (GtkWidget **ret_hint, GtkWidget **ret_icon)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  *ret_icon = gtk_image_new ();
  *ret_hint = gtk_label_new ("");
  gtk_label_set_wrap (GTK_LABEL (*ret_hint), TRUE);
  gtk_label_set_xalign (GTK_LABEL (*ret_hint), 0);
  gtk_label_set_lines (GTK_LABEL (*ret_hint), 2);
  gtk_widget_set_hexpand (*ret_hint, TRUE);
  gtk_widget_set_size_request (*ret_hint, -1, 36);
  gtk_box_append (GTK_BOX (box), *ret_icon);
  gtk_box_append (GTK_BOX (box), *ret_hint);
  return box;
}

void
scope_ask_say (GtkWidget *hint, GtkWidget *icon, const char *words, gboolean trouble)
{
  gtk_label_set_label (GTK_LABEL (hint), words);
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), trouble ? "dialog-warning-symbolic" : "dialog-information-symbolic");
  gtk_widget_set_visible (icon, words[0] != '\0');
}

static gboolean
escape_pressed (GtkWidget *widget, GVariant *args, gpointer data)
{
  gtk_window_close (GTK_WINDOW (widget));
  return TRUE;
}

void
scope_ask_close_on_escape (GtkWidgetClass *klass)
{
  gtk_widget_class_add_binding (klass, GDK_KEY_Escape, 0, escape_pressed, NULL);
}
