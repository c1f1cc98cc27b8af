/* scope-migration-history.h: the run-queue history of the task that is selected: processors with times. Read off the
 * main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/kit/scope-panel.h"
#include "widgets/table/scope-report-table-view.h"

G_BEGIN_DECLS

/* Follows the view's task. */
#define SCOPE_TYPE_MIGRATION_HISTORY (scope_migration_history_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMigrationHistory, scope_migration_history, SCOPE, MIGRATION_HISTORY, ScopePanel)

ScopeReportTableView *scope_migration_history_get_table_view (ScopeMigrationHistory *self);

G_END_DECLS
