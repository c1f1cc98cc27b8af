/* scope-variation.c: mean, spread and quantiles of a handful of values.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-variation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* The finite ones in order. Free with g_free(). */
static double *
sort_finite (const double *values, guint n, guint *ret_n)
{
  double *sorted = g_new (double, MAX (n, 1));
  guint k = 0;

  for (guint i = 0; i < n; i++)
    if (isfinite (values[i]))
      sorted[k++] = values[i];
  qsort (sorted, k, sizeof *sorted, compare);
  *ret_n = k;
  return sorted;
}

static double
quantile (const double *sorted, guint n, double q)
{
  double at = q * (n - 1), part;
  guint i = (guint) floor (at);

  if (i + 1 >= n)
    return sorted[n - 1];
  part = at - i;
  return part > 0 ? sorted[i] + part * (sorted[i + 1] - sorted[i]) : sorted[i];
}

void
scope_variation_init (ScopeVariation *variation, const double *values, guint n)
{
  guint k;
  g_autofree double *sorted = sort_finite (values, n, &k);
  double sum = 0, squares = 0;

  memset (variation, 0, sizeof *variation);
  if (k == 0)
    return;
  for (guint i = 0; i < k; i++)
    sum += sorted[i];
  variation->n = k;
  /* Rounding must not put the mean of equal values beside them. */
  variation->mean = CLAMP (sum / k, sorted[0], sorted[k - 1]);
  for (guint i = 0; i < k; i++)
    squares += (sorted[i] - variation->mean) * (sorted[i] - variation->mean);
  variation->deviation = k > 1 ? sqrt (squares / (k - 1)) : 0;
  variation->least = sorted[0];
  variation->greatest = sorted[k - 1];
  variation->lower = quantile (sorted, k, 0.25);
  variation->median = quantile (sorted, k, 0.5);
  variation->upper = quantile (sorted, k, 0.75);
}

gboolean
scope_variation_is_outside (const ScopeVariation *variation, double value)
{
  return variation->n > 0 && isfinite (value) && (value < variation->least || value > variation->greatest);
}
