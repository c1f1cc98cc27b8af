/* scope-find.c: window by window, machine by machine, lane by lane; what is found is put in order and handed on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/search/scope-find-walk.h"

#include "model/base/scope-compare.h"
#include "model/trace/calls/scope-call-tree.h"
#include "model/trace/document/scope-cycles.h"
#include "model/trace/document/scope-recorded.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#define WANTED 60000u  /* so many are about right for a window */
#define MOST 400000u   /* with more it is cut */
#define FEW_LANES 512u /* with more, walking them all is what a window costs */

typedef struct
{
  ScopeTrace *trace;
  ScopeFindPlan plan;
  ScopeFindWindow window;
  ScopeFindMachine *machines;
  guint n_machines, n_lanes;
  gint64 from, to;
  ScopeFindFunc func;
  gpointer user_data;
  gint *permille;
} Find;

/* --- names --- */

static void
name_functions (ScopeFindWindow *window, ScopeFindMachine *machine, guint32 n)
{
  machine->names = g_renew (guint64, machine->names, n);
  for (guint32 i = machine->n_names; i < n; i++)
    machine->names[i] = scope_find_plan_names (window->plan, scope_activations_function (machine->machine, i));
  machine->n_names = n;
}

guint64
scope_find_names_of (ScopeFindWindow *window, ScopeFindMachine *machine, guint32 function)
{
  if (G_LIKELY (function < machine->n_names))
    return machine->names[function];
  if (function == SCOPE_FUNCTION_SUSPEND)
    return machine->pseudo[0];
  if (function == SCOPE_FUNCTION_COLLECT)
    return machine->pseudo[1];
  /* Met since, while the trace is read; or there is none of that number. */
  if (function <= scope_table_n_rows (machine->machine->tables[SCOPE_TABLE_FUNCTIONS]))
    {
      name_functions (window, machine, (guint32) scope_table_n_rows (machine->machine->tables[SCOPE_TABLE_FUNCTIONS]) + 1);
      return machine->names[function];
    }

  return machine->names[SCOPE_FUNCTION_UNKNOWN];
}

/* --- machines and lanes --- */

/* Can an activation of this lane be wanted? */
static gboolean
wants_activations (Find *find, const ScopeFindLane *lane)
{
  ScopeFound found = { .lane = lane->id, .kind = SCOPE_FOUND_ACTIVATION };
  ScopeFindFacts facts = { .found = &found, .known = SCOPE_FIND_KNOWS_LANE, .core = lane->core, .tick_ps = find->window.tick_ps,
                           .cycle_ps = lane->cycle_ps };

  return lane->number != SCOPE_NONE && scope_find_plan_judge (&find->plan, &facts) != SCOPE_FIND_NO;
}

static void
add_lane (Find *find, ScopeFindMachine *machine, ScopeLaneId id)
{
  ScopeFindLane lane = { .id = id, .number = SCOPE_NONE, .core = -1 };

  if (id.kind != SCOPE_KIND_MACHINE && scope_activations_in_lane (find->trace, id))
    lane.number = scope_machine_entity (machine->machine, id.kind, id.index)->lane;
  if (id.kind == SCOPE_KIND_PROCESSOR)
    {
      lane.core = (gint64) scope_machine_entity (machine->machine, SCOPE_KIND_PROCESSOR, id.index)->number;
      lane.cycle_ps = (double) scope_cycles_period (machine->machine, (guint) lane.core, NULL);
      g_hash_table_insert (machine->by_core, GINT_TO_POINTER ((gint) lane.core), GUINT_TO_POINTER (machine->lanes->len + 1));
    }
  lane.activations = wants_activations (find, &lane);
  g_array_append_val (machine->lanes, lane);
}

/* Lanes with a stack, and all processors. */
static void
add_lanes (Find *find)
{
  g_autofree ScopeLaneId *lanes = NULL;
  guint n;

  for (guint m = 0; m < find->n_machines; m++)
    for (guint32 i = 0; i < scope_machine_n_entities (find->machines[m].machine, SCOPE_KIND_PROCESSOR); i++)
      add_lane (find, &find->machines[m], (ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, i });
  lanes = scope_call_tree_lanes (find->trace, &n);
  for (guint i = 0; i < n; i++)
    if (lanes[i].kind != SCOPE_KIND_PROCESSOR && lanes[i].machine < find->n_machines)
      add_lane (find, &find->machines[lanes[i].machine], lanes[i]);
  for (guint m = 0; m < find->n_machines; m++)
    {
      find->n_lanes += find->machines[m].lanes->len;
      add_lane (find, &find->machines[m], (ScopeLaneId) { m, SCOPE_KIND_MACHINE, 0 });
    }
}

