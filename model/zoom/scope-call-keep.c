/* scope-call-keep.c: the directory of the call store as flat arrays, for the index, and back; nothing in them is believed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-call-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

void
scope_call_store_save (ScopeCallStore *store, ScopeCallLaneRecord **ret_lanes, guint32 *ret_n_lanes, ScopeCallBlock **ret_blocks,
                       guint32 *ret_n_blocks)
{
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (ScopeCallBlock));

  g_mutex_lock (&store->lock);
  g_assert (store->finished);
  *ret_lanes = g_new0 (ScopeCallLaneRecord, store->n_lanes + 1);
  *ret_n_lanes = 0;
  for (guint32 i = 0; i < store->n_lanes; i++)
    {
      const ScopeCallLane *lane = store->lanes[i];
      ScopeCallLaneRecord record = { .n_rows = lane->n_rows, .lane = lane->lane, .depth = lane->depth };

      for (guint h = 0; h < lane->n_heights; h++)
        {
          g_array_append_vals (blocks, lane->heights[h].blocks, lane->heights[h].n);
          record.n_blocks += lane->heights[h].n;
        }
      if (record.n_blocks > 0)
        (*ret_lanes)[(*ret_n_lanes)++] = record;
    }
  g_mutex_unlock (&store->lock);
  *ret_n_blocks = blocks->len;
  *ret_blocks = (ScopeCallBlock *) (gpointer) g_array_free (blocks, FALSE);
}

static gboolean
check_block (const ScopeCallBlock *block, guint32 lane, guint64 n_bytes)
{
  if (block->t0 > block->t1 || block->t0 < -SCOPE_ROW_TIME_MAX || block->t1 > SCOPE_ROW_TIME_MAX || block->lane != lane
      || block->bytes > SCOPE_CALL_MAX_BYTES || block->offset > n_bytes || block->bytes > n_bytes - block->offset
      || block->height >= SCOPE_CALL_HEIGHTS || block->level > 60 || block->sums > block->bytes)
    return FALSE;

  return block->height == 0 ? block->count > 0 && block->count <= SCOPE_CALL_ROWS && block->sums == 0 : block->count == 0;
}

/* A node stands over eight of the height below, from the first's begin to the last's end. */
static gboolean
check_node (const ScopeCallBlock *node, const ScopeCallList *below, guint32 i)
{
  guint64 first = (guint64) i * SCOPE_CALL_FAN_OUT;

  return first + SCOPE_CALL_FAN_OUT <= below->n && below->blocks[first].t0 == node->t0
         && below->blocks[first + SCOPE_CALL_FAN_OUT - 1].t1 == node->t1;
}

static gboolean
load_lane (ScopeCallLane *lane, const ScopeCallLaneRecord *record, const ScopeCallBlock *blocks, guint64 n_bytes)
{
  for (guint32 i = 0; i < record->n_blocks; i++)
    {
      const ScopeCallBlock *block = &blocks[i];
      gboolean rises = i > 0 && block->height == blocks[i - 1].height + 1;

      if (!check_block (block, record->lane, n_bytes) || (i == 0 && block->height != 0)
          || (i > 0 && !rises && block->height != blocks[i - 1].height)
          || (i > 0 && !rises && block->t0 != blocks[i - 1].t1))
        return FALSE;
      scope_call_lane_add_block (lane, block);
      if (block->height > 0
          && !check_node (block, &lane->heights[block->height - 1], lane->heights[block->height].n - 1))
        return FALSE;
    }
  if (lane->n_heights > 0)
    lane->time = lane->heights[0].blocks[lane->heights[0].n - 1].t1;
  lane->n_rows = record->n_rows;
  lane->depth = MIN (record->depth, SCOPE_CALL_MAX_DEPTH);

  return record->n_blocks > 0;
}

ScopeCallStore *
scope_call_store_load (ScopeBytes *bytes, const ScopeCallLaneRecord *lanes, guint32 n_lanes, const ScopeCallBlock *blocks,
                       guint32 n_blocks, guint32 max_lane, guint64 n_bytes, GError **error)
{
  g_autoptr (ScopeCallStore) store = scope_call_store_new (bytes);
  guint32 at = 0;

  for (guint32 i = 0; i < n_lanes; i++)
    {
      const ScopeCallLaneRecord *record = &lanes[i];

      if (record->lane >= max_lane || record->n_blocks > n_blocks - at || scope_call_lane (store, record->lane) != NULL
          || !load_lane (scope_call_store_add_lane (store, record->lane), record, blocks + at, n_bytes))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The call stack of lane %u is damaged"), record->lane);
          return NULL;
        }
      at += record->n_blocks;
    }
  store->finished = TRUE;

  return g_steal_pointer (&store);
}
