/* scope-migration-sheets.h: the tables of migrations: the tasks that moved most, a task's history, how long it took
 * until they ran elsewhere. Made on any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-sheet.h"
#include "model/trace/migrations/scope-migrations.h"

G_BEGIN_DECLS

enum
{
  SCOPE_MIGRATION_WAITS_BY_PAIR,
  SCOPE_MIGRATION_WAITS_LONGEST,
};

/* NULL with error. */
ScopeSheet *scope_migration_tasks_sheet (const ScopeWithin *within, GError **error);
ScopeSheet *scope_migration_waits_sheet (const ScopeWithin *within, guint what, GError **error);
ScopeSheet *scope_migration_history_sheet (const ScopeWithin *within, ScopeLaneId thread, GError **error);

G_END_DECLS
