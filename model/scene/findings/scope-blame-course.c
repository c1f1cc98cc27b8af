/* scope-blame-course.c: how much was waited over time, of which for a row that stands out; see scope-blame-table.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/findings/scope-blame-table.h"

#include "model/base/scope-format.h"

#include <glib/gi18n.h>

#define GAP 1.0

static double
value_of (const ScopeBlameCourse *course, guint row, guint stretch)
{
  guint place = row * SCOPE_BLAME_STRETCHES + stretch;

  return row != SCOPE_NONE && place < course->rows->len ? g_array_index (course->rows, double, place) : 0;
}

ScopeScene *
scope_blame_course_scene_new (ScopeTrace *trace, const ScopeBlameCourse *course, guint row, double width, double height, const ScopePalette *palette)
{
  ScopeScene *scene = scope_scene_new (width, height, palette);
  double step = width / SCOPE_BLAME_STRETCHES, most = 0;

  for (guint s = 0; s < SCOPE_BLAME_STRETCHES; s++)
    most = MAX (most, course->all[s]);
  scope_scene_rect (scene, 0, height - 1, width, 1, palette->grid);
  for (guint s = 0; most > 0 && s < SCOPE_BLAME_STRETCHES; s++)
    {
      double all = course->all[s] / most * (height - 2), part = value_of (course, row, s) / most * (height - 2);

      scope_scene_rect (scene, s * step, height - 1 - all, MAX (step - GAP, 0.5), all,
                        scope_colour_mix (palette->canvas, palette->state[SCOPE_STATE_BLOCKED], 0.3));
      scope_scene_rect (scene, s * step, height - 1 - part, MAX (step - GAP, 0.5), part, palette->state[SCOPE_STATE_BLOCKED]);
    }
  return scene;
}

char *
scope_blame_course_dup_text (ScopeTrace *trace, const ScopeBlameCourse *course, guint row, guint stretch, const ScopeClock *clock)
{
  gint64 tick_ps = scope_trace_tick_ps (trace);
  double length = (double) (course->to - course->from) / SCOPE_BLAME_STRETCHES;
  g_autofree char *at = scope_clock_text (clock, (double) course->from + length * stretch, length),
                  *all = scope_format_duration (course->all[MIN (stretch, SCOPE_BLAME_STRETCHES - 1)], tick_ps),
                  *part = scope_format_duration (value_of (course, row, stretch), tick_ps);

  /* TRANSLATORS: “at 1.25 s: waited 3.1 ms, 2.2 ms of it for this” */
  return row != SCOPE_NONE ? g_strdup_printf (_("at %s: waited %s, %s of it for this"), at, all, part)
                           : g_strdup_printf (_("at %s: waited %s"), at, all);
}
