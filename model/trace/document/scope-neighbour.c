/* scope-neighbour.c: see scope-neighbour.h.
 *
 * Backwards there is no cursor: some steps are taken interval by interval, then stretches twice as long each time are
 * walked from their beginning, so that far jumps cost no more than a few readings of what lies between.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-neighbour.h"

#include "model/base/scope-task.h"
#include "model/trace/document/scope-query-range.h"

#define STEPS 4u
#define CHECK_EVERY 4096u

typedef struct
{
  ScopeLaneStore *store;
  guint32 lane;
  gboolean runs; /* only these */
  GCancellable *cancellable;
} Search;

static gboolean
matches (const Search *search, const ScopeInterval *interval)
{
  ScopeState state = scope_code_state (interval->code);

  return !search->runs || state == SCOPE_STATE_RUNNING || state == SCOPE_STATE_ACTIVE;
}

static gboolean
begins_before (const Search *search, gint64 time)
{
  ScopeInterval interval;

  return scope_lane_store_interval_at (search->store, search->lane, time, &interval, NULL) && interval.from < time;
}

/* The first match from `time` on, until `end`; the last one if `last`. */
static gboolean
walk (const Search *search, gint64 time, gint64 end, gboolean last, ScopeInterval *ret, GError **error)
{
  ScopeIntervalCursor cursor;
  ScopeInterval interval;
  gboolean found = FALSE;
  GError *local = NULL;

  scope_interval_cursor_init (&cursor, search->store, search->lane, time, end);
  for (guint i = 1; (last || !found) && scope_interval_cursor_next (&cursor, &interval, &local); i++)
    {
      /* One that goes on from before has begun before, and is no neighbour of what follows it. */
      if (i == 1 && !last && begins_before (search, time))
        continue;
      if (matches (search, &interval))
        {
          *ret = interval;
          found = TRUE;
        }
      if (i % CHECK_EVERY == 0 && g_cancellable_set_error_if_cancelled (search->cancellable, &local))
        break;
    }
  scope_interval_cursor_clear (&cursor);
  if (local == NULL)
    return found;
  g_propagate_error (error, local);
  return FALSE;
}

/* Its whole extent: a walk clips it to where it began, and a block ends what goes on in the next. */
static void
extend (const Search *search, ScopeInterval *interval)
{
  ScopeInterval before;

  if (scope_lane_store_interval_at (search->store, search->lane, interval->to - 1, &before, NULL))
    interval->to = before.to;
  for (guint i = 0; i < CHECK_EVERY; i++)
    {
      if (!scope_lane_store_interval_at (search->store, search->lane, interval->from, &before, NULL))
        return;
      interval->from = before.from;
      if (!scope_lane_store_interval_at (search->store, search->lane, interval->from - 1, &before, NULL)
          || before.code != interval->code || before.ref != interval->ref)
        return;
      interval->from = before.from;
    }
}

static gboolean
find_before (const Search *search, gint64 time, ScopeInterval *ret, GError **error)
{
  gint64 first, last, width = 0;
  GError *local = NULL;

  if (!scope_lane_store_life (search->store, search->lane, &first, &last))
    return FALSE;
  time = MIN (time, last);
  for (guint i = 0; i < STEPS && time > first; i++)
    {
      if (!scope_lane_store_interval_at (search->store, search->lane, time - 1, ret, &local))
        break;
      extend (search, ret);
      if (matches (search, ret))
        return TRUE;
      width = MAX (width, ret->to - ret->from);
      time = ret->from;
    }
  for (width = MAX (width, 1024); time > first && local == NULL; width = width > G_MAXINT64 / 8 ? width : width * 2)
    {
      gint64 from = time - first > width ? time - width : first;

      if (walk (search, from, time, TRUE, ret, &local))
        {
          extend (search, ret);
          return TRUE;
        }
      time = from;
    }
  if (local != NULL)
    g_propagate_error (error, local);
  return FALSE;
}

