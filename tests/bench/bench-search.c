/* bench-search.c: how long it takes to find something in all raw events of a trace.
 *
 *     bench-search [--cache-dir FOLDER] [--regex] FILE TEXT
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-common.h"

#include "model/trace/search/scope-search-text.h"

typedef struct
{
  ScopeEventSet *set;
  gint done; /* atomic */
  double start, first;
} Watch;

static gpointer
watch_first (gpointer data)
{
  Watch *watch = data;

  while (!g_atomic_int_get (&watch->done) && watch->first == 0)
    {
      if (scope_event_set_count (watch->set) > 0)
        watch->first = bench_now () - watch->start;
      g_usleep (500);
    }
  return NULL;
}

static void
fail (const char *path, GError *error)
{
  fprintf (stderr, "bench-search: %s: %s\n", path, error->message);
  exit (1);
}

int
main (int argc, char **argv)
{
  g_autofree char *cache_dir = NULL;
  gboolean regex = FALSE;
  const GOptionEntry entries[] = { { "cache-dir", 0, 0, G_OPTION_ARG_FILENAME, &cache_dir, NULL, NULL },
                                   { "regex", 0, 0, G_OPTION_ARG_NONE, &regex, NULL, NULL },
                                   { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE TEXT");
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeImport) import = NULL;
  g_autoptr (ScopeEventFilter) filter = NULL;
  g_autoptr (ScopeEventSet) set = scope_event_set_new ();
  ScopeEventSource *source;
  double start, prepared, found;
  Watch watch = { .set = set };
  GThread *thread;
  GArray *jumps = g_array_new (FALSE, FALSE, sizeof (double));
  guint64 n;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 3)
    {
      fprintf (stderr, "bench-search: %s\n", error != NULL ? error->message : "it needs FILE and TEXT");
      return 2;
    }
  import = bench_open (argv[1], cache_dir);
  source = scope_trace_get_event_source (scope_import_get_trace (import));
  start = bench_now ();
  if (!scope_event_source_prepare (source, NULL, NULL, &error))
    fail (argv[1], error);
  prepared = bench_now () - start;
  filter = scope_search_event_filter (argv[2], regex ? SCOPE_SEARCH_REGEX : SCOPE_SEARCH_PLAIN, &error);
  if (filter == NULL)
    fail (argv[2], error);
  watch.start = start = bench_now ();
  thread = g_thread_new ("watch", watch_first, &watch);
  if (!scope_event_source_select (source, filter, set, NULL, NULL, &error))
    fail (argv[1], error);
  found = bench_now () - start;
  g_atomic_int_set (&watch.done, 1);
  g_thread_join (thread);
  n = scope_event_source_n_events (source);
  for (guint i = 0; i < 50 && n > 0; i++)
    {
      ScopeEventRow rows[60];
      guint got;
      double took = bench_now ();

      if (!scope_event_source_read (source, NULL, n * (i * 37 % 50) / 50, G_N_ELEMENTS (rows), rows, &got, NULL, &error))
        fail (argv[1], error);
      took = (bench_now () - took) * 1e3;
      g_array_append_val (jumps, took);
      while (got > 0)
        scope_event_row_clear (&rows[--got]);
    }
  printf ("{\"events\": %" G_GUINT64_FORMAT ", \"prepare_ms\": %.1f, \"first_ms\": %.1f, \"last_ms\": %.1f, \"hits\": %"
          G_GUINT64_FORMAT ", \"jump_p50_ms\": %.2f, \"jump_max_ms\": %.2f}\n",
          n, prepared * 1e3, (watch.first > 0 ? watch.first : found) * 1e3, found * 1e3, scope_event_set_count (set),
          jumps->len > 0 ? bench_percentile (jumps, 0.5) : 0, jumps->len > 0 ? bench_percentile (jumps, 1) : 0);
  g_array_unref (jumps);
  return 0;
}
