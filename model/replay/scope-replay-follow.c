/* scope-replay-follow.c: what an eventlog's replay does more while the log is still written.
 *
 * At the end of a log much is put right: lives are set, the last collection is clipped. While it grows, what may still change
 * must not be shown as if it were known:
 *   - the end of a processor's collection that is not handed on yet, and with it the collections of the others, which end with
 *     their leader's;
 *   - a process of Eden's without threads: it may be gone, only that its end stands in the global stream, which comes later;
 *   - threads that events touched whose time had been passed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-eventlog-private.h"

void
scope_replay_follow (ScopeReplay *replay)
{
  ((ScopeEventlogReplay *) replay)->following = TRUE;
}

void
scope_replay_flush (ScopeReplay *replay)
{
  ScopeEventlogReplay *self = (ScopeEventlogReplay *) replay;

  /* Without rows, too: the sink hands on the rows of tables that it holds. */
  self->rows = self->sink->klass->rows (self->sink, self->rows, self->n_rows);
  self->n_rows = 0;
}

void
scope_replay_late_task (ScopeEventlogReplay *self, guint32 index, gint64 time)
{
  const ScopeSinkClass *klass = self->sink->klass;
  ScopeTask *task = &self->tasks[index];
  const gint64 *since;

  if (self->unsure == NULL)
    self->unsure = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  since = g_hash_table_lookup (self->unsure, GUINT_TO_POINTER (index + 1));
  if (!task->alive && task->entity->first == SCOPE_TIME_MIN)
    { /* It lived, but that is all that is known. */
      task->alive = TRUE;
      task->code = SCOPE_CODE_ABSENT;
      task->entity->first = time;
      klass->life (self->sink, task->lane, time, SCOPE_TIME_MAX);
    }
  if (since != NULL && *since <= time)
    return;
  g_hash_table_insert (self->unsure, GUINT_TO_POINTER (index + 1), g_memdup2 (&time, sizeof time));
  self->unsure_since = MIN (self->unsure_since, time);
  klass->known_until (self->sink, task->lane, time);
}

void
scope_replay_follow_process (ScopeEventlogReplay *self, guint32 index, gint64 time)
{
  const ScopeSinkClass *klass = self->sink->klass;
  ScopeProcess *process = &self->processes[index];

  if (process->killed != SCOPE_TIME_MAX)
    {
      gint64 first = process->created != SCOPE_TIME_MIN ? process->created : process->entity->first;

      klass->known_until (self->sink, process->group.lane, SCOPE_TIME_MAX);
      if (first != SCOPE_TIME_MIN)
        klass->life (self->sink, process->group.lane, first, MAX (first, process->killed));
      return;
    }
  klass->known_until (self->sink, process->group.lane, process->group.some == 0 ? time : SCOPE_TIME_MAX);
}

void
scope_replay_follow_cap (ScopeEventlogReplay *self, const ScopeCap *cap)
{
  if (cap->created != SCOPE_TIME_MIN)
    self->sink->klass->life (self->sink, cap->lane, cap->created, MAX (cap->deleted, cap->created));
}

gint64
scope_replay_sure_until (ScopeReplay *replay, gint processor)
{
  const ScopeEventlogReplay *self = (ScopeEventlogReplay *) replay;
  const ScopeCap *cap = processor >= 0 && (guint) processor < self->n_caps ? &self->caps[processor] : NULL;
  gint64 until = SCOPE_TIME_MAX;

  if (processor < 0)
    return self->unsure_since;
  if (cap == NULL || cap->entity == NULL || cap->gc_start == SCOPE_TIME_MIN)
    return until;
  for (guint i = 0; i < self->n_caps; i++)
    if (self->caps[i].entity != NULL && self->caps[i].gc_end != SCOPE_TIME_MIN)
      until = MIN (until, self->caps[i].gc_end);

  return until;
}
