/* scope-difference.c: the tiles of two traces to columns of their difference.
 *
 * Both sides are added up between the same edges: those of this run's first lane, which lie on bins of it, and what the
 * time map makes of them. Each side keeps two figures per state and column: what is there for certain, and how much
 * there may be besides, because a bin was cut. Edges are doubles after a whole tick near the strip, and so exact
 * also where a pixel is a fraction of a tick.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/compare/scope-difference.h"

#include "model/base/scope-bisect.h"

#include <math.h>
#include <string.h>

#define FRACTION_SCALE 4.0 /* as in scope-columns.c: below, edges are not rounded */
#define COUNTS_FINER 3u    /* levels that counts lanes are read finer: of their bins nothing is known but the sum */
#define NOTHING 1e-9       /* lanes: less than that is a rounding of doubles */

/* --- one side --- */

typedef struct
{
  double low[SCOPE_N_STATES];   /* time that is there for certain */
  double extra[SCOPE_N_STATES]; /* and so much more at most */
  double missing;               /* time of which nothing is known */
} Sums;

typedef struct
{
  ScopeTileGetter *getter;
  ScopeDifferenceStrip *strip;
  gint64 base;         /* trace time that edges are counted from */
  const double *edges; /* [n + 1] */
  Sums *sums;          /* [n] */
} Side;

/* A stretch of columns of one lane that are read from one level. */
typedef struct
{
  const ScopeLaneSource *lane;
  gint64 base; /* own time that edges are counted from */
  guint c0, c1;
  guint level;
} Stretch;

/* First column of [c0, c1) whose right edge is after t. */
static guint
find_column (const double *edges, guint c0, guint c1, double t)
{
  return c0 + (guint) SCOPE_BISECT (c1 > c0 ? c1 - c0 : 0, i, edges[c0 + i + 1] <= t);
}

static void
add_missing (const Side *side, const Stretch *at, double from, double to)
{
  for (guint c = find_column (side->edges, at->c0, at->c1, from); c < at->c1 && side->edges[c] < to; c++)
    side->sums[c].missing += MAX (0, MIN (to, side->edges[c + 1]) - MAX (from, side->edges[c]));
}

/* What a row costs is kept small, as in scope-columns.c: one that lies within a column is not clipped. */
static void
add_sparse (const Side *side, const Stretch *at, const ScopeTile *tile, double from, double to)
{
  const double *edges = side->edges;
  const ScopeTransition *rows = tile->rows;
  Sums *sums = side->sums;
  guint c = find_column (edges, at->c0, at->c1, from);
  gint64 least = 0, most = -1; /* whole ticks of column c */

  for (guint i = scope_tile_find_row (tile, at->base + (gint64) floor (from)); i < tile->n_rows; i++)
    {
      gint64 start = MAX (rows[i].time, tile->first);
      gint64 end = i + 1 < tile->n_rows ? MIN (rows[i + 1].time, tile->last) : tile->last;
      guint state = scope_code_state (rows[i].code);
      double t0, t1;

      if (start >= least && end <= most && start < end && state < SCOPE_N_STATES)
        {
          sums[c].low[state] += (double) (end - start);
          continue;
        }
      t0 = MAX ((double) (start - at->base), from);
      t1 = MIN ((double) (end - at->base), to);
      if (t0 >= to)
        return;
      if (t1 <= t0 || state >= SCOPE_N_STATES)
        continue;
      while (c < at->c1 && edges[c + 1] <= t0)
        c++;
      for (; c < at->c1 && edges[c] < t1; c++)
        {
          sums[c].low[state] += MIN (t1, edges[c + 1]) - MAX (t0, edges[c]);
          if (edges[c + 1] > t1)
            break;
        }
      least = c < at->c1 ? at->base + (gint64) ceil (MAX (edges[c], from)) : 0;
      most = c < at->c1 ? at->base + (gint64) floor (MIN (edges[c + 1], to)) : -1;
    }
}

