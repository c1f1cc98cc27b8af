/* scope-difference-private.h: what the files of the difference's scene share: scope-difference-scene.c (a frame), -cache.c
 * (what is kept between frames) and -words.c (what is there).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/compare/scope-difference-scene.h"

G_BEGIN_DECLS

typedef struct
{
  ScopeDifferenceRows *rows;
  const ScopeTimeMap *map;
  const ScopeDifferenceOptions *options;
  ScopeTileGetter *run, *baseline;
  ScopeDifferenceCache *cache; /* never NULL */
  ScopeScene *scene;
  const ScopePalette *palette;
  const ScopeViewport *viewport; /* of this run */
  gint64 first;                  /* trace time of world pixel 0 */
  double x, top, width, font;
  guint finer;
} ScopeDifferenceBuild;

/* A strip of a row, and its pixels as last wanted. */
typedef struct
{
  char *key;
  double scale;
  gint64 first, index;
  gboolean whole; /* a look at all of it, to know what 100 % are */
  gboolean stale; /* better tiles have arrived since */
  guint finer;    /* levels by which it was read finer */
  guint lanes;    /* of the side that has more */
  ScopeDifferenceStrip *strip;
  guint32 *pixels; /* strip->n × height, opaque; NULL: not drawn yet */
  guint height, dim;
  double full;
  const ScopePalette *palette;
  ScopeColour ground;
} ScopeDifferenceKept;

/* A row as it was last drawn whole. */
typedef struct
{
  guint32 *pixels;
  guint width, height;
  double from, span; /* ticks after the viewport's first */
} ScopeDifferencePicture;

/* scope-difference-cache.c */
ScopeDifferenceKept *scope_difference_get (const ScopeDifferenceBuild *b, const ScopeDifferenceRow *row, gint64 index);
/* Lanes that half of the height stands for. */
double scope_difference_full (const ScopeDifferenceBuild *b, const ScopeDifferenceRow *row);
const guint32 *scope_difference_pixels (ScopeDifferenceKept *kept, const ScopeRasterOptions *options);
ScopeDifferencePicture *scope_difference_cache_picture (ScopeDifferenceCache *cache, const char *key, gboolean make);
/* So many strips are in view. */
void scope_difference_cache_make_room (ScopeDifferenceCache *cache, guint n);

/* scope-difference-scene.c */
void scope_difference_build_init (ScopeDifferenceBuild *b, ScopeDifferenceRows *rows, const ScopeTimeMap *map,
                                  ScopeTileGetter *run, ScopeTileGetter *baseline, ScopeDifferenceCache *cache);
static inline gint64
scope_difference_strip_index (gint64 x)
{
  return x >= 0 ? x / SCOPE_STRIP_COLUMNS : -((-x + SCOPE_STRIP_COLUMNS - 1) / SCOPE_STRIP_COLUMNS);
}

/* scope-difference-words.c: all that is visible of a row, as one column; FALSE if strips are missing. */
gboolean scope_difference_visible (const ScopeDifferenceBuild *b, const ScopeDifferenceRow *row,
                                   ScopeDifferenceColumn *ret_sum);

G_END_DECLS
