/* test-lanes.c: the tree of rows: jumps to what is folded away, order, filters, and how little 190,000 threads cost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lane-traces.h"

#include "model/scene/lanes/scope-lane-ranking.h"

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

/* --- filters --- */

static void
wait_for_matches (ScopeLaneList *list)
{
  while (scope_lane_list_is_matching (list))
    g_main_context_iteration (NULL, TRUE);
}

static void
filter (ScopeLaneList *list, const char *text, gboolean regex, int state, double share, gint64 life)
{
  ScopeLaneFilter f;

  scope_lane_filter_init (&f);
  f.text = g_strdup (text);
  f.regex = regex;
  f.state = state;
  f.share = share;
  f.life = life;
  scope_lane_list_set_filter (list, &f);
  scope_lane_filter_clear (&f);
  wait_for_matches (list);
}

static guint
count_rows (ScopeLaneList *list, ScopeRowKind kind)
{
  guint n = 0;

  for (guint i = 0; i < scope_lane_list_n_rows (list); i++)
    n += scope_lane_list_row (list, i)->kind == kind;
  return n;
}

/* By text, expression, share of a state and life; what is found is unfolded, and nothing else is there. */
static void
test_filter (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (999);
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace);
  guint n = scope_lane_list_n_rows (list);

  filter (list, "READER", FALSE, -1, 0, 0);
  g_assert_cmpuint (count_rows (list, SCOPE_ROW_GROUP), ==, 1);
  g_assert_cmpstr (detail (list, "group:1/reader"), ==, "333");
  {
    /* Too many to be added up at every frame: how many live is counted, exactly. */
    const ScopeLaneNode *group = scope_lane_list_row (list, scope_lane_list_find_key (list, "group:1/reader"));
    ScopeMachine *machine = scope_trace_machine (trace, 0);

    g_assert_cmpuint (group->n_sources, ==, 0);
    g_assert_cmpuint (group->family->n, ==, 333);
    for (gint64 time = -500; time < 2500; time += 250)
      {
        guint living = 0;

        for (guint i = 0; i < group->family->n; i++)
          {
            const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_THREAD, group->family->members[i]);

            living += entity->first < time + 250 && entity->last >= time;
          }
        g_assert_cmpuint (scope_lane_family_alive (group->family, machine, time, time + 250), ==, living);
      }
  }
  g_assert_cmpuint (scope_lane_list_find_key (list, "processor:1/0"), ==, SCOPE_NONE);
  g_assert_cmpuint (scope_lane_list_find_key (list, "activity"), ==, SCOPE_NONE);

  /* Few enough to be shown at once. */
  filter (list, "thread 10[0-3]\\b", TRUE, -1, 0, 0);
  g_assert_cmpuint (count_rows (list, SCOPE_ROW_STATES), ==, 4);
  g_assert_cmpuint (find_thread (list, 99), !=, SCOPE_NONE);
  g_assert_cmpuint (find_thread (list, 103), ==, SCOPE_NONE);

  /* An expression that is none changes nothing. */
  filter (list, "((", TRUE, -1, 0, 0);
  g_assert_cmpuint (count_rows (list, SCOPE_ROW_STATES), ==, 4);

  /* Thread i runs for i of its 1000 ticks: 90 % are those from 900 to 998. */
  filter (list, NULL, FALSE, SCOPE_STATE_RUNNING, .9, 0);
  scope_lane_list_set_expanded (list, scope_lane_list_find_key (list, "threads:1"), TRUE);
  g_assert_cmpstr (detail (list, "group:1/worker"), ==, "33");
  filter (list, "no such thing", FALSE, -1, 0, 0);
  g_assert_cmpuint (scope_lane_list_n_rows (list), ==, 0);
  filter (list, NULL, FALSE, -1, 0, 2000); /* threads live for 1000 */
  g_assert_cmpuint (count_rows (list, SCOPE_ROW_GROUP), ==, 0);
  g_assert_cmpuint (scope_lane_list_find_key (list, "processor:1/0"), !=, SCOPE_NONE);

  filter (list, NULL, FALSE, -1, 0, 0);
  g_assert_cmpuint (scope_lane_list_n_rows (list), ==, n + 3);
}

