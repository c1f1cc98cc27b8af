/* scope-eventlog-cores.c: what a processor does when it runs no thread: it collects; or nobody knows, for what it wrote is lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/eventlog/scope-eventlog-replay-private.h"

#include "model/base/scope-unrecorded.h"

static void
back_to_work (ScopeEventlogReplay *self, ScopeCap *cap, gint64 time)
{
  guint code = cap->unscheduled ? SCOPE_CODE_UNKNOWN : self->rest;

  scope_replay_emit_cap (self, cap, time, cap->current != 0 ? SCOPE_CODE_RUNNING : code, cap->current);
}

void
scope_eventlog_end_collecting (ScopeEventlogReplay *self, ScopeCap *cap, gint64 limit)
{
  gint64 end = cap->gc_end != SCOPE_TIME_MIN ? MIN (cap->gc_end, limit) : limit;

  if (cap->gc_start == SCOPE_TIME_MIN)
    return;
  back_to_work (self, cap, MAX (end, cap->gc_start));
  cap->gc_start = cap->gc_end = SCOPE_TIME_MIN;
}

void
scope_eventlog_gc_start (ScopeEventlogReplay *self, ScopeCap *cap, gint64 time)
{
  scope_eventlog_end_collecting (self, cap, time);
  if (!cap->stats_late)
    scope_eventlog_collected (self, cap);
  scope_eventlog_active (self);
  self->collects = TRUE;
  self->rest = SCOPE_CODE_IDLE;
  cap->gc_start = cap->last_gc_start = time;
  cap->last_gc_end = SCOPE_TIME_MIN;
  cap->last_gc_request = cap->requested;
  cap->requested = SCOPE_TIME_MIN;
  cap->entity->collections++;
  scope_replay_emit_cap (self, cap, time, SCOPE_CODE_COLLECTING, 0);
}

/* Between GC_END and GC_STATS a leader takes less than this. */
#define HELD_UP 20000

/* A collection's leader ended it: nobody collects longer. */
static void
leader_ended (ScopeEventlogReplay *self, gint64 end)
{
  if (self->led != NULL)
    scope_replay_follow_leader (self, end);
  for (guint i = 0; i < self->n_caps; i++)
    if (self->caps[i].entity != NULL && self->caps[i].gc_start != SCOPE_TIME_MIN && self->caps[i].gc_start <= end)
      scope_eventlog_end_collecting (self, &self->caps[i], end);
}

static void
stats_belong (ScopeEventlogReplay *self, ScopeCap *cap, gint64 end)
{
  cap->stats_late = FALSE;
  scope_eventlog_collected (self, cap);
  leader_ended (self, end);
}

/* Whether this processor ends another collection sooner than `gap` after the event; looked up in the batch, since rows
 * of other processors depend on it. */
static gboolean
next_end_is_nearer (ScopeEventlogReplay *self, const ScopeEvent *event, gint64 gap)
{
  if (gap < HELD_UP)
    return FALSE;
  for (const ScopeEvent *e = event + 1; e < self->batch_end && e->time - event->time < gap; e++)
    if (e->type == SCOPE_EV_GC_END && e->processor == event->processor)
      return TRUE;

  return FALSE;
}

/* GC_STATS belong to the collection of this processor whose END is nearest in time (GOLDEN-DEFINITIONS): as a rule the
 * one just before; in logs up to GHC 7.10 the one just behind; if the thread was held up in between, either. */
void
scope_eventlog_gc_stats (ScopeEventlogReplay *self, ScopeCap *cap, const ScopeEvent *event)
{
  scope_eventlog_collection (self, event, cap);
  scope_eventlog_time_collection (cap);
  if (!cap->stats_wait)
    return;
  if (cap->last_gc_start == SCOPE_TIME_MIN)
    scope_eventlog_collected (self, cap);
  else if (cap->last_gc_end != SCOPE_TIME_MIN)
    {
      cap->stats_late = next_end_is_nearer (self, event, event->time - cap->last_gc_end);
      if (!cap->stats_late)
        stats_belong (self, cap, cap->last_gc_end);
    }
}

