/* scope-run-band.c: see scope-run-band.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/runs/scope-run-band.h"

#include "model/trace/document/scope-exact-columns.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* --- one run --- */

typedef struct
{
  ScopeRunBand *band;
  const ScopeRunSet *set;
  ScopeTrace *trace;
  guint run;
  gint64 *edges;  /* on the run's axis, trace time; n + 1 */
  guint first, n; /* columns in which the run is there; edges[first] to edges[first + n] ascend strictly */
  gint64 (*columns)[SCOPE_N_STATES];
  gint64 *own;    /* edges on a machine's clock */
} Reading;

static void
add_columns (Reading *r, ScopeBandQuantity quantity, guint a, guint b)
{
  double *values = r->band->values[quantity] + (gsize) r->run * r->band->n;

  for (guint c = 0; c < r->n; c++)
    values[r->first + c] += (double) (r->columns[c][a] + (a != b ? r->columns[c][b] : 0));
}

static gboolean
read_lane (Reading *r, ScopeMachine *machine, guint32 lane, GError **error)
{
  gint64 offset = scope_trace_offset (r->trace, machine);

  for (guint e = 0; e <= r->n; e++)
    r->own[e] = r->edges[r->first + e] - offset;
  return scope_exact_columns_read (machine->lanes, lane, r->own, r->n, r->columns, error);
}

static gboolean
read_machine (Reading *r, ScopeMachine *machine, GCancellable *cancellable, GError **error)
{
  for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); p++)
    {
      if (!scope_machine_is_processor (machine, p))
        continue;
      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !read_lane (r, machine, scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, p)->lane, error))
        return FALSE;
      add_columns (r, SCOPE_BAND_RUNNING, SCOPE_STATE_RUNNING, SCOPE_STATE_ACTIVE);
      add_columns (r, SCOPE_BAND_COLLECTING, SCOPE_STATE_COLLECTING, SCOPE_STATE_COLLECTING);
      add_columns (r, SCOPE_BAND_IDLE, SCOPE_STATE_IDLE, SCOPE_STATE_IDLE);
    }
  if (machine->threads_lane == SCOPE_NONE)
    return TRUE;
  if (!read_lane (r, machine, machine->threads_lane, error))
    return FALSE;
  add_columns (r, SCOPE_BAND_READY, SCOPE_STATE_RUNNABLE, SCOPE_STATE_RUNNABLE);
  return TRUE;
}

/* In which columns the run is there: those that lie in it as a whole, or at least by half. */
static void
find_columns (Reading *r, const ScopeTimeMap *map, gint64 first, gint64 last)
{
  ScopeRunBand *band = r->band;
  guint end;

  for (guint e = 0; e <= band->n; e++)
    r->edges[e] = map != NULL ? scope_time_map_to_run (map, band->edges[e]) : band->edges[e];
  for (r->first = 0; r->first < band->n; r->first++)
    if (r->edges[r->first] >= first - (r->edges[r->first + 1] - r->edges[r->first]) / 2
        && r->edges[r->first + 1] > r->edges[r->first])
      break;
  for (end = r->first; end < band->n; end++)
    if (r->edges[end + 1] <= r->edges[end]
        || r->edges[end + 1] > last + (r->edges[end + 1] - r->edges[end]) / 2)
      break;
  r->n = end - r->first;
}

/* Times become numbers, or shares. */
static void
finish_values (Reading *r, guint processors)
{
  ScopeRunBand *band = r->band;

  for (guint q = 0; q < SCOPE_N_BAND_QUANTITIES; q++)
    for (guint c = r->first; c < r->first + r->n; c++)
      {
        double *value = band->values[q] + (gsize) r->run * band->n + c;

        *value /= (double) (r->edges[c + 1] - r->edges[c]);
        if (band->share && q != SCOPE_BAND_READY)
          *value /= MAX (processors, 1);
      }
}

static gboolean
read_run (Reading *r, const ScopeTimeMap *map, const ScopeRunSummary *summary, GCancellable *cancellable, GError **error)
{
  guint n = r->band->n;
  gboolean ok = TRUE;

  r->edges = g_new (gint64, n + 1);
  r->own = g_new (gint64, n + 1);
  r->columns = g_malloc_n (n, sizeof *r->columns);
  find_columns (r, map, summary->first, summary->last);
  for (guint q = 0; q < SCOPE_N_BAND_QUANTITIES; q++)
    for (guint c = r->first; c < r->first + r->n; c++)
      r->band->values[q][(gsize) r->run * n + c] = 0;
  for (guint m = 0; m < scope_trace_n_machines (r->trace) && ok && r->n > 0; m++)
    ok = read_machine (r, scope_trace_machine (r->trace, m), cancellable, error);
  finish_values (r, summary->processors);
  g_free (r->edges);
  g_free (r->own);
  g_free (r->columns);
  return ok;
}

