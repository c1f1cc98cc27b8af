/* scope-spans-table.c: see scope-spans-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/spans/scope-spans-table.h"

#include "model/base/scope-format.h"
#include "model/scene/spans/scope-iterations-scene.h"
#include "model/trace/spans/scope-span-sums.h"

#include <glib/gi18n-lib.h>

#define MOST_ROWS 10000u

/* --- what threads did meanwhile --- */

static void
add_state_columns (ScopeReportTable *table, guint columns[SCOPE_N_STATES])
{
  ScopeTrace *trace = scope_report_table_get_trace (table);

  for (guint s = 0; s < SCOPE_N_STATES; s++)
    {
      g_autofree char *name = g_strdup_printf ("%s_ns", scope_state_name ((ScopeState) s));

      columns[s] = scope_report_table_add_column (table, SCOPE_CELL_DURATION, scope_trace_state_label (trace, (ScopeState) s), name);
    }
}

/* What never happened stays empty, and so its column is not shown. */
static void
set_states (ScopeReportTable *table, guint row, const guint columns[SCOPE_N_STATES], const gint64 states[SCOPE_N_STATES])
{
  for (guint s = 0; s < SCOPE_N_STATES; s++)
    if (states[s] > 0)
      scope_report_table_set (table, row, columns[s], (double) states[s]);
}

static ScopeReportTableRow
row_of (const ScopeSpan *span)
{
  return (ScopeReportTableRow) {
    .lane = { span->machine, span->thread != SCOPE_NONE ? SCOPE_KIND_THREAD : SCOPE_KIND_MACHINE, span->thread != SCOPE_NONE ? span->thread : 0 },
    .from = span->from,
    .to = span->to,
    .has_lane = TRUE,
    .has_range = TRUE,
  };
}

/* --- by name --- */

static void
list_names (ScopeReportTable *table, const ScopeSpanSums *sums)
{
  guint count, total, mean, median, most, longest, open, states[SCOPE_N_STATES];

  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Name"), "name");
  count = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Count"), "count");
  total = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Total"), "total_ns");
  mean = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Mean"), "mean_ns");
  median = scope_report_table_add_column (table, SCOPE_CELL_BOUNDS, _("Median"), "p50_ns");
  most = scope_report_table_add_column (table, SCOPE_CELL_BOUNDS, _("95 %"), "p95_ns");
  longest = scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Longest"), "max_ns");
  open = scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Never End"), "open");
  add_state_columns (table, states);
  for (guint i = 0; i < MIN (sums->sums->len, MOST_ROWS); i++)
    {
      const ScopeSpanSum *sum = sums->sums->pdata[i];
      const ScopeTallyCode *tally = &sum->tally;
      const ScopeReportTableRow line = row_of (&sum->longest);
      guint row = scope_report_table_add_row (table, tally->n > 0 ? &line : NULL);
      gint64 low, high;

      scope_report_table_set_word (table, row, 0, scope_span_name (&sums->names, sum->name));
      scope_report_table_set (table, row, count, (double) tally->n);
      if (sum->open > 0)
        scope_report_table_set (table, row, open, (double) sum->open);
      if (tally->n == 0)
        continue;
      scope_report_table_set (table, row, total, (double) tally->time);
      scope_report_table_set (table, row, mean, (double) tally->time / (double) tally->n);
      scope_tally_percentile (tally, 50, &low, &high);
      scope_report_table_set_bounds (table, row, median, (double) low, (double) high);
      scope_tally_percentile (tally, 95, &low, &high);
      scope_report_table_set_bounds (table, row, most, (double) low, (double) high);
      scope_report_table_set (table, row, longest, (double) tally->longest);
      set_states (table, row, states, sum->states);
    }
  scope_report_table_hide_empty_columns (table);
}

/* --- one by one --- */

static gboolean
list_longest (ScopeReportTable *table, ScopeTrace *trace, const ScopeSpanSums *sums, GError **error)
{
  guint states[SCOPE_N_STATES], ended_by;

  scope_report_table_add_column (table, SCOPE_CELL_DURATION, _("Duration"), "duration_ns");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Since"), "start_ns");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Name"), "name");
  scope_report_table_add_column (table, SCOPE_CELL_LANE, _("Lane"), "lane");
  ended_by = scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Ended By"), "ended_by");
  add_state_columns (table, states);
  for (guint i = 0; i < sums->longest->len; i++)
    {
      const ScopeSpan *span = &g_array_index (sums->longest, ScopeSpan, i);
      const ScopeReportTableRow line = row_of (span);
      guint row = scope_report_table_add_row (table, &line);
      gint64 times[SCOPE_N_STATES];
      GError *local = NULL;

      scope_report_table_set (table, row, 0, (double) (span->to - span->from));
      scope_report_table_set (table, row, 1, (double) span->from);
      scope_report_table_set_word (table, row, 2, scope_span_name (&sums->names, span->name));
      if (span->end_thread != span->thread && span->end_thread != SCOPE_NONE)
        {
          g_autofree char *title = scope_trace_lane_title (trace, (ScopeLaneId) { span->machine, SCOPE_KIND_THREAD, span->end_thread });

          scope_report_table_set_word (table, row, ended_by, title);
        }
      if (scope_span_states (trace, span, times, &local))
        set_states (table, row, states, times);
      else if (local != NULL)
        {
          g_propagate_error (error, local);
          return FALSE;
        }
    }
  scope_report_table_hide_empty_columns (table);
  return TRUE;
}

static void
set_histogram (ScopeReportTable *table, const ScopeSpanSums *sums)
{
  ScopeReportTableHistogram histogram = { 0 };

  for (guint i = 0; i < sums->sums->len; i++)
    for (guint c = 0; c < SCOPE_TALLY_CLASSES; c++)
      {
        const ScopeTallyClass *class = &((const ScopeSpanSum *) sums->sums->pdata[i])->tally.classes[c];

        histogram.n[c] += class->n;
        histogram.time[c] += (double) class->time;
      }
  scope_report_table_set_histogram (table, &histogram);
}

