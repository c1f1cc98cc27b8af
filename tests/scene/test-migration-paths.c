/* test-migration-paths.c: who ran where: paths counted into pixels against brute force, the selected task, rates, what lies
 * under the pointer, a task's history, and what is said where nothing can move.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "migration-trace.h"

#include "io/export/scope-svg.h"
#include "model/scene/migrations/scope-migration-matrix.h"
#include "model/scene/migrations/scope-migration-paths-private.h"

#include <math.h>
#include <string.h>

#define WIDTH 1000

static ScopeMigrationPathsOptions
options_of (ScopeTrace *trace, double height, gboolean rates)
{
  ScopeMigrationPathsOptions options = { .height = height, .rates = rates };

  options.names_width = scope_migration_paths_names_width (trace, 0);
  options.width = options.names_width + WIDTH;
  return options;
}

static ScopeMigrationPaths *
read_all (ScopeView *view, const ScopeMigrationPathsOptions *options)
{
  g_autoptr (GError) error = NULL;
  ScopeMigrationPathsRequest request;
  ScopeMigrationPaths *ribbons;

  scope_migration_paths_request_init (&request, view, options);
  ribbons = scope_migration_paths_read (scope_view_get_trace (view), &request, NULL, &error);
  g_assert_no_error (error);
  return ribbons;
}

/* How many pixels of a column of a row are covered, paths over each other counted as such. */
static guint
covered (const ScopeMigrationPaths *r, guint row, guint x)
{
  guint h = r->request.row_height, n = 0;

  for (guint y = row * h; y < (row + 1) * h; y++)
    n += r->counts[(gsize) y * r->width + x];
  return n;
}

/* --- one task --- */

static ScopeTrace *
one_task (void)
{
  ScopeMachine *machine = migration_machine_new (0, 4, 2);

  migration_add_row (machine, 0, 100000, SCOPE_CODE_RUNNING, 1);
  migration_add_row (machine, 0, 4000000, SCOPE_CODE_YIELDED, 0);
  migration_add_move (machine, 0, 5000000, 0, 2);
  migration_add_row (machine, 0, 5500000, SCOPE_CODE_RUNNING, 3);
  migration_add_row (machine, 1, 200000, SCOPE_CODE_RUNNING, 4);
  return migration_trace_finish (machine, SCOPE_RUNTIME_GHC);
}

static void
test_one (void)
{
  g_autoptr (ScopeTrace) trace = one_task ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeMigrationPathsOptions options = options_of (trace, 300, FALSE);
  g_autoptr (ScopeMigrationPaths) r = read_all (view, &options);
  guint thick;

  g_assert_cmpuint (r->rows->len, ==, 4);
  g_assert_cmpuint (r->tasks->len, ==, 1);
  g_assert_cmpuint (r->most, ==, 1);
  thick = covered (r, 0, 10);
  g_assert_cmpuint (thick, >, 0);
  for (guint x = 0; x < WIDTH; x++)
    {
      gboolean change = x == 500 || x == 501; /* two pixels, as there are few */

      g_assert_cmpuint (covered (r, 3, x), ==, 0); /* that task never moves */
      if (!change)
        {
          g_assert_cmpuint (covered (r, 0, x), ==, x < 500 ? thick : 0);
          g_assert_cmpuint (covered (r, 1, x), ==, 0);
          g_assert_cmpuint (covered (r, 2, x), ==, x < 500 ? 0 : thick);
        }
    }
  g_assert_cmpuint (covered (r, 1, 500), ==, r->request.row_height);
  for (gsize i = 0; i < (gsize) r->width * r->height; i++)
    g_assert_cmpuint (r->who[i], ==, r->counts[i]);
  g_assert_cmpuint (r->go[500], ==, 1);
  g_assert_cmpuint (r->come[2 * WIDTH + 500], ==, 1);
}

