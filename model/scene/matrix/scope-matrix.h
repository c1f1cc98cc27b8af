/* scope-matrix.h: a table of figures between rows and columns: who wrote to whom, from which processor to which.
 *
 * Sparse: only cells that have something. Filled once, then in one of several orders; what it is drawn from
 * (scope-matrix-scene.h) asks by *place* in that order, never by number of adding.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SCOPE_MATRIX_MOST_MEASURES 4u

typedef enum
{
  SCOPE_MATRIX_ORDER_ID,      /* as they were added */
  SCOPE_MATRIX_ORDER_GROUP,   /* groups (machines) side by side, those with most first */
  SCOPE_MATRIX_ORDER_CLUSTER, /* those that have much to do with each other side by side */
  SCOPE_MATRIX_N_ORDERS
} ScopeMatrixOrder;

/* How the figures of a row make one. */
typedef enum
{
  SCOPE_MATRIX_SUM,
  SCOPE_MATRIX_MEAN, /* by the cells' weights */
  SCOPE_MATRIX_MOST,
} ScopeMatrixJoin;

typedef enum
{
  SCOPE_MATRIX_NUMBER,
  SCOPE_MATRIX_DURATION, /* ticks */
} ScopeMatrixUnit;

typedef struct
{
  const char *label; /* for people: "Messages", "Mean latency"; static */
  const char *unit;  /* behind numbers: "messages", "words"; static; NULL for durations */
  ScopeMatrixJoin join;
  ScopeMatrixUnit kind;
} ScopeMatrixMeasure;

/* A row or a column. */
typedef struct
{
  char *title;
  guint32 group;      /* rows of the same group belong together (their machine) */
  guint32 number;     /* as it was added */
  guint64 key[2];     /* the maker's own */
  double value[SCOPE_MATRIX_MOST_MEASURES]; /* of all its cells; NAN: not known */
  guint32 n_cells;
} ScopeMatrixLine;

typedef struct
{
  guint32 row, column; /* places */
  guint32 source;      /* the maker's own */
  double weight;       /* of means: how many are behind them */
  double value[SCOPE_MATRIX_MOST_MEASURES]; /* NAN: not known */
} ScopeMatrixCell;

typedef struct _ScopeMatrix ScopeMatrix;

/* Rows and columns are the same, and stay in the same order. `measures` are copied. */
ScopeMatrix *scope_matrix_new (const ScopeMatrixMeasure *measures, guint n_measures, gint64 tick_ps);
ScopeMatrix *scope_matrix_ref (ScopeMatrix *matrix);
void scope_matrix_unref (ScopeMatrix *matrix);

/* --- filling: in order of ids; one thread; then scope_matrix_finish() once --- */

/* What stands over the rows and the columns: "from", "to". */
void scope_matrix_set_axes (ScopeMatrix *matrix, const char *rows, const char *columns);
/* Return the number of what was added; title is copied. */
guint32 scope_matrix_add_row (ScopeMatrix *matrix, const char *title, guint32 group, guint64 key0, guint64 key1);
/* By numbers; each pair at most once. `value` has a figure per measure. */
void scope_matrix_add_cell (ScopeMatrix *matrix, guint32 row, guint32 column, const double *value, double weight,
                            guint32 source);
/* What cells were made of, by their `source`; refs it. */
void scope_matrix_set_sources (ScopeMatrix *matrix, GArray *sources);
/* Sorts; from now on it is only read. Off the main thread: clustering takes some 10 ms for thousands of rows. */
void scope_matrix_finish (ScopeMatrix *matrix, ScopeMatrixOrder order);

/* --- reading: any thread --- */

guint scope_matrix_n_rows (const ScopeMatrix *matrix);
guint scope_matrix_n_columns (const ScopeMatrix *matrix);
guint scope_matrix_n_cells (const ScopeMatrix *matrix);
guint scope_matrix_n_measures (const ScopeMatrix *matrix);
const ScopeMatrixMeasure *scope_matrix_measure (const ScopeMatrix *matrix, guint measure);
ScopeMatrixOrder scope_matrix_order (const ScopeMatrix *matrix);
gint64 scope_matrix_tick_ps (const ScopeMatrix *matrix);
const char *scope_matrix_axis (const ScopeMatrix *matrix, gboolean columns);
const ScopeMatrixLine *scope_matrix_row (const ScopeMatrix *matrix, guint place);
const ScopeMatrixLine *scope_matrix_column (const ScopeMatrix *matrix, guint place);
/* Of a row, in order of columns. */
const ScopeMatrixCell *scope_matrix_cells (const ScopeMatrix *matrix, guint row, guint *ret_n);
/* NULL: nothing there. */
const ScopeMatrixCell *scope_matrix_cell (const ScopeMatrix *matrix, guint row, guint column);
/* Borrowed; NULL: none were set. */
GArray *scope_matrix_get_sources (const ScopeMatrix *matrix);
/* What a cell was made of; NULL: nothing there, or that is no cell (-1). */
gconstpointer scope_matrix_source (const ScopeMatrix *matrix, int row, int column);
/* The place of the row (column) with these keys; -1 if there is none. */
int scope_matrix_find_row (const ScopeMatrix *matrix, guint64 key0, guint64 key1);
int scope_matrix_find_column (const ScopeMatrix *matrix, guint64 key0, guint64 key1);
/* Of all cells; NAN if nothing is known. */
double scope_matrix_total (const ScopeMatrix *matrix, guint measure);
/* Least and largest figure of the cells that is above 0; FALSE if there is none. */
gboolean scope_matrix_range (const ScopeMatrix *matrix, guint measure, double *ret_least, double *ret_most);
/* A figure as text: "5,888", "1.2 ms", "–" for NAN; `shortly` for cells: "12.3k". Free with g_free(). */
char *scope_matrix_format (const ScopeMatrix *matrix, guint measure, double value, gboolean shortly);


G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMatrix, scope_matrix_unref)

G_END_DECLS
