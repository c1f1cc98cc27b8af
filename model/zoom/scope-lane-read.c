/* scope-lane-read.c: the reading side: plans, tiles, totals.
 *
 * Every question is answered in two steps: with the lock held, a *plan* lists the blocks that cover the range and
 * copies what is still in the open block; without it, their bytes are read and summed. So readers never hold up
 * an import for longer than a few bisections.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-lane-private.h"

#include "model/base/scope-bisect.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

gboolean
scope_lane_get_life (ScopeLaneStore *store, const ScopeLane *lane, gint64 *ret_first, gint64 *ret_last)
{
  gint64 first = lane->first != SCOPE_TIME_MIN ? lane->first : lane->first_row;
  gint64 last = lane->last != SCOPE_TIME_MAX ? lane->last : store->end;

  if (first == SCOPE_TIME_MAX || first > last)
    return FALSE;
  *ret_first = first;
  *ret_last = last;

  return TRUE;
}

gint64
scope_lane_get_known (ScopeLaneStore *store, const ScopeLane *lane)
{
  return MIN (lane->known_until, store->watermark);
}

/* --- plans --- */

void
scope_plan_clear (ScopePlan *plan)
{
  if (plan->pieces != plan->few)
    g_free (plan->pieces);
  plan->pieces = NULL;
  g_clear_pointer (&plan->open, g_free);
}

static void
add_piece (ScopePlan *plan, const ScopeBlock *block)
{
  if (plan->n_pieces == plan->room)
    {
      ScopeBlock *more = g_new (ScopeBlock, (gsize) plan->room * 2);

      memcpy (more, plan->pieces, plan->n_pieces * sizeof *more);
      if (plan->pieces != plan->few)
        g_free (plan->pieces);
      plan->pieces = more;
      plan->room *= 2;
    }
  plan->pieces[plan->n_pieces++] = *block;
}

/* Index of the last block of the list that starts at or before time, or -1. */
static gint64
find_block (const ScopeBlockList *list, gint64 time)
{
  return (gint64) SCOPE_BISECT (list->n, i, list->blocks[i].t0 <= time) - 1;
}

static const ScopeBlock *
choose (const ScopeLane *lane, const ScopePlan *plan, gint64 x, ScopePlanMode mode, guint level)
{
  for (guint h = lane->n_heights - 1u; h >= 1 && mode != SCOPE_PLAN_ROWS; h--)
    {
      gint64 i = find_block (&lane->heights[h], x);
      const ScopeBlock *block = i >= 0 ? &lane->heights[h].blocks[i] : NULL;

      if (block == NULL || block->t1 <= x || (block->t0 < x && x != plan->from))
        continue;
      if (block->t0 < plan->first || block->t1 > plan->cut)
        continue;
      if (mode == SCOPE_PLAN_LEVEL ? block->level <= level : block->t0 >= plan->from && block->t1 <= plan->to)
        return block;
    }
  {
    gint64 i = find_block (&lane->heights[0], x);
    /* Blocks of no length stand beside others of the same start: the last one counts. */
    return i >= 0 ? &lane->heights[0].blocks[i] : NULL;
  }
}

static void
plan_open (ScopePlan *plan, const ScopeLane *lane, gint64 x)
{
  guint first = 0, n = 0, all = lane->open.n;
  g_autofree ScopeTransition *rows = all > 0 ? g_new (ScopeTransition, all) : NULL;

  if (all == 0)
    return;
  scope_open_rows_read (&lane->open, rows);
  if (rows[0].time >= plan->to)
    return;
  if (lane->counts == NULL)
    while (first + 1 < all && rows[first + 1].time <= x)
      first++;
  while (first + n < all && rows[first + n].time < plan->to)
    n++;
  plan->open_end = first + n < all ? rows[first + n].time : plan->cut;
  memmove (rows, rows + first, n * sizeof *rows);
  plan->open = g_steal_pointer (&rows);
  plan->n_open = n;
  if (lane->counts != NULL)
    memcpy (plan->open_counts, lane->counts, sizeof plan->open_counts);
}

