/* scope-derived.h: what is found out of a trace, kept: why each processor does not run, what each wait is made of, who is to blame, and
 * the critical path.
 *
 * What is found out is a lane, and so is everything that knows lanes told of it: beside each lane of the trace stands one of the same
 * number, with codes of its own (scope-state.h):
 *
 *     of a processor    the cause why it does not run (scope-analysis.h), or RUNNING; its other party: who is ready, or waited for
 *     of a task         RUNNING, ready (WOKEN_NOT_RUN: after a wait), and the pieces of its waits (scope-task-stream.h); its other
 *                       party: whose fault the piece is
 *     of the trace      who is on the critical path
 *
 * scope_derived_get_lanes() is the trace with these lanes: statistics, columns, intervals, comparisons of it are those of causes. Blame
 * lies beside them, as sums per stretch of time (scope-blame-tree.h). So any range is told without reading all of it.
 *
 * One pass makes all of it, off the main thread, in memory that is bounded by what lives at once. It goes as far as the trace is known:
 * while a program is followed, it is made anew from time to time.
 *
 *     g_autoptr (ScopeDerived) derived = scope_derived_dup (trace);       // made or opened by io/index/scope-derived-file.h
 *     ScopeAnalysis *analysis = scope_derived_read (derived, &within, SCOPE_ANALYSE_ALL, &error);
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/analysis/scope-analysis.h"
#include "model/trace/analysis/scope-blame-tree.h"
#include "model/trace/analysis/scope-critical-path.h"
#include "model/trace/analysis/scope-work-sums.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_DERIVED (scope_derived_get_type ())
G_DECLARE_FINAL_TYPE (ScopeDerived, scope_derived, SCOPE, DERIVED, GObject)

/* What the trace has (scope_trace_dup_derived()); NULL: nothing yet. */
ScopeDerived *scope_derived_dup (ScopeTrace *trace);

/* --- making --- */

/* Where the lanes of a machine are written; of all machines one after the other, and once more for what belongs to none. Its result is
 * taken. */
typedef ScopeBytes *(*ScopeDerivedBytes) (guint n, gpointer data);

/* Goes through the whole trace. `within` says how to stop, and how far it is; its range does not matter. NULL with error. */
ScopeDerived *scope_derived_make (const ScopeQueryRange *within, ScopeDerivedBytes bytes, gpointer data, GError **error);

/* What the trace has; if there is nothing yet, it is made in memory for this once. Off the main thread. NULL with error. */
ScopeDerived *scope_derived_dup_or_make (const ScopeQueryRange *within, GError **error);

/* --- any range, any thread but the one that draws --- */

/* The trace with lanes of what was found out. Borrowed: lives as long as the derived. */
ScopeTrace *scope_derived_get_lanes (ScopeDerived *derived);
/* The part of `within` that is known. NULL with error. */
ScopeAnalysis *scope_derived_read (ScopeDerived *derived, const ScopeQueryRange *within, ScopeAnalyse what, GError **error);
/* What of the critical path lies in the range: the segments at its ends are cut. NULL with error. */
ScopeCriticalPath *scope_derived_read_path (ScopeDerived *derived, const ScopeQueryRange *within, GError **error);
/* The same, one segment after the other. FALSE with error. */
gboolean scope_derived_walk_path (ScopeDerived *derived, const ScopeQueryRange *within, ScopePathFunc func, gpointer data, GError **error);
/* Sums over a stretch that lies in one part of the range: each as if it had come in one piece, at the beginning of the stretch. FALSE: they
 * are not wanted, and the stretch is told by smaller ones, or by its segments. */
typedef gboolean (*ScopePathSumsFunc) (gpointer data, const ScopePathSegment *sums, guint n, guint part);
/* The path in the range, which is cut into so many equal parts, in order of time: most of it as sums, and by `segment` what is left near the
 * borders of parts. So no range takes longer than some thousand segments for each part. FALSE with error. */
gboolean scope_derived_sum_path (ScopeDerived *derived, const ScopeQueryRange *within, guint n_parts, ScopePathFunc segment,
                                 ScopePathSumsFunc sums, gpointer data, GError **error);
/* Who the other party of an interval is: `code` and `ref` of a lane of that machine. Nobody: there is none, or it is not known. */
ScopeTaskId scope_derived_party (ScopeDerived *derived, guint32 machine, guint code, guint32 ref);

/* Of a code of such a lane. FALSE: it is none. */
gboolean scope_cause_of_code (guint code, ScopeCause *ret_cause);
gboolean scope_piece_of_code (guint code, ScopeWaitPiece *ret_piece);
gboolean scope_path_kind_of_code (guint code, ScopePathKind *ret_kind);

/* --- keeping (io/index/scope-derived-file.c) --- */

typedef struct
{
  ScopeTaskId task, by; /* as in ScopePathSegment */
  guint32 label;
} ScopePathStep;

/* When a processor runs for the first time, and until when for the last: TIME_MAX and TIME_MIN if it never does. */
typedef struct
{
  guint32 machine, processor; /* indices */
  gint64 first, last;
} ScopeProcessorRuns;

/* All but the lanes of machines. */
typedef struct
{
  gint64 first, last;           /* the range that it was made of, trace time */
  gint64 never_from, never_to;  /* the longest wait that nothing ends; both 0: there is none */
  ScopeTaskId never_task;
  GPtrArray *labels;            /* of char * */
  GArray *runs;                 /* of ScopeProcessorRuns: all processors that are some, in order */
  GArray *parties;              /* of ScopeTaskId: of other machines, that lanes name */
  GArray *steps;                /* of ScopePathStep: whom the path names */
  GArray *work;                 /* of ScopeWorkSum: under which labels processors ran, over [first, last) */
  ScopeLaneStore *whole;        /* lanes of the trace as a whole */
  ScopeBytes *bytes;            /* of these, of the blame and of the sums over the path */
  ScopeBlameTree *blame;
  ScopeBlameTree *path; /* sums over it; their keys are no tasks, but a ScopePathKind and a place in `steps` */
} ScopeDerivedFacts;

/* Borrowed. */
const ScopeDerivedFacts *scope_derived_facts (ScopeDerived *derived);
void scope_derived_facts_clear (ScopeDerivedFacts *facts);
/* Takes all of `facts`, which is empty then; refs `lanes`, which has all machines. NULL with error if it makes no sense. */
ScopeDerived *scope_derived_new (ScopeTrace *lanes, ScopeDerivedFacts *facts, GError **error);

G_END_DECLS
