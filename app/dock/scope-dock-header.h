/* scope-dock-header.h: the strip above a frame of panels: their tabs, a menu of places, and a button to close.
 *
 * libpanel's own header with a menu has no tabs, and its switcher of tabs has no menu: this is the switcher with the
 * two buttons beside it. Its actions are those of the dock ("dock.", app/dock/scope-dock.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <libpanel.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_DOCK_HEADER (scope_dock_header_get_type ())
G_DECLARE_FINAL_TYPE (ScopeDockHeader, scope_dock_header, SCOPE, DOCK_HEADER, GtkWidget)

GtkWidget *scope_dock_header_new (void);

/* What tabs are dragged by: GtkDragSources, the caller's. */
GPtrArray *scope_dock_header_get_drags (ScopeDockHeader *self);

void scope_dock_header_redraw (ScopeDockHeader *self);

G_END_DECLS
