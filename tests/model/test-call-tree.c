/* test-call-tree.c: call stacks of cores of two machines, as a simulation's replay hands them over: trees, activations, what stands
 * on a stack, one after the other; on threads, cancelled, and more than fit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/calls/scope-call-tree.h"

#include "model/base/scope-task.h"

#include <string.h>

enum
{
  MAIN = 1,
  WORK,
  LEAF
};

static const char *const names[] = { "main", "work", "leaf" };

static void
call (ScopeSink *sink, guint32 lane, gint64 time, guint code, guint32 function)
{
  sink->klass->call (sink, lane, time, code, function);
}

/* Each machine's core 0: main from 0 to 1000, in it `rounds` times work for 8 ticks, in each a leaf for 3 and a collection of 1; the
 * second machine's clock is 5000 behind. Core 1 does nothing. */
static ScopeTrace *
make_trace (guint rounds)
{
  ScopeTrace *trace = scope_trace_new ();

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "simulation", "made-up", "none", SCOPE_RUNTIME_SIMULATION });
  for (guint m = 0; m < 2; m++)
    {
      ScopeMachine *machine = scope_machine_new (m, scope_bytes_new_memory ());
      gint64 start = m == 0 ? 0 : -5000, end = start + MAX (1000, 10 * rounds);
      ScopeSink *sink = scope_machine_open_sink (machine, m == 1, 64 << 20, NULL, NULL);
      ScopeRow *rows = sink->klass->rows (sink, NULL, 0);
      guint32 lane;

      machine->number = m + 1;
      machine->tick_ps = 1000;
      machine->lane = machine->threads_lane = SCOPE_NONE;
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          /* The second machine met them in another order. */
          const char *name = names[m == 0 ? i : 2 - i];
          const gint64 row[SCOPE_FUNCTION_N_COLUMNS] = { start, (gint64) sink->klass->text (sink, name, strlen (name)) };

          sink->klass->record (sink, SCOPE_TABLE_FUNCTIONS, row);
        }
      for (guint p = 0; p < 2; p++)
        sink->klass->add_entity (sink, SCOPE_KIND_PROCESSOR, p, FALSE, SCOPE_CODE_RUNNING);
      lane = sink->klass->entity (sink, SCOPE_KIND_PROCESSOR, 0)->lane;
      for (guint p = 0; p < 2; p++)
        {
          rows[0] = scope_row (sink->klass->entity (sink, SCOPE_KIND_PROCESSOR, p)->lane, start, SCOPE_CODE_RUNNING, 0);
          rows = sink->klass->rows (sink, rows, 1);
          sink->klass->life (sink, sink->klass->entity (sink, SCOPE_KIND_PROCESSOR, p)->lane, start, end);
        }
      call (sink, lane, start, SCOPE_CALL_ENTER, m == 0 ? MAIN : LEAF);
      for (guint i = 0; i < rounds; i++)
        {
          gint64 time = start + 10 * i;

          call (sink, lane, time, SCOPE_CALL_ENTER, WORK);
          call (sink, lane, time + 1, SCOPE_CALL_ENTER, m == 0 ? LEAF : MAIN);
          call (sink, lane, time + 4, SCOPE_CALL_EXIT, 0);
          call (sink, lane, time + 4, SCOPE_CALL_ENTER, SCOPE_FUNCTION_COLLECT);
          call (sink, lane, time + 5, SCOPE_CALL_EXIT, 0);
          call (sink, lane, time + 8, SCOPE_CALL_EXIT | SCOPE_CALL_TAIL, 0);
        }
      rows = sink->klass->rows (sink, rows, 0);
      g_assert_true (scope_machine_finish (machine, end, NULL));
      g_free (rows);
      machine->first = start;
      machine->last = end;
      scope_trace_add_machine (trace, machine);
      scope_trace_set_offset (trace, machine, -start);
    }
  scope_trace_set_progress (trace, 1, 1000);
  scope_trace_set_finished (trace);

  return trace;
}

static const ScopeCallFunctionSum *
function_of (const ScopeCallTree *tree, const char *name)
{
  for (guint i = 0; i < tree->n_functions; i++)
    if (g_str_equal (tree->functions[i].name, name))
      return &tree->functions[i];
  g_assert_not_reached ();
}

static guint32
node_of (const ScopeCallTree *tree, const char *path)
{
  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      g_autofree char *found = scope_call_tree_path (tree, i);

      if (g_str_equal (found, path))
        return i;
    }
  g_assert_not_reached ();
}

