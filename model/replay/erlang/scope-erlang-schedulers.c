/* scope-erlang-schedulers.c: Erlang's schedulers: who runs there, or that they are active.
 *
 * A scheduler that sleeps all the time is in no record. But the trace says how many there are, and, whenever one becomes active or inactive, how
 * many are active then: so all have a lane as soon as one has, and once as many are known to be active as are, the others are idle.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/erlang/scope-erlang-replay-private.h"

#include <string.h>

#define MOST_TOLD 1024u /* as many as a VM can have */

static ScopeErlangScheduler *
make_scheduler (ScopeErlangReplay *self, guint number)
{
  const ScopeSinkClass *klass = self->sink->klass;
  ScopeErlangScheduler *scheduler;

  if (number >= self->n_schedulers)
    {
      self->schedulers = g_renew (ScopeErlangScheduler, self->schedulers, number + 1);
      memset (self->schedulers + self->n_schedulers, 0, (number + 1 - self->n_schedulers) * sizeof *scheduler);
      self->n_schedulers = number + 1;
    }
  scheduler = &self->schedulers[number];
  if (scheduler->entity == NULL)
    {
      guint32 index = number == SCOPE_ERLANG_DIRTY
                          ? klass->add_counting (self->sink, SCOPE_KIND_PROCESSOR, number)
                          : klass->add_entity (self->sink, SCOPE_KIND_PROCESSOR, number, FALSE, SCOPE_CODE_UNKNOWN);

      scheduler->entity = klass->entity (self->sink, SCOPE_KIND_PROCESSOR, index);
      scheduler->index = index;
      scheduler->lane = scheduler->entity->lane;
      scheduler->code = number == SCOPE_ERLANG_DIRTY ? SCOPE_CODE_ABSENT : SCOPE_CODE_UNKNOWN;
      scope_erlang_probes_name (self, number, scheduler->entity);
    }

  return scheduler;
}

ScopeErlangScheduler *
scope_erlang_scheduler (ScopeErlangReplay *self, guint number)
{
  if (number == SCOPE_NO_PROCESSOR)
    return NULL;
  if (number < self->n_schedulers && self->schedulers[number].entity != NULL)
    return &self->schedulers[number];
  for (guint i = 1; i <= self->told_schedulers; i++)
    make_scheduler (self, i);

  return make_scheduler (self, number);
}

void
scope_erlang_schedulers_told (ScopeErlangReplay *self, guint n)
{
  self->told_schedulers = MIN (n, MOST_TOLD);
  if (self->n_schedulers > 0)
    scope_erlang_scheduler (self, self->told_schedulers);
}

void
scope_erlang_schedulers_silent (ScopeErlangReplay *self, gint64 time)
{
  gint64 known = 0;
  guint silent = 0;

  if (self->told_active < 0 || self->told_schedulers == 0)
    return;
  for (guint i = 1; i < self->n_schedulers; i++)
    {
      const ScopeErlangScheduler *scheduler = &self->schedulers[i];

      if (scheduler->entity == NULL)
        continue;
      silent += scheduler->activity == SCOPE_ERLANG_UNSAID && scheduler->code == SCOPE_CODE_UNKNOWN;
      /* Who runs processes, and never became active, was so before. */
      known += scheduler->activity == SCOPE_ERLANG_IS_ACTIVE
               || (scheduler->activity == SCOPE_ERLANG_UNSAID && scheduler->code != SCOPE_CODE_UNKNOWN);
    }
  if (silent == 0 || known != self->told_active)
    return;
  for (guint i = 1; i < self->n_schedulers; i++)
    {
      ScopeErlangScheduler *scheduler = &self->schedulers[i];

      if (scheduler->entity == NULL || scheduler->activity != SCOPE_ERLANG_UNSAID || scheduler->code != SCOPE_CODE_UNKNOWN)
        continue;
      scheduler->activity = SCOPE_ERLANG_INACTIVE;
      scope_erlang_show_scheduler (self, scheduler, time, SCOPE_CODE_IDLE, 0);
    }
}

