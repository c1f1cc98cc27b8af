/* scope-view.c: the state of one timeline, and who is told of its changes: range, history, selection. How it looks is
 * in scope-view-look.c, how it goes with a growing trace in scope-view-follow.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-view-private.h"

#include "model/base/scope-task.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (ScopeView, scope_view, G_TYPE_OBJECT)

static guint changed_signal, reveal_signal;

void
scope_view_notify (ScopeView *view, ScopeViewChange what)
{
  gint64 from, to;

  if (what & (SCOPE_VIEW_SELECTION | SCOPE_VIEW_CALIPERS | SCOPE_VIEW_FOLLOW))
    what |= scope_view_adjust_extent (view);
  if (what & SCOPE_VIEW_RANGE)
    {
      scope_viewport_get_range (&view->viewport, &from, &to);
      scope_lane_list_set_range (view->lanes, from, to);
    }
  g_signal_emit (view, changed_signal, 0, (guint) what);
}

ScopeTrace *
scope_view_get_trace (ScopeView *view)
{
  return view->trace;
}

ScopeLaneList *
scope_view_get_lanes (ScopeView *view)
{
  return view->lanes;
}

ScopeNotes *
scope_view_get_notes (ScopeView *view)
{
  return view->notes;
}

/* --- visible range --- */

static void
push_back (ScopeView *view, const ScopeViewport *viewport)
{
  if (view->back->len > 0)
    {
      const ScopeViewport *last = &g_array_index (view->back, ScopeViewport, view->back->len - 1);

      if (last->from == viewport->from && last->span == viewport->span)
        return;
    }
  if (view->back->len >= 200)
    g_array_remove_index (view->back, 0);
  g_array_append_vals (view->back, viewport, 1);
  g_array_set_size (view->forward, 0);
}

/* A walk that has left its beginning leads back to it. */
static void
keep_rest (ScopeView *view)
{
  if (view->setting_out)
    push_back (view, &view->rested);
  view->setting_out = FALSE;
}

/* A range that somebody chose: a view that follows stays there. */
static void
moved (ScopeView *view, gboolean changed)
{
  if (changed)
    {
      keep_rest (view);
      scope_view_follow_pause (view);
    }
  scope_view_notify_if (view, changed, SCOPE_VIEW_RANGE);
}

const ScopeViewport *
scope_view_get_viewport (ScopeView *view)
{
  return &view->viewport;
}

void
scope_view_set_width (ScopeView *view, int pixels)
{
  gboolean changed = scope_viewport_set_width (&view->viewport, pixels);

  if (changed)
    scope_view_follow_place (view);
  scope_view_notify_if (view, changed, SCOPE_VIEW_RANGE);
}

void
scope_view_set_range (ScopeView *view, gint64 from, gint64 to)
{
  moved (view, scope_viewport_set_times (&view->viewport, from, to));
}

void
scope_view_set_viewport (ScopeView *view, const ScopeViewport *viewport)
{
  moved (view, scope_viewport_set_range (&view->viewport, viewport->from, viewport->to));
}

void
scope_view_zoom (ScopeView *view, double x, double factor)
{
  if (!scope_view_follow_zoom (view, x, factor))
    moved (view, scope_viewport_zoom (&view->viewport, x, factor));
}

void
scope_view_go_nearer (ScopeView *view, double x)
{
  scope_view_remember (view);
  scope_view_zoom (view, x, 8);
}

void
scope_view_pan (ScopeView *view, double dx)
{
  moved (view, scope_viewport_pan (&view->viewport, dx));
}

void
scope_view_fit (ScopeView *view)
{
  if (view->following.state == SCOPE_FOLLOW_ON)
    scope_view_set_window (view, 0); /* all that there is, and will be */
  else
    moved (view, scope_viewport_fit (&view->viewport));
}

/* The trace, and what else is to be shown. */
static gboolean
take_whole (ScopeView *view)
{
  gint64 first, last;

  scope_trace_range (view->trace, &first, &last);
  last = scope_view_follow_whole (view, first, last);
  if (view->room_first < view->room_last)
    {
      first = MIN (first, view->room_first);
      last = MAX (last, view->room_last);
    }
  return scope_viewport_set_whole (&view->viewport, first, last);
}

