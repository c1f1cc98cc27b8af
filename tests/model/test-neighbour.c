/* test-neighbour.c: stepping through a lane, and after a task from processor to processor, there and back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-neighbour.h"

#define N_RUNS 9000u /* of both threads together: many blocks on each lane */

typedef struct
{
  ScopeTrace *trace;
  GArray *runs[2]; /* of ScopeNeighbour: where each thread ran, in order */
  gint64 end;
} Fixture;

static guint32
add (ScopeMachine *machine, ScopeKind kind, guint64 number, guint initial)
{
  guint32 lane = scope_lane_store_add_lane (machine->lanes, kind, initial, SCOPE_NONE), index;

  scope_machine_add_entity (machine, kind, number, lane, &index);
  return lane;
}

/* Two threads take turns on two processors, at random; thread 1 sleeps for the middle half of the time. */
static void
set_up (Fixture *f, gconstpointer data)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  guint32 processor[2], thread[2];
  gint64 time = 10;

  f->trace = scope_trace_new ();
  scope_machine_open_sink (machine, FALSE, 1 << 20, NULL, NULL);
  machine->number = 1;
  machine->tick_ps = 1000;
  machine->lane = machine->threads_lane = SCOPE_NONE;
  for (guint i = 0; i < 2; i++)
    {
      processor[i] = add (machine, SCOPE_KIND_PROCESSOR, i, SCOPE_CODE_IDLE);
      thread[i] = add (machine, SCOPE_KIND_THREAD, i + 1, SCOPE_CODE_RUNNABLE);
      f->runs[i] = g_array_new (FALSE, FALSE, sizeof (ScopeNeighbour));
    }
  for (guint i = 0; i < N_RUNS; i++)
    {
      guint t = i > N_RUNS / 4 && i < 3 * N_RUNS / 4 ? 0 : (guint) g_rand_int_range (rand, 0, 2);
      guint p = (guint) g_rand_int_range (rand, 0, 2);
      gint64 to = time + g_rand_int_range (rand, 1, 1000);
      ScopeRow rows[] = { scope_row (processor[p], time, SCOPE_CODE_RUNNING, t + 1),
                          scope_row (thread[t], time, SCOPE_CODE_RUNNING, p + 1),
                          scope_row (processor[p], to, SCOPE_CODE_IDLE, 0),
                          scope_row (thread[t], to, SCOPE_CODE_MVAR, 0) };
      ScopeNeighbour run = { { 0, SCOPE_KIND_PROCESSOR, p }, time, to, SCOPE_CODE_RUNNING, t + 1 };

      g_assert_true (scope_lane_store_add_rows (machine->lanes, rows, G_N_ELEMENTS (rows), NULL));
      g_array_append_val (f->runs[t], run);
      time = to + g_rand_int_range (rand, 1, 50);
    }
  f->end = time;
  for (guint i = 0; i < 2; i++)
    {
      scope_lane_store_set_life (machine->lanes, processor[i], 0, time);
      scope_lane_store_set_life (machine->lanes, thread[i], 0, time);
    }
  g_assert_true (scope_machine_finish (machine, time, NULL));
  machine->first = 0;
  machine->last = time;
  scope_trace_add_machine (f->trace, machine);
  scope_trace_set_finished (f->trace);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_array_unref (f->runs[0]);
  g_array_unref (f->runs[1]);
  g_object_unref (f->trace);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static void
check_runs (Fixture *f, guint t, gboolean on_processors, gboolean forward)
{
  guint n = f->runs[t]->len;
  ScopeNeighbour here = g_array_index (f->runs[t], ScopeNeighbour, forward ? 0 : n - 1), next;
  g_autoptr (GError) error = NULL;

  if (!on_processors)
    here.lane = (ScopeLaneId) { 0, SCOPE_KIND_THREAD, t };
  for (guint i = 1; i < n; i++)
    {
      const ScopeNeighbour *run = &g_array_index (f->runs[t], ScopeNeighbour, forward ? i : n - 1 - i);

      g_assert_true (scope_neighbour_find (f->trace, SCOPE_NEIGHBOUR_RUN, here.lane, here.from, here.to, forward, &next,
                                           NULL, &error));
      g_assert_cmpint (next.from, ==, run->from);
      g_assert_cmpint (next.to, ==, run->to);
      g_assert_cmpint (next.lane.kind, ==, on_processors ? SCOPE_KIND_PROCESSOR : SCOPE_KIND_THREAD);
      g_assert_cmpuint (next.lane.index, ==, on_processors ? run->lane.index : t);
      here = next;
    }
  g_assert_false (scope_neighbour_find (f->trace, SCOPE_NEIGHBOUR_RUN, here.lane, here.from, here.to, forward, &next,
                                        NULL, &error));
  g_assert_no_error (error);
}

static void
test_runs (Fixture *f, gconstpointer data)
{
  for (guint t = 0; t < 2; t++)
    for (guint way = 0; way < 4; way++)
      check_runs (f, t, way & 1, way & 2);
}

