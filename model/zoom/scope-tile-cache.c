/* scope-tile-cache.c: least recently used tiles go first; reads happen on threads of its own.
 *
 * Why threads of its own and not a GThreadPool: requests must be served newest generation first and dropped when
 * old, which a stack under our own lock does simply.
 *
 * Three epochs: `generation` counts frames (old requests are dropped), `epoch` counts growth of the trace (provisional
 * tiles read in an older epoch are stale), and clear() makes tiles that are still being read unwelcome.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-tile-cache.h"

#include "model/base/scope-weak-ref.h"

#define KEEP_GENERATIONS 4 /* a request older than so many frames is not wanted any more */
#define MAX_PENDING 20000
#define MOST_FAR 512u /* tiles that are asked for at once, if they come from far */
#define MOST_ROOM 4 /* times max_bytes, for tiles of one picture */

typedef struct
{
  ScopeTileKey key; /* must be first: it is the hash key */
  ScopeTile *tile;  /* NULL: only requested */
  guint64 generation; /* in which it was wanted last */
  guint64 epoch;    /* in which the tile was read */
  gboolean queued;
  gboolean expected; /* if it comes from far, it was asked for with others */
  gsize bytes;
  GList lru;        /* data: the entry */
} Entry;

struct _ScopeTileCache
{
  GObject parent;
  GPtrArray *kept; /* of GObject: owners of stores that tiles are read of */
  GMainContext *context;
  gsize max_bytes;
  guint n_threads;

  GMutex lock;
  GCond cond;
  GHashTable *entries;
  GQueue lru;       /* newest at the head; entries with a tile */
  GPtrArray *stack; /* Entry, newest request last */
  gsize bytes;
  guint64 generation, epoch, clears;
  gboolean quit, notifying;
  gboolean dropped; /* requests, since somebody was told last */
  guint reading;
  GThread *never_waits; /* must not read; NULL: nobody */
  GPtrArray *threads;
  gpointer beside;
  GDestroyNotify free_beside;
};

G_DEFINE_FINAL_TYPE (ScopeTileCache, scope_tile_cache, G_TYPE_OBJECT)

static guint tiles_arrived;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_clear_pointer (&entry->tile, scope_tile_unref);
  g_free (entry);
}

/* --- telling --- */

static gboolean
notice_fire (gpointer data)
{
  g_autoptr (ScopeTileCache) cache = g_weak_ref_get (data);

  if (cache == NULL)
    return G_SOURCE_REMOVE;
  g_mutex_lock (&cache->lock);
  cache->notifying = FALSE;
  g_mutex_unlock (&cache->lock);
  g_signal_emit (cache, tiles_arrived, 0);
  return G_SOURCE_REMOVE;
}

/* With the lock held. */
static void
notify (ScopeTileCache *cache)
{
  GSource *source;

  if (cache->notifying || cache->quit)
    return;
  cache->notifying = TRUE;
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, notice_fire, scope_weak_ref_new (cache), scope_weak_ref_free);
  g_source_attach (source, cache->context);
  g_source_unref (source);
}

/* --- entries, all with the lock held --- */

static Entry *
entry_new (const ScopeTileKey *key)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->key = *key;
  entry->lru.data = entry;
  return entry;
}

/* The one there is, or else `fresh`, which is taken, or else a new one. */
static Entry *
entry_ensure (ScopeTileCache *cache, const ScopeTileKey *key, Entry **fresh)
{
  Entry *entry = g_hash_table_lookup (cache->entries, key);

  if (entry == NULL)
    {
      entry = fresh != NULL ? g_steal_pointer (fresh) : entry_new (key);
      g_hash_table_add (cache->entries, entry);
    }
  return entry;
}

static void
entry_touch (ScopeTileCache *cache, Entry *entry)
{
  g_queue_unlink (&cache->lru, &entry->lru);
  g_queue_push_head_link (&cache->lru, &entry->lru);
}

static gboolean
entry_good (ScopeTileCache *cache, const Entry *entry)
{
  return entry->tile != NULL && (!entry->tile->provisional || entry->epoch == cache->epoch);
}

static void
entry_drop_tile (ScopeTileCache *cache, Entry *entry)
{
  if (entry->tile == NULL)
    return;
  cache->bytes -= entry->bytes;
  g_queue_unlink (&cache->lru, &entry->lru);
  g_clear_pointer (&entry->tile, scope_tile_unref);
}

