/* scope-bytes.h: where the bulk of an index lies: append at the end, read anywhere. Implemented in io on
 * HDF5 (scope-index-bytes.c); scope_bytes_new_memory() serves tests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ScopeBytes ScopeBytes;

typedef struct
{
  guint64 offset, n;
} ScopeByteStretch;

typedef struct
{
  /* Append n bytes; their offset goes to *ret_offset. Any thread. */
  gboolean (*append) (ScopeBytes *bytes, const void *data, gsize n, guint64 *ret_offset, GError **error);
  /* Read exactly n bytes. Any thread, at any time, also what was appended a moment ago. */
  gboolean (*read) (ScopeBytes *bytes, guint64 offset, void *data, gsize n, GError **error);
  void (*free) (ScopeBytes *bytes);
  /* How many bytes from there on are there and can be read at once; 0: none, and nothing is said of it. Any thread. */
  guint64 (*together) (ScopeBytes *bytes, guint64 offset);
  /* These will be read soon: those that come from far are fetched all at once, and waited for. FALSE: none do, and nobody need say it. May
   * be NULL. Any thread that may wait. */
  gboolean (*expect) (ScopeBytes *bytes, const ScopeByteStretch *stretches, gsize n);
} ScopeBytesClass;

struct _ScopeBytes
{
  const ScopeBytesClass *klass;
  gpointer kept_out; /* atomic: GThread that must not read, or NULL */
};

/* A thread that must not wait for a disk: it is a programmer's error to read there, and debug builds say so. NULL:
 * any may read. */
void scope_bytes_keep_out (ScopeBytes *bytes, GThread *thread);

ScopeBytes *scope_bytes_new_memory (void);

static inline gboolean
scope_bytes_append (ScopeBytes *bytes, const void *data, gsize n, guint64 *ret_offset, GError **error)
{
  return bytes->klass->append (bytes, data, n, ret_offset, error);
}

static inline gboolean
scope_bytes_read (ScopeBytes *bytes, guint64 offset, void *data, gsize n, GError **error)
{
#ifdef SCOPE_CHECKS
  if (G_UNLIKELY (g_atomic_pointer_get (&bytes->kept_out) == g_thread_self ()))
    g_critical ("The index is read on a thread that must not wait for it");
#endif
  return bytes->klass->read (bytes, offset, data, n, error);
}

/* n 0: only whether it is of use. */
static inline gboolean
scope_bytes_expect (ScopeBytes *bytes, const ScopeByteStretch *stretches, gsize n)
{
  return bytes->klass->expect != NULL && bytes->klass->expect (bytes, stretches, n);
}

static inline void
scope_bytes_free (ScopeBytes *bytes)
{
  if (bytes != NULL)
    bytes->klass->free (bytes);
}

G_END_DECLS
