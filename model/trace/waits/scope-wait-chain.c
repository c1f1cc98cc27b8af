/* scope-wait-chain.c: see scope-wait-chain.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/waits/scope-wait-chain.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-task.h"
#include "model/trace/document/scope-query-range.h"

#define MOST_STEPS 200000u /* then nobody wants to know any more */
#define MOST_AT_ONCE 64u

typedef struct
{
  ScopeTrace *trace;
  ScopeMachine *machine;
  gint64 offset;
  ScopeWaits *waits;
  ScopeWaitChain *why;
  GError *error;
} Asking;

void
scope_wait_chain_free (ScopeWaitChain *why)
{
  if (why == NULL)
    return;
  g_array_unref (why->steps);
  g_free (why);
}

gboolean
scope_wait_chain_is_probable (const ScopeWaitChain *why)
{
  return why->depth > 1;
}

const ScopeWaitChainStep *
scope_wait_chain_root (const ScopeWaitChain *why)
{
  return why->steps->len > 0 ? &g_array_index (why->steps, ScopeWaitChainStep, why->steps->len - 1) : NULL;
}

gboolean
scope_wait_chain_get_waker (const ScopeWaitChain *why, ScopeLaneId *ret_lane, gint64 *ret_time)
{
  const ScopeWaitChainStep *first, *next;

  if (why->has_waker)
    {
      *ret_lane = why->waker;
      *ret_time = why->woken;
      return TRUE;
    }
  if (why->steps->len < 2)
    return FALSE;
  first = &g_array_index (why->steps, ScopeWaitChainStep, 0);
  next = first + 1;
  if (!next->has_lane || next->kind >= SCOPE_WAIT_CHAIN_TIMER)
    return FALSE;
  *ret_lane = next->lane;
  *ret_time = next->kind == SCOPE_WAIT_CHAIN_MESSAGE ? next->from : first->to;
  return TRUE;
}

static ScopeLaneId
thread_lane (const Asking *asking, guint32 thread)
{
  return (ScopeLaneId) { asking->machine->index, SCOPE_KIND_THREAD, thread };
}

/* --- steps --- */

/* Keeps the first and the last ones. */
static void
add_step (ScopeWaitChain *why, const ScopeWaitChainStep *step)
{
  if (why->steps->len == SCOPE_WAIT_CHAIN_FIRST_STEPS + SCOPE_WAIT_CHAIN_LAST_STEPS)
    {
      g_array_remove_index (why->steps, SCOPE_WAIT_CHAIN_FIRST_STEPS);
      why->n_left_out++;
    }
  g_array_append_val (why->steps, *step);
}

static void
add_wait (Asking *asking, const ScopeWait *wait)
{
  ScopeWaitChainStep step = { .kind = SCOPE_WAIT_CHAIN_WAIT,
                              .lane = thread_lane (asking, wait->thread),
                              .has_lane = TRUE,
                              .from = wait->from + asking->offset,
                              .to = scope_time_add (wait->to, asking->offset),
                              .code = wait->code,
                              .function = wait->function,
                              .has_owner = wait->owner != SCOPE_NONE };

  if (step.has_owner)
    step.owner = thread_lane (asking, wait->owner);
  add_step (asking->why, &step);
}

/* What a lane did within [from, to), trace time; nothing if that is empty. */
static void
read_meanwhile (Asking *asking, ScopeLaneId lane, gint64 from, gint64 to, gint64 totals[SCOPE_N_STATES])
{
  ScopeMachine *machine = scope_trace_machine (asking->trace, lane.machine);
  gint64 offset = scope_trace_offset (asking->trace, machine);

  if (to > from && asking->error == NULL)
    scope_lane_store_range_totals (machine->lanes, scope_trace_lane (asking->trace, lane), from - offset, to - offset,
                                   totals, &asking->error);
}

/* Eden's outport is the thread that sends. Else the process will do. */
static gboolean
find_sender (Asking *asking, const ScopeWaitMessage *message, ScopeLaneId *ret_lane)
{
  g_autofree char *thread = g_strdup_printf ("%u", message->from_port);
  ScopeMachine *machine;
  guint32 index;

  if (message->from_machine >= scope_trace_n_machines (asking->trace))
    return FALSE;
  machine = scope_trace_machine (asking->trace, message->from_machine);
  index = scope_machine_find_entity (machine, SCOPE_KIND_THREAD, thread);
  *ret_lane = (ScopeLaneId) { machine->index, SCOPE_KIND_THREAD, index };
  if (message->from_port != 0 && index != SCOPE_NONE)
    return TRUE;
  index = scope_machine_find_number (machine, SCOPE_KIND_PROCESS, message->from_process);
  *ret_lane = (ScopeLaneId) { machine->index, SCOPE_KIND_PROCESS, index };
  return index != SCOPE_NONE;
}

