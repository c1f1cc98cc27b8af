/* scope-cli-report-table.c: the tables that the window shows, on standard output: the same rows as CSV or JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-report-table.h"

#include <math.h>
#include <unistd.h>

static void
write_cell (ScopeCli *cli, ScopeCsv *csv, ScopeReportTable *table, guint row, guint column)
{
  const ScopeReportTableRow *line = scope_report_table_row (table, row);
  ScopeCellKind kind = scope_report_table_column (table, column)->kind;
  g_autofree char *lane = NULL;
  double value;

  if (kind == SCOPE_CELL_LANE)
    {
      lane = line->has_lane ? scope_trace_format_lane (scope_report_table_get_trace (table), line->lane) : NULL;
      scope_csv_text (csv, lane);
      return;
    }
  if (kind == SCOPE_CELL_WORD || kind == SCOPE_CELL_TERM)
    {
      scope_csv_text (csv, scope_report_table_csv_word (table, row, column));
      return;
    }
  value = scope_report_table_value (table, row, column);
  if (!isfinite (value))
    scope_csv_empty (csv);
  else if (kind == SCOPE_CELL_NUMBER || kind == SCOPE_CELL_SHARE)
    scope_csv_decimal (csv, value, 6);
  else if ((kind == SCOPE_CELL_TIME || kind == SCOPE_CELL_DURATION) && scope_report_table_get_trace (table) != NULL)
    scope_cli_time (cli, csv, (gint64)llround (value));
  else
    scope_csv_integer (csv, (gint64)llround (value));
}

gboolean
scope_cli_report_table (ScopeCli *cli, ScopeReportTable *table, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  ScopeCsv *csv;

  for (guint c = 0; c < scope_report_table_n_columns (table); c++)
    g_ptr_array_add (names, scope_report_table_column (table, c)->name);
  csv = scope_csv_new (STDOUT_FILENO, scope_cli_wants_json (cli), (const char *const *)names->pdata, names->len);
  for (guint i = 0; i < scope_report_table_n_rows (table); i++)
    {
      for (guint c = 0; c < names->len; c++)
        write_cell (cli, csv, table, i, c);
      scope_csv_end_row (csv);
    }
  return scope_csv_close (csv, error);
}
