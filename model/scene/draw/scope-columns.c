/* scope-columns.c: tiles to columns and runs.
 *
 * Edges are kept as doubles relative to the lane's own time at world pixel 0, which is exact: they are whole bins,
 * or, below four ticks a pixel, where a bin would be too coarse, the true fractions of ticks (a sparse tile and bins
 * of one tick can be cut anywhere).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-columns.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-ref.h"
#include "model/scene/draw/scope-column-edges.h"
#include "model/scene/draw/scope-far-strips.h"

#include <math.h>
#include <string.h>

#define FEW (SCOPE_STRIP_COLUMNS + 1) /* columns for which there is room without asking for memory */

/* --- getters --- */

static ScopeTile *
get_peeking (gpointer data, const ScopeTileKey *key)
{
  ScopeTile *tile = scope_tile_cache_want (data, key);

  return tile != NULL ? tile : scope_tile_cache_placeholder (data, key);
}

static ScopeTile *
get_waiting (gpointer data, const ScopeTileKey *key)
{
  return scope_tile_cache_get (data, key, NULL);
}

void
scope_tile_getter_init (ScopeTileGetter *getter, ScopeTileCache *cache)
{
  *getter = (ScopeTileGetter) { .tile = get_peeking, .data = cache, .cache = cache };
}

void
scope_tile_getter_init_waiting (ScopeTileGetter *getter, ScopeTileCache *cache)
{
  *getter = (ScopeTileGetter) { .tile = get_waiting, .data = cache, .cache = cache, .waits = TRUE };
}

/* --- edges --- */

gint64
scope_column_edge (gint64 first, gint64 offset, double scale, gint64 x)
{
  double edge;

  scope_column_edges (&edge, first - offset, scale, x, 0);
  return first - offset + llround (edge);
}

/* --- a strip being made --- */

/* An interval of one code, in the lane's own time. */
typedef struct
{
  gint64 from, to;
  guint32 ref;
  guint8 code;
  gboolean pending; /* FALSE: there is none */
} Piece;

typedef struct
{
  ScopeStrip *strip;
  double *longest; /* per column: how long strip->tasks ran; set when those are */
  GArray *runs;
  const double *edges; /* [n + 1], after base */
  guint8 *dense;       /* columns that a dense tile has to do with */
  gint64 base;
  gboolean want_runs;
  double close; /* ticks: pieces as near to each other as that touch */
  gint64 least; /* ticks: what lasts less is too short for a run, whatever pixels it lies on */
  Piece run;    /* what may go on in the next tile */
} Maker;

/* First column whose right edge is after t. */
static guint
find_column (const Maker *m, double t)
{
  return (guint) SCOPE_BISECT (m->strip->n, i, m->edges[i + 1] <= t);
}

/* Adds [t0, t1) of a state; c is the first column that ends after t0. */
static void
add_stretch (Maker *m, guint c, double t0, double t1, guint state)
{
  t0 = MAX (t0, m->edges[0]);
  for (; c < m->strip->n && m->edges[c] < t1; c++)
    {
      double part = MIN (t1, m->edges[c + 1]) - MAX (t0, m->edges[c]);

      if (part > 0)
        m->strip->columns[c].time[state] += part;
    }
}

/* Only pieces that are long enough: most are not. */
static void
add_run (Maker *m, const Piece *piece)
{
  const ScopeStrip *s = m->strip;
  ScopeStripRun run = { .x0 = (double) (piece->from - m->base) / s->scale, .x1 = (double) (piece->to - m->base) / s->scale,
                        .ref = piece->ref, .code = piece->code, .state = scope_code_state (piece->code) };

  if (run.x1 - run.x0 >= SCOPE_RUN_MIN && run.x1 > s->x && run.x0 < s->x + s->n)
    {
      run.open_left = run.x0 < s->x;
      run.open_right = run.x1 >= s->x + s->n;
      g_array_append_val (m->runs, run);
    }
}

static inline void
close_run (Maker *m, Piece *piece)
{
  if (piece->pending && piece->to - piece->from >= m->least)
    add_run (m, piece);
  piece->pending = FALSE;
}

/* [t0, t1) of one code follows. Pieces of neighbouring rows or tiles that are one interval are joined. */
static inline void
follow_run (Maker *m, Piece *piece, gint64 t0, gint64 t1, guint8 code, guint32 ref)
{
  if (piece->pending && piece->code == code && piece->ref == ref && (piece->to == t0 || (double) ABS (piece->to - t0) < m->close))
    {
      piece->to = t1;
      return;
    }
  close_run (m, piece);
  *piece = (Piece) { t0, t1, ref, code, TRUE };
}

