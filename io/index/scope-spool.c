/* scope-spool.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-spool.h"

#include "io/source/scope-unnamed.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_BYTES (32u * 1024u)

struct _ScopeSpool
{
  gsize record_size, per_buffer;
  guint8 *buffer; /* made with the first record: most machines of many send little */
  gsize n, at, alloc; /* records in the buffer, read so far, room */
  guint64 total, flushed, read;
  int fd;
  int error;
};

ScopeSpool *
scope_spool_new (gsize record_size)
{
  ScopeSpool *spool = g_new0 (ScopeSpool, 1);

  spool->record_size = record_size;
  spool->per_buffer = MAX (BUFFER_BYTES / record_size, 1);
  spool->fd = -1;

  return spool;
}

void
scope_spool_free (ScopeSpool *spool)
{
  if (spool == NULL)
    return;
  if (spool->fd >= 0)
    close (spool->fd);
  g_free (spool->buffer);
  g_free (spool);
}

static void
flush (ScopeSpool *spool)
{
  const guint8 *p = spool->buffer;
  gsize left = spool->n * spool->record_size;
  guint64 offset = spool->flushed * spool->record_size;

  if (spool->fd < 0)
    spool->fd = scope_unnamed_open (TRUE, NULL);
  while (left > 0 && spool->error == 0)
    {
      gssize done = spool->fd >= 0 ? pwrite (spool->fd, p, left, (off_t) offset) : -1;

      if (done < 0 && errno == EINTR)
        continue;
      if (done <= 0)
        {
          spool->error = errno != 0 ? errno : EIO;
          break;
        }
      p += done;
      left -= (gsize) done;
      offset += (guint64) done;
    }
  if (spool->error == 0)
    spool->flushed += spool->n;
  spool->n = 0;
}

void
scope_spool_add (ScopeSpool *spool, gconstpointer record)
{
  if (spool->n == spool->per_buffer)
    flush (spool);
  if (spool->n == spool->alloc)
    {
      spool->alloc = MIN (MAX (16, spool->alloc * 2), spool->per_buffer);
      spool->buffer = g_realloc (spool->buffer, spool->alloc * spool->record_size);
    }
  memcpy (spool->buffer + spool->n++ * spool->record_size, record, spool->record_size);
  spool->total++;
}

guint64
scope_spool_n_records (ScopeSpool *spool)
{
  return spool->total;
}

gboolean
scope_spool_rewind (ScopeSpool *spool, GError **error)
{
  /* What fits into the buffer never sees a disk. */
  if (spool->flushed > 0 || spool->error != 0)
    {
      if (spool->read == 0 && spool->n > 0 && spool->at == 0)
        flush (spool);
      spool->n = 0;
    }
  spool->at = 0;
  spool->read = 0;
  if (spool->error != 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (spool->error),
                   "Messages could not be kept aside in %s: %s", g_get_tmp_dir (), g_strerror (spool->error));
      return FALSE;
    }

  return TRUE;
}

gconstpointer
scope_spool_next (ScopeSpool *spool)
{
  if (spool->at == spool->n)
    {
      guint64 left = spool->flushed - spool->read;
      gsize want = (gsize) MIN (left, spool->per_buffer), have = 0;

      if (want == 0)
        return NULL;
      while (have < want * spool->record_size)
        {
          gssize done = pread (spool->fd, spool->buffer + have, want * spool->record_size - have,
                               (off_t) (spool->read * spool->record_size + have));
          if (done < 0 && errno == EINTR)
            continue;
          if (done <= 0)
            return NULL;
          have += (gsize) done;
        }
      spool->read += want;
      spool->n = want;
      spool->at = 0;
    }

  return spool->buffer + spool->at++ * spool->record_size;
}
