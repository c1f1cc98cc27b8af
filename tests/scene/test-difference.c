/* test-difference.c: differences of lanes: nothing where there is none, as numbers and as pixels; within their bounds where
 * there is one; and never invisible.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "random-lane.h"

#include "model/scene/compare/scope-difference-raster.h"

#define HEIGHT 21u

static ScopeDifferenceStrip *
subtract (const Lane *run, const Lane *baseline, gint64 run_offset, gint64 baseline_offset, const ScopeTimeMap *map,
          gint64 first, double scale, gint64 x, guint n, guint finer)
{
  ScopeTileGetter getter = { .tile = read_tile }, other = getter;
  ScopeLaneSource a = { run->store, run->lane, run_offset }, b = { baseline->store, baseline->lane, baseline_offset };
  ScopeDifferenceSide here = { &getter, &a, 1 }, there = { &other, &b, 1 };

  return scope_difference_strip_new (&here, &there, map, first, scale, x, n, finer);
}

static void
raster (const ScopeDifferenceStrip *strip, guint32 *pixels)
{
  ScopeRasterOptions options = { .palette = scope_palette_get (SCOPE_PALETTE_LIGHT), .height = HEIGHT, .full = 1,
                                 .ground = 0xffffffff };

  scope_raster_difference (strip, 0, strip->n, &options, pixels, strip->n * 4);
}

static guint
n_coloured (const guint32 *pixels, guint n, guint column, guint from, guint to)
{
  guint found = 0;

  for (guint y = from; y < to; y++)
    found += pixels[y * n + column] != 0xffffffff;
  return found;
}

static void
check_nothing (const ScopeDifferenceStrip *strip)
{
  g_autofree guint32 *pixels = g_new (guint32, strip->n * HEIGHT);

  raster (strip, pixels);
  for (guint c = 0; c < strip->n; c++)
    g_assert_cmpuint (strip->columns[c].more | strip->columns[c].less, ==, 0);
  g_assert_cmpfloat (scope_difference_strip_most (strip), ==, 0);
  for (guint c = 0; c < strip->n; c++)
    {
      for (guint s = 0; s + 1 < SCOPE_N_STATES; s++)
        g_assert_cmpfloat (strip->columns[c].change[s], ==, 0);
      g_assert_cmpuint (n_coloured (pixels, strip->n, c, 0, HEIGHT / 2), ==, 0);
      g_assert_cmpuint (n_coloured (pixels, strip->n, c, HEIGHT / 2 + 1, HEIGHT), ==, 0);
    }
}

static double
random_scale (GRand *rand, const Lane *lane)
{
  double whole = (double) (lane_last (lane) - lane_first (lane));

  return exp (g_rand_double_range (rand, log (0.125), log (whole / 100)));
}

/* A trace against itself, and against a copy that is shifted: by the map, by its machine's offset, or by both. */
static void
test_same (void)
{
  GRand *rand = g_rand_new_with_seed (4);

  for (guint round = 0; round < 4; round++)
    {
      gint64 shift = round == 0 ? 0 : g_rand_int_range (rand, -1000000, 1000000);
      gint64 offset = g_rand_int_range (rand, -100000, 100000), other = g_rand_int_range (rand, -100000, 100000);
      Lane run, baseline;
      g_autoptr (ScopeTimeMap) map = scope_time_map_new (&(ScopeTimeKnot) { 0, shift + other - offset }, 1, 1, 1);

      lane_init (&run, round, round < 2 ? 200 : 30000);
      lane_init_shifted (&baseline, round, round < 2 ? 200 : 30000, shift);
      for (guint i = 0; i < 60; i++)
        {
          double scale = random_scale (rand, &run);
          gint64 first = lane_first (&run) + offset - 777;
          gint64 n = (gint64) ((double) (lane_last (&run) - lane_first (&run)) / scale) + 3;
          gint64 x = (gint64) (g_rand_double (rand) * (double) n) - 20;
          g_autoptr (ScopeDifferenceStrip) strip =
              subtract (&run, &baseline, offset, other, map, first, scale, x, SCOPE_STRIP_COLUMNS, i % 3);

          check_nothing (strip);
        }
      lane_clear (&run);
      lane_clear (&baseline);
    }
  g_rand_free (rand);
}

