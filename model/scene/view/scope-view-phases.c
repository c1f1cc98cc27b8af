/* scope-view-phases.c: see scope-view-phases.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/view/scope-view-phases.h"

#include "model/base/scope-task.h"
#include "model/base/scope-weak-ref.h"
#include "model/scene/view/scope-view-private.h"
#include "model/trace/phases/scope-phases-kept.h"

static gboolean
is_shown (ScopeView *view)
{
  return view->look.phases && view->derived != NULL;
}

static void
found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeView) view = scope_weak_ref_take (user_data);
  g_autoptr (ScopePhases) phases = scope_task_answer (result, NULL);

  if (view == NULL || view->asking_phases != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&view->asking_phases);
  if (phases == NULL || view->derived == NULL)
    return;
  /* Whoever found them first may be looking at them. */
  if (scope_phases_of (view->derived) == NULL)
    scope_phases_give (view->derived, g_steal_pointer (&phases));
  scope_view_notify (view, SCOPE_VIEW_LOOK);
}

void
scope_view_update_phases (ScopeView *view)
{
  gboolean wanted = is_shown (view) && scope_phases_of (view->derived) == NULL;

  scope_lane_list_set_phases (view->lanes, is_shown (view));
  if (!wanted)
    scope_task_stop (&view->asking_phases);
  if (!wanted || view->asking_phases != NULL)
    return;
  view->asking_phases = g_cancellable_new ();
  scope_phases_ask (view->trace, view->asking_phases, found, scope_weak_ref_new (view));
}

const ScopePhases *
scope_view_get_phases (ScopeView *view)
{
  return is_shown (view) ? scope_phases_of (view->derived) : NULL;
}
