/* scope-migration-panel.h: who ran where: ribbons and rates over the visible range, a matrix from processor to
 * processor, the tasks that moved most with their history, and how long it took until they ran elsewhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/matrix/scope-matrix-page.h"
#include "widgets/migrations/scope-migration-canvas.h"
#include "widgets/table/scope-report-table-panel.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MIGRATION_PANEL (scope_migration_panel_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMigrationPanel, scope_migration_panel, SCOPE, MIGRATION_PANEL, ScopePanel)

typedef enum
{
  SCOPE_MIGRATION_PATHS,
  SCOPE_MIGRATION_MATRIX,
  SCOPE_MIGRATION_TASKS,
  SCOPE_MIGRATION_RATES,
  SCOPE_MIGRATION_WAITS,
  SCOPE_MIGRATION_N_MODES
} ScopeMigrationMode;

ScopeMigrationMode scope_migration_panel_get_mode (ScopeMigrationPanel *self);
void scope_migration_panel_set_mode (ScopeMigrationPanel *self, ScopeMigrationMode mode);
/* TASKS and WAITS; else NULL. */
ScopeReportTablePanel *scope_migration_panel_get_tables (ScopeMigrationPanel *self, ScopeMigrationMode mode);
/* RIBBONS and RATES; else NULL. */
ScopeMigrationCanvas *scope_migration_panel_get_canvas (ScopeMigrationPanel *self, ScopeMigrationMode mode);
/* Of the task selected. */
ScopeReportTableView *scope_migration_panel_get_history (ScopeMigrationPanel *self);

G_END_DECLS
