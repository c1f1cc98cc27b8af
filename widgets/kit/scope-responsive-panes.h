/* scope-responsive-panes.h: a few widgets side by side where there is room, below each other where there is not.
 *
 * Add them with gtk_widget_set_parent(), their share of the width in the order added with scope_responsive_panes_new().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_RESPONSIVE_PANES (scope_responsive_panes_get_type ())
G_DECLARE_FINAL_TYPE (ScopeResponsivePanes, scope_responsive_panes, SCOPE, RESPONSIVE_PANES, GtkWidget)

#define SCOPE_RESPONSIVE_PANES_MOST 4

/* Below `least` pixels they stand below each other. `shares`: n parts of the width, at most SCOPE_RESPONSIVE_PANES_MOST. */
GtkWidget *scope_responsive_panes_new (int least, const guint *shares, guint n);

G_END_DECLS
