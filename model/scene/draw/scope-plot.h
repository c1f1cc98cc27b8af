/* scope-plot.h: the frame of a plot in a scene: axes, linear or logarithmic, ticks of 1-2-5, grid, labels; and where a
 * value is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-scene.h"

G_BEGIN_DECLS

typedef struct
{
  double from, to; /* to > from; logarithmic: both > 0 */
  gboolean log;
} ScopeAxis;

typedef struct
{
  double x, y, width, height; /* where values are drawn, in pixels */
  ScopeAxis h, v;
  double font_size;
} ScopePlot;

/* How a value of an axis is written; free with g_free(). */
typedef char *(*ScopeAxisLabelFunc) (double value, gpointer user_data);

double scope_plot_x (const ScopePlot *plot, double value);
double scope_plot_y (const ScopePlot *plot, double value);

/* A line at every tick of the upright axis, and its label left of the plot: value × scale, with as many decimals as
 * the steps need, and the unit ("%", "") behind it. */
void scope_plot_draw_values (ScopeScene *scene, const ScopePlot *plot, double scale, const char *unit);
/* The level axis, with a tick at each of the values, and labels below where they do not overlap. */
void scope_plot_draw_base (ScopeScene *scene, const ScopePlot *plot, const double *values, guint n, ScopeAxisLabelFunc label,
                           gpointer user_data);
/* Above the plot, at its left edge: what is drawn, with its unit. */
void scope_plot_draw_title (ScopeScene *scene, const ScopePlot *plot, const char *title);

/* Through n points (x, y in values; NAN breaks it), cut at the edges of the plot. `dash` as ScopeItem.dash. */
void scope_plot_curve (ScopeScene *scene, const ScopePlot *plot, const double *xs, const double *ys, guint n, double width,
                       guint dash, ScopeColour colour);


G_END_DECLS
