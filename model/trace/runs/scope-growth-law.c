/* scope-growth-law.c: see scope-growth-law.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/runs/scope-growth-law.h"

#include "model/base/scope-compare.h"

#include <glib/gi18n.h>
#include <math.h>

#define STEPS 80         /* of the search for how much of it is constant */
#define LEAST_RATIO 1e-9 /* constant : term at its greatest */
#define MOST_RATIO 1e6
#define FLOOR 0.01       /* of the greatest value, where one is 0 */
#define NOISE 0.003      /* relative: less than that tells no two laws apart */
#define LEVEL 0.95

/* A term that is met rarely has to be better by its penalty. */
static const struct
{
  ScopeGrowthTerm term;
  double penalty;
} terms[SCOPE_N_GROWTH_TERMS] = {
  { { 0, 1 }, 0 },   { { 1, 0 }, 0 },   { { 1, 1 }, 0 },   { { 2, 0 }, 0 }, { { 3, 0 }, 0 },    { { -1, 0 }, 0 },
  { { 0.5, 0 }, 1 }, { { 1.5, 0 }, 1 }, { { 2, 1 }, 1 }, { { -0.5, 0 }, 1 }, { { 0, 2 }, 2 }, { { 1, 2 }, 3 },
};
#define PAIR_PENALTY 6    /* of the pairs that there are more of */
#define SINGULAR 1e-9
#define GROWS_PENALTY 5 /* 2 · log (SCOPE_N_GROWTH_TERMS): the best of so many terms explains some of any noise */

/* --- one term --- */

static double
term_at (ScopeGrowthTerm term, double x)
{
  double value = pow (x, term.power);

  for (guint i = 0; i < term.logs; i++)
    value *= log2 (x);
  return value;
}

static double
fit_at (const ScopeGrowthFit *fit, double x)
{
  double sum = fit->constant;

  for (guint t = 0; t < fit->n_terms; t++)
    sum += fit->factors[t] * term_at (fit->terms[t], x);
  return sum;
}

typedef struct
{
  const double *x, *y, *logs; /* the last: of y */
  guint n;
  double greatest;            /* x */
  double most[SCOPE_N_GROWTH_TERMS]; /* each term's greatest: columns are divided by it */
  double floor;               /* as in ScopeGrowthLaw */
} Values;

/* Sum of squares with a constant `ratio` times the term at its greatest; *ret_scale: log of what both are multiplied with. */
static double
squares (const Values *values, const double *f, double ratio, double *ret_scale)
{
  double mean = 0, sum = 0;

  for (guint i = 0; i < values->n; i++)
    mean += values->logs[i] - log (ratio + f[i]);
  mean /= values->n;
  for (guint i = 0; i < values->n; i++)
    {
      double off = values->logs[i] - log (ratio + f[i]) - mean;

      sum += off * off;
    }
  *ret_scale = mean;
  return sum;
}

/* The ratio with the least squares: the best of a coarse walk, then between its neighbours by the golden section. */
static double
find_ratio (const Values *values, const double *f)
{
  double low = log (LEAST_RATIO), high = log (MOST_RATIO), step = (high - low) / STEPS, scale, best = low;
  double least = squares (values, f, exp (low), &scale), golden = (sqrt (5) - 1) / 2;

  for (guint i = 1; i <= STEPS; i++)
    {
      double sum = squares (values, f, exp (low + i * step), &scale);

      if (sum < least)
        {
          least = sum;
          best = low + i * step;
        }
    }
  low = best - step;
  high = best + step;
  for (guint i = 0; i < STEPS / 2; i++)
    {
      double a = high - golden * (high - low), b = low + golden * (high - low);

      if (squares (values, f, exp (a), &scale) < squares (values, f, exp (b), &scale))
        high = b;
      else
        low = a;
    }
  return exp ((low + high) / 2);
}