/* In a stretch of time, the most running of those alive there; the others are counted, and can be had. */
static void
test_absent (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (3000);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeLaneList *list = scope_view_get_lanes (view);
  guint row;

  scope_lane_list_set_expanded (list, scope_lane_list_find_key (list, "threads:1"), TRUE);
  scope_lane_list_set_expanded (list, scope_lane_list_find_key (list, "group:1/worker"), TRUE);
  g_assert_cmpuint (count_rows (list, SCOPE_ROW_ABSENT), ==, 0);
  /* From 5000 to 5200 those live that began after 4000 and before 5200: threads 401 to 519; 40 are workers. */
  scope_view_set_range (view, 5000, 5200);
  wait_for_matches (list);
  g_assert_cmpuint (count_rows (list, SCOPE_ROW_ABSENT), ==, 1);
  row = scope_lane_list_find_key (list, "absent:1:group:1/worker");
  g_assert_cmpstr (scope_lane_list_row (list, row)->title, ==, "+960 not alive here");
  g_assert_cmpuint (find_thread (list, 507), !=, SCOPE_NONE);
  g_assert_cmpuint (find_thread (list, 999), ==, SCOPE_NONE);
  scope_lane_list_set_expanded (list, row, TRUE);
  wait_for_matches (list);
  g_assert_cmpuint (count_rows (list, SCOPE_ROW_ABSENT), ==, 0);
  g_assert_false (scope_lane_list_get_filter (list)->hide_absent);
}

/* Order by keys: as moved, then as sorted; not past what only shows more. */
static void
test_order (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (30);
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace);
  guint first = scope_lane_list_find_key (list, "processor:1/0"), before = 0, row;
  double y = 0;

  g_assert_true (scope_lane_list_move_step (list, first, 1, TRUE));
  g_assert_cmpuint (scope_lane_list_find_key (list, "processor:1/1"), ==, first);
  g_assert_cmpuint (scope_lane_list_find_key (list, "processor:1/0"), ==, first + 1);
  g_assert_false (scope_lane_list_move_step (list, 0, -1, TRUE));

  /* Dropped on the top, a row goes before the first of its siblings; below all, to their end. */
  scope_lane_list_layout (list, SCOPE_HEIGHT_COMFORTABLE, 1000, 0);
  g_assert_true (scope_lane_list_find_drop (list, first + 1, 1, &before, &y));
  g_assert_cmpuint (before, ==, 0);
  g_assert_cmpfloat (y, ==, 0);
  g_assert_true (scope_lane_list_find_drop (list, first, 5000, &before, &y));
  g_assert_cmpuint (before, ==, SCOPE_NONE);
  scope_lane_list_move (list, first, before);
  row = scope_lane_list_find_key (list, "processor:1/1");
  g_assert_cmpuint (row, ==, scope_lane_list_n_rows (list) - 1);

  scope_lane_list_set_show (list, SCOPE_SHOW_THREADS);
  scope_lane_list_set_sort (list, SCOPE_SORT_RUNNING);
  g_assert_cmpuint (scope_lane_list_row (list, 0)->lane.index, ==, 29);
  scope_lane_list_set_sort (list, SCOPE_SORT_ID);
  g_assert_cmpuint (scope_lane_list_row (list, 0)->lane.index, ==, 0);
  scope_lane_list_set_sort (list, SCOPE_SORT_START);
  g_assert_cmpuint (scope_lane_list_row (list, 0)->lane.index, ==, 0);
}

/* Of more threads than are shown, those that run most come first, unless numbers were asked for. */
static void
test_order_of_many (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (1000);
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace);

  scope_lane_list_set_show (list, SCOPE_SHOW_THREADS);
  g_assert_cmpint (scope_lane_list_get_sort (list), ==, SCOPE_SORT_AUTO);
  g_assert_cmpuint (scope_lane_list_row (list, 0)->lane.index, ==, 999);
  scope_lane_list_set_sort (list, SCOPE_SORT_ID);
  for (guint i = 0; i < 100; i++)
    g_assert_cmpuint (scope_lane_list_row (list, i)->lane.index, ==, i);
  scope_lane_list_set_sort (list, SCOPE_SORT_AUTO);
  g_assert_cmpuint (scope_lane_list_row (list, 0)->lane.index, ==, 999);
}

