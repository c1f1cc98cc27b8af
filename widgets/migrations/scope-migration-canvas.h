/* scope-migration-canvas.h: migrations over the visible range as ribbons or as rates; reads off the main thread and
 * draws what was read last, by its times, until the new is there.
 *
 * A click on a path selects its task, on a migration goes there too; a double click zooms to it. Left and Right step
 * from migration to migration, [ and ] to the selected task's; the other input is those of scope-time-input.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/migrations/scope-migration-paths-scene.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_MIGRATION_CANVAS (scope_migration_canvas_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMigrationCanvas, scope_migration_canvas, SCOPE, MIGRATION_CANVAS, GtkWidget)

GtkWidget *scope_migration_canvas_new (gboolean rates);
/* NULL: shows nothing. */
void scope_migration_canvas_set_view (ScopeMigrationCanvas *self, ScopeView *view);
/* TRUE if what is drawn is what is visible. */
gboolean scope_migration_canvas_is_settled (ScopeMigrationCanvas *self);
/* What was read last, or NULL; borrowed until the main loop turns. */
const ScopeMigrationPaths *scope_migration_canvas_get_paths (ScopeMigrationCanvas *self);
/* What stands under a pixel of the widget, in words; NULL: nothing. Free with g_free(). */
char *scope_migration_canvas_describe (ScopeMigrationCanvas *self, double x, double y);
/* As a click there. FALSE if there is nothing. */
gboolean scope_migration_canvas_choose (ScopeMigrationCanvas *self, double x, double y, gboolean zoom);
/* To the next (1) or previous (-1) migration, of the selected task alone if so. FALSE if there is none. */
gboolean scope_migration_canvas_step (ScopeMigrationCanvas *self, int direction, gboolean same_task);

G_END_DECLS
