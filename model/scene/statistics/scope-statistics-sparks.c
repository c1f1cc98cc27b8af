/* scope-statistics-sparks.c: see scope-statistics-sparks.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/statistics/scope-statistics-sparks.h"

#include "model/base/scope-each.h"
#include "model/base/scope-format.h"
#include "model/trace/statistics/scope-spark-pool.h"
#include "model/trace/statistics/scope-statistics.h"

#include <glib/gi18n.h>

/* --- how full the pools were --- */

static const struct
{
  const char *title, *name;
} pool_columns[SCOPE_N_SPARK_PERCENTILES] = {
  { N_("Pool, 5 %"), "pool_p5" },   { N_("Pool, 25 %"), "pool_p25" }, { N_("Pool, Median"), "pool_median" },
  { N_("Pool, 75 %"), "pool_p75" }, { N_("Pool, 95 %"), "pool_p95" },
};

static guint
add_pool_columns (ScopeReportTable *table)
{
  guint first = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Pool, at Least"), "pool_least");

  for (guint i = 0; i < G_N_ELEMENTS (pool_columns); i++)
    scope_report_table_add_column (table, SCOPE_CELL_COUNT, _(pool_columns[i].title), pool_columns[i].name);
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Pool, at Most"), "pool_most");
  scope_report_table_set_help (table, first + 3, _("Sparks that waited there: as many or fewer at half of all collections"));
  return first;
}

static void
set_pool (ScopeReportTable *table, guint row, guint first, const GArray *pools, guint32 machine, gint64 processor)
{
  SCOPE_EACH (const ScopeSparkPool, pool, pools)
    {
      if (pool->machine != machine || pool->processor != processor || processor < 0)
        continue;
      scope_report_table_set (table, row, first, (double) pool->least);
      for (guint i = 0; i < SCOPE_N_SPARK_PERCENTILES; i++)
        scope_report_table_set (table, row, first + 1 + i, (double) pool->percentiles[i]);
      scope_report_table_set (table, row, first + 1 + SCOPE_N_SPARK_PERCENTILES, (double) pool->most);
    }
}

static void
append_lengths (GString *text, const ScopeSparkPool *pool)
{
  g_autofree char *least = scope_format_count ((guint64) pool->least), *most = scope_format_count ((guint64) pool->most),
                  *mean = scope_format_number (pool->mean);
  char *of[SCOPE_N_SPARK_PERCENTILES];

  for (guint i = 0; i < SCOPE_N_SPARK_PERCENTILES; i++)
    of[i] = scope_format_count ((guint64) pool->percentiles[i]);
  /* TRANSLATORS: numbers of sparks that wait, over time: so many or fewer for 5 % of the time, and so forth */
  g_string_append_printf (text, _("least %s, 5 %% %s, 25 %% %s, median %s, 75 %% %s, 95 %% %s, most %s, mean %s"), least, of[0], of[1], of[2], of[3],
                          of[4], most, mean);
  for (guint i = 0; i < SCOPE_N_SPARK_PERCENTILES; i++)
    g_free (of[i]);
}

/* Of each machine that has any; of one its name is not said. */
static char *
dup_pool (ScopeTrace *trace, const GArray *pools)
{
  GString *text = g_string_new (NULL);

  SCOPE_EACH (const ScopeSparkPool, pool, pools)
    {
      g_autofree char *machine = scope_trace_lane_title (trace, (ScopeLaneId) { pool->machine, SCOPE_KIND_MACHINE, 0 });

      if (pool->processor >= 0 || pool->most == 0)
        continue;
      g_string_append (text, text->len > 0 ? "; " : "");
      if (scope_trace_n_machines (trace) > 1)
        g_string_append_printf (text, "%s: ", machine);
      append_lengths (text, pool);
    }
  return g_string_free (text, FALSE);
}

char *
scope_statistics_sparks_dup_pool (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) pools = scope_spark_pools_read (within, error);

  return pools != NULL ? dup_pool (within->trace, pools) : NULL;
}

char *
scope_statistics_sparks_dup_sizes (const ScopeQueryRange *within, GError **error)
{
  gint64 tick_ps = scope_trace_tick_ps (within->trace);
  g_autofree char *median = NULL, *mean = NULL, *longest = NULL, *between = NULL;
  ScopeSparkSizes sizes;

  if (!scope_spark_sizes_read (within, &sizes, error))
    return NULL;
  if (sizes.run.n == 0)
    return g_strdup ("");
  median = scope_format_duration ((double) scope_spark_median (&sizes.run), tick_ps);
  mean = scope_format_duration ((double) sizes.run.time / (double) sizes.run.n, tick_ps);
  longest = scope_format_duration ((double) sizes.run.longest, tick_ps);
  between = scope_format_duration ((double) scope_spark_median (&sizes.made), tick_ps);
  if (sizes.made.n == 0)
    /* TRANSLATORS: durations of what sparks ran */
    return g_strdup_printf (_("median about %s, mean %s, longest %s"), median, mean, longest);
  /* TRANSLATORS: the same, then the time between two that one processor makes */
  return g_strdup_printf (_("median about %s, mean %s, longest %s; one is made about %s after another"), median, mean, longest, between);
}

/* --- what became of them --- */

