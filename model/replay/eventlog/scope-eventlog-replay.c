/* scope-eventlog-replay.c: threads, processors and collections of GHC and Eden logs.
 *
 * Facts: formats of GHC's and Eden's eventlogs as read from real logs and from the runtimes' sources:
 *   - a WAKEUP counts only for a thread that is blocked: cross-processor ones are logged twice, and may come before
 *     the STOP of the sleeper;
 *   - foreign calls end with RUN, without a wake-up;
 *   - an idle processor posts GC_END only when the next GC starts, so its collecting is clipped at the end of the
 *     *leader*, the one that posts GLOBAL_SYNC or GC_STATS straight after its own GC_END.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/eventlog/scope-eventlog-replay-private.h"

#include <string.h>

/* --- tasks --- */

guint32
scope_replay_find_large (ScopeEventlogReplay *self, guint32 number)
{
  if (self->numbers != NULL)
    return GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, GUINT_TO_POINTER (number))) - 1;

  return SCOPE_NONE;
}

static void
remember_task (ScopeEventlogReplay *self, guint32 number, guint32 index)
{
  guint64 direct = MAX (1024, (guint64) SCOPE_DIRECT_SHARE * self->n_tasks);

  if (number < direct && number >= self->n_direct
      && scope_paged_array_grow (&self->direct_room, ((gsize) number + 1) * sizeof *self->direct))
    {
      self->direct = self->direct_room.data;
      self->n_direct = (guint32) (self->direct_room.size / sizeof *self->direct);
    }
  if (number < self->n_direct)
    {
      self->direct[number] = index + 1;
      return;
    }
  if (self->numbers == NULL)
    self->numbers = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (self->numbers, GUINT_TO_POINTER (number), GUINT_TO_POINTER (index + 1));
}

guint32
scope_replay_add_task (ScopeEventlogReplay *self, guint32 number)
{
  const ScopeSinkClass *klass = self->sink->klass;
  guint32 before = scope_replay_find_task (self, number);
  guint32 index;
  ScopeTask *task;

  if (self->n_tasks >= SCOPE_MAX_ENTITIES)
    {
      self->too_many = TRUE;
      return SCOPE_NONE;
    }
  index = klass->add_entity (self->sink, SCOPE_KIND_THREAD, number, TRUE, SCOPE_CODE_ABSENT);
  scope_paged_array_grow (&self->task_room, (self->n_tasks + 1) * sizeof *self->tasks);
  self->tasks = self->task_room.data;
  task = &self->tasks[self->n_tasks++];
  g_assert (index + 1 == self->n_tasks);
  *task = (ScopeTask) { .entity = klass->entity (self->sink, SCOPE_KIND_THREAD, index), .process = SCOPE_NONE };
  task->lane = task->entity->lane;
  if (before != SCOPE_NONE)
    task->entity->generation = self->tasks[before].entity->generation + 1;
  remember_task (self, number, index);
  return index;
}

/* While importing, nearly every event comes through here: for where the code is known it is a constant. */
static G_ALWAYS_INLINE inline void
set_task (ScopeEventlogReplay *self, guint32 index, gint64 time, guint code, guint32 ref)
{
  ScopeTask *task = &self->tasks[index];
  ScopeState left = scope_code_state (task->code), entered = scope_code_state (code);

  if (G_UNLIKELY (self->late))
    {
      scope_replay_late_task (self, index, time);
      return;
    }
  if (G_UNLIKELY (!task->alive))
    {
      if (code == SCOPE_CODE_ABSENT)
        return;
      task->alive = TRUE;
      left = SCOPE_STATE_ABSENT;
      task->entity->first = time;
    }
  if (G_UNLIKELY (code == SCOPE_CODE_ABSENT))
    {
      task->alive = FALSE;
      task->entity->last = time;
      task->entity->end = SCOPE_END_FINISHED;
    }
  task->code = (guint8) code;
  scope_replay_emit (self, task->lane, time, code, ref);
  if (left != entered && (self->has_machine || task->process != SCOPE_NONE))
    scope_replay_changed (self, index, left, entered, time);
}

