/* test-lanes.c: the tree of rows: jumps to what is folded away, order, filters, and how little 190,000 threads cost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/scope-view.h"

#include <string.h>

#define END G_GINT64_CONSTANT (1000000)

/* A GHC trace of one machine with two processors and n threads; thread i has the label "worker" (i % 3 == 0),
 * "reader" (1) or none (2), lives from 10·i to 10·i + 1000 and runs for i ticks of it. */
static ScopeTrace *
make_trace (guint n)
{
  ScopeTrace *trace = scope_trace_new ();
  ScopeMachine *machine = scope_machine_new (0, scope_bytes_new_memory ());
  guint32 index;

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "threads", "none", SCOPE_RUNTIME_GHC });
  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->number = 1;
  machine->tick_ps = 1000;
  machine->lane = SCOPE_NONE;
  for (guint p = 0; p < 2; p++)
    {
      guint32 lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE, SCOPE_NONE);

      scope_lane_store_set_life (machine->lanes, lane, 0, END);
      scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, p, lane, &index);
    }
  machine->threads_lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_THREADS, SCOPE_CODE_IDLE, SCOPE_NONE);
  for (guint i = 0; i < n; i++)
    {
      gint64 start = MIN (10 * (gint64) i, END - 1000);
      guint32 lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_THREAD, SCOPE_CODE_RUNNABLE, SCOPE_NONE);
      ScopeEntity *entity = scope_machine_add_entity (machine, SCOPE_KIND_THREAD, i + 1, lane, &index);
      ScopeRow rows[2];

      scope_lane_store_set_life (machine->lanes, lane, start, start + 1000);
      rows[0] = scope_row (lane, start, SCOPE_CODE_RUNNING, 0);
      rows[1] = scope_row (lane, start + MAX (1, i % 1000), SCOPE_CODE_MVAR, 0);
      scope_lane_store_add_rows (machine->lanes, rows, 2, NULL);
      entity->first = start;
      entity->last = start + 1000;
      entity->process = SCOPE_NONE;
      entity->name = i % 3 == 0 ? (char *) "worker" : i % 3 == 1 ? (char *) "reader" : NULL;
    }
  g_assert_true (scope_machine_finish (machine, END, NULL));
  machine->first = 0;
  machine->last = END;
  scope_trace_add_machine (trace, machine);
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
  return trace;
}

static guint
find_thread (ScopeLaneList *list, guint32 index)
{
  return scope_lane_list_find (list, (ScopeLaneId) { 0, SCOPE_KIND_THREAD, index }, FALSE);
}

static void
note_reveal (ScopeView *view, guint row, guint *ret_row)
{
  *ret_row = row;
}

/* A jump to a thread that is in a folded group, beyond the first twenty. */
static void
test_reveal (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (1000);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeLaneList *list = scope_view_get_lanes (view);
  ScopeLaneId lane = { 0, SCOPE_KIND_THREAD, 4 }, selected;
  guint revealed = SCOPE_NONE, n = scope_lane_list_n_rows (list);
  double left;
  gint64 from, to;

  g_signal_connect (view, "reveal", G_CALLBACK (note_reveal), &revealed);
  g_assert_cmpuint (find_thread (list, 4), ==, SCOPE_NONE);
  scope_view_go_to (view, &lane, 40, 140);
  g_assert_cmpuint (revealed, !=, SCOPE_NONE);
  g_assert_cmpuint (revealed, ==, find_thread (list, 4));
  /* Three groups, and in the unfolded one twenty, this one, and "more". */
  g_assert_cmpuint (scope_lane_list_n_rows (list), ==, n + 3 + 22);
  g_assert_true (scope_view_get_selected_lane (view, &selected));
  g_assert_cmpuint (selected.index, ==, 4);
  g_assert_true (scope_view_get_selected_range (view, &from, &to));
  g_assert_cmpint (from, ==, 40);
  g_assert_cmpint (to, ==, 140);
  g_assert_cmpfloat (scope_view_get_viewport (view)->span, <, 1000);
  g_assert_true (scope_view_can_go_back (view));

  /* What is seen already stays where it is. */
  left = scope_view_get_viewport (view)->from;
  scope_view_go_to (view, &lane, 50, 120);
  g_assert_cmpfloat (scope_view_get_viewport (view)->from, ==, left);

  /* Hidden, or no part of what is shown: it is shown again. */
  scope_lane_list_hide (list, find_thread (list, 4));
  g_assert_cmpuint (find_thread (list, 4), ==, SCOPE_NONE);
  scope_view_go_to (view, &lane, 40, 140);
  g_assert_cmpuint (find_thread (list, 4), !=, SCOPE_NONE);
  scope_lane_list_set_show (list, SCOPE_SHOW_PROCESSORS);
  g_assert_cmpuint (find_thread (list, 4), ==, SCOPE_NONE);
  scope_view_go_to (view, &lane, 40, 140);
  g_assert_cmpuint (find_thread (list, 4), !=, SCOPE_NONE);

  /* What is not there is no row. */
  lane.index = 5000;
  g_assert_cmpuint (scope_lane_list_reveal (list, lane), ==, SCOPE_NONE);
  lane.machine = 7;
  g_assert_cmpuint (scope_lane_list_reveal (list, lane), ==, SCOPE_NONE);
}

/* Instants and very long stretches come into view; the history leads back. */
static void
test_go_to (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (10);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  const ScopeViewport *viewport = scope_view_get_viewport (view);

  scope_view_set_width (view, 1000);
  scope_view_go_to (view, NULL, 700000, 700000);
  g_assert_cmpfloat (viewport->span, <, END / 2);
  g_assert_cmpfloat (viewport->from, <, 700000);
  g_assert_cmpfloat (viewport->to, >, 700000);
  scope_view_go_to (view, NULL, 100000, 600000);
  g_assert_cmpfloat (viewport->from, <=, 100000);
  g_assert_cmpfloat (viewport->to, >=, 600000);
  scope_view_go_to (view, NULL, 300000, 300010);
  g_assert_cmpfloat (scope_viewport_scale (viewport), <, 1);
  g_assert_true (scope_view_back (view));
  g_assert_cmpfloat (viewport->from, <=, 100000);
  g_assert_true (scope_view_back (view));
  g_assert_true (scope_view_back (view));
  g_assert_true (scope_viewport_is_whole (viewport));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lanes/reveal", test_reveal);
  g_test_add_func ("/lanes/go-to", test_go_to);
  return g_test_run ();
}
