/* scope-lane-layout.c: how high rows are and where they lie; which of them stay at the top while the others scroll.
 *
 * Pinned rows come first. They stick, but never so many that too little is left of the height for those that scroll:
 * the rest of them scroll, too, and can be reached.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/lanes/scope-lane-tree.h"

#include <math.h>

#define MOST_STICKING 0.6 /* of the height */
#define CALLS_HEIGHT 640.0 /* a call stack with names is not higher */

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

static void
node_height (const ScopeLaneNode *node, double lane, double *ret_row, double *ret_bar)
{
  switch (node->kind)
    {
    case SCOPE_ROW_ACTIVITY:
      *ret_row = 60;
      *ret_bar = 56;
      return;
    case SCOPE_ROW_PAUSES:
      *ret_row = 16;
      *ret_bar = 12;
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
    case SCOPE_ROW_MAILBOXES:
      *ret_row = 36;
      *ret_bar = 32;
      return;
    case SCOPE_ROW_MARKS:
      *ret_row = 18;
      *ret_bar = 16;
      return;
    case SCOPE_ROW_CALLS:
      *ret_bar = MAX (node->levels, 1) * level_height (node, lane);
      *ret_row = *ret_bar + 4;
      return;
    case SCOPE_ROW_COUNTS: /* one of processors is as high as its neighbours */
      lane = MAX (lane, node->lane.kind == SCOPE_KIND_PROCESSOR ? 14 : 28);
      break;
    case SCOPE_ROW_MORE:
    case SCOPE_ROW_ABSENT:
    case SCOPE_ROW_GROUP:
      lane = CLAMP (lane, 18, 28);
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
height_with (ScopeLaneList *list, double lane)
{
  double sum = 0;

  for (guint i = 0; i < list->rows->len; i++)
    {
      double row, bar;

      node_height (g_ptr_array_index (list->rows, i), lane, &row, &bar);
      sum += row;
    }
  return sum;
}

/* Call stacks of cores seldom fit anyhow: they are scrolled, with names that can be read. */
static double
least_lane (ScopeLaneList *list)
{
  for (guint i = 0; i < list->rows->len; i++)
    {
      const ScopeLaneNode *node = g_ptr_array_index (list->rows, i);

      if (node->kind == SCOPE_ROW_CALLS && node->lane.kind == SCOPE_KIND_PROCESSOR)
        return 14;
    }
  return 10;
}

static double
lane_height_for (ScopeLaneList *list, ScopeHeight mode, double available)
{
  double lane = 28;

  switch (mode)
    {
    case SCOPE_HEIGHT_COMFORTABLE:
      return 28;
    case SCOPE_HEIGHT_COMPACT:
      return 18;
    case SCOPE_HEIGHT_DENSE:
      return 10;
    case SCOPE_HEIGHT_AUTOMATIC:
    default:
      while (lane > least_lane (list) && height_with (list, lane) > available)
        lane--;
      return lane;
    }
}

double
scope_lane_list_layout (ScopeLaneList *list, ScopeHeight mode, double available, double lane_height)
{
  double lane = lane_height > 0 ? CLAMP (floor (lane_height), 1, 500) : lane_height_for (list, mode, available);
  double y = 0;

  list->laid_out = TRUE;
  list->laid_out_mode = mode;
  list->laid_out_available = available;
  list->laid_out_lane = lane_height;
  list->n_sticking = 0;
  list->sticking_height = 0;
  for (guint i = 0; i < list->rows->len; i++)
    {
      ScopeLaneNode *node = g_ptr_array_index (list->rows, i);

      node_height (node, lane, &node->height, &node->bar_height);
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
