/* bench-statistics.c: how long the statistics of a range take, for every section of the panel, over random ranges from
 * the whole trace to a hundredth of it.
 *
 *     bench-statistics [--cache-dir DIR] FILE
 *
 * Prints one JSON object: max and p50 in ms of each section, and `max` over all of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-common.h"

#include "model/trace/statistics/scope-statistics.h"

#define N_RANGES 40

/* Everything that the panel can show of a range, except for the threads one by one. */
static void
ask (const ScopeQueryRange *within, guint section)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) rows = NULL;
  ScopeCollections collections;
  ScopeCounters counters;

  switch (section)
    {
    case 0:
      rows = scope_statistics_reasons (within, &error);
      break;
    case 1:
      scope_statistics_collections (within, &collections, &error);
      scope_statistics_collections_clear (&collections);
      break;
    case 2:
      scope_statistics_counters (within, &counters, &error);
      scope_statistics_counters_clear (&counters);
      break;
    default:
      rows = scope_statistics_entities (within, (ScopeKind) (section - 3), &error);
      break;
    }
  g_assert_no_error (error);
}

static void
measure (ScopeTrace *trace, guint section, GArray *times)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  for (guint i = 0; i < N_RANGES; i++)
    {
      double span = (double) (last - first), length = i == 0 ? span : span / (1u << i % 8) * g_rand_double (rand);
      gint64 from = first + (gint64) (g_rand_double (rand) * (span - length));
      ScopeQueryRange within = { trace, from, from + (gint64) length + 1, NULL, NULL };
      double start = bench_now (), ms;

      ask (&within, section);
      ms = (bench_now () - start) * 1000;
      g_array_append_val (times, ms);
    }
}

int
main (int argc, char **argv)
{
  static const char *const sections[]
      = { "reasons", "collections", "counters", "machines", "processors", "processes", "threads" };
  g_autofree char *cache_dir = NULL;
  GOptionEntry entries[] = { { "cache-dir", 0, 0, G_OPTION_ARG_FILENAME, &cache_dir, "the cache folder", "DIR" },
                             { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE");
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeImport) import = NULL;
  double max = 0;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2)
    {
      fprintf (stderr, "bench-statistics: %s\n", error != NULL ? error->message : "which trace?");
      return 2;
    }
  import = bench_open (argv[1], cache_dir);
  printf ("{");
  for (guint s = 0; s < G_N_ELEMENTS (sections); s++)
    {
      g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));

      measure (scope_import_get_trace (import), s, times);
      printf ("\"%s\": [%.2f, %.2f], ", sections[s], bench_percentile (times, 1), bench_percentile (times, .5));
      max = MAX (max, bench_percentile (times, 1));
    }
  printf ("\"max\": %.2f}\n", max);
  return 0;
}
