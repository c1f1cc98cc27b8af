/* scope-cache.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/index/scope-cache.h"

#include "io/index/scope-derived-file.h"
#include "io/index/scope-gains-file.h"
#include "io/index/scope-index-parts.h"
#include "io/index/scope-index.h"
#include "io/index/scope-kept-streams.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define FAR ".far"
#define FORGOTTEN_S (30 * 24 * 3600) /* of a note */
#define MOST_NOTE 65536 /* bytes: a path */
#define FAR_KEY 64u /* digits */

char *
scope_cache_folder (const char *dir, GError **error)
{
  g_autofree char *folder
      = dir != NULL ? g_strdup (dir) : g_build_filename (g_get_user_cache_dir (), "lanescope", NULL);

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return scope_fail_null (error, g_io_error_from_errno (errno), _("The cache folder %s cannot be created: %s"), folder,
                            g_strerror (errno));
  if (g_access (folder, W_OK | X_OK) != 0)
    return scope_fail_null (error, g_io_error_from_errno (errno), _("The cache folder %s cannot be written: %s"), folder,
                            g_strerror (errno));

  return g_steal_pointer (&folder);
}

char *
scope_cache_path (const char *folder, const char *digest)
{
  g_autofree char *name = g_strdup_printf ("%s-v%d.h5", digest, SCOPE_INDEX_VERSION);

  return g_build_filename (folder, name, NULL);
}

char *
scope_cache_parts_path (const char *folder, const char *digest)
{
  g_autofree char *name = g_strdup_printf ("%s.parts", digest);

  return g_build_filename (folder, name, NULL);
}

char *
scope_cache_far_path (const char *folder, const char *key)
{
  g_autofree char *name = g_strconcat (key, FAR, NULL);

  return g_build_filename (folder, name, NULL);
}

gboolean
scope_cache_is_variant (const char *name)
{
  const char *dash = strchr (name, '-');

  return dash != NULL && dash[1] != 'v';
}

char *
scope_cache_part (const char *folder, const char *digest)
{
  g_autofree char *name = g_strdup_printf ("%s.%d-%08x.part", digest, (int) getpid (), g_random_int ());

  return g_build_filename (folder, name, NULL);
}

/* Its writer is gone: neither alive nor (in another pid namespace) holding HDF5's lock. */
static gboolean
is_stale (const char *path, const char *name)
{
  const char *dot = strchr (name, '.');
  long pid = dot != NULL ? strtol (dot + 1, NULL, 10) : 0;
  gboolean locked;
  int fd;

  if (pid > 0 && (kill ((pid_t) pid, 0) == 0 || errno == EPERM))
    return FALSE;
  fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return FALSE;
  locked = flock (fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close (fd);

  return !locked;
}

/* A note that tells where an index was made in parts: nothing is there, and nobody has used it for a month (its disk may be away). */
static gboolean
is_forgotten (const char *path)
{
  g_autofree char *where = NULL, *root = NULL;
  struct stat st;
  gsize n;

  if (stat (path, &st) != 0 || g_get_real_time () / G_USEC_PER_SEC - st.st_mtime < FORGOTTEN_S || st.st_size > MOST_NOTE
      || !g_file_get_contents (path, &where, &n, NULL))
    return FALSE;
  root = g_build_filename (where, SCOPE_INDEX_ROOT, NULL);
  return !g_file_test (root, G_FILE_TEST_EXISTS);
}

void
scope_cache_clean (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".part"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        if (is_stale (path, name))
          g_unlink (path);
      }
    else if (g_str_has_suffix (name, ".parts"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        if (is_forgotten (path))
          g_unlink (path);
      }
  scope_kept_streams_clean (folder);
}

/* Not waiting for the disk: a power cut may leave a file of this name without all its bytes, which its seal and its pages'
 * checksums show. What stands in its place is outdated and goes first: file systems (ext4) write a file out while they
 * put it over another one, which took a quarter of a second for 266 MB. */
gboolean
scope_cache_install (const char *part, const char *path, GError **error)
{
  g_unlink (path);
  if (g_rename (part, path) != 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", path, g_strerror (errno));
      g_unlink (part);
      return FALSE;
    }

  return TRUE;
}

void
scope_cache_touch (const char *path)
{
  utimensat (AT_FDCWD, path, NULL, 0);
}

/* --- pinned, held --- */

GHashTable *
scope_cache_pinned (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "pinned", NULL), *text = NULL;
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return names;
  lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0')
      g_hash_table_add (names, g_strdup (*line));
  return names;
}

gboolean
scope_cache_pin (const char *path, gboolean pin, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path), *name = g_path_get_basename (path);
  g_autofree char *list = g_build_filename (folder, "pinned", NULL), *text = NULL;
  g_autofree gpointer *names = NULL;
  g_autoptr (GHashTable) pinned = NULL;
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean ok;

  /* One after the other: the folder's lock is for that. */
  if (fd >= 0)
    flock (fd, LOCK_EX);
  pinned = scope_cache_pinned (folder);
  if (pin)
    g_hash_table_add (pinned, g_strdup (name));
  else
    g_hash_table_remove (pinned, name);
  names = g_hash_table_get_keys_as_array (pinned, NULL);
  text = g_strjoinv ("\n", (char **) names);
  ok = g_file_set_contents (list, text, -1, error);
  if (fd >= 0)
    close (fd);
  return ok;
}

