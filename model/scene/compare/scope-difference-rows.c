/* scope-difference-rows.c: see scope-difference-rows.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/compare/scope-difference-rows.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-each.h"

#include <math.h>

static void
row_clear (gpointer data)
{
  ScopeDifferenceRow *row = data;

  g_free (row->key);
  g_free (row->title);
}

static void
add_row (ScopeDifferenceRows *rows, guint at, const ScopeLaneNode *node, ScopePairing *pairing)
{
  ScopeDifferenceRow row = { .row = at, .kind = node->kind, .run = node->lane, .depth = (guint8) MIN (node->depth, 8),
                             .band = (guint8) node->band };

  if (node->kind != SCOPE_ROW_ACTIVITY && node->kind != SCOPE_ROW_STATES && node->kind != SCOPE_ROW_COUNTS)
    return;
  if (node->kind != SCOPE_ROW_ACTIVITY && pairing == NULL)
    return;
  if (node->kind != SCOPE_ROW_ACTIVITY && !scope_pairing_to_baseline (pairing, node->lane, &row.baseline))
    {
      rows->n_alone++;
      return;
    }
  row.key = g_strdup (node->key);
  row.title = g_strdup (node->title);
  g_array_append_val (rows->rows, row);
}

ScopeDifferenceRows *
scope_difference_rows_new (ScopeView *run, ScopeView *baseline, ScopePairing *pairing)
{
  ScopeDifferenceRows *rows = g_new0 (ScopeDifferenceRows, 1);
  ScopeLaneList *list = scope_view_get_lanes (run);

  rows->run_view = g_object_ref (run);
  rows->baseline_view = g_object_ref (baseline);
  rows->run = scope_view_get_trace (run);
  rows->baseline = scope_view_get_trace (baseline);
  rows->rows = g_array_new (FALSE, FALSE, sizeof (ScopeDifferenceRow));
  g_array_set_clear_func (rows->rows, row_clear);
  for (guint i = 0; i < scope_lane_list_n_rows (list); i++)
    add_row (rows, i, scope_lane_list_row (list, i), pairing);
  return rows;
}

void
scope_difference_rows_free (ScopeDifferenceRows *rows)
{
  if (rows == NULL)
    return;
  g_array_unref (rows->rows);
  g_object_unref (rows->run_view);
  g_object_unref (rows->baseline_view);
  g_free (rows);
}

guint
scope_difference_rows_n (const ScopeDifferenceRows *rows)
{
  return rows->rows->len;
}

const ScopeDifferenceRow *
scope_difference_rows_get (const ScopeDifferenceRows *rows, guint i)
{
  return &g_array_index (rows->rows, ScopeDifferenceRow, i);
}

guint
scope_difference_rows_find (const ScopeDifferenceRows *rows, ScopeLaneId lane)
{
  for (guint i = 0; i < rows->rows->len; i++)
    {
      const ScopeDifferenceRow *row = scope_difference_rows_get (rows, i);

      if (row->kind != SCOPE_ROW_ACTIVITY && scope_lane_id_equal (row->run, lane))
        return i;
    }
  return SCOPE_NONE;
}

static double
lay_out (ScopeDifferenceRows *rows, double lane)
{
  double y = 0, gap = lane >= 28 ? 4 : lane >= 18 ? 3 : lane > 6 ? 2 : 0;

  SCOPE_EACH (ScopeDifferenceRow, row, rows->rows)
    {
      row->y = y;
      row->height = row->kind == SCOPE_ROW_ACTIVITY ? MAX (lane, 40) : lane;
      row->bar_y = y + gap;
      row->bar_height = row->height - gap;
      y += row->height;
    }
  rows->height = y;
  return y;
}

double
scope_difference_rows_layout (ScopeDifferenceRows *rows, double available, double lane_height)
{
  if (lane_height > 0)
    return lay_out (rows, floor (lane_height));
  if (lay_out (rows, 44) <= available || lay_out (rows, 28) <= available || lay_out (rows, 18) <= available)
    return rows->height;
  return lay_out (rows, 14);
}

guint
scope_difference_rows_at (const ScopeDifferenceRows *rows, double y)
{
  if (y < 0 || y >= rows->height)
    return SCOPE_NONE;
  return (guint) SCOPE_BISECT_LAST (rows->rows->len, i, scope_difference_rows_get (rows, (guint) i)->y <= y);
}

static ScopeLaneSource *
lane_sources (ScopeTrace *trace, ScopeLaneId lane, guint *ret_n)
{
  ScopeMachine *machine = scope_trace_machine (trace, lane.machine);
  gint64 offset = scope_trace_offset (trace, machine);
  guint32 number = scope_trace_lane (trace, lane);
  g_autofree guint32 *lanes = NULL;
  ScopeLaneSource *sources;
  guint n = 1;

  if (number != SCOPE_NONE)
    lanes = g_memdup2 (&number, sizeof number);
  else if (lane.kind == SCOPE_KIND_MACHINE)
    lanes = scope_trace_summed_lanes (trace, lane, &n);
  else
    n = 0;
  sources = g_new0 (ScopeLaneSource, n + 1);
  for (guint i = 0; i < n; i++)
    sources[i] = (ScopeLaneSource) { machine->lanes, lanes[i], offset };
  *ret_n = n;
  return sources;
}

ScopeLaneSource *
scope_difference_row_sources (const ScopeDifferenceRows *rows, const ScopeDifferenceRow *row, gboolean of_baseline,
                              guint *ret_n)
{
  ScopeView *view = of_baseline ? rows->baseline_view : rows->run_view;

  if (row->kind == SCOPE_ROW_ACTIVITY)
    return scope_lane_list_activity_sources (scope_view_get_lanes (view), ret_n);
  return lane_sources (scope_view_get_trace (view), of_baseline ? row->baseline : row->run, ret_n);
}
