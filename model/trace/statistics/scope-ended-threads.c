/* scope-ended-threads.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/statistics/scope-ended-threads.h"

const ScopeLaneEnded *
scope_ended_threads (const ScopeQueryRange *within, guint32 m, guint32 *ret_n)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, m);
  const ScopeLaneEnded *ended = scope_lane_store_ended (machine->lanes);
  guint32 all, n = 0;
  gint64 from, to;

  if (ended == NULL || within->lane != NULL)
    return NULL;
  scope_query_range_own_range (within, machine, &from, &to);
  if (from > ended->from || to < ended->to)
    return NULL;
  all = scope_machine_n_entities (machine, SCOPE_KIND_THREAD);
  while (n < all && n <= ended->first && scope_machine_entity (machine, SCOPE_KIND_THREAD, n)->lane < ended->first)
    n++;
  if (all - n != ended->n_lanes)
    return NULL;
  *ret_n = n;

  return ended;
}
