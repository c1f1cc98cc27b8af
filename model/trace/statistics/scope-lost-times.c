/* scope-lost-times.c: see scope-lost-times.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/statistics/scope-lost-times.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"

SCOPE_COMPARE_BY (compare_times, ScopeLostTime, SCOPE_UP (from))

GArray *
scope_lost_times (ScopeMachine *machine)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (ScopeLostTime));
  guint n = scope_machine_n_losses (machine), kept = 0;

  for (guint i = 0; i < n; i++)
    {
      ScopeLoss loss = scope_machine_loss (machine, i);
      const ScopeLostTime time = { loss.from, loss.to, loss.processor };

      if (time.to > time.from)
        g_array_append_val (times, time);
    }
  g_array_sort (times, compare_times);
  SCOPE_EACH (const ScopeLostTime, time, times)
    {
      ScopeLostTime *last = kept > 0 ? &g_array_index (times, ScopeLostTime, kept - 1) : NULL;

      if (last == NULL || time->from >= last->to)
        {
          g_array_index (times, ScopeLostTime, kept++) = *time;
          continue;
        }
      last->to = MAX (last->to, time->to);
      last->processor = last->processor == time->processor ? last->processor : SCOPE_NO_PROCESSOR;
    }
  g_array_set_size (times, kept);
  return times;
}

gboolean
scope_lost_between (const GArray *lost, gint64 from, gint64 to)
{
  guint low = 0, high = lost->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (lost, ScopeLostTime, middle).to <= from)
        low = middle + 1;
      else
        high = middle;
    }
  return low < lost->len && g_array_index (lost, ScopeLostTime, low).from < to;
}
