/* scope-dispatch-delays.h: how long it usually takes until a ready task runs on a processor that is free.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_N_DELAYS 64u /* buckets, two for each power of two */

/* Zero at first. */
typedef struct
{
  guint64 n[2][SCOPE_N_DELAYS], all[2]; /* of processors that were busy when the task became ready, and of idle ones */
  /* private */
  guint at[2];      /* bucket of the median */
  guint64 until[2]; /* how many are in it and those below */
  gint64 median[2];
} ScopeDispatchDelays;

void scope_dispatch_delays_add (ScopeDispatchDelays *delays, gboolean idle, gint64 delay);
/* The median so far. An idle processor that took far longer than a busy one did not wake up, but looked again some time later: that is
 * how it was scheduled, not what a dispatch takes. */
gint64 scope_dispatch_delays_usual (const ScopeDispatchDelays *delays, gboolean idle);

G_END_DECLS
