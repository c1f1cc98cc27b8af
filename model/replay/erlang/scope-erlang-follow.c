/* scope-erlang-follow.c: where an Erlang trace is not to be believed: as long as it is written, and where records are missing.
 *
 * While it is written: how long a run lasts is not known until it ends; what comes when its time was passed makes unsure
 * whom it touches.
 *
 * Where records were dropped, whatever was known of everybody is past: each is unknown until something is said of it again, and
 * what is on its way may have arrived. Those that nothing was said of since the last such place are unknown already, so a
 * trace with many of them costs no more than its records.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/erlang/scope-erlang-replay-private.h"

/* --- still being written --- */

void
scope_erlang_follow (ScopeReplay *replay)
{
  ScopeErlangReplay *self = (ScopeErlangReplay *) replay;

  self->following = TRUE;
  self->runners = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->unsure = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->unsure_since = SCOPE_TIME_MAX;
}

void
scope_erlang_follow_run (ScopeErlangReplay *self, ScopeErlangProcess *process)
{
  guint32 index = (guint32) (process - self->processes);

  if (process->listed)
    return;
  process->listed = TRUE;
  g_array_append_val (self->runners, index);
}

/* Runs that go on are known up to their start, the others to the watermark. */
static void
set_runners (ScopeErlangReplay *self)
{
  guint n = 0;

  for (guint i = 0; i < self->runners->len; i++)
    {
      guint32 index = g_array_index (self->runners, guint32, i);
      ScopeErlangProcess *process = &self->processes[index];

      if (process->running)
        g_array_index (self->runners, guint32, n++) = index;
      else
        process->listed = FALSE;
      if (g_hash_table_lookup (self->unsure, GUINT_TO_POINTER (process->lane + 1)) == NULL)
        self->sink->klass->known_until (self->sink, process->lane, process->running ? process->since : SCOPE_TIME_MAX);
    }
  g_array_set_size (self->runners, n);
}

void
scope_erlang_follow_ended (ScopeErlangReplay *self, const ScopeErlangProcess *process, gint64 known)
{
  if (self->unsure == NULL || g_hash_table_lookup (self->unsure, GUINT_TO_POINTER (process->lane + 1)) == NULL)
    self->sink->klass->known_until (self->sink, process->lane, MAX (known, process->since));
}

void
scope_erlang_flush (ScopeReplay *replay)
{
  ScopeErlangReplay *self = (ScopeErlangReplay *) replay;

  /* Without rows, too: the sink hands on the rows of tables that it holds. */
  self->rows = self->sink->klass->rows (self->sink, self->rows, self->n_rows);
  self->n_rows = 0;
  if (self->following)
    set_runners (self);
}

static void
make_unsure (ScopeErlangReplay *self, guint32 lane, gint64 time)
{
  const gint64 *since = g_hash_table_lookup (self->unsure, GUINT_TO_POINTER (lane + 1));

  if (since != NULL && *since <= time)
    return;
  g_hash_table_insert (self->unsure, GUINT_TO_POINTER (lane + 1), g_memdup2 (&time, sizeof time));
  self->unsure_since = MIN (self->unsure_since, time);
  self->sink->klass->known_until (self->sink, lane, time);
}

static void
make_party_unsure (ScopeErlangReplay *self, guint32 party, gint64 time)
{
  ScopeErlangProcess *process = scope_erlang_process (self, party);
  const ScopeErlangName *name = party > 0 && party < self->n_parties ? &self->parties[party] : NULL;

  if (process != NULL)
    make_unsure (self, process->lane, time);
  else if (name != NULL && name->kind == SCOPE_ERL_PORT && name->index > 0)
    make_unsure (self, self->ports[name->index - 1].lane, time);
}

