/* scope-timeline-lines.c: messages, migrations and wake-ups as lines between rows, one by one or in bundles: which there
 * are and where they lie. They are drawn by scope-timeline-lines-draw.c and hit by scope-timeline-hit.c.
 *
 * A bundle stands for all that goes from one row to another within a slot of 64 pixels: an arrow as thick as they are
 * many. Bundles of one slot stand side by side as far as it has room, since on top of each other they would be one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/timeline/scope-timeline-scene-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/base/scope-key.h"

#include <math.h>

#define MAX_BUNDLES_DRAWN 1500u
#define GAP 3.0

/* --- ends --- */

/* Erlang's processes have their rows among the threads; where those are folded, their sum stands for them, or their node. Who is
 * not in the trace has none. */
static guint
erlang_row (ScopeLineEnds *ends, guint32 machine, guint32 process)
{
  ScopeLaneList *lanes = ends->b->lanes;
  guint32 index = scope_machine_find_number (scope_trace_machine (ends->b->trace, machine), SCOPE_KIND_THREAD, process);
  guint row;

  if (index == SCOPE_NONE)
    return SCOPE_NONE;
  row = scope_lane_list_find (lanes, (ScopeLaneId) { machine, SCOPE_KIND_THREAD, index }, FALSE);
  if (row == SCOPE_NONE)
    row = scope_lane_list_find (lanes, (ScopeLaneId) { machine, SCOPE_KIND_THREADS, 0 }, TRUE);

  return row;
}

guint
scope_line_ends_row (ScopeLineEnds *ends, guint32 machine, guint32 process)
{
  gint64 key = (gint64) machine << 32 | process;
  gpointer found;
  guint32 index;
  ScopeLaneId lane;
  guint row;

  if (machine >= ends->n_machines)
    return SCOPE_NONE;
  found = g_hash_table_lookup (ends->rows, &key);
  if (found != NULL)
    return GPOINTER_TO_UINT (found) - 2;
  if (scope_trace_runtime (ends->b->trace) == SCOPE_RUNTIME_ERLANG)
    row = erlang_row (ends, machine, process);
  else
    {
      index = scope_machine_find_number (scope_trace_machine (ends->b->trace, machine), SCOPE_KIND_PROCESS, process);
      lane = (ScopeLaneId) { machine, index != SCOPE_NONE ? SCOPE_KIND_PROCESS : SCOPE_KIND_MACHINE,
                             index != SCOPE_NONE ? index : 0 };
      row = scope_lane_list_find (ends->b->lanes, lane, TRUE);
      /* Only processors are shown: the first of the machine stands for it. */
      if (row == SCOPE_NONE)
        row = scope_lane_list_find (ends->b->lanes, (ScopeLaneId) { machine, SCOPE_KIND_PROCESSOR, 0 }, FALSE);
    }
  g_hash_table_insert (ends->rows, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (row + 2));
  return row;
}

/* Where a thread's line ends: at its own row, else at the processor's, else at the nearest that is visible. */
static guint
link_row (const ScopeTimelineBuild *b, guint32 machine, guint32 thread, guint32 processor)
{
  ScopeLaneId own = { machine, SCOPE_KIND_THREAD, thread }, on = { machine, SCOPE_KIND_PROCESSOR, processor };
  guint row = thread != SCOPE_NONE ? scope_lane_list_find (b->lanes, own, FALSE) : SCOPE_NONE;

  if (row == SCOPE_NONE && processor != SCOPE_NONE)
    row = scope_lane_list_find (b->lanes, on, FALSE);
  if (row == SCOPE_NONE && thread != SCOPE_NONE)
    row = scope_lane_list_find (b->lanes, own, TRUE);
  if (row == SCOPE_NONE && processor != SCOPE_NONE)
    row = scope_lane_list_find (b->lanes, on, TRUE);
  return row;
}

