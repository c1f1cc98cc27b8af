/* test-locks.c: the panels of locks and of coherence: their modes, rows and cells that lead to waits, the lanes' input, names, and what they say of
 * traces that have no locks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "tests/model/lock-trace.h"
#include "widgets/locks/scope-locks-panel.h"
#include "widgets/timeline/scope-timeline.h"

#include <string.h>

#define LOCKS 12

typedef struct
{
  ScopeView *view;
  GtkWidget *window;
  ScopeLocksPanel *panel;
} Fixture;

static gboolean
is_settled (gpointer panel)
{
  return gtk_widget_get_mapped (panel) && scope_panel_is_settled (SCOPE_PANEL (panel));
}

static void
set_up (Fixture *f, gconstpointer topic)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (3, LOCKS, 600);

  f->view = scope_view_new (trace);
  scope_view_set_width (f->view, 1000);
  f->panel = SCOPE_LOCKS_PANEL (scope_locks_panel_new ((ScopeContentionTopic) GPOINTER_TO_UINT (topic)));
  f->window = gui_window_new (GTK_WIDGET (f->panel), 1000, 320);
  gtk_window_present (GTK_WINDOW (f->window));
  scope_panel_set_view (SCOPE_PANEL (f->panel), f->view);
  g_assert_true (gui_wait (is_settled, f->panel));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_unref (f->view);
}

static void
choose_mode (Fixture *f, ScopeLocksMode mode)
{
  scope_locks_panel_set_mode (f->panel, mode);
  g_assert_cmpint (scope_locks_panel_get_mode (f->panel), ==, mode);
  g_assert_true (gui_wait (is_settled, f->panel));
}

static ScopeReportTable *
sheet_of (Fixture *f)
{
  return scope_report_table_view_get_table (gui_find (gui_find (f->panel, SCOPE_TYPE_REPORT_TABLE_PANEL, 0), SCOPE_TYPE_REPORT_TABLE_VIEW, 0));
}

/* --- lanes --- */

/* The widest bar of a lane that is read, and its middle in the widget. */
static const ScopeLockShown *
find_bar (Fixture *f, gboolean hold, double *ret_x, double *ret_y)
{
  ScopeLockCanvas *canvas = gui_find (f->panel, SCOPE_TYPE_LOCK_CANVAS, 0);
  const ScopeLockLanes *lanes = scope_lock_canvas_get_lanes (canvas);
  const ScopeLockList *list = scope_lock_canvas_get_list (canvas);
  const ScopeLockLane *lane = &g_array_index (lanes->lanes, ScopeLockLane, 0);
  double names = scope_lock_scene_names_width (scope_view_get_trace (f->view), list, 0), width = lanes->request.viewport.width;
  const ScopeLockBar *best = NULL;

  for (guint i = 0; i < lane->bars->len; i++)
    {
      const ScopeLockBar *bar = &g_array_index (lane->bars, ScopeLockBar, i);

      if (bar->hold == hold && bar->to < lanes->to && bar->from > lanes->from
          && (best == NULL || bar->to - bar->from > best->to - best->from))
        best = bar;
    }
  g_assert_nonnull (best);
  *ret_x = names
           + width * ((double) (best->from + best->to) / 2 - (double) lanes->from) / (double) (lanes->to - lanes->from);
  *ret_y = SCOPE_LOCK_SCENE_RULER + SCOPE_LOCK_LANE_PAD + 5;
  if (!hold)
    *ret_y += SCOPE_LOCK_LANE_HOLD + SCOPE_LOCK_LANE_CONTENDED + best->row * SCOPE_LOCK_LANE_WAIT;
  return &g_array_index (lanes->shown, ScopeLockShown, best->shown);
}

