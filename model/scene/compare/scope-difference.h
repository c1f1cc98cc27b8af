/* scope-difference.h: a lane of this run minus its lane of the baseline, in pixel columns.
 *
 * A column is one world pixel of this run (scope-viewport.h); the baseline's column is the stretch that belongs to it by
 * the time map, be it longer or shorter. What is compared is the *share*: how many lanes were in a state on average,
 * so that equal behaviour gives nothing where the axis is stretched (that it took longer is what the axis says).
 *
 *     change[s] = run[s] / run_width − baseline[s] / baseline_width        −1 to 1 for one lane, ±lanes for sums
 *
 * Both come from tiles, and an edge that lies on a bin of this run mostly cuts one of the baseline's. What of a bin that is
 * cut lies on which side nobody knows, but it is bounded by what is in the bin: a bin that one state fills, a sparse
 * tile and bins of a tick are cut exactly. So each figure is known between two bounds,
 *
 *     change[s] ± slack[s],  slack[s] ≤ 1/8 of a column (sums: times the lanes; counts lanes: what is in two bins),
 *                            and half of that for each level that is read finer
 *
 * and a change that the slack could explain is 0: a trace differs nowhere from itself, nor from a copy that is shifted,
 * at any zoom. What is not known (not read, not recorded) counts as slack, too: it might be anything.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-time-map.h"
#include "model/scene/draw/scope-columns.h"

G_BEGIN_DECLS

/* Times in ticks of this run and of the baseline, times lanes. `run` and `baseline` of SCOPE_STATE_UNKNOWN: what is not
 * known, tiles that are not there included. */
typedef struct
{
  double run[SCOPE_N_STATES], baseline[SCOPE_N_STATES];
  double run_width, baseline_width; /* of the column; the baseline's may be 0 where the map has nothing for it */
  float change[SCOPE_N_STATES];     /* in lanes; exactly 0 if there need not be any */
  float slack[SCOPE_N_STATES];      /* half the distance of the bounds */
  guint8 more, less;                /* bit s: change[s] is above, below 0 */
} ScopeDifferenceColumn;

typedef struct
{
  gint64 x; /* first world pixel of this run */
  guint n;
  double scale; /* ticks of this run per pixel */
  gboolean counts;
  gboolean vague;      /* finer tiles might show differences that the slack hides */
  gboolean incomplete; /* made from placeholders or provisional tiles, or some were missing: make it again */
  guint missing;
  ScopeDifferenceColumn columns[];
} ScopeDifferenceStrip;

/* One side: where its tiles come from, and the lanes to add up. */
typedef struct
{
  ScopeTileGetter *getter;
  const ScopeLaneSource *lanes;
  guint n_lanes;
} ScopeDifferenceSide;

#define SCOPE_DIFFERENCE_FINER 2u /* levels: as fine as a view at rest and a picture read */

/* World pixels [x, x + n) of this run at `scale` ticks per pixel, where pixel 0 begins at trace time `first`. Lanes whose bins
 * are cut are read `finer` levels finer: while the view moves 0. Never fails: what cannot be had is not known. Free with
 * scope_difference_strip_free(). */
ScopeDifferenceStrip *scope_difference_strip_new (const ScopeDifferenceSide *run, const ScopeDifferenceSide *baseline,
                                                  const ScopeTimeMap *map, gint64 first, double scale, gint64 x,
                                                  guint n, guint finer);
void scope_difference_strip_free (ScopeDifferenceStrip *strip);
/* The largest sum of changes up or down in any column, in lanes. */
double scope_difference_strip_most (const ScopeDifferenceStrip *strip);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeDifferenceStrip, scope_difference_strip_free)

G_END_DECLS
