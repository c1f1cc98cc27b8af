/* scope-call-diff-reports.c: the flat tables of scope-call-diff-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/call-diff/scope-call-diff-table.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-format.h"
#include "model/trace/call-diff/scope-call-diff-words.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

/* An amount in the diff's unit, as the table takes it: ticks of this run, or cycles. */
static double
amount_of (ScopeReportTable *table, const ScopeCallDiff *diff, gint64 amount)
{
  if (diff->in_cycles)
    return (double) amount / 1000;
  return (double) amount / (double) MAX (scope_trace_tick_ps (scope_report_table_get_trace (table)), 1);
}

/* (That they are cycles is said once, above the table.) */
static guint
add_amount (ScopeReportTable *table, const ScopeCallDiff *diff, gboolean change, const char *title, const char *name)
{
  g_autofree char *whole = g_strconcat (name, diff->in_cycles ? "_cycles" : "_ns", NULL);

  return scope_report_table_add_column (table,
                                        diff->in_cycles ? (change ? SCOPE_CELL_MORE : SCOPE_CELL_COUNT)
                                        : change        ? SCOPE_CELL_MORE_TIME
                                                        : SCOPE_CELL_DURATION,
                                        title, whole);
}

static void
set_path (ScopeReportTable *table, const ScopeCallDiff *diff, guint row, guint column, guint32 context)
{
  g_autofree char *words = context != SCOPE_NONE ? scope_call_diff_path_words (diff, context, 6) : NULL;
  g_autofree char *path = context != SCOPE_NONE ? scope_call_diff_path (diff, context) : NULL;

  scope_report_table_set_term (table, row, column, words != NULL ? words : "–", path != NULL ? path : "");
}

/* --- where lanes part --- */

static void
fill_parting (ScopeReportTable *table, const ScopeCallDiff *diff, const ScopeCallParting *parting, guint row, const guint *at)
{
  if (parting->in_time)
    {
      set_path (table, diff, row, at[1], parting->context);
      scope_report_table_set (table, row, at[2], (double) parting->to[SCOPE_CALL_RUN]);
      scope_report_table_set (table, row, at[3], amount_of (table, diff, parting->drift - parting->drift_before));
      scope_report_table_set (table, row, at[4], amount_of (table, diff, parting->drift));
    }
  if (parting->in_calls)
    {
      set_path (table, diff, row, at[5], parting->call_context);
      scope_report_table_set_term (table, row, at[6], scope_call_match_label (parting->match), scope_call_match_name (parting->match));
      scope_report_table_set (table, row, at[7], (double) parting->call_from[SCOPE_CALL_RUN]);
    }
}

ScopeReportTable *
scope_call_partings_table (ScopeComparison *comparison, ScopeCallDiff *diff)
{
  ScopeReportTable *table = scope_report_table_new (scope_comparison_get_run (comparison));
  GArray *extra = g_array_new (FALSE, FALSE, sizeof (guint));
  const guint at[] = { scope_report_table_add_column (table, SCOPE_CELL_LANE, _("Lane"), "lane"),
                       scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Diverge In"), "path"),
                       scope_report_table_add_column (table, SCOPE_CELL_TIME, _("At"), "run_to_ns"),
                       add_amount (table, diff, TRUE, _("By"), "change"),
                       add_amount (table, diff, TRUE, _("Later in All"), "drift"),
                       scope_report_table_add_column (table, SCOPE_CELL_TERM, _("First Unmatched Call"), "call_path"),
                       scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Where"), "call_match"),
                       scope_report_table_add_column (table, SCOPE_CELL_TIME, _("At"), "call_run_ns") };

  for (guint i = 0; i < diff->n_partings; i++)
    {
      const ScopeCallLanePair *pair = &diff->lanes[diff->partings[i].lane];
      ScopeReportTableRow row = { .lane = pair->lanes[SCOPE_CALL_RUN], .has_lane = TRUE };

      fill_parting (table, diff, &diff->partings[i], scope_report_table_add_row (table, &row), at);
      g_array_append_val (extra, i);
    }
  scope_report_table_take_extra (table, extra);
  if (diff->n_partings > 0)
    {
      g_autofree char *time = scope_call_parting_in_time (diff, &diff->partings[0]);
      g_autofree char *call = scope_call_parting_in_calls (diff, &diff->partings[0]);

      scope_report_table_take_summary (table, g_strdup (time != NULL ? time : call));
    }
  return table;
}

