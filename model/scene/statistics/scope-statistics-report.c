/* scope-statistics-report.c: see scope-statistics-report.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/statistics/scope-statistics-report.h"
#include "model/scene/statistics/scope-statistics-messages.h"
#include "model/scene/statistics/scope-statistics-sparks.h"

#include "model/base/scope-each.h"
#include "model/scene/draw/scope-far-figures.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/statistics/scope-statistics.h"
#include "model/trace/statistics/scope-utilisations.h"
#include "model/trace/document/scope-query-range.h"

#include <glib/gi18n.h>

static gboolean
has_counter_rows (ScopeTrace *trace)
{
  return scope_trace_has_rows (trace, SCOPE_TABLE_COUNTERS);
}

gboolean
scope_statistics_has_section (ScopeTrace *trace, ScopeStatisticsSection section)
{
  switch (section)
    {
    case SCOPE_STATISTICS_REASONS:
      return scope_trace_n_machines (trace) > 0;
    case SCOPE_STATISTICS_MACHINES:
      return scope_trace_n_machines (trace) > 1;
    case SCOPE_STATISTICS_PROCESSORS: /* Eden's machines have one each, which says the same */
      return scope_trace_runtime (trace) != SCOPE_RUNTIME_EDEN
             && scope_statistics_has_kind (trace, SCOPE_KIND_PROCESSOR);
    case SCOPE_STATISTICS_PROCESSES:
    case SCOPE_STATISTICS_THREADS:
      return scope_statistics_has_kind (trace, (ScopeKind) (section - SCOPE_STATISTICS_MACHINES));
    case SCOPE_STATISTICS_COLLECTIONS:
      return scope_trace_has_rows (trace, SCOPE_TABLE_COLLECTIONS);
    case SCOPE_STATISTICS_HEAP:
    case SCOPE_STATISTICS_SPARKS: /* what Erlang's counters are of is neither */
      return scope_trace_runtime (trace) != SCOPE_RUNTIME_ERLANG && has_counter_rows (trace);
    case SCOPE_N_STATISTICS:
    default:
      return FALSE;
    }
}

/* The first letter large: "foreign call" as the title of a column. */
static char *
title_case (const char *word)
{
  gunichar first = g_utf8_get_char (word);
  char buffer[7] = { 0 };

  g_unichar_to_utf8 (g_unichar_totitle (first), buffer);
  return g_strconcat (buffer, *word != '\0' ? g_utf8_next_char (word) : "", NULL);
}

char *
scope_statistics_section_title (ScopeTrace *trace, ScopeStatisticsSection section)
{
  g_autofree char *kind = NULL;

  switch (section)
    {
    case SCOPE_STATISTICS_REASONS:
      return g_strdup (_("Time by State"));
    case SCOPE_STATISTICS_MACHINES:
    case SCOPE_STATISTICS_PROCESSORS:
    case SCOPE_STATISTICS_PROCESSES:
    case SCOPE_STATISTICS_THREADS:
      kind = title_case (scope_trace_kind_label (trace, (ScopeKind) (section - SCOPE_STATISTICS_MACHINES), FALSE));
      /* TRANSLATORS: “Time by HEC”, “Time by Machine” */
      return g_strdup_printf (_("Time by %s"), kind);
    case SCOPE_STATISTICS_COLLECTIONS:
      return g_strdup (_("GC"));
    case SCOPE_STATISTICS_HEAP:
      return g_strdup (_("Heap"));
    case SCOPE_STATISTICS_SPARKS:
    case SCOPE_N_STATISTICS:
    default:
      return g_strdup (_("Sparks"));
    }
}

/* --- states and reasons --- */

enum
{
  FIGURES_SHARE,
  FIGURES_TOTAL,
  FIGURES_COUNT,
  FIGURES_MEAN,
  FIGURES_LEAST,
  FIGURES_MEDIAN,
  FIGURES_LONGEST = FIGURES_MEDIAN + SCOPE_N_BOUNDS,
};

static guint
add_figure_columns (ScopeReportTable *table)
{
  guint first = scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Share"), "share");

  scope_report_table_set_help (table, first, _("Of the time of all lanes of its kind together, as long as each is there in this range."));
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Time"), "total_ns");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Count"), "count");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Mean"), "mean_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Least"), "least_ns");
  scope_report_table_add_column (table, SCOPE_CELL_BOUNDS, _("Median"), "p50_ns");
  scope_report_table_add_column (table, SCOPE_CELL_BOUNDS, _("90 %"), "p90_ns");
  scope_report_table_add_column (table, SCOPE_CELL_BOUNDS, _("99 %"), "p99_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest"), "longest_ns");
  return first;
}

