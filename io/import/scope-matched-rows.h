/* scope-matched-rows.h: rows of messages on their way into the machines' tables, on a thread of their own: who matches ends need not wait until
 * blocks of rows are packed and written.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct _ScopeMatchedRows ScopeMatchedRows;

/* `many`: there are so many that a thread is worth it. */
ScopeMatchedRows *scope_matched_rows_new (ScopeTrace *trace, gboolean many);
/* A ScopeMatcherPut. */
void scope_matched_rows_put (gpointer rows, guint32 machine, ScopeTableKind kind, const gint64 *row, gint64 until);
/* All rows are in their tables; frees. FALSE with error (or without, if NULL) if some could not be written. */
gboolean scope_matched_rows_end (ScopeMatchedRows *rows, GError **error);

G_END_DECLS