void
scope_eventlog_gc_end (ScopeEventlogReplay *self, ScopeCap *cap, gint64 time)
{
  if (cap->last_gc_start != SCOPE_TIME_MIN)
    cap->last_gc_end = time;
  if (cap->gc_start != SCOPE_TIME_MIN)
    cap->gc_end = time;
  if (cap->stats_wait)
    {
      scope_eventlog_time_collection (cap);
      stats_belong (self, cap, time);
    }
}

void
scope_eventlog_gc_work (ScopeEventlogReplay *self, ScopeCap *cap, guint processor, gint64 time, gboolean works)
{
  if (cap->gc_works != SCOPE_TIME_MIN && time > cap->gc_works)
    {
      const gint64 row[SCOPE_GC_WORK_N_COLUMNS] = { cap->gc_works, time - cap->gc_works, processor };

      self->sink->klass->record (self->sink, SCOPE_TABLE_GC_WORK, row);
    }
  cap->gc_works = works ? time : SCOPE_TIME_MIN;
}

/* --- logs without events of the scheduler (+RTS -l-au, -l-ag, -l-af) --- */

static void
lack_scheduler (ScopeEventlogReplay *self)
{
  self->unscheduled = TRUE;
  for (guint i = 0; i < self->n_caps; i++)
    {
      ScopeCap *cap = &self->caps[i];

      if (cap->entity == NULL || cap->unscheduled)
        continue;
      cap->unscheduled = TRUE;
      if (cap->gc_start == SCOPE_TIME_MIN)
        scope_replay_emit_cap (self, cap, MAX (cap->row_time, MIN (cap->first, self->first)), SCOPE_CODE_UNKNOWN, 0);
    }
  if (self->has_machine)
    {
      self->machine.code = SCOPE_CODE_UNKNOWN;
      scope_replay_emit (self, self->machine.lane, self->first, SCOPE_CODE_UNKNOWN, 0);
    }
}

void
scope_eventlog_active (ScopeEventlogReplay *self)
{
  if (!self->scheduled && !self->unscheduled)
    lack_scheduler (self);
}

/* A runtime that records collections tells of its heap when it starts. It may say itself what it was asked to record; Eden's is believed
 * only then. */
static gboolean
lacks_collections (const ScopeEventlogReplay *self)
{
  return self->declared.heap && self->started && !self->collects && (self->asked ? !self->asked_gc : !self->eden);
}

/* A processor that runs no thread is idle, or it collects: which, only the collections' events tell (+RTS -l-as has none). */
void
scope_eventlog_scheduled (ScopeEventlogReplay *self, gint64 time)
{
  gboolean unscheduled = self->unscheduled;

  self->scheduled = TRUE;
  self->unscheduled = FALSE;
  if (lacks_collections (self))
    self->rest = SCOPE_CODE_UNKNOWN;
  if (!unscheduled && self->rest == SCOPE_CODE_IDLE)
    return;
  for (guint i = 0; i < self->n_caps; i++)
    {
      ScopeCap *cap = &self->caps[i];

      if (cap->entity == NULL)
        continue;
      cap->unscheduled = FALSE;
      if (cap->gc_start == SCOPE_TIME_MIN)
        scope_replay_emit_cap (self, cap, MAX (cap->row_time, time), self->rest, 0);
      cap->rests = self->rest;
    }
}

#define MOST_WEIGHED 32u /* processors: each that begins or ends to run may say something of all others */

void
scope_eventlog_weigh (ScopeEventlogReplay *self, gint64 time)
{
  gboolean some = FALSE;
  guint8 rest;

  for (guint i = 0; i < self->n_caps && self->n_caps <= MOST_WEIGHED; i++)
    some |= self->caps[i].current != 0;
  rest = some ? SCOPE_CODE_IDLE : SCOPE_CODE_UNKNOWN;
  for (guint i = 0; i < self->n_caps; i++)
    {
      ScopeCap *cap = &self->caps[i];

      if (cap->entity != NULL && cap->current == 0 && cap->rests != rest)
        scope_replay_emit_cap (self, cap, MAX (cap->row_time, time), rest, 0);
      cap->rests = cap->current == 0 ? rest : SCOPE_CODE_RUNNING;
    }
}

