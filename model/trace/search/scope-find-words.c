/* scope-find-words.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/search/scope-find-words.h"

#include "model/base/scope-format.h"
#include "model/base/scope-sim-events.h"
#include "model/trace/document/scope-cycles.h"

#include <glib/gi18n.h>

const char *
scope_found_kind_label (guint kind)
{
  static const char *const labels[SCOPE_N_FOUND] = {
    [SCOPE_HIT_L1D] = N_ ("L1 data miss"),       [SCOPE_HIT_L1I] = N_ ("L1 instruction miss"),
    [SCOPE_HIT_L2] = N_ ("L2 miss"),             [SCOPE_HIT_UPG] = N_ ("Upgrade"),
    [SCOPE_HIT_MB] = N_ ("Memory barrier"),      [SCOPE_HIT_LLI] = N_ ("Long latency"),
    [SCOPE_FOUND_COHERENCE] = N_ ("Coherence miss"), [SCOPE_FOUND_WAIT] = N_ ("Lock wait"),
    [SCOPE_FOUND_ACTIVATION] = N_ ("Activation"),
  };

  return kind < SCOPE_N_FOUND ? _ (labels[kind]) : "";
}

static const char *
function_name (ScopeMachine *machine, guint32 function)
{
  const char *name = NULL;

  if (function == SCOPE_FUNCTION_SUSPEND)
    return "suspend";
  if (function == SCOPE_FUNCTION_COLLECT)
    return "garbage_collect";
  if (function != SCOPE_FUNCTION_UNKNOWN && machine != NULL)
    name = scope_machine_peek_function (machine, function - 1);

  return name != NULL ? name : "unknown";
}

char *
scope_found_words (ScopeTrace *trace, const ScopeFound *found, ScopeVariableLists *variables)
{
  ScopeMachine *machine = scope_trace_machine (trace, found->lane.machine);
  GString *words = g_string_new (function_name (machine, found->function));

  if (found->depth >= 0)
    {
      g_string_append (words, ", ");
      /* TRANSLATORS: how many functions are below it on the call stack */
      g_string_append_printf (words, _ ("depth %d"), found->depth);
    }
  if (found->caller != SCOPE_FUNCTION_UNKNOWN)
    {
      g_string_append (words, ", ");
      /* TRANSLATORS: by another function of a program */
      g_string_append_printf (words, _ ("called by %s"), function_name (machine, found->caller));
    }
  if (found->thread != SCOPE_NONE && found->lane.kind == SCOPE_KIND_PROCESSOR)
    {
      g_autofree char *task = scope_trace_lane_title (trace, (ScopeLaneId) { found->lane.machine, SCOPE_KIND_THREAD, found->thread });

      g_string_append_printf (words, ", %s", task);
    }
  if (found->duration != SCOPE_TABLE_NULL)
    {
      gint64 tick_ps = scope_trace_tick_ps (trace);
      g_autofree char *length = scope_format_duration ((double) found->duration, tick_ps);
      g_autofree char *cycles
          = scope_cycles_text ((double) found->duration, tick_ps, scope_cycles_of_lane (trace, found->lane, NULL));

      g_string_append_printf (words, cycles != NULL ? ", %s (%s)" : ", %s", length, cycles);
    }
  if (found->address != SCOPE_TABLE_NULL)
    {
      g_autofree char *variable = found->named != SCOPE_TABLE_NULL ? scope_variable_lists_name (variables, machine, (guint64) found->named) : NULL;

      g_string_append_printf (words, ", 0x%" G_GINT64_MODIFIER "x", (guint64) found->address);
      if (variable != NULL)
        g_string_append_printf (words, " (%s)", variable);
    }

  return g_string_free (words, FALSE);
}
