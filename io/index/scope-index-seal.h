/* scope-index-seal.h: what is written behind the end of a finished index, and looked at before HDF5 sees the file.
 *
 * HDF5 does not bear damaged metadata: it may crash on it. So everything of the file but the segments (which have
 * checksums of their own) has one here, and a file whose seal is missing or wrong is never opened. HDF5 and h5py take no
 * notice of what follows the end of a file.
 *
 *     | HDF5 file: length bytes | n × (address u64, size u64) | magic | version | length | n | checksum | 0 | 0 | own |
 *     '-- segments lie here ----'   where they lie, ascending    8       u64       u64      u64  u64      u64 u64 u64
 *
 * `checksum` is over all bytes between the segments and over the list; `own` over the 56 bytes before it.
 * This notices damage; it does not keep out who makes files on purpose: the cache folder is the user's own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "scope-index-bytes.h"

G_BEGIN_DECLS

/* Seals the file, which HDF5 has closed. `segments` in any order. */
gboolean scope_index_seal (const char *path, guint64 version, const ScopeSegment *segments, gsize n, GError **error);
/* NULL if the seal is there and right, else what is wrong, as a clause for people. */
const char *scope_index_seal_check (int fd, guint64 version);

G_END_DECLS
