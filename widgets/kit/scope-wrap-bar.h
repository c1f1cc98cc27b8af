/* scope-wrap-bar.h: a tool bar whose children go on in a second line where the first is full, as in a narrow panel.
 *
 * Children with halign END stand at the right of their line. A label that wraps gives way: it takes down to half of its width, and more
 * lines of its own, before another child has to go to the next line. Add children with gtk_widget_set_parent().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_WRAP_BAR (scope_wrap_bar_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWrapBar, scope_wrap_bar, SCOPE, WRAP_BAR, GtkWidget)

G_END_DECLS
