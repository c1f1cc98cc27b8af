/* scope-tile-key.c: which tile: as a key of hash tables, and how it is read. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-tile-cache.h"

guint
scope_tile_key_hash (gconstpointer data)
{
  const ScopeTileKey *key = data;
  guint64 h = (guint64) (GPOINTER_TO_SIZE (key->store) ^ GPOINTER_TO_SIZE (key->sum)) * 0x9e3779b97f4a7c15u;

  h = (h ^ key->lane) * 0xff51afd7ed558ccdu;
  h = (h ^ (guint64) key->index ^ ((guint64) key->level << 57)) * 0xc4ceb9fe1a85ec53u;
  return (guint) (h >> 32);
}

gboolean
scope_tile_key_equal (gconstpointer a, gconstpointer b)
{
  const ScopeTileKey *x = a, *y = b;

  return x->store == y->store && x->sum == y->sum && x->lane == y->lane && x->level == y->level && x->index == y->index;
}

ScopeTile *
scope_tile_key_read (const ScopeTileKey *key, GError **error)
{
  if (key->sum != NULL)
    return scope_lane_sum_read_tile (key->sum, key->level, key->index, error);
  return scope_lane_store_read_tile (key->store, key->lane, key->level, key->index, error);
}

void
scope_tile_keys_expect (const GArray *keys)
{
  g_autoptr (GArray) stretches = g_array_new (FALSE, FALSE, sizeof (ScopeByteStretch));

  for (guint i = 0; i < keys->len; i++)
    {
      const ScopeTileKey *key = &g_array_index (keys, ScopeTileKey, i);

      scope_lane_store_list_tile (key->store, key->lane, key->level, key->index, stretches);
    }
  scope_bytes_expect ((const ScopeByteStretch *) (gpointer) stretches->data, stretches->len);
}
