/* scope-eden-replay.c: Eden's processes, machines and messages.
 *
 * Lanes come from capability 0 alone, in its own order; the global stream (whose blocks lie anywhere in the file) only
 * gives the lives of processes and machine, which clip the lanes at the end, and the sends. So a member of an archive
 * is read once, front to back. The table of states is EdenTV's, with a woken thread runnable.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/eventlog/scope-eventlog-replay-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"

#include <string.h>

#define TAG_RFORK 0x55
#define TAG_TERMINATE 0x5b

/* An RFork that this machine received. */
typedef struct
{
  gint64 time;
  gint64 from_machine, from_process; /* numbers */
} Fork;

/* --- groups --- */

/* The first of these that any member is in. */
static guint
group_code (const ScopeGroup *group)
{
  if (group->some & (1u << SCOPE_STATE_RUNNING))
    return SCOPE_CODE_RUNNING;
  if (group->some & (1u << SCOPE_STATE_UNKNOWN)) /* it may be running */
    return SCOPE_CODE_UNKNOWN;
  if (group->some & (1u << SCOPE_STATE_RUNNABLE))
    return SCOPE_CODE_RUNNABLE;
  if (group->some & (1u << SCOPE_STATE_OUTSIDE))
    return SCOPE_CODE_FOREIGN_CALL;
  if (group->some & (1u << SCOPE_STATE_BLOCKED))
    return SCOPE_CODE_BLOCKED;

  return SCOPE_CODE_IDLE;
}

/* One member of the group leaves a state and enters another (ABSENT: it comes or goes). */
static void
group_change (ScopeEventlogReplay *self, ScopeGroup *group, ScopeState left, ScopeState entered, gint64 time)
{
  guint code;

  if (left < SCOPE_STATE_ABSENT && group->n[left] > 0 && --group->n[left] == 0)
    group->some &= (guint8) ~(1u << left);
  if (entered < SCOPE_STATE_ABSENT && group->n[entered]++ == 0)
    group->some |= (guint8) (1u << entered);
  code = group_code (group);
  if (code != group->code)
    {
      group->code = (guint8) code;
      scope_replay_emit (self, group->lane, time, code, 0);
    }
}

void
scope_replay_changed (ScopeEventlogReplay *self, guint32 task, ScopeState left, ScopeState entered, gint64 time)
{
  guint32 index = self->tasks[task].process;

  if (index != SCOPE_NONE)
    {
      ScopeGroup *group = &self->processes[index].group;
      ScopeState before = scope_code_state (group->code);

      group_change (self, group, left, entered, time);
      if (G_UNLIKELY (self->following))
        scope_replay_follow_process (self, index, time);
      left = before;
      entered = scope_code_state (group->code);
      if (left == entered)
        return;
    }
  if (self->has_machine)
    group_change (self, &self->machine, left, entered, time);
}

/* --- processes --- */

static ScopeProcess *
process_of (ScopeEventlogReplay *self, guint32 number, guint32 *ret_index)
{
  const ScopeSinkClass *klass = self->sink->klass;
  ScopeProcess *process;
  guint32 index;

  if (number == 0)
    return NULL; /* the runtime system itself */
  index = (number < SCOPE_NEAR_PROCESSES ? self->near_processes[number]
                                         : GPOINTER_TO_UINT (g_hash_table_lookup (self->process_numbers, GUINT_TO_POINTER (number))))
          - 1;
  if (index != SCOPE_NONE)
    {
      *ret_index = index;
      return &self->processes[index];
    }
  if (self->n_processes >= SCOPE_MAX_ENTITIES)
    {
      self->too_many = TRUE;
      return NULL;
    }
  index = klass->add_entity (self->sink, SCOPE_KIND_PROCESS, number, FALSE, SCOPE_CODE_IDLE);
  if (self->n_processes == self->n_processes_alloc)
    {
      self->n_processes_alloc = MAX (16, self->n_processes_alloc * 2);
      self->processes = g_renew (ScopeProcess, self->processes, self->n_processes_alloc);
    }
  g_assert (index == self->n_processes);
  process = &self->processes[self->n_processes++];
  *process = (ScopeProcess) { .entity = klass->entity (self->sink, SCOPE_KIND_PROCESS, index),
                              .created = SCOPE_TIME_MIN,
                              .killed = SCOPE_TIME_MAX };
  process->group.lane = process->entity->lane;
  process->group.code = SCOPE_CODE_IDLE;
  if (number < SCOPE_NEAR_PROCESSES)
    self->near_processes[number] = index + 1;
  else
    g_hash_table_insert (self->process_numbers, GUINT_TO_POINTER (number), GUINT_TO_POINTER (index + 1));
  *ret_index = index;

  return process;
}