/* Where records are missing, what the dirty ones do is one job that nothing is known of, until something is said of them again. */
static void
count_unknown (ScopeErlangReplay *self, ScopeErlangScheduler *dirty, gint64 time, gboolean unknown)
{
  scope_erlang_said (self, SCOPE_ERLANG_SAID_SCHEDULER, SCOPE_ERLANG_DIRTY, &dirty->epoch);
  if (unknown == (dirty->code == SCOPE_CODE_UNKNOWN))
    return;
  dirty->code = unknown ? SCOPE_CODE_UNKNOWN : SCOPE_CODE_ABSENT;
  scope_erlang_emit (self, dirty->lane, time,
                     unknown ? scope_step_code (SCOPE_STATE_ABSENT, SCOPE_STATE_UNKNOWN)
                             : scope_step_code (SCOPE_STATE_UNKNOWN, SCOPE_STATE_ABSENT), 0);
}

void
scope_erlang_show_scheduler (ScopeErlangReplay *self, ScopeErlangScheduler *scheduler, gint64 time, guint code,
                             guint32 ref)
{
  if (scheduler == &self->schedulers[SCOPE_ERLANG_DIRTY])
    {
      count_unknown (self, scheduler, time, code == SCOPE_CODE_UNKNOWN);
      return;
    }
  scheduler->code = (guint8) code;
  scope_erlang_said (self, SCOPE_ERLANG_SAID_SCHEDULER, (guint32) (scheduler - self->schedulers), &scheduler->epoch);
  scope_erlang_emit (self, scheduler->lane, time, code, ref);
}

void
scope_erlang_count_dirty (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  gboolean job = process->running && !process->exited && process->scheduler == SCOPE_ERLANG_DIRTY + 1;
  guint state = !job ? SCOPE_STATE_ABSENT : process->gc_start != SCOPE_TIME_MIN ? SCOPE_STATE_COLLECTING : SCOPE_STATE_RUNNING;

  if (state == process->dirty)
    return;
  scope_erlang_emit (self, self->schedulers[SCOPE_ERLANG_DIRTY].lane, time, scope_step_code (process->dirty, state), 0);
  process->dirty = (guint8) state;
}

guint
scope_erlang_scheduler_rest (const ScopeErlangReplay *self, const ScopeErlangScheduler *scheduler)
{
  return !self->runs_known && scheduler->activity == SCOPE_ERLANG_IS_ACTIVE ? SCOPE_CODE_ACTIVE : SCOPE_CODE_IDLE;
}

void
scope_erlang_scheduler_exits (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  ScopeErlangScheduler *scheduler = process->scheduler > 1 ? &self->schedulers[process->scheduler - 1] : NULL;

  if (scheduler == NULL || scheduler->runs == 0)
    return;
  scheduler->leaving = (guint32) (process - self->processes) + 1;
  scheduler->left = time;
}

gboolean
scope_erlang_scheduler_goes_out (ScopeErlangReplay *self, ScopeErlangScheduler *scheduler, ScopeErlangProcess *process)
{
  if (scheduler->leaving == (guint32) (process - self->processes) + 1)
    scheduler->leaving = 0;
  if (!process->left)
    return TRUE;
  process->left = FALSE;

  return FALSE;
}

void
scope_erlang_scheduler_goes_on (ScopeErlangReplay *self, ScopeErlangScheduler *scheduler)
{
  if (scheduler->leaving == 0)
    return;
  self->processes[scheduler->leaving - 1].left = TRUE;
  scheduler->leaving = 0;
  if (scheduler->runs > 0)
    scheduler->runs--;
  if (scheduler->runs == 0)
    scope_erlang_show_scheduler (self, scheduler, scheduler->left, scope_erlang_scheduler_rest (self, scheduler), 0);
}

void
scope_erlang_scheduler_event (ScopeErlangReplay *self, const ScopeEvent *event)
{
  ScopeErlangScheduler *scheduler = scope_erlang_scheduler (self, event->a);
  gboolean active = event->type == SCOPE_ERL_SCHEDULER_ACTIVE;
  const gint64 row[SCOPE_SCHEDULER_N_COLUMNS] = { event->time, event->a, active, event->b };

  self->sink->klass->record (self->sink, SCOPE_TABLE_SCHEDULERS, row);
  if (scheduler == NULL)
    return;
  scope_erlang_scheduler_goes_on (self, scheduler);
  scheduler->activity = active ? SCOPE_ERLANG_IS_ACTIVE : SCOPE_ERLANG_INACTIVE;
  /* Who runs says more, where it is recorded. */
  if (scheduler->runs == 0 && (scheduler->code == SCOPE_CODE_UNKNOWN || !self->runs_known))
    scope_erlang_show_scheduler (self, scheduler, event->time, scope_erlang_scheduler_rest (self, scheduler), 0);
  self->told_active = event->b;
  scope_erlang_schedulers_silent (self, event->time);
}
