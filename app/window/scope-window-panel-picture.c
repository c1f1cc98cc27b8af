/* scope-window-panel-picture.c: a panel, as it stands there, as a file: SVG, PDF or PNG, by the ending of its name.
 *
 * GTK records what the panel draws; cairo plays that into a file of vectors, or of pixels, two to each of the screen's. What is scrolled
 * out of sight is not in it: the views' own pictures are `lanescope-cli export`'s.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"
#include "io/export/scope-cairo-bytes.h"
#include "io/export/scope-picture.h"
#include "model/base/scope-task.h"

#include <glib/gi18n.h>

#define PNG_SCALE 2

typedef struct
{
  char *path;
  GByteArray *bytes;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->path);
  g_byte_array_unref (job->bytes);
  g_free (job);
}

/* --- drawing --- */

static void
draw (cairo_t *cr, gpointer data)
{
  GtkWidget *panel = data;
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (panel);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;
  GdkRGBA colour;

  if (gtk_style_context_lookup_color (gtk_widget_get_style_context (panel), "window_bg_color", &colour))
    {
      gdk_cairo_set_source_rgba (cr, &colour);
      cairo_paint (cr);
    }
  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (panel), gtk_widget_get_height (panel));
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    return;
  gsk_render_node_draw (node, cr);
  gsk_render_node_unref (node);
}

/* --- writing --- */

static void
do_write (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;

  if (scope_picture_write (job->path, job->bytes->data, job->bytes->len, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeWindow *self = SCOPE_WINDOW (source);
  const Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  scope_window_notify_written (self, job->path, error);
}

void
scope_window_export_panel (ScopeWindow *self, const char *id, const char *path)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, written, NULL);
  GtkWidget *panel = scope_dock_is_open (self->dock, id) ? scope_dock_get_panel (self->dock, id) : NULL;
  g_autoptr (GError) error = NULL;
  ScopePictureFormat format;
  GByteArray *bytes = NULL;
  Job *job;

  if (panel == NULL || !gtk_widget_get_mapped (panel))
    return;
  if (scope_picture_format_of (path, &format, &error))
    bytes = scope_cairo_to_bytes (format, gtk_widget_get_width (panel), gtk_widget_get_height (panel), PNG_SCALE, draw, panel,
                                  &error);
  if (bytes == NULL)
    {
      scope_window_toast (self, error->message);
      return;
    }
  job = g_new0 (Job, 1);
  job->path = g_strdup (path);
  job->bytes = bytes;
  g_task_set_task_data (task, job, job_free);
  scope_task_run (task, do_write);
}

/* --- which file --- */

static void
chosen (ScopeWindow *self, const char *path, const char *id)
{
  scope_window_export_panel (self, id, path);
}

static void
export_panel_activated (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ScopeWindow *self = user_data;
  const char *id = g_variant_get_string (parameter, NULL);
  g_autofree char *title = NULL, *name = NULL;

  if (self->chooser != NULL || self->document == NULL || scope_panels_find (id) < 0 || !scope_dock_raise (self->dock, id))
    return;
  title = scope_document_dup_title (self->document);
  name = g_strdup_printf ("%s.%s.svg", title, id);
  scope_window_choose_file (self, GTK_FILE_CHOOSER_ACTION_SAVE, _("Export the Panel’s Picture"), _("_Export"), name, chosen, id);
}

void
scope_window_add_panel_picture_actions (ScopeWindow *self)
{
  static const GActionEntry entries[] = { { "export-panel", export_panel_activated, "s" } };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