void
scope_replay_set_task (ScopeEventlogReplay *self, guint32 index, gint64 time, guint code, guint32 ref)
{
  set_task (self, index, time, code, ref);
}

/* The task of an event; one that was never seen (a cut log) is taken as it comes. */
static inline guint32
task_of (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  guint32 task = scope_replay_find_task (self, event->a);

  if (G_UNLIKELY (task == SCOPE_NONE) && !self->eden)
    task = scope_replay_add_task (self, event->a);

  return task;
}

static void
create_thread (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  guint32 task = scope_replay_find_task (self, event->a);

  if (self->eden)
    return; /* an Eden thread exists from its assignment to a process on */
  if (task == SCOPE_NONE || self->tasks[task].created)
    {
      if (task != SCOPE_NONE && self->tasks[task].alive)
        { /* The number is used again, and nothing told of the end of the one before. */
          scope_replay_set_task (self, task, event->time, SCOPE_CODE_ABSENT, 0);
          self->tasks[task].entity->end = SCOPE_END_KILLED;
        }
      task = scope_replay_add_task (self, event->a);
    }
  if (task == SCOPE_NONE)
    return;
  if (event->processor != SCOPE_NO_PROCESSOR)
    scope_eventlog_take_task (self, event->processor, task);
  self->tasks[task].created = TRUE;
  /* forkIO makes a thread where its caller runs; the runtime makes its own when none does. */
  self->tasks[task].entity->parent = scope_replay_current (self, event) - 1; /* 0 gives SCOPE_NONE */
  if (!self->tasks[task].alive)
    scope_replay_set_task (self, task, event->time, SCOPE_CODE_CREATED, scope_replay_current (self, event));
}

/* --- processors --- */

static ScopeCap *
add_cap (ScopeEventlogReplay *self, guint number)
{
  const ScopeSinkClass *klass = self->sink->klass;
  ScopeCap *cap;
  guint32 index;

  if (number >= self->n_caps)
    {
      guint n = number + 1;

      self->caps = g_renew (ScopeCap, self->caps, n);
      memset (self->caps + self->n_caps, 0, (n - self->n_caps) * sizeof *self->caps);
      self->n_caps = n;
    }
  index = klass->add_entity (self->sink, SCOPE_KIND_PROCESSOR, number, FALSE, SCOPE_CODE_IDLE);
  cap = &self->caps[number];
  cap->entity = klass->entity (self->sink, SCOPE_KIND_PROCESSOR, index);
  cap->lane = cap->entity->lane;
  cap->first = SCOPE_TIME_MAX;
  cap->last = cap->created = cap->requested = cap->gc_start = cap->gc_end = cap->gc_works = SCOPE_TIME_MIN;
  cap->last_gc_start = cap->last_gc_end = cap->last_gc_request = SCOPE_TIME_MIN;
  cap->deleted = SCOPE_TIME_MAX;
  cap->row_time = SCOPE_TIME_MIN;
  cap->unscheduled = self->unscheduled;
  cap->rests = SCOPE_CODE_UNKNOWN;
  if (self->unscheduled || self->rest == SCOPE_CODE_UNKNOWN)
    scope_replay_emit_cap (self, cap, self->first, SCOPE_CODE_UNKNOWN, 0);

  return cap;
}

static inline ScopeCap *
cap_of (ScopeEventlogReplay *self, guint number)
{
  if (G_LIKELY (number < self->n_caps && self->caps[number].entity != NULL))
    return &self->caps[number];

  return add_cap (self, number);
}

/* Every event of a processor comes through here first. */
static inline ScopeCap *
touch (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  ScopeCap *cap;

  if (event->processor == SCOPE_NO_PROCESSOR)
    return NULL;
  cap = cap_of (self, event->processor);
  if (G_UNLIKELY (event->time > self->gap_time))
    scope_eventlog_pass_gaps (self, event->time);
  if (G_UNLIKELY (event->time < cap->first))
    {
      if (G_UNLIKELY (self->gaps != NULL) && cap->first == SCOPE_TIME_MAX)
        scope_eventlog_begin_lost (self, cap, event->processor, event->time);
      cap->first = event->time;
    }
  cap->last = MAX (cap->last, event->time);
  if (G_UNLIKELY (cap->gc_end != SCOPE_TIME_MIN) && event->type != SCOPE_EV_GC_GLOBAL_SYNC
      && event->type != SCOPE_EV_GC_STATS_GHC)
    {
      if (self->was_late)
        scope_replay_follow_collecting (self, cap, event->type == SCOPE_EV_GC_START);
      scope_eventlog_end_collecting (self, cap, SCOPE_TIME_MAX);
    }

  return cap;
}

