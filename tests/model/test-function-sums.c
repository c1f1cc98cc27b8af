/* test-function-sums.c: what functions cost: random programs on the cores of two machines, told as a simulation's replay does; each
 * function's and each context's instructions and hits, in random ranges, against counting them one by one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/base/scope-function-kind.h"
#include "model/trace/scope-function-sums.h"

#include <string.h>

#define N_FUNCTIONS 9u
#define N_MACHINES 2u
#define N_CORES 3u
#define PERIOD 500
#define DEEPEST 12u

/* What was done, as it is counted one by one. */
typedef struct
{
  gint64 time, end;      /* trace time; `end` of stretches of instructions */
  gint64 pc_time, latency;
  guint machine, core, kind; /* SCOPE_N_HITS: instructions */
  guint n;
  guint depth;
  guint8 stack[DEEPEST]; /* [depth] is its own */
} Deed;

typedef struct
{
  ScopeTrace *trace;
  GArray *deeds;
  gint64 first, last;
} Program;

static const char *
name_of (guint function)
{
  static const char *const names[N_FUNCTIONS] = { "main", "walk", "leaf", "spin", "cpu_idle", "lock", "copy", "hash", "sort" };

  return names[function];
}

static ScopeFunctionKind
kind_of (guint function)
{
  return scope_function_kind_find (name_of (function), function >= 5);
}

/* The second machine met them the other way round. */
static guint32
number_of (guint machine, guint function)
{
  return 1 + (machine == 0 ? function : N_FUNCTIONS - 1 - function);
}

typedef struct
{
  ScopeSink *sink;
  Program *program;
  GRand *rand;
  guint machine, core;
  guint32 lane;
  gint64 offset, time, seq_from;
  guint seq_insts, depth;
  guint8 stack[DEEPEST];
} Core;

static Deed
deed_of (const Core *core, guint kind, gint64 time)
{
  Deed deed = { .time = time + core->offset, .kind = kind, .machine = core->machine, .core = core->core, .n = 1, .depth = core->depth - 1 };

  memcpy (deed.stack, core->stack, sizeof deed.stack);
  return deed;
}

