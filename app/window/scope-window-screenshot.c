/* scope-window-screenshot.c: the window as a PNG file, without tools of any display server.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/window/scope-window-private.h"

GdkTexture *
scope_window_draw (ScopeWindow *self)
{
  g_autoptr (GdkPaintable) paintable = NULL;
  g_autoptr (GskRenderNode) node = NULL;
  GtkSnapshot *snapshot;
  int width, height, scale;

  g_return_val_if_fail (SCOPE_IS_WINDOW (self), NULL);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return NULL;
  paintable = gtk_widget_paintable_new (GTK_WIDGET (self));
  snapshot = gtk_snapshot_new ();
  /* The paintable's own size, which is not that of the widget: any other would be scaled and blurred. */
  width = gdk_paintable_get_intrinsic_width (paintable);
  height = gdk_paintable_get_intrinsic_height (paintable);
  scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  gtk_snapshot_scale (snapshot, (float) scale, (float) scale);
  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    return NULL;
  return gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (self)), node,
                                      &GRAPHENE_RECT_INIT (0, 0, (float) (width * scale), (float) (height * scale)));
}

static gboolean
look (gpointer data)
{
  ScopeWindow *self = data;
  g_autoptr (GdkTexture) texture = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || !scope_window_is_settled (self)
      || gtk_revealer_get_child_revealed (self->progress_revealer)
      || gtk_stack_get_transition_running (self->stack))
    return G_SOURCE_CONTINUE;
  texture = scope_window_draw (self);
  if (texture == NULL)
    return G_SOURCE_CONTINUE;
  self->shot_timeout = 0;
  if (!gdk_texture_save_to_png (texture, self->shot_path))
    g_printerr ("lanescope: %s cannot be written\n", self->shot_path);
  gtk_window_destroy (GTK_WINDOW (self));
  return G_SOURCE_REMOVE;
}

void
scope_window_take_picture (ScopeWindow *self, const char *path)
{
  g_return_if_fail (SCOPE_IS_WINDOW (self));

  g_free (self->shot_path);
  self->shot_path = g_strdup (path);
  /* Looked at between frames, when layout and drawing are done. */
  if (self->shot_timeout == 0)
    self->shot_timeout = g_timeout_add (50, look, self);
}
