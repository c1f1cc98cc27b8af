/* test-profile.c: the tables of GHC's profiles: figures, shares, where a row leads, and what is said where there is nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/profile/scope-profile-table.h"

#include <string.h>

#define LENGTH 1000000

static void
add_band (ScopeSink *sink, guint profile, const char *text, guint32 under)
{
  const gint64 row[SCOPE_BAND_N_COLUMNS] = { 0, profile, (gint64) sink->klass->text (sink, text, strlen (text)), under,
                                             (gint64) sink->klass->text (sink, "Main", 4), SCOPE_TABLE_NULL };

  sink->klass->record (sink, SCOPE_TABLE_BANDS, row);
}

static void
add_sample (ScopeSink *sink, gint64 time, guint profile, guint32 band, gint64 value)
{
  const gint64 row[SCOPE_BAND_SAMPLE_N_COLUMNS] = { time, profile, band, value, SCOPE_TABLE_NULL };

  sink->klass->record (sink, SCOPE_TABLE_BAND_SAMPLES, row);
}

static ScopeTrace *
make_trace (ScopeRuntime runtime, gboolean profiled)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  ScopeTrace *trace = scope_trace_new ();

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "profile", "none", runtime });
  machine->number = 1;
  machine->tick_ps = 1000;
  machine->complete = TRUE;
  if (profiled)
    {
      add_band (sink, SCOPE_PROFILE_MODULE, "Main", 0);
      add_band (sink, SCOPE_PROFILE_MODULE, "Data.Map", 0);
      add_band (sink, SCOPE_PROFILE_TIME, "main", 0);
      add_band (sink, SCOPE_PROFILE_TIME, "sort", 3);
      add_sample (sink, 100, SCOPE_PROFILE_MODULE, 1, 300);
      add_sample (sink, 100, SCOPE_PROFILE_MODULE, 0, 300);
      add_sample (sink, 150, SCOPE_PROFILE_TIME, 4, 1);
      add_sample (sink, 160, SCOPE_PROFILE_TIME, 4, 1);
      add_sample (sink, 170, SCOPE_PROFILE_TIME, 3, 1);
      add_sample (sink, 200, SCOPE_PROFILE_MODULE, 1, 100);
      add_sample (sink, 200, SCOPE_PROFILE_MODULE, 2, 600);
      add_sample (sink, 200, SCOPE_PROFILE_MODULE, 0, 700);
    }
  g_assert_true (scope_machine_finish (machine, LENGTH, NULL));
  machine->last = LENGTH;
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, LENGTH);
  scope_trace_set_finished (trace);
  return trace;
}

static char *
csv_of (ScopeTrace *trace, ScopeProfileTable what, gint64 from, gint64 to, const char *summary)
{
  const ScopeQueryRange within = { trace, from, to };
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeReportTable) table = scope_profile_table_read (&within, what, &error);
  g_autofree guint *order = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (scope_report_table_summary (table), ==, summary);
  order = scope_report_table_sort (table, -1, FALSE);
  for (guint row = 0; row < scope_report_table_n_rows (table); row++)
    g_assert_cmpint (scope_report_table_row (table, row)->has_range, ==, what == SCOPE_PROFILE_TABLE_HEAP);
  return scope_report_table_to_csv (table, order, scope_report_table_n_rows (table));
}

static void
test_heap (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (SCOPE_RUNTIME_GHC, TRUE);
  g_autofree char *all = csv_of (trace, SCOPE_PROFILE_TABLE_HEAP, 0, LENGTH, "2 samples, 500 B on average"),
                  *first = csv_of (trace, SCOPE_PROFILE_TABLE_HEAP, 0, 200, "1 sample, 300 B"),
                  *none = csv_of (trace, SCOPE_PROFILE_TABLE_HEAP, 300, LENGTH, "No sample in this range");

  g_assert_cmpstr (all, ==,
                   "band,profile,mean_bytes,share,max_bytes,max_ns,last_bytes,samples,module,location,machine\n"
                   "Data.Map,module,300,0.600000,600,200,600,1,Main,,1\n"
                   "Main,module,200,0.400000,300,100,100,2,Main,,1\n");
  g_assert_nonnull (strstr (first, "Main,module,300,1.000000,300,100,300,1,Main,,1\n"));
  g_assert_null (strstr (first, "Data.Map"));
  g_assert_null (strchr (strchr (none, '\n') + 1, '\n'));
  g_assert_null (scope_profile_table_why_not (trace));
}

static void
test_cost_centres (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (SCOPE_RUNTIME_GHC, TRUE);
  g_autofree char *all = csv_of (trace, SCOPE_PROFILE_TABLE_COST_CENTRES, 0, LENGTH, "3 ticks: samples, not measured times");

  g_assert_nonnull (strstr (all, "sort/main,time,2,0.666667,2,"));
  g_assert_nonnull (strstr (all, "main,time,1,0.333333,3,"));
}

static void
test_none (void)
{
  g_autoptr (ScopeTrace) ghc = make_trace (SCOPE_RUNTIME_GHC, FALSE), erlang = make_trace (SCOPE_RUNTIME_ERLANG, FALSE);

  g_assert_nonnull (strstr (scope_profile_table_why_not (ghc), "+RTS -l"));
  g_assert_null (strstr (scope_profile_table_why_not (erlang), "+RTS -l"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/heap", test_heap);
  g_test_add_func ("/profile/cost-centres", test_cost_centres);
  g_test_add_func ("/profile/none", test_none);
  return g_test_run ();
}
