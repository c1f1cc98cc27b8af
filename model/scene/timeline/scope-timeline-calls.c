/* scope-timeline-calls.c: rows of call stacks in the timeline: the bars of a flame chart, level under level.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/calls/scope-call-marks.h"
#include "model/scene/calls/scope-call-unmatched-marks.h"
#include "model/scene/timeline/scope-timeline-hit.h"
#include "model/scene/timeline/scope-timeline-scene-private.h"
#include "model/scene/view/scope-view-call.h"

static void
init_place (const ScopeTimelineBuild *b, const ScopeLaneNode *node, ScopeCallChartPlace *place)
{
  const ScopeViewLook *look = scope_view_get_look (b->view);
  double y = scope_timeline_bar_y (b, node);
  ScopeActivationId call;

  *place = (ScopeCallChartPlace) { .viewport = b->viewport,
                                   .x = b->x,
                                   .y = y,
                                   .top = MAX (y, scope_timeline_top (b, node->sticks)),
                                   .bottom = MIN (y + node->bar_height, b->y + b->height),
                                   .row = node->bar_height / MAX (node->levels, 1),
                                   .factor = b->options->factor,
                                   .by_kind = look->calls_by_kind,
                                   .depth_line = look->depth_line && node->lane.kind == SCOPE_KIND_PROCESSOR };
  place->unmatched = scope_view_get_unmatched (b->view, &place->side);
  place->has_chosen = scope_view_get_selected_call (b->view, &call) && scope_lane_id_equal (call.lane, node->lane);
  if (!place->has_chosen)
    return;
  place->chosen_depth = call.depth;
  place->chosen_time = call.from;
}

void
scope_timeline_add_calls (ScopeTimelineBuild *b, guint row)
{
  const ScopeLaneNode *node = scope_lane_list_row (b->lanes, row);
  const ScopeActivations *calls = b->overlay != NULL ? scope_overlay_find_calls (b->overlay, node->lane) : NULL;
  ScopeCallChartPlace place;

  if (calls == NULL)
    return;
  init_place (b, node, &place);
  place.marks = scope_overlay_find_call_marks (b->overlay, node->lane);
  scope_call_chart_add (b->scene, calls, &place);
}

static char *
describe (ScopeView *view, const ScopeActivations *calls, const ScopeCallChartPlace *place, const ScopeActivation *item)
{
  ScopeClock clock = scope_view_get_clock (view);
  g_autofree char *words = scope_call_chart_describe (scope_view_get_trace (view), calls, item, &clock);
  g_autofree char *unmatched = scope_call_unmatched_words (calls, place, item);

  return unmatched != NULL ? g_strdup_printf ("%s · %s", words, unmatched) : g_steal_pointer (&words);
}

gboolean
scope_timeline_hit_call (ScopeView *view, const ScopeTimelineOptions *options, const ScopeOverlay *overlay, guint row, double x,
                         double y, ScopeCallHit *ret_hit)
{
  ScopeTimelineBuild b = { .view = view, .options = options, .overlay = overlay };
  const ScopeLaneNode *node = scope_lane_list_row (scope_view_get_lanes (view), row);
  const ScopeActivations *calls;
  const ScopeCallMarks *marks;
  const ScopeCallMark *mark;
  const ScopeActivation *item;
  ScopeCallChartPlace place;
  gint64 time;
  guint depth;

  if (node == NULL || node->kind != SCOPE_ROW_CALLS || overlay == NULL)
    return FALSE;
  calls = scope_overlay_find_calls (overlay, node->lane);
  if (calls == NULL)
    return FALSE;
  scope_timeline_measure (&b);
  init_place (&b, node, &place);
  marks = scope_overlay_find_call_marks (overlay, node->lane);
  mark = marks != NULL ? scope_call_marks_hit (marks, &place, x + b.x, y + b.y) : NULL;
  if (mark != NULL)
    {
      ScopeClock clock = scope_view_get_clock (view);

      *ret_hit = (ScopeCallHit) { .lane = node->lane, .from = mark->time, .to = mark->last + 1, .n = mark->count, .depth = mark->depth };
      item = scope_activations_find (calls, mark->depth, mark->time);
      if (item != NULL && item->n == 1)
        {
          ret_hit->in_activation = TRUE;
          ret_hit->depth = item->level;
          ret_hit->enter = item->from;
          ret_hit->exit = item->to;
        }
      ret_hit->words = scope_call_mark_describe (scope_view_get_trace (view), marks, mark, &clock);
      return TRUE;
    }
  item = scope_call_chart_hit (calls, &place, x + b.x, y + b.y, &depth, &time);
  if (item == NULL)
    return FALSE;
  *ret_hit = (ScopeCallHit) { .lane = node->lane, .from = item->from, .to = item->to, .n = item->n, .is_activation = item->n == 1,
                              .depth = item->level };
  ret_hit->words = describe (view, calls, &place, item);
  return TRUE;
}

void
scope_call_hit_clear (ScopeCallHit *hit)
{
  g_clear_pointer (&hit->words, g_free);
}
