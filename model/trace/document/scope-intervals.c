/* scope-intervals.c: joins what the store keeps apart but the tables do not tell apart.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-intervals.h"

#include "model/base/scope-fail.h"

#include <string.h>

ScopeIntervals
scope_intervals (ScopeMachine *machine, ScopeKind kind, guint32 index, guint32 lane, gint64 from, gint64 to, gboolean states_only,
                 GCancellable *cancellable)
{
  return (ScopeIntervals) { .cursor = scope_interval_cursor (machine->lanes, lane, from, MAX (from, to), cancellable), .kind = kind,
                            .index = index, .states_only = states_only };
}

void
scope_intervals_clear (ScopeIntervals *intervals)
{
  scope_interval_cursor_clear (&intervals->cursor);
}

ScopeIntervalFacts
scope_interval_facts (ScopeKind kind, guint32 index, const ScopeInterval *raw)
{
  ScopeIntervalFacts interval
      = { raw->from, raw->to, scope_code_state (raw->code), raw->code, SCOPE_NONE, SCOPE_NONE, SCOPE_NONE };
  guint32 other = raw->ref == 0 ? SCOPE_NONE : raw->ref - 1;

  switch (scope_code_info (raw->code)->ref)
    {
    case SCOPE_REF_RUNS: /* of a thread, or a process that is one: where it runs */
      if (kind == SCOPE_KIND_THREAD || kind == SCOPE_KIND_PROCESS)
        interval.processor = other;
      else
        interval.task = other;
      break;
    case SCOPE_REF_PROCESSOR:
      interval.processor = other;
      break;
    case SCOPE_REF_WAKER:
    case SCOPE_REF_OWNER:
      interval.task = other;
      break;
    case SCOPE_REF_FUNCTION:
      interval.function = other;
      break;
    case SCOPE_REF_NONE:
    case SCOPE_REF_GENERATION:
    default:
      break;
    }
  if (kind == SCOPE_KIND_PROCESSOR)
    interval.processor = index;
  return interval;
}

static gboolean
same (const ScopeIntervals *intervals, const ScopeIntervalFacts *a, const ScopeIntervalFacts *b)
{
  if (a->to != b->from || a->state != b->state)
    return FALSE;
  if (intervals->states_only)
    return TRUE;
  return a->task == b->task && a->processor == b->processor && a->function == b->function
         && strcmp (scope_code_info (a->code)->reason, scope_code_info (b->code)->reason) == 0;
}

gboolean
scope_intervals_next (ScopeIntervals *intervals, ScopeIntervalFacts *ret_interval, GError **error)
{
  GError *local = NULL;
  ScopeInterval raw;

  if (error != NULL && *error != NULL)
    return FALSE;
  while (scope_interval_cursor_next (&intervals->cursor, &raw, &local))
    {
      ScopeIntervalFacts interval = scope_interval_facts (intervals->kind, intervals->index, &raw);
      if (interval.to <= interval.from || interval.state == SCOPE_STATE_ABSENT)
        continue;
      if (intervals->has_pending && same (intervals, &intervals->pending, &interval))
        {
          intervals->pending.to = interval.to;
          continue;
        }
      gboolean had = intervals->has_pending;
      *ret_interval = intervals->pending;
      intervals->pending = interval;
      intervals->has_pending = TRUE;
      if (had)
        return TRUE;
    }
  if (!scope_passed (local, error))
    return FALSE;
  if (!intervals->has_pending)
    return FALSE;
  *ret_interval = intervals->pending;
  intervals->has_pending = FALSE;
  return TRUE;
}
