/* test-locks.c: pictures of locks over time against what the acquisitions say, pixel by pixel; what lies under the pointer; matrix, graph and
 * tables of locks and of lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "tests/model/lock-trace.h"

#include "model/scene/locks/scope-lock-scene.h"
#include "model/scene/locks/scope-lock-tables.h"
#include "model/scene/locks/scope-lock-contention.h"

#include <locale.h>
#include <math.h>

#define WIDTH 700

static void
collect_use (const ScopeLockUse *use, gpointer user_data)
{
  g_array_append_vals (user_data, use, 1);
}

static GArray *
uses_of (ScopeTrace *trace, guint64 lock)
{
  const ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  GArray *uses = g_array_new (FALSE, FALSE, sizeof (ScopeLockUse));

  g_assert_true (scope_locks_each (&within, collect_use, uses, NULL));
  for (guint i = uses->len; i-- > 0;)
    if (g_array_index (uses, ScopeLockUse, i).lock != lock)
      g_array_remove_index_fast (uses, i);
  return uses;
}

static ScopeLockLanes *
read_lanes (ScopeTrace *trace, const ScopeLockList *list, double from, double to, guint first, guint n)
{
  ScopeLockLanesRequest request = { .first = first, .n = n };
  ScopeLockLanes *lanes;

  scope_viewport_init (&request.viewport, 0, LOCK_END, WIDTH);
  scope_viewport_set_range (&request.viewport, from, to);
  lanes = scope_lock_lanes_read (trace, list, &request, NULL, NULL);
  g_assert_nonnull (lanes);
  return lanes;
}

static double
part (double from, double to, double least, double most)
{
  return MAX (MIN (to, most) - MAX (from, least), 0);
}

/* Every use of the lane is a bar or in the shares; shares are, pixel by pixel, what the uses say. */
static void
check_lane (ScopeTrace *trace, const ScopeLockLanes *lanes, const ScopeLockLane *lane)
{
  g_autoptr (GArray) uses = uses_of (trace, lane->lock);
  const ScopeViewport *v = &lanes->request.viewport;
  double scale = scope_viewport_scale (v), held = 0, waiting = 0;
  guint64 n = 0;
  guint bars = 0;

  for (guint x = 0; x < WIDTH; x += 7)
    {
      double least = scope_viewport_x_to_ticks (v, x), most = least + scale, expected_held = 0, expected_waiting = 0;

      for (guint i = 0; i < uses->len; i++)
        {
          const ScopeLockUse *use = &g_array_index (uses, ScopeLockUse, i);

          expected_held += part ((double) use->wait_to, (double) use->hold_to, least, most) / scale;
          expected_waiting += part ((double) use->wait_from, (double) use->wait_to, least, most) / scale;
        }
      /* The range of times is rounded outwards: a tick at the edges. */
      g_assert_cmpfloat_with_epsilon (lane->columns[x].held, expected_held, 1e-3);
      g_assert_cmpfloat_with_epsilon (lane->columns[x].waiting, expected_waiting, 1e-3);
      g_assert_cmpfloat (lane->columns[x].contended, <=, lane->columns[x].held + 1e-3);
    }
  for (guint i = 0; i < uses->len; i++)
    {
      const ScopeLockUse *use = &g_array_index (uses, ScopeLockUse, i);
      double wait = part ((double) use->wait_from, (double) use->wait_to, (double) lanes->from, (double) lanes->to);
      double hold = part ((double) use->wait_to, (double) use->hold_to, (double) lanes->from, (double) lanes->to);

      n += use->wait_from < lanes->to && use->hold_to > lanes->from;
      held += hold;
      waiting += wait;
      bars += (wait >= 3 * scale) + (hold >= 3 * scale);
    }
  g_assert_cmpfloat (held, ==, (double) lane->held);
  g_assert_cmpfloat (waiting, ==, (double) lane->waiting);
  g_assert_cmpuint (n, ==, lane->n);
  g_assert_cmpuint (bars, ==, lane->bars->len);
}

