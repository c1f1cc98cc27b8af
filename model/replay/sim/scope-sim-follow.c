/* scope-sim-follow.c: a simulation's trace that is still being written: what there is so far is handed over, and lives on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

void
scope_sim_follow (ScopeReplay *replay)
{
  ((ScopeSim *) replay)->following = TRUE;
}

/* Tasks are known with a core's rows; cores from their first instruction on, and they go on. */
void
scope_sim_flush (ScopeReplay *replay)
{
  ScopeSim *self = (ScopeSim *) replay;

  /* Without rows, too: the sink hands on the rows of tables that it holds. */
  self->rows = self->sink->klass->rows (self->sink, self->rows, self->n_rows);
  self->n_rows = 0;
  if (!self->following)
    return;
  for (; self->n_live_cores < self->cores->len; self->n_live_cores++)
    {
      const ScopeSimCore *core = g_ptr_array_index (self->cores, self->n_live_cores);

      self->sink->klass->life (self->sink, core->lane, core->seen ? core->first : self->time, SCOPE_TIME_MAX);
    }
  for (; self->n_live_tasks < self->tasks->len; self->n_live_tasks++)
    {
      const ScopeEntity *task = g_ptr_array_index (self->tasks, self->n_live_tasks);

      self->sink->klass->life (self->sink, task->lane, task->first, SCOPE_TIME_MAX);
    }
}

void
scope_sim_late_events (ScopeReplay *replay, const ScopeEvent *events, gsize n)
{
  /* gem5's decoder hands out in order of time what it hands out. */
}

gint64
scope_sim_sure_until (ScopeReplay *replay, gint processor)
{
  return SCOPE_TIME_MAX;
}
