/* scope-mailbox-courses.c: see scope-mailbox-courses.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/servers/scope-mailbox-courses.h"

static void
clear_course (gpointer data)
{
  ScopeMailboxCourse *course = data;

  g_free (course->area);
  g_free (course->most);
}

gint64
scope_mailbox_courses_edge (const ScopeMailboxCourses *courses, guint stretch)
{
  return scope_time_part (courses->from, courses->to, courses->n, stretch);
}

double
scope_mailbox_courses_mean (const ScopeMailboxCourses *courses, const ScopeMailboxCourse *course, guint stretch)
{
  gint64 length = scope_mailbox_courses_edge (courses, stretch + 1) - scope_mailbox_courses_edge (courses, stretch);

  return length > 0 ? (double) course->area[stretch] / (double) length : 0;
}

/* The stretch that holds at a time of the range. */
static guint
stretch_at (const ScopeMailboxCourses *courses, gint64 time)
{
  guint low = 0, high = courses->n;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (scope_mailbox_courses_edge (courses, middle) <= time)
        low = middle;
      else
        high = middle;
    }
  return low;
}

typedef struct
{
  gint64 at, length;
} Level;

/* It was that long until then. */
static void
pass (ScopeMailboxCourses *courses, ScopeMailboxCourse *course, Level *level, gint64 time)
{
  gint64 at = MAX (level->at, courses->from), to = MIN (time, courses->to);

  level->at = time;
  if (level->length <= 0 || at >= to)
    return;
  course->longest = MAX (course->longest, level->length);
  for (guint i = stretch_at (courses, at); at < to; i++)
    {
      gint64 end = MIN (to, scope_mailbox_courses_edge (courses, i + 1));

      course->area[i] += level->length * (end - at);
      course->most[i] = MAX (course->most[i], level->length);
      at = end;
    }
}

ScopeMailboxCourses *
scope_mailbox_courses_read (const ScopeQueryRange *within, const ScopeMailParty *whose, guint n_whose, guint n, GError **error)
{
  g_autoptr (ScopeMailSteps) steps = scope_mail_steps_new (within, 0);
  g_autoptr (ScopeMailboxCourses) courses = g_new0 (ScopeMailboxCourses, 1);
  g_autofree Level *levels = g_new0 (Level, MAX (n_whose, 1));
  const ScopeMailStep *step;
  GError *local = NULL;

  scope_trace_range (within->trace, &courses->from, &courses->to);
  courses->from = MAX (courses->from, within->from);
  courses->to = MAX (MIN (courses->to, within->to), courses->from);
  courses->n = (guint) MIN ((gint64) n, courses->to - courses->from);
  courses->courses = g_array_new (FALSE, FALSE, sizeof (ScopeMailboxCourse));
  g_array_set_clear_func (courses->courses, clear_course);
  for (guint i = 0; i < n_whose; i++)
    {
      const ScopeMailboxCourse course = { whose[i], g_new0 (gint64, courses->n + 1), g_new0 (gint64, courses->n + 1), 0 };

      g_array_append_val (courses->courses, course);
      levels[i].at = SCOPE_TIME_MIN;
    }
  scope_mail_steps_only (steps, whose, n_whose);
  while ((step = scope_mail_steps_next (steps, &local)) != NULL)
    {
      if (step->received ? step->other == SCOPE_TIME_MIN : step->other == SCOPE_TIME_MAX)
        continue;
      pass (courses, &g_array_index (courses->courses, ScopeMailboxCourse, step->to), &levels[step->to], step->time);
      levels[step->to].length += step->received ? -1 : 1;
    }
  return scope_passed (local, error) ? g_steal_pointer (&courses) : NULL;
}

void
scope_mailbox_courses_free (ScopeMailboxCourses *courses)
{
  if (courses == NULL)
    return;
  g_clear_pointer (&courses->courses, g_array_unref);
  g_free (courses);
}
