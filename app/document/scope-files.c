/* scope-files.c: see scope-files.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/document/scope-files.h"

#include "io/source/scope-archive.h"
#include "model/base/scope-task.h"

static GPtrArray *
add_group (GPtrArray *groups)
{
  GPtrArray *group = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (groups, group);
  return group;
}

/* Holds it a whole run, rather than one log? */
static gboolean
is_whole (const char *path, GCancellable *cancellable)
{
  g_autoptr (ScopeArchive) archive = NULL;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return TRUE;
  /* A pipe can be read only once: not here. */
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  archive = scope_archive_open (&path, 1, cancellable, NULL);
  return archive != NULL && g_str_equal (scope_archive_format (archive), "parevents");
}

static gpointer
group (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const GPtrArray *files = data;
  GPtrArray *logs = NULL;
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < files->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      g_autofree char *path = g_file_get_path (files->pdata[i]);
      GPtrArray *to;

      if (path == NULL || is_whole (path, cancellable))
        to = add_group (groups);
      else
        to = logs = logs != NULL ? logs : add_group (groups);
      g_ptr_array_add (to, g_object_ref (files->pdata[i]));
    }
  return g_steal_pointer (&groups);
}

void
scope_files_group_async (GFile *const *files, guint n_files, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_if_fail (n_files > 0);

  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (copy, g_object_ref (files[i]));
  scope_task_give (NULL, group, copy, (GDestroyNotify) g_ptr_array_unref, (GDestroyNotify) g_ptr_array_unref, cancellable, callback,
                   user_data);
}

GPtrArray *
scope_files_group_finish (GAsyncResult *result, GError **error)
{
  return scope_task_answer (result, error);
}

/* --- examples --- */

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

char **
scope_files_list_examples (void)
{
  const char *dirs[] = { g_getenv ("LANESCOPE_EXAMPLES"), SCOPE_EXAMPLES_DIR, SCOPE_SOURCE_EXAMPLES_DIR };
  GPtrArray *paths = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (dirs) && paths->len == 0; i++)
    {
      g_autoptr (GDir) dir = dirs[i] != NULL ? g_dir_open (dirs[i], 0, NULL) : NULL;
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        if (g_str_has_suffix (name, ".eventlog") || g_str_has_suffix (name, ".parevents"))
          g_ptr_array_add (paths, g_build_filename (dirs[i], name, NULL));
    }
  g_ptr_array_sort (paths, compare_paths);
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (paths, FALSE);
}
