/* scope-dispatch-delays.c: see scope-dispatch-delays.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-dispatch-delays.h"

#include <math.h>

#define WAKE_UP 16 /* times what a busy one takes: more is no waking up */

void
scope_dispatch_delays_add (ScopeDispatchDelays *delays, gboolean idle, gint64 delay)
{
  guint bucket = delay > 0 ? (guint) (2 * log2 ((double) delay)) : 0;

  delays->n[idle != FALSE][MIN (bucket, SCOPE_N_DELAYS - 1)]++;
  delays->all[idle != FALSE]++;
}

static gint64
median (const ScopeDispatchDelays *delays, guint of)
{
  guint64 n = 0;

  for (guint i = 0; i < SCOPE_N_DELAYS; i++)
    if ((n += delays->n[of][i]) * 2 >= delays->all[of])
      return (gint64) exp2 ((double) (i + 1) / 2);
  return 0;
}

gint64
scope_dispatch_delays_usual (const ScopeDispatchDelays *delays, gboolean idle)
{
  gint64 busy = delays->all[0] > 0 ? median (delays, 0) : G_MAXINT64 / WAKE_UP;

  if (!idle)
    return busy;
  return delays->all[1] > 0 ? MIN (median (delays, 1), busy * WAKE_UP) : busy;
}
