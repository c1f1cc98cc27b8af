/* scope-idle.c: see scope-idle.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-idle.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"
#include "model/trace/analysis/scope-derived.h"
#include "model/trace/document/scope-query-range.h"
#include "model/trace/statistics/scope-spark-counts.h"
#include "model/trace/statistics/scope-statistics.h"

#define MOST_PARTS 64 /* different tasks behind it, that are told apart */
#define MOST_CHANGES 2000000 /* of all queues */
#define MOST_STEPS 64 /* back to when a thread ran last */
#define CHECK_EVERY 1024
#define MOST_SAMPLES 100000 /* that are read for the last one of each processor */

void
scope_idle_free (ScopeIdle *idle)
{
  if (idle == NULL)
    return;
  g_clear_pointer (&idle->by, g_array_unref);
  g_clear_pointer (&idle->queues, g_array_unref);
  g_free (idle);
}

/* --- who was behind it --- */

static void
add_part (ScopeIdle *idle, const ScopeCauseInterval *interval)
{
  ScopeIdlePart part = { interval->cause, interval->by, interval->to - interval->from, interval->from, interval->to };

  for (guint i = 0; i < idle->by->len; i++)
    {
      ScopeIdlePart *known = &g_array_index (idle->by, ScopeIdlePart, i);

      if (known->cause != part.cause || !scope_task_is (known->by, part.by))
        continue;
      known->time += part.time;
      if (part.to - part.from > known->to - known->from)
        {
          known->from = part.from;
          known->to = part.to;
        }
      return;
    }
  if (idle->by->len < MOST_PARTS)
    g_array_append_val (idle->by, part);
}

/* The most first. */
SCOPE_COMPARE_BY (compare_parts, ScopeIdlePart, SCOPE_DOWN (time) SCOPE_UP (from))
SCOPE_COMPARE_BY (compare_queues, ScopeIdleQueue, SCOPE_DOWN (mean) SCOPE_UP (machine) SCOPE_UP (processor))

static void
take (ScopeIdle *idle, const ScopeAnalysis *analysis)
{
  double length = (double) MAX (analysis->to - analysis->from, 1);

  idle->from = analysis->from;
  idle->to = analysis->to;
  idle->n_processors = analysis->n_processors;
  for (guint p = 0; p < analysis->n_processors; p++)
    {
      const ScopeProcessorLoss *loss = &analysis->processors[p];

      if (loss->machine != idle->lane.machine || (idle->lane.kind == SCOPE_KIND_PROCESSOR && loss->processor != idle->lane.index))
        continue;
      idle->n++;
      for (guint c = 0; c < SCOPE_N_CAUSES; c++)
        idle->parts[c] = scope_time_add (idle->parts[c], loss->parts[c]);
      for (guint i = 0; i < loss->causes->len; i++)
        add_part (idle, &g_array_index (loss->causes, ScopeCauseInterval, i));
    }
  g_array_sort (idle->by, compare_parts);
  idle->running = (double) analysis->parts[SCOPE_CAUSE_RUNNING] / length;
  idle->alone = analysis->n_processors > 0 ? analysis->concurrency[1] : 0;
}

/* --- who was ready --- */

/* A task became ready in a processor's queue, or left it. */
typedef struct
{
  guint32 machine, processor;
  gint64 time;
  int step;
} Change;

SCOPE_COMPARE_BY (compare_changes, Change, SCOPE_UP (machine) SCOPE_UP (processor) SCOPE_UP (time) SCOPE_UP (step))

/* The queue that a thread is in: of the processor that it ran on last; of one that never ran, of that on which it runs first. */
static guint32
find_home (ScopeMachine *machine, guint32 lane, gint64 time)
{
  ScopeInterval interval;

  for (guint i = 0; i < MOST_STEPS && scope_lane_store_interval_at (machine->lanes, lane, time - 1, &interval, NULL) && interval.from < time; i++)
    {
      if (scope_code_state (interval.code) == SCOPE_STATE_RUNNING && interval.ref > 0)
        return scope_machine_find_processor (machine, interval.ref - 1);
      time = interval.from;
    }
  return SCOPE_NONE;
}