static gboolean
add_machines (Find *find, GError **error)
{
  find->n_machines = scope_trace_n_machines (find->trace);
  find->machines = g_new0 (ScopeFindMachine, find->n_machines + 1);
  for (guint m = 0; m < find->n_machines; m++)
    {
      ScopeFindMachine *machine = &find->machines[m];

      machine->machine = scope_trace_machine (find->trace, m);
      machine->lanes = g_array_new (FALSE, FALSE, sizeof (ScopeFindLane));
      machine->by_core = g_hash_table_new (NULL, NULL);
      machine->pseudo[0] = scope_find_plan_names (&find->plan, scope_activations_function (machine->machine, SCOPE_FUNCTION_SUSPEND));
      machine->pseudo[1] = scope_find_plan_names (&find->plan, scope_activations_function (machine->machine, SCOPE_FUNCTION_COLLECT));
      name_functions (&find->window, machine, (guint32) scope_table_n_rows (machine->machine->tables[SCOPE_TABLE_FUNCTIONS]) + 1);
    }
  add_lanes (find);
  for (guint m = 0; m < find->n_machines; m++)
    if (!scope_find_read_tasks (&find->window, &find->machines[m], error))
      return FALSE;

  return TRUE;
}

/* --- a window --- */

SCOPE_COMPARE_BY (compare_candidates, ScopeFindCandidate, SCOPE_UP (lane) SCOPE_UP (at))

/* Can an activation have begun on the lane in [from, to), own clock? Of a million processes few are there at a time. */
static gboolean
may_begin (const ScopeFindMachine *machine, const ScopeFindLane *lane, gint64 from, gint64 to)
{
  gint64 first, last;

  if (!lane->activations || scope_call_store_last (machine->machine->calls, lane->number) < from)
    return FALSE;

  return !scope_lane_store_life (machine->machine->lanes, lane->number, &first, &last) || first < to;
}

static gboolean
find_in_machine (Find *find, ScopeFindMachine *machine, GError **error)
{
  ScopeFindWindow *window = &find->window;
  ScopeQueryRange within = { .trace = find->trace, .from = window->from, .to = window->to };
  const ScopeFindCandidate *candidates;
  gint64 from, to;
  guint at = 0, n;

  if (!scope_find_read_tables (window, machine, error))
    return FALSE;
  scope_query_range_own_range (&within, machine->machine, &from, &to);
  if (window->candidates->len > 0)
    qsort (window->candidates->data, window->candidates->len, sizeof (ScopeFindCandidate), compare_candidates);
  candidates = (const ScopeFindCandidate *) (gpointer) window->candidates->data;
  for (guint l = 0; l < machine->lanes->len && !window->full; l++)
    {
      for (n = 0; at + n < window->candidates->len && candidates[at + n].lane == l;)
        n++;
      if (n == 0 && !may_begin (machine, &g_array_index (machine->lanes, ScopeFindLane, l), from, to))
        continue;
      if (g_cancellable_set_error_if_cancelled (window->cancellable, error)
          || !scope_find_walk_lane (window, machine, l, &candidates[at], n, error))
        return FALSE;
      at += n;
    }

  return TRUE;
}

SCOPE_COMPARE_BY (compare_found, ScopeFound, SCOPE_UP (time) SCOPE_UP (lane.machine) SCOPE_UP (lane.kind) SCOPE_UP (lane.index)
                  SCOPE_UP (depth) SCOPE_UP (kind) SCOPE_COMPARE ((guint64) x->address, (guint64) y->address);
                  SCOPE_UP (function) SCOPE_UP (duration) SCOPE_UP (flags) SCOPE_UP (enter))

/* FALSE: with error, or nothing more is wanted. */
static gboolean
hand_on (Find *find)
{
  GArray *found = find->window.found;
  ScopeFound *items = (ScopeFound *) (gpointer) found->data;
  guint n = 0;

  for (guint i = 0; i < found->len; i++)
    if (items[i].kind != SCOPE_FIND_DEAD)
      items[n++] = items[i];
  if (n == 0)
    return TRUE;
  qsort (items, n, sizeof *items, compare_found);

  return find->func (items, n, find->user_data);
}

/* --- windows --- */

/* How long windows should be at first. */
static gint64
first_step (Find *find, gint64 span)
{
  static const struct
  {
    ScopeTableKind table;
    guint kinds;
  } tables[] = { { SCOPE_TABLE_HITS, (1u << SCOPE_N_HITS) - 1 }, { SCOPE_TABLE_LOCKS, 1u << SCOPE_FOUND_WAIT },
                 { SCOPE_TABLE_COHERENCE, 1u << SCOPE_FOUND_COHERENCE } };
  guint64 n = 0;

  for (guint m = 0; m < find->n_machines; m++)
    {
      ScopeFindMachine *machine = &find->machines[m];

      for (guint t = 0; t < G_N_ELEMENTS (tables); t++)
        if ((find->window.kinds & tables[t].kinds) != 0 && machine->machine->tables[tables[t].table] != NULL)
          n += scope_table_n_rows (machine->machine->tables[tables[t].table]);
      for (guint l = 0; l < machine->lanes->len && find->n_lanes <= FEW_LANES; l++)
        {
          const ScopeFindLane *lane = &g_array_index (machine->lanes, ScopeFindLane, l);

          if (lane->activations)
            n += scope_call_store_n_rows (machine->machine->calls, lane->number) / 2;
        }
    }

  return MAX ((gint64) ((double) span / (double) (1 + n / WANTED)), 1);
}

