/* bench-far.c: pans and zooms of a window that looks at a trace, here or on another computer: how long until all that is seen is there.
 *
 *     LANESCOPE_SSH="far_line.py --trip 50 --rate 10 --steps FILE …" bench-far [--cache-dir DIR] [--steps N] [--rows all] [--panels] TRACE
 *
 * Of 1,600 × 900 pixels, with the words and lines over them and the figures beside the names, as the window asks for them: three questions
 * side by side. Prints one JSON object: p50, p99 and max in ms of the steps, and how long the first picture took. What goes over the line
 * is told by far_line.py, a line of FILE a step. With --panels: tables of panels instead, of the third tenth of the trace and of all of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-common.h"

#include "model/scene/draw/scope-far-strips.h"
#include "model/scene/statistics/scope-report.h"
#include "model/scene/statistics/scope-statistics-report.h"
#include "model/scene/timeline/scope-shares.h"
#include "model/scene/timeline/scope-timeline-scene.h"

#define WIDTH 1600
#define HEIGHT 900
#define QUIET_US 600000 /* between steps: far_line.py tells them apart by this */

typedef struct
{
  ScopeView *view;
  ScopeTileCache *tiles;
  ScopeStripCache *strips;
  ScopeShares *shares;
  ScopeOverlay *overlay;
} Bench;

static gpointer
read_shares (gpointer data)
{
  scope_shares_read (((Bench *) data)->shares, NULL);
  return NULL;
}

static gpointer
read_overlay (gpointer data)
{
  Bench *bench = data;
  ScopeOverlayRequest request;

  scope_overlay_request_init (&request, bench->view);
  bench->overlay = scope_overlay_read (scope_view_get_trace (bench->view), &request, NULL);
  return NULL;
}

/* All strips that are seen; how many are missing. */
static guint
look (Bench *bench, guint first, guint end)
{
  const ScopeViewport *v = scope_view_get_viewport (bench->view);
  gint64 left = scope_viewport_left (v);
  ScopeTileGetter getter;

  scope_tile_getter_init (&getter, bench->tiles);
  for (guint row = first; row < end; row++)
    for (gint64 i = left >> 8; i <= (left + v->width) >> 8; i++)
      {
        const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (bench->view), row);
        g_autofree guint32 *pixels = g_new (guint32, SCOPE_STRIP_COLUMNS * 64);

        if (node->kind == SCOPE_ROW_STATES || node->kind == SCOPE_ROW_GROUP || node->kind == SCOPE_ROW_COUNTS
            || node->kind == SCOPE_ROW_ACTIVITY)
          scope_timeline_raster (bench->view, row, i, 20, &getter, bench->strips, pixels, SCOPE_STRIP_COLUMNS * 4);
      }
  return getter.missing;
}

/* Till all is there, ms. */
static double
show (Bench *bench, gboolean all)
{
  double start = bench_now ();
  ScopeLaneList *lanes = scope_view_get_lanes (bench->view);
  guint first = 0, end = scope_lane_list_n_rows (lanes);
  GThread *shares, *overlay;

  scope_lane_list_layout (lanes, SCOPE_HEIGHT_COMFORTABLE, 0, 0);
  if (!all)
    scope_lane_list_rows_in_view (lanes, 0, HEIGHT, &first, &end);
  scope_tile_cache_next_generation (bench->tiles);
  g_clear_pointer (&bench->shares, scope_shares_free);
  g_clear_pointer (&bench->overlay, scope_overlay_free);
  bench->shares = scope_shares_new (bench->view, first, end);
  shares = g_thread_new ("shares", read_shares, bench);
  overlay = g_thread_new ("overlay", read_overlay, bench);
  while (look (bench, first, end) > 0)
    {
      while (scope_tile_cache_pending (bench->tiles) > 0 || scope_far_strips_pending (bench->tiles) > 0)
        g_usleep (500);
      scope_strip_cache_drop_incomplete (bench->strips);
    }
  g_thread_join (shares);
  g_thread_join (overlay);
  return 1000 * (bench_now () - start);
}

static void
step (Bench *bench, GRand *rand)
{
  if (g_rand_int_range (rand, 0, 2) == 0)
    scope_view_pan (bench->view, g_rand_double_range (rand, -WIDTH, WIDTH));
  else
    scope_view_zoom (bench->view, g_rand_double_range (rand, 0, WIDTH), exp (g_rand_double_range (rand, -1.5, 1.8)));
}

