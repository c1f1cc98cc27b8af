/* scope-bisect.h: where something stands among what is in order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many of n come first for which `before` is true, an expression of their index `i`: it is true of none behind one of which it is
 * not. */
#define SCOPE_BISECT(n, i, before) \
  ({ \
    gsize low_ = 0, high_ = (n); \
\
    while (low_ < high_) \
      { \
        const gsize i = low_ + (high_ - low_) / 2; \
\
        if (before) \
          low_ = i + 1; \
        else \
          high_ = i; \
      } \
    low_; \
  })

/* The last of n for which `begun` is true, likewise; 0 if it is true of none. */
#define SCOPE_BISECT_LAST(n, i, begun) \
  ({ \
    const gsize begun_ = SCOPE_BISECT (n, i, begun); \
\
    begun_ > 0 ? begun_ - 1 : 0; \
  })

/* The first of n ascending ones that is `time` or later, n if there is none: so many are earlier. */
static inline guint
scope_bisect_time (const gint64 *times, guint n, gint64 time)
{
  return (guint) SCOPE_BISECT (n, i, times[i] < time);
}

G_END_DECLS
