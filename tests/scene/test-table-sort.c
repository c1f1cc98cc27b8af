/* test-table-sort.c: the rows of a table in the order of a column: of each two neighbours the first comes first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/draw/scope-report-table.h"

#include <locale.h>
#include <math.h>

#define ROWS 3000u

enum
{
  LANE,
  WORD,
  NUMBER,
  BOUNDS,
  N_COLUMNS,
};

static void
add_row (ScopeReportTable *table, GRand *random)
{
  static const char *const words[] = { "pear", "Apple", "apple", "fig", "Ähre", "zebra", "", "10", "9" };
  ScopeReportTableRow row = { .has_lane = TRUE };
  double low = g_rand_int_range (random, -3, 3);
  guint number;

  row.lane = (ScopeLaneId) { .machine = (guint32) g_rand_int_range (random, 0, 3), .kind = SCOPE_KIND_THREAD,
                             .index = g_rand_int (random) >> 1 };
  number = scope_report_table_add_row (table, &row);
  if (g_rand_int_range (random, 0, 5) > 0)
    scope_report_table_set_word (table, number, WORD, words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))]);
  if (g_rand_int_range (random, 0, 5) > 0) /* a zero has either sign */
    scope_report_table_set (table, number, NUMBER, low * g_rand_int_range (random, 0, 2) * g_rand_double (random));
  if (g_rand_int_range (random, 0, 5) > 0)
    scope_report_table_set_bounds (table, number, BOUNDS, low, low + g_rand_int_range (random, 0, 3));
}

static ScopeReportTable *
make_table (void)
{
  ScopeReportTable *table = scope_report_table_new (NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  scope_report_table_add_column (table, SCOPE_CELL_LANE, "Thread", "lane");
  scope_report_table_add_column (table, SCOPE_CELL_WORD, "Name", "name");
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, "Number", "number");
  scope_report_table_add_column (table, SCOPE_CELL_BOUNDS, "Median", "p50_ns");
  for (guint i = 0; i < ROWS; i++)
    add_row (table, random);
  return table;
}

static gint
compare_lanes (const ScopeLaneId *a, const ScopeLaneId *b)
{
  if (a->machine != b->machine)
    return a->machine < b->machine ? -1 : 1;
  return (a->index > b->index) - (a->index < b->index);
}

static gint
compare_words (ScopeReportTable *table, guint a, guint b)
{
  g_autofree char *x = scope_report_table_text (table, a, WORD), *y = scope_report_table_text (table, b, WORD);

  return g_utf8_collate (x, y);
}

/* Which of two rows stands first, as the header says; lower bounds only. */
static gint
compare_cells (ScopeReportTable *table, guint a, guint b, guint column, gboolean descending)
{
  double x = column == LANE ? 0 : scope_report_table_value (table, a, column);
  double y = column == LANE ? 0 : scope_report_table_value (table, b, column);
  gint order;

  if (isnan (x) || isnan (y))
    return !!isnan (x) - !!isnan (y);
  if (column == LANE)
    order = compare_lanes (&scope_report_table_row (table, a)->lane, &scope_report_table_row (table, b)->lane);
  else if (column == WORD)
    order = compare_words (table, a, b);
  else
    order = (x > y) - (x < y);
  return descending ? -order : order;
}

static void
check_order (ScopeReportTable *table, guint column, gboolean descending)
{
  g_autofree guint *order = scope_report_table_sort (table, (gint) column, descending);
  g_autofree gboolean *seen = g_new0 (gboolean, ROWS);

  for (guint i = 0; i < ROWS; i++)
    {
      gint between = i > 0 ? compare_cells (table, order[i - 1], order[i], column, descending) : -1;

      g_assert_cmpuint (order[i], <, ROWS);
      g_assert_false (seen[order[i]]);
      seen[order[i]] = TRUE;
      g_assert_cmpint (between, <=, 0);
      g_assert_true (between < 0 || order[i - 1] < order[i] || column == BOUNDS);
    }
}

static void
test_orders (void)
{
  g_autoptr (ScopeReportTable) table = make_table ();
  g_autofree guint *as_it_is = scope_report_table_sort (table, -1, FALSE);

  for (guint column = 0; column < N_COLUMNS; column++)
    {
      check_order (table, column, FALSE);
      check_order (table, column, TRUE);
    }
  for (guint i = 0; i < ROWS; i++)
    g_assert_cmpuint (as_it_is[i], ==, i);
}

/* Those with the same lower bound by the upper one, and those with the same of both as they were. */
static void
test_bounds (void)
{
  ScopeReportTable *table = scope_report_table_new (NULL);
  const double bounds[][2] = { { 2, 5 }, { 1, 9 }, { 2, 3 }, { 2, 5 }, { 0, 0 } };
  const guint up[] = { 4, 1, 2, 0, 3 }, down[] = { 0, 3, 2, 1, 4 };
  g_autofree guint *rising = NULL, *falling = NULL;

  scope_report_table_add_column (table, SCOPE_CELL_BOUNDS, "Median", "p50_ns");
  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    scope_report_table_set_bounds (table, scope_report_table_add_row (table, NULL), 0, bounds[i][0], bounds[i][1]);
  rising = scope_report_table_sort (table, 0, FALSE);
  falling = scope_report_table_sort (table, 0, TRUE);
  g_assert_cmpmem (rising, sizeof up, up, sizeof up);
  g_assert_cmpmem (falling, sizeof down, down, sizeof down);
  scope_report_table_unref (table);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table-sort/orders", test_orders);
  g_test_add_func ("/table-sort/bounds", test_bounds);
  return g_test_run ();
}