static gboolean
entry_is_wanted (ScopeTileCache *cache, const Entry *entry)
{
  return entry->generation + KEEP_GENERATIONS >= cache->generation;
}

/* What is on the screen is not dropped as long as it takes no more than `room`: it would be asked for again with the next frame, in place of
 * what has just come, and so on for ever. */
static void
shrink (ScopeTileCache *cache, gsize room)
{
  /* The newest stays, whatever its size: it is what was asked for. */
  while (cache->bytes > cache->max_bytes && cache->lru.length > 1)
    {
      Entry *entry = cache->lru.tail->data;

      if (cache->bytes <= room && entry_is_wanted (cache, entry))
        break;
      entry_drop_tile (cache, entry);
      if (!entry->queued)
        g_hash_table_remove (cache->entries, entry);
    }
}

static void
entry_put (ScopeTileCache *cache, Entry *entry, ScopeTile *tile, guint64 epoch, gsize room)
{
  entry_drop_tile (cache, entry);
  entry->tile = scope_tile_ref (tile);
  entry->epoch = epoch;
  entry->bytes = scope_tile_memory (tile) + sizeof *entry;
  cache->bytes += entry->bytes;
  g_queue_push_head_link (&cache->lru, &entry->lru);
  shrink (cache, room);
}

/* --- reading --- */

/* The newest request still wanted, taken from the stack; NULL if there is none. */
static Entry *
take_request (ScopeTileCache *cache)
{
  while (cache->stack->len > 0)
    {
      Entry *entry = g_ptr_array_steal_index (cache->stack, cache->stack->len - 1);

      if (entry_is_wanted (cache, entry))
        return entry;
      entry->queued = FALSE;
      cache->dropped = TRUE;
      if (entry->tile == NULL)
        g_hash_table_remove (cache->entries, entry);
    }
  /* Somebody else may still want what this one's frames have overtaken: let all ask again. */
  if (cache->dropped)
    notify (cache);
  cache->dropped = FALSE;
  return NULL;
}

/* --- from far --- */

static gboolean
is_far (const Entry *entry)
{
  return entry->key.sum == NULL && scope_lane_store_is_far (entry->key.store);
}

/* If a thread's request is for what comes from far and was not asked for: that, and those that wait. Else NULL. With the lock held. */
static GArray *
take_far (ScopeTileCache *cache, Entry *own)
{
  GArray *keys = NULL;

  if (own->expected || !is_far (own))
    return NULL;
  keys = g_array_new (FALSE, FALSE, sizeof (ScopeTileKey));
  g_array_append_val (keys, own->key);
  own->expected = TRUE;
  for (guint i = cache->stack->len; i > 0 && keys->len < MOST_FAR; i--)
    {
      Entry *entry = cache->stack->pdata[i - 1];

      if (entry->expected || !entry_is_wanted (cache, entry) || !is_far (entry))
        continue;
      entry->expected = TRUE;
      g_array_append_val (keys, entry->key);
    }

  return keys;
}

static gpointer
work (gpointer data)
{
  ScopeTileCache *cache = data;

  g_mutex_lock (&cache->lock);
  while (!cache->quit)
    {
      Entry *entry = take_request (cache);
      ScopeTileKey key;
      g_autoptr (GArray) far = NULL;
      guint64 epoch, clears;
      ScopeTile *tile;

      if (entry == NULL)
        {
          g_cond_wait (&cache->cond, &cache->lock);
          continue;
        }
      key = entry->key;
      epoch = cache->epoch;
      clears = cache->clears;
      cache->reading++;
      far = take_far (cache, entry);
      g_mutex_unlock (&cache->lock);
      if (far != NULL)
        scope_tile_keys_expect (far);
      tile = scope_tile_key_read (&key, NULL);
      g_mutex_lock (&cache->lock);
      cache->reading--;
      if (clears == cache->clears)
        {
          /* It stayed queued while it was read, so it is still there. */
          entry->queued = FALSE;
          /* A failure is not told: whoever draws would ask again at once, and for ever. */
          if (tile != NULL)
            {
              entry_put (cache, entry, tile, epoch, cache->max_bytes * MOST_ROOM);
              notify (cache);
            }
          else if (entry->tile == NULL)
            g_hash_table_remove (cache->entries, entry);
        }
      g_clear_pointer (&tile, scope_tile_unref);
    }
  g_mutex_unlock (&cache->lock);
  return NULL;
}

