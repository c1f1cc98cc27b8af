/* scope-phases.c: see scope-phases.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/phases/scope-phases.h"

#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-format.h"
#include "model/trace/phases/scope-pattern.h"

#include <math.h>
#include <string.h>

#define COARSE_BINS 512u
#define ALIKE 0.05  /* squared distance of two mixes up to which they are of one kind */
#define RAMP 0.05   /* share of the bins: what begins or ends, is no longer than that, and comes once alone, is no phase */
#define MAINLY 0.6  /* share from which on one part alone names a phase */

void
scope_phases_free (ScopePhases *phases)
{
  g_array_unref (phases->phases);
  g_ptr_array_unref (phases->kinds);
  for (guint k = 0; k < SCOPE_PHASE_PARTS; k++)
    g_free (phases->parts[k]);
  g_free (phases);
}

static void
kind_free (gpointer data)
{
  ScopePhaseKind *kind = data;

  g_free (kind->name);
  g_free (kind);
}

double
scope_phase_efficiency (const gint64 parts[SCOPE_N_CAUSES])
{
  gint64 all = 0;

  for (guint c = 0; c < SCOPE_N_CAUSES; c++)
    all += parts[c];
  return all > 0 ? (double) parts[SCOPE_CAUSE_RUNNING] / (double) all : (double) NAN;
}

static double
lost (const gint64 *parts, double *ret_all)
{
  double lost = 0;

  for (guint c = SCOPE_CAUSE_GC_WORK; c < SCOPE_N_CAUSES; c++)
    lost += (double) parts[c];
  *ret_all = lost + (double) parts[SCOPE_CAUSE_RUNNING];
  return lost;
}

/* What of each kind is lost beside what of all others is. */
static void
find_outstanding (GPtrArray *kinds)
{
  double all_lost = 0, all = 0, one;

  for (guint k = 0; k < kinds->len; k++)
    {
      all_lost += lost (((ScopePhaseKind *) g_ptr_array_index (kinds, k))->parts, &one);
      all += one;
    }
  for (guint k = 0; k < kinds->len; k++)
    {
      ScopePhaseKind *kind = g_ptr_array_index (kinds, k);
      double mine = lost (kind->parts, &one), rest = all - one;

      kind->stands_out = one > 0 && rest > 0 && mine / one >= SCOPE_PHASE_LOST && mine / one >= 2 * (all_lost - mine) / rest;
    }
}

gboolean
scope_phases_stands_out (const ScopePhases *phases, guint i)
{
  const ScopePhase *phase = &g_array_index (phases->phases, ScopePhase, i);

  return scope_phases_kind (phases, phase->kind)->stands_out
         || (phases->odd_to > phases->odd_from
             && 2 * (MIN (phase->to, phases->odd_to) - MAX (phase->from, phases->odd_from)) >= phase->to - phase->from);
}

gboolean
scope_phases_any_stands_out (const ScopePhases *phases)
{
  for (guint i = 0; i < phases->phases->len; i++)
    if (scope_phases_stands_out (phases, i))
      return TRUE;
  return FALSE;
}

const char *
scope_phases_by_name (ScopePhasesBy by)
{
  return by == SCOPE_PHASES_BY_LABELS ? "labels" : "states";
}

/* --- segments of the finest bins --- */

typedef struct
{
  guint from, to; /* bins */
  gint64 begins, ends; /* trace time */
  double mix[SCOPE_PHASE_PARTS], weight;
  guint kind;
} Segment;

typedef struct
{
  const ScopePhaseMixes *mixes;
  double *bins;     /* n × parts: what all groups have */
  GArray *segments; /* of Segment */
  GPtrArray *kinds;
} Finding;

static const double *
bin_of (const Finding *finding, guint i)
{
  return finding->bins + (gsize) i * SCOPE_PHASE_PARTS;
}

static double
sum_of (const double *mix)
{
  double all = 0;

  for (guint k = 0; k < SCOPE_PHASE_PARTS; k++)
    all += mix[k];
  return all;
}

