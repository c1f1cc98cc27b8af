/* scope-longest-tables.c: the longest of what stands in tables: collections, messages, sparks; and the stretches in which nobody
 * runs, for which all processors are walked side by side.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-longest-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/trace/document/scope-query-range-rows.h"


/* --- collections --- */

typedef struct
{
  const ScopeQueryRange *within;
  ScopeLongestHeap *heap;
} Collections;

static void
take_collection (ScopeMachine *machine, const gint64 *v, gint64 offset, gpointer user_data)
{
  Collections *walk = user_data;
  gint64 start = scope_time_add (v[SCOPE_COLLECTION_START], offset), processor = v[SCOPE_COLLECTION_PROCESSOR];
  ScopeLongestRow row;

  /* NULL is the least of all. */
  if (start < walk->within->from || start >= walk->within->to || v[SCOPE_COLLECTION_DURATION] < 0)
    return;
  row = scope_longest_row ((ScopeLaneId) { machine->index, SCOPE_KIND_MACHINE, 0 }, start,
                           scope_time_add (start, v[SCOPE_COLLECTION_DURATION]));
  row.code = SCOPE_CODE_COLLECTING;
  row.generation = v[SCOPE_COLLECTION_GENERATION];
  row.sync = v[SCOPE_COLLECTION_SYNC];
  if (processor != SCOPE_TABLE_NULL)
    row.processor = scope_machine_find_processor (machine, (guint) processor);
  scope_longest_count (walk->heap, &row);
}

gboolean
scope_longest_collections (const ScopeQueryRange *within, ScopeLongestHeap *heap, GError **error)
{
  Collections walk = { within, heap };

  return scope_query_range_each_row (within, SCOPE_TABLE_COLLECTIONS, take_collection, &walk, error)
         && !scope_query_range_cancelled (within, error);
}

/* --- messages --- */

static void
add_message (const ScopeQueryRange *within, ScopeLongestHeap *heap, guint32 m, gint64 offset, const gint64 *v)
{
  gint64 to_machine = v[SCOPE_MESSAGE_TO_MACHINE], sent = v[SCOPE_MESSAGE_SEND] + offset, received;
  ScopeLongestRow row;

  if (v[SCOPE_MESSAGE_RECEIVE] == SCOPE_TABLE_NULL || to_machine < 0
      || to_machine >= scope_trace_n_machines (within->trace))
    return;
  received = v[SCOPE_MESSAGE_RECEIVE]
             + scope_trace_offset (within->trace, scope_trace_machine (within->trace, (guint) to_machine));
  if (received < sent) /* the clocks differ: nobody knows how long it was under way */
    return;
  /* Processes as numbers for now; those that stay are looked up at the end. */
  row = scope_longest_row ((ScopeLaneId) { m, SCOPE_KIND_PROCESS, (guint32) v[SCOPE_MESSAGE_FROM_PROCESS] }, sent, received);
  row.to_lane = (ScopeLaneId) { (guint32) to_machine, SCOPE_KIND_PROCESS, (guint32) v[SCOPE_MESSAGE_TO_PROCESS] };
  row.tag = v[SCOPE_MESSAGE_TAG];
  row.size = v[SCOPE_MESSAGE_SIZE];
  scope_longest_count (heap, &row);
}

static ScopeLaneId
find_process (ScopeTrace *trace, ScopeLaneId id)
{
  g_autofree char *text = g_strdup_printf ("%u", id.index);
  guint32 index = scope_machine_find_entity (scope_trace_machine (trace, id.machine), SCOPE_KIND_PROCESS, text);

  return index != SCOPE_NONE ? (ScopeLaneId) { id.machine, SCOPE_KIND_PROCESS, index }
                             : (ScopeLaneId) { id.machine, SCOPE_KIND_MACHINE, 0 };
}

/* Of a machine: those that it sends. */
static gboolean
walk_messages (const ScopeQueryRange *within, ScopeLongestHeap *heap, guint32 m, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, m);
  gint64 offset = scope_trace_offset (within->trace, machine), from, to;
  GError *local = NULL;

  scope_query_range_own_range (within, machine, &from, &to);
  SCOPE_EACH_ROW (values, machine->tables[SCOPE_TABLE_MESSAGES], from, to, within->cancellable, &local)
    {
      if (values[SCOPE_MESSAGE_SEND] != SCOPE_TABLE_NULL && values[SCOPE_MESSAGE_SEND] >= from
          && values[SCOPE_MESSAGE_SEND] < to)
        add_message (within, heap, m, offset, values);
    }
  return scope_passed (local, error) && !scope_query_range_cancelled (within, error);
}