/* A click marks lane and range, what is visible stays; a double click zooms there. */
static void
test_click (Fixture *f, gconstpointer data)
{
  ScopeLockCanvas *canvas = gui_find (f->panel, SCOPE_TYPE_LOCK_CANVAS, 0);
  double x, y;
  const ScopeLockUse use = find_bar (f, FALSE, &x, &y)->use;
  g_autofree char *words = scope_chart_describe (SCOPE_CHART (canvas), x, y);
  ScopeLaneId lane;
  gint64 from, to;

  g_assert_nonnull (strstr (words, " waited "));
  g_assert_nonnull (strstr (words, "in spin_lock, called by f"));
  g_assert_true (scope_chart_choose (SCOPE_CHART (canvas), x, y, FALSE));
  g_assert_cmpint (scope_lock_canvas_get_chosen (canvas), ==, 0);
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, use.wait_from);
  g_assert_cmpint (to, ==, use.wait_to);
  g_assert_cmpstr (scope_chart_get_words (SCOPE_CHART (canvas)), ==, words);
  g_assert_true (scope_view_get_selected_lane (f->view, &lane));
  g_assert_cmpint (lane.kind, ==, SCOPE_KIND_PROCESSOR);
  g_assert_cmpuint (lane.index, ==, use.processor);
  g_assert_true (scope_viewport_is_whole (scope_view_get_viewport (f->view)));
  g_assert_true (scope_chart_choose (SCOPE_CHART (canvas), x, y, TRUE));
  g_assert_true (gui_wait (is_settled, f->panel));
  scope_viewport_get_range (scope_view_get_viewport (f->view), &from, &to);
  g_assert_cmpint (from, <=, use.wait_from);
  g_assert_cmpint (to, >=, use.wait_to);
  g_assert_cmpint (to - from, <, LOCK_END / 4);
  g_assert_cmpint (scope_lock_canvas_get_lanes (canvas)->from, >, 0);
}

/* From bar to bar and back. */
static void
test_steps (Fixture *f, gconstpointer data)
{
  ScopeLockCanvas *canvas = gui_find (f->panel, SCOPE_TYPE_LOCK_CANVAS, 0);
  gint64 first, second, back, to;

  g_assert_false (scope_lock_canvas_step (canvas, 1)); /* of no lane */
  g_assert_true (scope_chart_choose (SCOPE_CHART (canvas), 20, SCOPE_LOCK_SCENE_RULER + 10, FALSE));
  g_assert_true (scope_lock_canvas_step (canvas, 1));
  g_assert_true (scope_view_get_selected_range (f->view, &first, &to));
  g_assert_true (scope_lock_canvas_step (canvas, 1));
  g_assert_true (scope_view_get_selected_range (f->view, &second, &to));
  g_assert_cmpint (second, >, first);
  g_assert_true (scope_lock_canvas_step (canvas, -1));
  g_assert_true (scope_view_get_selected_range (f->view, &back, &to));
  g_assert_cmpint (back, ==, first);
}

/* Only what is seen is read; what is scrolled to is read then. */
static void
test_scroll (Fixture *f, gconstpointer data)
{
  ScopeLockCanvas *canvas = gui_find (f->panel, SCOPE_TYPE_LOCK_CANVAS, 0);
  GtkAdjustment *adjustment = scope_lock_canvas_get_adjustment (canvas);
  const ScopeLockList *list = scope_lock_canvas_get_list (canvas);
  const ScopeLockSum *last = &g_array_index (list->sums, ScopeLockSum, LOCKS - 1);

  g_assert_cmpuint (list->sums->len, ==, LOCKS);
  g_assert_cmpuint (scope_lock_canvas_get_lanes (canvas)->lanes->len, <, LOCKS);
  g_assert_cmpfloat (gtk_adjustment_get_upper (adjustment), >, gtk_adjustment_get_page_size (adjustment));
  g_assert_true (scope_lock_canvas_choose_lock (canvas, last->machine, last->lock));
  g_assert_true (gui_wait (is_settled, f->panel));
  g_assert_cmpint (scope_lock_canvas_get_chosen (canvas), ==, LOCKS - 1);
  g_assert_cmpuint (scope_lock_canvas_get_lanes (canvas)->request.first + scope_lock_canvas_get_lanes (canvas)->request.n, ==,
                    LOCKS);
  g_assert_false (scope_lock_canvas_choose_lock (canvas, 0, 77));
}

