/* test-profile.c: the tables of GHC's profiles: figures, shares, where a row leads, and what is said where there is nothing; and the heap
 * over time against what was put in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/profile/scope-heap-scene.h"
#include "model/scene/profile/scope-profile-table.h"

#include <math.h>
#include <stdlib.h>
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

static ScopeMachine *
make_machine (ScopeSink **ret_sink)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());

  *ret_sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->number = 1;
  machine->tick_ps = 1000;
  machine->complete = TRUE;
  return machine;
}

/* Takes the machine. */
static ScopeTrace *
finish_trace (ScopeMachine *machine, ScopeRuntime runtime, gint64 last)
{
  ScopeTrace *trace = scope_trace_new ();

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "profile", "none", runtime });
  g_assert_true (scope_machine_finish (machine, last, NULL));
  machine->last = last;
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, last);
  scope_trace_set_finished (trace);
  return trace;
}

static ScopeTrace *
make_trace (ScopeRuntime runtime, gboolean profiled)
{
  ScopeSink *sink;
  ScopeMachine *machine = make_machine (&sink);

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
  return finish_trace (machine, runtime, LENGTH);
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

/* --- the heap over time --- */

#define N_BANDS 60u
#define N_TIMES 300u
#define END 100000

typedef struct
{
  gint64 times[N_TIMES], sums[N_TIMES], values[N_TIMES][N_BANDS];
} Truth;

/* Samples in bursts and far from each other; a band is not in all of them. */
static ScopeTrace *
make_heap (Truth *truth)
{
  ScopeSink *sink;
  ScopeMachine *machine = make_machine (&sink);
  gint64 time = 500;

  for (guint b = 0; b < N_BANDS; b++)
    {
      g_autofree char *name = g_strdup_printf ("band%u", b);

      add_band (sink, SCOPE_PROFILE_CLOSURE_TYPE, name, 0);
    }
  for (guint i = 0; i < N_TIMES; i++)
    {
      time += g_test_rand_int_range (1, g_test_rand_int_range (0, 8) > 0 ? 60 : 2000);
      truth->times[i] = time;
      truth->sums[i] = 0;
      for (guint b = 0; b < N_BANDS; b++)
        {
          truth->values[i][b] = g_test_rand_int_range (0, 3) > 0 ? g_test_rand_int_range (1, 100000 / (int) (b + 1)) : 0;
          truth->sums[i] += truth->values[i][b];
          if (truth->values[i][b] > 0)
            add_sample (sink, time, SCOPE_PROFILE_CLOSURE_TYPE, b + 1, truth->values[i][b]);
        }
      add_sample (sink, time, SCOPE_PROFILE_CLOSURE_TYPE, 0, truth->sums[i]);
    }
  return finish_trace (machine, SCOPE_RUNTIME_GHC, MAX (END, time + 10));
}

/* Place of the sample that holds at a time, or -1. */
static int
holding (const Truth *truth, gint64 time)
{
  int at = -1;

  for (guint i = 0; i < N_TIMES && truth->times[i] <= time; i++)
    at = (int) i;
  return at;
}

/* Every figure of it is one of a sample that was put in, and none that is larger is lost. */
static void
check_course (const Truth *truth, const ScopeHeapCourse *course, gint64 from, gint64 to)
{
  guint n_bands = course->bands->len, n = 0;
  double scale = scope_viewport_scale (&course->request.viewport), mean = 0;

  for (guint s = 0; s < course->steps->len; s++)
    {
      const ScopeHeapStep *step = &g_array_index (course->steps, ScopeHeapStep, s);
      int i = holding (truth, step->time);
      gint64 others = truth->sums[i];

      g_assert_cmpint (truth->times[i], ==, step->time);
      g_assert_cmpint (truth->sums[i], ==, step->sum);
      g_assert_cmpint (step->from, <=, step->to);
      g_assert_true (s == 0 || step[-1].to == step->from);
      for (guint b = 0; b < n_bands; b++)
        {
          guint32 place = g_array_index (course->bands, ScopeHeapBand, b).place;
          gint64 value = course->values[s * n_bands + b];

          g_assert_cmpint (value, ==, place > 0 ? truth->values[i][place - 1] : others);
          others -= value;
        }
      g_assert_true (others == 0 || n_bands == 0);
      /* Beyond its pixel it is the sample that holds. */
      if ((double) (step->to - step->from) > 2 * scale && s + 1 < course->steps->len)
        g_assert_cmpint (holding (truth, step->to - 1), ==, i);
    }
  for (guint i = 0; i < N_TIMES; i++)
    if (truth->times[i] >= course->request.from && truth->times[i] < course->request.to)
      {
        n++;
        mean += (double) truth->sums[i];
      }
  for (guint i = 0; i < N_TIMES; i++)
    if (truth->times[i] >= from && truth->times[i] < to)
      {
        int s = scope_heap_course_find_step (course, truth->times[i]);

        g_assert_true (s >= 0 || i == N_TIMES - 1);
        if (s >= 0)
          g_assert_cmpint (g_array_index (course->steps, ScopeHeapStep, s).sum, >=, truth->sums[i]);
      }
  g_assert_cmpuint (course->n_samples, ==, n);
  if (n > 0)
    g_assert_cmpfloat_with_epsilon (course->mean, mean / n, 1e-6 * mean);
}

/* Whether a sample is drawn that is not summed: what holds where the range begins was taken before it. */
static gboolean
draws_elsewhere (const ScopeHeapCourse *course, gint64 from, gint64 to)
{
  const GArray *steps = course->steps;

  return steps->len > 0
         && (g_array_index (steps, ScopeHeapStep, 0).time < from || g_array_index (steps, ScopeHeapStep, steps->len - 1).time >= to);
}

/* The largest of the range by themselves, in order. All others are together where there is no room for them, or where something of
 * them may be drawn that is not summed. */
static void
check_bands (const Truth *truth, const ScopeHeapCourse *course, gint64 from, gint64 to)
{
  double last = HUGE_VAL, all = 0;
  gboolean elsewhere = draws_elsewhere (course, from, to);

  for (guint b = 0; b < course->bands->len; b++)
    {
      const ScopeHeapBand *band = &g_array_index (course->bands, ScopeHeapBand, b);
      double sum = 0;

      all += band->mean;
      if (band->place == 0)
        {
          g_assert_cmpuint (b + 1, ==, course->bands->len);
          g_assert_true (b + 1 == course->request.n_bands || elsewhere);
          g_assert_null (band->name);
          continue;
        }
      for (guint i = 0; i < N_TIMES; i++)
        if (truth->times[i] >= from && truth->times[i] < to)
          sum += (double) truth->values[i][band->place - 1];
      g_assert_true (band->mean <= last);
      last = band->mean;
      g_assert_cmpint (atoi (band->name + 4), ==, band->place - 1);
      if (course->n_samples > 0)
        g_assert_cmpfloat_with_epsilon (band->mean, sum / course->n_samples, 1e-6 * sum + 1e-9);
    }
  g_assert_cmpfloat_with_epsilon (all, course->mean, 1e-6 * course->mean + 1e-9);
}

static void
test_course (void)
{
  g_autofree Truth *truth = g_new0 (Truth, 1);
  g_autoptr (ScopeTrace) trace = make_heap (truth);
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeHeapProfiles) profiles = scope_heap_profiles_read (trace, NULL, &error);
  gint64 first, last;

  g_assert_no_error (error);
  g_assert_cmpuint (profiles->profiles->len, ==, 1);
  scope_trace_range (trace, &first, &last);
  for (guint round = 0; round < 60; round++)
    {
      g_autoptr (ScopeHeapCourse) course = NULL;
      ScopeHeapRequest request = { .n_bands = (guint) g_test_rand_int_range (2, N_BANDS) };
      gint64 from = g_test_rand_int_range (0, END), to = from + g_test_rand_int_range (100, END);

      request.n_bands = MIN (request.n_bands, SCOPE_HEAP_MOST_BANDS);
      scope_viewport_init (&request.viewport, first, last, g_test_rand_int_range (50, 1500));
      if (round > 0)
        scope_viewport_set_times (&request.viewport, from, to);
      scope_viewport_get_range (&request.viewport, &from, &to);
      request.from = round % 2 == 0 ? from : g_test_rand_int_range (0, END);
      request.to = round % 2 == 0 ? to : request.from + g_test_rand_int_range (100, END);
      course = scope_heap_course_read (trace, profiles, &request, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (course->steps->len, <=, 2u * (guint) request.viewport.width + 4);
      check_course (truth, course, from, to);
      check_bands (truth, course, request.from, request.to);
    }
}

static char *
words_at (ScopeView *view, const ScopeHeapCourse *course, const ScopeHeapSceneOptions *look, double x, double y)
{
  ScopeHeapHit hit;

  return scope_heap_scene_hit (view, course, look, x, y, &hit) ? scope_heap_scene_describe (view, course, &hit) : g_strdup ("-");
}

/* 300 at 100; 700 at 200, which holds until 300. */
static void
test_picture (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (SCOPE_RUNTIME_GHC, TRUE);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeHeapProfiles) profiles = scope_heap_profiles_read (trace, NULL, NULL);
  ScopeHeapSceneOptions look = { .width = 1200, .height = 300, .names_width = 200 };
  g_autoptr (ScopeHeapCourse) course = NULL;
  g_autoptr (ScopeScene) scene = NULL;
  g_autofree char *all = NULL, *low = NULL, *high = NULL, *none = NULL, *key = NULL, *chosen = NULL;
  ScopeHeapRequest request;

  scope_view_set_width (view, 1000);
  scope_view_set_range (view, 0, 1000);
  scope_heap_scene_request (&request, view, &look);
  course = scope_heap_course_read (trace, profiles, &request, NULL, NULL);
  scene = scope_heap_scene_build (view, course, &look);
  all = scope_heap_scene_summary (view, course);
  g_assert_cmpstr (all, ==, "Module: 2 samples, 500 B on average, at most 700 B at 200 ns; each is drawn until the next");
  low = words_at (view, course, &look, 450, 265);
  g_assert_cmpstr (low, ==, "Data.Map\n600 B of 700 B (85.7 %)\nsample at 200 ns");
  high = words_at (view, course, &look, 450, 40);
  g_assert_cmpstr (high, ==, "Main\n100 B of 700 B (14.3 %)\nsample at 200 ns");
  none = words_at (view, course, &look, 600, 265);
  g_assert_cmpstr (none, ==, "");
  key = words_at (view, course, &look, 20, 30);
  g_assert_cmpstr (key, ==, "Data.Map\n300 B on average (60.0 %)\nat most 600 B at 200 ns");
  /* What is chosen lies lowest. */
  look.has_chosen = TRUE;
  look.chosen = 1;
  chosen = words_at (view, course, &look, 450, 265);
  g_assert_true (g_str_has_prefix (chosen, "Main\n"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/heap", test_heap);
  g_test_add_func ("/profile/cost-centres", test_cost_centres);
  g_test_add_func ("/profile/none", test_none);
  g_test_add_func ("/profile/course", test_course);
  g_test_add_func ("/profile/picture", test_picture);
  return g_test_run ();
}
