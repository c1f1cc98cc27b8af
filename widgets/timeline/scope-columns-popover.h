/* scope-columns-popover.h: what a column of the timeline shows, by what it is coloured, and which instants are ticks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_COLUMNS_POPOVER (scope_columns_popover_get_type ())
G_DECLARE_FINAL_TYPE (ScopeColumnsPopover, scope_columns_popover, SCOPE, COLUMNS_POPOVER, GtkPopover)

GtkWidget *scope_columns_popover_new (void);
/* NULL: none. */
void scope_columns_popover_set_view (ScopeColumnsPopover *self, ScopeView *view);
/* What the button that opens it says: "Columns: time share". Not to be freed. */
const char *scope_columns_popover_label (ScopeView *view);

G_END_DECLS