static void
add_or_join (GArray *lines, GHashTable *joined, const ScopeTimelineLine *line, gboolean join, gboolean by_class)
{
  if (join)
    {
      gint64 slot = (gint64) CLAMP (floor (line->x0 / SCOPE_OVERLAY_SLOT), -(1 << 15), (1 << 15) - 1) + (1 << 15);
      gint64 class = by_class && line->kind == SCOPE_LINE_MESSAGE ? line->message.tag & 15 : 0;
      gint64 key = (gint64) line->from_row << 43 ^ (gint64) line->to_row << 23 ^ class << 19 ^ slot << 3 ^ line->kind << 1
                   ^ line->reversed;
      gpointer found = g_hash_table_lookup (joined, &key);

      if (found != NULL)
        {
          ScopeTimelineLine *old = &g_array_index (lines, ScopeTimelineLine, GPOINTER_TO_UINT (found) - 1);
          double n = old->count, m = line->count;

          old->x0 = (old->x0 * n + line->x0 * m) / (n + m);
          old->x1 = (old->x1 * n + line->x1 * m) / (n + m);
          old->count += line->count;
          if (line->kind == SCOPE_LINE_MESSAGE)
            scope_message_line_join (&old->message, &line->message);
          return;
        }
      g_hash_table_insert (joined, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (lines->len + 1));
    }
  g_array_append_vals (lines, line, 1);
}

/* -1: above what is in view, 1: below it. */
static int
row_beside (const ScopeTimelineBuild *b, guint row)
{
  return scope_timeline_in_view (b, row) ? 0 : row < b->first_row ? -1 : 1;
}

gboolean
scope_timeline_line_is_seen (const ScopeTimelineBuild *b, const ScopeTimelineLine *line)
{
  int from, to;

  if (line->from_row == SCOPE_NONE || line->to_row == SCOPE_NONE || line->from_row == line->to_row)
    return FALSE;
  from = row_beside (b, line->from_row);
  to = row_beside (b, line->to_row);
  if (from == to && from != 0)
    return FALSE;
  if (MAX (line->x0, line->x1) < 0 || MIN (line->x0, line->x1) > b->width)
    return FALSE;
  return !(from != 0 && to != 0 && line->x0 > b->width);
}

void
scope_line_ends_init (ScopeLineEnds *ends, const ScopeTimelineBuild *b)
{
  *ends = (ScopeLineEnds) { .b = b, .n_machines = scope_trace_n_machines (b->trace) };
  ends->rows = g_hash_table_new_full (scope_key_hash_pair, g_int64_equal, g_free, NULL);
}

void
scope_line_ends_clear (ScopeLineEnds *ends)
{
  g_hash_table_unref (ends->rows);
}

ScopeTimelineLine
scope_line_ends_place (ScopeLineEnds *ends, const ScopeMessageLine *m)
{
  const ScopeViewport *viewport = ends->b->viewport;

  return (ScopeTimelineLine) { .from_row = scope_line_ends_row (ends, m->from_machine, m->from_process),
                               .to_row = scope_line_ends_row (ends, m->to_machine, m->to_process),
                               .x0 = scope_viewport_time_to_x (viewport, m->send),
                               .x1 = scope_viewport_time_to_x (viewport, m->receive),
                               .count = m->count,
                               .reversed = m->reversed,
                               .system = m->system,
                               .kind = SCOPE_LINE_MESSAGE,
                               .message = *m };
}

static GArray *
collect (const ScopeTimelineBuild *b, ScopeLineEnds *ends)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (ScopeTimelineLine));
  g_autoptr (GHashTable) joined = g_hash_table_new_full (scope_key_hash_pair, g_int64_equal, g_free, NULL);
  const ScopeMessageFilter *filter = scope_view_get_messages (b->view);
  gboolean many = b->overlay->links->len > SCOPE_OVERLAY_LINES;

  for (guint i = 0; filter->show && i < b->overlay->messages->len; i++)
    {
      ScopeTimelineLine line = scope_line_ends_place (ends, &g_array_index (b->overlay->messages, ScopeMessageLine, i));

      if (scope_timeline_line_is_seen (b, &line))
        add_or_join (lines, joined, &line, b->overlay->bundled, b->overlay->request.messages.by_class);
    }
  SCOPE_EACH (const ScopeLinkLine, link, b->overlay->links)
    {
      double x = scope_viewport_time_to_x (b->viewport, link->time);
      ScopeTimelineLine line = { link_row (b, link->machine, link->from_thread, link->from_processor),
                                 link_row (b, link->machine, link->to_thread, link->to_processor), x, x, link->count,
                                 FALSE, FALSE, link->wakeup ? SCOPE_LINE_WAKEUP : SCOPE_LINE_MIGRATION, { 0 } };

      if ((link->wakeup ? filter->wakeups : filter->migrations) && scope_timeline_line_is_seen (b, &line))
        add_or_join (lines, joined, &line, many || link->count > 1, FALSE);
    }
  return lines;
}

