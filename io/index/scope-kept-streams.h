/* scope-kept-streams.h: what came over pipes and sockets and was followed, kept beside the indexes.
 *
 *     <cache>/streams/localhost-4711_2026-11-24_15.40.07        the bytes
 *     <cache>/streams/localhost-4711_2026-11-24_15.40.07.run    a link to the name of its index
 *
 * A stream shares its index's fate: it counts as a part of it, and goes with it. While it comes its name ends with ".part"; one
 * that was left by a program which crashed stays for a week.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The folder in the cache's folder, made if need be; NULL: it cannot be. Free with g_free(). */
char *scope_kept_streams_folder (const char *cache);
/* From now on the stream (its path) goes with the index. */
gboolean scope_kept_streams_tie (const char *stream, const char *index, GError **error);
/* Which streams go with indexes of the cache's folder: names of indexes to GPtrArrays of paths. Unref it. */
GHashTable *scope_kept_streams_list (const char *cache);
/* Removes a stream, tied or not. */
void scope_kept_streams_remove (const char *stream);
/* Removes what crashed programs left more than a week ago. */
void scope_kept_streams_clean (const char *cache);

G_END_DECLS
