/* scope-window-shot.c: the window as a PNG file, without tools of any display server.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/scope-window-private.h"

static gboolean
draw_picture (ScopeWindow *self)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (self));
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GskRenderNode) node = NULL;

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    return FALSE;
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (self)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, width, height));
  return gdk_texture_save_to_png (texture, self->shot_path);
}

static gboolean
look (gpointer data)
{
  ScopeWindow *self = data;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || !scope_window_is_settled (self)
      || gtk_revealer_get_child_revealed (self->progress_revealer)
      || gtk_stack_get_transition_running (self->stack))
    return G_SOURCE_CONTINUE;
  self->shot_timeout = 0;
  if (!draw_picture (self))
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
