/* scope-migration-tables.h: the tables of migrations: the tasks that moved most, a task's history, how long it took
 * until they ran elsewhere. Made on any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-report-table.h"
#include "model/trace/migrations/scope-migrations.h"

G_BEGIN_DECLS

enum
{
  SCOPE_MIGRATION_WAITS_BY_PAIR,
  SCOPE_MIGRATION_WAITS_LONGEST,
};

/* NULL with error. */
ScopeReportTable *scope_migration_tasks_table (const ScopeQueryRange *within, GError **error);
ScopeReportTable *scope_migration_waits_table (const ScopeQueryRange *within, guint what, GError **error);
ScopeReportTable *scope_migration_history_table (const ScopeQueryRange *within, ScopeLaneId thread, GError **error);

G_END_DECLS
