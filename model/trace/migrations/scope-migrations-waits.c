/* scope-migrations-waits.c: from becoming ready on one processor to running on another.
 *
 * Migrations are taken some hundred thousand at a time and sorted by thread, so that a thread's lane is walked
 * forwards, once. What lies between two distant migrations of a thread is jumped over: the store finds the interval
 * that holds at a time.
 *
 * Which migration is the first of its wait is known from the ones before it; at the start of the range these are
 * looked up in the table, from where the earliest of those waits begins.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/migrations/scope-migrations.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"

#include <string.h>

#define BATCH 262144u
#define NEAR 64u /* intervals walked before a jump is cheaper */
#define MOST_STEPS 10000u /* intervals of one wait: more are damage */

typedef struct
{
  guint32 thread;
  gint64 time, from; /* own clock; processor number */
} Move;

/* A wait on the machine's own clock. */
typedef struct
{
  Move move;
  gint64 ready, ran;
  guint32 processor; /* index: where it ran */
  guint code;
} Found;

typedef struct
{
  const ScopeQueryRange *within;
  ScopeMachine *machine;
  ScopeMigrationWaitFunc func;
  gpointer user_data;
  gint64 from; /* own clock: the range's start */
  gint64 *until; /* by thread: a migration before that time is not the first of its wait */
  guint32 n_threads;
  GArray *early; /* Found: those that began before the range */
  GError *error;
  /* the thread walked */
  guint32 thread;
  ScopeIntervalCursor cursor;
  gboolean walking;
  ScopeInterval interval; /* that holds */
  gint64 ready;           /* start of the wait that it belongs to, or that ended where it begins; SCOPE_TIME_MAX: there is none */
  guint code;
} Walk;

/* A thread that stops in order to migrate is ready, but for that. */
static gboolean
is_waiting (const ScopeInterval *interval)
{
  return scope_code_state (interval->code) == SCOPE_STATE_RUNNABLE || interval->code == SCOPE_CODE_MIGRATING;
}

/* --- a thread's lane --- */

static void
stop (Walk *walk)
{
  if (walk->walking)
    scope_interval_cursor_clear (&walk->cursor);
  walk->walking = FALSE;
}

/* The next interval becomes the one that holds; FALSE at the end of the lane. */
static gboolean
step (Walk *walk)
{
  gboolean was_waiting = is_waiting (&walk->interval);
  gint64 end = walk->interval.to;

  if (!scope_interval_cursor_next (&walk->cursor, &walk->interval, &walk->error))
    {
      stop (walk);
      return FALSE;
    }
  if (is_waiting (&walk->interval) && !(was_waiting && walk->interval.from == end))
    {
      walk->ready = walk->interval.from;
      walk->code = walk->interval.code;
    }
  else if (!is_waiting (&walk->interval) && !(was_waiting && walk->interval.from == end))
    walk->ready = SCOPE_TIME_MAX;
  return TRUE;
}

/* Makes the interval that holds at `time` the one that holds. FALSE if the thread does not live then. */
static gboolean
jump (Walk *walk, guint32 thread, gint64 time)
{
  guint32 lane = scope_machine_entity (walk->machine, SCOPE_KIND_THREAD, thread)->lane;
  ScopeLaneStore *store = walk->machine->lanes;
  ScopeInterval before;

  stop (walk);
  walk->thread = thread;
  if (!scope_lane_store_interval_at (store, lane, time, &walk->interval, &walk->error))
    return FALSE;
  before = walk->interval;
  walk->ready = SCOPE_TIME_MAX;
  /* On a coarse clock it may run in the very tick in which it moved. */
  for (guint i = 0; i < MOST_STEPS && (is_waiting (&before) || (i == 0 && before.from == time)); i++)
    {
      if (is_waiting (&before))
        {
          walk->ready = before.from;
          walk->code = before.code;
        }
      if (!scope_lane_store_interval_at (store, lane, before.from - 1, &before, &walk->error))
        break;
    }
  scope_interval_cursor_init (&walk->cursor, store, lane, walk->interval.to, SCOPE_TIME_MAX);
  walk->walking = TRUE;
  return walk->error == NULL;
}

static gboolean
go_to (Walk *walk, guint32 thread, gint64 time)
{
  if (!walk->walking || walk->thread != thread || walk->interval.from > time)
    return jump (walk, thread, time);
  for (guint i = 0; walk->interval.to <= time; i++)
    {
      if (i == NEAR)
        return jump (walk, thread, time);
      if (!step (walk))
        return FALSE;
    }
  return TRUE;
}

/* The wait that the migration belongs to. FALSE: none, or with walk->error. */
static gboolean
find_wait (Walk *walk, const Move *move, Found *ret)
{
  gint64 ready;
  guint code;

  if (!go_to (walk, move->thread, move->time))
    return FALSE;
  ready = walk->ready;
  code = walk->code;
  if (is_waiting (&walk->interval))
    for (guint i = 0; is_waiting (&walk->interval); i++)
      {
        ready = walk->ready;
        code = walk->code;
        if (i == MOST_STEPS || !step (walk))
          return FALSE;
      }
  else if (walk->interval.from != move->time || ready >= move->time)
    return FALSE;
  if (scope_code_state (walk->interval.code) != SCOPE_STATE_RUNNING)
    return FALSE;
  *ret = (Found) { *move, ready, walk->interval.from, walk->interval.ref - 1, code };
  return walk->interval.ref > 0;
}

/* --- what is found --- */

