/* scope-view-follow.c: see scope-view-follow.h.
 *
 * The edge is a point with a speed that chases the newest known time: what comes in pieces at an even pace (ten a second) is
 * passed on at that pace, one piece late; what comes all at once is eased to within half a second. The range moves by whole
 * pixels and keeps its scale to the last bit, so that a frame moves pictures and makes no new ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-view-follow.h"

#include "model/scene/view/scope-view-private.h"

#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define ROOM 0.03          /* of the window, behind the edge … */
#define ROOM_LEAST 28.0    /* … and at least so many pixels */
#define STEP_OF_WHOLE 1.15 /* the whole grows by such steps */
#define EASE_S 0.2         /* half of what is missing is made up for in this time × ln 2 */
#define REST_S 0.6         /* after so long without news nothing flows any more */
#define LATE_MOST_S 0.25   /* pieces further apart than this do not flow: each is eased to on its own */
#define LAG_MOST_NS G_GINT64_CONSTANT (600000000000) /* more is no lag, but a clock that is wrong */
#define ZOOM_EDGE 0.75     /* zooming right of this part of the view is about the edge */

static double
ticks_per_second (ScopeView *view)
{
  return 1e12 / (double) scope_trace_tick_ps (view->trace);
}

/* --- the whole --- */

gint64
scope_view_follow_whole (ScopeView *view, gint64 first, gint64 last)
{
  const ScopeFollowing *f = &view->following;
  double window = f->window > 0 ? (double) f->window : 0, whole = ticks_per_second (view);
  double known, need;

  if (f->state == SCOPE_FOLLOW_OFF)
    return last;
  last = MAX (last, scope_view_get_now (view));
  known = MAX ((double) (last - first), 0);
  /* The room, once as behind the edge, and of the whole as well: "all" has one, too. */
  need = MAX (known + MAX (window, known) * 2 * ROOM, window);
  while (whole < need)
    whole *= STEP_OF_WHOLE;
  return first + (gint64) (f->window > 0 && need <= window ? window : whole);
}

/* --- where it stands --- */

ScopeFollow
scope_view_get_follow (ScopeView *view)
{
  return view->following.state;
}

gint64
scope_view_get_now (ScopeView *view)
{
  ScopeLive *live = scope_trace_get_live (view->trace);
  ScopeLiveFacts facts;
  gint64 first, last;

  scope_trace_range (view->trace, &first, &last);
  if (live == NULL || scope_trace_get_finished (view->trace))
    return last;
  scope_live_get_facts (live, &facts);
  return facts.known_until > SCOPE_TIME_MIN ? MAX (facts.known_until, first) : last;
}

gint64
scope_view_get_present (ScopeView *view)
{
  ScopeLive *live = scope_trace_get_live (view->trace);
  gint64 now = scope_view_get_now (view);
  ScopeLiveFacts facts;

  if (live == NULL || scope_trace_get_finished (view->trace))
    return now;
  scope_live_get_facts (live, &facts);
  if (facts.lag_ns <= 0 || facts.lag_ns > LAG_MOST_NS)
    return now;
  return now + (gint64) ((double) facts.lag_ns * 1e-9 * ticks_per_second (view));
}

gint64
scope_view_get_edge (ScopeView *view)
{
  const ScopeFollowing *f = &view->following;

  return f->state == SCOPE_FOLLOW_ON && f->placed ? view->viewport.first + (gint64) f->edge : SCOPE_TIME_MAX;
}

gint64
scope_view_get_window (ScopeView *view)
{
  return view->following.window;
}

double
scope_view_get_window_seconds (ScopeView *view)
{
  return (double) view->following.window / ticks_per_second (view);
}

char *
scope_view_dup_window_words (ScopeView *view)
{
  double seconds = scope_view_get_window_seconds (view);

  if (seconds <= 0)
    return g_strdup (_("all"));
  if (seconds >= 1 && fabs (seconds - round (seconds)) < 1e-6)
    return g_strdup_printf ("%.0f s", seconds);
  return scope_format_duration ((double) view->following.window, scope_trace_tick_ps (view->trace));
}

gboolean
scope_view_get_last_window (ScopeView *view, gint64 *ret_from, gint64 *ret_to)
{
  const ScopeFollowing *f = &view->following;
  gint64 now = scope_view_get_now (view);

  if (f->state != SCOPE_FOLLOW_ON || f->window <= 0)
    return FALSE;
  *ret_from = MAX (now - f->window, view->viewport.first);
  *ret_to = MAX (now, *ret_from);
  return TRUE;
}

/* --- moving --- */