static gboolean
find_on_lane (ScopeTrace *trace, ScopeLaneId id, gint64 from, gint64 to, gboolean forward, gboolean runs,
              ScopeNeighbour *ret, GCancellable *cancellable, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (trace, id.machine);
  gint64 offset = scope_trace_offset (trace, machine);
  Search search = { machine->lanes, scope_trace_lane (trace, id), runs, cancellable };
  ScopeInterval interval;
  gboolean found;

  if (search.lane == SCOPE_NONE || id.kind == SCOPE_KIND_THREADS)
    return FALSE;
  found = forward ? walk (&search, to - offset, SCOPE_TIME_MAX, FALSE, &interval, error)
                  : find_before (&search, from - offset, &interval, error);
  if (found)
    *ret = (ScopeNeighbour) { id, interval.from + offset, scope_time_add (interval.to, offset), interval.code, interval.ref };
  return found;
}

gboolean
scope_neighbour_task (ScopeTrace *trace, ScopeLaneId lane, guint code, guint32 ref, ScopeLaneId *ret_task)
{
  if (lane.kind == SCOPE_KIND_THREAD || lane.kind == SCOPE_KIND_PROCESS)
    {
      *ret_task = lane;
      return TRUE;
    }
  if (lane.kind != SCOPE_KIND_PROCESSOR || ref == 0 || scope_code_info (code)->ref != SCOPE_REF_RUNS
      || ref - 1 >= scope_machine_n_entities (scope_trace_machine (trace, lane.machine), SCOPE_KIND_THREAD))
    return FALSE;
  *ret_task = (ScopeLaneId) { lane.machine, SCOPE_KIND_THREAD, ref - 1 };
  return TRUE;
}

static gboolean
interval_at (ScopeTrace *trace, ScopeLaneId id, gint64 time, ScopeInterval *ret, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (trace, id.machine);
  gint64 offset = scope_trace_offset (trace, machine);
  guint32 lane = scope_trace_lane (trace, id);

  if (lane == SCOPE_NONE || id.kind == SCOPE_KIND_THREADS
      || !scope_lane_store_interval_at (machine->lanes, lane, time - offset, ret, error))
    return FALSE;
  ret->from += offset;
  ret->to += offset;
  return TRUE;
}

/* From the task's lane to that of the processor it runs on. */
static void
to_processor (ScopeTrace *trace, ScopeNeighbour *neighbour)
{
  ScopeLaneId processor = { neighbour->lane.machine, SCOPE_KIND_PROCESSOR, neighbour->ref - 1 };
  ScopeInterval interval;

  /* On a task's lane, what RUNNING refers to is the processor. */
  if (neighbour->ref == 0 || scope_code_info (neighbour->code)->ref != SCOPE_REF_RUNS
      || processor.index
             >= scope_machine_n_entities (scope_trace_machine (trace, processor.machine), SCOPE_KIND_PROCESSOR)
      || !interval_at (trace, processor, neighbour->from, &interval, NULL)
      || interval.ref != neighbour->lane.index + 1 || scope_code_info (interval.code)->ref != SCOPE_REF_RUNS)
    return;
  *neighbour = (ScopeNeighbour) { processor, interval.from, interval.to, interval.code, interval.ref };
}

gboolean
scope_neighbour_find (ScopeTrace *trace, ScopeNeighbourKind kind, ScopeLaneId lane, gint64 from, gint64 to,
                      gboolean forward, ScopeNeighbour *ret_neighbour, GCancellable *cancellable, GError **error)
{
  ScopeInterval interval;
  ScopeLaneId task = lane;

  if (kind == SCOPE_NEIGHBOUR_INTERVAL)
    return find_on_lane (trace, lane, from, to, forward, FALSE, ret_neighbour, cancellable, error);
  if (lane.kind == SCOPE_KIND_PROCESSOR
      && (!interval_at (trace, lane, from, &interval, NULL)
          || !scope_neighbour_task (trace, lane, interval.code, interval.ref, &task)))
    return find_on_lane (trace, lane, from, to, forward, TRUE, ret_neighbour, cancellable, error);
  if (!find_on_lane (trace, task, from, to, forward, TRUE, ret_neighbour, cancellable, error))
    return FALSE;
  if (lane.kind == SCOPE_KIND_PROCESSOR)
    to_processor (trace, ret_neighbour);
  return TRUE;
}

