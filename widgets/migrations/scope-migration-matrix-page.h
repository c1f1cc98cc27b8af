/* scope-migration-matrix-page.h: from which processor to which tasks moved, as a matrix: how many, or how long it
 * took until they ran. Reads off the main thread. Choosing a cell says what it is, Enter or a double click goes to
 * its longest wait.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/migrations/scope-migration-matrix.h"
#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_MIGRATION_MATRIX_PAGE (scope_migration_matrix_page_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMigrationMatrixPage, scope_migration_matrix_page, SCOPE, MIGRATION_MATRIX_PAGE, GtkWidget)

/* `leading`: at the beginning of its tool bar. */
GtkWidget *scope_migration_matrix_page_new (GtkWidget *leading);
/* NULL: shows nothing. */
void scope_migration_matrix_page_set_view (ScopeMigrationMatrixPage *self, ScopeView *view);
gboolean scope_migration_matrix_page_is_settled (ScopeMigrationMatrixPage *self);
/* What is shown, or NULL. */
ScopeMatrix *scope_migration_matrix_page_get_matrix (ScopeMigrationMatrixPage *self);
/* As Enter on a cell, by places. FALSE if nobody went there. */
gboolean scope_migration_matrix_page_go_to (ScopeMigrationMatrixPage *self, int row, int column);

G_END_DECLS
