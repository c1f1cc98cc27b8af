/* scope-graph-layer.c: see scope-graph-layer.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/graph/scope-graph-layer.h"

#include "model/base/scope-task.h"
#include "widgets/draw/scope-layer-picture.h"

/* What a picture shows. */
typedef struct
{
  double width, height;
  ScopeGraphViewport viewport;
  const ScopePalette *palette;
  guint32 looked_node, looked_edge, chosen_edge;
  guint serial;
  int factor; /* device pixels per pixel */
} Shown;

struct _ScopeGraphLayer
{
  GtkWidget *widget;
  Shown shown, wanted, under_way;
  ScopeLayerPicture *picture;
  GCancellable *drawing; /* NULL: nothing under way */
};

ScopeGraphLayer *
scope_graph_layer_new (GtkWidget *widget)
{
  ScopeGraphLayer *layer = g_new0 (ScopeGraphLayer, 1);

  layer->widget = widget;
  return layer;
}

void
scope_graph_layer_clear (ScopeGraphLayer *layer)
{
  scope_task_stop (&layer->drawing);
  g_clear_pointer (&layer->picture, scope_layer_picture_free);
  layer->shown = layer->wanted = (Shown) { 0 };
}

void
scope_graph_layer_free (ScopeGraphLayer *layer)
{
  if (layer == NULL)
    return;
  scope_graph_layer_clear (layer);
  g_free (layer);
}

static gboolean
same (const Shown *a, const Shown *b)
{
  return a->width == b->width && a->height == b->height && a->viewport.x == b->viewport.x
         && a->viewport.y == b->viewport.y && a->viewport.scale == b->viewport.scale
         && a->viewport.stretch_x == b->viewport.stretch_x && a->viewport.stretch_y == b->viewport.stretch_y
         && a->palette == b->palette
         && a->looked_node == b->looked_node && a->looked_edge == b->looked_edge && a->chosen_edge == b->chosen_edge
         && a->serial == b->serial && a->factor == b->factor;
}

static void
drawn (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeLayerPicture *picture = scope_layer_picture_finish (result);
  ScopeGraphLayer *layer = user_data;

  if (picture == NULL)
    return;
  g_clear_object (&layer->drawing);
  g_clear_pointer (&layer->picture, scope_layer_picture_free);
  layer->picture = picture;
  layer->shown = layer->under_way;
  gtk_widget_queue_draw (layer->widget);
}

static void
want (ScopeGraphLayer *layer, const ScopeGraph *graph, const ScopeGraphOptions *options)
{
  ScopeGraphOptions edges = *options;

  if (layer->drawing != NULL || (layer->picture != NULL && same (&layer->wanted, &layer->shown)))
    return;
  edges.parts = SCOPE_GRAPH_PART_EDGES;
  layer->under_way = layer->wanted;
  layer->drawing = g_cancellable_new ();
  scope_layer_picture_draw (scope_graph_scene_build (graph, &edges), layer->widget, 0, 0, options->width,
                            options->height, layer->drawing, drawn, layer);
}

void
scope_graph_layer_draw (ScopeGraphLayer *layer, GtkSnapshot *snapshot, const ScopeGraph *graph,
                        const ScopeGraphOptions *options, guint serial)
{
  const ScopeGraphViewport *then = &layer->shown.viewport, *now = &options->viewport;
  double across, down;
  cairo_t *cr;

  layer->wanted = (Shown) { options->width,       options->height,      options->viewport,    options->palette,
                            options->looked_node, options->looked_edge, options->chosen_edge, serial,
                            gtk_widget_get_scale_factor (layer->widget) };
  want (layer, graph, options);
  if (layer->picture == NULL || layer->shown.palette != options->palette)
    return;
  across = now->scale * now->stretch_x / (then->scale * then->stretch_x);
  down = now->scale * now->stretch_y / (then->scale * then->stretch_y);
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) options->width, (float) options->height));
  cairo_translate (cr, now->x - then->x * across, now->y - then->y * down);
  scope_layer_picture_paint (layer->picture, cr, across, down);
  cairo_destroy (cr);
}
