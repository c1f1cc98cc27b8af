/* test-view.c: what must hold of the viewport and the ruler, whatever one does to them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-overlay.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/scene/draw/scope-scene.h"
#include "model/scene/view/scope-frame-budget.h"
#include "model/scene/view/scope-view.h"

#include <math.h>
#include <string.h>

static void
check_bounds (const ScopeViewport *v)
{
  double whole = (double) (v->last - v->first);

  g_assert_cmpfloat (v->from, >=, 0);
  g_assert_cmpfloat (v->to, <=, whole * (1 + 1e-12));
  g_assert_cmpfloat (v->span, >, 0);
  g_assert_cmpfloat_with_epsilon (v->to - v->from, v->span, whole * 1e-12);
  if (v->span < whole)
    g_assert_cmpfloat (1 / scope_viewport_scale (v), <=, SCOPE_VIEWPORT_MAX_PIXELS_PER_TICK * (1 + 1e-9));
}

static void
test_random_walk (void)
{
  GRand *rand = g_rand_new_with_seed (4);
  ScopeViewport v;

  scope_viewport_init (&v, -5000, G_GINT64_CONSTANT (900000000000), 1380);
  for (guint i = 0; i < 20000; i++)
    {
      double x = g_rand_double (rand) * v.width;

      switch (g_rand_int_range (rand, 0, 4))
        {
        case 0:
        case 1:
          {
            double before = scope_viewport_x_to_ticks (&v, x), scale;

            scope_viewport_zoom (&v, x, exp (g_rand_double_range (rand, -1.5, 1.6)));
            scale = scope_viewport_scale (&v);
            /* The time under the pointer stays, unless an end of the trace is in the way. */
            if (v.from > 0 && v.to < (double) (v.last - v.first))
              g_assert_cmpfloat (fabs (scope_viewport_x (&v, before) - x), <=, 1.01);
            g_assert_cmpfloat (scale, >, 0);
          }
          break;
        case 2:
          {
            double scale = scope_viewport_scale (&v);

            scope_viewport_pan (&v, g_rand_double_range (rand, -3000, 3000));
            /* To the last bit: strips are kept by it. */
            g_assert_true (scale == scope_viewport_scale (&v));
          }
          break;
        default:
          scope_viewport_set_width (&v, g_rand_int_range (rand, 1, 4000));
        }
      check_bounds (&v);
      g_assert_cmpfloat_with_epsilon (scope_viewport_x (&v, scope_viewport_x_to_ticks (&v, x)), x, 1e-3);
    }
  scope_viewport_fit (&v);
  g_assert_true (scope_viewport_is_whole (&v));
  g_rand_free (rand);
}

static void
test_growth (void)
{
  ScopeViewport v;

  scope_viewport_init (&v, 0, 1000, 100);
  scope_viewport_set_whole (&v, 0, 5000);
  g_assert_true (scope_viewport_is_whole (&v));
  scope_viewport_set_times (&v, 1000, 2000);
  scope_viewport_set_whole (&v, 500, 9000);
  g_assert_cmpfloat (v.from, ==, 500);
  g_assert_cmpfloat (v.to, ==, 1500);
}

static void
test_level (void)
{
  for (double scale = 0.2; scale < 1e12; scale *= 1.37)
    {
      double width = pow (2, scope_viewport_level (scale));

      if (scale >= 4)
        g_assert_cmpfloat (width, <=, scale / 4);
      g_assert_cmpfloat (width * 2, >, MIN (scale / 4, pow (2, 43)));
    }
}

static void
test_ruler_steps (void)
{
  GRand *rand = g_rand_new_with_seed (8);

  for (guint i = 0; i < 5000; i++)
    {
      ScopeViewport v;
      ScopeRuler ruler;
      double mantissa, pixels;
      g_autofree char *one = NULL, *two = NULL;

      scope_viewport_init (&v, g_rand_int_range (rand, 0, 100000), G_GINT64_CONSTANT (100000000000), 1380);
      scope_viewport_zoom (&v, g_rand_double (rand) * 1380, exp (g_rand_double (rand) * 20));
      scope_ruler_init (&ruler, &v, 1000, 80);
      pixels = ruler.step / scope_viewport_scale (&v);
      g_assert_cmpfloat (pixels, >=, 79.99);
      g_assert_cmpfloat (pixels, <=, 80 * 2.51);
      mantissa = ruler.step / pow (10, floor (log10 (ruler.step) + 1e-9));
      g_assert_true (fabs (mantissa - 1) < 1e-6 || fabs (mantissa - 2) < 1e-6 || fabs (mantissa - 5) < 1e-6);
      g_assert_cmpuint (ruler.n, >=, 1);
      /* Ticks are in view, and none is left out at the edges. */
      g_assert_cmpfloat (scope_viewport_x (&v, ruler.first), >=, -1e-3);
      g_assert_cmpfloat (scope_viewport_x (&v, ruler.first - ruler.step), <, 1e-3);
      g_assert_cmpfloat (scope_viewport_x (&v, ruler.first + ruler.n * ruler.step), >, v.width - 1e-3);
      if (ruler.n < 2)
        continue;
      one = scope_ruler_label (&ruler, &v, 1000, 0);
      two = scope_ruler_label (&ruler, &v, 1000, 1);
      g_assert_cmpstr (one, !=, two);
      g_assert_cmpint (g_utf8_strlen (two, -1), <=, 14);
    }
  g_rand_free (rand);
}

