/* scope-cli-sheet.c: the tables that the window shows, on standard output: the same rows as CSV or JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-sheet.h"

#include <math.h>
#include <unistd.h>

static void
write_cell (ScopeCli *cli, ScopeCsv *csv, ScopeSheet *sheet, guint row, guint column)
{
  const ScopeSheetRow *line = scope_sheet_row (sheet, row);
  ScopeCellKind kind = scope_sheet_column (sheet, column)->kind;
  g_autofree char *lane = NULL;
  double value;

  if (kind == SCOPE_CELL_LANE)
    {
      lane = line->has_lane ? scope_trace_format_lane (scope_sheet_get_trace (sheet), line->lane) : NULL;
      scope_csv_text (csv, lane);
      return;
    }
  if (kind == SCOPE_CELL_WORD || kind == SCOPE_CELL_TERM)
    {
      scope_csv_text (csv, scope_sheet_csv_word (sheet, row, column));
      return;
    }
  value = scope_sheet_value (sheet, row, column);
  if (!isfinite (value))
    scope_csv_empty (csv);
  else if (kind == SCOPE_CELL_NUMBER || kind == SCOPE_CELL_SHARE)
    scope_csv_decimal (csv, value, 6);
  else if ((kind == SCOPE_CELL_TIME || kind == SCOPE_CELL_DURATION) && scope_sheet_get_trace (sheet) != NULL)
    scope_cli_time (cli, csv, (gint64)llround (value));
  else
    scope_csv_integer (csv, (gint64)llround (value));
}

gboolean
scope_cli_sheet (ScopeCli *cli, ScopeSheet *sheet, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  ScopeCsv *csv;

  for (guint c = 0; c < scope_sheet_n_columns (sheet); c++)
    g_ptr_array_add (names, scope_sheet_column (sheet, c)->name);
  csv = scope_csv_new (STDOUT_FILENO, scope_cli_wants_json (cli), (const char *const *)names->pdata, names->len);
  for (guint i = 0; i < scope_sheet_n_rows (sheet); i++)
    {
      for (guint c = 0; c < names->len; c++)
        write_cell (cli, csv, sheet, i, c);
      scope_csv_end_row (csv);
    }
  return scope_csv_close (csv, error);
}
