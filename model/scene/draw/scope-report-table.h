/* scope-report-table.h: a table of figures as a panel shows it: columns with units, rows that may stand for a lane or a stretch of
 * it, sorted by any column, as text and as CSV.
 *
 * Made on a worker thread, then only read. A figure takes eight bytes, and its text is made when it is looked at: so a
 * table of all threads of a large trace is made in a moment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-csv.h"
#include "model/scene/draw/scope-clock.h"

#include "model/trace/compare/scope-quantity.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_CELL_LANE,     /* the row's lane by its title; sorted as the trace has them */
  SCOPE_CELL_WORD,
  SCOPE_CELL_DURATION, /* ticks */
  SCOPE_CELL_TIME,     /* trace time, told by scope_report_table_set_clock() */
  SCOPE_CELL_COUNT,
  SCOPE_CELL_SHARE,    /* 1 = 100 % */
  SCOPE_CELL_BYTES,
  SCOPE_CELL_RATE,     /* bytes a second */
  SCOPE_CELL_BOUNDS,   /* ticks, between two bounds, or just known if these are the same */
  SCOPE_CELL_NUMBER,   /* any number, without a unit: "3.12"; in rows of times ns */
  SCOPE_CELL_TERM,     /* a word for people, and another one in CSV */
  SCOPE_CELL_QUANTITY, /* a value of a ScopeQuantity, each row of its own */
  SCOPE_CELL_CHANGE,   /* the same with its sign */
  SCOPE_CELL_PERCENT,  /* with its sign; 12.5 means +12.5 % */
  SCOPE_CELL_MORE_TIME,  /* ticks more or less, with their sign */
  SCOPE_CELL_MORE,     /* how many more or less, with its sign; one decimal if it is no whole number */
} ScopeCellKind;

typedef struct
{
  ScopeCellKind kind;
  char *title; /* for people */
  char *name;  /* in CSV, with its unit: "total_ns" */
  gboolean hidden; /* only in CSV */
  const char *help; /* of the title, a sentence, translated, not copied; or NULL */
  guint slot;
} ScopeReportTableColumn;

typedef struct
{
  ScopeLaneId lane;
  gint64 from, to; /* trace time */
  guint8 indent;   /* a part of what stands above it, in the table's own order */
  gboolean has_lane, has_range;
  gboolean is_time; /* its numbers are times in ns */
} ScopeReportTableRow;

/* How many durations there are of which length: class c holds 2^c to 2^(c+1) ticks. */
typedef struct
{
  guint64 n[64];
  double time[64]; /* summed, in ticks */
} ScopeReportTableHistogram;

typedef struct _ScopeReportTable ScopeReportTable;

/* --- making --- */
/* `trace` NULL: the table is of several traces; times are then in ns, and there are neither lanes nor points in time. */
ScopeReportTable *scope_report_table_new (ScopeTrace *trace);
ScopeReportTable *scope_report_table_ref (ScopeReportTable *table);
void scope_report_table_unref (ScopeReportTable *table);
/* All columns come before the first row. Returns the column's number. */
guint scope_report_table_add_column (ScopeReportTable *table, ScopeCellKind kind, const char *title, const char *name);
/* The column is there for CSV alone: a unit, or what is empty for now. Before the first row. */
void scope_report_table_hide_column (ScopeReportTable *table, guint column);
/* What the column's figures mean, where its title alone does not say it: a sentence, translated, which is not copied. */
void scope_report_table_set_help (ScopeReportTable *table, guint column, const char *help);
/* All columns without anything in them; after the last row. */
void scope_report_table_hide_empty_columns (ScopeReportTable *table);
/* NULL: a row of figures alone. Returns its number; its cells are empty. */
guint scope_report_table_add_row (ScopeReportTable *table, const ScopeReportTableRow *row);
void scope_report_table_set (ScopeReportTable *table, guint row, guint column, double value);
void scope_report_table_set_bounds (ScopeReportTable *table, guint row, guint column, double low, double high);
void scope_report_table_set_word (ScopeReportTable *table, guint row, guint column, const char *word); /* copied */
/* Of a TERM; copied. */
void scope_report_table_set_term (ScopeReportTable *table, guint row, guint column, const char *word, const char *csv);
/* Of a QUANTITY or CHANGE: its value as scope_quantity_unit() says, times in ticks of the trace. */
void scope_report_table_set_quantity (ScopeReportTable *table, guint row, guint column, ScopeQuantity quantity, double value);
/* Whose a row is, in a column of its own where there are several machines. Returns its number, which is -1 where there is but one: such
 * is filled with nothing. The table is of one trace. */