gboolean
scope_plan_make (ScopePlan *plan, ScopeLaneStore *store, guint32 index, gint64 from, gint64 to, ScopePlanMode mode, guint level)
{
  ScopeLaneRoom room;
  const ScopeLane *lane = scope_lane_look (store, index, &room);
  gint64 x, stored_end;

  memset (plan, 0, G_STRUCT_OFFSET (ScopePlan, few));
  if (!scope_lane_get_life (store, lane, &plan->first, &plan->last))
    return FALSE;
  plan->cut = MIN (plan->last, scope_lane_get_known (store, lane));
  plan->first_row = lane->first_row;
  plan->from = MAX (from, plan->first);
  plan->to = MIN (to, plan->cut);
  plan->initial = lane->initial;
  plan->kind = lane->kind;
  plan->pieces = plan->few;
  plan->room = SCOPE_FEW_PIECES;

  stored_end = lane->n_heights > 0 ? lane->heights[0].blocks[lane->heights[0].n - 1].t1 : SCOPE_TIME_MIN;
  x = plan->from;
  if (lane->n_heights > 0)
    {
      x = MAX (x, lane->heights[0].blocks[0].t0);
      /* A range that starts before the first row must not look as if nodes were cut by it. */
      plan->from = MAX (plan->from, MIN (x, plan->to));
    }
  while (x < plan->to && x < stored_end)
    {
      const ScopeBlock *block = choose (lane, plan, x, mode, level);

      if (block == NULL || block->t1 <= x)
        break;
      add_piece (plan, block);
      x = block->t1;
    }
  if (x < plan->to)
    plan_open (plan, lane, x);
  plan->from = MAX (from, plan->first);

  return TRUE;
}

gboolean
scope_plan_damaged (GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("A block of the index is damaged"));

  return FALSE;
}

/* --- dense tiles --- */

static gboolean
sum_node (ScopeLaneStore *store, const ScopeBlock *node, ScopeBins *bins, GError **error)
{
  ScopeBlock without_tally = *node;
  ScopeBlockBytes room;
  gboolean ok;

  without_tally.bytes = (guint32) MIN (node->bytes, scope_node_bytes (node));
  ok = scope_block_bytes_read (&room, store, &without_tally, error)
       && (scope_bins_add_node (bins, &without_tally, room.bytes) || scope_plan_damaged (error));

  scope_block_bytes_clear (&room);

  return ok;
}

static gboolean
sum_piece (ScopeLaneStore *store, const ScopePlan *plan, const ScopeBlock *block, ScopeBins *bins, GError **error)
{
  gboolean counted = scope_kind_counts (plan->kind);
  ScopeUnpacked *unpacked;

  if (block->height > 0)
    return sum_node (store, block, bins, error);
  unpacked = scope_unpacked_take (store, block, counted, error);
  if (unpacked == NULL)
    return FALSE;
  if (counted)
    {
      guint32 counts[SCOPE_N_STATES];

      memcpy (counts, unpacked->counts, sizeof counts);
      scope_bins_add_counts (bins, unpacked->rows, block->count, block->t1, plan->from, plan->to, counts);
    }
  else
    scope_bins_add_rows (bins, unpacked->rows, block->count, block->t1, plan->from, plan->to);
  scope_unpacked_release (store, unpacked);

  return TRUE;
}

static void
sum_open (ScopePlan *plan, ScopeBins *bins)
{
  if (plan->n_open == 0)
    return;
  if (scope_kind_counts (plan->kind))
    scope_bins_add_counts (bins, plan->open, plan->n_open, plan->open_end, plan->from, plan->to,
                           plan->open_counts);
  else
    scope_bins_add_rows (bins, plan->open, plan->n_open, plan->open_end, plan->from, plan->to);
}

void
scope_plan_edges (const ScopePlan *plan, gint64 from, gint64 to, ScopePlanEdge edges[2])
{
  gint64 first_row = MIN (plan->first_row, plan->cut);

  edges[0] = (ScopePlanEdge) { MAX (from, plan->first), MIN (to, first_row), plan->initial };
  edges[1] = (ScopePlanEdge) { MAX (MAX (from, plan->cut), plan->first), MIN (to, plan->last), SCOPE_CODE_UNKNOWN };
}