/* What Statistics and Report show; a line of JSON each. */
static int
show_panels (ScopeTrace *trace)
{
  static const struct
  {
    const char *name;
    gint section; /* −1: the load */
  } panels[] = { { "state", SCOPE_STATISTICS_REASONS }, { "machine", SCOPE_STATISTICS_MACHINES }, { "processor", SCOPE_STATISTICS_PROCESSORS },
                 { "process", SCOPE_STATISTICS_PROCESSES }, { "thread", SCOPE_STATISTICS_THREADS }, { "load", -1 } };
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (panels); i++)
    {
      gboolean all = i >= G_N_ELEMENTS (panels);
      const ScopeQueryRange within = { .trace = trace, .from = all ? SCOPE_TIME_MIN : first + (last - first) / 10 * 2,
                                       .to = all ? SCOPE_TIME_MAX : first + (last - first) / 10 * 3 };
      gint section = panels[i % G_N_ELEMENTS (panels)].section;
      double start;
      g_autoptr (ScopeReportTable) table = NULL;

      if (section >= 0 && !scope_statistics_has_section (trace, (ScopeStatisticsSection) section))
        continue;
      g_usleep (QUIET_US);
      start = bench_now ();
      table = section >= 0 ? scope_statistics_table (&within, (guint) section, NULL)
                           : scope_report_scene_table (&within, SCOPE_REPORT_LOAD, SCOPE_REPORT_PLACES, NULL);
      printf ("{\"panel\": \"%s\", \"all\": %s, \"rows\": %u, \"ms\": %.0f}\n", panels[i % G_N_ELEMENTS (panels)].name, all ? "true" : "false",
              table != NULL ? scope_report_table_n_rows (table) : 0, 1000 * (bench_now () - start));
    }
  g_usleep (QUIET_US);
  return 0;
}

int
main (int argc, char **argv)
{
  g_autofree char *cache_dir = NULL, *rows = NULL;
  int steps = 50;
  gboolean panels = FALSE;
  const GOptionEntry entries[] = { { "cache-dir", 0, 0, G_OPTION_ARG_FILENAME, &cache_dir, NULL, NULL },
                                   { "steps", 0, 0, G_OPTION_ARG_INT, &steps, NULL, NULL },
                                   { "rows", 0, 0, G_OPTION_ARG_STRING, &rows, NULL, NULL },
                                   { "panels", 0, 0, G_OPTION_ARG_NONE, &panels, NULL, NULL },
                                   { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new ("TRACE");
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeImport) import = NULL;
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  ScopeImportOptions options = { 0 };
  double start = bench_now (), opened, first;
  Bench bench = { 0 };

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2)
    return 2;
  options.cache_dir = cache_dir;
  import = scope_import_new ((const char *const[]) { argv[1], NULL }, 1, &options);
  if (!scope_import_run (import, NULL, &error))
    {
      fprintf (stderr, "bench-far: %s\n", error->message);
      return 1;
    }
  opened = 1000 * (bench_now () - start);
  if (panels)
    return show_panels (scope_import_get_trace (import));
  bench.view = scope_view_new (scope_import_get_trace (import));
  bench.tiles = scope_tile_cache_new (G_OBJECT (scope_import_get_trace (import)), 0, 0);
  bench.strips = scope_strip_cache_new (0);
  scope_view_set_width (bench.view, WIDTH);
  first = show (&bench, rows != NULL);
  for (int i = 0; i < steps; i++)
    {
      double took;

      g_usleep (QUIET_US);
      step (&bench, rand);
      took = show (&bench, rows != NULL);
      g_array_append_val (times, took);
    }
  g_usleep (QUIET_US);
  printf ("{\"opened\": %.0f, \"first\": %.0f, \"p50\": %.0f, \"p99\": %.0f, \"max\": %.0f}\n", opened, first, bench_percentile (times, 0.5),
          bench_percentile (times, 0.99), bench_percentile (times, 1));
  scope_strip_cache_free (bench.strips);
  scope_shares_free (bench.shares);
  scope_overlay_free (bench.overlay);
  g_object_unref (bench.tiles);
  g_object_unref (bench.view);
  return 0;
}
