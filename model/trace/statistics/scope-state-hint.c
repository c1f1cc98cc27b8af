/* scope-state-hint.c: see the header.
 *
 * Erlang's tracer is asked for kinds of records, and what was not asked for cannot be seen: without `running`, a process is only
 * known to be active: it runs, or could.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-state-hint.h"

#define ENOUGH 4096u /* processes that are looked at: where runs are recorded, the first ones ran */

static gboolean
has_runs (ScopeTrace *trace)
{
  guint seen = 0;

  SCOPE_EACH_MACHINE (machine, trace)
    {
      guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_THREAD);

      for (guint32 i = 0; i < n && seen < ENOUGH; i++, seen++)
        if (scope_machine_entity (machine, SCOPE_KIND_THREAD, i)->runs > 0)
          return TRUE;
    }

  return FALSE;
}

const char *
scope_trace_missing_option (ScopeTrace *trace, ScopeState state)
{
  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_ERLANG || state != SCOPE_STATE_ACTIVE || has_runs (trace))
    return NULL;

  return "running";
}
