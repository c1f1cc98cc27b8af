/* scope-row-ticks.h: the timeline's rows as a list to tick, folded until somebody wants it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_ROW_TICKS (scope_row_ticks_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRowTicks, scope_row_ticks, SCOPE, ROW_TICKS, GtkWidget)

/* NULL: none. */
void scope_row_ticks_set_view (ScopeRowTicks *self, ScopeView *view);

G_END_DECLS
