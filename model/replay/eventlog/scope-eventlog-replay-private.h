/* scope-eventlog-replay-private.h: the state of an eventlog's replay, shared by its files:
 *   scope-eventlog-replay.c  threads, processors, collections
 *   scope-eventlog-usual.c   nearly all that threads and processors do
 *   scope-eden-replay.c      Eden's processes, machines, messages
 *   scope-eventlog-facts.c   counters, marks, and what the log says of the program
 *   scope-eventlog-profile.c its profiles of the heap and of time
 *   scope-eventlog-concurrent.c what the nonmoving collector does
 *   scope-eventlog-ticky.c how often closures were entered
 *   scope-eventlog-perf.c what Linux's perf counted
 *   scope-eventlog-stacks.c the stacks that ghc-stack-profiler samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-eventlog-events.h"
#include "model/base/scope-paged.h"
#include "model/replay/scope-replay.h"

G_BEGIN_DECLS

/* A log that claims more threads or processes is not believed any further. */
#define SCOPE_MAX_ENTITIES 16000000u
/* Direct table of thread numbers up to so many for each thread that there is, a hash above. */
#define SCOPE_DIRECT_SHARE 4u
#define SCOPE_MAX_PROCESSORS 65535u
#define SCOPE_NEAR_PROCESSES 64u

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
  /* What nearly every event touches. */
  ScopeEntity *entity;   /* NULL: no event on it yet */
  guint32 lane;
  guint32 current;       /* index + 1 of the task that runs, or 0 */
  gint64 first, last;    /* of its events */
  gint64 gc_start;       /* TIME_MIN: not collecting */
  gint64 gc_end;         /* an end that is not handed on yet: whether it led the GC shows only at its next event */
  gint64 row_time;       /* of the last row of its lane */
  gboolean unscheduled;  /* no event of the scheduler was recorded so far: when it does not collect, nobody knows what it does */
  guint8 rests;          /* where collections are not recorded: the code that was said of it last */

  gint64 created, deleted;
  gint64 requested;      /* when it asked for a GC, or TIME_MIN */
  gint64 gc_works;       /* since when it does the work of one; TIME_MIN: it does not */
  gint64 last_gc_start, last_gc_end, last_gc_request; /* for the row of GC_STATS */
  gint64 stats[SCOPE_COLLECTION_N_COLUMNS]; /* GC_STATS that came before the END of its collection (GHC to 7.10) */
  gboolean stats_wait;
  gboolean stats_late;   /* GC_STATS came so long after an END that the next one is nearer */
  gint64 sparks[SCOPE_SPARKS_N_COLUMNS]; /* counts of its single spark events */
  GArray *tasks;         /* of guint32: all whose processor it is, and some that have left; or NULL */
} ScopeCap;

typedef struct _ScopeEventlogProfile ScopeEventlogProfile;

/* What a cost centre or an info table is called, as texts of the machine. */
typedef struct
{
  guint64 key; /* its number; its address; the first, for g_int64_hash () */
  gint64 text, module, location;
} ScopeEventlogName;

typedef struct
{
  ScopeReplay parent;
  ScopeSink *sink;
  gboolean eden;
  ScopeRow *rows;
  gsize n_rows;

  ScopePagedArray task_room, direct_room;
  ScopeTask *tasks;     /* in their room */
  guint32 n_tasks;
  guint32 *direct;      /* number → index + 1, in its room */
  guint32 n_direct;
  GHashTable *numbers;  /* those that were larger when they came */
  ScopeCap *caps;
  guint n_caps;

  ScopeProcess *processes;
  guint32 n_processes, n_processes_alloc;
  GHashTable *process_numbers;
  guint32 near_processes[SCOPE_NEAR_PROCESSES]; /* those of small numbers, which nearly all have: index + 1; 0: none */
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
  gint64 sparks[SCOPE_SPARKS_N_COLUMNS]; /* of all processors; the time: of the last of them */
  guint n_sparks;       /* since the last rows of counts */
  gboolean has_sparks;
  gboolean scheduled;   /* an event of the scheduler was recorded */
  gboolean unscheduled; /* others were, that only come of a thread that runs, and so far none of the scheduler */
  ScopeEventlogDeclared declared;
  gboolean any;           /* there are events at all */
  gboolean started;       /* the events that a runtime begins with are there */
  gboolean asked;         /* the program's arguments say what was to be recorded: … */
  gboolean asked_gc, asked_sparks; /* … these, or not */
  gboolean collects;      /* an event of a collection, or of the heap, was recorded */
  gboolean counts_sparks; /* an event of sparks was */
  guint8 rest;          /* what a processor does that runs no thread and does not collect, as far as the log can tell */
  const ScopeEvent *batch_end; /* of the events that are being replayed */
  gboolean following;   /* the log is still written */
  gboolean late;        /* these events come after their time was passed */
  gboolean was_late;    /* there were such */
  GArray *led;          /* gint64: when leaders ended collections, the latest of them; in order; NULL if it is not followed */
  GHashTable *unsure;   /* tasks that such events touched: index + 1 → gint64 since when */
  gint64 unsure_since;  /* the least of these; TIME_MAX: none */
  ScopeEventlogProfile *profile; /* NULL: no event of one yet */
  struct _ScopeEventlogTicky *ticky; /* NULL: no event of it yet */
  struct _ScopeEventlogPerf *perf;   /* the same */
  struct _ScopeEventlogStacks *stacks; /* the same */
  gint64 concurrent[SCOPE_N_CONCURRENT_PHASES]; /* since when the nonmoving collector is in a phase; TIME_MIN: it is not */
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
  if (G_LIKELY (number < self->n_direct && self->direct[number] != 0))
    return self->direct[number] - 1;

  return scope_replay_find_large (self, number);
}