static void
sum_edges (const ScopePlan *plan, gint64 from, gint64 to, ScopeBins *bins)
{
  ScopePlanEdge edges[2];

  if (scope_kind_counts (plan->kind))
    return;
  scope_plan_edges (plan, from, to, edges);
  for (guint i = 0; i < 2; i++)
    scope_bins_add (bins, scope_code_state (edges[i].code), edges[i].from, edges[i].to, 1);
}

static gboolean
sum_plan (ScopeLaneStore *store, ScopePlan *plan, gint64 from, gint64 to, ScopeBins *bins, GError **error)
{
  sum_edges (plan, from, to, bins);
  for (guint i = 0; i < plan->n_pieces; i++)
    if (!sum_piece (store, plan, &plan->pieces[i], bins, error))
      return FALSE;
  sum_open (plan, bins);
  return TRUE;
}

gboolean
scope_lane_read_bins (ScopeLaneStore *store, guint32 lane, ScopeBins *bins, GError **error)
{
  gint64 from = scope_shl (bins->base, bins->level), to = scope_shl (bins->base + bins->n, bins->level);
  gboolean alive, ok = TRUE;
  ScopePlan plan;

  scope_lane_store_lock (store);
  g_assert (lane < store->n_lanes);
  alive = scope_plan_make (&plan, store, lane, from, to, SCOPE_PLAN_LEVEL, bins->level);
  scope_lane_store_unlock (store);
  if (alive && plan.first < to && plan.last > from)
    ok = sum_plan (store, &plan, from, to, bins, error);
  scope_plan_clear (&plan);

  return ok;
}

static gboolean
fill_dense (ScopeLaneStore *store, ScopePlan *plan, ScopeTile *tile, GError **error)
{
  gint64 from = scope_shl (tile->index, SCOPE_TILE_SHIFT + tile->level);
  gint64 to = scope_shl (tile->index + 1, SCOPE_TILE_SHIFT + tile->level);
  ScopeBins bins;
  gboolean ok;

  scope_bins_init (&bins, from, to, tile->level);
  ok = sum_plan (store, plan, from, to, &bins, error);
  if (ok)
    {
      memcpy (tile->bins, bins.bins, sizeof tile->bins);
      memset (bins.bins, 0, sizeof bins.bins);
    }
  scope_bins_clear (&bins);

  return ok;
}

/* --- sparse tiles --- */

/* Rows of the plan's pieces that matter between plan->from and plan->to, edges included: about n. NULL with error. */
static GArray *
gather_rows (ScopeLaneStore *store, ScopePlan *plan, guint n, GError **error)
{
  g_autoptr (GArray) rows = g_array_sized_new (FALSE, FALSE, sizeof (ScopeTransition), n + n / 8 + 16);

  if (plan->from < MIN (plan->first_row, plan->cut))
    {
      ScopeTransition initial = { plan->from, 0, plan->initial };
      g_array_append_val (rows, initial);
    }
  for (guint p = 0; p < plan->n_pieces; p++)
    {
      const ScopeBlock *block = &plan->pieces[p];
      ScopeUnpacked *unpacked = scope_unpacked_take (store, block, FALSE, error);
      guint first, last;

      if (unpacked == NULL)
        return NULL;
      first = scope_transitions_until (unpacked->rows, block->count, plan->from);
      first -= first > 0;
      last = MAX (scope_transitions_until (unpacked->rows, block->count, plan->to - 1), first);
      g_array_append_vals (rows, unpacked->rows + first, last - first);
      scope_unpacked_release (store, unpacked);
    }
  g_array_append_vals (rows, plan->open, plan->n_open);

  return g_steal_pointer (&rows);
}

