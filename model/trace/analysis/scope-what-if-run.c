/* scope-what-if-run.c: replays with and without what is to be otherwise; see scope-what-if.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-what-if-private.h"

ScopeWhatIfSlot *
scope_what_if_choose_slot (ScopeWhatIfSlot *slots, guint n, gboolean any, gint64 ready, guint recorded)
{
  ScopeWhatIfSlot *best = slots;

  if (!any)
    return &slots[recorded < n ? recorded : 0];
  for (guint i = 1; i < n; i++)
    {
      gint64 a = MAX (slots[i].is_free, ready), b = MAX (best->is_free, ready);

      if (a < b || (a == b && slots[i].is_free > best->is_free))
        best = &slots[i];
    }
  return best;
}

/* The replay of the trace as it is, on a thread of its own. */
typedef struct
{
  ScopeQueryRange within;
  gint64 replayed;
  GError *error;
  gboolean ok;
} SameCall;

static gpointer
replay_same (gpointer data)
{
  SameCall *call = data;
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (ScopeWhatIfScale));
  const ScopeWhatIf same = { .scales = none, .latency = 1, .collections = 1 };
  ScopeWhatIfResult unchanged = { 0 };

  call->ok = scope_what_if_replay (&call->within, &same, &unchanged, &call->replayed, &call->error);
  return NULL;
}

gboolean
scope_what_if_run (const ScopeQueryRange *within, const ScopeWhatIf *what_if, ScopeWhatIfResult *ret_result, GError **error)
{
  SameCall call = { .within = *within, .replayed = ret_result->replayed, .ok = TRUE };
  GThread *thread = NULL;
  gint64 first, last;
  gboolean ok;

  *ret_result = (ScopeWhatIfResult) { .doubts = what_if->scales->len > 0 ? SCOPE_DOUBT_NOT_FOUND : 0 };
  scope_trace_range (within->trace, &first, &last);
  ret_result->measured = last - first;
  call.within.permille = NULL; /* the other one tells how far both are */
  if (call.replayed <= 0 && !scope_what_if_is_empty (what_if))
    thread = g_thread_new ("replay", replay_same, &call);
  ok = scope_what_if_replay (within, what_if, ret_result, &ret_result->end, error);
  g_clear_pointer (&thread, g_thread_join);
  if (ok && !call.ok)
    g_propagate_error (error, g_steal_pointer (&call.error));
  g_clear_error (&call.error);
  ret_result->replayed = scope_what_if_is_empty (what_if) ? ret_result->end : call.replayed;
  return ok && call.ok;
}
