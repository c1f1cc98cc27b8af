/* scope-run-processors.h: how each processor (HEC, scheduler, core, machine of Eden) of a run spent its time, and the same processor, by
 * its number, over several runs of one configuration: mean and spread.
 *
 * Runs are of one configuration if they are of the same program, with the same arguments, on the same number of processors. A processor
 * that did not live in one of them has that many runs fewer; nothing is made up for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-variation.h"
#include "model/trace/document/scope-trace.h"
#include "model/trace/runs/scope-run-set.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_SPLIT_RUNNING,
  SCOPE_SPLIT_COLLECTING,
  SCOPE_SPLIT_OUTSIDE,
  SCOPE_SPLIT_IDLE,
  SCOPE_SPLIT_UNKNOWN, /* no share of what is known */
  SCOPE_N_SPLITS
} ScopeSplit;

#define SCOPE_RUN_PROCESSORS 1024u /* that are kept of a run: the first */

/* Of one run. */
typedef struct
{
  guint32 machine;         /* both as the command line has them */
  guint64 number;
  char *title;             /* for people: "HEC 0"; owned */
  double ns[SCOPE_N_SPLITS]; /* over its life; NAN: not recorded */
} ScopeRunProcessor;

/* As tables have it: "running", "gc", …; and for people, translated. */
const char *scope_split_name (ScopeSplit split);
const char *scope_split_title (ScopeSplit split);

/* Of ScopeRunProcessor, by machine and number; free with g_array_unref(). */
GArray *scope_run_processors_read (ScopeTrace *trace);

/* Over the runs of one configuration. Strings are those of the set. */
typedef struct
{
  guint processors;          /* of each of these runs */
  const char *program, *arguments; /* NULL: not known */
  ScopeRuntime runtime;
  guint32 machine;
  guint64 number;
  const char *title;
  guint n_runs;              /* in which it lived */
  ScopeVariation ns[SCOPE_N_SPLITS], shares[SCOPE_N_SPLITS]; /* n 0: not recorded; shares: of what is known of it */
} ScopeProcessorAverage;

/* Of all runs of the set that were read, as long as it lives: of ScopeProcessorAverage, the fewest processors first. `ret_left_out`: how
 * many processors of the largest run are more than are kept. Free with g_array_unref(). */
GArray *scope_run_processors_average (ScopeRunSet *set, guint *ret_left_out);

G_END_DECLS