static void
tell (Walk *walk, const Found *found)
{
  ScopeMachine *machine = walk->machine;
  gint64 offset = scope_trace_offset (walk->within->trace, machine);
  ScopeMigrationWait wait = { machine->index,
                              found->move.thread,
                              found->move.from,
                              0,
                              scope_time_add (found->ready, offset),
                              scope_time_add (found->ran, offset),
                              found->code };

  if (found->processor >= scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR))
    return;
  wait.to = (gint64) scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, found->processor)->number;
  if (wait.from != wait.to && wait.from != SCOPE_TABLE_NULL)
    walk->func (&wait, walk->user_data);
}

static void
look_at (Walk *walk, const Move *move)
{
  Found found;

  if (move->time < walk->until[move->thread] || !find_wait (walk, move, &found))
    return;
  /* One that runs in the tick in which it moves has moved, too. */
  walk->until[move->thread] = MAX (found.ran, move->time + 1);
  if (found.ready < walk->from)
    g_array_append_val (walk->early, found);
  else
    tell (walk, &found);
}

SCOPE_COMPARE_BY_WITH_DATA (compare_moves, Move, SCOPE_UP (thread) SCOPE_UP (time))

static gboolean
look_at_all (Walk *walk, GArray *moves)
{
  g_qsort_with_data (moves->data, (gint) moves->len, sizeof (Move), compare_moves, NULL);
  for (guint i = 0; i < moves->len && walk->error == NULL; i++)
    if (i % 1024 != 0 || !scope_query_range_cancelled (walk->within, &walk->error))
      look_at (walk, &g_array_index (moves, Move, i));
  g_array_set_size (moves, 0);
  return walk->error == NULL;
}

static gboolean
take_row (Walk *walk, const gint64 *row, Move *ret)
{
  gint64 thread = row[SCOPE_MIGRATION_THREAD];
  const ScopeLaneId *lane = walk->within->lane;

  if (thread < 0 || thread >= walk->n_threads)
    return FALSE;
  *ret = (Move) { (guint32) thread, row[SCOPE_MIGRATION_TIME], row[SCOPE_MIGRATION_FROM] };
  return lane == NULL || lane->kind == SCOPE_KIND_MACHINE || (lane->kind == SCOPE_KIND_THREAD && lane->index == thread);
}

/* Those whose wait began before the range: unless an earlier migration was its first. */
static void
settle_early (Walk *walk)
{
  g_autofree gint64 *ready = NULL; /* by thread; TIME_MAX: none, or not the first */
  gint64 least = SCOPE_TIME_MAX;
  Move move;

  if (walk->early->len == 0 || walk->error != NULL)
    return;
  ready = g_new (gint64, walk->n_threads);
  for (guint32 i = 0; i < walk->n_threads; i++)
    ready[i] = SCOPE_TIME_MAX;
  SCOPE_EACH (const Found, found, walk->early)
    {
      ready[found->move.thread] = found->ready;
      least = MIN (least, found->ready);
    }
  SCOPE_EACH_ROW (row, walk->machine->tables[SCOPE_TABLE_MIGRATIONS], least, walk->from, walk->within->cancellable, &walk->error)
    if (take_row (walk, row, &move) && move.time >= ready[move.thread])
      ready[move.thread] = SCOPE_TIME_MAX;
  for (guint i = 0; i < walk->early->len && walk->error == NULL; i++)
    {
      const Found *found = &g_array_index (walk->early, Found, i);

      if (ready[found->move.thread] != SCOPE_TIME_MAX)
        tell (walk, found);
    }
}

static gboolean
walk_machine (Walk *walk, gint64 from, gint64 to, GError **error)
{
  g_autoptr (GArray) moves = g_array_new (FALSE, FALSE, sizeof (Move));
  ScopeTable *table = walk->machine->tables[SCOPE_TABLE_MIGRATIONS];
  guint64 done = 0, all = scope_table_estimate (table, from, to);
  Move move;

  walk->from = from;
  walk->n_threads = scope_machine_n_entities (walk->machine, SCOPE_KIND_THREAD);
  walk->until = g_new (gint64, MAX (walk->n_threads, 1));
  for (guint32 i = 0; i < walk->n_threads; i++)
    walk->until[i] = SCOPE_TIME_MIN;
  walk->early = g_array_new (FALSE, FALSE, sizeof (Found));
  SCOPE_EACH_ROW (row, table, from, to, NULL, &walk->error)
    {
      done++;
      if (take_row (walk, row, &move))
        g_array_append_val (moves, move);
      if (moves->len == BATCH)
        {
          scope_query_range_progress (walk->within, done, all);
          look_at_all (walk, moves);
        }
    }
  if (walk->error == NULL && look_at_all (walk, moves))
    settle_early (walk);
  stop (walk);
  g_array_unref (walk->early);
  g_free (walk->until);
  return scope_passed (walk->error, error);
}

gboolean
scope_migrations_each_wait (const ScopeQueryRange *within, ScopeMigrationWaitFunc func, gpointer user_data, GError **error)
{
  if (scope_query_range_cancelled (within, error))
    return FALSE;
  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    {
      Walk walk = { .within = within, .machine = scope_trace_machine (within->trace, m), .func = func,
                    .user_data = user_data };
      gint64 from, to;

      if (walk.machine->tables[SCOPE_TABLE_MIGRATIONS] == NULL || !scope_query_range_has_machine (within, m))
        continue;
      scope_query_range_own_range (within, walk.machine, &from, &to);
      if (!walk_machine (&walk, from, to, error))
        return FALSE;
    }
  return TRUE;
}
