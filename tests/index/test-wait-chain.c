/* test-wait-chain.c: why it waits: that every step of the way back leads to the next one, and that it ends where the rule for
 * `dump waits` says (which is compared with the truths, see tests/cli/test-eden.py); and the sentences. Why a processor is idle;
 * events in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import.h"
#include "model/scene/timeline/scope-wait-chain-words.h"
#include "model/trace/analysis/scope-idle.h"
#include "model/trace/document/scope-event-words.h"
#include "model/trace/statistics/scope-statistics.h"

#include <string.h>

#define MOST 400 /* waits looked at, per trace */

static ScopeImport *
read_trace (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, name, NULL);
  const char *paths[] = { path };
  ScopeImportOptions options = { .no_cache = TRUE };
  ScopeImport *import = scope_import_new (paths, 1, &options);
  g_autoptr (GError) error = NULL;

  scope_import_run (import, NULL, &error);
  g_assert_no_error (error);
  return import;
}

/* The waker of each step but the last is whom the next one is about. */
static void
check_steps (ScopeTrace *trace, ScopeWaits *waits, const ScopeWaitChain *why)
{
  for (guint i = 0; i + 1 < why->steps->len; i++)
    {
      const ScopeWaitChainStep *step = &g_array_index (why->steps, ScopeWaitChainStep, i), *next = step + 1;
      gint64 offset = scope_trace_offset (trace, scope_trace_machine (trace, step->lane.machine));
      ScopeWait wait;

      g_assert_cmpint (step->kind, ==, SCOPE_WAIT_CHAIN_WAIT);
      g_assert_true (scope_waits_at (waits, step->lane.machine, step->lane.index, step->from - offset, &wait, NULL));
      g_assert_cmpint (wait.to + offset, ==, step->to);
      if (i + 1 == SCOPE_WAIT_CHAIN_FIRST_STEPS && why->n_left_out > 0)
        continue;
      if (next->kind == SCOPE_WAIT_CHAIN_MESSAGE)
        g_assert_cmpint (wait.message.receive + offset, ==, next->to);
      else
        g_assert_cmpuint (next->lane.index, ==, next->kind >= SCOPE_WAIT_CHAIN_TIMER ? wait.thread : wait.waker);
      if (next->kind == SCOPE_WAIT_CHAIN_WAIT)
        {
          g_assert_cmpint (next->to, <=, step->to);
          g_assert_cmpint (next->to, >, why->from);
        }
    }
}

static void
check_root (const ScopeWaitChain *why, const ScopeRoot *root)
{
  const ScopeWaitChainStep *last = scope_wait_chain_root (why);

  g_assert_cmpuint (why->depth, ==, root->depth);
  g_assert_nonnull (last);
  switch (root->kind)
    {
    case SCOPE_ROOT_MESSAGE:
      g_assert_cmpint (last->kind, ==, SCOPE_WAIT_CHAIN_MESSAGE);
      g_assert_cmpint (last->message.receive, ==, root->message.receive);
      g_assert_cmpint (last->message.send, ==, root->message.send);
      g_assert_cmpuint (last->message.from_machine, ==, root->message.from_machine);
      g_assert_cmpuint (last->message.from_port, ==, root->message.from_port);
      break;
    case SCOPE_ROOT_LOCAL:
      g_assert_cmpint (last->kind, ==, SCOPE_WAIT_CHAIN_READY);
      g_assert_cmpuint (last->lane.index, ==, root->thread);
      break;
    case SCOPE_ROOT_NONE:
    default:
      g_assert_cmpint (last->kind, >=, SCOPE_WAIT_CHAIN_TIMER);
    }
}

