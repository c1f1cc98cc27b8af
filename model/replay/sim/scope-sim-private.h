/* scope-sim-private.h: the parts of the replay of simulations (scope-sim-replay.c): stacks, tasks, hits,
 * locks, lines.
 *
 *     scope-sim-replay.c     definitions, order, the end
 *     scope-sim-queue.c      events that wait until it is known whether a return went to another task
 *     scope-sim-core.c       an instruction: what it does to its core's stack (formats/simulation.md §3.2, R1
 * to R6) scope-sim-stack.c      frames: entered, left, put away and taken back scope-sim-hits.c long-latency
 * instructions, barriers, misses and whose they are (§3.3 to §3.5) scope-sim-lines.c      lines of caches:
 * who took them from whom (§3.7) scope-sim-locks.c      who waited for a lock and held it (§3.6)
 *     scope-sim-seqs.c       the XML form (§2)
 *     scope-sim-samples.c    counters: instructions, cycles, misses
 *     scope-sim-branches.c   branches of real machines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-function-kind.h"
#include "model/base/scope-sim-events.h"
#include "model/replay/scope-replay.h"

G_BEGIN_DECLS

/* Two stack pointers further apart than this belong to two stacks. */
#define SCOPE_SIM_STACK_ROOM 8192u
/* Frames of all stacks together; beyond that calls are counted only. */
#define SCOPE_SIM_MOST_FRAMES (512u * 1024u)
/* So far down a function is looked for. */
#define SCOPE_SIM_SEARCHED 1024u
#define SCOPE_SIM_MOST_FUNCTIONS (1u << 20)
#define SCOPE_SIM_NO_TIME G_MININT64

typedef struct _ScopeSim ScopeSim;

/* What is known of a function, by its number (scope-call.h) */
typedef struct
{
  guint8 locks, unlocks; /* its name is one of a lock function, of one that unlocks */
} ScopeSimFunction;

/* A text of the decoder's. */
typedef struct
{
  char *name;
  guint32 function; /* its number; 0: not met as a function yet */
} ScopeSimText;

/* An acquisition of a lock that is under way, or held. */
typedef struct _ScopeSimLock ScopeSimLock;

typedef struct
{
  guint32 function;
  guint32 site_offset; /* where its return leads to: in the function of the frame below, … */
  guint64 site_pc;     /* … or by address; 0: not known */
  guint64 entry;       /* address of its first instruction, if it has no symbol */
  guint64 sp;          /* last known while it was the uppermost; 0: not known */
  gint64 enter;
  ScopeSimLock *lock; /* that it takes; or that it released, if it is one that unlocks */
  guint8 has_site;    /* site_offset is known */
  guint8 async;       /* an interrupt or trap */
  guint8 unnamed;     /* its function has no symbol */
  guint8 unlocks;
} ScopeSimFrame;

typedef struct
{
  ScopeSimFrame *frames;
  guint n, n_alloc;
  guint64 lost;      /* frames on top that are not kept */
  guint32 task;      /* index + 1 of the thread, 0: none */
  guint32 processor; /* number of the one that it was on last */
} ScopeSimStack;

/* A task that is not running: its stack lies here under its stack pointer. */
typedef struct
{
  guint64 sp;
  ScopeSimStack stack;
} ScopeSimSaved;

/* A hit on its way to the table: its latency may not be known yet, and earlier ones may still come. */
typedef struct
{
  gint64 time, latency, pc_time;
  guint64 address;
  guint64 named; /* as the program has it; 0: not known */
  guint64 line; /* whose answer tells the latency */
  gint64 thread;
  guint32 cache, function, depth;
  guint8 kind, write, has_address;
  guint8 waits;   /* for the answer */
  guint8 asked;   /* … to what it asked for itself */
  guint8 sharing; /* of the coherence miss that it is */
  guint8 coherence;
  gint64 taken;
  guint32 by_processor, by_function;
} ScopeSimHitRow;

typedef struct
{
  ScopeSimHitRow *rows; /* in order of time */
  guint n, n_alloc, first;
} ScopeSimHits;

