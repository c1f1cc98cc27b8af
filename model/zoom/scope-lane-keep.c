/* scope-lane-keep.c: facts about lanes, and the directory of blocks as flat arrays for the index.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-lane-private.h"
#include "model/zoom/scope-tally.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

guint32
scope_lane_store_n_lanes (ScopeLaneStore *store)
{
  guint32 n;

  g_mutex_lock (&store->lock);
  n = store->n_lanes;
  g_mutex_unlock (&store->lock);

  return n;
}

ScopeKind
scope_lane_store_kind (ScopeLaneStore *store, guint32 index)
{
  ScopeKind kind;

  g_mutex_lock (&store->lock);
  kind = (ScopeKind) scope_lane (store, index)->kind;
  g_mutex_unlock (&store->lock);

  return kind;
}

gboolean
scope_lane_store_counts (ScopeLaneStore *store, guint32 index)
{
  return scope_kind_counts (scope_lane_store_kind (store, index));
}

gboolean
scope_lane_store_life (ScopeLaneStore *store, guint32 index, gint64 *ret_first, gint64 *ret_last)
{
  gboolean alive;

  g_mutex_lock (&store->lock);
  alive = scope_lane_get_life (store, scope_lane (store, index), ret_first, ret_last);
  g_mutex_unlock (&store->lock);

  return alive;
}

gint64
scope_lane_store_known_until (ScopeLaneStore *store, guint32 index)
{
  const ScopeLane *lane;
  gint64 known, first, last;

  g_mutex_lock (&store->lock);
  lane = scope_lane (store, index);
  known = scope_lane_get_known (store, lane);
  if (!scope_lane_get_life (store, lane, &first, &last))
    known = SCOPE_TIME_MIN;
  else
    known = MIN (known, last);
  g_mutex_unlock (&store->lock);

  return known;
}

guint64
scope_lane_store_n_rows (ScopeLaneStore *store, guint32 index)
{
  guint64 n;

  g_mutex_lock (&store->lock);
  n = scope_lane (store, index)->n_rows + scope_lane (store, index)->open.n;
  g_mutex_unlock (&store->lock);

  return n;
}

void
scope_lane_store_totals (ScopeLaneStore *store, guint32 index, gint64 totals[SCOPE_N_STATES])
{
  g_mutex_lock (&store->lock);
  memcpy (totals, scope_lane (store, index)->totals, SCOPE_N_STATES * sizeof *totals);
  g_mutex_unlock (&store->lock);
}

void
scope_lane_store_save (ScopeLaneStore *store, ScopeLaneRecord **ret_lanes, guint32 *ret_n_lanes,
                       ScopeBlock **ret_blocks, guint32 *ret_n_blocks)
{
  ScopeLaneRecord *records;
  ScopeBlock *blocks;
  guint32 n = 0;

  g_mutex_lock (&store->lock);
  g_assert (store->finished);
  records = g_new0 (ScopeLaneRecord, store->n_lanes + 1);
  for (guint32 i = 0; i < store->n_lanes; i++)
    for (guint h = 0; h < scope_lane (store, i)->n_heights; h++)
      n += scope_lane (store, i)->heights[h].n;
  blocks = g_new (ScopeBlock, n + 1);
  *ret_n_blocks = n;
  n = 0;
  for (guint32 i = 0; i < store->n_lanes; i++)
    {
      const ScopeLane *lane = scope_lane (store, i);
      guint32 start = n;

      for (guint h = 0; h < lane->n_heights; h++)
        {
          memcpy (blocks + n, lane->heights[h].blocks, lane->heights[h].n * sizeof *blocks);
          n += lane->heights[h].n;
        }
      records[i].n_blocks = n - start;
      records[i].kind = lane->kind;
      records[i].initial = lane->initial;
      records[i].known_until = lane->known_until;
      records[i].n_rows = lane->n_rows;
      memcpy (records[i].totals, lane->totals, sizeof lane->totals);
      if (!scope_lane_get_life (store, lane, &records[i].first, &records[i].last))
        records[i].first = SCOPE_TIME_MAX;
    }
  *ret_lanes = records;
  *ret_n_lanes = store->n_lanes;
  *ret_blocks = blocks;
  g_mutex_unlock (&store->lock);
}

static gboolean
is_row_block (const ScopeBlock *block, gboolean counts)
{
  return block->count > 0 && block->count <= SCOPE_BLOCK_ROWS
         && block->bytes >= (counts ? SCOPE_COUNTS_BYTES : 0) + 13;
}

static gboolean
is_node (const ScopeBlock *block, gboolean counts)
{
  guint width = block->width & 15u;
  gsize bins = scope_node_bytes (block);

  return block->t0 < block->t1 && block->level <= 62 && block->count <= SCOPE_BLOCK_BINS
         && (width <= 4 || width == 8) && (counts ? block->bytes == bins : block->bytes > bins)
         && block->count == ((block->t1 - 1) >> block->level) - (block->t0 >> block->level) + 1;
}

/* A block may stand here: it fits its bytes, follows the one before it, and is what it says. */
static gboolean
check_block (const ScopeBlock *block, const ScopeBlock *before, gboolean counts, guint64 n_bytes)
{
  const gint64 limit = SCOPE_ROW_TIME_MAX;

  if (block->t0 > block->t1 || block->t0 < -limit || block->t1 > limit || block->bytes > SCOPE_BLOCK_MAX_BYTES + SCOPE_TALLY_MAX_BYTES
      || block->offset > n_bytes || block->bytes > n_bytes - block->offset || block->height >= SCOPE_MAX_HEIGHTS)
    return FALSE;
  if (before != NULL && before->height == block->height && before->t1 != block->t0)
    return FALSE;
  if (before != NULL && before->height != block->height && before->height + 1 != block->height)
    return FALSE;
  if (before == NULL && block->height != 0)
    return FALSE;

  return block->height == 0 ? is_row_block (block, counts) : is_node (block, counts);
}