static void
check_wait (ScopeTrace *trace, ScopeWaits *waits, const ScopeWait *wait, guint seen[SCOPE_N_ROOTS])
{
  gint64 offset = scope_trace_offset (trace, scope_trace_machine (trace, wait->machine));
  ScopeLaneId lane = { wait->machine, SCOPE_KIND_THREAD, wait->thread };
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeWaitChain) why = scope_wait_chain_ask (trace, lane, (wait->from + wait->to) / 2 + offset, NULL, &error);
  g_autofree char *headline = NULL;
  ScopeRoot root;

  g_assert_no_error (error);
  g_assert_nonnull (why);
  g_assert_true (scope_waits_root (waits, wait, &root, NULL));
  check_root (why, &root);
  check_steps (trace, waits, why);
  headline = scope_wait_chain_headline (trace, why);
  g_assert_nonnull (headline);
  g_assert_cmpint (strstr (headline, "goes back to") != NULL, ==, root.depth > 1);
  for (guint i = 0; i < why->steps->len; i++)
    {
      ScopeClock clock = scope_clock_of_trace (trace);
      g_autofree char *title = scope_wait_chain_step_title (trace, &g_array_index (why->steps, ScopeWaitChainStep, i));
      g_autofree char *detail = scope_wait_chain_step_detail (trace, &g_array_index (why->steps, ScopeWaitChainStep, i), &clock);

      g_assert_true (title != NULL && detail != NULL);
      g_assert_true (g_utf8_validate (title, -1, NULL) && g_utf8_validate (detail, -1, NULL));
    }
  seen[root.kind]++;
}

static void
walk (ScopeTrace *trace, guint seen[SCOPE_N_ROOTS])
{
  g_autoptr (ScopeWaits) waits = scope_waits_new (trace, NULL);

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);
      guint n = 0;

      for (guint32 t = 0; t < scope_machine_n_entities (machine, SCOPE_KIND_THREAD) && n < MOST; t++)
        {
          ScopeWaitCursor cursor;
          ScopeWait wait;

          scope_wait_cursor_init (&cursor, waits, m, t, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
          while (n < MOST && scope_wait_cursor_next (&cursor, &wait, NULL))
            {
              check_wait (trace, waits, &wait, seen);
              n++;
            }
          scope_wait_cursor_clear (&cursor);
        }
    }
}

static void
test_eden_steps (void)
{
  g_autoptr (ScopeImport) import = read_trace ("tests/data/eden/generic4.parevents");
  guint seen[SCOPE_N_ROOTS] = { 0 };

  walk (scope_import_get_trace (import), seen);
  g_assert_cmpuint (seen[SCOPE_ROOT_MESSAGE], >, 100);
  g_assert_cmpuint (seen[SCOPE_ROOT_LOCAL], >, 100);
}

static void
test_ghc_steps (void)
{
  g_autoptr (ScopeImport) import = read_trace ("tests/data/ghc/parfib-n4-la.eventlog");
  guint seen[SCOPE_N_ROOTS] = { 0 };

  walk (scope_import_get_trace (import), seen);
  g_assert_cmpuint (seen[SCOPE_ROOT_MESSAGE], ==, 0);
  g_assert_cmpuint (seen[SCOPE_ROOT_LOCAL], >, 50);
}

/* Who sent what a process waited for woke it. */
static void
test_erlang_steps (void)
{
  g_autoptr (ScopeImport) import = read_trace ("tests/data/erlang/every_all.dat");
  guint seen[SCOPE_N_ROOTS] = { 0 };

  walk (scope_import_get_trace (import), seen);
  g_assert_cmpuint (seen[SCOPE_ROOT_MESSAGE], ==, 0);
  g_assert_cmpuint (seen[SCOPE_ROOT_LOCAL], >=, 18);
  g_assert_cmpuint (seen[SCOPE_ROOT_NONE], >, 5);
}

/* Of Erlang's rows, which are processes. The shell's process waits from 9.134 to 17.788 ms, for what <0.84.0> sends then; its name is known
 * as soon as the trace is read, and so is that of the function. */