static gboolean
add_changes (const ScopeQueryRange *within, ScopeMachine *machine, guint32 thread, GArray *changes, GError **error)
{
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_THREAD, thread)->lane, home = SCOPE_NONE;
  guint first = changes->len;
  gint64 from, to;
  ScopeIntervalCursor cursor;
  ScopeInterval interval;
  GError *said = NULL;

  scope_query_range_own_range (within, machine, &from, &to);
  scope_interval_cursor_init (&cursor, machine->lanes, lane, from, to);
  while (changes->len < MOST_CHANGES && scope_interval_cursor_next (&cursor, &interval, &said))
    {
      Change change = { machine->index, 0, interval.from, 1 };

      if (scope_code_state (interval.code) == SCOPE_STATE_RUNNING && interval.ref > 0)
        {
          home = scope_machine_find_processor (machine, interval.ref - 1);
          for (guint i = first; i < changes->len; i++) /* those before it ran at all */
            if (g_array_index (changes, Change, i).processor == SCOPE_NONE)
              g_array_index (changes, Change, i).processor = home;
          first = changes->len;
        }
      if (scope_code_state (interval.code) != SCOPE_STATE_RUNNABLE)
        continue;
      if (home == SCOPE_NONE)
        home = find_home (machine, lane, interval.from);
      change.processor = home;
      g_array_append_val (changes, change);
      change.time = interval.to;
      change.step = -1;
      g_array_append_val (changes, change);
    }
  scope_interval_cursor_clear (&cursor);
  return scope_passed (said, error);
}

/* Of each queue how many were in it on average, and at most. */
static void
sum_changes (ScopeIdle *idle, GArray *changes)
{
  double length = (double) MAX (idle->to - idle->from, 1);

  g_array_sort (changes, compare_changes);
  for (guint i = 0; i < changes->len;)
    {
      const Change *first = &g_array_index (changes, Change, i), *change = first;
      ScopeIdleQueue queue = { first->machine, first->processor, 0, 0 };
      gint64 time = first->time;
      guint n = 0;

      for (; i < changes->len && change->machine == first->machine && change->processor == first->processor; change++, i++)
        {
          queue.mean += (double) n * (double) (change->time - time) / length;
          time = change->time;
          n += (guint) change->step;
          queue.most = MAX (queue.most, n);
        }
      g_array_append_val (idle->queues, queue);
    }
  g_array_sort (idle->queues, compare_queues);
}

static gboolean
read_queues (ScopeIdle *idle, const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (Change));

  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, m);
      guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_THREAD);
      gint64 from, to;

      scope_query_range_own_range (within, machine, &from, &to);
      for (guint32 i = 0; i < n; i++)
        {
          const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_THREAD, i);

          if (i % CHECK_EVERY == 0 && scope_query_range_cancelled (within, error))
            return FALSE;
          if (entity->first < to && entity->last > from && !add_changes (within, machine, i, changes, error))
            return FALSE;
        }
    }
  sum_changes (idle, changes);
  return TRUE;
}

/* --- who ran alone --- */

/* A task begins to run, or ends. */
typedef struct
{
  gint64 time; /* of the trace */
  int step;
  guint task;  /* of those that ran */
} Turn;

SCOPE_COMPARE_BY (compare_turns, Turn, SCOPE_UP (time) SCOPE_UP (step))

typedef struct
{
  ScopeTaskId task;
  gint64 time, from, to; /* alone; the longest piece */
} Alone;

static guint
find_alone (GArray *tasks, GHashTable *known, ScopeTaskId task)
{
  gpointer value;

  if (g_hash_table_lookup_extended (known, &task, NULL, &value))
    return GPOINTER_TO_UINT (value);
  g_array_append_val (tasks, ((Alone) { .task = task }));
  g_hash_table_insert (known, g_memdup2 (&task, sizeof task), GUINT_TO_POINTER (tasks->len - 1));
  return tasks->len - 1;
}

static gboolean
add_turns (const ScopeQueryRange *within, ScopeMachine *machine, guint32 processor, GArray *turns, GArray *tasks, GHashTable *known, GError **error)
{
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, processor)->lane;
  gint64 from, to, offset = scope_trace_offset (within->trace, machine);
  ScopeIntervalCursor cursor;
  ScopeInterval interval;
  GError *said = NULL;

  scope_query_range_own_range (within, machine, &from, &to);
  scope_interval_cursor_init (&cursor, machine->lanes, lane, from, to);
  while (turns->len < MOST_CHANGES && scope_interval_cursor_next (&cursor, &interval, &said))
    {
      Turn turn = { interval.from + offset, 1, 0 };

      if (scope_code_state (interval.code) != SCOPE_STATE_RUNNING || interval.ref == 0)
        continue;
      turn.task = find_alone (tasks, known, (ScopeTaskId) { machine->index, interval.ref - 1 });
      g_array_append_val (turns, turn);
      turn.time = scope_time_add (interval.to, offset);
      turn.step = -1;
      g_array_append_val (turns, turn);
    }
  scope_interval_cursor_clear (&cursor);
  return scope_passed (said, error);
}

