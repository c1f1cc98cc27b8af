/* scope-erlang-replay-private.h: the state of an Erlang trace's replay, shared by its files:
 *   scope-erlang-replay.c      what goes where, and the end
 *   scope-erlang-parties.c     pids, ports, names, words by number
 *   scope-erlang-processes.c   processes: who ran, waited, collected
 *   scope-erlang-schedulers.c  schedulers
 *   scope-erlang-messages.c    messages
 *   scope-erlang-known.c       who was there before, where the recorder says it
 *   scope-erlang-facts.c       ports, links, names, and what the trace says of itself
 *   scope-erlang-follow.c      what is not sure while the trace is written, or where records are missing
 *   scope-erlang-calls.c       call stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-erlang-events.h"
#include "model/replay/scope-replay.h"

G_BEGIN_DECLS

#define SCOPE_ERLANG_MAX_PROCESSES 4000000u
#define SCOPE_ERLANG_MAX_STRANGERS 100000u
#define SCOPE_ERLANG_DIRTY 0u /* the number that all dirty schedulers bear */

/* A pid, port or name of the trace, by its number there. */
typedef struct
{
  const char *text; /* "<0.50.0>" */
  guint8 kind;    /* ScopeErlangParty */
  guint32 node;   /* text */
  guint32 number; /* the same for the same pid in the files of all nodes */
  guint32 index;  /* own processes, ports: in the tables below, + 1; 0: none yet */
  guint32 known;  /* what the recorder said of it before: in the table below, + 1 */
  guint32 stranger; /* index + 1 of it as one; 0: it is none */
} ScopeErlangName;

/* A process that was there before, by SCOPE_ERL_KNOWN. */
typedef struct
{
  guint32 party, parent;
  guint32 entry, name; /* texts */
} ScopeErlangKnown;

typedef enum
{
  SCOPE_ERLANG_UNSAID, /* nothing told it yet */
  SCOPE_ERLANG_INACTIVE,
  SCOPE_ERLANG_IS_ACTIVE,
} ScopeErlangActivity;

/* A port takes no more, and who wrote to it waits. */
typedef enum
{
  SCOPE_ERLANG_FREE,
  SCOPE_ERLANG_BLOCKED,
  SCOPE_ERLANG_RELEASED, /* it need not wait any longer, and has not run since */
} ScopeErlangBlocked;

typedef struct _ScopeErlangStack ScopeErlangStack;

typedef struct
{
  ScopeEntity *entity;     /* the thread … */
  guint32 party;
  guint32 process;         /* … and the process of the same lane: index */
  guint32 lane;
  guint32 function;        /* text of the function it was seen in last */
  guint32 runs_in;         /* text of the function it went in with last */
  guint32 waker;           /* index + 1 of who sent to it last while it waited */
  gint64 heard;            /* of the last record of it */
  guint32 woken_by;        /* the same of who made it runnable, until it runs */
  gint64 out_since;        /* when it went out */
  gint64 woken_at;         /* when it was woken, if nobody is seen to have done it before: its next records tell; else TIME_MIN */
  guint32 scheduler;       /* where it ran last: number + 1; 0: not known */
  gint64 gc_start;         /* SCOPE_TIME_MIN: not collecting */
  gint64 since;            /* of the run it is in */
  gint64 gone;             /* when its lane ended; SCOPE_TIME_MAX: not yet */
  guint8 code;             /* as of its lane's last row */
  guint8 activity;         /* ScopeErlangActivity */
  guint8 blocked;          /* ScopeErlangBlocked */
  guint8 running;          /* between in and out */
  guint8 seen;             /* in or out was seen */
  guint8 exited;
  guint8 spawned;          /* its start was seen */
  guint8 listed;           /* in `runners` */
  guint8 left;             /* it exited, and its scheduler does without a record that it went out */
  guint8 dirty;            /* ScopeState as which the dirty schedulers count it */
  guint32 epoch;           /* something was said of it in this one */
  ScopeErlangStack *stack; /* of its calls; NULL: none were seen */
} ScopeErlangProcess;

typedef struct
{
  ScopeEntity *entity;     /* NULL: not seen */
  guint32 lane;
  guint32 index;           /* of the processor */
  guint32 runs;            /* processes that run on it now: dirty schedulers are many in one, whose lane counts them */
  guint8 code;
  guint8 activity;
  guint32 epoch;
  guint32 runner;          /* index + 1 of the process that went in last, and not out since; not of dirty ones */
  guint32 leaving;         /* index + 1 of the process that exited there and is not out yet … */
  gint64 left;             /* … and when; only schedulers that run one at a time */
} ScopeErlangScheduler;

