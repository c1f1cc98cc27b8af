/* scope-longest-nobody.c: the stretches in which no processor runs a task.
 *
 * Time is gone through from slice to slice: while one processor runs, nobody else is asked, and what the others do then is
 * passed over, blocks of it unopened. Who ran last but one is asked first: mostly two or three that take turns are enough
 * to know that somebody always runs. Only where one is found that nobody does, all are looked at. What is not known of a processor might be a task that runs, so it
 * counts as one: nothing unknown is called idle.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-longest-private.h"

#include "model/base/scope-fail.h"
#include "model/trace/document/scope-query-range.h"

#define CHECK_EVERY 65536u

typedef struct
{
  ScopeIntervalCursor cursor;
  gint64 offset;
  gint64 from, to; /* a slice, the first that ends after where one is, trace time */
} Source;

static gboolean
may_run (guint code)
{
  ScopeState state = scope_code_state (code);

  return state == SCOPE_STATE_RUNNING || state == SCOPE_STATE_ACTIVE || state == SCOPE_STATE_UNKNOWN;
}

/* Makes the source's slice the first that ends after `time`. FALSE if there is none, or with error. */
static gboolean
settle (Source *source, gint64 time, GError **error)
{
  ScopeInterval interval;

  if (source->to > time)
    return TRUE;
  scope_interval_cursor_seek (&source->cursor, time - source->offset);
  while (scope_interval_cursor_next (&source->cursor, &interval, error))
    if (may_run (interval.code) && scope_time_add (interval.to, source->offset) > time)
      {
        source->from = interval.from + source->offset;
        source->to = scope_time_add (interval.to, source->offset);
        return TRUE;
      }
  return FALSE;
}

typedef struct
{
  GArray *sources; /* of Source */
  gint64 from, to; /* from the first life to the end of the last, within the range */
} Sweep;

static void
add_machine (const ScopeQueryRange *within, guint32 m, Sweep *sweep)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, m);
  gint64 offset = scope_trace_offset (within->trace, machine), from, to, first, last;

  scope_query_range_own_range (within, machine, &from, &to);
  for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); i++)
    {
      guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->lane;
      Source source = { .offset = offset, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MIN };

      if (!scope_machine_is_processor (machine, i)
          || !scope_query_range_has_lane (within, (ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, i })
          || !scope_lane_store_life (machine->lanes, lane, &first, &last) || MAX (first, from) >= MIN (last, to))
        continue;
      sweep->from = MIN (sweep->from, MAX (first, from) + offset);
      sweep->to = MAX (sweep->to, MIN (last, to) + offset);
      scope_interval_cursor_init (&source.cursor, machine->lanes, lane, from, to);
      g_array_append_val (sweep->sources, source);
    }
}

static void
add_gap (ScopeLongestHeap *heap, const ScopeQueryRange *within, gint64 from, gint64 to)
{
  /* Of all machines together: the first stands for them. */
  ScopeLaneId lane = within->lane != NULL ? *within->lane : (ScopeLaneId) { 0, SCOPE_KIND_MACHINE, 0 };
  ScopeLongestRow row = scope_longest_row (lane, from, to);

  if (to > from)
    scope_longest_count (heap, &row);
}

/* The first of those that run at `time`, in the order in which they are asked; else the one that runs next. It is put in
 * front, since it is likely to run again soon. NULL: none ever runs again, or error. */
static Source *
find_runner (GPtrArray *order, gint64 time, GError **error)
{
  guint best = SCOPE_NONE;
  gpointer found;

  for (guint i = 0; i < order->len;)
    {
      Source *source = g_ptr_array_index (order, i);
      GError *local = NULL;

      if (!settle (source, time, &local))
        {
          if (!scope_passed (local, error))
            return NULL;
          g_ptr_array_remove_index (order, i);
          continue;
        }
      if (best == SCOPE_NONE || source->from < ((Source *) g_ptr_array_index (order, best))->from)
        best = i;
      if (source->from <= time)
        break;
      i++;
    }
  if (best == SCOPE_NONE)
    return NULL;
  found = g_ptr_array_steal_index (order, best);
  g_ptr_array_insert (order, 0, found);
  return found;
}

static gboolean
sweep_all (const ScopeQueryRange *within, Sweep *sweep, GPtrArray *order, ScopeLongestHeap *longest, GError **error)
{
  gint64 covered = sweep->from;
  guint turns = 0;
  GError *local = NULL;
  Source *runner;

  while ((runner = find_runner (order, covered, &local)) != NULL)
    {
      if (runner->from > covered)
        add_gap (longest, within, covered, runner->from);
      covered = runner->to;
      if (++turns % CHECK_EVERY == 0)
        {
          if (scope_query_range_cancelled (within, error))
            return FALSE;
          scope_query_range_progress (within, (guint64) (covered - sweep->from), (guint64) (sweep->to - sweep->from));
        }
    }
  if (!scope_passed (local, error))
    return FALSE;
  add_gap (longest, within, covered, sweep->to);
  return !scope_query_range_cancelled (within, error);
}

gboolean
scope_longest_nobody (const ScopeQueryRange *within, ScopeLongestHeap *longest, GError **error)
{
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (Source));
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  Sweep sweep = { sources, SCOPE_TIME_MAX, SCOPE_TIME_MIN };
  gboolean ok = TRUE;

  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (scope_query_range_has_machine (within, m))
      add_machine (within, m, &sweep);
  for (guint i = 0; i < sources->len; i++)
    g_ptr_array_add (order, &g_array_index (sources, Source, i));
  if (sources->len > 0)
    ok = sweep_all (within, &sweep, order, longest, error);
  for (guint i = 0; i < sources->len; i++)
    scope_interval_cursor_clear (&g_array_index (sources, Source, i).cursor);
  return ok;
}
