/* scope-range-selector.h: over which stretch of time a panel speaks: Whole · Visible · Selection 1.20–1.85 s · Calipers.
 *
 * Every panel has one; they show, and change, the one choice of the view that they are bound to. "changed" (chip, user_data) is emitted whenever what the panel shows may
 * have to be made anew: another choice, another range, or a trace that has grown. It comes with every frame of
 * panning, so a panel waits a moment before it computes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view-extent.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_RANGE_SELECTOR (scope_range_selector_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRangeSelector, scope_range_selector, SCOPE, RANGE_SELECTOR, GtkWidget)

/* NULL: none. */
void scope_range_selector_set_view (ScopeRangeSelector *self, ScopeView *view);
/* scope_view_get_extent_range(); FALSE (and an empty range) without a view. */
gboolean scope_range_selector_get_range (ScopeRangeSelector *self, gint64 *ret_from, gint64 *ret_to);
/* Whole without a view. */
ScopeRangeKind scope_range_selector_get_kind (ScopeRangeSelector *self);
/* scope_view_set_extent(): of all panels. */
void scope_range_selector_set_kind (ScopeRangeSelector *self, ScopeRangeKind extent);

G_END_DECLS
