/* scope-analysis.h: where the processors' time went, and whose fault the waiting was.
 *
 * Loss: every processor is at every instant in exactly one of the causes below, the first that applies, in this order. So the causes
 * of a processor add up to the time, and all of them to processors × time.
 *
 * Blame: every piece of a wait that somebody is behind is handed on to what he did meanwhile; if he waited himself, to whom he waited
 * for, and so forth. So all rows add up to all such pieces. At any instant, those who wait and those they wait for are trees, whose
 * roots do something: each gets the time of all that stand above it. What stands there changes only when somebody begins or ends to
 * wait.
 *
 *     a ──waits for──► b ──waits for──► c  runs "parse"      c, "parse": direct 1 (b), cascaded 1 (a)
 *
 * One pass over the lanes keeps these trees, and writes what it finds out (scope-derived.h), from where any range is told. All times are
 * ticks of trace time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-blame-sums.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_CAUSE_RUNNING,
  SCOPE_CAUSE_GC_WORK,            /* collects */
  SCOPE_CAUSE_GC_WAIT,            /* stopped for a collection: waits for others to stop, or to be done */
  SCOPE_CAUSE_FOREIGN,            /* its last task is in a foreign call */
  SCOPE_CAUSE_IDLE_OWN_QUEUE,     /* a ready task is in its own queue */
  SCOPE_CAUSE_IDLE_OTHER_QUEUE,   /* one is in another queue of its machine */
  SCOPE_CAUSE_IDLE_OTHER_MACHINE,
  SCOPE_CAUSE_UNUSED,             /* it never runs a task */
  SCOPE_CAUSE_START_RAMP,         /* not yet */
  SCOPE_CAUSE_END_RAMP,           /* no more */
  SCOPE_CAUSE_SERIAL,             /* exactly one task of the whole program runs */
  SCOPE_CAUSE_LATE_PRODUCER,      /* nothing is ready: the piece in which most tasks of its machine wait, and the next ones */
  SCOPE_CAUSE_IN_FLIGHT,
  SCOPE_CAUSE_DELIVERED_NOT_WOKEN,
  SCOPE_CAUSE_TIMER,
  SCOPE_CAUSE_FOREIGN_WAIT,
  SCOPE_CAUSE_NEVER,
  SCOPE_CAUSE_UNTOLD_WAIT,        /* most wait, and for whom or what was not recorded */
  SCOPE_CAUSE_NO_TASK,
  SCOPE_CAUSE_UNKNOWN,            /* what the processor did was not recorded */
  SCOPE_N_CAUSES,
} ScopeCause;

/* As the tables have it: "idle_own_queue". */
const char *scope_cause_name (ScopeCause cause);
/* By which it stands on lanes (ScopeCode). */
guint scope_cause_code (ScopeCause cause);

typedef struct
{
  gint64 from, to;
  ScopeCause cause; /* not RUNNING */
  ScopeTaskId by;   /* who is ready, who is waited for, or whose call it is, when it began; nobody if that is not known */
} ScopeCauseInterval;

typedef struct
{
  guint32 machine, processor; /* indices */
  gint64 parts[SCOPE_N_CAUSES];
  gint64 first_run, last_run; /* of the whole trace; TIME_MAX, TIME_MIN: none */
  GArray *causes;             /* of ScopeCauseInterval, in order; NULL if not wanted */
} ScopeProcessorLoss;

typedef enum
{
  SCOPE_ANALYSE_LOSS = 1,
  SCOPE_ANALYSE_CAUSES = 2, /* with the intervals of it */
  SCOPE_ANALYSE_BLAME = 4,
} ScopeAnalyse;

#define SCOPE_ANALYSE_ALL (SCOPE_ANALYSE_LOSS | SCOPE_ANALYSE_BLAME)

typedef struct
{
  gint64 from, to;         /* the range, within the trace */
  gint64 first, last;      /* the whole trace */
  guint n_processors;
  ScopeProcessorLoss *processors;
  gint64 parts[SCOPE_N_CAUSES]; /* of all processors */
  gint64 *concurrency;     /* n_processors + 1: how long so many tasks ran at once; with blame, and so the next ones */
  gint64 *alone;           /* by label: of the time in which exactly one ran, what it ran under it; where the range cuts a stretch of the
                            * blame, only what lies on the critical path has its label there, the rest has none */
  gint64 waited[SCOPE_N_CODES]; /* for somebody, by why: codes that are alike are added up (scope_wait_class()) */
  gint64 never;            /* what of the longest wait that nothing ends lies in the range, and whose it is */
  ScopeTaskId never_task;
  GArray *blame;           /* of ScopeBlame, the most first */
  GPtrArray *labels;       /* of char *: "" is no label; in brackets what is no code: "(ready)" */
} ScopeAnalysis;

/* Off the main thread: of what the trace has (scope_derived_dup()); if there is nothing yet, it is made for this once. NULL with
 * error. */
ScopeAnalysis *scope_analysis_read (const ScopeQueryRange *within, ScopeAnalyse what, GError **error);
void scope_analysis_free (ScopeAnalysis *analysis);
/* Share of processors × time that ran; mean over most of running, by processor and by machine. NaN: nothing ran. */
double scope_analysis_efficiency (const ScopeAnalysis *analysis);
double scope_analysis_balance (const ScopeAnalysis *analysis, gboolean machines);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeAnalysis, scope_analysis_free)

G_END_DECLS
