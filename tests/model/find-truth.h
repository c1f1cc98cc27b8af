/* find-truth.h: a trace of cores that call, miss and wait at random, and all that happened on them, to search in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-events.h"
#include "model/trace/calls/scope-activations.h"
#include "model/trace/search/scope-find.h"

#include <stdlib.h>
#include <string.h>

G_BEGIN_DECLS

#define N_FUNCTIONS 12u
#define N_CORES 3u
#define MOST_FRAMES 24u
#define PERIOD 500 /* ps per cycle; a tick is 10 ps */
#define TICK_PS 10

static const char *const names[N_FUNCTIONS] = { "main", "walk_up", "walk_down", "schedule", "_spin_lock", "even", "odd", "lists:map/2",
                                                "operator()(int)", "with blank", "Walk", "leaf" };

/* --- the truth --- */

typedef struct
{
  ScopeFound found;
  guint32 stack[MOST_FRAMES]; /* its own function is the last */
  guint n;
  gint64 core;
} Truth;

typedef struct
{
  ScopeTrace *trace;
  GArray *things; /* of Truth, in order */
  gint64 last;
} Fixture;

typedef struct
{
  GArray *things;
  ScopeSink *sink;
  GRand *rand;
  ScopeLaneId id;
  guint32 lane;
  guint core;
  gint64 time, offset;
  guint open[MOST_FRAMES]; /* places of activations in `things` */
  guint n;
  gint64 slower;         /* all takes so many times longer */
} Core;

static inline int
compare_truths (gconstpointer a, gconstpointer b)
{
  const ScopeFound *x = a, *y = b;

#define BY(field)                                                                                                  \
  if (x->field != y->field)                                                                                        \
    return x->field < y->field ? -1 : 1
  BY (time);
  BY (lane.machine);
  BY (lane.index);
  BY (depth);
  BY (kind);
  if (x->address != y->address)
    return (guint64) x->address < (guint64) y->address ? -1 : 1;
  BY (function);
  BY (duration);
  BY (flags);
  BY (enter);
#undef BY

  return 0;
}

static inline Truth
thing_now (Core *core, guint kind)
{
  Truth truth = { .found = { .time = core->time + core->offset, .duration = SCOPE_TABLE_NULL, .enter = SCOPE_TABLE_NULL,
                             .exit = SCOPE_TABLE_NULL, .address = SCOPE_TABLE_NULL, .named = SCOPE_TABLE_NULL, .lane = core->id, .thread = SCOPE_NONE,
                             .by = -1, .kind = (guint8) kind },
                  .core = core->core };

  truth.n = core->n;
  for (guint d = 0; d < core->n; d++)
    truth.stack[d] = g_array_index (core->things, Truth, core->open[d]).found.function;
  truth.found.depth = (gint32) core->n - 1;
  truth.found.function = core->n > 0 ? truth.stack[core->n - 1] : 0;
  truth.found.caller = core->n > 1 ? truth.stack[core->n - 2] : SCOPE_FUNCTION_UNKNOWN;
  /* Until it is known when that is left: its place, which is negative. */
  if (core->n > 0)
    {
      truth.found.enter = g_array_index (core->things, Truth, core->open[core->n - 1]).found.enter;
      truth.found.exit = -1 - (gint64) core->open[core->n - 1];
    }

  return truth;
}

static inline void
enter (Core *core, guint32 function)
{
  guint place = core->things->len;
  Truth truth = thing_now (core, SCOPE_FOUND_ACTIVATION);

  core->sink->klass->call (core->sink, core->lane, core->time, SCOPE_CALL_ENTER, function);
  truth.found.caller = truth.found.function;
  truth.found.function = function;
  truth.found.depth++;
  truth.found.enter = truth.found.time;
  truth.stack[truth.n++] = function;
  g_array_append_val (core->things, truth);
  core->open[core->n++] = place;
}

static inline void
leave (Core *core)
{
  ScopeFound *found = &g_array_index (core->things, Truth, core->open[--core->n]).found;

  core->sink->klass->call (core->sink, core->lane, core->time, SCOPE_CALL_EXIT, 0);
  found->exit = core->time + core->offset;
  found->duration = found->exit - found->enter;
}

