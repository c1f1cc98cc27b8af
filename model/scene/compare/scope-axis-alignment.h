/* scope-axis-alignment.h: how the axis of the baseline is laid on that of this run: a band between the two.
 *
 *     baseline   |         |              |
 *                |   1.00  \    × 0.93     \     lines lead from a knot's place above to its place below
 *     this run   |          \              \
 *
 * Both axes are straight, and a piece of the map is not as wide above as below; so the band says by how much the baseline is
 * stretched there: "took 7 % less".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-time-map.h"
#include "model/scene/draw/scope-scene.h"
#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

#define SCOPE_STRETCH_HEIGHT 22

/* Both views as wide as the plot. */
ScopeScene *scope_axis_alignment_build (ScopeView *run, ScopeView *baseline, const ScopeTimeMap *map, double width,
                                        double height, double names_width, double font_size);
/* The same into a scene that is there, its plot at `x`, `y`. */
void scope_axis_alignment_add (ScopeScene *scene, ScopeView *run, ScopeView *baseline, const ScopeTimeMap *map, double x,
                               double y, double width, double height, double font_size);

G_END_DECLS
