/* scope-lane-layout.c: how high rows are and where they lie; which of them stay at the top while the others scroll.
 *
 * Pinned rows come first. They stick, but never so many that too little is left of the height for those that scroll:
 * the rest of them scroll, too, and can be reached.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-tree.h"

#include "model/base/scope-each.h"

#include <math.h>

#define MOST_STICKING 0.6 /* of the height */
#define CALLS_HEIGHT 640.0 /* a call stack with names is not higher */

/* How high rows are, each kind for itself, in pixels. */
typedef struct
{
  double lane;  /* processors and machines; if there are none, tasks */
  double task;  /* processes and threads */
  double graph; /* counters */
} Heights;

/* All that is shown shall be seen at once: from the most that is of use to the least that can be read. What people look at first, the
 * processors, shrinks last and grows first. */
static const Heights steps[] = { { 44, 28, 36 }, { 36, 24, 26 }, { 28, 18, 24 }, { 26, 14, 20 }, { 24, 12, 16 }, { 18, 10, 16 }, { 10, 10, 16 } };

/* --- heights --- */

/* Of a call stack: high enough for names, unless it is very deep. */
static double
level_height (const ScopeLaneNode *node, double lane)
{
  double most = lane >= 24 ? 16 : lane >= 14 ? 13 : 9;

  return CLAMP (floor (CALLS_HEIGHT / MAX (node->levels, 1)), 2, most);
}

/* A core whose call stack is open below it: that says more. */
static gboolean
is_thin (const ScopeLaneNode *node)
{
  return node->kind == SCOPE_ROW_STATES && node->stacked && node->expanded;
}

static gboolean
is_task (const ScopeLaneNode *node)
{
  return node->kind == SCOPE_ROW_STATES && node->lane.kind != SCOPE_KIND_PROCESSOR && node->lane.kind != SCOPE_KIND_MACHINE;
}

static void
node_height (const ScopeLaneNode *node, const Heights *heights, double *ret_row, double *ret_bar)
{
  double lane = is_task (node) ? heights->task : heights->lane;

  switch (node->kind)
    {
    case SCOPE_ROW_ACTIVITY:
      *ret_row = MIN (heights->graph * 2, 60);
      *ret_bar = *ret_row - 4;
      return;
    case SCOPE_ROW_PAUSES:
    case SCOPE_ROW_CONCURRENT:
    case SCOPE_ROW_FLUSHES:
      *ret_row = MIN (heights->graph - 2, 16);
      *ret_bar = *ret_row - 4;
      return;
    case SCOPE_ROW_HEAP:
    case SCOPE_ROW_SPARKS:
    case SCOPE_ROW_ALLOCATION:
    case SCOPE_ROW_SPARK_CREATION:
    case SCOPE_ROW_SPARK_CONVERSION:
    case SCOPE_ROW_QUEUE:
    case SCOPE_ROW_MEMORY:
    case SCOPE_ROW_LOAD:
    case SCOPE_ROW_PROCESS_COUNT:
    case SCOPE_ROW_BLOCKS:
    case SCOPE_ROW_MEGABLOCKS:
    case SCOPE_ROW_HEAPS:
    case SCOPE_ROW_MAILBOXES:
    case SCOPE_ROW_IPC:
    case SCOPE_ROW_L1D:
    case SCOPE_ROW_L1I:
    case SCOPE_ROW_L2:
    case SCOPE_ROW_STATS_IPC:
    case SCOPE_ROW_STATS_L1D:
    case SCOPE_ROW_STATS_L1I:
    case SCOPE_ROW_STATS_L2:
      *ret_row = heights->graph;
      *ret_bar = *ret_row - 4;
      return;
    case SCOPE_ROW_TRAFFIC: /* one of each lane: where these have little room, it has hardly more */
      *ret_row = MIN (heights->graph, MAX (floor (lane * 1.5), 16));
      *ret_bar = *ret_row - 4;
      return;
    case SCOPE_ROW_PATH:
    case SCOPE_ROW_PHASES:
      lane = CLAMP (lane, 18, 28);
      break;
    case SCOPE_ROW_MARKS:
      *ret_row = 18;
      *ret_bar = 16;
      return;
    case SCOPE_ROW_SPANS:
      *ret_bar = MAX (node->levels, 1) * (lane >= 24 ? 14 : 11);
      *ret_row = *ret_bar + 4;
      return;
    case SCOPE_ROW_CALLS:
      *ret_bar = MAX (node->levels, 1) * level_height (node, lane);
      *ret_row = *ret_bar + 4;
      return;
    case SCOPE_ROW_COUNTS: /* one of processors is as high as its neighbours */
      lane = node->lane.kind == SCOPE_KIND_PROCESSOR ? MAX (lane, 14) : MAX (heights->task, MIN (heights->graph, 28));
      break;
    case SCOPE_ROW_MORE:
    case SCOPE_ROW_ABSENT:
    case SCOPE_ROW_GROUP:
      lane = CLAMP (heights->task, 18, 28);
      break;
    case SCOPE_ROW_STATES:
    default:
      if (!is_thin (node))
        break;
      *ret_row = CLAMP (lane, 14, 16);
      *ret_bar = 7;
      return;
    }
  *ret_row = lane;
  *ret_bar = MAX (lane - (lane >= 24 ? 6 : lane >= 14 ? 4 : lane >= 4 ? 2 : 0), 1);
}

