/* scope-statistics-states.c: states and reasons of groups of lanes, for the command line. A window asks
 * scope_statistics_reasons().
 *
 * A group of few intervals is walked. A large one is read from the tallies of the index, which have all figures but the
 * percentiles, and not when the longest interval began. That is looked for afterwards, in one lane for each row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-intervals.h"
#include "model/base/scope-fail.h"
#include "model/trace/statistics/scope-ended-threads.h"
#include "model/trace/statistics/scope-statistics.h"
#include "model/zoom/scope-tally.h"

#include <string.h>

/* So many intervals of all groups together are walked, and so many of each however many groups there are. */
#define FEW_ROWS 250000.0
#define FEW_ROWS_EACH 1024.0

/* The lanes that make one group: all of a kind, or one. */
typedef struct
{
  ScopeKind kind;
  guint32 machine, index; /* SCOPE_NONE: all */
} Group;

/* Where the longest interval of a code is. */
typedef struct
{
  gint64 duration;
  guint64 nth; /* grows with the order of lanes */
  guint32 machine, lane;
} Place;

typedef struct
{
  const ScopeQueryRange *within;
  Group group;
  gboolean reasons;
  guint n; /* of spreads */
  ScopeSpread spreads[SCOPE_N_CODES];
  /* of a large group */
  ScopeTally tally;
  Place places[SCOPE_N_CODES];
  guint64 n_lanes;
  gboolean tallied; /* nobody asks for single intervals */
  double rows, few; /* about how many intervals it has: more than few, and nobody counts further */
} Walk;

typedef gboolean (*LaneFunc) (Walk *walk, guint32 m, ScopeKind kind, guint32 index, guint32 lane, GError **error);
/* FALSE: that is enough. */
typedef gboolean (*EndedFunc) (Walk *walk, guint32 m, const ScopeLaneEnded *ended);

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

/* --- lanes --- */

static gboolean
each_lane_of_machine (Walk *walk, guint32 m, LaneFunc func, EndedFunc ended_func, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (walk->within->trace, m);
  const Group *group = &walk->group;
  ScopeKind kind = group->kind;
  const ScopeLaneEnded *ended;
  guint32 first = 0, last;

  if (kind == SCOPE_KIND_MACHINE && machine->lane != SCOPE_NONE)
    return func (walk, m, kind, 0, machine->lane, error);
  if (kind == SCOPE_KIND_MACHINE) /* the sum of its processors */
    kind = SCOPE_KIND_PROCESSOR;
  last = scope_machine_n_entities (machine, kind);
  if (group->kind != SCOPE_KIND_MACHINE && group->index != SCOPE_NONE)
    {
      first = group->index;
      last = group->index + 1;
    }
  ended = walk->tallied && group->kind == SCOPE_KIND_THREAD && group->index == SCOPE_NONE ? scope_ended_threads (walk->within, m, &last) : NULL;
  for (guint32 i = first; i < last; i++)
    if ((kind != SCOPE_KIND_PROCESSOR || !scope_machine_is_gc_track (machine, i))
        && !func (walk, m, kind, i, scope_machine_entity (machine, kind, i)->lane, error))
      return FALSE;
  for (guint i = 0; ended != NULL && i < ended->others->len; i++)
    if (!func (walk, m, kind, SCOPE_NONE, g_array_index (ended->others, guint32, i), error))
      return FALSE;
  if (ended != NULL && !ended_func (walk, m, ended))
    return FALSE;
  return !scope_query_range_cancelled (walk->within, error);
}

static gboolean
each_lane (Walk *walk, LaneFunc func, EndedFunc ended_func, GError **error)
{
  const Group *group = &walk->group;
  guint32 n = scope_trace_n_machines (walk->within->trace);

  for (guint32 m = 0; m < n; m++)
    if ((group->machine == SCOPE_NONE || group->machine == m) && !each_lane_of_machine (walk, m, func, ended_func, error))
      return FALSE;
  return TRUE;
}

static gboolean
estimate_lane (Walk *walk, guint32 m, ScopeKind kind, guint32 index, guint32 lane, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (walk->within->trace, m);
  gint64 from, to;

  scope_query_range_own_range (walk->within, machine, &from, &to);
  walk->rows += scope_lane_store_estimate_rows (machine->lanes, lane, from, to);
  return walk->rows <= walk->few;
}

static gboolean
estimate_ended (Walk *walk, guint32 m, const ScopeLaneEnded *ended)
{
  walk->rows += (double) ended->n_rows;
  return walk->rows <= walk->few;
}

/* FALSE with error only. */
static gboolean
is_large (Walk *walk, gboolean *ret_large, GError **error)
{
  GError *local = NULL;

  walk->tallied = TRUE;
  each_lane (walk, estimate_lane, estimate_ended, &local);
  *ret_large = walk->rows > walk->few;
  return scope_passed (local, error);
}

