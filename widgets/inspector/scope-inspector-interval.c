/* scope-inspector-interval.c: the selected interval: what, how long, for whom; and why it waits.
 *
 * Two questions, one after the other, off the main thread: what holds there, and how it came about. What was there
 * before stays until an answer comes, so that nothing flickers; only if that takes long it is said so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-task.h"
#include "model/scene/view/scope-view-call.h"
#include "model/scene/timeline/scope-wait-chain-words.h"
#include "model/trace/document/scope-probe.h"

#include <glib/gi18n.h>

#define WAITING_MS 200

void
scope_inspector_end_waiting (ScopeInspector *self)
{
  g_clear_handle_id (&self->waiting, g_source_remove);
}

/* --- why --- */

static void
add_step (ScopeInspector *self, const ScopeWaitChainStep *step)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  ScopeClock clock = scope_view_get_clock (self->panel.view);
  g_autofree char *title = scope_wait_chain_step_title (trace, step);
  g_autofree char *detail = scope_wait_chain_step_detail (trace, step, &clock);
  g_autofree char *arrowed = g_strdup_printf ("← %s", title);
  ScopeInspectorRow *row
      = scope_inspector_append (&self->why, scope_inspector_row_new_sentence (arrowed, detail));

  if (step->has_lane)
    {
      g_autofree char *name = scope_trace_lane_title (trace, step->lane);
      g_autofree char *where = step->kind == SCOPE_WAIT_CHAIN_MESSAGE ? g_strdup_printf (_("Go to the sender, %s"), name)
                                                               : g_strdup_printf (_("Go to %s"), name);

      scope_inspector_row_lead_to (row, &step->lane, step->from,
                                   step->kind == SCOPE_WAIT_CHAIN_MESSAGE ? step->from : step->to, where);
    }
}

static void
add_steps (ScopeInspector *self, const ScopeWaitChain *why)
{
  /* The first step of a thread is the interval itself. */
  for (guint i = why->lane.kind == SCOPE_KIND_THREAD ? 1 : 0; i < why->steps->len; i++)
    {
      if (i == SCOPE_WAIT_CHAIN_FIRST_STEPS && why->n_left_out > 0)
        {
          g_autofree char *n = scope_format_count (why->n_left_out);

          scope_inspector_take (&self->why, NULL, g_strdup_printf (_("… %s more steps …"), n));
        }
      add_step (self, &g_array_index (why->steps, ScopeWaitChainStep, i));
    }
}

static void
fill_why (ScopeInspector *self, const ScopeWaitChain *why)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  g_autofree char *headline = scope_wait_chain_headline (trace, why);
  ScopeClock clock = scope_view_get_clock (self->panel.view);
  g_autofree char *detail = scope_wait_chain_detail (trace, why, &clock);
  gboolean ready = scope_code_state (why->code) == SCOPE_STATE_RUNNABLE;
  ScopeLaneId waker;
  gint64 woken;

  if (headline != NULL)
    {
      scope_inspector_set_title (&self->why, ready ? _("Why Is It Not Running?") : _("Why Is It Waiting?"));
      scope_inspector_append (&self->why, scope_inspector_row_new_sentence (headline, detail));
      add_steps (self, why);
    }
  if (scope_wait_chain_get_waker (why, &waker, &woken) && waker.kind == SCOPE_KIND_THREAD
      && (why->has_waker || g_array_index (why->steps, ScopeWaitChainStep, 1).kind != SCOPE_WAIT_CHAIN_MESSAGE))
    scope_inspector_add_lane (self, &self->interval, _("Woken By"), waker, woken, woken);
}

static void
explained (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeWaitChain) why = scope_task_answer (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->panel.view == NULL)
    return;
  scope_inspector_end_waiting (self);
  scope_inspector_clear (&self->why);
  if (error != NULL)
    scope_inspector_add (&self->why, _("Cannot Be Read"), error->message);
  else if (why != NULL)
    fill_why (self, why);
  scope_inspector_filled (self);
}

/* --- what --- */

