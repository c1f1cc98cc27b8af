/* scope-raster.h: columns to pixels, by plain C.
 *
 * The rule of truth: a state that occurs is never drawn as absent, one that does not fill never as full, wherever the
 * bar has a pixel more than states present; below that, running is not drawn full, then running is drawn, then the
 * largest others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-columns.h"
#include "model/scene/draw/scope-palette.h"

G_BEGIN_DECLS

/* One column as a stack of pieces, from the bottom. Heights in pixels; pieces touch. A piece's pixels are its colour
 * at `opacity` over the canvas. State SCOPE_STATE_UNKNOWN stands for unknown and not alive together: canvas. */
typedef struct
{
  float y0, y1;   /* from the bottom; whole pixels, except where two neighbours share one */
  float opacity;  /* 1, or 0.35 to 1 for less than a pixel */
  guint8 state;
} ScopeStackPiece;

typedef struct
{
  guint n;
  ScopeStackPiece pieces[SCOPE_N_STATES];
} ScopeStack;

/* `full` is the time that fills the whole height (column.total, or for counts lanes ticks × the largest count). */
void scope_stack_make (ScopeStack *stack, const ScopeColumn *column, double full, guint height);

typedef struct
{
  const ScopePalette *palette;
  guint height;         /* of the bar, pixels */
  double full;          /* counts lanes: number of lanes that fill the height; else 0 */
  ScopeColour ground;   /* canvas or alternate band; 0: transparent */
  guint dim;            /* bit s set: state s at 45 % */
  int pattern_phase;    /* x of pattern origin (use the strip's x, so that hatches join) */
  ScopeStripLook look;  /* zero: shares of time, coloured by state */
  gboolean patterns;    /* centre lines, dots, diagonals, separators */
} ScopeRasterOptions;

/* What running is drawn in where column i of the strip is: a person's own colour, its task's, or the palette's. */
ScopeColour scope_strip_running_colour (const ScopeStrip *strip, const ScopeStripLook *look, const ScopePalette *palette, guint i);
/* Whether that may be another one than the palette's. */
static inline gboolean
scope_strip_has_hues (const ScopeStrip *strip, const ScopeStripLook *look)
{
  return look->by_task || look->own != 0 || strip->own != NULL;
}

/* Draws columns [from, to) of the strip. `pixels` is ARGB32, native endian, premultiplied: (to - from) × height at
 * `stride` bytes a row, wholly overwritten. */
void scope_raster_strip (const ScopeStrip *strip, guint from, guint to, const ScopeRasterOptions *options,
                         guint32 *pixels, gsize stride);

/* The activity row: running and GC stacked over `n_processors` in the lower three quarters, the number ready in the
 * upper quarter, logarithmic. `ready` is a counts strip of the same place, or NULL; `ready_max` fills the band. */
void scope_raster_activity (const ScopeStrip *strip, const ScopeStrip *ready, guint from, guint to,
                            guint n_processors, double ready_max, const ScopeRasterOptions *options, guint32 *pixels,
                            gsize stride);

G_END_DECLS
