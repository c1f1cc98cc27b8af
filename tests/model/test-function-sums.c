/* test-function-sums.c: what functions cost: random programs (sim-program.h); each function's and each context's instructions and hits, in
 * random ranges, against counting them one by one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "sim-program.h"

/* --- one by one --- */

/* How many of a deed lie in the range. */
static guint64
part_of (const SimDeed *deed, gint64 from, gint64 to, gboolean *cut)
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
count_deed (ScopeFunctionEvents *events, const SimDeed *deed, guint64 n, gboolean own)
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
count_all (const SimProgram *program, gint64 from, gint64 to, const ScopeLaneId *lane, ScopeFunctionEvents *functions, gboolean *cut)
{
  for (guint i = 0; i < program->deeds->len; i++)
    {
      const SimDeed *deed = &g_array_index (program->deeds, SimDeed, i);
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
path_of (const SimDeed *deed)
{
  guint8 path[SIM_DEEPEST];
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
    g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", sim_name (path[i]));

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
check (const SimProgram *program, gint64 from, gint64 to, const ScopeLaneId *lane)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeFunctionSums) sums = scope_function_sums_read (program->trace, lane, lane != NULL, from, to, NULL, &error);
  ScopeFunctionEvents expected[SIM_FUNCTIONS] = { 0 }, none = { 0 };
  gboolean cut = FALSE;
  guint met = 0;

  g_assert_no_error (error);
  count_all (program, from, to, lane, expected, &cut);
  g_assert_true (sums->has_hits && sums->has_insts);
  if (lane == NULL)
    g_assert_cmpint (sums->cut, ==, cut);
  for (guint f = 0; f < SIM_FUNCTIONS; f++)
    {
      const ScopeFunctionEvents *found = &none;

      for (guint32 i = 0; i < sums->n_functions; i++)
        if (g_str_equal (sums->functions[i].sum.name, sim_name (f)))
          {
            g_assert_true (found == &none);
            found = &sums->functions[i].events;
            g_assert_cmpuint (sums->functions[i].kind, ==, sim_kind (f));
            met++;
          }
      check_equal (found, &expected[f]);
    }
  g_assert_cmpuint (met, ==, sums->n_functions);
}

static void
test_ranges (void)
{
  SimProgram program;

  for (guint seed = 1; seed <= 3; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed * 77);

      sim_program_init (&program, seed, seed == 1 ? 9000 : 2500);
      check (&program, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL);
      for (guint i = 0; i < 12; i++)
        {
          gint64 a = g_rand_int_range (rand, 0, (gint32) program.last), b = g_rand_int_range (rand, 0, (gint32) program.last);
          const ScopeLaneId lane = { (guint32) (i % SIM_MACHINES), SCOPE_KIND_PROCESSOR, i % SIM_CORES };

          if (i % 4 == 3)
            b = a + i * SIM_PERIOD;
          check (&program, MIN (a, b), MAX (a, b), NULL);
          check (&program, MIN (a, b), MAX (a, b), &lane);
        }
      sim_program_clear (&program);
    }
}

/* Every context of the whole: its own and with those below. */
static void
test_contexts (void)
{
  g_autoptr (GHashTable) own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (ScopeFunctionSums) sums = NULL;
  ScopeFunctionEvents roots = { 0 };
  SimProgram program;
  guint met = 0;

  sim_program_init (&program, 5, 4000);
  for (guint i = 0; i < program.deeds->len; i++)
    {
      const SimDeed *deed = &g_array_index (program.deeds, SimDeed, i);
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
  sim_program_clear (&program);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  SimProgram program;

  sim_program_init (&program, 6, 500);
  g_cancellable_cancel (cancellable);
  g_assert_null (scope_function_sums_read (program.trace, NULL, 0, SCOPE_TIME_MIN, SCOPE_TIME_MAX, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  sim_program_clear (&program);
}

static void
test_kinds (void)
{
  g_assert_cmpuint (scope_function_kind_find ("compute", SCOPE_FUNCTION_KIND_USER), ==, SCOPE_FUNCTION_KIND_USER);
  g_assert_cmpuint (scope_function_kind_find ("schedule", SCOPE_FUNCTION_KIND_KERNEL), ==, SCOPE_FUNCTION_KIND_KERNEL);
  g_assert_cmpuint (scope_function_kind_find ("cpu_idle", SCOPE_FUNCTION_KIND_KERNEL), ==, SCOPE_FUNCTION_KIND_IDLE);
  g_assert_cmpuint (scope_function_kind_find ("arch_cpu_idle_enter", SCOPE_FUNCTION_KIND_USER), ==, SCOPE_FUNCTION_KIND_IDLE);
  g_assert_cmpuint (scope_function_kind_find ("find_cpu_idleness", SCOPE_FUNCTION_KIND_KERNEL), ==, SCOPE_FUNCTION_KIND_KERNEL);
  g_assert_cmpuint (scope_function_kind_find ("wake_idle", SCOPE_FUNCTION_KIND_KERNEL), ==, SCOPE_FUNCTION_KIND_KERNEL);
  g_assert_cmpuint (scope_function_kind_find ("schedule", SCOPE_FUNCTION_KIND_UNKNOWN), ==, SCOPE_FUNCTION_KIND_UNKNOWN);
  g_assert_cmpuint (scope_function_kind_find ("swapper", SCOPE_FUNCTION_KIND_UNKNOWN), ==, SCOPE_FUNCTION_KIND_IDLE);
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
