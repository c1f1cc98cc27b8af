/* test-runs.c: several runs: how many processors run at once, how figures vary, scaling, bands: against brute force.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-parallelism.h"
#include "model/trace/runs/scope-run-band.h"
#include "model/trace/runs/scope-run.h"
#include "model/trace/runs/scope-scaling.h"

#include "run-traces.h"

#include <math.h>

/* --- variation --- */

static void
test_variation (void)
{
  const double values[] = { 4, NAN, 1, 3, 2 }, one[] = { 7 }, none[] = { NAN };
  ScopeVariation v;

  scope_variation_init (&v, values, 5);
  g_assert_cmpuint (v.n, ==, 4);
  g_assert_cmpfloat (v.mean, ==, 2.5);
  g_assert_cmpfloat_with_epsilon (v.deviation, sqrt (5.0 / 3), 1e-12);
  g_assert_cmpfloat (v.least, ==, 1);
  g_assert_cmpfloat (v.greatest, ==, 4);
  g_assert_cmpfloat (v.lower, ==, 1.75);
  g_assert_cmpfloat (v.median, ==, 2.5);
  g_assert_cmpfloat (v.upper, ==, 3.25);
  g_assert_false (scope_variation_is_outside (&v, 1));
  g_assert_false (scope_variation_is_outside (&v, 4));
  g_assert_true (scope_variation_is_outside (&v, 0.999));
  g_assert_true (scope_variation_is_outside (&v, 4.001));
  g_assert_false (scope_variation_is_outside (&v, NAN));
  scope_variation_init (&v, one, 1);
  g_assert_cmpfloat (v.deviation, ==, 0);
  g_assert_cmpfloat (v.median, ==, 7);
  scope_variation_init (&v, none, 1);
  g_assert_cmpuint (v.n, ==, 0);
  g_assert_false (scope_variation_is_outside (&v, 3));
}

/* --- parallelism --- */

static void
count_slot (const RunPlan *plan, guint slot, guint *ret_sure, guint *ret_perhaps, guint *ret_collecting)
{
  *ret_sure = *ret_perhaps = *ret_collecting = 0;
  for (guint m = 0; m < plan->n_machines; m++)
    for (guint p = 0; p < plan->n_processors; p++)
      {
        ScopeState state = scope_code_state (*run_plan_at (plan, m, p, slot));

        *ret_sure += state == SCOPE_STATE_RUNNING || state == SCOPE_STATE_ACTIVE;
        *ret_perhaps += state == SCOPE_STATE_UNKNOWN;
        *ret_collecting += state == SCOPE_STATE_COLLECTING;
      }
}

static void
test_parallelism (void)
{
  for (guint round = 0; round < 6; round++)
    {
      RunPlan plan;
      g_autoptr (ScopeTrace) trace = NULL;
      g_auto (ScopeParallelism) found = { 0 };
      gint64 time[16] = { 0 }, collecting[16] = { 0 }, running = 0;
      guint n, from = round > 2 ? 101 : 0, to;

      run_plan_init (&plan, 1 + round % 3, 1 + round, 6000, 10 + round);
      plan.start = round * 1000;
      plan.offset = 77 * round;
      run_plan_fill (&plan, round, round % 2);
      trace = run_plan_make (&plan);
      to = round > 2 ? 5003 : plan.n_slots;
      n = plan.n_machines * plan.n_processors;
      for (guint s = from; s < to; s++)
        {
          guint sure, perhaps, gc;

          count_slot (&plan, s, &sure, &perhaps, &gc);
          if (sure + perhaps < 16)
            time[sure + perhaps] += plan.slot;
          if (gc > 0 && sure + perhaps < 16)
            collecting[sure + perhaps] += plan.slot;
          if (sure + perhaps > 1)
            running += sure * plan.slot;
        }
      g_assert_true (scope_parallelism_read (&(ScopeQueryRange) { .trace = trace,
                                                                  .from = plan.start + from * plan.slot,
                                                                  .to = plan.start + to * plan.slot },
                                             &found, NULL));
      g_assert_cmpuint (found.n, ==, n);
      g_assert_cmpint (found.to - found.from, ==, (to - from) * plan.slot);
      for (guint k = 0; k <= MIN (n, 15); k++)
        {
          g_assert_cmpint (found.time[k], ==, time[k]);
          g_assert_cmpint (found.collecting[k], ==, collecting[k]);
        }
      g_assert_cmpint (found.parallel_running, ==, running);
      run_plan_clear (&plan);
    }
}

