/* scope-layer-picture.h: the sparse things of a scene (lines, texts) drawn into a picture on another thread, so that
 * thousands of them make no frame late; scope-layer.h and scope-graph-layer.h lay such pictures over their views.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  cairo_surface_t *surface;
  cairo_rectangle_int_t extents; /* all that is drawn, in device pixels: to lay little over a frame takes little time */
  GArray *parts;                 /* cairo_rectangle_int_t, the same closer: stretches of rows of cells that have something */
} ScopeLayerPicture;

/* Takes the scene, in pixels. The picture is of width × height from (x, y) on, with `widget`'s scale and font. With the
 * task as its result, the callback comes on the main thread, after a cancelling too. */
void scope_layer_picture_draw (ScopeScene *scene, GtkWidget *widget, double x, double y, double width, double height,
                               GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
/* NULL: cancelled, and what `user_data` is may be gone. */
ScopeLayerPicture *scope_layer_picture_finish (GAsyncResult *result);
void scope_layer_picture_free (ScopeLayerPicture *picture);
/* The same on another thread: to give back some megabytes takes a good part of a frame. */
void scope_layer_picture_put_away (ScopeLayerPicture *picture);
/* Paints it at the place (0, 0) of `cr`, stretched. */
void scope_layer_picture_paint (ScopeLayerPicture *picture, cairo_t *cr, double across, double down);
/* Lays it over what the snapshot has within `clip`, its corner at (x, y), stretched: the parts that are not empty alone, each as a node of its
 * own. GTK draws what is in a node into a picture of the node's size first: thrice the whole window for a few lines. */
void scope_layer_picture_lay (ScopeLayerPicture *picture, GtkSnapshot *snapshot, const graphene_rect_t *clip, double x, double y, double across);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLayerPicture, scope_layer_picture_free)

G_END_DECLS
