/* scope-cli-stats.c: `lanescope-cli stats`: its options, and its rows as CSV and JSON.
 *
 * One table for all of it, so that a script needs one reader: `section` says what a row is about, `value`
 * holds what is no time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/summary/scope-cli-stats.h"
#include "model/trace/statistics/scope-spark-pool.h"

#include <math.h>

#define HEADER                                                                                               \
  "section,group,name,total_ns,share,count,mean_ns,p50_ns,p90_ns,p99_ns,longest_ns,longest_at_ns,value"

static void
write_spread (ScopeCli *cli, ScopeCsv *csv, const ScopeSpread *spread, double share)
{
  double mean = spread->count > 0 ? (double)spread->total / (double)spread->count : 0;

  scope_cli_time (cli, csv, spread->total);
  scope_csv_decimal (csv, share >= 0 ? share : (double)NAN, 6);
  scope_csv_unsigned (csv, spread->count);
  scope_csv_decimal (csv, mean * (double)cli->tick_ps / 1000, 3);
  for (guint i = 0; i < SCOPE_N_PERCENTILES; i++)
    scope_cli_time (cli, csv, spread->percentiles[i]);
  scope_cli_time (cli, csv, spread->longest);
  scope_cli_time (cli, csv, spread->longest_at);
}

typedef struct
{
  ScopeCli *cli;
  ScopeCsv *csv;
} Table;

static void
write_stat (const ScopeStat *stat, gboolean first_of_group, gpointer data)
{
  ScopeCsv *csv = ((Table *)data)->csv;

  scope_csv_text (csv, stat->section);
  scope_csv_text (csv, stat->group);
  scope_csv_text (csv, stat->name);
  write_spread (((Table *)data)->cli, csv, &stat->spread, stat->share);
  scope_csv_empty (csv);
  scope_csv_end_row (csv);
}

/* A row with a figure alone: a share (else NAN), or a number (else SCOPE_TABLE_NULL). */
static void
write_figure (ScopeCsv *csv, const char *section, const char *name, double share, gint64 value)
{
  scope_csv_text (csv, section);
  scope_csv_empty (csv);
  scope_csv_text (csv, name);
  scope_csv_empty (csv);
  scope_csv_decimal (csv, share, 6);
  scope_cli_empty (csv, 7);
  scope_cli_integer (csv, value);
  scope_csv_end_row (csv);
}

static void
write_generation (ScopeCli *cli,
                  ScopeCsv *csv,
                  const char *name,
                  const ScopeSpread *spread,
                  gint64 elapsed,
                  gint64 parallel)
{
  scope_csv_text (csv, "collections");
  scope_csv_empty (csv);
  scope_csv_text (csv, name);
  write_spread (cli, csv, spread, elapsed > 0 ? (double)spread->total / (double)elapsed : -1);
  scope_csv_integer (csv, parallel);
  scope_csv_end_row (csv);
}

/* The nonmoving collector's. */
static void
write_concurrent (ScopeCli *cli, ScopeCsv *csv, const ScopeCollections *collections)
{
  for (guint p = 0; p < SCOPE_N_CONCURRENT_PHASES; p++)
    {
      const ScopeSpread *spread = &collections->concurrent[p];

      if (spread->count == 0)
        continue;
      scope_csv_text (csv, "concurrent");
      scope_csv_empty (csv);
      scope_csv_text (csv, scope_concurrent_name (p));
      write_spread (cli, csv, spread, collections->elapsed > 0 ? (double)spread->total / (double)collections->elapsed : -1);
      scope_csv_empty (csv);
      scope_csv_end_row (csv);
    }
}

static void
write_collections (ScopeCli *cli, ScopeCsv *csv, const ScopeCollections *collections)
{
  guint64 parallel = 0;

  if (collections->all.spread.count == 0)
    return;
  for (guint g = 0; g < collections->n_generations; g++)
    {
      g_autofree char *name = g_strdup_printf ("generation %u", g);
      parallel += collections->generation[g].parallel;
      write_generation (cli, csv, name, &collections->generation[g].spread, collections->elapsed,
                        (gint64)collections->generation[g].parallel);
    }
  write_generation (cli, csv, "all", &collections->all.spread, collections->elapsed, (gint64)parallel);
  write_figure (csv, "collections", "productivity", scope_statistics_productivity (collections), SCOPE_TABLE_NULL);
  if (collections->has_balance && collections->all.total_copied > 0)
    write_figure (csv, "collections", "balance", scope_statistics_balance (&collections->all), SCOPE_TABLE_NULL);
  write_figure (csv, "collections", "copied_bytes", (double)NAN, collections->has_copied ? collections->all.copied : SCOPE_TABLE_NULL);
}