static void
begin_tasks (Maker *m)
{
  if (m->strip->tasks != NULL)
    return;
  m->strip->tasks = g_new0 (guint32, m->strip->n);
  for (guint c = 0; c < m->strip->n; c++)
    m->longest[c] = 0;
}

/* Whose running is the longest in each column; `first` is the first of them that [t0, t1) touches. */
static void
add_task (Maker *m, guint first, double t0, double t1, guint32 ref)
{
  ScopeStrip *strip = m->strip;

  t0 = MAX (t0, m->edges[0]);
  if (t1 <= t0)
    return;
  begin_tasks (m);
  for (guint c = first; c < strip->n && m->edges[c] < t1; c++)
    {
      double part = MIN (t1, m->edges[c + 1]) - MAX (t0, m->edges[c]);

      if (part > m->longest[c])
        {
          m->longest[c] = part;
          strip->tasks[c] = ref;
        }
    }
}

/* The whole ticks of a column. */
typedef struct
{
  gint64 from, to; /* all of it lies in the column */
  gint64 after;    /* what begins there or later does not touch it */
} Ticks;

static Ticks
ticks_of (const Maker *m, guint c)
{
  if (c >= m->strip->n)
    return (Ticks) { G_MAXINT64, G_MININT64, G_MAXINT64 };
  return (Ticks) { m->base + (gint64) ceil (m->edges[c]), m->base + (gint64) floor (m->edges[c + 1]),
                   m->base + (gint64) ceil (m->edges[c + 1]) };
}

static inline gboolean
is_same (const ScopeTransition *a, const ScopeTransition *b)
{
  return a->code == b->code && a->ref == b->ref;
}

/* Rows [first, end) lie within one column, which is too short for any run: only what comes first may go on with the one before
 * them, and only what comes last may go on behind them. */
static void
follow_within (Maker *m, const ScopeTransition *rows, guint first, guint end)
{
  guint next = first + 1, last = end - 1;

  while (next < end && is_same (&rows[next], &rows[first]))
    next++;
  follow_run (m, &m->run, rows[first].time, rows[next].time, rows[first].code, rows[first].ref);
  if (next == end)
    return;
  while (is_same (&rows[last - 1], &rows[end - 1]))
    last--;
  close_run (m, &m->run);
  m->run = (Piece) { rows[last].time, rows[end].time, rows[last].ref, rows[last].code, TRUE };
}

/* Rows from i on that end within column c, before `stop`: there may be thirty of them, so they cost little more than an addition each.
 * Returns the first that does not; what lasts no time or counts nothing stops them, too. */
static guint
add_within (Maker *m, const ScopeTransition *rows, guint i, guint n, guint c, gint64 stop)
{
  ScopeStrip *strip = m->strip;
  gint64 times[SCOPE_N_STATES] = { 0 }, longest = 0;
  guint32 task = 0;
  guint first = i;

  for (; i + 1 < n && rows[i + 1].time <= stop; i++)
    {
      gint64 lasts = rows[i + 1].time - rows[i].time;
      guint state = scope_code_state (rows[i].code);

      if (lasts <= 0 || state >= SCOPE_N_STATES)
        break;
      times[state] += lasts;
      if (state == SCOPE_STATE_RUNNING && lasts > longest && rows[i].ref != 0)
        {
          longest = lasts;
          task = rows[i].ref;
        }
    }
  if (i == first)
    return i;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (times[s] != 0)
      strip->columns[c].time[s] += (double) times[s];
  if (!m->want_runs)
    return i;
  if (task != 0)
    begin_tasks (m);
  if (task != 0 && (double) longest > m->longest[c])
    {
      m->longest[c] = (double) longest;
      strip->tasks[c] = task;
    }
  follow_within (m, rows, first, i);

  return i;
}