static double
height_with (ScopeLaneList *list, const Heights *heights)
{
  double sum = 0;

  for (guint i = 0; i < list->rows->len; i++)
    {
      double row, bar;

      node_height (g_ptr_array_index (list->rows, i), heights, &row, &bar);
      sum += row;
    }
  return sum;
}

/* Call stacks of cores seldom fit anyhow: they are scrolled, with names that can be read. */
static double
least_lane (ScopeLaneList *list)
{
  SCOPE_EACH_POINTER (const ScopeLaneNode, node, list->rows)
    if (node->kind == SCOPE_ROW_CALLS && node->lane.kind == SCOPE_KIND_PROCESSOR)
      return 14;
  return 10;
}

static gboolean
has_only_tasks (ScopeLaneList *list)
{
  gboolean any = FALSE;

  for (guint i = 0; i < list->rows->len; i++)
    {
      const ScopeLaneNode *node = g_ptr_array_index (list->rows, i);

      if (node->kind == SCOPE_ROW_STATES && !is_task (node))
        return FALSE;
      any |= is_task (node);
    }
  return any;
}

/* So many pixels lie between a step and the next. */
static guint
step_length (guint i)
{
  const Heights *a = &steps[i], *b = &steps[i + 1];

  return (guint) MAX (MAX (a->lane - b->lane, a->task - b->task), a->graph - b->graph);
}

/* `at` pixels after the first step. */
static Heights
heights_at (guint at, gboolean tasks, double least)
{
  guint i = 0;
  const Heights *a, *b;
  Heights heights;
  double share;

  for (; i + 2 < G_N_ELEMENTS (steps) && at >= step_length (i); i++)
    at -= step_length (i);
  a = &steps[i];
  b = &steps[i + 1];
  share = MIN ((double) at / step_length (i), 1);
  heights = (Heights) { floor (a->lane + (b->lane - a->lane) * share), floor (a->task + (b->task - a->task) * share),
                        floor (a->graph + (b->graph - a->graph) * share) };
  heights.lane = MAX (heights.lane, least);
  heights.task = MAX (tasks ? heights.lane : heights.task, least);
  return heights;
}

/* If many tasks have to be scrolled anyhow, what stands above them needs not be small: of these heights it takes no more than seven tenths. */
static const Heights readable = { 24, 0, 20 };
/* Where all processors can be read at once, they are, though graphs below them are scrolled then. */
static const Heights readable_lanes = { 18, 0, 0 };

/* What precedes the graphs, or all but tasks. */
static double
height_of_lanes (ScopeLaneList *list, const Heights *heights, gboolean graphs)
{
  double sum = 0, row, bar;

  for (guint i = 0; i < list->rows->len; i++)
    {
      const ScopeLaneNode *node = g_ptr_array_index (list->rows, i);

      if (is_task (node)
          || (!graphs && node->kind != SCOPE_ROW_STATES && node->kind != SCOPE_ROW_ACTIVITY && !scope_row_has_pauses (node->kind)))
        continue;
      node_height (node, heights, &row, &bar);
      sum += row;
    }
  return sum;
}

static Heights
no_less (Heights heights, const Heights *than)
{
  return (Heights) { MAX (heights.lane, than->lane), MAX (heights.task, than->task), MAX (heights.graph, than->graph) };
}

