/* scope-erlang-processes.c: what Erlang's processes do: they are born, run, collect, wait, die.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/erlang/scope-erlang-replay-private.h"

#include "model/base/scope-unrecorded.h"

#include <string.h>

static ScopeEntity *
process_entity (ScopeErlangReplay *self, const ScopeErlangProcess *process)
{
  return self->sink->klass->entity (self->sink, SCOPE_KIND_PROCESS, process->process);
}

/* --- what a process does --- */

static guint
code_of (const ScopeErlangReplay *self, const ScopeErlangProcess *process)
{
  if (process->gc_start != SCOPE_TIME_MIN)
    return SCOPE_CODE_COLLECTING;
  if (process->running)
    return SCOPE_CODE_RUNNING;
  if (process->exited)
    return SCOPE_CODE_ABSENT;
  if (process->blocked != SCOPE_ERLANG_FREE)
    return process->blocked == SCOPE_ERLANG_BLOCKED ? SCOPE_CODE_BUSY_PORT : SCOPE_CODE_RUNNABLE;
  if (process->activity == SCOPE_ERLANG_IS_ACTIVE)
    return !self->runs_known ? SCOPE_CODE_ACTIVE : process->woken_by != 0 ? SCOPE_CODE_WOKEN : SCOPE_CODE_RUNNABLE;
  if (process->activity == SCOPE_ERLANG_INACTIVE)
    return SCOPE_CODE_WAITING;
  if (process->seen && !self->activity_known)
    return SCOPE_CODE_OUT;

  return SCOPE_CODE_UNKNOWN;
}

static void
set_life (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  process->entity->first = time;
  process_entity (self, process)->first = time;
}

void
scope_erlang_show_process (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  guint code = code_of (self, process);
  guint32 ref = 0;

  if (process->entity->first == SCOPE_TIME_MIN)
    set_life (self, process, time);
  if (code == SCOPE_CODE_RUNNING && process->scheduler > 0)
    ref = self->schedulers[process->scheduler - 1].index + 1;
  else if (code == SCOPE_CODE_WOKEN)
    ref = process->woken_by;
  else if (code == SCOPE_CODE_WAITING || code == SCOPE_CODE_OUT)
    ref = scope_erlang_function (self, process->function, time);
  process->code = (guint8) code;
  if (code == SCOPE_CODE_ABSENT && process->gone == SCOPE_TIME_MAX)
    process->gone = time;
  scope_erlang_said (self, SCOPE_ERLANG_SAID_PROCESS, (guint32) (process - self->processes), &process->epoch);
  scope_erlang_emit (self, process->lane, time, code, ref);
  scope_erlang_count_dirty (self, process, time);
}

void
scope_erlang_woken (ScopeErlangReplay *self, const ScopeErlangProcess *process, gint64 time, guint32 waker, ScopeWakeupCause cause)
{
  const gint64 row[SCOPE_WAKEUP_N_COLUMNS] = { time, process - self->processes, waker > 0 ? (gint64) waker - 1 : SCOPE_TABLE_NULL,
                                               SCOPE_TABLE_NULL, SCOPE_TABLE_NULL, cause };

  self->sink->klass->record (self->sink, SCOPE_TABLE_WAKEUPS, row);
}

/* --- in and out --- */

/* Nobody else can run there: whoever was in has gone, and no record says so. That is how those end of whom only runs are
 * recorded. What it did since it was heard of last is not known. */
static void
vanish (ScopeErlangReplay *self, ScopeErlangScheduler *scheduler)
{
  ScopeErlangProcess *process = &self->processes[scheduler->runner - 1];

  if (!process->running || process->exited || scheduler->runs == 0)
    return;
  scheduler->runs--;
  if (scheduler->runs == 0)
    scope_erlang_show_scheduler (self, scheduler, process->heard, SCOPE_CODE_UNKNOWN, 0);
  if (&self->schedulers[process->scheduler - 1] != scheduler)
    return; /* it went in elsewhere */
  process->running = process->seen = FALSE;
  process->activity = SCOPE_ERLANG_UNSAID;
  process->gc_start = SCOPE_TIME_MIN;
  scope_erlang_show_process (self, process, process->heard);
}

