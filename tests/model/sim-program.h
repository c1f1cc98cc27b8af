/* sim-program.h: random programs on the cores of two machines, told to a sink as a simulation's replay does, with a list of all that
 * was done: what pictures and figures of them are compared with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-function-kind.h"
#include "model/trace/calls/scope-function-sums.h"

#include <string.h>

#define SIM_FUNCTIONS 9u
#define SIM_MACHINES 2u
#define SIM_CORES 3u
#define SIM_PERIOD 500
#define SIM_DEEPEST 12u

/* What was done, as it is counted one by one. */
typedef struct
{
  gint64 time, end;      /* trace time; `end` of stretches of instructions */
  gint64 pc_time, latency;
  guint machine, core, kind; /* SCOPE_N_HITS: instructions */
  guint n;
  guint depth;
  guint8 stack[SIM_DEEPEST]; /* [depth] is its own */
} SimDeed;

typedef struct
{
  ScopeTrace *trace;
  GArray *deeds;
  gint64 first, last;
} SimProgram;

static inline const char *
sim_name (guint function)
{
  static const char *const names[SIM_FUNCTIONS] = { "main", "walk", "leaf", "spin", "cpu_idle", "lock", "copy", "hash", "sort" };

  return names[function];
}

static inline ScopeFunctionKind
sim_kind (guint function)
{
  return scope_function_kind_find (sim_name (function), function >= 5 ? SCOPE_FUNCTION_KIND_KERNEL : SCOPE_FUNCTION_KIND_USER);
}

/* The second machine met them the other way round. */
static inline guint32
sim_number (guint machine, guint function)
{
  return 1 + (machine == 0 ? function : SIM_FUNCTIONS - 1 - function);
}

typedef struct
{
  ScopeSink *sink;
  SimProgram *program;
  GRand *rand;
  guint machine, core;
  guint32 lane;
  gint64 offset, time, seq_from;
  guint seq_insts, depth;
  guint8 stack[SIM_DEEPEST];
} SimCore;

static inline SimDeed
sim_deed (const SimCore *core, guint kind, gint64 time)
{
  SimDeed deed = { .time = time + core->offset, .kind = kind, .machine = core->machine, .core = core->core, .n = 1, .depth = core->depth - 1 };

  memcpy (deed.stack, core->stack, sizeof deed.stack);
  return deed;
}

static inline void
sim_end_seq (SimCore *core)
{
  gint64 row[SCOPE_SEQ_N_COLUMNS] = { core->seq_from, core->time - core->seq_from, core->core };
  SimDeed deed = sim_deed (core, SCOPE_N_HITS, core->seq_from);

  if (core->seq_insts == 0)
    return;
  row[SCOPE_SEQ_FUNCTION] = sim_number (core->machine, core->stack[core->depth - 1]);
  row[SCOPE_SEQ_DEPTH] = core->depth - 1;
  row[SCOPE_SEQ_INSTS] = core->seq_insts;
  row[SCOPE_SEQ_THREAD] = SCOPE_TABLE_NULL;
  core->sink->klass->record (core->sink, SCOPE_TABLE_SEQS, row);
  deed.end = core->time + core->offset;
  deed.n = core->seq_insts;
  g_array_append_val (core->program->deeds, deed);
  core->seq_insts = 0;
}

/* Charged to the instruction that begins now. */
static inline void
sim_hit (SimCore *core, guint kind)
{
  gint64 time = core->time + (kind < SCOPE_HIT_MB ? 1 + g_rand_int_range (core->rand, 0, 400) : 0);
  gint64 latency = g_rand_int_range (core->rand, 0, 3) == 0 ? SCOPE_TABLE_NULL : g_rand_int_range (core->rand, 1, 90000);
  gint64 row[SCOPE_HIT_N_COLUMNS] = { time, core->core, kind };
  SimDeed deed = sim_deed (core, kind, time);

  row[SCOPE_HIT_FUNCTION] = sim_number (core->machine, core->stack[core->depth - 1]);
  row[SCOPE_HIT_DEPTH] = core->depth - 1;
  row[SCOPE_HIT_ADDRESS] = 0x1000 + g_rand_int_range (core->rand, 0, 4096);
  row[SCOPE_HIT_LATENCY] = latency;
  row[SCOPE_HIT_PC_TIME] = core->time;
  row[SCOPE_HIT_THREAD] = row[SCOPE_HIT_VIRTUAL] = SCOPE_TABLE_NULL;
  core->sink->klass->record (core->sink, SCOPE_TABLE_HITS, row);
  deed.pc_time = core->time + core->offset;
  deed.latency = latency;
  g_array_append_val (core->program->deeds, deed);
}

static inline void
sim_enter (SimCore *core, guint function)
{
  core->sink->klass->call (core->sink, core->lane, core->time, SCOPE_CALL_ENTER, sim_number (core->machine, function));
  core->stack[core->depth++] = (guint8) function;
}

