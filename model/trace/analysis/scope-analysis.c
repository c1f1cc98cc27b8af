/* scope-analysis.c: what was found out, of a range; scope-sweep.c finds it out. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-analysis.h"

#include <math.h>

const char *
scope_cause_name (ScopeCause cause)
{
  static const char *const names[SCOPE_N_CAUSES]
      = { "running",    "gc_work",   "gc_wait",       "foreign",   "idle_own_queue",      "idle_other_queue", "idle_other_machine",
          "unused",     "start_ramp", "end_ramp",     "serial",    "late_producer",       "in_flight",        "delivered_not_woken",
          "timer",      "foreign_wait", "never",      "untold_wait", "no_task",   "unknown" };

  return names[cause];
}

guint
scope_cause_code (ScopeCause cause)
{
  static const guint8 codes[SCOPE_N_CAUSES]
      = { SCOPE_CODE_RUNNING,      SCOPE_CODE_GC_WORK,     SCOPE_CODE_GC_WAIT,       SCOPE_CODE_FOREIGN,   SCOPE_CODE_OWN_QUEUE,
          SCOPE_CODE_OTHER_QUEUE,  SCOPE_CODE_OTHER_MACHINE, SCOPE_CODE_UNUSED,      SCOPE_CODE_START_RAMP, SCOPE_CODE_END_RAMP,
          SCOPE_CODE_SERIAL,       SCOPE_CODE_LATE_PRODUCER, SCOPE_CODE_IN_FLIGHT,   SCOPE_CODE_DELIVERED, SCOPE_CODE_TIMER,
          SCOPE_CODE_FOREIGN_WAIT, SCOPE_CODE_NEVER,       SCOPE_CODE_UNTOLD_WAIT,    SCOPE_CODE_NO_TASK,   SCOPE_CODE_UNKNOWN };

  return codes[cause];
}

void
scope_analysis_free (ScopeAnalysis *analysis)
{
  if (analysis == NULL)
    return;
  for (guint p = 0; p < analysis->n_processors; p++)
    g_clear_pointer (&analysis->processors[p].causes, g_array_unref);
  g_free (analysis->processors);
  g_free (analysis->concurrency);
  g_free (analysis->alone);
  g_clear_pointer (&analysis->blame, g_array_unref);
  g_clear_pointer (&analysis->labels, g_ptr_array_unref);
  g_free (analysis);
}

double
scope_analysis_efficiency (const ScopeAnalysis *analysis)
{
  double all = (double) (analysis->to - analysis->from) * analysis->n_processors;

  return all > 0 ? (double) analysis->parts[SCOPE_CAUSE_RUNNING] / all : NAN;
}

double
scope_analysis_balance (const ScopeAnalysis *analysis, gboolean machines)
{
  double sum = 0, most = 0;
  guint n = 0;

  for (guint p = 0; p < analysis->n_processors; n++)
    {
      guint32 machine = analysis->processors[p].machine;
      double running = 0;

      do
        running += (double) analysis->processors[p].parts[SCOPE_CAUSE_RUNNING];
      while (++p < analysis->n_processors && machines && analysis->processors[p].machine == machine);
      sum += running;
      most = MAX (most, running);
    }
  return most > 0 ? sum / n / most : NAN;
}
