/* scope-cli-stats-gather.c: walks intervals, collections and counters, and adds them up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-cli-stats.h"

#include "scope-cli-intervals.h"

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
walk_lane (ScopeCli *cli,
           ScopeMachine *machine,
           ScopeKind kind,
           guint32 index,
           guint32 lane,
           gboolean reasons,
           ScopeCliSpread *spreads,
           GError **error)
{
  gint64 offset = scope_trace_offset (cli->trace, machine);
  ScopeCliIntervals intervals;
  ScopeCliInterval interval;
  GError *local = NULL;
  guint n = 0;

  scope_cli_intervals_init (&intervals, cli, machine, kind, index, lane, FALSE);
  while (scope_cli_intervals_next (&intervals, &interval, &local))
    {
      scope_cli_spread_add (&spreads[key_of (interval.code, reasons)], interval.to - interval.from,
                            scope_cli_add (interval.from, offset));
      if (++n % 65536 == 0 && scope_cli_interrupted (cli, &local))
        break;
    }
  scope_cli_intervals_clear (&intervals);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, local);
  return FALSE;
}

static gboolean
walk_machine (
    ScopeCli *cli, guint32 m, const Group *group, gboolean reasons, ScopeCliSpread *spreads, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (cli->trace, m);
  ScopeKind kind = group->kind;
  guint32 first = 0, last;

  if (kind == SCOPE_KIND_MACHINE && machine->lane != SCOPE_NONE)
    return walk_lane (cli, machine, kind, 0, machine->lane, reasons, spreads, error);
  if (kind == SCOPE_KIND_MACHINE) /* the sum of its processors */
    kind = SCOPE_KIND_PROCESSOR;
  last = scope_machine_n_entities (machine, kind);
  if (group->kind != SCOPE_KIND_MACHINE && group->index != SCOPE_NONE)
    {
      first = group->index;
      last = group->index + 1;
    }
  for (guint32 i = first; i < last; i++)
    if (!walk_lane (cli, machine, kind, i, scope_machine_entity (machine, kind, i)->lane, reasons, spreads,
                    error))
      return FALSE;
  return !scope_cli_interrupted (cli, error);
}

static gboolean
walk_group (
    ScopeCli *cli, const Group *group, gboolean reasons, ScopeCliSpread *spreads, guint n, GError **error)
{
  gboolean again;

  do
    {
      again = FALSE;
      for (guint32 m = 0; m < scope_trace_n_machines (cli->trace); m++)
        if ((group->machine == SCOPE_NONE || group->machine == m)
            && !walk_machine (cli, m, group, reasons, spreads, error))
          return FALSE;
      for (guint i = 0; i < n; i++)
        again |= scope_cli_spread_again (&spreads[i]);
    }
  while (again);
  return TRUE;
}

