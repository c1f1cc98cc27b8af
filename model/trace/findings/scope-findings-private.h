/* scope-findings-private.h: the facts that rules are about, gathered once, and what rules say them with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-derived.h"
#include "model/trace/findings/scope-findings.h"
#include "model/trace/locks/scope-coherence.h"
#include "model/trace/locks/scope-locks.h"
#include "model/trace/phases/scope-phases.h"
#include "model/trace/statistics/scope-spark-pool.h"

G_BEGIN_DECLS

/* Blame or path, summed up by label. */
typedef struct
{
  const char *label;
  gint64 time;
  ScopeTaskId most;  /* the task that has most of it */
  gint64 most_time;
  guint n_tasks;     /* that have a tenth of the most, or more */
} ScopeCulprit;

/* What of a label is of a task. */
typedef struct
{
  ScopeTaskId task;
  const char *label; /* borrowed */
  gint64 time;
} ScopeFactItem;

#define SCOPE_MUCH_GC_WAIT 0.08 /* of the time of the processors that are used */
#define SCOPE_MUCH_STOPPED 0.05 /* likewise */
#define SCOPE_MUCH_OF_PATH 0.4 /* that one server runs */
#define SCOPE_PLACE_BINS 200 /* of the range: how finely it is told where something is */

/* Of all collections in the range. */
typedef struct
{
  guint64 n;
  guint64 n_alone;     /* of these, by one thread while there are more processors */
  gint64 time;         /* from start to end */
  gint64 time_alone;
  gint64 longest_from, longest_to; /* trace time */
  gint64 copied, most_copied; /* by all threads together, and by the one that copied most, summed over those of several threads */
  gint64 balanced;     /* what each would have copied if all had copied the same */
} ScopeCollectionFacts;

/* What GHC's nonmoving collector stopped all for, in the range. */
typedef struct
{
  gboolean nonmoving;  /* it ran at all, in the trace */
  guint64 n;
  gint64 time;         /* from when it asked for it until all went on */
  gint64 wait;         /* what the processors that are used did not run meanwhile, less collections: a part of their GC_WAIT */
  gint64 longest_from, longest_to; /* trace time */
} ScopeStopFacts;

/* GHC: all processors of a machine are stopped for a collection, some of them have yet to collect, and none does anything. */
typedef struct
{
  gint64 time, used_time;          /* of all processors, and of those that are used: a part of their GC_WAIT */
  double sum, used_sum;            /* both before they are held against that: a log may claim any times */
  gint64 longest;                  /* of one collection */
  gint64 longest_from, longest_to; /* trace time: that collection */
} ScopeStandstillFacts;

/* Who waits, and for whom in its longest wait. */
typedef struct
{
  ScopeTaskId task, by;            /* `by`: or nobody */
  gint64 time;                     /* all its waits */
  gint64 longest_from, longest_to; /* trace time */
  ScopeWaitPiece piece;            /* of the longest one */
  guint code;                      /* GHC: in what it waits then; SCOPE_NONE: it is not known */
} ScopeWaiter;

#define SCOPE_STILL_WAITERS 3u

/* Where nothing runs in the range: who waits longest, and for whom in the end. */
typedef struct
{
  guint n;
  ScopeWaiter waiters[SCOPE_STILL_WAITERS];
  ScopeTaskId last[SCOPE_STILL_WAITERS]; /* nobody: for nobody, or it is not known */
  int last_piece[SCOPE_STILL_WAITERS];   /* ScopeWaitPiece that this one, or nobody, stands for; -1: none */
} ScopeStillFacts;

/* GHC, where HECs get no core: what no other program of the machine changes. */
typedef struct
{
  gint64 running;          /* of all threads */
  ScopeTaskId busiest;     /* the thread that ran most; nobody: not known */
  gint64 busiest_time;
  guint outlived;          /* collections that came and went while one spark ran: that with most of them */
  guint collections;       /* of its machine */
  guint stretch;           /* collections in a row while nothing happened to any spark */
  guint since_first;       /* of so many since the first one was made */
  gint64 stretch_from, stretch_to; /* trace time */
  gint64 largest_from, largest_to; /* trace time */
  ScopeLaneId largest_lane;
} ScopeBelowFacts;

