/* test-lanes.c: the tree of rows: jumps to what is folded away, order, filters, and how little 190,000 threads cost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-family.h"
#include "model/scene/view/scope-fetch-ahead.h"
#include "model/scene/timeline/scope-timeline-scene.h"
#include "scene-texts.h"

#include <string.h>

#define END G_GINT64_CONSTANT (1000000)

/* Machines of GHC with two processors and n threads; thread i has the label "worker" (i % 3 == 0),
 * "reader" (1) or none (2), lives from 10·i to 10·i + 1000 and runs for i ticks of it (and seven more with each machine). */
static void
add_machine (ScopeTrace *trace, guint number, guint n)
{
  ScopeMachine *machine = scope_machine_new (number, scope_bytes_new_memory ());
  guint32 index;

  scope_machine_open_sink (machine, FALSE, 64 << 20, NULL, NULL);
  machine->number = number + 1;
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
      rows[1] = scope_row (lane, start + MAX (1, (i + 7 * number) % 1000), SCOPE_CODE_MVAR, 0);
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
}

static ScopeTrace *
make_trace (guint n)
{
  ScopeTrace *trace = scope_trace_new ();

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "threads", "none", SCOPE_RUNTIME_GHC });
  add_machine (trace, 0, n);
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

static const char *
detail (ScopeLaneList *list, const char *key)
{
  guint row = scope_lane_list_find_key (list, key);

  return row != SCOPE_NONE ? scope_lane_list_row (list, row)->detail : NULL;
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

/* --- names, helpers, heights, ticks --- */

/* GHC's: of the labels some differ by their numbers alone, and some are the runtime's. */
static ScopeTrace *
make_named (guint n, const char *const *names, guint n_names)
{
  ScopeTrace *trace = make_trace (n);
  ScopeMachine *machine = scope_trace_machine (trace, 0);

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "eventlog", "test", "none", SCOPE_RUNTIME_GHC });
  for (guint i = 0; i < n; i++)
    ((ScopeEntity *) scope_machine_entity (machine, SCOPE_KIND_THREAD, i))->name = (char *) names[i % n_names];
  return trace;
}

/* Labels that differ by a number are one group, named for what they have in common; one of its kind keeps its number. */
static void
test_numbered_names (void)
{
  static const char *const names[] = { "worker 1", "worker 2", "worker 31", "slot 7 of 8", "stage 1", "IOManager on cap 0" };
  g_autoptr (ScopeTrace) trace = make_named (600, names, G_N_ELEMENTS (names));
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace);
  guint row;

  scope_lane_list_set_expanded (list, scope_lane_list_find_key (list, "threads:1"), TRUE);
  g_assert_cmpstr (detail (list, "group:1/worker #"), ==, "300");
  g_assert_cmpstr (detail (list, "group:1/slot 7 of 8"), ==, "100");
  g_assert_cmpstr (detail (list, "group:1/stage 1"), ==, "100");
  /* What the runtime has for itself comes last, folded. */
  g_assert_cmpstr (detail (list, "group:1/runtime"), ==, "100");
  row = scope_lane_list_find_key (list, "group:1/runtime");
  g_assert_cmpuint (row, ==, scope_lane_list_n_rows (list) - 1);
  g_assert_false (scope_lane_list_row (list, row)->expanded);
}

/* Where threads are not grouped, too; and it can be reached. */
static void
test_helpers (void)
{
  static const char *const names[] = { "work", "TimerManager", NULL };
  g_autoptr (ScopeTrace) trace = make_named (9, names, G_N_ELEMENTS (names));
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace);
  ScopeLaneId helper = { 0, SCOPE_KIND_THREAD, 1 };
  guint row = scope_lane_list_find_key (list, "group:1/runtime");

  g_assert_cmpuint (row, ==, scope_lane_list_n_rows (list) - 1);
  g_assert_cmpstr (scope_lane_list_row (list, row)->detail, ==, "3");
  g_assert_cmpuint (find_thread (list, 0), !=, SCOPE_NONE);
  g_assert_cmpuint (find_thread (list, 1), ==, SCOPE_NONE);
  g_assert_cmpuint (scope_lane_list_reveal (list, helper), >, row);
  g_assert_cmpuint (find_thread (list, 1), !=, SCOPE_NONE);
}

static double
height_of (ScopeLaneList *list, const char *key)
{
  guint row = scope_lane_list_find_key (list, key);

  g_assert_cmpuint (row, !=, SCOPE_NONE);
  return scope_lane_list_row (list, row)->height;
}

