/* test-local-waits.c: which local message filled the black hole that a thread waited for (old Eden logs say "black hole of thread 1" of a
 * placeholder), against the rule told by brute force: messages that fit or not, before and within the waker's slice, of this or another
 * wait, and wakers that woke somebody else in between.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-message.h"
#include "model/trace/waits/scope-waits.h"

#define N_WAITS 4000u
#define PERIOD 1000
#define END ((gint64) (N_WAITS + 1) * PERIOD)

enum
{
  WAITER,
  WAKER, /* who owns the black hole, too */
  OTHER,
  N_THREADS
};

typedef struct
{
  gint64 time;
  gboolean fits; /* of a message; of a wake-up: by the waker */
} Event;

typedef struct
{
  ScopeMachine *machine;
  ScopeSink *sink;
  GRand *rand;
  guint32 lanes[N_THREADS];
  GArray *messages, *wakeups; /* of Event */
  GArray *slices;             /* of gint64, by wait: since when its waker runs; TIME_MIN: it does not */
} World;

typedef struct
{
  const char *name;
  guint most; /* messages to a wait */
  gboolean none_fits;
} Case;

static guint32
add (World *world, ScopeKind kind, guint64 number, guint initial)
{
  guint32 lane = scope_lane_store_add_lane (world->machine->lanes, kind, initial, SCOPE_NONE), index;

  scope_machine_add_entity (world->machine, kind, number, lane, &index);
  scope_lane_store_set_life (world->machine->lanes, lane, 0, END);
  return lane;
}

static void
add_row (World *world, guint thread, gint64 time, guint code, guint32 ref)
{
  ScopeRow row = scope_row (world->lanes[thread], time, code, ref);

  g_assert_true (scope_lane_store_add_rows (world->machine->lanes, &row, 1, NULL));
}

/* `how`: 0 fits; 1 to another process; 2 of another thread; 3 to another machine. */
static void
add_message (World *world, gint64 time, guint how)
{
  const gint64 row[SCOPE_MESSAGE_N_COLUMNS] = { [SCOPE_MESSAGE_SEND] = time,
                                                [SCOPE_MESSAGE_RECEIVE] = time,
                                                [SCOPE_MESSAGE_TAG] = SCOPE_TAG_DATA,
                                                [SCOPE_MESSAGE_FROM_PROCESS] = 7,
                                                [SCOPE_MESSAGE_FROM_PORT] = how == 2 ? 3 : 1, /* numbers of threads */
                                                [SCOPE_MESSAGE_TO_MACHINE] = how == 3,
                                                [SCOPE_MESSAGE_TO_PROCESS] = how == 1 ? 8 : 7,
                                                [SCOPE_MESSAGE_SIZE] = how == 3 ? 40 : SCOPE_TABLE_NULL };
  const Event event = { time, how == 0 };

  g_assert_true (scope_table_add (world->machine->tables[SCOPE_TABLE_MESSAGES], row, NULL));
  g_array_append_val (world->messages, event);
}

static void
add_wakeup (World *world, gint64 time, guint thread, guint by)
{
  const gint64 row[SCOPE_WAKEUP_N_COLUMNS] = { [SCOPE_WAKEUP_TIME] = time,
                                               [SCOPE_WAKEUP_THREAD] = thread,
                                               [SCOPE_WAKEUP_BY_THREAD] = by,
                                               [SCOPE_WAKEUP_BY_PROCESSOR] = 0,
                                               [SCOPE_WAKEUP_PROCESSOR] = 0 };
  const Event event = { time, by == WAKER };

  g_assert_true (scope_table_add (world->machine->tables[SCOPE_TABLE_WAKEUPS], row, NULL));
  g_array_append_val (world->wakeups, event);
}

/* From 100 to 900 of it, one waits. */
static void
add_wait (World *world, gint64 start, const Case *how)
{
  gint64 slice = start + g_rand_int_range (world->rand, 50, 850), time = start + g_rand_int_range (world->rand, 1, 400);
  gboolean runs = g_rand_int_range (world->rand, 0, 8) > 0;

  for (guint n = (guint) g_rand_int_range (world->rand, 0, (gint32) how->most + 1); n > 0 && time < start + 900; n--)
    {
      add_message (world, time, g_rand_boolean (world->rand) && !how->none_fits ? 0 : (guint) g_rand_int_range (world->rand, 1, 4));
      time += g_rand_int_range (world->rand, 1, 500);
    }
  add_row (world, WAITER, start + 100, SCOPE_CODE_BLACKHOLE, WAKER + 1);
  add_row (world, WAITER, start + 900, SCOPE_CODE_WOKEN, WAKER + 1);
  add_row (world, WAITER, start + 950, SCOPE_CODE_RUNNING, 1);
  add_row (world, WAKER, slice, SCOPE_CODE_RUNNING, 1);
  add_row (world, WAKER, start + (runs ? 940 : 899), SCOPE_CODE_RUNNABLE, 0);
  if (g_rand_int_range (world->rand, 0, 3) == 0)
    add_wakeup (world, start + g_rand_int_range (world->rand, 100, 900), OTHER, g_rand_boolean (world->rand) ? WAKER : OTHER);
  add_wakeup (world, start + 900, WAITER, WAKER);
  slice = runs ? slice : SCOPE_TIME_MIN;
  g_array_append_val (world->slices, slice);
}

