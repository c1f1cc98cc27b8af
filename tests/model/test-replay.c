/* test-replay.c: what events do, on sequences made by hand: numbers used again, wake-ups before the stop, collections
 * clipped at their leader, Eden's processes and machines that are killed, RForks, black holes and placeholders.
 *
 * A lane is compared as text: "created 10-20 running/1 20-50", with the other party (index + 1) behind the slash.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-eventlog-events.h"
#include "model/replay/scope-replay.h"
#include "model/trace/document/scope-machine.h"

#include <string.h>

#define NO SCOPE_NO_PROCESSOR

typedef struct
{
  ScopeMachine *machine;
  ScopeReplay *replay;
  GArray *messages; /* of ScopeMessageEnd */
} World;

static void
add_message (ScopeMachine *machine, const ScopeMessageEnd *end, gpointer user_data)
{
  g_array_append_vals (user_data, end, 1);
}

static void
world_init (World *w, gboolean eden)
{
  w->messages = g_array_new (FALSE, FALSE, sizeof (ScopeMessageEnd));
  w->machine = scope_machine_new (0, scope_bytes_new_memory ());
  w->replay = scope_eventlog_replay_new (scope_machine_open_sink (w->machine, FALSE, 1 << 20, add_message, w->messages),
                                         eden, eden);
}

static void
world_clear (World *w)
{
  w->replay->klass->free (w->replay);
  scope_machine_free (w->machine);
  g_array_unref (w->messages);
}

static void
at (World *w, gint64 time, guint processor, guint type, guint32 a, guint32 b, guint32 c)
{
  const ScopeEvent event
      = { .time = time, .type = (guint16) type, .processor = (guint16) processor, .a = a, .b = b, .c = c };

  w->replay->klass->events (w->replay, &event, 1);
}

/* With a payload: pairs of size and value, ended by 0. */
static void
with (World *w, gint64 time, guint type, ...)
{
  guint8 payload[64];
  ScopeEvent event = { .time = time, .type = (guint16) type, .processor = NO, .payload = payload };
  va_list args;
  int n;

  va_start (args, type);
  while ((n = va_arg (args, int)) != 0)
    {
      guint64 v = va_arg (args, guint64);
      while (n-- > 0)
        payload[event.size++] = (guint8) (v >> (8 * n));
    }
  va_end (args);
  w->replay->klass->events (w->replay, &event, 1);
}

static void
gc_stats (World *w, gint64 time, guint processor)
{
  static const guint8 payload[58];
  const ScopeEvent event = { .time = time, .type = SCOPE_EV_GC_STATS_GHC, .processor = (guint16) processor,
                             .payload = payload, .size = sizeof payload };

  w->replay->klass->events (w->replay, &event, 1);
}

static void
finish (World *w)
{
  ScopeReplayClock clock;

  w->replay->klass->finish (w->replay, NULL, NULL);
  w->replay->klass->clock (w->replay, &clock);
  w->machine->first = clock.first;
  g_assert_true (scope_machine_finish (w->machine, clock.last, NULL));
}