typedef struct
{
  const ScopeAnalysis *analysis;
  ScopeTrace *trace;
  ScopeRuntime runtime;
  gint64 tick_ps;
  gint64 length;                /* of the range */
  gboolean hardly;              /* none of them ran for a twentieth of the range, less collections */
  guint n_used;                 /* processors that did; if none did, those that ran at all */
  gint64 used[SCOPE_N_CAUSES];  /* parts of these */
  gint64 left_over;             /* of used[SCOPE_CAUSE_END_RAMP], what was while another one still ran: not after the very last */
  double parallel;              /* tasks that run while more than one does: mean */
  GHashTable *places;           /* where the critical path is what: scope_facts_place() */
  GPtrArray *labels;            /* of the path; of char * */
  gint64 on_kind[SCOPE_N_PATH_KINDS]; /* what of it lies in the range; what GHC's TimerManager waits in is TIMER, not FOREIGN */
  gint64 longest_timer;         /* of these */
  gint64 own_timers;            /* of TIMER, but for the TimerManager's */
  ScopeTaskId sleeper;          /* who waits for most of TIMER; nobody: no one does */
  gint64 io;                    /* of FOREIGN, what its IOManager waits in */
  ScopeTaskId foreign_on_path;  /* who has most of the rest */
  ScopeCulprit blamed;          /* the label that is waited for most; time 0: nothing is */
  gint64 ready_blame;           /* what is ready meanwhile */
  gint64 all_blame, foreign_blame; /* all of it; what runs foreign calls meanwhile, but for the runtime's helpers */
  ScopeTaskId foreign_task;     /* who has most of that */
  ScopeCulprit on_path;         /* the label that runs most of the path */
  ScopeCulprit alone[2];        /* the labels that run most of the time in which exactly one runs; label "": there is none */
  gboolean alone_elsewhere;     /* of the first: several run it at once at other times */
  ScopeCulprit blamed_task, path_task; /* who has most of both, whatever it runs */
  gint64 blamed_on_path;        /* what of the path the former runs */
  guint callers;                /* Erlang: of the same as a server, if it runs much of the path; else 0 */
  double busy;                  /* the part of the time in which it did not wait for messages */
  gint64 flight;                /* messages on the path */
  gint64 hub;                   /* of these, of the one task that has most of them */
  ScopeTaskId hub_task, pair_task; /* and the other one of those */
  guint n_partners;             /* of the hub */
  guint32 slowest_machine;      /* that ran longest; SCOPE_NONE: there is one only */
  double slowest;               /* its running time to the mean of the others */
  double slow_collections;      /* its mean collection to that of the others; 0: not known */
  ScopeCollectionFacts collections;
  ScopeStopFacts stops;
  ScopeStandstillFacts standstill;
  ScopeBelowFacts below;
  ScopeStillFacts still;
  ScopeTaskId late;             /* that mostly ran on while the others had stopped for a collection; nobody: no one does mostly */
  ScopeTaskId fullest;          /* Erlang: whose mailbox was longest; nobody: not known */
  guint64 backlog, n_received;
  gint64 sparks[6];             /* by SCOPE_SPARKS_CREATED … less SCOPE_SPARKS_CREATED; all 0: there are none, or it is not known */
  ScopeSparkSizes spark_sizes;  /* all 0: they have no events, or it does not matter */
  guint64 n_threads;            /* of the trace */
  ScopePhases *phases;          /* NULL: not looked for, as hardly anything runs alone */
  /* Of simulations. */
  gint64 lock_wait;             /* for locks that somebody else had, all cores together */
  ScopeLockSum lock;            /* the one waited for longest; count 0: none was */
  gint64 miss_time;             /* misses of lines that another core had written, as far as it is known how long they took */
  gint64 false_time;            /* of these, of lines that are shared for nothing */
  ScopeCoherenceSum line;       /* the one that cost most, of these if they are most of it; count 0: none */
  GPtrArray *words;             /* what sentences were made of, until the end */
} ScopeFacts;

/* FALSE with error. */
gboolean scope_facts_read (ScopeFacts *facts, const ScopeQueryRange *within, const ScopeAnalysis *analysis, GError **error);
void scope_facts_clear (ScopeFacts *facts);
/* Of these: `stops`. FALSE with error. */
gboolean scope_facts_read_stops (ScopeFacts *facts, const ScopeQueryRange *within, GError **error);
/* Of these: `standstill`, if there is much waiting for collections. FALSE with error. */
gboolean scope_facts_read_standstill (ScopeFacts *facts, const ScopeQueryRange *within, GError **error);
/* Of these: what one go through the critical path tells. FALSE with error. */
gboolean scope_facts_read_path (ScopeFacts *facts, const ScopeQueryRange *within, GError **error);
/* Of these: how large sparks are, if that may matter. FALSE with error. */
gboolean scope_facts_read_sparks (ScopeFacts *facts, const ScopeQueryRange *within, GError **error);
/* Of these: phases, if they may matter. FALSE with error. */
gboolean scope_facts_read_phases (ScopeFacts *facts, const ScopeQueryRange *within, GError **error);
/* Of these: `below`, if HECs get no core. FALSE with error. */
gboolean scope_facts_read_below (ScopeFacts *facts, const ScopeQueryRange *within, GError **error);
/* Of these: `still`, if nothing runs. FALSE with error. */
gboolean scope_facts_read_still (ScopeFacts *facts, const ScopeQueryRange *within, GError **error);
/* Whoever waits in the range, longest first; of ScopeWaiter, without `code`. NULL with error. */
GArray *scope_facts_find_waiters (const ScopeFacts *facts, ScopeDerived *derived, const ScopeQueryRange *within, GError **error);
/* TRUE: processors of the runtime get no core of the machine, for a good part of the time. */
gboolean scope_facts_gets_no_core (const ScopeFacts *facts);
/* The label with most of it; sorts them. `ret_task`: the task, whatever it runs; then they have no label any more. */
ScopeCulprit scope_find_culprit (GArray *items, ScopeCulprit *ret_task);
/* "TimerManager" or "IOManager", or NULL. */
const char *scope_helper_of (const ScopeFacts *facts, ScopeTaskId task);
/* How much of each of the bins of the range is of that kind; of RUNNING, with that label. NULL: nothing. */
const double *scope_facts_place (const ScopeFacts *facts, ScopePathKind kind, const char *label);

