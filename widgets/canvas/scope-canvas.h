/* scope-canvas.h: the lanes of a timeline: ruler, names column and rows, with everything input can do to them.
 *
 * A GtkScrollable: put into a GtkScrolledWindow it scrolls lanes vertically and pans time horizontally, both with
 * the kinetics GTK gives. What it shows is a ScopeView; it has no state of its own that others would want to know.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/timeline/scope-timeline-scene.h"
#include "model/trace/calls/scope-activation-facts.h"
#include "widgets/kit/scope-scroll-area.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SCOPE_TYPE_CANVAS (scope_canvas_get_type ())
G_DECLARE_FINAL_TYPE (ScopeCanvas, scope_canvas, SCOPE, CANVAS, ScopeScrollArea)

/* Signals:
 *   "drawn" (canvas): a frame was drawn; the strips of the visible range are in the strip cache.
 *   "inspect" (canvas): the user asked to see more of the selection.
 *   "focus-row" (canvas): keys and menus mean another row. */

/* NULL: shows nothing. The cache must be one for the view's trace. */
void scope_canvas_set_view (ScopeCanvas *self, ScopeView *view, ScopeTileCache *tiles);
ScopeView *scope_canvas_get_view (ScopeCanvas *self);

/* TRUE if the last frame drew everything it should: no tile, picture or overlay is still on its way. */
gboolean scope_canvas_is_complete (ScopeCanvas *self);
/* Time of every state over the visible rows and range, as last drawn. */
void scope_canvas_get_totals (ScopeCanvas *self, double totals[SCOPE_N_STATES]);
/* How many lanes these totals are of, and of which kind. */
guint scope_canvas_get_counted (ScopeCanvas *self, ScopeKind *ret_kind);
/* Bit s is set if state s is to be seen anywhere, also in rows that the totals do not count. */
guint scope_canvas_get_states (ScopeCanvas *self);
/* Marks on the call stacks in what is visible, by ScopeHitKind. TRUE: near, not exact. */
gboolean scope_canvas_get_hits (ScopeCanvas *self, guint64 n[SCOPE_N_SHOWN_HITS]);
/* What colours mean besides the states: ScopeColourKey (scope-timeline-scene.h). Free with g_array_unref(). NULL without a view. */
GArray *scope_canvas_get_colour_keys (ScopeCanvas *self);
/* Number of nodes the sparse things of the last frame made. */
guint scope_canvas_n_nodes (ScopeCanvas *self);

/* Middle of the lanes, where zooming by keyboard happens: the pointer if it is over them. In view pixels. */
double scope_canvas_get_focus_x (ScopeCanvas *self);
/* The row that keys and menus mean: the one last clicked or gone to, else that of the selected lane; SCOPE_NONE if
 * there is none. */
guint scope_canvas_get_focus_row (ScopeCanvas *self);
void scope_canvas_set_focus_row (ScopeCanvas *self, guint row);
/* The time that a menu's "here" means: where it was opened last, or the pointer, or the middle. */
gint64 scope_canvas_get_here (ScopeCanvas *self);
/* Pixels that the names column takes. */
double scope_canvas_get_names_width (ScopeCanvas *self);
void scope_canvas_set_names_width (ScopeCanvas *self, double width);
/* The active caliper (scope-view-calipers.h) to what begins or ends next on its lane, before (-1) or behind it; read on a thread. */
void scope_canvas_step_caliper (ScopeCanvas *self, int direction);
/* Scrolls so that the row can be seen. */
void scope_canvas_show_row (ScopeCanvas *self, guint row);

/* What a key does in the lanes, wherever the focus is; FALSE: nothing. */
gboolean scope_canvas_press_key (ScopeCanvas *self, guint keyval, GdkModifierType modifiers);

/* With the focus on a row of calls and an activation chosen there: goes to its caller, to what it called first, to the next or previous one of its depth.
 * FALSE: there is none to go from. */
gboolean scope_canvas_step_call (ScopeCanvas *self, ScopeActivationStep step);

G_END_DECLS