/* `first` is the wait whose root it is. */
static void
add_message (Asking *asking, const ScopeWaitMessage *message, const ScopeWait *first)
{
  ScopeWaitChainStep step = { .kind = SCOPE_WAIT_CHAIN_MESSAGE, .message = *message };
  gint64 start = first->from + asking->offset;

  step.to = message->receive + asking->offset;
  step.from = step.to;
  step.has_lane = find_sender (asking, message, &step.lane);
  step.sent = message->send != SCOPE_TABLE_NULL && message->from_machine < scope_trace_n_machines (asking->trace);
  if (step.sent)
    step.from = message->send
                + scope_trace_offset (asking->trace, scope_trace_machine (asking->trace, message->from_machine));
  if (step.sent && step.has_lane)
    read_meanwhile (asking, step.lane, start, step.from, step.meanwhile);
  add_step (asking->why, &step);
}

static void
add_ready (Asking *asking, guint32 thread, const ScopeWait *first, gint64 until)
{
  ScopeWaitChainStep step = { .kind = SCOPE_WAIT_CHAIN_READY,
                              .lane = thread_lane (asking, thread),
                              .has_lane = TRUE,
                              .from = first->from + asking->offset,
                              .to = until + asking->offset };
  ScopeMachine *machine = asking->machine;
  gint64 born = scope_machine_entity (machine, SCOPE_KIND_THREAD, thread)->first + asking->offset;

  step.from = CLAMP (born, step.from, step.to);
  read_meanwhile (asking, step.lane, step.from, step.to, step.meanwhile);
  add_step (asking->why, &step);
}

static void
add_plain (Asking *asking, ScopeWaitChainKind kind, const ScopeWait *wait)
{
  ScopeWaitChainStep step = { .kind = kind,
                              .lane = thread_lane (asking, wait->thread),
                              .has_lane = TRUE,
                              .cause = wait->cause,
                              .from = scope_time_add (wait->to, asking->offset),
                              .to = scope_time_add (wait->to, asking->offset) };

  add_step (asking->why, &step);
}

/* The same walk as scope_waits_root(), with all that lies on the way. */
static void
follow_back (Asking *asking, const ScopeWait *first)
{
  ScopeWait at = *first, before;
  guint32 thread = first->waker;
  guint at_once = 0;

  add_wait (asking, first);
  if (first->has_message)
    {
      asking->why->depth = 1;
      add_message (asking, &first->message, first);
      return;
    }
  if (first->end_by != SCOPE_WAIT_WAKEUP || first->waker == SCOPE_NONE)
    {
      add_plain (asking, first->end_by == SCOPE_WAIT_END ? SCOPE_WAIT_CHAIN_END : SCOPE_WAIT_CHAIN_TIMER, first);
      return;
    }
  asking->why->depth = 1;
  while (scope_waits_step (asking->waits, &at, first->from, &before, &asking->error))
    {
      gboolean message = before.has_message && before.message.receive > first->from;

      at_once = before.to == at.to ? at_once + 1 : 0;
      if (at_once > MOST_AT_ONCE || asking->why->depth > MOST_STEPS)
        break;
      if (!message && before.has_message)
        break; /* from before this wait */
      if (!message && (before.end_by != SCOPE_WAIT_WAKEUP || before.waker == SCOPE_NONE))
        {
          if (scope_wait_root_of_cause (&before, SCOPE_ROOT_NONE) == SCOPE_ROOT_NONE)
            break;
          add_wait (asking, &before);
          add_plain (asking, SCOPE_WAIT_CHAIN_TIMER, &before);
          return;
        }
      add_wait (asking, &before);
      asking->why->depth++;
      if (message)
        {
          add_message (asking, &before.message, first);
          return;
        }
      thread = before.waker;
      at = before;
    }
  if (asking->error == NULL)
    add_ready (asking, thread, first, at.to);
}

/* --- whose way --- */

/* A process or machine stops being blocked with the first of its threads that goes on: woken at `time`, or running
 * again. */
static guint32
first_to_go_on (Asking *asking, gint64 time)
{
  const ScopeLaneId *lane = &asking->why->lane;
  ScopeMachine *machine = asking->machine;
  guint32 found = SCOPE_NONE;

  SCOPE_EACH_ROW (values, machine->tables[SCOPE_TABLE_WAKEUPS], time, time + 1, NULL, &asking->error)
    {
      guint32 thread = (guint32) values[SCOPE_WAKEUP_THREAD];

      if (values[SCOPE_WAKEUP_TIME] == time && thread < scope_machine_n_entities (machine, SCOPE_KIND_THREAD)
          && (lane->kind != SCOPE_KIND_PROCESS
              || scope_machine_entity (machine, SCOPE_KIND_THREAD, thread)->process == lane->index))
        return thread;
    }
  for (guint32 i = 0; found == SCOPE_NONE && i < scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR); i++)
    {
      ScopeInterval interval;
      guint32 store_lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->lane;

      if (scope_lane_store_interval_at (machine->lanes, store_lane, time, &interval, NULL)
          && interval.code == SCOPE_CODE_RUNNING && interval.from == time && interval.ref > 0
          && interval.ref <= scope_machine_n_entities (machine, SCOPE_KIND_THREAD)
          && (lane->kind != SCOPE_KIND_PROCESS
              || scope_machine_entity (machine, SCOPE_KIND_THREAD, interval.ref - 1)->process == lane->index))
        found = interval.ref - 1;
    }
  return found;
}