static void
start_threads (ScopeTileCache *cache)
{
  while (cache->threads->len < cache->n_threads)
    g_ptr_array_add (cache->threads, g_thread_new ("tiles", work, cache));
}

/* --- public --- */

static void
request_locked (ScopeTileCache *cache, const ScopeTileKey *key)
{
  Entry *entry = entry_ensure (cache, key, NULL);

  if (entry_good (cache, entry))
    return;
  entry->generation = cache->generation;
  if (entry->queued)
    return;
  if (cache->stack->len >= MAX_PENDING)
    {
      if (entry->tile == NULL)
        g_hash_table_remove (cache->entries, entry);
      return;
    }
  entry->queued = TRUE;
  entry->expected = FALSE;
  g_ptr_array_add (cache->stack, entry);
  start_threads (cache);
  g_cond_signal (&cache->cond);
}

static ScopeTile *
peek_locked (ScopeTileCache *cache, const ScopeTileKey *key)
{
  Entry *entry = g_hash_table_lookup (cache->entries, key);

  if (entry == NULL || entry->tile == NULL)
    return NULL;
  entry->generation = cache->generation;
  entry_touch (cache, entry);
  return scope_tile_ref (entry->tile);
}

ScopeTile *
scope_tile_cache_peek (ScopeTileCache *cache, const ScopeTileKey *key)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&cache->lock);

  return peek_locked (cache, key);
}

void
scope_tile_cache_request (ScopeTileCache *cache, const ScopeTileKey *key)
{
  g_mutex_lock (&cache->lock);
  request_locked (cache, key);
  g_mutex_unlock (&cache->lock);
}

ScopeTile *
scope_tile_cache_want (ScopeTileCache *cache, const ScopeTileKey *key)
{
  ScopeTile *tile;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&cache->lock);

  tile = peek_locked (cache, key);
  if (tile == NULL || tile->provisional)
    request_locked (cache, key);

  return tile;
}

ScopeTile *
scope_tile_cache_get (ScopeTileCache *cache, const ScopeTileKey *key, GError **error)
{
  ScopeTile *tile;
  Entry *entry, *fresh;
  guint64 epoch, clears;

  g_mutex_lock (&cache->lock);
  entry = g_hash_table_lookup (cache->entries, key);
  if (entry != NULL && entry_good (cache, entry))
    {
      entry_touch (cache, entry);
      tile = scope_tile_ref (entry->tile);
      g_mutex_unlock (&cache->lock);
      return tile;
    }
  epoch = cache->epoch;
  clears = cache->clears;
  g_assert (cache->never_waits == NULL || cache->never_waits != g_thread_self ());
  g_mutex_unlock (&cache->lock);

  tile = scope_tile_key_read (key, error);
  if (tile == NULL)
    return NULL;
  fresh = entry_new (key); /* while nobody waits */
  g_mutex_lock (&cache->lock);
  if (clears == cache->clears)
    entry_put (cache, entry_ensure (cache, key, &fresh), tile, epoch, cache->max_bytes);
  g_mutex_unlock (&cache->lock);
  g_free (fresh);
  return tile;
}

void
scope_tile_cache_forbid_waiting (ScopeTileCache *cache)
{
  g_mutex_lock (&cache->lock);
  cache->never_waits = g_thread_self ();
  g_mutex_unlock (&cache->lock);
}

ScopeTile *
scope_tile_cache_placeholder (ScopeTileCache *cache, const ScopeTileKey *key)
{
  ScopeTileKey coarser = *key;
  ScopeTile *tile = NULL;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&cache->lock);

  while (tile == NULL && coarser.level < SCOPE_MAX_LEVEL)
    {
      coarser.level++;
      coarser.index >>= 1; /* rounds down for negative ones too */
      tile = peek_locked (cache, &coarser);
    }

  return tile;
}

void
scope_tile_cache_next_generation (ScopeTileCache *cache)
{
  g_mutex_lock (&cache->lock);
  cache->generation++;
  g_mutex_unlock (&cache->lock);
}

