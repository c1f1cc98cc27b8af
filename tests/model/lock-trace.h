/* lock-trace.h: a trace of a simulator made up for tests: processors that wait for locks, hold them, and take lines from each other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-call.h"
#include "model/trace/locks/scope-coherence.h"
#include "model/trace/locks/scope-locks.h"

#include <string.h>

G_BEGIN_DECLS

#define LOCK_END 10000000 /* ticks of 1 ps */
#define LOCK_BASE 0xfffffc0000800000u
#define LOCK_N_FUNCTIONS 8u /* "spin_lock", "f1", …: numbers from 1 */

static inline ScopeMachine *
lock_machine_new (guint n_processors)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  guint32 entity, lane;

  machine->number = 1;
  machine->tick_ps = 1;
  machine->first = 0;
  for (guint p = 0; p < n_processors; p++)
    {
      lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_RUNNING, SCOPE_NONE);
      scope_lane_store_set_life (machine->lanes, lane, 0, LOCK_END);
      scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, p, lane, &entity);
    }
  for (guint f = 0; f < LOCK_N_FUNCTIONS; f++)
    {
      g_autofree char *name = f == 0 ? g_strdup ("spin_lock") : g_strdup_printf ("f%u", f);
      const gint64 row[SCOPE_FUNCTION_N_COLUMNS] = { 0, (gint64) sink->klass->text (sink, name, strlen (name)) };

      sink->klass->record (sink, SCOPE_TABLE_FUNCTIONS, row);
    }
  machine->lane = machine->threads_lane = SCOPE_NONE;
  return machine;
}

/* As the table of locks has it; `acquired`, `released`, `blocked_by` may be SCOPE_TABLE_NULL. */
static inline void
lock_add_use (ScopeMachine *machine, guint processor, guint64 lock, guint32 caller, gint64 wait_from, gint64 acquired,
              gint64 released, gint64 blocked_by, gint64 attempts)
{
  gint64 until = released != SCOPE_TABLE_NULL ? released : LOCK_END;
  gint64 row[SCOPE_LOCK_N_COLUMNS] = { wait_from, until - wait_from, processor, (gint64) lock, 1, caller, acquired,
                                       released,  attempts,          blocked_by, SCOPE_TABLE_NULL };

  g_assert_true (scope_table_add (machine->tables[SCOPE_TABLE_LOCKS], row, NULL));
}

static inline void
lock_add_miss (ScopeMachine *machine, gint64 time, guint processor, guint64 line, guint32 function, gint64 taken,
               gint64 by_processor, guint32 by_function, gint64 sharing, gint64 latency)
{
  gint64 row[SCOPE_COHERENCE_N_COLUMNS] = { time,  processor,    (gint64) line, function, taken,
                                            by_processor, by_function,  sharing,       latency };

  g_assert_true (scope_table_add (machine->tables[SCOPE_TABLE_COHERENCE], row, NULL));
}

static inline ScopeTrace *
lock_trace_finish (ScopeMachine *machine)
{
  ScopeTrace *trace = scope_trace_new ();

  g_assert_true (scope_machine_finish (machine, LOCK_END, NULL));
  machine->last = LOCK_END;
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "gem5", "made-up", "none", SCOPE_RUNTIME_SIMULATION });
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, LOCK_END);
  scope_trace_set_finished (trace);
  return trace;
}

/* Every lock is held by one processor at a time; who comes while it is held waits for it. */
static inline ScopeTrace *
lock_trace_new (guint n_processors, guint n_locks, guint n_uses)
{
  ScopeMachine *machine = lock_machine_new (n_processors);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autofree gint64 *busy = g_new0 (gint64, n_processors), *held = g_new0 (gint64, n_locks);
  g_autofree gint64 *holder = g_new0 (gint64, n_locks);
  gint64 step = MAX ((gint64) LOCK_END * n_processors / (gint64) MAX (n_uses, 1), 8);

  for (guint i = 0; i < n_uses; i++)
    {
      guint p = i % n_processors, l = (guint) g_rand_int_range (rand, 0, (gint32) n_locks);
      guint32 caller = (guint32) g_rand_int_range (rand, 2, LOCK_N_FUNCTIONS + 1);
      gint64 from = busy[p] + g_rand_int_range (rand, 1, (gint32) step), acquired = MAX (from + 2, held[l] + 1);
      gint64 released = acquired + g_rand_int_range (rand, 1, (gint32) (step / 4 + 2));
      gboolean waits = held[l] > from && holder[l] != (gint64) p;

      if (released >= LOCK_END)
        {
          if (from < LOCK_END && i + 2 * n_processors > n_uses) /* seen to begin, and no more */
            lock_add_use (machine, p, LOCK_BASE + l * 64, caller, from, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL,
                          SCOPE_TABLE_NULL, 1);
          break;
        }
      lock_add_use (machine, p, LOCK_BASE + l * 64, caller, from, acquired, released,
                    waits ? holder[l] : SCOPE_TABLE_NULL, waits ? g_rand_int_range (rand, 1, 9) : 1);
      busy[p] = held[l] = released;
      holder[l] = p;
      if (i % 3 == 0)
        lock_add_miss (machine, from, p, 0x1000 + l * 64, caller, MAX (from - step, 0), (p + 1) % n_processors,
                       (caller + i) % LOCK_N_FUNCTIONS + 1, i % 4, i % 5 == 0 ? SCOPE_TABLE_NULL : (gint64) (i % 700));
    }
  return lock_trace_finish (machine);
}

G_END_DECLS
