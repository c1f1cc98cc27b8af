/* scope-scaling.c: see scope-scaling.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/runs/scope-scaling.h"

#include "model/base/scope-compare.h"

#include <glib/gi18n.h>
#include <math.h>

#define ROUNDING 1e-9

/* --- points --- */

SCOPE_COMPARE_POINTERS_BY (compare_processors, ScopeRunSummary, SCOPE_UP (processors))

typedef double (*FigureFunc) (const ScopeRunSummary *figures);

static double
gc_share (const ScopeRunSummary *figures)
{
  return scope_run_summary_share (figures, SCOPE_RUN_COLLECTING);
}

static double
idle_share (const ScopeRunSummary *figures)
{
  return scope_run_summary_share (figures, SCOPE_RUN_IDLE);
}

static ScopeVariation
vary (ScopeRunSummary *const *runs, guint n, FigureFunc func)
{
  g_autofree double *values = g_new (double, n);
  ScopeVariation variation;

  for (guint i = 0; i < n; i++)
    values[i] = func (runs[i]);
  scope_variation_init (&variation, values, n);
  return variation;
}

static ScopeVariation
vary_quantity (ScopeRunSummary *const *runs, guint n, ScopeRunQuantity quantity)
{
  g_autofree double *values = g_new (double, n);
  ScopeVariation variation;

  for (guint i = 0; i < n; i++)
    values[i] = runs[i]->values[quantity];
  scope_variation_init (&variation, values, n);
  return variation;
}

static double
mean_of (ScopeVariation variation)
{
  return variation.n > 0 ? variation.mean : NAN;
}

static void
make_point (ScopeRunSummary *const *runs, guint n, ScopeScalingPoint *point)
{
  point->processors = runs[0]->processors;
  point->n_runs = n;
  for (guint q = 0; q < SCOPE_N_RUN_QUANTITIES; q++)
    point->values[q] = vary_quantity (runs, n, q);
  point->time = point->values[SCOPE_RUN_DURATION];
  point->gc_shares = vary (runs, n, gc_share);
  point->idle_shares = vary (runs, n, idle_share);
  point->gc_share = mean_of (point->gc_shares);
  point->idle_share = mean_of (point->idle_shares);
  point->productivity = mean_of (vary (runs, n, scope_run_summary_productivity));
  point->serial_share = mean_of (vary (runs, n, scope_run_summary_serial_share));
  point->serial_fraction = mean_of (vary (runs, n, scope_run_summary_serial_fraction));
}

/* --- what follows --- */

static double
amdahl_of (double f, double p)
{
  return 1 / (f + (1 - f) / p);
}

double
scope_scaling_amdahl (const ScopeScaling *scaling, double p)
{
  double of_base = scaling->relative || scaling->assumed ? amdahl_of (scaling->serial_fraction, scaling->base) : 1;

  /* What b processors reach is, assumed, b. */
  return amdahl_of (scaling->serial_fraction, p) / of_base * (scaling->assumed ? scaling->base : 1);
}

double
scope_scaling_ideal (const ScopeScaling *scaling, double p)
{
  return scaling->relative ? p / scaling->base : p;
}

/* The greatest serial fraction with which A is not below what the point reached: A (p) / A (b) = S, solved for f. */
static double
fraction_allowed_by (const ScopeScaling *scaling, const ScopeScalingPoint *point)
{
  double s = scope_scaling_point (scaling, 0)->time.mean / point->time.mean;
  double b = scaling->base, p = point->processors, steep = s * (1 - 1 / p) - (1 - 1 / b);

  return steep > 0 ? (1 / b - s / p) / steep : 1;
}

/* Quicker runs show that less of the work is serial. */
static void
heed_speedups (ScopeScaling *scaling)
{
  for (guint i = 1; i < scaling->points->len; i++)
    {
      const ScopeScalingPoint *point = scope_scaling_point (scaling, i);
      double most = MAX (fraction_allowed_by (scaling, point), 0);

      if (most >= scaling->serial_fraction)
        continue;
      scaling->serial_fraction = most;
      scaling->serial_by = point->processors;
    }
}

static void
measure_serial (ScopeScaling *scaling)
{
  scaling->measured_fraction = NAN;
  for (guint i = 0; i < scaling->points->len && scaling->serial_at == 0; i++)
    {
      const ScopeScalingPoint *point = scope_scaling_point (scaling, i);

      if (point->processors < 2 || isnan (point->serial_fraction))
        continue;
      scaling->serial_at = point->processors;
      scaling->measured_fraction = point->serial_fraction;
    }
  scaling->serial_fraction = scaling->measured_fraction;
  if (scaling->serial_at != 0)
    heed_speedups (scaling);
  scaling->limit = scope_scaling_amdahl (scaling, HUGE_VAL);
}

