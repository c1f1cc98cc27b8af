/* scope-view-call.c: see scope-view-call.h.
 *
 * A jump that names a lane and a time only (a lock's wait, a line that another core took) asks for the stack then, and chooses the uppermost
 * activation that lasts as long.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/scene/view/scope-view-call.h"

#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-private.h"

#define LEAST 14.0 /* pixels: an activation that one jumps to is no narrower … */
#define SHARE 8.0  /* … or becomes that part of the view */

gboolean
scope_view_get_selected_call (ScopeView *view, ScopeActivationId *ret_call)
{
  if (view->has_call)
    *ret_call = view->call;
  return view->has_call;
}

void
scope_view_drop_call (ScopeView *view)
{
  view->has_call = FALSE;
  scope_task_stop (&view->finding_call);
}

static void
choose (ScopeView *view, const ScopeActivationId *call, gint64 from, gint64 to)
{
  const ScopeViewport *v = &view->viewport;

  scope_view_drop_call (view);
  view->has_lane = view->has_selection = view->has_call = TRUE;
  view->has_task = FALSE;
  g_clear_pointer (&view->message, g_free);
  view->lane = call->lane;
  view->call = *call;
  view->selection_from = CLAMP (from, v->first, v->last);
  view->selection_to = CLAMP (to, v->first, v->last);
  scope_view_notify (view, SCOPE_VIEW_SELECTION);
}

void
scope_view_select_call (ScopeView *view, const ScopeActivationId *call)
{
  choose (view, call, call->from, call->to);
}

void
scope_view_select_call_beside (ScopeView *view, const ScopeActivationId *call)
{
  choose (view, call, view->has_selection ? view->selection_from : call->from, view->has_selection ? view->selection_to : call->to);
}

const ScopeCallUnmatched *
scope_view_get_unmatched (ScopeView *view, ScopeCallSide *ret_side)
{
  if (ret_side != NULL)
    *ret_side = view->unmatched_side;
  return view->unmatched;
}

void
scope_view_set_unmatched (ScopeView *view, ScopeCallUnmatched *unmatched, ScopeCallSide side)
{
  if (unmatched == view->unmatched)
    return;
  if (unmatched != NULL)
    scope_call_unmatched_ref (unmatched);
  scope_call_unmatched_unref (view->unmatched);
  view->unmatched = unmatched;
  view->unmatched_side = side;
  scope_view_notify (view, SCOPE_VIEW_LOOK);
}

ScopeCallHiding *
scope_view_get_call_hiding (ScopeView *view)
{
  return view->hiding;
}

void
scope_view_set_call_hiding (ScopeView *view, ScopeCallHiding *hiding)
{
  gboolean same = scope_call_hiding_digest (hiding) == scope_call_hiding_digest (view->hiding);

  if (hiding != NULL)
    scope_call_hiding_ref (hiding);
  g_clear_pointer (&view->hiding, scope_call_hiding_unref);
  view->hiding = hiding;
  scope_view_notify_if (view, !same, SCOPE_VIEW_LOOK);
}

guint
scope_view_find_calls_row (ScopeView *view, ScopeLaneId lane)
{
  guint row = scope_lane_list_find (view->lanes, lane, FALSE);
  g_autofree char *key = NULL;

  if (row == SCOPE_NONE)
    return SCOPE_NONE;
  key = g_strdup_printf ("calls:%s", scope_lane_list_row (view->lanes, row)->key);
  return scope_lane_list_find_key (view->lanes, key);
}

/* The lane's own row is there. Cores are opened; of thousands of processes those that were. */
static guint
reveal_calls (ScopeView *view, ScopeLaneId lane)
{
  guint row = scope_lane_list_reveal (view->lanes, lane), calls;
  const ScopeLaneNode *node = row != SCOPE_NONE ? scope_lane_list_row (view->lanes, row) : NULL;

  if (node != NULL && node->lane.kind == lane.kind && node->lane.index == lane.index && lane.kind == SCOPE_KIND_PROCESSOR
      && node->expandable && !node->expanded)
    scope_lane_list_set_expanded (view->lanes, row, TRUE);
  calls = scope_view_find_calls_row (view, lane);
  return calls != SCOPE_NONE ? calls : row;
}

/* Its beginning and as much behind it as there is room for; all of it, if it can be seen. */
static void
bring_call (ScopeView *view, const ScopeActivationId *call, gint64 from, gint64 to)
{
  double pixels = ((double) call->to - (double) call->from) / scope_viewport_scale (&view->viewport);
  double margin;

  if (pixels >= LEAST || view->viewport.span <= 0)
    return;
  margin = MAX ((double) call->to - (double) call->from, 1) * (SHARE - 1) / 2;
  scope_view_set_range (view, MIN (call->from, from) - (gint64) margin, MAX (call->to, to) + (gint64) margin);
}

void
scope_view_go_to_call (ScopeView *view, const ScopeActivationId *call, gint64 from, gint64 to)
{
  const ScopeActivationId there = *call;
  guint row;

  if (from == to && from == there.from)
    to = there.to;
  scope_view_go_to_time (view, &there.lane, from, to, FALSE);
  row = reveal_calls (view, there.lane);
  choose (view, &there, from, to);
  bring_call (view, &there, from, to);
  if (row != SCOPE_NONE)
    g_signal_emit_by_name (view, "reveal", row);
}

void
scope_view_step_to_call (ScopeView *view, const ScopeActivationId *call)
{
  const ScopeActivationId there = *call;
  guint row;

  scope_view_go_to_time (view, &there.lane, there.from, there.to, TRUE);
  row = reveal_calls (view, there.lane);
  choose (view, &there, there.from, there.to);
  if (row != SCOPE_NONE)
    g_signal_emit_by_name (view, "reveal", row);
}

/* --- the activation of a time --- */

typedef struct
{
  ScopeView *view;
  gint64 from, to;
} Jump;

static void
found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Jump *jump = user_data;
  g_autoptr (ScopeView) view = jump->view;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeActivations) stack = scope_task_answer (result, &error);
  const ScopeActivation *best = NULL;
  ScopeActivationId call;
  guint row;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&view->finding_call);
  for (gsize i = 0; stack != NULL && i < stack->n; i++)
    if (stack->items[i].from <= jump->from && stack->items[i].to >= jump->to && (best == NULL || stack->items[i].depth > best->depth))
      best = &stack->items[i];
  if (best == NULL || scope_function_is_pseudo (stack->functions[best->function].number))
    return;
  call = (ScopeActivationId) { stack->lane, best->depth, best->from, best->to };
  row = reveal_calls (view, call.lane);
  choose (view, &call, jump->from, jump->to);
  bring_call (view, &call, jump->from, jump->to);
  if (row != SCOPE_NONE)
    g_signal_emit_by_name (view, "reveal", row);
}

void
scope_view_look_for_call (ScopeView *view, const ScopeLaneId *lane, gint64 from, gint64 to)
{
  Jump *jump;

  if (lane->kind != SCOPE_KIND_PROCESSOR || !scope_activations_in_lane (view->trace, *lane))
    return;
  jump = g_new (Jump, 1);
  *jump = (Jump) { g_object_ref (view), from, to };
  view->finding_call = g_cancellable_new ();
  scope_activations_read_at_async (view->trace, *lane, from, view->finding_call, found, jump);
}
