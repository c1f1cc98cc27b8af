/* scope-run-summary.h: what is kept of one run of many: what it is, and its figures in sum, once its trace was read.
 * (By lane and range: scope-run-figures.h.)
 *
 * A few hundred bytes, and as many for each ten processors, so that dozens of runs are compared without their traces being open at once.
 *
 * The *serial time* of a run is the time, between the first moment that is known of any of its processors and the
 * last, in which at most one processor runs a task. It comes from the lanes of all processors, merged exactly, not
 * from columns.
 *   - "Runs" are the states running and active. What is unknown of a processor might be a task that runs and counts as
 *     one: so the serial time is never said to be longer than it was.
 *   - GC stops the program: nobody runs then, and that time is serial as well. How much of it, is told apart
 *     (SCOPE_RUN_SERIAL_COLLECTING): a parallel GC is not serial work, but more processors do not take the pause away.
 * In terms of Amdahl the run's *work* is what one processor alone would have had to do: the serial time, and the
 * running time of all processors in the rest of the time. Its serial fraction is serial time / work; see
 * scope-scaling.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run-parts.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_RUN_DURATION,    /* from the start of the trace to its end */
  SCOPE_RUN_RUNNING,     /* these five: summed over all processors */
  SCOPE_RUN_COLLECTING,
  SCOPE_RUN_OUTSIDE,
  SCOPE_RUN_IDLE,
  SCOPE_RUN_UNKNOWN,
  SCOPE_RUN_READY,       /* these two: summed over all threads */
  SCOPE_RUN_BLOCKED,
  SCOPE_RUN_SERIAL,      /* at most one processor runs */
  SCOPE_RUN_SERIAL_COLLECTING, /* of this, while at least one processor collects */
  SCOPE_RUN_WORK,        /* serial time + running of all processors in the rest */
  SCOPE_RUN_COLLECTION_TIME, /* from the start of each collection to its end, summed over machines */
  SCOPE_RUN_COLLECTIONS, /* numbers from here on */
  SCOPE_RUN_MESSAGES,
  SCOPE_RUN_MIGRATIONS,
  SCOPE_RUN_THREADS,
  SCOPE_N_RUN_QUANTITIES
} ScopeRunQuantity;

typedef struct
{
  char *name;       /* what the run was called by who opened it; owned, as are the next two */
  char *program;    /* without its folder; NULL: the trace does not name it */
  char *arguments;  /* without those of the run-time system (+RTS … -RTS); NULL: not known */
  GHashTable *config; /* of a simulation: name → double *, see scope-run-config.h; NULL: not told. Owned */
  ScopeRuntime runtime;
  gint64 tick_ps;
  gint64 first, last;     /* of the trace, trace time */
  guint machines;
  guint processors;       /* of all machines, that lived */
  guint losses;           /* stretches that could not be read */
  gboolean complete;      /* all logs have a proper end */
  double values[SCOPE_N_RUN_QUANTITIES]; /* ns, or a number; NAN: the trace does not tell */
  double span;            /* ns between the first and the last that is known of any processor */
  double productivity;    /* see scope_run_summary_productivity() */
  GArray *each;           /* of its processors, as scope_run_processors_read() */
  GArray *parts;          /* as scope_run_parts_read(); NULL: not asked for */
  double size;            /* of the input, as a mark told; NAN: not asked for, or none did */
} ScopeRunSummary;

/* Reads the trace, which must be finished: not on the main thread. NULL with error (G_IO_ERROR_CANCELLED). `permille`
 * (or NULL) says how far it is, set atomically. */
ScopeRunSummary *scope_run_summary_read (ScopeTrace *trace, const char *name, GCancellable *cancellable, gint *permille,
                                         GError **error);
void scope_run_summary_free (ScopeRunSummary *figures);

/* Share of the processors' known time, 0 to 1; NAN if nothing is known. For RUNNING, COLLECTING, OUTSIDE, IDLE. */
double scope_run_summary_share (const ScopeRunSummary *figures, ScopeRunQuantity quantity);
/* Part of the time in which no collection stopped the program, 0 to 1, as `+RTS -s` has it; several machines: their
 * mean. */
double scope_run_summary_productivity (const ScopeRunSummary *figures);
/* Serial time as a share of the duration between the first and the last that is known; NAN if unknown. */
double scope_run_summary_serial_share (const ScopeRunSummary *figures);
/* Amdahl's f: serial time / work, 0 to 1; NAN if unknown. */
double scope_run_summary_serial_fraction (const ScopeRunSummary *figures);
/* FALSE: it has no processors, or no duration. */
gboolean scope_run_summary_can_scale (const ScopeRunSummary *summary);
/* TRUE if both ran the same program; *ret_same_arguments: with the same arguments (those of the run-time system
 * apart). What is not known of one of them is taken for the same. */
gboolean scope_run_summary_same_program (const ScopeRunSummary *a, const ScopeRunSummary *b, gboolean *ret_same_arguments);

/* TRUE: ns; FALSE: a number. */
gboolean scope_run_quantity_is_time (ScopeRunQuantity quantity);
/* For people, translated: "Running", "GC", "At most one processor runs". */
const char *scope_run_quantity_title (ScopeRunQuantity quantity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeRunSummary, scope_run_summary_free)

G_END_DECLS
