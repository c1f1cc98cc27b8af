/* scope-task-clock.c: see scope-task-clock.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-task-clock.h"

#include "model/base/scope-bisect.h"

#include <math.h>

#define KEPT_POINTS 4096u /* of one task */

void
scope_task_clock_init (ScopeTaskClock *clock)
{
  clock->points = g_array_new (FALSE, FALSE, sizeof (ScopeTaskPoint));
}

void
scope_task_clock_clear (ScopeTaskClock *clock)
{
  g_clear_pointer (&clock->points, g_array_unref);
}

void
scope_task_clock_set (ScopeTaskClock *clock, gint64 was, gint64 is)
{
  clock->at = (ScopeTaskPoint) { was, is };
  if (clock->points->len >= 2 * KEPT_POINTS)
    g_array_remove_range (clock->points, 0, KEPT_POINTS);
  g_array_append_val (clock->points, clock->at);
}

gint64
scope_task_clock_at (const ScopeTaskClock *clock, gint64 time)
{
  return clock->at.is + (gint64) llround ((double) MAX (time - clock->at.was, 0) * clock->factor);
}

gint64
scope_task_clock_then (const ScopeTaskClock *clock, gint64 time)
{
  const ScopeTaskPoint *points = (const ScopeTaskPoint *) (gpointer) clock->points->data, *a, *b;
  gsize n;

  if (clock->points->len == 0 || time >= clock->at.was)
    return scope_task_clock_at (clock, time);
  n = SCOPE_BISECT (clock->points->len, i, points[i].was <= time);
  if (n == 0)
    return points[0].is;
  a = &points[n - 1];
  b = a + 1;
  return a->is + (gint64) llround ((double) (b->is - a->is) * (double) (time - a->was) / (double) MAX (b->was - a->was, 1));
}