static void
test_erlang_process (void)
{
  g_autoptr (ScopeImport) import = read_trace ("tests/data/erlang/every_all.dat");
  ScopeTrace *trace = scope_import_get_trace (import);
  ScopeMachine *machine = scope_trace_machine (trace, 0);
  ScopeLaneId lane = { 0, SCOPE_KIND_PROCESS, scope_machine_find_entity (machine, SCOPE_KIND_PROCESS, "<0.9.0>") };
  g_autoptr (ScopeWaitChain) why = scope_wait_chain_ask (trace, lane, 10000000, NULL, NULL);
  ScopeClock clock = scope_clock_of_trace (trace);
  g_autofree char *headline = NULL, *detail = NULL, *title = NULL;

  g_assert_nonnull (why);
  g_assert_true (why->has_thread);
  g_assert_cmpint (why->from, ==, 9134000);
  g_assert_cmpint (why->to, ==, 17788000);
  headline = scope_wait_chain_headline (trace, why);
  g_assert_cmpstr (headline, ==, "Waiting for <0.84.0>");
  title = scope_wait_chain_step_title (trace, &g_array_index (why->steps, ScopeWaitChainStep, 0));
  detail = scope_wait_chain_step_detail (trace, &g_array_index (why->steps, ScopeWaitChainStep, 0), &clock);
  g_assert_cmpstr (title, ==, "<0.9.0>");
  g_assert_nonnull (strstr (detail, "wl:every/0"));
}

/* A process is blocked as long as all its threads are, and goes on with the first of them. */
static void
test_groups (void)
{
  g_autoptr (ScopeImport) import = read_trace ("tests/data/eden/generic4.parevents");
  ScopeTrace *trace = scope_import_get_trace (import);
  guint asked = 0, explained = 0;

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    for (guint p = 0; p <= scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_PROCESS); p++)
      {
        ScopeMachine *machine = scope_trace_machine (trace, m);
        ScopeLaneId lane = { m, p == 0 ? SCOPE_KIND_MACHINE : SCOPE_KIND_PROCESS, p == 0 ? 0 : p - 1 };
        ScopeIntervalCursor cursor;
        ScopeInterval interval;

        scope_interval_cursor_init (&cursor, machine->lanes, scope_trace_lane (trace, lane), SCOPE_TIME_MIN,
                                    SCOPE_TIME_MAX);
        while (scope_interval_cursor_next (&cursor, &interval, NULL))
          {
            gint64 offset = scope_trace_offset (trace, machine);
            g_autoptr (ScopeWaitChain) why = NULL;

            if (interval.code != SCOPE_CODE_BLOCKED)
              continue;
            asked++;
            why = scope_wait_chain_ask (trace, lane, interval.from + offset, NULL, NULL);
            g_assert_nonnull (why);
            g_assert_cmpint (why->to, ==, interval.to + offset);
            if (why->has_thread)
              {
                explained++;
                g_assert_cmpuint (why->steps->len, >=, 2);
                g_assert_cmpint (g_array_index (why->steps, ScopeWaitChainStep, 0).to, ==, why->to);
              }
          }
        scope_interval_cursor_clear (&cursor);
      }
  g_assert_cmpuint (asked, >=, 10);
  g_assert_cmpuint (explained + 2, >=, asked);
}

/* Of the truth of this trace: thread 14 of machine 1 waits from 35.892710 ms (its own clock) for 4.181582 ms, for the
 * first element of a stream of process 1 on machine 3, sent at that machine's 38.701875 ms, come at 40.071412 ms. */
