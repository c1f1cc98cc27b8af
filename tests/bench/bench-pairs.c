/* bench-pairs.c: how long it takes to know who wrote to whom in a range, as the matrix shows it: by machine and by process, in
 * every order, over random ranges from the whole trace to a hundredth of it, which end anywhere.
 *
 *     bench-pairs [--cache-dir DIR] FILE
 *
 * Prints one JSON object: [p50, p99, max] in ms for each party and order, the number of messages, and over all of what is asked first
 * (order by id) `p99`, and `busy_p99`: the processor's time, which does not depend on what else the machine does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "bench-common.h"

#include "model/scene/messages/scope-message-matrix.h"

#include <time.h>

#define N_RANGES 200

static double
busy_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static void
measure (ScopeTrace *trace, ScopeParty by, ScopeMatrixOrder order, GArray *times, GArray *busy)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (by * 3u + order);
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  for (guint i = 0; i < N_RANGES; i++)
    {
      double span = (double) (last - first), length = i == 0 ? span : span / (1u << i % 8) * g_rand_double (rand);
      gint64 from = first + (gint64) (g_rand_double (rand) * (span - length));
      ScopeQueryRange within = { .trace = trace, .from = from, .to = from + (gint64) length + 1 };
      g_autoptr (GError) error = NULL;
      g_autoptr (ScopeMatrix) matrix = NULL;
      double start = bench_now (), before = busy_ms (), ms;

      matrix = scope_message_matrix_read (&within, by, order, &error);
      ms = (bench_now () - start) * 1000;
      g_assert_no_error (error);
      g_array_append_val (times, ms);
      ms = busy_ms () - before;
      g_array_append_val (busy, ms);
    }
}

int
main (int argc, char **argv)
{
  static const char *const orders[SCOPE_MATRIX_N_ORDERS] = { "id", "machine", "cluster" };
  g_autofree char *cache_dir = NULL;
  GOptionEntry entries[] = { { "cache-dir", 0, 0, G_OPTION_ARG_FILENAME, &cache_dir, "the cache folder", "DIR" },
                             { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE");
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (double)), all_busy = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeImport) import = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2)
    {
      fprintf (stderr, "bench-pairs: %s\n", error != NULL ? error->message : "which trace?");
      return 2;
    }
  import = bench_open (argv[1], cache_dir);
  printf ("{");
  for (guint by = SCOPE_PARTY_PROCESS; by <= SCOPE_PARTY_MACHINE; by++)
    for (guint order = 0; order < SCOPE_MATRIX_N_ORDERS; order++)
      {
        g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double)), busy = g_array_new (FALSE, FALSE, sizeof (double));

        measure (scope_import_get_trace (import), (ScopeParty) by, (ScopeMatrixOrder) order, times, busy);
        if (order == SCOPE_MATRIX_ORDER_ID)
          {
            g_array_append_vals (all, times->data, times->len);
            g_array_append_vals (all_busy, busy->data, busy->len);
          }
        printf ("\"%s, %s\": [%.2f, %.2f, %.2f], ", scope_party_name ((ScopeParty) by), orders[order],
                bench_percentile (times, .5), bench_percentile (times, .99), bench_percentile (times, 1));
      }
  printf ("\"messages\": %" G_GUINT64_FORMAT ", \"p99\": %.2f, \"busy_p99\": %.2f}\n",
          scope_trace_message_counts (scope_import_get_trace (import)).sent, bench_percentile (all, .99),
          bench_percentile (all_busy, .99));
  return 0;
}
