/* scope-call-bar.h: how a stretch of a call stack looks, wherever it is drawn: in a flame chart, a flame graph, a row of the
 * timeline.
 *
 * A function has one colour in all pictures and all traces, made of its name; as there are more functions than colours that can
 * be told apart, the colour never says more than "the same" or "another": the name stands in the bar, or in the tooltip. What is
 * no call (suspended, collecting) has the colour and the pattern of its state; what is not known is bare canvas with a dotted
 * edge.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_CALL_BAR_FUNCTION,
  SCOPE_CALL_BAR_SUSPENDED,  /* not running: waiting, or waiting for its turn */
  SCOPE_CALL_BAR_COLLECTING,
  SCOPE_CALL_BAR_UNKNOWN,    /* calls that nobody recorded */
  SCOPE_CALL_BAR_MANY,       /* too many to be told apart: several frames as one */
} ScopeCallBarKind;

typedef enum
{
  SCOPE_CALL_BAR_DIM = 1 << 0,        /* not what is looked for */
  SCOPE_CALL_BAR_FOUND = 1 << 1,      /* what is looked for: outlined */
  SCOPE_CALL_BAR_CHOSEN = 1 << 2,
  SCOPE_CALL_BAR_CUT_LEFT = 1 << 3,   /* it goes on there: no edge */
  SCOPE_CALL_BAR_CUT_RIGHT = 1 << 4,
  SCOPE_CALL_BAR_INFERRED = 1 << 5,   /* its ends are not known for sure: dotted edges */
} ScopeCallBarFlags;

typedef struct
{
  ScopeCallBarKind kind;
  const char *name;      /* "lists:map/2"; of MANY: what stands there instead ("×312"), or NULL */
  guint flags;           /* ScopeCallBarFlags */
  ScopeColour colour;    /* of a function; 0: that of its name */
  double indent;         /* its name begins so far to the right … */
  double foot;           /* … and stands so far above the lower edge */
  double x, y, width, height;
} ScopeCallBar;

/* Least width of a bar that carries words. */
#define SCOPE_CALL_BAR_LABEL_WIDTH 28.0

/* Of a function, opaque. */
ScopeColour scope_call_colour (const ScopePalette *palette, const char *name);
/* Of whose it is: ScopeFunctionKind. */
ScopeColour scope_call_kind_colour (const ScopePalette *palette, guint kind);
/* "user", "kernel", "idle", "not known"; not to be freed. */
const char *scope_call_kind_title (guint kind);
/* Of any bar. */
ScopeColour scope_call_bar_colour (const ScopePalette *palette, ScopeCallBarKind kind, const char *name);
/* Draws it, with its name if there is room for it: "lists:map/2", "map/2", or what of that fits. */
void scope_call_bar_add (ScopeScene *scene, const ScopeCallBar *bar);
/* The name as it is written into a bar so wide, "" if there is no room. Free with g_free(). */
char *scope_call_bar_label (const char *name, double width, double font_size);

G_END_DECLS
