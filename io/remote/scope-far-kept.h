/* scope-far-kept.h: what came of a trace on another computer, kept for the next time: one file of the cache folder for each index.
 *
 *     | magic u64 | key 32 | record | record | …        record: checksum u64 (of all that follows) | kind u32 | n u32 | at u64 | n bytes
 *
 * A record is a stretch of the index (at `at`), an answer (the SHA-256 of what was asked, then the answer, packed) or the list of what is
 * needed late. It is appended as it comes, by whoever has the file to himself, so nothing is lost with a program that is killed; a record that is
 * not whole ends the file. The key is of the host, the index's own sum and size, and the versions of both programs: another host cannot put its
 * bytes into the place of this one's. What is read is as little believed as what comes over the line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/remote/scope-far-wire.h"

G_BEGIN_DECLS

/* Bytes that are kept of an index at most: what came first. */
#define SCOPE_FAR_KEPT_MOST (64u * 1024u * 1024u)

typedef struct _ScopeFarKept ScopeFarKept;

/* `key`: of the index, any text. `folder`: the cache's. `anew`: what was kept is forgotten. NULL: nothing can be kept there. */
ScopeFarKept *scope_far_kept_open (const char *folder, const char *key, gboolean anew);
void scope_far_kept_free (ScopeFarKept *kept);
/* The file; borrowed. */
const char *scope_far_kept_path (ScopeFarKept *kept);
/* Calls `take` for each stretch that is kept. FALSE: it did not want one. */
gboolean scope_far_kept_each (ScopeFarKept *kept, gboolean (*take) (gconstpointer bytes, guint64 at, gsize n, gpointer data), gpointer data);
/* None of it is of use. */
void scope_far_kept_forget (ScopeFarKept *kept);

/* Any thread: keeps some, if there is room for it. */
void scope_far_kept_add_bytes (ScopeFarKept *kept, gconstpointer bytes, guint64 at, gsize n);
void scope_far_kept_add_late (ScopeFarKept *kept, const GArray *late);
void scope_far_kept_add_answer (ScopeFarKept *kept, GBytes *question, GBytes *answer);
/* NULL: it is not kept. Free with g_array_unref(), g_bytes_unref(). */
GArray *scope_far_kept_late (ScopeFarKept *kept);
GBytes *scope_far_kept_answer (ScopeFarKept *kept, GBytes *question);

G_END_DECLS
