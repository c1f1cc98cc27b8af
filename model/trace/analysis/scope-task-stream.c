/* scope-task-stream.c: see scope-task-stream.h.
 *
 * Eden's processes are made by a message (RFork). The log does not say by which: it is the last one that the machine received before
 * the process's first thread was created.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-task-stream.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-key.h"
#include "model/trace/document/scope-message.h"
#include "model/trace/document/scope-query-range.h"

typedef struct
{
  guint32 machine; /* that received it */
  gint64 sent, received;
  ScopeTaskId by;
} Fork;

struct _ScopeTasks
{
  ScopeTrace *trace;
  ScopeWaits *waits;
  GArray *forks; /* of Fork, by machine and time of receipt */
};

SCOPE_DEFINE_KEY (scope_task_id, ScopeTaskId, (guint64) key->machine << 32 | key->thread)

SCOPE_COMPARE_BY (compare_forks, Fork, SCOPE_UP (machine) SCOPE_UP (received))

/* The thread that a message names as its sender. */
static ScopeTaskId
sender_of (ScopeTrace *trace, guint32 machine, guint32 thread)
{
  guint32 index;

  if (machine >= scope_trace_n_machines (trace))
    return SCOPE_NO_TASK;
  index = scope_machine_find_number (scope_trace_machine (trace, machine), SCOPE_KIND_THREAD, thread);
  return index != SCOPE_NONE ? (ScopeTaskId) { machine, index } : SCOPE_NO_TASK;
}

/* An RFork names its process alone: its thread is the one that ran then. */
static ScopeTaskId
runs_at (ScopeTrace *trace, guint32 m, guint32 process, gint64 time)
{
  ScopeMachine *machine = scope_trace_machine (trace, m);
  ScopeInterval interval;

  for (guint32 p = 0; p < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); p++)
    if (scope_lane_store_interval_at (machine->lanes, scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, p)->lane, time,
                                      &interval, NULL)
        && scope_code_state (interval.code) == SCOPE_STATE_RUNNING && interval.ref > 0
        && interval.ref <= scope_machine_n_entities (machine, SCOPE_KIND_THREAD)
        && scope_machine_entity (machine, SCOPE_KIND_THREAD, interval.ref - 1)->process
               == scope_machine_find_number (machine, SCOPE_KIND_PROCESS, process))
      return (ScopeTaskId) { m, interval.ref - 1 };
  return SCOPE_NO_TASK;
}

static gboolean
read_forks (ScopeTasks *tasks, ScopeMachine *machine, GCancellable *cancellable, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_MESSAGES], SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, &local)
    {
      guint32 to = (guint32) row[SCOPE_MESSAGE_TO_MACHINE], from = (guint32) row[SCOPE_MESSAGE_FROM_MACHINE];
      Fork fork = { .machine = to };

      if (row[SCOPE_MESSAGE_TAG] != SCOPE_TAG_RFORK || row[SCOPE_MESSAGE_SEND] == SCOPE_TABLE_NULL
          || row[SCOPE_MESSAGE_RECEIVE] == SCOPE_TABLE_NULL || to >= scope_trace_n_machines (tasks->trace)
          || from >= scope_trace_n_machines (tasks->trace))
        continue;
      fork.sent = row[SCOPE_MESSAGE_SEND] + scope_trace_machine (tasks->trace, from)->offset;
      fork.received = row[SCOPE_MESSAGE_RECEIVE] + scope_trace_machine (tasks->trace, to)->offset;
      fork.by = runs_at (tasks->trace, from, (guint32) row[SCOPE_MESSAGE_FROM_PROCESS], row[SCOPE_MESSAGE_SEND] - 1);
      g_array_append_val (tasks->forks, fork);
    }
  return scope_passed (local, error);
}

ScopeTasks *
scope_tasks_new (ScopeTrace *trace, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeTasks) tasks = g_new0 (ScopeTasks, 1);

  tasks->trace = g_object_ref (trace);
  tasks->waits = scope_waits_new (trace, cancellable);
  tasks->forks = g_array_new (FALSE, FALSE, sizeof (Fork));
  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN)
    for (guint m = 0; m < scope_trace_n_machines (trace); m++)
      if (!read_forks (tasks, scope_trace_machine (trace, m), cancellable, error))
        return NULL;
  g_array_sort (tasks->forks, compare_forks);
  return g_steal_pointer (&tasks);
}

