/* test-growth.c: laws of growth: the right term, the band ahead, what there is none of; against laws that numbers were made by.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/runs/scope-growth-law.h"

#include <math.h>

#define NOISE 0.05
#define MADE 400u /* laws */

static const ScopeGrowthTerm made_terms[]
    = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 2, 0 }, { 3, 0 }, { -1, 0 }, { 0.5, 0 }, { 1.5, 0 }, { 2, 1 } };

static double
term_at (ScopeGrowthTerm term, double x)
{
  return pow (x, term.power) * pow (log2 (x), term.logs);
}

static double
gauss (GRand *rand)
{
  return sqrt (-2 * log (g_rand_double (rand) + 1e-12)) * cos (2 * G_PI * g_rand_double (rand));
}

typedef struct
{
  double x[64], y[64];
  guint n;
} Series;

/* `runs` at each of `points` x, each twice the one before. */
static void
make (Series *series, ScopeGrowthTerm term, double constant, double factor, double first, guint points, guint runs, GRand *noise)
{
  series->n = 0;
  for (guint i = 0; i < points; i++)
    for (guint r = 0; r < runs; r++)
      {
        double x = first * (1u << i);

        series->x[series->n] = x;
        series->y[series->n++] = (constant + factor * term_at (term, x)) * (noise != NULL ? 1 + NOISE * gauss (noise) : 1);
      }
}

/* Seven points with five runs each, 5 % noise: of laws with at least half of the last value in the term, the term is right in 95 of 100, and
 * in 95 of 100 the value at four times the last x lies in the band. */
static void
test_made_laws (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  guint right = 0, within = 0;

  for (guint i = 0; i < MADE; i++)
    {
      ScopeGrowthTerm term = made_terms[i % G_N_ELEMENTS (made_terms)];
      double most = MAX (term_at (term, 1), term_at (term, 64)), share = g_rand_double_range (rand, 0.5, 1), low, high;
      double scale = pow (10, g_rand_double_range (rand, 3, 9)), truth;
      g_auto (ScopeGrowthLaw) law = { 0 };
      Series s;

      make (&s, term, scale * (1 - share), scale * share / most, 1, 7, 5, rand);
      g_assert_true (scope_growth_law_fit (s.x, s.y, s.n, FALSE, &law));
      right += law.best.n_terms == 1 && law.best.terms[0].power == term.power && law.best.terms[0].logs == term.logs;
      truth = scale * (1 - share) + scale * share / most * term_at (term, 256);
      scope_growth_law_band (&law, 256, &low, &high);
      within += low <= truth && truth <= high;
    }
  g_test_message ("right %u, within the band %u of %u", right, within, MADE);
  g_assert_cmpuint (right * 100, >=, 95 * MADE);
  g_assert_cmpuint (within * 100, >=, 95 * MADE);
}

/* What does not grow is said to grow in one case of twenty at most. */
static void
test_noise (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  guint quiet = 0;

  for (guint i = 0; i < MADE; i++)
    {
      g_auto (ScopeGrowthLaw) law = { 0 };
      Series s;

      make (&s, (ScopeGrowthTerm) { 0, 0 }, 1e6, 0, 1, 6, 3, rand);
      g_assert_true (scope_growth_law_fit (s.x, s.y, s.n, FALSE, &law));
      quiet += law.best.n_terms == 0;
    }
  g_assert_cmpuint (quiet * 100, >=, 95 * MADE);
}

/* Without noise the numbers themselves come back; sizes may be large. */
static void
test_exact (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (made_terms); i++)
    {
      g_auto (ScopeGrowthLaw) law = { 0 };
      Series s;

      make (&s, made_terms[i], 2e5, 3e3, 1000, 6, 1, NULL);
      if (term_at (made_terms[i], 32000) < 100)
        continue; /* next to the constant nothing is seen of it */
      g_assert_true (scope_growth_law_fit (s.x, s.y, s.n, FALSE, &law));
      g_assert_cmpfloat (law.best.terms[0].power, ==, made_terms[i].power);
      g_assert_cmpuint (law.best.terms[0].logs, ==, made_terms[i].logs);
      g_assert_cmpfloat_with_epsilon (law.best.factors[0], 3e3, 10);
      g_assert_cmpfloat_with_epsilon (scope_growth_law_at (&law, 64000) / (2e5 + 3e3 * term_at (made_terms[i], 64000)), 1, 1e-3);
    }
}