static gboolean
set_figures (ScopeReportTable *table, guint row, guint first, double share, const ScopeFigures *figures)
{
  gboolean exact = TRUE;

  scope_report_table_set (table, row, first + FIGURES_SHARE, share);
  scope_report_table_set (table, row, first + FIGURES_TOTAL, (double) figures->total);
  scope_report_table_set (table, row, first + FIGURES_COUNT, (double) figures->count);
  scope_report_table_set (table, row, first + FIGURES_MEAN, (double) figures->total / (double) MAX (figures->count, 1));
  scope_report_table_set (table, row, first + FIGURES_LEAST, (double) figures->least);
  for (guint i = 0; i < SCOPE_N_BOUNDS; i++)
    {
      scope_report_table_set_bounds (table, row, first + FIGURES_MEDIAN + i, (double) figures->low[i],
                                     (double) figures->high[i]);
      exact &= figures->low[i] == figures->high[i];
    }
  scope_report_table_set (table, row, first + FIGURES_LONGEST, (double) figures->longest);
  return exact;
}

static ScopeReportTable *
reasons_sheet (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) reasons = scope_far_figures_reasons (within, error);
  ScopeTrace *trace = within->trace;
  ScopeReportTable *table;
  gboolean exact = TRUE;
  guint first;

  if (reasons == NULL)
    return NULL;
  table = scope_report_table_new (trace);
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("State"), "state");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Of"), "of");
  first = add_figure_columns (table);
  SCOPE_EACH (const ScopeReasonRow, reason, reasons)
    {
      ScopeReportTableRow row = { .indent = reason->part };
      guint r = scope_report_table_add_row (table, &row);
      g_autofree char *kind = title_case (scope_trace_kind_label (trace, reason->kind, TRUE));

      scope_report_table_set_word (table, r, 0, reason->code == SCOPE_NONE ? scope_trace_state_label (trace, reason->state)
                                                                           : scope_trace_code_label (trace, reason->code));
      scope_report_table_set_word (table, r, 1, kind);
      exact &= set_figures (table, r, first, reason->share, &reason->figures);
    }
  if (!exact)
    scope_report_table_take_summary (table, g_strdup (_("Percentiles lie between the two figures; all others are exact.")));
  return table;
}

/* --- machines, processors, processes, threads --- */