gint scope_report_table_add_machine (ScopeReportTable *table);
void scope_report_table_set_machine (ScopeReportTable *table, guint row, gint column, guint32 machine);
/* A sentence above the table; takes it. */
void scope_report_table_take_summary (ScopeReportTable *table, char *summary);
/* Why it has no rows, where that is not because there is nothing in the range; takes it. NULL: it is just that. */
void scope_report_table_take_why_empty (ScopeReportTable *table, char *words);
void scope_report_table_set_histogram (ScopeReportTable *table, const ScopeReportTableHistogram *histogram);

/* What a row stands for beyond its figures: one element a row. Takes the array. */
void scope_report_table_take_extra (ScopeReportTable *table, GArray *extra);

/* What the table was made of, for those who draw it as well; freed with the table. */
void scope_report_table_attach (ScopeReportTable *table, gpointer attachment, GDestroyNotify free_func);

/* --- reading --- */
gpointer scope_report_table_get_attachment (ScopeReportTable *table); /* or NULL */
GArray *scope_report_table_get_extra (ScopeReportTable *table); /* or NULL */
ScopeTrace *scope_report_table_get_trace (ScopeReportTable *table); /* or NULL */
guint scope_report_table_n_columns (ScopeReportTable *table);
const ScopeReportTableColumn *scope_report_table_column (ScopeReportTable *table, guint column);
/* TRUE if both have the same columns. */
gboolean scope_report_table_same_columns (ScopeReportTable *a, ScopeReportTable *b);
guint scope_report_table_n_rows (ScopeReportTable *table);
const ScopeReportTableRow *scope_report_table_row (ScopeReportTable *table, guint row);
/* What the cell shows, "" if it is empty. Free with g_free(). */
char *scope_report_table_text (ScopeReportTable *table, guint row, guint column);
/* The figure as it was set, NAN if the cell is empty; not of lanes. */
double scope_report_table_value (ScopeReportTable *table, guint row, guint column);
/* How its points in time are told; before: since the trace's start. CSV stays as it is. Main thread. */
void scope_report_table_set_clock (ScopeReportTable *table, const ScopeClock *clock);
const char *scope_report_table_why_empty (ScopeReportTable *table);                   /* or NULL */
const char *scope_report_table_summary (ScopeReportTable *table);                     /* or NULL */
const ScopeReportTableHistogram *scope_report_table_histogram (ScopeReportTable *table);    /* or NULL */

/* The numbers of all rows sorted by a column (-1: as they are); empty cells come last, equal ones in the table's order.
 * Free with g_free(). */
guint *scope_report_table_sort (ScopeReportTable *table, gint column, gboolean descending);
/* With a header, the rows in that order. Text: what is shown, tabs between. CSV: times in ns, shares from 0 to 1, a bound
 * in two columns. Free with g_free(). */
char *scope_report_table_to_text (ScopeReportTable *table, const guint *order, guint n);
char *scope_report_table_to_csv (ScopeReportTable *table, const guint *order, guint n);
/* The same, still to be closed, in any format; `order` NULL: as they are. `whole`: times are whole ticks, and halves of the last digit
 * are rounded up, as the command line's contract has it. */
ScopeCsv *scope_report_table_write (ScopeReportTable *table, const guint *order, guint n, gboolean whole, ScopeCsvFormat format,
                                    ScopeCsvSink sink, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeReportTable, scope_report_table_unref)

G_END_DECLS