/* --- all runs --- */

typedef struct
{
  ScopeRunSet *set;
  const ScopeRunBandOptions *options;
  ScopeTimeMap **maps; /* of each run; NULL: of the baseline, or not read */
  GCancellable *cancellable;
  gint *permille;
  ScopeRunBand *band;
} Job;

static gboolean
progress (const Job *job, guint done, guint all, GError **error)
{
  if (job->permille != NULL)
    g_atomic_int_set (job->permille, (gint) (done * 1000 / all));
  return !g_cancellable_set_error_if_cancelled (job->cancellable, error);
}

/* Lays every run on the baseline, and makes the axis as long as all of them. */
static gboolean
align_all (Job *job, GError **error)
{
  const ScopeRunSummary *base = scope_run_set_summary (job->set, job->band->baseline);
  g_autoptr (ScopeTrace) baseline = scope_run_set_open (job->set, job->band->baseline, job->cancellable, error);
  guint n = job->band->n_runs;
  ScopeAlignWish wish = { .by = job->options->by };

  if (baseline == NULL)
    return FALSE;
  job->band->from = base->first;
  job->band->to = job->band->whole = base->last;
  for (guint i = 0; i < n; i++)
    {
      const ScopeRunSummary *summary = scope_run_set_summary (job->set, i);
      g_autoptr (ScopeTrace) trace = NULL;
      g_autoptr (ScopeAlignment) alignment = NULL;
      gint64 last;

      if (!progress (job, i, 2 * n, error))
        return FALSE;
      if (summary == NULL || i == job->band->baseline)
        continue;
      trace = scope_run_set_open (job->set, i, job->cancellable, error);
      alignment = trace != NULL ? scope_alignment_new (baseline, trace, &wish, job->cancellable, error) : NULL;
      if (alignment == NULL)
        {
          g_prefix_error (error, "%s: ", summary->name);
          return FALSE;
        }
      job->maps[i] = scope_time_map_ref (scope_alignment_get_map (alignment));
      g_free (job->band->alignments[i]);
      job->band->alignments[i] = scope_alignment_dup_words (alignment);
      job->band->by = job->band->by == (ScopeAlignBy) -1 || job->band->by == scope_alignment_get_by (alignment)
                          ? scope_alignment_get_by (alignment)
                          : SCOPE_ALIGN_AUTO;
      last = scope_time_map_to_baseline (job->maps[i], summary->last);
      job->band->from = MIN (job->band->from, scope_time_map_to_baseline (job->maps[i], summary->first));
      job->band->to = MAX (job->band->to, last);
      job->band->whole = MIN (job->band->whole, last);
    }
  if (job->band->by == (ScopeAlignBy) -1)
    job->band->by = SCOPE_ALIGN_STARTS;
  return TRUE;
}

/* A stretched edge is off by half a tick, of every processor. */
static void
find_grain (Job *job)
{
  ScopeRunBand *band = job->band;
  double most = 0;
  gint64 shift;

  for (guint i = 0; i < band->n_runs; i++)
    if (job->maps[i] != NULL && !scope_time_map_is_shift (job->maps[i], &shift))
      most = MAX (most, band->share ? 1 : scope_run_set_summary (job->set, i)->processors);
  band->grain = 2 * most * band->n / (double) (band->to - band->from);
}

/* Edges at equal distances, to a tick. Fewer columns than ticks there are. */
static void
make_axis (ScopeRunBand *band, guint n)
{
  gint64 length = MAX (band->to - band->from, 1);

  band->n = (guint) MIN ((gint64) n, length);
  band->edges = g_new (gint64, band->n + 1);
  for (guint e = 0; e <= band->n; e++)
    band->edges[e] = band->from + (gint64) ((__int128) length * e / band->n);
  for (guint q = 0; q < SCOPE_N_BAND_QUANTITIES; q++)
    {
      gsize size = (gsize) band->n * band->n_runs;

      band->values[q] = g_new (double, size);
      for (gsize i = 0; i < size; i++)
        band->values[q][i] = NAN;
    }
}

