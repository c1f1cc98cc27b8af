/* scope-longest-private.h: what the files about the longest share: the heap that keeps them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/statistics/scope-longest.h"

G_BEGIN_DECLS

/* Of all rows offered, the `limit` that come first: longer ones, then earlier ones, then by lane. A heap, the last on top. */
typedef struct
{
  ScopeLongest *longest;
  guint limit;
} ScopeLongestHeap;

/* One more, if it is long enough; counts it. */
void scope_longest_count (ScopeLongestHeap *heap, const ScopeLongestRow *row);
/* A row of nothing but its lane and range. */
ScopeLongestRow scope_longest_row (ScopeLaneId lane, gint64 from, gint64 to);

gboolean scope_longest_nobody (const ScopeQueryRange *within, ScopeLongestHeap *heap, GError **error);
gboolean scope_longest_collections (const ScopeQueryRange *within, ScopeLongestHeap *heap, GError **error);
gboolean scope_longest_sparks (const ScopeQueryRange *within, ScopeLongestHeap *heap, GError **error);
gboolean scope_longest_latency (const ScopeQueryRange *within, ScopeLongestHeap *heap, GError **error);

G_END_DECLS
