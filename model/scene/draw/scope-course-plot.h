/* scope-course-plot.h: what plots of a course over time have alike: a name and a key at the left, time to the right in stretches of the
 * same length, and a mark at the one that is pointed at. A mailbox, an ETS table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-clock.h"
#include "model/scene/draw/scope-plot.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef struct
{
  double width, height;
  double left, plot_width; /* the time axis that it stands beneath; 0: there is none */
  double font_size;        /* 0: the usual one */
} ScopeCourseLook;

/* Where the plot is: below its ruler if the picture is at least `low` high, and to its end but for `below`. With an empty upright axis. */
ScopePlot scope_course_plot (const ScopeCourseLook *look, double low, double below);
/* Of n, at a pixel of the picture. */
guint scope_course_plot_stretch_at (const ScopeCourseLook *look, guint n, double x);
/* The left edge of a stretch of n; of n: the right edge of the last. */
double scope_course_plot_x (const ScopePlot *plot, guint n, guint stretch);

/* Times from..to of the trace above the plot, and through `height` of it and of what lies below. */
void scope_course_plot_draw_ruler (ScopeScene *scene, const ScopePlot *plot, ScopeTrace *trace, gint64 from, gint64 to, double height,
                                   const ScopeClock *clock);
/* A line of what stands left of the plot, if it has room, ending `axis` before it; with a swatch (not NULL) in lighter text. */
void scope_course_plot_add_line (ScopeScene *scene, const ScopePlot *plot, double axis, guint line, const char *text, const ScopeColour *swatch);
/* The base, and the mark at a stretch of n, if there is such a one. */
void scope_course_plot_draw_frame (ScopeScene *scene, const ScopePlot *plot, guint n, guint pointed);

G_END_DECLS
