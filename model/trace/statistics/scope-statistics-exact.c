/* scope-statistics-exact.c: states and reasons with exact percentiles, by walking every interval: for the command line,
 * which may take its time. A window asks scope_statistics_reasons().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-intervals.h"
#include "model/trace/statistics/scope-statistics.h"

#include <string.h>

/* --- states --- */

/* The lanes that make one group: all of a kind, or one. */
typedef struct
{
  ScopeKind kind;
  guint32 machine, index; /* SCOPE_NONE: all */
} Group;

/* Where a code counts: its state, or its own row. Codes with the same words count together. */
static guint
key_of (guint code, gboolean reasons)
{
  if (!reasons)
    return scope_code_state (code);
  for (guint c = 0; c < code && c < SCOPE_N_CODES; c++)
    if (scope_code_state (c) == scope_code_state (code)
        && strcmp (scope_code_info (c)->reason, scope_code_info (code)->reason) == 0)
      return c;
  return MIN (code, SCOPE_N_CODES - 1);
}

static gboolean
walk_lane (const ScopeQueryRange *within,
           ScopeMachine *machine,
           ScopeKind kind,
           guint32 index,
           guint32 lane,
           gboolean reasons,
           ScopeSpread *spreads,
           GError **error)
{
  gint64 offset = scope_trace_offset (within->trace, machine);
  ScopeIntervals intervals;
  ScopeIntervalFacts interval;
  GError *local = NULL;
  gint64 from, to;
  guint n = 0;

  scope_query_range_own_range (within, machine, &from, &to);
  scope_intervals_init (&intervals, machine, kind, index, lane, from, to, FALSE);
  while (scope_intervals_next (&intervals, &interval, &local))
    {
      scope_spread_add (&spreads[key_of (interval.code, reasons)], interval.to - interval.from,
                            scope_time_add (interval.from, offset));
      if (++n % 65536 == 0 && scope_query_range_cancelled (within, &local))
        break;
    }
  scope_intervals_clear (&intervals);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, local);
  return FALSE;
}

static gboolean
walk_machine (
    const ScopeQueryRange *within, guint32 m, const Group *group, gboolean reasons, ScopeSpread *spreads, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, m);
  ScopeKind kind = group->kind;
  guint32 first = 0, last;

  if (kind == SCOPE_KIND_MACHINE && machine->lane != SCOPE_NONE)
    return walk_lane (within, machine, kind, 0, machine->lane, reasons, spreads, error);
  if (kind == SCOPE_KIND_MACHINE) /* the sum of its processors */
    kind = SCOPE_KIND_PROCESSOR;
  last = scope_machine_n_entities (machine, kind);
  if (group->kind != SCOPE_KIND_MACHINE && group->index != SCOPE_NONE)
    {
      first = group->index;
      last = group->index + 1;
    }
  for (guint32 i = first; i < last; i++)
    if (!walk_lane (within, machine, kind, i, scope_machine_entity (machine, kind, i)->lane, reasons, spreads,
                    error))
      return FALSE;
  return !scope_query_range_cancelled (within, error);
}

static gboolean
walk_group (
    const ScopeQueryRange *within, const Group *group, gboolean reasons, ScopeSpread *spreads, guint n, GError **error)
{
  gboolean again;

  do
    {
      again = FALSE;
      for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
        if ((group->machine == SCOPE_NONE || group->machine == m)
            && !walk_machine (within, m, group, reasons, spreads, error))
          return FALSE;
      for (guint i = 0; i < n; i++)
        again |= scope_spread_again (&spreads[i]);
    }
  while (again);
  return TRUE;
}

static char *
group_name (const ScopeQueryRange *within, const Group *group)
{
  static const char *const kinds[] = { "machines", "processors", "processes", "threads" };

  if (group->machine == SCOPE_NONE)
    return g_strdup (kinds[group->kind]);
  return scope_trace_format_lane (within->trace, (ScopeLaneId){ group->machine, group->kind,
                                                             group->index == SCOPE_NONE ? 0 : group->index });
}