static void
assign_thread (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  guint32 task = scope_replay_find_task (self, event->a), process;
  ScopeProcess *owner = process_of (self, event->b, &process);
  const char *label;

  if (owner == NULL)
    return;
  if (task != SCOPE_NONE && self->tasks[task].alive)
    return;
  task = scope_replay_add_task (self, event->a);
  if (task == SCOPE_NONE)
    return;
  label = g_hash_table_lookup (self->labels, GUINT_TO_POINTER (event->a));
  if (label != NULL)
    self->sink->klass->set_name (self->sink, self->tasks[task].entity, label, strlen (label));
  if (event->processor != SCOPE_NO_PROCESSOR)
    scope_eventlog_take_task (self, event->processor, task);
  self->tasks[task].process = process;
  self->tasks[task].entity->process = process;
  self->processes[process].entity->threads++;
  if (owner->entity->first == SCOPE_TIME_MIN)
    owner->entity->first = event->time;
  scope_replay_set_task (self, task, event->time, SCOPE_CODE_CREATED, 0);
}

guint
scope_eden_stop_code (ScopeEventlogReplay *self, guint32 task, const ScopeEvent *event, guint32 *ret_ref)
{
  *ret_ref = 0;
  switch (event->b)
    {
    case SCOPE_STOP_FINISHED:
      return SCOPE_CODE_ABSENT;
    case SCOPE_STOP_HEAP_OVERFLOW:
      return SCOPE_CODE_HEAP_OVERFLOW;
    case SCOPE_STOP_STACK_OVERFLOW:
      return SCOPE_CODE_STACK_OVERFLOW;
    case SCOPE_STOP_YIELDING:
      return SCOPE_CODE_YIELDED;
    case SCOPE_STOP_BLOCKED:
      return SCOPE_CODE_BLOCKED;
    case SCOPE_STOP_MVAR:
      return SCOPE_CODE_MVAR;
    case SCOPE_STOP_BLACK_HOLE:
      {
        /* An owner that is no thread of the process is junk behind a placeholder: it waits for a message. */
        guint32 owner = event->c != 0 ? scope_replay_find_task (self, event->c) : SCOPE_NONE;

        if (owner == SCOPE_NONE || owner == task || !self->tasks[owner].alive
            || self->tasks[owner].process != self->tasks[task].process)
          return SCOPE_CODE_PLACEHOLDER;
        *ret_ref = owner + 1;
        return SCOPE_CODE_BLACKHOLE;
      }
    case SCOPE_STOP_DELAY:
      return SCOPE_CODE_DELAY;
    case SCOPE_STOP_STM:
      return SCOPE_CODE_STM;
    case SCOPE_STOP_DO_PROC:
      return SCOPE_CODE_DO_PROC;
    case SCOPE_STOP_MSG_THROW_TO_OLD:
      return SCOPE_CODE_THROW_TO;
    case SCOPE_STOP_MIGRATING:
      return SCOPE_CODE_MIGRATING;
    case SCOPE_STOP_MSG_THROW_TO: /* Eden's number for it */
    case SCOPE_STOP_GLOBALISE:
      return SCOPE_CODE_GLOBALISE;
    case SCOPE_STOP_MVAR_READ:
      return SCOPE_CODE_RUNNABLE_MVAR_READ;
    case SCOPE_STOP_READ:
      return SCOPE_CODE_OUTSIDE_READ;
    case SCOPE_STOP_WRITE:
      return SCOPE_CODE_OUTSIDE_WRITE;
    case SCOPE_STOP_FOREIGN_CALL:
    case SCOPE_STOP_CCALL:
    case SCOPE_STOP_CCALL_NO_INTERRUPT:
      return SCOPE_CODE_FOREIGN_CALL;
    default:
      return SCOPE_CODE_STOPPED;
    }
}

/* --- messages --- */

static void
count_message (ScopeEventlogReplay *self, guint32 process, gboolean received)
{
  guint32 index;
  ScopeProcess *p = process_of (self, process, &index);

  if (p != NULL && received)
    p->entity->received++;
  else if (p != NULL)
    p->entity->sent++;
}