/* What people look at first shrinks last and grows where there is room; with many threads the rest is scrolled. */
static void
test_heights (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (12), many = make_trace (40);
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace), long_list = scope_lane_list_new (many);
  double whole = scope_lane_list_layout (list, SCOPE_HEIGHT_COMFORTABLE, 0, 0);

  g_assert_cmpfloat (scope_lane_list_layout (list, SCOPE_HEIGHT_AUTOMATIC, 2000, 0), >, whole);
  g_assert_cmpfloat (height_of (list, "processor:1/0"), >=, 40);
  g_assert_cmpfloat (height_of (list, "thread:1/1"), ==, 28);
  for (double available = whole; available > whole / 2; available -= 7)
    {
      g_assert_cmpfloat (scope_lane_list_layout (list, SCOPE_HEIGHT_AUTOMATIC, available, 0), <=, available);
      g_assert_cmpfloat (height_of (list, "processor:1/0"), >=, height_of (list, "thread:1/1"));
      g_assert_cmpfloat (height_of (list, "processor:1/0"), >=, 14);
    }
  scope_lane_list_set_expanded (long_list, scope_lane_list_find_key (long_list, "threads:1"), TRUE);
  g_assert_cmpfloat (scope_lane_list_layout (long_list, SCOPE_HEIGHT_AUTOMATIC, 300, 0), >, 300);
  g_assert_cmpfloat (height_of (long_list, "processor:1/0"), >=, 20);
  g_assert_cmpfloat (height_of (long_list, "thread:1/40"), ==, 10);
  /* Nothing but threads: they are what is looked at. */
  scope_lane_list_set_show (list, SCOPE_SHOW_THREADS);
  scope_lane_list_layout (list, SCOPE_HEIGHT_AUTOMATIC, 2000, 0);
  g_assert_cmpfloat (height_of (list, "thread:1/1"), >=, 40);
}

static void
test_ticks (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (5);
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace);
  g_autoptr (GArray) ticks = scope_lane_list_dup_ticks (list), after = NULL;
  guint n = scope_lane_list_n_rows (list);

  g_assert_cmpuint (ticks->len, ==, n); /* all stand open */
  for (guint i = 0; i < n; i++)
    g_assert_cmpstr (g_array_index (ticks, ScopeLaneTick, i).key, ==, scope_lane_list_row (list, i)->key);
  scope_lane_list_set_hidden (list, "processor:1/1", TRUE);
  g_assert_cmpuint (scope_lane_list_n_rows (list), ==, n - 1);
  g_assert_cmpuint (scope_lane_list_find_key (list, "processor:1/1"), ==, SCOPE_NONE);
  after = scope_lane_list_dup_ticks (list);
  g_assert_cmpuint (after->len, ==, n); /* it can be ticked again */
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (g_array_index (after, ScopeLaneTick, i).hidden, ==,
                     g_str_equal (g_array_index (after, ScopeLaneTick, i).key, "processor:1/1"));
  scope_lane_list_set_hidden (list, "processor:1/1", FALSE);
  g_assert_cmpuint (scope_lane_list_n_rows (list), ==, n);
}