void
scope_tile_cache_changed (ScopeTileCache *cache)
{
  g_mutex_lock (&cache->lock);
  cache->epoch++;
  g_mutex_unlock (&cache->lock);
}

void
scope_tile_cache_clear (ScopeTileCache *cache)
{
  g_mutex_lock (&cache->lock);
  cache->clears++;
  g_ptr_array_set_size (cache->stack, 0);
  g_queue_init (&cache->lru);
  cache->bytes = 0;
  g_hash_table_remove_all (cache->entries);
  g_mutex_unlock (&cache->lock);
}

gsize
scope_tile_cache_memory (ScopeTileCache *cache)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&cache->lock);

  return cache->bytes;
}

guint
scope_tile_cache_pending (ScopeTileCache *cache)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&cache->lock);

  return cache->stack->len + cache->reading;
}

gpointer
scope_tile_cache_beside (ScopeTileCache *cache)
{
  return g_atomic_pointer_get (&cache->beside);
}

gpointer
scope_tile_cache_put_beside (ScopeTileCache *cache, gpointer beside, GDestroyNotify destroy)
{
  if (g_atomic_pointer_compare_and_exchange (&cache->beside, NULL, beside))
    cache->free_beside = destroy;
  else
    destroy (beside);
  return scope_tile_cache_beside (cache);
}

void
scope_tile_cache_tell (ScopeTileCache *cache)
{
  g_mutex_lock (&cache->lock);
  notify (cache);
  g_mutex_unlock (&cache->lock);
}

guint64
scope_tile_cache_generation (ScopeTileCache *cache)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&cache->lock);

  return cache->generation;
}

static void
scope_tile_cache_finalize (GObject *object)
{
  ScopeTileCache *cache = SCOPE_TILE_CACHE (object);

  if (cache->beside != NULL)
    cache->free_beside (cache->beside);
  g_mutex_lock (&cache->lock);
  cache->quit = TRUE;
  g_cond_broadcast (&cache->cond);
  g_mutex_unlock (&cache->lock);
  g_ptr_array_unref (cache->threads); /* joins them */
  g_ptr_array_unref (cache->stack);
  g_hash_table_unref (cache->entries);
  g_main_context_unref (cache->context);
  g_clear_pointer (&cache->kept, g_ptr_array_unref);
  g_mutex_clear (&cache->lock);
  g_cond_clear (&cache->cond);
  G_OBJECT_CLASS (scope_tile_cache_parent_class)->finalize (object);
}

static void
scope_tile_cache_class_init (ScopeTileCacheClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = scope_tile_cache_finalize;
  tiles_arrived = g_signal_new ("tiles-arrived", SCOPE_TYPE_TILE_CACHE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
join_thread (gpointer data)
{
  g_thread_join (data);
}

static void
scope_tile_cache_init (ScopeTileCache *cache)
{
  g_mutex_init (&cache->lock);
  g_cond_init (&cache->cond);
  cache->entries = g_hash_table_new_full (scope_tile_key_hash, scope_tile_key_equal, NULL, entry_free);
  g_queue_init (&cache->lru);
  cache->stack = g_ptr_array_new ();
  cache->threads = g_ptr_array_new_with_free_func (join_thread);
  cache->context = g_main_context_ref_thread_default ();
}

guint
scope_tile_cache_default_threads (void)
{
  return CLAMP (g_get_num_processors (), 1, 4);
}

void
scope_tile_cache_keep (ScopeTileCache *cache, GObject *owner)
{
  g_mutex_lock (&cache->lock);
  if (!g_ptr_array_find (cache->kept, owner, NULL))
    g_ptr_array_add (cache->kept, g_object_ref (owner));
  g_mutex_unlock (&cache->lock);
}

ScopeTileCache *
scope_tile_cache_new (GObject *owner, gsize max_bytes, guint n_threads)
{
  ScopeTileCache *cache = g_object_new (SCOPE_TYPE_TILE_CACHE, NULL);

  cache->kept = g_ptr_array_new_with_free_func (g_object_unref);
  if (owner != NULL)
    scope_tile_cache_keep (cache, owner);
  cache->max_bytes = max_bytes > 0 ? max_bytes : SCOPE_TILE_CACHE_BYTES;
  cache->n_threads = n_threads > 0 ? n_threads : scope_tile_cache_default_threads ();
  return cache;
}