static char *
name_of (guint key, gboolean reasons)
{
  const ScopeCodeInfo *info = scope_code_info (key);

  if (!reasons)
    return g_strdup (scope_state_name ((ScopeState)key));
  if (*info->reason == '\0' || strcmp (info->reason, scope_state_name (info->state)) == 0)
    return g_strdup (scope_state_name (info->state));
  return g_strdup_printf ("%s: %s", scope_state_name (info->state), info->reason);
}

/* In the order of states; reasons by time, longest first. */
static void
hand_out (const ScopeQueryRange *within,
          const Group *group,
          gboolean reasons,
          ScopeSpread *spreads,
          guint n,
          ScopeStatFunc func,
          gpointer data)
{
  g_autofree char *name = group_name (within, group);
  gboolean first = TRUE;
  gint64 all = 0;

  for (guint i = 0; i < n; i++)
    all += spreads[i].total;
  for (guint done = 0; done < n; done++)
    {
      guint next = n;
      for (guint i = 0; i < n; i++)
        if (spreads[i].count > 0 && (next == n || (reasons && spreads[i].total > spreads[next].total)))
          next = i;
      if (next == n)
        break;
      ScopeStat stat = { .section = reasons ? "reasons" : "states",
                            .group = name,
                            .name = name_of (next, reasons),
                            .state = reasons ? scope_code_state (next) : (ScopeState)next,
                            .share = all > 0 ? (double)spreads[next].total / (double)all : 0,
                            .spread = spreads[next] };
      func (&stat, first, data);
      g_free (stat.name);
      spreads[next].count = 0;
      first = FALSE;
    }
}

static gboolean
stat_group (
    const ScopeQueryRange *within, Group group, gboolean reasons, ScopeStatFunc func, gpointer data, GError **error)
{
  ScopeSpread spreads[SCOPE_N_CODES];
  guint n = reasons ? SCOPE_N_CODES : SCOPE_N_STATES;
  gboolean ok;

  for (guint i = 0; i < n; i++)
    scope_spread_init (&spreads[i], 0);
  ok = walk_group (within, &group, reasons, spreads, n, error);
  if (ok)
    hand_out (within, &group, reasons, spreads, n, func, data);
  for (guint i = 0; i < n; i++)
    scope_spread_clear (&spreads[i]);
  return ok;
}

/* What people of that runtime look at first: HECs and threads; machines, processes and threads. */
static gboolean
stat_overview (const ScopeQueryRange *within, ScopeStatFunc func, gpointer data, GError **error)
{
  gboolean eden = scope_trace_runtime (within->trace) == SCOPE_RUNTIME_EDEN;

  for (ScopeKind kind = SCOPE_KIND_MACHINE; kind <= SCOPE_KIND_THREAD; kind++)
    {
      if (kind == (eden ? SCOPE_KIND_PROCESSOR : SCOPE_KIND_MACHINE) || !scope_statistics_has_kind (within->trace, kind))
        continue;
      if (!stat_group (within, (Group){ kind, SCOPE_NONE, SCOPE_NONE }, FALSE, func, data, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
scope_statistics_states (const ScopeQueryRange *within, ScopeStatBy by, ScopeStatFunc func, gpointer data, GError **error)
{
  ScopeKind kind = (ScopeKind)(SCOPE_KIND_MACHINE + (by - SCOPE_STAT_BY_MACHINE));

  if (by == SCOPE_STAT_BY_NOTHING)
    return stat_overview (within, func, data, error);
  if (by == SCOPE_STAT_BY_REASON)
    return stat_group (within, (Group){ SCOPE_KIND_THREAD, SCOPE_NONE, SCOPE_NONE }, TRUE, func, data, error);
  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    {
      guint32 n = kind == SCOPE_KIND_MACHINE
                      ? 1
                      : scope_machine_n_entities (scope_trace_machine (within->trace, m), kind);
      for (guint32 i = 0; i < n; i++)
        if (!stat_group (within, (Group){ kind, m, i }, FALSE, func, data, error))
          return FALSE;
    }
  return TRUE;
}