/* Puts the range where the edge is; FALSE if it is there. Only whole pixels: what moves by less would be drawn as before. */
gboolean
scope_view_follow_place (ScopeView *view)
{
  ScopeFollowing *f = &view->following;
  ScopeViewport *v = &view->viewport;
  double window = (double) f->window, room, from = v->from, span = v->span, scale;

  if (f->state != SCOPE_FOLLOW_ON)
    return FALSE;
  if (f->window <= 0)
    return scope_viewport_fit (v);
  if (span != window)
    scope_viewport_set_range (v, 0, window); /* from 0: so that the span is the window to the last bit */
  scale = scope_viewport_scale (v);
  room = MIN (MAX (window * ROOM, ROOM_LEAST * scale), window / 4);
  scope_viewport_move_to (v, floor ((f->edge + room - v->span) / scale + 0.5) * scale);
  return v->from != from || v->span != span;
}

/* News: how fast they come, and how far apart. */
static void
note_known (ScopeFollowing *f, double known, double time)
{
  double pause = time - f->known_at;

  if (known <= f->known)
    return;
  if (f->known_at > 0 && pause > 0)
    {
      f->flows = pause <= LATE_MOST_S;
      f->pause += (pause - f->pause) * 0.3;
      f->speed += ((known - f->known) / pause - f->speed) * (f->speed > 0 ? 0.3 : 1);
    }
  f->known = known;
  f->known_at = time;
}

/* Moves the edge; FALSE if it is where it belongs. */
static gboolean
chase (ScopeFollowing *f, double time, double pixel)
{
  double dt = CLAMP (time - f->stepped, 0, 0.5), target, error;
  gboolean flows = f->flows && time - f->known_at < REST_S;

  f->stepped = time;
  if (!f->placed)
    {
      f->edge = f->known;
      f->placed = TRUE;
      return flows;
    }
  if (!flows)
    f->speed = 0;
  /* One piece behind, so that the next is there just when the edge has come to the end of this one. */
  target = f->known - (flows ? f->speed * CLAMP (f->pause - (time - f->known_at), 0, LATE_MOST_S) : 0);
  f->edge += f->speed * dt;
  error = target - f->edge;
  f->edge += error * (1 - exp (-dt / EASE_S));
  f->edge = MIN (f->edge, f->known);
  if (!flows && fabs (f->known - f->edge) < pixel / 2)
    {
      f->edge = f->known;
      return FALSE;
    }
  return TRUE;
}

/* The pixel that the edge is in, from the start of the trace. */
static double
edge_pixel (ScopeView *view)
{
  return floor (view->following.edge / scope_viewport_scale (&view->viewport));
}

gboolean
scope_view_follow_step (ScopeView *view, gint64 time)
{
  ScopeFollowing *f = &view->following;
  double now = (double) time / 1e6, before = edge_pixel (view);
  gboolean moving, placed;

  if (f->state != SCOPE_FOLLOW_ON)
    return FALSE;
  note_known (f, (double) scope_view_get_now (view) - (double) view->viewport.first, now);
  if (f->resting) /* no frame was drawn meanwhile */
    f->stepped = now;
  moving = chase (f, now, scope_viewport_scale (&view->viewport));
  f->resting = !moving;
  placed = scope_view_follow_place (view);
  scope_view_notify_if (view, placed, SCOPE_VIEW_RANGE);
  /* As long as the window is not full, the range stays and the edge walks through it. */
  scope_view_notify_if (view, !placed && edge_pixel (view) != before, SCOPE_VIEW_EDGE);
  return moving;
}

/* --- on and off --- */

static void
set_state (ScopeView *view, ScopeFollow state)
{
  if (view->following.state == state)
    return;
  view->following.state = state;
  scope_view_notify (view, SCOPE_VIEW_FOLLOW);
}

static void
adopt_whole (ScopeView *view)
{
  gint64 first, last;

  scope_trace_range (view->trace, &first, &last);
  if (scope_viewport_set_whole (&view->viewport, first, scope_view_follow_whole (view, first, last)))
    scope_view_notify (view, SCOPE_VIEW_RANGE);
}

gboolean
scope_view_follow (ScopeView *view)
{
  ScopeFollowing *f = &view->following;

  if (scope_trace_get_finished (view->trace))
    return FALSE;
  if (f->state == SCOPE_FOLLOW_OFF && f->window == 0 && !f->chosen)
    f->window = (gint64) (SCOPE_FOLLOW_SECONDS * ticks_per_second (view));
  if (f->state == SCOPE_FOLLOW_ON)
    return TRUE;
  set_state (view, SCOPE_FOLLOW_ON);
  adopt_whole (view);
  f->known = f->edge = (double) scope_view_get_now (view) - (double) view->viewport.first;
  f->known_at = f->stepped = f->speed = 0;
  f->flows = FALSE;
  f->placed = f->resting = TRUE;
  scope_view_notify_if (view, scope_view_follow_place (view), SCOPE_VIEW_RANGE);
  return TRUE;
}

void
scope_view_follow_pause (ScopeView *view)
{
  view->following.at_end = FALSE;
  if (view->following.state == SCOPE_FOLLOW_ON)
    set_state (view, SCOPE_FOLLOW_PAUSED);
}