static void
test_hit (void)
{
  g_autoptr (ScopeTrace) trace = one_task ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeMigrationPathsOptions options = options_of (trace, 300, FALSE), rates = options_of (trace, 300, TRUE);
  g_autoptr (ScopeMigrationPaths) r = read_all (view, &options);
  ScopeMigrationPathsHit hit;
  double row = (300 - SCOPE_MIGRATION_PATHS_RULER - SCOPE_MIGRATION_PATHS_LEGEND) / 4;
  g_autofree char *path = NULL, *move = NULL, *nothing = NULL, *bar = NULL;

  g_assert_false (scope_migration_paths_hit (view, r, &options, 10, 100, &hit)); /* names */
  g_assert_true (scope_migration_paths_hit (view, r, &options, options.names_width + 100, SCOPE_MIGRATION_PATHS_RULER + 4, &hit));
  g_assert_true (hit.has_task);
  g_assert_cmpuint (hit.task.index, ==, 0);
  g_assert_cmpuint (hit.row, ==, 0);
  g_assert_cmpuint (hit.move, ==, SCOPE_NONE);
  path = scope_migration_paths_describe (view, r, &hit, FALSE);
  g_assert_cmpstr (path, ==, "thread 1, on HEC 0");

  g_assert_true (scope_migration_paths_hit (view, r, &options, options.names_width + 500,
                                            SCOPE_MIGRATION_PATHS_RULER + 1.5 * row, &hit));
  g_assert_cmpuint (hit.row, ==, 1);
  g_assert_cmpuint (hit.move, ==, 0);
  move = scope_migration_paths_describe (view, r, &hit, FALSE);
  g_assert_nonnull (strstr (move, "thread 1: HEC 0 → HEC 2 at 5.0"));

  g_assert_true (scope_migration_paths_hit (view, r, &options, options.names_width + 300,
                                            SCOPE_MIGRATION_PATHS_RULER + 1.5 * row, &hit));
  g_assert_cmpuint (hit.n, ==, 0);
  nothing = scope_migration_paths_describe (view, r, &hit, FALSE);
  g_assert_nonnull (strstr (nothing, "HEC 1"));

  g_assert_true (scope_migration_paths_hit (view, r, &rates, rates.names_width + 501, SCOPE_MIGRATION_PATHS_RULER + 4, &hit));
  g_assert_cmpuint (hit.row, ==, SCOPE_NONE);
  g_assert_cmpuint (hit.n, ==, 1);
  bar = scope_migration_paths_describe (view, r, &hit, TRUE);
  g_assert_true (g_str_has_prefix (bar, "1 migration, 25,000 a second\n"));
}

/* Its path and runs, in the rows where they were. */
static void
test_task (void)
{
  g_autoptr (ScopeTrace) trace = one_task ();
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeMigrationPathsOptions options = options_of (trace, 300, FALSE);
  ScopeLaneId task = { 0, SCOPE_KIND_THREAD, 0 }, other = { 0, SCOPE_KIND_THREAD, 1 };
  g_autoptr (ScopeMigrationPaths) r = NULL, second = NULL;
  g_autoptr (ScopeScene) scene = NULL;
  guint accents = 0;

  scope_view_select_lane (view, &task);
  r = read_all (view, &options);
  g_assert_cmpuint (r->stays->len, ==, 2);
  g_assert_cmpuint (g_array_index (r->stays, ScopeMigrationPathPiece, 0).row, ==, 0);
  g_assert_cmpuint (g_array_index (r->stays, ScopeMigrationPathPiece, 1).row, ==, 2);
  g_assert_cmpint (g_array_index (r->stays, ScopeMigrationPathPiece, 1).from, ==, 5000000);
  g_assert_cmpuint (r->runs->len, ==, 2);
  g_assert_cmpint (g_array_index (r->runs, ScopeMigrationPathPiece, 1).from, ==, 5500000);
  scene = scope_migration_paths_scene_build (view, r, &options);
  for (guint i = 0; i < scene->items->len; i++)
    accents += g_array_index (scene->items, ScopeItem, i).colour == scene->palette->accent;
  g_assert_cmpuint (accents, >=, 3);

  /* One that never moves has a path as well, where it runs. */
  scope_view_select_lane (view, &other);
  second = read_all (view, &options);
  g_assert_cmpuint (second->stays->len, ==, 1);
  g_assert_cmpuint (g_array_index (second->stays, ScopeMigrationPathPiece, 0).row, ==, 3);
}

/* --- many --- */


static void
collect (const ScopeMigration *migration, gpointer data)
{
  g_array_append_vals (data, migration, 1);
}

