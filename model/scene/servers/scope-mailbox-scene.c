/* scope-mailbox-scene.c: see scope-mailbox-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/servers/scope-mailbox-scene.h"

#include "model/base/scope-format.h"
#include "model/scene/draw/scope-time-ruler.h"
#include "model/scene/draw/scope-viewport.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define SPACING 90.0
#define LOW 72.0 /* a plot that is not higher has no ruler */

static const ScopeMailboxCourse *
course_at (const ScopeMailboxCourses *courses, guint place)
{
  return &g_array_index (courses->courses, ScopeMailboxCourse, place);
}

guint
scope_mailbox_scene_stretch_at (const ScopeMailboxCourses *courses, double width, double x)
{
  return (guint) CLAMP (x / MAX (width, 1) * courses->n, 0, MAX (courses->n, 1) - 1);
}

char *
scope_mailbox_scene_dup_text (const ScopeMailboxCourses *courses, guint place, guint stretch, const ScopeClock *clock)
{
  const ScopeMailboxCourse *course = course_at (courses, place);
  g_autofree char *range = scope_clock_range (clock, (double) scope_mailbox_courses_edge (courses, stretch),
                                              (double) scope_mailbox_courses_edge (courses, stretch + 1));
  g_autofree char *mean = scope_format_number (scope_mailbox_courses_mean (courses, course, stretch)),
                  *most = scope_format_count ((guint64) course->most[stretch]);

  /* TRANSLATORS: a range of time, a mean number of messages in a mailbox, and the most there were at once */
  return g_strdup_printf (_("%s: %s messages, at most %s"), range, mean, most);
}

static void
draw_ruler (ScopeScene *scene, ScopeTrace *trace, const ScopeMailboxCourses *courses, double height, double font, const ScopeClock *clock)
{
  ScopeViewport viewport;
  ScopeTimeRuler ruler;
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  scope_viewport_init (&viewport, first, MAX (last, courses->to), (int) MAX (scene->width, 1));
  scope_viewport_set_times (&viewport, courses->from, courses->to);
  scope_time_ruler_init (&ruler, clock, &viewport, SPACING, font);
  for (guint i = 0; i < ruler.ruler.n; i++)
    {
      double x = floor (scope_viewport_x (&viewport, ruler.ruler.first + i * ruler.ruler.step));
      g_autofree char *label = scope_time_ruler_label (&ruler, i);

      scope_scene_rect (scene, x, height - 6, 1, scene->height - height + 6, scene->palette->grid);
      if (x + 4 < scene->width - 24)
        scope_scene_text_item (scene, label, x + 4, 2, SPACING, height - 6, font, scene->palette->text, SCOPE_ALIGN_START);
    }
}

static double
height_of (double value, double most, double height)
{
  return value > 0 ? CLAMP (value / most * height, 1, height) : 0;
}

static void
draw_title (ScopeScene *scene, ScopeTrace *trace, const ScopeMailboxCourse *course, double y, double height, double font)
{
  g_autofree char *name = scope_trace_party_name (trace, course->whose.machine, SCOPE_KIND_PROCESS, course->whose.number),
                  *most = scope_format_count ((guint64) course->longest);
  /* TRANSLATORS: a process, and how many messages */
  g_autofree char *text = g_strdup_printf (_("Mailbox of %s: at its longest at least %s"), name, most);

  scope_scene_backdrop (scene, text, 4, y, scene->width - 8, height, font);
  scope_scene_text_item (scene, text, 4, y, scene->width - 8, height, font, scene->palette->strong_text, SCOPE_ALIGN_START)->ellipsis = TRUE;
}

ScopeScene *
scope_mailbox_scene_new (ScopeTrace *trace, const ScopeMailboxCourses *courses, guint place, double width, double height,
                         const ScopePalette *palette, double font_size, guint pointed, const ScopeClock *clock)
{
  ScopeScene *scene = scope_scene_new (width, height, palette);
  const ScopeMailboxCourse *course = course_at (courses, place);
  double font = font_size > 0 ? font_size : 11, ruler = height < LOW ? 0 : font * 2, label = font + 5, most = (double) MAX (course->longest, 1);
  double top = ruler + label, all = MAX (height - top - 2, 4), base = top + all;

  scope_scene_rect (scene, 0, 0, width, height, palette->canvas);
  if (ruler > 0)
    draw_ruler (scene, trace, courses, ruler, font, clock);
  for (guint i = 0; i < courses->n; i++)
    {
      double x0 = floor (width * i / courses->n), x1 = floor (width * (i + 1) / courses->n);
      double mean = height_of (scope_mailbox_courses_mean (courses, course, i), most, all),
             peak = height_of ((double) course->most[i], most, all);

      if (peak > mean)
        scope_scene_rect (scene, x0, base - peak, MAX (x1 - x0, 1), peak - mean, scope_colour_alpha (palette->accent, .35f));
      if (mean > 0)
        scope_scene_rect (scene, x0, base - mean, MAX (x1 - x0, 1), mean, i == pointed ? palette->strong_text : palette->accent);
    }
  scope_scene_rect (scene, 0, base, width, 1, palette->text);
  draw_title (scene, trace, course, ruler, label, font);
  if (pointed < courses->n)
    scope_scene_rect (scene, floor (width * pointed / courses->n), ruler, 1, height - ruler, scope_colour_alpha (palette->strong_text, .5f));
  return scene;
}

ScopeReportTable *
scope_mailbox_scene_table (ScopeTrace *trace, const ScopeMailboxCourses *courses, guint place)
{
  const ScopeMailboxCourse *course = course_at (courses, place);
  ScopeReportTable *table = scope_report_table_new (trace);

  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("From"), "from_ns");
  scope_report_table_add_column (table, SCOPE_CELL_TIME, _("Until"), "to_ns");
  scope_report_table_add_column (table, SCOPE_CELL_NUMBER, _("Mean"), "length_mean");
  scope_report_table_add_column (table, SCOPE_CELL_COUNT, _("Longest"), "length_max");
  for (guint i = 0; i < courses->n; i++)
    {
      const ScopeReportTableRow line = { .from = scope_mailbox_courses_edge (courses, i), .to = scope_mailbox_courses_edge (courses, i + 1),
                                         .has_range = TRUE };
      guint row = scope_report_table_add_row (table, &line);

      scope_report_table_set (table, row, 0, (double) line.from);
      scope_report_table_set (table, row, 1, (double) line.to);
      scope_report_table_set (table, row, 2, scope_mailbox_courses_mean (courses, course, i));
      scope_report_table_set (table, row, 3, (double) course->most[i]);
    }
  return table;
}
