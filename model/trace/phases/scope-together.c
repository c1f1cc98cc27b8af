/* scope-together.c: see scope-together.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/phases/scope-together.h"

#include "model/base/scope-compare.h"

#include <math.h>
#include <string.h>

#define WORDS (SCOPE_TOGETHER_WINDOWS / 64)
#define LEAST_WINDOWS 24u
#define LEAST_RUNS 3u
#define SEED 5u

static const guint steps[] = { 1, 4, 16 };

/* Which labels are in which windows, of one width. */
typedef struct
{
  guint n_labels, n, step;
  guint64 (*bits)[WORDS];
  guint *counts;
} Windows;

typedef struct
{
  const guint8 *present;
  guint n_labels, n;
  double logs[SCOPE_TOGETHER_WINDOWS + 1]; /* k ln k */
  double highest[SCOPE_TOGETHER_SHUFFLES]; /* what chance has at most, in order */
} Finding;

/* --- windows --- */

static void
windows_init (Windows *windows, guint n_labels)
{
  windows->n_labels = n_labels;
  windows->bits = g_malloc_n (n_labels, sizeof *windows->bits);
  windows->counts = g_new (guint, n_labels);
}

static void
windows_clear (Windows *windows)
{
  g_free (windows->bits);
  g_free (windows->counts);
}

static guint
count (const guint64 *bits)
{
  guint n = 0;

  for (guint w = 0; w < WORDS; w++)
    n += (guint) __builtin_popcountll (bits[w]);
  return n;
}

/* Each label's series turned by so many windows; NULL: as it is. */
static void
fill (Windows *windows, const Finding *finding, guint step, const guint *turns)
{
  windows->step = step;
  windows->n = (finding->n + step - 1) / step;
  memset (windows->bits, 0, windows->n_labels * sizeof *windows->bits);
  for (guint l = 0; l < windows->n_labels; l++)
    {
      const guint8 *present = finding->present + (gsize) l * finding->n;
      guint from = turns != NULL ? turns[l] : 0;

      for (guint i = 0, place = from; i < finding->n; i++, place = place + 1 < finding->n ? place + 1 : 0)
        if (present[place])
          windows->bits[l][i / step / 64] |= G_GUINT64_CONSTANT (1) << (i / step % 64);
      windows->counts[l] = count (windows->bits[l]);
    }
}

/* G² of two labels, halved; 0: they come together no more often than each by itself would make them. */
static double
score (const Finding *finding, const Windows *windows, guint a, guint b)
{
  const double *logs = finding->logs;
  guint n = windows->n, of_a = windows->counts[a], of_b = windows->counts[b], both = 0;

  for (guint w = 0; w < WORDS; w++)
    both += (guint) __builtin_popcountll (windows->bits[a][w] & windows->bits[b][w]);
  if ((guint64) both * n <= (guint64) of_a * of_b)
    return 0;
  return logs[both] + logs[of_a - both] + logs[of_b - both] + logs[n + both - of_a - of_b] - logs[of_a] - logs[n - of_a] - logs[of_b] - logs[n - of_b]
         + logs[n];
}

/* --- chance --- */

SCOPE_COMPARE_NUMBERS (compare_scores, double)

static gboolean
shuffle (Finding *finding, Windows *windows, GCancellable *cancellable)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  g_autofree guint *turns = g_new (guint, finding->n_labels);

  for (guint b = 0; b < SCOPE_TOGETHER_SHUFFLES; b++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint l = 0; l < finding->n_labels; l++)
        turns[l] = (guint) g_rand_int_range (rand, 0, (gint32) finding->n);
      for (guint s = 0; s < G_N_ELEMENTS (steps) && finding->n / steps[s] >= LEAST_WINDOWS; s++)
        {
          fill (windows, finding, steps[s], turns);
          for (guint i = 0; i < finding->n_labels; i++)
            for (guint j = i + 1; j < finding->n_labels; j++)
              finding->highest[b] = MAX (finding->highest[b], score (finding, windows, i, j));
        }
    }
  qsort (finding->highest, SCOPE_TOGETHER_SHUFFLES, sizeof (double), compare_scores);
  return TRUE;
}

static double
chance_of (const Finding *finding, double value)
{
  guint as_high = 0;

  while (as_high < SCOPE_TOGETHER_SHUFFLES && finding->highest[SCOPE_TOGETHER_SHUFFLES - 1 - as_high] >= value - 1e-9)
    as_high++;
  return (1.0 + as_high) / (1.0 + SCOPE_TOGETHER_SHUFFLES);
}

/* --- sets --- */

/* The set with one label more: how often it would come by chance; 1: not at all, or too rarely. `bits` of the set. */
static double
chance_with (const Finding *finding, const Windows *windows, const ScopeTogetherSet *set, const guint64 *bits, guint label, guint *ret_all)
{
  guint64 both[WORDS];
  guint most = windows->counts[label];
  double chance = 0;

  for (guint w = 0; w < WORDS; w++)
    both[w] = bits[w] & windows->bits[label][w];
  for (guint i = 0; i < set->n_labels; i++)
    most = MAX (most, windows->counts[set->labels[i]]);
  *ret_all = count (both);
  if (*ret_all < SCOPE_TOGETHER_SHARE * most)
    return 1;
  for (guint i = 0; i < set->n_labels && chance <= SCOPE_TOGETHER_CHANCE; i++)
    chance = MAX (chance, chance_of (finding, score (finding, windows, set->labels[i], label)));
  return chance <= SCOPE_TOGETHER_CHANCE ? chance : 1;
}