/* In another order the lock that is marked stays so. */
static void
test_order (Fixture *f, gconstpointer data)
{
  ScopeLockCanvas *canvas = gui_find (f->panel, SCOPE_TYPE_LOCK_CANVAS, 0);
  const ScopeLockSum third = g_array_index (scope_lock_canvas_get_list (canvas)->sums, ScopeLockSum, 2);

  g_assert_true (scope_lock_canvas_choose_lock (canvas, third.machine, third.lock));
  for (guint order = SCOPE_LOCK_N_ORDERS; order-- > 0;)
    {
      const GArray *sums;

      scope_lock_canvas_set_order (canvas, (ScopeLockOrder) order);
      g_assert_true (gui_wait (is_settled, f->panel));
      sums = scope_lock_canvas_get_list (canvas)->sums;
      g_assert_cmpuint (sums->len, ==, LOCKS);
      for (guint i = 1; i < sums->len; i++)
        {
          const ScopeLockSum *a = &g_array_index (sums, ScopeLockSum, i - 1), *b = &g_array_index (sums, ScopeLockSum, i);

          g_assert_true (order == SCOPE_LOCK_ORDER_WAITED  ? a->wait >= b->wait
                         : order == SCOPE_LOCK_ORDER_HELD  ? a->hold >= b->hold
                         : order == SCOPE_LOCK_ORDER_COUNT ? a->count >= b->count
                                                           : a->lock < b->lock);
        }
      g_assert_cmpuint (g_array_index (sums, ScopeLockSum, scope_lock_canvas_get_chosen (canvas)).lock, ==, third.lock);
      g_assert_cmpuint (g_array_index (scope_lock_canvas_get_lanes (canvas)->lanes, ScopeLockLane, 0).lock, ==,
                        g_array_index (sums, ScopeLockSum, scope_lock_canvas_get_lanes (canvas)->request.first).lock);
    }
  g_assert_cmpint (scope_lock_canvas_get_chosen (canvas), ==, 2);
}

/* Another range: what is read is that of the range. */
static void
test_follows (Fixture *f, gconstpointer data)
{
  ScopeLockCanvas *canvas = gui_find (f->panel, SCOPE_TYPE_LOCK_CANVAS, 0);

  scope_view_set_range (f->view, LOCK_END / 4, LOCK_END / 2);
  g_assert_true (gui_wait (is_settled, f->panel));
  g_assert_cmpint (ABS (scope_lock_canvas_get_lanes (canvas)->from - LOCK_END / 4), <, LOCK_END / 500);
  g_assert_cmpint (ABS (scope_lock_canvas_get_lanes (canvas)->to - LOCK_END / 2), <, LOCK_END / 500);
}

/* Beneath a timeline of the same view. */
typedef struct
{
  GtkWidget *window, *box;
  ScopeTimeline *timeline;
  ScopeLocksPanel *panel;
} Stacked;

/* Both have the same pixels of the same time, at the same place of the window. */
static gboolean
is_aligned (gpointer data)
{
  Stacked *s = data;
  ScopeCanvas *above = scope_timeline_get_canvas (s->timeline);
  ScopeLockCanvas *canvas = gui_find (s->panel, SCOPE_TYPE_LOCK_CANVAS, 0);
  const ScopeLockLanes *lanes = scope_lock_canvas_get_lanes (canvas);
  const ScopeViewport *viewport = scope_view_get_viewport (scope_timeline_get_view (s->timeline));
  double left, own, top;

  return scope_timeline_is_complete (s->timeline) && is_settled (s->panel)
         && viewport->width == gtk_widget_get_width (GTK_WIDGET (above)) - (int) scope_canvas_get_names_width (above)
         && gtk_widget_translate_coordinates (GTK_WIDGET (above), s->window, scope_canvas_get_names_width (above), 0, &left, &top)
         && gtk_widget_translate_coordinates (GTK_WIDGET (canvas), s->window, scope_lock_canvas_get_axis (canvas), 0, &own, &top)
         && left == own && lanes->request.viewport.width == viewport->width && lanes->request.viewport.from == viewport->from
         && lanes->request.viewport.to == viewport->to;
}

