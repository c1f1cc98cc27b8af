/* scope-picture-task.c: a view drawn into a picture on another thread: a still of it is taken first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/dialogs/scope-picture-dialog.h"

#include "model/base/scope-task.h"

typedef struct
{
  ScopeView *still;
  ScopePictureOptions options;
  ScopePictureFormat format;
  char *path;
} Drawing;

static void
drawing_free (gpointer data)
{
  Drawing *drawing = data;

  g_clear_object (&drawing->still);
  g_free (drawing->path);
  g_free (drawing);
}

static void
draw (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Drawing *drawing = data;
  g_autoptr (GByteArray) bytes = NULL;
  GError *error = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;
  bytes = scope_picture_draw (drawing->still, &drawing->options, drawing->format, &error);
  if (bytes != NULL && drawing->path != NULL && !g_cancellable_is_cancelled (cancellable)
      && !scope_picture_write (drawing->path, bytes->data, bytes->len, &error))
    g_clear_pointer (&bytes, g_byte_array_unref);
  if (bytes != NULL)
    g_task_return_pointer (task, g_byte_array_free_to_bytes (g_steal_pointer (&bytes)), (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_error (task, error);
}

void
scope_picture_draw_async (ScopeView *view, const ScopePictureOptions *options, ScopePictureFormat format,
                          const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Drawing *drawing = g_new0 (Drawing, 1);

  drawing->still = scope_view_copy (view);
  drawing->options = *options;
  drawing->format = format;
  drawing->path = g_strdup (path);
  g_task_set_task_data (task, drawing, drawing_free);
  scope_task_run (task, draw);
}

GBytes *
scope_picture_draw_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
