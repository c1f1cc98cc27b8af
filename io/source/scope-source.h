/* scope-source.h: a sequence of bytes that may be read from any place, or only from front to back.
 *
 * Files are read with pread into buffers, never mapped: others may truncate them. A read that ends early is not an
 * error: the bytes are simply no longer there, and the decoder makes a loss of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ScopeSource ScopeSource;

/* Reference-counted. */
ScopeSource *scope_source_ref (ScopeSource *source);
void scope_source_unref (ScopeSource *source);

/* A regular file (seekable), or a FIFO or device (not). */
ScopeSource *scope_source_new_file (const char *path, GError **error);
/* Standard input or any descriptor; the source owns it. */
ScopeSource *scope_source_new_fd (int fd, const char *name, GError **error);
/* `length` bytes of a seekable source from `offset`: a stored member of an archive. */
ScopeSource *scope_source_new_part (ScopeSource *whole, const char *name, guint64 offset, guint64 length);
/* What comes out of a gzip stream; front to back only. */
ScopeSource *scope_source_new_gzip (ScopeSource *packed, GError **error);
/* The part of this number, from its start; NULL with error. */
typedef ScopeSource *(*ScopeSourceOpenPart) (guint part, gpointer data, GError **error);
/* `n_parts` sources as one, one behind the other, as the files of a wrap set lie. Parts are opened when they are read, so
 * that thousands of them need a few descriptors. names[i] is told with damages. `sizes` in bytes: then parts must be seekable,
 * and so is the chain; NULL: front to back only, and `about` says how many bytes may come. A part that cannot be read gives its error once; the next read goes on with the
 * next part. */
ScopeSource *scope_source_new_chain (const char *name, guint n_parts, const char *const *names, const guint64 *sizes,
                                     guint64 about, ScopeSourceOpenPart open, gpointer data, GDestroyNotify destroy);
/* For tests and fuzzers: bytes in memory (copied). */
ScopeSource *scope_source_new_memory (const void *data, gsize n, const char *name);

const char *scope_source_name (ScopeSource *source);
gboolean scope_source_is_seekable (ScopeSource *source);
/* Bytes, or -1 if not known before the end. A claim of an archive's directory is a claim. */
gint64 scope_source_size (ScopeSource *source);
/* Bytes of the file on disk that were consumed so far, of how many (for progress). */
void scope_source_progress (ScopeSource *source, guint64 *ret_done, guint64 *ret_all);

/* Up to n bytes from offset; 0 at the end; -1 with error. Any thread. Seekable sources only. */
gssize scope_source_pread (ScopeSource *source, void *data, gsize n, guint64 offset, GError **error);
/* Up to n bytes from where the last call ended; 0 at the end; -1 with error. One thread at a time. */
gssize scope_source_read (ScopeSource *source, void *data, gsize n, GError **error);
/* Puts back the last n bytes read with scope_source_read(), so that they come again. */
void scope_source_unread (ScopeSource *source, const void *data, gsize n);

/* The same bytes, seekable: copied into an unnamed temporary file unless they are already. At most `limit` bytes;
 * what is beyond is cut off and *ret_cut set. Cancellable. Consumes `source` from its current place, which must be
 * its start. */
ScopeSource *scope_source_spool (ScopeSource *source, guint64 limit, gboolean *ret_cut, GCancellable *cancellable,
                                 GError **error);

/* As scope_source_spool(), behind what others were copied into the same unnamed file: there may be thousands of members,
 * but not thousands of descriptors. *spool is NULL at first; one thread at a time. */
ScopeSource *scope_source_spool_into (ScopeSource *source, ScopeSource **spool, guint64 limit, gboolean *ret_cut,
                                      GCancellable *cancellable, GError **error);

/* --- parts of a chain, and of what a chain was spooled to --- */

guint scope_source_n_parts (ScopeSource *source); /* 1: it is no chain */
/* Where the part ends that holds the byte at `offset`; G_MAXUINT64: it is the last one, or the source was not read so far yet. */
guint64 scope_source_part_end (ScopeSource *source, guint64 offset);
/* Name of the part that holds the byte at `offset`, borrowed, and the byte's place in it. NULL: it is no chain. */
const char *scope_source_locate (ScopeSource *source, guint64 offset, guint64 *ret_offset);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSource, scope_source_unref)

G_END_DECLS