/* --- events --- */

static G_ALWAYS_INLINE inline void
run_thread (ScopeEventlogReplay *self, ScopeCap *cap, const ScopeEvent *event)
{
  guint32 task = task_of (self, event);

  if (task != SCOPE_NONE && (!self->eden || self->tasks[task].alive))
    {
      self->tasks[task].entity->runs++;
      set_task (self, task, event->time, SCOPE_CODE_RUNNING,
                             event->processor == SCOPE_NO_PROCESSOR ? 0 : event->processor + 1u);
    }
  if (cap == NULL)
    return;
  if (G_UNLIKELY (self->idle_phase[1] > 0))
    scope_eden_phase_counts (self);
  if (task != SCOPE_NONE && G_UNLIKELY (self->tasks[task].processor != event->processor + 1u))
    scope_eventlog_take_task (self, event->processor, task);
  cap->entity->runs++;
  cap->current = task + 1;
  cap->unscheduled = FALSE;
  cap->gc_start = cap->gc_end = SCOPE_TIME_MIN;
  scope_replay_emit_cap (self, cap, event->time, SCOPE_CODE_RUNNING, task + 1);
  if (G_UNLIKELY (self->rest == SCOPE_CODE_UNKNOWN))
    scope_eventlog_weigh (self, event->time);
}

static G_ALWAYS_INLINE inline void
stop_thread (ScopeEventlogReplay *self, ScopeCap *cap, const ScopeEvent *event)
{
  guint32 task = task_of (self, event);
  guint32 ref;

  if (task != SCOPE_NONE && (!self->eden || self->tasks[task].alive))
    {
      guint code = self->eden ? scope_eden_stop_code (self, task, event, &ref) : scope_eventlog_stop_code (self, event, &ref);
      set_task (self, task, event->time, code, ref);
    }
  if (cap == NULL)
    return;
  cap->current = 0;
  cap->unscheduled = FALSE;
  if (G_UNLIKELY (self->rest == SCOPE_CODE_UNKNOWN))
    scope_eventlog_weigh (self, event->time);
  else if (cap->gc_start == SCOPE_TIME_MIN)
    scope_replay_emit_cap (self, cap, event->time, SCOPE_CODE_IDLE, 0);
}

static G_ALWAYS_INLINE inline void
wake_thread (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  guint32 task = task_of (self, event);
  guint32 waker;
  ScopeState state;
  gboolean receiving = self->receiving != SCOPE_TIME_MIN;

  if (task == SCOPE_NONE || !self->tasks[task].alive)
    return;
  state = scope_code_state (self->tasks[task].code);
  if (state != SCOPE_STATE_BLOCKED && state != SCOPE_STATE_OUTSIDE
      && self->tasks[task].code != SCOPE_CODE_RUNNABLE_MVAR_READ)
    return;
  waker = receiving ? 0 : scope_replay_current (self, event);
  if (receiving && self->has_arrival)
    self->arrival.thread = task + 1;
  if (state != SCOPE_STATE_RUNNABLE && !self->late)
    {
      gint64 here = event->processor != SCOPE_NO_PROCESSOR ? event->processor : SCOPE_TABLE_NULL;
      gint64 *row = self->sink->klass->row (self->sink, SCOPE_TABLE_WAKEUPS);

      row[SCOPE_WAKEUP_TIME] = event->time;
      row[SCOPE_WAKEUP_THREAD] = task;
      row[SCOPE_WAKEUP_BY_THREAD] = waker != 0 ? (gint64) waker - 1 : SCOPE_TABLE_NULL;
      row[SCOPE_WAKEUP_BY_PROCESSOR] = here;
      row[SCOPE_WAKEUP_PROCESSOR] = event->type == SCOPE_EV_THREAD_WAKEUP ? event->b : here;
      row[SCOPE_WAKEUP_CAUSE] = SCOPE_WOKEN_BY_THREAD;
    }
  set_task (self, task, event->time, SCOPE_CODE_WOKEN, waker);
}

