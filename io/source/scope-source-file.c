/* scope-source-file.c: files, pipes and devices, and the unnamed temporary file that makes a pipe seekable.
 *
 * Files are read with pread, never mapped: a program that overwrites its log must not kill its viewer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/source/scope-fd.h"
#include "io/source/scope-source-private.h"
#include "io/source/scope-unnamed.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define SPOOL_CHUNK (256 * 1024)

typedef struct
{
  ScopeSource base;
  int fd;
  GError *tail_error; /* what is said to those who read beyond the end */
} FileSource;

static void
set_errno (GError **error, int code, const char *name, const char *what)
{
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s: %s: %s", name, what, g_strerror (code));
}

static gssize
regular_pread (ScopeSource *source, void *data, gsize n, guint64 offset, GError **error)
{
  FileSource *file = (FileSource *)source;
  gsize done = scope_fd_read (file->fd, data, n, offset);

  if (done == 0 && n > 0 && errno != 0)
    {
      set_errno (error, errno, source->name, "cannot be read");
      return -1;
    }
  if (done == 0 && n > 0 && file->tail_error)
    {
      g_propagate_error (error, g_error_copy (file->tail_error));
      return -1;
    }
  return (gssize)done;
}

static gssize
pipe_read (ScopeSource *source, void *data, gsize n, GError **error)
{
  FileSource *file = (FileSource *)source;
  gssize got;

  do
    got = read (file->fd, data, n);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    set_errno (error, errno, source->name, "cannot be read");
  return got;
}

static void
file_finalize (ScopeSource *source)
{
  FileSource *file = (FileSource *)source;

  close (file->fd);
  g_clear_error (&file->tail_error);
}

static const ScopeSourceClass regular_class = { .pread = regular_pread, .finalize = file_finalize };
static const ScopeSourceClass pipe_class = { .read = pipe_read, .finalize = file_finalize };

/* A source over a descriptor of a regular file that ends with `tail_error` (taken; may be NULL). */
static ScopeSource *
new_regular (int fd, const char *name, gint64 size, GError *tail_error)
{
  FileSource *file = scope_source_alloc (sizeof *file, &regular_class, name, size);

  file->fd = fd;
  file->tail_error = tail_error;
  return &file->base;
}

ScopeSource *
scope_source_new_fd (int fd, const char *name, GError **error)
{
  struct stat st;
  FileSource *file;

  if (fstat (fd, &st) < 0)
    {
      set_errno (error, errno, name, "cannot be examined");
      close (fd);
      return NULL;
    }
  if (S_ISDIR (st.st_mode))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, "%s: is a folder", name);
      close (fd);
      return NULL;
    }
  if (S_ISREG (st.st_mode))
    return new_regular (fd, name, st.st_size, NULL);

  file = scope_source_alloc (sizeof *file, &pipe_class, name, -1);
  file->fd = fd;
  return &file->base;
}

ScopeSource *
scope_source_new_file (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0);

  if (fd < 0)
    {
      set_errno (error, errno, name, "cannot be opened");
      return NULL;
    }
  return scope_source_new_fd (fd, name, error);
}

/* --- spooling --- */

static gboolean
write_all (int fd, const guint8 *data, gsize n, const char *name, GError **error)
{
  if (scope_fd_write (fd, data, n, -1) == n)
    return TRUE;
  if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                 "%s: not enough room in %s to unpack it (TMPDIR can name another folder)", name, g_get_tmp_dir ());
  else
    set_errno (error, errno, name, "cannot be unpacked into a temporary file");
  return FALSE;
}

/* A read that fails ends the copy; the error waits behind the last byte for whoever reads that far. */
static gboolean
copy_all (ScopeSource *source,
          int fd,
          guint64 limit,
          guint64 *ret_size,
          gboolean *ret_cut,
          GError **ret_tail,
          GCancellable *cancellable,
          GError **error)
{
  g_autofree guint8 *chunk = g_malloc (SPOOL_CHUNK);

  for (;;)
    {
      gssize got;
      gsize take;

      if (g_cancellable_is_cancelled (cancellable))
        return scope_fail (error, G_IO_ERROR_CANCELLED, "reading was stopped before this was read");
      got = scope_source_read (source, chunk, SPOOL_CHUNK, ret_tail);
      if (got < 0 && source->parts != NULL)
        {
          g_clear_error (ret_tail); /* of one part; the others follow */
          continue;
        }
      if (got <= 0)
        return TRUE;
      take = (gsize)MIN ((guint64)got, limit - *ret_size);
      if (!write_all (fd, chunk, take, source->name, error))
        return FALSE;
      *ret_size += take;
      if (take < (gsize)got)
        {
          *ret_cut = TRUE;
          return TRUE;
        }
    }
}

ScopeSource *
scope_source_spool (
    ScopeSource *source, guint64 limit, gboolean *ret_cut, GCancellable *cancellable, GError **error)
{
  GError *tail = NULL;
  gboolean cut = FALSE;
  guint64 size = 0;
  ScopeSource *spooled;
  int fd;

  if (ret_cut)
    *ret_cut = FALSE;
  if (source->klass->pread)
    return scope_source_ref (source);
  fd = scope_unnamed_open (FALSE, error);
  if (fd < 0)
    return NULL;
  if (!copy_all (source, fd, limit, &size, &cut, &tail, cancellable, error))
    {
      g_clear_error (&tail);
      close (fd);
      return NULL;
    }
  if (ret_cut)
    *ret_cut = cut;
  spooled = new_regular (fd, source->name, (gint64)size, tail);
  spooled->parts = scope_source_parts_copy (source->parts);
  return spooled;
}

ScopeSource *
scope_source_spool_into (ScopeSource *source,
                         ScopeSource **spool,
                         guint64 limit,
                         gboolean *ret_cut,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GError) tail = NULL;
  guint64 start, size = 0;
  ScopeSource *spooled;
  int fd;

  *ret_cut = FALSE;
  if (*spool == NULL)
    {
      fd = scope_unnamed_open (FALSE, error);
      if (fd < 0)
        return NULL;
      *spool = new_regular (fd, "", 0, NULL);
    }
  start = (guint64)(*spool)->size;
  if (!copy_all (source, ((FileSource *)*spool)->fd, limit > start ? limit - start : 0, &size, ret_cut, &tail,
                 cancellable, error))
    {
      (*spool)->size = (gint64)lseek (((FileSource *)*spool)->fd, 0, SEEK_CUR);
      return NULL;
    }
  (*spool)->size = (gint64)(start + size);
  spooled = scope_source_new_part (*spool, source->name, start, size);
  spooled->parts = scope_source_parts_copy (source->parts);
  return spooled;
}