static void
end_seq (Core *core)
{
  gint64 row[SCOPE_SEQ_N_COLUMNS] = { core->seq_from, core->time - core->seq_from, core->core };
  Deed deed = deed_of (core, SCOPE_N_HITS, core->seq_from);

  if (core->seq_insts == 0)
    return;
  row[SCOPE_SEQ_FUNCTION] = number_of (core->machine, core->stack[core->depth - 1]);
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
static void
hit (Core *core, guint kind)
{
  gint64 time = core->time + (kind < SCOPE_HIT_MB ? 1 + g_rand_int_range (core->rand, 0, 400) : 0);
  gint64 latency = g_rand_int_range (core->rand, 0, 3) == 0 ? SCOPE_TABLE_NULL : g_rand_int_range (core->rand, 1, 90000);
  gint64 row[SCOPE_HIT_N_COLUMNS] = { time, core->core, kind };
  Deed deed = deed_of (core, kind, time);

  row[SCOPE_HIT_FUNCTION] = number_of (core->machine, core->stack[core->depth - 1]);
  row[SCOPE_HIT_DEPTH] = core->depth - 1;
  row[SCOPE_HIT_ADDRESS] = 0x1000 + g_rand_int_range (core->rand, 0, 4096);
  row[SCOPE_HIT_LATENCY] = latency;
  row[SCOPE_HIT_PC_TIME] = core->time;
  row[SCOPE_HIT_THREAD] = SCOPE_TABLE_NULL;
  core->sink->klass->record (core->sink, SCOPE_TABLE_HITS, row);
  deed.pc_time = core->time + core->offset;
  deed.latency = latency;
  g_array_append_val (core->program->deeds, deed);
}

static void
enter (Core *core, guint function)
{
  core->sink->klass->call (core->sink, core->lane, core->time, SCOPE_CALL_ENTER, number_of (core->machine, function));
  core->stack[core->depth++] = (guint8) function;
}

static void
leave (Core *core, guint flags)
{
  core->sink->klass->call (core->sink, core->lane, core->time, SCOPE_CALL_EXIT | flags, 0);
  core->depth--;
}

static void
step (Core *core)
{
  guint what = (guint) g_rand_int_range (core->rand, 0, 12);

  if (what < 3 && core->depth < DEEPEST)
    {
      end_seq (core);
      enter (core, (guint) g_rand_int_range (core->rand, 0, N_FUNCTIONS));
      core->seq_from = core->time;
    }
  else if (what < 6 && core->depth > 1)
    {
      end_seq (core);
      leave (core, what == 5 ? SCOPE_CALL_TAIL : 0);
      if (what == 5)
        enter (core, (guint) g_rand_int_range (core->rand, 0, N_FUNCTIONS));
      core->seq_from = core->time;
    }
  core->seq_insts++;
  for (guint kind = 0; kind < SCOPE_N_HITS; kind++)
    if (g_rand_int_range (core->rand, 0, 8) == 0)
      hit (core, kind);
  core->time += PERIOD * (what == 0 ? 1 + g_rand_int_range (core->rand, 0, 150) : 1);
}

static void
run_core (Core *core, guint steps)
{
  ScopeEntity *entity = core->sink->klass->entity (core->sink, SCOPE_KIND_PROCESSOR, core->core);
  gint64 start = core->time;

  core->lane = entity->lane;
  enter (core, 0);
  core->seq_from = core->time;
  for (guint i = 0; i < steps; i++)
    step (core);
  end_seq (core);
  core->sink->klass->life (core->sink, core->lane, start, core->time);
}

static void
run_machine (Program *program, GRand *rand, guint m, guint steps)
{
  ScopeMachine *machine = scope_machine_new (m, scope_bytes_new_memory ());
  gint64 start = m == 0 ? 0 : -700000, last = start;
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);

  machine->number = m + 1;
  machine->tick_ps = 1;
  machine->lane = machine->threads_lane = SCOPE_NONE;
  for (guint i = 0; i < N_FUNCTIONS; i++)
    {
      guint function = m == 0 ? i : N_FUNCTIONS - 1 - i;
      const char *name = name_of (function);
      const gint64 row[SCOPE_FUNCTION_N_COLUMNS]
          = { start, (gint64) sink->klass->text (sink, name, strlen (name)), kind_of (function) };

      sink->klass->record (sink, SCOPE_TABLE_FUNCTIONS, row);
    }
  for (guint c = 0; c < N_CORES; c++)
    sink->klass->add_entity (sink, SCOPE_KIND_PROCESSOR, c, FALSE, SCOPE_CODE_RUNNING);
  for (guint c = 0; c < N_CORES; c++)
    {
      Core core = { .sink = sink, .program = program, .rand = rand, .machine = m, .core = c, .offset = -start, .time = start };

      run_core (&core, steps);
      last = MAX (last, core.time);
    }
  g_free (sink->klass->rows (sink, sink->klass->rows (sink, NULL, 0), 0));
  g_assert_true (scope_machine_finish (machine, last, NULL));
  machine->first = start;
  machine->last = last;
  scope_trace_add_machine (program->trace, machine);
  scope_trace_set_offset (program->trace, machine, -start);
  program->last = MAX (program->last, last - start);
}

static void
run (Program *program, guint seed, guint steps)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  *program = (Program) { .trace = scope_trace_new (), .deeds = g_array_new (FALSE, FALSE, sizeof (Deed)) };
  scope_trace_set_facts (program->trace, &(ScopeTraceFacts) { "simulation", "made-up", "none", SCOPE_RUNTIME_SIMULATION });
  for (guint m = 0; m < N_MACHINES; m++)
    run_machine (program, rand, m, steps);
  scope_trace_set_progress (program->trace, 1, 1000);
  scope_trace_set_finished (program->trace);
}

static void
program_clear (Program *program)
{
  g_object_unref (program->trace);
  g_array_unref (program->deeds);
}

/* --- one by one --- */

/* How many of a deed lie in the range. */
static guint64
part_of (const Deed *deed, gint64 from, gint64 to, gboolean *cut)
{
  gint64 first = MAX (deed->time, from), last = MIN (deed->end, to);

  if (deed->kind < SCOPE_N_HITS)
    return deed->time >= from && deed->time < to;
  if (first >= last)
    return 0;
  if (last - first == deed->end - deed->time)
    return deed->n;
  *cut = TRUE;
  return (guint64) ((double) deed->n * (double) (last - first) / (double) (deed->end - deed->time) + 0.5);
}