/* A part of a bin: `part` of `width` ticks, of which `time` were in the state. */
static inline void
add_part (Sums *sums, guint state, double time, double part, double width, gboolean counts)
{
  double low, high;

  if (width <= 1)
    {
      sums->low[state] += time * part;
      return;
    }
  low = counts ? 0 : MAX (0, time - (width - part));
  high = counts ? time : MIN (time, part);
  sums->low[state] += low;
  sums->extra[state] += high - low;
}

static void
add_dense (const Side *side, const Stretch *at, const ScopeTile *tile, double from, double to)
{
  const double *edges = side->edges;
  double width = (double) ((gint64) 1 << tile->level);
  double start = (double) (scope_shl (tile->index, SCOPE_TILE_SHIFT + tile->level) - at->base);
  gboolean counts = tile->kind == SCOPE_KIND_THREADS;
  const gint64 *bins[SCOPE_N_STATES];
  guint8 state[SCOPE_N_STATES];
  guint n = 0;

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (tile->bins[s] != NULL)
      {
        bins[n] = tile->bins[s];
        state[n++] = (guint8) s;
      }
  for (guint c = find_column (edges, at->c0, at->c1, from); c < at->c1 && edges[c] < to; c++)
    {
      double p0 = (MAX (edges[c], from) - start) / width, p1 = (MIN (edges[c + 1], to) - start) / width;
      int b0 = (int) ceil (p0), b1 = (int) floor (p1); /* whole bins [b0, b1) */
      Sums *sums = &side->sums[c];

      if (p1 <= p0)
        continue;
      for (guint i = 0; i < n; i++)
        {
          gint64 sum = 0;

          for (int b = b0; b < b1; b++)
            sum += bins[i][b];
          sums->low[state[i]] += (double) sum;
          if (b1 < b0)
            add_part (sums, state[i], (double) bins[i][b1], (p1 - p0) * width, width, counts);
          else
            {
              if (p0 < b0)
                add_part (sums, state[i], (double) bins[i][b0 - 1], (b0 - p0) * width, width, counts);
              if (p1 > b1)
                add_part (sums, state[i], (double) bins[i][b1], (p1 - b1) * width, width, counts);
            }
        }
    }
}

static void
add_stretch (const Side *side, const Stretch *at)
{
  ScopeDifferenceStrip *strip = side->strip;
  double left = side->edges[at->c0], right = side->edges[at->c1];
  gint64 from = at->base + (gint64) floor (left), to = at->base + (gint64) ceil (right);
  guint shift = at->level + SCOPE_TILE_SHIFT;

  if (right <= left)
    return;
  for (gint64 index = from >> shift; index <= (to - 1) >> shift; index++)
    {
      ScopeTileKey key = { at->lane->store, at->lane->lane, at->level, index };
      double t0 = MAX (left, (double) (scope_shl (index, shift) - at->base));
      double t1 = MIN (right, (double) (scope_shl (index + 1, shift) - at->base));
      ScopeTile *tile = side->getter->tile (side->getter->data, &key);

      if (tile == NULL || tile->level != at->level || tile->provisional)
        strip->incomplete = TRUE;
      if (tile == NULL || tile->level != at->level)
        {
          strip->missing++;
          side->getter->missing++;
        }
      if (tile == NULL)
        {
          add_missing (side, at, t0, t1);
          continue;
        }
      if (tile->kind == SCOPE_KIND_THREADS)
        strip->counts = TRUE;
      if (tile->rows != NULL)
        add_sparse (side, at, tile, t0, t1);
      else
        add_dense (side, at, tile, t0, t1);
      scope_tile_unref (tile);
    }
}

/* --- both --- */

/* Width of the bins that edges lie on. */
static double
edge_width (double scale)
{
  return (double) ((gint64) 1 << scope_viewport_level (scale));
}

