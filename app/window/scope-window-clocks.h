/* scope-window-clocks.h: how the clocks of several machines are put side by side: the choice, and the bar that offers it where messages
 * arrive before they are sent.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-host.h"

G_BEGIN_DECLS

/* Adds the action "win.clocks" ("startup", "messages", "own"). */
void scope_window_clocks_add (ScopeHost *host);
/* Another trace, or it has been read. */
void scope_window_clocks_update (ScopeHost *host);

G_END_DECLS
