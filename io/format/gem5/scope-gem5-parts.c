/* scope-gem5-parts.c: cores and caches of the machine that was simulated, by the names of their components.
 *
 * A core is whatever executes instructions. Its number is the last one in its name ("system.cpu1", "board.processor.cores3.core") if no
 * other core has it, else the next free one. A cache belongs to the core whose name begins its own; of first level caches, else to
 * that with the same number.
 *
 * All forks of a map share one, so that the same core has the same number wherever reading begins.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-ref.h"

#include <string.h>

#define MOST_CORES 4096u
#define MOST_CACHES 16384u

struct _ScopeGem5Parts
{
  gatomicrefcount ref_count;
  GMutex lock;
  GArray *cores;           /* of ScopeGem5CorePart */
  GArray *caches;          /* of ScopeGem5CachePart */
  GHashTable *core_by_name; /* index + 1 */
  GHashTable *cache_by_name;
  guint8 taken[MOST_CORES];
};

ScopeGem5Parts *
scope_gem5_parts_new (void)
{
  ScopeGem5Parts *self = g_new0 (ScopeGem5Parts, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->cores = g_array_new (FALSE, FALSE, sizeof (ScopeGem5CorePart));
  self->caches = g_array_new (FALSE, FALSE, sizeof (ScopeGem5CachePart));
  self->core_by_name = g_hash_table_new (g_str_hash, g_str_equal);
  self->cache_by_name = g_hash_table_new (g_str_hash, g_str_equal);

  return self;
}

static void
gem5_parts_free (ScopeGem5Parts *self)
{
  g_hash_table_unref (self->core_by_name);
  g_hash_table_unref (self->cache_by_name);
  for (guint i = 0; i < self->cores->len; i++)
    g_free (g_array_index (self->cores, ScopeGem5CorePart, i).name);
  for (guint i = 0; i < self->caches->len; i++)
    g_free (g_array_index (self->caches, ScopeGem5CachePart, i).name);
  g_array_unref (self->cores);
  g_array_unref (self->caches);
  g_mutex_clear (&self->lock);
  g_free (self);
}

SCOPE_DEFINE_REF (ScopeGem5Parts, scope_gem5_parts, object->ref_count, gem5_parts_free)

/* The last number in a name; −1: there is none. */
static gint
last_number (const char *name)
{
  const char *end = name + strlen (name), *from;
  gint number = 0;

  while (end > name && !g_ascii_isdigit (end[-1]))
    end--;
  for (from = end; from > name && g_ascii_isdigit (from[-1]);)
    from--;
  if (from == end || end - from > 4)
    return -1;
  for (; from < end; from++)
    number = number * 10 + (*from - '0');

  return number;
}

static guint16
choose_number (ScopeGem5Parts *self, const char *name)
{
  gint number = last_number (name);

  if (number < 0 || (guint) number >= MOST_CORES || self->taken[number])
    for (number = 0; self->taken[number];)
      number++;
  self->taken[number] = 1;

  return (guint16) number;
}

guint32
scope_gem5_parts_core (ScopeGem5Parts *self, const char *name, gsize n)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);
  g_autofree char *key = g_strndup (name, n);
  guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (self->core_by_name, key));
  ScopeGem5CorePart core;

  if (index > 0)
    return index - 1;
  if (self->cores->len >= MOST_CORES)
    return G_MAXUINT32;
  core = (ScopeGem5CorePart) { g_steal_pointer (&key), 0 };
  core.number = choose_number (self, core.name);
  g_array_append_val (self->cores, core);
  g_hash_table_insert (self->core_by_name, core.name, GUINT_TO_POINTER (self->cores->len));

  return self->cores->len - 1;
}

/* TRUE if the last part of the name has the word in it. */
static gboolean
is_called (const char *name, const char *word)
{
  const char *last = strrchr (name, '.');

  return strstr (last != NULL ? last : name, word) != NULL;
}

static void
describe_cache (ScopeGem5CachePart *cache)
{
  const char *name = cache->name;

  cache->level = 1;
  if (is_called (name, "l3") || is_called (name, "L3"))
    cache->level = 3;
  else if (is_called (name, "l2") || is_called (name, "L2"))
    cache->level = 2;
  cache->kind = 'u';
  if (is_called (name, "icache") || is_called (name, "l1i"))
    cache->kind = 'i';
  else if (is_called (name, "dcache") || is_called (name, "l1d"))
    cache->kind = 'd';
  if (cache->kind == 'u' && cache->level == 1 && (is_called (name, "iocache") || is_called (name, "bridge") || is_called (name, "membus")))
    cache->level = 2;
  cache->core = SCOPE_NO_PROCESSOR;
  cache->n_cores = 0;
}

guint32
scope_gem5_parts_cache (ScopeGem5Parts *self, const char *name, gsize n)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);
  g_autofree char *key = g_strndup (name, n);
  guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (self->cache_by_name, key));
  ScopeGem5CachePart cache;

  if (index > 0)
    return index - 1;
  if (self->caches->len >= MOST_CACHES)
    return G_MAXUINT32;
  cache = (ScopeGem5CachePart) { g_steal_pointer (&key), 0, 0, 0, 0 };
  describe_cache (&cache);
  g_array_append_val (self->caches, cache);
  g_hash_table_insert (self->cache_by_name, cache.name, GUINT_TO_POINTER (self->caches->len));

  return self->caches->len - 1;
}

gboolean
scope_gem5_parts_knows (ScopeGem5Parts *self, const char *name, gsize n, gboolean whole)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);
  g_autofree char *key = g_strndup (name, n);

  if (g_hash_table_contains (self->core_by_name, key) || g_hash_table_contains (self->cache_by_name, key))
    return TRUE;
  for (guint i = 0; !whole && i < self->cores->len; i++)
    if (g_str_has_prefix (g_array_index (self->cores, ScopeGem5CorePart, i).name, key))
      return TRUE;
  for (guint i = 0; !whole && i < self->caches->len; i++)
    if (g_str_has_prefix (g_array_index (self->caches, ScopeGem5CachePart, i).name, key))
      return TRUE;

  return FALSE;
}

guint
scope_gem5_parts_n_cores (ScopeGem5Parts *self)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);

  return self->cores->len;
}

ScopeGem5CorePart
scope_gem5_parts_get_core (ScopeGem5Parts *self, guint32 index)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);

  return g_array_index (self->cores, ScopeGem5CorePart, index);
}

static void
find_core (ScopeGem5Parts *self, ScopeGem5CachePart *cache)
{
  gint number = last_number (cache->name);
  gsize longest = 0;

  cache->core = SCOPE_NO_PROCESSOR;
  SCOPE_EACH (const ScopeGem5CorePart, core, self->cores)
    {
      gsize n = strlen (core->name);

      if (n > longest && strncmp (cache->name, core->name, n) == 0 && cache->name[n] == '.')
        {
          longest = n;
          cache->core = core->number;
        }
    }
  for (guint i = 0; longest == 0 && cache->level == 1 && i < self->cores->len; i++)
    {
      const ScopeGem5CorePart *core = &g_array_index (self->cores, ScopeGem5CorePart, i);

      if ((number >= 0 && last_number (core->name) == number) || self->cores->len == 1)
        cache->core = core->number;
    }
  cache->n_cores = self->cores->len;
}

ScopeGem5CachePart
scope_gem5_parts_get_cache (ScopeGem5Parts *self, guint32 index)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);
  ScopeGem5CachePart *cache = &g_array_index (self->caches, ScopeGem5CachePart, index);

  if (cache->n_cores != self->cores->len)
    find_core (self, cache);

  return *cache;
}
