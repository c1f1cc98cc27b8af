/* scope-dock-float.h: a window around one panel that was taken out of the dock.
 *
 * Knows nothing of libpanel: the panel itself moves here, its empty frame stays behind. Its buttons and Escape are
 * actions of the dock, which it borrows together with those of the window the panel came from.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_DOCK_FLOAT (scope_dock_float_get_type ())
G_DECLARE_FINAL_TYPE (ScopeDockFloat, scope_dock_float, SCOPE, DOCK_FLOAT, AdwWindow)

/* For the panel `id` of the dock, a widget in a window. Closing it closes the panel: "dock.place-ID" is activated. */
ScopeDockFloat *scope_dock_float_new (GtkWidget *dock, const char *id, const char *title);
/* What the hand takes to drag the panel back into the dock. */
GtkWidget *scope_dock_float_get_grip (ScopeDockFloat *self);
/* The panel; NULL takes it out. */
void scope_dock_float_set_panel (ScopeDockFloat *self, GtkWidget *panel);

G_END_DECLS
