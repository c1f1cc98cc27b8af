/* scope-window-compare.c: the window's comparison: a baseline read beside the trace that is shown, and a page for both.
 *
 * The page stands where the timeline stood, and the timeline in it: panels, notes and actions of this run go on as they were. While
 * the keyboard is in the baseline's frame, panels and actions are the baseline's.
 *
 * Actions, group "win":
 *
 *     compare          asks for the baseline: a run that was looked at before, or a file
 *     compare-run   s  the baseline: the path of a trace, or of an index; the whole is shown
 *     close-compare
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"
#include "app/kit/scope-toast.h"
#include "app/window/scope-window-runs.h"

#include "io/export/scope-compare-picture.h"
#include "model/base/scope-task.h"

#include <glib/gi18n.h>

ScopeCompareView *
scope_window_get_compare (ScopeWindow *self)
{
  return self->compare;
}

/* --- panels follow the keyboard --- */

static void
follow_timeline (ScopeWindow *self, ScopeTimeline *timeline)
{
  GActionGroup *actions = scope_timeline_get_actions (timeline);

  scope_dock_set_view (self->dock, scope_timeline_get_view (timeline));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "timeline", actions);
  scope_dock_add_actions (self->dock, "timeline", actions);
}

static void
timeline_focused (ScopeCompareView *compare, ScopeTimeline *timeline, ScopeWindow *self)
{
  follow_timeline (self, timeline);
}

static void
compare_failed (ScopeCompareView *compare, const char *message, ScopeWindow *self)
{
  scope_window_toast (self, message);
}

/* --- the page --- */

/* It is read, or nobody wants it any more. */
static void
dismiss_reading (ScopeWindow *self)
{
  AdwToast *toast = self->baseline_toast;

  g_clear_weak_pointer (&self->baseline_toast);
  if (toast != NULL)
    adw_toast_dismiss (toast);
}

static void
drop_baseline (ScopeWindow *self)
{
  dismiss_reading (self);
  if (self->baseline == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->baseline, self);
  scope_document_cancel (self->baseline);
  g_clear_object (&self->baseline);
}

void
scope_window_end_compare (ScopeWindow *self)
{
  g_autoptr (ScopeTimeline) baseline = NULL;
  ScopeCompareView *compare = g_steal_pointer (&self->compare);

  drop_baseline (self);
  if (compare == NULL)
    return;
  g_signal_handlers_disconnect_by_data (compare, self);
  baseline = g_object_ref (scope_compare_view_get_baseline (compare));
  g_object_ref (self->timeline);
  follow_timeline (self, self->timeline);
  scope_compare_view_release (compare);
  scope_timeline_set_trace (baseline, NULL);
  if (self->dock != NULL)
    {
      g_object_set (self->dock, "center", self->timeline, NULL);
      if (self->had_bottom)
        scope_dock_set_shown (self->dock, SCOPE_PLACE_BOTTOM, TRUE);
    }
  g_object_unref (self->timeline);
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
  scope_window_update_actions (self);
}

/* "sumeuler · 2 HECs · 0.47 s". */
static void
set_titles (ScopeWindow *self)
{
  ScopeDocument *const documents[] = { self->baseline, self->document };
  char *titles[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = scope_document_dup_title (documents[i]), *more = scope_document_dup_subtitle (documents[i]);
      GFile *file = scope_document_get_file (documents[i]);
      ScopeRun *run = scope_document_get_run (documents[i]);
      g_autofree char *whole = file != NULL ? g_file_get_path (file) : NULL;
      /* Opened from what was kept: when it ran says more than a digest. */
      g_autofree char *path = run != NULL && g_strcmp0 (scope_run_facts (run)->index_path, whole) == 0
                                  ? scope_run_dup_date (run)
                                  : file != NULL ? g_file_get_basename (file) : NULL;

      titles[i] = g_strdup_printf ("%s%s%s%s%s", name, path != NULL && !g_str_equal (path, name) ? " · " : "",
                                   path != NULL && !g_str_equal (path, name) ? path : "", more != NULL ? " · " : "",
                                   more != NULL ? more : "");
    }
  scope_compare_view_set_titles (self->compare, titles[0], titles[1]);
  g_free (titles[0]);
  g_free (titles[1]);
}

