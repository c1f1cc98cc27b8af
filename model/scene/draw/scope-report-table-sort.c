/* scope-report-table-sort.c: the rows of a table in the order of a column. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/draw/scope-report-table-private.h"

#include "model/base/scope-compare.h"

#include <math.h>

typedef struct
{
  ScopeReportTable *table;
  const ScopeReportTableColumn *column;
  gboolean descending;
} Sorting;

SCOPE_COMPARE_BY (compare_lanes, ScopeReportTableRow, SCOPE_UP (lane.machine) SCOPE_UP (lane.kind) SCOPE_UP (lane.index))

static gint
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const Sorting *sorting = data;
  ScopeReportTable *table = sorting->table;
  guint i = *(const guint *) a, j = *(const guint *) b;
  const double *x = (const double *) (gpointer) table->values->data + i * (gsize) table->stride + sorting->column->slot;
  const double *y = (const double *) (gpointer) table->values->data + j * (gsize) table->stride + sorting->column->slot;
  gint order = 0;

  if (sorting->column->kind == SCOPE_CELL_LANE)
    order = compare_lanes (scope_report_table_row (table, i), scope_report_table_row (table, j));
  else if (isnan (*x) || isnan (*y))
    {
      if (isnan (*x) != isnan (*y))
        return isnan (*x) ? 1 : -1;
    }
  else if (sorting->column->kind == SCOPE_CELL_WORD || sorting->column->kind == SCOPE_CELL_TERM)
    order = *x == *y ? 0 : g_utf8_collate (g_ptr_array_index (table->words, (guint) *x), g_ptr_array_index (table->words, (guint) *y));
  else if (*x != *y)
    order = *x < *y ? -1 : 1;
  else if (sorting->column->kind == SCOPE_CELL_BOUNDS && x[1] != y[1])
    order = x[1] < y[1] ? -1 : 1;
  if (order != 0)
    return sorting->descending ? -order : order;
  return i < j ? -1 : i > j;
}

guint *
scope_report_table_sort (ScopeReportTable *table, gint column, gboolean descending)
{
  guint n = table->rows->len;
  guint *order = g_new (guint, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    order[i] = i;
  if (column >= 0 && (guint) column < table->columns->len)
    {
      Sorting sorting = { table, scope_report_table_column (table, (guint) column), descending };

      g_qsort_with_data (order, (gint) n, sizeof *order, compare_rows, &sorting);
    }
  return order;
}
