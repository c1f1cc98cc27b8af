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

static void
group (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GPtrArray *files = data, *logs = NULL;
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
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_steal_pointer (&groups), (GDestroyNotify) g_ptr_array_unref);
}

void
scope_files_group_async (GFile *const *files, guint n_files, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_if_fail (n_files > 0);

  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (copy, g_object_ref (files[i]));
  g_task_set_source_tag (task, scope_files_group_async);
  g_task_set_task_data (task, copy, (GDestroyNotify) g_ptr_array_unref);
  scope_task_run (task, group);
}

GPtrArray *
scope_files_group_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
