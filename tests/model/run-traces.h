/* run-traces.h: runs made up for tests: machines whose processors do this and that at random, always the same for the
 * same numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run-set.h"

G_BEGIN_DECLS

/* What each processor does in each of the slots of equal length. */
typedef struct
{
  guint n_machines, n_processors, n_slots; /* processors of each machine */
  gint64 slot;     /* ticks */
  gint64 start;    /* of the first slot, on the first machine's clock */
  gint64 offset;   /* each machine's clock is so much behind the last one's, and its offset makes up for it */
  guint8 *codes;   /* [machine][processor][slot] */
} RunPlan;

static inline guint8 *
run_plan_at (const RunPlan *plan, guint machine, guint processor, guint slot)
{
  return &plan->codes[((gsize) machine * plan->n_processors + processor) * plan->n_slots + slot];
}

static inline void
run_plan_init (RunPlan *plan, guint machines, guint processors, guint slots, gint64 slot)
{
  *plan = (RunPlan) { .n_machines = machines, .n_processors = processors, .n_slots = slots, .slot = slot };
  plan->codes = g_malloc ((gsize) machines * processors * slots);
  memset (plan->codes, SCOPE_CODE_IDLE, (gsize) machines * processors * slots);
}

static inline void
run_plan_fill (RunPlan *plan, guint32 seed, gboolean unknown)
{
  static const guint8 codes[] = { SCOPE_CODE_RUNNING, SCOPE_CODE_RUNNING, SCOPE_CODE_IDLE, SCOPE_CODE_COLLECTING,
                                  SCOPE_CODE_ACTIVE,  SCOPE_CODE_FOREIGN_CALL, SCOPE_CODE_UNKNOWN };
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (gsize i = 0; i < (gsize) plan->n_machines * plan->n_processors * plan->n_slots; i++)
    plan->codes[i] = codes[g_rand_int_range (rand, 0, G_N_ELEMENTS (codes) - (unknown ? 0 : 1))];
}

static inline ScopeTrace *
run_plan_make (const RunPlan *plan)
{
  ScopeTrace *trace = scope_trace_new ();
  gint64 length = plan->slot * plan->n_slots;

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "eventlog", "made-up", "none", SCOPE_RUNTIME_GHC });
  for (guint m = 0; m < plan->n_machines; m++)
    {
      ScopeMachine *machine = scope_machine_new (m, scope_bytes_new_memory ());
      gint64 first = plan->start - m * plan->offset;
      guint32 lane, entity;

      scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
      machine->number = m + 1;
      machine->tick_ps = 1000;
      machine->first = first;
      machine->lane = machine->threads_lane = SCOPE_NONE;
      machine->complete = TRUE;
      scope_machine_add_info (machine, "program", "/somewhere/made-up");
      for (guint p = 0; p < plan->n_processors; p++)
        {
          lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE, SCOPE_NONE);
          scope_lane_store_set_life (machine->lanes, lane, first, first + length);
          scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, p, lane, &entity);
          for (guint s = 0; s < plan->n_slots; s++)
            {
              ScopeRow row = scope_row (lane, first + s * plan->slot, *run_plan_at (plan, m, p, s), s);

              g_assert_true (scope_lane_store_add_rows (machine->lanes, &row, 1, NULL));
            }
        }
      g_assert_true (scope_machine_finish (machine, first + length, NULL));
      machine->last = first + length;
      scope_trace_add_machine (trace, machine);
      scope_trace_set_offset (trace, machine, m * plan->offset);
    }
  scope_trace_set_progress (trace, 1, plan->start + length);
  scope_trace_set_finished (trace);
  return trace;
}

/* A set of such runs: `plans` is an array of RunPlan that the set takes. */
static inline ScopeTrace *
run_plans_open (gpointer data, guint run, GCancellable *cancellable, GError **error)
{
  const RunPlan *plan = &g_array_index ((GArray *) data, RunPlan, run);

  if (plan->n_processors > 0)
    return run_plan_make (plan);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "it is not there");
  return NULL;
}

static inline void
run_plan_clear (gpointer data)
{
  g_free (((RunPlan *) data)->codes);
}

static inline void
run_plans_free (gpointer data)
{
  g_array_unref (data);
}

static inline GArray *
run_plans_new (void)
{
  GArray *plans = g_array_new (FALSE, FALSE, sizeof (RunPlan));

  g_array_set_clear_func (plans, run_plan_clear);
  return plans;
}

static inline ScopeRunSet *
run_plans_set (GArray *plans)
{
  ScopeRunSet *set = scope_run_set_new (run_plans_open, plans, run_plans_free);

  for (guint i = 0; i < plans->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("run %u", i + 1);

      scope_run_set_add (set, name);
    }
  return set;
}

G_END_DECLS
