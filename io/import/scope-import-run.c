/* scope-import-run.c: a run that is opened without its trace's files: from its index; and what the files were like.
 *
 * "run:DIGEST" and the path of an index are taken wherever a trace is. What was kept of a run is all of it but the raw
 * events; these are read from the trace's files, if they are still what they were.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import-private.h"

#include "io/files/scope-log-sets.h"
#include "io/index/scope-index-parts.h"
#include "io/index/scope-run-list.h"
#include "model/base/scope-fail.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
file_clear (gpointer data)
{
  g_free (((ScopeRunFile *) data)->path);
}

GArray *
scope_import_files_new (void)
{
  GArray *files = g_array_new (FALSE, TRUE, sizeof (ScopeRunFile));

  g_array_set_clear_func (files, file_clear);
  return files;
}

void
scope_import_stamp_files (GArray *files, ScopeArchive *archive)
{
  g_auto (GStrv) paths = scope_archive_files (archive);

  for (char **path = paths; *path != NULL; path++)
    {
      struct stat st;

      if (stat (*path, &st) == 0)
        {
          ScopeRunFile file = { g_strdup (*path), (guint64) st.st_size,
                                (gint64) st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec };

          g_array_append_val (files, file);
        }
    }
}

/* HDF5's first bytes: no log, zip or gzip begins so. */
static gboolean
is_index (const char *path)
{
  static const char magic[8] = { '\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n' };
  char head[8];
  struct stat st;
  int fd;
  gboolean found;

  if (stat (path, &st) != 0 || !S_ISREG (st.st_mode) || (fd = open (path, O_RDONLY | O_CLOEXEC)) < 0)
    return FALSE;
  found = read (fd, head, sizeof head) == (gssize) sizeof head && memcmp (head, magic, sizeof magic) == 0;
  close (fd);
  return found;
}

/* The path of the index that was made in parts into that folder; NULL: it is no such folder. */
static char *
find_root (const char *folder)
{
  g_autofree char *root = g_build_filename (folder, SCOPE_INDEX_ROOT, NULL), *name = scope_index_part_name (SCOPE_INDEX_FILE_PART, 0);
  g_autofree char *part = g_build_filename (folder, name, NULL);

  /* Somebody's logs may lie beside a file of that name. */
  return (g_str_has_suffix (folder, SCOPE_INDEX_FOLDER) || is_index (part)) && is_index (root) ? g_steal_pointer (&root) : NULL;
}

/* A part of such an index lies in the folder. */
static gboolean
has_part (const char *folder)
{
  g_autoptr (GDir) dir = g_str_has_suffix (folder, SCOPE_INDEX_FOLDER) ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (scope_index_part_is_name (name))
      return TRUE;
  return FALSE;
}

/* If the path is the folder of an index that is made in parts, or one of the parts, the path of that; NULL without error: it is not. */
static char *
find_parted (const char *path, GError **error)
{
  g_autofree char *canonical = g_canonicalize_filename (path, NULL), *name = g_path_get_basename (canonical);
  g_autofree char *folder = scope_index_part_is_name (name) ? g_path_get_dirname (canonical) : g_steal_pointer (&canonical);
  char *root = find_root (folder);

  if (root != NULL || !has_part (folder))
    return root;
  return scope_fail_null (error, G_IO_ERROR_INVALID_DATA,
                          _("%s: this index is not finished: “lanescope-cli index --out” reads what is missing"), path);
}

gboolean
scope_import_find_index (const char *const *paths, const char *cache_dir, gboolean kept, char **ret_path, GError **error)
{
  *ret_path = NULL;
  if (paths[0] == NULL)
    return TRUE;
  if (paths[1] == NULL)
    {
      GError *fault = NULL;

      *ret_path = find_parted (paths[0], &fault);
      if (fault != NULL)
        g_propagate_error (error, fault);
      if (*ret_path != NULL || fault != NULL)
        return fault == NULL;
    }
  if (paths[1] == NULL && is_index (paths[0]))
    {
      *ret_path = g_strdup (paths[0]);
      return TRUE;
    }
  for (guint i = 0; paths[i] != NULL; i++)
    if (g_str_has_prefix (paths[i], "run:") && !g_file_test (paths[i], G_FILE_TEST_EXISTS))
      {
        if (paths[1] != NULL)
          return scope_fail (error, G_IO_ERROR_INVALID_ARGUMENT,
                             _("%s is a whole run: it cannot be opened together with other files"), paths[i]);
        *ret_path = scope_run_list_resolve (cache_dir, paths[i], error);
        return *ret_path != NULL;
      }
  if (kept)
    *ret_path = scope_run_list_find_paths (cache_dir, paths);
  return TRUE;
}

ScopeArchive *
scope_import_open_files (ScopeRun *run, GError **error)
{
  const ScopeRunFacts *facts = scope_run_facts (run);
  g_autoptr (ScopeArchive) archive = NULL;
  g_autofree char *digest = NULL;

  scope_run_check_source (run);
  if (facts->source == SCOPE_RUN_SOURCE_THERE && facts->paths[0] != NULL)
    archive = scope_log_sets_open (facts->paths, g_strv_length ((char **) facts->paths), NULL, NULL);
  if (archive != NULL)
    digest = scope_archive_digest (archive);
  if (g_strcmp0 (digest, facts->digest) == 0)
    return g_steal_pointer (&archive);
  if (facts->source == SCOPE_RUN_SOURCE_THERE)
    scope_run_set_source (run, SCOPE_RUN_SOURCE_CHANGED);
  return scope_fail_null (error, G_IO_ERROR_NOT_FOUND, "%s", scope_run_source_words (run));
}