static void
write_counters (ScopeCsv *csv, const ScopeCounters *counters)
{
  for (guint c = 0; c < SCOPE_N_COUNTERS; c++)
    if (counters->present[c])
      write_figure (csv, g_str_has_prefix (scope_counter_name (c), "sparks") ? "sparks" : "heap",
                    scope_counter_name (c), (double)NAN, counters->value[c]);
}

/* How full their pools were, all together, and how large they were; of several machines only the latter. */
static gboolean
write_sparks (ScopeCli *cli, const ScopeQueryRange *within, ScopeCsv *csv, GError **error)
{
  g_autoptr (GArray) pools = scope_spark_pools_read (within, error);
  ScopeSparkSizes sizes;

  if (pools == NULL || !scope_spark_sizes_read (within, &sizes, error))
    return FALSE;
  if (pools->len > 0 && scope_trace_n_machines (cli->trace) == 1 && g_array_index (pools, ScopeSparkPool, 0).processor < 0)
    {
      const ScopeSparkPool *pool = &g_array_index (pools, ScopeSparkPool, 0);

      write_figure (csv, "spark_pool", "least", (double) NAN, pool->least);
      for (guint i = 0; i < SCOPE_N_SPARK_PERCENTILES; i++)
        {
          g_autofree char *name = g_strdup_printf ("p%u", scope_spark_percent (i));

          write_figure (csv, "spark_pool", name, (double) NAN, pool->percentiles[i]);
        }
      write_figure (csv, "spark_pool", "most", (double) NAN, pool->most);
    }
  if (sizes.run.n > 0)
    {
      write_figure (csv, "spark_sizes", "run", (double) NAN, (gint64) sizes.run.n);
      write_figure (csv, "spark_sizes", "median_ns", (double) NAN, scope_spark_median (&sizes.run) * cli->tick_ps / 1000);
      write_figure (csv, "spark_sizes", "longest_ns", (double) NAN, sizes.run.longest * cli->tick_ps / 1000);
    }
  if (sizes.made.n > 0)
    write_figure (csv, "spark_sizes", "made_every_ns", (double) NAN, scope_spark_median (&sizes.made) * cli->tick_ps / 1000);
  return TRUE;
}

static gboolean
write_rows (ScopeCli *cli, const ScopeCliStats *stats, ScopeCsv *csv, GError **error)
{
  ScopeQueryRange within = scope_cli_query_range (cli);
  g_auto (ScopeCollections) collections = { 0 };
  g_auto (ScopeCounters) counters = { 0 };

  if (!scope_statistics_states (&within, stats->by, stats->exact, write_stat, &(Table){ cli, csv }, error))
    return FALSE;
  if (!scope_cli_stats_cores (cli, stats->by, csv, NULL, error))
    return FALSE;
  if (stats->by != SCOPE_STAT_BY_NOTHING)
    return TRUE;
  if (!scope_statistics_collections (&within, &collections, error) || !scope_statistics_counters (&within, &counters, error))
    return FALSE;
  write_collections (cli, csv, &collections);
  write_concurrent (cli, csv, &collections);
  write_counters (csv, &counters);
  return write_sparks (cli, &within, csv, error);
}

static gboolean
run (ScopeCli *cli, gpointer options, GError **error)
{
  const ScopeCliStats *stats = options;
  ScopeCsv *csv;

  if (scope_cli_wants_text (cli))
    return scope_cli_stats_print (cli, stats, error);
  csv = scope_cli_table (cli, HEADER);
  return scope_cli_close_table (csv, write_rows (cli, stats, csv, error), error);
}

const ScopeCliCommand scope_cli_stats = {
  .name = "stats",
  .about = "where the time went: states, waits, collections, sparks, heap",
  .takes = SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_TAKES_TEXT,
  .usage = "TRACE…",
  .summary = "Says where the time went: states, collections, sparks, heap.",
  .description = "A percentile is the least duration that so many of them do not exceed. Of very many intervals\n"
                 "it is an estimate (≈) out of the index, unless --exact; all else is exact.\n"
                 "Productivity is the part of the time in which no garbage collection stopped the program.",
  .options = (const ScopeCliOption[]) {
    { "by", G_OPTION_ARG_INT, offsetof (ScopeCliStats, by), "machine, processor, process, thread, or reason", "WHAT", SCOPE_CLI_STATS_BY },
    { "exact", G_OPTION_ARG_NONE, offsetof (ScopeCliStats, exact), "Exact percentiles of any number of intervals, which takes time" },
    { NULL } },
  .size = sizeof (ScopeCliStats),
  .run = run,
};
