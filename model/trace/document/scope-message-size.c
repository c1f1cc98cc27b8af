/* scope-message-size.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-message-size.h"

gboolean
scope_trace_sizes_are_bytes (ScopeTrace *trace)
{
  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_ERLANG)
    return FALSE;
  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    {
      const char *unit = scope_machine_find_info (scope_trace_machine (trace, i), "message_size_unit");

      if (g_strcmp0 (unit, "words") == 0)
        return FALSE;
    }

  return TRUE;
}