static void
check_zooms (guint processors, guint locks, guint uses)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (processors, locks, uses);
  g_autoptr (ScopeLockList) list = scope_lock_list_read (trace, NULL, NULL);
  const double ranges[][2] = { { 0, LOCK_END }, { LOCK_END * 0.3, LOCK_END * 0.31 }, { LOCK_END * 0.3, LOCK_END * 0.3002 },
                               { 1234, 5678 }, { LOCK_END - 300, LOCK_END } };

  g_assert_nonnull (list);
  g_assert_cmpuint (list->sums->len, ==, locks);
  for (guint r = 0; r < G_N_ELEMENTS (ranges); r++)
    {
      g_autoptr (ScopeLockLanes) lanes = read_lanes (trace, list, ranges[r][0], ranges[r][1], 0, locks);

      g_assert_cmpuint (lanes->lanes->len, ==, locks);
      g_assert_false (lanes->truncated);
      for (guint i = 0; i < locks; i++)
        {
          const ScopeLockLane *lane = &g_array_index (lanes->lanes, ScopeLockLane, i);

          g_assert_cmpuint (lane->lock, ==, g_array_index (list->sums, ScopeLockSum, i).lock);
          check_lane (trace, lanes, lane);
        }
    }
}

static void
test_zooms (void)
{
  check_zooms (3, 4, 900);
}

/* Waits of many processors have no rows of their own. */
static void
test_many_processors (void)
{
  check_zooms (40, 3, 4000);
}

/* Held while somebody waits, and not longer. */
static void
test_contended (void)
{
  ScopeMachine *machine = lock_machine_new (3);
  g_autoptr (ScopeTrace) trace = NULL;
  g_autoptr (ScopeLockList) list = NULL;
  g_autoptr (ScopeLockLanes) lanes = NULL;
  const ScopeLockLane *lane;

  lock_add_use (machine, 0, 64, 2, 1000000, 2000000, 6000000, SCOPE_TABLE_NULL, 1);
  lock_add_use (machine, 1, 64, 3, 3000000, 6500000, 7000000, 0, 5);
  lock_add_use (machine, 2, 64, 4, 4000000, 7200000, 8000000, 1, 5);
  trace = lock_trace_finish (machine);
  list = scope_lock_list_read (trace, NULL, NULL);
  lanes = read_lanes (trace, list, 0, LOCK_END, 0, 1);
  lane = &g_array_index (lanes->lanes, ScopeLockLane, 0);
  g_assert_cmpint (lane->held, ==, 4000000 + 500000 + 800000);
  g_assert_cmpint (lane->contended, ==, 3000000 + 500000); /* 3 to 6, and 6.5 to 7 */
  g_assert_cmpint (lane->waiting, ==, 1000000 + 3500000 + 3200000);
  g_assert_cmpuint (lane->most, ==, 2);
  g_assert_cmpuint (lane->n_contended, ==, 2);
  g_assert_cmpuint (lane->rows, ==, 3);
  g_assert_cmpuint (lane->bars->len, ==, 6);
  /* The line of contention is in the pixels, where it is and nowhere else. */
  g_assert_nonnull (lane->pixels);
  for (guint x = 0; x < WIDTH; x++)
    {
      double time = (x + 0.5) * LOCK_END / WIDTH;
      gboolean near = fabs (time - 3e6) < 2e4 || fabs (time - 6e6) < 2e4 || fabs (time - 6.5e6) < 2e4 || fabs (time - 7e6) < 2e4;
      gboolean contended = (time > 3e6 && time < 6e6) || (time > 6.5e6 && time < 7e6);

      if (!near)
        g_assert_cmpint (lane->pixels[(SCOPE_LOCK_LANE_HOLD + 1) * WIDTH + x] != 0, ==, contended);
    }
}

/* What held the lock is known, too, where its hold ended before what is seen. */
static void
test_blocker (void)
{
  ScopeMachine *machine = lock_machine_new (2);
  g_autoptr (ScopeTrace) trace = NULL;
  g_autoptr (ScopeLockList) list = NULL;
  g_autoptr (ScopeLockLanes) lanes = NULL;
  const ScopeLockShown *shown;
  g_autofree char *words = NULL;

  lock_add_use (machine, 0, 64, 2, 100, 200, 5000, SCOPE_TABLE_NULL, 1);
  lock_add_use (machine, 1, 64, 3, 300, 900000, 950000, 0, 5);
  trace = lock_trace_finish (machine);
  list = scope_lock_list_read (trace, NULL, NULL);
  lanes = read_lanes (trace, list, 100000, 1000000, 0, 1);
  g_assert_cmpuint (lanes->shown->len, ==, 1);
  shown = &g_array_index (lanes->shown, ScopeLockShown, 0);
  g_assert_cmpstr (shown->caller, ==, "f2");
  g_assert_cmpstr (shown->blocker, ==, "f1");
  words = scope_lock_use_describe (trace, shown, FALSE);
  g_assert_nonnull (strstr (words, "waited 900 ns for 0x40 in spin_lock, called by f2"));
  g_assert_nonnull (strstr (words, " in f1"));
  g_assert_nonnull (strstr (words, "5 attempts"));
}

