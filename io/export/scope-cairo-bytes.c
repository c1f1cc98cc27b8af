/* scope-cairo-bytes.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "scope-cairo-bytes.h"

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

static cairo_surface_t *
make_surface (ScopePictureFormat format, double width, double height, double scale, GByteArray *bytes)
{
  switch (format)
    {
    case SCOPE_PICTURE_SVG: return cairo_svg_surface_create_for_stream (append, bytes, width, height);
    case SCOPE_PICTURE_PDF: return cairo_pdf_surface_create_for_stream (append, bytes, width, height);
    default:
      return cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) MAX (round (width * scale), 1),
                                         (int) MAX (round (height * scale), 1));
    }
}

GByteArray *
scope_cairo_to_bytes (ScopePictureFormat format, double width, double height, double scale, ScopeCairoFunc draw, gpointer data,
                      GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  cairo_surface_t *surface = make_surface (format, width, height, scale, bytes);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  if (format == SCOPE_PICTURE_PNG)
    cairo_scale (cr, scale, scale);
  draw (cr, data);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (format == SCOPE_PICTURE_PNG && status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, append, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return bytes;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("Could not draw the picture: %s"), cairo_status_to_string (status));
  g_byte_array_unref (bytes);

  return NULL;
}