static ScopeReportTable *
entities_sheet (const ScopeQueryRange *within, ScopeKind kind, GError **error)
{
  static const ScopeState order[SCOPE_N_STATES]
      = { SCOPE_STATE_RUNNING, SCOPE_STATE_ACTIVE,  SCOPE_STATE_RUNNABLE, SCOPE_STATE_BLOCKED,
          SCOPE_STATE_OUTSIDE, SCOPE_STATE_COLLECTING, SCOPE_STATE_IDLE,  SCOPE_STATE_UNKNOWN };
  g_autoptr (GArray) rows = scope_far_figures_entities (within, kind, error);
  ScopeTrace *trace = within->trace;
  g_autofree char *title = NULL;
  guint columns[SCOPE_N_STATES], used = 0;
  ScopeEntityRow sum = { 0 };
  ScopeStatisticsMessages messages;
  g_autoptr (ScopeReportTable) table = NULL;

  if (rows == NULL)
    return NULL;
  table = scope_report_table_new (trace);
  title = title_case (scope_trace_kind_label (trace, kind, FALSE));
  scope_report_table_add_column (table, SCOPE_CELL_LANE, title, "lane");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Utilisation"), "utilisation");
  SCOPE_EACH (const ScopeEntityRow, entity, rows)
    {
      for (guint s = 0; s < SCOPE_N_STATES; s++)
        sum.totals[s] += entity->totals[s];
      sum.receiving += entity->receiving;
    }
  for (guint i = 0; i < SCOPE_N_STATES; i++)
    if (sum.totals[order[i]] > 0)
      {
        g_autofree char *word = title_case (scope_trace_state_label (trace, order[i]));
        g_autofree char *name = g_strdup_printf ("%s_ns", scope_state_name (order[i]));

        columns[order[i]] = scope_report_table_add_column (table, SCOPE_CELL_DURATION, word, name);
        used |= 1u << order[i];
      }
  {
    guint receiving = sum.receiving > 0
                          ? scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Receiving"), "receiving_ns")
                          : 0;
    guint alive = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Alive"), "alive_ns");

    if (!scope_statistics_messages_read (within, kind, table, &messages, error))
      return NULL;
    SCOPE_EACH (const ScopeEntityRow, entity, rows)
      {
        ScopeReportTableRow row = { .lane = entity->lane, .has_lane = TRUE };
        guint r = scope_report_table_add_row (table, &row);
        double utilisation = scope_entity_row_utilisation (entity);

        if (utilisation >= 0)
          scope_report_table_set (table, r, 1, utilisation);
        for (guint s = 0; s < SCOPE_N_STATES; s++)
          if (used & (1u << s))
            scope_report_table_set (table, r, columns[s], (double) entity->totals[s]);
        if (receiving > 0)
          scope_report_table_set (table, r, receiving, (double) entity->receiving);
        scope_report_table_set (table, r, alive, (double) entity->alive);
      }
  }
  scope_statistics_messages_put (&messages, kind, table);
  if (rows->len > 1)
    {
      g_autofree char *n = scope_format_count (rows->len);
      double mean = scope_entity_row_utilisation (&sum);
      g_autofree char *share = scope_format_share (MAX (mean, 0)), *sentence = NULL;
      ScopeUtilisations utilisations = { -1, -1, -1 };

      if (kind == SCOPE_KIND_PROCESSOR && !scope_far_figures_utilisations (within, &utilisations, error))
        return NULL;
      sentence = scope_utilisations_dup_sentence (&utilisations);
      scope_report_table_take_summary (table, sentence != NULL ? g_steal_pointer (&sentence)
                                              : mean >= 0      ? g_strdup_printf (_("%s alive in this range, %s of their time running"),
                                                                                  n, share)
                                                               : g_strdup_printf (_("%s alive in this range"), n));
    }
  return g_steal_pointer (&table);
}

/* --- GC --- */

/* Leads to the longest. */
static guint
add_spread_row (ScopeReportTable *table, ScopeLaneId lane, const ScopeSpread *spread)
{
  ScopeTrace *trace = scope_report_table_get_trace (table);
  ScopeLaneId shown = scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN ? (ScopeLaneId) { lane.machine, SCOPE_KIND_MACHINE, 0 } : lane;
  const ScopeReportTableRow row = { .lane = shown,
                                    .has_lane = shown.kind != SCOPE_KIND_MACHINE || scope_trace_n_machines (trace) > 1,
                                    .from = spread->longest_at,
                                    .to = scope_time_add (spread->longest_at, spread->longest),
                                    .has_range = TRUE };

  return scope_report_table_add_row (table, &row);
}

static void
add_generation (ScopeReportTable *table, const char *name, const ScopeGeneration *generation,
                const ScopeCollections *collections)
{
  const ScopeSpread *spread = &generation->spread;
  guint r = add_spread_row (table, generation->longest, spread), c = 0;

  scope_report_table_set_word (table, r, c++, name);
  scope_report_table_set (table, r, c++, (double) spread->count);
  scope_report_table_set (table, r, c++, (double) generation->parallel);
  scope_report_table_set (table, r, c++, (double) spread->total);
  if (collections->elapsed > 0)
    scope_report_table_set (table, r, c, (double) spread->total / (double) collections->elapsed);
  c++;
  scope_report_table_set (table, r, c++, (double) spread->total / (double) MAX (spread->count, 1));
  scope_report_table_set (table, r, c++, (double) spread->percentiles[0]);
  scope_report_table_set (table, r, c++, (double) spread->percentiles[2]);
  scope_report_table_set (table, r, c++, (double) spread->longest);
  if (collections->has_sync)
    {
      scope_report_table_set (table, r, c++, (double) generation->sync);
      scope_report_table_set (table, r, c++, (double) generation->most_sync);
    }
  if (collections->has_copied)
    scope_report_table_set (table, r, c, (double) generation->copied);
  c++;
  if (collections->has_balance && generation->total_copied > 0)
    scope_report_table_set (table, r, c, scope_statistics_balance (generation));
}

