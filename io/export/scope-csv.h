/* scope-csv.h: rows as CSV (RFC 4180, \n) or as a JSON array of objects. Millions of rows: no printf, one buffer.
 *
 * Usage: begin with the column names, then for each row one call per column and scope_csv_end_row(). Errors are kept
 * and told by scope_csv_close().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <stdio.h>

G_BEGIN_DECLS

typedef struct _ScopeCsv ScopeCsv;

/* Writes to `fd`, which stays the caller's. Names are copied. */
ScopeCsv *scope_csv_new (int fd, gboolean json, const char *const *columns, guint n_columns);
void scope_csv_integer (ScopeCsv *csv, gint64 value);
void scope_csv_unsigned (ScopeCsv *csv, guint64 value);
/* `ticks` of tick_ps picoseconds as ns, with up to three decimals if ticks are finer or not whole ns. */
void scope_csv_time (ScopeCsv *csv, gint64 ticks, gint64 tick_ps);
/* With `decimals` digits after the point (0 to 9). */
void scope_csv_decimal (ScopeCsv *csv, double value, guint decimals);
/* Quoted if it must be; NULL is empty. Bytes that are no UTF-8 are replaced. */
void scope_csv_text (ScopeCsv *csv, const char *text);
void scope_csv_empty (ScopeCsv *csv);
void scope_csv_end_row (ScopeCsv *csv);
/* Flushes what is buffered; FALSE if anything could not be written (EPIPE too). Frees it. */
gboolean scope_csv_close (ScopeCsv *csv, GError **error);
void scope_csv_free (ScopeCsv *csv); /* without flushing */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCsv, scope_csv_free)

G_END_DECLS
