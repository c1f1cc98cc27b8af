/* scope-sim-events.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "scope-sim-events.h"

const char *
scope_hit_name (guint kind)
{
  static const char *const names[SCOPE_N_HITS] = { "l1d", "l1i", "l2", "upg", "mb", "lli" };

  return kind < SCOPE_N_HITS ? names[kind] : "";
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
  };

  return type < SCOPE_SIM_N_EVENTS ? names[type] : NULL;
}