static char *
group_name (ScopeCli *cli, const Group *group)
{
  static const char *const kinds[] = { "machines", "processors", "processes", "threads" };

  if (group->machine == SCOPE_NONE)
    return g_strdup (kinds[group->kind]);
  return scope_trace_format_lane (cli->trace, (ScopeLaneId){ group->machine, group->kind,
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
hand_out (ScopeCli *cli,
          const Group *group,
          gboolean reasons,
          ScopeCliSpread *spreads,
          guint n,
          ScopeCliStatFunc func,
          gpointer data)
{
  g_autofree char *name = group_name (cli, group);
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
      ScopeCliStat stat = { .section = reasons ? "reasons" : "states",
                            .group = name,
                            .name = name_of (next, reasons),
                            .state = reasons ? scope_code_state (next) : (ScopeState)next,
                            .share = all > 0 ? (double)spreads[next].total / (double)all : 0,
                            .spread = spreads[next] };
      func (cli, &stat, first, data);
      g_free (stat.name);
      spreads[next].count = 0;
      first = FALSE;
    }
}

static gboolean
stat_group (
    ScopeCli *cli, Group group, gboolean reasons, ScopeCliStatFunc func, gpointer data, GError **error)
{
  ScopeCliSpread spreads[SCOPE_N_CODES];
  guint n = reasons ? SCOPE_N_CODES : SCOPE_N_STATES;
  gboolean ok;

  for (guint i = 0; i < n; i++)
    scope_cli_spread_init (&spreads[i], 0);
  ok = walk_group (cli, &group, reasons, spreads, n, error);
  if (ok)
    hand_out (cli, &group, reasons, spreads, n, func, data);
  for (guint i = 0; i < n; i++)
    scope_cli_spread_clear (&spreads[i]);
  return ok;
}

static gboolean
has_any (ScopeCli *cli, ScopeKind kind)
{
  if (kind == SCOPE_KIND_MACHINE)
    return TRUE;
  for (guint m = 0; m < scope_trace_n_machines (cli->trace); m++)
    if (scope_machine_n_entities (scope_trace_machine (cli->trace, m), kind) > 0)
      return TRUE;
  return FALSE;
}

/* What people of that runtime look at first: HECs and threads; machines, processes and threads. */
static gboolean
stat_overview (ScopeCli *cli, ScopeCliStatFunc func, gpointer data, GError **error)
{
  gboolean eden = scope_trace_runtime (cli->trace) == SCOPE_RUNTIME_EDEN;

  for (ScopeKind kind = SCOPE_KIND_MACHINE; kind <= SCOPE_KIND_THREAD; kind++)
    {
      if (kind == (eden ? SCOPE_KIND_PROCESSOR : SCOPE_KIND_MACHINE) || !has_any (cli, kind))
        continue;
      if (!stat_group (cli, (Group){ kind, SCOPE_NONE, SCOPE_NONE }, FALSE, func, data, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
scope_cli_stats_states (ScopeCli *cli, ScopeCliBy by, ScopeCliStatFunc func, gpointer data, GError **error)
{
  ScopeKind kind = (ScopeKind)(SCOPE_KIND_MACHINE + (by - SCOPE_CLI_BY_MACHINE));

  if (by == SCOPE_CLI_BY_NOTHING)
    return stat_overview (cli, func, data, error);
  if (by == SCOPE_CLI_BY_REASON)
    return stat_group (cli, (Group){ SCOPE_KIND_THREAD, SCOPE_NONE, SCOPE_NONE }, TRUE, func, data, error);
  for (guint32 m = 0; m < scope_trace_n_machines (cli->trace); m++)
    {
      guint32 n = kind == SCOPE_KIND_MACHINE
                      ? 1
                      : scope_machine_n_entities (scope_trace_machine (cli->trace, m), kind);
      for (guint32 i = 0; i < n; i++)
        if (!stat_group (cli, (Group){ kind, m, i }, FALSE, func, data, error))
          return FALSE;
    }
  return TRUE;
}

/* --- collections --- */

static void
add_collection (ScopeCliCollections *all, const gint64 *v, gint64 at)
{
  guint g = (guint)CLAMP (v[SCOPE_COLLECTION_GENERATION], 0, SCOPE_CLI_MOST_GENERATIONS - 1);
  gint64 duration = v[SCOPE_COLLECTION_DURATION];

  if (duration == SCOPE_TABLE_NULL)
    return;
  if (all->all.pass == 0)
    {
      all->n_generations = MAX (all->n_generations, g + 1);
      all->parallel[g] += v[SCOPE_COLLECTION_THREADS] != SCOPE_TABLE_NULL && v[SCOPE_COLLECTION_THREADS] > 1;
      if (v[SCOPE_COLLECTION_SYNC] != SCOPE_TABLE_NULL)
        all->sync += v[SCOPE_COLLECTION_SYNC];
      if (v[SCOPE_COLLECTION_COPIED] != SCOPE_TABLE_NULL)
        all->copied += v[SCOPE_COLLECTION_COPIED];
      if (v[SCOPE_COLLECTION_TOTAL_COPIED] != SCOPE_TABLE_NULL
          && v[SCOPE_COLLECTION_BALANCED_COPIED] != SCOPE_TABLE_NULL)
        {
          all->has_balance = TRUE;
          all->total_copied += v[SCOPE_COLLECTION_TOTAL_COPIED];
          all->balanced_copied += v[SCOPE_COLLECTION_BALANCED_COPIED];
        }
    }
  scope_cli_spread_add (&all->generation[g].spread, duration, at);
  scope_cli_spread_add (&all->all, duration, at);
}

static gboolean
walk_collections (ScopeCli *cli, ScopeCliCollections *all, GError **error)
{
  GError *local = NULL;

  for (guint m = 0; m < scope_trace_n_machines (cli->trace) && local == NULL; m++)
    {
      ScopeMachine *machine = scope_trace_machine (cli->trace, m);
      gint64 values[SCOPE_TABLE_MAX_COLUMNS], from, to;
      ScopeTableCursor cursor;

      scope_cli_own_range (cli, machine, &from, &to);
      scope_table_cursor_init (&cursor, machine->tables[SCOPE_TABLE_COLLECTIONS], from, to);
      while (scope_table_cursor_next (&cursor, values, &local))
        if (values[SCOPE_COLLECTION_START] >= from && values[SCOPE_COLLECTION_START] < to)
          add_collection (all, values, scope_cli_add (values[0], scope_trace_offset (cli->trace, machine)));
      scope_table_cursor_clear (&cursor);
    }
  if (local == NULL)
    return !scope_cli_interrupted (cli, error);
  g_propagate_error (error, local);
  return FALSE;
}

static gint64
elapsed_of (ScopeCli *cli, ScopeMachine *machine)
{
  gint64 from, to;

  scope_cli_own_range (cli, machine, &from, &to);
  from = MAX (from, machine->first);
  to = MIN (to, machine->last);
  return MAX (to - from, 0);
}

gboolean
scope_cli_stats_collections (ScopeCli *cli, ScopeCliCollections *collections, GError **error)
{
  gboolean again;

  memset (collections, 0, sizeof *collections);
  scope_cli_spread_init (&collections->all, 0);
  for (guint g = 0; g < SCOPE_CLI_MOST_GENERATIONS; g++)
    scope_cli_spread_init (&collections->generation[g].spread, 0);
  for (guint m = 0; m < scope_trace_n_machines (cli->trace); m++)
    collections->elapsed += elapsed_of (cli, scope_trace_machine (cli->trace, m));
  do
    {
      if (!walk_collections (cli, collections, error))
        return FALSE;
      again = scope_cli_spread_again (&collections->all);
      for (guint g = 0; g < SCOPE_CLI_MOST_GENERATIONS; g++)
        again |= scope_cli_spread_again (&collections->generation[g].spread);
    }
  while (again);
  return TRUE;
}

void
scope_cli_stats_collections_clear (ScopeCliCollections *collections)
{
  scope_cli_spread_clear (&collections->all);
  for (guint g = 0; g < SCOPE_CLI_MOST_GENERATIONS; g++)
    scope_cli_spread_clear (&collections->generation[g].spread);
}

double
scope_cli_stats_productivity (const ScopeCliCollections *collections)
{
  if (collections->elapsed <= 0)
    return 1;
  return MAX (1 - (double)collections->all.total / (double)collections->elapsed, 0);
}

double
scope_cli_stats_balance (const ScopeCliCollections *collections)
{
  return collections->total_copied > 0
             ? (double)collections->balanced_copied / (double)collections->total_copied
             : 0;
}

/* --- counters --- */

/* What grows and never falls: of interest is by how much. */
static gboolean
is_cumulative (guint counter)
{
  return counter == SCOPE_COUNTER_HEAP_ALLOCATED
         || (counter >= SCOPE_COUNTER_SPARKS_CREATED && counter <= SCOPE_COUNTER_SPARKS_FIZZLED);
}

typedef struct
{
  gint64 before_time, before, last_time, last;
  gboolean seen; /* inside the range */
} Series;

static void
add_sample (ScopeCliCounters *counters, GHashTable *series, const gint64 *v, gint64 from)
{
  guint counter = (guint)v[SCOPE_COUNTER_NAME];
  gint64 processor = v[SCOPE_COUNTER_PROCESSOR] == SCOPE_TABLE_NULL ? -1 : v[SCOPE_COUNTER_PROCESSOR];
  gint64 key = processor * SCOPE_N_COUNTERS + counter;
  Series *one;

  if (counter >= SCOPE_N_COUNTERS)
    return;
  one = g_hash_table_lookup (series, &key);
  if (one == NULL)
    {
      gint64 *kept = g_malloc (sizeof key + sizeof *one);
      *kept = key;
      one = (Series *)(void *)(kept + 1);
      *one = (Series){ .before_time = SCOPE_TIME_MIN, .last_time = SCOPE_TIME_MIN };
      g_hash_table_insert (series, kept, one);
    }
  if (v[SCOPE_COUNTER_TIME] < from)
    {
      if (v[SCOPE_COUNTER_TIME] >= one->before_time)
        {
          one->before_time = v[SCOPE_COUNTER_TIME];
          one->before = v[SCOPE_COUNTER_VALUE];
        }
      return;
    }
  one->seen = TRUE;
  if (!is_cumulative (counter) && counter != SCOPE_COUNTER_SPARKS_REMAINING)
    counters->value[counter] = MAX (counters->value[counter], v[SCOPE_COUNTER_VALUE]);
  if (v[SCOPE_COUNTER_TIME] >= one->last_time)
    {
      one->last_time = v[SCOPE_COUNTER_TIME];
      one->last = v[SCOPE_COUNTER_VALUE];
    }
}

static void
sum_up (ScopeCliCounters *counters, GHashTable *series)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, series);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const Series *one = value;
      guint counter = (guint)(*(gint64 *)key + SCOPE_N_COUNTERS) % SCOPE_N_COUNTERS;
      if (!one->seen)
        continue;
      counters->present[counter] = TRUE;
      if (is_cumulative (counter))
        counters->value[counter] += one->last - one->before;
      else if (counter == SCOPE_COUNTER_SPARKS_REMAINING)
        counters->value[counter] += one->last;
    }
}

gboolean
scope_cli_stats_counters (ScopeCli *cli, ScopeCliCounters *counters, GError **error)
{
  GError *local = NULL;

  memset (counters, 0, sizeof *counters);
  for (guint m = 0; m < scope_trace_n_machines (cli->trace) && local == NULL; m++)
    {
      g_autoptr (GHashTable) series = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
      ScopeMachine *machine = scope_trace_machine (cli->trace, m);
      gint64 values[SCOPE_TABLE_MAX_COLUMNS], from, to;
      ScopeTableCursor cursor;

      scope_cli_own_range (cli, machine, &from, &to);
      scope_table_cursor_init (&cursor, machine->tables[SCOPE_TABLE_COUNTERS], SCOPE_TIME_MIN, to);
      while (scope_table_cursor_next (&cursor, values, &local))
        if (values[SCOPE_COUNTER_TIME] < to)
          add_sample (counters, series, values, from);
      scope_table_cursor_clear (&cursor);
      sum_up (counters, series);
    }
  if (local == NULL)
    return !scope_cli_interrupted (cli, error);
  g_propagate_error (error, local);
  return FALSE;
}