/* --- off the main thread --- */

typedef struct
{
  ScopeNeighbourKind kind;
  ScopeLaneId lane;
  gint64 from, to;
  gboolean forward;
} Question;

static gpointer
answer (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Question *q = question;
  ScopeNeighbour neighbour;
  gboolean found = scope_neighbour_find (source, q->kind, q->lane, q->from, q->to, q->forward, &neighbour, cancellable, error);

  return found ? g_memdup2 (&neighbour, sizeof neighbour) : NULL;
}

void
scope_neighbour_find_async (ScopeTrace *trace, ScopeNeighbourKind kind, ScopeLaneId lane, gint64 from, gint64 to,
                            gboolean forward, GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data)
{
  const Question question = { kind, lane, from, to, forward };

  scope_task_ask (trace, answer, &question, sizeof question, g_free, cancellable, callback, user_data);
}

/* --- marks --- */

/* The first mark of [from, to) on the machine's own clock, or the last. */
static gboolean
mark_within (ScopeTrace *trace, ScopeMachine *machine, gint64 from, gint64 to, gboolean first, gint64 *ret_time, GCancellable *cancellable,
             GError **error)
{
  gboolean found = FALSE;
  GError *said = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MARKS], from, to, cancellable, &said)
    {
      gint64 time = row[SCOPE_MARK_TIME];

      if (found && first && time >= *ret_time)
        break;
      if (time < from || time >= to || scope_trace_mark_is_name (trace, row) || (found && !first && time <= *ret_time))
        continue;
      *ret_time = time;
      found = TRUE;
    }
  return scope_passed (said, error) && found;
}

/* Backwards in stretches that grow, so that the last one is found without reading all before it. */
static gboolean
mark_of_machine (ScopeTrace *trace, ScopeMachine *machine, gint64 time, gboolean forward, gint64 *ret_time, GCancellable *cancellable,
                 GError **error)
{
  gint64 to = MIN (time, machine->last < SCOPE_TIME_MAX ? machine->last + 1 : SCOPE_TIME_MAX), width = MAX ((to - machine->first) / 256, 1);
  GError *local = NULL;

  if (machine->tables[SCOPE_TABLE_MARKS] == NULL)
    return FALSE;
  if (forward)
    return mark_within (trace, machine, time + 1, SCOPE_TIME_MAX, TRUE, ret_time, cancellable, error);
  for (; to > machine->first; width = width > G_MAXINT64 / 8 ? width : width * 4)
    {
      gint64 from = to - machine->first > width ? to - width : machine->first;

      if (mark_within (trace, machine, from, to, FALSE, ret_time, cancellable, &local))
        return TRUE;
      if (local != NULL)
        {
          g_propagate_error (error, local);
          return FALSE;
        }
      to = from;
    }
  return FALSE;
}

gboolean
scope_neighbour_find_mark (ScopeTrace *trace, gint64 time, gboolean forward, gint64 *ret_time, GCancellable *cancellable, GError **error)
{
  gboolean found = FALSE;
  GError *local = NULL;

  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);
      gint64 offset = scope_trace_offset (trace, machine), at = 0;

      if (mark_of_machine (trace, machine, time - offset, forward, &at, cancellable, &local)
          && (!found || (forward ? at + offset < *ret_time : at + offset > *ret_time)))
        {
          *ret_time = at + offset;
          found = TRUE;
        }
      if (local != NULL)
        {
          g_propagate_error (error, local);
          return FALSE;
        }
    }
  return found;
}

static gpointer
answer_mark (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Question *q = question;
  gint64 time;

  return scope_neighbour_find_mark (source, q->from, q->forward, &time, cancellable, error) ? g_memdup2 (&time, sizeof time) : NULL;
}

void
scope_neighbour_find_mark_async (ScopeTrace *trace, gint64 time, gboolean forward, GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  const Question question = { .from = time, .forward = forward };

  scope_task_ask (trace, answer_mark, &question, sizeof question, g_free, cancellable, callback, user_data);
}
