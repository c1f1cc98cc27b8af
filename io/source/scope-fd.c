/* scope-fd.c: see scope-fd.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/source/scope-fd.h"

#include <errno.h>
#include <unistd.h>

gsize
scope_fd_read (int fd, gpointer data, gsize n, guint64 offset)
{
  gsize done = 0;

  while (done < n)
    {
      gssize got = pread (fd, (guint8 *) data + done, n - done, (off_t) (offset + done));

      if (got < 0 && errno == EINTR)
        continue;
      if (got == 0)
        errno = 0;
      if (got <= 0)
        break;
      done += (gsize) got;
    }

  return done;
}

gsize
scope_fd_write (int fd, gconstpointer data, gsize n, gint64 offset)
{
  gsize done = 0;

  while (done < n)
    {
      const guint8 *from = (const guint8 *) data + done;
      gssize put = offset < 0 ? write (fd, from, n - done) : pwrite (fd, from, n - done, (off_t) offset + (off_t) done);

      if (put < 0 && errno == EINTR)
        continue;
      if (put == 0)
        errno = ENOSPC;
      if (put <= 0)
        break;
      done += (gsize) put;
    }

  return done;
}
