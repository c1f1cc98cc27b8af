/* scope-flame-view.h: a flame graph to look at: hover says what a frame is, a click chooses it, a double click or Enter zooms into
 * it, Backspace or Escape out of it.
 *
 * Keys: arrows go to the frame beside, below, over; Home to the first; Enter, Backspace, Escape as above.
 *
 * Signals: "function-chosen" (view, const char *name); "changed" (view): another root, or the search found something else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/calls/scope-flame.h"
#include "widgets/draw/scope-chart.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_FLAME_VIEW (scope_flame_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopeFlameView, scope_flame_view, SCOPE, FLAME_VIEW, ScopeChart)

/* To be put into a scroller, which it follows. Its view is for the palette: without one it shows nothing. */
GtkWidget *scope_flame_view_new (void);
/* Refs it; NULL: nothing. What was zoomed into stays if the new tree has such a path. */
void scope_flame_view_set_tree (ScopeFlameView *self, ScopeCallTree *tree, gint64 tick_ps);
void scope_flame_view_set_weight (ScopeFlameView *self, ScopeFlameWeight by);
void scope_flame_view_set_search (ScopeFlameView *self, const char *search);
/* As it is drawn, or NULL; borrowed until the main loop turns. */
const ScopeFlame *scope_flame_view_get_flame (ScopeFlameView *self);
/* The node that fills the width; SCOPE_NONE: all. */
void scope_flame_view_zoom_to (ScopeFlameView *self, guint32 node);
gboolean scope_flame_view_is_zoomed (ScopeFlameView *self);

G_END_DECLS
