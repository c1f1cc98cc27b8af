/* scope-pixel-batch.c: see scope-pixel-batch.h.
 *
 * Edges are counted in 256ths of a pixel, as cairo counts them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-pixel-batch.h"

#include <math.h>
#include <string.h>

#define ONE 256 /* parts of a pixel */

struct _ScopePixelBatch
{
  double x, y;          /* of the scene, whole */
  guint factor;
  int width, height;    /* pixels of the picture */
  guint32 *pixels;      /* premultiplied; of `bytes` */
  GBytes *bytes;
};

ScopePixelBatch *
scope_pixel_batch_new (double x, double y, double width, double height, guint factor)
{
  ScopePixelBatch *ink = g_new0 (ScopePixelBatch, 1);

  g_return_val_if_fail (factor > 0, NULL);
  ink->x = floor (x);
  ink->y = floor (y);
  ink->factor = factor;
  ink->width = (int) MAX (ceil (x + width) - ink->x, 1) * (int) factor;
  ink->height = (int) MAX (ceil (y + height) - ink->y, 1) * (int) factor;
  ink->pixels = g_new0 (guint32, (gsize) ink->width * (gsize) ink->height);
  ink->bytes = g_bytes_new_take (ink->pixels, sizeof (guint32) * (gsize) ink->width * (gsize) ink->height);
  return ink;
}

void
scope_pixel_batch_put (ScopePixelBatch *ink, ScopeScene *scene)
{
  scope_scene_image_bytes (scene, ink->x, ink->y, (double) ink->width / ink->factor, (double) ink->height / ink->factor, ink->bytes,
                           (guint) ink->width, (guint) ink->height);
}

void
scope_pixel_batch_free (ScopePixelBatch *ink)
{
  if (ink == NULL)
    return;
  g_bytes_unref (ink->bytes);
  g_free (ink);
}

/* --- pixels --- */

/* Each of the four bytes times part / 255, rounded; two at a time. */
static inline guint32
scale (guint32 pixel, guint part)
{
  guint32 even = (pixel & 0xff00ff) * part + 0x800080, odd = ((pixel >> 8) & 0xff00ff) * part + 0x800080;

  even = ((even + ((even >> 8) & 0xff00ff)) >> 8) & 0xff00ff;
  odd = (odd + ((odd >> 8) & 0xff00ff)) & 0xff00ff00u;
  return even | odd;
}

static guint32
premultiply (ScopeColour colour)
{
  guint alpha = colour >> 24;

  return alpha == 255 ? colour : (scale (colour, alpha) & 0xffffff) | (guint32) alpha << 24;
}

/* `cover` of 256 × 256 parts of the pixel. */
static inline void
put (guint32 *at, guint32 source, int cover)
{
  guint32 over = cover == ONE * ONE ? source : scale (source, (guint) (cover * 255 + ONE * ONE / 2) / (ONE * ONE));

  *at = over >> 24 == 255 ? over : over + scale (*at, 255 - (over >> 24));
}

static void
fill_row (guint32 *row, int x0, int x1, int cover, guint32 source)
{
  int first = (x0 + ONE - 1) / ONE, end = x1 / ONE;

  if (first > end) /* within one pixel */
    {
      put (row + end, source, cover * (x1 - x0));
      return;
    }
  if (x0 < first * ONE)
    put (row + first - 1, source, cover * (first * ONE - x0));
  if (cover == ONE && source >> 24 == 255)
    for (int x = first; x < end; x++)
      row[x] = source;
  else
    for (int x = first; x < end; x++)
      put (row + x, source, cover * ONE);
  if (x1 > end * ONE)
    put (row + end, source, cover * (x1 - end * ONE));
}

