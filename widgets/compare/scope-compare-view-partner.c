/* scope-compare-view-partner.c: the activation that is chosen in one run, in the other: the one that it was aligned with.
 *
 * The alignment is gone through until it comes to that activation, off the main thread; whatever is chosen meanwhile ends that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/compare/scope-compare-view-private.h"

#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-call.h"

typedef struct
{
  ScopeCompareView *view;
  ScopeActivationId call;
  guint side;            /* ScopeCallSide it is of */
  gboolean found;
  ScopeLaneId lane;      /* of the partner */
  ScopeCallDiffRow row;
} Search;

static void
search_free (Search *search)
{
  g_object_unref (search->view);
  g_free (search);
}

static gboolean
look (const ScopeCallDiffRow *row, const ScopeCallDiff *diff, gpointer data)
{
  Search *search = data;
  const ScopeCallLanePair *pair = &diff->lanes[row->lane];
  guint side = search->side;

  if (row->depth != search->call.depth || row->from[side] != search->call.from || !pair->has[side]
      || row->match == (side == SCOPE_CALL_RUN ? SCOPE_CALL_ONLY_BASELINE : SCOPE_CALL_ONLY_RUN)
      || !scope_lane_id_equal (pair->lanes[side], search->call.lane))
    return TRUE;
  search->found = TRUE;
  search->row = *row;
  search->lane = pair->lanes[1 - side];
  return FALSE;
}

static void
found (GObject *source, GAsyncResult *result, gpointer data)
{
  Search *search = data;
  ScopeCompareView *self = search->view;
  ScopeView *const views[2] = { self->baseline_view, self->run_view };
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeCallDiff) diff = scope_call_diff_read_finish (result, &error);
  ScopeActivationId now;

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) && self->run != NULL)
    {
      g_clear_object (&self->partnering);
      if (search->found && search->row.match == SCOPE_CALL_MATCHED && self->linked
          && scope_view_get_selected_call (views[search->side], &now) && scope_activation_id_equal (&now, &search->call))
        {
          guint other = 1 - search->side;
          const ScopeActivationId partner
              = { search->lane, search->row.depth, search->row.from[other], search->row.to[other] };

          self->linking = TRUE;
          scope_view_select_call (views[other], &partner);
          self->linking = FALSE;
        }
    }
  search_free (search);
}

void
scope_compare_view_drop_partner (ScopeCompareView *self)
{
  scope_task_stop (&self->partnering);
}

void
scope_compare_view_find_partner (ScopeCompareView *self, ScopeView *view)
{
  ScopePairing *pairing = scope_comparison_get_pairing (self->comparison);
  ScopeCallDiffQuestion question = { .from = SCOPE_TIME_MIN, .to = SCOPE_TIME_MAX };
  ScopeActivationId call;
  Search *search;

  scope_compare_view_drop_partner (self);
  if (pairing == NULL || !self->linked || !scope_view_get_selected_call (view, &call) || !scope_call_diff_is_possible (pairing))
    return;
  search = g_new0 (Search, 1);
  search->view = g_object_ref (self);
  search->call = call;
  search->side = view == self->run_view ? SCOPE_CALL_RUN : SCOPE_CALL_BASELINE;
  self->partnering = g_cancellable_new ();
  question.func = look;
  question.user_data = search;
  question.cancellable = self->partnering;
  scope_call_diff_read_async (pairing, &question, found, search);
}
