/* scope-window-settings.h: a window follows what the person has chosen: colours, clock, and the size of the last one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/window/scope-host.h"

G_BEGIN_DECLS

/* Once: takes the last window's size, and follows changes from then on. */
void scope_window_settings_follow (ScopeHost *host);
/* After a new trace was shown. */
void scope_window_settings_apply (ScopeHost *host);
void scope_window_settings_keep_size (ScopeHost *host);

G_END_DECLS