/* A tile is several strips wide: rows more than a column beside this one are passed over. */
static void
add_sparse (Maker *m, const ScopeTile *tile, gint64 from, gint64 to)
{
  ScopeStrip *strip = m->strip;
  const ScopeTransition *rows = tile->rows;
  gint64 left = m->base + (gint64) floor ((double) (strip->x - 1) * strip->scale);
  gint64 right = m->base + (gint64) ceil ((double) (strip->x + strip->n + 1) * strip->scale);
  gint64 first = MAX (from, tile->first), last = MIN (to, tile->last);
  guint c = find_column (m, (double) (first - m->base));
  Ticks ticks = ticks_of (m, c);

  for (guint i = scope_tile_find_row (tile, left); i < tile->n_rows && rows[i].time < right; i++)
    {
      gint64 start = rows[i].time, end, t0 = MAX (start, first), t1;
      guint state;

      if (t0 >= ticks.after)
        {
          while (c < strip->n && m->edges[c + 1] <= (double) (t0 - m->base))
            c++;
          ticks = ticks_of (m, c);
        }
      if (start >= MAX (ticks.from, first))
        {
          i = add_within (m, rows, i, tile->n_rows, c, MIN (ticks.to, last));
          start = t0 = rows[i].time;
        }
      end = i + 1 < tile->n_rows ? rows[i + 1].time : to;
      t1 = MIN (end, last);
      state = scope_code_state (rows[i].code);
      if (t1 <= t0 || state >= SCOPE_N_STATES)
        continue;
      add_stretch (m, c, (double) (t0 - m->base), (double) (t1 - m->base), state);
      if (!m->want_runs)
        continue;
      if (state == SCOPE_STATE_RUNNING && rows[i].ref != 0)
        add_task (m, c, (double) (t0 - m->base), (double) (t1 - m->base), rows[i].ref);
      /* What holds at the left edge may have begun long before. */
      follow_run (m, &m->run, t0 == from && !m->run.pending ? MIN (start, t0) : t0, t1, rows[i].code, rows[i].ref);
    }
}

/* The bins at which columns from c on begin in [from, to), and at which the last of these ends. Returns how many columns these are: no more
 * than a strip's. */
static guint
list_bins (const Maker *m, const ScopeTile *tile, guint c, gint64 from, gint64 to, guint at[SCOPE_STRIP_COLUMNS + 1])
{
  gint64 tile_start = tile->index * ((gint64) 1 << (SCOPE_TILE_SHIFT + tile->level));
  guint n = 0;

  for (; n < SCOPE_STRIP_COLUMNS && c + n < m->strip->n; n++)
    {
      gint64 e0 = MAX ((gint64) m->edges[c + n] + m->base, from), e1 = MIN ((gint64) m->edges[c + n + 1] + m->base, to);

      if (e0 >= to)
        break;
      at[n] = (guint) ((e0 - tile_start) >> tile->level);
      at[n + 1] = (guint) ((e1 - tile_start) >> tile->level);
    }
  return n;
}

/* How many bins a column has nobody can foretell: so they are summed up from the left, and each column takes a difference, which is right
 * even where a sum of millions of lanes has no room in 64 bits. */
static void
add_bins (ScopeColumn *columns, guint n, guint state, const gint64 *bins, const guint *at)
{
  guint64 sums[SCOPE_TILE_BINS + 1], sum = 0;

  for (guint b = at[0]; b < at[n]; b++)
    {
      sums[b] = sum;
      sum += (guint64) bins[b];
    }
  sums[at[n]] = sum;
  for (guint c = 0; c < n; c++)
    columns[c].time[state] += (double) (gint64) (sums[at[c + 1]] - sums[at[c]]);
}

/* Bins exactly as wide as the columns' edges need. */
static void
add_dense (Maker *m, const ScopeTile *tile, gint64 from, gint64 to)
{
  guint at[SCOPE_STRIP_COLUMNS + 1], n;

  for (guint c = find_column (m, (double) (from - m->base)); (n = list_bins (m, tile, c, from, to, at)) > 0; c += n)
    for (guint s = 0; s < SCOPE_N_STATES; s++)
      if (tile->bins[s] != NULL)
        add_bins (m->strip->columns + c, n, s, tile->bins[s], at);
}

/* Bins that the edges cut: of a coarser tile, or of one tick each. */
static void
add_dense_cut (Maker *m, const ScopeTile *tile, gint64 from, gint64 to)
{
  double width = (double) ((gint64) 1 << tile->level);
  double start = (double) ((tile->index * ((gint64) 1 << (SCOPE_TILE_SHIFT + tile->level))) - m->base);

  for (guint c = find_column (m, (double) (from - m->base)); c < m->strip->n; c++)
    {
      double e0 = MAX (m->edges[c], (double) (from - m->base)), e1 = MIN (m->edges[c + 1], (double) (to - m->base));

      if (e0 >= (double) (to - m->base))
        break;
      for (int b = (int) CLAMP (floor ((e0 - start) / width), 0, SCOPE_TILE_BINS - 1); b < SCOPE_TILE_BINS; b++)
        {
          double b0 = start + b * width;
          double part = (MIN (e1, b0 + width) - MAX (e0, b0)) / width;

          if (b0 >= e1)
            break;
          for (guint s = 0; part > 0 && s < SCOPE_N_STATES; s++)
            if (tile->bins[s] != NULL)
              m->strip->columns[c].time[s] += part * (double) tile->bins[s][b];
        }
    }
}