static void
test_sentence (void)
{
  g_autoptr (ScopeImport) import = read_trace ("tests/data/eden/generic4.parevents");
  ScopeTrace *trace = scope_import_get_trace (import);
  ScopeMachine *machine = scope_trace_machine (trace, scope_trace_find_machine (trace, 1));
  gint64 offset = scope_trace_offset (trace, machine);
  ScopeLaneId lane = { machine->index, SCOPE_KIND_THREAD,
                       scope_machine_find_entity (machine, SCOPE_KIND_THREAD, "14") };
  g_autoptr (ScopeWaitChain) why = scope_wait_chain_ask (trace, lane, 36000000 + offset, NULL, NULL);
  ScopeClock clock = scope_clock_of_trace (trace);
  g_autofree char *headline = NULL, *detail = NULL, *reason = NULL;

  g_assert_nonnull (why);
  g_assert_cmpint (why->from - offset, ==, 35892710);
  g_assert_cmpint (why->to - why->from, ==, 4181582);
  headline = scope_wait_chain_headline (trace, why);
  g_assert_cmpstr (headline, ==, "Waiting for 3:1 → stream, element 1");
  clock.zero = offset;
  detail = scope_wait_chain_detail (trace, why, &clock);
  g_assert_true (g_str_has_prefix (detail, "It arrived at 40.07"));
  g_assert_nonnull (strstr (detail, "the sender"));
  reason = scope_wait_chain_reason (trace, why->code, NULL);
  g_assert_nonnull (strstr (reason, "not arrived"));
}

/* Thread 7 is ready, and its processor idle, because the nonmoving collector has asked all to stop: that is no fault of the processor. */
static void
test_stopped (void)
{
  g_autoptr (ScopeImport) import = read_trace ("tests/data/profile/nonmoving.eventlog");
  ScopeTrace *trace = scope_import_get_trace (import);
  ScopeLaneId lane = { 0, SCOPE_KIND_THREAD, scope_machine_find_entity (scope_trace_machine (trace, 0), SCOPE_KIND_THREAD, "7") };
  g_autoptr (ScopeWaitChain) why = scope_wait_chain_ask (trace, lane, 60000000, NULL, NULL);
  g_autofree char *headline = NULL;

  g_assert_nonnull (why);
  g_assert_true (why->has_processor);
  g_assert_cmpint (why->stopped, <=, why->meanwhile[SCOPE_STATE_IDLE]);
  headline = scope_wait_chain_headline (trace, why);
  g_assert_cmpstr (headline, ==, "Ready, but the nonmoving collector had stopped all");
}

/* Machine 2 of the example has nothing to do before its second process begins, which a process of machine 5 asked for. */
static void
test_born (void)
{
  g_autoptr (ScopeImport) import = read_trace ("data/examples/mergesort8.parevents");
  ScopeTrace *trace = scope_import_get_trace (import);
  ScopeLaneId lane = { scope_trace_find_machine (trace, 2), SCOPE_KIND_MACHINE, 0 };
  g_autoptr (ScopeWaitChain) why = scope_wait_chain_ask (trace, lane, 100000000, NULL, NULL);
  const ScopeWaitChainStep *step;
  ScopeClock clock = scope_clock_of_trace (trace);
  g_autofree char *headline = NULL, *detail = NULL, *born = NULL, *asked_by = NULL;

  g_assert_nonnull (why);
  g_assert_false (why->has_thread);
  g_assert_cmpuint (why->steps->len, ==, 1);
  step = scope_wait_chain_root (why);
  g_assert_cmpint (step->kind, ==, SCOPE_WAIT_CHAIN_BORN);
  born = scope_trace_format_lane (trace, step->born);
  asked_by = scope_trace_format_lane (trace, step->lane);
  g_assert_cmpstr (born, ==, "process:2/2");
  g_assert_cmpstr (asked_by, ==, "process:5/1");
  g_assert_cmpint (step->meanwhile[SCOPE_STATE_RUNNING], >, 0);
  headline = scope_wait_chain_headline (trace, why);
  g_assert_cmpstr (headline, ==, "Nothing to do until 2:2 began");
  detail = scope_wait_chain_step_detail (trace, step, &clock);
  g_assert_true (g_str_has_suffix (detail, "asked for by 5:1"));
}