static void
migrate_thread (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  guint32 task = task_of (self, event);
  gint64 values[SCOPE_MIGRATION_N_COLUMNS];

  if (task == SCOPE_NONE)
    return;
  scope_eventlog_take_task (self, event->b, task);
  self->tasks[task].entity->migrations++;
  values[SCOPE_MIGRATION_TIME] = event->time;
  values[SCOPE_MIGRATION_THREAD] = task;
  values[SCOPE_MIGRATION_FROM] = event->processor != SCOPE_NO_PROCESSOR ? event->processor : SCOPE_TABLE_NULL;
  values[SCOPE_MIGRATION_TO] = event->b;
  self->sink->klass->record (self->sink, SCOPE_TABLE_MIGRATIONS, values);
}

static void
cap_life (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  ScopeCap *cap;

  if (event->a >= SCOPE_MAX_PROCESSORS)
    return;
  cap = cap_of (self, event->a);
  if (event->type == SCOPE_EV_CAP_CREATE && cap->created == SCOPE_TIME_MIN)
    cap->created = event->time;
  else if (event->type == SCOPE_EV_CAP_DELETE)
    cap->deleted = event->time;
  if (self->following)
    scope_replay_follow_cap (self, cap);
}

/* All but those that come all the time. */
static G_NO_INLINE void
replay_other (ScopeEventlogReplay *self, ScopeCap *cap, const ScopeEvent *event)
{
  switch (event->type)
    {
    case SCOPE_EV_CREATE_THREAD:
      create_thread (self, event);
      break;
    case SCOPE_EV_MIGRATE_THREAD:
      migrate_thread (self, event);
      break;
    case SCOPE_EV_REQUEST_SEQ_GC:
    case SCOPE_EV_REQUEST_PAR_GC:
      if (cap != NULL)
        cap->requested = event->time;
      self->collects = TRUE;
      scope_eventlog_fact (self, event);
      break;
    case SCOPE_EV_GC_START:
      if (cap != NULL)
        scope_eventlog_gc_start (self, cap, event->time);
      break;
    case SCOPE_EV_GC_END:
      if (cap != NULL)
        scope_eventlog_gc_end (self, cap, event->time);
      break;
    case SCOPE_EV_GC_WORK:
    case SCOPE_EV_GC_IDLE:
    case SCOPE_EV_GC_DONE:
      if (cap != NULL)
        scope_eventlog_gc_work (self, cap, event->processor, event->time, event->type == SCOPE_EV_GC_WORK);
      break;
    case SCOPE_EV_GC_STATS_GHC:
      if (cap != NULL)
        scope_eventlog_gc_stats (self, cap, event);
      break;
    case SCOPE_EV_CAP_CREATE:
    case SCOPE_EV_CAP_DELETE:
      cap_life (self, event);
      break;
    default:
      if (!scope_eden_event (self, event))
        scope_eventlog_fact (self, event);
    }
}

/* But for those of the operating system's threads, which are recorded, too, but say nothing of ours. */
static gboolean
is_of_scheduler (guint type)
{
  return type <= SCOPE_EV_MIGRATE_THREAD || type == SCOPE_EV_THREAD_WAKEUP || type == SCOPE_EV_CREATE_PROCESS
         || type == SCOPE_EV_ASSIGN_THREAD_TO_PROCESS;
}

static G_ALWAYS_INLINE inline void
replay_event (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  ScopeCap *cap = touch (self, event);

  if (G_UNLIKELY (event->time < self->first))
    self->first = event->time;
  if (G_LIKELY (event->time > self->last))
    self->last = event->time;
  if (G_UNLIKELY (!self->scheduled) && is_of_scheduler (event->type))
    scope_eventlog_scheduled (self, event->time);
  if (event->type == SCOPE_EV_RUN_THREAD)
    run_thread (self, cap, event);
  else if (event->type == SCOPE_EV_STOP_THREAD)
    stop_thread (self, cap, event);
  else if (event->type == SCOPE_EV_THREAD_RUNNABLE || event->type == SCOPE_EV_THREAD_WAKEUP)
    wake_thread (self, event);
  else
    replay_other (self, cap, event);
  /* The event behind it, on the same buffer, was this one. */
  if (G_UNLIKELY (self->has_arrival) && cap != NULL && event->type != SCOPE_EV_RECEIVE_MESSAGE)
    scope_eden_arrived (self);
}

