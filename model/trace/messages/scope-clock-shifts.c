/* scope-clock-shifts.c: see scope-clock-shifts.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/messages/scope-clock-shifts.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"
#include "model/trace/messages/scope-pairs.h"

#include <glib/gi18n-lib.h>

/* The latency of the pair's quickest message, with the clocks aligned by start-up; FALSE if it says nothing. */
static gboolean
quickest (ScopeTrace *trace, const ScopePair *pair, gint64 *ret_latency)
{
  guint n = scope_trace_n_machines (trace);

  if (pair->timed == 0 || pair->from_machine >= n || pair->to_machine >= n || pair->from_machine == pair->to_machine)
    return FALSE;
  *ret_latency = pair->latency_min;
  if (scope_trace_get_clocks (trace) == SCOPE_CLOCKS_OWN)
    *ret_latency += scope_trace_machine (trace, pair->to_machine)->offset - scope_trace_machine (trace, pair->from_machine)->offset;
  return TRUE;
}

gint64 *
scope_clock_shifts_read (ScopeTrace *trace, GCancellable *cancellable, GError **error)
{
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cancellable };
  g_autoptr (GArray) pairs = scope_pairs_read (&within, SCOPE_PARTY_MACHINE, error);
  guint n = scope_trace_n_machines (trace);
  g_autofree gint64 *shifts = g_new0 (gint64, n + 1);
  gboolean moved = TRUE;

  if (pairs == NULL)
    return NULL;
  /* A way of moves that goes on for longer than there are machines comes back to where it began. */
  for (guint round = 0; moved && round <= n; round++)
    {
      moved = FALSE;
      for (guint i = 0; i < pairs->len; i++)
        {
          const ScopePair *pair = &g_array_index (pairs, ScopePair, i);
          gint64 latency;

          if (!quickest (trace, pair, &latency) || shifts[pair->to_machine] >= shifts[pair->from_machine] - latency)
            continue;
          shifts[pair->to_machine] = shifts[pair->from_machine] - latency;
          moved = TRUE;
        }
    }
  if (moved)
    return scope_fail_null (error, G_IO_ERROR_FAILED,
                            _("Messages arrive too early in both directions: the clocks run at different speeds, and moving them does not help"));
  return g_steal_pointer (&shifts);
}

static gpointer
answer (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  return scope_clock_shifts_read (source, cancellable, error);
}

void
scope_clock_shifts_read_async (ScopeTrace *trace, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  scope_task_ask (trace, answer, NULL, 0, g_free, cancellable, callback, user_data);
}
