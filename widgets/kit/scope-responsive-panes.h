/* scope-responsive-panes.h: a few widgets side by side where there is room, below each other where there is not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_RESPONSIVE_PANES (scope_responsive_panes_get_type ())
G_DECLARE_FINAL_TYPE (ScopeResponsivePanes, scope_responsive_panes, SCOPE, RESPONSIVE_PANES, GtkWidget)

#define SCOPE_RESPONSIVE_PANES_MOST 4

/* Below `least` pixels they stand below each other, and the first has the height that the others leave. */
GtkWidget *scope_responsive_panes_new (int least);
/* One more at the end, with so many parts of the width. Takes it. */
void scope_responsive_panes_add (ScopeResponsivePanes *self, GtkWidget *child, guint share);
/* The last one, with a line before it: `width` pixels at the end of the others, or below them as high as it is, but no higher than
 * `height`: it should scroll. Takes it. */
void scope_responsive_panes_add_note (ScopeResponsivePanes *self, GtkWidget *child, int width, int height);
/* Whether they stand below each other, as they were laid out last. */
gboolean scope_responsive_panes_is_below (ScopeResponsivePanes *self);

G_END_DECLS
