/* scope-call-diff.h: two runs compared call by call: which activation of the baseline is which of this run, how much longer or shorter each
 * took, which are only in one of them, and where the runs part first.
 *
 *     baseline  main ─┬─ move ─┬─ lock         this run  main ─┬─ move ─┬─ lock     a pair: 40 cycles longer
 *                     │        ├─ lock                         │        └─ unlock   a pair
 *                     │        └─ unlock                       └─ idle              only in this run
 *                     └─ compute
 *
 * Lanes that have call stacks (simulation: cores, Erlang: processes) are taken as the pairing has them. Children of a pair are aligned by
 * their functions' names in the order in which they were called (scope-call-align.h), then theirs, and so on; what lies below an
 * activation that has no partner has none. Rules:
 *
 *     windows  at most SCOPE_CALL_ALIGN_MOST children of each side are aligned at once; as long as more follow on either side, the
 *              alignment is taken as far as the middle of either window, and the next windows begin there
 *     total    the time from entering to leaving, self: without that of what it called
 *     charges  instructions (table `seqs`) and events (table `hits`) are those of the activation that was uppermost then: an event counts
 *              when the instruction began that it is charged to; where that is not known, just before the event
 *     change   this run − baseline, everywhere; what is only in one of them counts as 0 in the other
 *     clock    where the periods of both cores are known, times are told in cycles as well, each in those of its own core
 *     drift    how much later this run is than the baseline, each since its lane's first activation (since the range's start): known
 *              where a pair is entered and where it is left
 *
 * It goes through both lanes side by side, and holds no more of them than a budget (SCOPE_CALL_DIFF_BUDGET activations a side, plus one
 * window for each depth): where more lie below an activation it reads them again when it comes to them. So of a lane with n
 * activations about n × (1 + heights that are cut) are read, one or two in practice; time grows with n, memory does not.
 *
 * Times in results are ps where they say so; points in time are trace time of their own trace, in its ticks. Off the main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-events.h"
#include "model/trace/calls/scope-activations.h"
#include "model/trace/compare/scope-pairing.h"
#include "model/trace/compare/scope-time-map.h"

G_BEGIN_DECLS

#define SCOPE_CALL_DIFF_BUDGET (1u << 18) /* activations of each run that are held at once */

typedef enum
{
  SCOPE_CALL_BASELINE, /* index of what there is of both */
  SCOPE_CALL_RUN,
} ScopeCallSide;

typedef enum
{
  SCOPE_CALL_MATCHED,
  SCOPE_CALL_ONLY_BASELINE,
  SCOPE_CALL_ONLY_RUN,
} ScopeCallMatch;

typedef struct
{
  gint64 total, self;               /* ps */
  gint64 total_cycles, self_cycles; /* thousandths of a cycle; 0 where the clock is not known */
  gint64 insts;
  gint64 hits[SCOPE_N_HITS];        /* by ScopeHitKind */
} ScopeCallFigures;

/* a lane of each, or of one alone */
typedef struct
{
  ScopeLaneId lanes[2];
  gboolean has[2];
  gint64 period_ps[2];              /* of its clock; 0: not known */
  guint64 n_matched, n_only[2];     /* activations */
  ScopeCallFigures figures[2];      /* of all its roots; self: of all activations */
} ScopeCallLanePair;

/* one activation, of both or of one */
typedef struct
{
  ScopeCallMatch match;
  guint32 context, function, depth; /* in the result's arrays, which grow while it is made */
  guint32 lane;                     /* index of the pair of lanes */
  gint64 from[2], to[2];            /* of those that are there */
  ScopeCallFigures figures[2];
} ScopeCallDiffRow;

/* a call path: all activations that were called along it */
typedef struct
{
  guint32 parent;                   /* index, less than its own; SCOPE_NONE: a root */
  guint32 function, depth;
  guint64 n_matched, n_only[2];
  ScopeCallFigures figures[2];      /* of all its activations */
  gint64 matched_change;            /* of the pairs' totals alone: ps, or thousandths of a cycle if `in_cycles` */
  gint64 most;                      /* the change of that one of them that changed most, in the same unit, and where it is: */
  guint32 most_lane;
  gint64 from[2], to[2];            /* both 0 of the side that it is not in */
  ScopeCallMatch most_match;
} ScopeCallContextDiff;

/* a function, all its paths together; totals count the time during which it was on the stack once, however often it is on it */
typedef struct
{
  const char *name;
  guint64 n_matched, n_only[2];
  ScopeCallFigures figures[2];
} ScopeCallFunctionDiff;

