/* scope-row-filter-popover.h: the popover in which rows are chosen and ordered: text, state, life, order, height, grouping.
 *
 * What is chosen holds at once, so that the rows beside it show what it means; there is nothing to confirm.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_ROW_FILTER_POPOVER (scope_row_filter_popover_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRowFilterPopover, scope_row_filter_popover, SCOPE, ROW_FILTER_POPOVER, GtkPopover)

/* NULL: insensitive. */
void scope_row_filter_popover_set_view (ScopeRowFilterPopover *self, ScopeView *view);
/* What the filter leaves out now, in words for the button ("Only “worker”"), or NULL if it leaves out nothing.
 * Free with g_free(). */
char *scope_row_filter_popover_dup_summary (ScopeRowFilterPopover *self);

G_END_DECLS
