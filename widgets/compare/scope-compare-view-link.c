/* scope-compare-view-link.c: what one timeline shows the other shows, too: through the time map and the pairs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/compare/scope-compare-view-private.h"

#include "model/scene/view/scope-view-call.h"
#include "model/scene/view/scope-view-extent.h"

#include <math.h>

#define MOST_ROWS 4000u /* rows whose folding is followed */
#define MOST_DRIFT 40   /* of two that are a pair, in their lengths: so far apart they still stand in one stretch of time */

/* A time that may lie between two ticks, in ticks after `from`'s first, to the same after the other's. */
static double
map_ticks (const ScopeTimeMap *map, double ticks, gint64 first, gint64 other_first, gboolean to_baseline)
{
  double whole = floor (ticks), fraction = ticks - whole;
  gint64 t = first + (gint64) whole;
  gint64 a = to_baseline ? scope_time_map_to_baseline (map, t) : scope_time_map_to_run (map, t);
  gint64 b = to_baseline ? scope_time_map_to_baseline (map, t + 1) : scope_time_map_to_run (map, t + 1);

  return (double) (a - other_first) + fraction * (double) (b - a);
}

static void
link_range (const ScopeTimeMap *map, ScopeView *from, ScopeView *to, gboolean to_baseline)
{
  const ScopeViewport *here = scope_view_get_viewport (from);
  ScopeViewport there = *scope_view_get_viewport (to);

  there.from = map_ticks (map, here->from, here->first, there.first, to_baseline);
  there.to = map_ticks (map, here->to, here->first, there.first, to_baseline);
  if (there.to > there.from)
    scope_view_set_viewport (to, &there);
}

static void
link_selection (ScopeCompareView *self, ScopeView *from, ScopeView *to, gboolean to_baseline)
{
  const ScopeTimeMap *map = scope_comparison_get_map (self->comparison);
  ScopePairing *pairing = scope_comparison_get_pairing (self->comparison);
  ScopeLaneId lane, partner;
  gint64 a, b;

  if (scope_view_get_selected_message (from) != NULL)
    return; /* is of one run alone */
  if (scope_view_get_selected_range (from, &a, &b))
    {
      a = to_baseline ? scope_time_map_to_baseline (map, a) : scope_time_map_to_run (map, a);
      b = to_baseline ? scope_time_map_to_baseline (map, b) : scope_time_map_to_run (map, b);
      (scope_view_get_extent (from) == SCOPE_RANGE_SELECTION ? scope_view_choose_range : scope_view_select_range) (to, a, b);
    }
  else
    scope_view_clear_selection (to);
  if (pairing != NULL && scope_view_get_selected_lane (from, &lane)
      && (to_baseline ? scope_pairing_to_baseline (pairing, lane, &partner) : scope_pairing_to_run (pairing, lane, &partner)))
    scope_view_select_lane (to, &partner);
  else
    scope_view_select_lane (to, NULL);
}

static void
link_cursor (const ScopeTimeMap *map, ScopeView *from, ScopeView *to, gboolean to_baseline)
{
  gint64 time;

  if (scope_view_get_cursor (from, &time))
    scope_view_set_cursor (to, to_baseline ? scope_time_map_to_baseline (map, time) : scope_time_map_to_run (map, time));
  else
    scope_view_unset_cursor (to);
}

/* What columns show and how high rows are is a way of looking at both. */
static void
link_look (ScopeView *from, ScopeView *to)
{
  static const ScopeLookField fields[]
      = { SCOPE_LOOK_HEIGHT, SCOPE_LOOK_COLUMNS, SCOPE_LOOK_COLOURS, SCOPE_LOOK_DIMMED, SCOPE_LOOK_PALETTE };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    scope_view_set_look (to, fields[i], scope_look_get (scope_view_get_look (from), fields[i]));
}

