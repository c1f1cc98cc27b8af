/* scope-lane-sum.c: see scope-lane-sum.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-lane-sum.h"

#include "model/zoom/scope-lane-private.h"

struct _ScopeLaneSum
{
  guint n;
  ScopeLaneSource lanes[];
};

ScopeLaneSum *
scope_lane_sum_new (const ScopeLaneSource *lanes, guint n)
{
  ScopeLaneSum *sum = g_malloc (sizeof *sum + n * sizeof *lanes);

  g_assert (n > 0);
  sum->n = n;
  memcpy (sum->lanes, lanes, n * sizeof *lanes);
  return sum;
}

void
scope_lane_sum_free (ScopeLaneSum *sum)
{
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

ScopeTile *
scope_lane_sum_read_tile (const ScopeLaneSum *sum, guint level, gint64 index, GError **error)
{
  g_autoptr (ScopeTile) tile = g_new0 (ScopeTile, 1);
  gint64 from = scope_shl (index, SCOPE_TILE_SHIFT + level);
  gint64 half = level > 0 ? (gint64) 1 << (level - 1) : 0;
  ScopeBins own = { .level = level, .n = SCOPE_TILE_BINS };
  gboolean ok = TRUE;

  g_return_val_if_fail (level <= SCOPE_MAX_LEVEL, NULL);
  g_atomic_ref_count_init (&tile->ref_count);
  tile->level = (guint8) level;
  tile->index = index;
  tile->kind = (guint8) scope_lane_store_kind (sum->lanes[0].store, sum->lanes[0].lane);
  tile->first = from;
  tile->last = scope_shl (index + 1, SCOPE_TILE_SHIFT + level);
  for (guint i = 0; i < sum->n && ok; i++)
    {
      const ScopeLaneSource *lane = &sum->lanes[i];

      own.base = (from - lane->offset + half) >> level;
      own.mask = 0;
      ok = scope_lane_read_bins (lane->store, lane->lane, &own, error);
      add_bins (&own, tile);
    }
  scope_bins_clear (&own);
  return ok ? g_steal_pointer (&tile) : NULL;
}
