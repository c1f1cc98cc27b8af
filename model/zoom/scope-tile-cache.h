/* scope-tile-cache.h: tiles in memory, and the threads that fetch those that are not.
 *
 * Whoever draws must never wait: it peeks, asks for what is missing, draws the nearest coarser tile meanwhile and
 * is told when tiles have arrived. Requests carry the generation in which they were asked for; the newest are read
 * first, and those of a generation long gone are dropped, so that a fast zoom does not leave a queue behind it.
 *
 * All functions may be called from any thread; "tiles-arrived" is emitted on the main context that was the thread's
 * default when the cache was made, once for any number of tiles; also when requests were dropped, so that those who
 * still want them ask again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>
#include "model/zoom/scope-lane-sum.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_TILE_CACHE (scope_tile_cache_get_type ())
G_DECLARE_FINAL_TYPE (ScopeTileCache, scope_tile_cache, SCOPE, TILE_CACHE, GObject)

#define SCOPE_TILE_CACHE_BYTES (96u << 20)

/* Which tile. The store, or the sum instead of store and lane, is borrowed: `owner` of the cache keeps it. */
typedef struct
{
  ScopeLaneStore *store;
  guint32 lane;
  guint32 level;
  gint64 index;
  ScopeLaneSum *sum;
} ScopeTileKey;

guint scope_tile_key_hash (gconstpointer key);
gboolean scope_tile_key_equal (gconstpointer a, gconstpointer b);
/* The tile of its store, or its sum. NULL with error. */
ScopeTile *scope_tile_key_read (const ScopeTileKey *key, GError **error);
/* Asks for all that these tiles (ScopeTileKey) from far are made of; what one thread has asked for, others wait for. */
void scope_tile_keys_expect (const GArray *keys);

/* `owner` (may be NULL) is kept alive as long as the cache: the trace that owns the lane stores. max_bytes 0: the
 * default. A picture that needs more tiles than these has up to four times as much, as long as it is asked for. n_threads 0: scope_tile_cache_default_threads(). With tests in mind, no thread is started before the
 * first request.
 *
 * Signal "tiles-arrived" (ScopeTileCache *cache, gpointer user_data). */
/* As many as read side by side with gain: one for each processor of the computer, up to four. */
guint scope_tile_cache_default_threads (void);
ScopeTileCache *scope_tile_cache_new (GObject *owner, gsize max_bytes, guint n_threads);

/* One more owner of stores that tiles are asked of: it, too, is kept alive as long as the cache. */
void scope_tile_cache_keep (ScopeTileCache *cache, GObject *owner);

/* The tile if it is in memory, else NULL; never blocks on reading. Free with scope_tile_unref(). */
ScopeTile *scope_tile_cache_peek (ScopeTileCache *cache, const ScopeTileKey *key);
/* Queues a read, unless the tile is there and good. A provisional tile is read again after scope_tile_cache_changed(). */
void scope_tile_cache_request (ScopeTileCache *cache, const ScopeTileKey *key);
/* Peek, and request if it is missing or out of date. */
ScopeTile *scope_tile_cache_want (ScopeTileCache *cache, const ScopeTileKey *key);
/* The tile, read on this thread if need be. NULL with error if the index cannot be read. */
ScopeTile *scope_tile_cache_get (ScopeTileCache *cache, const ScopeTileKey *key, GError **error);
/* From now on scope_tile_cache_get() must not read on the calling thread: whoever draws there must never wait. A
 * programmer's error otherwise, which stops programs built with assertions. */
void scope_tile_cache_forbid_waiting (ScopeTileCache *cache);
/* The nearest coarser tile in memory that covers `key`, or NULL. It carries its own level and index. */
ScopeTile *scope_tile_cache_placeholder (ScopeTileCache *cache, const ScopeTileKey *key);

/* Call at the start of each frame that asks for other tiles than the last one. */
void scope_tile_cache_next_generation (ScopeTileCache *cache);
/* The trace has grown: provisional tiles are to be read again when next wanted. */
void scope_tile_cache_changed (ScopeTileCache *cache);
/* Forgets all tiles and requests. */
void scope_tile_cache_clear (ScopeTileCache *cache);
gsize scope_tile_cache_memory (ScopeTileCache *cache);
/* Requests not yet served. */
guint scope_tile_cache_pending (ScopeTileCache *cache);

/* What is kept beside the tiles, or NULL: one thing, which goes before the owners do. Who is first puts it there; what is there is returned, and
 * another is freed. */
gpointer scope_tile_cache_beside (ScopeTileCache *cache);
gpointer scope_tile_cache_put_beside (ScopeTileCache *cache, gpointer beside, GDestroyNotify destroy);
/* Emits "tiles-arrived" soon: of what is beside. */
void scope_tile_cache_tell (ScopeTileCache *cache);
guint64 scope_tile_cache_generation (ScopeTileCache *cache);

G_END_DECLS
