/* scope-cli-intervals.c: joins what the store keeps apart but the contract's tables do not tell apart.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-cli-intervals.h"

#include <string.h>

void
scope_cli_intervals_init (ScopeCliIntervals *intervals,
                          ScopeCli *cli,
                          ScopeMachine *machine,
                          ScopeKind kind,
                          guint32 index,
                          guint32 lane,
                          gboolean states_only)
{
  gint64 from, to;

  memset (intervals, 0, sizeof *intervals);
  scope_cli_own_range (cli, machine, &from, &to);
  intervals->kind = kind;
  intervals->index = index;
  intervals->states_only = states_only;
  scope_interval_cursor_init (&intervals->cursor, machine->lanes, lane, from, MAX (from, to));
}

void
scope_cli_intervals_clear (ScopeCliIntervals *intervals)
{
  scope_interval_cursor_clear (&intervals->cursor);
}

static ScopeCliInterval
explain (const ScopeCliIntervals *intervals, const ScopeInterval *raw)
{
  ScopeCliInterval interval
      = { raw->from, raw->to, scope_code_state (raw->code), raw->code, SCOPE_NONE, SCOPE_NONE };
  guint32 other = raw->ref == 0 ? SCOPE_NONE : raw->ref - 1;

  switch (scope_code_info (raw->code)->ref)
    {
    case SCOPE_REF_RUNS: /* of a thread: where it runs */
      if (intervals->kind == SCOPE_KIND_THREAD)
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
    case SCOPE_REF_NONE:
    case SCOPE_REF_GENERATION:
    default:
      break;
    }
  if (intervals->kind == SCOPE_KIND_PROCESSOR)
    interval.processor = intervals->index;
  return interval;
}

static gboolean
same (const ScopeCliIntervals *intervals, const ScopeCliInterval *a, const ScopeCliInterval *b)
{
  if (a->to != b->from || a->state != b->state)
    return FALSE;
  if (intervals->states_only)
    return TRUE;
  return a->task == b->task && a->processor == b->processor
         && strcmp (scope_code_info (a->code)->reason, scope_code_info (b->code)->reason) == 0;
}

gboolean
scope_cli_intervals_next (ScopeCliIntervals *intervals, ScopeCliInterval *ret_interval, GError **error)
{
  GError *local = NULL;
  ScopeInterval raw;

  while (scope_interval_cursor_next (&intervals->cursor, &raw, &local))
    {
      ScopeCliInterval interval = explain (intervals, &raw);
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
  if (local != NULL)
    {
      g_propagate_error (error, local);
      return FALSE;
    }
  if (!intervals->has_pending)
    return FALSE;
  *ret_interval = intervals->pending;
  intervals->has_pending = FALSE;
  return TRUE;
}
