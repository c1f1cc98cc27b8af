/* scope-sim-samples.c: what each core executed and missed, as counters that grow.
 *
 * A sample is taken when an instruction begins, of what came before it, so it is exact; one about every thousand cycles, and more seldom
 * the longer the trace becomes: the table grows with the logarithm of its length. Where a core does nothing for long a sample is taken
 * before that, too: what it did until then is not spread over the pause.
 *
 * What the trace does not tell has no samples: cycles of a clock that is not known yet, misses of caches of which it never speaks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

#include <string.h>

#define CYCLES_APART 1024
#define USUAL_PERIOD 500 /* ps */
/* After so many samples of a core half as many are taken. */
#define MANY 65536u

static guint64
period_of (const ScopeSim *self, const ScopeSimCore *core)
{
  return self->processors[core->processor].period;
}

static gint64
width_of (const ScopeSim *self, const ScopeSimCore *core)
{
  guint64 period = period_of (self, core);

  return (gint64) MIN (period > 0 ? period : USUAL_PERIOD, G_MAXINT32) * CYCLES_APART << MIN (core->samples.n / MANY, 20u);
}

static void
record (ScopeSim *self, const ScopeSimCore *core, gint64 time, guint counter, guint64 value)
{
  const gint64 row[SCOPE_COUNTER_N_COLUMNS] = { time, core->number, counter, (gint64) value, SCOPE_TABLE_NULL };

  self->sink->klass->record (self->sink, SCOPE_TABLE_COUNTERS, row);
}

/* Whole cycles of what it was active; what is left over stays. */
static void
count_cycles (ScopeSim *self, ScopeSimCore *core, const ScopeSimCounts *counts)
{
  ScopeSimSamples *samples = &core->samples;
  guint64 period = period_of (self, core), more = counts->active - samples->active;

  if (period == 0)
    more = 0;
  samples->cycles += period > 0 ? more / period : 0;
  samples->active = period > 0 ? counts->active - more % period : counts->active;
}

static void
take (ScopeSim *self, ScopeSimCore *core, gint64 time, const ScopeSimCounts *counts)
{
  ScopeSimSamples *samples = &core->samples;

  count_cycles (self, core, counts);
  for (guint c = SCOPE_COUNTER_INSTRUCTIONS; c <= SCOPE_COUNTER_L2_MISSES; c++)
    {
      guint k = c - SCOPE_COUNTER_L1D_MISSES;
      guint64 value = c == SCOPE_COUNTER_INSTRUCTIONS ? counts->instructions : c == SCOPE_COUNTER_CYCLES ? samples->cycles : counts->misses[k];
      gboolean known = c == SCOPE_COUNTER_INSTRUCTIONS || (c == SCOPE_COUNTER_CYCLES ? period_of (self, core) > 0 : (self->missed >> k & 1) != 0);

      if (!known)
        continue;
      /* None of it was counted until the last one. */
      if ((samples->told >> (c - SCOPE_COUNTER_INSTRUCTIONS) & 1) == 0)
        record (self, core, samples->time, c, 0);
      samples->told |= (guint8) (1u << (c - SCOPE_COUNTER_INSTRUCTIONS));
      record (self, core, time, c, value);
    }
  samples->time = time;
  samples->n++;
}

void
scope_sim_sample (ScopeSim *self, ScopeSimCore *core, gint64 time)
{
  ScopeSimSamples *samples = &core->samples;
  gint64 width = width_of (self, core);

  if (!samples->begun)
    samples->time = samples->event = time;
  samples->begun = TRUE;
  if (time < samples->event)
    return;
  if (core->shown && !core->idle)
    samples->now.active += (guint64) (time - samples->event);
  if (time - samples->event > width && samples->event > samples->time)
    take (self, core, samples->event, &samples->before);
  if (time - samples->time >= width)
    take (self, core, time, &samples->now);
  samples->event = time;
  samples->before = samples->now;
}

void
scope_sim_count_miss (ScopeSim *self, ScopeSimCore *core, guint kind)
{
  if (kind > SCOPE_HIT_L2)
    return;
  core->samples.now.misses[kind]++;
  self->missed |= (guint8) (1u << kind);
}

void
scope_sim_last_sample (ScopeSim *self, ScopeSimCore *core)
{
  ScopeSimSamples *samples = &core->samples;
  gint64 time = MAX (core->last, samples->event);

  if (!samples->begun)
    return;
  if (core->shown && !core->idle)
    samples->now.active += (guint64) (time - samples->event);
  if (time > samples->event && samples->event > samples->time)
    take (self, core, samples->event, &samples->before);
  take (self, core, time, &samples->now);
}
