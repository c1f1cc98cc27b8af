/* scope-time-heap.h: what comes next of many streams.
 *
 * A tournament: each stream is a leaf, and where two meet the earlier one goes on, to the first of all. Which places a leaf comes by is
 * known beforehand, so that no step waits for the one before, and nothing has to be guessed: twice as quick as a heap that sinks.
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
  guint32 leaf;
} ScopeTimeHeapItem;

/* Begins as zeros. */
typedef struct
{
  ScopeTimeHeapItem *items; /* [1]: the first of all; [i]: the earlier one of [2i] and [2i + 1]; leaves from [n_leaves] on */
  guint32 *leaves;          /* those from the n-th on are free */
  guint32 n_leaves;         /* a power of two */
  guint32 n;                /* items that there are */
} ScopeTimeHeap;

#define SCOPE_TIME_HEAP_LEAST 16u /* leaves */

static inline void
scope_time_heap_clear (ScopeTimeHeap *heap)
{
  g_free (heap->items);
  g_free (heap->leaves);
  *heap = (ScopeTimeHeap) { 0 };
}

/* The earlier one, without jumps: nobody could foretell them. Times are later than G_MININT64. */
static inline ScopeTimeHeapItem
scope_time_heap_earlier (const ScopeTimeHeapItem *a, const ScopeTimeHeapItem *b)
{
  const guint64 other = -(guint64) ((gint64) ((guint64) b->time - (b->what < a->what)) < a->time);
  ScopeTimeHeapItem item;

  item.time = (gint64) ((guint64) a->time ^ (((guint64) a->time ^ (guint64) b->time) & other));
  item.what = a->what ^ ((a->what ^ b->what) & other);
  item.leaf = a->leaf ^ ((a->leaf ^ b->leaf) & (guint32) other);
  return item;
}

static inline void
scope_time_heap_set (ScopeTimeHeap *heap, guint32 leaf, gint64 time, guint64 what)
{
  ScopeTimeHeapItem *items = heap->items, item = { time, what, leaf };
  guint32 at = heap->n_leaves + leaf;

  for (items[at] = item; at > 1; at /= 2)
    items[at / 2] = item = scope_time_heap_earlier (&item, &items[at ^ 1]);
}

/* A leaf that nobody has. */
static inline void
scope_time_heap_unset (ScopeTimeHeap *heap, guint32 leaf)
{
  scope_time_heap_set (heap, leaf, G_MAXINT64, G_MAXUINT64);
}

static G_NO_INLINE G_GNUC_UNUSED void
scope_time_heap_grow (ScopeTimeHeap *heap)
{
  ScopeTimeHeap larger = { .n_leaves = MAX (heap->n_leaves * 2, SCOPE_TIME_HEAP_LEAST), .n = heap->n };

  larger.items = g_new (ScopeTimeHeapItem, 2 * (gsize) larger.n_leaves);
  larger.leaves = g_renew (guint32, g_steal_pointer (&heap->leaves), larger.n_leaves);
  for (guint32 i = 0; i < larger.n_leaves; i++)
    {
      larger.items[larger.n_leaves + i] = i < heap->n_leaves ? heap->items[heap->n_leaves + i]
                                                             : (ScopeTimeHeapItem) { G_MAXINT64, G_MAXUINT64, i };
      if (i >= heap->n_leaves)
        larger.leaves[i] = i;
    }
  for (guint32 i = larger.n_leaves; i-- > 1;)
    larger.items[i] = scope_time_heap_earlier (&larger.items[2 * i], &larger.items[2 * i + 1]);
  scope_time_heap_clear (heap);
  *heap = larger;
}

/* There is one. */
static inline const ScopeTimeHeapItem *
scope_time_heap_first (const ScopeTimeHeap *heap)
{
  return &heap->items[1];
}

/* The first of the half that the first of all is not in: mostly the second, or near it. There is room for one. */
static inline const ScopeTimeHeapItem *
scope_time_heap_beside (const ScopeTimeHeap *heap)
{
  return &heap->items[2 + (heap->items[2].leaf == heap->items[1].leaf)];
}

static inline void
scope_time_heap_push (ScopeTimeHeap *heap, gint64 time, guint64 what)
{
  if (G_UNLIKELY (heap->n == heap->n_leaves))
    scope_time_heap_grow (heap);
  scope_time_heap_set (heap, heap->leaves[heap->n++], time, what);
}

/* The first has another time now. */
static inline void
scope_time_heap_replace_first (ScopeTimeHeap *heap, gint64 time, guint64 what)
{
  scope_time_heap_set (heap, heap->items[1].leaf, time, what);
}

/* The first goes; there is one. */
static inline void
scope_time_heap_pop (ScopeTimeHeap *heap)
{
  heap->leaves[--heap->n] = heap->items[1].leaf;
  scope_time_heap_unset (heap, heap->items[1].leaf);
}

G_END_DECLS
