/* scope-source.c: what all sources have in common, bytes in memory, and parts of other sources.
 *
 * A source is a plain struct with a table of functions, not a GObject: there are thousands of members in an
 * archive, and their bytes are read on worker threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-source-private.h"

#include "model/base/scope-ref.h"

#include <string.h>
#include <zlib.h>

gpointer
scope_source_alloc (gsize bytes, const ScopeSourceClass *klass, const char *name, gint64 size)
{
  ScopeSource *source = g_malloc0 (bytes);

  source->klass = klass;
  g_atomic_ref_count_init (&source->refs);
  source->name = g_strdup (name);
  source->size = size;
  return source;
}

static void
source_free (ScopeSource *source)
{
  if (source->klass->finalize)
    source->klass->finalize (source);
  g_clear_pointer (&source->unread, g_byte_array_unref);
  g_clear_pointer (&source->parts, scope_source_parts_free);
  g_free (source->name);
  g_free (source);
}

SCOPE_DEFINE_REF (ScopeSource, scope_source, object->refs, source_free)

const char *
scope_source_name (ScopeSource *source)
{
  return source->name;
}

gboolean
scope_source_is_seekable (ScopeSource *source)
{
  return source->klass->pread != NULL;
}

gint64
scope_source_size (ScopeSource *source)
{
  return __atomic_load_n (&source->size, __ATOMIC_ACQUIRE); /* a feed's grows */
}

void
scope_source_progress (ScopeSource *source, guint64 *ret_done, guint64 *ret_all)
{
  guint64 done, all;
  gint64 size = scope_source_size (source);

  if (source->klass->progress)
    {
      source->klass->progress (source, ret_done, ret_all);
      return;
    }
  done = __atomic_load_n (&source->consumed, __ATOMIC_RELAXED);
  all = size >= 0 ? (guint64)size : 0;
  *ret_all = all;
  *ret_done = all ? MIN (done, all) : done;
}

gssize
scope_source_pread (ScopeSource *source, void *data, gsize n, guint64 offset, GError **error)
{
  gssize got;

  g_assert (source->klass->pread != NULL);
  if (offset > G_MAXINT64 - n)
    return 0;
  got = source->klass->pread (source, data, n, offset, error);
  if (got > 0)
    __atomic_fetch_add (&source->consumed, (guint64)got, __ATOMIC_RELAXED);
  return got;
}

gssize
scope_source_read (ScopeSource *source, void *data, gsize n, GError **error)
{
  gssize got;

  if (source->unread)
    {
      gsize left = source->unread->len - source->unread_at;
      gsize take = MIN (left, n);

      memcpy (data, source->unread->data + source->unread_at, take);
      source->unread_at += take;
      if (take == left)
        g_clear_pointer (&source->unread, g_byte_array_unref);
      return (gssize)take;
    }
  if (source->klass->pread)
    {
      got = scope_source_pread (source, data, n, source->position, error);
      if (got > 0)
        source->position += (guint64)got;
      else if (got < 0 && source->parts != NULL)
        source->position = MIN (scope_source_part_end (source, source->position), (guint64) source->size);
      return got;
    }
  got = source->klass->read (source, data, n, error);
  if (got > 0)
    __atomic_fetch_add (&source->consumed, (guint64)got, __ATOMIC_RELAXED);
  return got;
}

void
scope_source_unread (ScopeSource *source, const void *data, gsize n)
{
  if (n == 0)
    return;
  if (source->klass->pread)
    {
      g_assert (source->position >= n);
      source->position -= n;
      return;
    }
  if (source->unread)
    {
      g_byte_array_remove_range (source->unread, 0, source->unread_at);
      g_byte_array_prepend (source->unread, data, n);
    }
  else
    {
      source->unread = g_byte_array_sized_new (n);
      g_byte_array_append (source->unread, data, n);
    }
  source->unread_at = 0;
}

/* --- bytes in memory --- */

