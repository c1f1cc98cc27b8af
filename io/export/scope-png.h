/* scope-png.h: a PNG that is written row by row, so that nobody needs all its pixels at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ScopePng ScopePng;

/* Appends to `bytes`, which stays the caller's. NULL: it is too large, or there is no memory. */
ScopePng *scope_png_new (guint width, guint height, GByteArray *bytes);
/* The next n rows, from the top down: 0xXXRRGGBB in the machine's order, `stride` bytes apart. FALSE: no memory. */
gboolean scope_png_add_rows (ScopePng *png, const guint8 *rows, gsize stride, guint n);
/* Frees it; `whole`: all rows have been added, and the file is to end. FALSE: no memory. */
gboolean scope_png_end (ScopePng *png, gboolean whole);

G_END_DECLS
