/* scope-column-edges.c: see scope-column-edges.h. Each strip has its own, so a window of some hundred rows asks for a hundred thousand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-column-edges.h"

#include "model/scene/draw/scope-viewport.h"

#include <float.h>
#include <math.h>

#define FAR_AWAY 0x1p50 /* columns, or bins: beyond, not all halves have a double */
#define WHOLE 0x1.8p52  /* what is added to and taken off again is rounded to a whole number */

/* The same for all columns that are not far away, without a branch or a call, so that some are computed at once. `wide` is a power of two: to
 * multiply by 1 / wide is to divide by it. */
static void
near_edges (double *restrict edges, double below, double scale, double wide, gint64 x, guint n)
{
  const double first = (double) x, part = 1 / wide;

  for (guint c = 0; c <= n; c++)
    {
      double bin = (below + (first + (gint) c) * scale) * part + 0.5, whole = (bin + WHOLE) - WHOLE;

      whole -= whole > bin ? 1 : 0; /* the greatest that is not above it */
      edges[c] = wide * whole - below;
    }
}

void
scope_column_edges (double *edges, gint64 base, double scale, gint64 x, guint n)
{
  gint64 width = (gint64) 1 << scope_viewport_level (scale);
  double wide = (double) width, below = (double) (base & (width - 1)); /* base is so far after a bin's edge */
  double last = MAX (fabs ((double) x), fabs ((double) x + n));

  if (scale < SCOPE_FRACTION_SCALE)
    for (guint c = 0; c <= n; c++)
      edges[c] = (double) (x + c) * scale;
  else if (FLT_EVAL_METHOD == 0 && last < FAR_AWAY && last * scale < FAR_AWAY * wide)
    near_edges (edges, below, scale, wide, x, n);
  else
    for (guint c = 0; c <= n; c++)
      edges[c] = wide * floor ((below + (double) (x + c) * scale) / wide + 0.5) - below;
}
