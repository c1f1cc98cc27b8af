/* scope-bytes.c: a ScopeBytes in memory, for tests and for small traces without a cache.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/zoom/scope-bytes.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

void
scope_bytes_keep_out (ScopeBytes *bytes, GThread *thread)
{
  g_atomic_pointer_set (&bytes->kept_out, thread);
}

typedef struct
{
  ScopeBytes parent;
  GMutex lock;
  GByteArray *data;
} MemoryBytes;

static gboolean
memory_append (ScopeBytes *bytes, const void *data, gsize n, guint64 *ret_offset, GError **error)
{
  MemoryBytes *self = (MemoryBytes *) bytes;

  g_mutex_lock (&self->lock);
  *ret_offset = self->data->len;
  g_byte_array_append (self->data, data, n);
  g_mutex_unlock (&self->lock);

  return TRUE;
}

static gboolean
memory_read (ScopeBytes *bytes, guint64 offset, void *data, gsize n, GError **error)
{
  MemoryBytes *self = (MemoryBytes *) bytes;
  gboolean there;

  g_mutex_lock (&self->lock);
  there = offset <= self->data->len && n <= self->data->len - offset;
  if (there && n > 0)
    memcpy (data, self->data->data + offset, n);
  g_mutex_unlock (&self->lock);

  if (!there)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The index ends before byte %llu"),
                 (unsigned long long) (offset + n));

  return there;
}

static guint64
memory_together (ScopeBytes *bytes, guint64 offset)
{
  MemoryBytes *self = (MemoryBytes *) bytes;
  guint64 n;

  g_mutex_lock (&self->lock);
  n = offset < self->data->len ? self->data->len - offset : 0;
  g_mutex_unlock (&self->lock);
  return n;
}

static void
memory_free (ScopeBytes *bytes)
{
  MemoryBytes *self = (MemoryBytes *) bytes;

  g_byte_array_unref (self->data);
  g_mutex_clear (&self->lock);
  g_free (self);
}

ScopeBytes *
scope_bytes_new_memory (void)
{
  static const ScopeBytesClass klass = { memory_append, memory_read, memory_free, memory_together };
  MemoryBytes *self = g_new0 (MemoryBytes, 1);

  self->parent.klass = &klass;
  g_mutex_init (&self->lock);
  self->data = g_byte_array_new ();

  return &self->parent;
}