static inline void
hit (Core *core)
{
  guint kind = (guint) g_rand_int_range (core->rand, 0, SCOPE_N_HITS);
  gboolean is_instruction = kind == SCOPE_HIT_MB || kind == SCOPE_HIT_LLI, told = g_rand_boolean (core->rand);
  gint64 after = is_instruction ? 0 : told ? g_rand_int_range (core->rand, 0, 40) : 1;
  Truth truth = thing_now (core, kind);
  gint64 row[SCOPE_HIT_N_COLUMNS] = { core->time + after, core->core, (gint64) kind, truth.found.function, truth.found.depth,
                                      SCOPE_TABLE_NULL, SCOPE_TABLE_NULL, told ? core->time : SCOPE_TABLE_NULL, 0, SCOPE_TABLE_NULL,
                                      SCOPE_TABLE_NULL };

  truth.found.time += after;
  if (g_rand_boolean (core->rand))
    truth.found.address = row[SCOPE_HIT_ADDRESS] = 64 * g_rand_int_range (core->rand, 0, 1000);
  if (g_rand_boolean (core->rand))
    truth.found.named = row[SCOPE_HIT_VIRTUAL] = 64 * g_rand_int_range (core->rand, 0, 1000);
  if (g_rand_boolean (core->rand))
    truth.found.duration = row[SCOPE_HIT_LATENCY] = g_rand_int_range (core->rand, 0, 300);
  row[SCOPE_HIT_WRITE] = g_rand_boolean (core->rand);
  truth.found.flags = (guint8) row[SCOPE_HIT_WRITE];
  core->sink->klass->record (core->sink, SCOPE_TABLE_HITS, row);
  g_array_append_val (core->things, truth);
}

/* Just after the lock function was entered. */
static inline void
wait_for_lock (Core *core)
{
  Truth truth = thing_now (core, SCOPE_FOUND_WAIT);
  gint64 duration = g_rand_int_range (core->rand, 0, 5000);
  gint64 row[SCOPE_LOCK_N_COLUMNS] = { core->time, duration + 20, core->core, 0x4b100, truth.found.function, truth.found.caller,
                                       core->time + duration, core->time + duration + 20, 1, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL };

  if (g_rand_boolean (core->rand))
    truth.found.by = (gint32) (row[SCOPE_LOCK_BLOCKED_BY] = (core->core + 1) % N_CORES);
  truth.found.address = truth.found.named = 0x4b100;
  truth.found.duration = duration;
  core->sink->klass->record (core->sink, SCOPE_TABLE_LOCKS, row);
  g_array_append_val (core->things, truth);
}

static inline void
miss_coherence (Core *core)
{
  Truth truth = thing_now (core, SCOPE_FOUND_COHERENCE);
  gint64 row[SCOPE_COHERENCE_N_COLUMNS] = { core->time + 1, core->core, 0xffffffff80001000, truth.found.function, core->time, 2,
                                            MAX (truth.found.caller, 1), 0, 77 };

  row[SCOPE_COHERENCE_SHARING] = g_rand_int_range (core->rand, 0, 3);
  truth.found.time++;
  truth.found.address = (gint64) 0xffffffff80001000;
  truth.found.duration = 77;
  truth.found.by = 2;
  truth.found.flags = row[SCOPE_COHERENCE_SHARING] == 2 ? 2 : 0;
  core->sink->klass->record (core->sink, SCOPE_TABLE_COHERENCE, row);
  g_array_append_val (core->things, truth);
}

/* All rows of one time, then what happens there. Function 4 + 1 is the one that locks. */
static inline void
step (Core *core)
{
  guint n = (guint) g_rand_int_range (core->rand, 0, 3);
  gboolean locks = FALSE;

  core->time += core->slower * (g_rand_int_range (core->rand, 0, 500) == 0 ? 20000 : g_rand_int_range (core->rand, 2, 60));
  for (guint i = 0; i < n; i++)
    {
      locks = FALSE;
      if (core->n < MOST_FRAMES - 1 && (core->n == 0 || g_rand_int_range (core->rand, 0, 100) < 55 - 2 * (gint) core->n))
        {
          guint32 function = 1 + (guint32) g_rand_int_range (core->rand, 0, N_FUNCTIONS);

          enter (core, function);
          locks = function == 5;
        }
      else
        leave (core);
    }
  if (locks)
    wait_for_lock (core);
  if (core->n > 0 && g_rand_int_range (core->rand, 0, 3) == 0)
    hit (core);
  if (core->n > 0 && g_rand_int_range (core->rand, 0, 40) == 0)
    miss_coherence (core);
}

