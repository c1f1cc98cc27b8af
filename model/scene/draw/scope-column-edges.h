/* scope-column-edges.h: where columns begin: on bins, or, below four ticks a pixel, where a bin would be too coarse, wherever they do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_FRACTION_SCALE 4.0 /* ticks a pixel; below: edges are not rounded */

/* The edges of columns x to x + n, n + 1 of them, after `base`, the lane's own time at world pixel 0. */
void scope_column_edges (double *edges, gint64 base, double scale, gint64 x, guint n);

G_END_DECLS
