/* scope-eventlog-usual.c: a thread that is known runs, or stops, where it is known to be: that are nearly all events of a busy program.
 *
 * Which of the two it is, and whether other processors do the same at the moment, nobody can foretell; so all is asked at once that
 * would need a careful look (scope-eventlog-replay.c), and the rest knows no branches.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/eventlog/scope-eventlog-replay-private.h"

G_STATIC_ASSERT (SCOPE_EV_STOP_THREAD == SCOPE_EV_RUN_THREAD + 1);

/* Nothing is summed up over threads, and it is known what a processor does that runs none. */
static gboolean
is_usual (const ScopeEventlogReplay *self)
{
  return !self->eden && !self->late && !self->has_machine && self->scheduled && self->rest == SCOPE_CODE_IDLE
         && self->idle_phase[1] == 0 && !self->has_arrival;
}

gsize
scope_eventlog_replay_usual (ScopeEventlogReplay *self, const ScopeEvent *events, gsize n)
{
  ScopeCap *const caps = self->caps;
  ScopeTask *const tasks = self->tasks;
  const guint n_caps = self->n_caps, n_direct = self->n_direct;
  const gint64 gap_time = self->gap_time;
  const ScopeEvent *event = events, *end = events + MIN (n, (SCOPE_SINK_ROWS - 1 - self->n_rows) / 2); /* the last row hands them on */
  ScopeRow *row = self->rows + self->n_rows;
  gint64 last = self->last;

  if (!is_usual (self))
    return 0;
  for (; event < end; event++, row += 2)
    {
      const guint kind = (guint) event->type - SCOPE_EV_RUN_THREAD, here = event->processor;
      const guint32 runs = kind - 1; /* all ones, or 0 */
      const gint64 time = event->time;
      guint32 index, code;
      ScopeTask *task;
      ScopeCap *cap;

      if (kind > 1 || here >= n_caps || event->a >= n_direct || (index = self->direct[event->a]) == 0)
        break;
      cap = &caps[here];
      task = &tasks[index - 1];
      code = scope_eventlog_stop_codes[MIN (event->b, SCOPE_N_STOPS - 1)];
      code = (SCOPE_CODE_RUNNING & runs) | (code & ~runs);
      if (((cap->entity == NULL) | (time < cap->first) | (time > gap_time) | (cap->gc_start != SCOPE_TIME_MIN) | (cap->gc_end != SCOPE_TIME_MIN)
           | (task->alive == 0) | (task->processor != here + 1) | (task->process != SCOPE_NONE) | (code == SCOPE_CODE_ABSENT)
           | (code == SCOPE_CODE_BLACKHOLE) | (((event->b - 1 >= SCOPE_N_STOPS - 1) & ~runs) != 0))
          != 0)
        break;
      task->entity->runs += runs & 1;
      task->code = (guint8) code;
      cap->entity->runs += runs & 1;
      cap->current = index & runs;
      cap->last = MAX (cap->last, time);
      cap->row_time = time;
      cap->unscheduled = FALSE;
      last = MAX (last, time);
      __builtin_prefetch (&row[64], 1); /* as scope_replay_emit() does */
      row[0] = scope_row (task->lane, time, code, (here + 1) & runs);
      row[1] = scope_row (cap->lane, time, SCOPE_CODE_IDLE ^ ((SCOPE_CODE_IDLE ^ SCOPE_CODE_RUNNING) & runs), index & runs);
    }
  self->last = last;
  self->n_rows = (gsize) (row - self->rows);

  return (gsize) (event - events);
}