static void
test_cancelled (void)
{
  g_autoptr (ScopeImport) import = read_trace ("tests/data/eden/generic4.parevents");
  ScopeTrace *trace = scope_import_get_trace (import);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (ScopeWaits) waits = scope_waits_new (trace, cancellable);
  g_autoptr (GError) error = NULL;
  guint rows = 0;

  g_cancellable_cancel (cancellable);
  for (guint32 t = 0; error == NULL && t < scope_machine_n_entities (scope_trace_machine (trace, 0), SCOPE_KIND_THREAD);
       t++)
    {
      ScopeWaitCursor cursor;
      ScopeWait wait;

      scope_wait_cursor_init (&cursor, waits, 0, t, SCOPE_TIME_MIN, SCOPE_TIME_MAX);
      while (scope_wait_cursor_next (&cursor, &wait, &error))
        rows++;
      scope_wait_cursor_clear (&cursor);
    }
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (rows, <, 300); /* it looks every 256 steps */
}

/* --- why a processor is idle --- */

/* How long threads were ready in the range, in all, by their own lanes. */
static double
ready_time (ScopeTrace *trace, gint64 from, gint64 to)
{
  const ScopeQueryRange within = { .trace = trace, .from = from, .to = to };
  g_autoptr (GArray) rows = scope_statistics_entities (&within, SCOPE_KIND_THREAD, NULL);
  double sum = 0;

  for (guint i = 0; i < rows->len; i++)
    sum += (double) g_array_index (rows, ScopeEntityRow, i).totals[SCOPE_STATE_RUNNABLE];
  return sum;
}

/* Who is said to have run alone ran all through that piece, and nobody else did. */
static void
check_alone (ScopeTrace *trace, const ScopeIdle *idle)
{
  const ScopeQueryRange within = { .trace = trace, .from = idle->alone_from, .to = idle->alone_to };
  g_autoptr (GArray) rows = scope_statistics_entities (&within, SCOPE_KIND_THREAD, NULL);
  gint64 length = idle->alone_to - idle->alone_from;

  g_assert_cmpint (length, <=, idle->alone_time);
  for (guint i = 0; i < rows->len; i++)
    {
      const ScopeEntityRow *row = &g_array_index (rows, ScopeEntityRow, i);
      gboolean is_it = row->lane.machine == idle->alone_by.machine && row->lane.index == idle->alone_by.thread;

      g_assert_cmpint (row->totals[SCOPE_STATE_RUNNING], ==, is_it ? length : 0);
    }
}

/* The causes add up to the time that the processor's lane says it did not run, and queues to the time that threads were ready. */
static void
check_idle (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeIdle) idle = scope_idle_ask (trace, lane, from, to, NULL, &error);
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  gint64 offset = scope_trace_offset (trace, machine), totals[SCOPE_N_STATES], told = 0, all = 0;
  double ready = 0;

  g_assert_no_error (error);
  g_assert_cmpuint (idle->n, ==, 1);
  g_assert_true (scope_lane_store_range_totals (machine->lanes, scope_trace_lane (trace, lane), from - offset, to - offset, totals, NULL));
  for (guint i = 0; i < idle->by->len; i++)
    {
      const ScopeIdlePart *part = &g_array_index (idle->by, ScopeIdlePart, i);

      told += part->time;
      g_assert_cmpint (part->from, >=, from);
      g_assert_cmpint (part->to, <=, to);
      g_assert_cmpint (part->to - part->from, <=, part->time);
    }
  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    all += idle->parts[c];
  g_assert_cmpint (all, ==, to - from);
  g_assert_cmpint (idle->parts[SCOPE_CAUSE_RUNNING], ==, totals[SCOPE_STATE_RUNNING]);
  g_assert_cmpint (told, ==, to - from - totals[SCOPE_STATE_RUNNING]);
  for (guint i = 0; i < idle->queues->len; i++)
    ready += g_array_index (idle->queues, ScopeIdleQueue, i).mean * (double) (to - from);
  g_assert_cmpfloat_with_epsilon (ready, ready_time (trace, from, to), 1);
  g_assert_cmpint (idle->alone_time, <=, idle->alone);
  g_assert_true (idle->alone == 0 || idle->alone_time > 0);
  if (idle->alone_time > 0)
    check_alone (trace, idle);
}