static void
count_deed (ScopeFunctionEvents *events, const Deed *deed, guint64 n, gboolean own)
{
  if (deed->kind == SCOPE_N_HITS)
    {
      *(own ? &events->insts : &events->insts_below) += n;
      return;
    }
  (own ? events->hits : events->hits_below)[deed->kind] += n;
  if (own && n > 0 && deed->latency != SCOPE_TABLE_NULL)
    {
      events->latency[deed->kind] += deed->latency;
      events->timed[deed->kind]++;
    }
}

static void
count_all (const Program *program, gint64 from, gint64 to, const ScopeLaneId *lane, ScopeFunctionEvents *functions, gboolean *cut)
{
  for (guint i = 0; i < program->deeds->len; i++)
    {
      const Deed *deed = &g_array_index (program->deeds, Deed, i);
      guint64 n = part_of (deed, from, to, cut);
      guint seen = 0;

      if (lane != NULL && (deed->machine != lane->machine || deed->core != lane->index))
        continue;
      count_deed (&functions[deed->stack[deed->depth]], deed, n, TRUE);
      for (guint d = 0; d <= deed->depth; d++)
        if (!(seen & 1u << deed->stack[d]))
          {
            seen |= 1u << deed->stack[d];
            count_deed (&functions[deed->stack[d]], deed, n, FALSE);
          }
    }
}

/* "main;walk;leaf" with recursion merged. */
static char *
path_of (const Deed *deed)
{
  guint8 path[DEEPEST];
  guint n = 0;
  GString *text = g_string_new (NULL);

  for (guint d = 0; d <= deed->depth; d++)
    {
      guint at = 0;

      while (at < n && path[at] != deed->stack[d])
        at++;
      path[at] = deed->stack[d];
      n = at + 1;
    }
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", name_of (path[i]));

  return g_string_free (text, FALSE);
}

static void
check_equal (const ScopeFunctionEvents *a, const ScopeFunctionEvents *b)
{
  g_assert_cmpuint (a->insts, ==, b->insts);
  g_assert_cmpuint (a->insts_below, ==, b->insts_below);
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    {
      g_assert_cmpuint (a->hits[k], ==, b->hits[k]);
      g_assert_cmpuint (a->hits_below[k], ==, b->hits_below[k]);
      g_assert_cmpint (a->latency[k], ==, b->latency[k]);
      g_assert_cmpuint (a->timed[k], ==, b->timed[k]);
    }
}

static void
check (const Program *program, gint64 from, gint64 to, const ScopeLaneId *lane)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeFunctionSums) sums = scope_function_sums_read (program->trace, lane, lane != NULL, from, to, NULL, &error);
  ScopeFunctionEvents expected[N_FUNCTIONS] = { 0 }, none = { 0 };
  gboolean cut = FALSE;
  guint met = 0;

  g_assert_no_error (error);
  count_all (program, from, to, lane, expected, &cut);
  g_assert_true (sums->has_hits && sums->has_insts);
  if (lane == NULL)
    g_assert_cmpint (sums->cut, ==, cut);
  for (guint f = 0; f < N_FUNCTIONS; f++)
    {
      const ScopeFunctionEvents *found = &none;

      for (guint32 i = 0; i < sums->n_functions; i++)
        if (g_str_equal (sums->functions[i].sum.name, name_of (f)))
          {
            g_assert_true (found == &none);
            found = &sums->functions[i].events;
            g_assert_cmpuint (sums->functions[i].kind, ==, kind_of (f));
            met++;
          }
      check_equal (found, &expected[f]);
    }
  g_assert_cmpuint (met, ==, sums->n_functions);
}

static void
test_ranges (void)
{
  Program program;

  for (guint seed = 1; seed <= 3; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed * 77);

      run (&program, seed, seed == 1 ? 9000 : 2500);
      check (&program, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL);
      for (guint i = 0; i < 12; i++)
        {
          gint64 a = g_rand_int_range (rand, 0, (gint32) program.last), b = g_rand_int_range (rand, 0, (gint32) program.last);
          const ScopeLaneId lane = { (guint32) (i % N_MACHINES), SCOPE_KIND_PROCESSOR, i % N_CORES };

          if (i % 4 == 3)
            b = a + i * PERIOD;
          check (&program, MIN (a, b), MAX (a, b), NULL);
          check (&program, MIN (a, b), MAX (a, b), &lane);
        }
      program_clear (&program);
    }
}

