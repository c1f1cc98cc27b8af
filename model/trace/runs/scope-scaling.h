/* scope-scaling.h: one program on different numbers of processors: speed-up, efficiency, and what limits them.
 *
 * Runs with the same number of processors p are one point. T(p) is the mean duration of its runs. With b the smallest
 * p of the series (1, it is to be hoped) and q = p/b:
 *
 *     speed-up       S = T(b) / T(p)                    how many times as fast
 *     efficiency     E = S / q
 *     Karp–Flatt     e = (1/S − 1/q) / (1 − 1/q)        the serial fraction that would explain S; empty where p = b
 *     Amdahl         A = 1 / (f + (1 − f)/p)            the most that S can be on p processors, with the serial fraction f
 *                    1 / f                              the most that it can be on any number of them
 *
 * If b is 1 these are the usual ones. If not, they are *relative*: to b processors; nothing is supposed of one
 * processor that did not run. Only if asked for ("assume_linear") b processors are taken to be b times as fast as one:
 * then S is b times as large, q = p, and all say so.
 *
 * The serial fraction f is measured, not fitted: serial time / work of the runs with the smallest p greater than 1, as
 * scope-run-summary.h defines both out of the lanes of all processors. It is not the share of the run's time in which
 * at most one processor runs (`serial_share`): of a run that is half serial and half on 4 processors, that share is
 * 0.5, but of its work only 0.5 / (0.5 + 4·0.5) = 0.2 is serial, and its speed-up is 2.5, more than 1 / (0.5 + 0.5/4).
 * A relative A is A(p) / A(b).
 *
 * A run that was quicker than A shows that not all of that work is serial: what waits on few processors need not wait on more. Then f is
 * the greatest that all runs allow, and `serial_by` says which. A bound is thus never below what was measured. Where S is more than q,
 * the premise does not hold, and A is not known.
 *
 * Error bars of S: from T(b) over the slowest run of the point to T(b) over its quickest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run-set.h"

G_BEGIN_DECLS

/* Figures of a point are means over its runs; NAN: not known. */
typedef struct
{
  guint processors;
  guint n_runs;
  ScopeVariation time; /* ns */
  double speedup, speedup_least, speedup_most;
  double efficiency;
  double karp_flatt;      /* NAN where p is the base */
  double serial_share;    /* of the time, at most one processor runs; 0 to 1. Of one processor: 1 */
  double serial_fraction; /* of the work; 0 to 1 */
  double amdahl_bound;    /* on so many processors, never less than speedup; NAN: not known, or the speed-up is more than ideal */
  double gc_share;        /* of the processors' time */
  double idle_share;
  double productivity;    /* as scope_run_summary_productivity() */
  ScopeVariation values[SCOPE_N_RUN_QUANTITIES]; /* of each quantity */
  ScopeVariation gc_shares, idle_shares;
} ScopeScalingPoint;

typedef struct
{
  GArray *points;         /* of ScopeScalingPoint, fewest processors first */
  guint base;             /* b */
  gboolean relative;      /* b is not 1, and S is relative to it */
  gboolean assumed;       /* b is not 1, and it was assumed to be b times as fast as one */
  guint serial_at;        /* p of the runs that f was measured in; 0: f is not known */
  double measured_fraction; /* serial time / work there; NAN */
  double serial_fraction; /* f: that, or less if a run shows so; NAN */
  guint serial_by;        /* p of the runs that show so; 0: none do */
  double limit;           /* the bound on any number of processors (relative like S; infinite if f is 0); NAN */
  guint best;             /* the point with the greatest speed-up */
  char *program;          /* or NULL */
  ScopeRuntime runtime;
} ScopeScaling;

/* Of the runs of the set that were read, and have processors and a duration, of any program
 * (scope_run_set_dup_warnings() tells if they differ, or have none). NULL with error (G_IO_ERROR_INVALID_ARGUMENT, a
 * sentence for people): there are none, or all have the same number of processors. */
ScopeScaling *scope_scaling_new (ScopeRunSet *set, gboolean assume_linear, GError **error);
void scope_scaling_free (ScopeScaling *scaling);
guint scope_scaling_n_points (const ScopeScaling *scaling);
const ScopeScalingPoint *scope_scaling_point (const ScopeScaling *scaling, guint i);
/* A at any p ≥ 1, on the scale of S; NAN if f is not known. */
double scope_scaling_amdahl (const ScopeScaling *scaling, double p);
/* Ideal S at p: p, or p/b if relative. */
double scope_scaling_ideal (const ScopeScaling *scaling, double p);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeScaling, scope_scaling_free)

G_END_DECLS
