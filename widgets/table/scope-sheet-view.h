/* scope-sheet-view.h: a ScopeSheet in a column view: sorted by a click on a title, copied as text (Ctrl+C), saved as CSV.
 *
 * Signals: "row-selected" (view, guint row): one row was chosen; "row-activated" (view, guint row): Enter or a double click.
 * Actions: sheet.copy (the rows selected, or all), sheet.copy-all, sheet.save (asks where), sheet.sort (by the column of that number; again: the
 * other way round), which is how the titles' clicks are done by keyboard.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-sheet.h"
#include "widgets/table/scope-row-menu.h"
#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_SHEET_VIEW (scope_sheet_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSheetView, scope_sheet_view, SCOPE, SHEET_VIEW, GtkWidget)

/* `name` is what a screen reader calls it, and the name of a file of it. */
GtkWidget *scope_sheet_view_new (const char *name);
/* NULL: empty. One with the same columns keeps sorting, widths and place; `keep` also what is selected, if it has as many
 * rows. */
void scope_sheet_view_set_sheet (ScopeSheetView *self, ScopeSheet *sheet);
/* Points in time are told as that view tells them; NULL: since the start. */
void scope_sheet_view_set_view (ScopeSheetView *self, ScopeView *view);
ScopeSheet *scope_sheet_view_get_sheet (ScopeSheetView *self); /* or NULL */
/* What the menu of a row offers besides copying; at first what leads somewhere is gone to when it is activated. */
void scope_sheet_view_set_row_menu (ScopeSheetView *self, ScopeRowMenuKind kind);
/* What is shown instead of a table without rows. */
void scope_sheet_view_set_placeholder (ScopeSheetView *self, const char *text);
/* What Ctrl+C puts on the clipboard. Free with g_free(). */
char *scope_sheet_view_dup_text (ScopeSheetView *self);
/* In the order shown. Free with g_free(). */
char *scope_sheet_view_dup_csv (ScopeSheetView *self);
/* The columns, for a menu of sheet.sort; its own, kept up to date. */
GMenuModel *scope_sheet_view_get_sort_menu (ScopeSheetView *self);
/* The rows of the sheet that are selected, in the order shown (guint); to be unreffed. */
GArray *scope_sheet_view_dup_selected (ScopeSheetView *self);
GtkColumnView *scope_sheet_view_get_column_view (ScopeSheetView *self);

G_END_DECLS