static void
expect_lane (World *w, guint32 lane, const char *text)
{
  g_autoptr (GString) got = g_string_new (NULL);
  ScopeIntervalCursor cursor;
  ScopeInterval i;

  scope_interval_cursor_init (&cursor, w->machine->lanes, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  while (scope_interval_cursor_next (&cursor, &i, NULL))
    {
      const ScopeCodeInfo *info = scope_code_info (i.code);

      g_string_append_printf (got, "%s%s", got->len > 0 ? " " : "",
                              info->reason[0] != '\0' ? info->reason : scope_state_name (info->state));
      if (i.ref != 0)
        g_string_append_printf (got, "/%u", i.ref);
      g_string_append_printf (got, " %d-%d", (int) i.from, (int) i.to);
    }
  scope_interval_cursor_clear (&cursor);
  g_assert_cmpstr (got->str, ==, text);
}

static ScopeEntity *
expect (World *w, ScopeKind kind, guint32 index, const char *text)
{
  ScopeEntity *entity = scope_machine_entity (w->machine, kind, index);

  g_assert_nonnull (entity);
  expect_lane (w, entity->lane, text);

  return entity;
}

static void
expect_table (World *w, ScopeTableKind table, const gint64 *values, guint n)
{
  guint columns = scope_table_schema (table)->n_columns;
  gint64 row[SCOPE_TABLE_MAX_COLUMNS];
  ScopeTableCursor cursor;

  scope_table_cursor_init (&cursor, w->machine->tables[table], SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (scope_table_cursor_next (&cursor, row, NULL));
      for (guint c = 0; c < columns; c++)
        g_assert_cmpint (row[c], ==, values[i * columns + c]);
    }
  g_assert_false (scope_table_cursor_next (&cursor, row, NULL));
  scope_table_cursor_clear (&cursor);
}

/* --- GHC --- */

static void
test_life (void)
{
  World w;
  const ScopeEntity *e;

  world_init (&w, FALSE);
  at (&w, 0, NO, SCOPE_EV_CAP_CREATE, 0, 0, 0);
  at (&w, 10, 0, SCOPE_EV_CREATE_THREAD, 1, 0, 0);
  at (&w, 20, 0, SCOPE_EV_RUN_THREAD, 1, 0, 0);
  at (&w, 30, 0, SCOPE_EV_CREATE_THREAD, 2, 0, 0);
  at (&w, 50, 0, SCOPE_EV_STOP_THREAD, 1, SCOPE_STOP_YIELDING, 0);
  at (&w, 60, 0, SCOPE_EV_RUN_THREAD, 2, 0, 0);
  at (&w, 80, 0, SCOPE_EV_STOP_THREAD, 2, SCOPE_STOP_FINISHED, 0);
  at (&w, 90, 0, SCOPE_EV_RUN_THREAD, 1, 0, 0);
  at (&w, 100, 0, SCOPE_EV_STOP_THREAD, 1, SCOPE_STOP_MVAR, 0);
  at (&w, 120, NO, SCOPE_EV_CAP_DELETE, 0, 0, 0);
  finish (&w);
  e = expect (&w, SCOPE_KIND_THREAD, 0, "created 10-20 running/1 20-50 yielded 50-90 running/1 90-100 mvar 100-120");
  g_assert_cmpint (e->end, ==, SCOPE_END_OPEN);
  g_assert_cmpuint (e->runs, ==, 2);
  e = expect (&w, SCOPE_KIND_THREAD, 1, "created/1 30-60 running/1 60-80");
  g_assert_cmpint (e->end, ==, SCOPE_END_FINISHED);
  g_assert_cmpint (e->last, ==, 80);
  expect (&w, SCOPE_KIND_PROCESSOR, 0, "idle 0-20 running/1 20-50 idle 50-60 running/2 60-80 idle 80-90 running/1 90-100 idle 100-120");
  world_clear (&w);
}

static void
test_number_reuse (void)
{
  World w;
  const ScopeEntity *e;

  world_init (&w, FALSE);
  at (&w, 10, 0, SCOPE_EV_CREATE_THREAD, 7, 0, 0);
  at (&w, 20, 0, SCOPE_EV_RUN_THREAD, 7, 0, 0);
  at (&w, 30, 0, SCOPE_EV_STOP_THREAD, 7, SCOPE_STOP_FINISHED, 0);
  at (&w, 40, 0, SCOPE_EV_CREATE_THREAD, 7, 0, 0); /* the first is done */
  at (&w, 50, 0, SCOPE_EV_CREATE_THREAD, 7, 0, 0); /* nothing told of the second's end */
  at (&w, 70, 0, SCOPE_EV_RUN_THREAD, 7, 0, 0);
  at (&w, 90, 0, SCOPE_EV_STOP_THREAD, 7, SCOPE_STOP_DELAY, 0);
  finish (&w);
  g_assert_cmpuint (scope_machine_n_entities (w.machine, SCOPE_KIND_THREAD), ==, 3);
  e = expect (&w, SCOPE_KIND_THREAD, 0, "created 10-20 running/1 20-30");
  g_assert_cmpint (e->end, ==, SCOPE_END_FINISHED);
  g_assert_cmpuint (e->generation, ==, 1);
  e = expect (&w, SCOPE_KIND_THREAD, 1, "created 40-50");
  g_assert_cmpint (e->end, ==, SCOPE_END_KILLED);
  g_assert_cmpuint (e->generation, ==, 2);
  e = expect (&w, SCOPE_KIND_THREAD, 2, "created 50-70 running/1 70-90");
  g_assert_cmpuint (e->generation, ==, 3);
  world_clear (&w);
}

static void
test_wake_ups (void)
{
  World w;
  const gint64 wakeups[] = { 60, 0, 1, 1, 0, SCOPE_WOKEN_BY_THREAD };

  world_init (&w, FALSE);
  at (&w, 10, 0, SCOPE_EV_CREATE_THREAD, 1, 0, 0);
  at (&w, 10, 1, SCOPE_EV_CREATE_THREAD, 2, 0, 0);
  at (&w, 20, 0, SCOPE_EV_RUN_THREAD, 1, 0, 0);
  at (&w, 20, 1, SCOPE_EV_RUN_THREAD, 2, 0, 0);
  at (&w, 30, 1, SCOPE_EV_THREAD_WAKEUP, 1, 0, 0); /* before it stopped: it still runs */
  at (&w, 40, 0, SCOPE_EV_STOP_THREAD, 1, SCOPE_STOP_BLACK_HOLE, 2);
  at (&w, 60, 1, SCOPE_EV_THREAD_WAKEUP, 1, 0, 0);
  at (&w, 70, 1, SCOPE_EV_THREAD_WAKEUP, 1, 0, 0); /* once is enough */
  at (&w, 80, 0, SCOPE_EV_MIGRATE_THREAD, 1, 1, 0);
  at (&w, 90, 1, SCOPE_EV_STOP_THREAD, 2, SCOPE_STOP_FINISHED, 0);
  at (&w, 95, 1, SCOPE_EV_RUN_THREAD, 1, 0, 0);
  at (&w, 99, 1, SCOPE_EV_STOP_THREAD, 1, SCOPE_STOP_FINISHED, 0);
  finish (&w);
  expect (&w, SCOPE_KIND_THREAD, 0, "created 10-20 running/1 20-40 blackhole/2 40-60 woken/2 60-95 running/2 95-99");
  expect_table (&w, SCOPE_TABLE_WAKEUPS, wakeups, 1);
  expect_table (&w, SCOPE_TABLE_MIGRATIONS, (const gint64[]) { 80, 0, 0, 1 }, 1);
  world_clear (&w);
}

/* All collect from 20 on; processor 0 led, so that nobody collects after it ended. */
static void
test_collection (void)
{
  World w;

  world_init (&w, FALSE);
  at (&w, 0, 0, SCOPE_EV_CREATE_THREAD, 1, 0, 0);
  at (&w, 5, 0, SCOPE_EV_RUN_THREAD, 1, 0, 0);
  at (&w, 5, 1, SCOPE_EV_RUN_THREAD, 2, 0, 0);
  at (&w, 10, 0, SCOPE_EV_STOP_THREAD, 1, SCOPE_STOP_HEAP_OVERFLOW, 0);
  at (&w, 12, 1, SCOPE_EV_STOP_THREAD, 2, SCOPE_STOP_HEAP_OVERFLOW, 0);
  at (&w, 20, 0, SCOPE_EV_GC_START, 0, 0, 0);
  at (&w, 21, 1, SCOPE_EV_GC_START, 0, 0, 0);
  at (&w, 22, 2, SCOPE_EV_GC_START, 0, 0, 0);
  at (&w, 30, 2, SCOPE_EV_GC_END, 0, 0, 0); /* earlier than the leader */
  at (&w, 40, 0, SCOPE_EV_GC_END, 0, 0, 0);
  gc_stats (&w, 41, 0);
  at (&w, 55, 1, SCOPE_EV_GC_END, 0, 0, 0); /* tells it late */
  at (&w, 60, 0, SCOPE_EV_RUN_THREAD, 1, 0, 0);
  at (&w, 60, 1, SCOPE_EV_RUN_THREAD, 2, 0, 0);
  at (&w, 70, 0, SCOPE_EV_STOP_THREAD, 1, SCOPE_STOP_FINISHED, 0);
  at (&w, 70, 1, SCOPE_EV_STOP_THREAD, 2, SCOPE_STOP_FINISHED, 0);
  finish (&w);
  expect (&w, SCOPE_KIND_PROCESSOR, 0, "idle 0-5 running/1 5-10 idle 10-20 collecting 20-40 idle 40-60 running/1 60-70");
  expect (&w, SCOPE_KIND_PROCESSOR, 1, "running/2 5-12 idle 12-21 collecting 21-40 idle 40-60 running/2 60-70");
  expect (&w, SCOPE_KIND_PROCESSOR, 2, "collecting 22-30 idle 30-70");
  expect (&w, SCOPE_KIND_THREAD, 0, "created 0-5 running/1 5-10 heap_overflow 10-60 running/1 60-70");
  g_assert_cmpuint (scope_machine_entity (w.machine, SCOPE_KIND_PROCESSOR, 0)->collections, ==, 1);
  world_clear (&w);
}

/* --- Eden --- */

static void
start_eden (World *w)
{
  world_init (w, TRUE);
  with (w, 0, SCOPE_EV_CREATE_MACHINE, 2, (guint64) 3, 8, (guint64) 150000000000000000, 0);
  at (w, 10, NO, SCOPE_EV_CREATE_PROCESS, 1, 0, 0);
  at (w, 10, 0, SCOPE_EV_ASSIGN_THREAD_TO_PROCESS, 1, 1, 0);
}

static void
test_eden_kill_process (void)
{
  World w;
  const ScopeEntity *e;

  start_eden (&w);
  at (&w, 20, 0, SCOPE_EV_RUN_THREAD, 1, 0, 0);
  at (&w, 30, 0, SCOPE_EV_ASSIGN_THREAD_TO_PROCESS, 2, 1, 0);
  at (&w, 40, 0, SCOPE_EV_STOP_THREAD, 1, SCOPE_STOP_BLACK_HOLE, 2);
  at (&w, 50, 0, SCOPE_EV_RUN_THREAD, 2, 0, 0);
  at (&w, 60, 0, SCOPE_EV_STOP_THREAD, 2, SCOPE_STOP_BLACK_HOLE, 99); /* nobody's: a placeholder */
  at (&w, 100, 0, SCOPE_EV_GC_START, 0, 0, 0);
  at (&w, 110, 0, SCOPE_EV_GC_END, 0, 0, 0);
  at (&w, 80, NO, SCOPE_EV_KILL_PROCESS, 1, 0, 0); /* the global block comes last */
  finish (&w);
  e = expect (&w, SCOPE_KIND_THREAD, 0, "created 10-20 running/1 20-40 blackhole/2 40-80");
  g_assert_cmpint (e->end, ==, SCOPE_END_KILLED);
  e = expect (&w, SCOPE_KIND_THREAD, 1, "created 30-50 running/1 50-60 placeholder 60-80");
  g_assert_cmpint (e->end, ==, SCOPE_END_KILLED);
  e = expect (&w, SCOPE_KIND_PROCESS, 0, "runnable 10-20 running 20-40 runnable 40-50 running 50-60 blocked 60-80");
  g_assert_cmpint (e->end, ==, SCOPE_END_FINISHED);
  g_assert_cmpuint (e->threads, ==, 2);
  world_clear (&w);
}

static void
test_eden_kill_machine (void)
{
  World w;
  ScopeReplayClock clock;
  const ScopeEntity *e;

  start_eden (&w);
  at (&w, 20, 0, SCOPE_EV_RUN_THREAD, 1, 0, 0);
  at (&w, 95, 0, SCOPE_EV_STOP_THREAD, 1, SCOPE_STOP_YIELDING, 0);
  with (&w, 70, SCOPE_EV_KILL_MACHINE, 2, (guint64) 3, 0);
  finish (&w);
  w.replay->klass->clock (w.replay, &clock);
  g_assert_cmpint (clock.first, ==, 0);
  g_assert_cmpint (clock.last, ==, 70);
  g_assert_cmpuint (clock.number, ==, 3);
  g_assert_cmpuint (clock.startup, ==, 150000000000000000);
  e = expect (&w, SCOPE_KIND_THREAD, 0, "created 10-20 running/1 20-70");
  g_assert_cmpint (e->end, ==, SCOPE_END_KILLED);
  e = expect (&w, SCOPE_KIND_PROCESS, 0, "runnable 10-20 running 20-70");
  g_assert_cmpint (e->end, ==, SCOPE_END_KILLED);
  expect_lane (&w, w.machine->lane, "idle 0-10 runnable 10-20 running 20-70");
  world_clear (&w);
}

/* The process created next after an RFork was received is its child. */
static void
test_eden_parents (void)
{
  static const guint32 parents[][2] = { { SCOPE_NONE, SCOPE_NONE }, { 5, 11 }, { 6, 12 }, { SCOPE_NONE, SCOPE_NONE } };
  World w;

  start_eden (&w);
  with (&w, 20, SCOPE_EV_RECEIVE_MESSAGE, 1, (guint64) 0x55, 4, (guint64) 1, 4, (guint64) 0, 2, (guint64) 5, 4,
        (guint64) 11, 4, (guint64) 0, 4, (guint64) 9, 0);
  with (&w, 25, SCOPE_EV_RECEIVE_MESSAGE, 1, (guint64) 0x55, 4, (guint64) 1, 4, (guint64) 0, 2, (guint64) 6, 4,
        (guint64) 12, 4, (guint64) 0, 4, (guint64) 9, 0);
  at (&w, 90, 0, SCOPE_EV_GC_START, 0, 0, 0);
  at (&w, 30, NO, SCOPE_EV_CREATE_PROCESS, 2, 0, 0);
  at (&w, 40, NO, SCOPE_EV_CREATE_PROCESS, 3, 0, 0);
  at (&w, 50, NO, SCOPE_EV_CREATE_PROCESS, 4, 0, 0);
  finish (&w);
  for (guint i = 0; i < G_N_ELEMENTS (parents); i++)
    {
      const ScopeEntity *e = scope_machine_entity (w.machine, SCOPE_KIND_PROCESS, i);
      g_assert_cmpuint (e->parent_machine, ==, parents[i][0]);
      g_assert_cmpuint (e->parent, ==, parents[i][1]);
    }
  g_assert_cmpuint (w.messages->len, ==, 2);
  world_clear (&w);
}

static void
test_eden_messages (void)
{
  World w;
  const ScopeMessageEnd *end;

  start_eden (&w);
  with (&w, 20, SCOPE_EV_SEND_MESSAGE, 1, (guint64) 0x5a, 4, (guint64) 1, 4, (guint64) 2, 2, (guint64) 4, 4, (guint64) 8,
        4, (guint64) 9, 0);
  at (&w, 25, 0, SCOPE_EV_START_RECEIVE, 0, 0, 0);
  with (&w, 30, SCOPE_EV_RECEIVE_MESSAGE, 1, (guint64) 0x5a, 4, (guint64) 1, 4, (guint64) 2, 2, (guint64) 4, 4,
        (guint64) 8, 4, (guint64) 9, 4, (guint64) 77, 0);
  at (&w, 40, 0, SCOPE_EV_END_RECEIVE, 0, 0, 0);
  with (&w, 50, SCOPE_EV_SEND_RECEIVE_LOCAL_MESSAGE, 1, (guint64) 0x5a, 4, (guint64) 1, 4, (guint64) 2, 4, (guint64) 1, 4,
        (guint64) 3, 0);
  finish (&w);
  g_assert_cmpuint (w.messages->len, ==, 3);
  end = &g_array_index (w.messages, ScopeMessageEnd, 0);
  g_assert_false (end->received || end->local);
  g_assert_cmpuint (end->from_machine, ==, 3);
  g_assert_cmpuint (end->to_machine, ==, 4);
  g_assert_cmpuint (end->to_port, ==, 9);
  end = &g_array_index (w.messages, ScopeMessageEnd, 1);
  g_assert_true (end->received);
  g_assert_cmpuint (end->from_machine, ==, 4);
  g_assert_cmpuint (end->to_machine, ==, 3);
  g_assert_cmpuint (end->size, ==, 77);
  g_assert_true (g_array_index (w.messages, ScopeMessageEnd, 2).local);
  expect_table (&w, SCOPE_TABLE_RECEIVING, (const gint64[]) { 25, 15, 1 }, 1);
  g_assert_cmpint (w.machine->receiving, ==, 15);
  g_assert_cmpuint (scope_machine_entity (w.machine, SCOPE_KIND_PROCESS, 0)->sent, ==, 2);
  g_assert_cmpuint (scope_machine_entity (w.machine, SCOPE_KIND_PROCESS, 0)->received, ==, 2);
  world_clear (&w);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/replay/ghc/life", test_life);
  g_test_add_func ("/replay/ghc/number-reuse", test_number_reuse);
  g_test_add_func ("/replay/ghc/wake-ups", test_wake_ups);
  g_test_add_func ("/replay/ghc/collection", test_collection);
  g_test_add_func ("/replay/eden/kill-process", test_eden_kill_process);
  g_test_add_func ("/replay/eden/kill-machine", test_eden_kill_machine);
  g_test_add_func ("/replay/eden/parents", test_eden_parents);
  g_test_add_func ("/replay/eden/messages", test_eden_messages);
  return g_test_run ();
}
