/* scope-range-selector.h: over which stretch of time a panel speaks: Whole · Visible · Selection 1.20–1.85 s · Calipers.
 *
 * Every panel has one, each with its own choice. "changed" (chip, user_data) is emitted whenever what the panel shows may
 * have to be made anew: another choice, another range, or a trace that has grown. It comes with every frame of
 * panning, so a panel waits a moment before it computes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  SCOPE_RANGE_WHOLE,
  SCOPE_RANGE_VISIBLE,
  SCOPE_RANGE_SELECTION,
  SCOPE_RANGE_CALIPERS, /* what lies between them; the choice is there while they are */
} ScopeRangeKind;

#define SCOPE_TYPE_RANGE_SELECTOR (scope_range_selector_get_type ())
G_DECLARE_FINAL_TYPE (ScopeRangeSelector, scope_range_selector, SCOPE, RANGE_SELECTOR, GtkWidget)

/* Starts with Whole. */
GtkWidget *scope_range_selector_new (void);
/* NULL: none. The choice stays. */
void scope_range_selector_set_view (ScopeRangeSelector *self, ScopeView *view);
/* [from, to) in trace time. What reaches to the end of the trace ends a tick after it, so that what happens in the last
 * tick belongs to it. FALSE (and an empty range) without a view. */
gboolean scope_range_selector_get_range (ScopeRangeSelector *self, gint64 *ret_from, gint64 *ret_to);
ScopeRangeKind scope_range_selector_get_kind (ScopeRangeSelector *self);
/* Selection without a selected range, Calipers without calipers are not taken. */
void scope_range_selector_set_kind (ScopeRangeSelector *self, ScopeRangeKind extent);
/* TRUE: a new selection switches to Selection, as long as it lasts. Default FALSE. */
void scope_range_selector_set_follows_selection (ScopeRangeSelector *self, gboolean follows);
/* The same of calipers. Default FALSE. */
void scope_range_selector_set_follows_calipers (ScopeRangeSelector *self, gboolean follows);

G_END_DECLS