/* --- the scene --- */

typedef struct
{
  ScopeTrace *trace;
  ScopeView *view;
  ScopeLockList *list;
  ScopeLockLanes *lanes;
  ScopeLockSceneOptions options;
} World;

static void
set_up (World *w, guint processors, guint locks, guint uses, double height, double scroll)
{
  ScopeLockLanesRequest request;

  w->trace = lock_trace_new (processors, locks, uses);
  w->view = scope_view_new (w->trace);
  scope_view_set_width (w->view, 1000);
  w->list = scope_lock_list_read (w->trace, NULL, NULL);
  w->options = (ScopeLockSceneOptions) { .width = 1000, .height = height, .scroll = scroll, .chosen = -1 };
  w->options.names_width = scope_lock_scene_names_width (w->trace, w->list, 0);
  scope_lock_scene_request (&request, w->view, w->list, &w->options);
  w->lanes = scope_lock_lanes_read (w->trace, w->list, &request, NULL, NULL);
}

static void
tear_down (World *w)
{
  scope_lock_lanes_free (w->lanes);
  scope_lock_list_unref (w->list);
  g_object_unref (w->view);
  g_object_unref (w->trace);
}

/* Only lanes that are seen are read, and nothing is drawn outside of the room for them. */
static void
test_scrolled (void)
{
  World w;
  g_autoptr (ScopeScene) scene = NULL;
  double lane;
  ScopeLockHit hit;

  set_up (&w, 2, 30, 2000, 300, 0);
  lane = w.list->lane_height;
  g_assert_cmpuint (w.lanes->lanes->len, ==, (guint) ceil (scope_lock_scene_room (&w.options) / lane));
  tear_down (&w);
  set_up (&w, 2, 30, 2000, 300, 10.5 * lane);
  g_assert_cmpuint (w.lanes->request.first, ==, 10);
  w.options.chosen = 11;
  scene = scope_lock_scene_build (w.view, w.list, w.lanes, &w.options);
  for (guint i = 1; i < scene->groups->len; i++)
    {
      const ScopeSceneGroup *group = &g_array_index (scene->groups, ScopeSceneGroup, i);

      g_assert_cmpfloat (group->y + group->height, <=, 300 - SCOPE_LOCK_SCENE_LEGEND + 1);
    }
  g_assert_true (scope_lock_scene_hit (w.view, w.list, w.lanes, &w.options, 500, SCOPE_LOCK_SCENE_RULER + lane, &hit));
  g_assert_cmpint (hit.place, ==, 11);
  g_assert_false (scope_lock_scene_hit (w.view, w.list, w.lanes, &w.options, 500, 299, &hit));
  tear_down (&w);
}

/* Every bar is found where it is drawn. */
static void
test_hits (void)
{
  World w;
  guint found = 0;

  set_up (&w, 3, 3, 200, 400, 0);
  for (guint l = 0; l < w.lanes->lanes->len; l++)
    {
      const ScopeLockLane *lane = &g_array_index (w.lanes->lanes, ScopeLockLane, l);
      double top = SCOPE_LOCK_SCENE_RULER + l * w.list->lane_height + SCOPE_LOCK_LANE_PAD;

      for (guint i = 0; i < lane->bars->len; i++)
        {
          const ScopeLockBar *bar = &g_array_index (lane->bars, ScopeLockBar, i);
          double middle = ((double) bar->from + (double) bar->to) / 2;
          double x = w.options.names_width + middle / LOCK_END * (1000 - w.options.names_width);
          double y = bar->hold ? top + 5
                               : top + SCOPE_LOCK_LANE_HOLD + SCOPE_LOCK_LANE_CONTENDED + (bar->row + 0.5) * SCOPE_LOCK_LANE_WAIT;
          g_autofree char *words = NULL;
          ScopeLockHit hit;

          g_assert_true (scope_lock_scene_hit (w.view, w.list, w.lanes, &w.options, x, y, &hit));
          g_assert_nonnull (hit.shown);
          g_assert_cmpint (hit.hold, ==, bar->hold);
          g_assert_true (hit.shown == &g_array_index (w.lanes->shown, ScopeLockShown, bar->shown));
          words = scope_lock_scene_describe (w.view, w.list, w.lanes, &hit);
          g_assert_nonnull (strstr (words, hit.shown->caller));
          g_assert_nonnull (strstr (words, bar->hold ? " held 0x" : " waited "));
          found++;
        }
    }
  g_assert_cmpuint (found, >, 20);
  tear_down (&w);
}

