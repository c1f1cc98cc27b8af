/* scope-matrix.c: see scope-matrix.h. Cells lie in order of rows and columns, so that what is seen of a matrix is found
 * without walking all of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/matrix/scope-matrix.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-key.h"
#include "model/base/scope-ref.h"
#include "model/scene/draw/scope-ruler.h"
#include "model/scene/matrix/scope-seriation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct _ScopeMatrix
{
  gatomicrefcount count;
  ScopeMatrixMeasure measures[SCOPE_MATRIX_MOST_MEASURES];
  guint n_measures;
  gboolean finished;
  gint64 tick_ps;
  ScopeMatrixOrder order;
  char *axes[2];
  GArray *rows, *columns; /* ScopeMatrixLine, in order of adding, then of places */
  GArray *cells;          /* ScopeMatrixCell */
  GArray *sources;        /* what they were made of; NULL */
  guint32 *first;         /* of each row's cells; n_rows + 1 */
  GHashTable *row_places, *column_places; /* ScopeMatrixLine.key → line */
  ScopeMatrixLine all;
};

static void
line_clear (gpointer data)
{
  g_free (((ScopeMatrixLine *) data)->title);
}

ScopeMatrix *
scope_matrix_new (const ScopeMatrixMeasure *measures, guint n_measures, gint64 tick_ps)
{
  ScopeMatrix *matrix = g_new0 (ScopeMatrix, 1);

  g_assert (n_measures <= SCOPE_MATRIX_MOST_MEASURES);
  g_atomic_ref_count_init (&matrix->count);
  memcpy (matrix->measures, measures, n_measures * sizeof *measures);
  matrix->n_measures = n_measures;
  matrix->tick_ps = tick_ps;
  matrix->rows = g_array_new (FALSE, FALSE, sizeof (ScopeMatrixLine));
  matrix->columns = g_array_new (FALSE, FALSE, sizeof (ScopeMatrixLine));
  g_array_set_clear_func (matrix->rows, line_clear);
  g_array_set_clear_func (matrix->columns, line_clear);
  matrix->cells = g_array_new (FALSE, FALSE, sizeof (ScopeMatrixCell));
  return matrix;
}

static void
matrix_free (ScopeMatrix *matrix)
{
  g_clear_pointer (&matrix->row_places, g_hash_table_unref);
  g_clear_pointer (&matrix->column_places, g_hash_table_unref);
  g_array_unref (matrix->rows);
  g_array_unref (matrix->columns);
  g_array_unref (matrix->cells);
  g_clear_pointer (&matrix->sources, g_array_unref);
  g_free (matrix->first);
  g_free (matrix->axes[0]);
  g_free (matrix->axes[1]);
  g_free (matrix);
}

SCOPE_DEFINE_REF (ScopeMatrix, scope_matrix, object->count, matrix_free)

/* --- filling --- */

void
scope_matrix_set_axes (ScopeMatrix *matrix, const char *rows, const char *columns)
{
  g_free (matrix->axes[0]);
  g_free (matrix->axes[1]);
  matrix->axes[0] = g_strdup (rows);
  matrix->axes[1] = g_strdup (columns);
}

static guint32
add_line (GArray *lines, const char *title, guint32 group, guint64 key0, guint64 key1)
{
  ScopeMatrixLine line = { g_strdup (title), group, lines->len, { key0, key1 }, { 0 }, 0 };

  g_array_append_val (lines, line);
  return lines->len - 1;
}

guint32
scope_matrix_add_row (ScopeMatrix *matrix, const char *title, guint32 group, guint64 key0, guint64 key1)
{
  g_assert (!matrix->finished);
  add_line (matrix->columns, title, group, key0, key1);
  return add_line (matrix->rows, title, group, key0, key1);
}

void
scope_matrix_set_sources (ScopeMatrix *matrix, GArray *sources)
{
  matrix->sources = g_array_ref (sources);
}

void
scope_matrix_add_cell (ScopeMatrix *matrix, guint32 row, guint32 column, const double *value, double weight,
                       guint32 source)
{
  ScopeMatrixCell cell = { .row = row, .column = column, .source = source, .weight = weight };

  g_assert (!matrix->finished && row < matrix->rows->len && column < matrix->columns->len);
  memcpy (cell.value, value, matrix->n_measures * sizeof *value);
  g_array_append_val (matrix->cells, cell);
}

/* --- totals --- */