static void
mark_dense (Maker *m, gint64 from, gint64 to)
{
  for (guint c = find_column (m, (double) (from - m->base)); c < m->strip->n; c++)
    {
      if (m->edges[c] >= (double) (to - m->base))
        break;
      m->dense[c] = TRUE;
    }
}

static void
add_lane (Maker *m, ScopeTileGetter *getter, const ScopeLaneSource *source)
{
  ScopeStrip *strip = m->strip;
  guint level = scope_viewport_level (strip->scale);
  gint64 from = m->base + (gint64) floor (m->edges[0]), to = m->base + (gint64) ceil (m->edges[strip->n]);
  guint shift = level + SCOPE_TILE_SHIFT;

  for (gint64 index = from >> shift; index <= (to - 1) >> shift; index++)
    {
      ScopeTileKey key = { source->store, source->lane, level, index, source->sum };
      gint64 width = (gint64) 1 << shift, t0 = MAX (from, index * width), t1 = MIN (to, (index + 1) * width);
      ScopeTile *tile = getter->tile (getter->data, &key);

      if (tile == NULL || tile->level != level || tile->provisional)
        strip->incomplete = TRUE;
      if (tile == NULL || tile->level != level)
        {
          strip->missing++;
          getter->missing++;
        }
      if (tile == NULL)
        {
          close_run (m, &m->run);
          continue;
        }
      /* Whole tiles, beyond the strip, so that runs show their true extent. */
      if (tile->rows != NULL)
        {
          add_sparse (m, tile, m->want_runs ? index * width : t0, m->want_runs ? (index + 1) * width : t1);
        }
      else
        {
          close_run (m, &m->run);
          if (m->want_runs)
            mark_dense (m, t0, t1);
          if (tile->level == level && strip->scale >= SCOPE_FRACTION_SCALE)
            add_dense (m, tile, t0, t1);
          else
            add_dense_cut (m, tile, t0, t1);
        }
      if (tile->kind == SCOPE_KIND_THREADS)
        strip->counts = TRUE;
      scope_tile_unref (tile);
    }
  close_run (m, &m->run);
}

/* The only state of a column that fills it, or SCOPE_N_STATES. */
static guint
full_state (const ScopeColumn *column)
{
  guint state = SCOPE_N_STATES;

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (column->time[s] > 0)
      {
        if (state != SCOPE_N_STATES)
          return SCOPE_N_STATES;
        state = s;
      }
  return state < SCOPE_N_STATES && column->time[state] == column->total ? state : SCOPE_N_STATES;
}

/* Where tiles are dense, neighbouring columns that one state fills are as good as an interval. */
static void
add_dense_runs (Maker *m)
{
  static const guint8 plain[SCOPE_N_STATES] = { SCOPE_CODE_IDLE,    SCOPE_CODE_RUNNABLE,     SCOPE_CODE_RUNNING,
                                                SCOPE_CODE_BLOCKED, SCOPE_CODE_FOREIGN_CALL, SCOPE_CODE_COLLECTING,
                                                SCOPE_CODE_ACTIVE,  SCOPE_CODE_UNKNOWN };
  ScopeStrip *strip = m->strip;

  for (guint c = 0; c < strip->n;)
    {
      guint state = m->dense[c] ? full_state (&strip->columns[c]) : SCOPE_N_STATES;
      guint end = c + 1;

      while (state < SCOPE_N_STATES && end < strip->n && m->dense[end] && full_state (&strip->columns[end]) == state)
        end++;
      if (state < SCOPE_N_STATES && end - c >= SCOPE_RUN_MIN)
        {
          ScopeStripRun run = { .x0 = strip->x + c, .x1 = strip->x + end, .code = plain[state], .state = state,
                           .open_left = c == 0, .open_right = end == strip->n };

          g_array_append_val (m->runs, run);
        }
      c = end;
    }
}

SCOPE_COMPARE_BY (compare_runs, ScopeStripRun, SCOPE_UP (x0))

