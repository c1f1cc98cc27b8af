/* scope-strip-cache.c: see scope-strip-cache.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-strip-cache.h"

#include "model/base/scope-each.h"

#include <string.h>

typedef struct
{
  ScopeStripKey key; /* its row is our own */
  gboolean stale;
  ScopeStrip *strip;
} Kept;

struct _ScopeStripCache
{
  GHashTable *kept; /* of Kept: by the key, with which it begins */
  guint max;
  guint sweep;      /* with so many, those of other scales go */
};

static guint
key_hash (gconstpointer data)
{
  const ScopeStripKey *k = data;

  return g_str_hash (k->row) ^ g_double_hash (&k->scale) ^ (guint) (k->index * 0x9e3779b1u) ^ (k->what << 29);
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const ScopeStripKey *x = a, *y = b;

  return x->of == y->of && x->index == y->index && x->scale == y->scale && x->first == y->first && x->what == y->what
         && strcmp (x->row, y->row) == 0;
}

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  scope_strip_unref (kept->strip);
  g_free ((char *) kept->key.row);
  g_free (kept);
}

ScopeStripCache *
scope_strip_cache_new (guint max_strips)
{
  ScopeStripCache *cache = g_new0 (ScopeStripCache, 1);

  cache->kept = g_hash_table_new_full (key_hash, key_equal, NULL, kept_free);
  cache->max = max_strips > 0 ? max_strips : SCOPE_STRIPS_MOST;
  cache->sweep = MIN (SCOPE_STRIPS_AHEAD, cache->max);
  return cache;
}

void
scope_strip_cache_free (ScopeStripCache *cache)
{
  if (cache == NULL)
    return;
  g_hash_table_unref (cache->kept);
  g_free (cache);
}

void
scope_strip_cache_clear (ScopeStripCache *cache)
{
  g_hash_table_remove_all (cache->kept);
}

void
scope_strip_cache_drop_incomplete (ScopeStripCache *cache)
{
  SCOPE_EACH_VALUE (Kept, kept, cache->kept)
    kept->stale = kept->strip->incomplete;
}

ScopeStrip *
scope_strip_cache_look (ScopeStripCache *cache, const ScopeStripKey *key, gboolean *ret_stale)
{
  Kept *kept = g_hash_table_lookup (cache->kept, key);

  *ret_stale = kept != NULL && kept->stale;
  return kept != NULL ? kept->strip : NULL;
}

static gboolean
is_other_scale (gpointer key, gpointer value, gpointer user_data)
{
  const Kept *kept = value;

  return !kept->key.whole && kept->key.scale != *(double *) user_data;
}

void
scope_strip_cache_keep (ScopeStripCache *cache, const ScopeStripKey *key, ScopeStrip *strip)
{
  double scale = key->scale;
  Kept *kept;

  if (g_hash_table_size (cache->kept) >= cache->sweep)
    {
      g_hash_table_foreach_remove (cache->kept, is_other_scale, &scale);
      /* Looking through all of them costs nothing if there are twice as many by the next time. */
      cache->sweep = MIN (MAX (2 * g_hash_table_size (cache->kept), SCOPE_STRIPS_AHEAD), cache->max);
    }
  if (g_hash_table_size (cache->kept) >= cache->max)
    g_hash_table_remove_all (cache->kept);
  kept = g_new0 (Kept, 1);
  kept->key = *key;
  kept->key.row = g_strdup (key->row);
  kept->strip = scope_strip_ref (strip);
  g_hash_table_replace (cache->kept, kept, kept);
}