/* Sums until they are put right by settle(): of means the sum of value × weight, with the weights in `weights`. */
static void
join (const ScopeMatrix *matrix, ScopeMatrixLine *line, double *weights, const ScopeMatrixCell *cell)
{
  for (guint m = 0; m < matrix->n_measures; m++)
    {
      double value = cell->value[m], *sum = &line->value[m];

      if (isnan (value))
        continue;
      if (matrix->measures[m].join == SCOPE_MATRIX_MEAN)
        {
          *sum = (isnan (*sum) ? 0 : *sum) + value * cell->weight;
          weights[m] += cell->weight;
        }
      else if (matrix->measures[m].join == SCOPE_MATRIX_MOST)
        *sum = isnan (*sum) ? value : MAX (*sum, value);
      else
        *sum = (isnan (*sum) ? 0 : *sum) + value;
    }
  line->n_cells++;
}

static void
settle (const ScopeMatrix *matrix, ScopeMatrixLine *line, const double *weights)
{
  for (guint m = 0; m < matrix->n_measures; m++)
    if (matrix->measures[m].join == SCOPE_MATRIX_MEAN)
      line->value[m] = weights[m] > 0 ? line->value[m] / weights[m] : NAN;
}

static void
clear_values (ScopeMatrixLine *line)
{
  for (guint m = 0; m < SCOPE_MATRIX_MOST_MEASURES; m++)
    line->value[m] = NAN;
}

static void
add_up (ScopeMatrix *matrix)
{
  typedef double Weights[SCOPE_MATRIX_MOST_MEASURES];
  g_autofree Weights *rows = g_new0 (Weights, matrix->rows->len + 1u);
  g_autofree Weights *columns = g_new0 (Weights, matrix->columns->len + 1u);
  Weights all = { 0 };

  clear_values (&matrix->all);
  for (guint i = 0; i < matrix->rows->len; i++)
    clear_values (&g_array_index (matrix->rows, ScopeMatrixLine, i));
  for (guint i = 0; i < matrix->columns->len; i++)
    clear_values (&g_array_index (matrix->columns, ScopeMatrixLine, i));
  SCOPE_EACH (const ScopeMatrixCell, cell, matrix->cells)
    {
      join (matrix, &g_array_index (matrix->rows, ScopeMatrixLine, cell->row), rows[cell->row], cell);
      join (matrix, &g_array_index (matrix->columns, ScopeMatrixLine, cell->column), columns[cell->column], cell);
      join (matrix, &matrix->all, all, cell);
    }
  for (guint i = 0; i < matrix->rows->len; i++)
    settle (matrix, &g_array_index (matrix->rows, ScopeMatrixLine, i), rows[i]);
  for (guint i = 0; i < matrix->columns->len; i++)
    settle (matrix, &g_array_index (matrix->columns, ScopeMatrixLine, i), columns[i]);
  settle (matrix, &matrix->all, all);
}

/* --- orders --- */

typedef struct
{
  guint32 line, group;
  double weight; /* of its group */
} Sorted;

SCOPE_COMPARE_BY (compare_sorted, Sorted, SCOPE_DOWN (weight) SCOPE_UP (group) SCOPE_UP (line))

static void
add_group_weights (GHashTable *weights, GArray *lines)
{
  SCOPE_EACH (const ScopeMatrixLine, line, lines)
    {
      double *weight = g_hash_table_lookup (weights, GUINT_TO_POINTER (line->group));

      if (weight == NULL)
        {
          weight = g_new0 (double, 1);
          g_hash_table_insert (weights, GUINT_TO_POINTER (line->group), weight);
        }
      *weight += isnan (line->value[0]) ? 0 : line->value[0];
    }
}

static void
order_by_group (GArray *lines, GHashTable *weights, guint32 *order)
{
  g_autofree Sorted *sorted = g_new (Sorted, lines->len + 1u);

  for (guint i = 0; i < lines->len; i++)
    {
      guint32 group = g_array_index (lines, ScopeMatrixLine, i).group;
      sorted[i] = (Sorted) { i, group, *(double *) g_hash_table_lookup (weights, GUINT_TO_POINTER (group)) };
    }
  qsort (sorted, lines->len, sizeof *sorted, compare_sorted);
  for (guint i = 0; i < lines->len; i++)
    order[i] = sorted[i].line;
}

