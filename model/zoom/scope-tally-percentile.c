/* scope-tally-percentile.c: what a share of all durations does not exceed. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/zoom/scope-tally.h"

/* Hoare's: afterwards, all up to the place returned are at most those behind it; that place is never the last. */
static guint
part (gint64 *values, guint low, guint high)
{
  gint64 pivot = values[low + (high - low) / 2];
  guint i = low, j = high;

  for (;; i++, j--)
    {
      gint64 kept;

      while (values[i] < pivot)
        i++;
      while (values[j] > pivot)
        j--;
      if (i >= j)
        return j;
      kept = values[i];
      values[i] = values[j];
      values[j] = kept;
    }
}

/* The value of rank k, from 0, of n; they change places. */
static gint64
select_rank (gint64 *values, guint n, guint k)
{
  guint low = 0, high = n - 1;

  while (low < high)
    {
      guint j = part (values, low, high);

      if (k <= j)
        high = j;
      else
        low = j + 1;
    }

  return values[k];
}

/* The class where the percentile is, and its rank in there, from 1. */
static guint
find_class (const ScopeTallyCode *code, guint percent, guint64 *ret_rank)
{
  guint64 rank = MAX ((code->n * percent + 99) / 100, 1);
  guint c = 0;

  while (c + 1 < SCOPE_TALLY_CLASSES && code->classes[c].n < rank)
    rank -= code->classes[c++].n;
  *ret_rank = rank;

  return c;
}

void
scope_tally_percentile (const ScopeTallyCode *code, guint percent, gint64 *ret_low, gint64 *ret_high)
{
  guint64 rank, hidden;
  g_autofree gint64 *mine = NULL; /* those known one by one, of the class where it is */
  guint c, known = 0;

  g_return_if_fail (code->n > 0);
  c = find_class (code, percent, &rank);
  if (code->n_values > 0)
    mine = g_new (gint64, MIN (code->n_values, code->classes[c].n) + 1);
  for (guint i = 0; i < code->n_values; i++)
    if (scope_tally_class (code->values[i]) == c)
      mine[known++] = code->values[i];
  hidden = code->classes[c].n - known;
  /* The hidden ones may be the least or the greatest of the class. */
  *ret_low = rank > hidden ? select_rank (mine, known, (guint) (rank - hidden - 1))
                           : MAX ((gint64) 1 << c, code->least);
  *ret_high = rank <= known ? select_rank (mine, known, (guint) (rank - 1))
                            : MIN (((gint64) 1 << c) * 2 - 1, code->longest);
}

gint64
scope_tally_estimate (const ScopeTallyCode *code, guint percent, gboolean *ret_estimated)
{
  gint64 low, high;
  guint64 rank;
  guint c;

  g_return_val_if_fail (code->n > 0, 0);
  c = find_class (code, percent, &rank);
  scope_tally_percentile (code, percent, &low, &high);
  *ret_estimated = low != high;

  return low + (gint64) ((double) (high - low) * ((double) rank - .5) / (double) code->classes[c].n);
}