/* Instructions and events, where a run tells of them. */
static void
add_event_columns (ScopeReportTable *table, const ScopeCallDiff *diff)
{
  for (guint c = SCOPE_CALL_DIFF_INSTS; c < SCOPE_CALL_DIFF_N_COLUMNS; c++)
    if (scope_call_diff_has_column (diff, c))
      {
        g_autofree char *name = c == SCOPE_CALL_DIFF_INSTS
                                    ? g_strdup ("change_insts")
                                    : g_strconcat ("change_", scope_hit_name (c - SCOPE_CALL_DIFF_HITS), NULL);

        scope_report_table_add_column (table, SCOPE_CELL_MORE, scope_call_diff_column_title (c), name);
      }
}

/* --- functions --- */

typedef struct
{
  gint64 change;
  guint function;
} Sorted;

SCOPE_COMPARE_BY (compare, Sorted, SCOPE_COMPARE (ABS (y->change), ABS (x->change)); SCOPE_UP (function))

static void
fill_function (ScopeReportTable *table, const ScopeCallDiff *diff, const ScopeCallFunctionDiff *function)
{
  const ScopeCallFigures change = scope_call_figures_change (function->figures);
  guint row = scope_report_table_add_row (table, NULL), c = 0;

  scope_report_table_set_word (table, row, c++, function->name);
  scope_report_table_set (table, row, c++, amount_of (table, diff, scope_call_figures_self (diff, &function->figures[SCOPE_CALL_BASELINE])));
  scope_report_table_set (table, row, c++, amount_of (table, diff, scope_call_figures_self (diff, &function->figures[SCOPE_CALL_RUN])));
  scope_report_table_set (table, row, c++, amount_of (table, diff, scope_call_figures_self (diff, &change)));
  scope_report_table_set (table, row, c++, amount_of (table, diff, scope_call_figures_total (diff, &change)));
  scope_report_table_set (table, row, c++, (double) function->n_matched);
  scope_report_table_set (table, row, c++, (double) function->n_only[SCOPE_CALL_BASELINE]);
  scope_report_table_set (table, row, c++, (double) function->n_only[SCOPE_CALL_RUN]);
  if (diff->has_insts)
    scope_report_table_set (table, row, c++, (double) change.insts);
  for (guint k = 0; k < SCOPE_N_HITS && diff->has_hits; k++)
    scope_report_table_set (table, row, c++, (double) change.hits[k]);
}

ScopeReportTable *
scope_call_function_changes_table (ScopeComparison *comparison, ScopeCallDiff *diff)
{
  ScopeReportTable *table = scope_report_table_new (scope_comparison_get_run (comparison));
  GArray *extra = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree Sorted *order = g_new (Sorted, diff->n_functions + 1);

  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Function"), "function");
  add_amount (table, diff, FALSE, _("Baseline"), "baseline_self");
  add_amount (table, diff, FALSE, _("This Run"), "run_self");
  add_amount (table, diff, TRUE, _("Own Change"), "change_self");
  add_amount (table, diff, TRUE, _("With Callees"), "change");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("In Both"), "matched");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Only Baseline"), "only_baseline");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Only This Run"), "only_run");
  add_event_columns (table, diff);
  for (guint i = 0; i < diff->n_functions; i++)
    {
      const ScopeCallFigures change = scope_call_figures_change (diff->functions[i].figures);

      order[i] = (Sorted) { scope_call_figures_self (diff, &change), i };
    }
  qsort (order, diff->n_functions, sizeof *order, compare);
  for (guint i = 0; i < diff->n_functions; i++)
    {
      fill_function (table, diff, &diff->functions[order[i].function]);
      g_array_append_val (extra, order[i].function);
    }
  scope_report_table_take_extra (table, extra);
  return table;
}

/* --- activations --- */

#define MOST_INDENT 24u /* levels that are seen to be so deep */

typedef struct
{
  ScopeReportTable *table;
  ScopeComparison *comparison;
  const ScopeCallDiff *diff;
  gboolean named;
} Filling;

