/* scope-gc-spans.h: when a machine collected, from the request to the end, when the nonmoving collector stopped it, and when Eden took what
 * had come.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-machine.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 from, to; /* trace time */
} ScopeSpan;

typedef struct
{
  gint64 request, start, end; /* trace time */
} ScopeCollectionSpan;

/* Behind others that end at `until` (SCOPE_TIME_MIN: there are none): of what is told twice it is the later part. FALSE: nothing is left
 * of it. */
gboolean scope_span_follow (ScopeSpan *span, gint64 *until);
/* The same behind those that are there. */
void scope_span_add (GArray *spans, gint64 from, gint64 to);
/* The collection of a row of SCOPE_TABLE_COLLECTIONS; FALSE: how long it took is not known. */
gboolean scope_gc_span (ScopeMachine *machine, const gint64 *row, ScopeCollectionSpan *ret_span);
/* All of them as an array of ScopeCollectionSpan; NULL with error. */
GArray *scope_collections_read (ScopeMachine *machine, GError **error);
/* The thread that ran on the longest after the request, while others had stopped; SCOPE_NONE: none did, or it is not known. */
guint32 scope_collection_find_late (ScopeMachine *machine, const ScopeCollectionSpan *span);
/* Eden's receive phases, as an array of ScopeSpan; NULL with error. */
GArray *scope_receive_phases_read (ScopeMachine *machine, GError **error);
/* When GHC's nonmoving collector stopped all to end its mark, from when it asked for it, as an array of ScopeSpan; NULL with error. */
GArray *scope_gc_stops_read (ScopeMachine *machine, GError **error);
/* The collections and these stops, in order, as an array of ScopeSpan; NULL with error. */
GArray *scope_gc_spans_read (ScopeMachine *machine, GError **error);
/* How many begin before `time`. */
guint scope_gc_spans_before (const GArray *spans, gint64 time);

G_END_DECLS