static void
test_cancelled (void)
{
  GArray *plans = run_plans_new ();
  RunPlan plan;
  g_autoptr (ScopeRunSet) set = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  run_plan_init (&plan, 1, 2, 100, 10);
  g_array_append_val (plans, plan);
  set = run_plans_set (plans);
  g_cancellable_cancel (cancellable);
  g_assert_false (scope_run_set_read (set, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_true (scope_run_set_read (set, NULL, NULL, NULL));
  g_assert_null (scope_run_band_read (set, &(ScopeRunBandOptions) { SCOPE_ALIGN_STARTS, 10, FALSE }, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
}

/* --- scaling --- */

/* `serial` slots on one processor, then `parallel` slots of work on all. */
static void
add_ideal (GArray *plans, guint processors, guint serial, guint parallel)
{
  RunPlan plan;

  run_plan_init (&plan, 1, processors, serial + parallel / processors, 100);
  for (guint p = 0; p < processors; p++)
    for (guint s = 0; s < plan.n_slots; s++)
      if (p == 0 || s >= serial)
        *run_plan_at (&plan, 0, p, s) = SCOPE_CODE_RUNNING;
  g_array_append_val (plans, plan);
}

static void
test_scaling (void)
{
  GArray *plans = run_plans_new ();
  g_autoptr (ScopeRunSet) set = NULL;
  g_autoptr (ScopeScaling) scaling = NULL;
  g_auto (GStrv) warnings = NULL;
  RunPlan missing = { 0 };
  const double f = 0.1;

  add_ideal (plans, 8, 240, 2160);
  g_array_append_val (plans, missing);
  add_ideal (plans, 1, 240, 2160);
  add_ideal (plans, 2, 240, 2160);
  add_ideal (plans, 4, 240, 2160);
  set = run_plans_set (plans);
  g_assert_null (scope_scaling_new (set, FALSE, NULL));
  g_assert_true (scope_run_set_read (set, NULL, NULL, NULL));
  g_assert_cmpuint (scope_run_set_n_read (set), ==, 4);
  g_assert_cmpstr (scope_run_set_why_not (set, 1), ==, "it is not there");
  warnings = scope_run_set_dup_warnings (set, TRUE);
  g_assert_cmpuint (g_strv_length (warnings), ==, 1);
  scaling = scope_scaling_new (set, FALSE, NULL);
  g_assert_nonnull (scaling);
  g_assert_cmpuint (scaling->base, ==, 1);
  g_assert_cmpuint (scaling->serial_at, ==, 2);
  g_assert_cmpfloat_with_epsilon (scaling->serial_fraction, f, 1e-12);
  g_assert_cmpfloat_with_epsilon (scaling->limit, 1 / f, 1e-9);
  g_assert_cmpstr (scaling->program, ==, "made-up");
  for (guint i = 0; i < 4; i++)
    {
      const ScopeScalingPoint *point = scope_scaling_point (scaling, i);
      double p = 1 << i;

      g_assert_cmpuint (point->processors, ==, 1u << i);
      g_assert_cmpfloat_with_epsilon (point->speedup, 1 / (f + (1 - f) / p), 1e-9);
      g_assert_cmpfloat_with_epsilon (point->speedup, point->amdahl_bound, 1e-9);
      if (i > 0)
        g_assert_cmpfloat_with_epsilon (point->karp_flatt, f, 1e-9);
      g_assert_cmpfloat_with_epsilon (point->serial_fraction, i > 0 ? f : 1, 1e-9);
    }
}

/* --- bands --- */

static void
test_band (void)
{
  GArray *plans = run_plans_new ();
  g_autoptr (ScopeRunSet) set = NULL;
  g_autoptr (ScopeRunBand) band = NULL;
  const guint n = 23;

  for (guint i = 0; i < 6; i++) /* more than are kept open */
    {
      RunPlan plan;

      run_plan_init (&plan, 2, 3, 5000, 7);
      plan.start = 1000 * i;
      plan.offset = 13 * i;
      run_plan_fill (&plan, i, FALSE);
      g_array_append_val (plans, plan);
    }
  set = run_plans_set (plans);
  g_assert_true (scope_run_set_read (set, NULL, NULL, NULL));
  band = scope_run_band_read (set, &(ScopeRunBandOptions) { SCOPE_ALIGN_STARTS, n, FALSE }, NULL, NULL, NULL);
  g_assert_nonnull (band);
  g_assert_cmpuint (band->n, ==, n);
  g_assert_cmpint (band->to - band->from, ==, 35000);
  g_assert_cmpfloat (band->grain, ==, 0);
  for (guint i = 0; i < 6; i++)
    for (guint c = 0; c < n; c++)
      {
        const RunPlan *plan = &g_array_index (plans, RunPlan, i);
        gint64 from = band->edges[c] - band->from, to = band->edges[c + 1] - band->from, running = 0, idle = 0;

        for (guint s = 0; s < plan->n_slots; s++)
          for (guint p = 0; p < 6; p++)
            {
              gint64 inside = MIN (to, (s + 1) * 7) - MAX (from, s * 7);
              ScopeState state = scope_code_state (*run_plan_at (plan, p / 3, p % 3, s));

              running += inside > 0 && (state == SCOPE_STATE_RUNNING || state == SCOPE_STATE_ACTIVE) ? inside : 0;
              idle += inside > 0 && state == SCOPE_STATE_IDLE ? inside : 0;
            }
        g_assert_cmpfloat (scope_run_band_value (band, SCOPE_BAND_RUNNING, i, c), ==, (double) running / (double) (to - from));
        g_assert_cmpfloat (scope_run_band_value (band, SCOPE_BAND_IDLE, i, c), ==, (double) idle / (double) (to - from));
      }
}

/* Runs that are alike but for one, which idles for a while. */
static void
test_outside (void)
{
  GArray *plans = run_plans_new ();
  g_autoptr (ScopeRunSet) set = NULL;
  g_autoptr (ScopeRunBand) band = NULL;
  g_autoptr (GArray) odd = NULL, usual = NULL;
  ScopeBandStretch stretch;
  ScopeVariation others;

  for (guint i = 0; i < 4; i++)
    {
      add_ideal (plans, 4, 0, 4000);
      for (guint p = 0; i == 3 && p < 4; p++)
        memset (run_plan_at (&g_array_index (plans, RunPlan, i), 0, p, 300), SCOPE_CODE_IDLE, 200);
    }
  set = run_plans_set (plans);
  g_assert_true (scope_run_set_read (set, NULL, NULL, NULL));
  band = scope_run_band_read (set, &(ScopeRunBandOptions) { SCOPE_ALIGN_LENGTH, 100, FALSE }, NULL, NULL, NULL);
  g_assert_nonnull (band);
  odd = scope_run_band_find_outside (band, SCOPE_BAND_RUNNING, 3);
  usual = scope_run_band_find_outside (band, SCOPE_BAND_RUNNING, 0);
  g_assert_cmpuint (usual->len, ==, 0);
  g_assert_cmpuint (odd->len, ==, 1);
  stretch = g_array_index (odd, ScopeBandStretch, 0);
  g_assert_cmpuint (stretch.from, ==, 30);
  g_assert_cmpuint (stretch.to, ==, 50);
  g_assert_false (stretch.above);
  g_assert_cmpfloat_with_epsilon (stretch.most, 4, 1e-9);
  scope_run_set_vary (set, SCOPE_RUN_RUNNING, 3, &others);
  g_assert_true (scope_variation_is_outside (&others, scope_run_set_summary (set, 3)->values[SCOPE_RUN_RUNNING]));
  scope_run_set_vary (set, SCOPE_RUN_RUNNING, 0, &others);
  g_assert_false (scope_variation_is_outside (&others, scope_run_set_summary (set, 0)->values[SCOPE_RUN_RUNNING]));
}

/* --- given up --- */

/* Traces of runs are opened, summed up and let go on a thread, while the main thread is about to say that they have changed. */
static gpointer
come_and_go (gpointer over)
{
  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (ScopeTrace) trace = scope_trace_new ();
      const ScopeTraceFacts facts = { .title = "gone" };

      scope_trace_set_facts (trace, &facts);
    }
  g_atomic_int_set ((int *) over, 1);

  return NULL;
}

static void
test_given_up (void)
{
  int over = 0;
  GThread *thread = g_thread_new ("runs", come_and_go, &over);

  while (g_atomic_int_get (&over) == 0)
    g_main_context_iteration (NULL, FALSE);
  g_thread_join (thread);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* --- looked at while it is read --- */

typedef struct
{
  RunPlan plan;
  GMutex lock;
  GCond cond;
  gboolean go_on;
} Slow;

/* The second run takes until it is told to go on, and cannot be read then. */
static ScopeTrace *
open_slowly (gpointer data, guint run, GCancellable *cancellable, GError **error)
{
  Slow *slow = data;

  if (run == 0)
    return run_plan_make (&slow->plan);
  g_mutex_lock (&slow->lock);
  while (!slow->go_on)
    g_cond_wait (&slow->cond, &slow->lock);
  g_mutex_unlock (&slow->lock);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "too slow");
  return NULL;
}

static gpointer
read_set (gpointer set)
{
  g_assert_true (scope_run_set_read (set, NULL, NULL, NULL));
  return NULL;
}

/* Who looks sees what was read so far, and waits for nobody. */
static void
test_looked_at (void)
{
  Slow slow = { .go_on = FALSE };
  g_autoptr (ScopeRunSet) set = scope_run_set_new (open_slowly, &slow, NULL);
  const ScopeRunSummary *first;
  GThread *thread;

  run_plan_init (&slow.plan, 1, 2, 100, 10);
  run_plan_fill (&slow.plan, 1, FALSE);
  scope_run_set_add (set, "first");
  scope_run_set_add (set, "second");
  thread = g_thread_new ("runs", read_set, set);
  while ((first = scope_run_set_summary (set, 0)) == NULL)
    g_thread_yield ();
  g_assert_cmpuint (first->processors, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_auto (GStrv) warnings = scope_run_set_dup_warnings (set, TRUE);

      g_assert_cmpuint (scope_run_set_n_read (set), ==, 1);
      g_assert_null (scope_run_set_summary (set, 1));
      g_assert_cmpuint (g_strv_length (warnings), ==, i);
      g_assert_cmpstr (scope_run_set_why_not (set, 1), ==, i == 0 ? NULL : "too slow");
      g_mutex_lock (&slow.lock);
      slow.go_on = TRUE;
      g_cond_signal (&slow.cond);
      g_mutex_unlock (&slow.lock);
      while (scope_run_set_why_not (set, 1) == NULL)
        g_thread_yield ();
    }
  g_thread_join (thread);
  g_assert_true (scope_run_set_summary (set, 0) == first);
  run_plan_clear (&slow.plan);
}

/* Two runs of one program are told apart by their files. */
static void
test_names (void)
{
  static const struct
  {
    const char *title, *path;
    guint n;
    const char *name;
  } cases[] = {
    { "/bin/sumeuler", "/tmp/run2.eventlog", 1, "sumeuler · run2.eventlog" },
    { "sumeuler", "/tmp/sumeuler-n4.eventlog", 1, "sumeuler-n4.eventlog" },
    { "a@host", "/tmp/dist_a.dat", 3, "a@host · dist_a.dat +2" },
    { NULL, "x.json", 1, "x.json" },
    { "", "x.json", 2, "x.json +1" },
    { "tcp:host:5000", NULL, 0, "tcp:host:5000" },
    { NULL, NULL, 0, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = scope_run_name (cases[i].title, cases[i].path, cases[i].n);

      g_assert_cmpstr (name, ==, cases[i].name);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/runs/variation", test_variation);
  g_test_add_func ("/runs/names", test_names);
  g_test_add_func ("/runs/parallelism", test_parallelism);
  g_test_add_func ("/runs/cancelled", test_cancelled);
  g_test_add_func ("/runs/scaling", test_scaling);
  g_test_add_func ("/runs/band", test_band);
  g_test_add_func ("/runs/outside", test_outside);
  g_test_add_func ("/runs/given-up", test_given_up);
  g_test_add_func ("/runs/looked-at", test_looked_at);
  return g_test_run ();
}
