/* follow-rate.c: follows one log and says how far it lagged, how much memory and processor time that took.
 *
 *     follow-rate CACHE WHERE
 *
 * The lag is wall time less the wall time until which all is in the tiles, looked at a hundred times a second. SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/import/scope-import.h"

#include <stdio.h>
#include <sys/resource.h>

static gpointer
run (gpointer import)
{
  g_autoptr (GError) error = NULL;

  if (!scope_import_run (import, NULL, &error))
    printf ("# %s\n", error->message);

  return NULL;
}

int
main (int argc, char **argv)
{
  const ScopeImportOptions options = { .cache_dir = argv[1], .follow = TRUE };
  g_autoptr (ScopeImport) import = scope_import_new ((const char *const *) argv + 2, 1, &options);
  ScopeLive *live = scope_trace_get_live (scope_import_get_trace (import));
  GThread *thread = g_thread_new ("follow", run, import);
  g_autoptr (GArray) lags = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree char *message = NULL;
  ScopeLiveFacts facts;
  struct rusage usage, at_end = { 0 };
  guint64 behind = 0;
  gint64 ended = 0;

  do
    {
      g_usleep (10000);
      scope_live_get_facts (live, &facts);
      if (facts.state == SCOPE_LIVE_RUNNING && facts.lag_ns >= 0)
        g_array_append_val (lags, facts.lag_ns);
      behind = MAX (behind, facts.behind_bytes);
      if (scope_live_state_is_over (facts.state) && ended == 0)
        {
          ended = g_get_monotonic_time ();
          getrusage (RUSAGE_SELF, &at_end);
        }
    }
  while (facts.state < SCOPE_LIVE_ENDED);
  g_thread_join (thread);
  getrusage (RUSAGE_SELF, &usage);
  message = scope_live_dup_message (live);
  {
    gint64 sum = 0, most = 0;

    for (guint i = 0; i < lags->len; i++)
      {
        sum += g_array_index (lags, gint64, i);
        most = MAX (most, g_array_index (lags, gint64, i));
      }
    printf ("{\"events\": %" G_GUINT64_FORMAT ", \"bytes\": %" G_GUINT64_FORMAT ", \"lag_mean_ms\": %.1f, \"lag_max_ms\": %.1f, "
            "\"behind_max_bytes\": %" G_GUINT64_FORMAT ", \"peak_memory_kb\": %ld, \"peak_following_kb\": %ld, "
            "\"processor_seconds\": %.2f, \"remade\": %d, \"remade_s\": %.2f, \"end\": %d, \"late\": %u, \"losses\": %u, \"message\": \"%s\"}\n",
            facts.events, facts.bytes, lags->len > 0 ? (double) sum / lags->len / 1e6 : -1, (double) most / 1e6, behind,
            usage.ru_maxrss, at_end.ru_maxrss,
            (double) (at_end.ru_utime.tv_sec + at_end.ru_stime.tv_sec) + (double) (at_end.ru_utime.tv_usec + at_end.ru_stime.tv_usec) / 1e6,
            facts.remade, (double) (g_get_monotonic_time () - ended) / 1e6, facts.end, facts.n_late, facts.n_losses, message);
  }

  return 0;
}
