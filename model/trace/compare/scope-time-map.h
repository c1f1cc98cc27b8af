/* scope-time-map.h: ties the axes of two compared traces: which instant of the baseline belongs to which of this run.
 *
 * A time map goes through *knots*, pairs of instants that belong together, and is straight between them:
 *
 *     baseline │              ╱  natural scale after the last knot
 *              │          ___●
 *              │     __--
 *              │    ●
 *              │   ╱   natural scale before the first
 *              └───────────────── run
 *
 * Outside the knots time passes equally fast in both (the *natural scale*: 1, or the ratio of their ticks if these differ): after
 * the last thing that both have in common there is nothing that a stretch could be taken from.
 *
 * Rules, all in whole numbers (128 bits between): a time is mapped to the nearest tick, a half to the later one; so a map never goes
 * back, knots belong to each other exactly, and
 *
 *     where the baseline is as long as the run or longer   to_run (to_baseline (t)) = t   for every t
 *     where it is as long or shorter                       to_baseline (to_run (b)) = b   for every b
 *
 * (the other way round a tick stands for several: off by at most half a piece's scale + 1/2). With scale 1 both are exact.
 * TIME_MIN and TIME_MAX are mapped to themselves; what would go beyond ends at the last time before them.
 *
 * Immutable, counted, any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_TIME_MAP (scope_time_map_get_type ())

typedef struct _ScopeTimeMap ScopeTimeMap;

/* Two instants that belong together, each in trace time of its own trace, in ticks of its own. */
typedef struct
{
  gint64 run, baseline;
} ScopeTimeKnot;

GType scope_time_map_get_type (void); /* boxed */

/* Through n ≥ 1 knots, which grow strictly in both, no two neighbours more than 2^63 - 1 apart. The ticks are those of the two traces, in ps (> 0). */
ScopeTimeMap *scope_time_map_new (const ScopeTimeKnot *knots, guint n, gint64 run_tick_ps, gint64 baseline_tick_ps);
ScopeTimeMap *scope_time_map_ref (ScopeTimeMap *map);
void scope_time_map_unref (ScopeTimeMap *map);

gint64 scope_time_map_to_baseline (const ScopeTimeMap *map, gint64 run);
gint64 scope_time_map_to_run (const ScopeTimeMap *map, gint64 baseline);

/* --- what it is made of --- */

guint scope_time_map_n_knots (const ScopeTimeMap *map);
ScopeTimeKnot scope_time_map_knot (const ScopeTimeMap *map, guint i);
/* How many ticks of the baseline pass in one of the run, at and behind a time of the run: what an axis says of its stretch. */
double scope_time_map_scale_at (const ScopeTimeMap *map, gint64 run);
/* The same without the ratio of the ticks: 1 means equally fast. */
double scope_time_map_stretch_at (const ScopeTimeMap *map, gint64 run);
/* TRUE if it is no more than a shift: equally fast everywhere, and with equal ticks. *ret_shift as in new_shift(). */
gboolean scope_time_map_is_shift (const ScopeTimeMap *map, gint64 *ret_shift);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeTimeMap, scope_time_map_unref)

G_END_DECLS
