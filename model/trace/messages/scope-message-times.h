/* scope-message-times.h: the messages of a range over time: how many and how large in each stretch of it, how long they were under way, and
 * how long the machines took to receive them.
 *
 * A message belongs to the range, and to the bin, in which it was sent (received, if nobody saw it sent). A receive phase
 * belongs to it as far as it reaches into it, its messages if it begins there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-message.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 messages, size; /* words of those whose size is known */
} ScopeMessageBin;

/* Lies in [low, high]; the same: that is it. */
typedef struct
{
  gint64 low, high; /* ticks */
} ScopeBounds;

/* Latencies of messages of which both ends were seen, in this order. */
typedef struct
{
  guint64 count;             /* those not received before they were sent */
  guint64 reversed;          /* those that were: the clocks differ, nobody knows how long they took */
  ScopeBounds median, p95;   /* of `count` */
  gint64 longest;            /* exact */
  double mean;
  guint64 n[64];             /* class c: 2^c to 2^(c+1) ticks, the first from 0 */
  double time[64];
} ScopeMessageLatency;

/* Eden's receive phases of a machine. */
typedef struct
{
  guint32 machine;           /* index */
  guint64 phases, messages;
  gint64 time, longest;      /* ticks inside the range */
  gint64 alive;              /* ticks of its life inside the range */
} ScopeReceiving;

typedef struct
{
  gint64 from, to;           /* the range, cut to the trace */
  guint n_bins;              /* bin i: from + i × (to - from) / n_bins */
  ScopeMessageBin *bins;
  ScopeMessageBin most;      /* of any bin */
  guint64 messages, sized, size;
  ScopeMessageLatency latency;
  GArray *receiving;         /* of ScopeReceiving: machines that have any */
} ScopeMessageTimes;

/* At most n_bins, never finer than a tick. Off the main thread. NULL with error. */
ScopeMessageTimes *scope_message_times_new (const ScopeQueryRange *within, guint n_bins, GError **error);
void scope_message_times_free (ScopeMessageTimes *times);
/* Where a bin begins; of n_bins: the end. */
gint64 scope_message_times_edge (const ScopeMessageTimes *times, guint bin);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMessageTimes, scope_message_times_free)

G_END_DECLS
