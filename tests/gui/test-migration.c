/* test-migration.c: the migration panel: its modes, choosing in the pictures and tables and what the timeline then
 * shows, keys, names, and what it says of traces in which nothing moves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gui-common.h"

#include "tests/scene/migration-trace.h"
#include "widgets/draw/scope-histogram.h"
#include "model/scene/migrations/scope-migration-matrix.h"
#include "widgets/migrations/scope-migration-panel.h"

#include <string.h>

#define THREADS 12
#define MOVES 300

typedef struct
{
  ScopeView *view;
  GtkWidget *window;
  ScopeMigrationPanel *panel;
} Fixture;

static gboolean
is_settled (gpointer panel)
{
  return scope_panel_is_settled (SCOPE_PANEL (panel));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ScopeTrace) trace = migration_trace_new (4, THREADS, MOVES);

  fixture->view = scope_view_new (trace);
  scope_view_set_width (fixture->view, 1000);
  fixture->panel = g_object_new (SCOPE_TYPE_MIGRATION_PANEL, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 320);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->panel));
  gtk_window_present (GTK_WINDOW (fixture->window));
  scope_panel_set_view (SCOPE_PANEL (fixture->panel), fixture->view);
  g_assert_true (gui_wait (is_settled, fixture->panel));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->view);
}

static void
choose_mode (Fixture *fixture, ScopeMigrationMode mode)
{
  scope_migration_panel_set_mode (fixture->panel, mode);
  g_assert_cmpint (scope_migration_panel_get_mode (fixture->panel), ==, mode);
  g_assert_true (gui_wait (is_settled, fixture->panel));
}

/* --- pictures --- */

/* A click on a path selects its task, and what is visible stays. */
static void
test_ribbons (Fixture *fixture, gconstpointer data)
{
  ScopeMigrationCanvas *canvas = scope_migration_panel_get_canvas (fixture->panel, SCOPE_MIGRATION_PATHS);
  const ScopeMigrationPaths *ribbons = scope_migration_canvas_get_paths (canvas);
  double names = scope_migration_paths_names_width (scope_view_get_trace (fixture->view), 0);
  ScopeLaneId task, expected = { 0 };
  gboolean found = FALSE;

  g_assert_nonnull (ribbons);
  g_assert_cmpuint (ribbons->moves->len, >, MOVES / 2);
  for (guint y = 0; y < ribbons->height && !found; y++)
    for (guint x = 40; x < 200 && !found; x++)
      if (ribbons->counts[y * ribbons->width + x] == 1)
        {
          g_autofree char *text = scope_chart_describe (SCOPE_CHART (canvas), names + x, SCOPE_MIGRATION_PATHS_RULER + y);

          expected = g_array_index (ribbons->tasks, ScopeLaneId, ribbons->who[y * ribbons->width + x] - 1);
          g_assert_nonnull (text);
          g_assert_true (g_str_has_prefix (text, "thread "));
          found = scope_chart_choose (SCOPE_CHART (canvas), names + x, SCOPE_MIGRATION_PATHS_RULER + y, FALSE);
        }
  g_assert_true (found);
  g_assert_true (scope_view_get_task (fixture->view, &task));
  g_assert_cmpuint (task.index, ==, expected.index);
  g_assert_true (scope_viewport_is_whole (scope_view_get_viewport (fixture->view)));
  /* Its path stands out. */
  g_assert_true (gui_wait (is_settled, fixture->panel));
  g_assert_cmpuint (scope_migration_canvas_get_paths (canvas)->stays->len, >, 1);
}

/* What is selected in the timeline is selected here; what is visible there is drawn here. */
static void
test_follows (Fixture *fixture, gconstpointer data)
{
  ScopeMigrationCanvas *canvas = scope_migration_panel_get_canvas (fixture->panel, SCOPE_MIGRATION_PATHS);
  guint all = scope_migration_canvas_get_paths (canvas)->moves->len;
  ScopeLaneId thread = { 0, SCOPE_KIND_THREAD, 3 };

  scope_view_select_lane (fixture->view, &thread);
  g_assert_true (gui_wait (is_settled, fixture->panel));
  g_assert_true (scope_migration_canvas_get_paths (canvas)->request.has_task);
  g_assert_cmpuint (scope_migration_canvas_get_paths (canvas)->request.task.index, ==, 3);
  scope_view_set_range (fixture->view, MIGRATION_END / 4, MIGRATION_END / 2);
  g_assert_true (gui_wait (is_settled, fixture->panel));
  g_assert_cmpuint (scope_migration_canvas_get_paths (canvas)->moves->len, <, all / 2);
}

