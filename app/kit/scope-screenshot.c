/* scope-screenshot.c: see scope-screenshot.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/kit/scope-screenshot.h"

#define KEY "scope-screenshot"

typedef struct
{
  GtkWindow *window;
  char *path;
  gboolean (*is_settled) (GtkWindow *window);
  guint timeout;
} Shot;

GdkTexture *
scope_screenshot_draw (GtkWindow *window)
{
  g_autoptr (GdkPaintable) paintable = NULL;
  g_autoptr (GskRenderNode) node = NULL;
  GtkSnapshot *snapshot;
  int width, height, scale;

  if (!gtk_widget_get_mapped (GTK_WIDGET (window)))
    return NULL;
  paintable = gtk_widget_paintable_new (GTK_WIDGET (window));
  snapshot = gtk_snapshot_new ();
  /* The paintable's own size, which is not that of the widget: any other would be scaled and blurred. */
  width = gdk_paintable_get_intrinsic_width (paintable);
  height = gdk_paintable_get_intrinsic_height (paintable);
  scale = gtk_widget_get_scale_factor (GTK_WIDGET (window));
  gtk_snapshot_scale (snapshot, (float) scale, (float) scale);
  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    return NULL;
  return gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node,
                                      &GRAPHENE_RECT_INIT (0, 0, (float) (width * scale), (float) (height * scale)));
}

static gboolean
look (gpointer data)
{
  Shot *shot = data;
  g_autoptr (GdkTexture) texture = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (shot->window)) || !shot->is_settled (shot->window))
    return G_SOURCE_CONTINUE;
  texture = scope_screenshot_draw (shot->window);
  if (texture == NULL)
    return G_SOURCE_CONTINUE;
  shot->timeout = 0;
  if (!gdk_texture_save_to_png (texture, shot->path))
    g_printerr ("lanescope: %s cannot be written\n", shot->path);
  gtk_window_destroy (shot->window);
  return G_SOURCE_REMOVE;
}

static void
shot_free (gpointer data)
{
  Shot *shot = data;

  g_clear_handle_id (&shot->timeout, g_source_remove);
  g_free (shot->path);
  g_free (shot);
}

void
scope_screenshot_take (GtkWindow *window, const char *path, gboolean (*is_settled) (GtkWindow *window))
{
  Shot *shot = g_new (Shot, 1);

  g_return_if_fail (GTK_IS_WINDOW (window));

  /* Looked at between frames, when layout and drawing are done. */
  *shot = (Shot) { window, g_strdup (path), is_settled, g_timeout_add (50, look, shot) };
  g_object_set_data_full (G_OBJECT (window), KEY, shot, shot_free);
}

gboolean
scope_screenshot_is_wanted (GtkWindow *window)
{
  return g_object_get_data (G_OBJECT (window), KEY) != NULL;
}
