/* scope-view-cause.c: see scope-view-cause.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/view/scope-view-cause.h"

#include "model/base/scope-task.h"
#include "model/base/scope-weak-ref.h"
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
  scope_task_stop (&view->asking_spare); /* of the one before */
  scope_task_stop (&view->asking_phases);
  scope_view_update_path (view);
  scope_view_update_phases (view);
  scope_view_notify (view, SCOPE_VIEW_LOOK | SCOPE_VIEW_DATA);
}

static void
spare_made (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeView) view = scope_weak_ref_take (user_data);
  g_autoptr (ScopeSpare) spare = scope_task_answer (result, NULL);

  if (view == NULL || view->asking_spare != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&view->asking_spare);
  if (spare == NULL || view->derived == NULL)
    return;
  scope_spare_give (view->derived, spare);
  scope_view_notify (view, SCOPE_VIEW_LOOK);
}

/* Once, for whoever looks at the line first. It takes a while, and does not keep a view that was closed. */
static void
ask_spare (ScopeView *view)
{
  gboolean wanted = scope_view_path_is_line (view) && scope_spare_of (view->derived) == NULL
                    && scope_trace_runtime (view->trace) != SCOPE_RUNTIME_SIMULATION;

  if (!wanted)
    scope_task_stop (&view->asking_spare);
  if (!wanted || view->asking_spare != NULL)
    return;
  view->asking_spare = g_cancellable_new ();
  scope_spare_ask (view->trace, view->derived, view->asking_spare, spare_made, scope_weak_ref_new (view));
}

ScopeSpare *
scope_view_get_spare (ScopeView *view)
{
  return scope_view_path_is_line (view) ? scope_spare_of (view->derived) : NULL;
}

void
scope_view_update_path (ScopeView *view)
{
  gboolean shown = (view->look.path & SCOPE_PATH_AS_LANE) != 0 && view->derived != NULL;

  ask_spare (view);
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
