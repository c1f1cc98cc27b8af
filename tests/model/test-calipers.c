/* test-calipers.c: what lies between two points in time against every single instruction: at any two ticks, of two cores whose instructions
 * follow each other by chance.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-call.h"
#include "model/trace/calls/scope-activations.h"
#include "model/trace/calipers/scope-calipers.h"
#include "model/trace/document/scope-cycles.h"

#include <string.h>

#define N_CORES 2u
#define N_FUNCTIONS 6u
#define N_INSTS 4000u
#define PERIOD 333
#define START G_GINT64_CONSTANT (728124813)

typedef struct
{
  gint64 time;
  guint core;
  guint32 function; /* number */
} Inst;

typedef struct
{
  gint64 time;
  guint core, kind;
  guint32 function;
} Hit;

typedef struct
{
  ScopeTrace *trace;
  GArray *insts, *hits;
  GArray *edges[N_CORES]; /* gint64: where functions were entered or left */
  gint64 ends[N_CORES];
} World;

/* --- raw events: the instructions, in order of time --- */

#define TEST_TYPE_EVENTS (test_events_get_type ())
G_DECLARE_FINAL_TYPE (TestEvents, test_events, TEST, EVENTS, GObject)

struct _TestEvents
{
  GObject parent;
  GArray *insts; /* borrowed */
  gboolean gone;
  guint n_read;  /* events, since somebody set it to 0 */
  ScopeEventKind kind;
};

static gboolean
events_prepare (ScopeEventSource *source, gint *progress, GCancellable *cancellable, GError **error)
{
  if (!TEST_EVENTS (source)->gone)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the file is gone");
  return FALSE;
}

static guint64
events_n (ScopeEventSource *source)
{
  return TEST_EVENTS (source)->insts->len;
}

static const ScopeEventKind *
events_kinds (ScopeEventSource *source, guint *ret_n)
{
  TestEvents *self = TEST_EVENTS (source);

  self->kind = (ScopeEventKind) { "exec", self->insts->len };
  *ret_n = 1;
  return &self->kind;
}

static gboolean
events_read (ScopeEventSource *source, ScopeEventSet *set, guint64 first, guint n, ScopeEventRow *rows, guint *ret_n,
             GCancellable *cancellable, GError **error)
{
  GArray *insts = TEST_EVENTS (source)->insts;

  for (*ret_n = 0; *ret_n < n && first + *ret_n < insts->len; (*ret_n)++)
    {
      const Inst *inst = &g_array_index (insts, Inst, first + *ret_n);

      TEST_EVENTS (source)->n_read++;
      rows[*ret_n] = (ScopeEventRow) { first + *ret_n, inst->time, 0, (gint) inst->core, "exec", g_strdup ("") };
    }
  return TRUE;
}

static gboolean
events_rank (ScopeEventSource *source, ScopeEventSet *set, gint64 time, guint64 *ret_rank, GCancellable *cancellable, GError **error)
{
  GArray *insts = TEST_EVENTS (source)->insts;

  for (*ret_rank = 0; *ret_rank < insts->len && g_array_index (insts, Inst, *ret_rank).time < time;)
    (*ret_rank)++;
  return TRUE;
}

static void
events_init (ScopeEventSourceInterface *iface)
{
  iface->prepare = events_prepare;
  iface->n_events = events_n;
  iface->kinds = events_kinds;
  iface->read = events_read;
  iface->rank = events_rank;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestEvents, test_events, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (SCOPE_TYPE_EVENT_SOURCE, events_init))

static void
test_events_class_init (TestEventsClass *klass)
{
}

static void
test_events_init (TestEvents *self)
{
}

/* --- a trace --- */

static int
compare_insts (gconstpointer a, gconstpointer b)
{
  const Inst *x = a, *y = b;

  return x->time != y->time ? (x->time < y->time ? -1 : 1) : (int) x->core - (int) y->core;
}

static void
end_seq (ScopeSink *sink, guint core, gint64 from, gint64 to, guint32 function, guint depth, guint n)
{
  const gint64 row[SCOPE_SEQ_N_COLUMNS] = { from, to - from, core, function, depth, n, SCOPE_TABLE_NULL };

  sink->klass->record (sink, SCOPE_TABLE_SEQS, row);
}

static void
edge (World *world, guint core, gint64 time)
{
  g_array_append_val (world->edges[core], time);
}

