/* bench-open.c: how long it takes until there is something true to see.
 *
 * Opens a trace as the window does (reading on other threads, the main loop here) and asks again and again for what a
 * first picture needs: columns of up to 64 lanes over the whole time that is known so far. The first picture is there
 * when some of it is not *unknown*. Whether it is true is checked when all is read: of no state may it have shown more
 * than the finished trace has in the same columns. Should a machine's clock have been set right meanwhile, its columns
 * are compared on its own clock, and by how far it moved is told apart.
 *
 *     bench-open [--cache-dir DIR | --no-cache] FILE
 *
 * Prints one JSON object: first_ms, finished_ms, cached, false_columns, moved_ms.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-common.h"

typedef struct
{
  GMainLoop *loop;
  ScopeImport *import;
  ScopeTrace *trace;
  double start, first, finished;
  ScopeLaneId *lanes;
  gint64 offsets[BENCH_LANES]; /* of their machines, at the first picture */
  gint64 (*edges)[BENCH_PIXELS + 1]; /* [lane]: as they were really used */
  gint64 (*columns)[BENCH_PIXELS][SCOPE_N_STATES];
  GError *error;
} Bench;

static gint64
lane_offset (Bench *bench, guint i)
{
  return scope_trace_offset (bench->trace, scope_trace_machine (bench->trace, bench->lanes[i].machine));
}

/* Columns of the first picture; TRUE if anything in it is known. */
static gboolean
take_picture (Bench *bench)
{
  gint64 first, last;
  gboolean known = FALSE;

  g_clear_pointer (&bench->lanes, g_free);
  bench->lanes = bench_lanes (bench->trace);
  if (bench->lanes == NULL)
    return FALSE;
  scope_trace_range (bench->trace, &first, &last);
  if (last - first < BENCH_PIXELS)
    return FALSE;
  for (guint i = 0; i < BENCH_LANES; i++)
    {
      bench->offsets[i] = lane_offset (bench, i);
      for (guint x = 0; x <= BENCH_PIXELS; x++)
        bench->edges[i][x] = first + (gint64) ((double) (last - first) * x / BENCH_PIXELS);
      if (!scope_trace_read_columns (bench->trace, bench->lanes[i], bench->edges[i], BENCH_PIXELS,
                                     bench->columns[i], NULL))
        return FALSE;
      for (guint x = 0; x < BENCH_PIXELS && !known; x++)
        for (guint s = 0; s < SCOPE_STATE_UNKNOWN; s++)
          known |= bench->columns[i][x][s] != 0;
    }
  return known;
}

static gboolean
look (gpointer data)
{
  Bench *bench = data;

  if (bench->first == 0 && take_picture (bench))
    bench->first = bench_now () - bench->start;
  return bench->first == 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
finished (GObject *object, GAsyncResult *result, gpointer data)
{
  Bench *bench = data;

  scope_import_run_finish (SCOPE_IMPORT (object), result, &bench->error);
  bench->finished = bench_now () - bench->start;
  g_main_loop_quit (bench->loop);
}

/* In how many columns the first picture showed more of a state than there is; and how far the clocks moved, in ticks. */
static guint
count_false (Bench *bench, gint64 *ret_moved)
{
  static gint64 columns[BENCH_PIXELS][SCOPE_N_STATES];
  guint wrong = 0;

  *ret_moved = 0;
  for (guint i = 0; i < BENCH_LANES; i++)
    {
      gint64 moved = lane_offset (bench, i) - bench->offsets[i];

      *ret_moved = MAX (*ret_moved, ABS (moved));
      for (guint x = 0; x <= BENCH_PIXELS; x++)
        bench->edges[i][x] += moved;
      if (!scope_trace_read_columns (bench->trace, bench->lanes[i], bench->edges[i], BENCH_PIXELS, columns, NULL))
        return BENCH_LANES * BENCH_PIXELS;
      for (guint x = 0; x < BENCH_PIXELS; x++)
        {
          gboolean more = FALSE;

          for (guint s = 0; s < SCOPE_STATE_UNKNOWN; s++)
            more |= bench->columns[i][x][s] > columns[x][s];
          wrong += more;
        }
    }
  return wrong;
}

int
main (int argc, char **argv)
{
  g_autofree char *cache_dir = NULL;
  gboolean no_cache = FALSE;
  const GOptionEntry entries[] = { { "cache-dir", 0, 0, G_OPTION_ARG_FILENAME, &cache_dir, NULL, NULL },
                                   { "no-cache", 0, 0, G_OPTION_ARG_NONE, &no_cache, NULL, NULL },
                                   { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE");
  g_autoptr (GError) error = NULL;
  Bench bench = { 0 };
  gint64 moved;
  guint wrong;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2)
    {
      fprintf (stderr, "bench-open: %s\n", error != NULL ? error->message : "it needs one FILE");
      return 2;
    }
  ScopeImportOptions options = { .cache_dir = cache_dir, .no_cache = no_cache };
  const char *paths[] = { argv[1], NULL };

  bench.edges = g_malloc (sizeof (*bench.edges) * BENCH_LANES);
  bench.columns = g_malloc (sizeof (*bench.columns) * BENCH_LANES);
  bench.loop = g_main_loop_new (NULL, FALSE);
  bench.start = bench_now ();
  bench.import = scope_import_new (paths, 1, &options);
  bench.trace = scope_import_get_trace (bench.import);
  scope_import_run_async (bench.import, NULL, finished, &bench);
  g_timeout_add (5, look, &bench);
  g_main_loop_run (bench.loop);
  if (bench.error != NULL)
    {
      fprintf (stderr, "bench-open: %s\n", bench.error->message);
      return 1;
    }
  if (bench.first == 0 && take_picture (&bench))
    bench.first = bench_now () - bench.start;
  if (bench.first == 0)
    {
      fprintf (stderr, "bench-open: %s: nothing to see\n", argv[1]);
      return 1;
    }
  wrong = count_false (&bench, &moved);
  printf ("{\"first_ms\": %.1f, \"finished_ms\": %.1f, \"cached\": %s, \"false_columns\": %u, \"moved_ms\": %.3f}\n",
          bench.first * 1e3, bench.finished * 1e3, scope_import_was_cached (bench.import) ? "true" : "false", wrong,
          moved * (scope_trace_tick_ps (bench.trace) / 1e9));
  g_object_unref (bench.import);
  g_main_loop_unref (bench.loop);
  g_free (bench.lanes);
  g_free (bench.edges);
  g_free (bench.columns);
  return 0;
}
