/* scope-canvas-calls.c: from the chosen activation to its caller, to what it called, to the one before and behind it, by keys.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/canvas/scope-canvas-private.h"

#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-call.h"

typedef struct
{
  ScopeCanvas *canvas;
  ScopeActivationStep step;
} Step;

static void
stepped (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Step *step = user_data;
  g_autoptr (ScopeCanvas) self = step->canvas;
  g_autoptr (GError) error = NULL;
  g_autofree ScopeActivationId *there = scope_task_answer (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->stepping_call);
  if (self->view == NULL)
    return;
  if (there != NULL)
    scope_view_step_to_call (self->view, there);
  else if (step->step == SCOPE_ACTIVATION_CALLER || step->step == SCOPE_ACTIVATION_CALLEE)
    scope_canvas_move_row (self, step->step == SCOPE_ACTIVATION_CALLER ? -1 : 1);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

gboolean
scope_canvas_step_call (ScopeCanvas *self, ScopeActivationStep how)
{
  guint row = scope_canvas_get_focus_row (self);
  ScopeActivationId call;
  Step *step;

  if (self->view == NULL || row == SCOPE_NONE || scope_lane_list_row (scope_view_get_lanes (self->view), row)->kind != SCOPE_ROW_CALLS
      || !scope_view_get_selected_call (self->view, &call))
    return FALSE;
  if (self->stepping_call != NULL) /* a key held down must not pile up questions */
    return TRUE;
  step = g_new (Step, 1);
  *step = (Step) { g_object_ref (self), how };
  self->stepping_call = g_cancellable_new ();
  scope_activation_step_async (scope_view_get_trace (self->view), &call, how, scope_view_get_call_hiding (self->view), self->stepping_call, stepped,
                               step);
  return TRUE;
}

void
scope_canvas_drop_calls (ScopeCanvas *self)
{
  scope_task_stop (&self->stepping_call);
}
