/* scope-plot-view.h: a scene that is made anew for every size and look: plots. What is pointed at, by pointer or arrow
 * keys, is told; what that is, is said beside it and to those who do not see it.
 *
 * Signals: "pointed" (view, double x, double y): the pointer is there; both −1: it has left. "stepped" (view, int
 * steps): Left and Right (±1), Page Up and Down (±10), Home and End (G_MININT, G_MAXINT).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "widgets/draw/scope-chart.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_PLOT_VIEW (scope_plot_view_get_type ())
G_DECLARE_FINAL_TYPE (ScopePlotView, scope_plot_view, SCOPE, PLOT_VIEW, ScopeChart)

/* The scene for that size, or NULL: nothing. */
typedef ScopeScene *(*ScopePlotFunc) (gpointer user_data, double width, double height, const ScopePalette *palette);

/* `name` is what a screen reader calls it. */
GtkWidget *scope_plot_view_new (const char *name, ScopePlotFunc func, gpointer user_data);
/* That high, and no more. */
void scope_plot_view_set_height (ScopePlotView *self, int height);
/* The palette of the look that is on now. */
ScopePaletteKind scope_plot_view_palette (void);

G_END_DECLS
