/* scope-dock.h: the timeline in the middle, and the panels around it or in windows of their own.
 *
 * All that is peculiar to libpanel is in here, in -header.c and in the .ui; the window asks for panels by their id and
 * keeps layouts as data. A panel that the trace cannot fill is nowhere to be seen, but keeps its place for the next
 * trace. Panels are made when first seen and look at the view only while they are open.
 *
 * Actions, group "dock", also for the windows of floating panels:
 *
 *     place-ID      s   state: the panel's place (scope-layout.h); activated also with "docked": back to its edge
 *     focus-center      the keyboard goes back to the timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/dock/scope-layout.h"
#include "app/dock/scope-panels.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_DOCK (scope_dock_get_type ())
G_DECLARE_FINAL_TYPE (ScopeDock, scope_dock, SCOPE, DOCK, GtkWidget)

/* Property "center": the widget in the middle. Signal "changed" (dock): a place, an edge or what can be filled. */

/* What all panels are bound to; NULL: nothing, and floating ones are hidden. */
void scope_dock_set_view (ScopeDock *self, ScopeView *view);
/* The trace may have become one that fills more panels, or fewer. */
void scope_dock_update (ScopeDock *self);
/* Actions that panels in windows of their own need, as those in the main window find them. Not owned: they are those of
 * the window that the dock is in. */
void scope_dock_add_actions (ScopeDock *self, const char *prefix, GActionGroup *group);

/* `id` must be one of the table's. */
ScopePlace scope_dock_get_place (ScopeDock *self, const char *id);
/* An edge is shown when a panel is put there. */
void scope_dock_set_place (ScopeDock *self, const char *id, ScopePlace place);
/* Docked or floating, not closed, and the trace can fill it. */
gboolean scope_dock_is_open (ScopeDock *self, const char *id);
/* Why the trace cannot fill it, translated; NULL if it can. */
const char *scope_dock_why_not (ScopeDock *self, const char *id);
/* Opens it where it was last, brings it to the front, shows its edge. FALSE if the trace cannot fill it. */
gboolean scope_dock_raise (ScopeDock *self, const char *id);
/* The same, with the keyboard. */
gboolean scope_dock_focus (ScopeDock *self, const char *id);
/* The widget of the panel (owned by the dock), made if need be. */
GtkWidget *scope_dock_get_panel (ScopeDock *self, const char *id);
/* The window of a floating panel; NULL. */
GtkWindow *scope_dock_get_window (ScopeDock *self, const char *id);

/* What the person wants of an edge, and whether there is room for it: it is seen when both are so and it has panels.
 * To want an edge while there is no room for it shows it all the same. */
gboolean scope_dock_get_shown (ScopeDock *self, ScopePlace edge);
void scope_dock_set_shown (ScopeDock *self, ScopePlace edge, gboolean shown);
void scope_dock_set_room (ScopeDock *self, ScopePlace edge, gboolean room);
/* How high the bottom is, in pixels, until somebody drags its edge, or a layout says otherwise. */
void scope_dock_set_usual_height (ScopeDock *self, int height);
/* Chooses the tab of `id` where that of `instead` is the one in front. Shows no edge that is not seen. */
void scope_dock_put_forward (ScopeDock *self, const char *id, const char *instead);
/* FALSE if no panel is there. */
gboolean scope_dock_has_panels (ScopeDock *self, ScopePlace edge);

/* As it is now; free with scope_layout_free(). */
ScopeLayout *scope_dock_get_layout (ScopeDock *self);
/* NULL: as at first. Panels that the layout does not know come where they are at first. */
void scope_dock_set_layout (ScopeDock *self, ScopeLayout *layout);

G_END_DECLS