void
scope_tasks_free (ScopeTasks *tasks)
{
  if (tasks == NULL)
    return;
  scope_waits_free (tasks->waits);
  g_array_unref (tasks->forks);
  g_object_unref (tasks->trace);
  g_free (tasks);
}

ScopeTrace *
scope_tasks_trace (ScopeTasks *tasks)
{
  return tasks->trace;
}

gboolean
scope_tasks_life (ScopeTasks *tasks, ScopeTaskId id, gint64 *ret_first, gint64 *ret_last)
{
  ScopeMachine *machine = scope_trace_machine (tasks->trace, id.machine);
  const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_THREAD, id.thread);

  if (entity->first == SCOPE_TIME_MIN || !scope_lane_store_life (machine->lanes, entity->lane, ret_first, ret_last))
    return FALSE;
  *ret_first += machine->offset;
  *ret_last = scope_time_add (*ret_last, machine->offset);
  return *ret_last > *ret_first;
}

gboolean
scope_task_is_helper (ScopeTasks *tasks, ScopeTaskId id)
{
  return scope_trace_is_helper (tasks->trace, id.machine, id.thread);
}

/* --- births --- */

static gint
compare_births (gconstpointer a, gconstpointer b, gpointer data)
{
  const ScopeTaskBirths *births = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  SCOPE_COMPARE (scope_machine_entity (births->machine, SCOPE_KIND_THREAD, x)->first,
                 scope_machine_entity (births->machine, SCOPE_KIND_THREAD, y)->first);
  SCOPE_COMPARE (x, y);
  return 0;
}

static gboolean
are_in_order (const ScopeTaskBirths *births)
{
  gint64 before = SCOPE_TIME_MIN;

  for (guint32 i = 0; i < births->n; i++)
    {
      gint64 first = scope_machine_entity (births->machine, SCOPE_KIND_THREAD, i)->first;

      if (first < before)
        return FALSE;
      before = first;
    }
  return TRUE;
}

void
scope_task_births_init (ScopeTaskBirths *births, ScopeTasks *tasks, ScopeMachine *machine)
{
  *births = (ScopeTaskBirths) { tasks, machine, NULL, scope_machine_n_entities (machine, SCOPE_KIND_THREAD), 0 };
  if (are_in_order (births))
    return;
  births->threads = g_new (guint32, births->n);
  for (guint32 i = 0; i < births->n; i++)
    births->threads[i] = i;
  g_qsort_with_data (births->threads, (gint) births->n, sizeof *births->threads, compare_births, births);
}

void
scope_task_births_clear (ScopeTaskBirths *births)
{
  g_clear_pointer (&births->threads, g_free);
}

static guint32
next_thread (const ScopeTaskBirths *births)
{
  return births->threads != NULL ? births->threads[births->next] : births->next;
}

gint64
scope_task_births_time (ScopeTaskBirths *births)
{
  gint64 first, last;

  for (; births->next < births->n; births->next++)
    if (scope_tasks_life (births->tasks, (ScopeTaskId) { births->machine->index, next_thread (births) }, &first, &last))
      return first;
  return SCOPE_TIME_MAX;
}

guint32
scope_task_births_take (ScopeTaskBirths *births)
{
  guint32 thread = next_thread (births);

  births->next++;
  return thread;
}

/* NULL: none. */
static const Fork *
find_fork (ScopeTasks *tasks, guint32 machine, gint64 time)
{
  const Fork *forks = (const Fork *) (gpointer) tasks->forks->data;
  gsize n = SCOPE_BISECT (tasks->forks->len, i,
                          forks[i].machine < machine || (forks[i].machine == machine && forks[i].received <= time));

  return n > 0 && forks[n - 1].machine == machine ? &forks[n - 1] : NULL;
}

/* --- one stretch --- */

static ScopeDoes
does_of (guint code)
{
  switch (scope_code_state (code))
    {
    case SCOPE_STATE_RUNNING:
    case SCOPE_STATE_ACTIVE:
      return SCOPE_DOES_RUN;
    case SCOPE_STATE_RUNNABLE:
      return SCOPE_DOES_READY;
    case SCOPE_STATE_OUTSIDE:
      return SCOPE_DOES_FOREIGN;
    case SCOPE_STATE_COLLECTING:
      return SCOPE_DOES_COLLECT;
    default:
      return SCOPE_DOES_UNKNOWN;
    }
}

