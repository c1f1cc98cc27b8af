/* scope-cairo.c: presents scenes with cairo. Strips come from the same rasteriser as on the screen (PNG), or as outlines
 * (PDF), so that a PDF stays sharp.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-cairo.h"

#include "io/export/scope-cairo-bytes.h"
#include "io/export/scope-strip-path.h"
#include "model/base/scope-each.h"

#include <cairo-pdf.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

typedef struct
{
  cairo_t *cr;
  const ScopeScene *scene;
  PangoLayout *layout;
  gboolean raster;
} Draw;

static void
set_colour (cairo_t *cr, ScopeColour c)
{
  cairo_set_source_rgba (cr, ((c >> 16) & 0xff) / 255.0, ((c >> 8) & 0xff) / 255.0, (c & 0xff) / 255.0,
                         (c >> 24) / 255.0);
}

static void
diagonals (cairo_t *cr, double x, double y, double width, double height, double period, gboolean rising)
{
  /* Lines through multiples of the period of x + y (or x - y), so that neighbouring pieces join. */
  double low = rising ? x + y : x - y - height, high = rising ? x + y + height + width : x + width - y;

  for (double c = ceil (low / period) * period; c < high; c += period)
    {
      if (rising)
        {
          cairo_move_to (cr, c - y, y);
          cairo_line_to (cr, c - y - height, y + height);
        }
      else
        {
          cairo_move_to (cr, c + y, y);
          cairo_line_to (cr, c + y + height, y + height);
        }
    }
}

