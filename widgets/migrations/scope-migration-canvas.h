/* scope-migration-canvas.h: migrations over the visible range as ribbons or as rates; reads off the main thread and
 * draws what was read last, by its times, until the new is there.
 *
 * A click on a path selects its task, on a migration goes there too; a double click zooms to it. Left and Right step
 * from migration to migration, [ and ] to the selected task's; other input is as in all charts (scope-chart.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/migrations/scope-migration-paths-scene.h"
#include "widgets/draw/scope-chart.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MIGRATION_CANVAS (scope_migration_canvas_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMigrationCanvas, scope_migration_canvas, SCOPE, MIGRATION_CANVAS, ScopeChart)

GtkWidget *scope_migration_canvas_new (gboolean rates);
/* What was read last, or NULL; borrowed until the main loop turns. */
const ScopeMigrationPaths *scope_migration_canvas_get_paths (ScopeMigrationCanvas *self);
/* To the next (1) or previous (-1) migration, of the selected task alone if so. FALSE if there is none. */
gboolean scope_migration_canvas_step (ScopeMigrationCanvas *self, int direction, gboolean same_task);

G_END_DECLS
