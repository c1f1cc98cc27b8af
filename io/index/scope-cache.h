/* scope-cache.h: where indexes lie: one file per trace, in the user's cache folder, under the trace's digest.
 *
 * A new index is written as <key>.<pid>-<n>.part and renamed when it is whole, so that nobody ever sees half of one;
 * parts whose writer is gone are removed. The least recently used go when the folder is too large; those whose name
 * stands in the file "pinned" stay.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The folder to use, made if need be: `dir`, or the user's if NULL. Free with g_free(); NULL with error. */
char *scope_cache_folder (const char *dir, GError **error);
/* Paths in it; free with g_free(). */
char *scope_cache_path (const char *folder, const char *digest);
/* A file's name in the folder: not of the trace as it is usually read, but of one that was read otherwise (its key says how: "DIGEST-HOW"). */
gboolean scope_cache_is_variant (const char *name);
/* Of the file that says in which folder an index of that trace was made in parts. */
char *scope_cache_parts_path (const char *folder, const char *digest);
/* Of what is kept of an index on another computer (io/remote/scope-far-kept.h). */
char *scope_cache_far_path (const char *folder, const char *key);
char *scope_cache_part (const char *folder, const char *digest);
/* Removes parts that nobody writes any more, and notes of indexes in parts that are gone. */
void scope_cache_clean (const char *folder);
/* The part becomes the index. */
gboolean scope_cache_install (const char *part, const char *path, GError **error);
/* It was used just now. */
void scope_cache_touch (const char *path);
/* Removes an index, what was found out of it (scope-derived-file.h), and the stream that goes with it (scope-kept-streams.h). FALSE with errno; one that is not there is removed. */
gboolean scope_cache_remove (const char *path);
/* Names of files that are pinned: a set, of its own strings. */
GHashTable *scope_cache_pinned (const char *folder);
/* Pins an index of the folder it lies in, or no longer. FALSE with error. */
gboolean scope_cache_pin (const char *path, gboolean pin, GError **error);
/* Says that an index is open here, as long as `fd` (of it) is: others leave it when they trim. */
void scope_cache_hold (int fd);
/* Removes what was not used for longest, until all together have at most `limit` bytes; never `keep`, nor what is open
 * somewhere: the earlier run of a trace that was written over must stay to be compared with. */
void scope_cache_trim (const char *folder, guint64 limit, const char *keep);
/* What all together take now. */
typedef struct
{
  guint64 bytes;
  guint n, n_pinned;
} ScopeCacheUse;

ScopeCacheUse scope_cache_use (const char *folder);
/* Removes all that are not pinned. Those in use stay readable for whoever has them open. */
void scope_cache_clear (const char *folder);
/* Bytes that may still be written there, leaving some to others; G_MAXUINT64 if unknown. */
guint64 scope_cache_room (const char *folder);

G_END_DECLS