static void
send_message (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  ScopeMessageEnd end = { .time = event->time,
                          .tag = (guint8) scope_be (event, 0, 1),
                          .from_machine = self->clock.number,
                          .from_process = (guint32) scope_be (event, 1, 4),
                          .from_port = (guint32) scope_be (event, 5, 4),
                          .to_machine = (guint32) scope_be (event, 9, 2),
                          .to_process = (guint32) scope_be (event, 11, 4),
                          .to_port = (guint32) scope_be (event, 15, 4) };

  count_message (self, end.from_process, FALSE);
  self->sink->klass->message (self->sink, &end);
}

void
scope_eden_arrived (ScopeEventlogReplay *self)
{
  if (self->has_arrival)
    self->sink->klass->message (self->sink, &self->arrival);
  self->has_arrival = FALSE;
}

/* A thread that the message wakes is named by the very next event of this buffer. */
static void
receive_message (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  ScopeMessageEnd end = { .time = event->time,
                          .received = TRUE,
                          .tag = (guint8) scope_be (event, 0, 1),
                          .to_machine = self->clock.number,
                          .to_process = (guint32) scope_be (event, 1, 4),
                          .to_port = (guint32) scope_be (event, 5, 4),
                          .from_machine = (guint32) scope_be (event, 9, 2),
                          .from_process = (guint32) scope_be (event, 11, 4),
                          .from_port = (guint32) scope_be (event, 15, 4),
                          .size = (guint32) scope_be (event, 19, 4) };

  if (end.tag == TAG_RFORK && self->forks->len < SCOPE_MAX_ENTITIES)
    {
      Fork fork = { event->time, end.from_machine, end.from_process };
      g_array_append_val (self->forks, fork);
    }
  /* It ends the thread that it is sent to, which runs once more for that, without a wake-up. */
  if (end.tag == TAG_TERMINATE)
    end.thread = scope_replay_find_task (self, end.to_port) + 1; /* SCOPE_NONE gives 0 */
  self->received++;
  count_message (self, end.to_process, TRUE);
  scope_eden_arrived (self);
  self->arrival = end;
  self->has_arrival = TRUE;
}

static void
local_message (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  ScopeMessageEnd end = { .time = event->time,
                          .local = TRUE,
                          .tag = (guint8) scope_be (event, 0, 1),
                          .from_machine = self->clock.number,
                          .from_process = (guint32) scope_be (event, 1, 4),
                          .from_port = (guint32) scope_be (event, 5, 4),
                          .to_machine = self->clock.number,
                          .to_process = (guint32) scope_be (event, 9, 4),
                          .to_port = (guint32) scope_be (event, 13, 4) };

  count_message (self, end.from_process, FALSE);
  count_message (self, end.to_process, TRUE);
  self->sink->klass->message (self->sink, &end);
}

static void
record_phase (ScopeEventlogReplay *self, gint64 start, gint64 duration, gint64 messages)
{
  const gint64 values[SCOPE_RECEIVING_N_COLUMNS] = { start, duration, messages };

  self->sink->klass->record (self->sink, SCOPE_TABLE_RECEIVING, values);
}

void
scope_eden_phase_counts (ScopeEventlogReplay *self)
{
  if (self->idle_phase[1] > 0)
    record_phase (self, self->idle_phase[0], self->idle_phase[1], 0);
  self->idle_phase[1] = 0;
}

/* A phase without a message of the program after which no thread runs any more brought FINISH, the runtime's own: it is
 * no time spent receiving. */
static void
receive_phase (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  if (event->type == SCOPE_EV_START_RECEIVE)
    {
      scope_eden_phase_counts (self);
      self->receiving = event->time;
      self->received = 0;
    }
  else if (self->receiving != SCOPE_TIME_MIN)
    {
      if (self->received > 0)
        record_phase (self, self->receiving, event->time - self->receiving, self->received);
      else
        {
          self->idle_phase[0] = self->receiving;
          self->idle_phase[1] = event->time - self->receiving;
        }
      self->receiving = SCOPE_TIME_MIN;
    }
}

static void
create_machine (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  if (self->clock.has_number)
    return;
  self->clock.has_number = TRUE;
  self->clock.number = (guint32) scope_be (event, 0, 2);
  self->clock.startup = scope_be (event, 2, 8);
  self->clock.startup_time = event->time;
  self->machine_created = event->time;
}