static gboolean
load_lane (ScopeLane *lane, const ScopeLaneRecord *record, guint32 index, const ScopeBlock *blocks, guint64 n_bytes)
{
  gboolean counts = scope_kind_counts (record->kind);

  if (record->kind >= SCOPE_N_KINDS)
    return FALSE;
  lane->kind = record->kind;
  lane->initial = record->initial;
  lane->first = record->first == SCOPE_TIME_MAX ? SCOPE_TIME_MIN : record->first;
  lane->last = record->last;
  lane->known_until = record->known_until;
  lane->n_rows = record->n_rows;
  lane->counted_in = SCOPE_NONE;
  lane->ended = TRUE;
  lane->first_row = record->n_blocks > 0 ? blocks[0].t0 : SCOPE_TIME_MAX;
  memcpy (lane->totals, record->totals, sizeof lane->totals);
  if (counts)
    lane->counts = g_new0 (guint32, SCOPE_N_STATES);

  for (guint32 i = 0; i < record->n_blocks;)
    {
      guint32 n = 1;

      if (!check_block (&blocks[i], i > 0 ? &blocks[i - 1] : NULL, counts, n_bytes) || blocks[i].lane != index)
        return FALSE;
      while (i + n < record->n_blocks && blocks[i + n].height == blocks[i].height)
        {
          if (!check_block (&blocks[i + n], &blocks[i + n - 1], counts, n_bytes) || blocks[i + n].lane != index)
            return FALSE;
          n++;
        }
      lane->heights = g_renew (ScopeBlockList, lane->heights, lane->n_heights + 1u);
      lane->heights[lane->n_heights++] = (ScopeBlockList) { g_memdup2 (blocks + i, n * sizeof *blocks), n, n };
      i += n;
    }
  if (lane->n_heights > 0)
    lane->time = lane->heights[0].blocks[lane->heights[0].n - 1].t1;

  return TRUE;
}

ScopeLaneStore *
scope_lane_store_load (ScopeBytes *bytes, const ScopeLaneRecord *lanes, guint32 n_lanes, const ScopeBlock *blocks,
                       guint32 n_blocks, guint64 n_bytes, GError **error)
{
  g_autoptr (ScopeLaneStore) store = scope_lane_store_new (bytes);
  guint32 at = 0;

  for (guint32 i = 0; i < n_lanes; i++)
    {
      guint32 n = lanes[i].n_blocks;

      scope_lane_store_add_lane (store, (ScopeKind) MIN (lanes[i].kind, SCOPE_KIND_THREAD), 0, SCOPE_NONE);
      if (n > n_blocks - at || !load_lane (scope_lane (store, i), &lanes[i], i, blocks + at, n_bytes))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The directory of lane %u is damaged"), i);
          return NULL;
        }
      at += n;
    }
  store->watermark = SCOPE_TIME_MAX;
  store->finished = store->fixed = TRUE;

  return g_steal_pointer (&store);
}