/* Names say what the whole trace has, places without bars their shares. */
static void
test_words (void)
{
  World w;
  ScopeLockHit hit;
  g_autofree char *name = NULL, *shares = NULL, *summary = NULL;

  set_up (&w, 3, 3, 60000, 400, 0);
  g_assert_true (scope_lock_scene_hit (w.view, w.list, w.lanes, &w.options, 20, 40, &hit));
  name = scope_lock_scene_describe (w.view, w.list, w.lanes, &hit);
  g_assert_nonnull (strstr (name, "in the whole trace"));
  g_assert_true (scope_lock_scene_hit (w.view, w.list, w.lanes, &w.options, 600, 40, &hit));
  g_assert_null (hit.shown);
  shares = scope_lock_scene_describe (w.view, w.list, w.lanes, &hit);
  g_assert_nonnull (strstr (shares, "contended"));
  g_assert_nonnull (strstr (shares, "acquisitions"));
  summary = scope_lock_list_summary (w.list);
  g_assert_true (g_str_has_suffix (summary, "of 3 locks"));
  tear_down (&w);
}

/* In all colours; and while nothing is read yet. */
static void
test_palettes (void)
{
  World w;

  set_up (&w, 5, 3, 300, 300, 0);
  for (guint p = 0; p < SCOPE_N_PALETTES; p++)
    {
      g_autoptr (ScopeScene) scene = NULL, empty = NULL;

      scope_view_set_look (w.view, SCOPE_LOOK_PALETTE, (ScopePaletteKind) p);
      scene = scope_lock_scene_build (w.view, w.list, w.lanes, &w.options);
      g_assert_cmpuint (scene->items->len, >, 20);
      empty = scope_lock_scene_build (w.view, NULL, NULL, &w.options);
      g_assert_cmpuint (empty->items->len, >, 3);
      g_assert_cmpuint (empty->items->len, <, scene->items->len);
    }
  tear_down (&w);
}

/* --- matrix, graph, tables --- */

static void
test_traffic (void)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (5, 3, 3000);
  const ScopeQueryRange within = { .trace = trace, .from = LOCK_END / 5, .to = LOCK_END / 2 };

  for (guint topic = 0; topic < 2; topic++)
    {
      g_autoptr (GArray) edge_spots = NULL;
      g_autofree char *summary = NULL, *words = NULL, *line = NULL;
      g_autoptr (ScopeMatrix) matrix = scope_contention_matrix_read (&within, (ScopeContentionTopic) topic, NULL);
      GArray *spots = scope_matrix_get_sources (matrix);
      g_autoptr (ScopeGraph) graph
          = scope_contention_graph_read (&within, (ScopeContentionTopic) topic, &edge_spots, &summary, NULL);
      guint n_cells = scope_matrix_n_cells (matrix);
      double sum = 0;

      g_assert_cmpuint (scope_matrix_n_rows (matrix), ==, 5);
      g_assert_cmpuint (n_cells, >, 3);
      g_assert_cmpuint (spots->len, ==, n_cells);
      for (guint r = 0; r < 5; r++)
        for (guint c = 0; c < 5; c++)
          {
            const ScopeMatrixCell *cell = scope_matrix_cell (matrix, r, c);

            if (cell == NULL)
              continue;
            sum += cell->value[0];
            g_assert_cmpuint (cell->source, <, spots->len);
            g_clear_pointer (&words, g_free);
            words = scope_contention_matrix_describe (matrix, (ScopeContentionTopic) topic, (int) r, (int) c);
          }
      g_assert_nonnull (words);
      line = scope_contention_matrix_describe (matrix, (ScopeContentionTopic) topic, 1, -1);
      g_assert_cmpstr (line, !=, "");
      g_assert_cmpuint (scope_graph_n_edges (graph), >, 3);
      g_assert_cmpuint (scope_graph_n_edges (graph), <=, SCOPE_CONTENTION_MOST_EDGES);
      g_assert_cmpuint (edge_spots->len, ==, scope_graph_n_edges (graph));
      if (topic == SCOPE_CONTENTION_LOCKS)
        {
          double weight = 0;

          for (guint e = 0; e < scope_graph_n_edges (graph); e++)
            weight += scope_graph_edge (graph, e)->weight;
          g_assert_cmpfloat (weight, ==, sum); /* both: time waited */
          g_assert_cmpuint (scope_graph_n_nodes (graph), ==, 5);
        }
      for (guint e = 0; e < scope_graph_n_edges (graph); e++)
        g_assert_true (g_array_index (edge_spots, ScopeContentionSpot, scope_graph_edge (graph, e)->data).has_lane);
      g_assert_nonnull (strstr (summary, topic == SCOPE_CONTENTION_LOCKS ? "waits" : "misses"));
    }
}

