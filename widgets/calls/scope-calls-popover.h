/* scope-calls-popover.h: how the call stacks of cores are drawn: which misses, barriers and the like are marks on their bars, what colours say,
 * whether the depth is a line. What the glyphs mean stands beside them.
 *
 * Bound to the view's ScopeCallLook, which the chart of the panel "Call Graph" follows too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_CALLS_POPOVER (scope_calls_popover_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCallsPopover, scope_calls_popover, SCOPE, CALLS_POPOVER, GtkPopover)

GtkWidget *scope_calls_popover_new (void);
/* NULL: none. */
void scope_calls_popover_set_view (ScopeCallsPopover *self, ScopeView *view);
/* Whether there is anything to choose in this trace: cores with call stacks. */
gboolean scope_calls_popover_is_of_use (ScopeView *view);
/* The check of a kind of hit (ScopeHitKind); for tests. */
GtkWidget *scope_calls_popover_get_check (ScopeCallsPopover *self, guint kind);

G_END_DECLS
