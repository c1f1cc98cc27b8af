/* scope-change-points.c: see scope-change-points.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/phases/scope-change-points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 2u            /* bins of a segment */
#define LEAST_PENALTY 1.0   /* bins that change altogether */
#define LEAST_BLOCKS 16u
#define LEAST_EXPLAINED 0.2 /* of all that changes: less than that is no phases, whatever it is */
#define LEAST_SHARE 0.05    /* of all that is there, which a group must have to count as one */
#define SEED 20141u         /* the same trace is always told the same */
#define MOST_PARTS 16u

/* --- series --- */

ScopeMixSeries *
scope_mix_series_new (guint n_groups, guint n, guint parts)
{
  ScopeMixSeries *series = g_new0 (ScopeMixSeries, 1);

  g_assert (parts <= MOST_PARTS);
  series->n_groups = n_groups;
  series->n = n;
  series->parts = parts;
  series->values = g_new0 (double, MAX ((gsize) n_groups * n * parts, 1));
  return series;
}

void
scope_mix_series_free (ScopeMixSeries *series)
{
  g_free (series->values);
  g_free (series);
}

/* --- one series of mixes, as sums from its begin to each bin --- */

typedef struct
{
  guint n, parts;
  double *mixes;   /* n × parts: how much of each part */
  double *weights; /* n + 1 */
  double *means;   /* (n + 1) × parts: weight × share */
  double *squares; /* n + 1: weight × share² of all parts */
  double *least;   /* n + 1: what the best partition until there costs */
  guint *last;     /* n + 1: where its last segment begins */
  guint *open;     /* where a last segment may begin */
} Sums;

static void
sums_init (Sums *sums, guint n, guint parts)
{
  *sums = (Sums) { .n = n, .parts = parts };
  sums->mixes = g_new0 (double, (gsize) n * parts);
  sums->weights = g_new0 (double, n + 1);
  sums->means = g_new0 (double, (gsize) (n + 1) * parts);
  sums->squares = g_new0 (double, n + 1);
  sums->least = g_new0 (double, n + 1);
  sums->last = g_new0 (guint, n + 1);
  sums->open = g_new0 (guint, n + 1);
}

static void
sums_clear (Sums *sums)
{
  g_free (sums->mixes);
  g_free (sums->weights);
  g_free (sums->means);
  g_free (sums->squares);
  g_free (sums->least);
  g_free (sums->last);
  g_free (sums->open);
}

static void
sums_make (Sums *sums, double full)
{
  guint parts = sums->parts;

  for (guint i = 0; i < sums->n; i++)
    {
      const double *mix = sums->mixes + (gsize) i * parts;
      const double *before = sums->means + (gsize) i * parts;
      double *means = sums->means + (gsize) (i + 1) * parts, all = 0, square = 0;

      for (guint k = 0; k < parts; k++)
        {
          all += mix[k];
          square += mix[k] * mix[k];
          means[k] = before[k] + mix[k] / full;
        }
      sums->weights[i + 1] = sums->weights[i] + all / full;
      sums->squares[i + 1] = sums->squares[i] + (all > 0 ? square / all / full : 0);
    }
}

static inline double
cost (const Sums *sums, guint from, guint to)
{
  const double *a = sums->means + (gsize) from * sums->parts, *b = sums->means + (gsize) to * sums->parts;
  double weight = sums->weights[to] - sums->weights[from], square = 0;

  if (weight <= 1e-12)
    return 0;
  for (guint k = 0; k < sums->parts; k++)
    square += (b[k] - a[k]) * (b[k] - a[k]);
  return MAX (sums->squares[to] - sums->squares[from] - square / weight, 0);
}

