/* scope-recycling-row-model.h: the rows of a column view, which stay when what stands in them changes.
 *
 * A column view keeps widgets for some two hundred rows, and makes them anew for each item that it has not seen before: a table
 * that is sorted or filtered costs a tenth of a second, in which the window answers nothing. So a view is given rows that stay at
 * their places, and only as many as there are items come or go, at the end; more than a few come and go by and by: those
 * that go have no item any more, and are not to be seen. What stands in them is asked anew when "contents-changed" is
 * emitted. The selection is that of the items below.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_RECYCLING_ROW (scope_recycling_row_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRecyclingRow, scope_recycling_row, SCOPE, RECYCLING_ROW, GObject)

/* What stands there now; borrowed. NULL: nothing any more. */
gpointer scope_recycling_row_get_item (ScopeRecyclingRow *row);

#define SCOPE_TYPE_RECYCLING_ROW_MODEL (scope_recycling_row_model_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRecyclingRowModel, scope_recycling_row_model, SCOPE, RECYCLING_ROW_MODEL, GObject)

/* A GtkSelectionModel of ScopeRecyclingRow: the positions are those of `items`. Signal "contents-changed" (rows): other items
 * stand in some of them. */
ScopeRecyclingRowModel *scope_recycling_row_model_new (GtkSelectionModel *items);
/* Rows that are to go do so now: to be called while the view has no columns, where they cost nothing. */
void scope_recycling_row_model_hurry (ScopeRecyclingRowModel *self);

G_END_DECLS
