/* scope-kept-streams.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-kept-streams.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LINK ".run"
#define PART ".part"
#define WEEK (7 * 24 * 3600)

char *
scope_kept_streams_folder (const char *cache)
{
  g_autofree char *folder = g_build_filename (cache, "streams", NULL);

  if (g_mkdir_with_parents (folder, 0700) != 0 || g_access (folder, W_OK | X_OK) != 0)
    return NULL;
  return g_steal_pointer (&folder);
}

gboolean
scope_kept_streams_tie (const char *stream, const char *index, GError **error)
{
  g_autofree char *link = g_strconcat (stream, LINK, NULL), *name = g_path_get_basename (index);

  if (symlink (name, link) == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", link, g_strerror (errno));
  return FALSE;
}

GHashTable *
scope_kept_streams_list (const char *cache)
{
  GHashTable *streams = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  g_autofree char *folder = g_build_filename (cache, "streams", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, LINK))
      {
        g_autofree char *link = g_build_filename (folder, name, NULL);
        g_autofree char *index = g_file_read_link (link, NULL);
        GPtrArray *paths;

        link[strlen (link) - strlen (LINK)] = '\0';
        if (index == NULL)
          continue;
        paths = g_hash_table_lookup (streams, index);
        if (paths == NULL)
          g_hash_table_insert (streams, g_strdup (index), paths = g_ptr_array_new_with_free_func (g_free));
        g_ptr_array_add (paths, g_steal_pointer (&link));
      }
  return streams;
}

void
scope_kept_streams_remove (const char *stream)
{
  g_autofree char *link = g_strconcat (stream, LINK, NULL);

  g_unlink (stream);
  g_unlink (link);
}

/* Nobody writes it, and it is old. */
static gboolean
is_left (const char *path)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  struct stat st;
  gboolean left = fd >= 0 && fstat (fd, &st) == 0 && time (NULL) - st.st_mtime > WEEK && flock (fd, LOCK_EX | LOCK_NB) == 0;

  if (fd >= 0)
    close (fd);
  return left;
}

void
scope_kept_streams_clean (const char *cache)
{
  g_autofree char *folder = g_build_filename (cache, "streams", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_str_has_suffix (name, PART) && is_left (path))
        g_unlink (path);
    }
}
