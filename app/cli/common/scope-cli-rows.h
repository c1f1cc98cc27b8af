/* scope-cli-rows.h: the rows of one table of all machines, in order of trace time.
 *
 * Machines' tables are nearly, not wholly, in order of time, and each on its own clock. Every machine's rows
 * are taken out in windows of time that hold a bounded number of rows, sorted, and the machines are merged:
 * memory does not grow with the table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "app/cli/common/scope-cli.h"

G_BEGIN_DECLS

typedef struct _ScopeCliRows ScopeCliRows;

/* Rows inside the range of `cli`, by their first column. Messages: by when they were sent, or received if
 * they were never sent; equal ones by when they were received. */
ScopeCliRows *scope_cli_rows_new (ScopeCli *cli, ScopeTableKind kind);
/* The next row and its machine; valid until the next call. NULL at the end, or with error. */
const gint64 *scope_cli_rows_next (ScopeCliRows *rows, ScopeMachine **ret_machine, GError **error);
void scope_cli_rows_free (ScopeCliRows *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCliRows, scope_cli_rows_free)

G_END_DECLS