/* Edges as the strip has them, from the map's own words. */
static void
true_edges (const ScopeTimeMap *map, gint64 first, gint64 offset, double scale, gint64 x, double *run, double *baseline)
{
  double edge = scale < 4 ? (double) x * scale : (double) (scope_column_edge (first, offset, scale, x) + offset - first);
  double whole = floor (edge);
  gint64 t = first + (gint64) whole;
  double b0 = (double) scope_time_map_to_baseline (map, t), b1 = (double) scope_time_map_to_baseline (map, t + 1);

  *run = (double) first + edge;
  *baseline = b0 + (edge - whole) * (b1 - b0);
}

static guint
check_numbers (const Lane *run, const Lane *baseline, gint64 offset, gint64 other, const ScopeTimeMap *map, gint64 first,
               const ScopeDifferenceStrip *strip, const guint32 *pixels, guint finer)
{
  guint differing = 0;

  for (guint c = 0; c < strip->n; c++)
    {
      const ScopeDifferenceColumn *column = &strip->columns[c];
      double r0, r1, b0, b1, a[SCOPE_N_STATES], b[SCOPE_N_STATES], unknown;
      gboolean more = FALSE, less = FALSE;

      true_edges (map, first, offset, strip->scale, strip->x + c, &r0, &b0);
      true_edges (map, first, offset, strip->scale, strip->x + c + 1, &r1, &b1);
      brute_force (run, r0 - (double) offset, r1 - (double) offset, a);
      brute_force (baseline, b0 - (double) other, b1 - (double) other, b);
      g_assert_cmpfloat_with_epsilon (column->run_width, r1 - r0, 1e-3);
      g_assert_cmpfloat_with_epsilon (column->baseline_width, b1 - b0, 1e-3);
      unknown = a[SCOPE_STATE_UNKNOWN] / (r1 - r0) + (b1 > b0 ? b[SCOPE_STATE_UNKNOWN] / (b1 - b0) : 0);
      for (guint s = 0; s + 1 < SCOPE_N_STATES; s++)
        {
          double truth = a[s] / (r1 - r0) - (b1 > b0 ? b[s] / (b1 - b0) : 0), slack = column->slack[s] + 2e-3;

          /* Within the bounds, which are narrow; and what is shown has the right sign. */
          g_assert_cmpfloat (column->slack[s], <=, 0.125 / (1u << finer) + unknown + 1e-3);
          if (column->change[s] != 0)
            {
              g_assert_cmpfloat (fabs (column->change[s] - truth), <=, slack + unknown);
              g_assert_true (column->change[s] > 0 ? truth > -1e-3 : truth < 1e-3);
            }
          else
            g_assert_cmpfloat (fabs (truth), <=, 2 * slack + unknown);
          more = more || column->change[s] > 0;
          less = less || column->change[s] < 0;
        }
      g_assert_true (more == (n_coloured (pixels, strip->n, c, 0, HEIGHT / 2) > 0));
      g_assert_true (less == (n_coloured (pixels, strip->n, c, HEIGHT / 2 + 1, HEIGHT) > 0));
      differing += more || less;
    }
  return differing;
}

