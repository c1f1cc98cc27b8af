/* scope-matrix-lanes.h: matrices whose rows and columns are processors of a trace. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/scene/matrix/scope-matrix.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* Square; labels and units of the measures are translated. */
ScopeMatrix *scope_matrix_new_translated (const ScopeMatrixMeasure *measures, guint n_measures, ScopeTrace *trace);
/* Adds rows for them (ScopeLaneId), which are the columns too, with keys machine and number. For scope_matrix_find_lanes();
 * g_hash_table_unref() it. */
GHashTable *scope_matrix_add_lanes (ScopeMatrix *matrix, ScopeTrace *trace, GArray *lanes);
/* The rows of two processors of a machine by their numbers; FALSE if one of them is none, or SCOPE_TABLE_NULL. */
gboolean scope_matrix_find_lanes (GHashTable *rows, guint32 machine, gint64 from, gint64 to, guint32 *ret_row, guint32 *ret_column);

G_END_DECLS
