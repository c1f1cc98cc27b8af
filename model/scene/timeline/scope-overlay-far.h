/* scope-overlay-far.h: what tables say about the visible stretch of a trace on another computer: it is read there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/timeline/scope-overlay-private.h"
#include "model/zoom/scope-tile-cache.h"

G_BEGIN_DECLS

/* Reads there what can be, and returns what parts of the request are left to be read here. Waits. */
guint scope_overlay_read_far (ScopeOverlayReader *reader);
/* Where the trace is: what is answered to any question of scope-far-numbers.h; `tiles` are of that trace. NULL with error: it is none. */
GBytes *scope_far_answer (ScopeTrace *trace, ScopeTileCache *tiles, GBytes *question, GCancellable *cancellable, GError **error);
/* Whether that may take seconds: then it is answered beside the others. */
gboolean scope_far_takes_long (GBytes *question);

G_END_DECLS