static ScopeTrace *
make_trace (World *world, const Case *how)
{
  static const guint numbers[N_THREADS] = { 2, 1, 3 };
  ScopeTrace *trace = scope_trace_new ();
  guint32 process;

  world->machine = scope_machine_new (0, scope_bytes_new_memory ());
  world->sink = scope_machine_open_sink (world->machine, FALSE, 1 << 20, NULL, NULL);
  world->messages = g_array_new (FALSE, FALSE, sizeof (Event));
  world->wakeups = g_array_new (FALSE, FALSE, sizeof (Event));
  world->slices = g_array_new (FALSE, FALSE, sizeof (gint64));
  world->rand = g_rand_new_with_seed (3 + how->most);
  world->machine->number = 1;
  world->machine->tick_ps = 1000;
  world->machine->lane = world->machine->threads_lane = SCOPE_NONE;
  scope_machine_add_entity (world->machine, SCOPE_KIND_PROCESS, 7, SCOPE_NONE, &process);
  for (guint t = 0; t < N_THREADS; t++)
    {
      world->lanes[t] = add (world, SCOPE_KIND_THREAD, numbers[t], SCOPE_CODE_RUNNABLE);
      world->sink->klass->entity (world->sink, SCOPE_KIND_THREAD, t)->process = process;
    }
  for (guint i = 0; i < N_WAITS; i++)
    add_wait (world, (gint64) i * PERIOD, how);
  g_assert_true (scope_machine_finish (world->machine, END, NULL));
  world->machine->first = 0;
  world->machine->last = END;
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "parevents", "made-up", "none", SCOPE_RUNTIME_EDEN });
  scope_trace_add_machine (trace, world->machine);
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
  return trace;
}

/* When the message was sent that filled it; TIME_MIN: none did. */
static gint64
find_message (const World *world, guint wait)
{
  gint64 from = (gint64) wait * PERIOD + 100, to = from + 800;
  const Event *last = NULL;

  for (guint i = world->messages->len; i-- > 0 && last == NULL;)
    if (g_array_index (world->messages, Event, i).time <= to)
      last = &g_array_index (world->messages, Event, i);
  if (last == NULL || !last->fits || last->time < MAX (from, g_array_index (world->slices, gint64, wait)))
    return SCOPE_TIME_MIN;
  for (guint i = 0; i < world->wakeups->len; i++)
    {
      const Event *wakeup = &g_array_index (world->wakeups, Event, i);

      if (wakeup->fits && wakeup->time >= last->time && wakeup->time < to)
        return SCOPE_TIME_MIN;
    }
  return last->time;
}

static void
check_wait (const World *world, const ScopeWait *wait, guint i, guint *filled)
{
  gint64 message = find_message (world, i);

  g_assert_cmpint (wait->from, ==, (gint64) i * PERIOD + 100);
  g_assert_cmpint (wait->has_message, ==, message > SCOPE_TIME_MIN);
  g_assert_cmpuint (wait->code, ==, message > SCOPE_TIME_MIN ? SCOPE_CODE_PLACEHOLDER : SCOPE_CODE_BLACKHOLE);
  g_assert_cmpuint (wait->owner, ==, message > SCOPE_TIME_MIN ? SCOPE_NONE : WAKER);
  if (message > SCOPE_TIME_MIN)
    g_assert_cmpint (wait->message.receive, ==, message);
  *filled += message > SCOPE_TIME_MIN;
}

/* In order, and from anywhere. */
static void
test_waits (gconstpointer data)
{
  const Case *how = data;
  gboolean none = how->most == 0 || how->none_fits;
  guint filled = 0, again = 0;
  World world = { 0 };
  g_autoptr (ScopeTrace) trace = make_trace (&world, how);
  g_autoptr (ScopeWaits) waits = scope_waits_new (trace, NULL);
  g_autoptr (GError) error = NULL;
  ScopeWaitCursor cursor;
  ScopeWait wait;
  guint i = 0;

  scope_wait_cursor_init (&cursor, waits, 0, WAITER, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
  for (; scope_wait_cursor_next (&cursor, &wait, &error); i++)
    check_wait (&world, &wait, i, &filled);
  g_assert_no_error (error);
  g_assert_cmpuint (i, ==, N_WAITS);
  scope_wait_cursor_clear (&cursor);
  g_assert_true (none ? filled == 0 : filled > N_WAITS / 50);
  for (guint k = 0; k < 200; k++)
    {
      i = (guint) g_rand_int_range (world.rand, 0, N_WAITS);
      g_assert_true (scope_waits_at (waits, 0, WAITER, (gint64) i * PERIOD + 500, &wait, NULL));
      check_wait (&world, &wait, i, &again);
    }
  g_rand_free (world.rand);
  g_array_unref (world.messages);
  g_array_unref (world.wakeups);
  g_array_unref (world.slices);
}

int
main (int argc, char **argv)
{
  static const Case cases[] = { { "none", 0, FALSE }, { "few", 1, FALSE }, { "many", 6, FALSE }, { "many-others", 6, TRUE } };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/local-waits/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_waits);
    }
  return g_test_run ();
}
