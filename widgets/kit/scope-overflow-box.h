/* scope-overflow-box.h: a row of widgets; those behind, for which there is no room, wait in a popover at its end.
 *
 * A row of buttons that a narrow window cuts shows half words, and one that scrolls does not say so. Here what does not
 * fit is not seen in the row at all: a button with three dots opens a popover where it stands, the same widgets.
 * No widget in it makes the window wider than that button.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_OVERFLOW_BOX (scope_overflow_box_get_type ())
G_DECLARE_FINAL_TYPE (ScopeOverflowBox, scope_overflow_box, SCOPE, OVERFLOW_BOX, GtkWidget)

/* `spacing` in pixels. The first that expands (gtk_widget_set_hexpand()) takes what room is left. */
GtkWidget *scope_overflow_box_new (int spacing);
/* At the end. A widget that is not visible takes no room; one that can shrink does so before anything spills. */
void scope_overflow_box_append (ScopeOverflowBox *self, GtkWidget *child);
/* The button that opens the popover; not visible to the eye while everything fits. */
GtkWidget *scope_overflow_box_get_more (ScopeOverflowBox *self);
/* How many wait in the popover now. */
guint scope_overflow_box_n_hidden (ScopeOverflowBox *self);

G_END_DECLS