static gboolean
find_in_windows (Find *find, GError **error)
{
  ScopeFindWindow *window = &find->window;
  gint64 first, last, step, at;

  scope_trace_range (find->trace, &first, &last);
  first = MAX (first, find->from);
  last = MIN (last, find->to);
  step = first_step (find, MAX (last - first, 0));
  /* What begins before the first or after the last tick is in the first and the last window. */
  for (window->from = find->from, at = first; window->from < find->to;)
    {
      window->to = last - at <= step ? find->to : at + step;
      window->full = FALSE;
      /* All at one time: however much it is. */
      window->most = step > 1 ? MOST : G_MAXUINT;
      g_array_set_size (window->found, 0);
      for (guint m = 0; m < find->n_machines && !window->full; m++)
        if (!find_in_machine (find, &find->machines[m], error))
          return FALSE;
      if (window->full)
        {
          step = MAX (MIN (step, last - at) / 4, 1);
          continue;
        }
      if (!hand_on (find))
        return TRUE;
      if (window->found->len < WANTED / 4 && step < G_MAXINT64 / 4)
        step *= 2;
      window->from = at = window->to;
      if (find->permille != NULL && last > first)
        g_atomic_int_set (find->permille, (gint) (1000 * ((double) (MIN (at, last) - first) / (double) (last - first))));
    }

  return TRUE;
}

/* --- all of it --- */

/* The kinds of which something may be wanted, whatever else is so. */
static guint
kinds_wanted (const ScopeFindPlan *plan)
{
  guint kinds = 0;

  for (guint kind = 0; kind < SCOPE_N_FOUND; kind++)
    {
      ScopeFound found = { .kind = (guint8) kind };
      ScopeFindFacts facts = { .found = &found };

      if (scope_find_plan_judge (plan, &facts) != SCOPE_FIND_NO)
        kinds |= 1u << kind;
    }

  return kinds;
}

/* Cycles are asked for: some core must have a clock. */
static gboolean
has_cycles (Find *find, GError **error)
{
  for (guint m = 0; m < find->n_machines; m++)
    for (guint l = 0; l < find->machines[m].lanes->len; l++)
      if (g_array_index (find->machines[m].lanes, ScopeFindLane, l).cycle_ps > 0)
        return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       _("the cycles of this trace are not known: give the length in ns, us, ms or s"));

  return FALSE;
}

gboolean
scope_find (ScopeTrace *trace, ScopeFindQuery *query, gint64 from, gint64 to, ScopeFindFunc func, gpointer user_data, gint *permille,
            GCancellable *cancellable, GError **error)
{
  Find find = { .trace = trace, .from = from, .to = MAX (from, to), .func = func, .user_data = user_data, .permille = permille };
  gboolean ok;

  if (!scope_find_plan_init (&find.plan, trace, query, error))
    return FALSE;
  find.window.trace = trace;
  find.window.plan = &find.plan;
  find.window.cancellable = cancellable;
  find.window.kinds = kinds_wanted (&find.plan);
  find.window.tick_ps = (double) scope_trace_tick_ps (trace);
  find.window.candidates = g_array_new (FALSE, FALSE, sizeof (ScopeFindCandidate));
  find.window.found = g_array_new (FALSE, FALSE, sizeof (ScopeFound));
  ok = add_machines (&find, error) && (!find.plan.cycles || has_cycles (&find, error)) && find_in_windows (&find, error);
  for (guint m = 0; m < find.n_machines; m++)
    {
      for (guint l = 0; l < find.machines[m].lanes->len; l++)
        g_clear_pointer (&g_array_index (find.machines[m].lanes, ScopeFindLane, l).runs, g_array_unref);
      g_array_unref (find.machines[m].lanes);
      g_hash_table_unref (find.machines[m].by_core);
      g_free (find.machines[m].names);
    }
  g_free (find.machines);
  g_array_unref (find.window.candidates);
  g_array_unref (find.window.found);
  scope_find_plan_clear (&find.plan);

  return ok;
}

gboolean
scope_find_is_possible (ScopeTrace *trace)
{
  return scope_trace_has_calls (trace) || scope_trace_has_rows (trace, SCOPE_TABLE_HITS) || scope_trace_has_rows (trace, SCOPE_TABLE_LOCKS);
}
