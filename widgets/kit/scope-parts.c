/* scope-parts.c: see scope-parts.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/kit/scope-parts.h"

#include "widgets/kit/scope-wrap-bar.h"

void
scope_label_widget (GtkWidget *widget, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void
scope_name_widget (GtkWidget *widget, const char *name)
{
  gtk_widget_set_tooltip_text (widget, name);
  scope_label_widget (widget, name);
}

void
scope_set_margins (GtkWidget *widget, int vertical, int horizontal)
{
  gtk_widget_set_margin_top (widget, vertical);
  gtk_widget_set_margin_bottom (widget, vertical);
  gtk_widget_set_margin_start (widget, horizontal);
  gtk_widget_set_margin_end (widget, horizontal);
}

GtkWidget *
scope_icon_button_new (const char *icon, const char *name, GCallback clicked, gpointer data)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  scope_name_widget (button, name);
  g_signal_connect_swapped (button, "clicked", clicked, data);
  return button;
}

GtkWidget *
scope_menu_button_new (const char *icon, const char *name, GMenuModel *menu)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), icon);
  gtk_widget_add_css_class (button, "flat");
  scope_name_widget (button, name);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  return button;
}

GtkWidget *
scope_choice_new (const char *const *titles, const char *css_class, const char *name, GCallback changed, gpointer data)
{
  GtkWidget *choice = titles != NULL ? gtk_drop_down_new_from_strings (titles) : gtk_drop_down_new (NULL, NULL);

  gtk_widget_add_css_class (choice, css_class);
  gtk_widget_set_valign (choice, GTK_ALIGN_CENTER);
  scope_label_widget (choice, name);
  if (changed != NULL)
    g_signal_connect_swapped (choice, "notify::selected", changed, data);
  return choice;
}

GtkWidget *
scope_toggle_new (const char *title, const char *tip, GCallback toggled, gpointer data)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (title);

  gtk_widget_add_css_class (button, "extent-chip");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, tip);
  g_signal_connect_swapped (button, "toggled", toggled, data);
  return button;
}

GtkWidget *
scope_message_label_new (int margin)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (label, "dim-label");
  scope_set_margins (label, 0, margin);
  return label;
}

GtkWidget *
scope_summary_label_new (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "table-summary");
  return label;
}

GtkWidget *
scope_progress_new (const char *name)
{
  GtkWidget *progress = gtk_progress_bar_new ();

  gtk_widget_add_css_class (progress, "osd");
  gtk_widget_set_valign (progress, GTK_ALIGN_START);
  gtk_widget_set_visible (progress, FALSE);
  scope_label_widget (progress, name);
  return progress;
}

GtkWidget *
scope_bar_new (int vertical)
{
  GtkWidget *bar = scope_wrap_bar_new ();

  scope_set_margins (bar, vertical, 6);
  return bar;
}
