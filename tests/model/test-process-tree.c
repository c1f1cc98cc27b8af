/* test-process-tree.c: trees that no sound program makes: circles, a hundred thousand generations, nothing at all.
 *
 * Figures and folds of real traces are checked by tests/cli/test-process-tree.py.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/processes/scope-process-tree.h"

/* A trace of one machine with threads; parents[i] is the thread that made thread i, or SCOPE_NONE. */
static ScopeTrace *
make_trace (const guint32 *parents, guint n)
{
  ScopeTrace *trace = scope_trace_new ();
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  ScopeSink *sink = scope_machine_open_sink (machine, FALSE, 1u << 20, NULL, NULL);
  g_autoptr (GError) error = NULL;

  machine->number = 1;
  machine->tick_ps = 1000;
  machine->first = 0;
  machine->last = 1000;
  for (guint i = 0; i < n; i++)
    {
      guint32 index = sink->klass->add_entity (sink, SCOPE_KIND_THREAD, i + 1, TRUE, SCOPE_CODE_RUNNING);
      ScopeEntity *entity = sink->klass->entity (sink, SCOPE_KIND_THREAD, index);

      entity->parent = parents[i];
      sink->klass->life (sink, entity->lane, 0, 10);
    }
  scope_machine_finish (machine, 1000, &error);
  g_assert_no_error (error);
  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "eventlog", "made-up", "none", SCOPE_RUNTIME_GHC });
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, 1000);
  scope_trace_set_finished (trace);
  return trace;
}

/* Each row stands in its parent's stretch, and all rows are there. */
static void
check (ScopeProcessTree *tree, guint n)
{
  g_assert_cmpuint (scope_process_tree_n (tree), ==, n);
  for (guint32 row = 0; row < n; row++)
    {
      guint32 first, end = scope_process_tree_end (tree, row, &first), parent = scope_process_tree_parent (tree, row);

      g_assert_cmpuint (end, >, row);
      g_assert_cmpuint (scope_process_tree_find (tree, scope_process_tree_lane (tree, row)), ==, row);
      if (parent == SCOPE_NONE)
        g_assert_cmpuint (scope_process_tree_depth (tree, row), ==, 0);
      else
        {
          g_assert_cmpuint (parent, <, row);
          g_assert_cmpuint (scope_process_tree_end (tree, parent, &first), >=, end);
          g_assert_cmpuint (scope_process_tree_depth (tree, row), ==, scope_process_tree_depth (tree, parent) + 1);
        }
    }
}

/* 1 and 2 made each other, 3 made itself, 4 comes from nobody that is there. */
static void
test_circles (void)
{
  const guint32 parents[] = { SCOPE_NONE, 2, 1, 3, 77, 1 };
  g_autoptr (ScopeTrace) trace = make_trace (parents, G_N_ELEMENTS (parents));
  g_autoptr (ScopeProcessTree) tree = scope_process_tree_new (trace, SCOPE_TREE_BY_PARENT, NULL, NULL);
  g_autoptr (GArray) top = scope_process_tree_children (tree, SCOPE_NONE, FALSE);

  check (tree, G_N_ELEMENTS (parents));
  g_assert_cmpuint (top->len, ==, 4);
}

static void
test_deep (void)
{
  const guint n = 100000;
  g_autofree guint32 *parents = g_new (guint32, n);
  g_autoptr (ScopeTrace) trace = NULL;
  g_autoptr (ScopeProcessTree) tree = NULL;
  g_autoptr (ScopeTreeTotals) totals = NULL;
  ScopeTreeFigures branch;

  for (guint i = 0; i < n; i++)
    parents[i] = i - 1; /* of the first: nobody */
  trace = make_trace (parents, n);
  tree = scope_process_tree_new (trace, SCOPE_TREE_BY_DEFAULT, NULL, NULL);
  check (tree, n);
  g_assert_cmpint (scope_process_tree_get_by (tree), ==, SCOPE_TREE_BY_PARENT);
  g_assert_cmpuint (scope_process_tree_depth (tree, n - 1), ==, n - 1);
  totals = scope_tree_totals_read (tree, &(ScopeQueryRange) { trace, 2, 5, NULL, NULL, NULL, NULL }, TRUE, NULL);
  scope_tree_totals_get (totals, 0, TRUE, &branch);
  g_assert_cmpint (branch.time[SCOPE_STATE_RUNNING], ==, 3 * (gint64) n);
  g_assert_cmpuint (branch.tasks, ==, n);
}

static void
test_nothing (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (NULL, 0), none = scope_trace_new ();
  g_autoptr (ScopeProcessTree) tree = scope_process_tree_new (trace, SCOPE_TREE_BY_PARENT, NULL, NULL);
  g_autoptr (ScopeProcessTree) empty = scope_process_tree_new (none, SCOPE_TREE_BY_DEFAULT, NULL, NULL);
  g_autoptr (ScopeTreeTotals) totals = NULL;

  g_assert_cmpuint (scope_process_tree_n (tree), ==, 0);
  g_assert_false (scope_process_tree_knows_parents (tree));
  g_assert_cmpuint (scope_process_tree_n (empty), ==, 0);
  totals = scope_tree_totals_read (tree, &(ScopeQueryRange) { trace, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL, NULL, NULL },
                                   TRUE, NULL);
  g_assert_nonnull (totals);
}

static void
test_cancelled (void)
{
  const guint32 parents[] = { SCOPE_NONE, 0 };
  g_autoptr (ScopeTrace) trace = make_trace (parents, G_N_ELEMENTS (parents));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (scope_process_tree_new (trace, SCOPE_TREE_BY_PARENT, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/process-tree/circles", test_circles);
  g_test_add_func ("/process-tree/deep", test_deep);
  g_test_add_func ("/process-tree/nothing", test_nothing);
  g_test_add_func ("/process-tree/cancelled", test_cancelled);
  return g_test_run ();
}
