/* scope-cycles.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/document/scope-cycles.h"

#include "model/base/scope-format.h"

#include <glib/gi18n.h>
#include <math.h>

gint64
scope_cycles_period (ScopeMachine *machine, guint processor, ScopeSimClockSource *ret_source)
{
  g_autofree char *key = scope_sim_clock_key (processor);
  const char *value = scope_machine_find_last_info (machine, key);
  gint64 period;

  return value != NULL && scope_sim_clock_parse (value, &period, ret_source) ? period : 0;
}

gint64
scope_cycles_of_lane (ScopeTrace *trace, ScopeLaneId lane, ScopeSimClockSource *ret_source)
{
  ScopeMachine *machine = lane.machine < scope_trace_n_machines (trace) ? scope_trace_machine (trace, lane.machine) : NULL;
  guint32 n = machine != NULL ? scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR) : 0;
  gint64 period = 0;

  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_SIMULATION)
    return 0;
  for (guint32 i = lane.kind == SCOPE_KIND_PROCESSOR ? lane.index : 0; i < n; i++)
    {
      const ScopeEntity *core = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i);
      gint64 one;

      if (lane.kind == SCOPE_KIND_PROCESSOR && lane.index != i)
        break;
      one = scope_cycles_period (machine, (guint) core->number, ret_source);
      if (one == 0 || (period != 0 && one != period))
        return 0;
      period = one;
    }
  return period;
}

gboolean
scope_cycles_count (ScopeMachine *machine, const char *what, guint processor, guint64 *ret_n)
{
  g_autofree char *key = g_strdup_printf ("%s %u", what, processor);
  const char *value = scope_machine_find_info (machine, key);

  return value != NULL && g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT64, ret_n, NULL);
}

gboolean
scope_cycles_count_all (ScopeTrace *trace, const char *what, guint64 *ret_n)
{
  gboolean any = FALSE;

  *ret_n = 0;
  if (scope_trace_runtime (trace) != SCOPE_RUNTIME_SIMULATION)
    return FALSE;
  SCOPE_EACH_MACHINE (machine, trace)
    {
      for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); i++)
        {
          guint64 n;

          if (!scope_cycles_count (machine, what, (guint) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->number, &n))
            continue;
          *ret_n += n;
          any = TRUE;
        }
    }
  return any;
}

char *
scope_cycles_text (double ticks, gint64 tick_ps, gint64 period)
{
  double cycles;
  g_autofree char *number = NULL;

  if (period <= 0)
    return NULL;
  cycles = ticks * (double) tick_ps / (double) period;
  if (fabs (cycles - round (cycles)) > 1e-9 && fabs (cycles) < 1e6)
    {
      double tenths = round (fabs (cycles) * 10);
      g_autofree char *whole = scope_format_count ((guint64) (tenths / 10));

      number = g_strdup_printf ("%s%s.%u", cycles < 0 ? "−" : "", whole, (guint) fmod (tenths, 10));
    }
  else
    {
      g_autofree char *count = scope_format_count ((guint64) fabs (round (cycles)));

      number = g_strconcat (cycles < 0 ? "−" : "", count, NULL);
    }
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s cycle", "%s cycles", cycles == 1 ? 1 : 2), number);
}