/* From migration to migration by keys. */
static void
test_steps (Fixture *fixture, gconstpointer data)
{
  ScopeMigrationCanvas *canvas = scope_migration_panel_get_canvas (fixture->panel, SCOPE_MIGRATION_PATHS);
  ScopeLaneId task, same;
  gint64 first, second, third, back, to;

  g_assert_true (scope_migration_canvas_step (canvas, 1, FALSE));
  g_assert_true (scope_view_get_selected_range (fixture->view, &first, &to));
  g_assert_true (scope_view_get_task (fixture->view, &task));
  g_assert_true (scope_migration_canvas_step (canvas, 1, FALSE));
  g_assert_true (scope_view_get_selected_range (fixture->view, &second, &to));
  g_assert_cmpint (second, >, first);
  g_assert_true (scope_migration_canvas_step (canvas, -1, FALSE));
  g_assert_true (scope_view_get_selected_range (fixture->view, &back, &to));
  g_assert_cmpint (back, ==, first);
  g_assert_true (scope_view_get_task (fixture->view, &task));
  g_assert_true (scope_migration_canvas_step (canvas, 1, TRUE));
  g_assert_true (scope_view_get_selected_range (fixture->view, &third, &to));
  g_assert_true (scope_view_get_task (fixture->view, &same));
  g_assert_cmpint (third, >, first);
  g_assert_cmpuint (same.index, ==, task.index);
}

/* Keys of its own first, then those that move time everywhere. */
static void
test_keys (Fixture *fixture, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (scope_migration_panel_get_canvas (fixture->panel, SCOPE_MIGRATION_PATHS));
  const ScopeViewport *viewport = scope_view_get_viewport (fixture->view);
  double span = viewport->span;
  gint64 from, to;

  g_assert_true (gui_press (canvas, GDK_KEY_Right, 0));
  g_assert_true (scope_view_get_selected_range (fixture->view, &from, &to));
  g_assert_cmpfloat (viewport->span, ==, span);
  g_assert_true (gui_press (canvas, GDK_KEY_w, 0));
  g_assert_cmpfloat (viewport->span, <, span);
  g_assert_true (gui_press (canvas, GDK_KEY_0, 0));
  g_assert_cmpfloat (viewport->span, ==, span);
  g_assert_false (gui_press (canvas, GDK_KEY_w, GDK_CONTROL_MASK));
  g_assert_false (gui_press (canvas, GDK_KEY_x, 0));
  g_assert_cmpfloat (viewport->span, ==, span);
  scope_panel_set_view (SCOPE_PANEL (fixture->panel), NULL);
  g_assert_false (gui_press (canvas, GDK_KEY_w, 0));
}

static void
test_rates (Fixture *fixture, gconstpointer data)
{
  ScopeMigrationCanvas *canvas = scope_migration_panel_get_canvas (fixture->panel, SCOPE_MIGRATION_RATES);
  double names = scope_migration_paths_names_width (scope_view_get_trace (fixture->view), 0);
  const ScopeMigrationPaths *ribbons;
  gint64 from, to;
  guint seen = 0;

  choose_mode (fixture, SCOPE_MIGRATION_RATES);
  ribbons = scope_migration_canvas_get_paths (canvas);
  /* The bars of the first row together are all there are. */
  for (guint x = 0; x < ribbons->width; x += 4)
    {
      g_autofree char *text = scope_chart_describe (SCOPE_CHART (canvas), names + x + 1, SCOPE_MIGRATION_PATHS_RULER + 5);

      g_assert_nonnull (text);
      seen += (guint) g_ascii_strtoull (text, NULL, 10);
    }
  g_assert_cmpuint (seen, ==, ribbons->moves->len);
  g_assert_true (scope_chart_choose (SCOPE_CHART (canvas), names + 1, SCOPE_MIGRATION_PATHS_RULER + 5, FALSE)
                 || !scope_view_get_selected_range (fixture->view, &from, &to));
}

/* --- tables --- */

static ScopeReportTable *
sheet_of (Fixture *fixture, ScopeMigrationMode mode)
{
  return scope_report_table_view_get_table (
      gui_find (scope_migration_panel_get_tables (fixture->panel, mode), SCOPE_TYPE_REPORT_TABLE_VIEW, 0));
}