/* PELT. What the partition costs less than none at all does, as a share of that. */
static double
partition (Sums *sums, double penalty)
{
  double whole = cost (sums, 0, sums->n);
  guint n_open = 0;

  sums->least[0] = -penalty;
  for (guint to = 1; to <= sums->n; to++)
    {
      guint kept = 0;

      sums->least[to] = HUGE_VAL;
      sums->last[to] = 0;
      if (to >= LEAST)
        sums->open[n_open++] = to - LEAST;
      for (guint i = 0; i < n_open; i++)
        {
          double here = sums->least[sums->open[i]] + cost (sums, sums->open[i], to);

          if (here + penalty < sums->least[to])
            {
              sums->least[to] = here + penalty;
              sums->last[to] = sums->open[i];
            }
        }
      /* What is dearer already than the best, will never be the best. */
      for (guint i = 0; i < n_open; i++)
        if (sums->least[sums->open[i]] + cost (sums, sums->open[i], to) <= sums->least[to])
          sums->open[kept++] = sums->open[i];
      n_open = kept;
    }
  return whole > 1e-9 ? (whole - sums->least[sums->n]) / whole : 0;
}

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* As in Schwarz's criterion, of the noise by which neighbours differ: the median, as a change of phases is no noise. */
static double
penalty_of (const Sums *sums)
{
  g_autofree double *noise = g_new (double, sums->n);
  guint n = 0;

  for (guint i = 0; i + 1 < sums->n; i++)
    if (sums->weights[i + 2] > sums->weights[i + 1] && sums->weights[i + 1] > sums->weights[i])
      noise[n++] = cost (sums, i, i + 2);
  qsort (noise, n, sizeof *noise, compare_doubles);
  return LEAST_PENALTY + (n > 0 ? 2 * noise[n / 2] * (sums->parts - 1) * log (sums->n) : 0);
}

/* --- chance --- */

/* All groups' series added up, each turned by its own number of bins. */
static void
add_up (Sums *sums, const ScopeMixSeries *series, const guint *turns)
{
  gsize row = series->parts;

  memset (sums->mixes, 0, (gsize) sums->n * row * sizeof (double));
  for (guint g = 0; g < series->n_groups; g++)
    for (guint i = 0; i < series->n; i++)
      {
        const double *from = scope_mix_series_at (series, g, i);
        double *to = sums->mixes + (i + (turns != NULL ? turns[g] : 0)) % series->n * row;

        for (guint k = 0; k < series->parts; k++)
          to[k] += from[k];
      }
  sums_make (sums, series->full);
}

/* So many groups have something to say. */
static guint
count_groups (const ScopeMixSeries *series)
{
  g_autofree double *all = g_new0 (double, series->n_groups + 1);
  double sum = 0;
  guint n = 0;

  for (guint g = 0; g < series->n_groups; g++)
    {
      const double *values = scope_mix_series_at (series, g, 0);

      for (gsize i = 0; i < (gsize) series->n * series->parts; i++)
        all[g] += values[i];
      sum += all[g];
    }
  for (guint g = 0; g < series->n_groups; g++)
    n += all[g] > sum * LEAST_SHARE / series->n_groups;
  return n;
}

static guint
largest (const double *mix, guint parts)
{
  guint best = parts;

  for (guint k = 0; k < parts; k++)
    if (mix[k] > 0 && (best == parts || mix[k] > mix[best]))
      best = k;
  return best;
}

/* How long the same part is the largest: the mean that a bin sees. */
static guint
run_length (const Sums *sums)
{
  guint run = 0, part = sums->parts;
  double square = 0;

  for (guint i = 0; i <= sums->n; i++)
    {
      guint here = i < sums->n ? largest (sums->mixes + (gsize) i * sums->parts, sums->parts) : G_MAXUINT;

      if (here == part || here == sums->parts)
        {
          run++;
          continue;
        }
      square += (double) run * run;
      part = here;
      run = 1;
    }
  return MAX ((guint) (square / sums->n), 1);
}

