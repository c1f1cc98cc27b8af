/* scope-tile.h: one lane over 1,024 bins of 2^level ticks: the unit that is asked for, cached and drawn.
 *
 * A tile is *sparse* (the transitions themselves, when they are few) or *dense* (exact time per state and
 * bin). Both give the same columns.
 *
 *     level k, index i covers the ticks [i·1024·2^k, (i+1)·1024·2^k) of the machine's own clock
 *
 *     dense:  bins[state][0..1023]            i64 ticks (counts lanes: ticks × number of tasks)
 *     sparse: rows[0..n_rows)                 the first may lie before the tile: what holds at its left edge
 *             (counts lanes are always dense)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-state.h"
#include "model/base/scope-entity.h"

G_BEGIN_DECLS

#define SCOPE_TILE_BINS 1024
#define SCOPE_TILE_SHIFT 10
#define SCOPE_TILE_SPARSE_ROWS 2048 /* a tile of more transitions is dense */
#define SCOPE_MAX_LEVEL 44

/* v·2^k, also for negative v. */
static inline gint64
scope_shl (gint64 v, guint k)
{
  return (gint64) ((guint64) v << k);
}

typedef struct
{
  gint64 time;
  guint32 ref;
  guint8 code;
} ScopeTransition;

/* The first of n columns, [edges[i], edges[i + 1]) each, that ends after `time`; n if none does. */
static inline guint
scope_columns_at (const gint64 *edges, guint n, gint64 time)
{
  guint lo = 0, hi = n;

  while (lo < hi)
    {
      guint mid = (lo + hi) / 2;

      if (edges[mid + 1] <= time)
        lo = mid + 1;
      else
        hi = mid;
    }
  return lo;
}

/* How many of n rows, in order of time, begin at `time` or before. */
static inline guint
scope_transitions_until (const ScopeTransition *rows, guint n, gint64 time)
{
  guint lo = 0, hi = n;

  while (lo < hi)
    {
      guint mid = (lo + hi) / 2;

      if (rows[mid].time <= time)
        lo = mid + 1;
      else
        hi = mid;
    }
  return lo;
}

/* The last of them, or the first row. */
static inline guint
scope_transitions_at (const ScopeTransition *rows, guint n, gint64 time)
{
  guint until = scope_transitions_until (rows, n, time);

  return until > 0 ? until - 1 : 0;
}

typedef struct
{
  gatomicrefcount ref_count;
  guint32 lane;
  guint8 level;
  guint8 kind;            /* ScopeKind of the lane */
  gboolean provisional;   /* made while the trace was still being read: ask again later */
  gint64 index;
  gint64 first, last;     /* the lane's life, clipped to the tile; outside of it the lane is absent */
  guint64 n_transitions;  /* in the tile, also if it is dense (dense: about) */
  guint n_rows;
  ScopeTransition *rows;  /* sparse, else NULL */
  gint64 *bins[SCOPE_N_STATES]; /* dense; NULL for a state that does not occur */
} ScopeTile;

ScopeTile *scope_tile_ref (ScopeTile *tile);
void scope_tile_unref (ScopeTile *tile);
gsize scope_tile_memory (const ScopeTile *tile);

/* Index of the last row of a sparse tile that has begun at `time`; 0 if there is none. */
guint scope_tile_find_row (const ScopeTile *tile, gint64 time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeTile, scope_tile_unref)

G_END_DECLS
