/* scope-sample-diff-table.c: see scope-sample-diff-table.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/call-diff/scope-sample-diff-table.h"

#include "model/base/scope-format.h"

#include <glib/gi18n.h>

enum
{
  NAME,
  OWN_BASELINE,
  OWN_RUN,
  OWN_CHANGE,
  OWN_LOW,
  OWN_HIGH,
  BASELINE,
  RUN,
  CHANGE,
};

static void
add_columns (ScopeReportTable *table)
{
  scope_report_table_add_column (table, SCOPE_CELL_WORD, _("Function"), "function");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Baseline"), "baseline_self_share");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("This Run"), "run_self_share");
  scope_report_table_add_column (table, SCOPE_CELL_PERCENT, _("Own Change"), "change_self_points");
  scope_report_table_add_column (table, SCOPE_CELL_PERCENT, _("From (95 %)"), "change_self_low_points");
  scope_report_table_add_column (table, SCOPE_CELL_PERCENT, _("To (95 %)"), "change_self_high_points");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("Baseline, with Callees"), "baseline_share");
  scope_report_table_add_column (table, SCOPE_CELL_SHARE, _("This Run, with Callees"), "run_share");
  scope_report_table_add_column (table, SCOPE_CELL_PERCENT, _("Change, with Callees"), "change_points");
}

static void
set_shares (ScopeReportTable *table, guint row, guint column, const ScopeSampleDiff *diff, const gint64 k[2])
{
  for (guint s = 0; s < 2; s++)
    if (diff->n[s] > 0)
      scope_report_table_set (table, row, column + s, (double) k[s] / (double) diff->n[s]);
}

ScopeReportTable *
scope_sample_diff_table (ScopeTrace *run, const ScopeSampleDiff *diff)
{
  ScopeReportTable *table = scope_report_table_new (run);

  add_columns (table);
  for (guint i = 0; i < diff->changes->len; i++)
    {
      const ScopeSampleChange *function = g_ptr_array_index (diff->changes, i);
      ScopeShareChange own = scope_sample_diff_change (diff, function->own), all = scope_sample_diff_change (diff, function->total);
      guint row = scope_report_table_add_row (table, NULL);

      scope_report_table_set_word (table, row, NAME, function->name);
      set_shares (table, row, OWN_BASELINE, diff, function->own);
      scope_report_table_set (table, row, OWN_CHANGE, own.change * 100);
      scope_report_table_set (table, row, OWN_LOW, own.low * 100);
      scope_report_table_set (table, row, OWN_HIGH, own.high * 100);
      set_shares (table, row, BASELINE, diff, function->total);
      scope_report_table_set (table, row, CHANGE, all.change * 100);
    }
  return table;
}

char *
scope_sample_diff_summary (const ScopeSampleDiff *diff)
{
  g_autofree char *baseline = scope_format_count ((guint64) diff->n[0]), *run = scope_format_count ((guint64) diff->n[1]);

  return g_strdup_printf (_("%s samples in the baseline, %s in this run: changes of their shares, in percentage points"), baseline, run);
}
