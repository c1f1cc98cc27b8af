/* scope-course-plot.c: see scope-course-plot.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/draw/scope-course-plot.h"

#include "model/scene/draw/scope-time-ruler.h"
#include "model/scene/draw/scope-viewport.h"

#include <math.h>

#define NAMES 200.0 /* left of the plot, where it stands beneath no other time axis */
#define RULER 24.0
#define SWATCH 10.0

static double
left_of (const ScopeCourseLook *look)
{
  return look->plot_width > 0 ? look->left : MIN (NAMES, floor (look->width / 3));
}

static double
width_of (const ScopeCourseLook *look)
{
  return look->plot_width > 0 ? look->plot_width : MAX (look->width - left_of (look), 1);
}

ScopePlot
scope_course_plot (const ScopeCourseLook *look, double low, double below)
{
  double font = look->font_size > 0 ? look->font_size : 11, top = look->height < low ? font : MAX (RULER, font * 2);

  return (ScopePlot) { .x = left_of (look), .y = top, .width = width_of (look), .height = MAX (look->height - top - below, 4), .font_size = font };
}

guint
scope_course_plot_stretch_at (const ScopeCourseLook *look, guint n, double x)
{
  return (guint) CLAMP ((x - left_of (look)) / width_of (look) * n, 0, MAX (n, 1) - 1);
}

double
scope_course_plot_x (const ScopePlot *plot, guint n, guint stretch)
{
  return floor (plot->x + plot->width * stretch / n);
}

void
scope_course_plot_draw_ruler (ScopeScene *scene, const ScopePlot *plot, ScopeTrace *trace, gint64 from, gint64 to, double height,
                              const ScopeClock *clock)
{
  ScopeViewport viewport;
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  scope_viewport_init (&viewport, first, MAX (last, to), (int) MAX (plot->width, 1));
  scope_viewport_set_times (&viewport, from, to);
  scope_time_ruler_add (scene, clock, &viewport, plot->x, plot->y, plot->width, height, plot->font_size);
}

void
scope_course_plot_add_line (ScopeScene *scene, const ScopePlot *plot, double axis, guint line, const char *text, const ScopeColour *swatch)
{
  double h = plot->font_size + 6, y = plot->y + line * h, x = 8;

  if (y + h > plot->y + plot->height + 2)
    return;
  if (swatch != NULL)
    {
      scope_scene_rect (scene, x, y + (h - SWATCH) / 2, SWATCH, SWATCH, *swatch);
      x += SWATCH + 5;
    }
  scope_scene_text_item (scene, text, x, y, MAX (plot->x - axis - x, 1), h, plot->font_size,
                         swatch == NULL ? scene->palette->strong_text : scene->palette->text, SCOPE_ALIGN_START)
      ->ellipsis = TRUE;
}

void
scope_course_plot_draw_frame (ScopeScene *scene, const ScopePlot *plot, guint n, guint pointed)
{
  scope_scene_rect (scene, plot->x, plot->y + plot->height, plot->width, 1, scene->palette->text);
  if (pointed < n)
    scope_scene_rect (scene, scope_course_plot_x (plot, n, pointed), plot->y, 1, plot->height, scope_colour_alpha (scene->palette->strong_text, .5f));
}
