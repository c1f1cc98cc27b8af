/* test-let-go.c: an index of many machines, read with little room: what was read of a machine is let go again for what is read of others, and
 * lanes and tables are what they are with all the room there is, also to whoever is in the middle of one of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import.h"
#include "model/base/scope-shelf.h"
#include "model/trace/document/scope-trace.h"

#include <glib/gstdio.h>

#define N_MACHINES 80u
#define N_KEPT 10u /* of which there is room for what is read */
#define LOG "tests/data/ghc/parallelTest.eventlog"

typedef struct
{
  char *folder, *cache, *logs;
  ScopeImport *imports[2];
  ScopeTrace *truth, *trace;
  ScopeShelf *shelf; /* of the trace */
  gsize one;         /* what is read of a machine */
} World;

/* From its index, but for the first time. */
static ScopeImport *
open_logs (World *w)
{
  const char *paths[] = { w->logs };
  ScopeImportOptions options = { .cache_dir = w->cache };
  ScopeImport *import = scope_import_new (paths, 1, &options);
  g_autoptr (GError) error = NULL;

  scope_import_run (import, NULL, &error);
  g_assert_no_error (error);
  return import;
}

static void
compare_intervals (ScopeLaneStore *truth, ScopeLaneStore *lanes, guint32 lane)
{
  g_auto (ScopeIntervalCursor) a = scope_interval_cursor (truth, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL);
  g_auto (ScopeIntervalCursor) b = scope_interval_cursor (lanes, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL);
  ScopeInterval x, y;

  while (scope_interval_cursor_next (&a, &x, NULL))
    {
      g_assert_true (scope_interval_cursor_next (&b, &y, NULL));
      g_assert_true (x.from == y.from && x.to == y.to && x.code == y.code && x.ref == y.ref);
    }
  g_assert_false (scope_interval_cursor_next (&b, &y, NULL));
}

static void
compare_lane (ScopeMachine *truth, ScopeMachine *machine, guint32 lane)
{
  gint64 a[SCOPE_N_STATES], b[SCOPE_N_STATES], middle = truth->first + (truth->last - truth->first) / 2;
  g_autoptr (ScopeTile) tile = scope_lane_store_read_tile (truth->lanes, lane, 4, middle >> (SCOPE_TILE_SHIFT + 4), NULL);
  g_autoptr (ScopeTile) same = scope_lane_store_read_tile (machine->lanes, lane, 4, middle >> (SCOPE_TILE_SHIFT + 4), NULL);

  g_assert_true (scope_lane_store_range_totals (truth->lanes, lane, truth->first, middle, a, NULL));
  g_assert_true (scope_lane_store_range_totals (machine->lanes, lane, truth->first, middle, b, NULL));
  g_assert_cmpmem (a, sizeof a, b, sizeof b);
  g_assert_true (tile != NULL && same != NULL && tile->kind == same->kind && tile->n_transitions == same->n_transitions);
  if (!scope_lane_store_counts (truth->lanes, lane))
    compare_intervals (truth->lanes, machine->lanes, lane);
}

static void
compare_tables (ScopeMachine *truth, ScopeMachine *machine)
{
  for (guint t = 0; t < SCOPE_N_TABLES; t++)
    {
      g_auto (ScopeTableCursor) a = scope_table_cursor (truth->tables[t], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL);
      g_auto (ScopeTableCursor) b = scope_table_cursor (machine->tables[t], SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL);
      gsize bytes = scope_table_schema ((ScopeTableKind) t)->n_columns * sizeof (gint64);
      const gint64 *row, *other;

      while ((row = scope_table_cursor_row (&a, NULL)) != NULL)
        {
          other = scope_table_cursor_row (&b, NULL);
          g_assert_nonnull (other);
          g_assert_cmpmem (row, bytes, other, bytes);
        }
      g_assert_null (scope_table_cursor_row (&b, NULL));
    }
}

static void
walk (World *w, guint first, guint n)
{
  for (guint i = first; i < first + n; i++)
    {
      ScopeMachine *truth = scope_trace_machine (w->truth, i), *machine = scope_trace_machine (w->trace, i);
      guint32 n_lanes = scope_lane_store_n_lanes (truth->lanes);

      g_assert_cmpuint (scope_lane_store_n_lanes (machine->lanes), ==, n_lanes);
      for (guint32 lane = 0; lane < n_lanes; lane++)
        compare_lane (truth, machine, lane);
      compare_tables (truth, machine);
    }
}