void
scope_view_set_room (ScopeView *view, gint64 first, gint64 last)
{
  view->room_first = first;
  view->room_last = last;
  scope_view_notify_if (view, take_whole (view), SCOPE_VIEW_RANGE);
}

void
scope_view_fit_selection (ScopeView *view)
{
  if (view->has_selection && view->selection_to > view->selection_from)
    scope_view_set_range (view, view->selection_from, view->selection_to);
  else
    scope_view_fit (view);
}

void
scope_view_show_time (ScopeView *view, gint64 time)
{
  ScopeViewport *v = &view->viewport;
  double t = (double) time - (double) v->first, margin = v->span / 10, shift = 0;

  if (t < v->from)
    shift = t - margin - v->from;
  else if (t > v->to)
    shift = t + margin - v->to;
  if (shift != 0)
    scope_view_pan (view, shift / scope_viewport_scale (v));
}

#define JUMP_LEAST 12.0 /* pixels: what is narrower is not seen for what it is … */
#define STEP_LEAST 1.0  /* … or not at all; then it is made so wide: */
#define JUMP_SHARE 6.0  /* that part of the view */
#define STEP_SHARE 40.0

/* Moves as little as needed; zooms only if the stretch would not be seen otherwise: narrower than `least` pixels, it
 * becomes one of `share` parts of the view. */
static void
bring_into_view (ScopeView *view, gint64 from, gint64 to, double least, double share)
{
  const ScopeViewport *v = &view->viewport;
  double low = (double) from - (double) v->first, high = (double) to - (double) v->first;
  double span = v->span, length = high - low, middle = (low + high) / 2;

  if (length == 0 && scope_viewport_is_whole (v))
    span /= 10; /* from a look at the whole, an instant alone would change nothing that can be seen */
  else if (length > 0 && (length > span || length / scope_viewport_scale (v) < least))
    span = length * (length > span ? 1.25 : share);
  else if (low >= v->from + v->span / 40 && high <= v->to - v->span / 40)
    return;
  moved (view, scope_viewport_set_range (&view->viewport, middle - span / 2, middle + span / 2));
}

void
scope_view_go_to_time (ScopeView *view, const ScopeLaneId *lane, gint64 from, gint64 to, gboolean near)
{
  guint row = SCOPE_NONE;

  scope_view_remember (view);
  if (lane != NULL)
    {
      ScopeLaneId there = *lane;

      row = scope_lane_list_reveal (view->lanes, there);
      scope_view_select_lane (view, &there);
    }
  scope_view_select_range (view, from, to);
  bring_into_view (view, MIN (from, to), MAX (from, to), near ? STEP_LEAST : JUMP_LEAST, near ? STEP_SHARE : JUMP_SHARE);
  if (row != SCOPE_NONE)
    g_signal_emit (view, reveal_signal, 0, row);
}

void
scope_view_go_to (ScopeView *view, const ScopeLaneId *lane, gint64 from, gint64 to)
{
  ScopeLaneId there = { 0 };

  if (lane != NULL)
    there = *lane;
  scope_view_go_to_time (view, lane, from, to, FALSE);
  if (lane != NULL)
    scope_view_look_for_call (view, &there, MIN (from, to), MAX (from, to));
}

void
scope_view_step_to (ScopeView *view, const ScopeLaneId *lane, gint64 from, gint64 to)
{
  scope_view_go_to_time (view, lane, from, to, TRUE);
}

#define WALK_PAUSE G_USEC_PER_SEC

static void
end_walk (ScopeView *view)
{
  view->wandered_at = 0;
  view->setting_out = FALSE;
}

void
scope_view_remember (ScopeView *view)
{
  end_walk (view);
  push_back (view, &view->viewport);
}

void
scope_view_wander (ScopeView *view, gint64 now)
{
  gboolean rested = view->wandered_at == 0 || now - view->wandered_at > WALK_PAUSE;

  view->wandered_at = now;
  if (!rested)
    return;
  view->rested = view->viewport;
  view->setting_out = TRUE;
}

/* Is there anything in the list but where one is? Neighbours in it differ. */
static gboolean
leads_away (ScopeView *view, const GArray *list)
{
  const ScopeViewport *last = list->len > 0 ? &g_array_index (list, ScopeViewport, list->len - 1) : NULL;

  return list->len > 1 || (last != NULL && (last->from != view->viewport.from || last->span != view->viewport.span));
}

