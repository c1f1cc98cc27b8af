/* scope-least-most.c: see scope-least-most.h.
 *
 * The runs of all lanes are walked at once, in order of time: from one change to the next a number holds, for all stretches that it
 * reaches into.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/statistics/scope-least-most.h"

#include "model/base/scope-time-heap.h"
#include "model/trace/document/scope-query-range.h"

#define MOST_ROWS 512u /* of a lane at a time */

typedef struct
{
  ScopeIntervalCursor cursor;
  gint64 offset, until; /* until: the end of what it is in now, trace time */
  gboolean inside, unknown;
} Lane;

typedef struct
{
  Lane *lanes;
  ScopeTimeHeap heap; /* of the numbers of lanes, by when they change */
  const gint64 *edges;
  ScopeLeastMost *ret;
  guint n, column; /* the first that has not ended */
  guint32 running, unknown;
  GError *error;
} Walk;

static void
begin (Walk *walk)
{
  for (guint i = 0; i < walk->n; i++)
    walk->ret[i] = (ScopeLeastMost) { G_MAXUINT32, 0 };
}

static gint64
end_of (const Walk *walk, guint i)
{
  return MAX (walk->edges[i + 1], walk->edges[i] + 1);
}

/* That many run from `from` to `to`. */
static void
put (Walk *walk, gint64 from, gint64 to)
{
  while (walk->column < walk->n && end_of (walk, walk->column) <= from)
    walk->column++;
  for (guint i = walk->column; i < walk->n && walk->edges[i] < to; i++)
    {
      ScopeLeastMost *one = &walk->ret[i];

      one->least = walk->unknown > 0 ? 0 : MIN (one->least, walk->running);
      one->most = walk->unknown > 0 ? G_MAXUINT32 : MAX (one->most, walk->running);
    }
}

/* The next stretch in which it runs, or in which nobody knows. FALSE: there is none. */
static gboolean
next_stretch (Walk *walk, Lane *lane, gint64 *ret_from)
{
  ScopeInterval interval;

  while (walk->error == NULL && scope_interval_cursor_next (&lane->cursor, &interval, &walk->error))
    {
      ScopeState state = scope_code_state (interval.code);

      if (state != SCOPE_STATE_RUNNING && state != SCOPE_STATE_UNKNOWN)
        continue;
      lane->unknown = state == SCOPE_STATE_UNKNOWN;
      lane->until = scope_time_add (interval.to, lane->offset);
      *ret_from = interval.from + lane->offset;
      return TRUE;
    }
  return FALSE;
}

/* The lane that is first has come to its time. */
static void
step (Walk *walk, guint number)
{
  Lane *lane = &walk->lanes[number];
  guint32 *count = lane->unknown ? &walk->unknown : &walk->running;
  gint64 from;

  lane->inside = !lane->inside;
  *count += lane->inside ? 1 : -1u;
  if (lane->inside)
    scope_time_heap_replace_first (&walk->heap, lane->until, number);
  else if (next_stretch (walk, lane, &from))
    scope_time_heap_replace_first (&walk->heap, from, number);
  else
    scope_time_heap_pop (&walk->heap);
}

/* From before the first until after the last of them is alive: what lies outside is not known. */
static void
find_life (const ScopeLaneSource *lanes, guint n, gint64 *ret_first, gint64 *ret_last)
{
  *ret_first = G_MAXINT64;
  *ret_last = G_MININT64;
  for (guint i = 0; i < n; i++)
    {
      gint64 first, last;

      if (!scope_lane_store_life (lanes[i].store, lanes[i].lane, &first, &last))
        continue;
      last = MIN (last, scope_lane_store_known_until (lanes[i].store, lanes[i].lane));
      *ret_first = MIN (*ret_first, first + lanes[i].offset);
      *ret_last = MAX (*ret_last, scope_time_add (last, lanes[i].offset));
    }
}

static void
walk_all (Walk *walk, gint64 first, gint64 last)
{
  gint64 time = MAX (first, walk->edges[0]), end = MIN (last, end_of (walk, walk->n - 1));

  while (walk->error == NULL && time < end)
    {
      gint64 next;

      while (walk->heap.n > 0 && scope_time_heap_first (&walk->heap)->time <= time && walk->error == NULL)
        step (walk, (guint) scope_time_heap_first (&walk->heap)->what);
      next = walk->heap.n > 0 ? MIN (scope_time_heap_first (&walk->heap)->time, end) : end;
      put (walk, time, next);
      time = next;
    }
}

static gboolean
is_too_much (const ScopeLaneSource *lanes, guint n_lanes, gint64 from, gint64 to)
{
  double rows = 0;

  for (guint i = 0; i < n_lanes && n_lanes <= SCOPE_LEAST_MOST_LANES; i++)
    rows += scope_lane_store_estimate_rows (lanes[i].store, lanes[i].lane, from - lanes[i].offset, to - lanes[i].offset);
  return n_lanes > SCOPE_LEAST_MOST_LANES || rows > SCOPE_LEAST_MOST_ROWS;
}

gboolean
scope_least_most_read (const ScopeLaneSource *lanes, guint n_lanes, const gint64 *edges, guint n, GCancellable *cancellable,
                       ScopeLeastMost *ret)
{
  Walk walk = { .edges = edges, .ret = ret, .n = n };
  gint64 first, last, from;
  gboolean ok;

  begin (&walk);
  if (n == 0 || n_lanes == 0 || is_too_much (lanes, n_lanes, edges[0], edges[n]))
    return FALSE;
  find_life (lanes, n_lanes, &first, &last);
  walk.lanes = g_new0 (Lane, n_lanes);
  for (guint i = 0; i < n_lanes; i++)
    {
      Lane *lane = &walk.lanes[i];

      lane->offset = lanes[i].offset;
      lane->cursor = scope_interval_cursor (lanes[i].store, lanes[i].lane, edges[0] - lane->offset, end_of (&walk, n - 1) - lane->offset,
                                            cancellable);
      lane->cursor.most = MOST_ROWS;
      if (next_stretch (&walk, lane, &from))
        scope_time_heap_push (&walk.heap, from, i);
    }
  walk_all (&walk, first, last);
  for (guint i = 0; i < n_lanes; i++)
    scope_interval_cursor_clear (&walk.lanes[i].cursor);
  ok = walk.error == NULL && !g_cancellable_is_cancelled (cancellable);
  g_clear_error (&walk.error);
  scope_time_heap_clear (&walk.heap);
  g_free (walk.lanes);
  /* Unknown once, unknown at all. */
  for (guint i = 0; i < n; i++)
    if (ret[i].most == G_MAXUINT32)
      ret[i] = (ScopeLeastMost) { G_MAXUINT32, 0 };
  return ok;
}