static void
eventlog_events (ScopeReplay *replay, const ScopeEvent *events, gsize n)
{
  ScopeEventlogReplay *self = (ScopeEventlogReplay *) replay;

  self->batch_end = events + n;
  self->any |= n > 0;
  while ((events += self->eden ? 0 : scope_eventlog_replay_usual (self, events, (gsize) (self->batch_end - events))) < self->batch_end)
    replay_event (self, events++);
}

static void
eventlog_late_events (ScopeReplay *replay, const ScopeEvent *events, gsize n)
{
  ScopeEventlogReplay *self = (ScopeEventlogReplay *) replay;

  self->late = self->was_late = TRUE;
  eventlog_events (replay, events, n);
  self->late = FALSE;
}

/* --- the end --- */

static void
finish_caps (ScopeEventlogReplay *self, ScopeKnownUntil known_until, gpointer user_data)
{
  const ScopeSinkClass *klass = self->sink->klass;

  for (guint i = 0; i < self->n_caps; i++)
    {
      ScopeCap *cap = &self->caps[i];
      gint64 first, last;

      if (cap->entity == NULL)
        continue;
      if (cap->first == SCOPE_TIME_MAX)
        scope_eventlog_begin_lost (self, cap, i, SCOPE_TIME_MAX);
      scope_eventlog_collected (self, cap);
      if (cap->gc_end != SCOPE_TIME_MIN)
        scope_eventlog_end_collecting (self, cap, SCOPE_TIME_MAX);
      first = cap->created != SCOPE_TIME_MIN ? cap->created : cap->first;
      last = MIN (cap->deleted, self->last);
      if (first == SCOPE_TIME_MAX)
        first = last;
      cap->entity->first = first;
      cap->entity->last = MAX (first, last);
      klass->life (self->sink, cap->lane, first, MAX (first, last));
      if (known_until != NULL && known_until (i, user_data) < last)
        klass->known_until (self->sink, cap->lane, MAX (known_until (i, user_data), first));
    }
}

static void
finish_tasks (ScopeEventlogReplay *self, gint64 end)
{
  for (guint32 i = 0; i < self->n_tasks; i++)
    {
      ScopeEntity *entity = self->tasks[i].entity;

      if (i % 4096 == 0)
        scope_paged_trim (); /* millions of them come by */
      if (entity->first == SCOPE_TIME_MIN)
        continue; /* only its name is known */
      if (self->tasks[i].alive || entity->last > end)
        {
          if (self->eden && self->machine_killed != SCOPE_TIME_MAX)
            entity->end = SCOPE_END_KILLED;
          entity->last = MAX (end, entity->first);
          self->sink->klass->life (self->sink, entity->lane, entity->first, entity->last);
        }
    }
}

static void
eventlog_finish (ScopeReplay *replay, ScopeKnownUntil known_until, gpointer user_data)
{
  ScopeEventlogReplay *self = (ScopeEventlogReplay *) replay;
  gint64 end;

  if (self->first > self->last)
    self->first = self->last = 0;
  end = MIN (self->machine_killed, self->last);
  scope_eden_arrived (self);
  scope_eventlog_active (self);
  scope_eventlog_sparks_finish (self);
  scope_eventlog_profile_finish (self);
  scope_eventlog_concurrent_finish (self);
  finish_caps (self, known_until, user_data);
  if (self->n_rows > 0)
    self->rows = self->sink->klass->rows (self->sink, self->rows, self->n_rows);
  self->n_rows = 0;
  if (self->eden)
    scope_eden_finish (self, end);
  finish_tasks (self, end);
  scope_eventlog_tell_unrecorded (self);
  self->clock.first = self->machine_created != SCOPE_TIME_MIN ? self->machine_created : self->first;
  self->clock.last = MAX (end, self->clock.first);
  if (self->has_machine)
    self->sink->klass->life (self->sink, self->machine.lane, self->clock.first, self->clock.last);
}