static ScopeStrip *
make_strip (ScopeTileGetter *getter, const ScopeLaneSource *lanes, guint n_lanes, gint64 first, double scale, gint64 x, guint n)
{
  ScopeStrip *strip = g_malloc0 (sizeof *strip + n * sizeof (ScopeColumn));
  double few[2 * FEW];
  guint8 few_dense[FEW];
  g_autofree double *many = n < FEW ? NULL : g_new (double, 2 * n + 1);
  g_autofree guint8 *many_dense = n < FEW ? NULL : g_new (guint8, n);
  double *edges = n < FEW ? few : many;
  guint n_summed;
  Maker m = { .strip = strip, .edges = edges, .longest = edges + n + 1, .dense = n < FEW ? few_dense : many_dense,
              .want_runs = n_lanes == 1 && lanes[0].sum == NULL };

  g_atomic_ref_count_init (&strip->ref_count);
  strip->x = x;
  strip->n = n;
  strip->scale = scale;
  m.close = 1e-6 * scale;
  m.least = (gint64) (0.999 * SCOPE_RUN_MIN * scale);
  m.runs = g_array_sized_new (FALSE, FALSE, sizeof (ScopeStripRun), (guint) (n / SCOPE_RUN_MIN) + 2);
  memset (m.dense, 0, n);
  for (guint i = 0; i < n_lanes; i++)
    {
      /* Lanes of one machine have one clock, and so the same edges. */
      if (i == 0 || m.base != first - lanes[i].offset)
        {
          m.base = first - lanes[i].offset;
          scope_column_edges (edges, m.base, scale, x, n);
        }
      n_summed = lanes[i].sum != NULL ? scope_lane_sum_n_lanes (lanes[i].sum) : 1;
      strip->n_lanes += n_summed;
      for (guint c = 0; c < n; c++)
        strip->columns[c].total += n_summed * (edges[c + 1] - edges[c]);
      add_lane (&m, getter, &lanes[i]);
    }
  if (m.want_runs && !strip->counts)
    {
      add_dense_runs (&m);
      g_array_sort (m.runs, compare_runs);
      strip->n_runs = m.runs->len;
      strip->runs = (ScopeStripRun *) g_array_free (m.runs, FALSE);
    }
  else
    g_array_free (m.runs, TRUE);
  return strip;
}

ScopeStrip *
scope_strip_new (ScopeTileGetter *getter, const ScopeLaneSource *lanes, guint n_lanes, gint64 first, double scale,
                 gint64 x, guint n)
{
  ScopeStrip *strip = scope_far_strips_get (getter, lanes, n_lanes, first, scale, x, n);

  return strip != NULL ? strip : make_strip (getter, lanes, n_lanes, first, scale, x, n);
}

static ScopeTile *
get_nothing (gpointer data, const ScopeTileKey *key)
{
  return NULL;
}

ScopeStrip *
scope_strip_new_blank (const ScopeLaneSource *lanes, guint n_lanes, gint64 first, double scale, gint64 x, guint n)
{
  ScopeTileGetter nothing = { .tile = get_nothing };
  ScopeStrip *strip = make_strip (&nothing, lanes, n_lanes, first, scale, x, n);

  strip->incomplete = FALSE;
  strip->missing = 0;
  return strip;
}

ScopeStrip *
scope_strip_copy_blank (const ScopeStrip *blank)
{
  ScopeStrip *strip = g_memdup2 (blank, sizeof *blank + blank->n * sizeof (ScopeColumn));

  g_atomic_ref_count_init (&strip->ref_count);
  strip->runs = NULL;
  strip->n_runs = 0;
  strip->tasks = strip->own = NULL;
  return strip;
}

ScopeStrip *
scope_strip_copy (const ScopeStrip *strip)
{
  ScopeStrip *copy = scope_strip_copy_blank (strip);

  copy->n_runs = strip->n_runs;
  copy->runs = g_memdup2 (strip->runs, strip->n_runs * sizeof *strip->runs);
  copy->tasks = g_memdup2 (strip->tasks, strip->tasks != NULL ? strip->n * sizeof *strip->tasks : 0);
  return copy;
}

static void
strip_free (ScopeStrip *strip)
{
  g_free (strip->runs);
  g_free (strip->own);
  g_free (strip->tasks);
  g_free (strip);
}

SCOPE_DEFINE_REF (ScopeStrip, scope_strip, object->ref_count, strip_free)
