/* scope-lane-sum.c: see scope-lane-sum.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-lane-sum.h"

#include "model/zoom/scope-lane-private.h"

struct _ScopeLaneSum
{
  GMutex lock;             /* of who adds them up */
  ScopeLaneCoarse *coarse; /* atomic; NULL: not known yet */
  gboolean counts; /* they are lanes that count */
  guint n;
  ScopeLaneSource lanes[];
};

ScopeLaneSum *
scope_lane_sum_new (const ScopeLaneSource *lanes, guint n)
{
  ScopeLaneSum *sum = g_malloc (sizeof *sum + n * sizeof *lanes);

  g_assert (n > 0);
  g_mutex_init (&sum->lock);
  sum->coarse = NULL;
  sum->n = n;
  sum->counts = scope_lane_store_counts (lanes[0].store, lanes[0].lane);
  memcpy (sum->lanes, lanes, n * sizeof *lanes);
  return sum;
}

void
scope_lane_sum_free (ScopeLaneSum *sum)
{
  g_mutex_clear (&sum->lock);
  scope_lane_coarse_free (sum->coarse);
  g_free (sum);
}

gboolean
scope_lane_sum_is_of (const ScopeLaneSum *sum, const ScopeLaneSource *lanes, guint n)
{
  if (sum->n != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (sum->lanes[i].store != lanes[i].store || sum->lanes[i].lane != lanes[i].lane || sum->lanes[i].offset != lanes[i].offset)
      return FALSE;
  return TRUE;
}

guint
scope_lane_sum_n_lanes (const ScopeLaneSum *sum)
{
  return sum->n;
}

const ScopeLaneSource *
scope_lane_sum_lanes (const ScopeLaneSum *sum)
{
  return sum->lanes;
}

/* --- all of it --- */

void
scope_lane_coarse_free (ScopeLaneCoarse *coarse)
{
  if (coarse == NULL)
    return;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    g_free (coarse->bins[s]);
  g_free (coarse);
}

/* Of the lane's own bins the first that counts as bin `base` of trace time. */
static inline gint64
own_base (const ScopeLaneSource *lane, gint64 base, guint level)
{
  gint64 half = level > 0 ? (gint64) 1 << (level - 1) : 0;

  return (scope_shl (base, level) - lane->offset + half) >> level;
}

gboolean
scope_lane_source_life (const ScopeLaneSource *lane, gint64 *ret_first, gint64 *ret_last)
{
  gint64 first, last;

  if (!scope_lane_store_life (lane->store, lane->lane, &first, &last))
    return FALSE;
  *ret_first = MAX (first, -SCOPE_ROW_TIME_MAX) + lane->offset;
  *ret_last = MIN (last, SCOPE_ROW_TIME_MAX) + lane->offset;
  return TRUE;
}

/* FALSE: none of them ever lived. */
static gboolean
find_range (const ScopeLaneSum *sum, gint64 *ret_first, gint64 *ret_last)
{
  *ret_first = SCOPE_TIME_MAX;
  *ret_last = SCOPE_TIME_MIN;
  for (guint i = 0; i < sum->n; i++)
    {
      gint64 first, last;

      if (!scope_lane_source_life (&sum->lanes[i], &first, &last))
        continue;
      *ret_first = MIN (*ret_first, first);
      *ret_last = MAX (*ret_last, last);
    }
  return *ret_first <= *ret_last;
}

ScopeLaneCoarse *
scope_lane_coarse_new (gint64 first, gint64 last)
{
  ScopeLaneCoarse *coarse = g_new0 (ScopeLaneCoarse, 1);

  coarse->level = scope_level_for (first, last, SCOPE_COARSE_BINS);
  coarse->base = (first >> coarse->level) - 1; /* clocks are moved by up to half a bin */
  coarse->n = (guint) ((last >> coarse->level) - coarse->base) + 2;
  return coarse;
}

gboolean
scope_lane_coarse_add (ScopeLaneCoarse *coarse, const ScopeLaneSource *lane, GError **error)
{
  ScopeBins all = { .level = coarse->level, .n = coarse->n, .base = own_base (lane, coarse->base, coarse->level) };
  gboolean ok;

  memcpy (all.bins, coarse->bins, sizeof coarse->bins);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    all.mask |= coarse->bins[s] != NULL ? 1u << s : 0;
  ok = scope_lane_read_bins (lane->store, lane->lane, &all, error);
  memcpy (coarse->bins, all.bins, sizeof coarse->bins);
  return ok;
}

static ScopeLaneCoarse *
add_up (const ScopeLaneSum *sum, GError **error)
{
  g_autoptr (ScopeLaneCoarse) coarse = NULL;
  gint64 first, last;

  if (!find_range (sum, &first, &last))
    return g_new0 (ScopeLaneCoarse, 1);
  coarse = scope_lane_coarse_new (first, last);
  for (guint i = 0; i < sum->n; i++)
    if (!scope_lane_coarse_add (coarse, &sum->lanes[i], error))
      return NULL;

  return g_steal_pointer (&coarse);
}

const ScopeLaneCoarse *
scope_lane_sum_coarse (ScopeLaneSum *sum, GError **error)
{
  if (g_atomic_pointer_get (&sum->coarse) == NULL)
    {
      g_mutex_lock (&sum->lock);
      if (sum->coarse == NULL)
        g_atomic_pointer_set (&sum->coarse, add_up (sum, error));
      g_mutex_unlock (&sum->lock);
    }
  return g_atomic_pointer_get (&sum->coarse);
}

ScopeLaneCoarse *
scope_lane_sum_steal_coarse (ScopeLaneSum *sum)
{
  return g_steal_pointer (&sum->coarse);
}

void
scope_lane_sum_take_coarse (ScopeLaneSum *sum, ScopeLaneCoarse *coarse)
{
  g_assert (sum->coarse == NULL);
  sum->coarse = coarse;
}

/* --- tiles --- */

/* Those of the coarse bins that lie in each of its own, which are as wide or wider. */
static void
fill_from_coarse (ScopeTile *tile, const ScopeLaneCoarse *coarse)
{
  guint shift = tile->level - coarse->level;
  gint64 start = scope_shl (tile->index, SCOPE_TILE_SHIFT);
  gint64 first = MAX (coarse->base, scope_shl (start, shift));
  gint64 last = MIN (coarse->base + coarse->n, scope_shl (start + SCOPE_TILE_BINS, shift));

  for (guint s = 0; s < SCOPE_N_STATES && first < last; s++)
    {
      if (coarse->bins[s] == NULL)
        continue;
      tile->bins[s] = g_new0 (gint64, SCOPE_TILE_BINS);
      for (gint64 b = first; b < last; b++)
        tile->bins[s][(b >> shift) - start] += coarse->bins[s][b - coarse->base];
    }
}

static void
add_bins (const ScopeBins *own, ScopeTile *tile)
{
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      const gint64 *from = own->bins[s];
      gint64 *to;

      if ((own->mask & 1u << s) == 0)
        continue;
      if (tile->bins[s] == NULL)
        tile->bins[s] = g_new0 (gint64, SCOPE_TILE_BINS);
      to = tile->bins[s];
      for (guint b = 0; b < SCOPE_TILE_BINS; b++)
        to[b] += from[b];
    }
}

