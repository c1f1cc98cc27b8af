/* scope-view-extent.c: see scope-view-extent.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/view/scope-view-extent.h"

#include "model/scene/view/scope-view-private.h"

ScopeRangeKind
scope_view_get_extent (ScopeView *view)
{
  return view->extent.kind;
}

static gboolean
get_selection (ScopeView *view, gint64 *ret_from, gint64 *ret_to)
{
  return scope_view_get_selected_range (view, ret_from, ret_to) && *ret_to > *ret_from;
}

gboolean
scope_view_get_extent_selection (ScopeView *view, gint64 *ret_from, gint64 *ret_to)
{
  if (view->extent.kind != SCOPE_RANGE_SELECTION)
    return get_selection (view, ret_from, ret_to);
  *ret_from = view->extent.from;
  *ret_to = view->extent.to;
  return TRUE;
}

void
scope_view_set_extent (ScopeView *view, ScopeRangeKind kind)
{
  ScopeExtent *extent = &view->extent, was = *extent;
  gint64 from, to;

  if (kind == SCOPE_RANGE_SELECTION && !get_selection (view, &extent->from, &extent->to))
    {
      *extent = was;
      return;
    }
  if (kind == SCOPE_RANGE_CALIPERS && !scope_view_get_calipers_range (view, &from, &to))
    return;
  extent->kind = kind;
  if (kind == SCOPE_RANGE_WHOLE || kind == SCOPE_RANGE_VISIBLE)
    extent->before = kind;
  scope_view_notify_if (view, was.kind != kind || (kind == SCOPE_RANGE_SELECTION && (was.from != extent->from || was.to != extent->to)),
                        SCOPE_VIEW_EXTENT);
}

void
scope_view_choose_range (ScopeView *view, gint64 from, gint64 to)
{
  scope_view_select_range (view, from, to);
  scope_view_set_extent (view, SCOPE_RANGE_SELECTION);
}

void
scope_view_get_extent_range (ScopeView *view, gint64 *ret_from, gint64 *ret_to)
{
  const ScopeViewport *viewport = scope_view_get_viewport (view);

  *ret_from = viewport->first;
  *ret_to = viewport->last;
  if (view->extent.kind == SCOPE_RANGE_VISIBLE)
    {
      /* While following without the room behind the edge. */
      if (!scope_view_get_last_window (view, ret_from, ret_to))
        scope_viewport_get_range (viewport, ret_from, ret_to);
    }
  else if (view->extent.kind == SCOPE_RANGE_SELECTION)
    scope_view_get_extent_selection (view, ret_from, ret_to);
  else if (view->extent.kind == SCOPE_RANGE_CALIPERS && scope_view_get_calipers_range (view, ret_from, ret_to))
    return; /* exactly */
  if (*ret_to >= viewport->last && viewport->last < SCOPE_TIME_MAX)
    *ret_to = viewport->last + 1;
}

ScopeViewChange
scope_view_adjust_extent (ScopeView *view)
{
  ScopeExtent *extent = &view->extent;
  ScopeRangeKind was = extent->kind;
  gboolean lively = scope_view_get_follow (view) != SCOPE_FOLLOW_OFF, calipers;
  gint64 from, to;

  if (extent->kind == SCOPE_RANGE_SELECTION && !get_selection (view, &from, &to))
    extent->kind = extent->before;
  calipers = scope_view_get_calipers_range (view, &from, &to);
  if (calipers && !extent->has_calipers)
    extent->kind = SCOPE_RANGE_CALIPERS;
  else if (!calipers && extent->kind == SCOPE_RANGE_CALIPERS)
    extent->kind = extent->before;
  extent->has_calipers = calipers;
  if (lively != extent->lively)
    {
      extent->before = lively ? SCOPE_RANGE_VISIBLE : SCOPE_RANGE_WHOLE;
      if (extent->kind == SCOPE_RANGE_WHOLE || extent->kind == SCOPE_RANGE_VISIBLE)
        extent->kind = extent->before;
    }
  extent->lively = lively;
  return extent->kind != was ? SCOPE_VIEW_EXTENT : 0;
}