/* Edge of column x, in ticks after `first`: on a bin of the first lane's, as in scope-columns.c. */
static double
run_edge (gint64 first, gint64 offset, double scale, double width, gint64 x)
{
  double t = (double) x * scale, below;

  if (scale < FRACTION_SCALE)
    return t;
  below = (double) ((first - offset) & ((gint64) width - 1));
  return width * floor ((below + t) / width + 0.5) - below;
}

/* Where that is in the baseline, after `base`. */
static double
mapped_edge (const ScopeTimeMap *map, gint64 first, double edge, gint64 base)
{
  double whole = floor (edge);
  gint64 time = first + (gint64) whole, there = scope_time_map_to_baseline (map, time);
  double fraction = edge - whole;

  if (fraction > 0)
    fraction *= (double) (scope_time_map_to_baseline (map, time + 1) - there);
  return (double) (there - base) + fraction;
}

/* The level that the columns of a lane want, `finer` where their edges do not lie on its bins. */
static guint
finer_level (guint level, guint finer)
{
  return level > finer ? level - finer : 0;
}

/* The lanes of one kind and machine have tiles of the same sort; asking the first for a tile would cost a read. */
static gboolean
is_counts (const ScopeLaneSource *lane)
{
  return scope_lane_store_kind (lane->store, lane->lane) == SCOPE_KIND_THREADS;
}

static void
add_run (const Side *side, const ScopeDifferenceSide *run, guint finer)
{
  ScopeDifferenceStrip *strip = side->strip;
  guint level = scope_viewport_level (strip->scale);

  for (guint i = 0; i < run->n_lanes; i++)
    {
      gboolean same = run->lanes[i].offset == run->lanes[0].offset;
      Stretch at = { &run->lanes[i], side->base - run->lanes[i].offset, 0, strip->n,
                     finer_level (level, same ? 0 : finer + (is_counts (&run->lanes[i]) ? COUNTS_FINER : 0)) };

      add_stretch (side, &at);
    }
}

/* Where the map has pieces of different scale, each reads the level that it needs. */
static void
add_baseline (const Side *side, const ScopeDifferenceSide *baseline, const double *run_edges, guint finer, gboolean aligned)
{
  ScopeDifferenceStrip *strip = side->strip;
  g_autofree guint8 *levels = g_new (guint8, strip->n);
  double last = -1;

  for (guint c = 0; c < strip->n; c++)
    {
      double ratio = (side->edges[c + 1] - side->edges[c]) / (run_edges[c + 1] - run_edges[c]);

      levels[c] = ratio == last ? levels[c - 1] : (guint8) scope_viewport_level (strip->scale * ratio);
      last = ratio;
    }
  for (guint i = 0; i < baseline->n_lanes; i++)
    {
      guint more = aligned ? 0 : finer + (is_counts (&baseline->lanes[i]) ? COUNTS_FINER : 0);
      Stretch at = { &baseline->lanes[i], side->base - baseline->lanes[i].offset, 0, 0, 0 };

      for (guint c = 0; c < strip->n; c = at.c1)
        {
          at.c0 = c;
          at.level = finer_level (levels[c], more);
          for (at.c1 = c + 1; at.c1 < strip->n && levels[at.c1] == levels[c]; at.c1++)
            ;
          add_stretch (side, &at);
        }
    }
}

