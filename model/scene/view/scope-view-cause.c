/* scope-view-cause.c: see scope-view-cause.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/view/scope-view-cause.h"

#include "model/scene/view/scope-view-private.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/analysis/scope-deriving.h"

#include <glib/gi18n-lib.h>

void
scope_view_set_derived (ScopeView *view, ScopeDerived *derived)
{
  g_autoptr (ScopeDerived) before = view->derived != NULL ? g_object_ref (view->derived) : NULL;

  if (!g_set_object (&view->derived, derived))
    return;
  scope_view_update_path (view);
  scope_view_notify (view, SCOPE_VIEW_LOOK | SCOPE_VIEW_DATA);
}

void
scope_view_update_path (ScopeView *view)
{
  gboolean shown = (view->look.path & SCOPE_PATH_AS_LANE) != 0 && view->derived != NULL;

  scope_lane_list_set_path (view->lanes, shown ? scope_derived_facts (view->derived)->whole : NULL, SCOPE_WHOLE_PATH);
}

ScopeDerived *
scope_view_get_derived (ScopeView *view)
{
  return view->derived;
}

ScopeDerived *
scope_view_dup_new_derived (ScopeView *view)
{
  g_autoptr (ScopeDerived) derived = scope_trace_get_finished (view->trace) ? scope_derived_dup (view->trace) : NULL;

  return derived != NULL && derived != view->derived ? g_steal_pointer (&derived) : NULL;
}

gboolean
scope_view_by_cause (ScopeView *view)
{
  return view->look.colours == SCOPE_COLOUR_CAUSE && view->derived != NULL;
}

gboolean
scope_view_path_is_line (ScopeView *view)
{
  return (view->look.path & SCOPE_PATH_AS_LINE) != 0 && view->derived != NULL;
}

const char *
scope_view_state_word (ScopeView *view, ScopeState state)
{
  if (!scope_view_by_cause (view))
    return scope_trace_state_label (view->trace, state);
  switch (state)
    {
    case SCOPE_STATE_RUNNABLE:
      return scope_cause_word (view->trace, SCOPE_CAUSE_IDLE_OWN_QUEUE);
    case SCOPE_STATE_ACTIVE:
      return scope_cause_word (view->trace, SCOPE_CAUSE_SERIAL);
    case SCOPE_STATE_BLOCKED:
      return scope_cause_word (view->trace, SCOPE_CAUSE_LATE_PRODUCER);
    case SCOPE_STATE_IDLE:
      return scope_cause_word (view->trace, SCOPE_CAUSE_NO_TASK);
    case SCOPE_STATE_OUTSIDE:
      return scope_trace_runtime (view->trace) == SCOPE_RUNTIME_ERLANG ? _("ports, NIFs, timers") : _("foreign calls, timers");
    case SCOPE_STATE_UNKNOWN:
      return scope_cause_word (view->trace, SCOPE_CAUSE_UNKNOWN);
    case SCOPE_STATE_RUNNING:
    case SCOPE_STATE_COLLECTING:
    default:
      return scope_trace_state_label (view->trace, state);
    }
}