gboolean
scope_eden_event (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  guint32 index;
  ScopeProcess *process;

  if (!self->eden || event->type < SCOPE_EV_START_RECEIVE || event->type > SCOPE_EV_SEND_RECEIVE_LOCAL_MESSAGE)
    {
      /* A label may come before the thread's assignment. */
      if (self->eden && event->type == SCOPE_EV_THREAD_LABEL
          && scope_replay_find_task (self, event->a) == SCOPE_NONE && event->size > 4
          && g_hash_table_size (self->labels) < SCOPE_MAX_ENTITIES)
        {
          g_hash_table_insert (self->labels, GUINT_TO_POINTER (event->a),
                               g_strndup ((const char *) event->payload + 4, event->size - 4));
          return TRUE;
        }
      return FALSE;
    }
  switch (event->type)
    {
    case SCOPE_EV_START_RECEIVE:
    case SCOPE_EV_END_RECEIVE:
      receive_phase (self, event);
      break;
    case SCOPE_EV_CREATE_PROCESS:
      process = process_of (self, event->a, &index);
      if (process != NULL && process->created == SCOPE_TIME_MIN)
        process->created = event->time;
      break;
    case SCOPE_EV_KILL_PROCESS:
      process = process_of (self, event->a, &index);
      if (process != NULL && process->killed == SCOPE_TIME_MAX)
        process->killed = event->time;
      if (process != NULL && self->following)
        scope_replay_follow_process (self, index, event->time);
      break;
    case SCOPE_EV_ASSIGN_THREAD_TO_PROCESS:
      assign_thread (self, event);
      break;
    case SCOPE_EV_CREATE_MACHINE:
      create_machine (self, event);
      break;
    case SCOPE_EV_KILL_MACHINE:
      self->machine_killed = MIN (self->machine_killed, event->time);
      break;
    case SCOPE_EV_SEND_MESSAGE:
      send_message (self, event);
      break;
    case SCOPE_EV_RECEIVE_MESSAGE:
      receive_message (self, event);
      break;
    default:
      local_message (self, event);
    }

  return TRUE;
}

/* --- the end --- */

SCOPE_COMPARE_POINTERS_BY (compare_created, ScopeProcess, SCOPE_UP (created))

/* The process created next after an RFork was received is its child. */
static void
find_parents (ScopeEventlogReplay *self)
{
  g_autoptr (GPtrArray) created = g_ptr_array_new ();
  guint next = 0;

  for (guint32 i = 0; i < self->n_processes; i++)
    if (self->processes[i].created != SCOPE_TIME_MIN)
      g_ptr_array_add (created, &self->processes[i]);
  g_ptr_array_sort (created, compare_created);
  SCOPE_EACH (const Fork, fork, self->forks)
    {
      while (next < created->len && ((ScopeProcess *) g_ptr_array_index (created, next))->created < fork->time)
        next++;
      if (next < created->len)
        {
          ScopeEntity *entity = ((ScopeProcess *) g_ptr_array_index (created, next++))->entity;
          entity->parent_machine = (guint32) fork->from_machine;
          entity->parent = (guint32) fork->from_process;
        }
    }
}

static void
finish_process (ScopeEventlogReplay *self, ScopeProcess *process, gint64 end)
{
  ScopeEntity *entity = process->entity;

  if (process->created != SCOPE_TIME_MIN)
    entity->first = process->created;
  if (entity->first == SCOPE_TIME_MIN)
    return; /* only messages name it */
  entity->last = MAX (MIN (process->killed, end), entity->first);
  entity->end = process->killed <= end                    ? SCOPE_END_FINISHED
                : self->machine_killed != SCOPE_TIME_MAX ? SCOPE_END_KILLED
                                                         : SCOPE_END_OPEN;
  self->sink->klass->life (self->sink, entity->lane, entity->first, entity->last);
}

void
scope_eden_finish (ScopeEventlogReplay *self, gint64 end)
{
  find_parents (self);
  for (guint32 i = 0; i < self->n_processes; i++)
    finish_process (self, &self->processes[i], end);
  /* KillProcess ends all its threads. */
  for (guint32 i = 0; i < self->n_tasks; i++)
    {
      ScopeTask *task = &self->tasks[i];
      gint64 killed = task->process != SCOPE_NONE ? self->processes[task->process].killed : SCOPE_TIME_MAX;

      if (killed != SCOPE_TIME_MAX && (task->alive || task->entity->last > killed) && killed <= end)
        {
          task->alive = FALSE;
          task->entity->last = MAX (killed, task->entity->first);
          task->entity->end = SCOPE_END_KILLED;
          self->sink->klass->life (self->sink, task->lane, task->entity->first, task->entity->last);
        }
    }
}
