/* scope-eventlog-cores.c: what a processor does when it runs no thread: it collects; or nobody knows, for what it wrote is lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/eventlog/scope-eventlog-replay-private.h"

static void
back_to_work (ScopeEventlogReplay *self, ScopeCap *cap, gint64 time)
{
  scope_replay_emit_cap (self, cap, time, cap->current != 0 ? SCOPE_CODE_RUNNING : SCOPE_CODE_IDLE, cap->current);
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
      g_array_remove_index (self->gaps, i);
      if (gap.processor < self->n_caps && self->caps[gap.processor].entity != NULL
          && self->caps[gap.processor].first != SCOPE_TIME_MAX)
        pass_gap (self, &self->caps[gap.processor], gap.processor, gap.from);
    }
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