/* What is narrower than a pixel is one wide: most of all. */
static void
fill_column (const ScopePixelBatch *ink, int x, int y0, int y1, guint32 source)
{
  int first = (y0 + ONE - 1) / ONE, end = y1 / ONE;
  guint32 *at = ink->pixels + (gsize) (y0 / ONE) * (gsize) ink->width + x;

  if (first > end)
    {
      put (at, source, (y1 - y0) * ONE);
      return;
    }
  if (y0 < first * ONE)
    {
      put (at, source, (first * ONE - y0) * ONE);
      at += ink->width;
    }
  for (int y = first; y < end; y++, at += ink->width)
    *at = source;
  if (y1 > end * ONE)
    put (at, source, (y1 - end * ONE) * ONE);
}

static int
parts_of (double pixels)
{
  return (int) floor (CLAMP (pixels, -1e6, 1e6) * ONE + 0.5);
}

void
scope_pixel_batch_fill (ScopePixelBatch *ink, double x, double y, double width, double height, ScopeColour colour)
{
  int x0 = parts_of ((x - ink->x) * ink->factor), y0 = parts_of ((y - ink->y) * ink->factor);
  int x1 = MIN (x0 + parts_of (width * ink->factor), ink->width * ONE), y1 = MIN (y0 + parts_of (height * ink->factor), ink->height * ONE);
  guint32 source = premultiply (colour);

  x0 = MAX (x0, 0);
  y0 = MAX (y0, 0);
  if (x0 >= x1 || y0 >= y1 || source >> 24 == 0)
    return;
  if (source >> 24 == 255 && x0 % ONE == 0 && x1 - x0 == ONE)
    {
      fill_column (ink, x0 / ONE, y0, y1, source);
      return;
    }
  for (int row = y0 / ONE; row * ONE < y1; row++)
    fill_row (ink->pixels + (gsize) row * (gsize) ink->width, x0, x1, MIN (y1, (row + 1) * ONE) - MAX (y0, row * ONE), source);
}

/* --- shapes --- */

/* The pixels about a small shape: what each edge adds to the cover of its row from there on to the right, so that sums from the left are
 * how much of each pixel is covered. */
typedef struct
{
  int x, y, width, height; /* in the picture */
  float sums[(SCOPE_PIXEL_BATCH_SHAPE + 1) * SCOPE_PIXEL_BATCH_SHAPE];
} Shape;

/* The part of an edge within a row, from x0 to x1 with so much of the row's height (negative: upwards). */
static void
add_part (float *row, float x0, float x1, float height)
{
  float left = MIN (x0, x1), right = MAX (x0, x1), slope = right > left ? height / (right - left) : 0;
  int first = (int) left, last = (int) right;

  if (first == last)
    {
      float middle = (left + right) / 2 - (float) first;

      row[first] += height * (1 - middle);
      row[first + 1] += height * middle;
      return;
    }
  for (int x = first; x <= last; x++)
    {
      float from = MAX (left, (float) x), to = MIN (right, (float) (x + 1)), part = slope * (to - from), middle = (from + to) / 2 - (float) x;

      row[x] += part * (1 - middle);
      row[x + 1] += part * middle;
    }
}

static void
add_edge (Shape *shape, float x0, float y0, float x1, float y1)
{
  float sign = y0 < y1 ? 1 : -1, slope;

  if (y0 == y1)
    return;
  if (y0 > y1)
    {
      float x = x0, y = y0;

      x0 = x1;
      y0 = y1;
      x1 = x;
      y1 = y;
    }
  slope = (x1 - x0) / (y1 - y0);
  for (int row = (int) y0; (float) row < y1; row++)
    {
      float from = MAX (y0, (float) row), to = MIN (y1, (float) (row + 1));

      add_part (shape->sums + row * (shape->width + 1), x0 + slope * (from - y0), x0 + slope * (to - y0), sign * (to - from));
    }
}

