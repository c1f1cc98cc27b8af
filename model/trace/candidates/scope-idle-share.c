/* scope-idle-share.c: see scope-idle-share.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/candidates/scope-idle-share.h"

#include "model/base/scope-bisect.h"
#include "model/trace/document/scope-query-range.h"

#define BINS 8192u

static gboolean
read_processors (ScopeMachine *machine, ScopeIdleShare *share, GError **error)
{
  g_autofree gint64 (*columns)[SCOPE_N_STATES] = g_malloc0_n (share->n, sizeof *columns);

  for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); p++)
    {
      if (!scope_machine_is_processor (machine, p))
        continue;
      if (!scope_lane_store_read_columns (machine->lanes, scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, p)->lane, share->edges, share->n,
                                          columns, error))
        return FALSE;
      for (guint i = 0; i < share->n; i++)
        share->idle[i + 1] += (double) columns[i][SCOPE_STATE_IDLE];
    }
  for (guint i = 0; i < share->n; i++)
    share->idle[i + 1] += share->idle[i];
  return TRUE;
}

gboolean
scope_idle_share_read (ScopeMachine *machine, ScopeIdleShare *share, GError **error)
{
  gint64 length = machine->last - machine->first;

  *share = (ScopeIdleShare) { 0 };
  if (scope_machine_n_processors (machine) == 0 || length <= 0 || machine->last == SCOPE_TIME_MAX)
    return TRUE;
  share->n = (guint) MIN (length, BINS);
  share->edges = g_new (gint64, share->n + 1u);
  share->idle = g_new0 (double, share->n + 1u);
  for (guint i = 0; i <= share->n; i++)
    share->edges[i] = scope_time_part (machine->first, machine->last, share->n, i);
  return read_processors (machine, share, error);
}

void
scope_idle_share_clear (ScopeIdleShare *share)
{
  g_clear_pointer (&share->edges, g_free);
  g_clear_pointer (&share->idle, g_free);
  share->n = 0;
}

/* Ticks before `time`. */
static double
idle_before (const ScopeIdleShare *share, gint64 time)
{
  guint above = (guint) SCOPE_BISECT (share->n + 1u, i, share->edges[i] <= time);
  const gint64 *edges = share->edges;

  if (above == 0)
    return 0;
  if (above > share->n)
    return share->idle[share->n];
  return share->idle[above - 1]
         + (share->idle[above] - share->idle[above - 1]) * (double) (time - edges[above - 1]) / (double) (edges[above] - edges[above - 1]);
}

double
scope_idle_share_within (const ScopeIdleShare *share, gint64 from, gint64 to)
{
  return share->n > 0 && to > from ? (idle_before (share, to) - idle_before (share, from)) / (double) (to - from) : 0;
}
