/* scope-csv.h: rows as CSV (RFC 4180, \n), as a JSON array of objects, as text with tabs between, for the clipboard, or in columns that
 * line up, for a terminal. Millions of rows: no printf, one buffer.
 *
 * Usage: begin with the column names, then for each row one call per column and scope_csv_end_row(). Errors are kept
 * and told by scope_csv_close().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ScopeCsv ScopeCsv;

typedef enum
{
  SCOPE_CSV_COMMAS,
  SCOPE_CSV_JSON,
  SCOPE_CSV_TABS,
  SCOPE_CSV_ALIGNED, /* the same cells; what breaks a line in one is a space */
} ScopeCsvFormat;

/* Takes bytes as they come; FALSE with error ends that. */
typedef gboolean (*ScopeCsvSink) (const char *bytes, gsize n, gpointer data, GError **error);

/* Names are copied. `sink` NULL: for scope_csv_close_text (). */
ScopeCsv *scope_csv_new (ScopeCsvFormat format, const char *const *columns, guint n_columns, ScopeCsvSink sink, gpointer data);
/* The next cell is indented so deep. */
void scope_csv_indent (ScopeCsv *csv, guint depth);
void scope_csv_integer (ScopeCsv *csv, gint64 value);
void scope_csv_unsigned (ScopeCsv *csv, guint64 value);
/* `ticks` of tick_ps picoseconds as ns, with up to three decimals if ticks are finer or not whole ns. */
void scope_csv_time (ScopeCsv *csv, gint64 ticks, gint64 tick_ps);
/* With `decimals` digits after the point (0 to 9); empty if it is not finite. */
void scope_csv_decimal (ScopeCsv *csv, double value, guint decimals);
/* As printf()'s `format` of a double has it, in C's locale; empty if it is not finite. */
void scope_csv_number (ScopeCsv *csv, const char *format, double value);
/* scope_format_ns (), for ticks that need not be whole; empty if they are not finite. */
void scope_csv_ticks (ScopeCsv *csv, double ticks, gint64 tick_ps);
/* Quoted if it must be; NULL is empty. Bytes that are no UTF-8 are replaced. */
void scope_csv_text (ScopeCsv *csv, const char *text);
void scope_csv_empty (ScopeCsv *csv);
void scope_csv_end_row (ScopeCsv *csv);
/* Flushes what is buffered; FALSE with the sink's error. Frees it. */
gboolean scope_csv_close (ScopeCsv *csv, GError **error);
/* All that was written. Frees it; free the text with g_free(). */
char *scope_csv_close_text (ScopeCsv *csv);
void scope_csv_free (ScopeCsv *csv); /* without flushing */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCsv, scope_csv_free)

G_END_DECLS
