/* test-shares.c: the shares of very many machines: of the whole trace told by the sum of all lanes, which nobody has to read for it, of a
 * stretch by the lanes; and what there is on any machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lane-traces.h"

#include "model/scene/timeline/scope-shares.h"
#include "model/trace/document/scope-recorded.h"

#define MACHINES 70u /* more than SCOPE_SUMMED_LANES */

/* Each runs at other times, by a clock of its own. */
static void
add_worker (ScopeTrace *trace, guint number)
{
  ScopeMachine *machine = scope_machine_new (number, scope_bytes_new_memory ());
  guint32 lane;

  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->number = number + 1;
  machine->tick_ps = 1000;
  machine->lane = SCOPE_NONE;
  machine->offset = 131 * (gint64) number;
  lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE, SCOPE_NONE);
  scope_lane_store_set_life (machine->lanes, lane, 0, END);
  scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, 0, lane, NULL);
  machine->threads_lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_THREADS, SCOPE_CODE_IDLE, SCOPE_NONE);
  for (gint64 t = 10 * (gint64) number; t < END - 5000; t += 7001 + number)
    {
      const ScopeRow rows[] = { scope_row (lane, t, SCOPE_CODE_RUNNING, 0), scope_row (lane, t + 3 * number + 1, SCOPE_CODE_GC_WORK, 0),
                                scope_row (lane, t + 4001, SCOPE_CODE_IDLE, 0) };

      scope_lane_store_add_rows (machine->lanes, rows, G_N_ELEMENTS (rows), NULL);
    }
  g_assert_true (scope_machine_finish (machine, END, NULL));
  machine->first = 0;
  machine->last = END;
  scope_trace_add_machine (trace, machine);
}

static ScopeTrace *
make_workers (void)
{
  ScopeTrace *trace = scope_trace_new ();

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "many", "none", SCOPE_RUNTIME_EDEN });
  for (guint i = 0; i < MACHINES; i++)
    add_worker (trace, i);
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
  return trace;
}

/* Of the row of all of them, over what the view shows. */
static void
read_activity (ScopeView *view, double totals[SCOPE_N_STATES])
{
  g_autoptr (ScopeShares) shares = scope_shares_new (view, 0, 20);
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  const double *row = NULL;

  g_assert_true (scope_shares_read (shares, NULL));
  for (guint i = 0; i < scope_lane_list_n_rows (lanes) && row == NULL; i++)
    if (scope_lane_list_row (lanes, i)->kind == SCOPE_ROW_ACTIVITY)
      row = scope_shares_row (shares, scope_lane_list_row (lanes, i)->key);
  g_assert_nonnull (row);
  memcpy (totals, row, SCOPE_N_STATES * sizeof *row);
}

static void
check_activity (ScopeTrace *trace, gint64 from, gint64 to)
{
  g_autoptr (ScopeView) view = scope_view_new (trace);
  double totals[SCOPE_N_STATES], true_totals[SCOPE_N_STATES] = { 0 };
  gint64 first, last;

  scope_view_set_range (view, (double) from, (double) to);
  scope_viewport_get_range (scope_view_get_viewport (view), &first, &last);
  read_activity (view, totals);
  SCOPE_EACH_MACHINE (machine, trace)
    {
      gint64 own[SCOPE_N_STATES];

      g_assert_true (scope_lane_store_range_totals (machine->lanes, 0, first - machine->offset, last - machine->offset, own, NULL));
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        true_totals[s] += (double) own[s];
    }
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    g_assert_cmpfloat (totals[s], ==, true_totals[s]);
  g_assert_cmpfloat (totals[SCOPE_STATE_RUNNING], >, 0);
}

static void
test_many (void)
{
  g_autoptr (ScopeTrace) trace = make_workers ();
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  check_activity (trace, first, last);
  check_activity (trace, END / 7, END / 2);
  check_activity (trace, first + 1, last);
  check_activity (trace, first, last - 1);
}