/* TRUE if something may be hidden by what was cut. */
static gboolean
subtract (ScopeDifferenceColumn *column, const Sums *run, const Sums *baseline)
{
  gboolean vague = FALSE;
  double a = column->run_width > 0 ? 1 / column->run_width : 0;
  double b = column->baseline_width > 0 ? 1 / column->baseline_width : 0;
  const guint unknown = SCOPE_STATE_UNKNOWN;
  double run_open = run->missing + run->low[unknown] + run->extra[unknown];
  double baseline_open = baseline->missing + baseline->low[unknown] + baseline->extra[unknown];
  gboolean open = run_open > 0 || baseline_open > 0;

  for (guint s = 0; s + 1 < SCOPE_N_STATES; s++)
    {
      double low, high;

      if (!open && run->low[s] + run->extra[s] + baseline->low[s] + baseline->extra[s] == 0)
        continue; /* most states are in neither */
      low = run->low[s] * a - (baseline->low[s] + baseline->extra[s] + baseline_open) * b;
      high = (run->low[s] + run->extra[s] + run_open) * a - baseline->low[s] * b;
      column->run[s] = run->low[s] + run->extra[s] / 2;
      column->baseline[s] = baseline->low[s] + baseline->extra[s] / 2;
      column->slack[s] = (float) ((high - low) / 2);
      vague = vague || run->extra[s] + baseline->extra[s] > 0;
      if (low <= NOTHING && high >= -NOTHING)
        continue;
      column->change[s] = (float) ((low + high) / 2);
      if (low > 0)
        column->more |= (guint8) (1u << s);
      else
        column->less |= (guint8) (1u << s);
    }
  column->run[unknown] = run_open;
  column->baseline[unknown] = baseline_open;
  return vague;
}

/* TRUE if the baseline's edges lie on its bins just as the run's do on theirs: then nothing is cut. */
static gboolean
is_aligned (const ScopeDifferenceSide *run, const ScopeDifferenceSide *baseline, const ScopeTimeMap *map, double scale)
{
  gint64 shift, width = (gint64) 1 << scope_viewport_level (scale);

  if (!scope_time_map_is_shift (map, &shift) || run->n_lanes == 0)
    return FALSE;
  for (guint i = 0; i < baseline->n_lanes; i++)
    if (((shift + run->lanes[0].offset - baseline->lanes[i].offset) & (width - 1)) != 0)
      return FALSE;
  return TRUE;
}

ScopeDifferenceStrip *
scope_difference_strip_new (const ScopeDifferenceSide *run, const ScopeDifferenceSide *baseline,
                            const ScopeTimeMap *map, gint64 first, double scale, gint64 x, guint n, guint finer)
{
  ScopeDifferenceStrip *strip = g_malloc0 (sizeof *strip + n * sizeof (ScopeDifferenceColumn));
  g_autofree double *run_edges = g_new (double, n + 1), *edges = g_new (double, n + 1);
  g_autofree Sums *sums = g_new0 (Sums, 2 * (gsize) n);
  gint64 offset = run->n_lanes > 0 ? run->lanes[0].offset : 0;
  double width = edge_width (scale), start = floor (run_edge (first, offset, scale, width, x));
  Side here = { run->getter, strip, first + (gint64) start, run_edges, sums };
  Side there = { baseline->getter, strip, scope_time_map_to_baseline (map, here.base), edges, sums + n };

  strip->x = x;
  strip->n = n;
  strip->scale = scale;
  for (guint c = 0; c <= n; c++)
    {
      double edge = run_edge (first, offset, scale, width, x + c);

      run_edges[c] = edge - start;
      edges[c] = mapped_edge (map, first, edge, there.base);
    }
  add_run (&here, run, finer);
  add_baseline (&there, baseline, run_edges, finer, is_aligned (run, baseline, map, scale));
  for (guint c = 0; c < n; c++)
    {
      strip->columns[c].run_width = run_edges[c + 1] - run_edges[c];
      strip->columns[c].baseline_width = edges[c + 1] - edges[c];
      strip->vague |= subtract (&strip->columns[c], &sums[c], &sums[n + c]);
    }
  return strip;
}

void
scope_difference_strip_free (ScopeDifferenceStrip *strip)
{
  g_free (strip);
}

double
scope_difference_strip_most (const ScopeDifferenceStrip *strip)
{
  double most = 0;

  for (guint c = 0; c < strip->n; c++)
    {
      double up = 0, down = 0;

      for (guint s = 0; s + 1 < SCOPE_N_STATES; s++)
        {
          up += MAX (strip->columns[c].change[s], 0);
          down -= MIN (strip->columns[c].change[s], 0);
        }
      most = MAX (most, MAX (up, down));
    }
  return most;
}