/* What they say is read when the trace has ended. */
void
scope_erlang_late_events (ScopeReplay *replay, const ScopeEvent *events, gsize n)
{
  ScopeErlangReplay *self = (ScopeErlangReplay *) replay;

  for (gsize i = 0; i < n; i++)
    {
      const ScopeEvent *event = &events[i];
      gboolean of_scheduler = event->type == SCOPE_ERL_SCHEDULER_ACTIVE || event->type == SCOPE_ERL_SCHEDULER_INACTIVE;
      ScopeErlangScheduler *scheduler = scope_erlang_scheduler (self, of_scheduler ? event->a : event->processor);

      if (event->type < SCOPE_ERL_SPAWN || event->type > SCOPE_ERL_SCHEDULER_INACTIVE)
        continue;
      if (scheduler != NULL)
        make_unsure (self, scheduler->lane, event->time);
      if (!of_scheduler)
        make_party_unsure (self, event->a, event->time);
      if (event->type == SCOPE_ERL_SPAWN || event->type == SCOPE_ERL_BUSY)
        make_party_unsure (self, event->b, event->time);
    }
}

gint64
scope_erlang_sure_until (ScopeReplay *replay, gint processor)
{
  const ScopeErlangReplay *self = (ScopeErlangReplay *) replay;
  const ScopeErlangScheduler *scheduler;
  const gint64 *since;

  if (processor < 0)
    return self->unsure_since;
  if ((guint) processor >= self->n_schedulers || self->schedulers[processor].entity == NULL)
    return SCOPE_TIME_MAX;
  scheduler = &self->schedulers[processor];
  since = g_hash_table_lookup (self->unsure, GUINT_TO_POINTER (scheduler->lane + 1));

  return MIN (since != NULL ? *since : SCOPE_TIME_MAX, scheduler->leaving != 0 ? scheduler->left : SCOPE_TIME_MAX);
}

void
scope_erlang_follow_free (ScopeErlangReplay *self)
{
  g_clear_pointer (&self->runners, g_array_unref);
  g_clear_pointer (&self->unsure, g_hash_table_unref);
  for (guint k = 0; k < SCOPE_ERLANG_N_SAID; k++)
    g_clear_pointer (&self->said[k], g_array_unref);
}

/* --- records are missing --- */

void
scope_erlang_said_first (ScopeErlangReplay *self, ScopeErlangSaid kind, guint32 index)
{
  if (self->said[kind] != NULL)
    g_array_append_val (self->said[kind], index);
}

static void
forget_process (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time)
{
  process->running = process->seen = process->left = FALSE;
  process->activity = SCOPE_ERLANG_UNSAID;
  process->blocked = SCOPE_ERLANG_FREE;
  process->gc_start = SCOPE_TIME_MIN;
  process->waker = process->woken_by = 0;
  scope_erlang_calls_lost (self, process, time);
  if (process->code != SCOPE_CODE_ABSENT && process->entity->first != SCOPE_TIME_MIN)
    scope_erlang_show_process (self, process, time);
}

static void
forget_scheduler (ScopeErlangReplay *self, ScopeErlangScheduler *scheduler, gint64 time)
{
  if (scheduler->entity == NULL)
    return;
  scheduler->runs = 0;
  scheduler->leaving = scheduler->runner = 0;
  scheduler->activity = SCOPE_ERLANG_UNSAID;
  scope_erlang_show_scheduler (self, scheduler, time, SCOPE_CODE_UNKNOWN, 0);
}

static void
forget (ScopeErlangReplay *self, ScopeErlangSaid kind, guint32 index, gint64 time)
{
  if (kind == SCOPE_ERLANG_SAID_PROCESS)
    forget_process (self, &self->processes[index], time);
  else if (kind == SCOPE_ERLANG_SAID_SCHEDULER)
    forget_scheduler (self, &self->schedulers[index], time);
  else
    scope_erlang_forget_port (self, &self->ports[index], time);
}

void
scope_erlang_dropped (ScopeErlangReplay *self, const ScopeEvent *event)
{
  const guint32 all[SCOPE_ERLANG_N_SAID] = { self->n_processes, self->n_schedulers, self->n_ports };

  for (guint k = 0; k < SCOPE_ERLANG_N_SAID; k++)
    {
      GArray *said = self->said[k];

      for (guint32 i = 0; i < (said != NULL ? said->len : all[k]); i++)
        forget (self, (ScopeErlangSaid) k, said != NULL ? g_array_index (said, guint32, i) : i, event->time);
      if (said == NULL)
        self->said[k] = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_set_size (self->said[k], 0);
    }
  self->told_active = -1;
  self->epoch++;
  scope_erlang_messages_lost (self);
  scope_erlang_probes_lost (self);
}
