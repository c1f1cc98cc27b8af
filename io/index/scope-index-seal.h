/* scope-index-seal.h: what is written behind the end of a finished index, and looked at before HDF5 sees the file.
 *
 * HDF5 does not bear damaged metadata: it may crash on it. So everything of the file but the segments (which have
 * checksums of their own) has one here, and a file whose seal is missing or wrong is never opened. HDF5 and h5py take no
 * notice of what follows the end of a file.
 *
 *     | HDF5 file: length bytes | n × (address u64, size u64) | card | magic version length n checksum bytes sum own |
 *     '-- segments lie here ----'   where they lie, ascending    text    8    then seven u64: of the seal
 *
 * `checksum` is over all bytes between the segments and over the list, `sum` over the card, which has so many `bytes`, and
 * `own` over the 56 bytes before it. The card (model/trace/runs/scope-run.h) is what lists of runs need: they read the last few
 * hundred bytes of each index and nothing else.
 * This notices damage; it does not keep out who makes files on purpose: the cache folder is the user's own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/index/scope-index-bytes.h"

G_BEGIN_DECLS

/* Seals the file, which HDF5 has closed. `segments` in any order; `card` may be NULL. */
gboolean scope_index_seal (const char *path, guint64 version, const ScopeSegment *segments, gsize n, const char *card,
                           GError **error);
/* What tells this file from any other: the seal's own sum, which stands at its end. FALSE: it cannot be read. */
gboolean scope_index_seal_read_own (int fd, guint64 *ret_own);
/* The same as text. Free with g_free(). */
char *scope_index_seal_dup_identity (guint64 own);
/* Of a file of which only the end is there: how much of it the seal is with all that belongs to it; 0: it cannot be read, or is of another
 * version. */
guint64 scope_index_seal_bytes (int fd, guint64 version);
/* Then, of that: where segments lie, ascending, so that all else can be fetched. NULL: it makes no sense. Free with g_free(). */
ScopeSegment *scope_index_seal_read_extents (int fd, guint64 version, gsize *ret_n);
/* NULL if the seal is there and right, else what is wrong, as a clause for people. */
const char *scope_index_seal_check (int fd, guint64 version);
/* The card alone, of at most `max` bytes, if seal and card are right: the rest of the file is not looked at. Free with
 * g_free(); NULL if there is none. */
char *scope_index_seal_read_card (int fd, guint64 version, gsize max, gsize *ret_length);

G_END_DECLS
