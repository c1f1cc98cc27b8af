/* scope-changes-table.c: see scope-changes-table.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/compare/scope-changes-table.h"

#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>

enum
{
  COLUMN_SCOPE,
  COLUMN_LANE,
  COLUMN_QUANTITY,
  COLUMN_BASELINE,
  COLUMN_RUN,
  COLUMN_CHANGE,
  COLUMN_PERCENT,
  COLUMN_SIGNIFICANT,
};

static const char *
scope_words (ScopeComparison *comparison, const ScopeDifference *d)
{
  const char *kind;

  if (d->of == SCOPE_FIGURE_RUN)
    return _("Whole Run");
  kind = scope_trace_kind_label (scope_comparison_get_run (comparison), d->kind, d->of == SCOPE_FIGURE_KIND);
  return kind != NULL ? kind : scope_difference_scope (comparison, d);
}

static void
fill_row (ScopeReportTable *table, ScopeComparison *comparison, const ScopeDifference *d, guint row)
{
  g_autofree char *lane = scope_difference_lane (comparison, d), *title = scope_difference_title (comparison, d);
  ScopeTrace *run = scope_comparison_get_run (comparison);

  scope_report_table_set_term (table, row, COLUMN_SCOPE, scope_words (comparison, d), scope_difference_scope (comparison, d));
  scope_report_table_set_term (table, row, COLUMN_LANE, d->of == SCOPE_FIGURE_LANE ? title : "", lane);
  scope_report_table_set_term (table, row, COLUMN_QUANTITY, scope_quantity_label (run, d->quantity),
                               scope_quantity_name (d->quantity));
  if (d->has_baseline)
    scope_report_table_set_quantity (table, row, COLUMN_BASELINE, d->quantity, (double) d->baseline);
  if (d->has_run)
    scope_report_table_set_quantity (table, row, COLUMN_RUN, d->quantity, (double) d->run);
  if (d->has_change)
    {
      scope_report_table_set_quantity (table, row, COLUMN_CHANGE, d->quantity, (double) d->change);
      scope_report_table_set (table, row, COLUMN_PERCENT, d->change_percent);
    }
  if (scope_difference_significance_is_known (d))
    scope_report_table_set_term (table, row, COLUMN_SIGNIFICANT, d->significant ? _("yes") : _("no"), d->significant ? "yes" : "no");
  else /* one run each says nothing of how much runs differ by themselves */
    scope_report_table_set_term (table, row, COLUMN_SIGNIFICANT, d->has_change ? _("takes more runs") : _("not known"), "");
}

/* NULL: there is nothing to say. */
static char *
dup_summary (const GArray *differences, guint n)
{
  g_autofree char *all = scope_format_count (differences->len), *some = scope_format_count (n);
  g_autofree char *most = differences->len > n ? g_strdup_printf (_("The %s of %s differences that matter most"), some, all) : NULL;
  const char *needs = NULL;

  for (guint i = 0; i < n && needs == NULL; i++)
    {
      const ScopeDifference *d = &g_array_index (differences, ScopeDifference, i);

      needs = d->has_change && !scope_difference_significance_is_known (d) ? scope_difference_what_significance_needs () : NULL;
    }
  return most != NULL && needs != NULL ? g_strdup_printf ("%s · %s", most, needs) : g_strdup (most != NULL ? most : needs);
}

ScopeReportTable *
scope_changes_table_new (ScopeComparison *comparison, const GArray *differences)
{
  ScopeReportTable *table = scope_report_table_new (scope_comparison_get_run (comparison));
  GArray *extra = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = MIN (differences->len, SCOPE_CHANGES_MOST);

  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Of"), "scope");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Lane"), "lane");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Quantity"), "quantity");
  scope_report_table_add_column (table, SCOPE_CELL_QUANTITY, _("Baseline"), "baseline");
  scope_report_table_add_column (table, SCOPE_CELL_QUANTITY, _("This Run"), "run");
  scope_report_table_add_column (table, SCOPE_CELL_CHANGE, _("Change"), "change");
  scope_report_table_add_column (table, SCOPE_CELL_PERCENT, _("Change in %"), "change_percent");
  scope_report_table_add_column (table, SCOPE_CELL_TERM, _("Significant"), "significant");
  scope_report_table_set_help (table, COLUMN_SIGNIFICANT, scope_difference_what_significance_needs ());
  for (guint i = 0; i < n; i++)
    {
      const ScopeDifference *d = &g_array_index (differences, ScopeDifference, i);
      const ScopeDifference *before = i > 0 ? &g_array_index (differences, ScopeDifference, i - 1) : NULL;
      ScopeReportTableRow row = { .lane = d->run_lane, .has_lane = d->of == SCOPE_FIGURE_LANE && d->has_run };

      if (scope_difference_repeats (d, before))
        continue;
      fill_row (table, comparison, d, scope_report_table_add_row (table, &row));
      g_array_append_val (extra, i);
    }
  scope_report_table_take_extra (table, extra);
  scope_report_table_take_summary (table, dup_summary (differences, n));
  return table;
}