static gboolean
read_all (Job *job, GError **error)
{
  ScopeRunBand *band = job->band;

  if (!align_all (job, error))
    return FALSE;
  make_axis (band, job->options->n);
  find_grain (job);
  for (guint i = 0; i < band->n_runs; i++)
    {
      const ScopeRunSummary *summary = scope_run_set_summary (job->set, i);
      g_autoptr (ScopeTrace) trace = NULL;
      Reading reading = { .band = band, .run = i };

      if (!progress (job, band->n_runs + i, 2 * band->n_runs, error))
        return FALSE;
      if (summary == NULL)
        continue;
      reading.trace = trace = scope_run_set_open (job->set, i, job->cancellable, error);
      if (trace == NULL || !read_run (&reading, job->maps[i], summary, job->cancellable, error))
        return FALSE;
    }
  return TRUE;
}

ScopeRunBand *
scope_run_band_read (ScopeRunSet *set, const ScopeRunBandOptions *options, GCancellable *cancellable, gint *permille,
                     GError **error)
{
  guint n_runs = scope_run_set_n_runs (set);
  g_autoptr (ScopeRunBand) band = g_new0 (ScopeRunBand, 1);
  g_autofree ScopeTimeMap **maps = g_new0 (ScopeTimeMap *, n_runs + 1);
  Job job = { set, options, maps, cancellable, permille, band };
  gboolean ok;

  g_return_val_if_fail (options->n > 0 && options->n <= SCOPE_BAND_MOST_COLUMNS, NULL);
  band->n_runs = n_runs;
  band->share = options->share;
  band->by = (ScopeAlignBy) -1;
  band->alignments = g_new0 (char *, n_runs + 1);
  for (guint i = 0; i < n_runs; i++)
    band->alignments[i] = g_strdup ("");
  while (band->baseline < n_runs && scope_run_set_summary (set, band->baseline) == NULL)
    band->baseline++;
  if (band->baseline == n_runs)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("There is no run to look at"));
      return NULL;
    }
  band->tick_ps = scope_run_set_summary (set, band->baseline)->tick_ps;
  scope_run_set_lock (set);
  ok = read_all (&job, error);
  scope_run_set_unlock (set);
  for (guint i = 0; i < n_runs; i++)
    g_clear_pointer (&maps[i], scope_time_map_unref);
  return ok ? g_steal_pointer (&band) : NULL;
}

void
scope_run_band_free (ScopeRunBand *band)
{
  if (band == NULL)
    return;
  for (guint q = 0; q < SCOPE_N_BAND_QUANTITIES; q++)
    g_free (band->values[q]);
  g_free (band->edges);
  g_strfreev (band->alignments);
  g_free (band);
}

/* --- how they vary --- */

void
scope_run_band_vary (const ScopeRunBand *band, ScopeBandQuantity quantity, guint column, guint except,
                     ScopeVariation *ret_variation)
{
  g_autofree double *values = g_new (double, band->n_runs);
  guint n = 0;

  for (guint i = 0; i < band->n_runs; i++)
    if (i != except)
      values[n++] = scope_run_band_value (band, quantity, i, column);
  scope_variation_init (ret_variation, values, n);
}

GArray *
scope_run_band_find_outside (const ScopeRunBand *band, ScopeBandQuantity quantity, guint run)
{
  GArray *stretches = g_array_new (FALSE, FALSE, sizeof (ScopeBandStretch));

  g_return_val_if_fail (run < band->n_runs, stretches);
  for (guint c = 0; c < band->n; c++)
    {
      ScopeBandStretch *last = stretches->len > 0 ? &g_array_index (stretches, ScopeBandStretch, stretches->len - 1) : NULL;
      double value = scope_run_band_value (band, quantity, run, c);
      ScopeVariation others;
      ScopeBandStretch here = { c, c + 1, FALSE, 0 };

      scope_run_band_vary (band, quantity, c, run, &others);
      if (others.n < 2 || !scope_variation_is_outside (&others, value))
        continue;
      here.above = value > others.greatest;
      here.most = here.above ? value - others.greatest : others.least - value;
      if (here.most <= band->grain)
        continue;
      if (last != NULL && last->to == c && last->above == here.above)
        {
          last->to = c + 1;
          last->most = MAX (last->most, here.most);
        }
      else
        g_array_append_val (stretches, here);
    }
  return stretches;
}
