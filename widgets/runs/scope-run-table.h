/* scope-run-table.h: runs that were looked at before, as a table to search and choose from.
 *
 * Program, date, arguments, duration, processors, size; sorted by a click on a column, at first as they were given (newest
 * first). What became of a run's trace file is said in words below its program. For the dialog that chooses
 * (scope-run-chooser.h) and the list of runs in the window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/runs/scope-run.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_RUN_TABLE (scope_run_table_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRunTable, scope_run_table, SCOPE, RUN_TABLE, GtkWidget)

/* Signals:
 *   "chosen" (table, user_data): others are selected than before.
 *   "activated" (table, user_data): double click or Enter on the one that is selected. */
ScopeRunTable *scope_run_table_new (gboolean several);
/* Of ScopeRun; it takes a reference. NULL: `why` they could not be read. Until then it says "Reading…". */
void scope_run_table_set_runs (ScopeRunTable *table, GPtrArray *runs, const char *why);
/* This one is marked as the one that is shown, and cannot be chosen if `leave_out`. NULL: none. */
void scope_run_table_set_shown (ScopeRunTable *table, const char *digest, gboolean leave_out);
/* Those of the same program as this run come first, then others of its runtime, each kind under a heading. NULL: as they were given. */
void scope_run_table_set_like (ScopeRunTable *table, ScopeRun *like);
/* Those that are selected, in the order of the table; of ScopeRun, free with g_ptr_array_unref(). */
GPtrArray *scope_run_table_dup_chosen (ScopeRunTable *table);
/* The field to search in; keys typed elsewhere in `window` go there. */
GtkWidget *scope_run_table_get_search (ScopeRunTable *table);

G_END_DECLS