static void
check_sums (const ScopeCallTree *tree)
{
  gint64 total = 0;

  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      const ScopeCallNode *node = &tree->nodes[i];
      gint64 sum = node->self, before = G_MAXINT64;

      for (guint32 c = node->first_child; c != SCOPE_NONE; c = tree->nodes[c].next)
        {
          g_assert_cmpuint (tree->nodes[c].parent, ==, i);
          g_assert_cmpuint (tree->nodes[c].depth, ==, node->depth + 1);
          g_assert_cmpint (tree->nodes[c].total, <=, before);
          before = tree->nodes[c].total;
          sum += tree->nodes[c].total;
        }
      g_assert_cmpint (sum, ==, node->total);
      total += node->parent == SCOPE_NONE ? node->total : 0;
    }
  g_assert_cmpint (total, ==, tree->total);
}

static void
test_tree (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (100);
  g_autoptr (ScopeCallTree) both = scope_call_tree_read (trace, NULL, 0, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL);
  const ScopeLaneId lane = { 1, SCOPE_KIND_PROCESSOR, 0 };
  g_autoptr (ScopeCallTree) one = scope_call_tree_read (trace, &lane, 1, 0, 500, NULL, NULL);
  g_autoptr (ScopeCallTree) cut = scope_call_tree_read (trace, &lane, 1, 2, 504, NULL, NULL);
  const ScopeCallNode *node;

  check_sums (both);
  g_assert_cmpuint (both->n_lanes, ==, 2);
  g_assert_cmpint (both->alive, ==, 2000);
  g_assert_cmpuint (both->n_nodes, ==, 4);
  node = &both->nodes[node_of (both, "main;work")];
  g_assert_cmpuint (node->calls, ==, 200);
  g_assert_cmpint (node->total, ==, 1600);
  g_assert_cmpint (node->self, ==, 800);
  g_assert_cmpint (node->collecting, ==, 200);
  g_assert_cmpint (both->nodes[node_of (both, "main")].self, ==, 400);
  g_assert_cmpuint (both->nodes[node_of (both, "main;work;garbage_collect")].calls, ==, 200);
  g_assert_cmpint (function_of (both, "leaf")->total, ==, 600);
  g_assert_cmpint (function_of (both, "garbage_collect")->kind, ==, SCOPE_CALL_FUNCTION_COLLECT);
  g_assert_cmpuint (both->n_edges, ==, 4);
  g_assert_cmpuint (both->edges[0].caller, ==, SCOPE_NONE);
  g_assert_cmpint (both->edges[1].time, ==, 1600);
  check_sums (one);
  g_assert_cmpuint (function_of (one, "work")->calls, ==, 50);
  g_assert_cmpint (one->alive, ==, 500);
  check_sums (cut);
  g_assert_cmpuint (function_of (cut, "work")->calls, ==, 50);
  g_assert_cmpint (function_of (cut, "leaf")->total, ==, 2 + 49 * 3 + 3);
  g_assert_cmpuint (function_of (cut, "main")->calls, ==, 0);
  g_assert_cmpint (function_of (cut, "main")->total, ==, 502);
}

static void
test_activations (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (100);
  const ScopeLaneId lane = { 1, SCOPE_KIND_PROCESSOR, 0 }, none = { 0, SCOPE_KIND_PROCESSOR, 1 };
  g_autoptr (ScopeActivations) all = scope_activations_read (trace, lane, 0, 2000, 0, 64, NULL, NULL);
  g_autoptr (ScopeActivations) coarse = scope_activations_read (trace, lane, 0, 1000, 100, 2, NULL, NULL);
  g_autoptr (ScopeActivations) nothing = scope_activations_read (trace, none, 0, 1000, 0, 64, NULL, NULL);
  g_autoptr (ScopeActivations) at = scope_activations_read_at (trace, lane, 13, NULL, NULL);
  const ScopeActivation *item;

  g_assert_true (scope_activations_in_lane (trace, lane));
  g_assert_false (scope_activations_in_lane (trace, none));
  g_assert_cmpuint (scope_activations_depth (trace, lane), ==, 3);
  g_assert_cmpuint (all->n, ==, 301);
  g_assert_cmpuint (all->n_depths, ==, 3);
  g_assert_cmpint (all->known_until, ==, 1000);
  g_assert_false (all->truncated);
  item = scope_activations_find (all, 0, 700);
  g_assert_cmpstr (all->functions[item->function].name, ==, "main");
  g_assert_cmpint (item->to, ==, 1000);
  g_assert_cmpuint (item->flags, ==, SCOPE_CALL_OPEN);
  item = scope_activations_find (all, 1, 715);
  g_assert_cmpint (item->from, ==, 710);
  g_assert_cmpuint (item->flags, ==, SCOPE_CALL_TAIL);
  g_assert_null (scope_activations_find (all, 1, 719));
  g_assert_null (scope_activations_find (all, 3, 715));
  g_assert_cmpuint (all->functions[scope_activations_find (all, 2, 714)->function].number, ==, SCOPE_FUNCTION_COLLECT);
  g_assert_cmpuint (coarse->n_depths, ==, 2);
  g_assert_cmpuint (coarse->n, <, 25);
  g_assert_cmpuint (nothing->n, ==, 0);
  g_assert_cmpuint (at->n, ==, 3);
  g_assert_cmpint (at->items[0].from, ==, 0);
  g_assert_cmpint (at->items[0].to, ==, 1000);
  g_assert_cmpint (at->items[1].to, ==, 18);
  g_assert_cmpint (at->items[2].from, ==, 11);
}

