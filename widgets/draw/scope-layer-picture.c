/* scope-layer-picture.c: see scope-layer-picture.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/draw/scope-layer-picture.h"

#include "model/base/scope-each.h"
#include "model/base/scope-task.h"
#include "widgets/draw/scope-presenter.h"

#include <math.h>

#define CELL_WIDTH 64 /* device pixels */
#define CELL_HEIGHT 32

typedef struct
{
  ScopeScene *scene;
  char *font;
  double x, y, width, height;
  int factor; /* device pixels per pixel */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  scope_scene_free (job->scene);
  g_free (job->font);
  g_free (job);
}

/* --- where something is drawn --- */

static gboolean
is_empty (const guint32 *row, int n)
{
  guint32 any = 0;

  for (int x = 0; x < n; x++)
    any |= row[x];
  return any == 0;
}

static cairo_rectangle_int_t
find_extents (cairo_surface_t *surface)
{
  const guint32 *pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface) / 4, width = cairo_image_surface_get_width (surface);
  int first = 0, end = cairo_image_surface_get_height (surface);

  while (first < end && is_empty (pixels + (gsize) first * stride, width))
    first++;
  while (end > first && is_empty (pixels + (gsize) (end - 1) * stride, width))
    end--;
  return (cairo_rectangle_int_t) { 0, first, width, end - first };
}

/* A row of cells: those that have something, joined where they touch. */
static void
find_parts_of_row (cairo_surface_t *surface, int top, int height, GArray *parts)
{
  const guint32 *pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface) / 4, width = cairo_image_surface_get_width (surface);
  cairo_rectangle_int_t part = { 0, top, 0, height };

  for (int x = 0; x < width; x += CELL_WIDTH)
    {
      int n = MIN (CELL_WIDTH, width - x);
      gboolean empty = TRUE;

      for (int y = top; y < top + height && empty; y++)
        empty = is_empty (pixels + (gsize) y * stride + x, n);
      if (!empty && part.width > 0 && part.x + part.width == x)
        part.width += n;
      else if (!empty)
        {
          if (part.width > 0)
            g_array_append_val (parts, part);
          part.x = x;
          part.width = n;
        }
    }
  if (part.width > 0)
    g_array_append_val (parts, part);
}

static GArray *
find_parts (cairo_surface_t *surface, const cairo_rectangle_int_t *extents)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (cairo_rectangle_int_t));

  for (int y = extents->y; y < extents->y + extents->height; y += CELL_HEIGHT)
    find_parts_of_row (surface, y, MIN (CELL_HEIGHT, extents->y + extents->height - y), parts);
  return parts;
}

/* What is painted into a node of GTK's is copied first, once for each picture: here rather than when the first frame shows it. */
static void
copy_ahead (cairo_surface_t *surface)
{
  cairo_surface_t *recording = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (recording);

  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (recording);
}

static ScopeLayerPicture *
picture_new (cairo_surface_t *surface)
{
  ScopeLayerPicture *picture = g_new (ScopeLayerPicture, 1);

  cairo_surface_flush (surface);
  copy_ahead (surface);
  *picture = (ScopeLayerPicture) { surface, find_extents (surface), NULL };
  picture->parts = find_parts (surface, &picture->extents);
  return picture;
}

void
scope_layer_picture_free (ScopeLayerPicture *picture)
{
  cairo_surface_destroy (picture->surface);
  g_array_unref (picture->parts);
  g_free (picture);
}

static gpointer
free_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  scope_layer_picture_free ((gpointer) data);
  return NULL;
}

void
scope_layer_picture_put_away (ScopeLayerPicture *picture)
{
  scope_task_give (NULL, free_in_thread, picture, NULL, NULL, NULL, NULL, NULL);
}

static void
paint_all (ScopeLayerPicture *picture, cairo_t *cr, double across, double down)
{
  gboolean stretched = ABS (across - 1) > 1e-6 || ABS (down - 1) > 1e-6;

  if (stretched)
    cairo_scale (cr, across, down);
  cairo_set_source_surface (cr, picture->surface, 0, 0);
  if (stretched)
    cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_FAST);
  cairo_paint (cr);
}

/* Whole pixels: else the edges would be blended. */
void
scope_layer_picture_paint (ScopeLayerPicture *picture, cairo_t *cr, double across, double down)
{
  const cairo_rectangle_int_t *all = &picture->extents;
  double scale, top = floor (all->y * down);

  cairo_surface_get_device_scale (picture->surface, &scale, NULL);
  cairo_rectangle (cr, 0, top / scale, ceil (all->width * across) / scale, (ceil ((all->y + all->height) * down) - top) / scale);
  cairo_clip (cr);
  paint_all (picture, cr, across, down);
}

/* The device pixel whose middle is the first at or behind that edge: what lies in two parts is painted once. */
static double
edge (double at, double scale)
{
  return ceil (at * scale - 0.5) / scale;
}

void
scope_layer_picture_lay (ScopeLayerPicture *picture, GtkSnapshot *snapshot, const graphene_rect_t *clip, double x, double y, double across)
{
  double scale;

  cairo_surface_get_device_scale (picture->surface, &scale, NULL);
  SCOPE_EACH (const cairo_rectangle_int_t, part, picture->parts)
    {
      double x0 = edge (x + part->x * across / scale, scale), x1 = edge (x + (part->x + part->width) * across / scale, scale);
      double y0 = edge (y + part->y / scale, scale), y1 = edge (y + (part->y + part->height) / scale, scale);
      graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) x0, (float) y0, (float) (x1 - x0), (float) (y1 - y0));
      cairo_t *cr;

      if (!graphene_rect_intersection (&bounds, clip, &bounds) || bounds.size.width <= 0 || bounds.size.height <= 0)
        continue;
      cr = gtk_snapshot_append_cairo (snapshot, &bounds);
      cairo_translate (cr, x, y);
      paint_all (picture, cr, across, 1);
      cairo_destroy (cr);
    }
}

static gpointer
draw_in_thread (gpointer source, gconstpointer data, GCancellable *cancellable, GError **error)
{
  Job *job = (gpointer) data;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) job->width * job->factor,
                                                         (int) job->height * job->factor);
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, job->factor, job->factor);
  cr = cairo_create (surface);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_FAST);
  cairo_translate (cr, -job->x, -job->y);
  scope_presenter_draw_sparse (cr, job->scene, job->font);
  cairo_destroy (cr);
  return picture_new (surface);
}

void
scope_layer_picture_draw (ScopeScene *scene, GtkWidget *widget, double x, double y, double width, double height,
                          GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  Job *job = g_new (Job, 1);

  *job = (Job) { scene, NULL, x, y, width, height, gtk_widget_get_scale_factor (widget) };
  job->font = pango_font_description_to_string (
      pango_context_get_font_description (gtk_widget_get_pango_context (widget)));
  scope_task_give (NULL, draw_in_thread, job, job_free, (GDestroyNotify) scope_layer_picture_free, cancellable, callback,
                   user_data);
}

ScopeLayerPicture *
scope_layer_picture_finish (GAsyncResult *result)
{
  return scope_task_answer (result, NULL);
}
