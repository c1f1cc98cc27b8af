/* scope-strip-path.h: the dense picture of a row as outlines, one per state: for SVG and PDF.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-raster.h"
#include "model/scene/draw/scope-scene.h"

G_BEGIN_DECLS

/* Rectilinear outlines: a move, then horizontal and vertical lines in turn, then close. Scene coordinates. */
typedef struct
{
  void (*move) (gpointer data, double x, double y);
  void (*across) (gpointer data, double x);
  void (*down) (gpointer data, double y);
  void (*close) (gpointer data);
  gpointer data;
} ScopePathSink;

typedef struct
{
  const ScopeScene *scene;
  const ScopeItem *item;
  guint width, height; /* pixels of the plot and the bar */
  /* per column and state, in tenths of a pixel from the bottom; equal: absent */
  gint16 (*from)[SCOPE_N_STATES], (*to)[SCOPE_N_STATES];
  ScopeColour *hues; /* each column's colour of running; NULL: all have the palette's */
  ScopeColour hue;   /* which of them an outline of running is of; at first the palette's */
  GArray *more;      /* of ScopeColour: the others, in the order in which they come */
  guint n_taken;     /* of those, by scope_strip_path_next_hue() */
} ScopeStripPath;

/* Stacks all columns of a strip item that carries strips. */
void scope_strip_path_init (ScopeStripPath *path, const ScopeScene *scene, const ScopeItem *item);
void scope_strip_path_clear (ScopeStripPath *path);
/* The outline of a state; FALSE if it does not occur. */
gboolean scope_strip_path_outline (const ScopeStripPath *path, guint state, const ScopePathSink *sink);

/* Turns to the next colour of running besides the palette's; FALSE: there is none. */
gboolean scope_strip_path_next_hue (ScopeStripPath *path);
/* What fills it. */
ScopeColour scope_strip_path_colour (const ScopeStripPath *path, guint state);

/* What lies over runs that are wide enough: pieces [x, x + width) of the bar, in scene coordinates. */
typedef void (*ScopeDecorationFunc) (gpointer data, ScopePattern pattern, guint state, double x, double y,
                                     double width, double height);
void scope_strip_decorations (const ScopeScene *scene, const ScopeItem *item, ScopeDecorationFunc func,
                              gpointer data);

G_END_DECLS