/* Shares, and the weight that they have. */
static void
mix_segment (const Finding *finding, Segment *segment)
{
  memset (segment->mix, 0, sizeof segment->mix);
  for (guint i = segment->from; i < segment->to; i++)
    for (guint k = 0; k < SCOPE_PHASE_PARTS; k++)
      segment->mix[k] += bin_of (finding, i)[k];
  segment->weight = sum_of (segment->mix);
  for (guint k = 0; k < SCOPE_PHASE_PARTS && segment->weight > 0; k++)
    segment->mix[k] /= segment->weight;
}

static double
distance (const double *a, const double *b)
{
  double square = 0;

  for (guint k = 0; k < SCOPE_PHASE_PARTS; k++)
    square += (a[k] - b[k]) * (a[k] - b[k]);
  return square;
}

/* --- borders --- */

/* What bin i costs if it is of that segment. */
static double
misfit (const Finding *finding, guint i, const Segment *segment)
{
  double mix[SCOPE_PHASE_PARTS], all = sum_of (bin_of (finding, i));

  for (guint k = 0; k < SCOPE_PHASE_PARTS && all > 0; k++)
    mix[k] = bin_of (finding, i)[k] / all;
  return all > 0 ? all * distance (mix, segment->mix) : 0;
}

/* How much of the bin is of `right`, where it has some of both: its place between their mixes. */
static double
amount (const Finding *finding, guint i, const Segment *left, const Segment *right)
{
  double all = sum_of (bin_of (finding, i)), along = 0, whole = distance (left->mix, right->mix);

  for (guint k = 0; k < SCOPE_PHASE_PARTS && all > 0; k++)
    along += (bin_of (finding, i)[k] / all - left->mix[k]) * (right->mix[k] - left->mix[k]);
  return whole > 0 ? all * CLAMP (along / whole, 0, 1) : 0;
}

/* Where in the bin `right` begins, if it goes on as in the next bin. */
static gint64
begin_in (const Finding *finding, guint i, const Segment *left, const Segment *right)
{
  const gint64 *edges = finding->mixes->edges;
  double here = amount (finding, i, left, right), next = i + 1 < right->to ? amount (finding, i + 1, left, right) : here;
  double share = next > 0 ? CLAMP (here / next, 0, 1) : 1;

  return edges[i + 1] - (gint64) (share * (double) (edges[i + 1] - edges[i]));
}

/* The border between two segments, near where the coarse bins have it: the best one of the finest bins, then within a bin. */
static void
refine (const Finding *finding, Segment *left, Segment *right, guint step)
{
  guint low = MAX (left->from + 1, right->from - MIN (right->from, 2 * step)), high = MIN (right->to - 1, right->from + 2 * step);
  guint best = right->from;
  double cost = 0, least = HUGE_VAL;

  for (guint i = low; i < high; i++)
    cost += misfit (finding, i, right);
  for (guint i = low; i <= high; i++)
    {
      if (cost <= least + 1e-9) /* where nothing runs, what follows has not begun */
        {
          least = cost;
          best = i;
        }
      cost += i < high ? misfit (finding, i, left) - misfit (finding, i, right) : 0;
    }
  left->to = right->from = best;
  right->begins = amount (finding, best - 1, left, right) > 0.02 * sum_of (bin_of (finding, best - 1)) ? begin_in (finding, best - 1, left, right)
                                                                                                    : begin_in (finding, best, left, right);
}

/* --- kinds --- */

static void
find_kind (Finding *finding, Segment *segment)
{
  double least = ALIKE;
  ScopePhaseKind *kind;

  segment->kind = finding->kinds->len;
  for (guint i = 0; i < finding->kinds->len; i++)
    {
      const ScopePhaseKind *other = g_ptr_array_index (finding->kinds, i);

      if (distance (other->mix, segment->mix) < least)
        {
          least = distance (other->mix, segment->mix);
          segment->kind = i;
        }
    }
  if (segment->kind < finding->kinds->len)
    return;
  kind = g_new0 (ScopePhaseKind, 1);
  memcpy (kind->mix, segment->mix, sizeof kind->mix);
  g_ptr_array_add (finding->kinds, kind);
}

