/* call-world.h: a made-up trace of a process that calls, and every call that there was.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/calls/scope-activations.h"

#include <string.h>

#define N_CALLS 6000u
#define N_FUNCTIONS 9u
#define LENGTH 200000 /* ticks */

/* Every call. */
typedef struct
{
  gint64 from, to;
  guint32 function; /* number */
  guint depth;
} Call;

typedef struct
{
  ScopeTrace *trace;
  ScopeLaneId lane;
  GArray *calls;   /* Call */
  guint depth;
} World;

static inline void
put (ScopeSink *sink, guint32 lane, gint64 time, guint op, guint32 function)
{
  sink->klass->call (sink, lane, time, op, function);
}

/* A process that calls, sleeps long, and works in bursts in which a hundred calls lie in a pixel. */
static inline void
fill (World *world, ScopeSink *sink, guint32 lane, guint32 seed, gboolean recursive)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint));
  gint64 time = 100;

  for (guint i = 0; i < N_CALLS * 2 && time < LENGTH - 1000; i++)
    {
      if (g_rand_int_range (rand, 0, 100) == 0)
        time += g_rand_int_range (rand, 500, 4000);
      else
        time += g_rand_int_range (rand, 1, 12);
      if (stack->len == 0 || (stack->len < 7 && g_rand_boolean (rand)))
        {
          Call call = { time, LENGTH, 1 + (guint32) g_rand_int_range (rand, 0, N_FUNCTIONS), stack->len };
          guint place = world->calls->len;

          if (!recursive)
            call.function = 1 + stack->len;
          g_array_append_val (world->calls, call);
          g_array_append_val (stack, place);
          world->depth = MAX (world->depth, stack->len);
          put (sink, lane, time, SCOPE_CALL_ENTER, call.function);
        }
      else
        {
          g_array_index (world->calls, Call, g_array_index (stack, guint, stack->len - 1)).to = time;
          g_array_set_size (stack, stack->len - 1);
          put (sink, lane, time, SCOPE_CALL_EXIT, 0);
        }
    }
  while (stack->len > 0)
    {
      time += 5;
      g_array_index (world->calls, Call, g_array_index (stack, guint, stack->len - 1)).to = time;
      g_array_set_size (stack, stack->len - 1);
      put (sink, lane, time, SCOPE_CALL_EXIT, 0);
    }
}

static inline void
make_world (World *world, guint32 seed, gboolean recursive)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  guint32 lane, entity;

  memset (world, 0, sizeof *world);
  world->calls = g_array_new (FALSE, FALSE, sizeof (Call));
  world->trace = scope_trace_new ();
  scope_trace_set_facts (world->trace, &(ScopeTraceFacts) { "erlang", "made-up", "none", SCOPE_RUNTIME_ERLANG });
  machine->number = 1;
  machine->tick_ps = 1000;
  machine->lane = machine->threads_lane = SCOPE_NONE;
  machine->complete = TRUE;
  lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_THREAD, SCOPE_CODE_RUNNING, SCOPE_NONE);
  scope_lane_store_set_life (machine->lanes, lane, 0, LENGTH);
  scope_machine_add_entity (machine, SCOPE_KIND_THREAD, 1, lane, &entity);
  world->lane = (ScopeLaneId) { 0, SCOPE_KIND_THREAD, entity };
  for (guint f = 0; f < N_FUNCTIONS; f++)
    {
      g_autofree char *name = g_strdup_printf ("m%u:f%u/%u", f % 3, f, f);
      const gint64 row[SCOPE_FUNCTION_N_COLUMNS] = { 0, (gint64) sink->klass->text (sink, name, strlen (name)) };

      sink->klass->record (sink, SCOPE_TABLE_FUNCTIONS, row);
    }
  fill (world, sink, lane, seed, recursive);
  g_assert_true (scope_machine_finish (machine, LENGTH, NULL));
  machine->last = LENGTH;
  scope_trace_add_machine (world->trace, machine);
  scope_trace_set_progress (world->trace, 1, LENGTH);
  scope_trace_set_finished (world->trace);
}

static inline void
world_init_seed (World *world, guint32 seed)
{
  make_world (world, seed, TRUE);
}

/* Nobody calls himself: what is called at a depth is always the same function. */
static inline void
world_init_plain (World *world, guint32 seed)
{
  make_world (world, seed, FALSE);
}

static inline void
world_init (World *world)
{
  world_init_seed (world, 11);
}

static inline void
world_clear (World *world)
{
  g_object_unref (world->trace);
  g_array_unref (world->calls);
}
