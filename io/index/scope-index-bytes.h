/* scope-index-bytes.h: a machine's bulk bytes as *segments* of an HDF5 file, or of an unnamed file.
 *
 *     /machine/<n>/data/0, 1, 2, …   each a contiguous u8 dataset, written once
 *
 * An offset counts over all segments in order; nothing crosses from one into the next. Because a segment lies in one
 * piece at a known address, it is read with pread by any thread, without HDF5.
 *
 * If the file cannot be written any more (a full disk), what follows goes to an unnamed temporary file, so that the
 * trace can be looked at all the same; the index is then not kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/zoom/scope-bytes.h"
#include "io/index/scope-hdf5.h"

G_BEGIN_DECLS

/* The file behind all machines of a trace. Reference-counted, thread-safe. */
typedef struct _ScopeIndexFile ScopeIndexFile;

/* path NULL: unnamed from the start. NULL with error if the file cannot be made. */
ScopeIndexFile *scope_index_file_create (const char *path, GError **error);
/* A finished index, only to be read. */
ScopeIndexFile *scope_index_file_open (const char *path, GError **error);
ScopeIndexFile *scope_index_file_ref (ScopeIndexFile *file);
void scope_index_file_unref (ScopeIndexFile *file);
/* The open HDF5 file, -1 if there is none (any more); on the HDF5 thread only. */
hid_t scope_index_file_id (ScopeIndexFile *file);
guint64 scope_index_file_size (ScopeIndexFile *file);
/* Bytes in the unnamed file beside it. */
guint64 scope_index_file_spare (ScopeIndexFile *file);
/* Bytes that could be written nowhere and stay in memory. */
gsize scope_index_file_stuck (ScopeIndexFile *file);
/* Why the file is given up, or NULL. */
const char *scope_index_file_failure (ScopeIndexFile *file);
void scope_index_file_fail (ScopeIndexFile *file, const char *why);
/* Closes the HDF5 side (what was written stays readable); FALSE if that failed. On any thread. */
gboolean scope_index_file_close (ScopeIndexFile *file);

/* Called once, on any thread, when a finished index turns out to be damaged (it is removed already). */
typedef void (*ScopeIndexDamaged) (gpointer user_data);
void scope_index_file_on_damage (ScopeIndexFile *file, ScopeIndexDamaged func, gpointer user_data,
                                 GDestroyNotify destroy);
/* Whether all its bytes are here; else they come from elsewhere when they are read (scope-index-source.h). */
gboolean scope_index_file_is_here (ScopeIndexFile *file);
/* Of one that is not: whether what was read of it last could not be had, which says nothing of the index. */
gboolean scope_index_file_is_cut (ScopeIndexFile *file);
/* Of one that is not: who can be asked there, or NULL. */
ScopeFarEnd *scope_index_file_far_end (ScopeIndexFile *file);
/* It is not removed when it turns out to be damaged. */
void scope_index_file_keep (ScopeIndexFile *file);
/* For reading; -1 if there is none. */
int scope_index_file_fd (ScopeIndexFile *file);

/* Every page of a segment has a checksum (dataset "checksums"), compared when something of it is first read: so a
 * damaged byte is noticed wherever it is, and opening a large index does not read all of it. A page is not much more than what is
 * read at once (a block of rows has about 10 kB, one of bins 3): the first look at a wide window reads thousands of blocks. */
#define SCOPE_SEGMENT_PAGE 8192u

guint64 scope_segment_checksum (const void *data, gsize n);

/* The bytes of machine number n; segments of at most `segment` bytes. */
ScopeBytes *scope_index_bytes_new (ScopeIndexFile *file, guint n, gsize segment);
/* Those of machine n of a finished index (or of the finished part of one that is still made); NULL with error if the segments do not
 * fit into the file, or the part's. `limit` > 0: more can be appended, in segments of at most so many bytes. */
ScopeBytes *scope_index_bytes_load (ScopeIndexFile *file, guint machine, gsize limit, const ScopeSegment *segments, gsize n,
                                    const guint64 *checksums, gsize n_checksums, GError **error);
/* Writes what is still in memory. FALSE if something could not be written to the index. */
gboolean scope_index_bytes_flush (ScopeBytes *bytes);
/* A copy of the list, after flushing; the first *ret_in_part (or NULL) lie in the file of a part. */
ScopeSegment *scope_index_bytes_segments (ScopeBytes *bytes, gsize *ret_n, gsize *ret_in_part);
guint64 scope_index_bytes_size (ScopeBytes *bytes);
/* Bytes of memory that it takes, of a finished index. */
gsize scope_index_bytes_memory (ScopeBytes *bytes);
/* Likewise the checksums of all pages, in order. */
guint64 *scope_index_bytes_checksums (ScopeBytes *bytes, gsize *ret_n);
/* Compares all pages of a finished index at once. */
gboolean scope_index_bytes_verify (ScopeBytes *bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeIndexFile, scope_index_file_unref)

G_END_DECLS
