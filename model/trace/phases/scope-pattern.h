/* scope-pattern.h: what comes again and again in a mix over time, and what of it is like nothing else: by the matrix profile.
 *
 * The profile says of each window of one period how far it is from the nearest other one that does not lie over it. It is taken along diagonals,
 * which are lags, as in SCRIMP (Zhu, Yeh, Zimmerman, Kamgar, Keogh: Matrix Profile XI, ICDM 2018). Mixes are shares, all in one unit, so
 * windows are not normalised: distances are squared, as a part of those of two bins chosen by chance.
 *
 *     lag ────►   0        period       2 periods
 *     distance    0 ╱‾‾‾‾╲___╱‾‾‾‾‾╲___╱‾‾
 *
 * The period is the least lag at which the mean distance has a minimum that is nearly the lowest of all. Whether that is chance is told by
 * permuting what lies between the borders.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/phases/scope-change-points.h"

G_BEGIN_DECLS

typedef struct
{
  guint period;     /* bins; 0: nothing comes again */
  double likeness;  /* of what is a period apart: 1: always the same; 0: no more than chance */
  double chance;    /* how often the same phases in any order would be as alike, at most */
  guint odd;        /* where the window begins that is like no other; G_MAXUINT: none is much less so than the rest */
  double odd_distance;
} ScopePattern;

#define SCOPE_PATTERN_SHUFFLES 199u
#define SCOPE_PATTERN_CHANCE 0.05
#define SCOPE_PATTERN_LIKENESS 0.3 /* at least */

/* `borders`: bins at which something else begins (scope_change_points_find()). */
ScopePattern scope_pattern_find (const ScopeMixSeries *series, const GArray *borders, GCancellable *cancellable);

G_END_DECLS