/* As many as a click shows are all that are left: there is no "of" then. */
static void
test_more (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (36), large = make_trace (399);
  g_autoptr (ScopeLaneList) list = scope_lane_list_new (trace), larger = scope_lane_list_new (large);
  const ScopeLaneNode *last;

  scope_lane_list_set_expanded (list, scope_lane_list_find_key (list, "threads:1"), TRUE);
  last = scope_lane_list_row (list, scope_lane_list_n_rows (list) - 1);
  g_assert_cmpint (last->kind, ==, SCOPE_ROW_MORE);
  g_assert_cmpstr (last->title, ==, "Show 16 more");
  g_assert_null (last->detail);
  scope_lane_list_set_expanded (larger, scope_lane_list_find_key (larger, "threads:1"), TRUE);
  scope_lane_list_set_expanded (larger, scope_lane_list_find_key (larger, "group:1/worker"), TRUE);
  last = scope_lane_list_row (larger, scope_lane_list_find_key (larger, "more:1:group:1/worker"));
  g_assert_cmpstr (last->title, ==, "Show 20 more");
  g_assert_cmpstr (last->detail, ==, "of 113");
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

/* A picture's legend has all that is drawn, also what only rows have that sum up others. */
static void
test_legend (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (100);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  ScopeTimelineOptions options = { .width = 1000, .height = 400, .parts = SCOPE_PART_NAMES | SCOPE_PART_LEGEND, .names_width = 200 };
  g_autoptr (ScopeScene) scene = NULL;
  ScopeLaneList *list = scope_view_get_lanes (view);
  ScopeTileGetter getter;

  for (guint i = 0; i < scope_lane_list_n_rows (list); i++)
    if (scope_lane_list_row (list, i)->kind == SCOPE_ROW_COUNTS)
      scope_lane_list_set_expanded (list, i, TRUE);
  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (view, &options, &getter, NULL);
  g_assert_cmpuint (count_texts (scene, "idle 100 %"), ==, 1); /* of the processors */
  g_assert_cmpuint (count_texts (scene, "blocked"), ==, 1);    /* of the groups of threads */
}

static char *
tip_of (ScopeTrace *trace, guint row)
{
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  ScopeTimelineOptions options = { .width = 1000, .height = 400, .parts = SCOPE_PART_NAMES, .names_width = 200 };
  g_autoptr (ScopeScene) scene = NULL;
  ScopeTileGetter getter;

  scope_lane_list_set_show (scope_view_get_lanes (view), SCOPE_SHOW_THREADS);
  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (view, &options, &getter, NULL);
  scope_view_set_range (view, 0, 1000);
  return scope_timeline_describe (view, row, 100, &getter, NULL);
}

/* Whose the row is that the pointer is on. */
static void
test_tip (void)
{
  g_autoptr (ScopeTrace) trace = scope_trace_new (), alone = make_trace (5);
  g_autofree char *words = NULL, *words_alone = tip_of (alone, 2);

  scope_trace_set_facts (trace, &(ScopeTraceFacts) { "test", "threads", "none", SCOPE_RUNTIME_GHC });
  for (guint m = 0; m < 2; m++)
    add_machine (trace, m, 5);
  scope_trace_set_progress (trace, 1, END);
  scope_trace_set_finished (trace);
  words = tip_of (trace, 7);
  g_assert_true (g_str_has_prefix (words, "thread 3 · "));
  g_assert_true (g_str_has_prefix (words_alone, "thread 3\n")); /* there is no other */
}

/* However low the rows, their names can be read. */
static void
test_low_names (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (100);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  ScopeTimelineOptions options = { .width = 1000, .height = 400, .parts = SCOPE_PART_NAMES, .names_width = 200 };
  g_autoptr (ScopeScene) scene = NULL;
  ScopeTileGetter getter;
  guint n = 0;

  scope_lane_list_set_show (scope_view_get_lanes (view), SCOPE_SHOW_THREADS);
  scope_view_set_look (view, SCOPE_LOOK_HEIGHT, SCOPE_HEIGHT_DENSE);
  scope_tile_getter_init_waiting (&getter, tiles);
  scene = scope_timeline_scene_build (view, &options, &getter, NULL);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      if (item->type == SCOPE_ITEM_TEXT && item->x < 200)
        {
          g_assert_cmpfloat (item->size, >=, 9);
          n++;
        }
    }
  g_assert_cmpuint (n, >, 30);
}

/* --- rows that stick --- */

static const ScopeItem *
find_strip (const ScopeScene *scene, guint row)
{
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);

      if (item->type == SCOPE_ITEM_STRIP && item->row == row)
        return item;
    }
  return NULL;
}

/* Nothing of a row that scrolls is drawn where rows stick. */
static void
check_clips (const ScopeScene *scene, ScopeLaneList *list, double boundary)
{
  for (guint i = 0; i < scene->items->len; i++)
    {
      const ScopeItem *item = &g_array_index (scene->items, ScopeItem, i);
      const ScopeSceneGroup *group = &g_array_index (scene->groups, ScopeSceneGroup, item->group);

      if (item->type == SCOPE_ITEM_STRIP && !scope_lane_list_row (list, item->row)->sticks)
        g_assert_cmpfloat (group->y, >=, boundary);
    }
}

