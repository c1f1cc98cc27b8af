/* scope-collection.c: see scope-collection.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-collection.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"
#include "model/trace/document/scope-intervals.h"
#include "model/trace/document/scope-query-range.h"

#define MOST_STEPS 64u /* back on a processor's lane, from where the collection begins */

typedef struct
{
  ScopeTrace *trace;
  ScopeMachine *machine;
  ScopeLaneId lane;
  gint64 from, to; /* the machine's own clock */
  gboolean stops_all; /* one collection is that of all processors */
  gint64 best;     /* time in common */
  gboolean exact, found;
  gint64 row[SCOPE_COLLECTION_N_COLUMNS];
} Search;

/* A collection on another processor is this one's, too, if it stops all. */
static gboolean
can_be (const Search *search, const gint64 *v)
{
  gint64 processor = v[SCOPE_COLLECTION_PROCESSOR];

  if (search->lane.kind != SCOPE_KIND_PROCESSOR || search->stops_all || processor == SCOPE_TABLE_NULL)
    return TRUE;
  return scope_machine_find_processor (search->machine, (guint) processor) == search->lane.index;
}

static void
look_at (Search *search, const gint64 *v)
{
  gint64 start = v[SCOPE_COLLECTION_START], end, common;
  gboolean exact;

  if (v[SCOPE_COLLECTION_DURATION] < 0 || !can_be (search, v))
    return;
  end = scope_time_add (start, v[SCOPE_COLLECTION_DURATION]);
  exact = start == search->from && end == search->to;
  common = MIN (end, search->to) - MAX (start, search->from);
  if (search->exact || (!exact && (search->lane.kind != SCOPE_KIND_PROCESSOR || common <= search->best)))
    return;
  search->exact = exact;
  search->best = common;
  search->found = TRUE;
  memcpy (search->row, v, sizeof search->row);
}

static gboolean
search_rows (Search *search, GCancellable *cancellable, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (row, search->machine->tables[SCOPE_TABLE_COLLECTIONS], search->from, scope_time_add (search->to, 1), cancellable,
                  &local)
    {
      look_at (search, row);
      if (search->exact)
        break;
    }
  return scope_passed (local, error) && search->found;
}

/* The last stretch in which the processor ran before `end`, as far as it reaches behind `begin`. Own clock. */
static gboolean
last_run (ScopeMachine *machine, guint32 lane, gint64 begin, gint64 end, ScopeInterval *ret, GError **error)
{
  gint64 time = end - 1;

  for (guint i = 0; i < MOST_STEPS && time >= begin; i++)
    {
      if (!scope_lane_store_interval_at (machine->lanes, lane, time, ret, error))
        return FALSE;
      if (scope_code_state (ret->code) == SCOPE_STATE_RUNNING)
        return ret->to > begin;
      time = ret->from - 1;
    }
  return FALSE;
}

/* Keeps it if it is one of the last, in order; who is first in the trace comes first of those that stopped at once. */
static void
add_stop (ScopeCollection *collection, const ScopeCollectionStop *stop)
{
  guint at = collection->n_stops;

  collection->n_stopped++;
  while (at > 0 && collection->stops[at - 1].to < stop->to)
    at--;
  if (at >= SCOPE_COLLECTION_MOST_STOPS)
    return;
  collection->n_stops = MIN (collection->n_stops + 1, SCOPE_COLLECTION_MOST_STOPS);
  memmove (&collection->stops[at + 1], &collection->stops[at], (collection->n_stops - at - 1) * sizeof *stop);
  collection->stops[at] = *stop;
}

/* Whose thread asked for it: that stopped just before, and is ready to go on. Somebody who had nothing to run may ask, too. */
static gboolean
find_leader (Search *search, ScopeCollection *collection, ScopeCollectionStop *ret, GError **error)
{
  ScopeMachine *machine = search->machine;
  gint64 offset = scope_trace_offset (search->trace, machine), asked = collection->asked - offset;
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR), lane, thread_lane;
  ScopeInterval run, then;

  if (collection->leader >= n || (lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, collection->leader)->lane) == SCOPE_NONE
      || !last_run (machine, lane, SCOPE_TIME_MIN + 1, asked, &run, error))
    return FALSE;
  *ret = (ScopeCollectionStop) { .processor = collection->leader,
                                 .thread = scope_interval_facts (SCOPE_KIND_PROCESSOR, collection->leader, &run).task,
                                 .from = run.from + offset,
                                 .to = collection->asked };
  thread_lane = scope_trace_lane (search->trace, (ScopeLaneId) { machine->index, SCOPE_KIND_THREAD, ret->thread });
  return thread_lane != SCOPE_NONE && scope_lane_store_interval_at (machine->lanes, thread_lane, asked, &then, error)
         && scope_code_state (then.code) == SCOPE_STATE_RUNNABLE && then.from >= run.to;
}

