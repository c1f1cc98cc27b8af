/* scope-difference-scene.h: the differences of paired rows as a display list: names, bars, midlines, grid, selection.
 *
 *     plot_x
 *     +---------+------------------------------------------+
 *     | names,  | rows, scrolled by scroll_y: above the    |
 *     | change  | midline more in this run, below less     |
 *     +---------+------------------------------------------+
 *
 * The range, selection, cursor and palette are those of this run's view. Screen and export call the same function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/compare/scope-difference-raster.h"
#include "model/scene/compare/scope-difference-rows.h"
#include "model/scene/draw/scope-scene.h"

G_BEGIN_DECLS

/* Strips and their pixels, kept by whoever draws often. Not thread-safe. */
typedef struct _ScopeDifferenceCache ScopeDifferenceCache;

ScopeDifferenceCache *scope_difference_cache_new (void);
void scope_difference_cache_free (ScopeDifferenceCache *cache);
/* Pairs, offsets or the map are others: forget all. */
void scope_difference_cache_clear (ScopeDifferenceCache *cache);
/* Tiles arrived: what is incomplete is made again when next drawn. */
void scope_difference_cache_drop_incomplete (ScopeDifferenceCache *cache);

typedef struct
{
  double width, height;
  double scroll_y;
  double names_width;      /* 0: no names */
  double font_size;        /* 0: 11 */
  gboolean ruler;          /* this run's, on top: SCOPE_RULER_HEIGHT */
  gboolean plain;          /* no selection, no cursor: for a picture */
  guint finer;             /* as in scope_difference_strip_new() */
  guint focus_row;         /* outlined at its name; SCOPE_NONE: none */
  ScopeDifferenceCache *cache; /* or NULL */
} ScopeDifferenceOptions;

/* `rows` are laid out. If a getter's deadline passes, rows that are not reached show their last picture where it belongs,
 * and getter->late is set. */
ScopeScene *scope_difference_scene_build (ScopeDifferenceRows *rows, const ScopeTimeMap *map,
                                          const ScopeDifferenceOptions *options, ScopeTileGetter *run,
                                          ScopeTileGetter *baseline);

/* What is at x pixels of the plot: title, time, then "+12 % running (+38 ms)" for each state, the largest first; at most
 * four lines. NULL if there is nothing. Free with g_free(). */
char *scope_difference_describe (ScopeDifferenceRows *rows, const ScopeTimeMap *map, guint row, double x,
                                 ScopeTileGetter *run, ScopeTileGetter *baseline, ScopeDifferenceCache *cache);
/* The stretch of about a sixth of what is visible in which the row differs most (in `state`, or in any if that is
 * SCOPE_N_STATES), in trace time of this run; FALSE if it differs nowhere. */
gboolean scope_difference_find_most (ScopeDifferenceRows *rows, const ScopeTimeMap *map, guint row, guint state,
                                     ScopeTileGetter *run, ScopeTileGetter *baseline, ScopeDifferenceCache *cache,
                                     gint64 *ret_from, gint64 *ret_to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeDifferenceCache, scope_difference_cache_free)

G_END_DECLS
