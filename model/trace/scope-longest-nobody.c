/* scope-longest-nobody.c: the stretches in which no processor runs a task.
 *
 * The slices in which one runs are taken in the order of their starts, from all processors side by side; where the next starts
 * later than all before it have ended, nobody ran. What is not known of a processor might be a task that runs, so it
 * counts as one: nothing unknown is called idle.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-longest-private.h"

#define CHECK_EVERY 65536u

typedef struct
{
  ScopeIntervalCursor cursor;
  gint64 offset;
  gint64 from, to; /* the next slice, trace time */
} Source;

static gboolean
may_run (guint code)
{
  ScopeState state = scope_code_state (code);

  return state == SCOPE_STATE_RUNNING || state == SCOPE_STATE_ACTIVE || state == SCOPE_STATE_UNKNOWN;
}

/* The next slice that ends after `after`; FALSE at the end or with error. */
static gboolean
advance (Source *source, gint64 after, GError **error)
{
  ScopeInterval interval;

  while (scope_interval_cursor_next (&source->cursor, &interval, error))
    if (may_run (interval.code) && interval.to + source->offset > after)
      {
        source->from = interval.from + source->offset;
        source->to = interval.to + source->offset;
        return TRUE;
      }
  return FALSE;
}

/* A heap of sources, the earliest start on top. */
static void
sink_down (Source **heap, guint n, guint i)
{
  for (;;)
    {
      guint first = i;

      for (guint child = 2 * i + 1; child <= 2 * i + 2 && child < n; child++)
        if (heap[child]->from < heap[first]->from)
          first = child;
      if (first == i)
        return;
      Source *kept = heap[i];
      heap[i] = heap[first];
      heap[first] = kept;
      i = first;
    }
}

typedef struct
{
  GArray *sources; /* of Source */
  gint64 from, to; /* from the first life to the end of the last, within the range */
} Sweep;

static void
add_machine (const ScopeWithin *within, guint32 m, Sweep *sweep)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, m);
  gint64 offset = scope_trace_offset (within->trace, machine), from, to, first, last;

  scope_within_own_range (within, machine, &from, &to);
  for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); i++)
    {
      guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->lane;
      Source source = { .offset = offset };

      if (!scope_within_has_lane (within, (ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, i })
          || !scope_lane_store_life (machine->lanes, lane, &first, &last) || MAX (first, from) >= MIN (last, to))
        continue;
      sweep->from = MIN (sweep->from, MAX (first, from) + offset);
      sweep->to = MAX (sweep->to, MIN (last, to) + offset);
      scope_interval_cursor_init (&source.cursor, machine->lanes, lane, from, to);
      g_array_append_val (sweep->sources, source);
    }
}

static void
add_gap (ScopeLongestHeap *heap, const ScopeWithin *within, gint64 from, gint64 to)
{
  /* Of all machines together: the first stands for them. */
  ScopeLaneId lane = within->lane != NULL ? *within->lane : (ScopeLaneId) { 0, SCOPE_KIND_MACHINE, 0 };
  ScopeLongestRow row = scope_longest_row (lane, from, to);

  if (to > from)
    scope_longest_count (heap, &row);
}

static gboolean
sweep_all (const ScopeWithin *within, Sweep *sweep, Source **heap, guint n, ScopeLongestHeap *longest, GError **error)
{
  gint64 covered = sweep->from;
  guint turns = 0;
  GError *local = NULL;

  while (n > 0 && local == NULL)
    {
      if (heap[0]->from > covered)
        add_gap (longest, within, covered, heap[0]->from);
      covered = MAX (covered, heap[0]->to);
      if (!advance (heap[0], covered, &local))
        heap[0] = heap[--n];
      sink_down (heap, n, 0);
      if (++turns % CHECK_EVERY == 0)
        {
          scope_within_cancelled (within, &local);
          scope_within_progress (within, (guint64) (covered - sweep->from), (guint64) (sweep->to - sweep->from));
        }
    }
  if (local != NULL)
    {
      g_propagate_error (error, local);
      return FALSE;
    }
  add_gap (longest, within, covered, sweep->to);
  return !scope_within_cancelled (within, error);
}

gboolean
scope_longest_nobody (const ScopeWithin *within, ScopeLongestHeap *longest, GError **error)
{
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (Source));
  Sweep sweep = { sources, SCOPE_TIME_MAX, SCOPE_TIME_MIN };
  g_autofree Source **heap = NULL;
  GError *local = NULL;
  guint n = 0;

  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (scope_within_has_machine (within, m))
      add_machine (within, m, &sweep);
  heap = g_new (Source *, MAX (sources->len, 1));
  for (guint i = 0; i < sources->len && local == NULL; i++)
    {
      heap[n] = &g_array_index (sources, Source, i);
      n += advance (heap[n], sweep.from, &local);
    }
  for (guint i = n / 2; i-- > 0;)
    sink_down (heap, n, i);
  if (local == NULL && sources->len > 0)
    sweep_all (within, &sweep, heap, n, longest, &local);
  for (guint i = 0; i < sources->len; i++)
    scope_interval_cursor_clear (&g_array_index (sources, Source, i).cursor);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, local);
  return FALSE;
}