void
scope_eventlog_tell_unrecorded (ScopeEventlogReplay *self)
{
  g_autofree char *names = NULL;
  guint lacks = 0;

  if (!self->scheduled && self->any)
    lacks |= SCOPE_LACKS_SCHEDULER;
  if (lacks_collections (self))
    lacks |= SCOPE_LACKS_GC;
  /* A runtime that has one processor only may be one that knows no sparks. */
  if (self->declared.sparks && self->started && self->n_caps > 1 && !self->counts_sparks && (self->asked ? !self->asked_sparks : !self->eden))
    lacks |= SCOPE_LACKS_SPARKS;
  names = scope_unrecorded_print (lacks);
  if (names != NULL)
    self->sink->klass->info (self->sink, SCOPE_UNRECORDED_KEY, names, -1);
}

/* --- why a thread stopped --- */

const guint8 scope_eventlog_stop_codes[SCOPE_N_STOPS] = {
  [SCOPE_STOP_HEAP_OVERFLOW] = SCOPE_CODE_HEAP_OVERFLOW,
  [SCOPE_STOP_STACK_OVERFLOW] = SCOPE_CODE_STACK_OVERFLOW,
  [SCOPE_STOP_YIELDING] = SCOPE_CODE_YIELDED,
  [SCOPE_STOP_BLOCKED] = SCOPE_CODE_BLOCKED,
  [SCOPE_STOP_FINISHED] = SCOPE_CODE_ABSENT,
  [SCOPE_STOP_FOREIGN_CALL] = SCOPE_CODE_FOREIGN_CALL,
  [SCOPE_STOP_MVAR] = SCOPE_CODE_MVAR,
  [SCOPE_STOP_BLACK_HOLE] = SCOPE_CODE_BLACKHOLE,
  [SCOPE_STOP_READ] = SCOPE_CODE_READ,
  [SCOPE_STOP_WRITE] = SCOPE_CODE_WRITE,
  [SCOPE_STOP_DELAY] = SCOPE_CODE_DELAY,
  [SCOPE_STOP_STM] = SCOPE_CODE_STM,
  [SCOPE_STOP_DO_PROC] = SCOPE_CODE_DO_PROC,
  [SCOPE_STOP_CCALL] = SCOPE_CODE_FOREIGN_CALL,
  [SCOPE_STOP_CCALL_NO_INTERRUPT] = SCOPE_CODE_FOREIGN_CALL,
  [SCOPE_STOP_MSG_THROW_TO_OLD] = SCOPE_CODE_THROW_TO,
  [SCOPE_STOP_MIGRATING] = SCOPE_CODE_MIGRATING,
  [SCOPE_STOP_MSG_THROW_TO] = SCOPE_CODE_THROW_TO,
  [SCOPE_STOP_GLOBALISE] = SCOPE_CODE_GLOBALISE,
  [SCOPE_STOP_MVAR_READ] = SCOPE_CODE_MVAR_READ,
};

guint
scope_eventlog_stop_code (ScopeEventlogReplay *self, const ScopeEvent *event, guint32 *ret_ref)
{
  guint code;

  *ret_ref = 0;
  if (event->b == 0 || event->b >= SCOPE_N_STOPS)
    return SCOPE_CODE_BLOCKED;
  code = scope_eventlog_stop_codes[event->b];
  if (code == SCOPE_CODE_BLACKHOLE && event->c != 0)
    *ret_ref = scope_replay_find_task (self, event->c) + 1;

  return code;
}

/* --- losses --- */

static gboolean
runs_elsewhere (ScopeEventlogReplay *self, const ScopeCap *cap)
{
  for (guint i = 0; i < self->n_caps; i++)
    if (&self->caps[i] != cap && self->caps[i].entity != NULL && self->caps[i].current == cap->current)
      return TRUE;

  return FALSE;
}

/* Keeps each that is there once: a task that goes to and fro comes again and again. */
static void
forget_gone (ScopeEventlogReplay *self, ScopeCap *cap, guint processor)
{
  guint32 *tasks = (guint32 *) (gpointer) cap->tasks->data;
  guint n = 0;

  for (guint i = 0; i < cap->tasks->len; i++)
    if (self->tasks[tasks[i]].processor == processor + 1)
      {
        self->tasks[tasks[i]].processor = 0;
        tasks[n++] = tasks[i];
      }
  g_array_set_size (cap->tasks, n);
  for (guint i = 0; i < n; i++)
    self->tasks[tasks[i]].processor = (guint16) (processor + 1);
}

