/* scope-lock-slack.h: how much longer each stretch of a simulated core, and each of its critical sections, could have taken, and the run would
 * have been no longer.
 *
 * A core goes on in its order, and each stretch takes as long as it did. Locks are handed over in the order of the record: with r, when
 * another core released it before, an acquisition that began at a got it at max (a, r) + h. What gives is the wait in between:
 *
 *     core 0   ──runs──┤ holds ├r──runs──────────   its hold may end later by as much as core 1 has to spare at r,
 *     core 1   ──runs──a~~waits~~├h┤ holds ├───┤    whose run before a has r − a more
 *     core 2   ──────────────runs───────────a├h┤    and if r comes before a, core 1 could release it a − r later than that
 *
 * The run ends with the core that runs last. No trace of a simulator tells what else cores wait for: barriers and flags are read in loops, as any
 * memory is, an interrupt does not name who sent it, and neither does a thread that goes on on another core. What is told of these takes as
 * long as it did.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 from, to; /* runs, trace time: cut where it begins or ends to hold a lock, and where it has other slack */
  gint64 slack;
  guint64 lock;    /* address, of those that it holds the one it had last */
  gboolean holds;
} ScopeLockSlack;

typedef gboolean (*ScopeLockSlackFunc) (gpointer data, ScopeLaneId core, const ScopeLockSlack *slack, GError **error);

/* Of all cores, each in order of time; those that lie in the range at least in part. `func` may end it with FALSE and an error. Off the main
 * thread. FALSE with error. */
gboolean scope_lock_slack_walk (const ScopeQueryRange *within, ScopeLockSlackFunc func, gpointer data, GError **error);

G_END_DECLS
