/* scope-lane-columns.c: exact columns of any window, straight from the blocks.
 *
 * No tile is made on the way: a node's bins are no wider than the columns' edges are fine, so each lies in one column, and rows lie
 * where they lie. So a row costs being unpacked and one addition, and a bin only that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-lane-private.h"

#include <string.h>

typedef struct
{
  const gint64 *edges; /* [n + 1] */
  gint64 (*columns)[SCOPE_N_STATES];
  guint n;
} Columns;

/* Largest level whose bins are at most a quarter of the narrowest column. */
static guint
level_for (const gint64 *edges, guint n)
{
  gint64 least = SCOPE_TIME_MAX;
  guint level = 0;

  for (guint i = 0; i < n; i++)
    least = MIN (least, edges[i + 1] - edges[i]);
  while (level < SCOPE_MAX_LEVEL && ((gint64) 8 << level) <= least)
    level++;

  return level;
}

/* Rows in order of time, the last one lasting until `end`; only what lies in [from, to). */
static void
add_rows (const Columns *to_these, const ScopeTransition *rows, guint n, gint64 end, gint64 from, gint64 to)
{
  const gint64 *edges = to_these->edges;
  gint64 time;
  guint c, i, last;

  from = MAX (from, edges[0]);
  to = MIN (MIN (to, end), edges[to_these->n]);
  if (n == 0 || from >= to)
    return;
  i = scope_transitions_at (rows, n, from);
  last = scope_transitions_at (rows, n, to - 1);
  time = MAX (from, rows[i].time);
  for (c = scope_columns_at (edges, to_these->n, time); time < to; c++)
    {
      gint64 *column = to_these->columns[c], stop = MIN (edges[c + 1], to);
      ScopeState state = scope_code_state (rows[i].code);

      for (; i < last && rows[i + 1].time <= stop; state = scope_code_state (rows[++i].code))
        {
          if (G_LIKELY (state < SCOPE_STATE_ABSENT))
            column[state] += rows[i + 1].time - time;
          time = rows[i + 1].time;
        }
      if (G_LIKELY (state < SCOPE_STATE_ABSENT))
        column[state] += stop - time;
      time = stop;
    }
}

static gboolean
add_piece (ScopeLaneStore *store, const ScopePlan *plan, const ScopeBlock *block, const Columns *columns, GError **error)
{
  ScopeUnpacked *unpacked;

  if (block->height > 0)
    {
      ScopeBlockBytes room;
      gboolean ok = scope_block_bytes_read (&room, store, block, error)
                    && (scope_node_add_columns (block, room.bytes, columns->edges, columns->n, columns->columns)
                        || scope_plan_damaged (error));

      scope_block_bytes_clear (&room);
      return ok;
    }
  unpacked = scope_unpacked_take (store, block, FALSE, error);
  if (unpacked == NULL)
    return FALSE;
  add_rows (columns, unpacked->rows, block->count, block->t1, plan->from, plan->to);
  scope_unpacked_release (store, unpacked);

  return TRUE;
}

static gboolean
read_states (ScopeLaneStore *store, guint32 index, guint level, const Columns *columns, GError **error)
{
  gint64 from = columns->edges[0], to = columns->edges[columns->n];
  ScopePlanEdge edges[2];
  ScopePlan plan;
  gboolean alive, ok = TRUE;

  scope_lane_store_lock (store);
  alive = scope_plan_make (&plan, store, index, from, to, SCOPE_PLAN_LEVEL, level);
  scope_lane_store_unlock (store);
  if (!alive)
    return TRUE;
  scope_plan_edges (&plan, from, to, edges);
  for (guint i = 0; i < 2; i++)
    {
      ScopeTransition row = { edges[i].from, 0, edges[i].code };

      add_rows (columns, &row, 1, edges[i].to, edges[i].from, edges[i].to);
    }
  for (guint i = 0; i < plan.n_pieces && ok; i++)
    ok = add_piece (store, &plan, &plan.pieces[i], columns, error);
  add_rows (columns, plan.open, plan.n_open, plan.open_end, plan.from, plan.to);
  scope_plan_clear (&plan);

  return ok;
}

/* --- lanes that count: over tiles, which are dense --- */

/* By running sums, so that a column costs the same however many bins it has. Returns the first column that reaches beyond the
 * tile's end. */
static guint
add_tile (const Columns *columns, guint from, const ScopeTile *tile)
{
  const gint64 *edges = columns->edges;
  gint64 start = scope_shl (tile->index, SCOPE_TILE_SHIFT + tile->level);
  gint64 end = scope_shl (tile->index + 1, SCOPE_TILE_SHIFT + tile->level);
  gint64 sums[SCOPE_TILE_BINS + 1];
  guint to = from;

  while (to < columns->n && edges[to] < end)
    to++;
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

          columns->columns[c][s] += after - before;
          before = after;
        }
    }

  return to > from && edges[to] > end ? to - 1 : to;
}

static gboolean
read_counts (ScopeLaneStore *store, guint32 index, guint level, const Columns *columns, GError **error)
{
  guint shift = level + SCOPE_TILE_SHIFT, c = 0;

  for (gint64 t = columns->edges[0] >> shift; t <= (columns->edges[columns->n] - 1) >> shift; t++)
    {
      g_autoptr (ScopeTile) tile = scope_lane_store_read_tile (store, index, level, t, error);

      if (tile == NULL)
        return FALSE;
      c = add_tile (columns, c, tile);
    }

  return TRUE;
}

gboolean
scope_lane_store_read_columns (ScopeLaneStore *store, guint32 index, gint64 *edges, guint n,
                               gint64 (*columns)[SCOPE_N_STATES], GError **error)
{
  guint level = level_for (edges, n);
  Columns all = { edges, columns, n };

  memset (columns, 0, n * sizeof *columns);
  for (guint i = 0; i <= n; i++)
    edges[i] = scope_shl ((edges[i] + (level > 0 ? (gint64) 1 << (level - 1) : 0)) >> level, level);
  if (n == 0)
    return TRUE;

  return scope_lane_store_counts (store, index) ? read_counts (store, index, level, &all, error)
                                                : read_states (store, index, level, &all, error);
}