static void
test_cursor (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (100);
  const ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 0 };
  g_autoptr (ScopeActivationCursor) cursor = scope_activation_cursor_new (trace, lane, 500, SCOPE_TIME_MAX);
  ScopeActivation item;
  const guint32 *stack;
  guint n = 0;

  while (scope_activation_cursor_next (cursor, &item, &stack, NULL))
    {
      g_assert_cmpuint (stack[0], ==, MAIN);
      g_assert_cmpuint (stack[item.depth], ==, item.function);
      if (n == 0)
        g_assert_cmpint (item.from, ==, 501);
      n++;
    }
  g_assert_cmpuint (n, ==, 151);
  g_assert_cmpuint (item.flags, ==, SCOPE_CALL_OPEN);
}

/* A million at most are read one by one: then it says how far it came. */
static void
test_budget (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (400000);
  const ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 0 };
  g_autoptr (ScopeActivations) all = scope_activations_read (trace, lane, 0, 4000000, 0, 64, NULL, NULL);
  g_autoptr (ScopeActivations) seen = scope_activations_read (trace, lane, 0, 4000000, 2500, 64, NULL, NULL);
  g_autoptr (ScopeCallTree) tree = scope_call_tree_read (trace, &lane, 1, 0, 4000000, NULL, NULL);

  g_assert_true (all->truncated);
  g_assert_cmpint (all->known_until, >, 3000000);
  g_assert_cmpint (all->known_until, <, 3600000);
  g_assert_false (seen->truncated);
  g_assert_cmpuint (seen->n, <, 3 * 3300);
  g_assert_cmpuint (function_of (tree, "leaf")->calls, ==, 400000);
}

static void
finished (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **kept = user_data;

  *kept = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **kept)
{
  while (*kept == NULL)
    g_main_context_iteration (NULL, TRUE);

  return g_steal_pointer (kept);
}

static void
test_threads (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (100);
  const ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (ScopeCallTree) tree = scope_call_tree_read (trace, &lane, 1, 0, 1000, NULL, NULL);
  g_autoptr (ScopeActivations) activations = scope_activations_read (trace, lane, 0, 1000, 0, 64, NULL, NULL);
  g_autoptr (ScopeActivations) at = scope_activations_read_at (trace, lane, 500, NULL, NULL);
  GAsyncResult *kept = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (tree->n_nodes, ==, 4);
  g_assert_cmpuint (activations->n, ==, 301);
  scope_activations_read_at_async (trace, lane, 500, NULL, finished, &kept);
  {
    g_autoptr (GAsyncResult) result = wait_for (&kept);
    g_autoptr (ScopeActivations) stack = scope_task_answer (result, NULL);

    g_assert_cmpuint (stack->n, >, 0);
    g_assert_cmpuint (stack->n, ==, at->n);
  }
  g_cancellable_cancel (cancellable);
  g_assert_null (scope_call_tree_read (trace, NULL, 0, 0, 1000, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-tree/tree", test_tree);
  g_test_add_func ("/call-tree/activations", test_activations);
  g_test_add_func ("/call-tree/cursor", test_cursor);
  g_test_add_func ("/call-tree/budget", test_budget);
  g_test_add_func ("/call-tree/threads", test_threads);

  return g_test_run ();
}
