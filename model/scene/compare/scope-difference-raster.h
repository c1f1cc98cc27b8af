/* scope-difference-raster.h: columns of a difference to pixels: above the midline more in this run, below less.
 *
 *     ▁▂▅▂▁      more running
 *     ───────    midline
 *        ▀▀      less running, more of something else above
 *
 * Half of the height is options->full lanes. What differs is never invisible: it has a pixel at 35 % at least,
 * as in columns; more states than pixels: the largest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/compare/scope-difference.h"
#include "model/scene/draw/scope-raster.h"

G_BEGIN_DECLS

/* Draws columns [from, to). Of the options: palette, height, ground, dim, and full (lanes; 0: 1). `pixels` is ARGB32,
 * native endian, premultiplied: (to - from) × height at `stride` bytes a row, wholly overwritten. Where more than half of
 * a column is not known, the midline is interrupted. */
void scope_raster_difference (const ScopeDifferenceStrip *strip, guint from, guint to, const ScopeRasterOptions *options,
                              guint32 *pixels, gsize stride);

G_END_DECLS
