/* scope-tab-order.c: see scope-tab-order.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/kit/scope-tab-order.h"

gboolean
scope_tab_order_focus (GtkWidget *widget, GtkDirectionType direction)
{
  gboolean back = direction == GTK_DIR_TAB_BACKWARD;
  g_autoptr (GTypeClass) klass = g_type_class_ref (GTK_TYPE_WIDGET);
  GtkRoot *root;
  GtkWidget *focus;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  root = gtk_widget_get_root (widget);
  focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  /* Not by gtk_widget_get_focus_child(), which remembers the child after the focus has left. */
  if ((focus != NULL && gtk_widget_is_ancestor (focus, widget)) || (direction != GTK_DIR_TAB_FORWARD && !back))
    return GTK_WIDGET_CLASS (klass)->focus (widget, direction);
  for (GtkWidget *child = back ? gtk_widget_get_last_child (widget) : gtk_widget_get_first_child (widget); child != NULL;
       child = back ? gtk_widget_get_prev_sibling (child) : gtk_widget_get_next_sibling (child))
    if (gtk_widget_child_focus (child, direction))
      return TRUE;
  return FALSE;
}
