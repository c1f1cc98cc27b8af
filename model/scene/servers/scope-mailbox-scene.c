/* scope-mailbox-scene.c: see scope-mailbox-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/servers/scope-mailbox-scene.h"

#include "model/base/scope-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define AXIS 40.0 /* left of the plot, for figures */
#define LOW 72.0  /* a plot that is not higher has no ruler */

static const ScopeMailboxCourse *
course_at (const ScopeMailboxCourses *courses, guint place)
{
  return &g_array_index (courses->courses, ScopeMailboxCourse, place);
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

/* --- drawing --- */

typedef struct
{
  ScopeScene *scene;
  ScopeTrace *trace;
  const ScopeMailboxCourses *courses;
  const ScopeMailboxCourse *course;
  ScopePlot plot;
} Build;

static ScopeColour
colour_of_most (const Build *b)
{
  return scope_colour_alpha (b->scene->palette->accent, .35f);
}

/* Whose it is, and what the colours mean. */
static void
draw_key (const Build *b)
{
  g_autofree char *name = scope_trace_party_name (b->trace, b->course->whose.machine, SCOPE_KIND_PROCESS, b->course->whose.number),
                  *longest = scope_format_count ((guint64) b->course->longest),
                  /* TRANSLATORS: a process */
                  *title = g_strdup_printf (_("Mailbox of %s"), name),
                  /* TRANSLATORS: how many messages lay in a mailbox at once */
                  *most = g_strdup_printf (_("Longest (at least %s)"), longest);
  ScopeColour colours[] = { b->scene->palette->accent, colour_of_most (b) };

  scope_course_plot_add_line (b->scene, &b->plot, AXIS, 0, title, NULL);
  scope_course_plot_add_line (b->scene, &b->plot, AXIS, 1, _("Messages, mean"), &colours[0]);
  scope_course_plot_add_line (b->scene, &b->plot, AXIS, 2, most, &colours[1]);
}

static double
height_of (const Build *b, double value)
{
  return value > 0 ? CLAMP (value / b->plot.v.to * b->plot.height, 1, b->plot.height) : 0;
}

static void
draw_course (const Build *b, guint pointed)
{
  const ScopePalette *palette = b->scene->palette;
  double base = b->plot.y + b->plot.height;

  for (guint i = 0; i < b->courses->n; i++)
    {
      double x0 = scope_course_plot_x (&b->plot, b->courses->n, i), x1 = scope_course_plot_x (&b->plot, b->courses->n, i + 1);
      double mean = height_of (b, scope_mailbox_courses_mean (b->courses, b->course, i)), peak = height_of (b, (double) b->course->most[i]);

      if (peak > mean)
        scope_scene_rect (b->scene, x0, base - peak, MAX (x1 - x0, 1), peak - mean, colour_of_most (b));
      if (mean > 0)
        scope_scene_rect (b->scene, x0, base - mean, MAX (x1 - x0, 1), mean, i == pointed ? palette->strong_text : palette->accent);
    }
  scope_course_plot_draw_frame (b->scene, &b->plot, b->courses->n, pointed);
}

ScopeScene *
scope_mailbox_scene_new (ScopeTrace *trace, const ScopeMailboxCourses *courses, guint place, const ScopeCourseLook *look,
                         const ScopePalette *palette, guint pointed, const ScopeClock *clock)
{
  Build b = { .scene = scope_scene_new (look->width, look->height, palette), .trace = trace, .courses = courses,
              .course = course_at (courses, place), .plot = scope_course_plot (look, LOW, 2) };

  b.plot.height = MAX (b.plot.height - b.plot.font_size / 2, 4); /* its lowest figure stands half below it */
  b.plot.v = (ScopeAxis) { 0, (double) MAX (b.course->longest, 1), FALSE };
  scope_scene_rect (b.scene, 0, 0, look->width, look->height, palette->canvas);
  if (look->height >= LOW)
    scope_course_plot_draw_ruler (b.scene, &b.plot, trace, courses->from, courses->to, b.plot.height, clock);
  scope_plot_draw_values (b.scene, &b.plot, 1, "");
  draw_course (&b, pointed);
  draw_key (&b);
  return b.scene;
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