/* Where each moving task is at a time, from the migrations alone. */
static void
count_at (GArray *moves, guint n_threads, gint64 time, guint *n, guint n_rows)
{
  g_autofree gint64 *at = g_new (gint64, n_threads);

  memset (n, 0, n_rows * sizeof *n);
  for (guint i = 0; i < n_threads; i++)
    at[i] = -1;
  for (guint i = 0; i < moves->len; i++)
    {
      const ScopeMigration *move = &g_array_index (moves, ScopeMigration, i);

      if (move->time <= time)
        at[move->thread] = move->to;
      else if (at[move->thread] < 0)
        at[move->thread] = move->from;
    }
  for (guint i = 0; i < n_threads; i++)
    if (at[i] >= 0)
      n[at[i]]++;
}

static void
test_brute (void)
{
  const guint n_threads = 40, n_rows = 6;
  g_autoptr (ScopeTrace) trace = migration_trace_new (n_rows, n_threads, 3000);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (GArray) moves = g_array_new (FALSE, FALSE, sizeof (ScopeMigration));
  ScopeMigrationPathsOptions options = options_of (trace, 400, FALSE);
  const gint64 windows[][2] = { { 0, MIGRATION_END }, { 2000000, 3000000 }, { 5100000, 5133000 } };
  guint compared = 0;

  for (guint w = 0; w < G_N_ELEMENTS (windows); w++)
    {
      ScopeQueryRange within = { .trace = trace, .from = windows[w][0], .to = windows[w][1] };
      g_autoptr (ScopeMigrationPaths) r = NULL;
      guint n[6], come = 0, go = 0;

      scope_view_set_width (view, WIDTH);
      scope_view_set_range (view, windows[w][0], windows[w][1]);
      r = read_all (view, &options);
      within.from = r->from;
      within.to = r->to;
      g_array_set_size (moves, 0);
      g_assert_true (scope_migrations_each (&within, collect, moves, NULL));
      g_assert_cmpuint (moves->len, ==, r->moves->len);
      for (guint i = 0; i < n_rows * WIDTH; i++)
        {
          come += r->come[i];
          go += r->go[i];
        }
      g_assert_cmpuint (come, ==, moves->len);
      g_assert_cmpuint (go, ==, moves->len);
      for (guint x = 5; x < WIDTH; x += 7)
        {
          gint64 t0 = scope_viewport_x_to_time (&r->request.viewport, x),
                 t1 = scope_viewport_x_to_time (&r->request.viewport, x + 1);
          guint quiet = scope_migration_paths_find_move (r, t0 - 2 * (t1 - t0 + 1)), thick = 3;

          /* Only where nothing changes rows nearby. */
          if (quiet < r->moves->len && g_array_index (r->moves, ScopeMigration, quiet).time < t1 + 2)
            continue;
          count_at (moves, n_threads, t0, n, n_rows);
          for (guint row = 0; row < n_rows; row++)
            g_assert_cmpuint (covered (r, row, x), ==, n[row] * thick);
          compared++;
        }
    }
  g_assert_cmpuint (compared, >, 80);
}

/* However many there are: few items, and one picture. */
static void
test_dense (void)
{
  g_autoptr (ScopeTrace) trace = migration_trace_new (8, 500, 200000);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  ScopeMigrationPathsOptions options = options_of (trace, 400, FALSE), rates = options_of (trace, 400, TRUE);
  g_autoptr (ScopeMigrationPaths) r = read_all (view, &options);
  g_autoptr (ScopeScene) scene = scope_migration_paths_scene_build (view, r, &options);
  g_autoptr (ScopeScene) second = scope_migration_paths_scene_build (view, r, &rates);
  GString *svg = scope_svg_write (scene, "dense");
  g_autofree char *summary = scope_migration_paths_summary (r, trace);
  guint images = 0;

  g_assert_cmpuint (r->most, >, 20);
  g_assert_cmpuint (r->moves->len, >, 150000);
  for (guint i = 0; i < scene->items->len; i++)
    images += g_array_index (scene->items, ScopeItem, i).type == SCOPE_ITEM_IMAGE;
  g_assert_cmpuint (images, ==, 1);
  g_assert_cmpuint (scene->items->len, <, 200);
  g_assert_cmpuint (second->items->len, <, 200);
  g_assert_nonnull (strstr (svg->str, "paths at a pixel"));
  g_assert_true (g_str_has_suffix (summary, "migrations of 500 threads"));
  g_string_free (svg, TRUE);
}