static void
migrate (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event)
{
  guint32 index = (guint32) (process - self->processes);
  const gint64 row[SCOPE_MIGRATION_N_COLUMNS]
      = { event->time, index, (gint64) process->scheduler - 1, event->processor };

  self->sink->klass->record (self->sink, SCOPE_TABLE_MIGRATIONS, row);
  process->entity->migrations++;
}

/* It waits no longer: whoever sent to it meanwhile has woken it. If nobody did, or, without exact stamps, none that was seen yet, then
 * what it does next tells. TRUE: it is known who did. */
static gboolean
explain_waking (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  gboolean known = process->waker != 0;

  if (known)
    scope_erlang_woken (self, process, time, process->waker, SCOPE_WOKEN_BY_THREAD);
  process->woken_at = known ? SCOPE_TIME_MIN : time;
  return known;
}

/* It goes in. If it waited, nothing says that it was made active. */
static void
explain_run (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  if (process->code == SCOPE_CODE_WAITING && !process->running)
    explain_waking (self, process, time);
  process->waker = 0;
}

/* What it does without having received anything, if that is recorded. */
static void
explain_by_event (ScopeErlangReplay *self, ScopeErlangProcess *process, guint type)
{
  if (process->woken_at == SCOPE_TIME_MIN || (type != SCOPE_ERL_TIMEOUT && type != SCOPE_ERL_EXIT))
    return;
  if (type == SCOPE_ERL_TIMEOUT || self->recorded_kinds & SCOPE_LACKS_RECEIVED)
    scope_erlang_woken (self, process, process->woken_at, 0, type == SCOPE_ERL_TIMEOUT ? SCOPE_WOKEN_BY_TIMER : SCOPE_WOKEN_BY_EXIT);
  process->woken_at = SCOPE_TIME_MIN;
}

static void
go_in (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event)
{
  ScopeErlangScheduler *scheduler = scope_erlang_scheduler (self, event->processor);
  gboolean first = scheduler != NULL && scheduler->code == SCOPE_CODE_UNKNOWN; /* that is said of it */

  explain_run (self, process, event->time);
  self->runs_known = TRUE;
  if (scheduler != NULL)
    {
      if (process->scheduler != 0 && process->scheduler != event->processor + 1u)
        migrate (self, process, event);
      process->scheduler = event->processor + 1u;
      scope_erlang_scheduler_goes_on (self, scheduler);
      if (scheduler->runner != 0 && !self->clocks_differ)
        vanish (self, scheduler);
      scheduler->runner = event->processor != SCOPE_ERLANG_DIRTY ? (guint32) (process - self->processes) + 1 : 0;
      scheduler->runs++;
      scheduler->entity->runs++;
      scope_erlang_show_scheduler (self, scheduler, event->time, SCOPE_CODE_RUNNING,
                                   (guint32) (process - self->processes) + 1);
      if (first)
        scope_erlang_schedulers_silent (self, event->time);
    }
  process->running = process->seen = TRUE;
  process->blocked = SCOPE_ERLANG_FREE;
  process->woken_by = 0;
  process->since = event->time;
  if (self->following)
    scope_erlang_follow_run (self, process);
  process->entity->runs++;
  scope_erlang_show_process (self, process, event->time);
}

