/* scope-bisect.h: where a time stands among times in order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The first of n ascending ones that is `time` or later, n if there is none: so many are earlier. */
static inline guint
scope_bisect_time (const gint64 *times, guint n, gint64 time)
{
  guint low = 0, high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (times[middle] < time)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

G_END_DECLS
