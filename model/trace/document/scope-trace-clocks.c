/* scope-trace-clocks.c: which clocks a trace's times are of, the offsets of its machines, and the range that follows from them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-trace-private.h"

#include "model/base/scope-each.h"

static gint64
offset_of (ScopeTrace *trace, const ScopeMachine *machine)
{
  return trace->clocks == SCOPE_CLOCKS_OWN ? 0 : machine->offset;
}

void
scope_trace_forget_times (ScopeTrace *trace)
{
  trace->times++;
  trace->has_range = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (trace->activity); i++)
    g_clear_pointer (&trace->activity[i], g_array_unref);
}

gint64
scope_trace_offset (ScopeTrace *trace, ScopeMachine *machine)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&trace->lock);

  return offset_of (trace, machine);
}

gint64
scope_trace_zero_of (gint64 first, gint64 last)
{
  return (first < 0 ? -(double) first : (double) first) <= (double) last - (double) first ? 0 : first;
}

gint64
scope_trace_zero (ScopeTrace *trace)
{
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  return scope_trace_zero_of (first, last);
}

/* With the lock held. */
static void
find_range (ScopeTrace *trace)
{
  gint64 first = SCOPE_TIME_MAX, last = SCOPE_TIME_MIN;

  SCOPE_EACH_POINTER (const ScopeMachine, machine, trace->machines)
    {
      first = MIN (first, machine->first + offset_of (trace, machine));
      if (machine->last != SCOPE_TIME_MAX)
        last = MAX (last, machine->last + offset_of (trace, machine));
    }
  if (!trace->finished && trace->expected_last != SCOPE_TIME_MIN)
    last = MAX (last, trace->expected_last);
  trace->range_first = first == SCOPE_TIME_MAX ? 0 : first;
  trace->range_last = MAX (last, trace->range_first);
  trace->has_range = trace->finished;
}

void
scope_trace_range (ScopeTrace *trace, gint64 *ret_first, gint64 *ret_last)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&trace->lock);

  if (!trace->has_range)
    find_range (trace);
  *ret_first = trace->range_first;
  *ret_last = trace->range_last;
}

ScopeClocks
scope_trace_get_clocks (ScopeTrace *trace)
{
  return trace->clocks;
}

ScopeClocks
scope_clocks_of_lanes (ScopeClocks clocks)
{
  return clocks == SCOPE_CLOCKS_OWN ? SCOPE_CLOCKS_OWN : SCOPE_CLOCKS_STARTUP;
}

/* While they are aligned by messages the offsets have the shifts in them, so that all who read offsets agree. */
static void
shift_offsets (ScopeTrace *trace, int direction)
{
  for (guint i = 0; trace->shifts != NULL && i < trace->machines->len; i++)
    ((ScopeMachine *) g_ptr_array_index (trace->machines, i))->offset += direction * trace->shifts[i];
}

void
scope_trace_set_clocks (ScopeTrace *trace, ScopeClocks clocks)
{
  g_autoptr (ScopeTrace) lanes = NULL;
  g_autoptr (GObject) derived = NULL;
  gboolean moved;

  g_return_if_fail (clocks != SCOPE_CLOCKS_MESSAGES || trace->shifts != NULL);

  g_mutex_lock (&trace->lock);
  moved = clocks != trace->clocks && (clocks == SCOPE_CLOCKS_MESSAGES || trace->clocks == SCOPE_CLOCKS_MESSAGES);
  if (moved)
    shift_offsets (trace, clocks == SCOPE_CLOCKS_MESSAGES ? 1 : -1);
  trace->clocks = clocks;
  scope_trace_forget_times (trace);
  lanes = g_steal_pointer (&trace->derived_lanes);
  if (moved) /* what was found out was of other clocks */
    derived = g_steal_pointer (&trace->derived);
  else if (lanes != NULL)
    trace->derived_lanes = g_object_ref (lanes);
  scope_trace_schedule (trace);
  g_mutex_unlock (&trace->lock);
  if (lanes != NULL && !moved)
    scope_trace_set_clocks (lanes, scope_clocks_of_lanes (clocks));
}

void
scope_trace_set_shifts (ScopeTrace *trace, const gint64 *shifts)
{
  g_return_if_fail (trace->clocks != SCOPE_CLOCKS_MESSAGES);

  g_free (trace->shifts);
  trace->shifts = g_memdup2 (shifts, trace->machines->len * sizeof *shifts);
}

gboolean
scope_trace_has_shifts (ScopeTrace *trace)
{
  return trace->shifts != NULL;
}

gboolean
scope_trace_get_local_time (ScopeTrace *trace)
{
  return trace->clocks == SCOPE_CLOCKS_OWN;
}

void
scope_trace_set_local_time (ScopeTrace *trace, gboolean local)
{
  scope_trace_set_clocks (trace, local ? SCOPE_CLOCKS_OWN : SCOPE_CLOCKS_STARTUP);
}

void
scope_trace_set_offset (ScopeTrace *trace, ScopeMachine *machine, gint64 offset)
{
  g_mutex_lock (&trace->lock);
  machine->offset = offset;
  scope_trace_forget_times (trace);
  scope_trace_schedule (trace);
  g_mutex_unlock (&trace->lock);
}
