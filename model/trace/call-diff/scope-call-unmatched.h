/* scope-call-unmatched.h: which activations of two runs have no partner in the other one, to be asked for again and again as bars are drawn.
 *
 *     baseline  main ─┬─ move             this run  main ─┬─ move
 *                     ├─ lock ── wait                     │
 *                     └─ move                             └─ move        kept: lock of the baseline; wait has no partner either
 *
 * The alignment is that of scope-call-diff.h, over both runs as a whole: so what is marked does not change with the range that is looked at.
 * What lies below an activation that has no partner has none: the uppermost are kept alone, sorted, at most
 * SCOPE_CALL_UNMATCHED_MOST of each run; where there are more, those that are met later have no mark, and the key says so.
 *
 * Times are trace time of their own trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/call-diff/scope-call-diff.h"

G_BEGIN_DECLS

#define SCOPE_CALL_UNMATCHED_MOST (1u << 20)

/* Immutable; any thread. */
typedef struct _ScopeCallUnmatched ScopeCallUnmatched;

/* Off the main thread: it goes through all calls of both runs, once. `most` 0: SCOPE_CALL_UNMATCHED_MOST. NULL with error: an index cannot be
 * read, or it was cancelled. */
ScopeCallUnmatched *scope_call_unmatched_read (ScopePairing *pairing, guint most, GCancellable *cancellable, GError **error);
void scope_call_unmatched_read_async (ScopePairing *pairing, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
ScopeCallUnmatched *scope_call_unmatched_read_finish (GAsyncResult *result, GError **error);
ScopeCallUnmatched *scope_call_unmatched_ref (ScopeCallUnmatched *unmatched);
void scope_call_unmatched_unref (ScopeCallUnmatched *unmatched);

/* What a key says of one run. */
typedef struct
{
  guint64 n;          /* activations without a partner, those below others counted as well */
  gboolean truncated; /* not all of them are marked: there were too many to be kept */
} ScopeCallUnmatchedCount;

/* Of both runs, by ScopeCallSide. `unmatched` NULL: none. */
void scope_call_unmatched_get_counts (const ScopeCallUnmatched *unmatched, ScopeCallUnmatchedCount ret[2]);
/* Whether that activation has no partner; of a lane without a partner none has. */
gboolean scope_call_unmatched_has (const ScopeCallUnmatched *unmatched, ScopeCallSide side, ScopeLaneId lane, guint depth, gint64 from,
                                   gint64 to);
/* How many ticks of [from, to) lie in activations without a partner at that depth, or in what such ones called, down to that depth. */
gint64 scope_call_unmatched_cover (const ScopeCallUnmatched *unmatched, ScopeCallSide side, ScopeLaneId lane, guint depth, gint64 from,
                                   gint64 to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallUnmatched, scope_call_unmatched_unref)

G_END_DECLS