/* Neighbours of one kind are one. */
static void
join (Finding *finding)
{
  for (guint i = 1; i < finding->segments->len;)
    {
      Segment *before = &g_array_index (finding->segments, Segment, i - 1), *here = before + 1;

      if (before->kind != here->kind)
        {
          i++;
          continue;
        }
      before->to = here->to;
      before->ends = here->ends;
      g_array_remove_index (finding->segments, i);
    }
}

static guint
largest (const double *mix, guint but)
{
  guint best = but == 0 ? 1 : 0;

  for (guint k = 0; k < SCOPE_PHASE_PARTS; k++)
    if (k != but && mix[k] > mix[best])
      best = k;
  return best;
}

/* The mix of all its segments, and a name that no other has. */
static void
name_kind (const Finding *finding, guint k)
{
  ScopePhaseKind *kind = g_ptr_array_index (finding->kinds, k);
  double sum[SCOPE_PHASE_PARTS] = { 0 }, weight = 0;
  guint first, second;

  SCOPE_EACH (const Segment, segment, finding->segments)
    for (guint i = 0; segment->kind == k && i < SCOPE_PHASE_PARTS; i++)
      {
        sum[i] += segment->mix[i] * segment->weight;
        weight += segment->mix[i] * segment->weight;
      }
  for (guint i = 0; i < SCOPE_PHASE_PARTS && weight > 0; i++)
    kind->mix[i] = sum[i] / weight;
  first = largest (kind->mix, SCOPE_PHASE_PARTS);
  second = largest (kind->mix, first);
  kind->name = kind->mix[first] >= MAINLY ? g_strdup (finding->mixes->names[first])
                                          : g_strdup_printf ("%s, %s", finding->mixes->names[first], finding->mixes->names[second]);
}

/* Kinds that have the same name are told apart by the share of what names them. */
static void
tell_apart (const Finding *finding)
{
  for (guint k = 0; k < finding->kinds->len; k++)
    {
      ScopePhaseKind *kind = g_ptr_array_index (finding->kinds, k);
      g_autofree char *plain = g_strdup (kind->name);

      for (guint other = k + 1; other < finding->kinds->len; other++)
        {
          ScopePhaseKind *same = g_ptr_array_index (finding->kinds, other);
          g_autofree char *share = NULL;

          if (strcmp (plain, same->name) != 0)
            continue;
          if (kind->name != NULL && strcmp (kind->name, plain) == 0)
            {
              g_autofree char *mine = scope_format_share (kind->mix[largest (kind->mix, SCOPE_PHASE_PARTS)]);

              g_free (kind->name);
              kind->name = g_strdup_printf ("%s (%s)", plain, mine);
            }
          share = scope_format_share (same->mix[largest (same->mix, SCOPE_PHASE_PARTS)]);
          g_free (same->name);
          same->name = g_strdup_printf ("%s (%s)", plain, share);
        }
    }
}

/* --- from mixes to phases --- */

static void
add_bins (Finding *finding)
{
  const ScopeMixSeries *series = finding->mixes->series;

  finding->bins = g_new0 (double, (gsize) series->n * SCOPE_PHASE_PARTS);
  for (guint g = 0; g < series->n_groups; g++)
    for (gsize i = 0; i < (gsize) series->n * SCOPE_PHASE_PARTS; i++)
      finding->bins[i] += scope_mix_series_at (series, g, 0)[i];
}

static void
add_segments (Finding *finding, const GArray *borders, guint step)
{
  guint n = finding->mixes->series->n;

  for (guint i = 0; i <= borders->len; i++)
    {
      Segment segment = { .from = i > 0 ? g_array_index (borders, guint, i - 1) * step : 0,
                          .to = i < borders->len ? g_array_index (borders, guint, i) * step : n };

      segment.begins = finding->mixes->edges[segment.from];
      mix_segment (finding, &segment);
      g_array_append_val (finding->segments, segment);
    }
}