static void
check_duration (double ticks, gint64 tick_ps, const char *expected)
{
  g_autofree char *text = scope_format_duration (ticks, tick_ps);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_words (void)
{
  ScopeViewport v;
  ScopeRuler ruler;
  g_autofree char *count = scope_format_count (188388), *small = scope_format_count (7), *label = NULL;
  g_autofree char *many = scope_format_number (-11776.2), *few = scope_format_number (999.4), *fewer = scope_format_number (0.0468);

  check_duration (57800000, 1000, "57.8 ms");
  check_duration (1250000000, 1000, "1.25 s");
  check_duration (310000, 1000, "310 µs");
  check_duration (999999, 1000, "1.00 ms");
  check_duration (7, 1000, "7 ns");
  check_duration (0, 1000, "0 s");
  g_assert_cmpstr (many, ==, "−11,776");
  g_assert_cmpstr (few, ==, "999");
  g_assert_cmpstr (fewer, ==, "0.047");
  g_assert_cmpstr (count, ==, "188,388");
  g_assert_cmpstr (small, ==, "7");
  /* A short span far from the start: offsets. */
  scope_viewport_init (&v, 0, G_GINT64_CONSTANT (10000000000), 1000);
  scope_viewport_set_times (&v, 5000000000, 5000500000);
  scope_ruler_init (&ruler, &v, 1000, 80);
  g_assert_true (ruler.relative);
  label = scope_ruler_label (&ruler, &v, 1000, 1);
  g_assert_cmpstr (label, ==, "+50 µs");
}

static void
count_changes (ScopeView *view, guint what, guint *seen)
{
  *seen |= what;
}

/* A view of an empty trace does nothing odd; changes are told once and by kind. */
static void
test_view (void)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  guint seen = 0;
  gint64 from, to;

  g_signal_connect (view, "changed", G_CALLBACK (count_changes), &seen);
  g_assert_cmpuint (scope_lane_list_n_rows (scope_view_get_lanes (view)), ==, 0);
  g_assert_false (scope_view_get_selected_range (view, &from, &to));
  scope_view_select_range (view, 1, 0);
  g_assert_cmpuint (seen, ==, SCOPE_VIEW_SELECTION);
  g_assert_true (scope_view_get_selected_range (view, &from, &to));
  g_assert_cmpint (from, <=, to);
  seen = 0;
  scope_view_set_cursor (view, 5);
  scope_view_set_cursor (view, 5);
  g_assert_cmpuint (seen, ==, SCOPE_VIEW_CURSOR);
  seen = 0;
  scope_view_set_look (view, SCOPE_LOOK_PALETTE, SCOPE_PALETTE_DARK);
  g_assert_cmpuint (seen, ==, SCOPE_VIEW_LOOK);
  g_assert_false (scope_view_back (view));
}

/* Small steps are one walk until one rests for a second; what does not move leaves the history as it is. */
static void
test_walk (void)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  double span;

  scope_view_set_width (view, 1000);
  scope_view_set_room (view, 0, 1000000);
  scope_view_fit (view);
  for (gint64 step = 1; step <= 20; step++) /* for two seconds, without a rest */
    {
      scope_view_wander (view, step * 100000);
      scope_view_zoom (view, 500, 1.1);
    }
  span = viewport->span;
  g_assert_true (scope_view_back (view));
  g_assert_true (scope_viewport_is_whole (viewport));
  g_assert_false (scope_view_can_go_back (view));

  /* At the whole, nothing farther away: what one came from is still there. */
  scope_view_wander (view, 10000000);
  scope_view_zoom (view, 500, .5);
  g_assert_true (scope_view_forward (view));
  g_assert_cmpfloat (viewport->span, ==, span);

  /* Two walks. */
  scope_view_wander (view, 20000000);
  scope_view_pan (view, 100);
  scope_view_wander (view, 22000000);
  scope_view_pan (view, 100);
  g_assert_true (scope_view_back (view));
  g_assert_true (scope_view_back (view));
  g_assert_cmpfloat (viewport->span, ==, span);
  g_assert_true (scope_view_back (view));
  g_assert_true (scope_viewport_is_whole (viewport));
}

