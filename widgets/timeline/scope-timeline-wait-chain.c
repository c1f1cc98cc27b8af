/* scope-timeline-wait-chain.c: one step back to whoever woke the selected interval, or all the way to what it waited for.
 *
 * Both questions read lanes and tables, so they are asked off the main thread, one at a time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/timeline/scope-timeline-private.h"

#include "model/base/scope-task.h"
#include "model/trace/waits/scope-wait-chain.h"

/* Where the way leads: the waker, or the root of the wait. */
static gboolean
find_goal (const ScopeWaitChain *why, gboolean to_root, ScopeLaneId *ret_lane, gint64 *ret_from, gint64 *ret_to)
{
  const ScopeWaitChainStep *root = to_root ? scope_wait_chain_root (why) : NULL;

  if (root != NULL && root->has_lane && root->kind < SCOPE_WAIT_CHAIN_TIMER)
    {
      *ret_lane = root->lane;
      *ret_from = root->from;
      *ret_to = root->kind == SCOPE_WAIT_CHAIN_MESSAGE ? root->from : root->to;
      return TRUE;
    }
  if (!scope_wait_chain_get_waker (why, ret_lane, ret_from))
    return FALSE;
  *ret_to = *ret_from;
  return TRUE;
}

static void
arrive (ScopeTimeline *self, GAsyncResult *result, gboolean to_root)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeWaitChain) why = scope_task_answer (result, &error);
  ScopeLaneId lane;
  gint64 from, to;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->stepping);
  if (self->view == NULL)
    return;
  if (why == NULL || !find_goal (why, to_root, &lane, &from, &to))
    gtk_widget_error_bell (GTK_WIDGET (self->canvas));
  else
    scope_view_go_to (self->view, &lane, from, to);
}

static void
arrived_at_waker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeTimeline) self = user_data;

  arrive (self, result, FALSE);
}

static void
arrived_at_root (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeTimeline) self = user_data;

  arrive (self, result, TRUE);
}

/* A processor's interval is asked about through the thread that runs in it. */
static void
ask (ScopeTimeline *self, GAsyncReadyCallback callback)
{
  ScopeTrace *trace = scope_view_get_trace (self->view);
  ScopeLaneId lane;
  gint64 from, to;

  if (self->stepping != NULL || !scope_view_get_selected_lane (self->view, &lane)
      || !scope_view_get_selected_range (self->view, &from, &to))
    return;
  if (lane.kind == SCOPE_KIND_PROCESSOR && self->probe != NULL && self->probe->is_interval
      && scope_code_info (self->probe->code)->ref == SCOPE_REF_RUNS && self->probe->ref > 0)
    lane = (ScopeLaneId) { lane.machine, SCOPE_KIND_THREAD, self->probe->ref - 1 };
  self->stepping = g_cancellable_new ();
  scope_wait_chain_ask_async (trace, lane, from, self->stepping, callback, g_object_ref (self));
}

static void
go_to_waker (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ask (user_data, arrived_at_waker);
}

static void
follow_back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  ask (user_data, arrived_at_root);
}

void
scope_timeline_add_wait_chain_actions (ScopeTimeline *self)
{
  static const GActionEntry entries[] = {
    { "go-to-waker", go_to_waker },
    { "follow-back", follow_back },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}

static void
set_enabled (ScopeTimeline *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)),
                               enabled);
}

void
scope_timeline_update_wait_chain (ScopeTimeline *self)
{
  const ScopeProbe *probe = self->probe;
  ScopeState state = probe != NULL && probe->is_interval ? scope_code_state (probe->code) : SCOPE_STATE_UNKNOWN;

  set_enabled (self, "follow-back", state == SCOPE_STATE_BLOCKED);
  set_enabled (self, "go-to-waker",
               state == SCOPE_STATE_BLOCKED || state == SCOPE_STATE_RUNNABLE || state == SCOPE_STATE_RUNNING);
}
