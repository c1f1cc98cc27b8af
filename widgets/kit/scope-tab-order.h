/* scope-tab-order.h: Tab goes from child to child in widgets that give the focus to one of them when they are asked for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* For GtkWidgetClass.focus of a widget whose grab_focus is its own. GTK asks that, too, when Tab comes from outside, and so
 * would pass over all that stands before the child that takes it. */
gboolean scope_tab_order_focus (GtkWidget *widget, GtkDirectionType direction);

G_END_DECLS
