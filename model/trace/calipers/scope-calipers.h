/* scope-calipers.h: what happened between two points in time, exactly: cycles, instructions, hardware events by kind, and the time that functions
 * had to themselves.
 *
 *     core 0   ──┬─ walk ───┬─ lock ─┬─ walk ──      t1 and t2 are any two ticks; everything is of [t1, t2): what begins at t2 is not
 *                │   t1     │        │   t2 │        between them. Time of a function is clipped, events and instructions belong to the
 *                     |<-------------->|             range by when they began.
 *
 * (An instruction that begins in the very tick in which the core's next stretch of instructions begins, as a superscalar core may have it, counts
 * as having begun before that tick.)
 *
 * Instructions come as stretches of one activation (table `seqs`). One that t1 or t2 cuts is counted in the trace's own file (its raw events); where
 * that cannot be done (the file is gone; the XML form, which has no instructions; nobody wanted to wait) the number is known between two
 * bounds, and `insts` < `insts_most` says so.
 *
 * Off the main thread, cancellable.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-events.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;                 /* the calipers' */
  guint kind;                       /* ScopeFunctionKind (scope-function-kind.h) */
  gint64 self, total;               /* ticks */
  guint64 calls;                    /* that began between them */
  guint64 insts, insts_most;        /* itself; the same: exact */
  guint64 hits[SCOPE_N_HITS];       /* itself, by ScopeHitKind */
} ScopeCalipersFunction;

/* One core, or all that were asked for together. */
typedef struct
{
  ScopeLaneId lane;                 /* of a sum: the first of them */
  gint64 period;                    /* of its clock, ps; 0: not known, or they differ */
  ScopeSimClockSource source;
  gint64 alive;                     /* ticks between the calipers in which anything was on the stack */
  guint64 insts, insts_most;
  guint64 hits[SCOPE_N_HITS];
  const ScopeCalipersFunction *functions; /* in order of falling time of their own */
  guint n_functions;
} ScopeCalipersCore;

/* Immutable; scope_calipers_ref() and _unref(). */
typedef struct
{
  gint64 from, to;                  /* trace time */
  const ScopeCalipersCore *cores;   /* in the trace's order */
  guint n_cores;
  ScopeCalipersCore sum;            /* of all of them */
  gboolean has_calls, has_insts, has_hits; /* whether the trace tells of such things at all */
  char *unknown;                    /* why instructions are known between bounds only, a sentence; NULL: they are exact */
} ScopeCalipers;

typedef enum
{
  SCOPE_CALIPERS_QUICK, /* reads the index alone */
  SCOPE_CALIPERS_EXACT, /* and, where the range cuts a stretch of instructions, the trace's file: the first time that may take long */
} ScopeCalipersHow;

/* `within->lane`: a core, or a machine; NULL: all cores. Cores without stacks (other programs' processors) have time and nothing else. NULL
 * with error: the index cannot be read, or it was cancelled. */
ScopeCalipers *scope_calipers_read (const ScopeQueryRange *within, ScopeCalipersHow how, GError **error);
ScopeCalipers *scope_calipers_ref (ScopeCalipers *calipers);
void scope_calipers_unref (ScopeCalipers *calipers);

/* The places near `time` that a cursor snaps to, of one lane: where a function was entered or left, where a hit happened, where the state changed.
 * The nearest one not farther than `reach` ticks; with `direction` -1 or 1 the nearest one strictly before or behind `time`, however far
 * (reach is not looked at). FALSE: there is none, or with error. */
gboolean scope_calipers_snap (ScopeTrace *trace, ScopeLaneId lane, gint64 time, gint64 reach, int direction, gint64 *ret_time,
                              GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCalipers, scope_calipers_unref)

G_END_DECLS
