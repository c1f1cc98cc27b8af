/* scope-erlang-replay.c: Erlang's processes and schedulers, from the events of its tracing.
 *
 * What a process does comes from three kinds of records, each of which may be missing (formats/erlang.md §2):
 *
 *     trace    in … out            it runs, on that scheduler
 *     trace    gc_… start … end    it collects (its own heap; nobody else stops)
 *     profile  active … inactive   it could run; else it waits, in the function that the record names
 *
 * With all of them: running, collecting, runnable (active but not in), waiting. Without in and out, only *active* is known. Without
 * active and inactive, what is out either waits or has to wait its turn: which of them is not known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/erlang/scope-erlang-replay-private.h"

static void
replay_event (ScopeErlangReplay *self, const ScopeEvent *event)
{
  ScopeErlangProcess *process;
  ScopeEvent copy;

  event = scope_erlang_probes_see (self, event, &copy);
  scope_erlang_see (self, event);
  /* The tracing node is that of the first subject. */
  if (self->node == 0 && event->type >= SCOPE_ERL_SPAWN && event->type < SCOPE_ERL_SCHEDULER_ACTIVE && event->a > 0
      && event->a < self->n_parties)
    self->node = self->parties[event->a].node;
  switch (event->type)
    {
    case SCOPE_ERL_DEFINE_PARTY:
    case SCOPE_ERL_DEFINE_TEXT:
      scope_erlang_define (self, event);
      return;
    case SCOPE_ERL_PROBES:
    case SCOPE_ERL_DEFINE_SCHEDULER:
      scope_erlang_probes_define (self, event);
      return;
    case SCOPE_ERL_SPAWN:
    case SCOPE_ERL_SPAWNED:
      scope_erlang_spawn (self, event);
      break;
    case SCOPE_ERL_SCHEDULER_ACTIVE:
    case SCOPE_ERL_SCHEDULER_INACTIVE:
      scope_erlang_scheduler_event (self, event);
      break;
    case SCOPE_ERL_DROP:
      scope_erlang_dropped (self, event);
      break;
    default:
      break;
    }
  if (event->type == SCOPE_ERL_CLOCK)
    {
      scope_erlang_fact (self, event);
      return;
    }
  self->first = MIN (self->first, event->time);
  self->last = MAX (self->last, event->time);
  if (G_UNLIKELY (event->time > self->leave_by))
    scope_erlang_leave (self, event->time);
  if (event->type >= SCOPE_ERL_SCHEDULER_ACTIVE || event->type < SCOPE_ERL_SPAWN)
    {
      scope_erlang_fact (self, event);
      return;
    }
  if (!scope_erlang_is_wanted (self, event))
    return;
  process = scope_erlang_process (self, event->a);
  if (process != NULL)
    {
      scope_erlang_process_event (self, process, event);
      scope_erlang_call_event (self, process, event);
    }
  scope_erlang_fact (self, event);
}

static void
erlang_events (ScopeReplay *replay, const ScopeEvent *events, gsize n)
{
  for (gsize i = 0; i < n; i++)
    replay_event ((ScopeErlangReplay *) replay, &events[i]);
}

/* --- the end --- */

static void
erlang_finish (ScopeReplay *replay, ScopeKnownUntil known_until, gpointer user_data)
{
  ScopeErlangReplay *self = (ScopeErlangReplay *) replay;
  gint64 known = known_until != NULL ? known_until (0, user_data) : SCOPE_TIME_MAX;

  if (self->first > self->last)
    self->first = self->last = 0;
  scope_erlang_leave (self, SCOPE_TIME_MAX);
  for (guint i = 0; i < self->n_schedulers; i++)
    scope_erlang_scheduler_goes_on (self, &self->schedulers[i]);
  scope_erlang_flush (replay);
  scope_erlang_known_finish (self);
  scope_erlang_processes_finish (self, self->first, self->last, known < self->last ? known : SCOPE_TIME_MAX);
  for (guint i = 0; i < self->n_schedulers; i++)
    if (self->schedulers[i].entity != NULL)
      {
        ScopeEntity *entity = self->schedulers[i].entity;

        known = known_until != NULL ? known_until (i, user_data) : SCOPE_TIME_MAX;
        entity->first = self->first;
        entity->last = self->last;
        self->sink->klass->life (self->sink, self->schedulers[i].lane, self->first, self->last);
        if (known < self->last)
          self->sink->klass->known_until (self->sink, self->schedulers[i].lane, MAX (known, self->first));
      }
  scope_erlang_facts_finish (self, self->last);
  scope_erlang_tell_unrecorded (self);
  self->clock.first = self->first;
  self->clock.last = self->last;
}

static void
erlang_clock (ScopeReplay *replay, ScopeReplayClock *ret_clock)
{
  ScopeErlangReplay *self = (ScopeErlangReplay *) replay;

  *ret_clock = self->clock;
  ret_clock->first = self->first <= self->last ? self->first : 0;
  ret_clock->now = self->last;
}

static const char *
erlang_notice (ScopeReplay *replay, gint64 *ret_time)
{
  return ((ScopeErlangReplay *) replay)->too_many
             ? "the trace names more than 4,000,000 processes; those beyond are not shown"
             : NULL;
}

static void
erlang_free (ScopeReplay *replay)
{
  ScopeErlangReplay *self = (ScopeErlangReplay *) replay;

  for (guint32 i = 0; i < self->n_processes; i++)
    scope_erlang_stack_free (self, &self->processes[i]);
  scope_erlang_parties_free (self);
  g_array_unref (self->leavers);
  g_free (self->processes);
  g_free (self->schedulers);
  scope_erlang_messages_free (self);
  scope_erlang_facts_free (self);
  scope_erlang_probes_free (self);
  scope_erlang_known_free (self);
  scope_erlang_follow_free (self);
  g_free (self->rows);
  g_free (self);
}

ScopeReplay *
scope_erlang_replay_new (ScopeSink *sink)
{
  static const ScopeReplayClass klass = { .events = erlang_events,
                                          .finish = erlang_finish,
                                          .clock = erlang_clock,
                                          .follow = scope_erlang_follow,
                                          .flush = scope_erlang_flush,
                                          .late_events = scope_erlang_late_events,
                                          .sure_until = scope_erlang_sure_until,
                                          .notice = erlang_notice,
                                          .free = erlang_free };
  ScopeErlangReplay *self = g_new0 (ScopeErlangReplay, 1);

  self->parent.klass = &klass;
  self->sink = sink;
  self->rows = sink->klass->rows (sink, NULL, 0);
  self->n_parties = self->n_texts = 1;
  self->parties = g_new0 (ScopeErlangName, 2);
  self->texts = g_new0 (char *, 2);
  self->functions = g_new0 (guint32, 2);
  self->registered = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  scope_erlang_known_init (self);
  scope_erlang_messages_init (self);
  self->told_active = -1;
  self->leavers = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->leave_by = SCOPE_TIME_MAX;
  self->first = SCOPE_TIME_MAX;
  self->last = SCOPE_TIME_MIN;

  return &self->parent;
}