static gboolean
go (ScopeView *view, GArray *from, GArray *to)
{
  ScopeViewport there;

  if (!leads_away (view, from))
    return FALSE;
  end_walk (view);
  there = g_array_index (from, ScopeViewport, from->len - 1);
  if (there.from == view->viewport.from && there.span == view->viewport.span)
    g_array_set_size (from, from->len - 1);
  there = g_array_index (from, ScopeViewport, from->len - 1);
  g_array_set_size (from, from->len - 1);
  g_array_append_val (to, view->viewport);
  scope_view_set_viewport (view, &there);
  return TRUE;
}

gboolean
scope_view_back (ScopeView *view)
{
  return go (view, view->back, view->forward);
}

gboolean
scope_view_forward (ScopeView *view)
{
  return go (view, view->forward, view->back);
}

gboolean
scope_view_can_go_back (ScopeView *view)
{
  return leads_away (view, view->back);
}

gboolean
scope_view_can_go_forward (ScopeView *view)
{
  return leads_away (view, view->forward);
}

/* --- selection, cursor --- */

gboolean
scope_view_get_selected_range (ScopeView *view, gint64 *ret_from, gint64 *ret_to)
{
  if (!view->has_selection)
    return FALSE;
  *ret_from = view->selection_from;
  *ret_to = view->selection_to;
  return TRUE;
}

void
scope_view_select_range (ScopeView *view, gint64 from, gint64 to)
{
  gint64 low = CLAMP (MIN (from, to), view->viewport.first, view->viewport.last);
  gint64 high = CLAMP (MAX (from, to), view->viewport.first, view->viewport.last);

  if (view->has_selection && view->message == NULL && !view->has_call && low == view->selection_from && high == view->selection_to)
    return;
  scope_view_drop_call (view);
  view->has_selection = TRUE;
  view->has_task = FALSE;
  g_clear_pointer (&view->message, g_free);
  view->selection_from = low;
  view->selection_to = high;
  scope_view_notify (view, SCOPE_VIEW_SELECTION);
}

void
scope_view_clear_selection (ScopeView *view)
{
  gboolean changed = view->has_selection || view->has_lane || view->has_task || view->message != NULL;

  scope_view_drop_call (view);
  view->has_selection = view->has_lane = view->has_task = FALSE;
  g_clear_pointer (&view->message, g_free);
  scope_view_notify_if (view, changed, SCOPE_VIEW_SELECTION);
}

gboolean
scope_view_get_selected_lane (ScopeView *view, ScopeLaneId *ret_lane)
{
  if (!view->has_lane)
    return FALSE;
  *ret_lane = view->lane;
  return TRUE;
}

void
scope_view_select_lane (ScopeView *view, const ScopeLaneId *lane)
{
  gboolean same = lane == NULL ? !view->has_lane
                               : view->has_lane && scope_lane_id_equal (view->lane, *lane);

  if (same && view->message == NULL)
    return;
  scope_view_drop_call (view);
  view->has_lane = lane != NULL;
  view->has_task = view->has_task && same;
  g_clear_pointer (&view->message, g_free);
  if (lane != NULL)
    view->lane = *lane;
  scope_view_notify (view, SCOPE_VIEW_SELECTION);
}

const ScopeMessageLine *
scope_view_get_selected_message (ScopeView *view)
{
  return view->message;
}

void
scope_view_select_message (ScopeView *view, const ScopeMessageLine *message)
{
  ScopeMessageLine *was = view->message;

  if (message == was || (message != NULL && was != NULL && memcmp (message, was, sizeof *was) == 0))
    return;
  scope_view_drop_call (view);
  view->message = g_memdup2 (message, sizeof *message);
  g_free (was);
  scope_view_notify (view, SCOPE_VIEW_SELECTION);
}

void
scope_view_zoom_to_message (ScopeView *view, const ScopeMessageLine *message)
{
  gint64 from = MIN (message->first, message->receive), to = MAX (message->until, message->last);
  double margin = MAX (((double) to - (double) from) * 0.1, 1);

  scope_view_remember (view);
  scope_view_set_range (view, from - (gint64) margin, to + (gint64) margin);
}

gboolean
scope_view_get_cursor (ScopeView *view, gint64 *ret_time)
{
  if (!view->has_cursor)
    return FALSE;
  *ret_time = view->cursor;
  return TRUE;
}

