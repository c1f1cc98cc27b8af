/* scope-source-inflate.c: what comes out of a deflate stream: gzip files, and members of a zip.
 *
 * A damaged stream gives all that could be unpacked, then the error: the decoder makes a loss of the rest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-source-private.h"
#include "io/source/scope-unpack.h"

#include <string.h>

#define IN_BYTES (32 * 1024)

typedef struct
{
  ScopeSource base;
  ScopeSource *packed;
  guint64 at, end; /* of what is still to be fetched from a seekable `packed` */
  guint64 start;
  guint64 fetched; /* atomic, for progress */
  gboolean raw;    /* a member of a zip: one stream, checked by us */
  guint64 want_size;
  guint32 want_crc, crc;
  guint64 total;
  gboolean finished; /* no more will come */
  GError *error;     /* said by the next read */
  ScopeUnpack *unpack;
  const guint8 *next; /* of what was fetched and not used yet */
  gsize n_left;
  guint8 in[IN_BYTES];
} InflateSource;

static void
fail (InflateSource *self, const char *what)
{
  self->finished = TRUE;
  if (!self->error)
    g_set_error (&self->error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "%s: %s after %" G_GUINT64_FORMAT " unpacked bytes", self->base.name, what, self->total);
}

/* FALSE at the end or on an error, which is kept. */
static gboolean
fetch (InflateSource *self)
{
  gssize got;

  if (self->packed->klass->pread)
    {
      gsize want = (gsize)MIN ((guint64)IN_BYTES, self->end - self->at);

      got = want ? scope_source_pread (self->packed, self->in, want, self->at, &self->error) : 0;
      if (got > 0)
        self->at += (guint64)got;
    }
  else
    got = scope_source_read (self->packed, self->in, IN_BYTES, &self->error);
  if (got < 0)
    self->finished = TRUE;
  if (got <= 0)
    return FALSE;
  __atomic_fetch_add (&self->fetched, (guint64)got, __ATOMIC_RELAXED);
  self->next = self->in;
  self->n_left = (gsize)got;
  return TRUE;
}

/* Two bytes that begin another gzip stream; anything else behind a stream is padding and passed over. */
static gboolean
another_stream (InflateSource *self)
{
  if (self->n_left < 2)
    {
      guint8 last = self->n_left ? *self->next : 0;
      gboolean had = self->n_left == 1;

      if (!fetch (self))
        return FALSE;
      if (had)
        {
          /* the byte left over goes in front again: read one less next time */
          gsize n = MIN (self->n_left, IN_BYTES - 1);

          if (n < self->n_left)
            {
              if (self->packed->klass->pread)
                self->at -= self->n_left - n;
              else
                scope_source_unread (self->packed, self->in + n, self->n_left - n);
            }
          memmove (self->in + 1, self->in, n);
          self->in[0] = last;
          self->next = self->in;
          self->n_left = n + 1;
        }
    }
  return self->n_left >= 2 && self->next[0] == 0x1f && self->next[1] == 0x8b;
}

static void
stream_end (InflateSource *self)
{
  if (!self->raw)
    {
      if (!self->finished && another_stream (self))
        scope_unpack_reset (self->unpack);
      else
        self->finished = TRUE;
      return;
    }
  self->finished = TRUE;
  if (self->crc != self->want_crc)
    fail (self, "its checksum is wrong: some of what was read is damaged, found");
  else if ((guint32)self->total != (guint32)self->want_size)
    fail (self, "it does not have the size its archive claims: ends");
}

static gssize
inflate_read (ScopeSource *source, void *data, gsize n, GError **error)
{
  InflateSource *self = (InflateSource *)source;
  gsize room = n;
  guint8 *out = data;

  while (room > 0 && !self->finished)
    {
      guint8 *start = out;
      gboolean no_more = self->n_left == 0 && !fetch (self);
      ScopeUnpackResult result;

      if (self->error)
        break;
      /* Something may still be inside that there was no room for. */
      result = scope_unpack_run (self->unpack, &self->next, &self->n_left, &out, &room);
      self->total += (guint64)(out - start);
      if (self->raw)
        self->crc = scope_unpack_crc32 (self->crc, start, (gsize)(out - start));
      if (result == SCOPE_UNPACK_END)
        stream_end (self);
      else if (result == SCOPE_UNPACK_DAMAGED)
        fail (self, "the packed data are damaged");
      else if (no_more && out == start)
        fail (self, "the packed data are cut off");
    }
  room = (gsize)(out - (guint8 *)data);
  if (room == 0 && self->error)
    {
      g_propagate_error (error, g_error_copy (self->error));
      return -1;
    }
  return (gssize)room;
}

static void
inflate_progress (ScopeSource *source, guint64 *ret_done, guint64 *ret_all)
{
  InflateSource *self = (InflateSource *)source;

  if (self->packed->klass->pread)
    {
      *ret_done = __atomic_load_n (&self->fetched, __ATOMIC_RELAXED);
      *ret_all = self->end - self->start;
      *ret_done = MIN (*ret_done, *ret_all);
    }
  else
    scope_source_progress (self->packed, ret_done, ret_all);
}

static void
inflate_finalize (ScopeSource *source)
{
  InflateSource *self = (InflateSource *)source;

  scope_unpack_free (self->unpack);
  g_clear_error (&self->error);
  scope_source_unref (self->packed);
}

static const ScopeSourceClass inflate_class
    = { .read = inflate_read, .progress = inflate_progress, .finalize = inflate_finalize };

static InflateSource *
inflate_new (ScopeSource *packed, const char *name, gint64 size, gboolean raw, GError **error)
{
  InflateSource *self = scope_source_alloc (sizeof *self, &inflate_class, name, size);

  self->packed = scope_source_ref (packed);
  self->raw = raw;
  self->next = self->in;
  self->unpack = scope_unpack_new (raw);
  if (!self->unpack)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: cannot be unpacked: not enough memory", name);
      scope_source_unref (&self->base);
      return NULL;
    }
  return self;
}

ScopeSource *
scope_source_new_gzip (ScopeSource *packed, GError **error)
{
  InflateSource *self = inflate_new (packed, packed->name, -1, FALSE, error);

  if (!self)
    return NULL;
  self->end = packed->size >= 0 ? (guint64)packed->size : G_MAXINT64;
  return &self->base;
}

ScopeSource *
scope_source_new_inflate (ScopeSource *whole,
                          const char *name,
                          guint64 offset,
                          guint64 packed_size,
                          guint64 size,
                          guint32 crc,
                          GError **error)
{
  InflateSource *self = inflate_new (whole, name, (gint64)MIN (size, (guint64)G_MAXINT64), TRUE, error);

  if (!self)
    return NULL;
  self->start = self->at = offset;
  self->end = offset + packed_size;
  self->want_size = size;
  self->want_crc = crc;
  return &self->base;
}
