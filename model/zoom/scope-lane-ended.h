/* scope-lane-ended.h: how long the intervals of very many threads together are. A store of millions of lanes tallies each as it ends, so that
 * figures of the whole run need not look at them again.
 *
 * It is about the lanes of threads from SCOPE_LANES_HELD on (those before it are few), each over its whole life. A few of them may not be
 * in it: those are listed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/zoom/scope-tally.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 first;      /* lane: it is about this one and those after it */
  guint32 n_lanes;    /* of threads, with those that are listed */
  guint64 n_rows;     /* of those that are in it */
  gint64 from, to;    /* they live in it */
  ScopeTally tally;   /* ended; without values */
  gint64 longest[SCOPE_N_CODES];     /* of each code */
  guint32 longest_in[SCOPE_N_CODES]; /* the first lane that has such an interval */
  GArray *others;     /* guint32: lanes that are not in it, ascending */
} ScopeLaneEnded;

ScopeLaneEnded *scope_lane_ended_new (guint32 first);
void scope_lane_ended_free (ScopeLaneEnded *ended);
/* Of a store to which nothing is added any more. Borrowed; NULL: there are not so many lanes, or they were not tallied. */
const ScopeLaneEnded *scope_lane_store_ended (ScopeLaneStore *store);
/* It comes with the index; takes it. FALSE, too, if it makes no sense: it is freed. */
gboolean scope_lane_store_take_ended (ScopeLaneStore *store, ScopeLaneEnded *ended);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLaneEnded, scope_lane_ended_free)

G_END_DECLS
