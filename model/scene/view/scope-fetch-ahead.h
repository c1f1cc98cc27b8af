/* scope-fetch-ahead.h: tiles of where the view is going to.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include "model/zoom/scope-tile-cache.h"

G_BEGIN_DECLS

/* Asks for the tiles of rows first … end − 1, and of those that stick, that come into view when it is panned by half its width, to what is later
 * (direction > 0) or earlier. Never waits. What the cache has already costs a look-up. */
void scope_fetch_ahead (ScopeView *view, guint first, guint end, int direction, ScopeTileCache *cache);

G_END_DECLS
