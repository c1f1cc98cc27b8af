/* scope-sift.h: a binary heap in an array: the first item is before all others.
 *
 * `before (x, y)` is a function or a macro of two pointers to items.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

/* The item at `from` sinks to where it belongs among the n of the heap. What lies below it is in order. */
#define SCOPE_SIFT_DOWN(heap, n, from, before) \
  G_STMT_START \
  { \
    guint at_ = (from), n_ = (n); \
    const __typeof__ ((heap)[0]) moved_ = (heap)[at_]; \
\
    for (guint child_; (child_ = 2 * at_ + 1) < n_; at_ = child_) \
      { \
        if (child_ + 1 < n_ && before (&(heap)[child_ + 1], &(heap)[child_])) \
          child_++; \
        if (!before (&(heap)[child_], &moved_)) \
          break; \
        (heap)[at_] = (heap)[child_]; \
      } \
    (heap)[at_] = moved_; \
  } \
  G_STMT_END

/* Makes a heap of n items in any order; of none, too. */
#define SCOPE_MAKE_HEAP(heap, n, before) \
  G_STMT_START \
  { \
    for (guint i_ = (n) / 2; i_-- > 0;) \
      SCOPE_SIFT_DOWN (heap, n, i_, before); \
  } \
  G_STMT_END