/* Beside the generations: what the nonmoving collector did for the oldest. */
static void
add_concurrent (ScopeReportTable *table, const ScopeCollections *collections)
{
  static const char *const titles[SCOPE_N_CONCURRENT_PHASES]
      = { N_("concurrent mark"), N_("stopped to end the mark"), N_("concurrent sweep") };

  for (guint p = 0; p < SCOPE_N_CONCURRENT_PHASES; p++)
    {
      const ScopeSpread *spread = &collections->concurrent[p];
      guint r, c = 0;

      if (spread->count == 0)
        continue;
      r = add_spread_row (table, collections->concurrent_longest[p], spread);
      scope_report_table_set_word (table, r, c++, gettext (titles[p]));
      scope_report_table_set (table, r, c++, (double) spread->count);
      c++;
      scope_report_table_set (table, r, c++, (double) spread->total);
      if (collections->elapsed > 0)
        scope_report_table_set (table, r, c, (double) spread->total / (double) collections->elapsed);
      c++;
      scope_report_table_set (table, r, c++, (double) spread->total / (double) spread->count);
      scope_report_table_set (table, r, c++, (double) spread->percentiles[0]);
      scope_report_table_set (table, r, c++, (double) spread->percentiles[2]);
      scope_report_table_set (table, r, c, (double) spread->longest);
    }
}

static void
add_collection_columns (ScopeReportTable *table, const ScopeCollections *collections)
{
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Generation"), "generation");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Collections"), "collections");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Parallel"), "parallel");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Elapsed"), "total_ns");
  scope_report_table_set_help (table, scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Share"), "share"),
                               _("Of the time from the beginning of this range to its end. The legend and Time by State count how long each "
                                 "processor collects."));
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Mean"), "mean_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Median"), "p50_ns");
  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("99 %"), "p99_ns");
  scope_report_table_set_help (table, scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest"), "longest_ns"),
                               _("A click on a row leads to it."));
  if (collections->has_sync)
    {
      scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Waiting to Stop"), "sync_ns");
      scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest Wait"), "longest_sync_ns");
    }
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Copied"), "copied_bytes");
  if (collections->has_balance)
    scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Balance"), "balance");
}

static char *
collections_summary (ScopeTrace *trace, const ScopeCollections *collections)
{
  gint64 tick_ps = scope_trace_tick_ps (trace);
  g_autofree char *gc = scope_format_duration ((double) collections->all.spread.total, tick_ps);
  g_autofree char *elapsed = scope_format_duration ((double) collections->elapsed, tick_ps);
  GString *text = g_string_new (NULL);

  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG)
    return g_string_free (text, FALSE); /* processes collect each for itself: nobody else stops */
  g_string_append_printf (text, _("Productivity %.1f %%: %s of %s in GC"),
                          scope_statistics_productivity (collections) * 100, gc, elapsed);
  if (collections->has_balance && collections->all.total_copied > 0)
    g_string_append_printf (text, _(" · work balance %.1f %%"), scope_statistics_balance (&collections->all) * 100);
  return g_string_free (text, FALSE);
}

static ScopeReportTable *
collections_sheet (const ScopeQueryRange *within, GError **error)
{
  ScopeCollections collections;
  ScopeReportTable *table = NULL;

  if (scope_statistics_collections (within, &collections, error))
    {
      table = scope_report_table_new (within->trace);
      add_collection_columns (table, &collections);
      for (guint g = 0; g < collections.n_generations; g++)
        if (collections.generation[g].spread.count > 0)
          {
            g_autofree char *name = g_strdup_printf ("%u", g);

            add_generation (table, name, &collections.generation[g], &collections);
          }
      if (collections.all.spread.count > 0)
        {
          add_generation (table, _("all"), &collections.all, &collections);
          scope_report_table_take_summary (table, collections_summary (within->trace, &collections));
        }
      add_concurrent (table, &collections);
    }
  scope_statistics_collections_clear (&collections);
  return table;
}

/* --- heap --- */

#define FIRST_MEGABLOCKS 9u /* column of what the storage manager holds; needs; has given back */
#define N_MEGABLOCKS 3u
#define MEGABLOCK 1048576.0

