/* scope-eventlog-replay-private.h: the state of an eventlog's replay, shared by its three files:
 *   scope-eventlog-replay.c  threads, processors, collections
 *   scope-eden-replay.c      Eden's processes, machines, messages
 *   scope-eventlog-facts.c   counters, marks, and what the log says of the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-eventlog-events.h"
#include "model/replay/scope-replay.h"

G_BEGIN_DECLS

/* Direct table of thread numbers up to here, a hash above. */
#define SCOPE_DIRECT_THREADS (1u << 22)
/* A log that claims more threads or processes is not believed any further. */
#define SCOPE_MAX_ENTITIES 4000000u
#define SCOPE_MAX_PROCESSORS 65535u

typedef struct
{
  ScopeEntity *entity;
  guint32 lane;
  guint32 process;   /* index, or SCOPE_NONE */
  guint8 code;
  guint8 alive;
  guint8 created;    /* by an event, not only implied */
  guint16 processor; /* its number + 1: who will tell what becomes of it; 0: nobody knows */
} ScopeTask;

/* Eden's table over the tasks of a process, or the processes of a machine. */
typedef struct
{
  guint32 lane;
  guint32 n[SCOPE_N_STATES]; /* how many are in each state */
  guint8 some;               /* bit s: n[s] > 0 */
  guint8 code;
} ScopeGroup;

typedef struct
{
  ScopeEntity *entity;
  ScopeGroup group;
  gint64 created, killed; /* TIME_MIN, TIME_MAX if not seen */
} ScopeProcess;

/* Events of a processor are missing after that time. */
typedef struct
{
  guint processor;
  gint64 from;
} ScopeGap;

typedef struct
{
  ScopeEntity *entity;   /* NULL: no event on it yet */
  guint32 lane;
  guint32 current;       /* index + 1 of the task that runs, or 0 */
  gint64 first, last;    /* of its events */
  gint64 created, deleted;
  gint64 requested;      /* when it asked for a GC, or TIME_MIN */
  gint64 gc_start;       /* TIME_MIN: not collecting */
  gint64 gc_end;         /* an end that is not handed on yet: whether it led the GC shows only at its next event */
  gint64 last_gc_start, last_gc_end, last_gc_request; /* for the row of GC_STATS */
  gint64 stats[SCOPE_COLLECTION_N_COLUMNS]; /* GC_STATS that came before the END of its collection (GHC to 7.10) */
  gboolean stats_wait;
  gint64 row_time;       /* of the last row of its lane */
  gboolean stats_late;   /* GC_STATS came so long after an END that the next one is nearer */
  GArray *tasks;         /* of guint32: all whose processor it is, and some that have left; or NULL */
} ScopeCap;

typedef struct
{
  ScopeReplay parent;
  ScopeSink *sink;
  gboolean eden;
  ScopeRow *rows;
  gsize n_rows;

  ScopeTask *tasks;
  guint32 n_tasks, n_tasks_alloc;
  guint32 *direct;      /* number → index + 1 */
  guint32 n_direct;
  GHashTable *numbers;  /* for larger numbers */
  ScopeCap *caps;
  guint n_caps;

  ScopeProcess *processes;
  guint32 n_processes, n_processes_alloc;
  GHashTable *process_numbers;
  GHashTable *labels;   /* Eden: labels of threads not assigned yet */
  gboolean has_machine; /* the machine has a lane with a state of its own */
  ScopeGroup machine;
  GArray *forks;        /* Eden: RForks received */
  gint64 receiving;     /* start of the receive phase, or TIME_MIN */
  gint64 received;      /* messages in it */
  ScopeMessageEnd arrival; /* a message received, held until the next event tells whom it wakes */
  gboolean has_arrival;
  gint64 idle_phase[2]; /* start and duration of one without messages, until a thread runs; duration 0: none */

  gint64 first, last;   /* of all events */
  gint64 machine_created, machine_killed;
  ScopeReplayClock clock;
  GArray *gaps;         /* of ScopeGap: ahead of the events; or NULL */
  gint64 gap_time;      /* the first of these; TIME_MAX: none */
  gboolean too_many;
  const ScopeEvent *batch_end; /* of the events that are being replayed */
  gboolean following;   /* the log is still written */
  gboolean late;        /* these events come after their time was passed */
  gboolean was_late;    /* there were such */
  GArray *led;          /* gint64: when leaders ended collections, the latest of them; in order; NULL if it is not followed */
  GHashTable *unsure;   /* tasks that such events touched: index + 1 → gint64 since when */
  gint64 unsure_since;  /* the least of these; TIME_MAX: none */
} ScopeEventlogReplay;

static inline void
scope_replay_emit (ScopeEventlogReplay *self, guint32 lane, gint64 time, guint code, guint32 ref)
{
  /* The thread that stores rows had this memory last: it takes a while to come back. */
  __builtin_prefetch (&self->rows[self->n_rows + 64], 1);
  self->rows[self->n_rows++] = scope_row (lane, time, code, ref);
  if (G_UNLIKELY (self->n_rows == SCOPE_SINK_ROWS))
    {
      self->rows = self->sink->klass->rows (self->sink, self->rows, self->n_rows);
      self->n_rows = 0;
    }
}