/* Rows that are made anew between two frames have their places at once: whoever clicks meets them. */
static void
test_rows_made_anew (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (3000);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeLaneList *list = scope_view_get_lanes (view);
  guint last;
  double y;

  scope_lane_list_set_expanded (list, scope_lane_list_find_key (list, "threads:1"), TRUE);
  scope_lane_list_layout (list, SCOPE_HEIGHT_COMFORTABLE, 1000, 0);
  last = scope_lane_list_n_rows (list) - 1;
  y = scope_lane_list_row (list, last)->y;
  g_assert_cmpuint (scope_lane_list_row_at (list, y + 1), ==, last);
  scope_view_set_range (view, 5000, 5200); /* looks anew who is alive there */
  wait_for_matches (list);
  last = scope_lane_list_n_rows (list) - 1;
  g_assert_cmpfloat (scope_lane_list_row (list, last)->height, >, 0);
  g_assert_cmpuint (scope_lane_list_row_at (list, scope_lane_list_row (list, last)->y + 1), ==, last);
  scope_lane_list_set_expanded (list, scope_lane_list_find_key (list, "threads:1"), FALSE);
  for (guint i = 1; i < scope_lane_list_n_rows (list); i++)
    g_assert_cmpfloat (scope_lane_list_row (list, i)->y, >, scope_lane_list_row (list, i - 1)->y);
}

/* --- one order over all machines --- */

static gint64
running_time (ScopeTrace *trace, ScopeLaneId lane)
{
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  gint64 totals[SCOPE_N_STATES] = { 0 };

  scope_lane_store_totals (machine->lanes, scope_machine_entity (machine, lane.kind, lane.index)->lane, totals);
  return totals[SCOPE_STATE_RUNNING];
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 *x = a, *y = b;

  return *x > *y ? -1 : *x < *y;
}

/* A list of all machines' threads is in one order, and those that are not listed come later in it. */
static void
test_all_machines (void)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new ();
  g_autoptr (ScopeLaneList) list = NULL;
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint n_threads = 0, machines = 0;

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "threads", "none", SCOPE_RUNTIME_GHC });
  for (guint m = 0; m < 3; m++)
    add_machine (trace, m, 150);
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
  for (guint m = 0; m < 3; m++)
    for (guint i = 0; i < 150; i++)
      {
        gint64 time = running_time (trace, (ScopeLaneId) { m, SCOPE_KIND_THREAD, i });

        g_array_append_val (times, time);
      }
  g_array_sort (times, compare_times);
  list = scope_lane_list_new (trace);
  scope_lane_list_set_show (list, SCOPE_SHOW_THREADS);
  scope_lane_list_set_sort (list, SCOPE_SORT_RUNNING);
  for (guint i = 0; i < scope_lane_list_n_rows (list); i++)
    {
      const ScopeLaneNode *node = scope_lane_list_row (list, i);

      if (node->kind != SCOPE_ROW_STATES)
        {
          g_assert_cmpint (node->kind, ==, SCOPE_ROW_MORE);
          g_assert_nonnull (strchr (node->detail, ',')); /* whose they are */
          continue;
        }
      g_assert_cmpuint (i, ==, n_threads); /* what shows more stands at the end */
      g_assert_cmpint (running_time (trace, node->lane), ==, g_array_index (times, gint64, n_threads));
      machines |= 1u << node->lane.machine;
      n_threads++;
    }
  g_assert_cmpuint (n_threads, ==, 200);
  g_assert_cmpuint (machines, ==, 7);
  /* By number: machine by machine. */
  scope_lane_list_set_sort (list, SCOPE_SORT_ID);
  for (guint i = 0; i < 20; i++)
    g_assert_cmpuint (scope_lane_list_row (list, i)->lane.machine, ==, 0);
}

