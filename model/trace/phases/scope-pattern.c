/* scope-pattern.c: see scope-pattern.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/phases/scope-pattern.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_LAG 4u
#define LEAST_TIMES 3u   /* a period comes at least so often */
#define NEARLY 0.05      /* minima that are that much above the lowest are as good */
#define ODD 0.2          /* so far at least is a window that is like no other, … */
#define ODD_TIMES 3.0    /* … and so many times as far as the median */
#define SEED 2018u

typedef struct
{
  guint n, parts;
  double *mixes;  /* n × parts: shares; zeros where there is nothing */
  double strange; /* mean squared distance of two bins */
  double *means;  /* by lag: of bins that are so far apart */
} Course;

static void
course_init (Course *course, guint n, guint parts)
{
  *course = (Course) { .n = n, .parts = parts };
  course->mixes = g_new0 (double, (gsize) n * parts);
  course->means = g_new0 (double, n + 1);
}

static void
course_clear (Course *course)
{
  g_free (course->mixes);
  g_free (course->means);
}

static void
add_up (Course *course, const ScopeMixSeries *series)
{
  for (guint i = 0; i < course->n; i++)
    {
      double *mix = course->mixes + (gsize) i * course->parts, all = 0;

      for (guint g = 0; g < series->n_groups; g++)
        for (guint k = 0; k < course->parts; k++)
          mix[k] += scope_mix_series_at (series, g, i)[k];
      for (guint k = 0; k < course->parts; k++)
        all += mix[k];
      for (guint k = 0; k < course->parts && all > 0; k++)
        mix[k] /= all;
    }
}

static inline double
distance (const Course *course, guint i, guint j)
{
  const double *a = course->mixes + (gsize) i * course->parts, *b = course->mixes + (gsize) j * course->parts;
  double square = 0;

  for (guint k = 0; k < course->parts; k++)
    square += (a[k] - b[k]) * (a[k] - b[k]);
  return square;
}

/* Twice the variance. */
static void
find_strange (Course *course)
{
  g_autofree double *mean = g_new0 (double, course->parts);
  double square = 0;

  for (gsize i = 0; i < (gsize) course->n * course->parts; i++)
    mean[i % course->parts] += course->mixes[i] / course->n;
  for (gsize i = 0; i < (gsize) course->n * course->parts; i++)
    square += (course->mixes[i] - mean[i % course->parts]) * (course->mixes[i] - mean[i % course->parts]);
  course->strange = 2 * square / course->n;
}

/* No lag around is better. */
static gboolean
is_minimum (const Course *course, guint lag, guint last)
{
  guint around = MAX (lag / 8, 2);

  for (guint other = lag - MIN (around, lag - 1); other <= MIN (lag + around, last + 1); other++)
    if (course->means[other] < course->means[lag])
      return FALSE;
  return TRUE;
}

/* The period, and how alike what is that far apart is. */
static guint
find_period (Course *course, double *ret_likeness)
{
  guint last = course->n / LEAST_TIMES, period = 0;
  double least = 1;

  *ret_likeness = 0;
  for (guint lag = 1; lag <= last + 1; lag++)
    {
      double sum = 0;

      for (guint i = 0; i + lag < course->n; i++)
        sum += distance (course, i, i + lag);
      course->means[lag] = sum / (course->n - lag) / course->strange;
    }
  for (guint lag = LEAST_LAG; lag <= last; lag++)
    if (course->means[lag] < least && is_minimum (course, lag, last))
      least = course->means[lag];
  for (guint lag = LEAST_LAG; lag <= last && period == 0; lag++)
    if (course->means[lag] < MIN (least + NEARLY, 1) && is_minimum (course, lag, last))
      period = lag;
  if (period > 0)
    *ret_likeness = 1 - course->means[period];
  return period;
}

/* --- chance --- */