/* The inverse of the normal matrix: covariances of constant and factors, in units of the variance. All 0 if it has none. */
static void
find_covariance (const Values *values, ScopeGrowthFit *fit)
{
  guint n = fit->n_terms + 1;
  double a[SCOPE_GROWTH_TERMS + 1][2 * (SCOPE_GROWTH_TERMS + 1)] = { 0 }, row[SCOPE_GROWTH_TERMS + 1] = { 1 };

  for (guint i = 0; i < values->n; i++)
    {
      double y = values->floor > 0 ? values->y[i] + values->floor : fit_at (fit, values->x[i]);

      for (guint t = 0; t < fit->n_terms; t++)
        row[t + 1] = fit->factors[t] * term_at (fit->terms[t], values->x[i]);
      for (guint r = 0; r < n; r++)
        for (guint c = 0; c < n; c++)
          a[r][c] += row[r] * row[c] / (y * y);
    }
  for (guint r = 0; r < n; r++)
    a[r][n + r] = 1;
  for (guint r = 0; r < n; r++)
    {
      double pivot = a[r][r];

      if (!(pivot > 0))
        return;
      for (guint c = 0; c < 2 * n; c++)
        a[r][c] /= pivot;
      for (guint other = 0; other < n; other++)
        {
          double factor = a[other][r];

          for (guint c = 0; other != r && c < 2 * n; c++)
            a[other][c] -= factor * a[r][c];
        }
    }
  for (guint r = 0; r < n; r++)
    for (guint c = 0; c < n; c++)
      fit->covariance[r][c] = a[r][n + c];
}

/* Akaike's criterion, corrected for few values; the noise is a parameter, too. What remains of the law is filled in. */
static double
finish (const Values *values, ScopeGrowthFit *fit, double sum)
{
  guint n = values->n, k = fit->n_terms + 2;
  double corrected = n > k ? 2.0 * k * (k + 1) / MAX (n - k - 1, 1) : HUGE_VAL; /* of one more than k it is infinite, strictly */

  fit->freedom = MAX (n, k) - (k - 1);
  fit->variance = sum / fit->freedom;
  find_covariance (values, fit);
  return n * log (MAX (sum / n, NOISE * NOISE)) + 2 * k + corrected + (fit->n_terms > 0 ? GROWS_PENALTY : 0);
}

static double
fit_constant (const Values *values, ScopeGrowthFit *fit)
{
  double mean = 0, sum = 0;

  for (guint i = 0; i < values->n; i++)
    mean += values->logs[i] / values->n;
  for (guint i = 0; i < values->n; i++)
    sum += (values->logs[i] - mean) * (values->logs[i] - mean);
  *fit = (ScopeGrowthFit) { .constant = exp (mean) };
  return finish (values, fit, sum);
}

static double
fit_term (const Values *values, const double *f, guint term, ScopeGrowthFit *fit)
{
  double scale, ratio = find_ratio (values, f), sum = squares (values, f, ratio, &scale);

  *fit = (ScopeGrowthFit) { .n_terms = 1, .terms = { terms[term].term }, .constant = exp (scale) * ratio, .factors = { exp (scale) / values->most[term] } };
  return finish (values, fit, sum) + terms[term].penalty;
}

/* --- the same of y itself, by weighted least squares --- */

/* What a term of a law is at value i: the constant's 1, or the term's. */
typedef struct
{
  const double *columns[SCOPE_GROWTH_TERMS + 1]; /* NULL: 1 */
  guint n;
} Design;

static double
design_at (const Design *design, guint column, guint i)
{
  return design->columns[column] != NULL ? design->columns[column][i] : 1;
}

/* FALSE: the columns are not independent. */
static gboolean
solve (const Values *values, const Design *design, double *ret_factors)
{
  double a[SCOPE_GROWTH_TERMS + 1][SCOPE_GROWTH_TERMS + 2] = { 0 };

  for (guint i = 0; i < values->n; i++)
    {
      double w = 1 / ((values->y[i] + values->floor) * (values->y[i] + values->floor));

      for (guint r = 0; r < design->n; r++)
        {
          for (guint c = 0; c < design->n; c++)
            a[r][c] += w * design_at (design, r, i) * design_at (design, c, i);
          a[r][design->n] += w * design_at (design, r, i) * values->y[i];
        }
    }
  for (guint r = 0; r < design->n; r++)
    {
      double pivot = a[r][r], before = 0;

      for (guint i = 0; i < values->n; i++)
        before += design_at (design, r, i) * design_at (design, r, i) / ((values->y[i] + values->floor) * (values->y[i] + values->floor));
      if (!(pivot > SINGULAR * before))
        return FALSE;
      for (guint c = r; c <= design->n; c++)
        a[r][c] /= pivot;
      for (guint other = 0; other < design->n; other++)
        if (other != r)
          for (guint c = design->n + 1; c-- > r;)
            a[other][c] -= a[other][r] * a[r][c];
    }
  for (guint r = 0; r < design->n; r++)
    ret_factors[r] = a[r][design->n];
  return TRUE;
}

