/* test-servers.c: sendings and receipts in order of time, window by window, against sorting all of them; and that lengths of mailboxes and
 * times of messages are the same figure over any range.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/servers/scope-mail-steps.h"
#include "model/trace/servers/scope-open-calls.h"
#include "model/trace/servers/scope-servers.h"

#include <locale.h>

#define N_ROWS 6000u
#define N_PROCESSES 5

/* Machines whose clocks differ; messages in order of receipt, some of them long under way, many at one time, some never received. */
static ScopeTrace *
make_trace (guint n_machines, GArray *steps)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (n_machines);
  ScopeTrace *trace = scope_trace_new ();

  for (guint m = 0; m < n_machines; m++)
    {
      ScopeMachine *machine = scope_machine_new (m, scope_bytes_new_memory ());

      machine->offset = m * 5000;
      machine->first = 0;
      machine->last = 20 * N_ROWS;
      machine->lanes = scope_lane_store_new (machine->bytes);
      machine->tables[SCOPE_TABLE_MESSAGES] = scope_table_new (SCOPE_TABLE_MESSAGES, machine->bytes);
      scope_trace_add_machine (trace, machine);
    }
  for (guint m = 0; m < n_machines; m++)
    for (guint i = 0, time = 1000; i < N_ROWS; i++)
      {
        gint64 to = g_rand_int_range (rand, 0, (gint32) n_machines), from = (gint64) m * 5000, offset = to * 5000;
        gint64 took = i % 7 == 0 ? g_rand_int_range (rand, 0, 900) : g_rand_int_range (rand, 0, 40);
        gint64 row[SCOPE_MESSAGE_N_COLUMNS] = { 0 };
        ScopeMailStep step = { 0 };

        time += (i / 500) % 2 == 0 ? (guint) g_rand_int_range (rand, 0, 3) : 20;
        row[SCOPE_MESSAGE_SEND] = (gint64) time - took;
        row[SCOPE_MESSAGE_RECEIVE] = i % 11 == 3 ? SCOPE_TABLE_NULL : (gint64) time + from - offset;
        row[SCOPE_MESSAGE_FROM_MACHINE] = m;
        row[SCOPE_MESSAGE_FROM_PROCESS] = g_rand_int_range (rand, 0, N_PROCESSES);
        row[SCOPE_MESSAGE_TO_MACHINE] = to;
        row[SCOPE_MESSAGE_TO_PROCESS] = g_rand_int_range (rand, 0, N_PROCESSES);
        g_assert_true (scope_table_add_lasting (scope_trace_machine (trace, m)->tables[SCOPE_TABLE_MESSAGES], row, (gint64) time, NULL));
        step.time = row[SCOPE_MESSAGE_SEND] + from;
        step.other = row[SCOPE_MESSAGE_RECEIVE] == SCOPE_TABLE_NULL ? SCOPE_TIME_MAX : (gint64) time + from;
        step.place = steps->len;
        g_array_append_val (steps, step);
        if (step.other == SCOPE_TIME_MAX)
          continue;
        step = (ScopeMailStep) { .time = step.other, .other = step.time, .place = steps->len, .received = TRUE };
        g_array_append_val (steps, step);
      }
  for (guint m = 0; m < n_machines; m++)
    g_assert_true (scope_table_finish (scope_trace_machine (trace, m)->tables[SCOPE_TABLE_MESSAGES], NULL));
  scope_trace_set_progress (trace, 1, 20 * N_ROWS);
  scope_trace_set_finished (trace);
  return trace;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const ScopeMailStep *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

/* As many steps in a window as may be, and far fewer than there are. */
static void
test_order (gconstpointer data)
{
  guint n_machines = GPOINTER_TO_UINT (data);
  static const guint windows[] = { 0, 64, 1000 };
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (ScopeMailStep));
  g_autoptr (ScopeTrace) trace = make_trace (n_machines, expected);
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };

  g_array_sort (expected, compare_times);
  for (guint w = 0; w < G_N_ELEMENTS (windows); w++)
    {
      g_autoptr (ScopeMailSteps) steps = scope_mail_steps_new (&within, windows[w]);
      const ScopeMailStep *step;
      GError *error = NULL;
      guint n = 0;

      while ((step = scope_mail_steps_next (steps, &error)) != NULL)
        {
          const ScopeMailStep *wanted = &g_array_index (expected, ScopeMailStep, n++);

          g_assert_cmpuint (n, <=, expected->len);
          g_assert_cmpint (step->time, ==, wanted->time);
          if (n_machines > 1)
            continue; /* equal times of several tables may come in any order */
          g_assert_cmpint (step->other, ==, wanted->other);
          g_assert_cmpint (step->received, ==, wanted->received);
        }
      g_assert_no_error (error);
      g_assert_cmpuint (n, ==, expected->len);
    }
}