/* An access that may have caused what a cache tells later (out-of-order cores). */
typedef struct
{
  gint64 time;
  guint64 address;
  guint32 function, depth;
} ScopeSimAccess;

#define SCOPE_SIM_ACCESSES 256u

/* A seq of the XML form, for what is charged to it later. */
typedef struct _ScopeSimPast
{
  guint32 function, depth;
  gint64 thread;
} ScopeSimPast;

#define SCOPE_SIM_PAST 64u

/* What is remembered of a line, and of who did something to it. */
typedef struct
{
  guint64 key;
  gint64 time, pc_time;
  guint64 named;  /* the address as the program has it; 0: not known */
  guint64 loaded; /* traces without caches: who loaded from it since, a bit each (number modulo 64) */
  guint32 core;   /* number of the processor; SCOPE_NONE: not known */
  guint32 function, depth, thread; /* thread: index + 1, or 0 */
  guint16 from, to;                /* the bytes in the line */
  guint8 write, known;
} ScopeSimLine;

typedef enum
{
  SCOPE_SIM_MAP_ASKED, /* who accessed it last so that its first level asked for it */
  SCOPE_SIM_MAP_OWNED, /* who asked last for it alone */
  SCOPE_SIM_MAP_LOST,  /* per core: it was taken from it, by whom */
  SCOPE_SIM_N_MAPS
} ScopeSimMap;

/* A write that hit a line which is not known to be shared. */
typedef struct
{
  gint64 time;
  guint processor;
  ScopeSimCache cache;
} ScopeSimPlain;

#define SCOPE_SIM_PLAIN 16u

/* So many of the last accesses that asked the next level for a line are remembered in their order. */
#define SCOPE_SIM_ASKERS 32u

/* What a core executed and missed so far. */
typedef struct
{
  guint64 instructions, misses[SCOPE_HIT_L2 + 1];
  guint64 active; /* ticks in which it did not wait for an interrupt */
} ScopeSimCounts;

typedef struct
{
  ScopeSimCounts now, before; /* `before`: when the last instruction began */
  gint64 event, time;         /* when that was; of the last sample */
  guint64 cycles, active;     /* as of the last sample; what of `active` is in them */
  guint32 n;                  /* samples */
  guint8 begun, told;         /* `told`: bit per counter that has one */
} ScopeSimSamples;

/* A hardware thread: one stream of instructions. */
typedef struct _ScopeSimCore ScopeSimCore;
struct _ScopeSimCore
{
  ScopeSimCore *next;          /* further hardware threads of the same core */
  guint32 index, lane, number; /* of the entity of the processor */
  guint32 processor;           /* the core, as the trace numbers it */
  guint16 tid;
  guint8 seen;        /* an instruction, or seq, of it */
  guint8 shown, idle; /* what its lane shows */
  guint32 task;       /* … index + 1 of the thread */
  guint8 out_of_order;
  gint64 first, last; /* first and last instruction */
  guint64 instructions, irregular;
  guint64 gaps;  /* instructions whose micro-ops are not all there */
  guint64 jumps; /* that no instruction makes */

  ScopeSimStack stack;
  guint64 sp; /* 0: not known yet */

  /* The last record, and the instruction that it belongs to */
  ScopeSimExec prev;
  guint32 prev_flags;  /* of all micro-ops of the instruction so far */
  guint32 past_flags;  /* of the instruction before that */
  guint32 macro_flags; /* of a line without execution that came since */
  guint8 macro;
  guint8 barrier; /* it has one that was told */

  /* The seq under way */
  gint64 seq_time;
  guint32 seq_function, seq_depth, seq_insts;
  gint64 seq_thread;
  gboolean seq_open;
  guint32 seq_of_thread;      /* the XML form: the thread that runs … */
  guint64 task_number;        /* … its number as a task; 0: the next one */
  struct _ScopeSimPast *past; /* the last seqs, around */
  ScopeSimSeq *held; /* one without duration, until the next one comes … */
  gint64 held_time;  /* … and when it was */
  guint n_past;

  guint64 told_period; /* of its clock, as the machine's infos have it */
  guint8 told_source;

