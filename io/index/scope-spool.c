/* scope-spool.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-spool.h"

#include "io/source/scope-fd.h"
#include "io/source/scope-unnamed.h"
#include "model/base/scope-fail.h"

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
  gsize bytes = spool->n * spool->record_size;

  if (spool->fd < 0)
    spool->fd = scope_unnamed_open (TRUE, NULL);
  if (spool->error == 0
      && (spool->fd < 0
          || scope_fd_write (spool->fd, spool->buffer, bytes, (gint64) (spool->flushed * spool->record_size)) < bytes))
    spool->error = errno != 0 ? errno : EIO;
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
    return scope_fail (error, g_io_error_from_errno (spool->error),
                       "Messages could not be kept aside in %s: %s", g_get_tmp_dir (), g_strerror (spool->error));

  return TRUE;
}

gconstpointer
scope_spool_next (ScopeSpool *spool)
{
  if (spool->at == spool->n)
    {
      guint64 left = spool->flushed - spool->read;
      gsize want = (gsize) MIN (left, spool->per_buffer), bytes = want * spool->record_size;

      if (want == 0 || scope_fd_read (spool->fd, spool->buffer, bytes, spool->read * spool->record_size) < bytes)
        return NULL;
      spool->read += want;
      spool->n = want;
      spool->at = 0;
    }

  return spool->buffer + spool->at++ * spool->record_size;
}