static void
permute (Course *course, const Course *as_it_is, const GArray *borders, GRand *rand)
{
  guint n = borders->len + 1;
  g_autofree guint *order = g_new (guint, n);
  gsize row = course->parts;
  double *to = course->mixes;

  for (guint i = 0; i < n; i++)
    order[i] = i;
  for (guint i = n; i > 1; i--)
    {
      guint j = (guint) g_rand_int_range (rand, 0, (gint32) i), swap = order[i - 1];

      order[i - 1] = order[j];
      order[j] = swap;
    }
  for (guint i = 0; i < n; i++)
    {
      guint from = order[i] > 0 ? g_array_index (borders, guint, order[i] - 1) : 0,
            until = order[i] < borders->len ? g_array_index (borders, guint, order[i]) : course->n;

      memcpy (to, as_it_is->mixes + from * row, (until - from) * row * sizeof (double));
      to += (until - from) * row;
    }
}

static double
chance_of (const Course *course, double likeness, const GArray *borders, GCancellable *cancellable)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  guint as_good = 1, done = 1;
  Course other;

  course_init (&other, course->n, course->parts);
  other.strange = course->strange;
  for (; done <= SCOPE_PATTERN_SHUFFLES && as_good <= (SCOPE_PATTERN_SHUFFLES + 1) * SCOPE_PATTERN_CHANCE
         && !g_cancellable_is_cancelled (cancellable);
       done++)
    {
      double here;

      permute (&other, course, borders, rand);
      find_period (&other, &here);
      as_good += here >= likeness - 1e-9;
    }
  course_clear (&other);
  return (double) as_good / done;
}

/* --- the profile --- */

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Of windows of one period. */
static double *
find_profile (const Course *course, guint window, guint n)
{
  double *profile = g_new (double, n);

  for (guint i = 0; i < n; i++)
    profile[i] = HUGE_VAL;
  for (guint lag = window; lag < n; lag++)
    {
      double sum = 0;

      for (guint i = 0; i < window; i++)
        sum += distance (course, i, i + lag);
      for (guint i = 0; i + lag < n; i++)
        {
          profile[i] = MIN (profile[i], sum / window / course->strange);
          profile[i + lag] = MIN (profile[i + lag], sum / window / course->strange);
          if (i + lag + 1 < n)
            sum += distance (course, i + window, i + lag + window) - distance (course, i, i + lag);
        }
    }
  return profile;
}

static void
find_odd (const Course *course, ScopePattern *pattern)
{
  guint n = course->n - pattern->period + 1, odd = 0;
  g_autofree double *profile = find_profile (course, pattern->period, n), *sorted = g_memdup2 (profile, n * sizeof *profile);

  qsort (sorted, n, sizeof *sorted, compare_doubles);
  for (guint i = 1; i < n; i++)
    if (profile[i] > profile[odd])
      odd = i;
  if (profile[odd] < MAX (ODD, ODD_TIMES * sorted[n / 2]))
    return;
  pattern->odd = odd;
  pattern->odd_distance = profile[odd];
}

ScopePattern
scope_pattern_find (const ScopeMixSeries *series, const GArray *borders, GCancellable *cancellable)
{
  ScopePattern pattern = { .odd = G_MAXUINT, .chance = 1 };
  Course course;

  if (borders->len < 2 * LEAST_TIMES - 1 || series->n < LEAST_TIMES * LEAST_LAG)
    return pattern;
  course_init (&course, series->n, series->parts);
  add_up (&course, series);
  find_strange (&course);
  if (course.strange > 1e-9)
    pattern.period = find_period (&course, &pattern.likeness);
  if (pattern.likeness >= SCOPE_PATTERN_LIKENESS)
    pattern.chance = chance_of (&course, pattern.likeness, borders, cancellable);
  if (pattern.chance <= SCOPE_PATTERN_CHANCE)
    find_odd (&course, &pattern);
  else
    pattern.period = 0;
  course_clear (&course);
  return pattern;
}
