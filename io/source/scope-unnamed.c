/* scope-unnamed.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/source/scope-unnamed.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/mman.h>

int
scope_unnamed_open (gboolean or_memory, GError **error)
{
  const char *dir = g_get_tmp_dir ();
  int fd = open (dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  if (fd < 0)
    { /* Not every file system has O_TMPFILE. */
      g_autofree char *name = g_build_filename (dir, "lanescope-XXXXXX", NULL);

      fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);
      if (fd >= 0)
        g_unlink (name);
    }
  if (fd < 0 && or_memory)
    fd = memfd_create ("lanescope", MFD_CLOEXEC);
  if (fd < 0)
    {
      int kept = errno;

      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (kept), "No temporary file can be made in %s: %s", dir,
                   g_strerror (kept));
      errno = kept;
    }

  return fd;
}