/* 190,000 threads: every change within a few frames, whatever the order. Generous: machines differ. */
static void
test_many (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (190000);
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace);
  gint64 start, longest = 0;
  guint row;

  for (guint i = 0; i < 6; i++)
    {
      start = g_get_monotonic_time ();
      row = scope_lane_list_find_key (list, "threads:1");
      switch (i)
        {
        case 0: case 2: case 4:
          scope_lane_list_set_expanded (list, row, i != 2);
          break;
        case 1:
          scope_lane_list_set_expanded (list, row + 1, TRUE);
          break;
        case 3:
          scope_lane_list_set_sort (list, SCOPE_SORT_WAITING);
          break;
        default:
          scope_lane_list_set_show (list, SCOPE_SHOW_THREADS);
          break;
        }
      longest = MAX (longest, g_get_monotonic_time () - start);
      g_assert_cmpuint (scope_lane_list_n_rows (list), <, 500);
    }
  g_test_message ("longest: %.1f ms", (double) longest / 1000);
  g_assert_cmpint (longest, <, 1500000);
}

static void
await_matches (ScopeLaneList *list)
{
  while (scope_lane_list_is_matching (list))
    g_main_context_iteration (NULL, TRUE);
}

/* Of more than are held in memory the thread that draws looks at none but those it shows: neither for their order nor for who is alive. */
static void
test_very_many (void)
{
  const guint n = SCOPE_LANE_MANY + 5000;
  g_autoptr (ScopeTrace) trace = make_trace (n);
  g_autoptr (ScopeLaneList) list = NULL;
  const ScopeEntities *threads = &scope_trace_machine (trace, 0)->entities[SCOPE_KIND_THREAD];
  guint touched = threads->n_touched, row;

  g_assert_cmpuint (n, ==, 70536);
  scope_trace_keep_out (trace);
  list = scope_lane_list_new (trace);
  scope_lane_list_set_show (list, SCOPE_SHOW_THREADS);
  g_assert_cmpuint (threads->n_touched, ==, touched);
  g_assert_true (scope_lane_list_is_matching (list));
  g_assert_cmpuint (scope_lane_list_n_rows (list), ==, 201);
  g_assert_cmpuint (scope_lane_list_row (list, 0)->lane.index, ==, 0);
  /* It is found out elsewhere who ran most. */
  await_matches (list);
  g_assert_cmpuint (threads->n_touched, >, touched);
  g_assert_cmpuint (scope_lane_list_row (list, 0)->lane.index, ==, 999);
  g_assert_cmpuint (scope_lane_list_row (list, 1)->lane.index, ==, 1999);
  g_assert_cmpstr (scope_lane_list_row (list, 200)->detail, ==, "of 70,336");
  /* A thread that is far behind all those can be shown. */
  row = scope_lane_list_reveal (list, (ScopeLaneId) { 0, SCOPE_KIND_THREAD, n - 1 });
  g_assert_cmpuint (scope_lane_list_row (list, row)->lane.index, ==, n - 1);
  /* Threads are made every 10 ticks and live for 1,000. */
  scope_lane_list_set_range (list, 0, 5000);
  await_matches (list);
  g_assert_cmpuint (scope_lane_list_row (list, 0)->lane.index, ==, 499);
  g_assert_cmpstr (scope_lane_list_row (list, scope_lane_list_n_rows (list) - 1)->title, ==, "+70,035 not alive here");
  /* By number nobody is asked for. */
  scope_lane_list_set_range (list, 0, END);
  await_matches (list);
  touched = threads->n_touched;
  scope_lane_list_set_sort (list, SCOPE_SORT_ID);
  g_assert_cmpuint (scope_lane_list_row (list, 0)->lane.index, ==, 0);
  g_assert_cmpuint (threads->n_touched - touched, <, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lanes/reveal", test_reveal);
  g_test_add_func ("/lanes/go-to", test_go_to);
  g_test_add_func ("/lanes/filter", test_filter);
  g_test_add_func ("/lanes/absent", test_absent);
  g_test_add_func ("/lanes/order", test_order);
  g_test_add_func ("/lanes/order-of-many", test_order_of_many);
  g_test_add_func ("/lanes/made-anew", test_rows_made_anew);
  g_test_add_func ("/lanes/all-machines", test_all_machines);
  g_test_add_func ("/lanes/many", test_many);
  g_test_add_func ("/lanes/very-many", test_very_many);
  return g_test_run ();
}