  ScopeSimSamples samples;
  ScopeSimHits hits;
  ScopeSimAccess *accesses; /* the last memory accesses, around */
  guint n_accesses;
  guint same,
      other; /* misses that suit the last access, or an earlier one: whether it executes out of order */

  /* Returns of which it is not known yet whether they switched tasks: places in the queue (0: none), in order
   */
  guint64 undecided, last_undecided;
  guint waited;      /* instructions since */
  ScopeSimExec came; /* the last one */
  guint8 returned;   /* it was a return */
  guint8 came_macro; /* a line without execution that is one came since */
};

/* A core as the trace names it. */
typedef struct
{
  ScopeSimCore *threads; /* NULL: never named */
  ScopeSimCore *current; /* the one whose instruction came last */
  char *name;
  guint64 period; /* ps; 0: not known */
  guint8 source;  /* ScopeSimClockSource */
} ScopeSimProcessor;

/* An event that may wait (scope-sim-queue.c) */
typedef struct
{
  gint64 time;
  guint32 a;
  guint64 next_sp; /* an instruction behind a return: the first stack pointer that is known from there on; 0:
                      none */
  guint16 type, processor;
  union
  {
    ScopeSimExec exec;
    ScopeSimCache cache;
    ScopeSimSeq seq;
    ScopeSimHit hit;
    ScopeSimBranch branch;
    ScopeSimNotice notice;
  } u;
} ScopeSimRecord;

typedef struct _ScopeSimLines ScopeSimLines;
typedef struct _ScopeSimLocks ScopeSimLocks;
typedef struct _ScopeSimQueue ScopeSimQueue;
typedef struct _ScopeSimBranches ScopeSimBranches;

struct _ScopeSim
{
  ScopeReplay parent;
  ScopeSink *sink;
  ScopeRow *rows;
  gsize n_rows;
  gboolean came, begun; /* an event came; was handled */
  gint64 last_came;     /* time of the last one that came */
  gint64 time, first;   /* of the last one that was handled; of the first one */
  guint64 n_events;

  ScopeSimProcessor *processors;
  guint n_processors;
  GHashTable *numbers; /* of hardware threads that are not the first */
  GPtrArray *cores;    /* of ScopeSimCore: all of them, owned */
  ScopeSimText *texts; /* by number - 1 */
  guint32 n_texts, n_texts_alloc;
  GArray *functions;   /* of ScopeSimFunction, by number - 1 */
  GHashTable *unnamed; /* address → number */

  GArray *saved;    /* of ScopeSimSaved, by stack pointer */
  GPtrArray *tasks; /* of ScopeEntity: threads */
  guint32 n_frames;

  /* How it is to be read */
  ScopeSimSettings given; /* but for the names */

  ScopeSimLines *lines;
  ScopeSimLocks *locks;
  ScopeSimQueue *queue;
  ScopeSimBranches *branches;
  gboolean has_caches;  /* the trace tells of caches … */
  gboolean has_creates; /* … of what they ask for … */
  gboolean level_2;     /* … of one of level 2 */
  guint line_bytes;
  ScopeSimPlain plain[SCOPE_SIM_PLAIN]; /* the last ones, around */
  guint n_plain;
  ScopeSimLine askers[SCOPE_SIM_ASKERS]; /* around; key: number of the line; known: the next level has not answered it */
  guint n_askers;
  guint64 unowned; /* misses that are nobody's */
  gboolean following; /* the trace is still being written … */
  guint n_live_cores, n_live_tasks; /* … and these were told to be alive */
  guint64 skipped; /* instructions of cores that have no room */
  guint64 n_gaps;   /* of all cores … */
  gint64 first_gap; /* … and when the first was */
  guint8 missed;    /* bit per kind of miss that came */
  guint hit_kinds;  /* bit per ScopeHitKind that was met */
  char *said;      /* notice() */
};

/* --- scope-sim-replay.c --- */

void scope_sim_emit (ScopeSim *self, guint32 lane, gint64 time, guint code, guint32 ref);
/* NULL: there is no such text. */
const char *scope_sim_text (ScopeSim *self, guint32 text);
/* As far as the flags of an instruction (ScopeSimExecFlags) tell: without an address nothing. */
static inline ScopeFunctionKind
scope_sim_whose (guint flags)
{
  return (flags & SCOPE_SIM_IS_KERNEL) != 0 ? SCOPE_FUNCTION_KIND_KERNEL
         : (flags & SCOPE_SIM_HAS_PC) != 0  ? SCOPE_FUNCTION_KIND_USER
                                            : SCOPE_FUNCTION_KIND_UNKNOWN;
}

