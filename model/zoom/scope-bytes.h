/* scope-bytes.h: where the bulk of an index lies: append at the end, read anywhere. Implemented in io on
 * HDF5 (scope-index-bytes.c); scope_bytes_new_memory() serves tests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/zoom/scope-far-end.h"

G_BEGIN_DECLS

typedef struct _ScopeBytes ScopeBytes;

typedef struct
{
  ScopeBytes *bytes;
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
  /* May be NULL: nothing ever comes from far. Else whether it does, and scope_bytes_expect() of such, which are all of this class. */
  gboolean (*is_far) (ScopeBytes *bytes);
  void (*expect) (const ScopeByteStretch *stretches, gsize n);
  /* Then: who can be asked there, or NULL, and which machine of its trace this is. */
  ScopeFarEnd *(*far_end) (ScopeBytes *bytes, guint *ret_machine);
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

/* Whether each read of what was never read waits for another computer. */
static inline gboolean
scope_bytes_is_far (ScopeBytes *bytes)
{
  return bytes->klass->is_far != NULL && bytes->klass->is_far (bytes);
}

/* Who can be asked there, and which machine of its trace this is; NULL: nobody. Lives as long as the bytes. */
static inline ScopeFarEnd *
scope_bytes_far_end (ScopeBytes *bytes, guint *ret_machine)
{
  return scope_bytes_is_far (bytes) && bytes->klass->far_end != NULL ? bytes->klass->far_end (bytes, ret_machine) : NULL;
}

/* These, which are far, will be read soon: they are fetched all at once, and waited for. Any thread that may wait. */
static inline void
scope_bytes_expect (const ScopeByteStretch *stretches, gsize n)
{
  for (gsize i = 0, first = 0; i < n; i++)
    if (i + 1 == n || stretches[i + 1].bytes->klass != stretches[i].bytes->klass)
      {
        stretches[first].bytes->klass->expect (stretches + first, i + 1 - first);
        first = i + 1;
      }
}

static inline void
scope_bytes_free (ScopeBytes *bytes)
{
  if (bytes != NULL)
    bytes->klass->free (bytes);
}

G_END_DECLS