/* Every context of the whole: its own and with those below. */
static void
test_contexts (void)
{
  g_autoptr (GHashTable) own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (ScopeFunctionSums) sums = NULL;
  ScopeFunctionEvents roots = { 0 };
  Program program;
  guint met = 0;

  run (&program, 5, 4000);
  for (guint i = 0; i < program.deeds->len; i++)
    {
      const Deed *deed = &g_array_index (program.deeds, Deed, i);
      char *path = path_of (deed);
      ScopeFunctionEvents *events = g_hash_table_lookup (own, path);

      if (events == NULL)
        g_hash_table_insert (own, g_strdup (path), events = g_new0 (ScopeFunctionEvents, 1));
      count_deed (events, deed, deed->n, TRUE);
      g_free (path);
    }
  sums = scope_function_sums_read (program.trace, NULL, 0, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL);
  g_assert_nonnull (sums);
  g_assert_cmpuint (sums->n_functions, ==, sums->tree->n_functions);
  for (guint32 i = 0; i < sums->tree->n_nodes; i++)
    {
      g_autofree char *path = scope_call_tree_path (sums->tree, i);
      const ScopeFunctionEvents *events = g_hash_table_lookup (own, path);
      ScopeFunctionEvents expected = events != NULL ? *events : (ScopeFunctionEvents) { 0 };

      met += events != NULL;
      expected.insts_below = expected.insts;
      memcpy (expected.hits_below, expected.hits, sizeof expected.hits);
      for (guint32 c = sums->tree->nodes[i].first_child; c != SCOPE_NONE; c = sums->tree->nodes[c].next)
        {
          expected.insts_below += sums->nodes[c].insts_below;
          for (guint k = 0; k < SCOPE_N_HITS; k++)
            expected.hits_below[k] += sums->nodes[c].hits_below[k];
        }
      check_equal (&sums->nodes[i], &expected);
      if (sums->tree->nodes[i].parent == SCOPE_NONE)
        roots.insts_below += sums->nodes[i].insts_below;
    }
  g_assert_cmpuint (met, ==, g_hash_table_size (own));
  g_assert_cmpuint (roots.insts_below, ==, sums->all.insts);
  program_clear (&program);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Program program;

  run (&program, 6, 500);
  g_cancellable_cancel (cancellable);
  g_assert_null (scope_function_sums_read (program.trace, NULL, 0, SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  program_clear (&program);
}

static void
test_kinds (void)
{
  g_assert_cmpuint (scope_function_kind_find ("compute", FALSE), ==, SCOPE_FUNCTION_KIND_USER);
  g_assert_cmpuint (scope_function_kind_find ("schedule", TRUE), ==, SCOPE_FUNCTION_KIND_KERNEL);
  g_assert_cmpuint (scope_function_kind_find ("cpu_idle", TRUE), ==, SCOPE_FUNCTION_KIND_IDLE);
  g_assert_cmpuint (scope_function_kind_find ("arch_cpu_idle_enter", FALSE), ==, SCOPE_FUNCTION_KIND_IDLE);
  g_assert_cmpuint (scope_function_kind_find ("find_cpu_idleness", TRUE), ==, SCOPE_FUNCTION_KIND_KERNEL);
  g_assert_cmpuint (scope_function_kind_find ("wake_idle", TRUE), ==, SCOPE_FUNCTION_KIND_KERNEL);
  g_assert_cmpstr (scope_function_kind_name (SCOPE_FUNCTION_KIND_KERNEL), ==, "kernel");
  g_assert_cmpstr (scope_function_kind_name (99), ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/function-sums/ranges", test_ranges);
  g_test_add_func ("/function-sums/contexts", test_contexts);
  g_test_add_func ("/function-sums/cancelled", test_cancelled);
  g_test_add_func ("/function-sums/kinds", test_kinds);

  return g_test_run ();
}
