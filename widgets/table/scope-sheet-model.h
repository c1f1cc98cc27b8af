/* scope-sheet-model.h: the rows of a ScopeSheet as a list model that makes an item only when it is looked at.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-sheet.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* One row, for the factories of a column view. */
#define SCOPE_TYPE_SHEET_ITEM (scope_sheet_item_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSheetItem, scope_sheet_item, SCOPE, SHEET_ITEM, GObject)

ScopeSheetItem *scope_sheet_item_new (ScopeSheet *sheet, guint row);
ScopeSheet *scope_sheet_item_get_sheet (ScopeSheetItem *self);
guint scope_sheet_item_get_row (ScopeSheetItem *self);

#define SCOPE_TYPE_SHEET_MODEL (scope_sheet_model_get_type ())
G_DECLARE_FINAL_TYPE (ScopeSheetModel, scope_sheet_model, SCOPE, SHEET_MODEL, GObject)

ScopeSheetModel *scope_sheet_model_new (void);
/* NULL: no rows. Keeps the sorting. */
void scope_sheet_model_set_sheet (ScopeSheetModel *self, ScopeSheet *sheet);
ScopeSheet *scope_sheet_model_get_sheet (ScopeSheetModel *self);
/* By a column, or -1: in the sheet's own order. */
void scope_sheet_model_sort (ScopeSheetModel *self, gint column, gboolean descending);
gboolean scope_sheet_model_is_sorted (ScopeSheetModel *self);
/* The rows in the order shown. */
const guint *scope_sheet_model_get_order (ScopeSheetModel *self, guint *ret_n);

G_END_DECLS