static inline void
scope_replay_emit_cap (ScopeEventlogReplay *self, ScopeCap *cap, gint64 time, guint code, guint32 ref)
{
  cap->row_time = time;
  scope_replay_emit (self, cap->lane, time, code, ref);
}

/* Index of the thread of that number, or SCOPE_NONE. */
guint32 scope_replay_find_large (ScopeEventlogReplay *self, guint32 number);

static inline guint32
scope_replay_find_task (ScopeEventlogReplay *self, guint32 number)
{
  if (G_LIKELY (number < self->n_direct))
    return self->direct[number] - 1; /* 0 gives SCOPE_NONE */

  return scope_replay_find_large (self, number);
}

guint32 scope_replay_add_task (ScopeEventlogReplay *self, guint32 number);
/* From here on that processor's events say what the task does. */
void scope_eventlog_take_task (ScopeEventlogReplay *self, guint processor, guint32 task);
/* The task is in `code` from `time` on, and with it what is summed up from it. */
void scope_replay_set_task (ScopeEventlogReplay *self, guint32 task, gint64 time, guint code, guint32 ref);
/* Following a log that is still written (scope-replay-follow.c): a late event says that the task entered a state; the group
 * has lost its last member, or won one; a processor is gone. */
void scope_replay_late_task (ScopeEventlogReplay *self, guint32 task, gint64 time);
void scope_replay_follow (ScopeReplay *replay);
void scope_replay_follow_process (ScopeEventlogReplay *self, guint32 process, gint64 time);
/* A leader ended a collection then: of those of the others, which come late, that is the end, too. */
void scope_replay_follow_leader (ScopeEventlogReplay *self, gint64 end);
/* The collection that this processor has ended is about to be handed on, and it was no leader: sets its end, or says that it is unknown,
 * if it was `idle`, which tells its end too late. */
void scope_replay_follow_collecting (ScopeEventlogReplay *self, ScopeCap *cap, gboolean idle);
void scope_replay_follow_cap (ScopeEventlogReplay *self, const ScopeCap *cap);
void scope_replay_flush (ScopeReplay *replay);
gint64 scope_replay_sure_until (ScopeReplay *replay, gint processor);

/* Thread that runs on the event's processor: index + 1, or 0. */
static inline guint32
scope_replay_current (ScopeEventlogReplay *self, const ScopeEvent *event)
{
  return event->processor < self->n_caps ? self->caps[event->processor].current : 0;
}

/* The task's process, and the machine over the processes (or the tasks, where there are no processes). */
void scope_replay_changed (ScopeEventlogReplay *self, guint32 task, ScopeState left, ScopeState entered,
                           gint64 time);

/* The program goes on: a receive phase that is still held back counts. */
void scope_eden_phase_counts (ScopeEventlogReplay *self);
/* Hands on a message that is held back. */
void scope_eden_arrived (ScopeEventlogReplay *self);
/* Eden's events; FALSE if this is none of them. */
gboolean scope_eden_event (ScopeEventlogReplay *self, const ScopeEvent *event);
/* Why an Eden thread stopped, by Eden's table. */
guint scope_eden_stop_code (ScopeEventlogReplay *self, guint32 task, const ScopeEvent *event, guint32 *ret_ref);
void scope_eden_finish (ScopeEventlogReplay *self, gint64 end);
/* Facts and tables; events that are none of these are ignored. */
void scope_eventlog_fact (ScopeEventlogReplay *self, const ScopeEvent *event);
/* GC_STATS: the row of the collection that its processor led. */
void scope_eventlog_collection (ScopeEventlogReplay *self, const ScopeEvent *event, ScopeCap *cap);
/* The row's times, from the collection that ended last on the processor. */
void scope_eventlog_time_collection (ScopeCap *cap);
/* The collection whose figures wait has ended, or will never be seen to end. */
void scope_eventlog_collected (ScopeEventlogReplay *self, ScopeCap *cap);

/* --- scope-eventlog-cores.c --- */

/* The processor begins to collect, and ends; its GC_STATS have come. */
void scope_eventlog_gc_start (ScopeEventlogReplay *self, ScopeCap *cap, gint64 time);
void scope_eventlog_gc_end (ScopeEventlogReplay *self, ScopeCap *cap, gint64 time);
void scope_eventlog_gc_stats (ScopeEventlogReplay *self, ScopeCap *cap, const ScopeEvent *event);
/* The collection on this processor ends, if there is one, at the latest at `limit`. */
void scope_eventlog_end_collecting (ScopeEventlogReplay *self, ScopeCap *cap, gint64 limit);
/* Events of a processor are missing after that time; those that come next are later. */
void scope_eventlog_lost (ScopeReplay *replay, guint processor, gint64 from);
/* Losses that begin before `time` count from now on. */
void scope_eventlog_pass_gaps (ScopeEventlogReplay *self, gint64 time);

static inline guint64
scope_be (const ScopeEvent *event, guint offset, guint n)
{
  guint64 v = 0;

  if (offset + n <= event->size)
    for (guint i = 0; i < n; i++)
      v = v << 8 | event->payload[offset + i];

  return v;
}

G_END_DECLS
