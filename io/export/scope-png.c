/* scope-png.c: see the header.
 *
 * libpng leaves by longjmp() when it fails: nothing in the functions that set a place to come back to is changed behind it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-png.h"

#include <png.h>

struct _ScopePng
{
  png_structp png;
  png_infop info;
};

static void
append (png_structp png, png_bytep data, png_size_t n)
{
  g_byte_array_append (png_get_io_ptr (png), data, (guint) n);
}

static void
flush (png_structp png)
{
}

static void
warn (png_structp png, png_const_charp message)
{
}

static void
fail (png_structp png, png_const_charp message)
{
  png_longjmp (png, 1);
}

static gboolean
begin (ScopePng *self, guint width, guint height, GByteArray *bytes)
{
  if (setjmp (png_jmpbuf (self->png)))
    return FALSE;
  png_set_write_fn (self->png, bytes, append, flush);
  png_set_IHDR (self->png, self->info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                PNG_FILTER_TYPE_DEFAULT);
  png_write_info (self->png, self->info);
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN)
    {
      png_set_bgr (self->png);
      png_set_filler (self->png, 0, PNG_FILLER_AFTER);
    }
  else
    png_set_filler (self->png, 0, PNG_FILLER_BEFORE);
  return TRUE;
}

ScopePng *
scope_png_new (guint width, guint height, GByteArray *bytes)
{
  ScopePng *self = g_new0 (ScopePng, 1);

  self->png = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, fail, warn);
  if (self->png != NULL)
    self->info = png_create_info_struct (self->png);
  if (self->info != NULL && begin (self, width, height, bytes))
    return self;
  scope_png_end (self, FALSE);
  return NULL;
}

gboolean
scope_png_add_rows (ScopePng *self, const guint8 *rows, gsize stride, guint n)
{
  if (setjmp (png_jmpbuf (self->png)))
    return FALSE;
  for (volatile guint i = 0; i < n; i++)
    png_write_row (self->png, rows + i * stride);
  return TRUE;
}

static gboolean
finish (ScopePng *self)
{
  if (setjmp (png_jmpbuf (self->png)))
    return FALSE;
  png_write_end (self->png, NULL);
  return TRUE;
}

gboolean
scope_png_end (ScopePng *self, gboolean whole)
{
  gboolean ok = whole && finish (self);

  png_destroy_write_struct (&self->png, &self->info);
  g_free (self);
  return ok;
}
