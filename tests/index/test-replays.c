/* test-replays.c: replays of a run together, in one pass over its record, against each by itself; and one that is stopped.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import.h"
#include "model/trace/analysis/scope-what-if.h"
#include "model/trace/findings/scope-forecast.h"

#define N_WISHES 9u

static const char *const wishes[N_WISHES]
    = { "processors 8", "latency x0", "gc off", "gc wait off", "stealing perfect", "timers off", "label:work x0.5", "processors inf", "gc x0.5" };

static ScopeImport *
read_trace (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tests", "data", "analysis", name, NULL);
  const char *paths[] = { path };
  ScopeImportOptions options = { .no_cache = TRUE };
  ScopeImport *import = scope_import_new (paths, 1, &options);
  g_autoptr (GError) error = NULL;

  scope_import_run (import, NULL, &error);
  g_assert_no_error (error);
  return import;
}

static void
check_equal (const ScopeWhatIfResult *a, const ScopeWhatIfResult *b)
{
  g_assert_cmpint (a->measured, ==, b->measured);
  g_assert_cmpint (a->replayed, ==, b->replayed);
  g_assert_cmpint (a->end, ==, b->end);
  g_assert_cmpuint (a->n_processors, ==, b->n_processors);
  g_assert_cmpint (a->running, ==, b->running);
  g_assert_cmpint (a->collecting, ==, b->collecting);
  g_assert_cmpuint (a->doubts, ==, b->doubts);
}

static ScopeWhatIfResult
run_one (const ScopeQueryRange *whole, const ScopeWhatIf *what_if)
{
  ScopeWhatIfResult result = { 0 };
  g_autoptr (GError) error = NULL;

  scope_what_if_run (whole, what_if, &result, &error);
  g_assert_no_error (error);
  return result;
}

static void
test_together (gconstpointer name)
{
  g_autoptr (ScopeImport) import = read_trace (name);
  const ScopeQueryRange whole = { .trace = scope_import_get_trace (import), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  ScopeWhatIf what_ifs[N_WISHES + 1];
  const ScopeWhatIf *all[N_WISHES + 1];
  ScopeWhatIfResult single[N_WISHES + 1], results[N_WISHES + 1];
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i <= N_WISHES; i++)
    {
      scope_what_if_init (&what_ifs[i]);
      g_assert_true (i == N_WISHES || scope_what_if_add (&what_ifs[i], whole.trace, wishes[i], NULL));
      all[i] = &what_ifs[i];
      single[i] = run_one (&whole, all[i]);
    }
  /* With and without the one in which nothing is otherwise: the last. */
  for (guint n = 1; n <= N_WISHES + 1; n++)
    {
      memset (results, 0, sizeof results);
      scope_what_if_run_all (&whole, all, results, n, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < n; i++)
        check_equal (&results[i], &single[i]);
    }
  for (guint i = 0; i <= N_WISHES; i++)
    scope_what_if_clear (&what_ifs[i]);
}

static void
test_forecasts (gconstpointer name)
{
  g_autoptr (ScopeImport) import = read_trace (name);
  const ScopeQueryRange whole = { .trace = scope_import_get_trace (import), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  const char *const asked[] = { wishes[4], "no such wish", wishes[2], NULL };
  g_autoptr (ScopeForecasts) forecasts = scope_forecasts_read (&whole, asked, NULL);
  g_autoptr (ScopeForecastCurve) curve = scope_forecast_curve_read (&whole, asked, NULL);
  ScopeWhatIf both, none;
  ScopeWhatIfResult result;

  scope_what_if_init (&both);
  scope_what_if_init (&none);
  for (guint i = 0; i < 3; i += 2)
    {
      ScopeWhatIf one;

      scope_what_if_init (&one);
      g_assert_true (scope_what_if_add (&one, whole.trace, asked[i], NULL) && scope_what_if_add (&both, whole.trace, asked[i], NULL));
      result = run_one (&whole, &one);
      check_equal (&g_array_index (forecasts->forecasts, ScopeForecast, i).result, &result);
      g_assert_null (g_array_index (forecasts->forecasts, ScopeForecast, i).why_not);
      scope_what_if_clear (&one);
    }
  g_assert_nonnull (g_array_index (forecasts->forecasts, ScopeForecast, 1).why_not);
  result = run_one (&whole, &none);
  check_equal (&forecasts->as_is, &result);
  result = run_one (&whole, &both);
  check_equal (&forecasts->all.result, &result);
  g_assert_true (curve->changes);
  for (guint i = 0; i < curve->points->len; i++)
    {
      const ScopeForecastPoint *point = &g_array_index (curve->points, ScopeForecastPoint, i);

      none.processors = both.processors = i == 0 ? 1 : i == 5 ? 8 : 0;
      if (none.processors == 0)
        continue;
      g_assert_cmpint (point->end, ==, run_one (&whole, &none).end);
      g_assert_cmpint (point->changed, ==, run_one (&whole, &both).end);
    }
  scope_what_if_clear (&both);
  scope_what_if_clear (&none);
}

/* Who reads the record stops, and so do all who go by it. */
static void
test_stopped (void)
{
  g_autoptr (ScopeImport) import = read_trace ("gc_barrier.eventlog");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const ScopeQueryRange whole = { .trace = scope_import_get_trace (import), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .cancellable = cancellable };
  ScopeWhatIf none;
  const ScopeWhatIf *all[] = { &none, &none, &none, &none };
  ScopeWhatIfResult results[4] = { { 0 } };
  g_autoptr (GError) error = NULL;

  scope_what_if_init (&none);
  g_cancellable_cancel (cancellable);
  g_assert_false (scope_what_if_run_all (&whole, all, results, 4, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  scope_what_if_clear (&none);
}

int
main (int argc, char **argv)
{
  static const char *const traces[]
      = { "gc_barrier.eventlog", "lock_convoy.eventlog", "timer_polling.eventlog", "chatty_pair.parevents", "growing_mailbox.trace" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      g_autofree char *together = g_strconcat ("/replays/together/", traces[i], NULL), *forecasts = g_strconcat ("/replays/forecasts/", traces[i], NULL);

      g_test_add_data_func (together, traces[i], test_together);
      g_test_add_data_func (forecasts, traces[i], test_forecasts);
    }
  g_test_add_func ("/replays/stopped", test_stopped);
  return g_test_run ();
}