/* --- what rules look with: shares of the time of the processors that are used, of all, of the range --- */
double scope_facts_of_used (const ScopeFacts *facts, gint64 time);
double scope_facts_of_all (const ScopeFacts *facts, gint64 time);
double scope_facts_of_run (const ScopeFacts *facts, gint64 time);

/* --- what they say it with: lives as long as the facts --- */
const char *scope_facts_share (const ScopeFacts *facts, double share);
const char *scope_facts_time (const ScopeFacts *facts, gint64 time);
const char *scope_facts_count (const ScopeFacts *facts, guint64 n);
const char *scope_facts_name (const ScopeFacts *facts, ScopeTaskId task);
/* “parse”, or what runs it. */
const char *scope_facts_what (const ScopeFacts *facts, const ScopeCulprit *culprit);
/* That of the runtime; simulations have GHC's unless they have their own. */
const char *scope_facts_word (const ScopeFacts *facts, const char *ghc, const char *eden, const char *erlang);
/* How long, at the end of the range, nothing runs any more, in ticks. */
gint64 scope_facts_after_last (const ScopeAnalysis *analysis);
/* TRUE: these parts of a processor's time are of one that is used: it does more than hardly anything. */
gboolean scope_facts_is_used (const ScopeFacts *facts, const ScopeProcessorLoss *loss);
/* "HECs": what processors are called, as the subject of a sentence. */
const char *scope_facts_processors (const ScopeFacts *facts);

/* Lanes to look at, and the wish for less of a label. */
void scope_finding_look_at (ScopeFinding *finding, ScopeTaskId task);
void scope_finding_wish_label (ScopeFinding *finding, const char *label);
void scope_finding_wish_task (const ScopeFacts *facts, ScopeFinding *finding, ScopeTaskId task);
/* Takes `value` as it is, a copy. */
void scope_finding_add (ScopeFinding *finding, const char *what, const char *value);
/* How many processors ran at once, on average: "3.1 of 8". */
void scope_finding_add_running (const ScopeFacts *facts, ScopeFinding *finding);
/* Where: the shortest stretch of the range that has half of what the path has of that kind; of RUNNING only what runs `label`, if
 * that is not NULL. */
void scope_finding_place_on_path (const ScopeFacts *facts, ScopeFinding *finding, ScopePathKind kind, const char *label);

/* In what they wait whom it is about, and who they are: as figures, and their lanes. FALSE with error. */
gboolean scope_finding_name_queue (const ScopeFacts *facts, const ScopeQueryRange *within, ScopeFinding *finding, GError **error);

/* --- the rules: each fills in what it has to say, and leaves the cost 0 if it does not hold --- */
typedef void (*ScopeRuleFunc) (const ScopeFacts *facts, ScopeFinding *finding);

void scope_rule_gc_stops (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_gc_barrier (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_gc_too_often (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_gc_sequential (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_gc_unbalanced (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_too_many_processors (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_ready_but_idle (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_no_core (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_serial_part (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_serial_phase (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_sequential (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_load_imbalance (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_slow_machine (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_ramp (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_sparks_fizzled (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_sparks_overflowed (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_sparks_dud (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_sparks_too_small (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_sparks_too_large (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_tasks_too_fine (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_black_hole_convoy (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_lock_convoy (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_foreign_under_lock (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_foreign_calls (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_late_producer (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_growing_mailbox (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_messages (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_timers (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_simulated_lock (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_false_sharing (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_never_woken (const ScopeFacts *facts, ScopeFinding *finding);
/* The only one where nothing runs. */
void scope_rule_nothing_runs (const ScopeFacts *facts, ScopeFinding *finding);
/* Only where processors get no core, and where the rule of the same name, by time, finds nothing. */
void scope_rule_below_sparks_too_small (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_below_sparks_too_large (const ScopeFacts *facts, ScopeFinding *finding);
void scope_rule_below_sequential (const ScopeFacts *facts, ScopeFinding *finding);

/* What makes the figures doubtful, or is not known because it was not recorded; of char *. */
GPtrArray *scope_doubts_read (const ScopeQueryRange *within, const ScopeAnalysis *analysis);

G_END_DECLS
