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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSource, scope_source_unref)

G_END_DECLS