guint32 scope_replay_add_task (ScopeEventlogReplay *self, guint32 number);
/* GC_WORK, and what ends it: GC_IDLE, GC_DONE, or a thread that runs. */
void scope_eventlog_gc_work (ScopeEventlogReplay *self, ScopeCap *cap, guint processor, gint64 time, gboolean works);
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
/* A row of the table of counters. */
void scope_eventlog_counter (ScopeEventlogReplay *self, const ScopeEvent *event, ScopeCounter name, guint64 value);
/* Facts and tables; events that are none of these are ignored. */
void scope_eventlog_fact (ScopeEventlogReplay *self, const ScopeEvent *event);
/* --- scope-eventlog-profile.c --- */

/* Events 160 to 169; others are ignored. */
void scope_eventlog_profile_event (ScopeEventlogReplay *replay, const ScopeEvent *event);
/* With what ghc-stack-profiler sampled. */
void scope_eventlog_profile_finish (ScopeEventlogReplay *replay);
void scope_eventlog_profile_free (ScopeEventlogProfile *self);
/* What event 169 said of it; NULL: nothing. */
const ScopeEventlogName *scope_eventlog_profile_info_table (ScopeEventlogReplay *replay, guint64 address);
/* The band of a frame of a sampled stack, on the band of the rest: its place. Frames of one key are one. */
guint32 scope_eventlog_profile_frame (ScopeEventlogReplay *replay, gint64 time, guint32 under, gconstpointer key, gsize n_bytes,
                                      const ScopeEventlogName *name);

/* --- scope-eventlog-concurrent.c --- */

void scope_eventlog_concurrent_init (ScopeEventlogReplay *self);
/* Events 200 to 208; others are ignored. */
void scope_eventlog_concurrent_event (ScopeEventlogReplay *self, const ScopeEvent *event);
/* A phase that has not ended lasts until the end of the log. */
void scope_eventlog_concurrent_finish (ScopeEventlogReplay *self);

/* --- scope-eventlog-ticky.c --- */

/* Events 210 to 212; others are ignored. */
void scope_eventlog_ticky_event (ScopeEventlogReplay *self, const ScopeEvent *event);
void scope_eventlog_ticky_free (struct _ScopeEventlogTicky *ticky);

/* --- scope-eventlog-perf.c --- */

/* Events 140 to 142, and 55 and 56, which say where the kernel's threads are; others are ignored. */
void scope_eventlog_perf_event (ScopeEventlogReplay *self, const ScopeEvent *event);
void scope_eventlog_perf_free (struct _ScopeEventlogPerf *perf);

/* --- scope-eventlog-stacks.c --- */

/* Event 181; what is none of ghc-stack-profiler's is ignored. */
void scope_eventlog_stacks_event (ScopeEventlogReplay *replay, const ScopeEvent *event);
void scope_eventlog_stacks_finish (ScopeEventlogReplay *replay);
/* A sentence about what was left out, and when; NULL: nothing was. `self` may be NULL. */
const char *scope_eventlog_stacks_notice (const struct _ScopeEventlogStacks *self, gint64 *ret_time);
void scope_eventlog_stacks_free (struct _ScopeEventlogStacks *self);

/* The counts of single spark events to the end, if there are any. */
void scope_eventlog_sparks_finish (ScopeEventlogReplay *self);
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
/* Something happened that only a thread does that runs: if no thread was seen so far, the scheduler's events are not recorded. */
void scope_eventlog_active (ScopeEventlogReplay *self);
/* Threads that run and stop as usual, as many as come at once; returns how many events that were. */
gsize scope_eventlog_replay_usual (ScopeEventlogReplay *self, const ScopeEvent *events, gsize n);
/* By GHC's status: the first is none, and what a black hole's owner is stands in the event. */
extern const guint8 scope_eventlog_stop_codes[SCOPE_N_STOPS];
/* Why a thread stopped, by GHC's status; *ret_ref: who owns what it waits for, + 1, or 0. */
guint scope_eventlog_stop_code (ScopeEventlogReplay *self, const ScopeEvent *event, guint32 *ret_ref);
/* The first event of the scheduler: they are recorded, and whether collections are is known by now. */
void scope_eventlog_scheduled (ScopeEventlogReplay *self, gint64 time);
/* Collections are not recorded, and a thread begins or ends to run: nobody collects while one runs, so the others are idle; else who knows? */
void scope_eventlog_weigh (ScopeEventlogReplay *self, gint64 time);
/* What was not recorded becomes a fact of the machine. */
void scope_eventlog_tell_unrecorded (ScopeEventlogReplay *self);

/* Events of a processor are missing after that time; those that come next are later. */
void scope_eventlog_lost (ScopeReplay *replay, guint processor, gint64 from);
/* Losses that begin before `time` count from now on. */
void scope_eventlog_pass_gaps (ScopeEventlogReplay *self, gint64 time);
/* At a processor's first event, or at the end if it has none: what it wrote before may be lost. */
void scope_eventlog_begin_lost (ScopeEventlogReplay *self, ScopeCap *cap, guint processor, gint64 time);

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