/* --- all --- */

static char *
summary (const ScopeSpanSums *sums, gboolean asked)
{
  g_autofree char *n = scope_format_count (sums->count), *open = NULL, *ended = NULL, *never = NULL;

  if (sums->count + sums->open == 0 && asked)
    return g_strdup (_("No such span in this range"));
  if (sums->count + sums->open == 0)
    return g_strdup (_("No mark in this range begins a span (START x and STOP x do)"));
  /* TRANSLATORS: how many pairs of marks, as “START x” and “STOP x” */
  ended = g_strdup_printf (ngettext ("%s span", "%s spans", sums->count), n);
  if (sums->open == 0)
    return g_steal_pointer (&ended);
  open = scope_format_count (sums->open);
  never = g_strdup_printf (ngettext ("%s never ends", "%s never end", sums->open), open);
  return g_strdup_printf ("%s, %s", ended, never);
}

guint
scope_spans_table_iterations_of (const char *name)
{
  return MAX (g_str_hash (name), SCOPE_SPANS_TABLE_ITERATIONS + 1);
}

/* --- what is asked --- */

ScopeSpansAsk
scope_spans_ask_copy (const ScopeSpansAsk *ask)
{
  return (ScopeSpansAsk) { g_strdup (ask->begin), g_strdup (ask->end), g_strdup (ask->text), ask->flags };
}

void
scope_spans_ask_clear (ScopeSpansAsk *ask)
{
  g_clear_pointer (&ask->begin, g_free);
  g_clear_pointer (&ask->end, g_free);
  g_clear_pointer (&ask->text, g_free);
}

/* A plain text may say how long, too. FALSE with error. */
static gboolean
make_wish (ScopeTrace *trace, const ScopeSpansAsk *ask, ScopeSpanWish *wish, GError **error)
{
  ScopeSearchLength length = { 0 };
  g_autofree char *text = NULL;

  *wish = (ScopeSpanWish) { 0 };
  if (ask->text == NULL)
    return TRUE;
  text = ask->flags & SCOPE_SEARCH_REGEX ? g_strdup (ask->text) : scope_search_take_length (ask->text, &length);
  if (length.given)
    scope_search_length_ticks (&length, scope_trace_tick_ps (trace), &wish->least, &wish->most);
  if (*text != '\0')
    wish->name = scope_search_compile (text, ask->flags, error);
  return *text == '\0' || wish->name != NULL;
}

static ScopeReportTable *
read_iterations (const ScopeQueryRange *within, guint what, const ScopeSpanRule *rule, GError **error)
{
  g_autoptr (ScopeIterations) iterations = NULL;
  g_autoptr (ScopeReportTable) table = NULL;
  g_autofree char *name = NULL;

  if (what != SCOPE_SPANS_TABLE_ITERATIONS)
    {
      g_autoptr (ScopeSpanSums) sums = scope_span_sums_read (within, rule, NULL, 0, error);

      if (sums == NULL)
        return NULL;
      for (guint i = 0; i < sums->sums->len && name == NULL; i++)
        {
          const char *one = scope_span_name (&sums->names, ((const ScopeSpanSum *) sums->sums->pdata[i])->name);

          name = scope_spans_table_iterations_of (one) == what ? g_strdup (one) : NULL;
        }
      if (name == NULL) /* there is none of it in this range */
        name = g_strdup ("");
    }
  iterations = scope_iterations_read (within, rule, name, error);
  if (iterations == NULL)
    return NULL;
  table = scope_iterations_table (within->trace, iterations);
  scope_report_table_take_summary (table, scope_iterations_dup_summary (within->trace, iterations));
  scope_report_table_attach (table, g_steal_pointer (&iterations), (GDestroyNotify) scope_iterations_free);
  return g_steal_pointer (&table);
}

static ScopeReportTable *
read_spans (const ScopeQueryRange *within, guint what, const ScopeSpanRule *rule, const ScopeSpanWish *wish, GError **error)
{
  gboolean longest = what == SCOPE_SPANS_TABLE_LONGEST;
  g_autoptr (ScopeSpanSums) sums = scope_span_sums_read (within, rule, wish, longest ? MOST_ROWS : 0, error);
  g_autoptr (ScopeReportTable) table = NULL;

  if (sums == NULL)
    return NULL;
  table = scope_report_table_new (within->trace);
  if (!longest)
    list_names (table, sums);
  else if (!list_longest (table, within->trace, sums, error))
    return NULL;
  if (longest)
    set_histogram (table, sums);
  scope_report_table_take_summary (table, summary (sums, rule->begin != NULL || wish->name != NULL || wish->least > 0 || wish->most > 0));
  return g_steal_pointer (&table);
}

ScopeReportTable *
scope_spans_table_read (const ScopeQueryRange *within, guint what, const ScopeSpansAsk *ask, GError **error)
{
  static const ScopeSpansAsk usual;
  ScopeReportTable *table = NULL;
  ScopeSpanRule rule;
  ScopeSpanWish wish = { 0 };

  if (ask == NULL)
    ask = &usual;
  if (!scope_span_rule_init (&rule, ask->begin, ask->end, error))
    return NULL;
  if (what >= SCOPE_SPANS_TABLE_ITERATIONS)
    table = read_iterations (within, what, &rule, error);
  else if (make_wish (within->trace, ask, &wish, error))
    table = read_spans (within, what, &rule, &wish, error);
  g_clear_pointer (&wish.name, g_regex_unref);
  scope_span_rule_clear (&rule);
  return table;
}
