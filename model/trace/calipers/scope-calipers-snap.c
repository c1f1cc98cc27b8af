/* scope-calipers-snap.c: places that a cursor snaps to. Windows around it grow until one of them has such a place, so however dense a lane is, few
 * rows are read where one is near.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/calipers/scope-calipers-private.h"

#include "model/base/scope-fail.h"

#define FIRST_WINDOW 64
#define GROWTH 8

typedef struct
{
  ScopeMachine *machine;
  guint32 lane;        /* in the stores */
  gint processor;      /* number, or -1: hits of none */
  gint64 time;         /* own clock */
  int direction;
  gboolean found;
  gint64 best;
  GCancellable *cancellable;
} Snap;

static guint64
distance (gint64 a, gint64 b)
{
  return a < b ? (guint64) b - (guint64) a : (guint64) a - (guint64) b;
}

static void
consider (Snap *snap, gint64 time)
{
  if ((snap->direction < 0 && time >= snap->time) || (snap->direction > 0 && time <= snap->time))
    return;
  if (snap->found && distance (time, snap->time) >= distance (snap->best, snap->time))
    return;
  snap->found = TRUE;
  snap->best = time;
}

static void
consider_states (Snap *snap)
{
  ScopeLaneStore *lanes = snap->machine->lanes;
  ScopeInterval interval;

  for (int side = -1; side <= 0; side++)
    if (scope_lane_store_interval_at (lanes, snap->lane, scope_time_add (snap->time, side), &interval, NULL))
      {
        consider (snap, interval.from);
        if (interval.to != SCOPE_TIME_MAX)
          consider (snap, interval.to);
      }
}

static gboolean
consider_calls (Snap *snap, gint64 from, gint64 to, GError **error)
{
  ScopeCallCursor cursor;
  ScopeTransition row;
  GError *local = NULL;

  if (scope_call_store_depth (snap->machine->calls, snap->lane) == 0)
    return TRUE;
  if (!scope_call_cursor_init (&cursor, snap->machine->calls, snap->lane, from, to, error))
    return FALSE;
  for (guint i = 1; scope_call_cursor_next (&cursor, &row, &local); i++)
    {
      if (SCOPE_CALL_OP (row.code) != SCOPE_CALL_COUNT)
        consider (snap, row.time);
      if (i % 4096 == 0 && g_cancellable_set_error_if_cancelled (snap->cancellable, &local))
        break;
      if (snap->direction > 0 && snap->found)
        break;
    }
  scope_call_cursor_clear (&cursor);
  return scope_passed (local, error);
}

static gboolean
consider_hits (Snap *snap, gint64 from, gint64 to, GError **error)
{
  ScopeTable *table = snap->machine->tables[SCOPE_TABLE_HITS];
  GError *local = NULL;

  if (snap->processor < 0 || table == NULL)
    return TRUE;
  SCOPE_EACH_ROW (row, table, from, to, snap->cancellable, &local)
    {
      if (row[SCOPE_HIT_PROCESSOR] == snap->processor && row[SCOPE_HIT_TIME] >= from && row[SCOPE_HIT_TIME] < to)
        consider (snap, row[SCOPE_HIT_TIME]);
    }
  return scope_passed (local, error);
}

static gboolean
search (Snap *snap, guint64 limit, GError **error)
{
  consider_states (snap);
  for (guint64 reach = MIN (FIRST_WINDOW, limit);; reach = reach > limit / GROWTH ? limit : reach * GROWTH)
    {
      gint64 r = (gint64) MIN (reach, (guint64) G_MAXINT64 / 4);
      gint64 from = snap->direction > 0 ? snap->time : scope_time_add (snap->time, -r);
      gint64 to = snap->direction < 0 ? snap->time : scope_time_add (snap->time, r + 1);

      if (g_cancellable_set_error_if_cancelled (snap->cancellable, error) || !consider_calls (snap, from, to, error)
          || !consider_hits (snap, from, to, error))
        return FALSE;
      if (reach >= limit || (snap->found && distance (snap->best, snap->time) <= reach))
        return TRUE;
    }
}

gboolean
scope_calipers_snap (ScopeTrace *trace, ScopeLaneId lane, gint64 time, gint64 reach, int direction, gint64 *ret_time,
                     GCancellable *cancellable, GError **error)
{
  guint32 number = scope_trace_lane (trace, lane);
  Snap snap = { .lane = number, .processor = -1, .direction = direction, .cancellable = cancellable };
  guint64 limit = (guint64) MAX (reach, 0);
  gint64 offset;

  if (number == SCOPE_NONE)
    return FALSE;
  snap.machine = scope_trace_machine (trace, lane.machine);
  offset = scope_trace_offset (trace, snap.machine);
  snap.time = scope_time_add (time, -offset);
  if (lane.kind == SCOPE_KIND_PROCESSOR)
    snap.processor = (gint) scope_machine_entity (snap.machine, SCOPE_KIND_PROCESSOR, lane.index)->number;
  if (direction != 0)
    {
      gint64 first = snap.machine->first, last = snap.machine->last;

      /* Beyond these there is nothing. */
      limit = distance (snap.time, direction < 0 ? first : last != SCOPE_TIME_MAX ? last : snap.time) + 1;
      if (last == SCOPE_TIME_MAX)
        limit = G_MAXINT64 / 8;
    }
  if (!search (&snap, limit, error) || !snap.found || (direction == 0 && distance (snap.best, snap.time) > limit))
    return FALSE;
  *ret_time = scope_time_add (snap.best, offset);
  return TRUE;
}
