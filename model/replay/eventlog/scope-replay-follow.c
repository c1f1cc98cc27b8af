/* scope-replay-follow.c: what an eventlog's replay does more while the log is still written.
 *
 * At the end of a log much is put right: lives are set, the last collection is clipped. While it grows, what may still change
 * must not be shown as if it were known:
 *   - the end of a processor's collection that is not handed on yet, and with it the collections of the others, which end with
 *     their leader's;
 *   - a process of Eden's without threads: it may be gone, only that its end stands in the global stream, which comes later;
 *   - threads that events touched whose time had been passed.
 *
 * A processor that tells late of its collections is told by their leaders' ends, which are remembered; one whose leader is late,
 * and that says itself only when the next collection begins, is unknown meanwhile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/eventlog/scope-eventlog-replay-private.h"

#include "model/base/scope-bisect.h"

#define MAX_LED 65536u

void
scope_replay_follow (ScopeReplay *replay)
{
  ScopeEventlogReplay *self = (ScopeEventlogReplay *) replay;

  self->following = TRUE;
  self->led = g_array_new (FALSE, FALSE, sizeof (gint64));
}

/* --- collections --- */

/* Place of the first end that is not before `time`. */
static guint
find_led (const ScopeEventlogReplay *self, gint64 time)
{
  return (guint) SCOPE_BISECT (self->led->len, i, g_array_index (self->led, gint64, i) < time);
}

/* When the collection that began at `start` was ended by its leader, as far as that is known; else TIME_MAX. */
static gint64
led_until (const ScopeEventlogReplay *self, gint64 start)
{
  guint at = self->led != NULL ? find_led (self, start) : 0;

  return self->led != NULL && at < self->led->len ? g_array_index (self->led, gint64, at) : SCOPE_TIME_MAX;
}

void
scope_replay_follow_leader (ScopeEventlogReplay *self, gint64 end)
{
  guint at;

  if (self->led->len >= MAX_LED)
    g_array_remove_range (self->led, 0, MAX_LED / 2);
  at = find_led (self, end);
  g_array_insert_val (self->led, at, end);
}

void
scope_replay_follow_collecting (ScopeEventlogReplay *self, ScopeCap *cap, gboolean idle)
{
  gint64 led;

  if (cap->gc_start == SCOPE_TIME_MIN || self->led == NULL || self->led->len == 0)
    return;
  led = led_until (self, cap->gc_start);
  if (led <= cap->gc_end)
    cap->gc_end = led;
  else if (idle)
    scope_replay_emit_cap (self, cap, cap->gc_start, SCOPE_CODE_UNKNOWN, 0);
}

/* --- the others --- */

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
  if (self->was_late)
    until = MIN (until, led_until (self, cap->gc_start));

  return until;
}
