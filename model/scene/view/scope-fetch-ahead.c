/* scope-fetch-ahead.c: see scope-fetch-ahead.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-fetch-ahead.h"

#include "model/scene/draw/scope-columns.h"

#include <math.h>

#define MOST_REQUESTS 512u /* a row may be the sum of many lanes */

static guint
ask (const ScopeLaneSource *source, guint level, gint64 from, gint64 to, ScopeTileCache *cache)
{
  guint shift = level + SCOPE_TILE_SHIFT, n = 0;

  for (gint64 index = (from - source->offset) >> shift; index <= (to - 1 - source->offset) >> shift; index++, n++)
    {
      ScopeTileKey key = { source->store, source->lane, level, index, source->sum };

      scope_tile_cache_request (cache, &key);
    }
  return n;
}

static guint
ask_all (const ScopeLaneSource *sources, guint n_sources, guint level, gint64 from, gint64 to, ScopeTileCache *cache,
         guint left)
{
  guint n = 0;

  for (guint i = 0; i < n_sources && n < left; i++)
    n += ask (&sources[i], level, from, to, cache);
  return n;
}

/* Of a trace on another computer: the strips, which are less. */
static guint
ask_strips (ScopeView *view, const ScopeLaneSource *sources, guint n_sources, gint64 from, gint64 to, ScopeTileCache *cache)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  double scale = scope_viewport_scale (viewport);
  gint64 left = (gint64) floor (((double) from - (double) viewport->first) / scale) / SCOPE_STRIP_COLUMNS;
  gint64 right = (gint64) floor (((double) to - (double) viewport->first) / scale) / SCOPE_STRIP_COLUMNS;
  ScopeTileGetter getter;

  scope_tile_getter_init (&getter, cache);
  for (gint64 i = left; i <= right && n_sources > 0; i++)
    scope_strip_unref (
        scope_strip_new (&getter, sources, n_sources, viewport->first, scale, i * SCOPE_STRIP_COLUMNS, SCOPE_STRIP_COLUMNS));
  return (guint) (right - left + 1);
}

static guint
ask_row (ScopeView *view, const ScopeLaneSource *sources, guint n_sources, guint level, gint64 from, gint64 to, ScopeTileCache *cache, guint left)
{
  return scope_trace_is_far (scope_view_get_trace (view)) ? ask_strips (view, sources, n_sources, from, to, cache)
                                                          : ask_all (sources, n_sources, level, from, to, cache, left);
}

void
scope_fetch_ahead (ScopeView *view, guint first, guint end, int direction, ScopeTileCache *cache)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);
  ScopeLaneList *lanes = scope_view_get_lanes (view);
  guint level = scope_viewport_level (scope_viewport_scale (viewport)), n = 0, n_sources;
  guint sticking = scope_lane_list_n_sticking (lanes);
  double low = direction > 0 ? viewport->to : MAX (viewport->from - viewport->span / 2, 0);
  double whole = (double) viewport->last - (double) viewport->first;
  double high = direction > 0 ? MIN (viewport->to + viewport->span / 2, whole) : viewport->from;
  gint64 from = viewport->first + (gint64) floor (low), to = viewport->first + (gint64) ceil (high);

  if (direction == 0 || to <= from)
    return;
  for (guint row = sticking > 0 ? 0 : first; row < MIN (end, scope_lane_list_n_rows (lanes)) && n < MOST_REQUESTS;
       row = row + 1 < sticking ? row + 1 : MAX (row + 1, first))
    {
      const ScopeLaneNode *node = scope_lane_list_row (lanes, row);

      if (node->kind == SCOPE_ROW_ACTIVITY)
        {
          g_autofree ScopeLaneSource *sources
              = scope_trace_sum_lanes (scope_view_get_trace (view), scope_lane_list_activity_sources (lanes, &n_sources), &n_sources);

          n += ask_row (view, sources, n_sources, level, from, to, cache, MOST_REQUESTS - n);
        }
      else
        n += ask_row (view, node->sources, node->n_sources, level, from, to, cache, MOST_REQUESTS - n);
    }
}