SCOPE_COMPARE_BY (compare_counts, ScopeTimelineLine, SCOPE_DOWN (count) SCOPE_UP (x0))

/* Where lines end on a row. */
static double
row_y (const ScopeTimelineBuild *b, guint row, gboolean towards_lower)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  double inset = MIN (node->bar_height / 4, 4);

  return scope_timeline_bar_y (b, node) + (towards_lower ? node->bar_height - inset : inset);
}

void
scope_timeline_line_place (const ScopeTimelineBuild *b, const ScopeTimelineLine *line, double *x0, double *y0,
                           double *x1, double *y1)
{
  gboolean down = line->to_row > line->from_row;
  double least = scope_timeline_top (b, FALSE);

  *x0 = b->x + line->x0;
  *x1 = b->x + line->x1;
  *y0 = row_y (b, line->from_row, down);
  *y1 = row_y (b, line->to_row, !down);
  /* Between a row that sticks and one that has gone below it: to where it went. */
  if (line->from_row < b->n_sticking && line->to_row >= b->n_sticking)
    *y1 = MAX (*y1, least);
  if (line->to_row < b->n_sticking && line->from_row >= b->n_sticking)
    *y0 = MAX (*y0, least);
}

double
scope_timeline_line_width (const ScopeTimelineLine *line)
{
  return line->count > 1 ? 1 + log2 (line->count) / 2 : 1;
}

/* --- side by side --- */

SCOPE_COMPARE_BY (compare_places, ScopeTimelineLine, SCOPE_UP (x0) SCOPE_UP (from_row) SCOPE_UP (to_row))

gboolean
scope_timeline_lines_meet (const ScopeTimelineLine *a, const ScopeTimelineLine *b)
{
  return MAX (a->from_row, a->to_row) > MIN (b->from_row, b->to_row)
         && MAX (b->from_row, b->to_row) > MIN (a->from_row, a->to_row);
}

/* Bundles are means over a slot: moved a few pixels within it they are as true as before, and can be told apart. */
static void
spread (GArray *lines)
{
  g_array_sort (lines, compare_places);
  for (guint i = 0; i < lines->len; i++)
    {
      ScopeTimelineLine *line = &g_array_index (lines, ScopeTimelineLine, i);
      double slot_end = (floor (line->x0 / SCOPE_OVERLAY_SLOT) + 1) * SCOPE_OVERLAY_SLOT, least = line->x0;

      if (line->count == 1)
        continue;
      for (guint k = i; k > 0 && k + 60 > i; k--)
        {
          const ScopeTimelineLine *other = &g_array_index (lines, ScopeTimelineLine, k - 1);

          if (other->count > 1 && scope_timeline_lines_meet (line, other) && fabs (other->x0 - line->x0) < SCOPE_OVERLAY_SLOT)
            least = MAX (least, other->x0 + (scope_timeline_line_width (line) + scope_timeline_line_width (other)) / 2 + GAP);
        }
      least = MIN (least, MAX (slot_end, line->x0));
      line->x1 += least - line->x0;
      line->x0 = least;
    }
}

/* --- all --- */

GArray *
scope_timeline_collect_lines (const ScopeTimelineBuild *b, ScopeLineEnds *ends)
{
  GArray *lines = collect (b, ends);

  /* An overlay of another scale may have more single lines than fit here. */
  g_array_sort (lines, compare_counts);
  if (lines->len > MAX_BUNDLES_DRAWN)
    g_array_set_size (lines, MAX_BUNDLES_DRAWN);
  spread (lines);
  g_array_sort (lines, compare_counts);
  return lines;
}