static void
test_idle (void)
{
  static const char *const names[] = { "tests/data/analysis/ready_but_idle.eventlog", "tests/data/analysis/lock_convoy.eventlog",
                                       "tests/data/analysis/gc_barrier.eventlog" };

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      g_autoptr (ScopeImport) import = read_trace (names[k]);
      ScopeTrace *trace = scope_import_get_trace (import);
      guint n = scope_machine_n_entities (scope_trace_machine (trace, 0), SCOPE_KIND_PROCESSOR);
      gint64 first, last;

      scope_trace_range (trace, &first, &last);
      for (guint p = 0; p < n; p++)
        for (guint i = 0; i < 8; i++)
          check_idle (trace, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, p }, first + (last - first) * i / 8, first + (last - first) * (i + 1) / 8);
    }
}

/* In the convoy one waits for who has the lock; where a thread sits in another queue, it is told whose and which. */
static void
test_idle_culprit (void)
{
  g_autoptr (ScopeImport) import = read_trace ("tests/data/analysis/ready_but_idle.eventlog");
  ScopeTrace *trace = scope_import_get_trace (import);
  ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 1 };
  g_autoptr (ScopeIdle) idle = NULL;
  const ScopeIdlePart *most;
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  idle = scope_idle_ask (trace, lane, first, last, NULL, NULL);
  most = &g_array_index (idle->by, ScopeIdlePart, 0);
  g_assert_cmpint (most->cause, ==, SCOPE_CAUSE_IDLE_OTHER_QUEUE);
  g_assert_cmpuint (most->by.thread, <, scope_machine_n_entities (scope_trace_machine (trace, 0), SCOPE_KIND_THREAD));
  g_assert_cmpuint (g_array_index (idle->queues, ScopeIdleQueue, 0).most, >, 1);
}

/* Collections of the time are told, too. */
static void
test_idle_collections (void)
{
  g_autoptr (ScopeImport) import = read_trace ("tests/data/analysis/gc_barrier.eventlog");
  ScopeTrace *trace = scope_import_get_trace (import);
  g_autoptr (ScopeIdle) idle = NULL;
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  idle = scope_idle_ask (trace, (ScopeLaneId) { 0, SCOPE_KIND_PROCESSOR, 1 }, first, last, NULL, NULL);
  g_assert_cmpuint (idle->n_collections, ==, scope_table_n_rows (scope_trace_machine (trace, 0)->tables[SCOPE_TABLE_COLLECTIONS]));
  g_assert_cmpint (idle->collected, >, 0);
}

/* --- events --- */

