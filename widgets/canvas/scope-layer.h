/* scope-layer.h: the message lines of a timeline as one picture, drawn on a thread of its own.
 *
 * A thousand lines with halos take longer than a frame may. So they are drawn aside into a picture of the plot's size,
 * which every frame shows: moved and stretched while the view moves, and exact as soon as the view rests for a moment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/timeline/scope-timeline-scene.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _ScopeLayer ScopeLayer;

/* Borrows the widget, which is drawn again when a picture is ready. */
ScopeLayer *scope_layer_new (GtkWidget *widget);
void scope_layer_free (ScopeLayer *layer);
/* Forgets the picture: the rows are others now. */
void scope_layer_clear (ScopeLayer *layer);
/* Asks for a new picture, unless the one there is (or is being drawn) shows just that. `serial` tells overlays apart;
 * `overlay` is only used during the call; NULL: none. */
void scope_layer_want (ScopeLayer *layer, ScopeView *view, const ScopeTimelineOptions *options,
                       const ScopeOverlay *overlay, guint serial);
/* Draws what there is at the place of `item`. */
void scope_layer_draw (ScopeLayer *layer, GtkSnapshot *snapshot, const ScopeItem *item, ScopeView *view,
                       double scroll);
/* TRUE if the picture is of what was last wanted. */
gboolean scope_layer_is_ready (ScopeLayer *layer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLayer, scope_layer_free)

G_END_DECLS