/* --- one by one --- */

static gboolean
walk_lane (Walk *walk, guint32 m, ScopeKind kind, guint32 index, guint32 lane, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (walk->within->trace, m);
  gint64 offset = scope_trace_offset (walk->within->trace, machine);
  GError *local = NULL;
  gint64 from, to;

  scope_query_range_own_range (walk->within, machine, &from, &to);
  SCOPE_EACH_INTERVAL_OF (interval, scope_intervals (machine, kind, index, lane, from, to, FALSE, walk->within->cancellable), &local)
    scope_spread_add (&walk->spreads[key_of (interval.code, walk->reasons)], interval.to - interval.from,
                      scope_time_add (interval.from, offset));
  return scope_passed (local, error);
}

static gboolean
walk_group (Walk *walk, GError **error)
{
  gboolean again;

  walk->tallied = FALSE;
  do
    {
      again = FALSE;
      if (!each_lane (walk, walk_lane, NULL, error))
        return FALSE;
      for (guint i = 0; i < walk->n; i++)
        again |= scope_spread_again (&walk->spreads[i]);
    }
  while (again);
  return TRUE;
}

/* --- out of the tallies --- */

static gboolean
tally_lane (Walk *walk, guint32 m, ScopeKind kind, guint32 index, guint32 lane, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (walk->within->trace, m);
  guint64 nth = index != SCOPE_NONE ? walk->n_lanes : lane;
  gint64 from, to;

  scope_query_range_own_range (walk->within, machine, &from, &to);
  if (!scope_lane_store_tally (machine->lanes, lane, from, to, &walk->tally, error))
    return FALSE;
  for (guint64 used = walk->tally.used; used != 0; used &= used - 1)
    {
      guint c = (guint) __builtin_ctzll (used);

      if (walk->tally.codes[c].longest > walk->places[c].duration)
        walk->places[c] = (Place) { walk->tally.codes[c].longest, (guint64) m << 32 | nth, m, lane };
    }
  walk->n_lanes++;
  return TRUE;
}

/* Threads and their lanes are in one order. */
static gboolean
tally_ended (Walk *walk, guint32 m, const ScopeLaneEnded *ended)
{
  scope_tally_merge (&walk->tally, &ended->tally);
  for (guint64 used = ended->tally.used; used != 0; used &= used - 1)
    {
      guint c = (guint) __builtin_ctzll (used);
      const ScopeTallyCode *code = &ended->tally.codes[c];
      Place *place = &walk->places[c];

      if (code->longest > place->duration
          || (code->longest == place->duration && place->machine == m && place->lane > ended->longest_in[c]))
        *place = (Place) { code->longest, (guint64) m << 32 | ended->longest_in[c], m, ended->longest_in[c] };
    }
  return TRUE;
}

typedef struct
{
  ScopeTallyHunt hunt;
  gint64 first;
} LongestHunt;

/* Of several of the same length it is the first. They come in order, but for the first interval of the lane, which comes last: millions that are
 * as long need not be gone through. */
static void
take_longest (const ScopeInterval *interval, gpointer data)
{
  LongestHunt *longest = data;

  longest->first = MIN (longest->first, interval->from);
  longest->hunt.enough = TRUE;
}

static gboolean
find_longest (Walk *walk, guint64 codes, const Place *place, gint64 *ret_at, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (walk->within->trace, place->machine);
  g_autofree ScopeTally *tally = g_new (ScopeTally, 1);
  LongestHunt longest = { { .codes = codes, .least = place->duration, .func = take_longest, .user_data = &longest }, SCOPE_TIME_MAX };
  gint64 from, to;
  gboolean ok;

  scope_query_range_own_range (walk->within, machine, &from, &to);
  scope_tally_init (tally, 0, &longest.hunt);
  ok = scope_lane_store_tally (machine->lanes, place->lane, from, to, tally, error);
  scope_tally_clear (tally);
  *ret_at = scope_time_add (longest.first, scope_trace_offset (walk->within->trace, machine));
  return ok;
}

static gboolean
fill_spread (Walk *walk, guint key, GError **error)
{
  static const guint percents[SCOPE_N_PERCENTILES] = { 50, 90, 99 };
  ScopeSpread *spread = &walk->spreads[key];
  ScopeTallyCode sum = { 0 };
  Place longest = { 0 };
  guint64 codes = 0;

  for (guint c = 0; c < SCOPE_N_CODES; c++)
    if ((walk->tally.used & ((guint64) 1 << c)) && key_of (c, walk->reasons) == key)
      {
        const Place *place = &walk->places[c];

        scope_tally_code_merge (&sum, &walk->tally.codes[c]);
        codes |= (guint64) 1 << c;
        if (place->duration > longest.duration || (place->duration == longest.duration && place->nth < longest.nth))
          longest = *place;
      }
  if (sum.n == 0)
    return TRUE;
  spread->count = sum.n;
  spread->total = sum.time;
  spread->longest = sum.longest;
  for (guint i = 0; i < SCOPE_N_PERCENTILES; i++)
    spread->percentiles[i] = scope_tally_estimate (&sum, percents[i], &spread->estimated[i]);
  return find_longest (walk, codes, &longest, &spread->longest_at, error);
}

