/* scope-window-compare-calls.c: the flame graph of two runs compared by calls, as a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

#include "io/export/scope-call-diff-picture.h"
#include "model/base/scope-task.h"
#include "widgets/draw/scope-plot-view.h"

#include <glib/gi18n.h>

typedef struct
{
  ScopeComparison *comparison;
  ScopeCallDiff *diff;
  ScopeCallDiffPictureOptions options;
  char *path;
} Drawing;

static void
drawing_free (gpointer data)
{
  Drawing *drawing = data;

  g_object_unref (drawing->comparison);
  scope_call_diff_unref (drawing->diff);
  g_free (drawing->path);
  g_free (drawing);
}

static void
draw (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Drawing *drawing = data;
  GError *error = NULL;

  if (scope_call_diff_picture_export (drawing->comparison, drawing->diff, &drawing->options, drawing->path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
drawn (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeWindow *self = SCOPE_WINDOW (source);
  const Drawing *drawing = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  scope_window_notify_written (self, drawing->path, error);
}

void
scope_window_export_compare_calls (ScopeWindow *self, const char *path)
{
  ScopeCallDiff *diff = self->compare != NULL ? scope_call_changes_panel_get_diff (scope_compare_view_get_calls (self->compare)) : NULL;
  g_autoptr (GTask) task = NULL;
  Drawing *drawing;

  if (diff == NULL)
    return;
  task = g_task_new (self, NULL, drawn, NULL);
  drawing = g_new0 (Drawing, 1);
  drawing->comparison = g_object_ref (scope_compare_view_get_comparison (self->compare));
  drawing->diff = scope_call_diff_ref (diff);
  drawing->options.palette = scope_plot_view_palette ();
  drawing->path = g_strdup (path);
  g_task_set_task_data (task, drawing, drawing_free);
  scope_task_run (task, draw);
}

static void
picture_chosen (ScopeWindow *self, const char *path, const char *what)
{
  scope_window_export_compare_calls (self, path);
}

void
scope_window_choose_compare_calls_picture (ScopeWindow *self)
{
  if (self->compare != NULL)
    scope_window_choose_file (self, GTK_FILE_CHOOSER_ACTION_SAVE, _("Save the Flame Graph as a Picture"), _("_Save"), _("calls.svg"),
                              picture_chosen, NULL);
}
