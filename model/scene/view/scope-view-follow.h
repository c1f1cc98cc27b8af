/* scope-view-follow.h: a view that goes with a trace that is still being written: *now* stays at the right edge.
 *
 *     |<------------- window ------------->|
 *     |  history, complete  |  known  | ◇  |   ◇ now: the greatest known time, with a little room behind it
 *     from                            edge to
 *
 * *Following*, the edge goes with the newest known time; it eases there frame by frame, since what is known comes in pieces
 * (a few times a second, or megabytes at once), and never passes it. Whatever a person does to the range (panning, a jump,
 * zooming about a point) *pauses* it: the trace goes on growing, the view stays where it was put. Zooming at the edge changes the
 * window instead.
 *
 * While a trace is followed its view's whole (ScopeViewport.last) ends later than what is known of it, in few large steps: the
 * scale of what shows the whole (overview, window "all") would otherwise be another at every piece, and all its pixels with it.
 *
 * Main thread only, like the view. See scope-view.h for SCOPE_VIEW_FOLLOW.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/view/scope-ghost.h"
#include "model/scene/view/scope-view.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_FOLLOW_OFF,    /* nothing more comes */
  SCOPE_FOLLOW_ON,     /* the view goes with it */
  SCOPE_FOLLOW_PAUSED, /* it comes, and the view stays */
} ScopeFollow;

#define SCOPE_FOLLOW_SECONDS 10 /* the window, unless somebody chooses another */

ScopeFollow scope_view_get_follow (ScopeView *view);
/* Begins to follow, or goes on after a pause: what "Now" does. Nothing on a trace that is finished. FALSE: it is. */
gboolean scope_view_follow (ScopeView *view);
/* The range stays, whatever comes. */
void scope_view_follow_pause (ScopeView *view);
/* Nothing more comes (also found out by itself when the trace is finished): the range stays, the room after the end goes. */
void scope_view_follow_end (ScopeView *view);

/* Length of the sliding window in ticks; 0: all of the trace. Kept while paused. */
gint64 scope_view_get_window (ScopeView *view);
void scope_view_set_window (ScopeView *view, gint64 ticks);
/* The same in seconds. */
double scope_view_get_window_seconds (ScopeView *view);
void scope_view_set_window_seconds (ScopeView *view, double seconds);
/* "10 s", "6.67 s", "all": for people. Free with g_free(). */
char *scope_view_dup_window_words (ScopeView *view);
/* The last stretch of the trace as long as the window, ending at the greatest known time: what panels speak of while
 * following. FALSE if the view does not follow, or its window is all of the trace. */
gboolean scope_view_get_last_window (ScopeView *view, gint64 *ret_from, gint64 *ret_to);

/* For a view of the whole beside `other` (an overview): its whole ends where that one's does. It does not move by itself. */
void scope_view_follow_like (ScopeView *view, ScopeView *other);

/* The greatest known time (trace time). */
gint64 scope_view_get_now (ScopeView *view);
/* The time that it is in the program by now: the greatest known time, and by how much that lags. What somebody marks "now" is
 * there, also where nothing is known yet. Without lag the same as scope_view_get_now(). */
gint64 scope_view_get_present (ScopeView *view);
/* Until when lanes are drawn that are known so far: the edge while following (it may be a moment behind what is known), no
 * limit otherwise. */
gint64 scope_view_get_edge (ScopeView *view);

/* The activity of an earlier run, drawn over that of this one; NULL: none (it takes a reference). */
void scope_view_set_ghost (ScopeView *view, ScopeGhost *ghost);
ScopeGhost *scope_view_get_ghost (ScopeView *view);
gboolean scope_view_get_show_ghost (ScopeView *view); /* TRUE at first */
void scope_view_set_show_ghost (ScopeView *view, gboolean show);

/* A frame at that time (µs, any clock that does not jump): moves the range. TRUE as long as there is something left to
 * move, or soon will be; otherwise the next frame may wait for the view's "changed". */
gboolean scope_view_follow_step (ScopeView *view, gint64 time);
/* Where keys and buttons zoom that mean no point: at the edge while following, else x. */
double scope_view_zoom_pivot (ScopeView *view, double x);

G_END_DECLS
