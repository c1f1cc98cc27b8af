/* scope-time-heap.h: a heap of times: what comes next of many streams.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sift.h"

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
  return (a->time < b->time) | ((a->time == b->time) & (a->what < b->what)); /* no jumps: nobody could foretell them */
}

/* `heap` is a GArray of ScopeTimeHeapItem; the first is the least. */
static inline void
scope_time_heap_push (GArray *heap, gint64 time, guint64 what)
{
  const ScopeTimeHeapItem item = { time, what };

  SCOPE_HEAP_PUSH (heap, ScopeTimeHeapItem, &item, scope_time_heap_before);
}

/* The first has another time now. */
static inline void
scope_time_heap_replace_first (GArray *heap, gint64 time, guint64 what)
{
  ScopeTimeHeapItem *items = (ScopeTimeHeapItem *) (gpointer) heap->data;

  items[0] = (ScopeTimeHeapItem) { time, what };
  SCOPE_SIFT_DOWN (items, heap->len, 0, scope_time_heap_before);
}

static inline void
scope_time_heap_pop (GArray *heap)
{
  SCOPE_HEAP_POP (heap, ScopeTimeHeapItem, scope_time_heap_before);
}

G_END_DECLS