/* Where the first bin begins in which there is something, if it goes on as in the next one; and likewise where the last one ends. */
static void
find_ends (const Finding *finding, gint64 *ret_from, gint64 *ret_to)
{
  const gint64 *edges = finding->mixes->edges;
  guint n = finding->mixes->series->n, first = 0, last = n - 1;
  double here, next;

  while (first + 1 < n && sum_of (bin_of (finding, first)) <= 0)
    first++;
  while (last > first && sum_of (bin_of (finding, last)) <= 0)
    last--;
  here = sum_of (bin_of (finding, first));
  next = first < last ? sum_of (bin_of (finding, first + 1)) : here;
  *ret_from = edges[first + 1] - (gint64) ((next > here ? here / next : 1) * (double) (edges[first + 1] - edges[first]));
  here = sum_of (bin_of (finding, last));
  next = first < last ? sum_of (bin_of (finding, last - 1)) : here;
  *ret_to = edges[last] + (gint64) ((next > here ? here / next : 1) * (double) (edges[last + 1] - edges[last]));
}

static gboolean
add_phases (const Finding *finding, ScopePhases *phases, ScopeDerived *derived, const ScopeQueryRange *within, GError **error)
{
  for (guint i = 0; i < finding->segments->len; i++)
    {
      const Segment *segment = &g_array_index (finding->segments, Segment, i);
      ScopePhaseKind *kind = g_ptr_array_index (finding->kinds, segment->kind);
      ScopePhase phase = { .from = segment->begins,
                           .to = segment->ends,
                           .kind = segment->kind,
                           .share = segment->mix[largest (kind->mix, SCOPE_PHASE_PARTS)] };
      ScopeQueryRange range = *within;
      g_autoptr (ScopeAnalysis) analysis = NULL;

      range.from = phase.from;
      range.to = phase.to;
      analysis = scope_derived_read (derived, &range, SCOPE_ANALYSE_LOSS, error);
      if (analysis == NULL)
        return FALSE;
      memcpy (phase.parts, analysis->parts, sizeof phase.parts);
      for (guint c = 0; c < SCOPE_N_CAUSES; c++)
        kind->parts[c] += phase.parts[c];
      kind->count++;
      kind->time += phase.to - phase.from;
      g_array_append_val (phases->phases, phase);
    }
  return TRUE;
}

/* A start and an end that are short, and like nothing else, are left out. */
static void
drop_ramps (Finding *finding)
{
  for (guint end = 0; end < 2 && finding->segments->len > 1; end++)
    {
      guint at = end == 0 ? 0 : finding->segments->len - 1, alike = 0;
      const Segment *ramp = &g_array_index (finding->segments, Segment, at);

      SCOPE_EACH (const Segment, segment, finding->segments)
        alike += segment->kind == ramp->kind;
      if (alike == 1 && ramp->to - ramp->from <= RAMP * finding->mixes->series->n)
        g_array_remove_index (finding->segments, at);
    }
}

/* Those that kinds were made of may have been joined with others: none is left without a phase. */
static void
find_kinds (Finding *finding)
{
  guint n;

  do
    {
      n = finding->segments->len;
      g_ptr_array_set_size (finding->kinds, 0);
      for (guint i = 0; i < n; i++)
        {
          Segment *segment = &g_array_index (finding->segments, Segment, i);

          mix_segment (finding, segment);
          find_kind (finding, segment);
        }
      join (finding);
    }
  while (finding->segments->len < n);
}

/* When each begins and ends. */
static void
find_times (Finding *finding, guint step)
{
  gint64 from, to;

  for (guint i = 1; i < finding->segments->len; i++)
    refine (finding, &g_array_index (finding->segments, Segment, i - 1), &g_array_index (finding->segments, Segment, i), step);
  find_ends (finding, &from, &to);
  for (guint i = 0; i < finding->segments->len; i++)
    {
      Segment *segment = &g_array_index (finding->segments, Segment, i);

      segment->begins = i > 0 ? segment->begins : from;
      segment->ends = i + 1 < finding->segments->len ? segment[1].begins : to;
    }
}

static void
find_segments (Finding *finding, const GArray *borders, guint step)
{
  add_bins (finding);
  add_segments (finding, borders, step);
  find_kinds (finding);
  find_times (finding, step);
  drop_ramps (finding);
  find_kinds (finding);
  for (guint k = 0; k < finding->kinds->len; k++)
    name_kind (finding, k);
  tell_apart (finding);
}

