/* scope-notes-file.c: see scope-notes-file.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/files/scope-notes-file.h"

#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

char *
scope_notes_file_path (const char *digest)
{
  g_autofree char *name = g_strconcat (digest, ".notes", NULL);

  return g_build_filename (g_get_user_data_dir (), "lanescope", "notes", name, NULL);
}

static gboolean
failed (const char *path, int code, GError **error)
{
  return scope_fail (error, g_io_error_from_errno (code), "%s: %s", path, g_strerror (code));
}

char *
scope_notes_file_read (const char *path, gsize *ret_length, GError **error)
{
  char *text = NULL;
  GStatBuf info;

  if (g_stat (path, &info) != 0)
    {
      if (errno != ENOENT)
        failed (path, errno, error);
      return NULL;
    }
  if (!S_ISREG (info.st_mode) || info.st_size > SCOPE_NOTES_FILE_MAX)
    return scope_fail_null (error, G_IO_ERROR_INVALID_DATA, _("%s is not a file of notes"), path);
  g_file_get_contents (path, &text, ret_length, error);
  return text;
}

gboolean
scope_notes_file_write (const char *path, const char *text, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (text == NULL)
    return g_unlink (path) == 0 || errno == ENOENT ? TRUE : failed (path, errno, error);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return failed (folder, errno, error);
  return g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0600,
                                   error);
}

/* The folder is what is locked: the file itself is replaced at each writing. */
int
scope_notes_file_lock (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = g_mkdir_with_parents (folder, 0700) == 0 ? open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

  if (fd < 0)
    return -1;
  while (flock (fd, LOCK_EX) != 0)
    if (errno != EINTR)
      {
        close (fd);
        return -1;
      }
  return fd;
}

void
scope_notes_file_unlock (int lock)
{
  if (lock >= 0)
    close (lock);
}
