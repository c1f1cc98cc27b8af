/* scope-sim-events.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/base/scope-sim-events.h"

#include <string.h>

const char *
scope_hit_name (guint kind)
{
  static const char *const names[SCOPE_N_HITS] = { "l1d", "l1i", "l2", "upg", "mb", "lli" };

  return kind < SCOPE_N_HITS ? names[kind] : "";
}

const char *
scope_sim_power_name (guint state)
{
  static const char *const names[] = { "UNDEFINED", "ON", "CLK_GATED", "SRAM_RETENTION", "OFF" };

  return state < G_N_ELEMENTS (names) ? names[state] : NULL;
}

const char *
scope_sim_event_name (guint type)
{
  static const char *const names[SCOPE_SIM_N_EVENTS] = {
    [SCOPE_SIM_EXEC] = "exec",
    [SCOPE_SIM_CACHE] = "cache",
    [SCOPE_SIM_SEQ] = "seq",
    [SCOPE_SIM_HIT] = "hit",
    [SCOPE_SIM_BRANCH] = "branch",
    [SCOPE_SIM_PIPE] = "instruction",
    [SCOPE_SIM_NOTICE] = "notice",
  };

  return type < SCOPE_SIM_N_EVENTS ? names[type] : NULL;
}

/* --- clocks --- */

static const char *const clock_sources[] = { "given", "config", "trace", "inferred", "assumed" };

const char *
scope_sim_clock_source_name (ScopeSimClockSource source)
{
  return (guint) source < G_N_ELEMENTS (clock_sources) ? clock_sources[source] : "";
}

guint64
scope_sim_common_divisor (guint64 a, guint64 b)
{
  while (b != 0)
    {
      guint64 rest = a % b;

      a = b;
      b = rest;
    }

  return a;
}

char *
scope_sim_clock_key (guint processor)
{
  return g_strdup_printf ("clock %u", processor);
}

char *
scope_sim_clock_value (gint64 period, ScopeSimClockSource source)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT " ps, %s", period, scope_sim_clock_source_name (source));
}

gboolean
scope_sim_clock_parse (const char *value, gint64 *ret_period, ScopeSimClockSource *ret_source)
{
  char *end;
  gint64 period = g_ascii_strtoll (value, &end, 10);

  if (end == value || period <= 0 || period == G_MAXINT64 || !g_str_has_prefix (end, " ps, "))
    return FALSE;
  end += strlen (" ps, ");
  for (guint i = 0; i < G_N_ELEMENTS (clock_sources); i++)
    if (g_str_equal (end, clock_sources[i]))
      {
        *ret_period = period;
        if (ret_source != NULL)
          *ret_source = (ScopeSimClockSource) i;
        return TRUE;
      }
  return FALSE;
}