gboolean
scope_longest_latency (const ScopeQueryRange *within, ScopeLongestHeap *heap, GError **error)
{
  guint32 n = scope_trace_n_machines (within->trace);

  for (guint32 m = 0; m < n; m++)
    {
      if (scope_query_range_has_machine (within, m) && !walk_messages (within, heap, m, error))
        return FALSE;
      scope_query_range_progress (within, m + 1, n);
    }
  SCOPE_EACH (ScopeLongestRow, row, heap->longest->rows)
    {
      row->lane = find_process (within->trace, row->lane);
      row->to_lane = find_process (within->trace, row->to_lane);
    }
  return TRUE;
}

/* --- sparks --- */

/* What one processor does: the spark that it is at, and the slices of its lane. */
typedef struct
{
  ScopeIntervalCursor cursor;
  ScopeInterval slice;
  gboolean open, more;
  gint64 since;
} SparkRunner;

/* The spark at hand ends at `until` or with its slice. */
static gboolean
end_spark (SparkRunner *runner, ScopeLongestHeap *heap, ScopeLaneId id, gint64 offset, gint64 until, GError **error)
{
  GError *local = NULL;

  if (!runner->open)
    return TRUE;
  runner->open = FALSE;
  while (runner->more && runner->slice.to <= runner->since)
    runner->more = scope_interval_cursor_next (&runner->cursor, &runner->slice, &local);
  if (!scope_passed (local, error))
    return FALSE;
  if (runner->more && runner->slice.from <= runner->since && scope_code_state (runner->slice.code) == SCOPE_STATE_RUNNING)
    {
      gint64 end = MIN (until, runner->slice.to);
      ScopeLongestRow row = scope_longest_row (id, runner->since + offset, end + offset);

      row.processor = id.index;
      row.task = runner->slice.ref > 0 ? runner->slice.ref - 1 : SCOPE_NONE;
      if (end > runner->since)
        scope_longest_count (heap, &row);
    }
  return TRUE;
}

static gboolean
walk_sparks (const ScopeQueryRange *within, ScopeLongestHeap *heap, guint32 m, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (within->trace, m);
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  g_autofree SparkRunner *runners = g_new0 (SparkRunner, n + 1);
  gint64 offset = scope_trace_offset (within->trace, machine), from, to;
  GError *local = NULL;

  scope_query_range_own_range (within, machine, &from, &to);
  for (guint32 i = 0; i < n; i++)
    {
      scope_interval_cursor_init (&runners[i].cursor, machine->lanes,
                                  scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->lane, from, SCOPE_TIME_MAX);
      runners[i].slice.to = SCOPE_TIME_MIN;
      runners[i].more = TRUE;
    }
  SCOPE_EACH_ROW (values, machine->tables[SCOPE_TABLE_INSTANTS], from, SCOPE_TIME_MAX, within->cancellable, &local)
    {
      gint64 kind = values[SCOPE_INSTANT_KIND], time = values[SCOPE_INSTANT_TIME];
      guint32 i = scope_machine_find_processor (machine, (guint) values[SCOPE_INSTANT_PROCESSOR]);

      if ((kind != SCOPE_INSTANT_SPARK_RUN && kind != SCOPE_INSTANT_SPARK_STEAL) || i >= n || time < from)
        continue;
      end_spark (&runners[i], heap, (ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, i }, offset, time, &local);
      runners[i].open = time < to;
      runners[i].since = time;
    }
  for (guint32 i = 0; i < n; i++)
    {
      if (local == NULL)
        end_spark (&runners[i], heap, (ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, i }, offset, SCOPE_TIME_MAX, &local);
      scope_interval_cursor_clear (&runners[i].cursor);
    }
  if (local == NULL)
    return !scope_query_range_cancelled (within, error);
  g_propagate_error (error, local);
  return FALSE;
}

gboolean
scope_longest_sparks (const ScopeQueryRange *within, ScopeLongestHeap *heap, GError **error)
{
  guint32 n = scope_trace_n_machines (within->trace);

  for (guint32 m = 0; m < n; m++)
    {
      if (scope_query_range_has_machine (within, m) && !walk_sparks (within, heap, m, error))
        return FALSE;
      scope_query_range_progress (within, m + 1, n);
    }
  return TRUE;
}
