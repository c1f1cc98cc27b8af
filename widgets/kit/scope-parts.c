/* scope-parts.c: see scope-parts.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/kit/scope-parts.h"

#include "model/base/scope-format.h"
#include "widgets/kit/scope-wrap-bar.h"

#include <string.h>

void
scope_add_signal (gpointer klass, const char *name, guint n, ...)
{
  va_list types;

  va_start (types, n);
  g_signal_new_valist (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, NULL, NULL, NULL, NULL, G_TYPE_NONE, n, types);
  va_end (types);
}

void
scope_add_controller (GtkWidget *widget, gpointer controller, gpointer data, ...)
{
  va_list signals;

  va_start (signals, data);
  for (const char *name = va_arg (signals, const char *); name != NULL; name = va_arg (signals, const char *))
    g_signal_connect (controller, name, va_arg (signals, GCallback), data);
  va_end (signals);
  gtk_widget_add_controller (widget, controller);
}

void
scope_keep_view (ScopeView **place, ScopeView *view, GCallback changed, gpointer data)
{
  if (*place != NULL)
    g_signal_handlers_disconnect_by_func (*place, changed, data);
  g_set_object (place, view);
  if (view != NULL)
    g_signal_connect (view, "changed", changed, data);
}

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

void
scope_add_children (GtkWidget *parent, ...)
{
  va_list children;

  va_start (children, parent);
  for (GtkWidget *child = va_arg (children, GtkWidget *); child != NULL; child = va_arg (children, GtkWidget *))
    if (GTK_IS_BOX (parent))
      gtk_box_append (GTK_BOX (parent), child);
    else
      gtk_widget_set_parent (child, parent);
  va_end (children);
}

void
scope_drop_children (GtkWidget *parent)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (parent)) != NULL)
    gtk_widget_unparent (child);
}

void
scope_add_classes (GtkWidget *widget, ...)
{
  va_list classes;

  va_start (classes, widget);
  for (const char *name = va_arg (classes, const char *); name != NULL; name = va_arg (classes, const char *))
    gtk_widget_add_css_class (widget, name);
  va_end (classes);
}

static void
keep_whole (PangoAttrList *attributes, const char *text, const char *from, gsize n)
{
  PangoAttribute *whole = pango_attr_allow_breaks_new (FALSE);

  whole->start_index = (guint) (from - text);
  whole->end_index = (guint) (from + n - text);
  pango_attr_list_insert (attributes, whole);
}

/* Bytes of an option that stays on one line: one with a path in it would be wider than its panel. */
#define LONGEST_WHOLE 24u

/* No line ends between a figure and its unit, nor within an option ("--nonmoving-gc"). The text stays as it is, for those who copy it and
 * find it. */
static void
keep_figures_whole (GtkLabel *label)
{
  const char *text = gtk_label_get_text (label);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  for (const char *at = strpbrk (text, " ("); at != NULL; at = strpbrk (at + 1, " ("))
    {
      gsize n = scope_format_unit_after (text, at), option = strcspn (at + 1, " ,;)");

      if (n > 0)
        keep_whole (attributes, text, at - 1, n + 1);
      else if (at[1] == '-' && (g_ascii_isalnum (at[2]) || at[2] == '-') && option <= LONGEST_WHOLE)
        keep_whole (attributes, text, at + 1, option);
    }
  gtk_label_set_attributes (label, attributes);
}

GtkWidget *
scope_label_new (const char *text, ScopeLabelFlags flags, const char *classes)
{
  GtkWidget *label = gtk_label_new (text);
  g_auto (GStrv) names = g_strsplit (classes != NULL ? classes : "", " ", -1);

  if (flags & SCOPE_LABEL_START)
    gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (flags & SCOPE_LABEL_ELLIPSIZE)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap (GTK_LABEL (label), (flags & (SCOPE_LABEL_WRAP | SCOPE_LABEL_WRAP_ANYWHERE)) != 0);
  if (gtk_label_get_wrap (GTK_LABEL (label)))
    {
      keep_figures_whole (GTK_LABEL (label));
      g_signal_connect (label, "notify::label", G_CALLBACK (keep_figures_whole), NULL);
    }
  if (flags & SCOPE_LABEL_WRAP_ANYWHERE)
    gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), (flags & SCOPE_LABEL_SELECTABLE) != 0);
  for (guint i = 0; names[i] != NULL; i++)
    gtk_widget_add_css_class (label, names[i]);
  return label;
}

GtkWidget *
scope_scroller_new (GtkWidget *child)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), child);
  return scroller;
}

GtkWidget *
scope_paned_new (GtkOrientation orientation, GtkWidget *start, GtkWidget *end)
{
  GtkWidget *paned = gtk_paned_new (orientation);

  gtk_paned_set_start_child (GTK_PANED (paned), start);
  gtk_paned_set_end_child (GTK_PANED (paned), end);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  return paned;
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
scope_action_button_new (const char *icon, const char *name, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  scope_name_widget (button, name);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
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

void
scope_spin_while_shown (GtkSpinner *spinner)
{
  gtk_spinner_set_spinning (spinner, gtk_widget_get_mapped (GTK_WIDGET (spinner)));
  g_signal_connect (spinner, "map", G_CALLBACK (gtk_spinner_start), NULL);
  g_signal_connect (spinner, "unmap", G_CALLBACK (gtk_spinner_stop), NULL);
}

GtkWidget *
scope_bar_new (int vertical)
{
  GtkWidget *bar = g_object_new (SCOPE_TYPE_WRAP_BAR, NULL);

  scope_set_margins (bar, vertical, 6);
  return bar;
}
