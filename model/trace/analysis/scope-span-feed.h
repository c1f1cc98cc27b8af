/* scope-span-feed.h: spans of the processors of a machine, as a table tells them, each processor's one after the other.
 *
 * All that a table has may be ten million collections of eight processors: 1.3 GB as spans. Here it is read as it is asked for, and what
 * comes of other processors on the way waits. Of a processor that hardly ever has a span too much would wait, so it reads for itself then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-gc-spans.h"

G_BEGIN_DECLS

typedef struct _ScopeSpanFeed ScopeSpanFeed;

/* Whose span the row tells, if it is one: trace time. */
typedef gboolean (*ScopeSpanOfRow) (gpointer data, const gint64 *row, guint32 *ret_processor, ScopeSpan *ret_span);

/* Of processors below `n`. Borrows the table and `data`. Goes through the table once. NULL with error. */
ScopeSpanFeed *scope_span_feed_new (ScopeTable *table, guint n, ScopeSpanOfRow span_of, gpointer data, GError **error);
void scope_span_feed_free (ScopeSpanFeed *feed);
/* As scope_span_add() would have put them one after the other. FALSE: there is none any more, or with error. */
gboolean scope_span_feed_next (ScopeSpanFeed *feed, guint32 processor, ScopeSpan *ret_span, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSpanFeed, scope_span_feed_free)

G_END_DECLS