static void
find_pattern (ScopePhases *phases, const ScopePhaseMixes *mixes, const ScopeMixSeries *coarse, const GArray *borders, guint step,
              GCancellable *cancellable)
{
  const ScopePattern pattern = scope_pattern_find (coarse, borders, cancellable);
  const gint64 *edges = mixes->edges;
  guint n = mixes->series->n;

  if (pattern.period == 0)
    return;
  phases->period = edges[MIN (pattern.period * step, n)] - edges[0];
  phases->likeness = pattern.likeness;
  phases->period_chance = pattern.chance;
  if (pattern.odd == G_MAXUINT)
    return;
  phases->odd_from = edges[MIN (pattern.odd * step, n)];
  phases->odd_to = edges[MIN ((pattern.odd + pattern.period) * step, n)];
}

/* TRUE if there are phases; FALSE without error: none. */
static gboolean
find (ScopePhases *phases, ScopeDerived *derived, const ScopeQueryRange *within, ScopePhasesBy by, GError **error)
{
  GError *local = NULL;
  g_autoptr (ScopePhaseMixes) mixes = scope_phase_mixes_read (derived, within, by, &local);
  guint step = mixes != NULL ? (mixes->series->n + COARSE_BINS - 1) / COARSE_BINS : 1;
  g_autoptr (ScopeMixSeries) coarse = mixes != NULL ? scope_phase_mixes_coarser (mixes, step) : NULL;
  g_autoptr (GArray) borders = NULL;
  Finding finding = { .mixes = mixes };

  if (coarse != NULL)
    borders = (by == SCOPE_PHASES_BY_LABELS ? scope_change_points_find : scope_change_points_find_within) (coarse, &phases->chance,
                                                                                                         within->cancellable);

  if (borders == NULL || borders->len == 0)
    return scope_passed (local, error) && FALSE;
  finding.segments = g_array_new (FALSE, FALSE, sizeof (Segment));
  finding.kinds = g_ptr_array_new_with_free_func (kind_free);
  find_segments (&finding, borders, step);
  phases->by = by;
  phases->from = g_array_index (finding.segments, Segment, 0).begins;
  phases->to = g_array_index (finding.segments, Segment, finding.segments->len - 1).ends;
  if (finding.segments->len > 1 && add_phases (&finding, phases, derived, within, &local))
    {
      g_ptr_array_unref (phases->kinds);
      phases->kinds = g_ptr_array_ref (finding.kinds);
      find_outstanding (phases->kinds);
      find_pattern (phases, mixes, coarse, borders, step, within->cancellable);
      for (guint k = 0; k < SCOPE_PHASE_PARTS; k++)
        phases->parts[k] = g_strdup (mixes->names[k]);
    }
  g_array_unref (finding.segments);
  g_ptr_array_unref (finding.kinds);
  g_free (finding.bins);
  return scope_passed (local, error) && phases->phases->len > 0;
}

ScopePhases *
scope_phases_read (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (ScopeDerived) derived = scope_derived_dup_or_make (within, error);
  ScopePhases *phases;
  ScopeQueryRange range = *within;
  GError *local = NULL;

  if (derived == NULL)
    return NULL;
  range.from = MAX (within->from, scope_derived_facts (derived)->first);
  range.to = MAX (range.from, MIN (within->to, scope_derived_facts (derived)->last));
  phases = g_new0 (ScopePhases, 1);
  phases->from = range.from;
  phases->to = range.to;
  phases->n_processors = scope_derived_facts (derived)->runs->len;
  phases->chance = 1;
  phases->phases = g_array_new (FALSE, FALSE, sizeof (ScopePhase));
  phases->kinds = g_ptr_array_new_with_free_func (kind_free);
  if (!find (phases, derived, &range, SCOPE_PHASES_BY_LABELS, &local) && local == NULL)
    find (phases, derived, &range, SCOPE_PHASES_BY_STATES, &local);
  if (scope_passed (local, error) && !scope_query_range_cancelled (within, error))
    return phases;
  scope_phases_free (phases);
  return NULL;
}
