/* scope-cairo-bytes.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/export/scope-cairo-bytes.h"
#include "io/export/scope-png.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

static cairo_status_t
append (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);

  return CAIRO_STATUS_SUCCESS;
}

/* A band of a PNG: as many of its rows as take so much memory. */
#define BAND_BYTES (16u * 1024u * 1024u)

typedef struct
{
  int width, height; /* pixels */
  double scale;
  ScopeCairoFunc draw;
  gpointer data;
} Png;

static cairo_status_t
draw_band (const Png *picture, int y, int n, ScopePng *png)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, picture->width, n);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_translate (cr, 0, -y);
  cairo_scale (cr, picture->scale, picture->scale);
  picture->draw (cr, picture->data);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  if (status == CAIRO_STATUS_SUCCESS
      && !scope_png_add_rows (png, cairo_image_surface_get_data (surface), (gsize) cairo_image_surface_get_stride (surface), (guint) n))
    status = CAIRO_STATUS_NO_MEMORY;
  cairo_surface_destroy (surface);

  return status;
}

/* Pictures of thousands of lanes have hundreds of megabytes of pixels: they are drawn from the top down, a band at a time. */
static cairo_status_t
draw_png (const Png *picture, GByteArray *bytes)
{
  int band = MAX ((int) (BAND_BYTES / 4 / (guint) picture->width), 1);
  ScopePng *png = scope_png_new ((guint) picture->width, (guint) picture->height, bytes);
  cairo_status_t status = png != NULL ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;

  for (int y = 0; y < picture->height && status == CAIRO_STATUS_SUCCESS; y += band)
    status = draw_band (picture, y, MIN (band, picture->height - y), png);
  if (png != NULL && !scope_png_end (png, status == CAIRO_STATUS_SUCCESS) && status == CAIRO_STATUS_SUCCESS)
    status = CAIRO_STATUS_NO_MEMORY;

  return status;
}

static cairo_status_t
draw_page (cairo_surface_t *surface, ScopeCairoFunc draw, gpointer data)
{
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  draw (cr, data);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);

  return status;
}

GByteArray *
scope_cairo_to_bytes (ScopePictureFormat format, double width, double height, double scale, ScopeCairoFunc draw, gpointer data,
                      GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  const Png png = { (int) MAX (round (width * scale), 1), (int) MAX (round (height * scale), 1), scale, draw, data };
  cairo_status_t status;

  if (format == SCOPE_PICTURE_SVG)
    status = draw_page (cairo_svg_surface_create_for_stream (append, bytes, width, height), draw, data);
  else if (format == SCOPE_PICTURE_PDF)
    status = draw_page (cairo_pdf_surface_create_for_stream (append, bytes, width, height), draw, data);
  else
    status = draw_png (&png, bytes);
  if (status == CAIRO_STATUS_SUCCESS)
    return bytes;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("Could not draw the picture: %s"), cairo_status_to_string (status));
  g_byte_array_unref (bytes);

  return NULL;
}