/* All intervals of a lane, one after the other, without a gap; the same ones backwards. */
static void
test_intervals (Fixture *f, gconstpointer data)
{
  ScopeLaneId lane = { 0, SCOPE_KIND_THREAD, 1 };
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (ScopeNeighbour));
  ScopeNeighbour next;
  gint64 time = 0;

  while (scope_neighbour_find (f->trace, SCOPE_NEIGHBOUR_INTERVAL, lane, time, time, TRUE, &next, NULL, NULL))
    {
      g_assert_cmpint (next.from, ==, time);
      g_assert_cmpint (next.to, >, time);
      time = next.to;
      g_array_append_val (seen, next);
    }
  g_assert_cmpint (time, ==, f->end);
  g_assert_cmpuint (seen->len, >=, 2 * f->runs[1]->len);
  for (guint i = seen->len; i-- > 0;)
    {
      g_assert_true (scope_neighbour_find (f->trace, SCOPE_NEIGHBOUR_INTERVAL, lane, time, time, FALSE, &next, NULL, NULL));
      g_assert_cmpint (next.from, ==, g_array_index (seen, ScopeNeighbour, i).from);
      time = next.from;
    }
  g_assert_false (scope_neighbour_find (f->trace, SCOPE_NEIGHBOUR_INTERVAL, lane, time, time, FALSE, &next, NULL, NULL));
}

/* An idle processor runs no task: whoever runs there next; what was cancelled says so. */
static void
test_none (Fixture *f, gconstpointer data)
{
  const ScopeNeighbour *run = &g_array_index (f->runs[1], ScopeNeighbour, f->runs[1]->len / 2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  ScopeNeighbour next;

  for (guint forward = 0; forward < 2; forward++)
    {
      g_assert_true (scope_neighbour_find (f->trace, SCOPE_NEIGHBOUR_RUN, run->lane, run->to, run->to + 1, forward, &next,
                                           NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpint (next.lane.kind, ==, SCOPE_KIND_PROCESSOR);
      g_assert_cmpuint (next.lane.index, ==, run->lane.index);
      g_assert_cmpuint (next.code, ==, SCOPE_CODE_RUNNING);
      if (forward)
        g_assert_cmpint (next.from, >, run->to);
      else
        g_assert_cmpint (next.from, ==, run->from);
    }
  g_cancellable_cancel (cancellable);
  g_assert_false (scope_neighbour_find (f->trace, SCOPE_NEIGHBOUR_RUN, (ScopeLaneId) { 0, SCOPE_KIND_THREAD, 1 },
                                        f->end, f->end, TRUE, &next, cancellable, &error));
  g_assert_no_error (error); /* nothing was left to be looked at */
}

/* Marks of two machines whose clocks are apart are one sequence; names of threads are no marks. */
static void
test_marks (Fixture *f, gconstpointer data)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GError) error = NULL;
  gint64 here = -1, there;

  for (guint m = 0; m < 2; m++)
    {
      ScopeMachine *machine = scope_machine_new (m, scope_bytes_new_memory ());
      ScopeTable *table = machine->tables[SCOPE_TABLE_MARKS] = scope_table_new (SCOPE_TABLE_MARKS, machine->bytes);
      gint64 time = 10;

      machine->index = m;
      machine->offset = 7 * m;
      for (guint i = 0; i < 3000; i++)
        {
          gint64 row[SCOPE_TABLE_MAX_COLUMNS] = { 0 }, at;

          time += g_rand_int_range (rand, 1, i % 100 == 0 ? 100000 : 20);
          row[SCOPE_MARK_TIME] = time;
          row[SCOPE_MARK_THREAD] = row[SCOPE_MARK_PROCESSOR] = SCOPE_TABLE_NULL;
          row[SCOPE_MARK_KIND] = i % 5 == 0 ? SCOPE_MARK_LABEL : SCOPE_MARK_MARKER;
          at = time + machine->offset;
          if (i % 5 != 0)
            g_array_append_val (times, at);
          g_assert_true (scope_table_add (table, row, NULL));
        }
      g_assert_true (scope_table_finish (table, NULL));
      machine->first = 0;
      machine->last = time + 10;
      scope_trace_add_machine (trace, machine);
    }
  scope_trace_set_finished (trace);
  g_array_sort (times, compare_times);
  for (guint i = 0; i < times->len; i++)
    {
      gint64 want = g_array_index (times, gint64, i);

      if (want == here)
        continue; /* two at once */
      g_assert_true (scope_neighbour_find_mark (trace, here, TRUE, &there, NULL, &error));
      g_assert_cmpint (there, ==, want);
      if (here >= 0)
        {
          gint64 back;

          g_assert_true (scope_neighbour_find_mark (trace, there, FALSE, &back, NULL, &error));
          g_assert_cmpint (back, ==, here);
        }
      here = there;
    }
  g_assert_false (scope_neighbour_find_mark (trace, here, TRUE, &there, NULL, &error));
  g_assert_false (scope_neighbour_find_mark (trace, g_array_index (times, gint64, 0), FALSE, &there, NULL, &error));
  g_assert_no_error (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/neighbour/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("runs", test_runs);
  ADD ("intervals", test_intervals);
  ADD ("none", test_none);
  ADD ("marks", test_marks);
  return g_test_run ();
}
