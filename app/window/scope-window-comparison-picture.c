/* scope-window-comparison-picture.c: two runs compared, and the flame graph of their calls, as pictures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-comparison.h"

#include "io/export/scope-call-diff-picture.h"
#include "io/export/scope-compare-picture.h"
#include "model/base/scope-task.h"
#include "widgets/draw/scope-plot-view.h"

#include <glib/gi18n.h>

/* --- both --- */

typedef struct
{
  ScopeView *run, *baseline; /* stills */
  ScopeComparison *comparison;
  ScopeComparePictureOptions options;
} Drawing;

static void
drawing_free (gpointer data)
{
  Drawing *drawing = data;

  g_object_unref (drawing->run);
  g_object_unref (drawing->baseline);
  g_object_unref (drawing->comparison);
  scope_time_map_unref (drawing->options.map);
  g_clear_pointer (&drawing->options.pairing, scope_pairing_unref);
  g_free (drawing);
}

static Drawing *
drawing_new (ScopeWindowComparison *self, ScopePictureFormat format)
{
  ScopeCompareView *page = scope_window_comparison_get_page (self);
  ScopeComparison *comparison = scope_compare_view_get_comparison (page);
  ScopePairing *pairing = scope_comparison_get_pairing (comparison);
  ScopeView *run = scope_host_get_view (scope_part_get_host (self));
  g_autoptr (GVariant) mode = g_action_group_get_action_state (scope_compare_view_get_actions (page), "mode");
  Drawing *drawing = g_new0 (Drawing, 1);

  drawing->run = scope_view_copy (run);
  drawing->baseline = scope_view_copy (scope_timeline_get_view (scope_compare_view_get_baseline (page)));
  drawing->comparison = g_object_ref (comparison);
  drawing->options = (ScopeComparePictureOptions) {
    .width = CLAMP (gtk_widget_get_width (GTK_WIDGET (page)), 64, SCOPE_PICTURE_MAX),
    .palette = scope_view_get_palette (run),
    .format = format,
    .map = scope_time_map_ref (scope_comparison_get_map (comparison)),
    .pairing = pairing != NULL ? scope_pairing_ref (pairing) : NULL,
    .difference_only = g_str_equal (g_variant_get_string (mode, NULL), "difference"),
  };
  return drawing;
}

static gboolean
write_drawing (gpointer data, const char *path, GError **error)
{
  Drawing *drawing = data;
  g_autoptr (GByteArray) bytes = scope_compare_picture_draw (drawing->run, drawing->baseline, &drawing->options, error);

  return bytes != NULL && scope_picture_write (path, bytes->data, bytes->len, error);
}

static void
picture_chosen (ScopeHost *host, const char *path, gpointer self)
{
  ScopePictureFormat format;
  g_autoptr (GError) error = NULL;

  if (scope_window_comparison_get_page (self) == NULL)
    return;
  if (scope_picture_format_of (path, &format, &error))
    scope_host_write (host, path, write_drawing, drawing_new (self, format), drawing_free);
  else
    scope_host_toast (host, error->message);
}

void
scope_window_comparison_choose_picture (ScopeWindowComparison *self)
{
  if (scope_window_comparison_get_page (self) != NULL)
    scope_host_choose (scope_part_get_host (self), GTK_FILE_CHOOSER_ACTION_SAVE, _("Export the Comparison"), _("_Export"),
                       _("comparison.svg"), picture_chosen, g_object_ref (self), g_object_unref);
}

/* --- onto the clipboard --- */

static gpointer
draw (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Drawing *drawing = data;
  GByteArray *bytes = scope_compare_picture_draw (drawing->run, drawing->baseline, &drawing->options, error);

  return bytes != NULL ? g_byte_array_free_to_bytes (bytes) : NULL;
}

static void
drawn (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = scope_task_answer (result, &error);

  scope_host_copy_picture (SCOPE_HOST (source), bytes, error);
}

void
scope_window_comparison_copy (ScopeWindowComparison *self)
{
  if (scope_window_comparison_get_page (self) != NULL)
    scope_task_give (scope_part_get_host (self), draw, drawing_new (self, SCOPE_PICTURE_PNG), drawing_free,
                     (GDestroyNotify) g_bytes_unref, NULL, drawn, NULL);
}

/* --- the flame graph of their calls --- */

typedef struct
{
  ScopeComparison *comparison;
  ScopeCallDiff *diff;
  ScopeCallDiffPictureOptions options;
} Calls;

static void
calls_free (gpointer data)
{
  g_object_unref (((Calls *) data)->comparison);
  scope_call_diff_unref (((Calls *) data)->diff);
  g_free (data);
}

static gboolean
write_calls (gpointer data, const char *path, GError **error)
{
  const Calls *calls = data;

  return scope_call_diff_picture_export (calls->comparison, calls->diff, &calls->options, path, error);
}

void
scope_window_comparison_export_calls (ScopeWindowComparison *self, const char *path)
{
  ScopeCompareView *page = scope_window_comparison_get_page (self);
  ScopeCallDiff *diff = page != NULL ? scope_call_changes_panel_get_diff (scope_compare_view_get_calls (page)) : NULL;
  Calls *calls;

  if (diff == NULL)
    return;
  calls = g_new0 (Calls, 1);
  calls->comparison = g_object_ref (scope_compare_view_get_comparison (page));
  calls->diff = scope_call_diff_ref (diff);
  calls->options.palette = scope_plot_view_palette ();
  scope_host_write (scope_part_get_host (self), path, write_calls, calls, calls_free);
}

static void
calls_picture_chosen (ScopeHost *host, const char *path, gpointer self)
{
  scope_window_comparison_export_calls (self, path);
}

void
scope_window_comparison_choose_calls_picture (ScopeWindowComparison *self)
{
  if (scope_window_comparison_get_page (self) != NULL)
    scope_host_choose (scope_part_get_host (self), GTK_FILE_CHOOSER_ACTION_SAVE, _("Save the Flame Graph as a Picture"), _("_Save"),
                       _("calls.svg"), calls_picture_chosen, g_object_ref (self), g_object_unref);
}