static void
finish_point (const ScopeScaling *scaling, ScopeScalingPoint *point)
{
  double base_time = scope_scaling_point (scaling, 0)->time.mean, scale = scaling->assumed ? scaling->base : 1;
  double q = scope_scaling_ideal (scaling, point->processors), s;

  point->speedup = s = scale * base_time / point->time.mean;
  point->speedup_least = scale * base_time / point->time.greatest;
  point->speedup_most = scale * base_time / point->time.least;
  point->efficiency = s / q;
  point->karp_flatt = point->processors == scaling->base ? NAN : (1 / s - 1 / q) / (1 - 1 / q);
  point->amdahl_bound = scope_scaling_amdahl (scaling, point->processors);
  if (s > q * (1 + ROUNDING))
    point->amdahl_bound = NAN;
  else if (point->amdahl_bound < s)
    point->amdahl_bound = s; /* rounded */
}

/* --- as a whole --- */

static gboolean
refuse (GError **error, const char *message)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, message);
  return FALSE;
}

static gboolean
check (GPtrArray *runs, GError **error)
{
  const ScopeRunSummary *first, *last;

  if (runs->len == 0)
    return refuse (error, _("There is no run to look at"));
  if (runs->len == 1)
    return refuse (error, _("There is only one run: add others, on other numbers of processors"));
  first = g_ptr_array_index (runs, 0);
  last = g_ptr_array_index (runs, runs->len - 1);
  if (first->processors == last->processors)
    {
      g_autofree char *message = g_strdup_printf (
          ngettext ("All runs have %u processor: scaling needs runs with different numbers of them",
                    "All runs have %u processors: scaling needs runs with different numbers of them", first->processors),
          first->processors);
      return refuse (error, message);
    }
  return TRUE;
}

ScopeScaling *
scope_scaling_new (ScopeRunSet *set, gboolean assume_linear, GError **error)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();
  ScopeScaling *scaling;

  for (guint i = 0; i < scope_run_set_n_runs (set); i++)
    if (scope_run_set_summary (set, i) != NULL && scope_run_summary_can_scale (scope_run_set_summary (set, i)))
      g_ptr_array_add (runs, (gpointer) scope_run_set_summary (set, i));
  g_ptr_array_sort (runs, compare_processors);
  if (!check (runs, error))
    return NULL;
  scaling = g_new0 (ScopeScaling, 1);
  scaling->points = g_array_new (FALSE, TRUE, sizeof (ScopeScalingPoint));
  for (guint i = 0, n; i < runs->len; i += n)
    {
      ScopeRunSummary *const *these = (ScopeRunSummary *const *) runs->pdata + i;
      ScopeScalingPoint point = { 0 };

      for (n = 1; i + n < runs->len && these[n]->processors == these[0]->processors; n++)
        ;
      make_point (these, n, &point);
      g_array_append_val (scaling->points, point);
    }
  scaling->base = scope_scaling_point (scaling, 0)->processors;
  scaling->relative = scaling->base > 1 && !assume_linear;
  scaling->assumed = scaling->base > 1 && assume_linear;
  scaling->program = g_strdup (((ScopeRunSummary *) runs->pdata[0])->program);
  scaling->runtime = ((ScopeRunSummary *) runs->pdata[0])->runtime;
  measure_serial (scaling);
  for (guint i = 0; i < scaling->points->len; i++)
    {
      finish_point (scaling, &g_array_index (scaling->points, ScopeScalingPoint, i));
      if (scope_scaling_point (scaling, i)->speedup > scope_scaling_point (scaling, scaling->best)->speedup)
        scaling->best = i;
    }
  return scaling;
}

void
scope_scaling_free (ScopeScaling *scaling)
{
  if (scaling == NULL)
    return;
  g_array_unref (scaling->points);
  g_free (scaling->program);
  g_free (scaling);
}

guint
scope_scaling_n_points (const ScopeScaling *scaling)
{
  return scaling->points->len;
}

const ScopeScalingPoint *
scope_scaling_point (const ScopeScaling *scaling, guint i)
{
  return &g_array_index (scaling->points, ScopeScalingPoint, i);
}
