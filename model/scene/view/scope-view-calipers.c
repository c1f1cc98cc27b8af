/* scope-view-calipers.c: see the header.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-view-calipers.h"

#include "model/base/scope-format.h"
#include "model/trace/document/scope-cycles.h"
#include "model/scene/view/scope-view-private.h"

#include <math.h>

gboolean
scope_view_get_calipers (ScopeView *view, ScopeViewCalipers *ret_calipers)
{
  if (view->calipers == NULL)
    return FALSE;
  *ret_calipers = *view->calipers;
  return TRUE;
}

gboolean
scope_view_get_calipers_range (ScopeView *view, gint64 *ret_from, gint64 *ret_to)
{
  if (view->calipers == NULL)
    return FALSE;
  *ret_from = MIN (view->calipers->at[0], view->calipers->at[1]);
  *ret_to = MAX (view->calipers->at[0], view->calipers->at[1]);
  return TRUE;
}

static gboolean
same_lane (const ScopeViewCalipers *a, const ScopeViewCalipers *b)
{
  if (a->has_lane != b->has_lane)
    return FALSE;
  return !a->has_lane || scope_lane_id_equal (a->lane, b->lane);
}

void
scope_view_set_calipers (ScopeView *view, const ScopeViewCalipers *calipers)
{
  ScopeViewCalipers now;

  if (calipers == NULL)
    {
      gboolean had = view->calipers != NULL;

      g_clear_pointer (&view->calipers, g_free);
      scope_view_notify_if (view, had, SCOPE_VIEW_CALIPERS);
      return;
    }
  now = *calipers;
  for (guint i = 0; i < 2; i++)
    now.at[i] = CLAMP (now.at[i], view->viewport.first, view->viewport.last);
  now.active = MIN (now.active, 1);
  if (view->calipers != NULL && now.at[0] == view->calipers->at[0] && now.at[1] == view->calipers->at[1]
      && now.active == view->calipers->active && same_lane (&now, view->calipers))
    return;
  if (view->calipers == NULL)
    view->calipers = g_new (ScopeViewCalipers, 1);
  *view->calipers = now;
  scope_view_notify (view, SCOPE_VIEW_CALIPERS);
}

void
scope_view_move_caliper (ScopeView *view, guint which, gint64 time)
{
  ScopeViewCalipers calipers;

  if (!scope_view_get_calipers (view, &calipers))
    return;
  calipers.active = MIN (which, 1);
  calipers.at[calipers.active] = time;
  scope_view_set_calipers (view, &calipers);
}

void
scope_view_switch_caliper (ScopeView *view)
{
  ScopeViewCalipers calipers;

  if (!scope_view_get_calipers (view, &calipers))
    return;
  calipers.active = 1 - calipers.active;
  scope_view_set_calipers (view, &calipers);
}

/* The first core, of what has cores. */
static gboolean
find_core (ScopeTrace *trace, ScopeLaneId *ret_lane)
{
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    if (scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_PROCESSOR) > 0)
      {
        *ret_lane = (ScopeLaneId) { m, SCOPE_KIND_PROCESSOR, 0 };
        return TRUE;
      }
  return FALSE;
}

void
scope_view_place_calipers (ScopeView *view)
{
  const ScopeViewport *viewport = &view->viewport;
  ScopeViewCalipers calipers = { .active = 1 };

  if (!scope_view_get_selected_range (view, &calipers.at[0], &calipers.at[1]) || calipers.at[0] == calipers.at[1])
    for (guint i = 0; i < 2; i++)
      calipers.at[i] = scope_viewport_x_to_time (viewport, viewport->width * (i + 1) / 3.0);
  calipers.has_lane = scope_view_get_selected_lane (view, &calipers.lane) || find_core (view->trace, &calipers.lane);
  scope_view_set_calipers (view, &calipers);
}

char *
scope_view_dup_calipers_text (ScopeView *view)
{
  gint64 from, to, tick_ps = scope_trace_tick_ps (view->trace), period = 0;
  g_autofree char *span = NULL, *cycles = NULL;

  if (!scope_view_get_calipers_range (view, &from, &to))
    return NULL;
  span = scope_format_duration ((double) to - (double) from, tick_ps);
  if (view->calipers->has_lane)
    period = scope_cycles_of_lane (view->trace, view->calipers->lane, NULL);
  cycles = scope_cycles_text ((double) to - (double) from, tick_ps, period);
  return cycles != NULL ? g_strdup_printf ("%s · %s", span, cycles) : g_steal_pointer (&span);
}

int
scope_timeline_caliper_at (ScopeView *view, double x, double reach)
{
  double best = reach;
  int found = -1;

  for (guint i = 0; view->calipers != NULL && i < 2; i++)
    {
      double far = fabs (scope_viewport_time_to_x (&view->viewport, view->calipers->at[i]) - x);

      /* The active one if they lie upon each other. */
      if (far < best || (far <= best && i == view->calipers->active))
        {
          best = far;
          found = (int) i;
        }
    }
  return found;
}

/* At the right end a scroll bar comes over the plot when the pointer does, and would take it. */
double
scope_caliper_flag_x (double x, double width)
{
  return CLAMP (x - SCOPE_CALIPER_FLAG / 2, 0, MAX (width - SCOPE_CALIPER_FLAG - SCOPE_CALIPER_MARGIN, 0));
}

int
scope_timeline_caliper_flag_at (ScopeView *view, double x)
{
  double width = view->viewport.width;
  int found = -1;

  for (guint i = 0; view->calipers != NULL && i < 2; i++)
    {
      double line = scope_viewport_time_to_x (&view->viewport, view->calipers->at[i]), flag = scope_caliper_flag_x (line, width);

      /* The active one's is drawn over the other's. */
      if (line >= -1 && line <= width + 1 && x >= flag && x < flag + SCOPE_CALIPER_FLAG
          && (found < 0 || i == view->calipers->active))
        found = (int) i;
    }
  return found;
}
