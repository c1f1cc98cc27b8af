/* scope-timeline-hit.h: which of the things drawn between rows is at a place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-overlay.h"

G_BEGIN_DECLS

/* The message line nearest to (x, y), not further than `reach` pixels; NULL if there is none. x counts from the plot's
 * left edge, y from the top of the first row as laid out last. Borrowed from the overlay. Of a bundle, the line whose
 * own place is nearest. */
const ScopeMessageLine *scope_timeline_hit_message (ScopeView *view, const ScopeOverlay *overlay, double x, double y,
                                                    double reach);

G_END_DECLS
