/* scope-lane-blocks.c: the blocks of a lane that is written: full ones into bytes, sums over blocks.
 *
 * The sums form no fixed grid: each block has bins fine enough for itself (four to eight transitions a bin), four
 * nodes make one of the next height, read back from the bytes that were just written. So nothing but the open
 * blocks is in memory, however many lanes and levels there are, and a long silence costs nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-lane-private.h"

/* That a bin over rows has at least. A machine has many lanes, but few that count, and their bins take most bytes. */
#define BIN_ROWS 4u
#define COUNTS_BIN_ROWS 32u

/* What blocks are made in: one for each thread that writes, not for each of the stores, of which an archive has thousands. */
typedef struct
{
  guint8 bytes[SCOPE_SCRATCH_BYTES];
  ScopeTally tally;
  ScopeFlatRows rows;
  ScopeBins bins;
} Scratch;

static void
scratch_free (gpointer data)
{
  scope_bins_clear (&((Scratch *) data)->bins);
  g_free (data);
}

static Scratch *
get_scratch (void)
{
  static GPrivate of_thread = G_PRIVATE_INIT (scratch_free);
  Scratch *scratch = g_private_get (&of_thread);

  if (scratch == NULL)
    {
      scratch = g_malloc (sizeof *scratch);
      scratch->bins = (ScopeBins) { 0 };
      g_private_set (&of_thread, scratch);
    }
  return scratch;
}

static void
list_add (ScopeLaneStore *store, ScopeLane *lane, guint height, const ScopeBlock *block)
{
  ScopeBlockList *list;

  if (height == lane->n_heights)
    {
      lane->heights = g_renew (ScopeBlockList, lane->heights, height + 1u);
      lane->heights[height] = (ScopeBlockList) { NULL, 0, 0 };
      lane->n_heights++;
    }
  list = &lane->heights[height];
  if (list->n == list->n_alloc)
    {
      list->n_alloc = list->n_alloc == 0 ? 1 : list->n_alloc < 4 ? 4 : list->n_alloc * 2;
      list->blocks = g_renew (ScopeBlock, list->blocks, list->n_alloc);
    }
  list->blocks[list->n++] = *block;
  store->n_blocks++;
}

static gboolean
append_block (ScopeLaneStore *store, const Scratch *scratch, guint32 index, guint height, ScopeBlock *block, GError **error)
{
  if (!scope_bytes_append (store->bytes, scratch->bytes, block->bytes, &block->offset, error))
    return FALSE;
  block->lane = index;
  block->height = (guint8) height;
  list_add (store, scope_lane (store, index), height, block);

  return TRUE;
}

/* Puts the tally behind the bins of a node. */
static void
append_tally (Scratch *scratch, ScopeBlock *node)
{
  node->bytes += (guint32) scope_tally_pack (&scratch->tally, node->t0, scratch->bytes + node->bytes);
}

/* Starts a tally, of a lane whose intervals are tallied. */
static ScopeTally *
begin_tally (Scratch *scratch)
{
  scope_tally_init (&scratch->tally, 0, NULL);

  return &scratch->tally;
}

/* One node over the last four of the height below. */
static gboolean
sum_up (ScopeLaneStore *store, Scratch *scratch, guint32 index, guint height, GError **error)
{
  ScopeLane *lane = scope_lane (store, index);
  const ScopeBlockList *below = &lane->heights[height - 1];
  const ScopeBlock *children = &below->blocks[below->n - SCOPE_FAN_OUT];
  gint64 t0 = children[0].t0, t1 = children[SCOPE_FAN_OUT - 1].t1;
  ScopeBins *bins = &scratch->bins;
  ScopeBlock node;
  guint level = scope_level_for (t0, t1, SCOPE_NODE_BINS);

  for (guint i = 0; i < SCOPE_FAN_OUT; i++)
    level = MAX (level, children[i].level);
  scope_bins_reuse (bins, t0, t1, level);
  if (lane->counts == NULL)
    begin_tally (scratch);
  for (guint i = 0; i < SCOPE_FAN_OUT; i++)
    {
      gsize n = scope_node_bytes (&children[i]);

      if (!scope_bytes_read (store->bytes, children[i].offset, scratch->bytes, children[i].bytes, error))
        return FALSE;
      scope_bins_add_node (bins, &children[i], scratch->bytes);
      if (lane->counts == NULL)
        scope_tally_add_packed (&scratch->tally, children[i].t0, children[i].t1, scratch->bytes + n,
                                children[i].bytes - n);
    }
  scope_bins_pack (bins, t0, t1, lane->counts == NULL, &node, scratch->bytes);
  if (lane->counts == NULL)
    append_tally (scratch, &node);

  return append_block (store, scratch, index, height, &node, error);
}