/* It has all of the panel's width. */
static gboolean
is_alone (gpointer data)
{
  Stacked *s = data;
  ScopeLockCanvas *canvas = gui_find (s->panel, SCOPE_TYPE_LOCK_CANVAS, 0);

  return is_settled (s->panel)
         && scope_lock_canvas_get_lanes (canvas)->request.viewport.width
                == gtk_widget_get_width (GTK_WIDGET (canvas)) - (int) scope_lock_canvas_get_axis (canvas);
}

static void
test_axis (void)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (3, LOCKS, 600);
  Stacked s = { .timeline = g_object_new (SCOPE_TYPE_TIMELINE, NULL),
                .panel = SCOPE_LOCKS_PANEL (scope_locks_panel_new (SCOPE_CONTENTION_LOCKS)) };
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *side = gtk_label_new ("");
  ScopeCanvas *canvas = scope_timeline_get_canvas (s.timeline);

  s.box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_size_request (side, 200, -1);
  gtk_widget_set_hexpand (GTK_WIDGET (s.timeline), TRUE);
  gtk_widget_set_vexpand (row, TRUE);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (s.timeline));
  gtk_box_append (GTK_BOX (row), side);
  gtk_box_append (GTK_BOX (s.box), row);
  gtk_widget_set_size_request (GTK_WIDGET (s.panel), -1, 250);
  gtk_widget_set_vexpand (GTK_WIDGET (s.panel), TRUE);
  gtk_box_append (GTK_BOX (s.box), GTK_WIDGET (s.panel));
  scope_timeline_set_trace (s.timeline, trace);
  scope_panel_set_view (SCOPE_PANEL (s.panel), scope_timeline_get_view (s.timeline));
  s.window = gui_window_new (s.box, 1200, 700);
  gtk_window_present (GTK_WINDOW (s.window));
  g_assert_true (gui_wait (is_aligned, &s));
  scope_canvas_set_names_width (canvas, 300);
  g_assert_true (gui_wait (is_aligned, &s));
  scope_view_set_range (scope_timeline_get_view (s.timeline), LOCK_END / 4, LOCK_END / 2);
  g_assert_true (gui_wait (is_aligned, &s));
  gtk_widget_set_visible (side, FALSE); /* it reaches further than the lanes by their scroll bar */
  g_assert_true (gui_wait (is_aligned, &s));
  gtk_widget_set_visible (GTK_WIDGET (s.timeline), FALSE);
  g_assert_true (gui_wait (is_alone, &s));
  gtk_window_destroy (GTK_WINDOW (s.window));
}

/* --- tables --- */

