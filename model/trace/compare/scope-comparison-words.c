/* scope-comparison-words.c: a difference as columns of a table and in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-comparison.h"

#include <glib/gi18n.h>
#include <string.h>
#include <math.h>

static const char *const kinds[] = { "machine", "processor", "process", "thread" };
static const char *const plurals[] = { "machines", "processors", "processes", "threads" };

const char *
scope_difference_scope (const ScopeDifference *difference)
{
  if (difference->of == SCOPE_FIGURE_LANE && (guint) difference->kind < G_N_ELEMENTS (kinds))
    return kinds[difference->kind];
  return "whole";
}

/* The lane and its trace: this run's if it is there. */
static ScopeTrace *
lane_of (ScopeComparison *comparison, const ScopeDifference *difference, ScopeLaneId *ret_lane)
{
  *ret_lane = difference->has_run ? difference->run_lane : difference->baseline_lane;
  return difference->has_run ? scope_comparison_get_run (comparison) : scope_comparison_get_baseline (comparison);
}

char *
scope_difference_lane (ScopeComparison *comparison, const ScopeDifference *difference)
{
  ScopeLaneId lane;
  ScopeTrace *trace = lane_of (comparison, difference, &lane);

  switch (difference->of)
    {
    case SCOPE_FIGURE_LANE:
      return scope_trace_format_lane (trace, lane);
    case SCOPE_FIGURE_KIND:
      return g_strdup ((guint) difference->kind < G_N_ELEMENTS (plurals) ? plurals[difference->kind] : "");
    case SCOPE_FIGURE_RUN:
    default:
      return g_strdup ("");
    }
}

/* Threads and processors are numbered on each machine anew. */
static char *
lane_title (ScopeTrace *trace, ScopeLaneId lane)
{
  char *title = scope_trace_lane_title (trace, lane);

  if (scope_trace_n_machines (trace) > 1 && (lane.kind == SCOPE_KIND_THREAD || lane.kind == SCOPE_KIND_PROCESSOR))
    {
      g_autofree char *alone = title;
      g_autofree char *machine = scope_trace_lane_title (trace, (ScopeLaneId) { lane.machine, SCOPE_KIND_MACHINE, 0 });

      title = g_strdup_printf ("%s · %s", machine, alone);
    }
  return title;
}

char *
scope_difference_title (ScopeComparison *comparison, const ScopeDifference *difference)
{
  ScopeLaneId lane;
  ScopeTrace *trace = lane_of (comparison, difference, &lane);
  const char *label;

  switch (difference->of)
    {
    case SCOPE_FIGURE_LANE:
      return lane_title (trace, lane);
    case SCOPE_FIGURE_KIND:
      label = scope_trace_kind_label (trace, difference->kind, TRUE);
      if (label == NULL)
        label = scope_trace_kind_label (scope_comparison_get_baseline (comparison), difference->kind, TRUE);
      return g_strdup (label != NULL ? label : "");
    case SCOPE_FIGURE_RUN:
    default:
      return g_strdup (_("Whole run"));
    }
}

gboolean
scope_difference_repeats (const ScopeDifference *difference, const ScopeDifference *before)
{
  ScopeQuantity whole;

  return before != NULL && scope_quantity_is_part (difference->quantity, &whole) && before->quantity == whole
         && before->of == difference->of && before->kind == difference->kind
         && memcmp (&before->run_lane, &difference->run_lane, sizeof before->run_lane) == 0
         && before->baseline == difference->baseline && before->run == difference->run;
}