/* The thread that runs there, or the processor that it runs on. */
static void
add_party (ScopeInspector *self, const ScopeProbe *probe)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  ScopeMachine *machine = scope_trace_machine (trace, probe->lane.machine);
  ScopeLaneId party = { probe->lane.machine, SCOPE_KIND_THREAD, probe->ref - 1 };
  const char *key;

  if (probe->ref == 0)
    return;
  switch (scope_code_info (probe->code)->ref)
    {
    case SCOPE_REF_RUNS:
      key = probe->lane.kind == SCOPE_KIND_THREAD ? _("On") : _("Runs");
      if (probe->lane.kind == SCOPE_KIND_THREAD)
        party = (ScopeLaneId) { probe->lane.machine, SCOPE_KIND_PROCESSOR,
                                scope_machine_find_processor (machine, probe->ref - 1) };
      break;
    case SCOPE_REF_PROCESSOR:
      key = _("On");
      party.kind = SCOPE_KIND_PROCESSOR;
      break;
    case SCOPE_REF_OWNER:
      key = _("Waits For");
      break;
    case SCOPE_REF_GENERATION:
      scope_inspector_take (&self->interval, _("Generation"), g_strdup_printf ("%u", probe->ref - 1));
      return;
    case SCOPE_REF_WAKER: /* told with the way back */
    case SCOPE_REF_NONE:
    default:
      return;
    }
  if (party.index < scope_machine_n_entities (machine, party.kind)
      && !(party.kind == SCOPE_KIND_PROCESSOR && scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN))
    scope_inspector_add_lane (self, &self->interval, key, party, probe->from, probe->to);
}

/* The next interval of a task that was switched out. */
static void
comes_back (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree ScopeProbe *probe = scope_task_answer (result, &error);
  ScopeLaneId core;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->panel.view == NULL)
    return;
  if (probe == NULL || !probe->is_interval || scope_code_state (probe->code) != SCOPE_STATE_RUNNING || probe->ref == 0)
    {
      scope_inspector_add (&self->interval, _("Goes On"), _("not within this trace"));
      return;
    }
  core = (ScopeLaneId) { probe->lane.machine, SCOPE_KIND_PROCESSOR,
                         scope_machine_find_processor (scope_trace_machine (scope_view_get_trace (self->panel.view), probe->lane.machine),
                                                       probe->ref - 1) };
  if (core.index != SCOPE_NONE)
    scope_inspector_add_lane (self, &self->interval, _("Goes On"), core, probe->from, probe->to);
}

static void
ask_next_turn (ScopeInspector *self, const ScopeProbe *probe)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);

  if (probe->code == SCOPE_CODE_OUT && probe->lane.kind == SCOPE_KIND_THREAD && scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION)
    scope_probe_async (trace, probe->lane, probe->to, probe->to, self->asking, comes_back, g_object_ref (self));
}

static void
fill_interval (ScopeInspector *self, const ScopeProbe *probe)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  g_autofree char *words = scope_probe_describe (trace, probe);
  g_autofree char *reason = scope_wait_chain_reason (trace, probe->code, NULL);

  scope_inspector_set_title (&self->interval, _("Interval"));
  scope_inspector_append (&self->interval, scope_inspector_row_new_state (scope_code_state (probe->code),
                                                                          scope_view_get_palette (self->panel.view),
                                                                          _("State"), words));
  scope_inspector_add (&self->interval, _("For"), reason);
  add_party (self, probe);
  scope_inspector_add_span (self, &self->interval, probe->from, probe->to);
}

static void
fill_range (ScopeInspector *self, const ScopeProbe *probe)
{
  g_autofree char *title = scope_trace_lane_title (scope_view_get_trace (self->panel.view), probe->lane);
  g_autofree char *heading = g_strdup_printf (_("%s in the Selection"), title);

  scope_inspector_set_title (&self->interval, heading);
  scope_inspector_add_span (self, &self->interval, probe->from, probe->to);
  if (probe->has_totals)
    scope_inspector_add_totals (self, &self->interval, probe->totals);
}

