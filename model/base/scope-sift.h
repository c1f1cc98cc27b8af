/* scope-sift.h: a binary heap in an array: the first item is before all others.
 *
 * `before (x, y)` is a function or a macro of two pointers to items.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

/* The item at `from` sinks to where it belongs among the n of the heap. What lies below it is in order. */
#define SCOPE_SIFT_DOWN(heap, n, from, before)                                \
  G_STMT_START                                                                \
  {                                                                           \
    guint at_ = (from), n_ = (n);                                             \
    const __typeof__ ((heap)[0]) moved_ = (heap)[at_];                        \
                                                                              \
    for (guint child_; (child_ = 2 * at_ + 1) < n_; at_ = child_)             \
      {                                                                       \
        if (child_ + 1 < n_)                                                  \
          child_ += !!before (&(heap)[child_ + 1], &(heap)[child_]);          \
        if (!before (&(heap)[child_], &moved_))                               \
          break;                                                              \
        (heap)[at_] = (heap)[child_];                                         \
      }                                                                       \
    (heap)[at_] = moved_;                                                     \
  }                                                                           \
  G_STMT_END

/* Makes a heap of n items in any order; of none, too. */
#define SCOPE_MAKE_HEAP(heap, n, before)     \
  G_STMT_START                               \
  {                                          \
    for (guint i_ = (n) / 2; i_-- > 0;)      \
      SCOPE_SIFT_DOWN (heap, n, i_, before); \
  }                                          \
  G_STMT_END

/* The item at `from` rises to where it belongs. What lies above it is in order. */
#define SCOPE_SIFT_UP(heap, from, before)                                            \
  G_STMT_START                                                                       \
  {                                                                                  \
    guint at_ = (from);                                                              \
    const __typeof__ ((heap)[0]) moved_ = (heap)[at_];                               \
                                                                                     \
    for (; at_ > 0 && before (&moved_, &(heap)[(at_ - 1) / 2]); at_ = (at_ - 1) / 2) \
      (heap)[at_] = (heap)[(at_ - 1) / 2];                                           \
    (heap)[at_] = moved_;                                                            \
  }                                                                                  \
  G_STMT_END

/* --- in a GArray --- */

#define SCOPE_HEAP_PUSH(array, Type, item, before)                               \
  G_STMT_START                                                                   \
  {                                                                              \
    g_array_append_vals (array, item, 1);                                        \
    SCOPE_SIFT_UP ((Type *) (gpointer) (array)->data, (array)->len - 1, before); \
  }                                                                              \
  G_STMT_END

/* The first goes; there is one. */
#define SCOPE_HEAP_POP(array, Type, before)              \
  G_STMT_START                                           \
  {                                                      \
    Type *items_ = (Type *) (gpointer) (array)->data;    \
                                                         \
    items_[0] = items_[(array)->len - 1];                \
    g_array_set_size (array, (array)->len - 1);          \
    if ((array)->len > 1)                                \
      SCOPE_SIFT_DOWN (items_, (array)->len, 0, before); \
  }                                                      \
  G_STMT_END

/* Of all items that come by, the `most` that are first in an order stay; `after (x, y)`: x comes after y in it. The array is a heap, the
 * last of them at its top, once it is full; to be sorted in the end. */
#define SCOPE_KEEP_FIRST(array, Type, most, item, after)                             \
  G_STMT_START                                                                       \
  {                                                                                  \
    if ((array)->len < (most))                                                       \
      {                                                                              \
        g_array_append_vals (array, item, 1);                                        \
        if ((array)->len == (most))                                                  \
          SCOPE_MAKE_HEAP ((Type *) (gpointer) (array)->data, (array)->len, after);  \
      }                                                                              \
    else if ((most) > 0 && after (&g_array_index (array, Type, 0), item))            \
      {                                                                              \
        g_array_index (array, Type, 0) = *(item);                                    \
        SCOPE_SIFT_DOWN ((Type *) (gpointer) (array)->data, (array)->len, 0, after); \
      }                                                                              \
  }                                                                                  \
  G_STMT_END