static void
eventlog_clock (ScopeReplay *replay, ScopeReplayClock *ret_clock)
{
  ScopeEventlogReplay *self = (ScopeEventlogReplay *) replay;

  *ret_clock = self->clock;
  if (!self->eden)
    ret_clock->now = self->last;
  else
    ret_clock->now = self->n_caps > 0 && self->caps[0].entity != NULL ? self->caps[0].last : SCOPE_TIME_MIN;
}

static const char *
eventlog_notice (ScopeReplay *replay, gint64 *ret_time)
{
  return ((ScopeEventlogReplay *) replay)->too_many
             ? "the log names more than 16,000,000 threads or processes; those beyond are not shown"
             : scope_eventlog_stacks_notice (((ScopeEventlogReplay *) replay)->stacks, ret_time);
}

static void
eventlog_free (ScopeReplay *replay)
{
  ScopeEventlogReplay *self = (ScopeEventlogReplay *) replay;

  g_clear_pointer (&self->gaps, g_array_unref);
  for (guint i = 0; i < self->n_caps; i++)
    g_clear_pointer (&self->caps[i].tasks, g_array_unref);
  scope_paged_array_clear (&self->task_room);
  scope_paged_array_clear (&self->direct_room);
  g_clear_pointer (&self->numbers, g_hash_table_unref);
  g_free (self->caps);
  g_free (self->processes);
  g_hash_table_unref (self->process_numbers);
  g_hash_table_unref (self->labels);
  g_array_unref (self->forks);
  g_clear_pointer (&self->unsure, g_hash_table_unref);
  g_clear_pointer (&self->led, g_array_unref);
  scope_eventlog_profile_free (self->profile);
  scope_eventlog_ticky_free (self->ticky);
  scope_eventlog_perf_free (self->perf);
  scope_eventlog_stacks_free (self->stacks);
  g_free (self->rows);
  g_free (self);
}

void
scope_eventlog_replay_declare (ScopeReplay *replay, const ScopeEventlogDeclared *declared)
{
  ((ScopeEventlogReplay *) replay)->declared = *declared;
}

ScopeReplay *
scope_eventlog_replay_new (ScopeSink *sink, gboolean eden, gboolean single)
{
  static const ScopeReplayClass klass
      = { .events = eventlog_events,           .finish = eventlog_finish, .clock = eventlog_clock,
          .follow = scope_replay_follow,         .flush = scope_replay_flush,   .late_events = eventlog_late_events, .lost = scope_eventlog_lost,
          .sure_until = scope_replay_sure_until, .notice = eventlog_notice,     .free = eventlog_free };
  ScopeEventlogReplay *self = g_new0 (ScopeEventlogReplay, 1);

  self->parent.klass = &klass;
  self->sink = sink;
  self->eden = eden;
  self->task_room.most = SCOPE_MAX_ENTITIES * sizeof *self->tasks;
  self->direct_room.most = ((gsize) SCOPE_DIRECT_SHARE * SCOPE_MAX_ENTITIES + 1024) * sizeof *self->direct;
  self->rows = sink->klass->rows (sink, NULL, 0);
  self->process_numbers = g_hash_table_new (NULL, NULL);
  self->labels = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->forks = g_array_new (FALSE, FALSE, 3 * sizeof (gint64));
  self->first = self->unsure_since = self->gap_time = SCOPE_TIME_MAX;
  self->last = self->receiving = self->machine_created = SCOPE_TIME_MIN;
  scope_eventlog_concurrent_init (self);
  self->machine_killed = SCOPE_TIME_MAX;
  self->rest = SCOPE_CODE_IDLE;
  if (eden || single)
    {
      self->has_machine = TRUE;
      self->machine.lane = sink->klass->add_entity (sink, SCOPE_KIND_MACHINE, 0, FALSE, SCOPE_CODE_IDLE);
      self->machine.code = SCOPE_CODE_IDLE;
    }

  return &self->parent;
}
