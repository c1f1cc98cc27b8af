/* scope-phase-mixes.c: see scope-phase-mixes.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/phases/scope-phase-mixes.h"

#include "model/base/scope-each.h"
#include "model/trace/document/scope-exact-columns.h"

#include <glib/gi18n-lib.h>

#define LEAST_BINS 64u
#define LEAST_SHARE 0.01 /* of the time, which a second part must have */
#define NO_LABEL SCOPE_PHASE_LABELS
#define OTHERS (SCOPE_PHASE_LABELS + 1)

G_STATIC_ASSERT ((guint) SCOPE_N_STATES == SCOPE_PHASE_PARTS);

void
scope_phase_mixes_free (ScopePhaseMixes *mixes)
{
  g_free (mixes->edges);
  g_clear_pointer (&mixes->series, scope_mix_series_free);
  for (guint k = 0; k < SCOPE_PHASE_PARTS; k++)
    g_free (mixes->names[k]);
  g_free (mixes);
}

static ScopePhaseMixes *
mixes_new (ScopePhasesBy by, guint n_groups, guint n)
{
  ScopePhaseMixes *mixes = g_new0 (ScopePhaseMixes, 1);

  mixes->by = by;
  mixes->edges = g_new0 (gint64, n + 1);
  mixes->series = scope_mix_series_new (n_groups, n, SCOPE_PHASE_PARTS);
  return mixes;
}

/* Two parts at least have some of the time. */
static gboolean
can_change (const ScopeMixSeries *series)
{
  double parts[SCOPE_PHASE_PARTS] = { 0 }, all = 0;
  guint n = 0;

  for (gsize i = 0; i < (gsize) series->n_groups * series->n * series->parts; i++)
    {
      parts[i % series->parts] += series->values[i];
      all += series->values[i];
    }
  for (guint k = 0; k < series->parts; k++)
    n += parts[k] > LEAST_SHARE * all;
  return n > 1;
}

static double
find_full (const ScopeMixSeries *series)
{
  double full = 0;

  for (guint i = 0; i < series->n; i++)
    {
      double all = 0;

      for (guint g = 0; g < series->n_groups; g++)
        for (guint k = 0; k < series->parts; k++)
          all += scope_mix_series_at (series, g, i)[k];
      full = MAX (full, all);
    }
  return full;
}

static ScopePhaseMixes *
if_any (ScopePhaseMixes *mixes)
{
  mixes->series->full = find_full (mixes->series);
  if (can_change (mixes->series))
    return mixes;
  scope_phase_mixes_free (mixes);
  return NULL;
}

/* --- labels --- */

/* Which parts labels are: those that have most of the time within the bins first. */
static guint *
rank_labels (const ScopeDerivedFacts *facts, guint from, guint to, ScopePhaseMixes *mixes)
{
  guint n = facts->labels->len, *parts = g_new (guint, n);
  g_autofree double *times = g_new0 (double, n);

  SCOPE_EACH (const ScopeWorkSum, row, facts->work)
    {
      guint first = MAX (row->bin, from), end = MIN (row->bin + row->bins, to);

      if (first < end && row->label != SCOPE_NONE)
        times[row->label] += (double) row->time * (end - first) / row->bins;
    }
  for (guint l = 0; l < n; l++)
    parts[l] = l == 0 ? NO_LABEL : OTHERS;
  for (guint k = 0; k < SCOPE_PHASE_LABELS; k++)
    {
      guint best = 0;

      for (guint l = 1; l < n; l++)
        if (parts[l] == OTHERS && times[l] > (best > 0 ? times[best] : 0))
          best = l;
      if (best == 0)
        break;
      parts[best] = k;
      mixes->names[k] = g_strdup (g_ptr_array_index (facts->labels, best));
    }
  return parts;
}

static ScopePhaseMixes *
read_labels (ScopeDerived *derived, const ScopeQueryRange *within)
{
  const ScopeDerivedFacts *facts = scope_derived_facts (derived);
  guint from = 0, to = SCOPE_WORK_BINS, n_groups = MIN (facts->runs->len, SCOPE_WORK_GROUPS);
  g_autofree guint *parts = NULL;
  ScopePhaseMixes *mixes;

  while (from < to && scope_work_edge (facts->first, facts->last, from) < within->from)
    from++;
  while (from < to && scope_work_edge (facts->first, facts->last, to) > within->to)
    to--;
  if (to - from < LEAST_BINS || facts->last - facts->first < SCOPE_WORK_BINS)
    return NULL;
  mixes = mixes_new (SCOPE_PHASES_BY_LABELS, n_groups, to - from);
  mixes->names[NO_LABEL] = g_strdup (_("no label"));
  mixes->names[OTHERS] = g_strdup (_("others"));
  parts = rank_labels (facts, from, to, mixes);
  for (guint i = 0; i <= to - from; i++)
    mixes->edges[i] = scope_work_edge (facts->first, facts->last, from + i);
  SCOPE_EACH (const ScopeWorkSum, row, facts->work)
    for (guint i = MAX (row->bin, from); row->group < n_groups && i < MIN (row->bin + row->bins, to); i++)
      scope_mix_series_at (mixes->series, row->group, i - from)[row->label != SCOPE_NONE ? parts[row->label] : OTHERS]
          += (double) row->time / row->bins;
  return if_any (mixes);
}

