/* scope-call-depth.h: how deep a call stack is over time: a line below its bars, as the first picture of such traces had it; where it
 * goes up and down within a pixel, a band from the least to the greatest depth.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/calls/scope-call-chart.h"

G_BEGIN_DECLS

#define SCOPE_CALL_DEPTH_NONE G_MAXUINT16 /* not known */

/* Frames on the stack in each of `viewport->width` columns: never fewer than ret_least, never more than ret_most; where all activations of
 * a column are single ones, exactly these. Of stretches it is known that there is a gap in them, not where: at most a pixel beside. */
void scope_call_depth_columns (const ScopeActivations *activations, const ScopeViewport *viewport, guint16 *ret_least, guint16 *ret_most);
void scope_call_depth_add (ScopeScene *scene, const ScopeActivations *activations, const ScopeCallChartPlace *place);

G_END_DECLS