static void
draw_pattern (cairo_t *cr, ScopePattern pattern, ScopeColour colour, double x, double y, double width,
              double height)
{
  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  set_colour (cr, colour);
  cairo_set_line_width (cr, pattern == SCOPE_PATTERN_HATCH ? 1.5 : 1);
  switch (pattern)
    {
    case SCOPE_PATTERN_CENTRE_LINE:
      cairo_rectangle (cr, x, y + floor (height / 2) - 1, width, 2);
      cairo_fill (cr);
      break;
    case SCOPE_PATTERN_DOTS:
      cairo_rectangle (cr, x + 0.5, y + 0.5, width - 1, height - 1);
      break;
    case SCOPE_PATTERN_CROSS:
      diagonals (cr, x, y, width, height, 5, TRUE);
      diagonals (cr, x, y, width, height, 5, FALSE);
      break;
    case SCOPE_PATTERN_HATCH:
      diagonals (cr, x, y, width, height, 6, TRUE);
      break;
    case SCOPE_PATTERN_DIAGONALS:
      diagonals (cr, x, y, width, height, 8, TRUE);
      break;
    case SCOPE_PATTERN_HORIZONTAL:
      for (double at = ceil (y / 3) * 3 + 0.5; at < y + height; at += 3)
        {
          cairo_move_to (cr, x, at);
          cairo_line_to (cr, x + width, at);
        }
      break;
    case SCOPE_PATTERN_VERTICAL:
      for (double at = ceil (x / 3) * 3 + 0.5; at < x + width; at += 3)
        {
          cairo_move_to (cr, at, y);
          cairo_line_to (cr, at, y + height);
        }
      break;
    default:
      break;
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* --- strips --- */

static void
draw_strip_pixels (Draw *d, const ScopeItem *item)
{
  ScopeRasterOptions options = { .palette = d->scene->palette, .height = (guint) item->height, .patterns = TRUE,
                                 .look = item->look, .dim = item->dim };
  double origin = item->x - (double) item->left;

  options.full = item->style == SCOPE_STRIP_ACTIVITY ? 0 : item->full;
  for (guint i = 0; i < item->n_strips; i++)
    {
      const ScopeStrip *strip = g_ptr_array_index (d->scene->strips, item->strip + i);
      const ScopeStrip *ready = item->second_strip != SCOPE_NONE
                                    ? g_ptr_array_index (d->scene->strips, item->second_strip + i)
                                    : NULL;
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, strip->n, options.height);
      guint32 *pixels = (guint32 *) cairo_image_surface_get_data (surface);
      int stride = cairo_image_surface_get_stride (surface);

      if (pixels != NULL)
        {
          if (item->style == SCOPE_STRIP_ACTIVITY)
            scope_raster_activity (strip, ready, 0, strip->n, strip->n_lanes, item->second_full, &options, pixels,
                                   stride);
          else
            scope_raster_strip (strip, 0, strip->n, &options, pixels, stride);
          cairo_surface_mark_dirty (surface);
          cairo_set_source_surface (d->cr, surface, origin + (double) strip->x, item->y);
          cairo_pattern_set_filter (cairo_get_source (d->cr), CAIRO_FILTER_NEAREST);
          cairo_rectangle (d->cr, MAX (origin + (double) strip->x, item->x), item->y,
                           MIN (origin + (double) strip->x + strip->n, item->x + item->width)
                               - MAX (origin + (double) strip->x, item->x),
                           item->height);
          cairo_fill (d->cr);
        }
      cairo_surface_destroy (surface);
    }
}

typedef struct
{
  cairo_t *cr;
  double x, y;
} Pen;

static void
pen_move (gpointer data, double x, double y)
{
  Pen *pen = data;

  cairo_move_to (pen->cr, x, y);
  pen->x = x;
  pen->y = y;
}

static void
pen_across (gpointer data, double x)
{
  Pen *pen = data;

  cairo_line_to (pen->cr, x, pen->y);
  pen->x = x;
}

static void
pen_down (gpointer data, double y)
{
  Pen *pen = data;

  cairo_line_to (pen->cr, pen->x, y);
  pen->y = y;
}

static void
pen_close (gpointer data)
{
  cairo_close_path (((Pen *) data)->cr);
}

static void
pen_decoration (gpointer data, ScopePattern pattern, guint state, double x, double y, double width, double height)
{
  Draw *d = data;

  draw_pattern (d->cr, pattern, d->scene->palette->pattern_colour[state], x, y, width, height);
}

static void
draw_strip_outlines (Draw *d, const ScopeItem *item)
{
  const ScopePalette *palette = d->scene->palette;
  Pen pen = { d->cr, 0, 0 };
  ScopePathSink sink = { pen_move, pen_across, pen_down, pen_close, &pen };
  ScopeStripPath path;

  scope_strip_path_init (&path, d->scene, item);
  for (guint i = 0; i + 1 < SCOPE_N_STATES; i++)
    {
      guint s = scope_stack_order[i];

      cairo_new_path (d->cr);
      if (!scope_strip_path_outline (&path, s, &sink))
        continue;
      set_colour (d->cr, scope_strip_path_colour (&path, s));
      if (palette->pattern[s] >= SCOPE_PATTERN_HATCH)
        {
          cairo_fill_preserve (d->cr);
          cairo_save (d->cr);
          cairo_clip (d->cr);
          draw_pattern (d->cr, palette->pattern[s], palette->pattern_colour[s], item->x, item->y, item->width,
                        item->height);
          cairo_restore (d->cr);
        }
      else if (s == SCOPE_STATE_IDLE && palette->border)
        {
          cairo_fill_preserve (d->cr);
          cairo_set_line_width (d->cr, 0.5);
          set_colour (d->cr, palette->text);
          cairo_stroke (d->cr);
        }
      else
        cairo_fill (d->cr);
    }
  while (scope_strip_path_next_hue (&path))
    {
      cairo_new_path (d->cr);
      if (!scope_strip_path_outline (&path, SCOPE_STATE_RUNNING, &sink))
        continue;
      set_colour (d->cr, scope_strip_path_colour (&path, SCOPE_STATE_RUNNING));
      cairo_fill (d->cr);
    }
  scope_strip_path_clear (&path);
  scope_strip_decorations (d->scene, item, pen_decoration, d);
  if (item->style == SCOPE_STRIP_ACTIVITY)
    {
      double y = item->y + floor (item->height / 4) - 0.5;

      set_colour (d->cr, scope_colour_alpha (palette->text, 0.6));
      cairo_set_line_width (d->cr, 1);
      cairo_move_to (d->cr, item->x, y);
      cairo_line_to (d->cr, item->x + item->width, y);
      cairo_stroke (d->cr);
    }
}

/* --- other items --- */

static void
draw_text (Draw *d, const ScopeItem *item)
{
  const char *text = scope_scene_text (d->scene, item->text);
  PangoFontDescription *font = pango_font_description_new ();
  int width, height;
  double x = item->x;

  pango_font_description_set_family (font, "sans");
  pango_font_description_set_absolute_size (font, item->size * PANGO_SCALE);
  if (item->bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (d->layout, font);
  pango_font_description_free (font);
  pango_layout_set_single_paragraph_mode (d->layout, TRUE);
  pango_layout_set_width (d->layout, -1);
  pango_layout_set_ellipsize (d->layout, PANGO_ELLIPSIZE_NONE);
  pango_layout_set_text (d->layout, text, -1);
  pango_layout_get_pixel_size (d->layout, &width, &height);
  if (width > item->width + 2)
    {
      pango_layout_set_width (d->layout, (int) (MAX (item->width, 1) * PANGO_SCALE));
      pango_layout_set_ellipsize (d->layout, item->ellipsis ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
      pango_layout_get_pixel_size (d->layout, &width, &height);
    }
  else if (item->align == SCOPE_ALIGN_CENTRE)
    x += (item->width - width) / 2;
  else if (item->align == SCOPE_ALIGN_END)
    x += item->width - width;
  set_colour (d->cr, item->colour);
  cairo_move_to (d->cr, x, floor (item->y + (item->height - height) / 2));
  pango_cairo_show_layout (d->cr, d->layout);
}

static void
set_dash (cairo_t *cr, const ScopeItem *item)
{
  double dash[] = { item->dash, MAX (item->dash - 1, 1) };

  cairo_set_dash (cr, dash, item->dash > 0 ? 2 : 0, 0);
}

static void
draw_line (Draw *d, const ScopeItem *item)
{
  cairo_t *cr = d->cr;
  double x1 = item->x + item->width, y1 = item->y + item->height;

  if (item->halo > 0)
    {
      set_colour (cr, item->second);
      cairo_set_line_width (cr, item->halo);
      cairo_move_to (cr, item->x, item->y);
      cairo_line_to (cr, x1, y1);
      cairo_stroke (cr);
    }
  set_colour (cr, item->colour);
  cairo_set_line_width (cr, item->size);
  set_dash (cr, item);
  cairo_move_to (cr, item->x, item->y);
  cairo_line_to (cr, x1, y1);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  if (item->arrow)
    {
      double angle = atan2 (item->height, item->width);

      cairo_move_to (cr, x1, y1);
      cairo_line_to (cr, x1 - 7 * cos (angle - 0.4), y1 - 7 * sin (angle - 0.4));
      cairo_line_to (cr, x1 - 7 * cos (angle + 0.4), y1 - 7 * sin (angle + 0.4));
      cairo_close_path (cr);
      cairo_fill (cr);
    }
}

static void
draw_points (Draw *d, const ScopeItem *item)
{
  const float *points = &g_array_index (d->scene->points, float, item->points);

  set_colour (d->cr, item->colour);
  cairo_new_path (d->cr); /* text leaves a current point behind */
  for (guint i = 0; i < item->n_points; i++)
    cairo_line_to (d->cr, points[2 * i], points[2 * i + 1]);
  if (item->type == SCOPE_ITEM_POLYGON)
    {
      cairo_close_path (d->cr);
      cairo_fill (d->cr);
      return;
    }
  cairo_set_line_width (d->cr, item->size);
  set_dash (d->cr, item);
  cairo_stroke (d->cr);
  cairo_set_dash (d->cr, NULL, 0, 0);
}

static void
draw_rect (Draw *d, const ScopeItem *item)
{
  cairo_rectangle (d->cr, item->x, item->y, item->width, item->height);
  set_colour (d->cr, item->colour);
  cairo_fill (d->cr);
  if (item->state == SCOPE_STATE_IDLE && d->scene->palette->border)
    {
      cairo_rectangle (d->cr, item->x + 0.5, item->y + 0.5, item->width - 1, item->height - 1);
      set_colour (d->cr, item->second);
      cairo_set_line_width (d->cr, 1);
      cairo_stroke (d->cr);
    }
  if (item->pattern != SCOPE_PATTERN_NONE)
    draw_pattern (d->cr, (ScopePattern) item->pattern, item->second, item->x, item->y, item->width, item->height);
}

static void
draw_image (Draw *d, const ScopeItem *item)
{
  const ScopeSceneImage *image = &g_array_index (d->scene->images, ScopeSceneImage, item->row);
  double width = item->width / image->width, height = item->height / image->height;

  cairo_save (d->cr);
  cairo_set_antialias (d->cr, d->raster ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_DEFAULT);
  for (guint y = 0; y < image->height; y++)
    for (guint x = 0, end; x < image->width; x = end)
      {
        ScopeColour colour = image->pixels[y * image->width + x];

        for (end = x + 1; end < image->width && image->pixels[y * image->width + end] == colour; end++)
          ;
        if (colour == 0)
          continue;
        set_colour (d->cr, colour);
        cairo_rectangle (d->cr, item->x + x * width, item->y + y * height, (end - x) * width, height);
        cairo_fill (d->cr);
      }
  cairo_restore (d->cr);
}

static void
draw_item (Draw *d, const ScopeItem *item)
{
  switch (item->type)
    {
    case SCOPE_ITEM_RECT:
      draw_rect (d, item);
      break;
    case SCOPE_ITEM_IMAGE:
      draw_image (d, item);
      break;
    case SCOPE_ITEM_STRIP:
      if (item->n_strips > 0 && item->height >= 1)
        {
          if (d->raster)
            draw_strip_pixels (d, item);
          else
            draw_strip_outlines (d, item);
        }
      break;
    case SCOPE_ITEM_TEXT:
      draw_text (d, item);
      break;
    case SCOPE_ITEM_LINE:
      draw_line (d, item);
      break;
    default:
      draw_points (d, item);
      break;
    }
}

/* Of what costs something before cairo can see that it is not wanted: when a band of a picture is drawn. */
static gboolean
lies_outside (const ScopeItem *item, double top, double bottom)
{
  return (item->type == SCOPE_ITEM_STRIP || item->type == SCOPE_ITEM_IMAGE)
         && (item->y > bottom + 1 || item->y + item->height < top - 1);
}

static void
present (cairo_t *cr, const ScopeScene *scene, gboolean raster)
{
  Draw d = { cr, scene, pango_cairo_create_layout (cr), raster };
  double left, top, right, bottom;
  guint current = 0;

  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  cairo_save (cr);
  SCOPE_EACH (const ScopeItem, item, scene->items)
    {
      if (item->group != current)
        {
          const ScopeSceneGroup *group = &g_array_index (scene->groups, ScopeSceneGroup, item->group);

          cairo_restore (cr);
          cairo_save (cr);
          if (item->group != 0)
            {
              cairo_rectangle (cr, group->x, group->y, group->width, group->height);
              cairo_clip (cr);
            }
          current = item->group;
        }
      if (!lies_outside (item, top, bottom))
        draw_item (&d, item);
    }
  cairo_restore (cr);
  g_object_unref (d.layout);
}

/* --- files --- */

typedef struct
{
  const ScopeScene *scene;
  gboolean raster;
} Drawing;

static void
draw_scene (cairo_t *cr, gpointer data)
{
  const Drawing *drawing = data;

  present (cr, drawing->scene, drawing->raster);
}

GByteArray *
scope_cairo_write_png (const ScopeScene *scene, double scale, GError **error)
{
  Drawing drawing = { scene, scale == 1 };

  return scope_cairo_to_bytes (SCOPE_PICTURE_PNG, scene->width, scene->height, scale, draw_scene, &drawing, error);
}

typedef struct
{
  const ScopeScene *scene;
  const char *title;
} Page;

/* A scene's pixel is a CSS pixel: 1/96 inch, 0.75 points. */
#define POINTS 0.75

static void
draw_page (cairo_t *cr, gpointer data)
{
  const Page *page = data;

  if (page->title != NULL)
    cairo_pdf_surface_set_metadata (cairo_get_target (cr), CAIRO_PDF_METADATA_TITLE, page->title);
  cairo_scale (cr, POINTS, POINTS);
  present (cr, page->scene, FALSE);
  cairo_show_page (cr);
}

GByteArray *
scope_cairo_write_pdf (const ScopeScene *scene, const char *title, GError **error)
{
  Page page = { scene, title };

  return scope_cairo_to_bytes (SCOPE_PICTURE_PDF, scene->width * POINTS, scene->height * POINTS, 1, draw_page, &page, error);
}