static const struct
{
  ScopeCounter counter;
  const char *title, *name;
} spark_columns[] = {
  { SCOPE_COUNTER_SPARKS_CREATED, N_("Created"), "created" },
  { SCOPE_COUNTER_SPARKS_CONVERTED, N_("Converted"), "converted" },
  { SCOPE_COUNTER_SPARKS_OVERFLOWED, N_("Overflowed"), "overflowed" },
  { SCOPE_COUNTER_SPARKS_DUD, N_("Dud"), "dud" },
  { SCOPE_COUNTER_SPARKS_GCD, N_("Collected by GC"), "gcd" },
  { SCOPE_COUNTER_SPARKS_FIZZLED, N_("Fizzled"), "fizzled" },
  { SCOPE_COUNTER_SPARKS_REMAINING, N_("Remaining"), "remaining" },
};

static char *
dup_counts (const ScopeCounters *counters)
{
  gint64 created = counters->value[SCOPE_COUNTER_SPARKS_CREATED] + counters->value[SCOPE_COUNTER_SPARKS_DUD]
                   + counters->value[SCOPE_COUNTER_SPARKS_OVERFLOWED];
  gint64 converted = counters->value[SCOPE_COUNTER_SPARKS_CONVERTED];
  g_autofree char *all = scope_format_count ((guint64) MAX (created, 0));
  g_autofree char *run = scope_format_count ((guint64) MAX (converted, 0)), *text = NULL;

  if (created <= 0 && converted <= 0)
    return g_strdup (_("No spark was created in this range"));
  /* Those converted here may have been created before. */
  if (converted > created)
    text = g_strdup_printf (ngettext ("%s spark created in this range, %s converted", "%s sparks created in this range, %s converted", (gulong) created),
                            all, run);
  else
    text = g_strdup_printf (ngettext ("%s spark, %s converted (%.1f %%)", "%s sparks, %s of them converted (%.1f %%)", (gulong) created), all, run,
                            100 * (double) converted / (double) created);
  if (!counters->sparks_sampled)
    return g_steal_pointer (&text);
  return g_strdup_printf (_("%s, counted from collection to collection"), text);
}

static char *
sparks_summary (ScopeTrace *trace, const ScopeCounters *counters, const GArray *pools, const char *sizes)
{
  GString *text = g_string_new (NULL);
  g_autofree char *counts = dup_counts (counters), *pool = dup_pool (trace, pools);

  g_string_append (text, counts);
  if (*pool != '\0')
    /* TRANSLATORS: numbers of sparks that wait, over time */
    g_string_append_printf (text, _(" · In the pools: %s"), pool);
  if (*sizes != '\0')
    /* TRANSLATORS: durations of sparks */
    g_string_append_printf (text, _(" · Sizes: %s"), sizes);
  return g_string_free (text, FALSE);
}

ScopeReportTable *
scope_statistics_sparks_sheet (const ScopeQueryRange *within, GError **error)
{
  ScopeTrace *trace = within->trace;
  ScopeCounters counters;
  ScopeReportTable *table = NULL;
  g_autoptr (GArray) pools = scope_spark_pools_read (within, error);
  g_autofree char *sizes = pools != NULL ? scope_statistics_sparks_dup_sizes (within, error) : NULL;
  guint pool = 0;
  gboolean ok;

  if (sizes == NULL)
    return NULL;
  ok = scope_statistics_counters (within, &counters, error);
  if (ok)
    {
      g_autofree char *title = scope_format_sentence (scope_trace_kind_label (trace, SCOPE_KIND_PROCESSOR, FALSE));

      table = scope_report_table_new (trace);
      scope_report_table_add_column (table, SCOPE_CELL_LANE, title, "lane");
      for (guint c = 0; c < G_N_ELEMENTS (spark_columns); c++)
        scope_report_table_add_column (table, SCOPE_CELL_COUNT, _(spark_columns[c].title), spark_columns[c].name);
      pool = add_pool_columns (table);
      scope_report_table_take_summary (table, sparks_summary (trace, &counters, pools, sizes));
    }
  for (guint i = 0; ok && i < counters.rows->len; i++)
    {
      const ScopeCounterRow *counted = &g_array_index (counters.rows, ScopeCounterRow, i);
      ScopeMachine *machine = scope_trace_machine (trace, counted->machine);
      guint32 index = counted->processor < 0 ? SCOPE_NONE
                                             : scope_machine_find_processor (machine, (guint) counted->processor);
      ScopeReportTableRow row = { .lane = { counted->machine, index == SCOPE_NONE ? SCOPE_KIND_MACHINE : SCOPE_KIND_PROCESSOR,
                                            index == SCOPE_NONE ? 0 : index },
                                  .has_lane = TRUE };
      guint r;

      if (!counted->present[SCOPE_COUNTER_SPARKS_CREATED])
        continue;
      r = scope_report_table_add_row (table, &row);
      for (guint c = 0; c < G_N_ELEMENTS (spark_columns); c++)
        if (counted->present[spark_columns[c].counter])
          scope_report_table_set (table, r, c + 1, (double) MAX (counted->value[spark_columns[c].counter], 0));
      set_pool (table, r, pool, pools, counted->machine, counted->processor);
    }
  if (table != NULL)
    scope_report_table_hide_empty_columns (table);
  scope_statistics_counters_clear (&counters);
  return table;
}