static double
weighted_squares (const Values *values, const ScopeGrowthFit *fit)
{
  double sum = 0;

  for (guint i = 0; i < values->n; i++)
    {
      double off = (values->y[i] - fit_at (fit, values->x[i])) / (values->y[i] + values->floor);

      sum += off * off;
    }
  return sum;
}

static double
fit_constant_linear (const Values *values, ScopeGrowthFit *fit)
{
  const Design design = { .n = 1 };
  double factors[SCOPE_GROWTH_TERMS + 1];

  *fit = (ScopeGrowthFit) { .n_terms = 0 };
  if (solve (values, &design, factors))
    fit->constant = factors[0];
  return finish (values, fit, weighted_squares (values, fit));
}

/* Nothing is less than 0 where it was measured: the constant is as low as that allows, at most. */
static double
fit_term_linear (const Values *values, const double *f, guint term, ScopeGrowthFit *fit)
{
  const Design design = { .columns = { NULL, f }, .n = 2 };
  double factors[SCOPE_GROWTH_TERMS + 1], least = HUGE_VAL;

  for (guint i = 0; i < values->n; i++)
    least = MIN (least, f[i]);
  *fit = (ScopeGrowthFit) { .n_terms = 1, .terms = { terms[term].term } };
  if (!solve (values, &design, factors))
    return HUGE_VAL;
  if (factors[0] + factors[1] * least < 0)
    { /* y = factor · (f − least) */
      g_autofree double *above = g_new (double, values->n);
      const Design from_zero = { .columns = { above }, .n = 1 };

      for (guint i = 0; i < values->n; i++)
        above[i] = f[i] - least;
      if (!solve (values, &from_zero, factors))
        return HUGE_VAL;
      factors[1] = factors[0];
      factors[0] = -factors[1] * least;
    }
  if (!(factors[1] > 0))
    return HUGE_VAL;
  fit->constant = factors[0];
  fit->factors[0] = factors[1] / values->most[term];
  return finish (values, fit, weighted_squares (values, fit)) + terms[term].penalty;
}

/* --- two terms --- */

static double
fit_pair (const Values *values, double *const *f, guint one, guint other, ScopeGrowthFit *fit)
{
  const Design whole = { .columns = { NULL, f[one], f[other] }, .n = 3 }, bare = { .columns = { f[one], f[other] }, .n = 2 };
  double factors[SCOPE_GROWTH_TERMS + 1];

  if (!solve (values, &whole, factors))
    return HUGE_VAL;
  if (factors[0] < 0)
    {
      if (!solve (values, &bare, factors + 1))
        return HUGE_VAL;
      factors[0] = 0;
    }
  if (!(factors[1] > 0) || !(factors[2] > 0))
    return HUGE_VAL;
  *fit = (ScopeGrowthFit) { .n_terms = 2, .terms = { terms[one].term, terms[other].term }, .constant = factors[0],
                            .factors = { factors[1] / values->most[one], factors[2] / values->most[other] } };
  if (fit->factors[0] * term_at (fit->terms[0], values->greatest) < fit->factors[1] * term_at (fit->terms[1], values->greatest))
    {
      *fit = (ScopeGrowthFit) { .n_terms = 2, .terms = { fit->terms[1], fit->terms[0] }, .constant = fit->constant,
                                .factors = { fit->factors[1], fit->factors[0] } };
    }
  return finish (values, fit, weighted_squares (values, fit)) + terms[one].penalty + terms[other].penalty + PAIR_PENALTY;
}

/* --- all of them --- */

SCOPE_COMPARE_NUMBERS (compare_doubles, double)