static void
set_up (World *w, gconstpointer data)
{
  g_autofree char *log = g_test_build_filename (G_TEST_DIST, LOG, NULL), *text = NULL;
  gsize n;

  w->folder = g_dir_make_tmp ("lanescope-let-go-XXXXXX", NULL);
  w->logs = g_build_filename (w->folder, "logs", NULL);
  w->cache = g_build_filename (w->folder, "cache", NULL);
  g_assert_cmpint (g_mkdir (w->logs, 0700), ==, 0);
  g_assert_true (g_file_get_contents (log, &text, &n, NULL));
  for (guint i = 0; i < N_MACHINES; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/machine%03u.eventlog", w->logs, i + 1);

      g_assert_true (g_file_set_contents (name, text, (gssize) n, NULL));
    }
  g_object_unref (open_logs (w));
  for (guint i = 0; i < 2; i++)
    w->imports[i] = open_logs (w);
  w->truth = scope_import_get_trace (w->imports[0]);
  w->trace = scope_import_get_trace (w->imports[1]);
  w->shelf = scope_trace_shelf (w->trace);
  g_assert_cmpuint (scope_trace_n_machines (w->trace), ==, N_MACHINES);
  walk (w, 0, 1);
  w->one = scope_shelf_bytes (w->shelf);
  g_assert_cmpuint (w->one, >, 500);
  g_assert_cmpuint (w->one, <, 100000);
  scope_shelf_set_most (w->shelf, N_KEPT * w->one);
}

static void
tear_down (World *w, gconstpointer data)
{
  g_autofree char *clean = g_strconcat ("rm -rf ", w->folder, NULL);

  for (guint i = 0; i < 2; i++)
    g_object_unref (w->imports[i]);
  g_assert_true (g_spawn_command_line_sync (clean, NULL, NULL, NULL, NULL));
  g_free (w->folder);
  g_free (w->logs);
  g_free (w->cache);
}

static void
test_bound (World *w, gconstpointer data)
{
  for (guint round = 0; round < 2; round++)
    {
      walk (w, 0, N_MACHINES);
      g_assert_cmpuint (scope_shelf_bytes (w->shelf), <=, (N_KEPT + 2) * w->one); /* what was in use when the last came stays */
      g_assert_cmpuint (scope_shelf_bytes (scope_trace_shelf (w->truth)), ==, N_MACHINES * w->one);
    }
}

/* Cursors that stand in a machine's lane and table while all that was read of the machine goes. */
static void
test_in_the_middle (World *w, gconstpointer data)
{
  ScopeMachine *truth = scope_trace_machine (w->truth, 0), *machine = scope_trace_machine (w->trace, 0);
  guint n_rows = 0;

  for (guint32 lane = 0; lane < scope_lane_store_n_lanes (truth->lanes); lane++)
    {
      g_auto (ScopeIntervalCursor) a = scope_interval_cursor (truth->lanes, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL);
      g_auto (ScopeIntervalCursor) b = scope_interval_cursor (machine->lanes, lane, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL);
      g_auto (ScopeTableCursor) row_a = scope_table_cursor_lasting (truth->tables[SCOPE_TABLE_COLLECTIONS], truth->last);
      g_auto (ScopeTableCursor) row_b = scope_table_cursor_lasting (machine->tables[SCOPE_TABLE_COLLECTIONS], truth->last);
      ScopeInterval x, y;
      gboolean more = TRUE;

      if (scope_lane_store_counts (truth->lanes, lane))
        continue;
      for (guint i = 0; more; i++)
        {
          const gint64 *row = scope_table_cursor_row (&row_a, NULL), *other = scope_table_cursor_row (&row_b, NULL);

          if (i % 16 == 1 && n_rows < 64)
            walk (w, 1, N_MACHINES - 1);
          more = scope_interval_cursor_next (&a, &x, NULL);
          g_assert_cmpint (scope_interval_cursor_next (&b, &y, NULL), ==, more);
          g_assert_true (!more || (x.from == y.from && x.to == y.to && x.code == y.code && x.ref == y.ref));
          g_assert_true ((row == NULL) == (other == NULL) && (row == NULL || row[0] == other[0]));
          n_rows++;
        }
    }
  g_assert_cmpuint (n_rows, >, 30);
}

static gpointer
walk_all (gpointer data)
{
  walk (data, 0, N_MACHINES);
  return NULL;
}

/* Threads that read all machines, and send each other's away meanwhile. */
static void
test_threads (World *w, gconstpointer data)
{
  GThread *threads[4];

  scope_shelf_set_most (w->shelf, w->one);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("walk", walk_all, w);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/let-go/bound", World, NULL, set_up, test_bound, tear_down);
  g_test_add ("/let-go/threads", World, NULL, set_up, test_threads, tear_down);
  g_test_add ("/let-go/in-the-middle", World, NULL, set_up, test_in_the_middle, tear_down);

  return g_test_run ();
}