/* Number of a text's function, recorded when it is met first; 0: no such text. */
guint32 scope_sim_function (ScopeSim *self, guint32 text, gint64 time, ScopeFunctionKind whose);
/* The same of code without a symbol, named by its address. */
guint32 scope_sim_unnamed (ScopeSim *self, guint64 pc, gint64 time, ScopeFunctionKind whose);
/* Code without a symbol was entered there before. */
gboolean scope_sim_is_entry (ScopeSim *self, guint64 pc);
const ScopeSimFunction *scope_sim_function_at (ScopeSim *self, guint32 function);
/* The hardware thread of a core, made when it is met first; NULL: there is no such core. */
ScopeSimCore *scope_sim_core (ScopeSim *self, guint processor, guint thread);
ScopeSimProcessor *scope_sim_processor (ScopeSim *self, guint processor);
/* It does something from now on, or waits. */
void scope_sim_show (ScopeSim *self, ScopeSimCore *core, gint64 time, gboolean idle);

/* Its clock, if that is new. */
void scope_sim_notify_clock (ScopeSim *self, ScopeSimCore *core);
void scope_sim_handle (ScopeSim *self, const ScopeSimRecord *event);

/* --- scope-sim-follow.c: of ScopeReplayClass --- */

void scope_sim_follow (ScopeReplay *replay);
void scope_sim_flush (ScopeReplay *replay);
void scope_sim_late_events (ScopeReplay *replay, const ScopeEvent *events, gsize n);
gint64 scope_sim_sure_until (ScopeReplay *replay, gint processor);

/* --- scope-sim-queue.c --- */

ScopeSimQueue *scope_sim_queue_new (void);
void scope_sim_queue_free (ScopeSimQueue *queue);
void scope_sim_queue_set_cores (ScopeSimQueue *queue, guint n);
/* Handles the event, now or when what it depends on is known. */
void scope_sim_queue_add (ScopeSim *self, ScopeSimRecord *event);
void scope_sim_queue_flush (ScopeSim *self);

/* --- scope-sim-core.c --- */

/* `next_sp`: after a return, the first stack pointer that is known from here on; 0: none. */
void
scope_sim_exec (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *exec, guint64 next_sp);

/* --- scope-sim-stack.c --- */

void
scope_sim_push (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimFrame *frame, guint flags);
void scope_sim_pop (ScopeSim *self, ScopeSimCore *core, gint64 time, guint flags);
/* Leaves all above the lowest `depth` frames; all but the last are left by force. */
void scope_sim_unwind (ScopeSim *self, ScopeSimCore *core, gint64 time, guint depth, guint flags);
ScopeSimFrame *scope_sim_top (ScopeSimCore *core);
/* Leaves all above the lowest `depth` frames as if they had returned. */
void scope_sim_leave_to (ScopeSim *self, ScopeSimCore *core, gint64 time, guint depth);
/* Another task's stack takes its place: the one under that stack pointer, `below`: without its uppermost
 * frame; FALSE: none is there, or nothing is left, the stack is empty now. `number`: the task's, if it has no
 * thread yet; 0: the next one. */
gboolean scope_sim_switch (ScopeSim *self,
                           ScopeSimCore *core,
                           gint64 time,
                           guint64 old_sp,
                           guint64 new_sp,
                           gboolean below,
                           guint64 number);
guint32 scope_sim_depth (const ScopeSimCore *core);
void scope_sim_stack_free (ScopeSimStack *stack);
void scope_sim_stack_clear (ScopeSim *self, ScopeSimStack *stack);
/* The seq under way ends; the next begins with the next instruction. */
void scope_sim_end_seq (ScopeSim *self, ScopeSimCore *core, gint64 time);
void scope_sim_count (ScopeSim *self, ScopeSimCore *core, gint64 time);

/* --- scope-sim-caches.c --- */

