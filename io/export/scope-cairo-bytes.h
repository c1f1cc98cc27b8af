/* scope-cairo-bytes.h: whatever somebody draws with cairo, as the bytes of an SVG, PDF or PNG file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/export/scope-picture.h"

#include <cairo.h>

G_BEGIN_DECLS

/* Draws on a plane of that width and height; of a PNG several times, a band of it at a time. */
typedef void (*ScopeCairoFunc) (cairo_t *cr, gpointer data);

/* width, height: at most SCOPE_PICTURE_MAX; scale: pixels of a PNG to one of them, which has no transparency. NULL with error: too
 * large, no memory. */
GByteArray *scope_cairo_to_bytes (ScopePictureFormat format, double width, double height, double scale, ScopeCairoFunc draw,
                                  gpointer data, GError **error);

G_END_DECLS
