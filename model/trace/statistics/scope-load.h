/* scope-load.h: how many could run, and how many did, over time: Percept2's overview.
 *
 * In each of n equal stretches of a range: the mean number of tasks (Erlang's processes, else threads) and ports that were runnable,
 * running or active; how many processors were at work. Exact, as the lanes are, but for the schedulers' own word (table `schedulers`),
 * which takes the place of the processors' lanes where the trace has it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_LOAD_RUNNING,    /* tasks that run; where that is not recorded: that are active (running or ready) */
  SCOPE_LOAD_READY,      /* tasks that could run */
  SCOPE_LOAD_PORTS,      /* ports that are running or active */
  SCOPE_LOAD_PROCESSORS, /* processors at work */
  SCOPE_N_LOADS
} ScopeLoadKind;

typedef struct
{
  gint64 from, to;     /* trace time; to > from */
  guint n;             /* stretches */
  guint processors;    /* those there are (Erlang: schedulers, without the dirty ones) */
  gboolean has_tasks, has_ports; /* there are tasks, ports with states */
  gboolean has_processors, by_schedulers; /* it is known who was at work; by the schedulers' own word */
  double *values[SCOPE_N_LOADS]; /* n mean numbers each */
  double mean[SCOPE_N_LOADS], most[SCOPE_N_LOADS]; /* over the range; the greatest stretch */
} ScopeLoad;

#define SCOPE_LOAD_MOST_STRETCHES 4096u

/* Of these tasks (Eden's and Erlang's processes, threads) and ports alone, with all processors beside them; n_lanes 0: of all. The range is
 * cut to the life of the trace; an empty trace has one tick. Not on the main thread. NULL with error. Free with
 * scope_load_free(). */
ScopeLoad *scope_load_read (const ScopeQueryRange *within, const ScopeLaneId *lanes, guint n_lanes, guint n, GError **error);
void scope_load_free (ScopeLoad *load);
/* The edge before stretch i, trace time; i may be n. */
gint64 scope_load_edge (const ScopeLoad *load, guint i);
/* "running", "ready", "ports", "processors", for CSV. */
const char *scope_load_kind_name (ScopeLoadKind kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLoad, scope_load_free)

G_END_DECLS
