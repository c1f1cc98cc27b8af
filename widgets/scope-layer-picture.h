/* scope-layer-picture.h: the sparse things of a scene (lines, texts) drawn into a picture on another thread, so that
 * thousands of them make no frame late; scope-layer.h and scope-graph-layer.h lay such pictures over their views.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/scope-scene.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Takes the scene, in pixels. The picture is of width × height from (x, y) on, with `widget`'s scale and font. With the
 * task as its result, the callback comes on the main thread, after a cancelling too. */
void scope_layer_picture_draw (ScopeScene *scene, GtkWidget *widget, double x, double y, double width, double height,
                               GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
/* Free with cairo_surface_destroy(). NULL: cancelled, and what `user_data` is may be gone. */
cairo_surface_t *scope_layer_picture_finish (GAsyncResult *result);

G_END_DECLS