static void
go_out (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event)
{
  ScopeErlangScheduler *scheduler = scope_erlang_scheduler (self, event->processor);
  gboolean first = scheduler != NULL && scheduler->code == SCOPE_CODE_UNKNOWN;

  self->runs_known = TRUE;
  if (scheduler != NULL && scheduler->runner == (guint32) (process - self->processes) + 1)
    scheduler->runner = 0;
  if (scheduler != NULL && scope_erlang_scheduler_goes_out (self, scheduler, process))
    {
      if (scheduler->runs > 0)
        scheduler->runs--;
      if (scheduler->runs == 0)
        scope_erlang_show_scheduler (self, scheduler, event->time, scope_erlang_scheduler_rest (self, scheduler), 0);
      if (first)
        scope_erlang_schedulers_silent (self, event->time);
    }
  if (process->exited && !process->running)
    return; /* that was said already */
  process->running = FALSE;
  process->seen = TRUE;
  process->out_since = event->time;
  process->woken_at = SCOPE_TIME_MIN;
  scope_erlang_show_process (self, process, event->time);
}

/* --- out without a record --- */

/* With the flag `exiting` a process that exits goes out a moment later, and runs until then. Without it that is its last record. Traces
 * of dbg do not say which flags they were made with. */
#define LEAVE_TICKS 1000000 /* rows of a sum of lanes may come so much late */

static void
leave (ScopeErlangReplay *self, ScopeErlangProcess *process)
{
  ScopeErlangScheduler *scheduler = process->scheduler > 0 ? &self->schedulers[process->scheduler - 1] : NULL;
  guint32 number = (guint32) (process - self->processes) + 1;

  if (!process->running)
    return;
  if (scheduler != NULL && scheduler->leaving == number)
    scope_erlang_scheduler_goes_on (self, scheduler);
  if (scheduler != NULL && scheduler->runner == number)
    scheduler->runner = 0;
  process->running = FALSE;
  process->gc_start = SCOPE_TIME_MIN;
  scope_erlang_show_process (self, process, process->entity->last);
}

void
scope_erlang_leave (ScopeErlangReplay *self, gint64 now)
{
  for (; self->n_left < self->leavers->len; self->n_left++)
    {
      ScopeErlangProcess *process = &self->processes[g_array_index (self->leavers, guint32, self->n_left)];

      self->leave_by = process->entity->last + LEAVE_TICKS;
      if (self->leave_by >= now)
        break;
      leave (self, process);
    }
  if (self->n_left == self->leavers->len)
    self->leave_by = SCOPE_TIME_MAX;
  if (self->n_left > self->leavers->len / 2) /* each is moved once in the mean, however many there are */
    {
      g_array_remove_range (self->leavers, 0, self->n_left);
      self->n_left = 0;
    }
}

void
scope_erlang_exits_are_known (ScopeErlangReplay *self)
{
  self->exits_known = TRUE;
  g_array_set_size (self->leavers, 0);
  self->n_left = 0;
  self->leave_by = SCOPE_TIME_MAX;
}

/* --- collections --- */

static gboolean
is_major (guint type)
{
  return type == SCOPE_ERL_GC_MAJOR_START || type == SCOPE_ERL_GC_MAJOR_END;
}

static void
collect (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event)
{
  ScopeErlangScheduler *scheduler
      = process->running && process->scheduler > 0 ? &self->schedulers[process->scheduler - 1] : NULL;
  gboolean start = event->type == SCOPE_ERL_GC_START || event->type == SCOPE_ERL_GC_MINOR_START
                   || event->type == SCOPE_ERL_GC_MAJOR_START;

  if (start)
    process->gc_start = event->time;
  else if (process->gc_start != SCOPE_TIME_MIN)
    {
      gint64 row[SCOPE_COLLECTION_N_COLUMNS];

      for (guint c = 0; c < SCOPE_COLLECTION_N_COLUMNS; c++)
        row[c] = SCOPE_TABLE_NULL;
      row[SCOPE_COLLECTION_START] = process->gc_start;
      row[SCOPE_COLLECTION_DURATION] = event->time - process->gc_start;
      if (event->processor != SCOPE_NO_PROCESSOR)
        row[SCOPE_COLLECTION_PROCESSOR] = event->processor;
      row[SCOPE_COLLECTION_GENERATION] = is_major (event->type);
      self->sink->klass->record (self->sink, SCOPE_TABLE_COLLECTIONS, row);
      process->entity->collections++;
      if (scheduler != NULL && scheduler->entity != NULL)
        scheduler->entity->collections++;
      process->gc_start = SCOPE_TIME_MIN;
    }
  if (scheduler != NULL && scheduler->entity != NULL && scheduler->runs == 1)
    scope_erlang_show_scheduler (self, scheduler, event->time, start ? SCOPE_CODE_COLLECTING : SCOPE_CODE_RUNNING,
                                 start ? 0 : (guint32) (process - self->processes) + 1);
  scope_erlang_show_process (self, process, event->time);
}