/* A row marks its lane, also if lanes were never shown; a double click goes to the longest wait. */
static void
test_tables (Fixture *f, gconstpointer data)
{
  ScopeReportTablePanel *tables = gui_find (f->panel, SCOPE_TYPE_REPORT_TABLE_PANEL, 0);
  ScopeLockCanvas *canvas = gui_find (f->panel, SCOPE_TYPE_LOCK_CANVAS, 0);
  const ScopeReportTableRow *row;
  gint64 from, to, row_from;

  choose_mode (f, SCOPE_LOCKS_TABLES);
  g_assert_cmpuint (scope_report_table_n_rows (sheet_of (f)), ==, LOCKS);
  g_signal_emit_by_name (tables, "row-selected", 5u);
  g_assert_cmpint (scope_lock_canvas_get_chosen (canvas), ==, 5);
  row = scope_report_table_row (sheet_of (f), 3);
  row_from = row->from;
  g_signal_emit_by_name (tables, "row-activated", 3u);
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_cmpint (from, ==, row_from);
  g_assert_cmpint (scope_lock_canvas_get_chosen (canvas), ==, 3);
  g_assert_false (scope_viewport_is_whole (scope_view_get_viewport (f->view)));
  for (guint what = 0; what < SCOPE_LOCK_N_TABLES; what++)
    {
      scope_report_table_panel_set_what (tables, what);
      g_assert_true (gui_wait (is_settled, f->panel));
      g_assert_cmpuint (scope_report_table_n_rows (sheet_of (f)), >, 2);
    }
}

