/* scope-task-clock.c: see scope-task-clock.h.
 *
 * Of thousands of tasks, the points are most of what a replay holds, so they are packed. Points on one line are its ends alone, where what lies
 * between them is the same to the tick: where time went on as it did, or stood still. Packed, a point is two numbers: how far `was` goes
 * on, and how much further `is` does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-task-clock.h"

#include "model/base/scope-bisect.h"
#include "model/zoom/scope-leb.h"

#include <math.h>

#define RUN_POINTS 32u  /* between two that are not packed */
#define KEPT_RUNS 128u  /* of one task */

/* So many points, packed but for the first. */
typedef struct
{
  ScopeTaskPoint first;
  guint32 offset, n;
} Run;

void
scope_task_clock_init (ScopeTaskClock *clock)
{
  clock->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  clock->packed = g_byte_array_new ();
  clock->any = FALSE;
}

void
scope_task_clock_clear (ScopeTaskClock *clock)
{
  g_clear_pointer (&clock->runs, g_array_unref);
  g_clear_pointer (&clock->packed, g_byte_array_unref);
}

static void
forget_runs (ScopeTaskClock *clock)
{
  guint32 gone;

  g_array_remove_range (clock->runs, 0, KEPT_RUNS);
  gone = g_array_index (clock->runs, Run, 0).offset;
  g_byte_array_remove_range (clock->packed, 0, gone);
  for (guint i = 0; i < clock->runs->len; i++)
    g_array_index (clock->runs, Run, i).offset -= gone;
}

/* The last point, which others follow. */
static void
pack_last (ScopeTaskClock *clock)
{
  const ScopeTaskPoint *point = &clock->at;
  Run *run = clock->runs->len > 0 ? &g_array_index (clock->runs, Run, clock->runs->len - 1) : NULL;

  if (run != NULL && run->n < RUN_POINTS)
    {
      guint64 was = (guint64) point->was - (guint64) clock->packed_last.was;
      guint64 more = (guint64) point->is - (guint64) clock->packed_last.is - was;

      scope_leb_put (clock->packed, was);
      scope_leb_put (clock->packed, scope_leb_zigzag (more));
      run->n++;
    }
  else
    {
      Run next = { *point, 0, 1 };

      if (clock->runs->len >= 2 * KEPT_RUNS)
        forget_runs (clock);
      next.offset = clock->packed->len;
      g_array_append_val (clock->runs, next);
    }
  clock->packed_last = *point;
}

static gboolean
is_on_line (const ScopeTaskPoint *a, const ScopeTaskPoint *b, gint64 was, gint64 is)
{
  gint64 before = b->was - a->was, after = was - b->was;

  return before > 0 && after > 0
         && ((b->is - a->is == before && is - b->is == after) || (b->is == a->is && is == b->is));
}

void
scope_task_clock_set (ScopeTaskClock *clock, gint64 was, gint64 is)
{
  if (clock->any && (clock->runs->len == 0 || !is_on_line (&clock->packed_last, &clock->at, was, is)))
    pack_last (clock);
  clock->at = (ScopeTaskPoint) { was, is };
  clock->any = TRUE;
}

gint64
scope_task_clock_at (const ScopeTaskClock *clock, gint64 time)
{
  return clock->at.is + (gint64) llround ((double) MAX (time - clock->at.was, 0) * clock->factor);
}

/* The last point of a run at `time` or before, and the one behind it. */
static void
find_in_run (const ScopeTaskClock *clock, guint number, gint64 time, ScopeTaskPoint *a, ScopeTaskPoint *b)
{
  const Run *run = &g_array_index (clock->runs, Run, number);
  const guint8 *p = clock->packed->data + run->offset, *end = clock->packed->data + clock->packed->len;

  *a = *b = run->first;
  for (guint i = 1; i < run->n; i++)
    {
      guint64 was = 0, more = 0;

      scope_leb_get (&p, end, &was);
      scope_leb_get (&p, end, &more);
      more = scope_leb_from_zigzag (more);
      *b = (ScopeTaskPoint) { (gint64) ((guint64) a->was + was), (gint64) ((guint64) a->is + was + more) };
      if (b->was > time)
        return;
      *a = *b;
    }
  *b = number + 1 < clock->runs->len ? g_array_index (clock->runs, Run, number + 1).first : clock->at;
}

gint64
scope_task_clock_then (const ScopeTaskClock *clock, gint64 time)
{
  ScopeTaskPoint a, b;
  gsize n;

  if (clock->runs->len == 0 || time >= clock->at.was)
    return scope_task_clock_at (clock, time);
  n = SCOPE_BISECT (clock->runs->len, i, g_array_index (clock->runs, Run, i).first.was <= time);
  if (n == 0)
    return g_array_index (clock->runs, Run, 0).first.is;
  find_in_run (clock, (guint) n - 1, time, &a, &b);
  return a.is + (gint64) llround ((double) (b.is - a.is) * (double) (time - a.was) / (double) MAX (b.was - a.was, 1));
}