static void
test_little (gconstpointer data)
{
  guint n_machines = GPOINTER_TO_UINT (data);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (ScopeMailStep));
  g_autoptr (ScopeTrace) trace = make_trace (n_machines, steps);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint m = 0; m < n_machines; m++)
    for (guint64 p = 0; p < N_PROCESSES; p++)
      {
        ScopeMachine *machine = scope_trace_machine (trace, m);

        scope_machine_add_entity (machine, SCOPE_KIND_THREAD, p,
                                  scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_THREAD, SCOPE_CODE_UNKNOWN, SCOPE_NONE), NULL);
      }
  for (guint i = 0; i < 20; i++)
    {
      gint64 from = g_rand_int_range (rand, 0, 60000), to = from + g_rand_int_range (rand, 1, 60000);
      const ScopeQueryRange within = { .trace = trace, .from = from, .to = to };
      g_autoptr (ScopeServers) servers = scope_servers_read (&within, NULL);
      gint64 queued = 0, expected = 0;

      g_assert_nonnull (servers);
      for (guint s = 0; s < servers->servers->len; s++)
        {
          const ScopeServer *server = &g_array_index (servers->servers, ScopeServer, s);

          g_assert_cmpint (server->queued, ==, server->least.area);
          queued += server->queued;
        }
      for (guint s = 0; s < steps->len; s++)
        {
          const ScopeMailStep *step = &g_array_index (steps, ScopeMailStep, s);

          if (step->received)
            expected += MAX (MIN (step->time, to) - MAX (step->other, from), 0);
        }
      g_assert_cmpint (queued, ==, expected);
    }
}

/* Against an array: the oldest goes first, whatever was answered in between. */
static void
test_open_calls (void)
{
  enum { MOST = 5 };
  g_autoptr (ScopeOpenCalls) calls = scope_open_calls_new (MOST);
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (ScopeOpenCall));
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (guint i = 0; i < 5000; i++)
    {
      guint32 caller = (guint32) g_rand_int_range (rand, 0, 3), reference = (guint32) g_rand_int_range (rand, 0, 4);
      ScopeOpenCall *found = scope_open_calls_find (calls, caller, reference), *call = scope_open_calls_first (calls);
      guint at = 0;

      for (; at < kept->len; at++, call = scope_open_calls_after (calls, call))
        {
          const ScopeOpenCall *wanted = &g_array_index (kept, ScopeOpenCall, at);

          g_assert_nonnull (call);
          g_assert_cmpint (call->sent, ==, wanted->sent);
          g_assert_true ((call == found) == (wanted->caller == caller && wanted->reference == reference));
        }
      g_assert_null (call);
      g_assert_true ((scope_open_calls_surplus (calls) != NULL) == (kept->len == MOST));
      if (found != NULL)
        {
          for (at = 0; g_array_index (kept, ScopeOpenCall, at).sent != found->sent;)
            at++;
          scope_open_calls_remove (calls, found);
          g_array_remove_index (kept, at);
          continue;
        }
      if (kept->len == MOST)
        {
          scope_open_calls_remove (calls, scope_open_calls_surplus (calls));
          g_array_remove_index (kept, 0);
        }
      scope_open_calls_add (calls, caller, 9, reference, i);
      g_array_append_val (kept, ((ScopeOpenCall) { .caller = caller, .to = 9, .reference = reference, .sent = i }));
    }
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/servers/order", GUINT_TO_POINTER (1), test_order);
  g_test_add_data_func ("/servers/order-of-machines", GUINT_TO_POINTER (3), test_order);
  g_test_add_data_func ("/servers/little", GUINT_TO_POINTER (1), test_little);
  g_test_add_data_func ("/servers/little-of-machines", GUINT_TO_POINTER (3), test_little);
  g_test_add_func ("/servers/open-calls", test_open_calls);
  return g_test_run ();
}