static gboolean
look_at (const double *x, const double *y, guint n, ScopeGrowthLaw *law, double *logs)
{
  g_autofree double *sorted = g_memdup2 (x, n * sizeof *x);
  double least = HUGE_VAL, most = 0;

  qsort (sorted, n, sizeof *sorted, compare_doubles);
  *law = (ScopeGrowthLaw) { .n = n };
  for (guint i = 0; i < n; i++)
    {
      if (!isfinite (y[i]) || y[i] < 0 || !(sorted[i] >= 1) || !isfinite (sorted[i]))
        return FALSE;
      law->points += i == 0 || sorted[i] != sorted[i - 1];
      least = MIN (least, y[i]);
      most = MAX (most, y[i]);
      logs[i] = y[i] > 0 ? log (y[i]) : 0;
    }
  law->least = sorted[0];
  law->greatest = sorted[n - 1];
  law->floor = least > 0 ? 0 : most > 0 ? FLOOR * most : 1;
  return law->points >= SCOPE_GROWTH_LAW_POINTS;
}

/* From criteria to weights; the best fit is the heaviest. */
static void
weigh (ScopeGrowthLaw *law, const double *criteria)
{
  guint best = 0;
  double sum = 0;

  for (guint i = 1; i < law->n_fits; i++)
    if (criteria[i] < criteria[best])
      best = i;
  for (guint i = 0; i < law->n_fits; i++)
    sum += law->fits[i].weight = exp ((criteria[best] - criteria[i]) / 2);
  for (guint i = 0; i < law->n_fits; i++)
    law->fits[i].weight /= sum;
  law->best = law->fits[best];
  law->deviation = sqrt (law->best.variance);
}

/* Works all terms out at all x, by their greatest. */
static void
fill_terms (Values *values, double *const *f)
{
  for (guint t = 0; t < SCOPE_N_GROWTH_TERMS; t++)
    {
      for (guint i = 0; i < values->n; i++)
        {
          f[t][i] = term_at (terms[t].term, values->x[i]);
          values->most[t] = MAX (values->most[t], f[t][i]);
        }
      for (guint i = 0; i < values->n; i++)
        f[t][i] /= values->most[t];
    }
}

static void
fit_all (Values *values, double *const *f, gboolean sum, ScopeGrowthLaw *law)
{
  double criteria[SCOPE_N_GROWTH_FITS];
  gboolean linear = values->floor > 0;
  guint n = 0;

  law->fits = g_new0 (ScopeGrowthFit, SCOPE_N_GROWTH_FITS);
  criteria[n] = (linear ? fit_constant_linear : fit_constant) (values, &law->fits[n]);
  n++;
  for (guint t = 0; t < SCOPE_N_GROWTH_TERMS; t++, n++)
    criteria[n] = (linear ? fit_term_linear : fit_term) (values, f[t], t, &law->fits[n]);
  for (guint t = 0; sum && law->points > SCOPE_GROWTH_LAW_POINTS && t < SCOPE_N_GROWTH_TERMS; t++)
    for (guint other = t + 1; other < SCOPE_N_GROWTH_TERMS; other++, n++)
      criteria[n] = fit_pair (values, f, t, other, &law->fits[n]);
  law->n_fits = n;
  weigh (law, criteria);
}

gboolean
scope_growth_law_fit (const double *x, const double *y, guint n, gboolean sum, ScopeGrowthLaw *ret_law)
{
  g_autofree double *logs = g_new0 (double, n), *all = g_new (double, (gsize) n * SCOPE_N_GROWTH_TERMS);
  Values values = { .x = x, .y = y, .logs = logs, .n = n };
  double *f[SCOPE_N_GROWTH_TERMS];

  *ret_law = (ScopeGrowthLaw) { .n = n };
  if (n == 0 || !look_at (x, y, n, ret_law, logs))
    return FALSE;
  for (guint t = 0; t < SCOPE_N_GROWTH_TERMS; t++)
    f[t] = all + (gsize) t * n;
  values.greatest = ret_law->greatest;
  values.floor = ret_law->floor;
  fill_terms (&values, f);
  fit_all (&values, f, sum, ret_law);
  return TRUE;
}

void
scope_growth_law_clear (ScopeGrowthLaw *law)
{
  g_clear_pointer (&law->fits, g_free);
  law->n_fits = 0;
}

/* --- what it says --- */

double
scope_growth_law_at (const ScopeGrowthLaw *law, double x)
{
  return MAX (fit_at (&law->best, x), 0);
}