static void
order_by_cluster (const ScopeMatrix *matrix, guint32 *rows, guint32 *columns)
{
  guint n = matrix->rows->len;
  g_autofree ScopeSeriationEdge *edges = g_new (ScopeSeriationEdge, matrix->cells->len + 1u);

  for (guint i = 0; i < matrix->cells->len; i++)
    {
      const ScopeMatrixCell *cell = &g_array_index (matrix->cells, ScopeMatrixCell, i);

      edges[i] = (ScopeSeriationEdge) { cell->row, cell->column, isnan (cell->value[0]) ? 0 : MAX (cell->value[0], 0) };
    }
  scope_seriate (n, edges, matrix->cells->len, rows);
  memcpy (columns, rows, n * sizeof *rows);
}

static void
choose_order (const ScopeMatrix *matrix, guint32 *rows, guint32 *columns)
{
  g_autoptr (GHashTable) weights = NULL;

  if (matrix->order == SCOPE_MATRIX_ORDER_CLUSTER)
    {
      order_by_cluster (matrix, rows, columns);
      return;
    }
  if (matrix->order == SCOPE_MATRIX_ORDER_ID)
    {
      for (guint i = 0; i < matrix->rows->len; i++)
        rows[i] = i;
      for (guint i = 0; i < matrix->columns->len; i++)
        columns[i] = i;
      return;
    }
  weights = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  add_group_weights (weights, matrix->rows);
  add_group_weights (weights, matrix->columns);
  order_by_group (matrix->rows, weights, rows);
  order_by_group (matrix->columns, weights, columns);
}

/* Puts the lines in order; `places` gets the place of each number. */
static void
reorder (GArray *lines, const guint32 *order, guint32 *places)
{
  g_autofree ScopeMatrixLine *old = g_memdup2 (lines->data, lines->len * sizeof *old);

  for (guint i = 0; i < lines->len; i++)
    {
      g_array_index (lines, ScopeMatrixLine, i) = old[order[i]];
      places[order[i]] = i;
    }
}

SCOPE_COMPARE_BY (compare_cells, ScopeMatrixCell, SCOPE_UP (row) SCOPE_UP (column))

SCOPE_DEFINE_STATIC_KEY (key, guint64, key[0], key[1])

static GHashTable *
index_lines (GArray *lines)
{
  GHashTable *places = g_hash_table_new (key_hash, key_equal);

  for (guint i = 0; i < lines->len; i++)
    g_hash_table_insert (places, g_array_index (lines, ScopeMatrixLine, i).key, GUINT_TO_POINTER (i + 1));
  return places;
}

void
scope_matrix_finish (ScopeMatrix *matrix, ScopeMatrixOrder order)
{
  guint n_rows = matrix->rows->len, n_columns = matrix->columns->len;
  g_autofree guint32 *rows = g_new (guint32, n_rows + 1u);
  g_autofree guint32 *columns = g_new (guint32, n_columns + 1u);
  g_autofree guint32 *row_places = g_new (guint32, n_rows + 1u);
  g_autofree guint32 *column_places = g_new (guint32, n_columns + 1u);

  g_assert (!matrix->finished);
  matrix->finished = TRUE;
  matrix->order = order;
  add_up (matrix);
  choose_order (matrix, rows, columns);
  reorder (matrix->rows, rows, row_places);
  reorder (matrix->columns, columns, column_places);
  matrix->first = g_new0 (guint32, n_rows + 2u);
  SCOPE_EACH (ScopeMatrixCell, cell, matrix->cells)
    {
      cell->row = row_places[cell->row];
      cell->column = column_places[cell->column];
      matrix->first[cell->row + 1]++;
    }
  for (guint i = 0; i < n_rows; i++)
    matrix->first[i + 1] += matrix->first[i];
  g_array_sort (matrix->cells, compare_cells);
  matrix->row_places = index_lines (matrix->rows);
  matrix->column_places = index_lines (matrix->columns);
}

/* --- reading --- */

guint
scope_matrix_n_rows (const ScopeMatrix *matrix)
{
  return matrix->rows->len;
}

guint
scope_matrix_n_columns (const ScopeMatrix *matrix)
{
  return matrix->columns->len;
}

guint
scope_matrix_n_cells (const ScopeMatrix *matrix)
{
  return matrix->cells->len;
}

guint
scope_matrix_n_measures (const ScopeMatrix *matrix)
{
  return matrix->n_measures;
}

const ScopeMatrixMeasure *
scope_matrix_measure (const ScopeMatrix *matrix, guint measure)
{
  g_return_val_if_fail (measure < matrix->n_measures, NULL);
  return &matrix->measures[measure];
}

