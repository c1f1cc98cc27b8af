/* scope-least-most.h: how many lanes run at the same time: least and most in each of many stretches, exactly.
 *
 * A mean of one of two may be one all the time, or none and two by turns: that is the difference.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/zoom/scope-lane-sum.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 least, most; /* least > most: it is not known, of some lane at some time, or of all of them */
} ScopeLeastMost;

#define SCOPE_LEAST_MOST_LANES 1024u
#define SCOPE_LEAST_MOST_ROWS 4e6 /* transitions: more take too long while somebody looks */

static inline gboolean
scope_least_most_is_known (const ScopeLeastMost *one)
{
  return one->least <= one->most;
}

/* In the stretches [edges[i], edges[i + 1]) of trace time, which ascend; one that is empty counts as a tick. What is shorter than a tick
 * does not count. `ret` has n. FALSE: there are too many lanes or transitions, it was cancelled, or they cannot be read. Any thread. */
gboolean scope_least_most_read (const ScopeLaneSource *lanes, guint n_lanes, const gint64 *edges, guint n, GCancellable *cancellable,
                                ScopeLeastMost *ret);

G_END_DECLS