/* The lanes are first shown when a lock was chosen already. */
static void
test_chosen_before (void)
{
  g_autoptr (ScopeTrace) trace = lock_trace_new (3, LOCKS, 600);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeLocksPanel *panel = SCOPE_LOCKS_PANEL (scope_locks_panel_new (SCOPE_CONTENTION_LOCKS));
  GtkWidget *window = gui_window_new (GTK_WIDGET (panel), 900, 250);

  scope_view_set_width (view, 800);
  scope_locks_panel_set_mode (panel, SCOPE_LOCKS_TABLES);
  gtk_window_present (GTK_WINDOW (window));
  scope_panel_set_view (SCOPE_PANEL (panel), view);
  g_assert_true (gui_wait (is_settled, panel));
  g_signal_emit_by_name (gui_find (panel, SCOPE_TYPE_REPORT_TABLE_PANEL, 0), "row-selected", 9u);
  scope_locks_panel_set_mode (panel, SCOPE_LOCKS_TIME);
  g_assert_true (gui_wait (is_settled, panel));
  g_assert_cmpint (scope_lock_canvas_get_chosen (gui_find (panel, SCOPE_TYPE_LOCK_CANVAS, 0)), ==, 9);
  g_assert_cmpfloat (gtk_adjustment_get_value (scope_lock_canvas_get_adjustment (gui_find (panel, SCOPE_TYPE_LOCK_CANVAS, 0))), >, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_coherence_tables (Fixture *f, gconstpointer data)
{
  ScopeReportTablePanel *tables = gui_find (f->panel, SCOPE_TYPE_REPORT_TABLE_PANEL, 0);
  gint64 from, to, row_from;

  g_assert_null (gui_find (f->panel, SCOPE_TYPE_LOCK_CANVAS, 0));
  g_assert_cmpint (scope_locks_panel_get_mode (f->panel), ==, SCOPE_LOCKS_TABLES);
  for (guint what = 0; what < SCOPE_COHERENCE_N_TABLES; what++)
    {
      scope_report_table_panel_set_what (tables, what);
      g_assert_true (gui_wait (is_settled, f->panel));
      g_assert_cmpuint (scope_report_table_n_rows (sheet_of (f)), >, 2);
      row_from = scope_report_table_row (sheet_of (f), 1)->from;
      g_signal_emit_by_name (tables, "row-activated", 1u);
      g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
      g_assert_cmpint (from, ==, row_from);
      scope_view_fit (f->view);
      g_assert_true (gui_wait (is_settled, f->panel));
    }
}

/* --- matrix and graph --- */

static void
test_traffic (Fixture *f, gconstpointer topic)
{
  gboolean locks = GPOINTER_TO_UINT (topic) == SCOPE_CONTENTION_LOCKS;
  ScopeMatrixPage *page = gui_find (f->panel, SCOPE_TYPE_MATRIX_PAGE, 0);
  ScopeGraphPage *graph = gui_find (f->panel, SCOPE_TYPE_GRAPH_PAGE, 0);
  const ScopeMatrixCell *cell;
  gint64 from, to;

  choose_mode (f, SCOPE_LOCKS_MATRIX);
  g_assert_cmpuint (scope_matrix_n_rows (scope_matrix_page_get_matrix (page)), ==, 3);
  cell = scope_matrix_cell (scope_matrix_page_get_matrix (page), 1, 0);
  g_assert_nonnull (cell);
  g_assert_cmpfloat (cell->value[0], >, 0);
  g_assert_false (scope_matrix_page_activate (page, 2, 2)); /* nobody waits for himself */
  g_assert_true (scope_matrix_page_activate (page, 1, 0));
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  if (locks)
    g_assert_cmpfloat ((double) (to - from), ==, cell->value[2]); /* the longest */
  scope_matrix_page_set_measure (page, 1);
  scope_view_clear_selection (f->view);

  choose_mode (f, SCOPE_LOCKS_GRAPH);
  g_assert_cmpuint (scope_graph_n_edges (scope_graph_page_get_graph (graph)), >, 2);
  g_assert_true (scope_graph_page_activate (graph, 0));
  g_assert_true (scope_view_get_selected_range (f->view, &from, &to));
  g_assert_false (scope_graph_page_activate (graph, 100000));
}

/* --- all --- */

static void
test_names (Fixture *f, gconstpointer topic)
{
  for (guint mode = GPOINTER_TO_UINT (topic) == SCOPE_CONTENTION_LOCKS ? 0 : 1; mode < SCOPE_LOCKS_N_MODES; mode++)
    {
      guint nameless = 0;

      choose_mode (f, (ScopeLocksMode) mode);
      g_assert_cmpuint (gui_check_names (GTK_WIDGET (f->panel), &nameless), >, 2);
      g_assert_cmpuint (nameless, ==, 0);
      gui_check_focusable_names (GTK_WIDGET (f->panel), &nameless);
      g_assert_cmpuint (nameless, ==, 0);
    }
}

static void
test_nothing (void)
{
  for (guint topic = 0; topic < 2; topic++)
    {
      g_autoptr (ScopeTrace) trace = lock_trace_finish (lock_machine_new (2));
      g_autoptr (ScopeView) view = scope_view_new (trace);
      GtkWidget *panel = scope_locks_panel_new ((ScopeContentionTopic) topic), *window = gui_window_new (panel, 900, 250);

      gtk_window_present (GTK_WINDOW (window));
      scope_panel_set_view (SCOPE_PANEL (panel), view);
      g_assert_true (gui_wait (is_settled, panel));
      g_assert_nonnull (strstr (scope_panel_get_why_not (SCOPE_PANEL (panel)),
                                topic == SCOPE_CONTENTION_LOCKS ? "*mutex_lock*" : "debug flag Cache"));
      scope_panel_set_view (SCOPE_PANEL (panel), NULL);
      gtk_window_destroy (GTK_WINDOW (window));
    }
}

#define ADD(name, topic, func) \
  g_test_add ("/locks/" name, Fixture, GUINT_TO_POINTER (SCOPE_CONTENTION_##topic), set_up, func, tear_down)

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  ADD ("click", LOCKS, test_click);
  ADD ("steps", LOCKS, test_steps);
  ADD ("scroll", LOCKS, test_scroll);
  ADD ("order", LOCKS, test_order);
  ADD ("follows", LOCKS, test_follows);
  g_test_add_func ("/locks/axis", test_axis);
  ADD ("tables", LOCKS, test_tables);
  g_test_add_func ("/locks/chosen-before", test_chosen_before);
  ADD ("coherence-tables", LINES, test_coherence_tables);
  ADD ("traffic", LOCKS, test_traffic);
  ADD ("coherence-traffic", LINES, test_traffic);
  ADD ("names", LOCKS, test_names);
  ADD ("coherence-names", LINES, test_names);
  g_test_add_func ("/locks/nothing", test_nothing);
  return g_test_run ();
}
