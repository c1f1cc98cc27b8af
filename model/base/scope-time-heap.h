/* scope-time-heap.h: a heap of times: what comes next of many streams.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* `what` is the owner's: a number or a pointer. Of equal times the order is that of `what`, so that it is the same in each run. */
typedef struct
{
  gint64 time;
  guint64 what;
} ScopeTimeHeapItem;

static inline gboolean
scope_time_heap_before (const ScopeTimeHeapItem *a, const ScopeTimeHeapItem *b)
{
  return a->time < b->time || (a->time == b->time && a->what < b->what);
}

/* Puts `item` where the one at `at` was, and so far down as it must be. */
static inline void
scope_time_heap_sink (ScopeTimeHeapItem *items, guint n, guint at, ScopeTimeHeapItem item)
{
  for (guint child = 2 * at + 1; child < n; child = 2 * at + 1)
    {
      if (child + 1 < n && scope_time_heap_before (&items[child + 1], &items[child]))
        child++;
      if (!scope_time_heap_before (&items[child], &item))
        break;
      items[at] = items[child];
      at = child;
    }
  items[at] = item;
}

/* `heap` is a GArray of ScopeTimeHeapItem; the first is the least. */
static inline void
scope_time_heap_push (GArray *heap, gint64 time, guint64 what)
{
  const ScopeTimeHeapItem item = { time, what };
  ScopeTimeHeapItem *items;
  guint at = heap->len;

  g_array_set_size (heap, heap->len + 1);
  items = (ScopeTimeHeapItem *) (gpointer) heap->data;
  for (; at > 0 && scope_time_heap_before (&item, &items[(at - 1) / 2]); at = (at - 1) / 2)
    items[at] = items[(at - 1) / 2];
  items[at] = item;
}

/* The first has another time now. */
static inline void
scope_time_heap_replace_first (GArray *heap, gint64 time, guint64 what)
{
  scope_time_heap_sink ((ScopeTimeHeapItem *) (gpointer) heap->data, heap->len, 0, (ScopeTimeHeapItem) { time, what });
}

static inline void
scope_time_heap_pop (GArray *heap)
{
  ScopeTimeHeapItem last = g_array_index (heap, ScopeTimeHeapItem, heap->len - 1);

  g_array_set_size (heap, heap->len - 1);
  if (heap->len > 0)
    scope_time_heap_sink ((ScopeTimeHeapItem *) (gpointer) heap->data, heap->len, 0, last);
}

G_END_DECLS
