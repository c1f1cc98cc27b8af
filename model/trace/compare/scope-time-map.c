/* scope-time-map.c: see scope-time-map.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-time-map.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-entity.h"
#include "model/base/scope-ref.h"

#include <string.h>

struct _ScopeTimeMap
{
  gatomicrefcount refs;
  guint64 run_tick, baseline_tick; /* ps, without what they have in common: natural scale = run_tick / baseline_tick */
  guint n;
  ScopeTimeKnot knots[];
};

G_DEFINE_BOXED_TYPE (ScopeTimeMap, scope_time_map, scope_time_map_ref, scope_time_map_unref)

static guint64
common_divisor (guint64 a, guint64 b)
{
  while (b != 0)
    {
      guint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

ScopeTimeMap *
scope_time_map_new (const ScopeTimeKnot *knots, guint n, gint64 run_tick_ps, gint64 baseline_tick_ps)
{
  ScopeTimeMap *map;
  guint64 divisor;

  g_return_val_if_fail (n >= 1 && run_tick_ps > 0 && baseline_tick_ps > 0, NULL);
  for (guint i = 1; i < n; i++)
    g_return_val_if_fail (knots[i].run > knots[i - 1].run && knots[i].baseline > knots[i - 1].baseline
                            && (guint64) knots[i].run - (guint64) knots[i - 1].run <= G_MAXINT64
                            && (guint64) knots[i].baseline - (guint64) knots[i - 1].baseline <= G_MAXINT64,
                          NULL);

  map = g_malloc0 (sizeof *map + n * sizeof *knots);
  g_atomic_ref_count_init (&map->refs);
  divisor = common_divisor ((guint64) run_tick_ps, (guint64) baseline_tick_ps);
  map->run_tick = (guint64) run_tick_ps / divisor;
  map->baseline_tick = (guint64) baseline_tick_ps / divisor;
  map->n = n;
  memcpy (map->knots, knots, n * sizeof *knots);
  return map;
}

SCOPE_DEFINE_REF (ScopeTimeMap, scope_time_map, object->refs, g_free)

/* --- mapping --- */

/* a + round (x × num / den), a half upwards, ended at the first and last time. num and den are positive. */
static gint64
along (gint64 a, __int128 x, guint64 num, guint64 den)
{
  __int128 product = num == den ? x : x * num, quotient = product;

  if (num != den)
    {
      __int128 rest;

      quotient = product / den;
      rest = product - quotient * den;
      if (rest < 0)
        {
          rest += den;
          quotient--;
        }
      if (rest >= (__int128) den - rest)
        quotient++;
    }
  quotient += a;
  if (quotient >= SCOPE_TIME_MAX)
    return SCOPE_TIME_MAX - 1;
  if (quotient <= SCOPE_TIME_MIN)
    return SCOPE_TIME_MIN + 1;
  return (gint64) quotient;
}

static gint64
side (const ScopeTimeKnot *knot, gboolean baseline)
{
  return baseline ? knot->baseline : knot->run;
}

/* The last knot at or before `time` (on the side of `baseline`); -1: it is before all. */
static gint64
find_knot (const ScopeTimeMap *map, gint64 time, gboolean baseline)
{
  return (gint64) SCOPE_BISECT (map->n, i, side (&map->knots[i], baseline) <= time) - 1;
}

/* From the side of `baseline` to the other. */
static gint64
map_time (const ScopeTimeMap *map, gint64 time, gboolean baseline)
{
  gint64 i = find_knot (map, time, baseline);
  const ScopeTimeKnot *knot = &map->knots[MAX (i, 0)], *next = knot + 1;
  guint64 num = baseline ? map->baseline_tick : map->run_tick, den = baseline ? map->run_tick : map->baseline_tick;

  if (time == SCOPE_TIME_MIN || time == SCOPE_TIME_MAX)
    return time;
  if (i >= 0 && i + 1 < (gint64) map->n)
    {
      num = (guint64) side (next, !baseline) - (guint64) side (knot, !baseline);
      den = (guint64) side (next, baseline) - (guint64) side (knot, baseline);
    }
  return along (side (knot, !baseline), (__int128) time - side (knot, baseline), num, den);
}

gint64
scope_time_map_to_baseline (const ScopeTimeMap *map, gint64 run)
{
  return map_time (map, run, FALSE);
}

gint64
scope_time_map_to_run (const ScopeTimeMap *map, gint64 baseline)
{
  return map_time (map, baseline, TRUE);
}

/* --- what it is made of --- */

guint
scope_time_map_n_knots (const ScopeTimeMap *map)
{
  return map->n;
}

ScopeTimeKnot
scope_time_map_knot (const ScopeTimeMap *map, guint i)
{
  g_assert (i < map->n);

  return map->knots[i];
}

static double
natural_scale (const ScopeTimeMap *map)
{
  return (double) map->run_tick / (double) map->baseline_tick;
}

double
scope_time_map_scale_at (const ScopeTimeMap *map, gint64 run)
{
  gint64 i = find_knot (map, run, FALSE);

  if (i < 0 || i + 1 >= (gint64) map->n)
    return natural_scale (map);
  return ((double) map->knots[i + 1].baseline - (double) map->knots[i].baseline)
         / ((double) map->knots[i + 1].run - (double) map->knots[i].run);
}

double
scope_time_map_stretch_at (const ScopeTimeMap *map, gint64 run)
{
  return scope_time_map_scale_at (map, run) / natural_scale (map);
}

gboolean
scope_time_map_is_shift (const ScopeTimeMap *map, gint64 *ret_shift)
{
  guint64 shift = (guint64) map->knots[0].baseline - (guint64) map->knots[0].run;

  if (map->run_tick != map->baseline_tick)
    return FALSE;
  for (guint i = 1; i < map->n; i++)
    if ((guint64) map->knots[i].baseline - (guint64) map->knots[i].run != shift)
      return FALSE;
  *ret_shift = (gint64) shift;
  return TRUE;
}