static void
set_message (ScopeTaskStream *stream, ScopeStretch *stretch, const ScopeWaitMessage *message)
{
  ScopeTrace *trace = stream->tasks->trace;

  stretch->by = sender_of (trace, message->from_machine, message->from_port);
  if (message->send == SCOPE_TABLE_NULL || scope_task_is_nobody (stretch->by))
    return;
  stretch->does = SCOPE_DOES_WAIT;
  stretch->by_message = TRUE;
  stretch->sent = message->send + scope_trace_machine (trace, message->from_machine)->offset;
  stretch->received = message->receive + stream->offset;
}

static gboolean
set_wait (ScopeTaskStream *stream, const ScopeWait *wait, ScopeStretch *stretch, GError **error)
{
  gboolean erlang = scope_trace_runtime (stream->tasks->trace) == SCOPE_RUNTIME_ERLANG;
  GError *local = NULL;
  gint64 sent;
  guint32 by, of;

  stretch->to = scope_time_add (wait->to, stream->offset);
  stretch->sent = stretch->received = stretch->to;
  stretch->code = wait->code;
  stretch->does = SCOPE_DOES_UNKNOWN;
  if (wait->code == SCOPE_CODE_DELAY)
    stretch->does = SCOPE_DOES_TIMER;
  else if (wait->code == SCOPE_CODE_READ || wait->code == SCOPE_CODE_WRITE || wait->code == SCOPE_CODE_DO_PROC
           || wait->code == SCOPE_CODE_BUSY_PORT)
    stretch->does = SCOPE_DOES_FOREIGN;
  else if (wait->end_by == SCOPE_WAIT_END)
    stretch->does = SCOPE_DOES_NEVER;
  else if (wait->cause == SCOPE_WOKEN_BY_TIMER)
    stretch->does = SCOPE_DOES_TIMER; /* its `after` was over */
  else if (wait->cause == SCOPE_WOKEN_BY_PORT)
    stretch->does = SCOPE_DOES_FOREIGN;
  else if (erlang && scope_waits_find_send (stream->tasks->waits, wait, &of, &by, &sent, &local))
    {
      stretch->does = SCOPE_DOES_WAIT;
      stretch->by = (ScopeTaskId) { of, by };
      stretch->by_message = TRUE;
      stretch->sent = MIN (sent + scope_trace_machine (stream->tasks->trace, of)->offset, stretch->to);
    }
  else if (wait->waker != SCOPE_NONE)
    {
      stretch->does = SCOPE_DOES_WAIT;
      stretch->by = (ScopeTaskId) { wait->machine, wait->waker };
    }
  else if (wait->has_message)
    set_message (stream, stretch, &wait->message);
  return scope_passed (local, error);
}

static void
set_ready (ScopeTaskStream *stream, const ScopeInterval *interval, ScopeStretch *stretch)
{
  const Fork *fork;

  if (interval->code != SCOPE_CODE_CREATED && (stream->begun || interval->code != SCOPE_CODE_RUNNABLE))
    {
      stretch->ready_by = interval->code == SCOPE_CODE_WOKEN || stream->last_does == SCOPE_DOES_WAIT
                                  || stream->last_does == SCOPE_DOES_TIMER
                              ? SCOPE_READY_WOKEN
                              : SCOPE_READY_AGAIN;
      return;
    }
  stretch->ready_by = SCOPE_READY_STARTED;
  if (scope_code_info (interval->code)->ref == SCOPE_REF_WAKER && scope_wait_cursor_thread (&stream->cursor, interval->ref) != SCOPE_NONE)
    {
      stretch->ready_by = SCOPE_READY_SPAWNED;
      stretch->by = (ScopeTaskId) { stream->id.machine, interval->ref - 1 };
    }
  else if ((fork = find_fork (stream->tasks, stream->id.machine, stretch->from)) != NULL && !scope_task_is_nobody (fork->by))
    {
      stretch->ready_by = SCOPE_READY_FORKED;
      stretch->by_message = TRUE;
      stretch->by = fork->by;
      stretch->sent = fork->sent;
      stretch->received = fork->received;
    }
}