/* A core that calls and returns by chance. As the replay does: stretches go to the next one's beginning, the last one to its last instruction. */
static void
run_core (World *world, ScopeSink *sink, guint32 lane, guint core, GRand *rand)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  gint64 time = START + 7 * core, from = time;
  guint32 function = 1 + core, n = 0;

  sink->klass->call (sink, lane, time, SCOPE_CALL_ENTER | SCOPE_CALL_EARLY, function);
  g_array_append_val (stack, function);
  for (guint i = 0; i < N_INSTS; i++)
    {
      Inst inst = { time, core, function };
      int what = g_rand_int_range (rand, 0, 12);

      g_array_append_val (world->insts, inst);
      n++;
      if (what == 0)
        {
          Hit hit = { time + g_rand_int_range (rand, 0, PERIOD), core, (guint) g_rand_int_range (rand, 0, SCOPE_N_HITS), function };

          g_array_append_val (world->hits, hit);
        }
      if (i + 1 == N_INSTS)
        break;
      time += PERIOD * g_rand_int_range (rand, what == 1 || what == 2 ? 1 : 0, 5); /* several at once, too */
      if ((what == 1 || what == 2) && time > from && (what == 2 ? stack->len > 1 : stack->len < 8))
        {
          end_seq (sink, core, from, time, function, stack->len - 1, n);
          if (what == 2)
            {
              sink->klass->call (sink, lane, time, SCOPE_CALL_EXIT, 0);
              g_array_set_size (stack, stack->len - 1);
            }
          else
            {
              function = 1 + (guint32) g_rand_int_range (rand, 0, N_FUNCTIONS);
              sink->klass->call (sink, lane, time, SCOPE_CALL_ENTER, function);
              g_array_append_val (stack, function);
            }
          edge (world, core, time);
          function = g_array_index (stack, guint32, stack->len - 1);
          from = time;
          n = 0;
        }
    }
  end_seq (sink, core, from, time, function, stack->len - 1, n);
  world->ends[core] = time;
}

static void
world_init (World *world, gboolean with_events)
{
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (19);
  gint64 end = 0;

  memset (world, 0, sizeof *world);
  world->insts = g_array_new (FALSE, FALSE, sizeof (Inst));
  world->hits = g_array_new (FALSE, FALSE, sizeof (Hit));
  world->trace = scope_trace_new ();
  scope_trace_set_facts (world->trace, &(ScopeTraceFacts) { "gem5", "made-up", "none", SCOPE_RUNTIME_SIMULATION });
  machine->number = 1;
  machine->tick_ps = 1;
  machine->lane = machine->threads_lane = SCOPE_NONE;
  machine->complete = TRUE;
  machine->first = START;
  for (guint f = 0; f < N_FUNCTIONS; f++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", f + 1);
      gint64 row[SCOPE_TABLE_MAX_COLUMNS] = { START, (gint64) sink->klass->text (sink, name, strlen (name)) };

      sink->klass->record (sink, SCOPE_TABLE_FUNCTIONS, row);
    }
  for (guint core = 0; core < N_CORES; core++)
    {
      guint32 lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_RUNNING, SCOPE_NONE), index;
      g_autofree char *key = scope_sim_clock_key (core), *value = scope_sim_clock_value (PERIOD, SCOPE_SIM_CLOCK_INFERRED);

      world->edges[core] = g_array_new (FALSE, FALSE, sizeof (gint64));
      scope_lane_store_set_life (machine->lanes, lane, START, SCOPE_TIME_MAX);
      scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, core, lane, &index);
      scope_machine_add_info (machine, key, value);
      run_core (world, sink, lane, core, rand);
      scope_lane_store_set_life (machine->lanes, lane, START, world->ends[core]);
      end = MAX (end, world->ends[core]);
    }
  for (guint i = 0; i < world->hits->len; i++)
    {
      const Hit *hit = &g_array_index (world->hits, Hit, i);
      const gint64 row[SCOPE_HIT_N_COLUMNS] = { hit->time, hit->core, hit->kind, hit->function, 0, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL,
                                                hit->time, 0, SCOPE_TABLE_NULL, SCOPE_TABLE_NULL };

      sink->klass->record (sink, SCOPE_TABLE_HITS, row);
    }
  g_array_sort (world->insts, compare_insts);
  g_assert_true (scope_machine_finish (machine, end, NULL));
  machine->last = end;
  scope_trace_add_machine (world->trace, machine);
  scope_trace_set_progress (world->trace, 1, end);
  if (with_events)
    {
      g_autoptr (TestEvents) events = g_object_new (TEST_TYPE_EVENTS, NULL);

      events->insts = world->insts;
      scope_trace_set_event_source (world->trace, SCOPE_EVENT_SOURCE (events));
    }
  scope_trace_set_finished (world->trace);
}

static void
world_clear (World *world)
{
  g_object_unref (world->trace);
  g_array_unref (world->insts);
  g_array_unref (world->hits);
  for (guint core = 0; core < N_CORES; core++)
    g_array_unref (world->edges[core]);
}

