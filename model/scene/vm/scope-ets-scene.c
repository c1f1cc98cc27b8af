/* scope-ets-scene.c: see scope-ets-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/vm/scope-ets-scene.h"

#include "model/base/scope-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define AXIS 56.0 /* left of the plot, for figures */
#define LOW 84.0  /* a plot that is not higher has no ruler */
#define GAP 8.0   /* between memory and objects */

static const ScopeEtsCourse *
course_at (const ScopeEtsCourses *courses, guint place)
{
  return courses->each->pdata[place];
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

static void
draw_values (ScopeScene *scene, const ScopePlot *plot, const double *values, guint n, double most, const char *label, ScopeColour colour, guint pointed)
{
  const ScopePalette *palette = scene->palette;

  for (guint i = 0; i < n; i++)
    {
      double x0 = scope_course_plot_x (plot, n, i), x1 = scope_course_plot_x (plot, n, i + 1);
      double height = isnan (values[i]) ? 0 : CLAMP (values[i] / MAX (most, 1) * plot->height, 1, plot->height);

      if (height > 0)
        scope_scene_rect (scene, x0, plot->y + plot->height - height, MAX (x1 - x0, 1), height, i == pointed ? palette->strong_text : colour);
    }
  scope_scene_rect (scene, plot->x, plot->y, plot->width, 1, palette->grid);
  scope_scene_text_item (scene, label, plot->x - AXIS, plot->y - plot->font_size / 2, AXIS - 6, plot->font_size, plot->font_size, palette->text,
                         SCOPE_ALIGN_END);
  scope_course_plot_draw_frame (scene, plot, n, pointed);
}

ScopeScene *
scope_ets_scene_new (ScopeTrace *trace, const ScopeEtsCourses *courses, guint place, const ScopeCourseLook *look,
                     const ScopePalette *palette, guint pointed, const ScopeClock *clock)
{
  const ScopeEtsCourse *course = course_at (courses, place);
  ScopeScene *scene = scope_scene_new (look->width, look->height, palette);
  ScopePlot memory = scope_course_plot (look, LOW, 2), objects;
  ScopeColour paler = scope_colour_alpha (palette->accent, .5f);
  g_autofree char *most_bytes = scope_format_bytes (course->most_bytes), *most_objects = scope_format_count ((guint64) course->most_objects);
  double both = memory.height;

  memory.height = MAX (floor ((both - GAP) / 2), 4);
  objects = memory;
  objects.y += memory.height + GAP;
  scope_scene_rect (scene, 0, 0, look->width, look->height, palette->canvas);
  if (look->height >= LOW)
    scope_course_plot_draw_ruler (scene, &memory, trace, courses->from, courses->to, both, clock);
  draw_values (scene, &memory, course->bytes, courses->n, course->most_bytes, most_bytes, palette->accent, pointed);
  draw_values (scene, &objects, course->objects, courses->n, course->most_objects, most_objects, paler, pointed);
  scope_course_plot_add_line (scene, &memory, AXIS, 0, course->name, NULL);
  scope_course_plot_add_line (scene, &memory, AXIS, 1, _("Memory"), &palette->accent);
  scope_course_plot_add_line (scene, &objects, AXIS, 0, _("Objects"), &paler);

  return scene;
}
