/* scope-ets-courses.c: see scope-ets-courses.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/vm/scope-ets-courses.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"

#include <math.h>

static void
course_free (gpointer data)
{
  ScopeEtsCourse *course = data;

  g_free (course->name);
  g_free (course->bytes);
  g_free (course->objects);
  g_free (course);
}

ScopeEtsCourses *
scope_ets_courses_new (const ScopeQueryRange *within, guint n)
{
  ScopeEtsCourses *courses = g_new0 (ScopeEtsCourses, 1);

  scope_trace_range (within->trace, &courses->from, &courses->to);
  courses->from = MAX (courses->from, within->from);
  courses->to = MAX (MIN (courses->to, within->to), courses->from);
  courses->n = (guint) MIN ((gint64) n, courses->to - courses->from);
  courses->each = g_ptr_array_new_with_free_func (course_free);

  return courses;
}

void
scope_ets_courses_free (ScopeEtsCourses *courses)
{
  if (courses == NULL)
    return;
  g_clear_pointer (&courses->each, g_ptr_array_unref);
  g_free (courses);
}

void
scope_ets_courses_add (ScopeEtsCourses *courses, guint32 machine, const char *name)
{
  ScopeEtsCourse *course = g_new0 (ScopeEtsCourse, 1);

  course->name = g_strdup (name);
  course->machine = machine;
  course->bytes = g_new (double, MAX (courses->n, 1));
  course->objects = g_new (double, MAX (courses->n, 1));
  for (guint i = 0; i < courses->n; i++)
    course->bytes[i] = course->objects[i] = NAN;
  g_ptr_array_add (courses->each, course);
}

gint64
scope_ets_courses_edge (const ScopeEtsCourses *courses, guint stretch)
{
  return scope_time_part (courses->from, courses->to, courses->n, stretch);
}

/* What the last sample told, and since when that holds. */
typedef struct
{
  ScopeEtsCourse *course;
  gint64 since; /* trace time */
  double bytes, objects;
} Level;

/* It held until `time`. */
static void
pass (const ScopeEtsCourses *courses, Level *level, gint64 time)
{
  gint64 from = MAX (level->since, courses->from), to = MIN (time, courses->to);
  ScopeEtsCourse *course = level->course;

  if (courses->n == 0 || isnan (level->bytes) || from >= to)
    return;
  for (guint i = (guint) SCOPE_BISECT (courses->n - 1, e, scope_ets_courses_edge (courses, (guint) e + 1) <= from);
       i < courses->n && scope_ets_courses_edge (courses, i) < to; i++)
    {
      course->bytes[i] = fmax (course->bytes[i], level->bytes);
      course->objects[i] = fmax (course->objects[i], level->objects);
    }
  course->most_bytes = MAX (course->most_bytes, level->bytes);
  course->most_objects = MAX (course->most_objects, level->objects);
}

static gboolean
read_machine (const ScopeEtsCourses *courses, const ScopeQueryRange *within, ScopeMachine *machine, GHashTable *levels, GError **error)
{
  gint64 offset = scope_trace_offset (within->trace, machine);
  GError *local = NULL;

  SCOPE_EACH_ROW (row, machine->tables[SCOPE_TABLE_ETS], SCOPE_TIME_MIN, scope_time_add (courses->to, -offset), within->cancellable, &local)
    {
      g_autofree char *name = scope_machine_text (machine, (guint64) row[SCOPE_ETS_NAME], &local);
      Level *level = name != NULL ? g_hash_table_lookup (levels, name) : NULL;
      gboolean known = row[SCOPE_ETS_OBJECTS] > 0 || row[SCOPE_ETS_BYTES] > 0;

      if (name == NULL)
        break;
      if (level == NULL)
        continue;
      pass (courses, level, scope_time_add (row[SCOPE_ETS_TIME], offset));
      level->since = scope_time_add (row[SCOPE_ETS_TIME], offset);
      level->bytes = known ? (double) row[SCOPE_ETS_BYTES] : NAN;
      level->objects = known ? (double) row[SCOPE_ETS_OBJECTS] : NAN;
    }
  SCOPE_EACH_VALUE (Level, level, levels)
    pass (courses, level, courses->to);

  return scope_passed (local, error);
}

gboolean
scope_ets_courses_read (ScopeEtsCourses *courses, const ScopeQueryRange *within, GError **error)
{
  for (guint m = 0; m < scope_trace_n_machines (within->trace); m++)
    {
      g_autoptr (GHashTable) levels = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

      for (guint i = 0; i < courses->each->len; i++)
        {
          ScopeEtsCourse *course = courses->each->pdata[i];
          Level level = { course, SCOPE_TIME_MIN, NAN, NAN };

          if (course->machine == m)
            g_hash_table_insert (levels, course->name, g_memdup2 (&level, sizeof level));
        }
      if (g_hash_table_size (levels) > 0
          && !read_machine (courses, within, scope_trace_machine (within->trace, m), levels, error))
        return FALSE;
    }
  return !scope_query_range_cancelled (within, error);
}
