/* scope-palette.h: the colours and patterns of states, as tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-state.h"

G_BEGIN_DECLS

/* 0xAARRGGBB, not premultiplied. */
typedef guint32 ScopeColour;

typedef enum
{
  SCOPE_PALETTE_LIGHT,
  SCOPE_PALETTE_DARK,
  SCOPE_PALETTE_HIGH_CONTRAST,
  SCOPE_PALETTE_HIGH_CONTRAST_DARK,
  SCOPE_PALETTE_CLASSIC,
  SCOPE_PALETTE_PRINT, /* hatches, no colour */
  SCOPE_N_PALETTES
} ScopePaletteKind;

/* What is drawn over a block besides its colour. */
typedef enum
{
  SCOPE_PATTERN_NONE,
  SCOPE_PATTERN_CENTRE_LINE, /* blocked: 2 px, white 45 % */
  SCOPE_PATTERN_DOTS,        /* ready: dotted bottom edge and outline */
  SCOPE_PATTERN_DIAGONALS,   /* outside: sparse 45° lines */
  SCOPE_PATTERN_HATCH,       /* unreadable, GC waiting: 45°, period 6 */
  SCOPE_PATTERN_CROSS,       /* print */
  SCOPE_PATTERN_HORIZONTAL,  /* print */
  SCOPE_PATTERN_VERTICAL,    /* print */
  SCOPE_N_PATTERNS
} ScopePattern;

typedef struct
{
  const char *name; /* as --palette has it */
  gboolean dark;
  gboolean border;  /* states have a 1-px border (high contrast) */
  ScopeColour state[SCOPE_N_STATES];  /* unknown: the canvas */
  ScopeColour on_state[SCOPE_N_STATES]; /* text over it */
  ScopePattern pattern[SCOPE_N_STATES];
  ScopeColour pattern_colour[SCOPE_N_STATES];
  ScopeColour canvas, alternate, text, strong_text, grid;
  ScopeColour accent, danger;
  ScopeColour accent_words;  /* the accent as the colour of words on the canvas: 4.5:1 at least, as all text */
  ScopeColour accent_ground; /* and behind words, in scope_colour_text_on() of it */
  ScopeColour message, message_halo;
  ScopeColour hatch, hatch_ground; /* unreadable */
  ScopeColour heap, heap_fill;     /* counter lanes */
} ScopePalette;

const ScopePalette *scope_palette_get (ScopePaletteKind kind);
/* "default", "light", "dark", "high-contrast", "high-contrast-dark", "classic", "print"; FALSE if unknown. */
gboolean scope_palette_parse (const char *name, ScopePaletteKind *ret_kind);

/* Of one of SCOPE_N_TASK_COLOURS tasks, and of words on it. */
ScopeColour scope_palette_task (const ScopePalette *palette, guint task_colour);
/* Of a class of messages (0 to 12: tags from SCOPE_TAG_FIRST on; others have the palette's own). */
ScopeColour scope_palette_message (const ScopePalette *palette, guint message_class);
ScopeColour scope_colour_text_on (ScopeColour colour);
/* As WCAG has it: 0 is black, 1 white; the contrast of two is (lighter + 0.05) / (darker + 0.05). */
double scope_colour_luminance (ScopeColour colour);

/* `over` drawn over `under` with the given opacity (0 to 1); the result is opaque if `under` is. */
ScopeColour scope_colour_mix (ScopeColour under, ScopeColour over, double opacity);
static inline ScopeColour
scope_colour_alpha (ScopeColour colour, double alpha)
{
  return (colour & 0xffffff) | ((guint32) (alpha * 255 + 0.5) << 24);
}

/* The order in which columns stack, from the bottom: running, GC, outside, active, ready, blocked, idle, unknown. */
extern const guint8 scope_stack_order[SCOPE_N_STATES];

G_END_DECLS