/* One machine's row; FALSE with error. */
static gboolean
add_heap (const ScopeQueryRange *within, ScopeReportTable *table, guint32 machine, GError **error)
{
  ScopeLaneId lane = { machine, SCOPE_KIND_MACHINE, 0 };
  ScopeQueryRange own = *within;
  ScopeCounters counters = { 0 };
  ScopeCollections collections;
  gboolean ok;

  own.lane = &lane;
  ok = scope_statistics_collections (&own, &collections, error) && scope_statistics_counters (&own, &counters, error);
  if (ok)
    {
      gint64 mutator = collections.elapsed - collections.all.spread.total;
      double seconds = (double) mutator * (double) scope_trace_tick_ps (within->trace) / 1e12;
      ScopeReportTableRow row = { .lane = lane, .has_lane = TRUE };
      static const ScopeCounter sizes[]
          = { SCOPE_COUNTER_HEAP_SIZE, SCOPE_COUNTER_HEAP_LIVE, SCOPE_COUNTER_BLOCKS_SIZE };
      guint r = scope_report_table_add_row (table, &row);

      if (counters.present[SCOPE_COUNTER_HEAP_ALLOCATED])
        {
          scope_report_table_set (table, r, 1, (double) counters.value[SCOPE_COUNTER_HEAP_ALLOCATED]);
          if (seconds > 0)
            scope_report_table_set (table, r, 2, (double) counters.value[SCOPE_COUNTER_HEAP_ALLOCATED] / seconds);
        }
      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        if (counters.present[sizes[i]])
          scope_report_table_set (table, r, 3 + i, (double) counters.value[sizes[i]]);
      if (collections.all.copied > 0)
        scope_report_table_set (table, r, 6, (double) collections.all.copied);
      if (collections.most_slop != SCOPE_TABLE_NULL)
        scope_report_table_set (table, r, 7, (double) collections.most_slop);
      if (collections.most_fragmentation != SCOPE_TABLE_NULL)
        scope_report_table_set (table, r, 8, (double) collections.most_fragmentation);
      for (guint i = 0; i < N_MEGABLOCKS; i++)
        if (counters.present[SCOPE_COUNTER_MEM_CURRENT + i])
          scope_report_table_set (table, r, FIRST_MEGABLOCKS + i, (double) counters.value[SCOPE_COUNTER_MEM_CURRENT + i] * MEGABLOCK);
    }
  scope_statistics_collections_clear (&collections);
  scope_statistics_counters_clear (&counters);
  return ok;
}

static ScopeReportTable *
heap_sheet (const ScopeQueryRange *within, GError **error)
{
  g_autoptr (ScopeReportTable) table = scope_report_table_new (within->trace);
  g_autofree char *title = title_case (scope_trace_kind_label (within->trace, SCOPE_KIND_MACHINE, FALSE));
  g_auto (ScopeCounters) counters = { 0 };

  if (!scope_statistics_counters (within, &counters, error))
    return NULL;
  scope_report_table_add_column (table, SCOPE_CELL_LANE, title, "lane");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Allocated"), "allocated_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_RATE, _("Rate outside GC"), "rate_bytes_per_s");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Largest Heap"), "heap_size_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Residency"), "heap_live_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Blocks"), "blocks_size_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Copied by GC"), "copied_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Most Slop"), "slop_bytes");
  scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Most Fragmentation"), "fragmentation_bytes");
  if (counters.present[SCOPE_COUNTER_MEM_CURRENT]) /* GHC 9.2 and later */
    {
      scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Most Held"), "held_bytes");
      scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Most Needed"), "needed_bytes");
      scope_report_table_add_column (table, SCOPE_CELL_BYTES, _("Most Returned at Once"), "returned_bytes");
    }
  for (guint32 m = 0; m < scope_trace_n_machines (within->trace); m++)
    if (!add_heap (within, table, m, error))
      return NULL;
  return g_steal_pointer (&table);
}

ScopeReportTable *
scope_statistics_table (const ScopeQueryRange *within, guint section, GError **error)
{
  switch ((ScopeStatisticsSection) section)
    {
    case SCOPE_STATISTICS_MACHINES:
    case SCOPE_STATISTICS_PROCESSORS:
    case SCOPE_STATISTICS_PROCESSES:
    case SCOPE_STATISTICS_THREADS:
      return entities_sheet (within, (ScopeKind) (section - SCOPE_STATISTICS_MACHINES), error);
    case SCOPE_STATISTICS_COLLECTIONS:
      return collections_sheet (within, error);
    case SCOPE_STATISTICS_HEAP:
      return heap_sheet (within, error);
    case SCOPE_STATISTICS_SPARKS:
      return scope_statistics_sparks_sheet (within, error);
    case SCOPE_STATISTICS_REASONS:
    case SCOPE_N_STATISTICS:
    default:
      return reasons_sheet (within, error);
    }
}
