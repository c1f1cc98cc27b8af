/* scope-ticks.h: samples of GHC's time profiler: on which stack of cost centres each processor was when the clock ticked; or those of
 * ghc-stack-profiler: what was on threads' stacks then.
 *
 *     tick      |    |    |    |    |        one sample of each processor; a band is a stack (scope-profile.h)
 *     HEC 0     fib  fib  GC   fib  IDLE     what ran none of the program's code (collecting, idle, the runtime's own) is counted apart,
 *     HEC 1     walk walk GC   fib  walk     as GHC's own report leaves it out
 *
 * A sample belongs to the thread that its processor ran then; one of ghc-stack-profiler to its thread, which may not have run, and to the
 * processor that the thread was to run on. Where both were taken, cost centres are counted. Numbers of samples are no times: of n samples, k in a function, its share
 * is somewhere about k / n (scope_sample_bounds()).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"
#include "model/trace/profile/scope-profile.h"

G_BEGIN_DECLS

/* --- what there is: costs nothing, any thread --- */

gboolean scope_ticks_in_machine (ScopeMachine *machine);
/* Which samples are counted (ScopeProfile): of TIME, or of STACK. */
guint scope_ticks_profile (ScopeMachine *machine);
/* Whether there may be samples of the lane: of processors and threads of such machines. */
gboolean scope_ticks_in_lane (ScopeTrace *trace, ScopeLaneId lane);
/* What each sample stands for, ns; 0: not told. */
gint64 scope_ticks_period (ScopeMachine *machine);

/* --- counting: off the main thread --- */

typedef struct
{
  guint64 *bands;    /* by place; [0]: all samples of the program's code */
  guint n_bands;
  guint64 elsewhere; /* samples of none of the program's code */
} ScopeTickCounts;

/* Of the machine's samples within the range, those that fell on these lanes; those of other machines are passed over. n_lanes 0: all.
 * FALSE with error. `bands` is scope_bands_read() of the machine. */
gboolean scope_ticks_count (const ScopeQueryRange *within, ScopeMachine *machine, const ScopeLaneId *lanes, guint n_lanes, GArray *bands,
                            ScopeTickCounts *ret_counts, GError **error);
void scope_tick_counts_clear (ScopeTickCounts *counts);
/* Whether a band is none of the program's code. */
gboolean scope_ticks_is_elsewhere (const ScopeBand *band);
/* "Main.work": the innermost cost centre of a band, with its module; "MAIN", "unknown". Free with g_free(). */
char *scope_ticks_function (GArray *bands, guint32 place);

/* Between which shares the true one lies, at 95 %, if `k` of `n` independent samples had it (Wilson's interval); 0 and 1 of none. */
void scope_sample_bounds (double k, double n, double *ret_low, double *ret_high);

G_END_DECLS