/* --- activity --- */

static void
activate (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event)
{
  gboolean active = event->type == SCOPE_ERL_ACTIVE;

  self->activity_known = TRUE;
  process->woken_by = 0;
  if (active && scope_erlang_probes_release (self, process, event->time))
    process->blocked = SCOPE_ERLANG_FREE; /* as it says now */
  else if (active && process->activity == SCOPE_ERLANG_INACTIVE && explain_waking (self, process, event->time))
    process->woken_by = process->waker;
  process->waker = 0;
  process->activity = active ? SCOPE_ERLANG_IS_ACTIVE : SCOPE_ERLANG_INACTIVE;
  if (!process->running)
    scope_erlang_show_process (self, process, event->time);
}

/* --- birth and death --- */

/* Who made it lives on another node: it is found when all are read, or remains a stranger, whose index is kept in the place of a thread's
 * process until then. */
static void
set_remote_parent (ScopeErlangReplay *self, ScopeEntity *entity, guint32 party)
{
  const ScopeErlangName *name = party > 0 && party < self->n_parties ? &self->parties[party] : NULL;
  guint32 stranger;

  if (name == NULL || name->kind != SCOPE_ERL_PROCESS || name->node == 0)
    return;
  entity->parent_machine = scope_erlang_node_number (scope_erlang_text (self, name->node));
  entity->parent = name->number;
  stranger = scope_erlang_stranger (self, party);
  if (stranger > 0)
    entity->process = stranger - 1;
}

void
scope_erlang_spawn (ScopeErlangReplay *self, const ScopeEvent *event)
{
  gboolean by_child = event->type == SCOPE_ERL_SPAWNED;
  guint32 child = by_child ? event->a : event->b, parent = by_child ? event->b : event->a;
  ScopeErlangProcess *process = scope_erlang_process (self, child), *maker;
  const char *entry = scope_erlang_text (self, event->c);
  ScopeEntity *entity;

  if (process == NULL || process->spawned)
    return;
  process->spawned = TRUE;
  entity = process_entity (self, process);
  self->sink->klass->set_entry (self->sink, process->entity, entry, strlen (entry));
  self->sink->klass->set_entry (self->sink, entity, entry, strlen (entry));
  process->function = event->c;
  if (process->entity->first == SCOPE_TIME_MIN)
    scope_erlang_show_process (self, process, event->time);
  maker = scope_erlang_process (self, parent);
  process = scope_erlang_process (self, child); /* it may have moved */
  if (maker == NULL)
    {
      set_remote_parent (self, entity, parent);
      return;
    }
  entity->parent = maker->process;
  process->entity->parent = (guint32) (maker - self->processes);
  if (maker->entity->first == SCOPE_TIME_MIN)
    scope_erlang_show_process (self, maker, event->time);
}