typedef struct
{
  ScopeSource base;
  guint8 *data;
} MemorySource;

static gssize
memory_pread (ScopeSource *source, void *data, gsize n, guint64 offset, GError **error)
{
  MemorySource *memory = (MemorySource *)source;
  gsize take;

  if (offset >= (guint64)source->size)
    return 0;
  take = MIN (n, (gsize)((guint64)source->size - offset));
  memcpy (data, memory->data + offset, take);
  return (gssize)take;
}

static void
memory_finalize (ScopeSource *source)
{
  g_free (((MemorySource *)source)->data);
}

static const ScopeSourceClass memory_class = { .pread = memory_pread, .finalize = memory_finalize };

ScopeSource *
scope_source_new_memory (const void *data, gsize n, const char *name)
{
  MemorySource *memory = scope_source_alloc (sizeof *memory, &memory_class, name, (gint64)n);

  memory->data = g_memdup2 (data, n);
  return &memory->base;
}

/* --- parts --- */

typedef struct
{
  ScopeSource base;
  ScopeSource *whole;
  guint64 offset;
  gboolean checked;
  guint32 want_crc;
  GMutex lock;    /* of what follows */
  guint64 summed; /* bytes from the start that are in `crc` */
  guint32 crc;
} PartSource;

/* The checksum grows as long as the part is read without gaps; a reader that jumps about gets no check. */
static gboolean
part_sum (PartSource *part, const void *data, gsize n, guint64 offset, GError **error)
{
  gboolean good = TRUE;

  g_mutex_lock (&part->lock);
  if (n > 0 && offset <= part->summed && offset + n > part->summed)
    {
      gsize skip = (gsize)(part->summed - offset);

      part->crc = (guint32)crc32_z (part->crc, (const guint8 *)data + skip, n - skip);
      part->summed = offset + n;
    }
  else if (n == 0 && part->summed == (guint64)part->base.size)
    good = part->crc == part->want_crc;
  g_mutex_unlock (&part->lock);
  if (!good)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "%s: its checksum is wrong: some of what was read is damaged", part->base.name);
  return good;
}

static gssize
part_pread (ScopeSource *source, void *data, gsize n, guint64 offset, GError **error)
{
  PartSource *part = (PartSource *)source;
  guint64 left = offset < (guint64)source->size ? (guint64)source->size - offset : 0;
  gssize got = 0;

  if (left > 0)
    got = scope_source_pread (part->whole, data, (gsize)MIN (left, n), part->offset + offset, error);
  if (got < 0)
    return -1;
  if (part->checked && !part_sum (part, data, (gsize)got, offset, error))
    return -1;
  return got;
}

static void
part_finalize (ScopeSource *source)
{
  PartSource *part = (PartSource *)source;

  g_mutex_clear (&part->lock);
  scope_source_unref (part->whole);
}

static const ScopeSourceClass part_class = { .pread = part_pread, .finalize = part_finalize };

static PartSource *
part_new (ScopeSource *whole, const char *name, guint64 offset, guint64 length)
{
  PartSource *part
      = scope_source_alloc (sizeof *part, &part_class, name, (gint64)MIN (length, G_MAXINT64 / 2));

  g_assert (scope_source_is_seekable (whole));
  part->whole = scope_source_ref (whole);
  part->offset = offset;
  part->crc = (guint32)crc32_z (0, NULL, 0);
  g_mutex_init (&part->lock);
  return part;
}

ScopeSource *
scope_source_new_part (ScopeSource *whole, const char *name, guint64 offset, guint64 length)
{
  return &part_new (whole, name, offset, length)->base;
}

ScopeSource *
scope_source_new_checked_part (
    ScopeSource *whole, const char *name, guint64 offset, guint64 length, guint32 crc)
{
  PartSource *part = part_new (whole, name, offset, length);

  part->checked = TRUE;
  part->want_crc = crc;
  return &part->base;
}
