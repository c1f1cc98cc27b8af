/* scope-matrix-view.h: a matrix to look at: fits, zooms, pans; says what is under the pointer; goes from cell to cell by keys.
 *
 * Keys: arrows, Home, End, Page Up, Page Down move the selected cell (with Ctrl to the end), Enter chooses it; + − zoom,
 * 0 and F fit, Escape selects nothing. Ctrl+wheel zooms about the pointer, the wheel scrolls, dragging pans.
 *
 * Signals:
 *   "cell-selected" (view, int row, int column, user_data): by places; -1: none, or one of them for a whole row or column.
 *   "cell-activated" (view, int row, int column, user_data): double click, or Enter.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/matrix/scope-matrix-scene.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_MATRIX_VIEW (scope_matrix_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMatrixView, scope_matrix_view, SCOPE, MATRIX_VIEW, GtkWidget)

/* What a cell (or, with -1, a row or column) says in words. Free with g_free(). */
typedef char *(*ScopeMatrixDescribe) (ScopeMatrix *matrix, int row, int column, gpointer data);

/* `name`: what it is, for assistive technology. */
GtkWidget *scope_matrix_view_new (const char *name);
/* Refs it; NULL: nothing. What was selected stays so, if it is still there. */
void scope_matrix_view_set_matrix (ScopeMatrixView *self, ScopeMatrix *matrix);
ScopeMatrix *scope_matrix_view_get_matrix (ScopeMatrixView *self);
void scope_matrix_view_set_measure (ScopeMatrixView *self, guint measure);
void scope_matrix_view_set_palette (ScopeMatrixView *self, ScopePaletteKind palette);
/* For tooltips and assistive technology; `data` must outlive the view. */
void scope_matrix_view_set_describe (ScopeMatrixView *self, ScopeMatrixDescribe describe, gpointer data);
void scope_matrix_view_zoom (ScopeMatrixView *self, double factor);
void scope_matrix_view_fit (ScopeMatrixView *self);
double scope_matrix_view_get_zoom (ScopeMatrixView *self);
void scope_matrix_view_select (ScopeMatrixView *self, int row, int column);
/* FALSE: nothing is selected. */
gboolean scope_matrix_view_get_selected (ScopeMatrixView *self, int *ret_row, int *ret_column);
/* Nodes of the last drawing, for the tests that keep them few. */
guint scope_matrix_view_n_nodes (ScopeMatrixView *self);

G_END_DECLS
