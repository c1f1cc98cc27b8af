/* scope-layer.c: see scope-layer.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-layer.h"

#include "model/base/scope-task.h"
#include "widgets/draw/scope-layer-picture.h"

/* What a picture shows. */
typedef struct
{
  ScopeViewport viewport;
  double scroll, width, height;
  guint64 rows; /* a digest of where rows lie */
  guint serial;
  ScopePaletteKind palette;
  int factor;   /* device pixels per pixel */
  gboolean empty;
} Shown;

struct _ScopeLayer
{
  GtkWidget *widget;
  Shown shown, wanted, under_way;
  ScopeLayerPicture *picture;
  GCancellable *drawing; /* NULL: nothing under way */
  gint64 start;          /* of what is under way */
  gint64 next;           /* monotonic µs before which no other drawing begins */
  guint timeout;
};

ScopeLayer *
scope_layer_new (GtkWidget *widget)
{
  ScopeLayer *layer = g_new0 (ScopeLayer, 1);

  layer->widget = widget;
  return layer;
}

void
scope_layer_clear (ScopeLayer *layer)
{
  scope_task_stop (&layer->drawing);
  g_clear_handle_id (&layer->timeout, g_source_remove);
  layer->next = 0;
  g_clear_pointer (&layer->picture, scope_layer_picture_free);
  memset (&layer->shown, 0, sizeof layer->shown);
  memset (&layer->wanted, 0, sizeof layer->wanted);
}

void
scope_layer_free (ScopeLayer *layer)
{
  if (layer == NULL)
    return;
  scope_layer_clear (layer);
  g_free (layer);
}

/* FNV-1a over the places of rows; of very many, only how many they are and how high. */
static guint64
digest_rows (ScopeLaneList *lanes)
{
  guint n = scope_lane_list_n_rows (lanes);
  guint64 h = 0xcbf29ce484222325u ^ n ^ (guint64) scope_lane_list_n_sticking (lanes) << 32;

  for (guint i = 0; i < MIN (n, 1000); i++)
    {
      const ScopeLaneNode *node = scope_lane_list_row (lanes, i);

      h = (h ^ (guint64) (node->bar_y * 16) ^ (guint64) (node->bar_height * 16) << 40) * 0x100000001b3u;
    }
  return h;
}

static gboolean
same (const Shown *a, const Shown *b)
{
  if (a->empty && b->empty)
    return TRUE;
  return a->empty == b->empty && a->viewport.first == b->viewport.first && a->viewport.from == b->viewport.from
         && a->viewport.span == b->viewport.span && a->viewport.width == b->viewport.width && a->scroll == b->scroll
         && a->width == b->width && a->height == b->height && a->rows == b->rows && a->serial == b->serial
         && a->palette == b->palette && a->factor == b->factor;
}

static void
drawn (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ScopeLayerPicture *picture = scope_layer_picture_finish (result);
  ScopeLayer *layer = user_data;

  if (picture == NULL)
    return;
  g_clear_object (&layer->drawing);
  g_clear_pointer (&layer->picture, scope_layer_picture_put_away);
  layer->picture = picture;
  layer->shown = layer->under_way;
  /* Not more than a third of a processor for what a moving view shows for a moment. */
  layer->next = 3 * g_get_monotonic_time () - 2 * layer->start;
  gtk_widget_queue_draw (layer->widget);
}

static gboolean
rested (gpointer data)
{
  ScopeLayer *layer = data;

  layer->timeout = 0;
  gtk_widget_queue_draw (layer->widget);
  return G_SOURCE_REMOVE;
}

void
scope_layer_want (ScopeLayer *layer, ScopeView *view, const ScopeTimelineOptions *options,
                  const ScopeOverlay *overlay, guint serial)
{
  Shown wanted = { .viewport = *scope_view_get_viewport (view),
                   .scroll = options->scroll_y,
                   .width = options->width,
                   .height = options->height,
                   .rows = digest_rows (scope_view_get_lanes (view)),
                   .serial = serial,
                   .palette = scope_view_get_palette (view),
                   .factor = gtk_widget_get_scale_factor (layer->widget) };
  ScopeScene *scene;
  gint64 now = g_get_monotonic_time ();

  wanted.empty = !scope_timeline_has_lines (view, overlay);
  layer->wanted = wanted;
  if (wanted.empty)
    scene = NULL;
  else if (layer->drawing != NULL || layer->timeout != 0 || same (&wanted, &layer->shown))
    return;
  else if (now < layer->next)
    {
      layer->timeout = g_timeout_add ((guint) ((layer->next - now) / 1000 + 1), rested, layer);
      return;
    }
  else
    scene = scope_timeline_messages_build (view, options, overlay);
  if (scene == NULL)
    {
      scope_task_stop (&layer->drawing);
      g_clear_pointer (&layer->picture, scope_layer_picture_free);
      layer->shown = wanted;
      return;
    }
  layer->under_way = wanted;
  layer->start = now;
  layer->drawing = g_cancellable_new ();
  scope_layer_picture_draw (scene, layer->widget, scene->plot_x, scene->plot_y, scene->plot_width, scene->plot_height,
                            layer->drawing, drawn, layer);
}

/* What of the picture, moved by dx and dy, is seen in `height` pixels from `top` on. */
static void
draw_part (ScopeLayer *layer, GtkSnapshot *snapshot, const ScopeItem *item, double top, double height, double dx,
           double dy, double stretch)
{
  scope_layer_picture_lay (layer->picture, snapshot, &GRAPHENE_RECT_INIT (item->x, (float) (item->y + top), item->width, (float) height),
                           item->x + dx, item->y + dy, stretch);
}

void
scope_layer_draw (ScopeLayer *layer, GtkSnapshot *snapshot, const ScopeItem *item, ScopeView *view, double scroll)
{
  const ScopeViewport *now = scope_view_get_viewport (view), *then = &layer->shown.viewport;
  double stretch, dx, sticking = scope_lane_list_sticking_height (scope_view_get_lanes (view));

  /* Lines between rows that have moved would point at others. */
  if (layer->picture == NULL || layer->shown.empty || now->first != then->first
      || layer->shown.rows != digest_rows (scope_view_get_lanes (view))
      || layer->shown.palette != scope_view_get_palette (view))
    return;
  stretch = scope_viewport_scale (then) / scope_viewport_scale (now);
  if (stretch < 1. / 64 || stretch > 64)
    return;
  dx = scope_viewport_left (then) * stretch - scope_viewport_left (now);
  if (sticking > 0 && layer->shown.scroll != scroll)
    {
      /* The upper part has not moved. */
      draw_part (layer, snapshot, item, 0, sticking, dx, 0, stretch);
      draw_part (layer, snapshot, item, sticking, item->height - sticking, dx, layer->shown.scroll - scroll, stretch);
    }
  else
    draw_part (layer, snapshot, item, 0, item->height, dx, layer->shown.scroll - scroll, stretch);
}

gboolean
scope_layer_is_ready (ScopeLayer *layer)
{
  return layer->drawing == NULL && same (&layer->shown, &layer->wanted);
}