static void
permute_blocks (Sums *sums, const Sums *as_it_is, guint block, double full, GRand *rand)
{
  guint n = sums->n / block, at = 0;
  gsize row = sums->parts * sizeof (double);
  g_autofree guint *order = g_new (guint, n + 1);

  for (guint i = 0; i < n; i++)
    order[i] = i;
  for (guint i = n; i > 1; i--)
    {
      guint j = (guint) g_rand_int_range (rand, 0, (gint32) i), swap = order[i - 1];

      order[i - 1] = order[j];
      order[j] = swap;
    }
  for (guint i = 0; i < n; i++, at += block)
    memcpy (sums->mixes + (gsize) at * sums->parts, as_it_is->mixes + (gsize) order[i] * block * sums->parts, block * row);
  memcpy (sums->mixes + (gsize) at * sums->parts, as_it_is->mixes + (gsize) at * sums->parts, (sums->n - at) * row);
  sums_make (sums, full);
}

typedef struct
{
  const ScopeMixSeries *series;
  const Sums *as_it_is;
  double explained;
  GCancellable *cancellable;
} Test;

/* How often shuffled series are explained as well. More than a few times is enough to know (Besag and Clifford, 1991). `block` 0: groups
 * are turned. */
static double
chance_of (const Test *test, guint block)
{
  const ScopeMixSeries *series = test->series;
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  g_autofree guint *turns = g_new0 (guint, series->n_groups + 1);
  guint as_good = 1, done = 1;
  Sums sums;

  sums_init (&sums, series->n, series->parts);
  for (; done <= SCOPE_CHANGE_SHUFFLES && as_good <= (SCOPE_CHANGE_SHUFFLES + 1) * SCOPE_CHANGE_CHANCE
         && !g_cancellable_is_cancelled (test->cancellable);
       done++)
    {
      for (guint g = 0; block == 0 && g < series->n_groups; g++)
        turns[g] = (guint) g_rand_int_range (rand, 0, (gint32) series->n);
      if (block == 0)
        add_up (&sums, series, turns);
      else
        permute_blocks (&sums, test->as_it_is, block, series->full, rand);
      as_good += partition (&sums, penalty_of (&sums)) >= test->explained - 1e-9;
    }
  sums_clear (&sums);
  return (double) as_good / done;
}

static ScopeMixSeries *
part_of (const ScopeMixSeries *series, guint from, guint to)
{
  ScopeMixSeries *part = scope_mix_series_new (series->n_groups, to - from, series->parts);

  part->full = series->full;
  for (guint g = 0; g < series->n_groups; g++)
    memcpy (scope_mix_series_at (part, g, 0), scope_mix_series_at (series, g, from), (gsize) part->n * part->parts * sizeof (double));
  return part;
}

GArray *
scope_change_points_find_within (const ScopeMixSeries *series, double *ret_chance, GCancellable *cancellable)
{
  g_autoptr (GArray) found = scope_change_points_find (series, ret_chance, cancellable), within = NULL;
  g_autoptr (ScopeMixSeries) part = NULL;

  if (found->len >= 3)
    {
      part = part_of (series, g_array_index (found, guint, 0), g_array_index (found, guint, found->len - 1));
      within = scope_change_points_find (part, ret_chance, cancellable);
    }
  if (within == NULL || within->len == 0)
    g_array_set_size (found, 0);
  if (found->len == 0)
    *ret_chance = 1;
  return g_steal_pointer (&found);
}

GArray *
scope_change_points_find (const ScopeMixSeries *series, double *ret_chance, GCancellable *cancellable)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));
  Sums sums;
  Test test = { series, &sums, 0, cancellable };
  guint block;

  *ret_chance = 1;
  if (series->n < 2 * LEAST || series->full <= 0)
    return found;
  sums_init (&sums, series->n, series->parts);
  add_up (&sums, series, NULL);
  test.explained = partition (&sums, penalty_of (&sums));
  block = 4 * run_length (&sums);
  if (test.explained >= LEAST_EXPLAINED && count_groups (series) > 1)
    *ret_chance = chance_of (&test, 0);
  else if (test.explained >= LEAST_EXPLAINED && series->n / block >= LEAST_BLOCKS)
    *ret_chance = chance_of (&test, block);
  for (guint to = sums.last[series->n]; *ret_chance <= SCOPE_CHANGE_CHANCE && to > 0; to = sums.last[to])
    g_array_prepend_val (found, to);
  sums_clear (&sums);
  return found;
}