ScopeMatrixOrder
scope_matrix_order (const ScopeMatrix *matrix)
{
  return matrix->order;
}

gint64
scope_matrix_tick_ps (const ScopeMatrix *matrix)
{
  return matrix->tick_ps;
}

const char *
scope_matrix_axis (const ScopeMatrix *matrix, gboolean columns)
{
  return matrix->axes[columns != 0];
}

const ScopeMatrixLine *
scope_matrix_row (const ScopeMatrix *matrix, guint place)
{
  g_return_val_if_fail (place < matrix->rows->len, NULL);
  return &g_array_index (matrix->rows, ScopeMatrixLine, place);
}

const ScopeMatrixLine *
scope_matrix_column (const ScopeMatrix *matrix, guint place)
{
  g_return_val_if_fail (place < matrix->columns->len, NULL);
  return &g_array_index (matrix->columns, ScopeMatrixLine, place);
}

const ScopeMatrixCell *
scope_matrix_cells (const ScopeMatrix *matrix, guint row, guint *ret_n)
{
  g_return_val_if_fail (row < matrix->rows->len, NULL);
  *ret_n = matrix->first[row + 1] - matrix->first[row];
  return &g_array_index (matrix->cells, ScopeMatrixCell, matrix->first[row]);
}

const ScopeMatrixCell *
scope_matrix_cell (const ScopeMatrix *matrix, guint row, guint column)
{
  guint n = 0;
  const ScopeMatrixCell *cells = scope_matrix_cells (matrix, row, &n);
  gsize place = SCOPE_BISECT (n, i, cells[i].column < column);

  return place < n && cells[place].column == column ? &cells[place] : NULL;
}

GArray *
scope_matrix_get_sources (const ScopeMatrix *matrix)
{
  return matrix->sources;
}

gconstpointer
scope_matrix_source (const ScopeMatrix *matrix, int row, int column)
{
  const ScopeMatrixCell *cell = NULL;

  if (row >= 0 && column >= 0 && (guint) row < scope_matrix_n_rows (matrix) && (guint) column < scope_matrix_n_columns (matrix))
    cell = scope_matrix_cell (matrix, (guint) row, (guint) column);
  return cell != NULL && matrix->sources != NULL
             ? matrix->sources->data + (gsize) cell->source * g_array_get_element_size (matrix->sources)
             : NULL;
}

static int
find (GHashTable *places, guint64 key0, guint64 key1)
{
  const guint64 key[2] = { key0, key1 };

  return (int) GPOINTER_TO_UINT (g_hash_table_lookup (places, key)) - 1;
}

int
scope_matrix_find_row (const ScopeMatrix *matrix, guint64 key0, guint64 key1)
{
  return find (matrix->row_places, key0, key1);
}

int
scope_matrix_find_column (const ScopeMatrix *matrix, guint64 key0, guint64 key1)
{
  return find (matrix->column_places, key0, key1);
}

double
scope_matrix_total (const ScopeMatrix *matrix, guint measure)
{
  g_return_val_if_fail (measure < matrix->n_measures, NAN);
  return matrix->all.value[measure];
}

gboolean
scope_matrix_range (const ScopeMatrix *matrix, guint measure, double *ret_least, double *ret_most)
{
  *ret_least = INFINITY;
  *ret_most = 0;
  for (guint i = 0; i < matrix->cells->len; i++)
    {
      double value = g_array_index (matrix->cells, ScopeMatrixCell, i).value[measure];

      if (!(value > 0))
        continue;
      *ret_least = MIN (*ret_least, value);
      *ret_most = MAX (*ret_most, value);
    }
  return *ret_most > 0;
}

char *
scope_matrix_format (const ScopeMatrix *matrix, guint measure, double value, gboolean shortly)
{
  static const char suffixes[] = "kMGT";
  int power = -1;

  if (isnan (value))
    return g_strdup ("–");
  if (matrix->measures[measure].kind == SCOPE_MATRIX_DURATION)
    return scope_format_duration (value, matrix->tick_ps);
  if (!shortly || value < 10000)
    return scope_format_count ((guint64) MAX (value, 0));
  while (value >= 999.5 && power + 1 < (int) strlen (suffixes))
    {
      value /= 1000;
      power++;
    }
  return g_strdup_printf (value < 99.95 ? "%.1f%c" : "%.0f%c", value, suffixes[power]);
}