/* The same rows: what is unfolded in one is in the other. */
static void
link_rows (ScopeCompareView *self, ScopeView *from, ScopeView *to, gboolean to_baseline)
{
  ScopeLaneList *here = scope_view_get_lanes (from), *there = scope_view_get_lanes (to);
  ScopePairing *pairing = scope_comparison_get_pairing (self->comparison);

  if (scope_lane_list_get_show (here) != SCOPE_SHOW_LIST && scope_lane_list_get_show (here) != scope_lane_list_get_show (there))
    scope_lane_list_set_show (there, scope_lane_list_get_show (here));
  for (guint i = 0; pairing != NULL && i < MIN (scope_lane_list_n_rows (here), MOST_ROWS); i++)
    {
      const ScopeLaneNode *node = scope_lane_list_row (here, i);
      ScopeLaneId partner;
      guint row;

      if (!node->expandable || (node->kind != SCOPE_ROW_STATES && node->kind != SCOPE_ROW_COUNTS)
          || !(to_baseline ? scope_pairing_to_baseline (pairing, node->lane, &partner)
                           : scope_pairing_to_run (pairing, node->lane, &partner)))
        continue;
      row = scope_lane_list_find (there, partner, FALSE);
      if (row != SCOPE_NONE && scope_lane_list_row (there, row)->expandable
          && scope_lane_list_row (there, row)->expanded != node->expanded)
        scope_lane_list_set_expanded (there, row, node->expanded);
    }
}

/* A view that gets another width keeps its scale, not its range. The other one gets that width as well, and is not to do so twice:
 * when both have it, this run says what is seen. */
static gboolean
follow_width (ScopeCompareView *self, ScopeView *view)
{
  int width = scope_view_get_viewport (view)->width, *seen = &self->widths[view == self->run_view ? 1 : 0];

  if (width == *seen)
    return FALSE;
  *seen = width;
  if (self->linked && self->widths[0] == self->widths[1])
    link_range (scope_comparison_get_map (self->comparison), self->run_view, self->baseline_view, TRUE);
  return TRUE;
}

static void
view_changed (ScopeView *view, guint what, ScopeCompareView *self)
{
  gboolean to_baseline = view == self->run_view;
  ScopeView *other = to_baseline ? self->baseline_view : self->run_view;
  const ScopeTimeMap *map = scope_comparison_get_map (self->comparison);

  if (self->linking)
    return;
  self->linking = TRUE;
  if (what & SCOPE_VIEW_LOOK)
    link_look (view, other);
  if (what & SCOPE_VIEW_LANES)
    link_rows (self, view, other, to_baseline);
  if ((what & SCOPE_VIEW_RANGE) && !follow_width (self, view) && self->linked)
    link_range (map, view, other, to_baseline);
  if (self->linked && (what & SCOPE_VIEW_SELECTION))
    link_selection (self, view, other, to_baseline);
  if (self->linked && (what & SCOPE_VIEW_CURSOR))
    link_cursor (map, view, other, to_baseline);
  self->linking = FALSE;
  if (what & SCOPE_VIEW_LANES)
    scope_compare_view_find_unmatched (self);
  if (what & SCOPE_VIEW_SELECTION)
    {
      scope_compare_view_update_bar (self);
      scope_compare_view_find_partner (self, view);
    }
}

/* Somebody wants a row to be seen: its partner, too. */
static void
view_revealed (ScopeView *view, guint row, ScopeCompareView *self)
{
  gboolean to_baseline = view == self->run_view;
  ScopeView *other = to_baseline ? self->baseline_view : self->run_view;
  ScopePairing *pairing = scope_comparison_get_pairing (self->comparison);
  ScopeLaneId lane, partner;

  if (self->linking || !self->linked || pairing == NULL || !scope_view_get_selected_lane (view, &lane)
      || !(to_baseline ? scope_pairing_to_baseline (pairing, lane, &partner) : scope_pairing_to_run (pairing, lane, &partner)))
    return;
  self->linking = TRUE;
  row = scope_lane_list_reveal (scope_view_get_lanes (other), partner);
  if (row != SCOPE_NONE)
    g_signal_emit_by_name (other, "reveal", row);
  self->linking = FALSE;
  scope_difference_view_show_lane (SCOPE_DIFFERENCE_VIEW (self->differences), to_baseline ? lane : partner);
}