/* As deep as it was called. */
static void
set_function (const Filling *f, guint n, guint column, const ScopeCallDiffRow *row)
{
  const char *name = f->diff->functions[row->function].name;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (row->depth, MOST_INDENT); i++)
    g_string_append (text, "\xe2\x80\x83"); /* an em space */
  g_string_append (text, name);
  scope_report_table_set_term (f->table, n, column, text->str, name);
}

static void
fill_row (const Filling *f, const ScopeCallDiffRow *row)
{
  const ScopeCallDiff *diff = f->diff;
  ScopeReportTable *table = f->table;
  const ScopeCallLanePair *pair = &diff->lanes[row->lane];
  const ScopeCallFigures change = scope_call_figures_change (row->figures);
  gboolean in_run = row->match != SCOPE_CALL_ONLY_BASELINE, in_baseline = row->match != SCOPE_CALL_ONLY_RUN;
  ScopeReportTableRow line = { .lane = pair->lanes[SCOPE_CALL_RUN], .has_lane = pair->has[SCOPE_CALL_RUN] };
  const ScopeTimeMap *map = scope_comparison_get_map (f->comparison);
  guint n = scope_report_table_add_row (table, &line), c = 1;

  if (f->named)
    set_function (f, n, c++, row);
  scope_report_table_set_term (table, n, c++, scope_call_match_label (row->match), scope_call_match_name (row->match));
  scope_report_table_set (table, n, c++,
                          (double) (in_run ? row->from[SCOPE_CALL_RUN] : scope_time_map_to_run (map, row->from[SCOPE_CALL_BASELINE])));
  if (in_baseline)
    scope_report_table_set (table, n, c, amount_of (table, diff, scope_call_figures_total (diff, &row->figures[SCOPE_CALL_BASELINE])));
  if (in_run)
    scope_report_table_set (table, n, c + 1, amount_of (table, diff, scope_call_figures_total (diff, &row->figures[SCOPE_CALL_RUN])));
  c += 2;
  scope_report_table_set (table, n, c++, amount_of (table, diff, scope_call_figures_total (diff, &change)));
  scope_report_table_set (table, n, c++, amount_of (table, diff, scope_call_figures_self (diff, &change)));
  if (diff->has_insts)
    scope_report_table_set (table, n, c++, (double) change.insts);
  for (guint k = 0; k < SCOPE_N_HITS && diff->has_hits; k++)
    scope_report_table_set (table, n, c++, (double) change.hits[k]);
}

static void
take_summary (ScopeReportTable *table, const ScopeCallRows *rows)
{
  g_autofree char *all = scope_format_count (rows->n_all), *some = scope_format_count (rows->rows->len);

  if (rows->rows->len < rows->n_all)
    scope_report_table_take_summary (table, g_strdup_printf (rows->which == SCOPE_CALL_WHICH_CHANGED
                                                                 ? _("The %s of %s activations that changed most")
                                                                 : _("The first %s of %s activations; choose a range to see others"),
                                                             some, all));
  else
    scope_report_table_take_summary (table, g_strdup_printf (ngettext ("%s activation", "%s activations", (gulong) rows->n_all), all));
}

ScopeReportTable *
scope_call_rows_table (ScopeComparison *comparison, ScopeCallDiff *diff, ScopeCallRows *rows, gboolean named)
{
  ScopeReportTable *table = scope_report_table_new (scope_comparison_get_run (comparison));
  const Filling filling = { table, comparison, diff, named };

  scope_call_rows_finish (rows);
  scope_report_table_add_column (table, SCOPE_CELL_LANE, _("Lane"), "lane");
  if (named)
    scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Function"), "function");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Where"), "match");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("At"), "run_from_ns");
  add_amount (table, diff, FALSE, _("Baseline"), "baseline");
  add_amount (table, diff, FALSE, _("This Run"), "run");
  add_amount (table, diff, TRUE, _("Change"), "change");
  add_amount (table, diff, TRUE, _("Own Change"), "change_self");
  add_event_columns (table, diff);
  for (guint i = 0; i < rows->rows->len; i++)
    fill_row (&filling, &g_array_index (rows->rows, ScopeCallDiffRow, i));
  scope_report_table_take_extra (table, g_array_ref (rows->rows));
  take_summary (table, rows);
  return table;
}