static void
count_rows (guint32 *counts, const ScopeFlatRows *rows)
{
  for (guint i = 0; i < rows->n; i++)
    {
      guint left = scope_key_code (rows->keys[i]) >> 4, entered = scope_key_code (rows->keys[i]) & 15;

      if (left < SCOPE_N_STATES && counts[left] > 0)
        counts[left]--;
      if (entered < SCOPE_N_STATES)
        counts[entered]++;
    }
}

/* Adds the sums of a block's bins, or of the rows themselves if they have none, to the lane's totals. */
static void
add_totals (ScopeLane *lane, const ScopeBins *bins, const ScopeFlatRows *rows)
{
  if (lane->counts != NULL)
    return; /* summed when all is written */
  if (bins != NULL)
    {
      gint64 rest = rows->t1 - rows->t0;

      for (guint s = 0; s < SCOPE_N_STATES; s++)
        {
          gint64 sum = 0;

          if (!(bins->mask & (1u << s)))
            continue;
          for (guint i = 0; i < bins->n && bins->mask >> s != 1; i++)
            sum += bins->bins[s][i];
          lane->totals[s] += bins->mask >> s != 1 ? sum : rest; /* the greatest one's bins are not kept */
          rest -= sum;
        }
      return;
    }
  for (guint i = 0; i < rows->n; i++)
    {
      ScopeState state = scope_code_state (scope_key_code (rows->keys[i]));

      if (state < SCOPE_STATE_ABSENT)
        lane->totals[state] += (gint64) rows->deltas[i + 1];
    }
}

/* Bins of the rows of a block; tasks counted are then those after them. */
static void
sum_rows (Scratch *scratch, ScopeLane *lane, const ScopeFlatRows *rows, ScopeBlock *node)
{
  gint64 t0 = rows->t0, t1 = rows->t1;
  guint per_bin = lane->counts != NULL ? COUNTS_BIN_ROWS : BIN_ROWS;
  ScopeBins *bins = &scratch->bins;

  scope_bins_reuse (bins, t0, t1, scope_level_for (t0, t1, MAX (rows->n / per_bin, 4)));
  if (lane->counts != NULL)
    scope_bins_add_flat_counts (bins, rows, lane->counts, !lane->told);
  else
    scope_bins_add_flat_rows (bins, rows);
  scope_bins_pack (bins, t0, t1, lane->counts == NULL, node, scratch->bytes);
  if (lane->counts == NULL)
    {
      scope_tally_add_flat_rows (begin_tally (scratch), rows);
      append_tally (scratch, node);
    }
}

gboolean
scope_lane_flush (ScopeLaneStore *store, guint32 index, guint n, gint64 t1, gboolean final, GError **error)
{
  ScopeLane *lane = scope_lane (store, index);
  Scratch *scratch;
  ScopeFlatRows *rows;
  ScopeBlock block;
  gboolean ok;

  if (n == 0)
    return TRUE;
  scratch = get_scratch ();
  rows = &scratch->rows;
  scope_open_rows_flatten (&lane->open, n, t1, rows);
  scope_block_pack_flat (&block, scratch->bytes, rows, lane->counts);
  ok = append_block (store, scratch, index, 0, &block, error);
  if (ok && block.t0 < t1 && (!final || n >= SCOPE_SUMMED_ROWS))
    {
      sum_rows (scratch, lane, rows, &block);
      add_totals (lane, &scratch->bins, rows);
      ok = append_block (store, scratch, index, 1, &block, error);
      for (guint h = 2; ok && h < SCOPE_MAX_HEIGHTS && lane->heights[h - 1].n % SCOPE_FAN_OUT == 0; h++)
        ok = sum_up (store, scratch, index, h, error);
    }
  else
    {
      add_totals (lane, NULL, rows);
      if (lane->counts != NULL)
        count_rows (lane->counts, rows);
    }

  /* Even if it could not be written: memory must not grow. */
  scope_open_rows_drop (&lane->open, n);
  lane->n_rows += n;
  if (lane->open.n <= 1 && final)
    {
      store->spare_bytes -= scope_lane_spare_bytes (lane);
      scope_open_rows_clear (&lane->open);
    }

  return ok;
}
