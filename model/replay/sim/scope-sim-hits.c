/* scope-sim-hits.c: what is charged to instructions: barriers and those of long latency.
 *
 * Rows go to the table in order of time per core. How long an instruction took is known when the next one
 * begins, and how long a miss took when it is answered; so rows wait until nothing can come before them.
 * Misses that are never answered hold up the others until too many wait.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/sim/scope-sim-private.h"

#include <string.h>

#define MOST_HITS 1024u

static void
record (ScopeSim *self, const ScopeSimCore *core, const ScopeSimHitRow *hit)
{
  const gint64 address = hit->has_address ? (gint64)hit->address : SCOPE_TABLE_NULL;
  const gint64 row[SCOPE_HIT_N_COLUMNS]
      = { hit->time, core->number, hit->kind,    hit->function, hit->depth,
          address,   hit->latency, hit->pc_time, hit->write,    hit->thread,
          hit->named != 0 ? (gint64) hit->named : SCOPE_TABLE_NULL };

  self->hit_kinds |= 1u << hit->kind;
  self->sink->klass->record (self->sink, SCOPE_TABLE_HITS, row);
  if (hit->coherence)
    {
      const gint64 by = hit->by_processor == SCOPE_NONE ? SCOPE_TABLE_NULL : (gint64)hit->by_processor;
      const gint64 line = (gint64)(hit->line * self->line_bytes);
      const gint64 miss[SCOPE_COHERENCE_N_COLUMNS]
          = { hit->time, core->number,     line,         hit->function, hit->taken,
              by,        hit->by_function, hit->sharing, hit->latency };

      self->sink->klass->record (self->sink, SCOPE_TABLE_COHERENCE, miss);
    }
}

ScopeSimHitRow *
scope_sim_hit (ScopeSim *self, ScopeSimCore *core, const ScopeSimHitRow *row)
{
  ScopeSimHits *hits = &core->hits;
  guint place;

  scope_sim_count_miss (self, core, row->kind);
  if (hits->n == MOST_HITS)
    {
      record (self, core, &hits->rows[hits->first]);
      hits->first++;
      hits->n--;
    }
  if (hits->first + hits->n == hits->n_alloc)
    {
      if (hits->first < MAX (hits->n_alloc / 2, 1))
        {
          hits->n_alloc = MAX (64, hits->n_alloc * 2);
          hits->rows = g_renew (ScopeSimHitRow, hits->rows, hits->n_alloc);
        }
      memmove (hits->rows, hits->rows + hits->first, hits->n * sizeof *hits->rows);
      hits->first = 0;
    }
  for (place = hits->first + hits->n; place > hits->first && hits->rows[place - 1].time > row->time; place--)
    hits->rows[place] = hits->rows[place - 1];
  hits->rows[place] = *row;
  hits->n++;

  return &hits->rows[place];
}

void
scope_sim_hits_settle (ScopeSim *self, ScopeSimCore *core, gint64 before)
{
  ScopeSimHits *hits = &core->hits;

  while (hits->n > 0 && !hits->rows[hits->first].waits && hits->rows[hits->first].time < before)
    {
      record (self, core, &hits->rows[hits->first]);
      hits->first++;
      hits->n--;
    }
}

void
scope_sim_hits_finish (ScopeSim *self, ScopeSimCore *core)
{
  for (guint i = 0; i < core->hits.n; i++)
    record (self, core, &core->hits.rows[core->hits.first + i]);
  g_clear_pointer (&core->hits.rows, g_free);
  memset (&core->hits, 0, sizeof core->hits);
}

ScopeSimHitRow
scope_sim_hit_row (const ScopeSimCore *core, guint kind, gint64 time)
{
  const ScopeSimFrame *top = core->stack.n > 0 ? &core->stack.frames[core->stack.n - 1] : NULL;

  return (ScopeSimHitRow){ .time = time,
                           .kind = (guint8)kind,
                           .latency = SCOPE_TABLE_NULL,
                           .pc_time = core->last,
                           .function = top != NULL ? top->function : 0,
                           .depth = scope_sim_depth (core),
                           .thread = core->stack.task > 0 ? (gint64)core->stack.task - 1 : SCOPE_TABLE_NULL };
}

/* --- instructions --- */

static void
add_instruction (ScopeSim *self, ScopeSimCore *core, guint kind, gint64 duration)
{
  ScopeSimHitRow row = scope_sim_hit_row (core, kind, core->last);

  row.latency = duration;
  row.has_address = (core->prev.flags & SCOPE_SIM_HAS_ADDRESS) != 0;
  row.address = core->prev.address;
  row.named = row.has_address ? row.address : 0;
  row.write = (core->prev.flags & (SCOPE_SIM_IS_STORE | SCOPE_SIM_IS_STORE_CONDITIONAL)) != 0;
  scope_sim_hit (self, core, &row);
}

void
scope_sim_latency (ScopeSim *self, ScopeSimCore *core, gint64 time, gboolean part)
{
  guint64 period = self->processors[core->processor].period, duration = (guint64)(time - core->last);
  guint flags = core->prev.flags;

  if ((flags & SCOPE_SIM_IS_BARRIER) != 0 && !core->barrier)
    {
      add_instruction (self, core, SCOPE_HIT_MB, time - core->last);
      core->barrier = TRUE;
    }
  if (period > 0 && duration / period >= self->given.lli_cycles && duration > period * self->given.lli_cycles
      && (flags & SCOPE_SIM_IS_WAIT) == 0)
    add_instruction (self, core, SCOPE_HIT_LLI, time - core->last);
  if (!part)
    core->barrier = FALSE;
  scope_sim_hits_settle (self, core, time);
}

void
scope_sim_last_latency (ScopeSim *self, ScopeSimCore *core)
{
  if (core->seen && (core->prev.flags & SCOPE_SIM_IS_BARRIER) != 0 && !core->barrier)
    add_instruction (self, core, SCOPE_HIT_MB, SCOPE_TABLE_NULL);
}