/* Something new to do may end it as well: a process or thread that begins just then. */
static gboolean
find_born (Asking *asking, gint64 time, ScopeLaneId *ret_born)
{
  const ScopeLaneId *lane = &asking->why->lane;

  for (guint kind = lane->kind == SCOPE_KIND_MACHINE ? SCOPE_KIND_PROCESS : SCOPE_KIND_THREAD; kind <= SCOPE_KIND_THREAD;
       kind++)
    for (guint32 i = 0; i < scope_machine_n_entities (asking->machine, (ScopeKind) kind); i++)
      {
        const ScopeEntity *entity = scope_machine_entity (asking->machine, (ScopeKind) kind, i);

        if (entity->first == time && (lane->kind == SCOPE_KIND_MACHINE || entity->process == lane->index))
          {
            *ret_born = (ScopeLaneId) { asking->machine->index, (ScopeKind) kind, i };
            return TRUE;
          }
      }

  return FALSE;
}

static void
add_born (Asking *asking)
{
  ScopeWaitChain *why = asking->why;
  ScopeWaitChainStep step = { .kind = SCOPE_WAIT_CHAIN_BORN, .has_lane = TRUE, .from = why->from, .to = why->to };
  const ScopeEntity *entity;

  if (!find_born (asking, why->to - asking->offset, &step.born))
    return;
  entity = scope_machine_entity (asking->machine, step.born.kind, step.born.index);
  /* The first thread of a new process begins a little later than that. */
  if (step.born.kind == SCOPE_KIND_THREAD && why->lane.kind == SCOPE_KIND_MACHINE && entity->process != SCOPE_NONE
      && scope_machine_entity (asking->machine, SCOPE_KIND_PROCESS, entity->process)->first + asking->offset >= why->from)
    {
      step.born = (ScopeLaneId) { asking->machine->index, SCOPE_KIND_PROCESS, entity->process };
      entity = scope_machine_entity (asking->machine, SCOPE_KIND_PROCESS, entity->process);
    }
  step.lane = step.born;
  if (step.born.kind == SCOPE_KIND_PROCESS && entity->parent != SCOPE_NONE
      && entity->parent_machine < scope_trace_n_machines (asking->trace))
    {
      step.lane = (ScopeLaneId) { entity->parent_machine, SCOPE_KIND_PROCESS, entity->parent };
      read_meanwhile (asking, step.lane, step.from, step.to, step.meanwhile);
    }
  add_step (why, &step);
}

static void
explain_blocked (Asking *asking, gint64 time)
{
  ScopeWaitChain *why = asking->why;
  guint32 thread = why->lane.kind == SCOPE_KIND_THREAD ? why->lane.index
                                                       : first_to_go_on (asking, why->to - asking->offset);
  ScopeWait wait;

  if (thread == SCOPE_NONE && asking->error == NULL)
    add_born (asking);
  if (thread == SCOPE_NONE || asking->error != NULL)
    return;
  why->has_thread = TRUE;
  why->thread = thread_lane (asking, thread);
  /* Of a process: the thread's wait may have begun long before, but holds at its end. */
  if (why->lane.kind != SCOPE_KIND_THREAD)
    time = why->to - asking->offset - 1;
  if (scope_waits_at (asking->waits, asking->machine->index, thread, time, &wait, &asking->error))
    follow_back (asking, &wait);
}

/* --- ready, running --- */

/* Whoever made the thread ready for the slice that holds at `time`. */
static void
find_waker (Asking *asking, guint32 store_lane, gint64 time)
{
  ScopeInterval interval, before;
  ScopeWaitChain *why = asking->why;

  if (!scope_lane_store_interval_at (asking->machine->lanes, store_lane, time, &interval, &asking->error))
    return;
  if (scope_code_state (interval.code) == SCOPE_STATE_RUNNING)
    {
      if (!scope_lane_store_interval_at (asking->machine->lanes, store_lane, interval.from - 1, &before,
                                         &asking->error))
        return;
      interval = before;
    }
  if (scope_code_info (interval.code)->ref != SCOPE_REF_WAKER || interval.ref == 0
      || interval.ref > scope_machine_n_entities (asking->machine, SCOPE_KIND_THREAD))
    return;
  why->has_waker = TRUE;
  why->waker = thread_lane (asking, interval.ref - 1);
  why->woken = interval.from + asking->offset;
}