/* --- checks --- */

/* Time that a function has to itself: from each instruction of its own to the core's next one. */
static gint64
true_self (const World *world, guint core, guint32 function, gint64 from, gint64 to)
{
  gint64 sum = 0, before = -1;
  guint32 last = 0;

  for (guint i = 0; i < world->insts->len; i++)
    {
      const Inst *inst = &g_array_index (world->insts, Inst, i);

      if (inst->core != core)
        continue;
      if (last == function)
        sum += MAX (MIN (inst->time, to) - MAX (before, from), 0);
      before = inst->time;
      last = inst->function;
    }
  return sum;
}

static guint64
true_insts (const World *world, guint core, guint32 function, gint64 from, gint64 to)
{
  guint64 n = 0;

  for (guint i = 0; i < world->insts->len; i++)
    {
      const Inst *inst = &g_array_index (world->insts, Inst, i);

      n += inst->core == core && (function == 0 || inst->function == function) && inst->time >= from && inst->time < to;
    }
  return n;
}

static void
check_core (const World *world, const ScopeCalipersCore *core, guint number, gint64 from, gint64 to, gboolean exact)
{
  guint64 hits[SCOPE_N_HITS] = { 0 }, insts = true_insts (world, number, 0, from, to);

  for (guint i = 0; i < world->hits->len; i++)
    {
      const Hit *hit = &g_array_index (world->hits, Hit, i);

      hits[hit->kind] += hit->core == number && hit->time >= from && hit->time < to;
    }
  g_assert_cmpint (core->period, ==, PERIOD);
  g_assert_cmpint (core->source, ==, SCOPE_SIM_CLOCK_INFERRED);
  g_assert_cmpmem (core->hits, sizeof hits, hits, sizeof hits);
  g_assert_cmpuint (core->insts, <=, insts);
  g_assert_cmpuint (core->insts_most, >=, insts);
  if (exact)
    g_assert_cmpuint (core->insts, ==, core->insts_most);
  for (guint32 f = 1; f <= N_FUNCTIONS; f++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", f);
      const ScopeCalipersFunction *found = NULL;

      for (guint i = 0; i < core->n_functions; i++)
        if (g_str_equal (core->functions[i].name, name))
          found = &core->functions[i];
      g_assert_cmpint (found != NULL ? found->self : 0, ==, true_self (world, number, f, from, to));
      insts = true_insts (world, number, f, from, to);
      g_assert_cmpuint (found != NULL ? found->insts : 0, <=, insts);
      g_assert_cmpuint (found != NULL ? found->insts_most : 0, >=, insts);
    }
}

/* Both cores may have been cut at either end: no event is looked at twice. */
static void
check_read (const World *world, gint64 from, gint64 to)
{
  TestEvents *events = TEST_EVENTS (scope_trace_get_event_source (world->trace));

  g_assert_cmpuint (events->n_read, <=, true_insts (world, 0, 0, from, to) + true_insts (world, 1, 0, from, to));
  events->n_read = 0;
}