static void
show_compare (ScopeWindow *self)
{
  ScopeTimeline *baseline = g_object_ref_sink (g_object_new (SCOPE_TYPE_TIMELINE, NULL));
  g_autofree char *palette = scope_settings_dup_string (self->settings, "palette");
  ScopeAlignWish wish = { .mark = NULL };
  gboolean wishes;

  scope_timeline_set_palette (baseline, palette);
  scope_timeline_set_trace (baseline, scope_document_get_trace (self->baseline));
  g_object_ref (self->timeline);
  g_object_set (self->dock, "center", NULL, NULL);
  wishes = scope_window_take_wish (self, scope_document_get_trace (self->baseline),
                                   scope_document_get_trace (self->document), &wish);
  self->compare = SCOPE_COMPARE_VIEW (scope_compare_view_new (self->timeline, baseline, wishes ? &wish : NULL));
  g_free ((char *) wish.mark);
  g_object_unref (self->timeline);
  g_object_unref (baseline);
  set_titles (self);
  scope_window_give_pairs (self);
  g_signal_connect (self->compare, "focus-timeline", G_CALLBACK (timeline_focused), self);
  g_signal_connect (self->compare, "failed", G_CALLBACK (compare_failed), self);
  g_signal_connect_swapped (self->compare, "close", G_CALLBACK (scope_window_end_compare), self);
  g_signal_connect_object (scope_compare_view_get_calls (self->compare), "save-picture",
                           G_CALLBACK (scope_window_choose_compare_calls_picture), self, G_CONNECT_SWAPPED);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "compare", scope_compare_view_get_actions (self->compare));
  g_object_set (self->dock, "center", self->compare, NULL);
  /* The comparison has a table of its own; F10 shows the panels beside it. */
  self->had_bottom = scope_dock_get_shown (self->dock, SCOPE_PLACE_BOTTOM);
  if (self->had_bottom)
    scope_dock_set_shown (self->dock, SCOPE_PLACE_BOTTOM, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
  scope_window_update_actions (self);
}

void
scope_window_advance_compare (ScopeWindow *self)
{
  ScopeDocumentState state;

  if (self->baseline == NULL || self->compare != NULL)
    return;
  state = scope_document_get_state (self->baseline);
  if (state == SCOPE_DOCUMENT_FAILED)
    {
      g_autofree char *name = scope_document_dup_title (self->baseline);
      g_autofree char *text = g_strdup_printf (_("“%s” cannot be compared with: %s"), name,
                                               scope_document_get_error (self->baseline));

      scope_window_toast (self, text);
      drop_baseline (self);
      return;
    }
  /* Only what has been read to its end can be aligned and paired. */
  if (state != SCOPE_DOCUMENT_READY || scope_document_get_state (self->document) != SCOPE_DOCUMENT_READY
      || scope_timeline_get_view (self->timeline) == NULL)
    return;
  dismiss_reading (self);
  show_compare (self);
}

void
scope_window_compare (ScopeWindow *self, GFile *const *files, guint n_files)
{
  g_return_if_fail (SCOPE_IS_WINDOW (self));
  g_return_if_fail (n_files > 0);

  if (scope_window_is_empty (self))
    {
      scope_window_open (self, files, n_files);
      return;
    }
  scope_window_end_compare (self);
  self->baseline = scope_window_new_document (self, files, n_files, FALSE);
  g_signal_connect_swapped (self->baseline, "changed", G_CALLBACK (scope_window_advance_compare), self);
  scope_document_start (self->baseline);
  if (scope_document_get_state (self->baseline) == SCOPE_DOCUMENT_LOADING)
    g_set_weak_pointer (&self->baseline_toast, scope_toast_say (self->toasts, _("Reading the baseline…"), 0));
  scope_window_advance_compare (self);
}

gboolean
scope_window_compare_is_settled (ScopeWindow *self)
{
  if (self->compare != NULL)
    return scope_compare_view_is_settled (self->compare);
  return self->baseline == NULL;
}

/* --- actions --- */

static void
chosen (GtkNativeDialog *dialog, int response, ScopeWindow *self)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_clear_object (&self->chooser);
  if (file != NULL)
    scope_window_compare (self, &file, 1);
}

void
scope_window_choose_baseline (ScopeWindow *self)
{
  g_autoptr (GFile) folder = NULL;

  if (self->chooser != NULL || self->document == NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_("Compare With"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN,
                                               _("_Compare"), _("_Cancel"));
  folder = scope_document_get_file (self->document) != NULL ? g_file_get_parent (scope_document_get_file (self->document)) : NULL;
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), folder, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect (self->chooser, "response", G_CALLBACK (chosen), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
run_chosen (ScopeRunChooser *chooser, GPtrArray *runs, ScopeWindow *self)
{
  if (runs->len > 0)
    scope_window_compare_runs (self, runs->pdata[0], NULL);
}

static void
file_wanted (ScopeRunChooser *chooser, ScopeWindow *self)
{
  scope_window_choose_baseline (self);
}

static void
compare_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeRunChooser *chooser = scope_window_choose_runs (user_data, _("Compare With"), _("_Compare"), SCOPE_RUN_CHOOSER_FILE);

  g_signal_connect_object (chooser, "chosen", G_CALLBACK (run_chosen), user_data, 0);
  g_signal_connect_object (chooser, "file", G_CALLBACK (file_wanted), user_data, 0);
}

/* Offered when what was followed has ended: its last seconds are seen, which a baseline that was quicker does not even have. */
static void
compare_run_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (g_variant_get_string (parameter, NULL));

  g_action_group_activate_action (scope_timeline_get_actions (self->timeline), "fit-all", NULL);
  scope_window_compare (self, &file, 1);
}