/* The same names column everywhere, so that the same pixel is the same time. */
static void
canvas_drawn (ScopeCanvas *canvas, ScopeCompareView *self)
{
  ScopeCanvas *other = scope_timeline_get_canvas (canvas == scope_timeline_get_canvas (self->run) ? self->baseline : self->run);
  double width = scope_canvas_get_names_width (canvas);

  scope_difference_view_set_names_width (SCOPE_DIFFERENCE_VIEW (self->differences), width);
  scope_axis_alignment_band_set_names_width (SCOPE_AXIS_ALIGNMENT_BAND (self->band), width);
  if (scope_canvas_get_names_width (other) != width && gtk_widget_has_focus (GTK_WIDGET (canvas)))
    scope_canvas_set_names_width (other, width);
}

void
scope_compare_view_follow_map (ScopeCompareView *self)
{
  const ScopeTimeMap *map = scope_comparison_get_map (self->comparison);
  gint64 r0, r1, b0, b1;

  scope_trace_range (scope_comparison_get_run (self->comparison), &r0, &r1);
  scope_trace_range (scope_comparison_get_baseline (self->comparison), &b0, &b1);
  self->linking = TRUE;
  scope_view_set_room (self->run_view, scope_time_map_to_run (map, b0), scope_time_map_to_run (map, b1));
  scope_view_set_room (self->baseline_view, scope_time_map_to_baseline (map, r0), scope_time_map_to_baseline (map, r1));
  link_rows (self, self->run_view, self->baseline_view, TRUE);
  if (self->linked)
    {
      link_range (map, self->run_view, self->baseline_view, TRUE);
      link_selection (self, self->run_view, self->baseline_view, TRUE);
    }
  self->linking = FALSE;
}

static void
connect (ScopeCompareView *self, ScopeTimeline *timeline)
{
  ScopeView *view = scope_timeline_get_view (timeline);

  self->widths[view == self->run_view ? 1 : 0] = scope_view_get_viewport (view)->width;
  g_signal_connect (view, "changed", G_CALLBACK (view_changed), self);
  g_signal_connect (view, "reveal", G_CALLBACK (view_revealed), self);
  g_signal_connect (scope_timeline_get_canvas (timeline), "drawn", G_CALLBACK (canvas_drawn), self);
}

void
scope_compare_view_link (ScopeCompareView *self)
{
  scope_canvas_set_names_width (scope_timeline_get_canvas (self->baseline),
                                scope_canvas_get_names_width (scope_timeline_get_canvas (self->run)));
  link_look (self->run_view, self->baseline_view);
  connect (self, self->run);
  connect (self, self->baseline);
  scope_compare_view_follow_map (self);
}

void
scope_compare_view_unlink (ScopeCompareView *self)
{
  ScopeTimeline *const both[] = { self->run, self->baseline };

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    {
      g_signal_handlers_disconnect_by_data (scope_timeline_get_canvas (both[i]), self);
      g_signal_handlers_disconnect_by_data (i == 0 ? self->run_view : self->baseline_view, self);
      scope_view_set_room (i == 0 ? self->run_view : self->baseline_view, 0, 0);
    }
}

/* --- from the table --- */

static guint
state_of (const ScopeDifference *difference)
{
  ScopeQuantity whole, quantity = difference->quantity;

  if (scope_quantity_is_part (quantity, &whole))
    quantity = whole;
  return quantity < SCOPE_N_STATES ? quantity : SCOPE_N_STATES;
}

/* A lane of the baseline alone is gone to there. */
static void
go_to_baseline (ScopeCompareView *self, const ScopeDifference *d, gboolean zoom)
{
  gint64 from, to;

  if (!zoom)
    {
      scope_view_select_lane (self->baseline_view, &d->baseline_lane);
      return;
    }
  scope_viewport_get_range (scope_view_get_viewport (self->baseline_view), &from, &to);
  scope_view_go_to (self->baseline_view, &d->baseline_lane, from, to);
}