/* More rows than were expected (they crowd in a part of a block): summed after all. */
static void
sum_gathered (const ScopePlan *plan, const GArray *rows, ScopeTile *tile)
{
  gint64 from = scope_shl (tile->index, SCOPE_TILE_SHIFT + tile->level);
  gint64 to = scope_shl (tile->index + 1, SCOPE_TILE_SHIFT + tile->level);
  ScopeBins bins;

  scope_bins_init (&bins, from, to, tile->level);
  sum_edges (plan, plan->cut, to, &bins);
  scope_bins_add_rows (&bins, (const ScopeTransition *) rows->data, rows->len, plan->to, plan->from, plan->to);
  memcpy (tile->bins, bins.bins, sizeof tile->bins);
}

static gboolean
fill_sparse (ScopeLaneStore *store, ScopePlan *plan, ScopeTile *tile, GError **error)
{
  gint64 to = scope_shl (tile->index + 1, SCOPE_TILE_SHIFT + tile->level);
  g_autoptr (GArray) rows = gather_rows (store, plan, (guint) tile->n_transitions + plan->n_open, error);

  if (rows == NULL)
    return FALSE;
  tile->n_transitions = rows->len;
  if (rows->len > 2 * SCOPE_TILE_SPARSE_ROWS)
    {
      sum_gathered (plan, rows, tile);
      return TRUE;
    }
  if (plan->cut < plan->last && plan->cut < to)
    {
      ScopeTransition unknown = { MAX (plan->cut, plan->first), 0, SCOPE_CODE_UNKNOWN };
      g_array_append_val (rows, unknown);
    }
  tile->n_rows = rows->len;
  /* What was room for more than came is given back. */
  tile->rows = g_renew (ScopeTransition, g_array_steal (rows, NULL), MAX (tile->n_rows, 1));

  return TRUE;
}

/* About how many transitions lie in [from, to), as if they were spread evenly over each block; no more than some too
 * many are counted. */
static guint64
estimate_rows (const ScopeLane *lane, gint64 from, gint64 to)
{
  const ScopeBlockList *list = lane->n_heights > 0 ? &lane->heights[0] : NULL;
  double n = 0;

  if (list != NULL)
    for (gint64 i = MAX (find_block (list, from), 0); i < list->n && list->blocks[i].t0 < to; i++)
      {
        const ScopeBlock *block = &list->blocks[i];
        gint64 overlap = MIN (to, block->t1) - MAX (from, block->t0);

        if (overlap > 0)
          n += block->count * ((double) overlap / (double) (block->t1 - block->t0));
        if (n > 64.0 * SCOPE_TILE_SPARSE_ROWS)
          break;
      }

  return (guint64) n;
}

/* Whether the lane lives, and the plan of its tile: what it is, and of which blocks. A tile is dense if it is likely to hold more than
 * SCOPE_TILE_SPARSE_ROWS transitions. */
static gboolean
plan_tile (ScopeLaneStore *store, ScopeTile *tile, ScopePlan *plan, gboolean *ret_dense)
{
  gint64 from = scope_shl (tile->index, SCOPE_TILE_SHIFT + tile->level);
  gint64 to = scope_shl (tile->index + 1, SCOPE_TILE_SHIFT + tile->level);
  ScopeLaneRoom room;
  const ScopeLane *lane;
  gboolean alive;

  scope_lane_store_lock (store);
  g_assert (tile->lane < store->n_lanes);
  lane = scope_lane_look (store, tile->lane, &room);
  tile->kind = lane->kind;
  tile->n_transitions = estimate_rows (lane, from, to);
  *ret_dense = scope_kind_counts (tile->kind) || tile->n_transitions > SCOPE_TILE_SPARSE_ROWS;
  alive = scope_plan_make (plan, store, tile->lane, from, to, *ret_dense ? SCOPE_PLAN_LEVEL : SCOPE_PLAN_ROWS, tile->level);
  tile->provisional = !store->finished && (!alive || plan->cut < to);
  scope_lane_store_unlock (store);

  return alive;
}

