/* scope-overview.h: the whole trace in 64 pixels: its activity, and what is visible as a frame to be dragged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"
#include "model/zoom/scope-tile-cache.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_OVERVIEW_HEIGHT 64

#define SCOPE_TYPE_OVERVIEW (scope_overview_get_type ())
G_DECLARE_FINAL_TYPE (ScopeOverview, scope_overview, SCOPE, OVERVIEW, GtkWidget)

void scope_overview_set_view (ScopeOverview *self, ScopeView *view, ScopeTileCache *tiles);
gboolean scope_overview_is_complete (ScopeOverview *self);

/* What the frame stands for, in words: "Shows 1.2 s to 1.5 s". */
void scope_overview_notify (ScopeOverview *self, const char *text);

G_END_DECLS