/* Adds what comes with it most often; FALSE: nobody does. */
static gboolean
grow (const Finding *finding, const Windows *windows, const gboolean *taken, ScopeTogetherSet *set, guint64 *bits)
{
  guint best = G_MAXUINT, best_all = 0;
  double best_chance = 1;

  for (guint l = 0; l < finding->n_labels && set->n_labels < SCOPE_TOGETHER_MOST; l++)
    {
      guint all;
      double chance = taken[l] ? 1 : chance_with (finding, windows, set, bits, l, &all);

      if (chance < 1 && all > best_all)
        {
          best = l;
          best_all = all;
          best_chance = chance;
        }
    }
  if (best == G_MAXUINT)
    return FALSE;
  set->labels[set->n_labels++] = best;
  set->chance = MAX (set->chance, best_chance);
  for (guint w = 0; w < WORDS; w++)
    bits[w] &= windows->bits[best][w];
  return TRUE;
}

/* Whether each of its labels is in one that is known already. */
static gboolean
is_known (const GArray *sets, const ScopeTogetherSet *set)
{
  for (guint i = 0; i < sets->len; i++)
    {
      const ScopeTogetherSet *other = &g_array_index (sets, ScopeTogetherSet, i);
      guint n = 0;

      for (guint a = 0; a < set->n_labels; a++)
        for (guint b = 0; b < other->n_labels; b++)
          n += set->labels[a] == other->labels[b];
      if (n == set->n_labels)
        return TRUE;
    }
  return FALSE;
}

static void
describe (const Windows *windows, ScopeTogetherSet *set, const guint64 *bits, guint n)
{
  gboolean before = FALSE;

  for (guint i = 0; i < windows->n; i++)
    {
      gboolean here = (bits[i / 64] >> (i % 64) & 1) != 0;

      set->runs += here && !before;
      if (here && set->all++ == 0)
        set->first = i * windows->step;
      if (here)
        set->last = MIN ((i + 1) * windows->step, n) - 1;
      before = here;
    }
  set->step = windows->step;
  set->n = windows->n;
  set->expected = windows->n;
  for (guint i = 0; i < set->n_labels; i++)
    {
      set->most = MAX (set->most, windows->counts[set->labels[i]]);
      set->expected *= (double) windows->counts[set->labels[i]] / windows->n;
    }
}

SCOPE_COMPARE_BY_WITH_DATA (compare_labels, guint,
                            SCOPE_COMPARE (((const guint *) data)[*y], ((const guint *) data)[*x]); SCOPE_COMPARE (*x, *y);)

/* From each label in turn, the most frequent first; a label is in one set at most. */
static void
find_sets (const Finding *finding, const Windows *windows, GArray *sets)
{
  g_autofree gboolean *taken = g_new0 (gboolean, finding->n_labels);
  g_autofree guint *order = g_new (guint, finding->n_labels);

  for (guint l = 0; l < finding->n_labels; l++)
    order[l] = l;
  g_qsort_with_data (order, (gint) finding->n_labels, sizeof *order, compare_labels, windows->counts);
  for (guint o = 0; o < finding->n_labels; o++)
    {
      ScopeTogetherSet set = { .labels = { order[o] }, .n_labels = 1 };
      guint64 bits[WORDS];

      if (taken[order[o]])
        continue;
      memcpy (bits, windows->bits[order[o]], sizeof bits);
      taken[order[o]] = TRUE;
      while (grow (finding, windows, taken, &set, bits))
        taken[set.labels[set.n_labels - 1]] = TRUE;
      if (set.n_labels < 2)
        continue;
      g_qsort_with_data (set.labels, (gint) set.n_labels, sizeof *set.labels, compare_labels, windows->counts);
      describe (windows, &set, bits, finding->n);
      if (set.runs >= LEAST_RUNS && !is_known (sets, &set))
        g_array_append_val (sets, set);
    }
}

SCOPE_COMPARE_BY (compare_sets, ScopeTogetherSet, SCOPE_UP (step) SCOPE_DOWN (all) SCOPE_UP (labels[0]))

GArray *
scope_together_find (const guint8 *present, guint n_labels, guint n, GCancellable *cancellable)
{
  GArray *sets = g_array_new (FALSE, FALSE, sizeof (ScopeTogetherSet));
  g_autofree Finding *finding = g_new0 (Finding, 1);
  Windows windows = { 0 };

  g_return_val_if_fail (n <= SCOPE_TOGETHER_WINDOWS, sets);

  if (n_labels < 2 || n < LEAST_WINDOWS)
    return sets;
  finding->present = present;
  finding->n_labels = n_labels;
  finding->n = n;
  for (guint k = 1; k <= n; k++)
    finding->logs[k] = k * log (k);
  windows_init (&windows, n_labels);
  if (shuffle (finding, &windows, cancellable))
    for (guint s = 0; s < G_N_ELEMENTS (steps) && n / steps[s] >= LEAST_WINDOWS; s++)
      {
        fill (&windows, finding, steps[s], NULL);
        find_sets (finding, &windows, sets);
      }
  windows_clear (&windows);
  g_array_sort (sets, compare_sets);
  return sets;
}
