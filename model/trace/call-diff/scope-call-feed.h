/* scope-call-feed.h: the activations of a lane as trees, a window of siblings at a time: what two runs are compared by.
 *
 * A feed gives what one activation called (or the roots of the lane), in call order, with what they called in turn, as far as that
 * fits into its room: where it does not, the deepest are left out, and the activation above them says so (`cut`). A feed of that
 * activation reads them again.
 *
 * Times are the machine's own. Reads the index: off the main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-events.h"
#include "model/trace/calls/scope-activations.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 from, to;      /* within the lane's range */
  gint64 self;          /* ticks; while it is open: those of what it called, negative */
  guint32 function;     /* the machine's number */
  guint32 size;         /* how many follow that are below it, itself among them */
  guint32 insts;
  guint32 hits[SCOPE_N_HITS];
  guint32 row;          /* of the rows at the time of its entering, which is its own; SCOPE_NONE: it was there before the range */
  guint16 height;       /* below the feed's activation, from 0 */
  gboolean cut;         /* it called what is not here */
} ScopeCallBranch;

/* One run's lane. */
typedef struct
{
  ScopeTrace *trace;
  ScopeLaneId id;
  ScopeMachine *machine;
  guint32 lane;         /* in the stores; SCOPE_NONE: there is none, nothing is read */
  gint64 processor;     /* its number in tables, or -1 */
  gint64 from, to;      /* own time; `to`: no longer than it is known */
  gint64 read_to, charge_to; /* rows and charges before these are its own */
  gboolean insts, hits; /* there are such tables */
  guint64 n_read;       /* rows, so far */
} ScopeCallLane;

/* [from, to) in trace time. FALSE: nothing of its stack lies in it. */
gboolean scope_call_lane_init (ScopeCallLane *self, ScopeTrace *trace, ScopeLaneId id, gint64 from, gint64 to);

typedef struct _ScopeCallFeed ScopeCallFeed;

/* Of what `above` called, which lies at that depth, or, with NULL and SCOPE_NONE, of the roots. NULL with error. Borrows the lane. */
ScopeCallFeed *scope_call_feed_new (ScopeCallLane *lane, const ScopeCallBranch *above, guint depth, GError **error);
void scope_call_feed_free (ScopeCallFeed *feed);
/* Has at least n siblings at hand, if there are so many, and as little more than `room` activations as can be. FALSE with error. What was
 * got before is no longer valid. */
gboolean scope_call_feed_fill (ScopeCallFeed *feed, guint n, guint room, GCancellable *cancellable, GError **error);
/* What is at hand: parents before children. */
const ScopeCallBranch *scope_call_feed_get (ScopeCallFeed *feed, guint *ret_n);
/* Lets go of the first n activations: whole siblings with all below them. */
void scope_call_feed_drop (ScopeCallFeed *feed, guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallFeed, scope_call_feed_free)

G_END_DECLS
