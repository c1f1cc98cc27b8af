/* scope-run-band.h: what several runs of one program did over time, as a band: how many of their processors ran
 * (collected, idled; how many threads were ready) in each of n equal columns of one axis, of each run, and how that
 * varies between them.
 *
 * The axis is that of the first run that was read, the *baseline*; the others are laid on it by a ScopeAlignment: at
 * their starts, stretched to equal length, or at the marks in common. It reaches from the first start to the last end
 * of any run. Where a run has not begun or has ended, it has no value (NAN), and is not counted in the band there.
 *
 * A value is exact: time of all processors in the state within the column (its edges mapped onto the run's axis),
 * divided by the column's length on that axis: so the mean number of processors in that state. Nothing that the
 * rounding of tiles' bins moves is in it: two runs that are alike have the same values, wherever their bins begin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-alignment.h"
#include "model/trace/runs/scope-run-set.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_BAND_RUNNING,    /* processors that run a task (running, active) */
  SCOPE_BAND_COLLECTING, /* processors in a collection */
  SCOPE_BAND_IDLE,       /* processors that have nothing to do */
  SCOPE_BAND_READY,      /* threads that could run */
  SCOPE_N_BAND_QUANTITIES
} ScopeBandQuantity;

typedef struct
{
  ScopeAlignBy by; /* AUTO, STARTS, LENGTH or MARKS */
  guint n;         /* columns, at least 1 */
  gboolean share;  /* values are a share of the run's processors (0 to 1), not their number; threads stay a number */
} ScopeRunBandOptions;

typedef struct
{
  guint n;                /* columns */
  guint n_runs;           /* of the set; those not read have no values */
  guint baseline;         /* run whose axis it is */
  gboolean share;
  ScopeAlignBy by;        /* what was done, if all runs were laid alike; else AUTO: some at marks, others at the start */
  gint64 tick_ps;         /* of the axis */
  gint64 from, to;        /* trace time of the baseline, ticks */
  gint64 *edges;          /* n + 1 of them */
  char **alignments;      /* of each run, in words; "" for the baseline and for those not read; n_runs of them, then NULL */
  double *values[SCOPE_N_BAND_QUANTITIES]; /* [run × n + column] */
  double grain;           /* what the rounding of stretched edges to ticks can make of a value; 0 if nothing is stretched */
  gint64 whole;           /* where the first run ends (axis): from there on fewer runs are counted */
} ScopeRunBand;

#define SCOPE_BAND_MOST_COLUMNS 4096u

/* Opens each run that was read, one after the other (scope_run_set_read() first). NULL with error: cancelled; a run
 * cannot be opened again; MARKS, and they have none in common. `permille` as usual. */
ScopeRunBand *scope_run_band_read (ScopeRunSet *set, const ScopeRunBandOptions *options, GCancellable *cancellable,
                                   gint *permille, GError **error);
void scope_run_band_free (ScopeRunBand *band);

static inline double
scope_run_band_value (const ScopeRunBand *band, ScopeBandQuantity quantity, guint run, guint column)
{
  return band->values[quantity][(gsize) run * band->n + column];
}

/* How a column varies between the runs, but for run `except` (SCOPE_NONE: none). */
void scope_run_band_vary (const ScopeRunBand *band, ScopeBandQuantity quantity, guint column, guint except,
                          ScopeVariation *ret_variation);

/* A stretch of columns in which a run lies outside the spread of all the others, on one side. */
typedef struct
{
  guint from, to; /* columns, half-open */
  gboolean above;
  double most;    /* how far at most beyond the spread, as the values */
} ScopeBandStretch;

/* Of ScopeBandStretch, in order of time; what is beyond the spread by no more than the grain is not outside. Columns
 * in which fewer than two others have a value are passed over. Free with g_array_unref(). */
GArray *scope_run_band_find_outside (const ScopeRunBand *band, ScopeBandQuantity quantity, guint run);


G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeRunBand, scope_run_band_free)

G_END_DECLS