/* Who was the only one the longest. */
static void
sum_turns (ScopeIdle *idle, GArray *turns, GArray *tasks)
{
  gint64 last = idle->from;
  guint n = 0, running = 0; /* the sum of their numbers: of one, its own */

  g_array_sort (turns, compare_turns);
  for (guint i = 0; i < turns->len; i++)
    {
      const Turn *turn = &g_array_index (turns, Turn, i);
      gint64 time = CLAMP (turn->time, idle->from, idle->to);

      if (n == 1 && time > last)
        {
          Alone *alone = &g_array_index (tasks, Alone, running);

          alone->time += time - last;
          if (time - last > alone->to - alone->from)
            {
              alone->from = last;
              alone->to = time;
            }
        }
      last = time;
      n += (guint) turn->step;
      running += (guint) turn->step * turn->task;
    }
  for (guint i = 0; i < tasks->len; i++)
    {
      const Alone *alone = &g_array_index (tasks, Alone, i);

      if (alone->time <= idle->alone_time)
        continue;
      idle->alone_by = alone->task;
      idle->alone_time = alone->time;
      idle->alone_from = alone->from;
      idle->alone_to = alone->to;
    }
}

static gboolean
read_alone (ScopeIdle *idle, const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) turns = g_array_new (FALSE, FALSE, sizeof (Turn)), tasks = g_array_new (FALSE, FALSE, sizeof (Alone));
  g_autoptr (GHashTable) known = g_hash_table_new_full (scope_task_id_hash, scope_task_id_equal, g_free, NULL);

  for (guint m = 0; idle->alone > 0 && m < scope_trace_n_machines (within->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, m);

      for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); p++)
        if (scope_query_range_cancelled (within, error)
            || (scope_machine_is_processor (machine, p) && !add_turns (within, machine, p, turns, tasks, known, error)))
          return FALSE;
    }
  if (turns->len < MOST_CHANGES) /* else not all are there */
    sum_turns (idle, turns, tasks);
  return TRUE;
}

static gboolean
read_collections (ScopeIdle *idle, ScopeQueryRange within, GError **error)
{
  const ScopeLaneId machine = { idle->lane.machine, SCOPE_KIND_MACHINE, 0 };
  g_auto (ScopeCollections) collections = { 0 };

  within.lane = &machine;
  if (!scope_statistics_collections (&within, &collections, error))
    return FALSE;
  idle->n_collections = collections.all.spread.count;
  idle->collected = collections.all.spread.total;
  return TRUE;
}

/* --- the pools --- */

/* The sum of each processor's last sample before `time`, own clock; FALSE without error: there is none. */
static gboolean
read_samples (ScopeMachine *machine, gint64 time, gint64 *ret_n, gint64 *ret_time, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) last = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, g_free);
  guint32 n_processors = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  gint64 width = MAX ((machine->last - machine->first) / 64, 1), to = time;
  GError *said = NULL;
  GHashTableIter iter;
  gpointer value;
  guint n = 0;

  *ret_time = SCOPE_TIME_MIN;
  for (; g_hash_table_size (last) < MAX (n_processors, 1) && to > machine->first && n < MOST_SAMPLES;
       width = width > G_MAXINT64 / 4 ? width : width * 4)
    {
      gint64 from = MAX (scope_time_add (to, -width), machine->first);
      g_autoptr (GHashTable) later = g_hash_table_new (NULL, NULL);

      SCOPE_EACH_KEY (void, processor, last)
        g_hash_table_add (later, processor);
      SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_COUNTERS], from, to, cancellable, &said)
        {
          gpointer processor = GSIZE_TO_POINTER ((gsize) (row[SCOPE_COUNTER_PROCESSOR] + 2));

          if (n++ == MOST_SAMPLES)
            break;
          if (row[SCOPE_COUNTER_NAME] != SCOPE_COUNTER_SPARKS_REMAINING || row[SCOPE_COUNTER_TIME] > time || row[SCOPE_COUNTER_TIME] < from
              || g_hash_table_contains (later, processor))
            continue;
          g_hash_table_insert (last, processor, g_memdup2 (&row[SCOPE_COUNTER_VALUE], sizeof (gint64)));
          *ret_time = MAX (*ret_time, row[SCOPE_COUNTER_TIME]);
        }
      if (!scope_passed (said, error))
        return FALSE;
      to = from;
    }
  *ret_n = 0;
  g_hash_table_iter_init (&iter, last);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    *ret_n += *(const gint64 *) value;
  return g_hash_table_size (last) > 0;
}

