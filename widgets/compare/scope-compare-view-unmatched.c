/* scope-compare-view-unmatched.c: which activations are in one of the runs only, for the marks on both timelines' call stacks.
 *
 * Found out once for each pairing, off the main thread, when call stacks stand open in one of the timelines for the first time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/compare/scope-compare-view-private.h"

#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-call.h"

static gboolean
shows_calls (ScopeView *view)
{
  ScopeOverlayRequest request;

  scope_overlay_request_init (&request, view);
  return request.n_calls > 0;
}

static void
give (ScopeCompareView *self, ScopeCallUnmatched *unmatched)
{
  gboolean linking = self->linking;

  self->linking = TRUE;
  scope_view_set_unmatched (self->baseline_view, unmatched, SCOPE_CALL_BASELINE);
  scope_view_set_unmatched (self->run_view, unmatched, SCOPE_CALL_RUN);
  self->linking = linking;
}

static void
found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ScopeCompareView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeCallUnmatched) unmatched = scope_call_unmatched_read_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->run == NULL)
    return;
  /* An index that cannot be read is told by the table of calls; here nothing is marked. */
  g_clear_object (&self->marking);
  give (self, unmatched);
}

void
scope_compare_view_drop_unmatched (ScopeCompareView *self)
{
  scope_task_stop (&self->marking);
  g_clear_pointer (&self->marked, scope_pairing_unref);
  if (self->run_view != NULL)
    give (self, NULL);
}

void
scope_compare_view_find_unmatched (ScopeCompareView *self)
{
  ScopePairing *pairing = scope_comparison_get_pairing (self->comparison);

  if (pairing == self->marked)
    return;
  if (self->marked != NULL)
    scope_compare_view_drop_unmatched (self);
  if (pairing == NULL || !scope_call_diff_is_possible (pairing) || (!shows_calls (self->run_view) && !shows_calls (self->baseline_view)))
    return;
  self->marked = scope_pairing_ref (pairing);
  self->marking = g_cancellable_new ();
  scope_call_unmatched_read_async (pairing, self->marking, found, g_object_ref (self));
}