static void
check_ranges (gboolean with_events, ScopeCalipersHow how)
{
  World world;
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  guint cut = 0;

  world_init (&world, with_events);
  for (guint i = 0; i < 300; i++)
    {
      gint64 last = MAX (world.ends[0], world.ends[1]) + 1000;
      gint64 a = START - 500 + (gint64) (g_rand_double (rand) * (double) (last - START + 500));
      gint64 b = i % 3 == 0 ? a + g_rand_int_range (rand, 0, 20 * PERIOD) : START + (gint64) (g_rand_double (rand) * (double) (last - START));
      ScopeQueryRange within = { .trace = world.trace, .from = MIN (a, b), .to = MAX (a, b) };
      g_autoptr (ScopeCalipers) calipers = NULL;
      g_autoptr (GError) error = NULL;

      /* Right at an instruction: of those that begin there, all or none. */
      if (i % 5 == 0)
        within.to = g_array_index (world.insts, Inst, world.insts->len - 1 - (i / 5) % 40).time;
      if (i % 7 == 0)
        within.from = MIN (within.to, g_array_index (world.insts, Inst, i * 10).time);
      within.from = MIN (within.from, within.to);
      calipers = scope_calipers_read (&within, how, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (calipers->n_cores, ==, N_CORES);
      if (with_events)
        check_read (&world, within.from, within.to);
      for (guint core = 0; core < N_CORES; core++)
        check_core (&world, &calipers->cores[core], core, within.from, within.to, with_events && how == SCOPE_CALIPERS_EXACT);
      g_assert_cmpuint (calipers->sum.insts, ==, calipers->cores[0].insts + calipers->cores[1].insts);
      g_assert_true ((calipers->unknown != NULL) == (calipers->sum.insts < calipers->sum.insts_most));
      cut += calipers->unknown != NULL;
    }
  g_assert_true ((cut > 0) == (!with_events || how == SCOPE_CALIPERS_QUICK));
  world_clear (&world);
}

static void
test_exact (void)
{
  check_ranges (TRUE, SCOPE_CALIPERS_EXACT);
}

static void
test_quick (void)
{
  check_ranges (TRUE, SCOPE_CALIPERS_QUICK);
  check_ranges (FALSE, SCOPE_CALIPERS_EXACT);
}

/* Without a file there is a sentence, and one who gives up is an error. */
static void
test_gone (void)
{
  World world;
  ScopeQueryRange within;
  g_autoptr (ScopeCalipers) calipers = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  world_init (&world, TRUE);
  TEST_EVENTS (scope_trace_get_event_source (world.trace))->gone = TRUE;
  within = (ScopeQueryRange) { .trace = world.trace, .from = START + 1000, .to = START + 100000, .cancellable = cancellable };
  calipers = scope_calipers_read (&within, SCOPE_CALIPERS_EXACT, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (calipers->unknown, "the file is gone"));
  g_cancellable_cancel (cancellable);
  g_assert_null (scope_calipers_read (&within, SCOPE_CALIPERS_EXACT, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  world_clear (&world);
}

static void
test_lane (void)
{
  World world;
  ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 1 };
  ScopeQueryRange within;
  g_autoptr (ScopeCalipers) calipers = NULL;
  g_autofree char *text = scope_cycles_text (1000, 1, 333), *whole = scope_cycles_text (999, 1, 333);

  world_init (&world, TRUE);
  within = (ScopeQueryRange) { .trace = world.trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX, .lane = &lane };
  calipers = scope_calipers_read (&within, SCOPE_CALIPERS_EXACT, NULL);
  g_assert_cmpuint (calipers->n_cores, ==, 1);
  g_assert_cmpuint (calipers->sum.insts, ==, N_INSTS);
  g_assert_null (calipers->unknown);
  g_assert_cmpstr (text, ==, "3.0 cycles");
  g_assert_cmpstr (whole, ==, "3 cycles");
  world_clear (&world);
}

/* --- snapping --- */

static gboolean
true_snap (const World *world, guint core, gint64 time, gint64 reach, int direction, gint64 *ret_time)
{
  gint64 best = G_MAXINT64;

  for (guint i = 0; i < world->edges[core]->len + world->hits->len + 2; i++)
    {
      const guint n = world->edges[core]->len;
      const Hit *hit = i >= n && i < n + world->hits->len ? &g_array_index (world->hits, Hit, i - n) : NULL;
      gint64 at = i < n ? g_array_index (world->edges[core], gint64, i) : hit != NULL ? hit->time : i == n + world->hits->len ? START : world->ends[core];
      gint64 away = ABS (at - time);

      if ((hit != NULL && hit->core != core) || (direction < 0 && at >= time) || (direction > 0 && at <= time))
        continue;
      if (away < best)
        {
          best = away;
          *ret_time = at;
        }
    }
  return best != G_MAXINT64 && (direction != 0 || best <= reach);
}

static void
test_snap (void)
{
  World world;
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  world_init (&world, FALSE);
  for (guint i = 0; i < 3000; i++)
    {
      guint core = (guint) g_rand_int_range (rand, 0, N_CORES);
      ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, core };
      /* Between what core 1 enters first and its last function there are no other edges: those of the life and of its first call. */
      gint64 first = g_array_index (world.edges[core], gint64, 0), last = g_array_index (world.edges[core], gint64, world.edges[core]->len - 1);
      gint64 time = first + (gint64) (g_rand_double (rand) * (double) (last - first)), reach = g_rand_int_range (rand, 1, 3000), expected = 0, found = 0;
      int direction = g_rand_int_range (rand, -1, 2);
      gboolean there = true_snap (&world, core, time, reach, direction, &expected);

      g_assert_true (scope_calipers_snap (world.trace, lane, time, reach, direction, &found, NULL, NULL) == there);
      if (there)
        g_assert_cmpint (ABS (found - time), ==, ABS (expected - time));
    }
  world_clear (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/calipers/exact", test_exact);
  g_test_add_func ("/calipers/quick", test_quick);
  g_test_add_func ("/calipers/gone", test_gone);
  g_test_add_func ("/calipers/lane", test_lane);
  g_test_add_func ("/calipers/snap", test_snap);
  return g_test_run ();
}