/* Pinned rows stay while the others scroll; a place in the window means the row that is seen there. */
static void
test_stick (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (100);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  ScopeLaneList *list = scope_view_get_lanes (view);
  ScopeTimelineOptions options = { .width = 1000, .height = 428, .parts = SCOPE_PART_RULER | SCOPE_PART_NAMES,
                                   .names_width = 200 };
  g_autoptr (ScopeScene) top = NULL, scrolled = NULL;
  const char *pinned[] = { "thread:1/50", "thread:1/90" };
  ScopeTileGetter getter;
  guint first, end, row;

  scope_lane_list_set_show (list, SCOPE_SHOW_THREADS);
  scope_view_set_look (view, SCOPE_LOOK_HEIGHT, SCOPE_HEIGHT_COMFORTABLE);
  for (guint i = 0; i < 2; i++)
    scope_lane_list_set_pinned (list, scope_lane_list_find_key (list, pinned[i]), TRUE);
  g_assert_cmpuint (scope_lane_list_n_sticking (list), ==, 0); /* not laid out yet */
  scope_tile_getter_init_waiting (&getter, tiles);
  top = scope_timeline_scene_build (view, &options, &getter, NULL);
  g_assert_cmpuint (scope_lane_list_n_sticking (list), ==, 2);
  g_assert_cmpfloat (scope_lane_list_sticking_height (list), ==, 56);
  options.scroll_y = 280;
  scrolled = scope_timeline_scene_build (view, &options, &getter, NULL);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpfloat (find_strip (scrolled, i)->y, ==, find_strip (top, i)->y);
      g_assert_cmpuint (scope_lane_list_row_in_view (list, i * 28 + 5, 280), ==, i);
    }
  /* 56 pixels of what sticks, then the rows from 280 + 56 on: row 12 is the first. */
  g_assert_null (find_strip (scrolled, 11));
  g_assert_cmpfloat (find_strip (scrolled, 12)->y, ==, find_strip (top, 12)->y - 280);
  g_assert_cmpuint (scope_lane_list_row_in_view (list, 57, 280), ==, 12);
  scope_lane_list_rows_in_view (list, 280, 400, &first, &end);
  g_assert_cmpuint (first, ==, 12);
  g_assert_cmpuint (end, ==, 25); /* y 680 lies in row 24 */
  check_clips (scrolled, list, 28 + 56);
  check_clips (top, list, 28 + 56);

  /* Not so many that nothing is left: the rest of the pinned scroll with the others. */
  for (guint i = 0; i < 30; i++)
    scope_lane_list_set_pinned (list, scope_lane_list_n_rows (list) - 1, TRUE);
  scope_timeline_height (view, &options);
  g_assert_cmpuint (scope_lane_list_n_sticking (list), ==, 8); /* of 400 pixels, 240 */
  g_assert_true (scope_lane_list_row (list, 20)->pinned);
  g_assert_false (scope_lane_list_row (list, 20)->sticks);
  row = scope_lane_list_row_in_view (list, 8 * 28 + 1, 280);
  g_assert_cmpuint (row, ==, 18);
}

static gboolean
never (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* What comes into view by panning is there before it does. */
static void
test_ahead (void)
{
  g_autoptr (ScopeTrace) trace = make_trace (50);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (ScopeTileCache) tiles = scope_tile_cache_new (G_OBJECT (trace), 0, 1);
  ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view),
                                             scope_lane_list_find_key (scope_view_get_lanes (view), "processor:1/0"));
  guint tick = g_timeout_add (5, never, NULL), level;
  gint64 last;
  ScopeTileKey key;

  scope_view_set_width (view, 1000);
  scope_view_set_range (view, 200000, 300000);
  level = scope_viewport_level (scope_viewport_scale (scope_view_get_viewport (view)));
  last = 349999 >> (level + SCOPE_TILE_SHIFT);
  key = (ScopeTileKey) { node->sources[0].store, node->sources[0].lane, level, last };
  scope_fetch_ahead (view, 0, 100, 1, tiles);
  while (scope_tile_cache_pending (tiles) > 0)
    g_main_context_iteration (NULL, TRUE);
  for (; key.index > 300000 >> (level + SCOPE_TILE_SHIFT); key.index--)
    {
      g_autoptr (ScopeTile) tile = scope_tile_cache_peek (tiles, &key);

      g_assert_nonnull (tile);
    }
  /* Not what lies behind. */
  key.index = 190000 >> (level + SCOPE_TILE_SHIFT);
  g_assert_null (scope_tile_cache_peek (tiles, &key));
  g_source_remove (tick);
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
  g_test_add_func ("/lanes/numbered-names", test_numbered_names);
  g_test_add_func ("/lanes/helpers", test_helpers);
  g_test_add_func ("/lanes/heights", test_heights);
  g_test_add_func ("/lanes/ticks", test_ticks);
  g_test_add_func ("/lanes/more", test_more);
  g_test_add_func ("/lanes/all-machines", test_all_machines);
  g_test_add_func ("/lanes/tip", test_tip);
  g_test_add_func ("/lanes/legend", test_legend);
  g_test_add_func ("/lanes/low-names", test_low_names);
  g_test_add_func ("/lanes/stick", test_stick);
  g_test_add_func ("/lanes/ahead", test_ahead);
  g_test_add_func ("/lanes/many", test_many);
  return g_test_run ();
}