static inline void
fill_machine (Fixture *f, ScopeMachine *machine, GRand *rand, guint n_steps, gint64 offset)
{
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 1 << 20, NULL, NULL);
  ScopeRow *rows = sink->klass->rows (sink, NULL, 0);
  Core cores[N_CORES] = { { 0 } };
  gint64 end = 0;

  for (guint i = 0; i < N_FUNCTIONS; i++)
    {
      const gint64 row[SCOPE_FUNCTION_N_COLUMNS] = { 0, (gint64) sink->klass->text (sink, names[i], strlen (names[i])) };

      sink->klass->record (sink, SCOPE_TABLE_FUNCTIONS, row);
    }
  for (guint c = 0; c < N_CORES; c++)
    {
      guint32 index = sink->klass->add_entity (sink, SCOPE_KIND_PROCESSOR, c, FALSE, SCOPE_CODE_RUNNING);
      g_autofree char *key = scope_sim_clock_key (c), *clock = scope_sim_clock_value (PERIOD, SCOPE_SIM_CLOCK_CONFIG);

      cores[c] = (Core) { .things = f->things, .sink = sink, .rand = rand, .core = c, .offset = offset,
                          .id = { machine->index, SCOPE_KIND_PROCESSOR, index },
                          .lane = sink->klass->entity (sink, SCOPE_KIND_PROCESSOR, index)->lane };
      scope_machine_add_info (machine, key, clock);
      rows[0] = scope_row (cores[c].lane, 0, SCOPE_CODE_RUNNING, 0);
      rows = sink->klass->rows (sink, rows, 1);
    }
  for (guint i = 0; i < n_steps; i++)
    for (guint c = 0; c < N_CORES; c++)
      {
        /* Most of a large one happens in a small part of its time. */
        cores[c].slower = i < 200000 ? 1 : 10000;
        step (&cores[c]);
      }
  for (guint c = 0; c < N_CORES; c++)
    end = MAX (end, cores[c].time + 1000);
  for (guint c = 0; c < N_CORES; c++)
    {
      sink->klass->life (sink, cores[c].lane, 0, end);
      for (guint d = 0; d < cores[c].n; d++)
        {
          ScopeFound *found = &g_array_index (f->things, Truth, cores[c].open[d]).found;

          found->exit = end + offset;
          found->duration = found->exit - found->enter;
        }
    }
  sink->klass->rows (sink, rows, 0);
  g_assert_true (scope_machine_finish (machine, end, NULL));
  g_free (rows);
  machine->first = 0;
  machine->last = end;
  f->last = MAX (f->last, end + offset);
}

static inline void
fixture_init (Fixture *f, guint seed, guint n_machines, guint n_steps)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  *f = (Fixture) { .trace = scope_trace_new (), .things = g_array_new (FALSE, FALSE, sizeof (Truth)) };
  scope_trace_set_facts (f->trace, &(ScopeTraceFacts) { "simulation", "made-up", "none", SCOPE_RUNTIME_SIMULATION });
  for (guint m = 0; m < n_machines; m++)
    {
      ScopeMachine *machine = scope_machine_new (m, scope_bytes_new_memory ());

      machine->number = m + 1;
      machine->tick_ps = TICK_PS;
      machine->lane = machine->threads_lane = SCOPE_NONE;
      scope_trace_add_machine (f->trace, machine);
      scope_trace_set_offset (f->trace, machine, 7000 * m);
      fill_machine (f, machine, rand, n_steps, 7000 * m);
    }
  scope_trace_set_progress (f->trace, 1, f->last);
  scope_trace_set_finished (f->trace);
  for (guint i = 0; i < f->things->len; i++)
    {
      ScopeFound *found = &g_array_index (f->things, Truth, i).found;

      if (found->kind != SCOPE_FOUND_ACTIVATION && found->exit < 0 && found->exit != SCOPE_TABLE_NULL)
        found->exit = g_array_index (f->things, Truth, -1 - found->exit).found.exit;
    }
  qsort (f->things->data, f->things->len, sizeof (Truth), compare_truths);
}

static inline void
fixture_clear (Fixture *f)
{
  g_array_unref (f->things);
  g_object_unref (f->trace);
}

G_END_DECLS