/* The first row is the task that moved most; choosing it shows its history. */
static void
test_tasks (Fixture *fixture, gconstpointer data)
{
  ScopeQueryRange within = { .trace = scope_view_get_trace (fixture->view), .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (GArray) tasks = scope_migrations_tasks (&within, NULL);
  const ScopeMigrationTask *most = &g_array_index (tasks, ScopeMigrationTask, 0);
  ScopeReportTablePanel *panel = scope_migration_panel_get_tables (fixture->panel, SCOPE_MIGRATION_TASKS);
  g_autofree char *moves = NULL, *wanted = g_strdup_printf ("%" G_GUINT64_FORMAT, most->count);
  ScopeLaneId task;

  choose_mode (fixture, SCOPE_MIGRATION_TASKS);
  g_assert_cmpuint (scope_report_table_n_rows (sheet_of (fixture, SCOPE_MIGRATION_TASKS)), ==, tasks->len);
  moves = scope_report_table_text (sheet_of (fixture, SCOPE_MIGRATION_TASKS), 0, 1);
  g_assert_cmpstr (moves, ==, wanted);
  g_signal_emit_by_name (panel, "row-selected", 0u);
  g_assert_true (scope_view_get_task (fixture->view, &task));
  g_assert_cmpuint (task.index, ==, most->thread);
  g_assert_true (gui_wait (is_settled, fixture->panel));
  g_assert_cmpuint (
      scope_report_table_n_rows (scope_report_table_view_get_table (scope_migration_panel_get_history (fixture->panel))),
      ==, most->count + 1);
}

static void
test_waits (Fixture *fixture, gconstpointer data)
{
  ScopeReportTablePanel *panel = scope_migration_panel_get_tables (fixture->panel, SCOPE_MIGRATION_WAITS);
  const ScopeReportTableRow *row;
  gint64 from, to;

  choose_mode (fixture, SCOPE_MIGRATION_WAITS);
  g_assert_cmpuint (scope_report_table_n_rows (sheet_of (fixture, SCOPE_MIGRATION_WAITS)), ==, 12); /* 4 × 3 */
  g_assert_nonnull (scope_report_table_histogram (sheet_of (fixture, SCOPE_MIGRATION_WAITS)));
  row = scope_report_table_row (sheet_of (fixture, SCOPE_MIGRATION_WAITS), 2);
  from = row->from;
  to = row->to;
  g_signal_emit_by_name (panel, "row-selected", 2u);
  {
    gint64 selected_from, selected_to;

    g_assert_true (scope_view_get_selected_range (fixture->view, &selected_from, &selected_to));
    g_assert_cmpint (selected_from, ==, from);
    g_assert_cmpint (selected_to, ==, to);
  }
  scope_report_table_panel_set_what (panel, 1);
  g_assert_true (gui_wait (is_settled, fixture->panel));
  g_assert_cmpuint (scope_report_table_n_rows (sheet_of (fixture, SCOPE_MIGRATION_WAITS)), >, 100);
}

static void
test_matrix (Fixture *fixture, gconstpointer data)
{
  ScopeMatrixPage *page = gui_find (fixture->panel, SCOPE_TYPE_MATRIX_PAGE, 0);
  const ScopeMatrixCell *cell;
  gint64 from, to;

  choose_mode (fixture, SCOPE_MIGRATION_MATRIX);
  g_assert_cmpuint (scope_matrix_n_rows (scope_matrix_page_get_matrix (page)), ==, 4);
  cell = scope_matrix_cell (scope_matrix_page_get_matrix (page), 0, 1);
  g_assert_nonnull (cell);
  g_assert_cmpfloat (cell->value[SCOPE_MIGRATION_MEASURE_COUNT], >, 0);
  g_assert_false (scope_matrix_page_activate (page, 1, 1)); /* nobody goes to where it is */
  g_assert_true (scope_matrix_page_activate (page, 0, 1));
  g_assert_true (scope_view_get_selected_range (fixture->view, &from, &to));
  g_assert_cmpfloat ((double) (to - from), ==, cell->value[SCOPE_MIGRATION_MEASURE_LONGEST]);
}

/* --- all --- */

static void
test_names (Fixture *fixture, gconstpointer data)
{
  for (guint mode = 0; mode < SCOPE_MIGRATION_N_MODES; mode++)
    {
      guint nameless = 0;

      choose_mode (fixture, (ScopeMigrationMode) mode);
      g_assert_cmpuint (gui_check_names (GTK_WIDGET (fixture->panel), &nameless), >, 4);
      g_assert_cmpuint (nameless, ==, 0);
      gui_check_focusable_names (GTK_WIDGET (fixture->panel), &nameless);
      g_assert_cmpuint (nameless, ==, 0);
    }
}

static void
test_nothing (void)
{
  g_autoptr (ScopeTrace) eden = migration_trace_finish (migration_machine_new (0, 1, 3), SCOPE_RUNTIME_EDEN);
  g_autoptr (ScopeView) view = scope_view_new (eden);
  GtkWidget *window = gtk_window_new (), *panel = g_object_new (SCOPE_TYPE_MIGRATION_PANEL, NULL);

  gtk_window_set_child (GTK_WINDOW (window), panel);
  gtk_window_present (GTK_WINDOW (window));
  scope_panel_set_view (SCOPE_PANEL (panel), view);
  g_assert_nonnull (strstr (scope_panel_get_why_not (SCOPE_PANEL (panel)), "stay on the machine"));
  g_assert_true (gui_wait (is_settled, panel));
  scope_panel_set_view (SCOPE_PANEL (panel), NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

#define ADD(name, func) g_test_add ("/migration/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  gui_init (&argc, &argv);
  ADD ("ribbons", test_ribbons);
  ADD ("follows", test_follows);
  ADD ("steps", test_steps);
  ADD ("keys", test_keys);
  ADD ("rates", test_rates);
  ADD ("tasks", test_tasks);
  ADD ("waits", test_waits);
  ADD ("matrix", test_matrix);
  ADD ("names", test_names);
  g_test_add_func ("/migration/nothing", test_nothing);
  return g_test_run ();
}