/* What is known of all of them together is told of the whole, though no lane says so. */
static void
test_not_read (void)
{
  g_autoptr (ScopeTrace) trace = make_workers ();
  g_autoptr (ScopeView) view = NULL;
  ScopeLaneCoarse *coarse;
  guint n;
  g_autofree ScopeLaneSource *lanes = scope_trace_activity_sources (trace, FALSE, &n);
  double totals[SCOPE_N_STATES];
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  coarse = scope_lane_coarse_new (first, last);
  coarse->bins[SCOPE_STATE_RUNNING] = g_new0 (gint64, coarse->n);
  coarse->bins[SCOPE_STATE_RUNNING][coarse->n / 2] = 42;
  scope_trace_take_sum (trace, lanes, n, coarse);
  view = scope_view_new (trace);
  read_activity (view, totals);
  g_assert_cmpfloat (totals[SCOPE_STATE_RUNNING], ==, 42);
  g_assert_cmpfloat (totals[SCOPE_STATE_COLLECTING], ==, 0);
}

/* Of a trace that grows it is asked anew each time, and of one that is finished, too, if a machine is added to it (a view of another trace). */
static void
test_holdings (void)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  guint32 most;

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "many", "none", SCOPE_RUNTIME_GHC });
  g_assert_cmpuint (scope_trace_n_entities (trace, SCOPE_KIND_THREAD, NULL), ==, 0);
  add_machine (trace, 0, 3);
  g_assert_cmpuint (scope_trace_n_entities (trace, SCOPE_KIND_THREAD, &most), ==, 3);
  scope_trace_set_finished (trace);
  g_assert_cmpuint (scope_trace_n_entities (trace, SCOPE_KIND_THREAD, &most), ==, 3);
  g_assert_cmpuint (most, ==, 3);
  add_machine (trace, 1, 5);
  g_assert_cmpuint (scope_trace_n_entities (trace, SCOPE_KIND_THREAD, &most), ==, 8);
  g_assert_cmpuint (most, ==, 5);
  g_assert_cmpuint (scope_trace_n_entities (trace, SCOPE_KIND_PROCESSOR, &most), ==, 4);
  g_assert_false (scope_trace_has_rows (trace, SCOPE_TABLE_MARKS));
  g_assert_false (scope_trace_has_calls (trace));
}

/* --- who asks while the trace ends --- */

typedef struct
{
  ScopeTrace *trace;
  gint asked, over;
} Asking;

static gpointer
ask (gpointer data)
{
  Asking *asking = data;

  while (!g_atomic_int_get (&asking->over))
    {
      scope_trace_n_entities (asking->trace, SCOPE_KIND_THREAD, NULL);
      g_atomic_int_inc (&asking->asked);
    }
  return NULL;
}

/* What he has overlooked, as it came meanwhile, is not kept. */
static void
test_ending (void)
{
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (ScopeTrace) trace = scope_trace_new ();
      Asking asking = { trace, 0, 0 };
      GThread *thread;

      scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "many", "none", SCOPE_RUNTIME_GHC });
      for (guint i = 0; i < MACHINES; i++)
        add_machine (trace, i, 1);
      thread = g_thread_new ("asks", ask, &asking);
      while (g_atomic_int_get (&asking.asked) < 3)
        g_thread_yield ();
      scope_machine_add_entity (scope_trace_machine (trace, 0), SCOPE_KIND_THREAD, 77, SCOPE_NONE, NULL);
      scope_trace_set_finished (trace);
      g_atomic_int_set (&asking.over, TRUE);
      g_thread_join (thread);
      g_assert_cmpuint (scope_trace_n_entities (trace, SCOPE_KIND_THREAD, NULL), ==, MACHINES + 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shares/many", test_many);
  g_test_add_func ("/shares/not-read", test_not_read);
  g_test_add_func ("/shares/holdings", test_holdings);
  g_test_add_func ("/shares/ending", test_ending);
  return g_test_run ();
}