/* --- states --- */

/* As long as the processor has work: from its first run to its last. */
static void
add_processor (ScopePhaseMixes *mixes, guint group, const ScopeProcessorRuns *runs, gint64 (*columns)[SCOPE_N_STATES])
{
  for (guint i = 0; i < mixes->series->n; i++)
    {
      double *values = scope_mix_series_at (mixes->series, group, i);

      if (mixes->edges[i] < runs->first || mixes->edges[i + 1] > runs->last)
        continue;
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        if (s != SCOPE_STATE_UNKNOWN && s != SCOPE_STATE_COLLECTING)
          values[s] += (double) columns[i][s];
    }
}

static gboolean
add_states (ScopePhaseMixes *mixes, ScopeTrace *trace, const GArray *runs, const ScopeQueryRange *within, GError **error)
{
  guint n = mixes->series->n;
  g_autofree gint64 *own = g_new (gint64, n + 1);
  gint64 (*columns)[SCOPE_N_STATES] = g_malloc_n (n, sizeof *columns);
  gboolean ok = TRUE;

  for (guint p = 0; p < runs->len && ok; p++)
    {
      const ScopeProcessorRuns *processor = &g_array_index (runs, ScopeProcessorRuns, p);
      ScopeMachine *machine = scope_trace_machine (trace, processor->machine);
      guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, processor->processor)->lane;

      for (guint i = 0; i <= n; i++)
        own[i] = mixes->edges[i] - machine->offset;
      ok = !scope_query_range_cancelled (within, error) && scope_exact_columns_read (machine->lanes, lane, own, n, columns, error);
      if (ok)
        add_processor (mixes, (guint) ((guint64) p * mixes->series->n_groups / runs->len), processor, columns);
    }
  g_free (columns);
  return ok;
}

static ScopePhaseMixes *
read_states (ScopeDerived *derived, const ScopeQueryRange *within, GError **error)
{
  const ScopeDerivedFacts *facts = scope_derived_facts (derived);
  gint64 from = MAX (within->from, facts->first), to = MIN (within->to, facts->last);
  ScopePhaseMixes *mixes;

  if (to - from < SCOPE_WORK_BINS || facts->runs->len == 0)
    return NULL;
  mixes = mixes_new (SCOPE_PHASES_BY_STATES, MIN (facts->runs->len, SCOPE_WORK_GROUPS), SCOPE_WORK_BINS);
  for (guint i = 0; i <= SCOPE_WORK_BINS; i++)
    mixes->edges[i] = scope_work_edge (from, to, i);
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    mixes->names[s] = g_strdup (scope_trace_state_label (within->trace, (ScopeState) s));
  if (add_states (mixes, within->trace, facts->runs, within, error))
    return if_any (mixes);
  scope_phase_mixes_free (mixes);
  return NULL;
}

ScopePhaseMixes *
scope_phase_mixes_read (ScopeDerived *derived, const ScopeQueryRange *within, ScopePhasesBy by, GError **error)
{
  return by == SCOPE_PHASES_BY_LABELS ? read_labels (derived, within) : read_states (derived, within, error);
}

static gboolean
has_part (const ScopeMixSeries *series, guint part)
{
  for (gsize i = part; i < (gsize) series->n_groups * series->n * series->parts; i += series->parts)
    if (series->values[i] > 0)
      return TRUE;
  return FALSE;
}

ScopeMixSeries *
scope_phase_mixes_coarser (const ScopePhaseMixes *mixes, guint step)
{
  const ScopeMixSeries *fine = mixes->series;
  guint places[SCOPE_PHASE_PARTS], parts = 0;
  ScopeMixSeries *coarse;

  for (guint k = 0; k < fine->parts; k++)
    places[k] = has_part (fine, k) ? parts++ : SCOPE_NONE;
  coarse = scope_mix_series_new (fine->n_groups, (fine->n + step - 1) / step, parts);
  for (guint g = 0; g < fine->n_groups; g++)
    for (guint i = 0; i < fine->n; i++)
      for (guint k = 0; k < fine->parts; k++)
        if (places[k] != SCOPE_NONE)
          scope_mix_series_at (coarse, g, i / step)[places[k]] += scope_mix_series_at (fine, g, i)[k];
  coarse->full = find_full (coarse);
  return coarse;
}
