/* scope-query-range-rows.h: the rows of a table that a question about a stretch of a trace is about, machine by machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* `row` has the table's columns, times on the machine's own clock; `offset` is what makes trace time of them. */
typedef void (*ScopeRowFunc) (ScopeMachine *machine, const gint64 *row, gint64 offset, gpointer user_data);

/* Every row of the table that touches the range, on the machines asked for, in the table's order; at the range's edges a row or two
 * more may come, as the table's blocks have them: the caller looks at their times. FALSE with error: cancelled, or it cannot be
 * read. Says how far it is in within->permille. */
gboolean scope_query_range_each_row (const ScopeQueryRange *within, ScopeTableKind table, ScopeRowFunc func, gpointer user_data,
                                     GError **error);

/* Whether the question is about the processor of that number. */
gboolean scope_query_range_has_processor (const ScopeQueryRange *within, ScopeMachine *machine, gint64 number);

G_END_DECLS