/* The bounds of a shape; FALSE: nothing of it is seen, or it is none of the small ones. */
static gboolean
begin_shape (const ScopePixelBatch *ink, Shape *shape, const float *points, guint n)
{
  double x0 = points[0], y0 = points[1], x1 = x0, y1 = y0;

  for (guint i = 1; i < n; i++)
    {
      x0 = MIN (x0, points[2 * i]);
      x1 = MAX (x1, points[2 * i]);
      y0 = MIN (y0, points[2 * i + 1]);
      y1 = MAX (y1, points[2 * i + 1]);
    }
  if ((x1 - ink->x) * ink->factor <= 0 || (x0 - ink->x) * ink->factor >= ink->width || (y1 - ink->y) * ink->factor <= 0
      || (y0 - ink->y) * ink->factor >= ink->height)
    return FALSE;
  shape->x = (int) floor ((x0 - ink->x) * ink->factor);
  shape->y = (int) floor ((y0 - ink->y) * ink->factor);
  shape->width = (int) ceil ((x1 - ink->x) * ink->factor) - shape->x + 1;
  shape->height = (int) ceil ((y1 - ink->y) * ink->factor) - shape->y + 1;
  g_return_val_if_fail (shape->width <= SCOPE_PIXEL_BATCH_SHAPE && shape->height <= SCOPE_PIXEL_BATCH_SHAPE, FALSE);
  memset (shape->sums, 0, sizeof (float) * (gsize) (shape->width + 1) * (gsize) shape->height);
  return TRUE;
}

static void
add_polygon (ScopePixelBatch *ink, const float *points, guint n, ScopeColour colour)
{
  guint32 source = premultiply (colour);
  Shape shape;

  if (n < 3 || !begin_shape (ink, &shape, points, n))
    return;
  for (guint i = 0; i < n; i++)
    {
      const float *from = points + 2 * i, *to = points + 2 * ((i + 1) % n);

      add_edge (&shape, (float) ((from[0] - ink->x) * ink->factor - shape.x), (float) ((from[1] - ink->y) * ink->factor - shape.y),
                (float) ((to[0] - ink->x) * ink->factor - shape.x), (float) ((to[1] - ink->y) * ink->factor - shape.y));
    }
  for (int y = MAX (shape.y, 0); y < MIN (shape.y + shape.height, ink->height); y++)
    {
      const float *sums = shape.sums + (y - shape.y) * (shape.width + 1);
      float cover = 0;

      for (int x = shape.x; x < MIN (shape.x + shape.width, ink->width); x++)
        {
          int parts;

          cover += *sums++;
          parts = (int) (MIN (fabsf (cover), 1) * ONE * ONE + 0.5f);
          if (parts > 0 && x >= 0)
            put (ink->pixels + (gsize) y * (gsize) ink->width + x, source, parts);
        }
    }
}

/* --- in scenes --- */

void
scope_scene_fill_polygon (ScopeScene *scene, const float *points, guint n, ScopeColour colour)
{
  if (scene->ink != NULL)
    add_polygon (scene->ink, points, n, colour);
  else
    scope_scene_polygon (scene, points, n, colour);
}

void
scope_scene_dash (ScopeScene *scene, double x0, double y0, double x1, double y1, ScopeColour colour)
{
  double length = MAX (x1 - x0, y1 - y0);

  if (scene->ink == NULL)
    {
      scope_scene_line (scene, x0, y0, x1, y1, 1, colour)->dash = 2;
      return;
    }
  for (double at = 0; at < length; at += SCOPE_PIXEL_BATCH_DASH + SCOPE_PIXEL_BATCH_GAP)
    if (y0 == y1)
      scope_pixel_batch_fill (scene->ink, x0 + at, y0 - 0.5, MIN (SCOPE_PIXEL_BATCH_DASH, length - at), 1, colour);
    else
      scope_pixel_batch_fill (scene->ink, x0 - 0.5, y0 + at, 1, MIN (SCOPE_PIXEL_BATCH_DASH, length - at), colour);
}

void
scope_scene_fill (ScopeScene *scene, double x, double y, double width, double height, ScopeColour colour)
{
  if (scene->ink != NULL)
    scope_pixel_batch_fill (scene->ink, x, y, width, height, colour);
  else
    scope_scene_rect (scene, x, y, width, height, colour);
}
