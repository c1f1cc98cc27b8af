/* scope-probe.c: see scope-probe.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-probe.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"
#include "model/trace/document/scope-query-range.h"

#include <glib/gi18n.h>

/* TRUE if the interval at `from` was found and is what was asked for. */
static gboolean
find_interval (ScopeTrace *trace, ScopeProbe *probe, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (trace, probe->lane.machine);
  guint32 lane = scope_trace_lane (trace, probe->lane);
  gint64 offset = scope_trace_offset (trace, machine);
  ScopeInterval interval;

  if (lane == SCOPE_NONE || probe->lane.kind == SCOPE_KIND_THREADS
      || !scope_lane_store_interval_at (machine->lanes, lane, probe->from - offset, &interval, error))
    return FALSE;
  if (probe->to > probe->from && (interval.from + offset != probe->from || scope_time_add (interval.to, offset) != probe->to))
    return FALSE;
  probe->from = interval.from + offset;
  probe->to = scope_time_add (interval.to, offset);
  probe->code = interval.code;
  probe->ref = interval.ref;
  return TRUE;
}

/* Exact, for any edges: what stands beside a duration must add up to it. */
static gboolean
add_totals (ScopeTrace *trace, ScopeProbe *probe, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (trace, probe->lane.machine);
  gint64 offset = scope_trace_offset (trace, machine);
  guint32 single = scope_trace_lane (trace, probe->lane);
  guint n = 1;
  g_autofree guint32 *summed =
      single == SCOPE_NONE ? scope_trace_summed_lanes (trace, probe->lane, &n) : g_memdup2 (&single, sizeof single);

  for (guint i = 0; i < n; i++)
    {
      gint64 totals[SCOPE_N_STATES] = { 0 };

      if (!scope_lane_store_range_totals (machine->lanes, summed[i], probe->from - offset, probe->to - offset, totals,
                                          error))
        return FALSE;
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        probe->totals[s] += totals[s];
    }
  return n > 0;
}

static gpointer
answer (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  g_autofree ScopeProbe *probe = g_memdup2 (question, sizeof *probe);
  GError *local = NULL;

  probe->is_interval = find_interval (source, probe, &local);
  if (local == NULL && !probe->is_interval && probe->to > probe->from)
    probe->has_totals = add_totals (source, probe, &local);
  return scope_passed (local, error) ? g_steal_pointer (&probe) : NULL;
}

void
scope_probe_async (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, GCancellable *cancellable,
                   GAsyncReadyCallback callback, gpointer user_data)
{
  const ScopeProbe question = { .lane = lane, .from = from, .to = to };

  scope_task_ask (trace, answer, &question, sizeof question, g_free, cancellable, callback, user_data);
}

char *
scope_probe_party (ScopeTrace *trace, const ScopeProbe *probe, const char **ret_role)
{
  ScopeMachine *machine = scope_trace_machine (trace, probe->lane.machine);
  ScopeLaneId party = { probe->lane.machine, SCOPE_KIND_THREAD, probe->ref - 1 };

  if (!probe->is_interval || probe->ref == 0)
    return NULL;
  switch (scope_code_info (probe->code)->ref)
    {
    case SCOPE_REF_RUNS:
      *ret_role = _("Runs");
      break;
    case SCOPE_REF_WAKER:
      *ret_role = _("Woken by");
      break;
    case SCOPE_REF_OWNER:
      *ret_role = _("Waits for");
      break;
    case SCOPE_REF_PROCESSOR:
      *ret_role = _("On");
      party.kind = SCOPE_KIND_PROCESSOR;
      break;
    case SCOPE_REF_GENERATION:
      *ret_role = _("Generation");
      return g_strdup_printf ("%u", probe->ref - 1);
    case SCOPE_REF_NONE:
    default:
      return NULL;
    }
  if (party.index >= scope_machine_n_entities (machine, party.kind))
    return NULL;
  return scope_trace_lane_title (trace, party);
}

char *
scope_probe_describe (ScopeTrace *trace, const ScopeProbe *probe)
{
  return scope_trace_wait_label (trace, scope_trace_machine (trace, probe->lane.machine), probe->code,
                                 scope_code_info (probe->code)->ref == SCOPE_REF_FUNCTION && probe->ref > 0
                                     ? probe->ref - 1
                                     : SCOPE_NONE);
}