void
scope_lane_store_list_tile (ScopeLaneStore *store, guint32 lane, guint level, gint64 index, GArray *stretches)
{
  ScopeTile tile = { .lane = lane, .level = (guint8) level, .index = index };
  gboolean dense;
  ScopePlan plan;

  if (plan_tile (store, &tile, &plan, &dense))
    for (guint i = 0; i < plan.n_pieces; i++)
      {
        const ScopeBlock *piece = &plan.pieces[i];
        const ScopeByteStretch stretch = { store->bytes, piece->offset, piece->height > 0 ? scope_node_bytes (piece) : piece->bytes };

        g_array_append_val (stretches, stretch);
      }
  scope_plan_clear (&plan);
}

gboolean
scope_lane_store_is_far (ScopeLaneStore *store)
{
  return scope_bytes_is_far (store->bytes);
}

ScopeFarEnd *
scope_lane_store_far_end (ScopeLaneStore *store, guint *ret_machine)
{
  return scope_bytes_far_end (store->bytes, ret_machine);
}

ScopeTile *
scope_lane_store_read_tile (ScopeLaneStore *store, guint32 index, guint level, gint64 tile_index, GError **error)
{
  g_autoptr (ScopeTile) tile = g_new0 (ScopeTile, 1);
  gint64 from = scope_shl (tile_index, SCOPE_TILE_SHIFT + level);
  gint64 to = scope_shl (tile_index + 1, SCOPE_TILE_SHIFT + level);
  gboolean dense, alive;
  ScopePlan plan;
  gboolean ok = TRUE;

  g_return_val_if_fail (level <= SCOPE_MAX_LEVEL, NULL);
  g_atomic_ref_count_init (&tile->ref_count);
  tile->lane = index;
  tile->level = (guint8) level;
  tile->index = tile_index;

  alive = plan_tile (store, tile, &plan, &dense);
  if (alive && plan.first < to && plan.last > from)
    {
      tile->first = MAX (from, plan.first);
      tile->last = MIN (to, plan.last);
      ok = dense ? fill_dense (store, &plan, tile, error) : fill_sparse (store, &plan, tile, error);
    }
  else
    {
      tile->first = tile->last = from;
      tile->rows = g_new0 (ScopeTransition, 1);
    }
  scope_plan_clear (&plan);

  return ok ? g_steal_pointer (&tile) : NULL;
}

/* --- totals --- */

static gboolean
add_whole_node (ScopeLaneStore *store, const ScopeBlock *node, gint64 totals[SCOPE_N_STATES], GError **error)
{
  ScopeBlockBytes room;
  gboolean ok = scope_block_bytes_read (&room, store, node, error)
                && (scope_node_totals (node, room.bytes, totals) || scope_plan_damaged (error));

  scope_block_bytes_clear (&room);

  return ok;
}

gboolean
scope_lane_store_range_totals (ScopeLaneStore *store, guint32 index, gint64 from, gint64 to,
                               gint64 totals[SCOPE_N_STATES], GError **error)
{
  ScopePlan plan;
  ScopeBins bins; /* one bin for the whole range */
  gboolean alive, ok = TRUE;

  memset (totals, 0, SCOPE_N_STATES * sizeof *totals);
  if (from >= to)
    return TRUE;
  scope_lane_store_lock (store);
  alive = scope_plan_make (&plan, store, index, from, to, SCOPE_PLAN_WHOLE, 0);
  scope_lane_store_unlock (store);
  if (!alive)
    return TRUE;

  scope_bins_init (&bins, 0, 1, 62);
  bins.base = -1; /* [-2^62, 2^62): every time there is */
  bins.n = 2;
  sum_edges (&plan, from, to, &bins);
  for (guint i = 0; i < plan.n_pieces && ok; i++)
    {
      const ScopeBlock *block = &plan.pieces[i];
      ok = block->height > 0 ? add_whole_node (store, block, totals, error)
                             : sum_piece (store, &plan, block, &bins, error);
    }
  sum_open (&plan, &bins);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (bins.bins[s] != NULL)
      totals[s] += bins.bins[s][0] + bins.bins[s][1];
  scope_bins_clear (&bins);
  scope_plan_clear (&plan);

  return ok;
}