/* The last window of what there is. */
static gboolean
place_end (ScopeView *view)
{
  ScopeViewport *v = &view->viewport;
  double whole = (double) (v->last - v->first), window = (double) view->following.window;

  return window > 0 ? scope_viewport_set_range (v, whole - window, whole) : scope_viewport_fit (v);
}

void
scope_view_follow_end (ScopeView *view)
{
  gboolean on = view->following.state == SCOPE_FOLLOW_ON;

  if (view->following.state == SCOPE_FOLLOW_OFF)
    return;
  view->following.at_end = on;
  set_state (view, SCOPE_FOLLOW_OFF);
  adopt_whole (view);
  if (on)
    scope_view_notify_if (view, place_end (view), SCOPE_VIEW_RANGE);
}

void
scope_view_follow_take_over (ScopeView *view, ScopeView *from)
{
  gboolean changed;

  view->following.window = from->following.window;
  view->following.chosen = from->following.chosen;
  view->following.at_end = from->following.at_end;
  view->hide_ghost = from->hide_ghost;
  scope_view_set_ghost (view, from->ghost);
  changed = from->following.at_end
                ? place_end (view)
                : scope_viewport_set_range (&view->viewport, from->viewport.from, from->viewport.from + from->viewport.span);
  scope_view_notify_if (view, changed, SCOPE_VIEW_RANGE);
}

void
scope_view_follow_like (ScopeView *view, ScopeView *other)
{
  view->following.state = other->following.state == SCOPE_FOLLOW_OFF ? SCOPE_FOLLOW_OFF : SCOPE_FOLLOW_PAUSED;
  view->following.window = other->following.window;
  adopt_whole (view);
}

void
scope_view_set_window (ScopeView *view, gint64 ticks)
{
  ScopeFollowing *f = &view->following;

  g_return_if_fail (ticks >= 0);

  f->chosen = TRUE;
  if (f->window == ticks)
    return;
  f->window = ticks;
  if (f->state != SCOPE_FOLLOW_OFF)
    adopt_whole (view);
  scope_view_notify_if (view, scope_view_follow_place (view), SCOPE_VIEW_RANGE);
  scope_view_notify (view, SCOPE_VIEW_FOLLOW);
}

void
scope_view_set_window_seconds (ScopeView *view, double seconds)
{
  scope_view_set_window (view, (gint64) (seconds * ticks_per_second (view)));
}

/* --- an earlier run --- */

void
scope_view_set_ghost (ScopeView *view, ScopeGhost *ghost)
{
  if (view->ghost == ghost)
    return;
  g_clear_pointer (&view->ghost, scope_ghost_unref);
  view->ghost = ghost != NULL ? scope_ghost_ref (ghost) : NULL;
  scope_view_notify (view, SCOPE_VIEW_LOOK | SCOPE_VIEW_FOLLOW);
}

ScopeGhost *
scope_view_get_ghost (ScopeView *view)
{
  return view->ghost;
}

gboolean
scope_view_get_show_ghost (ScopeView *view)
{
  return !view->hide_ghost;
}

void
scope_view_set_show_ghost (ScopeView *view, gboolean show)
{
  if (view->hide_ghost == !show)
    return;
  view->hide_ghost = !show;
  scope_view_notify (view, SCOPE_VIEW_LOOK | SCOPE_VIEW_FOLLOW);
}

/* --- what the view's own functions ask --- */

double
scope_view_zoom_pivot (ScopeView *view, double x)
{
  return view->following.state == SCOPE_FOLLOW_ON ? view->viewport.width : x;
}

gboolean
scope_view_follow_zoom (ScopeView *view, double x, double factor)
{
  const ScopeFollowing *f = &view->following;
  double known = MAX ((double) scope_view_get_now (view) - (double) view->viewport.first, 1);
  double window;

  if (f->state != SCOPE_FOLLOW_ON || !(factor > 0) || !isfinite (factor))
    return FALSE;
  if (x < ZOOM_EDGE * view->viewport.width)
    {
      scope_view_follow_pause (view);
      return FALSE;
    }
  window = (f->window > 0 ? (double) f->window : known) / factor;
  window = MAX (window, view->viewport.width / SCOPE_VIEWPORT_MAX_PIXELS_PER_TICK);
  /* A window that is more than all there is becomes all of it, now and later; but a young trace may be given time. */
  if (factor < 1 && window >= MAX (known, SCOPE_FOLLOW_SECONDS * ticks_per_second (view)))
    window = 0;
  scope_view_set_window (view, (gint64) window);
  return TRUE;
}

void
scope_view_follow_data (ScopeView *view)
{
  if (view->following.state != SCOPE_FOLLOW_OFF && scope_trace_get_finished (view->trace))
    scope_view_follow_end (view);
}
