/* scope-window-panels.h: the panels' part of the window: actions, menu, room, and what is kept for the next run.
 *
 * Actions, group "win":
 *
 *     panel-ID     b  open, or not; disabled if the trace cannot fill the panel
 *     show-panel   s  opens it, brings it to the front
 *     focus-panel  s  the same, and takes the keyboard there
 *     what-if      s  opens the panel What If with that change in it
 *     side bottom  b  F9 and Ctrl+F9: the edges
 *     search       b  the search panel
 *     reset-layout
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-part.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_WINDOW_PANELS (scope_window_panels_get_type ())
G_DECLARE_FINAL_TYPE (ScopeWindowPanels, scope_window_panels, SCOPE, WINDOW_PANELS, ScopePart)

/* The window has another size than before. */
void scope_window_panels_judge_room (ScopeWindowPanels *self, int width, int height);
/* Size and layout, for the next window and the next run; `borrowed`: the panels at the bottom are hidden for a while only. */
void scope_window_panels_keep_layout (ScopeWindowPanels *self, gboolean borrowed);

G_END_DECLS