/* Where the thread ran afterwards is where it had waited for its turn. */
/* For how long of it the nonmoving collector stops all, as far as the processor is idle. */
static void
read_stopped (Asking *asking)
{
  ScopeWaitChain *why = asking->why;
  gint64 from = why->from - asking->offset, to = why->to - asking->offset;

  SCOPE_EACH_ROW (row, asking->machine->tables[SCOPE_TABLE_CONCURRENT], from, to, NULL, &asking->error)
    if (row[SCOPE_CONCURRENT_PHASE] == SCOPE_CONCURRENT_SYNC)
      why->stopped += MAX (MIN (row[SCOPE_CONCURRENT_START] + row[SCOPE_CONCURRENT_DURATION], to) - MAX (row[SCOPE_CONCURRENT_START], from), 0);
  why->stopped = MIN (why->stopped, why->meanwhile[SCOPE_STATE_IDLE]);
}

static void
find_processor (Asking *asking, guint32 store_lane)
{
  ScopeWaitChain *why = asking->why;
  ScopeInterval next;

  if (!scope_lane_store_interval_at (asking->machine->lanes, store_lane, why->to - asking->offset, &next,
                                     &asking->error)
      || next.code != SCOPE_CODE_RUNNING || next.ref == 0)
    return;
  why->processor = (ScopeLaneId) { asking->machine->index, SCOPE_KIND_PROCESSOR,
                                   scope_machine_find_processor (asking->machine, next.ref - 1) };
  why->has_processor = why->processor.index != SCOPE_NONE;
  if (why->has_processor)
    {
      read_meanwhile (asking, why->processor, why->from, why->to, why->meanwhile);
      read_stopped (asking);
    }
}

/* Erlang's processes are their own threads. */
static ScopeLaneId
who_waits (ScopeTrace *trace, ScopeLaneId lane)
{
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  guint32 store_lane = scope_trace_lane (trace, lane);

  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG && lane.kind == SCOPE_KIND_PROCESS)
    for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_THREAD); i++)
      if (scope_machine_entity (machine, SCOPE_KIND_THREAD, i)->lane == store_lane)
        return (ScopeLaneId) { lane.machine, SCOPE_KIND_THREAD, i };

  return lane;
}

ScopeWaitChain *
scope_wait_chain_ask (ScopeTrace *trace, ScopeLaneId lane, gint64 time, GCancellable *cancellable, GError **error)
{
  g_autoptr (ScopeWaitChain) why = g_new0 (ScopeWaitChain, 1);
  g_autoptr (ScopeWaits) waits = scope_waits_new (trace, cancellable);
  Asking asking = { trace, scope_trace_machine (trace, lane.machine), 0, waits, why, NULL };
  guint32 store_lane = scope_trace_lane (trace, lane);
  ScopeInterval interval;

  lane = who_waits (trace, lane);
  asking.offset = scope_trace_offset (trace, asking.machine);
  why->steps = g_array_new (FALSE, TRUE, sizeof (ScopeWaitChainStep));
  why->lane = lane;
  if (store_lane == SCOPE_NONE || lane.kind == SCOPE_KIND_THREADS
      || !scope_lane_store_interval_at (asking.machine->lanes, store_lane, time - asking.offset, &interval, error))
    return NULL;
  why->from = interval.from + asking.offset;
  why->to = scope_time_add (interval.to, asking.offset);
  why->code = interval.code;
  if (scope_code_state (interval.code) == SCOPE_STATE_BLOCKED)
    explain_blocked (&asking, time - asking.offset);
  else if (lane.kind == SCOPE_KIND_THREAD)
    {
      find_waker (&asking, store_lane, time - asking.offset);
      if (asking.error == NULL && scope_code_state (interval.code) == SCOPE_STATE_RUNNABLE)
        find_processor (&asking, store_lane);
    }
  return scope_passed (asking.error, error) ? g_steal_pointer (&why) : NULL;
}

/* --- off the main thread --- */

typedef struct
{
  ScopeLaneId lane;
  gint64 time;
} Question;

static gpointer
answer (gpointer source, gconstpointer question, GCancellable *cancellable, GError **error)
{
  const Question *q = question;

  return scope_wait_chain_ask (source, q->lane, q->time, cancellable, error);
}

void
scope_wait_chain_ask_async (ScopeTrace *trace, ScopeLaneId lane, gint64 time, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  const Question question = { lane, time };

  scope_task_ask (trace, answer, &question, sizeof question, (GDestroyNotify) scope_wait_chain_free, cancellable, callback,
                  user_data);
}