/* The instruction is in place. */
void scope_sim_access (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *exec);
void scope_sim_cache (ScopeSim *self, guint processor, gint64 time, const ScopeSimCache *cache);

/* --- scope-sim-seqs.c --- */

void scope_sim_seq (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimSeq *seq);
/* No other comes. */
void scope_sim_last_seq (ScopeSim *self, ScopeSimCore *core);
/* Charged to the last seq of the core, or one of those before it. */
void scope_sim_given_hit (
    ScopeSim *self, ScopeSimCore *core, gint64 time, guint32 seqs_before, const ScopeSimHit *hit);

/* --- scope-sim-samples.c --- */

/* An instruction, or seq, begins; it is not counted yet. */
void scope_sim_sample (ScopeSim *self, ScopeSimCore *core, gint64 time);
/* `kind`: ScopeHitKind */
void scope_sim_count_miss (ScopeSim *self, ScopeSimCore *core, guint kind);
/* No other comes. */
void scope_sim_last_sample (ScopeSim *self, ScopeSimCore *core);

/* --- scope-sim-branches.c --- */

ScopeSimBranches *scope_sim_branches_new (void);
void scope_sim_branches_free (ScopeSimBranches *branches);
void scope_sim_branches_name (ScopeSim *self, guint32 tid, const char *name, gsize length);
void scope_sim_branch (ScopeSim *self, guint processor, gint64 time, const ScopeSimBranch *branch);
void scope_sim_branches_finish (ScopeSim *self);

/* --- scope-sim-locks.c --- */

ScopeSimLocks *scope_sim_locks_new (void);
void scope_sim_locks_free (ScopeSimLocks *locks);
/* NULL: as they are. */
void scope_sim_locks_set_names (ScopeSimLocks *locks, const char *lock, const char *unlock);
ScopeSimFunction scope_sim_locks_function (ScopeSimLocks *locks, const char *name);
/* The uppermost frame is new; it accesses memory; it is left. */
void scope_sim_lock_enter (ScopeSim *self, ScopeSimCore *core, gint64 time);
void scope_sim_lock_access (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimExec *exec);
void scope_sim_lock_leave (ScopeSim *self, ScopeSimFrame *frame, gint64 time);
/* The trace ends while it is there; what is held then. */
void scope_sim_lock_end (ScopeSim *self, ScopeSimFrame *frame, gint64 time);
void scope_sim_locks_finish (ScopeSim *self, gint64 time);

/* --- scope-sim-lines.c --- */

ScopeSimLines *scope_sim_lines_new (void);
void scope_sim_lines_free (ScopeSimLines *lines);
/* Lines by their number; processor: of maps in which each has its own, else 0. NULL: nothing is remembered.
 * Valid until the next call; set `known` to FALSE to forget it. */
ScopeSimLine *scope_sim_lines_find (ScopeSimLines *lines, ScopeSimMap map, guint64 line, guint processor);
/* Zeroed, but for `key` and `known`. */
ScopeSimLine *scope_sim_lines_add (ScopeSimLines *lines, ScopeSimMap map, guint64 line, guint processor);

/* --- scope-sim-hits.c --- */

/* The record before ends; the next one begins at `time`. `part`: of the same instruction. */
void scope_sim_latency (ScopeSim *self, ScopeSimCore *core, gint64 time, gboolean part);
/* There is no next one. */
void scope_sim_last_latency (ScopeSim *self, ScopeSimCore *core);
/* Charged to what the core does now. */
ScopeSimHitRow scope_sim_hit_row (const ScopeSimCore *core, guint kind, gint64 time);
/* Valid until the next one. */
ScopeSimHitRow *scope_sim_hit (ScopeSim *self, ScopeSimCore *core, const ScopeSimHitRow *row);
/* Hands over what nothing can come before any more. */
void scope_sim_hits_settle (ScopeSim *self, ScopeSimCore *core, gint64 before);
void scope_sim_hits_finish (ScopeSim *self, ScopeSimCore *core);

/* --- scope-sim-notices.c --- */

void scope_sim_notice (ScopeSim *self, const ScopeSimRecord *event);

G_END_DECLS
