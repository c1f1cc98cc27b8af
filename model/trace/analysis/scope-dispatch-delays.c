/* scope-dispatch-delays.c: see scope-dispatch-delays.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-dispatch-delays.h"

#include <math.h>

#define WAKE_UP 16 /* times what a busy one takes: more is no waking up */

/* Two for each power of two: 2 × log2 of it. */
static guint
bucket_of (guint64 delay)
{
  guint power = delay > 0 ? (guint) g_bit_storage (delay) - 1 : 0;

  if (power >= SCOPE_N_DELAYS / 2)
    return SCOPE_N_DELAYS - 1;
  return 2 * power + (delay * delay >> (2 * power + 1) > 0);
}

void
scope_dispatch_delays_add (ScopeDispatchDelays *delays, gboolean idle, gint64 delay)
{
  guint of = idle != FALSE, bucket = bucket_of ((guint64) MAX (delay, 0)), at = delays->at[of];

  delays->n[of][bucket]++;
  delays->all[of]++;
  delays->until[of] += bucket <= at;
  /* The median moves by few buckets, if at all. */
  while (delays->until[of] * 2 < delays->all[of])
    delays->until[of] += delays->n[of][++at];
  while (at > 0 && (delays->until[of] - delays->n[of][at]) * 2 >= delays->all[of])
    delays->until[of] -= delays->n[of][at--];
  if (at == delays->at[of] && delays->all[of] > 1)
    return;
  delays->at[of] = at;
  delays->median[of] = (gint64) exp2 ((double) (at + 1) / 2);
}

gint64
scope_dispatch_delays_usual (const ScopeDispatchDelays *delays, gboolean idle)
{
  gint64 busy = delays->all[0] > 0 ? delays->median[0] : G_MAXINT64 / WAKE_UP;

  if (!idle)
    return busy;
  return delays->all[1] > 0 ? MIN (delays->median[1], busy * WAKE_UP) : busy;
}
