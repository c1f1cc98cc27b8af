/* scope-file-writer.c: see scope-file-writer.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/export/scope-file-writer.h"

#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

struct _ScopeFileWriter
{
  char *path;
  char *part; /* where it is until it is finished; NULL: it is written through, or has its place */
  int fd;     /* -1: closed */
  int code;   /* errno of the first failure, or 0 */
};

static gboolean
failed (ScopeFileWriter *writer, int code, GError **error)
{
  writer->code = code;
  return scope_fail (error, g_io_error_from_errno (code), _("Could not write “%s”: %s"), writer->path, g_strerror (code));
}

ScopeFileWriter *
scope_file_writer_new (const char *path, GError **error)
{
  g_autoptr (ScopeFileWriter) writer = g_new0 (ScopeFileWriter, 1);
  struct stat info;

  writer->path = g_strdup (path);
  writer->fd = -1;
  if (stat (path, &info) == 0 && !S_ISREG (info.st_mode))
    {
      if (S_ISDIR (info.st_mode))
        errno = EISDIR;
      else
        writer->fd = g_open (path, O_WRONLY | O_CLOEXEC, 0);
    }
  else
    {
      g_autofree char *part = g_strdup_printf ("%s.XXXXXX", path);

      writer->fd = g_mkstemp_full (part, O_WRONLY | O_CLOEXEC, 0600);
      if (writer->fd >= 0)
        writer->part = g_steal_pointer (&part);
    }
  if (writer->fd >= 0)
    return g_steal_pointer (&writer);
  failed (writer, errno, error);
  return NULL;
}

gboolean
scope_file_writer_add (ScopeFileWriter *writer, const guint8 *data, gsize n, GError **error)
{
  if (writer->code != 0)
    return failed (writer, writer->code, error);
  while (n > 0)
    {
      gssize written = write (writer->fd, data, n);

      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return failed (writer, written < 0 ? errno : EIO, error);
      data += written;
      n -= (gsize) written;
    }
  return TRUE;
}

gboolean
scope_file_writer_finish (ScopeFileWriter *writer, GError **error)
{
  mode_t mask = umask (0);
  int code = writer->code;

  umask (mask);
  if (code == 0 && writer->part != NULL && fchmod (writer->fd, 0666 & ~mask) != 0)
    code = errno;
  if (close (writer->fd) != 0 && code == 0)
    code = errno;
  writer->fd = -1;
  if (code == 0 && writer->part != NULL && g_rename (writer->part, writer->path) != 0)
    code = errno;
  if (code != 0)
    return failed (writer, code, error);
  g_clear_pointer (&writer->part, g_free);
  return TRUE;
}

void
scope_file_writer_free (ScopeFileWriter *writer)
{
  if (writer->fd >= 0)
    close (writer->fd);
  if (writer->part != NULL)
    g_unlink (writer->part);
  g_free (writer->part);
  g_free (writer->path);
  g_free (writer);
}