/* Nobody waits on one processor: c · (p − 1). */
static void
test_from_zero (void)
{
  const double x[] = { 1, 2, 4, 8, 16 }, y[] = { 0, 10, 30, 70, 150 }, none[] = { 0, 0, 0, 0, 0 };
  double low, high;
  g_auto (ScopeGrowthLaw) law = { 0 };

  g_assert_true (scope_growth_law_fit (x, y, 5, FALSE, &law));
  g_assert_cmpfloat (law.best.terms[0].power, ==, 1);
  g_assert_cmpuint (law.best.terms[0].logs, ==, 0);
  g_assert_cmpfloat_with_epsilon (law.best.constant, -10, 1e-6);
  g_assert_cmpfloat_with_epsilon (scope_growth_law_at (&law, 64), 630, 1e-3);
  scope_growth_law_band (&law, 64, &low, &high);
  g_assert_cmpfloat (low, <=, 630 + 1e-3);
  g_assert_cmpfloat (high, >=, 630 - 1e-3);
  scope_growth_law_clear (&law);
  g_assert_true (scope_growth_law_fit (x, none, 5, FALSE, &law));
  g_assert_cmpuint (law.best.n_terms, ==, 0);
  g_assert_cmpfloat (scope_growth_law_at (&law, 64), ==, 0);
  scope_growth_law_band (&law, 64, &low, &high);
  g_assert_cmpfloat (high, <, 1e-6);
}

static void
test_what_tells_nothing (void)
{
  const double three[] = { 1, 2, 2, 4 }, x[] = { 1, 2, 4, 8 }, below[] = { 0.5, 1, 2, 4 }, y[] = { 1, 2, 3, 4 };
  const double unknown[] = { 1, NAN, 3, 4 }, negative[] = { 1, 2, -3, 4 };
  g_auto (ScopeGrowthLaw) law = { 0 };

  g_assert_false (scope_growth_law_fit (three, y, 4, FALSE, &law));
  g_assert_false (scope_growth_law_fit (below, y, 4, FALSE, &law));
  g_assert_false (scope_growth_law_fit (x, unknown, 4, FALSE, &law));
  g_assert_false (scope_growth_law_fit (x, negative, 4, FALSE, &law));
  g_assert_false (scope_growth_law_fit (x, y, 0, FALSE, &law));
  g_assert_true (scope_growth_law_fit (x, y, 4, FALSE, &law));
}

/* On one processor what grows as log p is nothing: what is expected there lies in the band all the same. */
static void
test_back_to_one (void)
{
  const double x[] = { 100, 200, 400, 800, 1600 };
  g_auto (ScopeGrowthLaw) law = { 0 };
  double y[G_N_ELEMENTS (x)], low, high;

  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    y[i] = x[i] * x[i] + 100 * x[i];
  g_assert_true (scope_growth_law_fit (x, y, G_N_ELEMENTS (x), TRUE, &law));
  scope_growth_law_band (&law, 1, &low, &high);
  g_assert_cmpfloat (low, <=, scope_growth_law_at (&law, 1) * (1 + 1e-6));
  g_assert_cmpfloat (high, >=, scope_growth_law_at (&law, 1) * (1 - 1e-6));
}

static void
test_words (void)
{
  static const struct
  {
    double factor, power;
    guint logs;
    const char *text;
  } rows[] = { { 0, 0, 0, "constant" }, { 1, 1, 0, "n" },  { 1, 1, 1, "n · log n" }, { 1, 2, 0, "n²" },   { 1, 2, 1, "n² · log n" },
               { 1, 0.5, 0, "√n" },     { 1, 3, 0, "n³" }, { 1, -1, 0, "1 / n" },    { 1, 0, 1, "log n" }, { 1, 0, 2, "log² n" },
               { 1, 1.5, 0, "n^1.5" },  { 1, -0.5, 0, "1 / √n" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const ScopeGrowthFit fit = { .n_terms = rows[i].factor > 0, .terms = { { rows[i].power, rows[i].logs } }, .factors = { rows[i].factor } };
      g_autofree char *text = scope_growth_term_dup_text (&fit, "n");

      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/growth/made-laws", test_made_laws);
  g_test_add_func ("/growth/noise", test_noise);
  g_test_add_func ("/growth/exact", test_exact);
  g_test_add_func ("/growth/from-zero", test_from_zero);
  g_test_add_func ("/growth/what-tells-nothing", test_what_tells_nothing);
  g_test_add_func ("/growth/back-to-one", test_back_to_one);
  g_test_add_func ("/growth/words", test_words);
  return g_test_run ();
}
