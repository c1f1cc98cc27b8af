/* scope-far-strips.h: strips of a trace on another computer: asked for there, all of a frame in one question, and kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-columns.h"

G_BEGIN_DECLS

/* As scope_strip_new(), with a getter of a tile cache. NULL: the lanes lie here, or nobody can be asked: it is to be made of tiles.
 * A strip that has not come is asked for, and waited for if the getter waits; else what there is of other zooms stands in for it. */
ScopeStrip *scope_far_strips_get (ScopeTileGetter *getter, const ScopeLaneSource *lanes, guint n_lanes, gint64 first, double scale, gint64 x,
                                  guint n);
/* Strips that a getter which waits will need: those that are got by another one with this as its `ahead` are asked for together, in as few
 * questions as may be, and kept as others are: the next 3,000 of 256 columns push them out. To free it asks for the rest, and waits. */
ScopeFarAhead *scope_far_ahead_new (void);
void scope_far_ahead_free (ScopeFarAhead *ahead);
/* How many were asked for through this cache and have not come. */
guint scope_far_strips_pending (ScopeTileCache *cache);

G_END_DECLS