typedef struct
{
  ScopeEntity *entity;
  guint32 lane;
  gint64 first, last;      /* TIME_MIN, TIME_MAX: not seen */
  guint32 owner;           /* party */
  guint8 code;
  guint8 busy;             /* it takes no more */
  guint32 epoch;
} ScopeErlangPort;

/* Of whom something is said. */
typedef enum
{
  SCOPE_ERLANG_SAID_PROCESS,
  SCOPE_ERLANG_SAID_SCHEDULER,
  SCOPE_ERLANG_SAID_PORT,
  SCOPE_ERLANG_N_SAID
} ScopeErlangSaid;

/* A message on its way inside the node. */
typedef struct
{
  gint64 time;
  guint32 from;            /* party of the sender */
  guint32 size;
  guint32 next;            /* pending, + 1 */
  guint32 to;              /* party it was sent to: a process, or a name that nobody is known to bear yet */
} ScopeErlangPending;

typedef struct
{
  guint32 first, last;     /* pending, + 1 */
} ScopeErlangQueue;

typedef struct _ScopeErlangProbes ScopeErlangProbes;

typedef struct
{
  ScopeReplay parent;
  ScopeSink *sink;
  ScopeRow *rows;
  gsize n_rows;

  ScopeErlangName *parties; /* by number; 0 is none */
  GStringChunk *party_texts; /* theirs; NULL: none yet */
  guint32 n_parties;
  char **texts;             /* likewise */
  guint32 n_texts;
  guint32 *functions;       /* texts as rows of the table of functions, + 1; 0: not there yet */
  guint32 n_functions;
  guint32 node;             /* text of the trace's own node */

  ScopeErlangProcess *processes;
  guint32 n_processes, n_processes_alloc;
  ScopeErlangScheduler *schedulers; /* by number */
  guint n_schedulers;
  guint told_schedulers;    /* so many there are, but for the dirty ones, as the trace says; 0: it does not */
  gint64 told_active;       /* so many are active, as was said last; -1: not known */
  ScopeErlangPort *ports;
  guint32 n_ports;
  guint32 n_strangers;
  GHashTable *strangers;    /* their numbers; NULL: none */
  GHashTable *registered;   /* name → process index + 1 */
  GArray *known;            /* of ScopeErlangKnown */
  GHashTable *known_names;  /* name → party, of those */

  GHashTable *queues;       /* receiver and digest → ScopeErlangQueue */
  ScopeErlangPending *pending;
  guint32 n_pending, n_pending_alloc, free_pending;
  gboolean clocks_differ;   /* threads may have clocks of their own */

  guint8 runs_known;        /* in and out are recorded */
  guint8 activity_known;    /* active and inactive are */
  guint8 exits_known;       /* who exits goes out with a record (the flag `exiting`) */
  GArray *leavers;          /* process indices: exited where they ran, and whether such a record comes is not known */
  guint n_left;             /* the first of these that are done with */
  gint64 leave_by;          /* when the first of these is waited for no longer; SCOPE_TIME_MAX: there are none */
  guint8 recorded;          /* by our own recorder: it says who is recorded, and who sent what is received */
  ScopeErlangProbes *probes; /* NULL: this is no log of probes */
  gint64 first, last;       /* of all events */
  ScopeReplayClock clock;
  gboolean too_many;

  /* scope-erlang-follow.c */
  guint32 epoch;            /* so often records were missing */
  GArray *said[SCOPE_ERLANG_N_SAID]; /* indices of whom something was said in this epoch; NULL in the first */
  gboolean following;
  GArray *runners;          /* process indices: those that run, or did when rows were handed over last */
  GHashTable *unsure;       /* lane + 1 → since when; late records touched them */
  gint64 unsure_since;      /* the least of these */
  guint64 n_frames;         /* of all call stacks */
  guint recorded_kinds;     /* bits of ScopeUnrecorded: an event of it was there, or the trace says that it was asked for */
  guint8 returns_known;     /* returns are recorded */
  guint8 groups_told;       /* groups of nodes were changed */
  guint8 calls_flat;        /* callers and returns are not */
} ScopeErlangReplay;

/* --- scope-erlang-follow.c --- */

/* As ScopeReplayClass has them. */
void scope_erlang_follow (ScopeReplay *replay);
void scope_erlang_flush (ScopeReplay *replay);
void scope_erlang_late_events (ScopeReplay *replay, const ScopeEvent *events, gsize n);
gint64 scope_erlang_sure_until (ScopeReplay *replay, gint processor);
/* It has begun to run; only while the trace is written. */
void scope_erlang_follow_run (ScopeErlangReplay *self, ScopeErlangProcess *process);
/* The trace has ended, and the process runs still: so it did as long as anything is known. */
void scope_erlang_follow_ended (ScopeErlangReplay *self, const ScopeErlangProcess *process, gint64 known);
void scope_erlang_follow_free (ScopeErlangReplay *self);
/* Records are missing from here on. */
void scope_erlang_dropped (ScopeErlangReplay *self, const ScopeEvent *event);
/* Something is said of it for the first time in this epoch. */
void scope_erlang_said_first (ScopeErlangReplay *self, ScopeErlangSaid kind, guint32 index);