static void
count_selections (ScopeView *view, guint what, guint *n)
{
  if (what & SCOPE_VIEW_SELECTION)
    (*n)++;
}

static void
test_selected_message (void)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeMessageLine line;
  ScopeLaneId lane = { 0, SCOPE_KIND_MACHINE, 0 };
  guint n = 0;

  memset (&line, 0, sizeof line);
  line.receive = 5;
  line.count = 1;
  g_signal_connect (view, "changed", G_CALLBACK (count_selections), &n);
  scope_view_select_message (view, NULL);
  g_assert_cmpuint (n, ==, 0);
  scope_view_select_message (view, &line);
  scope_view_select_message (view, &line);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (scope_view_get_selected_message (view)->receive, ==, 5);
  scope_view_select_lane (view, &lane);
  g_assert_null (scope_view_get_selected_message (view));
  scope_view_select_message (view, &line);
  scope_view_select_lane (view, &lane); /* the same again is a choice too */
  g_assert_null (scope_view_get_selected_message (view));
  scope_view_select_message (view, &line);
  scope_view_clear_selection (view);
  g_assert_null (scope_view_get_selected_message (view));
  g_assert_cmpuint (n, ==, 6);
}

/* Times of day are long: at every zoom they fit between their ticks, and tell them apart. */
static void
test_wall_labels (void)
{
  ScopeClock clock = { .tick_ps = 1000, .wall = TRUE, .epoch = G_GINT64_CONSTANT (1411300000700000000) };

  for (double scale = 1; scale < 1e9; scale *= 1.7)
    {
      ScopeViewport v;
      ScopeRuler ruler;

      scope_viewport_init (&v, 0, 1000000000000, 1000);
      scope_viewport_set_times (&v, 50500000, 50500000 + (gint64) (1000 * scale));
      scope_ruler_init_wall (&ruler, &v, 80, &clock, 11);
      g_assert_cmpuint (ruler.n, >=, 2);
      for (guint i = 0; i + 1 < ruler.n; i++)
        {
          g_autofree char *one = scope_ruler_wall_label (&ruler, &v, &clock, i);
          g_autofree char *two = scope_ruler_wall_label (&ruler, &v, &clock, i + 1);

          g_assert_cmpfloat (scope_text_width (one, 11), <=, ruler.step / scope_viewport_scale (&v) - 6);
          g_assert_cmpstr (one, !=, two);
        }
    }
}

/* Frames that make strips for as long as they may, and take `rest` µs besides: how long the last of them took. */
static gint64
many_frames (ScopeFrameBudget *budget, gint64 *used, gint64 rest)
{
  gint64 took = 0;

  for (guint i = 0; i < 40; i++)
    {
      gint64 may = scope_frame_budget_begin (budget, *used);

      g_assert_cmpint (may, >=, SCOPE_FRAME_BUDGET_LEAST);
      g_assert_cmpint (may, <=, SCOPE_FRAME_BUDGET_MOST);
      took = may + rest;
      *used += took;
    }
  return took;
}

/* A frame is in time if it can be; where drawing is quick nothing is spared, and what comes long after the last frame says nothing. */
static void
test_frame_budget (void)
{
  ScopeFrameBudget budget = { 0 };
  gint64 used = 77000000, before;

  g_assert_cmpint (scope_frame_budget_begin (&budget, used), ==, SCOPE_FRAME_BUDGET_MOST);
  for (gint64 rest = 1000; rest < 20000; rest += 500)
    {
      gint64 took = many_frames (&budget, &used, rest);

      if (rest < 6000)
        g_assert_cmpint (took, ==, rest + SCOPE_FRAME_BUDGET_MOST);
      else
        g_assert_cmpint (took, <, MAX (14000, rest + SCOPE_FRAME_BUDGET_LEAST + 1));
    }
  many_frames (&budget, &used, 8000);
  before = scope_frame_budget_begin (&budget, used);
  g_assert_cmpint (before, <, SCOPE_FRAME_BUDGET_MOST);
  used += 3000000;
  g_assert_cmpint (scope_frame_budget_begin (&budget, used), ==, before);
  g_assert_cmpint (many_frames (&budget, &used, 100), ==, SCOPE_FRAME_BUDGET_MOST + 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/viewport/random-walk", test_random_walk);
  g_test_add_func ("/view/wall-labels", test_wall_labels);
  g_test_add_func ("/viewport/growth", test_growth);
  g_test_add_func ("/viewport/level", test_level);
  g_test_add_func ("/ruler/steps", test_ruler_steps);
  g_test_add_func ("/ruler/words", test_words);
  g_test_add_func ("/view/changes", test_view);
  g_test_add_func ("/view/changes-walk", test_walk);
  g_test_add_func ("/view/message", test_selected_message);
  g_test_add_func ("/view/frame-budget", test_frame_budget);
  return g_test_run ();
}