static void
end_life (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  const char *reason = scope_erlang_text (self, process->function);

  if (*reason != '\0')
    {
      self->sink->klass->set_reason (self->sink, process->entity, reason, strlen (reason));
      self->sink->klass->set_reason (self->sink, process_entity (self, process), reason, strlen (reason));
    }
  process->exited = TRUE;
  process->entity->last = process_entity (self, process)->last = time;
  process->entity->end = process_entity (self, process)->end
      = strcmp (reason, "normal") == 0 || strcmp (reason, "shutdown") == 0 ? SCOPE_END_FINISHED : SCOPE_END_KILLED;
  if (process->running)
    {
      guint32 index = (guint32) (process - self->processes);

      scope_erlang_scheduler_exits (self, process, time);
      scope_erlang_count_dirty (self, process, time);
      if (!self->exits_known)
        {
          g_array_append_val (self->leavers, index);
          self->leave_by = MIN (self->leave_by, time + LEAVE_TICKS);
        }
    }
  else
    scope_erlang_show_process (self, process, time);
}

/* What it runs from now on. */
static void
runs_in (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event)
{
  const gint64 row[SCOPE_RUNS_IN_N_COLUMNS]
      = { event->time, process - self->processes, scope_erlang_function (self, event->c, event->time) };

  process->function = process->runs_in = event->c;
  self->sink->klass->record (self->sink, SCOPE_TABLE_RUNS_IN, row);
}

void
scope_erlang_process_event (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event)
{
  process->heard = event->time;
  explain_by_event (self, process, event->type);
  if (!self->exits_known && event->type >= SCOPE_ERL_IN_EXITING && event->type <= SCOPE_ERL_OUT_EXITED)
    scope_erlang_exits_are_known (self);
  switch (event->type)
    {
    case SCOPE_ERL_IN:
    case SCOPE_ERL_IN_EXITING:
      if (event->c != 0 && event->c != process->runs_in)
        runs_in (self, process, event);
      else if (event->c != 0)
        process->function = event->c;
      go_in (self, process, event);
      break;
    case SCOPE_ERL_OUT:
    case SCOPE_ERL_OUT_EXITING:
    case SCOPE_ERL_OUT_EXITED:
      if (event->c != 0)
        process->function = event->c;
      go_out (self, process, event);
      break;
    case SCOPE_ERL_GC_START:
    case SCOPE_ERL_GC_END:
    case SCOPE_ERL_GC_MINOR_START:
    case SCOPE_ERL_GC_MINOR_END:
    case SCOPE_ERL_GC_MAJOR_START:
    case SCOPE_ERL_GC_MAJOR_END:
      collect (self, process, event);
      break;
    case SCOPE_ERL_ACTIVE:
    case SCOPE_ERL_INACTIVE:
      if (event->c != 0)
        process->function = event->c;
      activate (self, process, event);
      break;
    case SCOPE_ERL_EXIT:
      process->function = event->c; /* why */
      end_life (self, process, event->time);
      break;
    default:
      /* A record of it shows that it lives. */
      if (process->entity->first == SCOPE_TIME_MIN)
        scope_erlang_show_process (self, process, event->time);
      break;
    }
}

/* --- the end --- */

/* Who was there before the trace began lives from its beginning on. */
void
scope_erlang_processes_finish (ScopeErlangReplay *self, gint64 first, gint64 last, gint64 known)
{
  for (guint32 i = 0; i < self->n_processes; i++)
    {
      ScopeErlangProcess *process = &self->processes[i];
      ScopeEntity *entity = process_entity (self, process);
      gint64 end;

      if (process->entity->first == SCOPE_TIME_MIN)
        continue; /* others only named it */
      if (!process->spawned)
        set_life (self, process, first);
      if (!process->exited)
        process->entity->last = entity->last = last;
      /* It runs on for a moment when it exits; not every trace says until when. */
      end = !process->exited ? last : process->gone != SCOPE_TIME_MAX ? MIN (process->gone, last) : process->entity->last;
      self->sink->klass->life (self->sink, process->lane, process->entity->first, end);
      if (process->running)
        scope_erlang_follow_ended (self, process, known);
    }
}