static void
test_cancel (void)
{
  g_autoptr (ScopeTrace) trace = migration_trace_new (4, 20, 50000);
  g_autoptr (ScopeView) view = scope_view_new (trace);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  ScopeMigrationPathsOptions options = options_of (trace, 300, FALSE);
  ScopeMigrationPathsRequest request;

  g_cancellable_cancel (cancellable);
  scope_migration_paths_request_init (&request, view, &options);
  g_assert_null (scope_migration_paths_read (trace, &request, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- figures --- */

static void
test_figures (void)
{
  g_autoptr (ScopeTrace) trace = one_task ();
  ScopeQueryRange within = { .trace = trace, .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  g_autoptr (GArray) pairs = scope_migrations_pairs (&within, TRUE, NULL);
  g_autoptr (GArray) tasks = scope_migrations_tasks (&within, NULL);
  g_autoptr (GArray) history = scope_migrations_history (&within, (ScopeLaneId) { 0, SCOPE_KIND_THREAD, 0 }, NULL);
  g_autoptr (ScopeMatrix) matrix = scope_migration_matrix_read (&within, SCOPE_MATRIX_ORDER_ID, NULL);
  const ScopeMigrationPair *pair = &g_array_index (pairs, ScopeMigrationPair, 0);
  const ScopeMigrationStay *stay = &g_array_index (history, ScopeMigrationStay, 0);

  g_assert_cmpuint (pairs->len, ==, 1);
  g_assert_cmpint (pair->from, ==, 0);
  g_assert_cmpint (pair->to, ==, 2);
  g_assert_cmpuint (pair->count, ==, 1);
  g_assert_cmpuint (pair->waits, ==, 1);
  g_assert_cmpint (pair->wait, ==, 1500000); /* ready at 4 ms, ran at 5.5 ms */
  g_assert_cmpint (pair->longest_wait.ready, ==, 4000000);
  g_assert_cmpuint (tasks->len, ==, 1);
  g_assert_cmpuint (g_array_index (tasks, ScopeMigrationTask, 0).processors, ==, 2);
  g_assert_cmpuint (history->len, ==, 2);
  g_assert_cmpint (stay[0].processor, ==, 0);
  g_assert_cmpint (stay[0].running, ==, 3900000);
  g_assert_cmpint (stay[0].ready, ==, 1100000);
  g_assert_cmpuint (stay[0].runs, ==, 1);
  g_assert_cmpint (stay[1].processor, ==, 2);
  g_assert_cmpint (stay[1].from, ==, 5000000);
  g_assert_cmpint (stay[1].running, ==, MIGRATION_END - 5500000);
  g_assert_cmpuint (scope_matrix_n_rows (matrix), ==, 4);
  g_assert_nonnull (scope_matrix_cell (matrix, 0, 2));
  g_assert_null (scope_matrix_cell (matrix, 2, 0));
}

/* One that was ready long ago and is woken by running elsewhere has not waited since then. */
static void
test_no_wait (void)
{
  ScopeMachine *machine = migration_machine_new (0, 3, 1);
  g_autoptr (ScopeTrace) trace = NULL;
  g_autoptr (GArray) pairs = NULL;
  ScopeQueryRange within = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };

  migration_add_move (machine, 0, 2000000, 0, 1); /* ready since it was made, at 0 */
  migration_add_row (machine, 0, 2500000, SCOPE_CODE_RUNNING, 2);
  migration_add_row (machine, 0, 3000000, SCOPE_CODE_MVAR, 0);
  migration_add_row (machine, 0, 4000000, SCOPE_CODE_RUNNING, 2);
  migration_add_row (machine, 0, 5000000, SCOPE_CODE_MVAR, 0);
  migration_add_move (machine, 0, 8000000, 1, 2);
  migration_add_row (machine, 0, 8000000, SCOPE_CODE_RUNNING, 3);
  within.trace = trace = migration_trace_finish (machine, SCOPE_RUNTIME_GHC);
  pairs = scope_migrations_pairs (&within, TRUE, NULL);
  g_assert_cmpuint (pairs->len, ==, 2);
  g_assert_cmpuint (g_array_index (pairs, ScopeMigrationPair, 0).waits, ==, 1);
  g_assert_cmpint (g_array_index (pairs, ScopeMigrationPair, 0).wait, ==, 2500000);
  g_assert_cmpuint (g_array_index (pairs, ScopeMigrationPair, 1).count, ==, 1);
  g_assert_cmpuint (g_array_index (pairs, ScopeMigrationPair, 1).waits, ==, 0);
}

/* Rows by their numbers, whatever was named first; Erlang's dirty schedulers, number 0, below all others. */
static void
test_rows_in_order (void)
{
  static const guint named[] = { 5, 0, 7, 1 };

  for (guint erlang = 0; erlang < 2; erlang++)
    {
      const guint wanted[2][4] = { { 0, 1, 5, 7 }, { 1, 5, 7, 0 } };
      ScopeMachine *machine = migration_machine_new (0, 0, 1);
      g_autoptr (ScopeTrace) trace = NULL;
      g_autoptr (GArray) rows = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (named); i++)
        {
          guint32 lane = scope_lane_store_add_lane (machine->lanes, SCOPE_KIND_PROCESSOR, SCOPE_CODE_IDLE, SCOPE_NONE), entity;

          scope_lane_store_set_life (machine->lanes, lane, 0, MIGRATION_END);
          scope_machine_add_entity (machine, SCOPE_KIND_PROCESSOR, named[i], lane, &entity);
        }
      trace = migration_trace_finish (machine, erlang ? SCOPE_RUNTIME_ERLANG : SCOPE_RUNTIME_GHC);
      rows = scope_migration_paths_rows (trace);
      g_assert_cmpuint (rows->len, ==, G_N_ELEMENTS (named));
      for (guint i = 0; i < rows->len; i++)
        g_assert_cmpuint (scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, g_array_index (rows, ScopeLaneId, i).index)->number,
                          ==, wanted[erlang][i]);
    }
}

/* A task that neither moves nor runs in the range was where it was before. */
static void
test_history_outside (void)
{
  g_autoptr (ScopeTrace) trace = one_task ();
  ScopeQueryRange late = { .trace = trace, .from = 8000000, .to = 9000000 },
              early = { .trace = trace, .from = 0, .to = 50000 };
  ScopeLaneId task = { 0, SCOPE_KIND_THREAD, 0 };
  g_autoptr (GArray) after = scope_migrations_history (&late, task, NULL),
                     before = scope_migrations_history (&early, task, NULL);

  g_assert_cmpuint (after->len, ==, 1);
  g_assert_cmpint (g_array_index (after, ScopeMigrationStay, 0).processor, ==, 2);
  g_assert_cmpuint (before->len, ==, 1);
  g_assert_cmpint (g_array_index (before, ScopeMigrationStay, 0).processor, ==, 0);
  g_assert_cmpint (g_array_index (before, ScopeMigrationStay, 0).ready, ==, 50000);
}

static void
test_why_not (void)
{
  g_autoptr (ScopeTrace) eden = migration_trace_finish (migration_machine_new (0, 1, 3), SCOPE_RUNTIME_EDEN);
  g_autoptr (ScopeTrace) single = migration_trace_finish (migration_machine_new (0, 1, 3), SCOPE_RUNTIME_GHC);
  g_autoptr (ScopeTrace) still = migration_trace_finish (migration_machine_new (0, 4, 3), SCOPE_RUNTIME_GHC);
  g_autoptr (ScopeTrace) none = migration_trace_finish (migration_machine_new (0, 4, 0), SCOPE_RUNTIME_GHC);
  g_autoptr (ScopeTrace) moves = one_task ();

  g_assert_nonnull (strstr (scope_migrations_why_not (eden), "stay on the machine"));
  g_assert_nonnull (strstr (scope_migrations_why_not (single), "one processor"));
  g_assert_nonnull (strstr (scope_migrations_why_not (still), "No thread changed"));
  g_assert_nonnull (strstr (scope_migrations_why_not (none), "no threads"));
  g_assert_null (scope_migrations_why_not (moves));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ribbons/one", test_one);
  g_test_add_func ("/ribbons/no-wait", test_no_wait);
  g_test_add_func ("/ribbons/rows-in-order", test_rows_in_order);
  g_test_add_func ("/ribbons/hit", test_hit);
  g_test_add_func ("/ribbons/task", test_task);
  g_test_add_func ("/ribbons/brute-force", test_brute);
  g_test_add_func ("/ribbons/dense", test_dense);
  g_test_add_func ("/ribbons/cancel", test_cancel);
  g_test_add_func ("/migrations/figures", test_figures);
  g_test_add_func ("/migrations/history-outside", test_history_outside);
  g_test_add_func ("/migrations/why-not", test_why_not);
  return g_test_run ();
}