/* Continued fraction of the incomplete beta function (Lentz). */
static double
beta_fraction (double a, double b, double x)
{
  double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), h = d;

  for (int m = 1; m < 200; m++)
    {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));

      d = 1 / (1 + even * d);
      c = 1 + even / c;
      h *= d * c;
      d = 1 / (1 + odd * d);
      c = 1 + odd / c;
      h *= d * c;
      if (fabs (d * c - 1) < 1e-12)
        break;
    }
  return h;
}

/* Student's distribution: how likely a value is at most t. */
static double
student (double t, double freedom)
{
  double x = freedom / (freedom + t * t), a = freedom / 2, b = 0.5, tail;
  double front = exp (lgamma (a + b) - lgamma (a) - lgamma (b) + a * log (x) + b * log1p (-x));

  if (t == 0)
    return 0.5;
  tail = x < (a + 1) / (a + b + 2) ? front * beta_fraction (a, b, x) / a : 1 - front * beta_fraction (b, a, 1 - x) / b;
  return t > 0 ? 1 - tail / 2 : tail / 2;
}

/* How likely a value at x is at most y, by one fit. */
static double
fit_likelihood (const ScopeGrowthLaw *law, const ScopeGrowthFit *fit, double x, double y)
{
  double at = MAX (fit_at (fit, x), 0), noise = at + law->floor, spread = 0, row[SCOPE_GROWTH_TERMS + 1] = { 1 }, deviation;

  if (!(noise > 0))
    return 1; /* nothing at all is what it says: log p of one processor */
  for (guint t = 0; t < fit->n_terms; t++)
    row[t + 1] = fit->factors[t] * term_at (fit->terms[t], x);
  for (guint r = 0; r <= fit->n_terms; r++)
    for (guint c = 0; c <= fit->n_terms; c++)
      spread += row[r] * row[c] * fit->covariance[r][c];
  deviation = sqrt (fit->variance * (1 + MAX (spread, 0) / (noise * noise)));

  if (deviation < 1e-9)
    return y >= at * (1 - 1e-9);
  return student ((law->floor > 0 ? (y - at) / noise : log (y / at)) / deviation, fit->freedom);
}

static double
likelihood (const ScopeGrowthLaw *law, double x, double y)
{
  double sum = 0;

  for (guint i = 0; i < law->n_fits; i++)
    if (law->fits[i].weight > 1e-6)
      sum += law->fits[i].weight * fit_likelihood (law, &law->fits[i], x, y);
  return sum;
}

/* 0 if it is next to nothing. */
static double
find_level (const ScopeGrowthLaw *law, double x, double level)
{
  double middle = log (MAX (scope_growth_law_at (law, x), law->floor)), low = middle - 20, high = middle + 20;

  if (likelihood (law, x, exp (low)) >= level)
    return 0;
  for (guint i = 0; i < 100; i++)
    {
      double y = (low + high) / 2;

      if (likelihood (law, x, exp (y)) < level)
        low = y;
      else
        high = y;
    }
  return exp (high);
}

void
scope_growth_law_band (const ScopeGrowthLaw *law, double x, double *ret_low, double *ret_high)
{
  *ret_low = find_level (law, x, (1 - LEVEL) / 2);
  *ret_high = find_level (law, x, (1 + LEVEL) / 2);
}

static void
append_power (GString *text, double power, const char *variable)
{
  double size = fabs (power);

  if (size == 0.5)
    g_string_append_printf (text, "√%s", variable);
  else if (size == 2 || size == 3)
    g_string_append_printf (text, "%s%s", variable, size == 2 ? "²" : "³");
  else if (size != 0 && size != 1)
    g_string_append_printf (text, "%s^%g", variable, size);
  else if (size == 1)
    g_string_append (text, variable);
}

char *
scope_growth_term_dup_text (const ScopeGrowthFit *fit, const char *variable)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (fit->n_terms == 0)
    return g_strdup (_("constant"));
  for (guint t = 0; t < fit->n_terms; t++)
    {
      ScopeGrowthTerm term = fit->terms[t];

      g_string_append (text, t > 0 ? " + " : "");
      g_string_append (text, term.power < 0 ? "1 / " : "");
      append_power (text, term.power, variable);
      if (term.logs > 0)
        g_string_append_printf (text, "%slog%s %s", term.power != 0 ? " · " : "", term.logs == 2 ? "²" : "", variable);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
