/* scope-ets-scene.c: see scope-ets-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/vm/scope-ets-scene.h"

#include "model/base/scope-format.h"
#include "model/scene/draw/scope-plot.h"
#include "model/scene/draw/scope-time-ruler.h"
#include "model/scene/draw/scope-viewport.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define NAMES 200.0 /* left of the plot, where it stands beneath no other time axis */
#define AXIS 56.0   /* of these, for figures */
#define RULER 24.0
#define LOW 84.0 /* a plot that is not higher has no ruler */
#define GAP 8.0  /* between memory and objects */
#define SWATCH 10.0

static const ScopeEtsCourse *
course_at (const ScopeEtsCourses *courses, guint place)
{
  return courses->each->pdata[place];
}

static double
left_of (const ScopeEtsLook *look)
{
  return look->plot_width > 0 ? look->left : MIN (NAMES, floor (look->width / 3));
}

static double
width_of (const ScopeEtsLook *look)
{
  return look->plot_width > 0 ? look->plot_width : MAX (look->width - left_of (look), 1);
}

guint
scope_ets_scene_stretch_at (const ScopeEtsCourses *courses, const ScopeEtsLook *look, double x)
{
  return (guint) CLAMP ((x - left_of (look)) / width_of (look) * courses->n, 0, MAX (courses->n, 1) - 1);
}

char *
scope_ets_scene_dup_text (const ScopeEtsCourses *courses, guint place, guint stretch, const ScopeClock *clock)
{
  const ScopeEtsCourse *course = course_at (courses, place);
  g_autofree char *range = scope_clock_range (clock, (double) scope_ets_courses_edge (courses, stretch),
                                              (double) scope_ets_courses_edge (courses, stretch + 1)),
                  *bytes = NULL, *objects = NULL;

  if (isnan (course->bytes[stretch]))
    /* TRANSLATORS: a range of time; of a table of the Erlang VM */
    return g_strdup_printf (_("%s: not among the largest tables that were sampled"), range);
  bytes = scope_format_bytes (course->bytes[stretch]);
  objects = scope_format_count ((guint64) course->objects[stretch]);

  /* TRANSLATORS: a range of time, an amount of memory, a number */
  return g_strdup_printf (_("%s: %s, %s objects"), range, bytes, objects);
}

/* --- drawing --- */

typedef struct
{
  ScopeScene *scene;
  ScopeTrace *trace;
  const ScopeEtsCourses *courses;
  const ScopeEtsCourse *course;
  guint pointed;
  double font;
} Build;

static void
draw_ruler (const Build *b, const ScopePlot *plot, double height, const ScopeClock *clock)
{
  ScopeViewport viewport;
  gint64 first, last;

  scope_trace_range (b->trace, &first, &last);
  scope_viewport_init (&viewport, first, MAX (last, b->courses->to), (int) MAX (plot->width, 1));
  scope_viewport_set_times (&viewport, b->courses->from, b->courses->to);
  scope_time_ruler_add (b->scene, clock, &viewport, plot->x, plot->y, plot->width, height, b->font);
}

/* A line of what stands left of a plot, where it has room. */
static void
add_line (const Build *b, const ScopePlot *plot, guint line, const char *text, const ScopeColour *swatch)
{
  double h = b->font + 6, y = plot->y + line * h, x = 8;

  if (y + h > plot->y + plot->height + 2)
    return;
  if (swatch != NULL)
    {
      scope_scene_rect (b->scene, x, y + (h - SWATCH) / 2, SWATCH, SWATCH, *swatch);
      x += SWATCH + 5;
    }
  scope_scene_text_item (b->scene, text, x, y, MAX (plot->x - AXIS - x, 1), h, b->font,
                         swatch == NULL ? b->scene->palette->strong_text : b->scene->palette->text, SCOPE_ALIGN_START)
      ->ellipsis = TRUE;
}

static void
draw_values (const Build *b, const ScopePlot *plot, const double *values, double most, const char *label, const ScopeColour *colour)
{
  double base = plot->y + plot->height;

  for (guint i = 0; i < b->courses->n; i++)
    {
      double x0 = floor (plot->x + plot->width * i / b->courses->n), x1 = floor (plot->x + plot->width * (i + 1) / b->courses->n);
      double height = isnan (values[i]) ? 0 : CLAMP (values[i] / MAX (most, 1) * plot->height, 1, plot->height);

      if (height > 0)
        scope_scene_rect (b->scene, x0, base - height, MAX (x1 - x0, 1), height, i == b->pointed ? b->scene->palette->strong_text : *colour);
    }
  scope_scene_rect (b->scene, plot->x, base, plot->width, 1, b->scene->palette->text);
  scope_scene_rect (b->scene, plot->x, plot->y, plot->width, 1, b->scene->palette->grid);
  scope_scene_text_item (b->scene, label, plot->x - AXIS, plot->y - b->font / 2, AXIS - 6, b->font, b->font, b->scene->palette->text,
                         SCOPE_ALIGN_END);
  if (b->pointed < b->courses->n)
    scope_scene_rect (b->scene, floor (plot->x + plot->width * b->pointed / b->courses->n), plot->y, 1, plot->height,
                      scope_colour_alpha (b->scene->palette->strong_text, .5f));
}

ScopeScene *
scope_ets_scene_new (ScopeTrace *trace, const ScopeEtsCourses *courses, guint place, const ScopeEtsLook *look,
                     const ScopePalette *palette, guint pointed, const ScopeClock *clock)
{
  double font = look->font_size > 0 ? look->font_size : 11, top = look->height < LOW ? font : MAX (RULER, font * 2);
  double half = MAX (floor ((look->height - top - GAP - 2) / 2), 4);
  Build b = { scope_scene_new (look->width, look->height, palette), trace, courses, course_at (courses, place), pointed, font };
  ScopePlot memory = { .x = left_of (look), .y = top, .width = width_of (look), .height = half, .font_size = font }, objects = memory;
  ScopeColour colours[] = { palette->accent, scope_colour_alpha (palette->accent, .5f) };
  g_autofree char *most_bytes = scope_format_bytes (b.course->most_bytes), *most_objects = scope_format_count ((guint64) b.course->most_objects);

  objects.y += half + GAP;
  scope_scene_rect (b.scene, 0, 0, look->width, look->height, palette->canvas);
  if (look->height >= LOW)
    draw_ruler (&b, &memory, look->height - top - 2, clock);
  draw_values (&b, &memory, b.course->bytes, b.course->most_bytes, most_bytes, &colours[0]);
  draw_values (&b, &objects, b.course->objects, b.course->most_objects, most_objects, &colours[1]);
  add_line (&b, &memory, 0, b.course->name, NULL);
  add_line (&b, &memory, 1, _("Memory"), &colours[0]);
  add_line (&b, &objects, 0, _("Objects"), &colours[1]);

  return b.scene;
}