static void
close_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  scope_window_end_compare (user_data);
}

void
scope_window_update_compare_actions (ScopeWindow *self)
{
  /* Also while it is read: then it is compared as soon as that is done. */
  gboolean any = !scope_window_is_empty (self);
  static const char *const names[] = { "compare", "compare-run", "close-compare" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), names[i])),
                                 i < 2 ? any : self->compare != NULL);
}

void
scope_window_add_compare_actions (ScopeWindow *self)
{
  static const GActionEntry entries[] = {
    { "compare", compare_activated },
    { "compare-run", compare_run_activated, "s" },
    { "close-compare", close_activated },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

/* --- its picture --- */

static void
picture_chosen (ScopeWindow *self, const char *path, const char *what)
{
  scope_window_export_compare (self, path);
}

typedef struct
{
  ScopeWindow *window;
  ScopeView *run, *baseline; /* stills */
  ScopeComparison *comparison;
  ScopeComparePictureOptions options;
  char *path; /* NULL: for the clipboard */
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
  g_free (drawing->path);
  g_free (drawing);
}

static void
draw (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Drawing *drawing = data;
  GError *error = NULL;
  GByteArray *bytes = scope_compare_picture_draw (drawing->run, drawing->baseline, &drawing->options, &error);

  if (bytes != NULL && drawing->path != NULL && !scope_picture_write (drawing->path, bytes->data, bytes->len, &error))
    g_clear_pointer (&bytes, g_byte_array_unref);
  if (bytes != NULL)
    g_task_return_pointer (task, g_byte_array_free_to_bytes (bytes), (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_error (task, error);
}

static void
drawn (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeWindow *self = SCOPE_WINDOW (source);
  Drawing *drawing = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), &error);
  g_autoptr (GdkTexture) texture = NULL;

  if (self->timeline == NULL) /* closed meanwhile */
    return;
  if (bytes != NULL && drawing->path == NULL)
    texture = gdk_texture_new_from_bytes (bytes, &error);
  if (texture != NULL)
    gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  if (drawing->path != NULL)
    scope_window_notify_written (self, drawing->path, error);
  else
    scope_window_toast (self, error != NULL ? error->message : _("Picture copied"));
}

static void
start_drawing (ScopeWindow *self, const char *path, ScopePictureFormat format)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, drawn, NULL);
  Drawing *drawing = g_new0 (Drawing, 1);
  ScopeComparison *comparison = scope_compare_view_get_comparison (self->compare);
  ScopePairing *pairing = scope_comparison_get_pairing (comparison);
  ScopeView *run = scope_timeline_get_view (self->timeline);
  GVariant *mode = g_action_group_get_action_state (scope_compare_view_get_actions (self->compare), "mode");

  drawing->run = scope_view_copy (run);
  drawing->baseline = scope_view_copy (scope_timeline_get_view (scope_compare_view_get_baseline (self->compare)));
  drawing->comparison = g_object_ref (comparison);
  drawing->options = (ScopeComparePictureOptions) {
    .width = CLAMP (gtk_widget_get_width (GTK_WIDGET (self->compare)), 64, SCOPE_PICTURE_MAX),
    .palette = scope_view_get_palette (run),
    .format = format,
    .map = scope_time_map_ref (scope_comparison_get_map (comparison)),
    .pairing = pairing != NULL ? scope_pairing_ref (pairing) : NULL,
    .difference_only = g_str_equal (g_variant_get_string (mode, NULL), "difference"),
  };
  g_variant_unref (mode);
  drawing->path = g_strdup (path);
  g_task_set_task_data (task, drawing, drawing_free);
  scope_task_run (task, draw);
}

void
scope_window_export_compare (ScopeWindow *self, const char *path)
{
  ScopePictureFormat format;
  g_autoptr (GError) error = NULL;

  if (self->compare == NULL)
    return;
  if (scope_picture_format_of (path, &format, &error))
    start_drawing (self, path, format);
  else
    scope_window_toast (self, error->message);
}

void
scope_window_copy_compare (ScopeWindow *self)
{
  if (self->compare != NULL)
    start_drawing (self, NULL, SCOPE_PICTURE_PNG);
}

void
scope_window_choose_compare_picture (ScopeWindow *self)
{
  if (self->compare != NULL)
    scope_window_choose_file (self, GTK_FILE_CHOOSER_ACTION_SAVE, _("Export the Comparison"), _("_Export"), _("comparison.svg"),
                              picture_chosen, NULL);
}
