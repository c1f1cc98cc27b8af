/* migration-trace.h: a trace made up for tests: threads that wait, run, and move between processors; always the same for the same
 * numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/migrations/scope-migrations.h"

G_BEGIN_DECLS

#define MIGRATION_END 10000000 /* ticks of 1 ns */

static inline ScopeMachine *
migration_machine_new (guint index, guint n_processors, guint n_threads)
{
  ScopeMachine *machine = scope_machine_new (index, scope_bytes_new_memory ());
  guint32 entity, lane;

  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->number = index + 1;
  machine->tick_ps = 1000;
  machine->first = 0;
  for (guint p = 0; p < n_processors; p++)
    {
      lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE, SCOPE_NONE);
      scope_lane_store_set_life (machine->lanes, lane, 0, MIGRATION_END);
      scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, p, lane, &entity);
    }
  for (guint t = 0; t < n_threads; t++)
    {
      lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_THREAD, SCOPE_CODE_CREATED, SCOPE_NONE);
      scope_lane_store_set_life (machine->lanes, lane, 0, MIGRATION_END);
      scope_machine_add_entity (machine, SCOPE_KIND_THREAD, t + 1, lane, &entity);
    }
  machine->lane = machine->threads_lane = SCOPE_NONE;
  return machine;
}

static inline void
migration_add_row (ScopeMachine *machine, guint32 thread, gint64 time, guint code, guint32 ref)
{
  ScopeRow row = scope_row (scope_machine_entity (machine, SCOPE_KIND_THREAD, thread)->lane, time, code, ref);

  g_assert_true (scope_lane_store_add_rows (machine->lanes, &row, 1, NULL));
}

static inline void
migration_add_move (ScopeMachine *machine, guint32 thread, gint64 time, gint64 from, gint64 to)
{
  gint64 row[SCOPE_MIGRATION_N_COLUMNS] = { time, thread, from, to };

  g_assert_true (scope_table_add (machine->tables[SCOPE_TABLE_MIGRATIONS], row, NULL));
}

static inline ScopeTrace *
migration_trace_finish (ScopeMachine *machine, ScopeRuntime runtime)
{
  ScopeTrace *trace = scope_trace_new ();

  g_assert_true (scope_machine_finish (machine, MIGRATION_END, NULL));
  machine->last = MIGRATION_END;
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "eventlog", "made-up", "none", runtime });
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, MIGRATION_END);
  scope_trace_set_finished (trace);
  return trace;
}

/* Every thread waits, moves once or twice meanwhile, and runs, again and again; `moves` of them in all, about. In order of time. */
static inline ScopeTrace *
migration_trace_new (guint n_processors, guint n_threads, guint n_moves)
{
  ScopeMachine *machine = migration_machine_new (0, n_processors, n_threads);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autofree gint64 *at = g_new0 (gint64, n_threads);
  guint step = (guint) ((guint64) MIGRATION_END * n_threads / MAX (n_moves, 1));

  for (guint32 t = 0; t < n_threads; t++)
    at[t] = t % n_processors; /* where it is */
  for (guint i = 0; i < n_moves; i++)
    {
      gint64 round = (gint64) (i / n_threads) * step, time = round + (gint64) (i % n_threads) * step / (4 * n_threads);
      guint32 thread = i % n_threads;
      gint64 to = g_rand_int_range (rand, 0, (gint32) n_processors);

      migration_add_row (machine, thread, time, SCOPE_CODE_WOKEN, 0);
      if (to != at[thread])
        migration_add_move (machine, thread, time + step / 2, at[thread], to);
      at[thread] = to;
      migration_add_row (machine, thread, time + step / 2 + step / 8, SCOPE_CODE_RUNNING, (guint32) to + 1);
    }
  return migration_trace_finish (machine, SCOPE_RUNTIME_GHC);
}

G_END_DECLS
