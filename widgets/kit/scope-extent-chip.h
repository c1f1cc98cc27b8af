/* scope-extent-chip.h: over which stretch of time a panel speaks: Whole · Visible · Selection 1.20–1.85 s · Calipers.
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
  SCOPE_EXTENT_WHOLE,
  SCOPE_EXTENT_VISIBLE,
  SCOPE_EXTENT_SELECTION,
  SCOPE_EXTENT_CALIPERS, /* what lies between them; the choice is there while they are */
} ScopeExtent;

#define SCOPE_TYPE_EXTENT_CHIP (scope_extent_chip_get_type ())
G_DECLARE_FINAL_TYPE (ScopeExtentChip, scope_extent_chip, SCOPE, EXTENT_CHIP, GtkWidget)

/* Starts with Whole. */
GtkWidget *scope_extent_chip_new (void);
/* NULL: none. The choice stays. */
void scope_extent_chip_set_view (ScopeExtentChip *self, ScopeView *view);
/* [from, to) in trace time. What reaches to the end of the trace ends a tick after it, so that what happens in the last
 * tick belongs to it. FALSE (and an empty range) without a view. */
gboolean scope_extent_chip_get_range (ScopeExtentChip *self, gint64 *ret_from, gint64 *ret_to);
ScopeExtent scope_extent_chip_get_extent (ScopeExtentChip *self);
/* Selection without a selected range, Calipers without calipers are not taken. */
void scope_extent_chip_set_extent (ScopeExtentChip *self, ScopeExtent extent);
/* TRUE: a new selection switches to Selection, as long as it lasts. Default FALSE. */
void scope_extent_chip_set_follows_selection (ScopeExtentChip *self, gboolean follows);
/* The same of calipers. Default FALSE. */
void scope_extent_chip_set_follows_calipers (ScopeExtentChip *self, gboolean follows);

G_END_DECLS