/* Whenever its lane goes on; `epoch` is its. */
static inline void
scope_erlang_said (ScopeErlangReplay *self, ScopeErlangSaid kind, guint32 index, guint32 *epoch)
{
  if (G_LIKELY (*epoch == self->epoch))
    return;
  *epoch = self->epoch;
  scope_erlang_said_first (self, kind, index);
}

static inline void
scope_erlang_emit (ScopeErlangReplay *self, guint32 lane, gint64 time, guint code, guint32 ref)
{
  self->rows[self->n_rows++] = scope_row (lane, time, code, ref);
  if (G_UNLIKELY (self->n_rows == SCOPE_SINK_ROWS))
    {
      self->rows = self->sink->klass->rows (self->sink, self->rows, self->n_rows);
      self->n_rows = 0;
    }
}

/* --- scope-erlang-calls.c --- */

/* What an event of that process does to its call stack. */
void scope_erlang_call_event (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event);
/* Records are missing: what it is in now is not known. */
void scope_erlang_calls_lost (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time);
void scope_erlang_stack_free (ScopeErlangReplay *self, ScopeErlangProcess *process);

/* --- scope-erlang-parties.c --- */

/* A definition. */
void scope_erlang_define (ScopeErlangReplay *self, const ScopeEvent *event);
void scope_erlang_parties_free (ScopeErlangReplay *self);
/* The process of that party, made if it is one of this node's; NULL if it is not. Moves when others are made. */
ScopeErlangProcess *scope_erlang_process (ScopeErlangReplay *self, guint32 party);
/* The same, but NULL if there is none yet. */
ScopeErlangProcess *scope_erlang_find_process (ScopeErlangReplay *self, guint32 party);
/* TRUE if the party belongs to the node that was traced. */
gboolean scope_erlang_is_own (const ScopeErlangReplay *self, guint32 party);
/* As one who is named, and is nobody of this node: index + 1 among them. A name has a number from then on. 0: too many, or none. */
guint32 scope_erlang_stranger (ScopeErlangReplay *self, guint32 party);
/* The text of that number; "" if there is none. */
const char *scope_erlang_text (const ScopeErlangReplay *self, guint32 number);
/* The row of the table of functions that has that text, + 1; 0 for none. */
guint32 scope_erlang_function (ScopeErlangReplay *self, guint32 text, gint64 time);

/* --- scope-erlang-processes.c --- */

/* A process that waited until then was woken by that one (index + 1; 0: by no process). */
void scope_erlang_woken (ScopeErlangReplay *self, const ScopeErlangProcess *process, gint64 time, guint32 waker, ScopeWakeupCause cause);
/* Its lane goes on as its flags say. */
void scope_erlang_show_process (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time);
/* Both sides' records of a birth. */
void scope_erlang_spawn (ScopeErlangReplay *self, const ScopeEvent *event);
/* A mark of that process (NULL: of none). */
void scope_erlang_mark (ScopeErlangReplay *self, const ScopeEvent *event, const ScopeErlangProcess *process, const char *text);
/* Any event whose subject is `process`. */
void scope_erlang_process_event (ScopeErlangReplay *self, ScopeErlangProcess *process, const ScopeEvent *event);
/* Those who exited so long before `now` that no record of their going out will come (SCOPE_TIME_MAX: all) were gone when they exited. */
void scope_erlang_leave (ScopeErlangReplay *self, gint64 now);
/* The trace has records of who goes out when it exits. */
void scope_erlang_exits_are_known (ScopeErlangReplay *self);
/* The lives of all; `first`, `last`: of the trace; `known`: until when all of it is. */
void scope_erlang_processes_finish (ScopeErlangReplay *self, gint64 first, gint64 last, gint64 known);

/* --- scope-erlang-schedulers.c --- */

/* NULL: the record did not say which. Moves when others are made. */
ScopeErlangScheduler *scope_erlang_scheduler (ScopeErlangReplay *self, guint number);
/* Its lane goes on so; not that of the dirty ones. */
void scope_erlang_show_scheduler (ScopeErlangReplay *self, ScopeErlangScheduler *scheduler, gint64 time, guint code,
                                  guint32 ref);
