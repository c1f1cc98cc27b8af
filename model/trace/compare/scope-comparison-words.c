/* scope-comparison-words.c: a difference as columns of a table and in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-comparison.h"

#include <glib/gi18n.h>
#include <string.h>

static const char *const kinds[] = { "machine", "processor", "process", "thread" };
static const char *const plurals[] = { "machines", "processors", "processes", "threads" };

/* The lane and its trace: this run's if it is there. */
static ScopeTrace *
lane_of (ScopeComparison *comparison, const ScopeDifference *difference, ScopeLaneId *ret_lane)
{
  *ret_lane = difference->has_run ? difference->run_lane : difference->baseline_lane;
  return difference->has_run ? scope_comparison_get_run (comparison) : scope_comparison_get_baseline (comparison);
}

/* As people and tables call it: what has the figures of Erlang's processes are their threads. */
static ScopeKind
told_as (ScopeTrace *trace, ScopeKind kind)
{
  return kind == SCOPE_KIND_THREAD && scope_trace_kind_repeats (trace, SCOPE_KIND_PROCESS) ? SCOPE_KIND_PROCESS : kind;
}

const char *
scope_difference_scope (ScopeComparison *comparison, const ScopeDifference *difference)
{
  ScopeLaneId lane;
  ScopeKind kind = told_as (lane_of (comparison, difference, &lane), difference->kind);

  if (difference->of == SCOPE_FIGURE_LANE && (guint) kind < G_N_ELEMENTS (kinds))
    return kinds[kind];
  return "whole";
}

char *
scope_difference_lane (ScopeComparison *comparison, const ScopeDifference *difference)
{
  ScopeLaneId lane;
  ScopeTrace *trace = lane_of (comparison, difference, &lane);
  ScopeKind kind = told_as (trace, difference->kind);

  switch (difference->of)
    {
    case SCOPE_FIGURE_LANE:
      lane.kind = kind; /* made together, they have one index */
      return scope_trace_format_lane (trace, lane);
    case SCOPE_FIGURE_KIND:
      return g_strdup ((guint) kind < G_N_ELEMENTS (plurals) ? plurals[kind] : "");
    case SCOPE_FIGURE_RUN:
    default:
      return g_strdup ("");
    }
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
      return scope_trace_lane_full_title (trace, lane, TRUE);
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
scope_difference_significance_is_known (const ScopeDifference *difference)
{
  return difference->has_change && (difference->change == 0 || difference->n_spread > 1);
}

const char *
scope_difference_what_significance_needs (void)
{
  return _("To tell whether a change is significant takes further runs of the baseline: lanescope-cli compare --spread RUN.");
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
