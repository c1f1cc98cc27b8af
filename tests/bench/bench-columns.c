/* bench-columns.c: how long the columns of a window take: 64 lanes, 1,600 pixels, random windows at every zoom.
 *
 * Two ways are measured, on as many threads as the window reads with: `columns`, exact figures straight from the index
 * (scope_trace_read_columns(), what `lanescope-cli columns` prints), and `strips`, what is drawn, from an empty tile
 * cache. A window at level k shows between 2^k and 2^(k+1) ticks per pixel; the levels go from one tick to the whole
 * trace.
 *
 *     bench-columns [--cache-dir DIR] [--windows N] [--how columns|strips] [--level ONLY] FILE
 *
 * Prints one JSON object: p50, p99 and max over all windows in ms, and p99 of the worst level.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-common.h"

#include "model/scene/draw/scope-columns.h"

#define MAX_THREADS 4

typedef struct
{
  ScopeTrace *trace;
  ScopeTileCache *cache;
  ScopeLaneId *lanes;
  gboolean strips;
  guint n_threads;
  gint64 (*columns[MAX_THREADS])[SCOPE_N_STATES];
  gint64 first, last;
  guint64 checksum; /* so that nothing is optimised away */
} Bench;

/* Every n-th lane, on a thread of its own: as many as the window's tile cache has. */
typedef struct
{
  Bench *bench;
  guint first, step;
  gint64 from;
  double scale;
  guint64 checksum;
  gint64 (*columns)[SCOPE_N_STATES]; /* BENCH_PIXELS */
} Share;

static guint64
read_exact (const Share *share, ScopeLaneId lane)
{
  gint64 edges[BENCH_PIXELS + 1];
  guint64 checksum = 0;
  g_autoptr (GError) error = NULL;

  for (guint x = 0; x <= BENCH_PIXELS; x++)
    edges[x] = share->from + (gint64) (x * share->scale);
  if (!scope_trace_read_columns (share->bench->trace, lane, edges, BENCH_PIXELS, share->columns, &error))
    {
      fprintf (stderr, "bench-columns: %s\n", error->message);
      exit (1);
    }
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    checksum += (guint64) share->columns[BENCH_PIXELS / 2][s];

  return checksum;
}

static guint64
read_strips (const Share *share, ScopeLaneId lane)
{
  const Bench *bench = share->bench;
  gint64 x0 = (gint64) ((share->from - bench->first) / share->scale);
  ScopeMachine *machine = scope_trace_machine (bench->trace, lane.machine);
  ScopeLaneSource source
      = { machine->lanes, scope_trace_lane (bench->trace, lane), scope_trace_offset (bench->trace, machine) };
  ScopeTileGetter getter;
  guint64 checksum = 0;

  scope_tile_getter_init_waiting (&getter, bench->cache);
  for (guint x = 0; x < BENCH_PIXELS; x += SCOPE_STRIP_COLUMNS)
    {
      g_autoptr (ScopeStrip) strip = scope_strip_new (&getter, &source, 1, bench->first, share->scale, x0 + x,
                                                      MIN (SCOPE_STRIP_COLUMNS, BENCH_PIXELS - x));
      checksum += strip->n_runs + (guint64) strip->columns[0].total;
    }

  return checksum;
}

static gpointer
read_share (gpointer data)
{
  Share *share = data;
  Bench *bench = share->bench;

  for (guint i = share->first; i < BENCH_LANES; i += share->step)
    share->checksum += bench->strips ? read_strips (share, bench->lanes[i]) : read_exact (share, bench->lanes[i]);

  return NULL;
}

static void
read_window (gpointer data, gint64 from, double scale)
{
  Bench *bench = data;
  GThread *threads[MAX_THREADS];
  Share shares[MAX_THREADS];

  if (bench->strips)
    scope_tile_cache_clear (bench->cache);
  for (guint i = 0; i < bench->n_threads; i++)
    {
      shares[i] = (Share) { bench, i, bench->n_threads, from, scale, 0, bench->columns[i] };
      if (i > 0)
        threads[i] = g_thread_new ("columns", read_share, &shares[i]);
    }
  read_share (&shares[0]);
  for (guint i = 1; i < bench->n_threads; i++)
    g_thread_join (threads[i]);
  for (guint i = 0; i < bench->n_threads; i++)
    bench->checksum += shares[i].checksum;
}

int
main (int argc, char **argv)
{
  g_autofree char *cache_dir = NULL, *how = NULL;
  int windows = 100, only = -1;
  const GOptionEntry entries[] = { { "cache-dir", 0, 0, G_OPTION_ARG_FILENAME, &cache_dir, NULL, NULL },
                                   { "windows", 0, 0, G_OPTION_ARG_INT, &windows, NULL, NULL },
                                   { "level", 0, 0, G_OPTION_ARG_INT, &only, NULL, NULL },
                                   { "how", 0, 0, G_OPTION_ARG_STRING, &how, NULL, NULL },
                                   { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE");
  g_autoptr (GError) error = NULL;
  Bench bench = { 0 };

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2 || windows < 1)
    {
      fprintf (stderr, "bench-columns: %s\n", error != NULL ? error->message : "it needs one FILE");
      return 2;
    }
  g_autoptr (ScopeImport) import = bench_open (argv[1], cache_dir);
  bench.trace = scope_import_get_trace (import);
  bench.lanes = bench_lanes (bench.trace);
  bench.strips = g_strcmp0 (how, "strips") == 0;
  bench.n_threads = MIN (scope_tile_cache_default_threads (), MAX_THREADS);
  for (guint i = 0; i < bench.n_threads; i++)
    bench.columns[i] = g_malloc (BENCH_PIXELS * sizeof *bench.columns[i]);
  bench.cache = scope_tile_cache_new (G_OBJECT (bench.trace), 0, 0);
  scope_trace_range (bench.trace, &bench.first, &bench.last);
  if (bench.lanes == NULL || bench.last - bench.first < BENCH_PIXELS)
    {
      fprintf (stderr, "bench-columns: %s: nothing to look at\n", argv[1]);
      return 1;
    }
  bench_levels (bench.first, bench.last, only, (guint) windows, read_window, &bench, "checksum", &bench.checksum);
  g_object_unref (bench.cache);
  g_free (bench.lanes);
  return 0;
}