static void
test_sheets (void)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (4, 6, 3000);
  const ScopeQueryRange within = { .trace = trace, .from = 0, .to = LOCK_END };
  g_autoptr (ScopeReportTable) locks = scope_lock_table_read (&within, SCOPE_LOCK_TABLE_LOCKS, NULL);
  g_autoptr (ScopeReportTable) longest = scope_lock_table_read (&within, SCOPE_LOCK_TABLE_LONGEST, NULL);
  g_autoptr (GArray) sums = scope_locks_sum (&within, SCOPE_LOCKS_BY_LOCK, NULL);
  g_autofree char *csv = scope_report_table_to_csv (longest, NULL, 0);

  g_assert_cmpuint (scope_report_table_n_rows (locks), ==, 6);
  for (guint i = 0; i < 6; i++)
    {
      const ScopeLockSum *sum = &g_array_index (sums, ScopeLockSum, i);
      g_autofree char *name = scope_lock_name (sum->lock), *text = scope_report_table_text (locks, i, 0);

      g_assert_cmpstr (name, ==, text);
      g_assert_cmpfloat (scope_report_table_value (locks, i, 1), ==, (double) sum->count);
      g_assert_cmpfloat (scope_report_table_value (locks, i, 4), ==, (double) sum->wait);
      g_assert_cmpint (scope_report_table_row (locks, i)->from, ==, sum->longest.wait_from);
      g_assert_cmpint (g_array_index (scope_report_table_get_extra (locks), ScopeLockUse, i).wait_from, ==, sum->longest.wait_from);
    }
  g_assert_cmpuint (scope_report_table_n_rows (longest), ==, 1000);
  g_assert_nonnull (strstr (csv, "blocked_by_function"));
  for (guint what = 0; what < SCOPE_LOCK_N_TABLES; what++)
    {
      g_autoptr (ScopeReportTable) table = scope_lock_table_read (&within, what, NULL);

      g_assert_cmpuint (scope_report_table_get_extra (table)->len, ==, scope_report_table_n_rows (table));
    }
  for (guint what = 0; what < SCOPE_COHERENCE_N_TABLES; what++)
    {
      g_autoptr (ScopeReportTable) table = scope_coherence_table_read (&within, what, NULL);

      g_assert_cmpuint (scope_report_table_n_rows (table), >, 3);
      g_assert_nonnull (scope_report_table_summary (table));
    }
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lock-lanes/zooms", test_zooms);
  g_test_add_func ("/lock-lanes/many-processors", test_many_processors);
  g_test_add_func ("/lock-lanes/contended", test_contended);
  g_test_add_func ("/lock-lanes/blocker", test_blocker);
  g_test_add_func ("/lock-scene/scrolled", test_scrolled);
  g_test_add_func ("/lock-scene/hits", test_hits);
  g_test_add_func ("/lock-scene/words", test_words);
  g_test_add_func ("/lock-scene/palettes", test_palettes);
  g_test_add_func ("/lock-traffic/matrix-and-graph", test_traffic);
  g_test_add_func ("/lock-traffic/tables", test_sheets);
  return g_test_run ();
}
