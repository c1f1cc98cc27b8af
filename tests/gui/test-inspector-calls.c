/* test-inspector-calls.c: what the inspector says of a simulation: hardware events of a stretch, an activation, why it waits for a
 * lock, and the ways to its caller and its callees.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "inspector-input.h"

#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/view/scope-view-call.h"

/* A stretch of a core: how many missed; the time of one event: what it is. */
static void
test_events (Fixture *f, gconstpointer data)
{
  const ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 0 };
  ScopeTrace *trace = scope_view_get_trace (f->view);
  g_autoptr (GPtrArray) all = NULL;
  const ScopeCallMarks *marks;
  ScopeViewport viewport;
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  scope_view_select_lane (f->view, &lane);
  scope_view_select_range (f->view, first, first + (last - first) / 2);
  assert_says (f, "Hardware Events", "L1 data miss", "L2 miss");
  scope_viewport_init (&viewport, first, last, 4000);
  all = scope_call_marks_read (trace, &lane, 1, &viewport, 1u << SCOPE_HIT_MB, 0, NULL);
  marks = g_ptr_array_index (all, 0);
  for (guint i = 0; i < marks->marks->len; i++)
    {
      const ScopeCallMark *mark = &g_array_index (marks->marks, ScopeCallMark, i);

      if (mark->count > 1)
        continue;
      scope_view_select_range (f->view, mark->time, mark->time + 1);
      assert_says (f, "Hardware Event", "Memory barrier", "Where");
      return;
    }
  g_assert_not_reached ();
}

static gboolean
has_call (gpointer view)
{
  ScopeActivationId call;

  return scope_view_get_selected_call (view, &call);
}

static gboolean
is_shallower (gpointer data)
{
  const struct
  {
    ScopeView *view;
    guint depth;
  } *than = data;
  ScopeActivationId call;

  return scope_view_get_selected_call (than->view, &call) && call.depth < than->depth;
}

/* A jump to a wait for a lock: the activation is chosen and said, who had the lock, and the way to its caller. */
static void
test_activation (Fixture *f, gconstpointer data)
{
  const ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, 0 };
  g_autoptr (GError) error = NULL;
  ScopeActivationId call, caller, back;
  GtkWidget *row;

  scope_view_set_width (f->view, 900);
  scope_view_go_to (f->view, &lane, 4780500, 8242500);
  g_assert_true (gui_wait (has_call, f->view));
  assert_says (f, "_spin_lock", "Called by", "try_to_wake_up", "3,462,000 ps", "6,924 cycles", "Depth", "Instructions");
  assert_says (f, "Why Is It Waiting?", "Core 1 had it, in schedule", "2 attempts");
  check_shape (f);
  take_picture (f, "activation");
  g_assert_true (scope_view_get_selected_call (f->view, &call));
  g_assert_cmpint (call.from, ==, 4780500);
  g_assert_cmpint (call.to, ==, 8242500);
  row = row_of (f, "Called by");
  g_assert_nonnull (row);
  g_signal_emit_by_name (gtk_widget_get_parent (row), "row-activated", row);
  g_assert_true (gui_wait (is_shallower, &(struct { ScopeView *view; guint depth; }) { f->view, call.depth }));
  assert_says (f, "Calls Out", "_spin_lock", "Waits for Locks");
  g_assert_true (scope_view_get_selected_call (f->view, &caller));
  g_assert_cmpuint (caller.depth, ==, call.depth - 1);
  g_assert_cmpuint (scope_view_find_calls_row (f->view, lane), !=, SCOPE_NONE);
  scope_view_select_range (f->view, 0, 1);
  g_assert_false (has_call (f->view));

  g_assert_true (scope_activation_step (f->trace, &caller, SCOPE_ACTIVATION_CALLEE, NULL, &back, NULL, &error));
  g_assert_true (scope_activation_id_equal (&back, &call));
  g_assert_true (scope_activation_step (f->trace, &call, SCOPE_ACTIVATION_CALLER, NULL, &back, NULL, &error));
  g_assert_true (scope_activation_id_equal (&back, &caller));
  g_assert_true (scope_activation_step (f->trace, &caller, SCOPE_ACTIVATION_NEXT, NULL, &back, NULL, &error));
  g_assert_cmpint (back.from, >=, caller.to);
  g_assert_true (scope_activation_step (f->trace, &back, SCOPE_ACTIVATION_PREVIOUS, NULL, &back, NULL, &error));
  g_assert_true (scope_activation_id_equal (&back, &caller));
  g_assert_no_error (error);
}

/* Of every activation, its own time and that of what it called add up to all of it, where tasks take turns, too. */
static void
test_activation_times (Fixture *f, gconstpointer data)
{
  guint n = 0;

  for (guint core = 0; core < 2; core++)
    {
      const ScopeLaneId lane = { 0, SCOPE_KIND_PROCESSOR, core };
      g_autoptr (GError) error = NULL;
      g_autoptr (ScopeActivations) all
          = scope_activations_read (f->trace, lane, SCOPE_TIME_MIN / 4, SCOPE_TIME_MAX / 4, 0, 64, NULL, &error);

      g_assert_no_error (error);
      for (guint depth = 0; depth + 1 < all->n_depths; depth++)
        for (guint32 i = all->depths[depth]; i < all->depths[depth + 1]; i++)
          {
            const ScopeActivationId id = { lane, depth, all->items[i].from, all->items[i].to };
            ScopeActivationFacts *facts;
            gint64 sum;

            if (id.to <= id.from)
              continue;
            facts = scope_activation_facts_read (f->trace, &id, NULL, &error);
            g_assert_no_error (error);
            g_assert_true (facts->all_callees);
            sum = facts->self;
            for (guint c = 0; c < facts->n_callees; c++)
              sum += facts->callees[c].time;
            g_assert_cmpint (facts->self, >=, 0);
            g_assert_cmpint (sum, ==, facts->id.to - facts->id.from);
            scope_activation_facts_free (facts);
            n++;
          }
    }
  g_assert_cmpuint (n, >, 100);
}

int
main (int argc, char **argv)
{
#define CORES "tests/data/sim/sched-tasks.m5.out.gz"
  gui_init (&argc, &argv);
  g_test_add ("/inspector/events", Fixture, CORES, set_up, test_events, tear_down);
  g_test_add ("/inspector/activation", Fixture, CORES, set_up, test_activation, tear_down);
  g_test_add ("/inspector/activation-times", Fixture, CORES, set_up, test_activation_times, tear_down);
  return g_test_run ();
}
