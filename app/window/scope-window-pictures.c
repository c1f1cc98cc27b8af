/* scope-window-pictures.c: see scope-window-pictures.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/scope-window-pictures.h"

#include "app/dialogs/scope-picture-dialog.h"
#include "io/export/scope-cairo-bytes.h"

#include <glib/gi18n.h>

#define PNG_SCALE 2

/* --- the timeline --- */

static void
picture_written (ScopePictureDialog *dialog, const char *path, ScopeHost *host)
{
  scope_host_notify_written (host, path, NULL);
}

static void
export_activated (GSimpleAction *action, GVariant *parameter, gpointer comparison)
{
  ScopeHost *host = scope_part_get_host (comparison);
  ScopeView *view = scope_host_get_view (host);
  ScopePictureDialog *dialog;

  if (view == NULL)
    return;
  if (scope_window_comparison_get_page (comparison) != NULL)
    {
      scope_window_comparison_choose_picture (comparison);
      return;
    }
  dialog = scope_picture_dialog_new (host->window, view);
  g_signal_connect_object (dialog, "written", G_CALLBACK (picture_written), host, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
drawn (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeHost) host = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = scope_picture_draw_finish (result, &error);

  scope_host_copy_picture (host, bytes, error);
}

/* As it is seen: the same width, colours and range; all rows. */
static void
copy_activated (GSimpleAction *action, GVariant *parameter, gpointer comparison)
{
  ScopeHost *host = scope_part_get_host (comparison);
  ScopeView *view = scope_host_get_view (host);
  ScopePictureOptions options = { .has_from = TRUE, .has_to = TRUE };

  if (view == NULL)
    return;
  if (scope_window_comparison_get_page (comparison) != NULL)
    {
      scope_window_comparison_copy (comparison);
      return;
    }
  options.width = CLAMP (gtk_widget_get_width (GTK_WIDGET (scope_timeline_get_canvas (host->timeline))), 64, SCOPE_PICTURE_MAX);
  options.palette = scope_view_get_palette (view);
  scope_viewport_get_range (scope_view_get_viewport (view), &options.from, &options.to);
  scope_picture_draw_async (view, &options, SCOPE_PICTURE_PNG, NULL, NULL, drawn, g_object_ref (host));
}

/* --- a panel --- */

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

static gboolean
write_panel (gpointer data, const char *path, GError **error)
{
  const GByteArray *bytes = data;

  return scope_picture_write (path, bytes->data, bytes->len, error);
}

void
scope_window_pictures_export_panel (ScopeHost *host, const char *id, const char *path)
{
  GtkWidget *panel = scope_dock_is_open (host->dock, id) ? scope_dock_get_panel (host->dock, id) : NULL;
  g_autoptr (GError) error = NULL;
  ScopePictureFormat format;
  GByteArray *bytes = NULL;

  if (panel == NULL || !gtk_widget_get_mapped (panel))
    return;
  if (scope_picture_format_of (path, &format, &error))
    bytes = scope_cairo_to_bytes (format, gtk_widget_get_width (panel), gtk_widget_get_height (panel), PNG_SCALE, draw, panel,
                                  &error);
  if (bytes != NULL)
    scope_host_write (host, path, write_panel, bytes, (GDestroyNotify) g_byte_array_unref);
  else
    scope_host_toast (host, error->message);
}

static void
panel_path_chosen (ScopeHost *host, const char *path, gpointer id)
{
  scope_window_pictures_export_panel (host, id, path);
}

static void
export_panel_activated (GSimpleAction *action, GVariant *parameter, gpointer comparison)
{
  ScopeHost *host = scope_part_get_host (comparison);
  const char *id = g_variant_get_string (parameter, NULL);
  g_autofree char *title = NULL, *name = NULL;

  if (host->document == NULL || scope_panels_find (id) < 0 || !scope_dock_raise (host->dock, id))
    return;
  title = scope_document_dup_title (host->document);
  name = g_strdup_printf ("%s.%s.svg", title, id);
  scope_host_choose (host, GTK_FILE_CHOOSER_ACTION_SAVE, _("Export the Panel’s Picture"), _("_Export"), name, panel_path_chosen,
                     g_strdup (id), g_free);
}

void
scope_window_pictures_add (ScopeHost *host, ScopeWindowComparison *comparison)
{
  static const GActionEntry entries[] = {
    { "export-picture", export_activated },
    { "copy-picture", copy_activated },
    { "export-panel", export_panel_activated, "s" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (host->window), entries, G_N_ELEMENTS (entries), comparison);
}
