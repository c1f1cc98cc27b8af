/* test-longest.c: which reasons a trace's threads have is what walking all their intervals finds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import.h"
#include "model/trace/document/scope-intervals.h"
#include "model/trace/statistics/scope-longest.h"

/* Walks the threads' intervals within [from, to). */
static guint64
walk (const ScopeQueryRange *within)
{
  guint64 codes = 0;

  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, m);
      gint64 from, to;

      scope_query_range_own_range (within, machine, &from, &to);
      for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_THREAD); i++)
        {
          guint32 lane = scope_machine_entity (machine, SCOPE_KIND_THREAD, i)->lane;
          ScopeIntervals intervals;
          ScopeIntervalFacts facts;

          intervals = scope_intervals (machine, SCOPE_KIND_THREAD, i, lane, from, to, FALSE, NULL);
          while (scope_intervals_next (&intervals, &facts, NULL))
            codes |= (guint64) 1 << facts.code;
          scope_intervals_clear (&intervals);
        }
    }
  return codes;
}

static void
test_codes (gconstpointer name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, name, NULL);
  const char *paths[] = { path };
  ScopeImportOptions options = { .no_cache = TRUE };
  g_autoptr (ScopeImport) import = scope_import_new (paths, 1, &options);
  g_autoptr (GError) error = NULL;
  ScopeQueryRange within = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  gint64 first, last, step;
  guint64 codes, whole = 0;

  scope_import_run (import, NULL, &error);
  g_assert_no_error (error);
  within.trace = scope_import_get_trace (import);
  g_assert_true (scope_longest_codes (&within, &whole, &error));
  g_assert_cmphex (whole, ==, walk (&within));
  g_assert_cmphex (whole & ((guint64) 1 << SCOPE_CODE_RUNNING), !=, 0);
  g_assert_cmphex (whole & (((guint64) 1 << SCOPE_CODE_MVAR) | ((guint64) 1 << SCOPE_CODE_BLACKHOLE)), !=, 0);
  scope_trace_range (within.trace, &first, &last);
  step = MAX ((last - first) / 7, 1);
  for (within.from = first; within.from < last; within.from = within.to)
    {
      within.to = within.from + step;
      g_assert_true (scope_longest_codes (&within, &codes, &error));
      g_assert_cmphex (codes, ==, walk (&within));
      g_assert_cmphex (codes & ~whole & ~((guint64) 1 << SCOPE_CODE_ABSENT), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/longest/codes/ghc", "tests/data/ghc/parfib-n4-la.eventlog", test_codes);
  g_test_add_data_func ("/longest/codes/eden", "tests/data/eden/generic4.parevents", test_codes);
  return g_test_run ();
}
