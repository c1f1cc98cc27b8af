/* scope-modes.c: see scope-modes.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/kit/scope-modes.h"

#include "widgets/kit/scope-parts.h"

#include <glib/gi18n.h>

static GtkWidget *
find_switcher (GtkWidget *widget, GtkStack *modes)
{
  GtkWidget *found = NULL;

  if (GTK_IS_STACK_SWITCHER (widget) && gtk_stack_switcher_get_stack (GTK_STACK_SWITCHER (widget)) == modes)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_switcher (child, modes);
  return found;
}

static void
mode_changed (GtkStack *modes)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (modes));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL, *shown = gtk_stack_get_visible_child (modes), *after, *button;
  GtkWidget *before = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_STACK_SWITCHER) : NULL;
  g_autoptr (GtkSelectionModel) pages = NULL;

  if (shown == NULL || before == NULL || find_switcher (before, modes) == NULL)
    return;
  after = find_switcher (shown, modes);
  if (after == NULL || after == before)
    return;
  pages = gtk_stack_get_pages (modes);
  button = gtk_widget_get_first_child (after);
  for (guint i = 0; button != NULL && !gtk_selection_model_is_selected (pages, i); i++)
    button = gtk_widget_get_next_sibling (button);
  if (button != NULL)
    gtk_widget_grab_focus (button);
}

GtkWidget *
scope_modes_new (void)
{
  GtkWidget *modes = gtk_stack_new ();

  g_signal_connect (modes, "notify::visible-child", G_CALLBACK (mode_changed), NULL);
  return modes;
}

GtkWidget *
scope_modes_switcher_new (GtkWidget *modes)
{
  GtkWidget *switcher = gtk_stack_switcher_new ();

  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (modes));
  gtk_widget_add_css_class (switcher, "table-choice");
  gtk_widget_set_valign (switcher, GTK_ALIGN_CENTER);
  scope_label_widget (switcher, _("What is shown"));
  return switcher;
}

guint
scope_modes_get (GtkWidget *modes, const char *const *names, guint n)
{
  const char *name = gtk_stack_get_visible_child_name (GTK_STACK (modes));

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (name, names[i]) == 0)
      return i;
  return 0;
}
