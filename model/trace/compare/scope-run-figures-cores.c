/* scope-run-figures-cores.c: what the cores of a simulation did: cycles in their own clocks, instructions, misses.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-run-figures-private.h"

#include "model/trace/calipers/scope-calipers.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/document/scope-cycles.h"

typedef struct
{
  gint64 cycles, insts, period; /* period: ps; 0: not known, or they differ */
  gboolean has_cycles, has_insts;
} Work;

/* To the nearest. */
static gint64
cycles_in (gint64 ticks, gint64 tick_ps, gint64 period)
{
  return (gint64) (((__int128) ticks * tick_ps + period / 2) / period);
}

static void
put (ScopeFigureReading *reading, const ScopeLaneId *lane, ScopeQuantity quantity, gint64 value)
{
  if (lane == NULL)
    scope_figure_reading_add (reading, quantity, value);
  else if (value != 0)
    scope_figure_reading_add_lane (reading, *lane, quantity, value);
}

static void
put_work (ScopeFigureReading *reading, const ScopeLaneId *lane, const Work *work)
{
  gint64 tick_ps = scope_trace_tick_ps (reading->within->trace);

  if (work->has_cycles)
    put (reading, lane, SCOPE_QUANTITY_CYCLES, work->cycles);
  if (work->has_insts)
    put (reading, lane, SCOPE_QUANTITY_INSTRUCTIONS, work->insts);
  if (work->has_cycles && work->has_insts && work->cycles > 0)
    put (reading, lane, SCOPE_QUANTITY_IPC, (gint64) ((double) work->insts / (double) work->cycles * 1e6 + 0.5));
  if (work->period > 0 && tick_ps > 0 && work->period % tick_ps == 0)
    put (reading, lane, SCOPE_QUANTITY_CLOCK, work->period / tick_ps);
}

/* A pipeline has no stacks: its cores' running time is what they worked. */
static void
read_pipeline (ScopeFigureReading *reading, Work *work)
{
  guint64 insts;

  work->period = scope_cycles_of_lane (reading->within->trace, (ScopeLaneId) { 0, SCOPE_KIND_MACHINE, 0 }, NULL);
  work->has_cycles = work->period > 0;
  for (guint i = 0; work->has_cycles && i < reading->kind->len; i++)
    {
      const ScopeRunFigure *figure = &g_array_index (reading->kind, ScopeRunFigure, i);

      if (figure->lane.kind == SCOPE_KIND_PROCESSOR && figure->quantity == scope_quantity_of_state (SCOPE_STATE_RUNNING))
        work->cycles = cycles_in (figure->value, scope_trace_tick_ps (reading->within->trace), work->period);
    }
  work->has_insts = reading->whole && scope_cycles_count_all (reading->within->trace, "instructions", &insts);
  if (work->has_insts)
    work->insts = (gint64) insts;
}

static void
read_core (ScopeFigureReading *reading, const ScopeCalipers *calipers, const ScopeCalipersCore *core, Work *all)
{
  Work work = { .insts = (gint64) core->insts, .period = core->period };

  work.has_cycles = core->period > 0;
  work.has_insts = calipers->has_insts && core->insts == core->insts_most;
  if (work.has_cycles)
    work.cycles = cycles_in (core->alive, scope_trace_tick_ps (reading->within->trace), core->period);
  all->cycles += work.cycles;
  all->insts += work.insts;
  all->has_cycles &= work.has_cycles;
  all->has_insts &= work.has_insts;
  if (!scope_figure_reading_wants (reading, SCOPE_KIND_PROCESSOR))
    return;
  put_work (reading, &core->lane, &work);
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    if (scope_trace_has_hits (reading->within->trace, k))
      put (reading, &core->lane, SCOPE_QUANTITY_HITS + k, (gint64) core->hits[k]);
}

gboolean
scope_figure_reading_cores (ScopeFigureReading *reading, GError **error)
{
  ScopeQueryRange within = *reading->within;
  Work all = { .has_cycles = TRUE, .has_insts = TRUE };
  g_autoptr (ScopeCalipers) calipers = NULL;

  if (scope_trace_runtime (within.trace) != SCOPE_RUNTIME_SIMULATION)
    return TRUE;
  within.permille = NULL;
  calipers = scope_calipers_read (&within, SCOPE_CALIPERS_EXACT, error);
  if (calipers == NULL)
    return FALSE;
  all.period = calipers->sum.period;
  for (guint i = 0; calipers->has_calls && i < calipers->n_cores; i++)
    read_core (reading, calipers, &calipers->cores[i], &all);
  if (!calipers->has_calls)
    read_pipeline (reading, &all);
  put_work (reading, NULL, &all);
  for (guint k = 0; calipers->has_hits && k < SCOPE_N_HITS; k++)
    if (scope_trace_has_hits (within.trace, k))
      put (reading, NULL, SCOPE_QUANTITY_HITS + k, (gint64) calipers->sum.hits[k]);
  return TRUE;
}
