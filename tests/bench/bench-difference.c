/* bench-difference.c: how long the differences of a window take: 64 lanes, 1,600 pixels, random windows at every zoom.
 *
 * A trace is compared with itself, shifted by a time that is no multiple of any bin: so every edge of the baseline cuts one,
 * and all must be zero. Both sides have a tile cache of their own, empty at each window; strips and their pixels are made
 * on as many threads as the window reads with.
 *
 *     bench-difference [--cache-dir DIR] [--windows N] [--shift TICKS] [--finer LEVELS] [--level ONLY] FILE
 *
 * Prints one JSON object: p50, p99 and max over all windows in ms, p99 of the worst level, and how many columns differed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-common.h"

#include "model/scene/compare/scope-difference-raster.h"

#define MAX_THREADS 8
#define HEIGHT 24

typedef struct
{
  ScopeTrace *trace;
  ScopeTileCache *run, *baseline;
  ScopeTimeMap *map;
  gint64 shift;
  ScopeLaneId *lanes;
  guint n_threads;
  gint64 first, last;
  guint finer;
  guint64 differing;
} Bench;

/* Every n-th lane, on a thread of its own. */
typedef struct
{
  const Bench *bench;
  guint first, step;
  gint64 from;
  double scale;
  guint64 differing;
  guint32 pixels[SCOPE_STRIP_COLUMNS * HEIGHT];
} Share;

static void
read_lane (Share *share, ScopeLaneId lane)
{
  const Bench *bench = share->bench;
  gint64 x0 = (gint64) ((share->from - bench->first) / share->scale);
  ScopeMachine *machine = scope_trace_machine (bench->trace, lane.machine);
  ScopeLaneSource run = { machine->lanes, scope_trace_lane (bench->trace, lane), scope_trace_offset (bench->trace, machine) };
  ScopeLaneSource baseline = run;
  ScopeRasterOptions options = { .palette = scope_palette_get (SCOPE_PALETTE_LIGHT), .height = HEIGHT, .full = 1,
                                 .ground = 0xffffffff };
  ScopeTileGetter getters[2];
  ScopeDifferenceSide sides[] = { { &getters[0], &run, 1 }, { &getters[1], &baseline, 1 } };

  baseline.offset += bench->shift;
  scope_tile_getter_init_waiting (&getters[0], bench->run);
  scope_tile_getter_init_waiting (&getters[1], bench->baseline);
  for (guint x = 0; x < BENCH_PIXELS; x += SCOPE_STRIP_COLUMNS)
    {
      guint n = MIN (SCOPE_STRIP_COLUMNS, BENCH_PIXELS - x);
      g_autoptr (ScopeDifferenceStrip) strip = scope_difference_strip_new (&sides[0], &sides[1], bench->map, bench->first,
                                                                           share->scale, x0 + x, n, bench->finer);

      scope_raster_difference (strip, 0, n, &options, share->pixels, n * 4);
      for (guint c = 0; c < n; c++)
        share->differing += (strip->columns[c].more | strip->columns[c].less) != 0;
    }
}

static gpointer
read_share (gpointer data)
{
  Share *share = data;

  for (guint i = share->first; i < BENCH_LANES; i += share->step)
    read_lane (share, share->bench->lanes[i]);
  return NULL;
}

static void
read_window (gpointer data, gint64 from, double scale)
{
  Bench *bench = data;
  static Share shares[MAX_THREADS];
  GThread *threads[MAX_THREADS];

  scope_tile_cache_clear (bench->run);
  scope_tile_cache_clear (bench->baseline);
  for (guint i = 0; i < bench->n_threads; i++)
    {
      shares[i].bench = bench;
      shares[i].first = i;
      shares[i].step = bench->n_threads;
      shares[i].from = from;
      shares[i].scale = scale;
      shares[i].differing = 0;
      if (i > 0)
        threads[i] = g_thread_new ("difference", read_share, &shares[i]);
    }
  read_share (&shares[0]);
  for (guint i = 1; i < bench->n_threads; i++)
    g_thread_join (threads[i]);
  for (guint i = 0; i < bench->n_threads; i++)
    bench->differing += shares[i].differing;
}

int
main (int argc, char **argv)
{
  g_autofree char *cache_dir = NULL;
  int windows = 50, finer = 0, only = -1;
  gint64 shift = 12345677;
  const GOptionEntry entries[] = { { "cache-dir", 0, 0, G_OPTION_ARG_FILENAME, &cache_dir, NULL, NULL },
                                   { "windows", 0, 0, G_OPTION_ARG_INT, &windows, NULL, NULL },
                                   { "shift", 0, 0, G_OPTION_ARG_INT64, &shift, NULL, NULL },
                                   { "level", 0, 0, G_OPTION_ARG_INT, &only, NULL, NULL },
                                   { "finer", 0, 0, G_OPTION_ARG_INT, &finer, NULL, NULL },
                                   { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE");
  g_autoptr (GError) error = NULL;
  Bench bench = { 0 };

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2 || windows < 1)
    {
      fprintf (stderr, "bench-difference: %s\n", error != NULL ? error->message : "it needs one FILE");
      return 2;
    }
  g_autoptr (ScopeImport) import = bench_open (argv[1], cache_dir);
  bench.trace = scope_import_get_trace (import);
  bench.lanes = bench_lanes (bench.trace);
  bench.n_threads = MIN (scope_tile_cache_default_threads (), MAX_THREADS);
  bench.run = scope_tile_cache_new (G_OBJECT (bench.trace), 0, 0);
  bench.baseline = scope_tile_cache_new (G_OBJECT (bench.trace), 0, 0);
  bench.shift = shift;
  bench.finer = (guint) CLAMP (finer, 0, 8);
  bench.map = scope_time_map_new (&(ScopeTimeKnot) { 0, shift }, 1, 1, 1);
  scope_trace_range (bench.trace, &bench.first, &bench.last);
  if (bench.lanes == NULL || bench.last - bench.first < BENCH_PIXELS)
    {
      fprintf (stderr, "bench-difference: %s: nothing to look at\n", argv[1]);
      return 1;
    }
  bench_levels (bench.first, bench.last, only, (guint) windows, read_window, &bench, "differing", &bench.differing);
  g_object_unref (bench.run);
  g_object_unref (bench.baseline);
  scope_time_map_unref (bench.map);
  g_free (bench.lanes);
  return 0;
}
