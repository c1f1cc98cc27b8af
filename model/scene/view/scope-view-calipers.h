/* scope-view-calipers.h: two cursors in the timeline, and what lies between them. They are the view's, beside the selection: both can be there.
 *
 * They may belong to a lane (a core), whose cycles they count and to whose edges they snap. One of the two is the active one: keys move it. Where it is
 * put, and whether it snaps, is whoever moves it's to say (model/trace/calipers/scope-calipers.h).
 *
 * Changes are told as SCOPE_VIEW_CALIPERS. Main thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 at[2];     /* trace time; in any order */
  guint active;     /* 0 or 1 */
  gboolean has_lane;
  ScopeLaneId lane;
} ScopeViewCalipers;

/* FALSE: there are none. */
gboolean scope_view_get_calipers (ScopeView *view, ScopeViewCalipers *ret_calipers);
/* What lies between them, [from, to). FALSE: there are none. */
gboolean scope_view_get_calipers_range (ScopeView *view, gint64 *ret_from, gint64 *ret_to);
/* Times are brought into the trace. NULL: removes them. */
void scope_view_set_calipers (ScopeView *view, const ScopeViewCalipers *calipers);
/* Moves one of them, which becomes the active one. */
void scope_view_move_caliper (ScopeView *view, guint which, gint64 time);
/* The other one becomes active. */
void scope_view_switch_caliper (ScopeView *view);
/* Puts them at the ends of what is selected, or else at the thirds of what is visible; of the selected lane, or the first core. */
void scope_view_place_calipers (ScopeView *view);

/* "12.5 ns · 25 cycles": what the timeline writes between them. Free with g_free(). */
char *scope_view_dup_calipers_text (ScopeView *view);

/* Pixels of their flags, which stand at the ruler's lower edge, wholly within the plot. */
#define SCOPE_CALIPER_FLAG 14.0
#define SCOPE_CALIPER_MARGIN 18.0 /* they keep away so far from its right end */

/* Left edge of the flag of one whose line is at pixel x of a plot of that width. */
double scope_caliper_flag_x (double x, double width);
/* The caliper whose line is nearest to pixel x of the plot, not farther than `reach`; -1: none. */
int scope_timeline_caliper_at (ScopeView *view, double x, double reach);
/* The one whose flag is seen at x; -1: none. */
int scope_timeline_caliper_flag_at (ScopeView *view, double x);

G_END_DECLS