static gboolean
tally_group (Walk *walk, GError **error)
{
  gboolean ok;

  scope_tally_init (&walk->tally, 0, NULL);
  ok = each_lane (walk, tally_lane, tally_ended, error);
  for (guint i = 0; ok && i < walk->n; i++)
    ok = fill_spread (walk, i, error);
  scope_tally_clear (&walk->tally);
  return ok;
}

/* --- rows --- */

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
hand_out (Walk *walk, ScopeStatFunc func, gpointer data)
{
  g_autofree char *name = group_name (walk->within, &walk->group);
  ScopeSpread *spreads = walk->spreads;
  gboolean reasons = walk->reasons, first = TRUE;
  gint64 all = 0;

  for (guint i = 0; i < walk->n; i++)
    all += spreads[i].total;
  for (guint done = 0; done < walk->n; done++)
    {
      guint next = walk->n;
      for (guint i = 0; i < walk->n; i++)
        if (spreads[i].count > 0 && (next == walk->n || (reasons && spreads[i].total > spreads[next].total)))
          next = i;
      if (next == walk->n)
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
stat_group (const ScopeQueryRange *within, Group group, gboolean reasons, double few, ScopeStatFunc func, gpointer data,
            GError **error)
{
  g_autofree Walk *walk = g_new0 (Walk, 1);
  gboolean large, ok;

  walk->within = within;
  walk->group = group;
  walk->few = few;
  walk->reasons = reasons;
  walk->n = reasons ? SCOPE_N_CODES : SCOPE_N_STATES;
  for (guint i = 0; i < walk->n; i++)
    scope_spread_init (&walk->spreads[i], 0);
  ok = is_large (walk, &large, error) && (large ? tally_group (walk, error) : walk_group (walk, error));
  if (ok)
    hand_out (walk, func, data);
  for (guint i = 0; i < walk->n; i++)
    scope_spread_clear (&walk->spreads[i]);
  return ok;
}

/* What people of that runtime look at first: HECs and threads; machines, processes and threads. */
static gboolean
stat_overview (const ScopeQueryRange *within, double few, ScopeStatFunc func, gpointer data, GError **error)
{
  gboolean eden = scope_trace_runtime (within->trace) == SCOPE_RUNTIME_EDEN;

  for (ScopeKind kind = SCOPE_KIND_MACHINE; kind <= SCOPE_KIND_THREAD; kind++)
    {
      if (kind == (eden ? SCOPE_KIND_PROCESSOR : SCOPE_KIND_MACHINE) || !scope_statistics_has_kind (within->trace, kind))
        continue;
      if (!stat_group (within, (Group){ kind, SCOPE_NONE, SCOPE_NONE }, FALSE, few, func, data, error))
        return FALSE;
    }
  return TRUE;
}

/* The entities of a machine, each of which is a group. */
static guint32
n_groups (const ScopeQueryRange *within, guint32 m, ScopeKind kind)
{
  return kind == SCOPE_KIND_MACHINE ? 1 : scope_machine_n_entities (scope_trace_machine (within->trace, m), kind);
}

gboolean
scope_statistics_states (const ScopeQueryRange *within, ScopeStatBy by, gboolean exact, ScopeStatFunc func, gpointer data,
                         GError **error)
{
  ScopeKind kind = (ScopeKind)(SCOPE_KIND_MACHINE + (by - SCOPE_STAT_BY_MACHINE));
  double few = exact ? G_MAXDOUBLE : FEW_ROWS, n = 0;

  if (by == SCOPE_STAT_BY_NOTHING)
    return stat_overview (within, few, func, data, error);
  if (by == SCOPE_STAT_BY_REASON)
    return stat_group (within, (Group){ SCOPE_KIND_THREAD, SCOPE_NONE, SCOPE_NONE }, TRUE, few, func, data, error);
  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    n += n_groups (within, m, kind);
  few = exact ? few : MAX (few / MAX (n, 1), FEW_ROWS_EACH);
  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    for (guint32 i = 0; i < n_groups (within, m, kind); i++)
      if (!stat_group (within, (Group){ kind, m, i }, FALSE, few, func, data, error))
        return FALSE;
  return TRUE;
}
