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

static gpointer
draw (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Drawing *drawing = data;
  g_autoptr (GByteArray) bytes = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  bytes = scope_picture_draw (drawing->still, &drawing->options, drawing->format, error);
  if (bytes != NULL && drawing->path != NULL && !g_cancellable_is_cancelled (cancellable)
      && !scope_picture_write (drawing->path, bytes->data, bytes->len, error))
    return NULL;
  return bytes != NULL ? g_byte_array_free_to_bytes (g_steal_pointer (&bytes)) : NULL;
}

void
scope_picture_draw_async (ScopeView *view, const ScopePictureOptions *options, ScopePictureFormat format,
                          const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  Drawing *drawing = g_new0 (Drawing, 1);

  drawing->still = scope_view_copy (view);
  drawing->options = *options;
  drawing->format = format;
  drawing->path = g_strdup (path);
  scope_task_give (NULL, draw, drawing, drawing_free, (GDestroyNotify) g_bytes_unref, cancellable, callback, user_data);
}

GBytes *
scope_picture_draw_finish (GAsyncResult *result, GError **error)
{
  return scope_task_answer (result, error);
}
