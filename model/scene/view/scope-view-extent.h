/* scope-view-extent.h: over which stretch of time all panels beside a timeline speak: one choice for all of them.
 *
 *     Whole · Visible · Selection 1.20–1.85 s · Calipers
 *
 * A range that a person has selected becomes the extent, until it is unselected. What is selected on the way to somewhere (a row of a
 * table was followed, an interval clicked) does not: a list would lose its rows by a click on one of them. So the stretch that
 * Selection stands for is kept here, and may be another than what is selected now. Calipers that are set become the extent while they
 * are. Beside a trace that grows, panels speak of what is seen of it.
 *
 * Changes are told as SCOPE_VIEW_EXTENT. Main thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_RANGE_WHOLE,
  SCOPE_RANGE_VISIBLE,
  SCOPE_RANGE_SELECTION,
  SCOPE_RANGE_CALIPERS, /* what lies between them; the choice is there while they are */
  SCOPE_N_RANGES
} ScopeRangeKind;

/* Starts with Whole. */
ScopeRangeKind scope_view_get_extent (ScopeView *view);
/* Selection: what is selected now. Not taken without a selected range, nor Calipers without calipers. */
void scope_view_set_extent (ScopeView *view, ScopeRangeKind extent);
/* [from, to) in trace time. What reaches to the end of the trace ends a tick after it, so that what happens in the last tick belongs to
 * it. */
void scope_view_get_extent_range (ScopeView *view, gint64 *ret_from, gint64 *ret_to);
/* What Selection stands for, or would. FALSE: no range is selected. */
gboolean scope_view_get_extent_selection (ScopeView *view, gint64 *ret_from, gint64 *ret_to);
/* scope_view_select_range() by a person, who means this stretch of time: it becomes the extent. */
void scope_view_choose_range (ScopeView *view, gint64 from, gint64 to);

G_END_DECLS
