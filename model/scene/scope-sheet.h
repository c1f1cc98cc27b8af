/* scope-sheet.h: a table of figures as a panel shows it: columns with units, rows that may stand for a lane or a stretch of
 * it, sorted by any column, as text and as CSV.
 *
 * Made on a worker thread, then only read. A figure takes eight bytes, and its text is made when it is looked at: so a
 * table of all threads of a large trace is made in a moment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/scope-trace.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_CELL_LANE,     /* the row's lane by its title; sorted as the trace has them */
  SCOPE_CELL_WORD,
  SCOPE_CELL_DURATION, /* ticks */
  SCOPE_CELL_TIME,     /* trace time, shown from the trace's start */
  SCOPE_CELL_COUNT,
  SCOPE_CELL_SHARE,    /* 1 = 100 % */
  SCOPE_CELL_BYTES,
  SCOPE_CELL_RATE,     /* bytes a second */
  SCOPE_CELL_BOUNDS,   /* ticks, between two bounds, or just known if these are the same */
} ScopeCellKind;

typedef struct
{
  ScopeCellKind kind;
  char *title; /* for people */
  char *name;  /* in CSV, with its unit: "total_ns" */
  guint slot;
} ScopeSheetColumn;

typedef struct
{
  ScopeLaneId lane;
  gint64 from, to; /* trace time */
  guint8 indent;   /* a part of what stands above it, in the sheet's own order */
  gboolean has_lane, has_range;
} ScopeSheetRow;

/* How many durations there are of which length: class c holds 2^c to 2^(c+1) ticks. */
typedef struct
{
  guint64 n[64];
  double time[64]; /* summed, in ticks */
} ScopeSheetHistogram;

typedef struct _ScopeSheet ScopeSheet;

/* --- making --- */
ScopeSheet *scope_sheet_new (ScopeTrace *trace);
ScopeSheet *scope_sheet_ref (ScopeSheet *sheet);
void scope_sheet_unref (ScopeSheet *sheet);
/* All columns come before the first row. Returns the column's number. */
guint scope_sheet_add_column (ScopeSheet *sheet, ScopeCellKind kind, const char *title, const char *name);
/* NULL: a row of figures alone. Returns its number; its cells are empty. */
guint scope_sheet_add_row (ScopeSheet *sheet, const ScopeSheetRow *row);
void scope_sheet_set (ScopeSheet *sheet, guint row, guint column, double value);
void scope_sheet_set_bounds (ScopeSheet *sheet, guint row, guint column, double low, double high);
void scope_sheet_set_word (ScopeSheet *sheet, guint row, guint column, const char *word); /* copied */
/* A sentence above the table; takes it. */
void scope_sheet_take_summary (ScopeSheet *sheet, char *summary);
void scope_sheet_set_histogram (ScopeSheet *sheet, const ScopeSheetHistogram *histogram);

/* What a row stands for beyond its figures: one element a row. Takes the array. */
void scope_sheet_take_extra (ScopeSheet *sheet, GArray *extra);

/* --- reading --- */
GArray *scope_sheet_get_extra (ScopeSheet *sheet); /* or NULL */
ScopeTrace *scope_sheet_get_trace (ScopeSheet *sheet);
guint scope_sheet_n_columns (ScopeSheet *sheet);
const ScopeSheetColumn *scope_sheet_column (ScopeSheet *sheet, guint column);
/* TRUE if both have the same columns. */
gboolean scope_sheet_same_columns (ScopeSheet *a, ScopeSheet *b);
guint scope_sheet_n_rows (ScopeSheet *sheet);
const ScopeSheetRow *scope_sheet_row (ScopeSheet *sheet, guint row);
/* What the cell shows, "" if it is empty. Free with g_free(). */
char *scope_sheet_text (ScopeSheet *sheet, guint row, guint column);
const char *scope_sheet_summary (ScopeSheet *sheet);                     /* or NULL */
const ScopeSheetHistogram *scope_sheet_histogram (ScopeSheet *sheet);    /* or NULL */

/* The numbers of all rows sorted by a column (-1: as they are); empty cells come last, equal ones in the sheet's order.
 * Free with g_free(). */
guint *scope_sheet_sort (ScopeSheet *sheet, gint column, gboolean descending);
/* With a header, the rows in that order. Text: what is shown, tabs between. CSV: times in ns, shares from 0 to 1, a bound
 * in two columns. Free with g_free(). */
char *scope_sheet_to_text (ScopeSheet *sheet, const guint *order, guint n);
char *scope_sheet_to_csv (ScopeSheet *sheet, const guint *order, guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeSheet, scope_sheet_unref)

G_END_DECLS