/* The highest that fit, else the least. */
static Heights
heights_that_fit (ScopeLaneList *list, double available)
{
  gboolean tasks = has_only_tasks (list);
  double least = least_lane (list);
  const Heights none = { 0, 0, 0 }, last = { readable_lanes.lane, steps[G_N_ELEMENTS (steps) - 1].task, steps[G_N_ELEMENTS (steps) - 1].graph };
  const Heights *least_of_all = tasks                                                                ? &none
                                : height_of_lanes (list, &readable, TRUE) <= available * 0.7 ? &readable
                                : height_of_lanes (list, &last, FALSE) <= available          ? &readable_lanes
                                                                                             : &none;
  guint low = 0, high = 0;

  for (guint i = 0; i + 1 < G_N_ELEMENTS (steps); i++)
    high += step_length (i);
  while (low < high)
    {
      guint middle = (low + high) / 2;
      const Heights heights = no_less (heights_at (middle, tasks, least), least_of_all);

      if (height_with (list, &heights) <= available)
        high = middle;
      else
        low = middle + 1;
    }
  return no_less (heights_at (low, tasks, least), least_of_all);
}

static Heights
heights_for (ScopeLaneList *list, ScopeHeight mode, double available)
{
  switch (mode)
    {
    case SCOPE_HEIGHT_COMFORTABLE:
      return (Heights) { 28, 28, 36 };
    case SCOPE_HEIGHT_COMPACT:
      return (Heights) { 18, 18, 28 };
    case SCOPE_HEIGHT_DENSE:
      return (Heights) { 10, 10, 20 };
    case SCOPE_HEIGHT_AUTOMATIC:
    default:
      return heights_that_fit (list, available);
    }
}

double
scope_lane_list_layout (ScopeLaneList *list, ScopeHeight mode, double available, double lane_height)
{
  double given = CLAMP (floor (lane_height), 1, 500), y = 0;
  Heights heights = lane_height > 0 ? (Heights) { given, given, 36 } : heights_for (list, mode, available);

  list->laid_out = TRUE;
  list->laid_out_mode = mode;
  list->laid_out_available = available;
  list->laid_out_lane = lane_height;
  list->n_sticking = 0;
  list->sticking_height = 0;
  for (guint i = 0; i < list->rows->len; i++)
    {
      ScopeLaneNode *node = g_ptr_array_index (list->rows, i);

      node_height (node, &heights, &node->height, &node->bar_height);
      node->sticks = node->pinned && list->n_sticking == i && y + node->height <= available * MOST_STICKING;
      if (node->sticks)
        {
          list->n_sticking++;
          list->sticking_height = y + node->height;
        }
      node->y = y;
      node->bar_y = y + node->height - node->bar_height;
      node->band = node->lane.machine != SCOPE_NONE && scope_trace_n_machines (list->trace) > 1
                       ? node->lane.machine % 2
                       : 0;
      y += node->height;
    }
  return y;
}

guint
scope_lane_list_row_at (ScopeLaneList *list, double y)
{
  guint low = 0, high = list->rows->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      const ScopeLaneNode *node = g_ptr_array_index (list->rows, middle);

      if (y < node->y)
        high = middle;
      else if (y >= node->y + node->height)
        low = middle + 1;
      else
        return middle;
    }
  return SCOPE_NONE;
}

/* --- what sticks --- */

guint
scope_lane_list_n_sticking (ScopeLaneList *list)
{
  return list->n_sticking;
}

double
scope_lane_list_sticking_height (ScopeLaneList *list)
{
  return list->sticking_height;
}

guint
scope_lane_list_row_in_view (ScopeLaneList *list, double y, double scroll)
{
  return scope_lane_list_row_at (list, y < list->sticking_height ? y : y + scroll);
}

void
scope_lane_list_rows_in_view (ScopeLaneList *list, double scroll, double height, guint *ret_first, guint *ret_end)
{
  guint first = scope_lane_list_row_at (list, MAX (scroll, 0) + list->sticking_height);
  guint end = scope_lane_list_row_at (list, MAX (scroll, 0) + height);

  if (end == SCOPE_NONE)
    end = list->rows->len;
  else if (scope_lane_list_row (list, end)->y < MAX (scroll, 0) + height)
    end++;
  *ret_end = end;
  *ret_first = MIN (MAX (first == SCOPE_NONE ? 0 : first, scope_lane_list_n_sticking (list)), *ret_end);
}
