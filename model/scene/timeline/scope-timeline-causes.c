/* scope-timeline-causes.c: rows that are coloured by cause: why a processor does not run, and what a task's waits are made of.
 *
 * What was found out is lanes of the same numbers (model/trace/analysis/scope-derived.h): they take the place of the row's own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/scene/view/scope-view-cause.h"
#include "model/trace/analysis/scope-cause-words.h"

/* An Erlang process is a thread of the same name. */
static guint32
lane_of (ScopeTrace *lanes, ScopeLaneId id)
{
  ScopeMachine *machine = scope_trace_machine (lanes, id.machine);
  g_autofree char *name = NULL;

  if (id.kind == SCOPE_KIND_PROCESS)
    {
      name = scope_machine_entity_id (machine, SCOPE_KIND_PROCESS, id.index);
      id.index = scope_machine_find_entity (machine, SCOPE_KIND_THREAD, name);
      id.kind = SCOPE_KIND_THREAD;
    }
  return id.index != SCOPE_NONE ? scope_trace_lane (lanes, id) : SCOPE_NONE;
}

/* A row of what was found out about. */
static gboolean
is_told (ScopeView *view, const ScopeLaneNode *node)
{
  if (node->kind != SCOPE_ROW_STATES || node->n_sources == 0)
    return FALSE;
  switch (node->lane.kind)
    {
    case SCOPE_KIND_MACHINE:
    case SCOPE_KIND_PROCESSOR:
    case SCOPE_KIND_THREAD:
      return TRUE;
    case SCOPE_KIND_PROCESS:
      return scope_trace_runtime (scope_view_get_trace (view)) == SCOPE_RUNTIME_ERLANG;
    default:
      return FALSE;
    }
}

gboolean
scope_timeline_by_cause (ScopeView *view, const ScopeLaneNode *node)
{
  return scope_view_by_cause (view) && is_told (view, node);
}

gboolean
scope_timeline_has_spare (ScopeView *view, const ScopeLaneNode *node)
{
  return scope_view_get_spare (view) != NULL && is_told (view, node);
}

/* The numbers of the lanes that a row adds up; freed by the caller. */
static guint32 *
lanes_of (ScopeTrace *lanes, const ScopeLaneNode *node, guint *ret_n)
{
  guint32 *numbers = node->lane.kind == SCOPE_KIND_MACHINE ? scope_trace_summed_lanes (lanes, node->lane, ret_n) : g_new0 (guint32, 1);

  if (node->lane.kind != SCOPE_KIND_MACHINE)
    {
      *numbers = lane_of (lanes, node->lane);
      *ret_n = *numbers != SCOPE_NONE ? 1 : 0;
    }
  return numbers;
}

ScopeLaneSource *
scope_timeline_cause_sources (ScopeView *view, const ScopeLaneNode *node, guint *ret_n)
{
  ScopeTrace *lanes = scope_derived_get_lanes (scope_view_get_derived (view));
  ScopeMachine *machine = scope_trace_machine (lanes, node->lane.machine);
  g_autofree guint32 *numbers = lanes_of (lanes, node, ret_n);
  ScopeLaneSource *sources = g_new (ScopeLaneSource, *ret_n + 1);

  for (guint i = 0; i < *ret_n; i++)
    sources[i] = (ScopeLaneSource) { machine->lanes, numbers[i], scope_trace_offset (lanes, machine) };
  return sources;
}

ScopeLaneSource *
scope_timeline_spare_sources (ScopeView *view, const ScopeLaneNode *node, gboolean waiting, guint *ret_n)
{
  ScopeTrace *lanes = scope_derived_get_lanes (scope_view_get_derived (view));
  ScopeSpare *spare = scope_view_get_spare (view);
  g_autofree guint32 *numbers = lanes_of (lanes, node, ret_n);
  ScopeLaneSource *sources = g_new0 (ScopeLaneSource, *ret_n + 1);

  for (guint i = 0; i < *ret_n; i++)
    {
      sources[i].store = scope_spare_lane (spare, node->lane.machine, numbers[i], waiting, &sources[i].lane);
      sources[i].offset = scope_trace_offset (lanes, scope_trace_machine (lanes, node->lane.machine));
    }
  return sources;
}

/* Who is behind it: "worker 3"; NULL: nobody, or it is not known. */
static char *
dup_party (ScopeView *view, const ScopeLaneNode *node, const ScopeStripRun *run)
{
  ScopeTaskId by = scope_derived_party (scope_view_get_derived (view), node->lane.machine, run->code, run->ref);

  return scope_task_is_nobody (by) ? NULL
                                   : scope_trace_lane_title (scope_view_get_trace (view), (ScopeLaneId) { by.machine, SCOPE_KIND_THREAD, by.thread });
}

char *
scope_timeline_cause_label (ScopeView *view, const ScopeLaneNode *node, const ScopeStripRun *run)
{
  ScopeTrace *trace = scope_view_get_trace (view);
  g_autofree char *party = NULL;
  ScopeCause cause;

  if (!scope_cause_of_code (run->code, &cause) || cause == SCOPE_CAUSE_RUNNING || cause == SCOPE_CAUSE_UNKNOWN)
    return NULL;
  party = dup_party (view, node, run);
  return party != NULL ? g_strdup_printf ("%s: %s", scope_cause_word (trace, cause), party) : g_strdup (scope_cause_word (trace, cause));
}

char *
scope_timeline_cause_words (ScopeView *view, const ScopeLaneNode *node, const ScopeStripRun *run)
{
  ScopeTrace *trace = scope_view_get_trace (view);
  g_autofree char *party = NULL;
  ScopeCause cause;

  if (!scope_cause_of_code (run->code, &cause))
    return g_strdup (scope_trace_code_label (trace, run->code));
  party = dup_party (view, node, run);
  if (party == NULL)
    return g_strdup (node->lane.kind == SCOPE_KIND_PROCESSOR ? scope_cause_about (trace, cause) : scope_cause_word (trace, cause));
  return g_strdup_printf ("%s: %s", scope_cause_word (trace, cause), party);
}
