/* scope-raster-private.h: one column of pixels from a stack: what the rasters of lanes and of differences share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-raster.h"

G_BEGIN_DECLS

#define SCOPE_RASTER_MAX_HEIGHT 512

typedef struct
{
  const ScopeRasterOptions *options;
  guint32 state[SCOPE_N_STATES]; /* premultiplied; unknown: the ground */
  ScopeColour colour[SCOPE_N_STATES];
  guint height;
} ScopePainter;

void scope_painter_init (ScopePainter *p, const ScopeRasterOptions *options);
/* The stack as pixels, from the bottom up: out[0] is the top of p->height. */
void scope_painter_stack (const ScopePainter *p, const ScopeStack *stack, guint32 *out);
/* Patterns that stand for colours, over them. `x` is the column's place in the world, `origin` that of out[0] in the bar:
 * so that hatches join. */
void scope_painter_patterns (const ScopePainter *p, const ScopeStack *stack, gint64 x, gint origin, guint32 *out);

G_END_DECLS
