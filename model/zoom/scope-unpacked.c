/* scope-unpacked.c: blocks that are read: their bytes, and those of rows that were unpacked a moment ago.
 *
 * A window asks for some thousand tiles, each for a block or two. So no memory is taken and given back for a block, and nothing but
 * moments are spent under a lock: threads that draw side by side would wait for each other, in the heap too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-lane-private.h"

gboolean
scope_block_bytes_read (ScopeBlockBytes *room, ScopeLaneStore *store, const ScopeBlock *block, GError **error)
{
  room->large = block->bytes < sizeof room->few ? NULL : g_malloc (block->bytes + 1);
  room->bytes = room->large != NULL ? room->large : room->few;

  return scope_bytes_read (store->bytes, block->offset, room->bytes, block->bytes, error);
}

void
scope_block_bytes_clear (ScopeBlockBytes *room)
{
  g_clear_pointer (&room->large, g_free);
}

/* --- stores that keep what was unpacked --- */

void
scope_unpacked_let_go (ScopeLaneStore *store)
{
  g_mutex_lock (&store->unpacked_lock);
  for (guint i = 0; i < SCOPE_N_UNPACKED; i++)
    if (store->unpacked[i].users == 0)
      {
        store->unpacked[i].offset = SCOPE_NO_OFFSET;
        store->unpacked[i].room = 0;
        g_clear_pointer (&store->unpacked[i].rows, g_free);
      }
  g_mutex_unlock (&store->unpacked_lock);
}

void
scope_unpacked_clear (ScopeLaneStore *store)
{
  if (store->keepers != NULL)
    scope_keepers_remove (store->keepers, store);
  scope_unpacked_let_go (store);
}

void
scope_lane_store_set_keepers (ScopeLaneStore *store, ScopeKeepers *keepers)
{
  g_assert (store->keepers == NULL);
  store->keepers = scope_keepers_ref (keepers);
}

/* --- blocks --- */

/* The one that has the block, or else the one that was used longest ago and is in nobody's hands: to be filled. */
static ScopeUnpacked *
find (ScopeLaneStore *store, guint64 offset)
{
  ScopeUnpacked *oldest = NULL;

  for (guint i = 0; i < SCOPE_N_UNPACKED; i++)
    {
      ScopeUnpacked *unpacked = &store->unpacked[i];

      if (unpacked->offset == offset)
        return unpacked;
      if (unpacked->users == 0 && (oldest == NULL || unpacked->used < oldest->used))
        oldest = unpacked;
    }
  if (oldest == NULL)
    {
      oldest = g_new0 (ScopeUnpacked, 1);
      oldest->spare = TRUE;
    }
  oldest->offset = SCOPE_NO_OFFSET;

  return oldest;
}

static gboolean
unpack (ScopeLaneStore *store, const ScopeBlock *block, gboolean counted, ScopeUnpacked *unpacked, GError **error)
{
  ScopeBlockBytes room;
  gboolean ok = scope_block_bytes_read (&room, store, block, error);

  if (block->count > unpacked->room)
    {
      g_free (unpacked->rows);
      unpacked->rows = g_new (ScopeTransition, block->count);
      unpacked->room = block->count;
    }
  ok = ok && (scope_block_unpack_rows (block, room.bytes, unpacked->rows, counted, unpacked->counts) || scope_plan_damaged (error));
  scope_block_bytes_clear (&room);

  return ok;
}

ScopeUnpacked *
scope_unpacked_take (ScopeLaneStore *store, const ScopeBlock *block, gboolean counted, GError **error)
{
  ScopeUnpacked *unpacked;
  gboolean there, ok;

  g_mutex_lock (&store->unpacked_lock);
  unpacked = find (store, block->offset);
  there = unpacked->offset != SCOPE_NO_OFFSET;
  unpacked->users++;
  unpacked->used = ++store->unpacked_used;
  g_mutex_unlock (&store->unpacked_lock);
  if (there)
    return unpacked;
  if (store->keepers != NULL)
    scope_keepers_add (store->keepers, store);
  ok = unpack (store, block, counted, unpacked, error);
  if (ok && !unpacked->spare)
    {
      g_mutex_lock (&store->unpacked_lock);
      unpacked->offset = block->offset;
      g_mutex_unlock (&store->unpacked_lock);
    }
  if (!ok)
    {
      scope_unpacked_release (store, unpacked);
      return NULL;
    }

  return unpacked;
}

void
scope_unpacked_release (ScopeLaneStore *store, ScopeUnpacked *unpacked)
{
  if (unpacked->spare)
    {
      g_free (unpacked->rows);
      g_free (unpacked);
      return;
    }
  g_mutex_lock (&store->unpacked_lock);
  unpacked->users--;
  g_mutex_unlock (&store->unpacked_lock);
}