static void
probed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree ScopeProbe *probe = scope_task_answer (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->panel.view == NULL)
    return;
  scope_inspector_clear (&self->interval);
  scope_inspector_clear (&self->stretch);
  if (probe != NULL)
    scope_inspector_ask_collection (self, probe);
  else
    scope_inspector_clear (&self->collection);
  if (probe != NULL)
    scope_inspector_ask_samples (self, probe);
  if (probe != NULL && probe->is_interval)
    {
      fill_interval (self, probe);
      ask_next_turn (self, probe);
      scope_inspector_ask_stretch (self, probe);
      if (!scope_inspector_ask_idle (self, probe))
        scope_wait_chain_ask_async (scope_view_get_trace (self->panel.view), probe->lane, probe->from, self->asking, explained,
                                    g_object_ref (self));
      return;
    }
  if (probe != NULL && probe->to > probe->from)
    {
      fill_range (self, probe);
      scope_inspector_ask_stretch (self, probe);
      if (scope_inspector_ask_idle (self, probe))
        {
          scope_inspector_filled (self);
          return;
        }
    }
  scope_inspector_end_waiting (self);
  scope_inspector_clear (&self->why);
  if (probe == NULL)
    scope_inspector_add (&self->interval, _("Cannot Be Read"), error->message);
  else if (probe->to > probe->from)
    scope_inspector_ask_events (self, probe->lane, probe->from, probe->to);
  scope_inspector_filled (self);
}

static gboolean
notify_waiting (gpointer data)
{
  ScopeInspector *self = data;
  ScopeLaneId lane;
  gboolean processor = scope_view_get_selected_lane (self->panel.view, &lane) && lane.kind == SCOPE_KIND_PROCESSOR;

  self->waiting = 0;
  scope_inspector_clear (&self->why);
  scope_inspector_set_title (&self->why, processor ? _("Why Is It Idle?") : _("Why Is It Waiting?"));
  scope_inspector_append (&self->why, scope_inspector_row_new_waiting (_("Looking back…")));
  return G_SOURCE_REMOVE;
}

/* What is chosen is the activation alone, told above. */
static gboolean
is_call (ScopeInspector *self, gint64 from, gint64 to)
{
  ScopeActivationId call;

  return scope_view_get_selected_call (self->panel.view, &call) && MAX (call.from, scope_view_get_viewport (self->panel.view)->first) == from
         && MIN (call.to, scope_view_get_viewport (self->panel.view)->last) == to;
}

void
scope_inspector_ask_interval (ScopeInspector *self)
{
  ScopeLaneId lane;
  gint64 from, to;

  scope_task_stop (&self->asking);
  scope_inspector_end_waiting (self);
  scope_inspector_clear (&self->marks);
  scope_inspector_clear (&self->samples);
  scope_inspector_ask_locks (self);
  if (!scope_view_get_selected_range (self->panel.view, &from, &to) || is_call (self, from, to))
    {
      scope_inspector_clear (&self->interval);
      scope_inspector_clear (&self->collection);
      scope_inspector_clear (&self->stretch);
      scope_inspector_clear (&self->why);
      if (scope_view_get_selected_range (self->panel.view, &from, &to) || !scope_view_get_selected_lane (self->panel.view, &lane))
        return;
      self->asking = g_cancellable_new ();
      scope_inspector_ask_idle_whole (self, lane);
      return;
    }
  if (!scope_view_get_selected_lane (self->panel.view, &lane))
    {
      scope_inspector_clear (&self->interval);
      scope_inspector_clear (&self->collection);
      scope_inspector_clear (&self->stretch);
      scope_inspector_clear (&self->why);
      scope_inspector_set_title (&self->interval, _("Selection"));
      if (to > from)
        scope_inspector_add_span (self, &self->interval, from, to);
      else
        {
          scope_inspector_take (&self->interval, _("Time"), scope_inspector_point (self, from, 1));
          scope_inspector_add_since_start (self, &self->interval, from, 1);
        }
      self->asking = g_cancellable_new ();
      if (to > from)
        scope_inspector_ask_selection (self, from, to);
      scope_inspector_ask_marks (self, from, to);
      return;
    }
  self->asking = g_cancellable_new ();
  self->waiting = g_timeout_add (WAITING_MS, notify_waiting, self);
  scope_probe_async (scope_view_get_trace (self->panel.view), lane, from, to, self->asking, probed, g_object_ref (self));
}