static inline void
sim_leave (SimCore *core, guint flags)
{
  core->sink->klass->call (core->sink, core->lane, core->time, SCOPE_CALL_EXIT | flags, 0);
  core->depth--;
}

static inline void
sim_step (SimCore *core)
{
  guint what = (guint) g_rand_int_range (core->rand, 0, 12);

  if (what < 3 && core->depth < SIM_DEEPEST)
    {
      sim_end_seq (core);
      sim_enter (core, (guint) g_rand_int_range (core->rand, 0, SIM_FUNCTIONS));
      core->seq_from = core->time;
    }
  else if (what < 6 && core->depth > 1)
    {
      sim_end_seq (core);
      sim_leave (core, what == 5 ? SCOPE_CALL_TAIL : 0);
      if (what == 5)
        sim_enter (core, (guint) g_rand_int_range (core->rand, 0, SIM_FUNCTIONS));
      core->seq_from = core->time;
    }
  core->seq_insts++;
  for (guint kind = 0; kind < SCOPE_N_HITS; kind++)
    if (g_rand_int_range (core->rand, 0, 24) == 0)
      sim_hit (core, kind);
  core->time += SIM_PERIOD * (what == 0 ? 1 + g_rand_int_range (core->rand, 0, 150) : 1);
}

static inline void
sim_begin_core (SimCore *core)
{
  core->lane = core->sink->klass->entity (core->sink, SCOPE_KIND_PROCESSOR, core->core)->lane;
  sim_enter (core, 0);
  core->seq_from = core->time;
}

/* All in order of time, as a replay tells it. */
static inline void
sim_run_cores (SimCore *cores, guint n, guint steps)
{
  for (guint i = 0; i < n; i++)
    sim_begin_core (&cores[i]);
  for (guint i = 0; i < n * steps; i++)
    {
      SimCore *first = &cores[0];

      for (guint c = 1; c < n; c++)
        if (cores[c].time < first->time)
          first = &cores[c];
      sim_step (first);
    }
  for (guint i = 0; i < n; i++)
    sim_end_seq (&cores[i]);
}

static inline void
sim_run_machine (SimProgram *program, GRand *rand, guint m, guint steps)
{
  ScopeMachine *machine = scope_machine_new (m, scope_bytes_new_memory ());
  gint64 start = m == 0 ? 0 : -700000, last = start;
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  SimCore cores[SIM_CORES];

  machine->number = m + 1;
  machine->tick_ps = 1;
  machine->lane = machine->threads_lane = SCOPE_NONE;
  for (guint i = 0; i < SIM_FUNCTIONS; i++)
    {
      guint function = m == 0 ? i : SIM_FUNCTIONS - 1 - i;
      const char *name = sim_name (function);
      const gint64 row[SCOPE_FUNCTION_N_COLUMNS]
          = { start, (gint64) sink->klass->text (sink, name, strlen (name)), sim_kind (function) };

      sink->klass->record (sink, SCOPE_TABLE_FUNCTIONS, row);
    }
  for (guint c = 0; c < SIM_CORES; c++)
    sink->klass->add_entity (sink, SCOPE_KIND_PROCESSOR, c, FALSE, SCOPE_CODE_RUNNING);
  for (guint c = 0; c < SIM_CORES; c++)
    cores[c] = (SimCore) { .sink = sink, .program = program, .rand = rand, .machine = m, .core = c, .offset = -start, .time = start };
  sim_run_cores (cores, SIM_CORES, steps);
  for (guint c = 0; c < SIM_CORES; c++)
    {
      sink->klass->life (sink, cores[c].lane, start, cores[c].time);
      last = MAX (last, cores[c].time);
    }
  g_free (sink->klass->rows (sink, sink->klass->rows (sink, NULL, 0), 0));
  g_assert_true (scope_machine_finish (machine, last, NULL));
  machine->first = start;
  machine->last = last;
  scope_trace_add_machine (program->trace, machine);
  scope_trace_set_offset (program->trace, machine, -start);
  program->last = MAX (program->last, last - start);
}

static inline void
sim_program_init (SimProgram *program, guint seed, guint steps)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  *program = (SimProgram) { .trace = scope_trace_new (), .deeds = g_array_new (FALSE, FALSE, sizeof (SimDeed)) };
  scope_trace_set_facts (program->trace, &(ScopeTraceFacts) { "simulation", "made-up", "none", SCOPE_RUNTIME_SIMULATION });
  for (guint m = 0; m < SIM_MACHINES; m++)
    sim_run_machine (program, rand, m, steps);
  scope_trace_set_progress (program->trace, 1, 1000);
  scope_trace_set_finished (program->trace);
}

static inline void
sim_program_clear (SimProgram *program)
{
  g_object_unref (program->trace);
  g_array_unref (program->deeds);
}