/* Events in words, with the names that the trace gives; what has no words, or is not as it should be, has none. */
static void
test_words (void)
{
  static const struct
  {
    const char *name, *detail, *words;
  } cases[] = {
    { "stop_thread", "thread=2 status=1 info=0", "stopping thread 2 “worker_1”, heap overflow" },
    { "stop_thread", "thread=2 status=8 info=3", "stopping thread 2 “worker_1”, blocked on a black hole of thread 3 “worker_2”" },
    { "stop_thread", "thread=2 status=8 info=0", "stopping thread 2 “worker_1”, blocked on a black hole" },
    { "stop_thread", "thread=2 status=77 info=0", NULL },
    { "stop_thread", "thread=2", NULL },
    { "run_thread", "thread=99999", "running thread 99999" },
    { "migrate_thread", "thread=3 to=1", "moving thread 3 “worker_2” to HEC 1" },
    { "user_msg", "text=a b=c thread=4", "the program says: a b=c thread=4" },
    { "heap_live", "capset=0 bytes=2097152", "2.1 MB are alive in the heap" },
    { "gc_start", "", "starting a garbage collection" },
    { "conc_mark_end", "marked=12", "the nonmoving collector has marked 12 objects" },
    { "mem_return", "capset=0 current=12 needed=10 returned=2", "12 megablocks held, 10 needed, 2 given back" },
    { "capset_create", "capset=0 type=2", NULL },
  };
  g_autoptr (ScopeImport) import = read_trace ("tests/data/analysis/lock_convoy.eventlog");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const ScopeEventRow row = { .machine = 0, .processor = 0, .name = cases[i].name, .detail = (char *) cases[i].detail };
      g_autofree char *words = scope_event_words (scope_import_get_trace (import), &row);

      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

/* Erlang's records have terms in order, some of them with spaces; pids have names. Schedplot's events are called as Erlang's are. */
static void
test_words_of_terms (void)
{
  static const struct
  {
    const char *name, *detail, *words;
  } cases[] = {
    { "send", "<0.9.0> {ping,<0.9.0>,1} a_server 1", "<0.9.0> sends {ping,<0.9.0>,1} to a_server" },
    { "send", "<0.9.0> <<55 bytes>> <0.79.0> 1", "<0.9.0> sends <<55 bytes>> to <0.79.0> “a_server”" },
    { "send", "<0.9.0> {cut,[off", "<0.9.0> sends {cut,[off" },
    { "receive", "<0.79.0> timeout 1", "<0.79.0> “a_server” has waited as long as it wanted to" },
    { "receive", "<0.79.0> {pong,\"a } b\"} 1", "<0.79.0> “a_server” receives {pong,\"a } b\"}" },
    { "spawn", "<0.9.0> <0.777.0> {wl,server,[<0.9.0>,{1,2},'a, b']} 1", "<0.9.0> starts <0.777.0> in wl:server/3" },
    { "spawn", "<0.9.0> <0.777.0> {wl,server,[]} 1", "<0.9.0> starts <0.777.0> in wl:server/0" },
    { "out", "<0.9.0> {wl,'-par/3-lc$^2/1-2-',1} 1", "<0.9.0> stops, in wl:'-par/3-lc$^2/1-2-'/1" },
    { "out", "<0.9.0> 0 1", "<0.9.0> stops" },
    { "inactive", "#Port<0.3> 0", "#Port<0.3> waits" },
    { "exit", "<0.83.0> {crash,\"reason\",[1,2,3]} 2", "<0.83.0> ends: {crash,\"reason\",[1,2,3]}" },
    { "gc_start", "<0.9.0> [{wordsize,0}]", "<0.9.0> begins a garbage collection" },
    { "scheduler_inactive", "scheduler 5 inactive 3", "scheduler 5 becomes inactive; still active: 3" },
    { "sample", "mem_total=18111808", "memory: 18.1 MB" },
    { "sample", "scheduler_utilisation_ppm=486653", "48.7 % busy" },
    { "in", "idle=1196 µs", "begins to run, after 1196 µs without work" },
    { "gc_end", "ran=4 µs", "ends a collection after 4 µs" },
    { "label", "start 1", "label: start 1" },
  };
  g_autoptr (ScopeImport) import = read_trace ("tests/data/erlang/every_all.dat");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const ScopeEventRow row = { .machine = 0, .processor = 0, .name = cases[i].name, .detail = (char *) cases[i].detail };
      g_autofree char *words = scope_event_words (scope_import_get_trace (import), &row);

      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/why/eden", test_eden_steps);
  g_test_add_func ("/why/ghc", test_ghc_steps);
  g_test_add_func ("/why/erlang", test_erlang_steps);
  g_test_add_func ("/why/erlang-process", test_erlang_process);
  g_test_add_func ("/why/processes", test_groups);
  g_test_add_func ("/why/sentence", test_sentence);
  g_test_add_func ("/why/stopped", test_stopped);
  g_test_add_func ("/why/born", test_born);
  g_test_add_func ("/why/idle", test_idle);
  g_test_add_func ("/why/idle-culprit", test_idle_culprit);
  g_test_add_func ("/why/idle-collections", test_idle_collections);
  g_test_add_func ("/why/event-words", test_words);
  g_test_add_func ("/why/event-terms", test_words_of_terms);
  g_test_add_func ("/why/cancelled", test_cancelled);
  return g_test_run ();
}
