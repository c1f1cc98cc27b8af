/* scope-find-tasks.c: which task ran on a core when, for what does not say so itself: activations.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-find-walk.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/trace/document/scope-intervals.h"

typedef struct
{
  gint64 from, to; /* own clock */
  guint32 thread;
} Run;

SCOPE_COMPARE_BY (compare_runs, Run, SCOPE_UP (from))

/* Whether its processors have anything that a task could be asked of. */
static gboolean
is_asked (const ScopeFindMachine *machine)
{
  SCOPE_EACH (const ScopeFindLane, lane, machine->lanes)
    if (lane->id.kind == SCOPE_KIND_PROCESSOR && lane->number != SCOPE_NONE)
      return TRUE;

  return FALSE;
}

static void
add_run (ScopeFindMachine *machine, const ScopeIntervalFacts *facts, guint32 thread)
{
  const Run run = { facts->from, facts->to, thread };
  ScopeFindLane *lane;
  guint place;

  if (facts->state != SCOPE_STATE_RUNNING || facts->processor == SCOPE_NONE
      || facts->processor >= scope_machine_n_entities (machine->machine, SCOPE_KIND_PROCESSOR))
    return;
  place = GPOINTER_TO_UINT (g_hash_table_lookup (
      machine->by_core,
      GINT_TO_POINTER ((gint) scope_machine_entity (machine->machine, SCOPE_KIND_PROCESSOR, facts->processor)->number)));
  if (place == 0)
    return;
  lane = &g_array_index (machine->lanes, ScopeFindLane, place - 1);
  if (lane->runs == NULL)
    lane->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_array_append_val (lane->runs, run);
}

gboolean
scope_find_read_tasks (ScopeFindWindow *window, ScopeFindMachine *machine, GError **error)
{
  guint32 n = is_asked (machine) ? scope_machine_n_entities (machine->machine, SCOPE_KIND_THREAD) : 0;
  GError *local = NULL;

  for (guint32 i = 0; i < n && local == NULL; i++)
    {
      guint32 lane = scope_machine_entity (machine->machine, SCOPE_KIND_THREAD, i)->lane;

      SCOPE_EACH_INTERVAL_OF (facts, scope_intervals (machine->machine, SCOPE_KIND_THREAD, i, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX, FALSE,
                                                      NULL), &local)
        add_run (machine, &facts, i);
      if (local == NULL)
        g_cancellable_set_error_if_cancelled (window->cancellable, &local);
    }
  for (guint l = 0; l < machine->lanes->len; l++)
    if (g_array_index (machine->lanes, ScopeFindLane, l).runs != NULL)
      g_array_sort (g_array_index (machine->lanes, ScopeFindLane, l).runs, compare_runs);
  return scope_passed (local, error);
}

guint32
scope_find_task_at (const ScopeFindLane *lane, gint64 time)
{
  guint low = (guint) SCOPE_BISECT (lane->runs != NULL ? lane->runs->len : 0, i, g_array_index (lane->runs, Run, i).from <= time);

  if (low == 0 || time > g_array_index (lane->runs, Run, low - 1).to)
    return SCOPE_NONE;

  return g_array_index (lane->runs, Run, low - 1).thread;
}