/* What the process does may be a job of the dirty schedulers: their lane counts these. */
void scope_erlang_count_dirty (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time);
/* A process that runs there exits: whether a record says that it goes out, depends on how it is traced. */
void scope_erlang_scheduler_exits (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time);
/* It goes out after all. FALSE: the scheduler did without. */
gboolean scope_erlang_scheduler_goes_out (ScopeErlangReplay *self, ScopeErlangScheduler *scheduler, ScopeErlangProcess *process);
/* Something else is said of it: who exited there has left it then. */
void scope_erlang_scheduler_goes_on (ScopeErlangReplay *self, ScopeErlangScheduler *scheduler);
/* What it does when nobody is known to run on it. */
guint scope_erlang_scheduler_rest (const ScopeErlangReplay *self, const ScopeErlangScheduler *scheduler);
/* There are so many, but for the dirty ones. */
void scope_erlang_schedulers_told (ScopeErlangReplay *self, guint n);
/* One is known to be at work: where these are all that are, those of whom nothing was ever said are not. */
void scope_erlang_schedulers_silent (ScopeErlangReplay *self, gint64 time);
void scope_erlang_scheduler_event (ScopeErlangReplay *self, const ScopeEvent *event);

/* --- scope-erlang-messages.c --- */

void scope_erlang_messages_init (ScopeErlangReplay *self);
void scope_erlang_messages_free (ScopeErlangReplay *self);
void scope_erlang_sent (ScopeErlangReplay *self, const ScopeEvent *event);
void scope_erlang_received (ScopeErlangReplay *self, const ScopeEvent *event);
/* What was sent here and never seen to arrive. */
void scope_erlang_messages_finish (ScopeErlangReplay *self);
/* Records are missing: what is on its way may have arrived. */
void scope_erlang_messages_lost (ScopeErlangReplay *self);

/* --- scope-erlang-facts.c --- */

/* What is neither running nor collecting; other events do nothing. */
void scope_erlang_fact (ScopeErlangReplay *self, const ScopeEvent *event);
/* Records are missing: what it does now is not known. */
void scope_erlang_forget_port (ScopeErlangReplay *self, ScopeErlangPort *port, gint64 time);
void scope_erlang_facts_finish (ScopeErlangReplay *self, gint64 end);
void scope_erlang_facts_free (ScopeErlangReplay *self);

/* --- scope-erlang-probes.c --- */

/* SCOPE_ERL_PROBES, SCOPE_ERL_DEFINE_SCHEDULER. */
void scope_erlang_probes_define (ScopeErlangReplay *self, const ScopeEvent *event);
/* A scheduler was made: names it, if its thread has another number. */
void scope_erlang_probes_name (ScopeErlangReplay *self, guint number, ScopeEntity *scheduler);
/* Before anything else is done with an event: the event itself, or a copy that says more. */
const ScopeEvent *scope_erlang_probes_see (ScopeErlangReplay *self, const ScopeEvent *event, ScopeEvent *ret_copy);
/* What probes alone tell: SCOPE_ERL_HEAP and those that follow, up to SCOPE_ERL_FILE_DONE. */
void scope_erlang_probes_fact (ScopeErlangReplay *self, const ScopeEvent *event);
/* A process that waits for a port may go on. FALSE: it was not known to wait for one. */
gboolean scope_erlang_probes_release (ScopeErlangReplay *self, ScopeErlangProcess *process, gint64 time);
/* Records are missing. */
void scope_erlang_probes_lost (ScopeErlangReplay *self);
void scope_erlang_probes_free (ScopeErlangReplay *self);

/* --- scope-erlang-unrecorded.c --- */

/* Any event. */
void scope_erlang_see (ScopeErlangReplay *self, const ScopeEvent *event);
/* SCOPE_ERL_PROFILE_OPTS: the words that stand for what was asked for, "[procs,running]". */
void scope_erlang_take_options (ScopeErlangReplay *self, const char *options);
/* What was not recorded becomes a fact of the machine. */
void scope_erlang_tell_unrecorded (ScopeErlangReplay *self);

/* --- scope-erlang-known.c --- */

void scope_erlang_known_init (ScopeErlangReplay *self);
void scope_erlang_known_free (ScopeErlangReplay *self);
/* SCOPE_ERL_KNOWN. */
void scope_erlang_know (ScopeErlangReplay *self, const ScopeEvent *event);
/* A process was made of that party: gives it what was said of it. */
void scope_erlang_known_apply (ScopeErlangReplay *self, ScopeErlangProcess *process);
/* The party that bore the name then; 0: none. */
guint32 scope_erlang_known_party (const ScopeErlangReplay *self, const char *name);
/* FALSE: this record is of somebody who was not to be recorded: the recorder itself, say. */
gboolean scope_erlang_is_wanted (const ScopeErlangReplay *self, const ScopeEvent *event);
/* Parents of those who were there before, where they are shown. */
void scope_erlang_known_finish (ScopeErlangReplay *self);

G_END_DECLS
