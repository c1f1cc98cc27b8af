/* test-core-rates.c: what cores did in each slot, by their counters and by the simulator's statistics, which are two tables: against the
 * samples themselves. Between two samples it is spread evenly.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-core-rates.h"

#include <math.h>

#define FIRST 1000
#define LAST 9000

static void
add (ScopeMachine *machine, ScopeTableKind table, gint64 time, gint64 core, guint counter, gint64 value)
{
  const gint64 row[SCOPE_COUNTER_N_COLUMNS] = { time, core, counter, value, SCOPE_TABLE_NULL };

  g_assert_true (scope_table_add (machine->tables[table], row, NULL));
}

/* Two cores. The trace's own counters begin with it; the statistics long before it and end behind it. */
static ScopeTrace *
make_trace (void)
{
  ScopeTrace *trace = scope_trace_new ();
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "rates", "none", SCOPE_RUNTIME_SIMULATION });
  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->number = 1;
  machine->tick_ps = 1;
  for (guint p = 0; p < 2; p++)
    {
      guint32 lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_RUNNING, SCOPE_NONE), index;

      scope_lane_store_set_life (machine->lanes, lane, FIRST, LAST);
      scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, p, lane, &index);
      for (gint64 i = 0; i <= 8; i++)
        {
          add (machine, SCOPE_TABLE_COUNTERS, FIRST + 1000 * i, p, SCOPE_COUNTER_INSTRUCTIONS, 100 * i);
          add (machine, SCOPE_TABLE_COUNTERS, FIRST + 1000 * i, p, SCOPE_COUNTER_CYCLES, 400 * i);
        }
      for (gint64 i = 0; i <= 2; i++) /* at -3000, 2000, 12000: growths of 1,000 and 500 */
        {
          static const gint64 times[] = { -3000, 2000, 12000 };
          gint64 value = i == 0 ? 0 : i == 1 ? 1000 : 1500;

          add (machine, SCOPE_TABLE_CORE_STATISTICS, times[i], p, SCOPE_COUNTER_INSTRUCTIONS, value * (p + 1));
          add (machine, SCOPE_TABLE_CORE_STATISTICS, times[i], p, SCOPE_COUNTER_CYCLES, value * 2);
        }
      add (machine, SCOPE_TABLE_CORE_STATISTICS, -3000, p, SCOPE_COUNTER_L2_MISSES, 0);
      add (machine, SCOPE_TABLE_CORE_STATISTICS, 2000, p, SCOPE_COUNTER_L2_MISSES, 50);
    }
  machine->lane = machine->threads_lane = SCOPE_NONE;
  scope_trace_add_machine (trace, machine);
  g_assert_true (scope_machine_finish (machine, LAST, NULL));
  machine->first = FIRST;
  machine->last = LAST;
  scope_trace_set_progress (trace, 1, LAST);
  scope_trace_set_finished (trace);
  return trace;
}

static void
test_tables (void)
{
  g_autoptr (ScopeTrace) trace = make_trace ();
  ScopeMachine *machine = scope_trace_machine (trace, 0);
  g_autoptr (ScopeCoreRates) own = scope_core_rates_read (trace, machine, SCOPE_TABLE_COUNTERS, FIRST, LAST, 8, 100000, NULL);
  g_autoptr (ScopeCoreRates) stats = scope_core_rates_read (trace, machine, SCOPE_TABLE_CORE_STATISTICS, FIRST, LAST, 8, 100000, NULL);

  g_assert_nonnull (own);
  g_assert_nonnull (stats);
  g_assert_cmpuint (own->n_cores, ==, 2);
  for (guint s = 0; s < 8; s++)
    {
      g_assert_cmpfloat_with_epsilon (scope_core_rates_growth (own, SCOPE_COUNTER_INSTRUCTIONS, 0, s, s + 1), 100, 0.01);
      g_assert_cmpfloat_with_epsilon (scope_core_rates_ratio (own, SCOPE_CORE_IPC, 1, s, s + 1), 0.25, 1e-4);
      g_assert_true (isnan (scope_core_rates_ratio (own, SCOPE_CORE_L2, 0, s, s + 1)));
    }
  /* The first slot is before the sample at 2000: 1,000 in 5,000 ps; those behind it have 500 in 10,000. */
  g_assert_cmpfloat_with_epsilon (scope_core_rates_growth (stats, SCOPE_COUNTER_INSTRUCTIONS, 0, 0, 1), 200, 0.01);
  g_assert_cmpfloat_with_epsilon (scope_core_rates_growth (stats, SCOPE_COUNTER_INSTRUCTIONS, 0, 1, 8), 350, 0.01);
  g_assert_cmpfloat_with_epsilon (scope_core_rates_growth (stats, SCOPE_COUNTER_INSTRUCTIONS, SCOPE_NONE, 0, 1), 600, 0.01);
  g_assert_cmpfloat_with_epsilon (scope_core_rates_ratio (stats, SCOPE_CORE_IPC, 0, 0, 8), 0.5, 1e-4);
  g_assert_cmpfloat_with_epsilon (scope_core_rates_ratio (stats, SCOPE_CORE_IPC, 1, 5, 6), 1, 1e-4);
  g_assert_cmpfloat_with_epsilon (scope_core_rates_ratio (stats, SCOPE_CORE_L2, 0, 0, 1), 50, 1e-2);
  g_assert_true (isnan (scope_core_rates_ratio (stats, SCOPE_CORE_L2, 0, 1, 2))); /* nobody says it there */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core-rates/tables", test_tables);
  return g_test_run ();
}