static gboolean
read_next (ScopeTaskStream *stream, ScopeStretch *stretch, GError **error)
{
  ScopeInterval interval;
  ScopeWait wait;
  gboolean waits;

  if (!scope_wait_cursor_next_any (&stream->cursor, &interval, &wait, &waits, error))
    return FALSE;
  *stretch = (ScopeStretch) { .from = interval.from + stream->offset,
                              .to = scope_time_add (interval.to, stream->offset),
                              .sent = scope_time_add (interval.to, stream->offset),
                              .received = scope_time_add (interval.to, stream->offset),
                              .code = interval.code,
                              .does = does_of (interval.code),
                              .processor = SCOPE_NONE,
                              .by = SCOPE_NO_TASK };
  if (waits && !set_wait (stream, &wait, stretch, error))
    return FALSE;
  if (!waits && stretch->does == SCOPE_DOES_RUN && scope_code_info (interval.code)->ref == SCOPE_REF_RUNS && interval.ref > 0)
    stretch->processor = interval.ref - 1;
  else if (!waits && stretch->does == SCOPE_DOES_READY)
    set_ready (stream, &interval, stretch);
  stream->begun = TRUE;
  stream->last_does = stretch->does;
  return TRUE;
}

void
scope_task_stream_init (ScopeTaskStream *stream, ScopeTasks *tasks, ScopeTaskId id, gint64 from)
{
  ScopeMachine *machine = scope_trace_machine (tasks->trace, id.machine);

  memset (stream, 0, sizeof *stream);
  stream->tasks = tasks;
  stream->id = id;
  stream->offset = machine->offset;
  stream->open = TRUE;
  stream->begun = from > SCOPE_TIME_MIN;
  stream->last_does = SCOPE_DOES_UNKNOWN;
  scope_wait_cursor_init (&stream->cursor, tasks->waits, id.machine, id.thread,
                          from > SCOPE_TIME_MIN ? from - machine->offset : SCOPE_TIME_MIN, SCOPE_TIME_MAX);
}

/* Ready for two reasons in a row is ready. */
gboolean
scope_task_stream_next (ScopeTaskStream *stream, ScopeStretch *ret_stretch, GError **error)
{
  GError *local = NULL;

  if (stream->has_next)
    *ret_stretch = stream->next;
  else if (!read_next (stream, ret_stretch, error))
    return FALSE;
  stream->has_next = FALSE;
  while (ret_stretch->does == SCOPE_DOES_READY && (stream->has_next = read_next (stream, &stream->next, &local))
         && stream->next.does == SCOPE_DOES_READY && stream->next.from == ret_stretch->to)
    {
      ret_stretch->to = stream->next.to;
      stream->has_next = FALSE;
    }
  return scope_passed (local, error);
}

void
scope_task_stream_clear (ScopeTaskStream *stream)
{
  if (stream->open)
    scope_wait_cursor_clear (&stream->cursor);
  stream->open = FALSE;
}

/* --- pieces --- */

const char *
scope_piece_name (ScopeWaitPiece piece)
{
  static const char *const names[SCOPE_N_PIECES] = { "late_producer", "in_flight", "delivered_not_woken", "timer", "foreign",
                                                     "never", "unknown", "woken_not_run" };

  return names[piece];
}

gboolean
scope_stretch_waits (const ScopeStretch *stretch)
{
  return stretch->does == SCOPE_DOES_WAIT || stretch->does == SCOPE_DOES_TIMER || stretch->does == SCOPE_DOES_FOREIGN
         || stretch->does == SCOPE_DOES_NEVER
         || (stretch->does == SCOPE_DOES_UNKNOWN && scope_code_state (stretch->code) == SCOPE_STATE_BLOCKED);
}

ScopeWaitPiece
scope_stretch_piece (const ScopeStretch *stretch, gint64 time, gint64 *ret_until)
{
  *ret_until = stretch->to;
  switch (stretch->does)
    {
    case SCOPE_DOES_WAIT:
      if (time >= stretch->received && time >= stretch->sent)
        return SCOPE_PIECE_DELIVERED_NOT_WOKEN;
      *ret_until = MIN (time < stretch->sent ? stretch->sent : stretch->received, stretch->to);
      return time < stretch->sent ? SCOPE_PIECE_LATE_PRODUCER : SCOPE_PIECE_IN_FLIGHT;
    case SCOPE_DOES_TIMER:
      return SCOPE_PIECE_TIMER;
    case SCOPE_DOES_FOREIGN:
      return SCOPE_PIECE_FOREIGN;
    case SCOPE_DOES_NEVER:
      return SCOPE_PIECE_NEVER;
    case SCOPE_DOES_READY:
      return SCOPE_PIECE_WOKEN_NOT_RUN;
    default:
      return SCOPE_PIECE_UNKNOWN;
    }
}
