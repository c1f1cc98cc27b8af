/* scope-tile.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "scope-tile.h"

#include <string.h>

ScopeTile *
scope_tile_ref (ScopeTile *tile)
{
  g_atomic_ref_count_inc (&tile->ref_count);

  return tile;
}

void
scope_tile_unref (ScopeTile *tile)
{
  if (tile == NULL || !g_atomic_ref_count_dec (&tile->ref_count))
    return;
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    g_free (tile->bins[s]);
  g_free (tile->rows);
  g_free (tile);
}

gsize
scope_tile_memory (const ScopeTile *tile)
{
  gsize n = sizeof *tile + tile->n_rows * sizeof (ScopeTransition);

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (tile->bins[s] != NULL)
      n += SCOPE_TILE_BINS * sizeof (gint64);

  return n;
}

guint
scope_tile_find_row (const ScopeTile *tile, gint64 time)
{
  return scope_transitions_at (tile->rows, tile->n_rows, time);
}

static void
add_sparse (const ScopeTile *tile, gint64 from, gint64 to, gint64 totals[SCOPE_N_STATES])
{
  for (guint i = scope_tile_find_row (tile, from); i < tile->n_rows && tile->rows[i].time < to; i++)
    {
      gint64 a = MAX (tile->rows[i].time, from);
      gint64 b = i + 1 < tile->n_rows ? MIN (tile->rows[i + 1].time, to) : to;
      ScopeState state = scope_code_state (tile->rows[i].code);

      if (a < b && state < SCOPE_STATE_ABSENT)
        totals[state] += b - a;
    }
}

void
scope_tile_add (const ScopeTile *tile, gint64 from, gint64 to, gint64 totals[SCOPE_N_STATES])
{
  gint64 start = scope_shl (tile->index, SCOPE_TILE_SHIFT + tile->level);
  gint64 end = scope_shl (tile->index + 1, SCOPE_TILE_SHIFT + tile->level);

  from = MAX (from, start);
  to = MIN (to, end);
  if (from >= to)
    return;

  if (tile->rows != NULL)
    {
      add_sparse (tile, MAX (from, tile->first), MIN (to, tile->last), totals);
      return;
    }
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (tile->bins[s] != NULL)
      {
        gint64 sum = 0;
        guint b1 = (guint) ((to - start + ((gint64) 1 << tile->level) - 1) >> tile->level);

        for (guint b = (guint) ((from - start) >> tile->level); b < b1; b++)
          sum += tile->bins[s][b];
        totals[s] += sum;
      }
}

/* Close to where there are no sums, here goes the time of what is drawn: up to thirty rows a column. So what a row
 * costs is kept small: rows that end within the column need no clipping. */
static void
add_sparse_columns (const ScopeTile *tile, const gint64 *edges, guint from, guint to, gint64 end,
                    gint64 (*columns)[SCOPE_N_STATES])
{
  const ScopeTransition *rows = tile->rows;
  gint64 time = MAX (edges[from], tile->first);
  guint i = scope_tile_find_row (tile, time), last = tile->n_rows - 1;

  if (tile->n_rows == 0)
    return;
  time = MAX (time, rows[i].time);
  for (guint c = from; c < to; c++)
    {
      gint64 stop = MIN (MIN (edges[c + 1], tile->last), end);
      gint64 sums[SCOPE_STATE_ABSENT + 1];

      if (stop <= time)
        continue;
      if (i == last || rows[i + 1].time > stop)
        { /* nothing changes */
          ScopeState state = scope_code_state (rows[i].code);

          if (state < SCOPE_STATE_ABSENT)
            columns[c][state] += stop - time;
          time = stop;
          continue;
        }
      memset (sums, 0, sizeof sums);
      for (; i < last && rows[i + 1].time <= stop; i++)
        {
          sums[scope_code_state (rows[i].code)] += rows[i + 1].time - time;
          time = rows[i + 1].time;
        }
      sums[scope_code_state (rows[i].code)] += stop - time;
      time = stop;
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        columns[c][s] += sums[s];
    }
}

/* By running sums, so that a column costs the same however many bins it has. */
static void
add_dense_columns (const ScopeTile *tile, const gint64 *edges, guint from, guint to, gint64 start,
                   gint64 (*columns)[SCOPE_N_STATES])
{
  gint64 sums[SCOPE_TILE_BINS + 1];

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      gint64 before;

      if (tile->bins[s] == NULL)
        continue;
      sums[0] = 0;
      for (guint b = 0; b < SCOPE_TILE_BINS; b++)
        sums[b + 1] = sums[b] + tile->bins[s][b];
      before = sums[CLAMP ((edges[from] - start) >> tile->level, 0, SCOPE_TILE_BINS)];
      for (guint c = from; c < to; c++)
        {
          gint64 after = sums[CLAMP ((edges[c + 1] - start) >> tile->level, 0, SCOPE_TILE_BINS)];

          columns[c][s] += after - before;
          before = after;
        }
    }
}

guint
scope_tile_add_columns (const ScopeTile *tile, const gint64 *edges, guint n, gint64 (*columns)[SCOPE_N_STATES])
{
  gint64 start = scope_shl (tile->index, SCOPE_TILE_SHIFT + tile->level);
  gint64 end = scope_shl (tile->index + 1, SCOPE_TILE_SHIFT + tile->level);
  guint from = 0, to;

  while (from < n && edges[from + 1] <= start)
    from++;
  for (to = from; to < n && edges[to] < end; to++)
    ;
  if (from < to && tile->rows != NULL)
    add_sparse_columns (tile, edges, from, to, end, columns);
  else if (from < to)
    add_dense_columns (tile, edges, from, to, start, columns);

  return to > from && edges[to] > end ? to - 1 : to;
}