void
scope_view_set_cursor (ScopeView *view, gint64 time)
{
  if (view->has_cursor && view->cursor == time)
    return;
  view->has_cursor = TRUE;
  view->cursor = time;
  scope_view_notify (view, SCOPE_VIEW_CURSOR);
}

void
scope_view_unset_cursor (ScopeView *view)
{
  gboolean changed = view->has_cursor;

  view->has_cursor = FALSE;
  scope_view_notify_if (view, changed, SCOPE_VIEW_CURSOR);
}

/* --- the trace --- */

static void
adopt_trace (ScopeView *view)
{
  if (!view->messages_set)
    view->messages.show = scope_trace_runtime (view->trace) == SCOPE_RUNTIME_EDEN;
}

void
scope_view_update (ScopeView *view)
{
  ScopeViewChange what = SCOPE_VIEW_DATA;

  adopt_trace (view);
  scope_view_follow_data (view);
  if (take_whole (view))
    {
      scope_view_follow_place (view);
      what |= SCOPE_VIEW_RANGE;
    }
  /* The list tells of its rows itself. */
  scope_lane_list_update (view->lanes);
  scope_view_notify (view, what);
}

static void
on_lanes_changed (ScopeView *view)
{
  scope_view_notify (view, SCOPE_VIEW_LANES);
}

static void
on_notes_changed (ScopeView *view)
{
  scope_view_notify (view, SCOPE_VIEW_NOTES);
}

static void
scope_view_dispose (GObject *object)
{
  ScopeView *view = SCOPE_VIEW (object);

  if (view->trace != NULL)
    g_signal_handlers_disconnect_by_data (view->trace, view);
  if (view->lanes != NULL)
    g_signal_handlers_disconnect_by_data (view->lanes, view);
  if (view->notes != NULL)
    g_signal_handlers_disconnect_by_data (view->notes, view);
  scope_view_drop_call (view);
  scope_task_stop (&view->asking_spare);
  scope_task_stop (&view->asking_phases);
  g_clear_object (&view->derived);
  g_clear_object (&view->notes);
  g_clear_object (&view->lanes);
  g_clear_object (&view->trace);
  G_OBJECT_CLASS (scope_view_parent_class)->dispose (object);
}

static void
scope_view_finalize (GObject *object)
{
  ScopeView *view = SCOPE_VIEW (object);

  g_array_unref (view->back);
  g_array_unref (view->forward);
  g_free (view->message);
  g_free (view->calipers);
  g_free (view->hits);
  scope_hit_marks_unref (view->hit_marks);
  scope_ghost_unref (view->ghost);
  scope_own_colours_unref (view->own_colours);
  scope_call_unmatched_unref (view->unmatched);
  g_clear_pointer (&view->hiding, scope_call_hiding_unref);
  G_OBJECT_CLASS (scope_view_parent_class)->finalize (object);
}

static void
scope_view_class_init (ScopeViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = scope_view_finalize;
  changed_signal = g_signal_new ("changed", SCOPE_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 1, G_TYPE_UINT);
  reveal_signal = g_signal_new ("reveal", SCOPE_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_UINT);
}

static void
scope_view_init (ScopeView *view)
{
  view->back = g_array_new (FALSE, FALSE, sizeof (ScopeViewport));
  view->forward = g_array_new (FALSE, FALSE, sizeof (ScopeViewport));
  scope_look_init (&view->look);
  scope_message_filter_init (&view->messages);
}

ScopeView *
scope_view_new (ScopeTrace *trace)
{
  ScopeView *view = g_object_new (SCOPE_TYPE_VIEW, NULL);
  gint64 first, last;

  view->trace = g_object_ref (trace);
  view->lanes = scope_lane_list_new (trace);
  view->notes = scope_notes_new ();
  scope_trace_range (trace, &first, &last);
  scope_viewport_init (&view->viewport, first, last, 1000);
  adopt_trace (view);
  g_signal_connect_swapped (trace, "changed", G_CALLBACK (scope_view_update), view);
  g_signal_connect_swapped (view->lanes, "changed", G_CALLBACK (on_lanes_changed), view);
  g_signal_connect_swapped (view->notes, "items-changed", G_CALLBACK (on_notes_changed), view);
  return view;
}