static gboolean
fill_from_lanes (ScopeTile *tile, const ScopeLaneSum *sum, GError **error)
{
  ScopeBins own = { .level = tile->level, .n = SCOPE_TILE_BINS };
  gboolean ok = TRUE;

  for (guint i = 0; i < sum->n && ok; i++)
    {
      const ScopeLaneSource *lane = &sum->lanes[i];

      own.base = own_base (lane, scope_shl (tile->index, SCOPE_TILE_SHIFT), tile->level);
      own.mask = 0;
      ok = scope_lane_read_bins (lane->store, lane->lane, &own, error);
      add_bins (&own, tile);
    }
  scope_bins_clear (&own);

  return ok;
}

/* Whether bins of that level are as wide as those of all of it, or wider: told without looking at a lane, if it is known. */
static gboolean
is_coarse (ScopeLaneSum *sum, guint level)
{
  const ScopeLaneCoarse *coarse = g_atomic_pointer_get (&sum->coarse);
  gint64 first, last;

  if (coarse != NULL)
    return level >= coarse->level;
  return !find_range (sum, &first, &last) || level >= scope_level_for (first, last, SCOPE_COARSE_BINS);
}

ScopeTile *
scope_lane_sum_read_tile (ScopeLaneSum *sum, guint level, gint64 index, GError **error)
{
  g_autoptr (ScopeTile) tile = g_new0 (ScopeTile, 1);
  const ScopeLaneCoarse *coarse;

  g_return_val_if_fail (level <= SCOPE_MAX_LEVEL, NULL);
  g_atomic_ref_count_init (&tile->ref_count);
  tile->level = (guint8) level;
  tile->index = index;
  tile->kind = sum->counts ? SCOPE_KIND_THREADS : SCOPE_KIND_PROCESSOR;
  tile->first = scope_shl (index, SCOPE_TILE_SHIFT + level);
  tile->last = scope_shl (index + 1, SCOPE_TILE_SHIFT + level);
  if (!is_coarse (sum, level))
    return fill_from_lanes (tile, sum, error) ? g_steal_pointer (&tile) : NULL;
  coarse = scope_lane_sum_coarse (sum, error);
  if (coarse == NULL)
    return NULL;
  fill_from_coarse (tile, coarse);

  return g_steal_pointer (&tile);
}