void
scope_cache_hold (int fd)
{
  if (fd >= 0)
    while (flock (fd, LOCK_SH | LOCK_NB) != 0 && errno == EINTR)
      ;
}

static gboolean
is_held (const char *path)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gboolean held = fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;

  if (fd >= 0)
    close (fd);
  return held;
}

gboolean
scope_cache_remove (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path), *name = g_path_get_basename (path);
  g_autoptr (GHashTable) streams = scope_kept_streams_list (folder);
  g_autofree char *derived = scope_derived_path (path), *gains = scope_gains_path (path);
  const GPtrArray *paths = g_hash_table_lookup (streams, name);

  if (g_unlink (path) != 0 && errno != ENOENT)
    return FALSE;
  g_unlink (derived);
  g_unlink (gains);
  for (guint i = 0; paths != NULL && i < paths->len; i++)
    scope_kept_streams_remove (g_ptr_array_index (paths, i));
  return TRUE;
}

typedef struct
{
  char *path;
  gint64 used;
  guint64 bytes;
} Entry;

static void
entry_clear (gpointer data)
{
  g_free (((Entry *) data)->path);
}

SCOPE_COMPARE_BY (compare_used, Entry, SCOPE_UP (used))

static guint64
bytes_of (const char *path)
{
  struct stat st;

  return path != NULL && stat (path, &st) == 0 ? (guint64) st.st_size : 0;
}

/* Of all streams that go with an index; `paths` may be NULL. */
static guint64
bytes_of_all (const GPtrArray *paths)
{
  guint64 bytes = 0;

  for (guint i = 0; paths != NULL && i < paths->len; i++)
    bytes += bytes_of (g_ptr_array_index (paths, i));
  return bytes;
}

/* "DIGEST-v33.h5", of whatever version: what else lies in the folder is somebody's, as the parts of an index that was made so. */
static gboolean
is_index (const char *name)
{
  const char *version = g_strrstr (name, "-v");
  char *end;

  if (version == NULL || !g_ascii_isdigit (version[2]))
    return FALSE;
  (void) g_ascii_strtoull (version + 2, &end, 10);
  return strcmp (end, ".h5") == 0;
}

static gboolean
is_far (const char *name)
{
  return strspn (name, "0123456789abcdef") == FAR_KEY && strcmp (name + FAR_KEY, FAR) == 0;
}

/* Calls for each index of the folder, and for what is kept of one on another computer; `bytes` with those of what goes with it. */
typedef void (*EachFunc) (const char *path, gint64 used, guint64 bytes, gboolean pinned, gpointer data);

static void
for_each (const char *folder, EachFunc func, gpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GHashTable) pinned = scope_cache_pinned (folder), streams = scope_kept_streams_list (folder);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *derived = scope_derived_path (path);
      struct stat st;

      if ((!is_index (name) && !is_far (name)) || stat (path, &st) != 0)
        continue;
      func (path, (gint64) st.st_mtime, (guint64) st.st_size + bytes_of (derived) + bytes_of_all (g_hash_table_lookup (streams, name)),
            g_hash_table_contains (pinned, name), data);
    }
}

typedef struct
{
  GArray *entries; /* those that may go */
  const char *keep;
  guint64 all;
} Trimming;

static void
collect (const char *path, gint64 used, guint64 bytes, gboolean pinned, gpointer data)
{
  Trimming *trimming = data;

  trimming->all += bytes;
  if (g_strcmp0 (path, trimming->keep) != 0 && !pinned)
    {
      Entry entry = { g_strdup (path), used, bytes };

      g_array_append_val (trimming->entries, entry);
    }
}

static void
trim (const char *folder, guint64 limit, const char *keep, gboolean held_too)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  Trimming trimming = { entries, keep, 0 };

  g_array_set_clear_func (entries, entry_clear);
  for_each (folder, collect, &trimming);
  g_array_sort (entries, compare_used);
  for (guint i = 0; i < entries->len && trimming.all > limit; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if ((held_too || !is_held (entry->path)) && scope_cache_remove (entry->path))
        trimming.all -= entry->bytes;
    }
}

void
scope_cache_trim (const char *folder, guint64 limit, const char *keep)
{
  trim (folder, limit, keep, FALSE);
}

static void
add_use (const char *path, gint64 used, guint64 bytes, gboolean pinned, gpointer data)
{
  ScopeCacheUse *use = data;

  use->bytes += bytes;
  use->n++;
  use->n_pinned += pinned;
}

ScopeCacheUse
scope_cache_use (const char *folder)
{
  ScopeCacheUse use = { 0 };

  for_each (folder, add_use, &use);
  return use;
}

void
scope_cache_clear (const char *folder)
{
  trim (folder, 0, NULL, TRUE);
}

guint64
scope_cache_room (const char *folder)
{
  struct statvfs fs;

  if (statvfs (folder, &fs) != 0)
    return G_MAXUINT64;

  return (guint64) fs.f_bavail * fs.f_frsize / 10 * 9;
}