void
scope_eventlog_take_task (ScopeEventlogReplay *self, guint processor, guint32 task)
{
  ScopeCap *cap;

  self->tasks[task].processor = 0;
  if (processor >= self->n_caps || self->caps[processor].entity == NULL)
    return;
  cap = &self->caps[processor];
  if (cap->tasks == NULL)
    cap->tasks = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (cap->tasks->len > 2 * self->n_tasks + 64)
    forget_gone (self, cap, processor);
  self->tasks[task].processor = (guint16) (processor + 1);
  g_array_append_val (cap->tasks, task);
}

/* What became of those that wait, too, would be in the events that are missing. */
static void
lose_tasks (ScopeEventlogReplay *self, ScopeCap *cap, guint processor, gint64 from)
{
  for (guint i = 0; cap->tasks != NULL && i < cap->tasks->len; i++)
    {
      guint32 index = g_array_index (cap->tasks, guint32, i);
      ScopeTask *task = &self->tasks[index];

      if (task->processor != processor + 1)
        continue;
      task->processor = 0;
      if (task->alive && task->code != SCOPE_CODE_RUNNING && task->code != SCOPE_CODE_UNKNOWN)
        scope_replay_set_task (self, index, from, SCOPE_CODE_UNKNOWN, 0);
    }
  if (cap->tasks != NULL)
    g_array_set_size (cap->tasks, 0);
}

/* From where events are missing, nobody knows what the processor did, nor the threads that were its, until an event tells. */
static void
pass_gap (ScopeEventlogReplay *self, ScopeCap *cap, guint processor, gint64 from)
{
  if (cap->gc_end != SCOPE_TIME_MIN)
    scope_eventlog_end_collecting (self, cap, SCOPE_TIME_MAX);
  from = MAX (from, cap->row_time);
  if (cap->current != 0 && self->tasks[cap->current - 1].alive
      && self->tasks[cap->current - 1].code == SCOPE_CODE_RUNNING && !runs_elsewhere (self, cap))
    scope_replay_set_task (self, cap->current - 1, from, SCOPE_CODE_UNKNOWN, 0);
  lose_tasks (self, cap, processor, MAX (from, self->last));
  cap->current = 0;
  cap->gc_start = cap->gc_end = SCOPE_TIME_MIN;
  scope_replay_emit_cap (self, cap, from, SCOPE_CODE_UNKNOWN, 0);
}

void
scope_eventlog_pass_gaps (ScopeEventlogReplay *self, gint64 time)
{
  self->gap_time = SCOPE_TIME_MAX;
  for (guint i = 0; i < self->gaps->len;)
    {
      ScopeGap gap = g_array_index (self->gaps, ScopeGap, i);

      if (gap.from >= time)
        {
          self->gap_time = MIN (self->gap_time, gap.from);
          i++;
          continue;
        }
      if (gap.processor >= self->n_caps || self->caps[gap.processor].first == SCOPE_TIME_MAX || self->caps[gap.processor].entity == NULL)
        {
          i++; /* until it says something */
          continue;
        }
      g_array_remove_index (self->gaps, i);
      pass_gap (self, &self->caps[gap.processor], gap.processor, gap.from);
    }
}

void
scope_eventlog_begin_lost (ScopeEventlogReplay *self, ScopeCap *cap, guint processor, gint64 time)
{
  gboolean lost = FALSE;

  for (guint i = 0; self->gaps != NULL && i < self->gaps->len;)
    {
      const ScopeGap *gap = &g_array_index (self->gaps, ScopeGap, i);

      if (gap->processor != processor || gap->from >= time)
        {
          i++;
          continue;
        }
      lost = TRUE;
      g_array_remove_index (self->gaps, i);
    }
  if (lost && cap->created != SCOPE_TIME_MIN && cap->created < time)
    scope_replay_emit_cap (self, cap, MAX (cap->created, cap->row_time), SCOPE_CODE_UNKNOWN, 0);
}

void
scope_eventlog_lost (ScopeReplay *replay, guint processor, gint64 from)
{
  ScopeEventlogReplay *self = (ScopeEventlogReplay *) replay;
  ScopeGap gap = { processor, from };

  if (self->gaps == NULL)
    self->gaps = g_array_new (FALSE, FALSE, sizeof gap);
  g_array_append_val (self->gaps, gap);
  self->gap_time = MIN (self->gap_time, from);
}
