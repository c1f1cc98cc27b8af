/* scope-mailbox-scene.c: see scope-mailbox-scene.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/servers/scope-mailbox-scene.h"

#include "model/base/scope-format.h"
#include "model/scene/draw/scope-plot.h"
#include "model/scene/draw/scope-time-ruler.h"
#include "model/scene/draw/scope-viewport.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define NAMES 200.0 /* left of the plot, where it stands beneath no other time axis */
#define AXIS 40.0   /* of these, for figures */
#define RULER 24.0
#define LOW 72.0    /* a plot that is not higher has no ruler */
#define SWATCH 10.0

static const ScopeMailboxCourse *
course_at (const ScopeMailboxCourses *courses, guint place)
{
  return &g_array_index (courses->courses, ScopeMailboxCourse, place);
}

static double
left_of (const ScopeMailboxLook *look)
{
  return look->plot_width > 0 ? look->left : MIN (NAMES, floor (look->width / 3));
}

static double
width_of (const ScopeMailboxLook *look)
{
  return look->plot_width > 0 ? look->plot_width : MAX (look->width - left_of (look), 1);
}

guint
scope_mailbox_scene_stretch_at (const ScopeMailboxCourses *courses, const ScopeMailboxLook *look, double x)
{
  return (guint) CLAMP ((x - left_of (look)) / width_of (look) * courses->n, 0, MAX (courses->n, 1) - 1);
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
  double font;
  ScopePlot plot;
} Build;

static ScopeColour
colour_of_most (const Build *b)
{
  return scope_colour_alpha (b->scene->palette->accent, .35f);
}

static void
draw_ruler (const Build *b, const ScopeClock *clock)
{
  ScopeViewport viewport;
  gint64 first, last;

  scope_trace_range (b->trace, &first, &last);
  scope_viewport_init (&viewport, first, MAX (last, b->courses->to), (int) MAX (b->plot.width, 1));
  scope_viewport_set_times (&viewport, b->courses->from, b->courses->to);
  scope_time_ruler_add (b->scene, clock, &viewport, b->plot.x, b->plot.y, b->plot.width, b->plot.height, b->font);
}

/* A line of what stands left of the plot; TRUE if it had room. */
static gboolean
add_line (const Build *b, guint line, const char *text, const ScopeColour *swatch)
{
  double h = b->font + 6, y = b->plot.y + line * h, x = 8;

  if (y + h > b->plot.y + b->plot.height + 2)
    return FALSE;
  if (swatch != NULL)
    {
      scope_scene_rect (b->scene, x, y + (h - SWATCH) / 2, SWATCH, SWATCH, *swatch);
      x += SWATCH + 5;
    }
  scope_scene_text_item (b->scene, text, x, y, MAX (b->plot.x - AXIS - x, 1), h, b->font,
                         line == 0 ? b->scene->palette->strong_text : b->scene->palette->text, SCOPE_ALIGN_START)
      ->ellipsis = TRUE;
  return TRUE;
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

  add_line (b, 0, title, NULL);
  add_line (b, 1, _("Messages, mean"), &colours[0]);
  add_line (b, 2, most, &colours[1]);
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
      double x0 = floor (b->plot.x + b->plot.width * i / b->courses->n), x1 = floor (b->plot.x + b->plot.width * (i + 1) / b->courses->n);
      double mean = height_of (b, scope_mailbox_courses_mean (b->courses, b->course, i)), peak = height_of (b, (double) b->course->most[i]);

      if (peak > mean)
        scope_scene_rect (b->scene, x0, base - peak, MAX (x1 - x0, 1), peak - mean, colour_of_most (b));
      if (mean > 0)
        scope_scene_rect (b->scene, x0, base - mean, MAX (x1 - x0, 1), mean, i == pointed ? palette->strong_text : palette->accent);
    }
  scope_scene_rect (b->scene, b->plot.x, base, b->plot.width, 1, palette->text);
  if (pointed < b->courses->n)
    scope_scene_rect (b->scene, floor (b->plot.x + b->plot.width * pointed / b->courses->n), b->plot.y, 1, b->plot.height,
                      scope_colour_alpha (palette->strong_text, .5f));
}

ScopeScene *
scope_mailbox_scene_new (ScopeTrace *trace, const ScopeMailboxCourses *courses, guint place, const ScopeMailboxLook *look,
                         const ScopePalette *palette, guint pointed, const ScopeClock *clock)
{
  double font = look->font_size > 0 ? look->font_size : 11, top = look->height < LOW ? font : MAX (RULER, font * 2);
  Build b = { .scene = scope_scene_new (look->width, look->height, palette), .trace = trace, .courses = courses,
              .course = course_at (courses, place), .font = font };

  b.plot = (ScopePlot) { .x = left_of (look), .y = top, .width = width_of (look), .height = MAX (look->height - top - font / 2 - 2, 4),
                         .v = { 0, (double) MAX (b.course->longest, 1), FALSE }, .font_size = font };
  scope_scene_rect (b.scene, 0, 0, look->width, look->height, palette->canvas);
  if (look->height >= LOW)
    draw_ruler (&b, clock);
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
