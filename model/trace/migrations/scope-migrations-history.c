/* scope-migrations-history.c: a task's run-queue history: on which processor it was from when to when, and what it
 * did there.
 *
 * Where it was is known from its migrations; before the first of them it was where that one found it, and a task that
 * never moved in the range is where it runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/migrations/scope-migrations.h"

#include "model/base/scope-fail.h"


typedef struct
{
  GArray *stays; /* ScopeMigrationStay */
  gint64 from, to; /* trace time: range and life */
  gint64 before, after; /* processor numbers: see note_outside() */
} History;

static void
add_stay (const ScopeMigration *migration, gpointer user_data)
{
  History *history = user_data;
  gint64 time = CLAMP (migration->time, history->from, history->to);
  ScopeMigrationStay stay = { migration->to, time, history->to, 0, 0, 0 }, *last;

  if (history->stays->len == 0)
    {
      ScopeMigrationStay first = { migration->from, history->from, time, 0, 0, 0 };

      g_array_append_val (history->stays, first);
    }
  last = &g_array_index (history->stays, ScopeMigrationStay, history->stays->len - 1);
  last->to = MAX (time, last->from);
  stay.from = last->to;
  g_array_append_val (history->stays, stay);
}

/* Where a task was that did not move in the range: where its last migration before took it, or the next one will
 * find it. */
static void
note_outside (const ScopeMigration *migration, gpointer user_data)
{
  History *history = user_data;

  if (migration->time < history->from)
    history->before = migration->to;
  else if (history->after == SCOPE_TABLE_NULL)
    history->after = migration->from;
}

/* The interval's time to the stays that it lies in; `*at` is the first of them that may. */
static void
add_interval (History *history, const ScopeInterval *interval, gint64 offset, guint *at)
{
  ScopeState state = scope_code_state (interval->code);
  gint64 from = interval->from + offset, to = scope_time_add (interval->to, offset);

  for (guint i = *at; i < history->stays->len; i++)
    {
      ScopeMigrationStay *stay = &g_array_index (history->stays, ScopeMigrationStay, i);
      gint64 part = MIN (to, stay->to) - MAX (from, stay->from);

      if (stay->to <= from)
        *at = i;
      if (part > 0 && state == SCOPE_STATE_RUNNING)
        stay->running += part;
      if (part > 0 && state == SCOPE_STATE_RUNNABLE)
        stay->ready += part;
      /* A run belongs to where it starts, and tells where that is if nothing else does. */
      if (state == SCOPE_STATE_RUNNING && from >= stay->from && (from < stay->to || i + 1 == history->stays->len))
        stay->runs++;
      if (stay->to > to)
        break;
    }
}

static gint64
processor_of (ScopeMachine *machine, const ScopeInterval *interval)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);

  if (scope_code_state (interval->code) != SCOPE_STATE_RUNNING || interval->ref == 0 || interval->ref > n)
    return SCOPE_TABLE_NULL;
  return (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, interval->ref - 1)->number;
}

static gboolean
add_lane (History *history, const ScopeQueryRange *within, ScopeMachine *machine, guint32 lane, GError **error)
{
  gint64 offset = scope_trace_offset (within->trace, machine);
  ScopeMigrationStay *first = &g_array_index (history->stays, ScopeMigrationStay, 0);
  GError *local = NULL;
  guint at = 0;

  SCOPE_EACH_INTERVAL (interval, machine->lanes, lane, history->from - offset, history->to - offset, within->cancellable, &local)
    {
      if (first->processor == SCOPE_TABLE_NULL && interval.from + offset < first->to)
        first->processor = processor_of (machine, &interval);
      add_interval (history, &interval, offset, &at);
    }
  return scope_passed (local, error);
}

/* Of a task that neither moves nor runs in the range: where it ran first. */
static gboolean
find_first_run (History *history, const ScopeQueryRange *within, ScopeMachine *machine, guint32 lane, GError **error)
{
  ScopeMigrationStay *first = &g_array_index (history->stays, ScopeMigrationStay, 0);
  GError *local = NULL;

  if (first->processor != SCOPE_TABLE_NULL)
    return TRUE;
  SCOPE_EACH_INTERVAL (interval, machine->lanes, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX, within->cancellable, &local)
    if ((first->processor = processor_of (machine, &interval)) != SCOPE_TABLE_NULL)
      break;
  return scope_passed (local, error);
}

GArray *
scope_migrations_history (const ScopeQueryRange *within, ScopeLaneId thread, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, thread.machine);
  ScopeQueryRange own = *within;
  History history
      = { g_array_new (FALSE, FALSE, sizeof (ScopeMigrationStay)), 0, 0, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL };
  gint64 first, last, offset = scope_trace_offset (within->trace, machine);
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_THREAD, thread.index)->lane;

  if (!scope_lane_store_life (machine->lanes, lane, &first, &last))
    return history.stays;
  history.from = MAX (within->from, scope_time_add (first, offset));
  history.to = MIN (within->to, scope_time_add (last, offset));
  if (history.from >= history.to)
    return history.stays;
  own.lane = &thread;
  own.permille = NULL;
  if (machine->tables[SCOPE_TABLE_MIGRATIONS] != NULL && !scope_migrations_each (&own, add_stay, &history, error))
    {
      g_array_unref (history.stays);
      return NULL;
    }
  if (history.stays->len == 0)
    {
      ScopeMigrationStay only = { SCOPE_TABLE_NULL, history.from, history.to, 0, 0, 0 };

      own.from = SCOPE_TIME_MIN;
      own.to = SCOPE_TIME_MAX;
      if (machine->tables[SCOPE_TABLE_MIGRATIONS] != NULL
          && !scope_migrations_each (&own, note_outside, &history, error))
        {
          g_array_unref (history.stays);
          return NULL;
        }
      only.processor = history.before != SCOPE_TABLE_NULL ? history.before : history.after;
      g_array_append_val (history.stays, only);
    }
  if (!add_lane (&history, within, machine, lane, error) || !find_first_run (&history, within, machine, lane, error))
    {
      g_array_unref (history.stays);
      return NULL;
    }
  return history.stays;
}