/* Two runs that have nothing in common, and a map that is a shift or has pieces. */
static void
test_numbers (void)
{
  GRand *rand = g_rand_new_with_seed (9);

  for (guint round = 0; round < 4; round++)
    {
      gint64 offset = g_rand_int_range (rand, -100000, 100000), other = g_rand_int_range (rand, -100000, 100000);
      Lane run, baseline;
      g_autoptr (ScopeTimeMap) map = NULL;
      guint differing = 0;

      lane_init (&run, round, round < 2 ? 300 : 20000);
      lane_init (&baseline, round + 100, round < 2 ? 300 : 20000);
      if (round % 2 == 0)
        map = scope_time_map_new (&(ScopeTimeKnot) { 0, lane_first (&baseline) + other - lane_first (&run) - offset }, 1, 1, 1);
      else
        {
          gint64 a0 = lane_first (&run) + offset, a1 = lane_last (&run) + offset;
          gint64 b0 = lane_first (&baseline) + other, b1 = lane_last (&baseline) + other;
          ScopeTimeKnot knots[] = { { a0, b0 }, { a0 + (a1 - a0) / 3, b0 + (b1 - b0) / 2 }, { a1, b1 } };

          map = scope_time_map_new (knots, G_N_ELEMENTS (knots), 1000, 1000);
        }
      for (guint i = 0; i < 30; i++)
        {
          double scale = random_scale (rand, &run);
          gint64 first = lane_first (&run) + offset - 777;
          gint64 n = (gint64) ((double) (lane_last (&run) - lane_first (&run)) / scale) + 3;
          gint64 x = (gint64) (g_rand_double (rand) * (double) n) - 20;
          g_autoptr (ScopeDifferenceStrip) strip = subtract (&run, &baseline, offset, other, map, first, scale, x, 100, i % 3);
          g_autofree guint32 *pixels = g_new (guint32, strip->n * HEIGHT);

          raster (strip, pixels);
          differing += check_numbers (&run, &baseline, offset, other, map, first, strip, pixels, i % 3);
        }
      g_assert_cmpuint (differing, >, 500);
      lane_clear (&run);
      lane_clear (&baseline);
    }
  g_rand_free (rand);
}

/* Of one run only a small part of a column: it is seen, faintly; and what nobody knows is no difference. */
static void
test_small_and_unknown (void)
{
  ScopeDifferenceStrip *strip = g_malloc0 (sizeof *strip + 3 * sizeof (ScopeDifferenceColumn));
  guint32 pixels[3 * HEIGHT];

  strip->n = 3;
  strip->scale = 1000;
  for (guint c = 0; c < 3; c++)
    strip->columns[c].run_width = strip->columns[c].baseline_width = 1000;
  strip->columns[0].more = strip->columns[1].more = 1u << SCOPE_STATE_RUNNING;
  strip->columns[0].less = 1u << SCOPE_STATE_BLOCKED;
  strip->columns[1].less = 1u << SCOPE_STATE_IDLE;
  strip->columns[0].change[SCOPE_STATE_RUNNING] = 1e-5f;
  strip->columns[0].change[SCOPE_STATE_BLOCKED] = -1e-5f;
  strip->columns[1].change[SCOPE_STATE_RUNNING] = 1;
  strip->columns[1].change[SCOPE_STATE_IDLE] = -0.5f;
  strip->columns[2].run[SCOPE_STATE_UNKNOWN] = 1000;
  strip->x = 4; /* where the interrupted midline is interrupted is a matter of place */
  raster (strip, pixels);
  g_assert_cmpuint (n_coloured (pixels, 3, 0, 0, HEIGHT / 2), ==, 1);
  g_assert_cmpuint (n_coloured (pixels, 3, 0, HEIGHT / 2 + 1, HEIGHT), ==, 1);
  g_assert_cmpuint (n_coloured (pixels, 3, 1, 0, HEIGHT / 2), ==, HEIGHT / 2);
  g_assert_cmpuint (n_coloured (pixels, 3, 1, HEIGHT / 2 + 1, HEIGHT), ==, HEIGHT / 4);
  g_assert_cmpuint (pixels[(HEIGHT / 2 - 1) * 3 + 1], ==, scope_palette_get (SCOPE_PALETTE_LIGHT)->state[SCOPE_STATE_RUNNING]);
  g_assert_cmpuint (n_coloured (pixels, 3, 1, HEIGHT / 2, HEIGHT / 2 + 1), ==, 1);
  g_assert_cmpuint (n_coloured (pixels, 3, 0, HEIGHT / 2, HEIGHT / 2 + 1), ==, 1);
  g_assert_cmpuint (n_coloured (pixels, 3, 2, 0, HEIGHT), <=, 1);
  scope_difference_strip_free (strip);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/difference/same", test_same);
  g_test_add_func ("/difference/numbers", test_numbers);
  g_test_add_func ("/difference/small-and-unknown", test_small_and_unknown);
  return g_test_run ();
}