/* Who kept the others waiting. */
static void
find_stops (Search *search, ScopeCollection *collection, GError **error)
{
  ScopeMachine *machine = search->machine;
  gint64 offset = scope_trace_offset (search->trace, machine);
  gint64 begin = collection->asked - offset, end = collection->from - offset;
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  ScopeCollectionStop leader;
  GError *local = NULL;

  for (guint32 i = 0; i < n && end > begin && local == NULL; i++)
    {
      guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->lane;
      ScopeInterval run;

      if (i == collection->leader || !scope_machine_is_processor (machine, i) || lane == SCOPE_NONE
          || !last_run (machine, lane, begin, end, &run, &local))
        continue;
      add_stop (collection, &(ScopeCollectionStop) { .processor = i,
                                                     .thread = scope_interval_facts (SCOPE_KIND_PROCESSOR, i, &run).task,
                                                     .from = run.from + offset,
                                                     .to = MIN (run.to, end) + offset });
    }
  if (local == NULL && end > begin && collection->n_stopped > 0 && find_leader (search, collection, &leader, &local))
    add_stop (collection, &leader);
  if (local != NULL)
    g_propagate_error (error, local);
}

static void
fill (Search *search, ScopeCollection *ret)
{
  const gint64 *v = search->row;
  gint64 offset = scope_trace_offset (search->trace, search->machine);

  *ret = (ScopeCollection) { .machine = search->machine->index,
                             .leader = SCOPE_NONE,
                             .from = v[SCOPE_COLLECTION_START] + offset,
                             .has_wait = v[SCOPE_COLLECTION_SYNC] >= 0,
                             .generation = v[SCOPE_COLLECTION_GENERATION],
                             .threads = v[SCOPE_COLLECTION_THREADS],
                             .copied = v[SCOPE_COLLECTION_COPIED],
                             .slop = v[SCOPE_COLLECTION_SLOP],
                             .fragmentation = v[SCOPE_COLLECTION_FRAGMENTATION] };
  ret->to = ret->from + v[SCOPE_COLLECTION_DURATION];
  ret->asked = ret->from - (ret->has_wait ? v[SCOPE_COLLECTION_SYNC] : 0);
  if (v[SCOPE_COLLECTION_PROCESSOR] != SCOPE_TABLE_NULL)
    ret->leader = scope_machine_find_processor (search->machine, (guint) v[SCOPE_COLLECTION_PROCESSOR]);
}

gboolean
scope_collection_find (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, GCancellable *cancellable,
                       ScopeCollection *ret_collection, GError **error)
{
  ScopeRuntime runtime = scope_trace_runtime (trace);
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  gint64 offset = scope_trace_offset (trace, machine);
  Search search = { .trace = trace, .machine = machine, .lane = lane, .from = from - offset, .to = to - offset,
                    .stops_all = runtime == SCOPE_RUNTIME_GHC || runtime == SCOPE_RUNTIME_EDEN };
  GError *local = NULL;

  if (!search_rows (&search, cancellable, error))
    return FALSE;
  fill (&search, ret_collection);
  find_stops (&search, ret_collection, &local);
  return scope_passed (local, error);
}

/* --- off the main thread --- */

typedef struct
{
  ScopeLaneId lane;
  gint64 from, to;
} Question;

static gpointer
answer (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Question *q = question;
  ScopeCollection collection;

  if (!scope_collection_find (source, q->lane, q->from, q->to, cancellable, &collection, error))
    return NULL;
  return g_memdup2 (&collection, sizeof collection);
}

void
scope_collection_find_async (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  const Question question = { lane, from, to };

  scope_task_ask (trace, answer, &question, sizeof question, g_free, cancellable, callback, user_data);
}