static gboolean
read_pool (ScopeIdle *idle, ScopeMachine *machine, gint64 offset, GCancellable *cancellable, GError **error)
{
  GError *local = NULL;

  if (scope_spark_counts_are_known (machine))
    {
      g_autoptr (GArray) before = scope_spark_counts_read (machine, idle->from - offset, cancellable, error), after = NULL;

      if (before == NULL || (after = scope_spark_counts_read (machine, idle->to - offset, cancellable, error)) == NULL)
        return FALSE;
      idle->has_pool = TRUE;
      idle->pool_from = scope_spark_counts_remaining (&g_array_index (before, ScopeSparkCounts, 0));
      idle->pool_to = scope_spark_counts_remaining (&g_array_index (after, ScopeSparkCounts, 0));
      idle->pool_time = idle->from;
      return TRUE;
    }
  idle->has_pool = machine->tables[SCOPE_TABLE_COUNTERS] != NULL
                   && read_samples (machine, idle->from - offset, &idle->pool_from, &idle->pool_time, cancellable, &local);
  idle->pool_sampled = TRUE;
  idle->pool_to = idle->pool_from;
  idle->pool_time += idle->has_pool ? offset : 0;
  return scope_passed (local, error);
}

/* --- asking --- */

ScopeIdle *
scope_idle_ask (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, GCancellable *cancellable, GError **error)
{
  ScopeQueryRange within = { .trace = trace, .from = from, .to = to, .cancellable = cancellable };
  const ScopeAnalyse what = SCOPE_ANALYSE_LOSS | SCOPE_ANALYSE_CAUSES | SCOPE_ANALYSE_BLAME; /* how many ran at once comes with blame */
  g_autoptr (ScopeDerived) derived = NULL;
  g_autoptr (ScopeAnalysis) analysis = NULL;
  g_autoptr (ScopeIdle) idle = g_new0 (ScopeIdle, 1);
  ScopeMachine *machine;

  g_return_val_if_fail (lane.kind == SCOPE_KIND_PROCESSOR || lane.kind == SCOPE_KIND_MACHINE, NULL);

  idle->lane = lane;
  idle->alone_by = (ScopeTaskId) { SCOPE_NONE, SCOPE_NONE };
  idle->by = g_array_new (FALSE, FALSE, sizeof (ScopeIdlePart));
  idle->queues = g_array_new (FALSE, FALSE, sizeof (ScopeIdleQueue));
  derived = scope_derived_dup (trace);
  analysis = derived != NULL ? scope_derived_read (derived, &within, what, error) : scope_analysis_read (&within, what, error);
  if (analysis == NULL)
    return NULL;
  take (idle, analysis);
  if (!read_queues (idle, &within, error) || !read_alone (idle, &within, error) || !read_collections (idle, within, error))
    return NULL;
  machine = scope_trace_machine (trace, lane.machine);
  if (!read_pool (idle, machine, scope_trace_offset (trace, machine), cancellable, error))
    return NULL;
  return g_steal_pointer (&idle);
}

typedef struct
{
  ScopeLaneId lane;
  gint64 from, to;
} Question;

static gpointer
answer (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Question *q = question;

  return scope_idle_ask (source, q->lane, q->from, q->to, cancellable, error);
}

void
scope_idle_ask_async (ScopeTrace *trace, ScopeLaneId lane, gint64 from, gint64 to, GCancellable *cancellable, GAsyncReadyCallback callback,
                      gpointer user_data)
{
  const Question question = { lane, from, to };

  scope_task_ask (trace, answer, &question, sizeof question, (GDestroyNotify) scope_idle_free, cancellable, callback, user_data);
}