void
scope_compare_view_go_to (ScopeCompareView *self, const ScopeDifference *d, gboolean zoom)
{
  ScopeDifferenceView *differences = SCOPE_DIFFERENCE_VIEW (self->differences);
  gint64 from, to;
  guint row;

  if (d->of != SCOPE_FIGURE_LANE)
    {
      if (zoom && !scope_view_get_selected_range (self->run_view, &from, &to))
        scope_view_fit (self->run_view);
      else if (zoom)
        scope_view_fit_selection (self->run_view);
      return;
    }
  if (!d->has_run)
    {
      go_to_baseline (self, d, zoom);
      return;
    }
  row = scope_lane_list_reveal (scope_view_get_lanes (self->run_view), d->run_lane);
  scope_view_select_lane (self->run_view, &d->run_lane);
  if (row != SCOPE_NONE)
    g_signal_emit_by_name (self->run_view, "reveal", row);
  if (!zoom)
    return;
  scope_view_remember (self->run_view);
  if (scope_view_get_selected_range (self->run_view, &from, &to) && to > from)
    scope_view_fit_selection (self->run_view);
  if (scope_difference_view_find_most (differences, d->run_lane, state_of (d), &from, &to))
    scope_view_go_to (self->run_view, &d->run_lane, from, to);
}

/* --- from the calls --- */

static void
reveal_lane (ScopeView *view, const ScopeLaneId *lane)
{
  guint row = scope_lane_list_reveal (scope_view_get_lanes (view), *lane);

  if (row != SCOPE_NONE)
    g_signal_emit_by_name (view, "reveal", row);
}

/* The activation itself, so that its facts are told; else the time. */
static void
choose_call (ScopeView *view, const ScopeCallPlace *place, guint side)
{
  const ScopeActivationId call = { place->lanes[side], place->depth, place->from[side], place->to[side] };

  if (place->depth != SCOPE_NONE)
    {
      scope_view_select_call (view, &call);
      return;
    }
  scope_view_select_lane (view, &place->lanes[side]);
  scope_view_select_range (view, place->from[side], place->to[side]);
}

/* Both stand in one stretch of time, the baseline's as the map has it: so one sees how far they have drifted apart. If that is too far for
 * either to be seen, each is gone to where it is. */
void
scope_compare_view_go_to_call (ScopeCompareView *self, const ScopeCallPlace *place)
{
  const ScopeTimeMap *map = scope_comparison_get_map (self->comparison);
  ScopeView *const views[2] = { self->baseline_view, self->run_view };
  gint64 from[2], to[2], least, most, longest = 1;
  gboolean together;

  for (guint s = 0; s < 2; s++)
    {
      from[s] = s == SCOPE_CALL_RUN ? place->from[s] : scope_time_map_to_run (map, place->from[s]);
      to[s] = s == SCOPE_CALL_RUN ? place->to[s] : scope_time_map_to_run (map, place->to[s]);
      if (place->has[s])
        longest = MAX (longest, to[s] - from[s]);
    }
  least = !place->has[1] ? from[0] : !place->has[0] ? from[1] : MIN (from[0], from[1]);
  most = !place->has[1] ? to[0] : !place->has[0] ? to[1] : MAX (to[0], to[1]);
  together = (double) most - (double) least <= MOST_DRIFT * (double) longest;
  if (place->has[SCOPE_CALL_RUN] && !together)
    {
      least = from[SCOPE_CALL_RUN];
      most = to[SCOPE_CALL_RUN];
    }
  /* The other follows, if they are linked. */
  if (place->has[SCOPE_CALL_RUN])
    scope_view_go_to (self->run_view, &place->lanes[SCOPE_CALL_RUN], least, most);
  else
    scope_view_go_to (self->baseline_view, &place->lanes[SCOPE_CALL_BASELINE], place->from[0], place->to[0]);
  self->linking = TRUE;
  for (guint s = 0; s < 2; s++)
    {
      if (!place->has[s])
        continue;
      if (s == SCOPE_CALL_BASELINE && place->has[SCOPE_CALL_RUN] && (!together || !self->linked))
        scope_view_go_to (views[s], &place->lanes[s], place->from[s], place->to[s]);
      else
        reveal_lane (views[s], &place->lanes[s]);
      choose_call (views[s], place, s);
    }
  self->linking = FALSE;
}