/* Where two lanes part first. */
typedef struct
{
  guint32 lane;
  gboolean in_time, in_calls;       /* the drift exceeds the limit; an activation has no partner */
  /* in time: between two points that both have, in which activation, or SCOPE_NONE: outside all */
  guint32 context;
  gint64 from[2], to[2];            /* the last point before, the first at which it exceeds the limit */
  gint64 drift_before, drift;       /* ps, or thousandths of a cycle if `in_cycles` */
  guint64 n_only[2];                /* activations without a partner that lie between */
  /* in calls */
  ScopeCallMatch match;
  guint32 call_context;
  gint64 call_from[2];              /* the one that has no partner; of the other: the last point that both have */
} ScopeCallParting;

/* Immutable; scope_call_diff_ref() and _unref(). */
typedef struct
{
  gboolean in_cycles;               /* the unit of what has one: clocks of pairs are known and different, or it was asked for */
  gboolean has_cycles;              /* the clocks of all pairs of lanes are known */
  gboolean has_insts, has_hits;     /* either trace tells of them */
  gboolean truncated;               /* more call paths than are kept: what is deeper was added to its parent */
  gint64 more_than;                 /* the limit of the drift, in that unit */
  const ScopeCallLanePair *lanes;
  guint n_lanes;
  const ScopeCallContextDiff *contexts; /* parents before children, in the order in which they were met */
  guint32 n_contexts;
  const ScopeCallFunctionDiff *functions; /* in the order in which they were met */
  guint32 n_functions;
  const ScopeCallParting *partings; /* of lanes that part, the first in this run's time first */
  guint n_partings;
} ScopeCallDiff;

/* Called for each activation, parents before what they called, in call order. FALSE: stop; the answer is NULL then, without an error. */
typedef gboolean (*ScopeCallDiffFunc) (const ScopeCallDiffRow *row, const ScopeCallDiff *diff, gpointer user_data);

typedef enum
{
  SCOPE_CALL_UNIT_AUTO, /* cycles if all clocks are known and some pair's differ, else time */
  SCOPE_CALL_UNIT_TIME,
  SCOPE_CALL_UNIT_CYCLES, /* as AUTO's time where clocks are not known */
} ScopeCallUnit;

typedef struct
{
  gint64 from, to;           /* of this run, trace time, half-open; TIME_MIN and TIME_MAX: no limit. The time map says which stretch of the
                              * baseline belongs to it. Activations are cut at its edges */
  const ScopeTimeMap *map;   /* NULL: of all */
  ScopeCallUnit unit;
  gint64 more_than;          /* limit of the drift: ps, or thousandths of a cycle; which of them says: */
  gboolean more_than_cycles; /* (converted by the baseline's first clock, if the unit is the other) */
  gint64 clock_ps[2];        /* period of all cores, ps; 0: as the trace says */
  guint budget;              /* for tests; 0: SCOPE_CALL_DIFF_BUDGET */
  ScopeCallDiffFunc func;    /* or NULL */
  gpointer user_data;
  GCancellable *cancellable; /* or NULL */
  gint *permille;            /* how much is done, set atomically; or NULL */
} ScopeCallDiffQuestion;

/* NULL with error: an index cannot be read, or it was cancelled. */
ScopeCallDiff *scope_call_diff_read (ScopePairing *pairing, const ScopeCallDiffQuestion *question, GError **error);
/* On a thread; what the question points to but the cancellable is copied, counted, or left out (`func` is called there). */
void scope_call_diff_read_async (ScopePairing *pairing, const ScopeCallDiffQuestion *question, GAsyncReadyCallback callback,
                                 gpointer user_data);
ScopeCallDiff *scope_call_diff_read_finish (GAsyncResult *result, GError **error);
ScopeCallDiff *scope_call_diff_ref (ScopeCallDiff *diff);
void scope_call_diff_unref (ScopeCallDiff *diff);

/* Whether both runs have call stacks at all. */
gboolean scope_call_diff_is_possible (ScopePairing *pairing);
/* Names from the root to the context, with ";" between; free with g_free(). */
char *scope_call_diff_path (const ScopeCallDiff *diff, guint32 context);
/* This run's figure − the baseline's. */
ScopeCallFigures scope_call_figures_change (const ScopeCallFigures figures[2]);
/* Its total, its self time in the diff's unit. */
gint64 scope_call_figures_total (const ScopeCallDiff *diff, const ScopeCallFigures *figures);
gint64 scope_call_figures_self (const ScopeCallDiff *diff, const ScopeCallFigures *figures);
/* "matched", "only baseline", "only run": as in CSV. */
const char *scope_call_match_name (ScopeCallMatch match);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCallDiff, scope_call_diff_unref)

G_END_DECLS
