/* scope-inspector-idle.c: why the chosen processor did not run: what held it up and whose doing that was, who was ready meanwhile and where,
 * how many others ran, and what lay in the pools of sparks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/base/scope-format.h"
#include "model/base/scope-task.h"
#include "model/trace/analysis/scope-cause-words.h"
#include "model/trace/analysis/scope-idle.h"
#include "model/trace/document/scope-recorded.h"

#include <glib/gi18n.h>

#define MOST_CAUSES 5
#define MOST_EVENTS 2000000u /* of a trace, of all of which it is told unasked */
#define MOST_QUEUES 4
#define LEAST_MEAN 0.05 /* ready on average: less would be told as 0.0 */
#define LEAST_SHARE 0.005 /* of the time: what is less is not told, unless it is the only cause */

/* "130 ms, 92.0 %" */
static char *
dup_time (ScopeInspector *self, const ScopeIdle *idle, gint64 time)
{
  g_autofree char *span = scope_inspector_span (self, (double) time);
  double share = (double) time / ((double) (idle->to - idle->from) * idle->n);
  g_autofree char *part = scope_format_share (share);

  return share > 0.9995 ? g_steal_pointer (&span) : g_strdup_printf (_("%s, %s of this time"), span, part);
}

static void
add_cause (ScopeInspector *self, const ScopeIdle *idle, const ScopeIdlePart *part)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  const ScopeLaneId task = { part->by.machine, SCOPE_KIND_THREAD, part->by.thread };
  gboolean has_task = !scope_task_is_nobody (part->by);
  g_autofree char *name = has_task ? scope_trace_lane_title (trace, task) : NULL;
  g_autofree char *time = dup_time (self, idle, part->time), *words = scope_format_sentence (scope_cause_about (trace, part->cause));
  const char *party = scope_cause_party (trace, part->cause);
  /* TRANSLATORS: what a thread is to an idle processor, and which: “Waits For: thread 7 · 6.81 ms” */
  g_autofree char *detail = !has_task       ? g_strdup (time)
                            : party != NULL ? g_strdup_printf (_("%s: %s · %s"), party, name, time)
                                            : g_strdup_printf ("%s · %s", name, time);
  ScopeInspectorRow *row = scope_inspector_append (&self->why, scope_inspector_row_new_sentence (words, detail));

  if (has_task)
    {
      g_autofree char *where = g_strdup_printf (_("Go to %s"), name);

      scope_inspector_row_lead_to (row, &task, part->from, part->to, where);
    }
}

/* "1.4 on average, at most 5" */
static char *
dup_ready (double mean, guint most)
{
  return g_strdup_printf (_("%.1f on average, at most %u"), mean, most);
}

static void
add_queue (ScopeInspector *self, const ScopeIdle *idle, const ScopeIdleQueue *queue)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  gboolean eden = scope_trace_runtime (trace) == SCOPE_RUNTIME_EDEN;
  const ScopeLaneId lane = { queue->machine, eden ? SCOPE_KIND_MACHINE : SCOPE_KIND_PROCESSOR, eden ? 0 : queue->processor };
  g_autofree char *title = scope_trace_lane_title (trace, lane), *ready = dup_ready (queue->mean, queue->most);
  g_autofree char *key = g_strdup_printf (_("Ready on %s"), title), *where = g_strdup_printf (_("Go to %s"), title);
  ScopeInspectorRow *row = scope_inspector_append (&self->why, scope_inspector_row_new (key, ready));

  scope_inspector_row_lead_to (row, &lane, idle->from, idle->to, where);
}

static void
add_ready (ScopeInspector *self, const ScopeIdle *idle)
{
  double mean = 0;

  for (guint i = 0; i < idle->queues->len; i++)
    mean += g_array_index (idle->queues, ScopeIdleQueue, i).mean;
  if (mean < LEAST_MEAN)
    {
      scope_inspector_add (&self->why, _("Ready Meanwhile"), idle->queues->len == 0 ? _("none, on any processor") : _("hardly any"));
      return;
    }
  scope_inspector_take (&self->why, _("Ready Meanwhile"), g_strdup_printf (_("%.1f on average"), mean));
  for (guint i = 0; i < MIN (idle->queues->len, MOST_QUEUES); i++)
    {
      const ScopeIdleQueue *queue = &g_array_index (idle->queues, ScopeIdleQueue, i);

      if (queue->mean >= LEAST_MEAN && queue->processor != SCOPE_NONE)
        add_queue (self, idle, queue);
    }
}

static void
add_pool (ScopeInspector *self, const ScopeIdle *idle)
{
  g_autofree char *from = NULL, *to = NULL;

  if (!idle->has_pool)
    return;
  from = scope_format_count ((guint64) MAX (idle->pool_from, 0));
  to = scope_format_count ((guint64) MAX (idle->pool_to, 0));
  if (idle->pool_sampled)
    {
      g_autofree char *age = scope_inspector_span (self, (double) (idle->from - idle->pool_time));

      scope_inspector_take (&self->why, _("Spark Pool"), g_strdup_printf (_("%s at the last sample, %s before"), from, age));
    }
  else if (idle->pool_from == idle->pool_to)
    scope_inspector_take (&self->why, _("Spark Pool"), g_steal_pointer (&from));
  else
    scope_inspector_take (&self->why, _("Spark Pool"), g_strdup_printf (_("%s at its beginning, %s at its end"), from, to));
}

/* For how long exactly one ran, and who that was the longest. */
static void
add_alone (ScopeInspector *self, const ScopeIdle *idle)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  const ScopeLaneId task = { idle->alone_by.machine, SCOPE_KIND_THREAD, idle->alone_by.thread };
  g_autofree char *name = NULL, *where = NULL, *longest = NULL, *who = NULL;

  scope_inspector_take (&self->why, _("Only One Ran"), dup_time (self, &(ScopeIdle) { .from = idle->from, .to = idle->to, .n = 1 }, idle->alone));
  if (scope_task_is_nobody (idle->alone_by))
    return;
  name = scope_trace_lane_title (trace, task);
  where = g_strdup_printf (_("Go to %s"), name);
  longest = scope_inspector_span (self, (double) idle->alone_time);
  who = g_strdup_printf ("%s · %s", name, longest);
  scope_inspector_row_lead_to (scope_inspector_append (&self->why, scope_inspector_row_new (_("Ran Alone the Longest"), who)), &task,
                               idle->alone_from, idle->alone_to, where);
}

static void
add_collections (ScopeInspector *self, const ScopeIdle *idle)
{
  g_autofree char *n = NULL, *time = NULL;

  if (idle->n_collections == 0)
    return;
  n = scope_format_count (idle->n_collections);
  time = scope_inspector_span (self, (double) idle->collected);
  scope_inspector_take (&self->why, _("GC Meanwhile"), g_strdup_printf (_("%s, %s in all"), n, time));
}

static void
fill (ScopeInspector *self, const ScopeIdle *idle)
{
  double whole = (double) (idle->to - idle->from);
  g_autofree char *name = scope_trace_lane_title (scope_view_get_trace (self->panel.view), idle->lane), *title = NULL;
  guint n = 0;

  /* TRANSLATORS: a processor or a machine: “Why Is HEC 2 Idle?” */
  title = g_strdup_printf (_("Why Is %s Idle?"), name);
  scope_inspector_set_title (&self->why, title);
  for (guint i = 0; i < idle->by->len && n < MOST_CAUSES; i++)
    {
      const ScopeIdlePart *part = &g_array_index (idle->by, ScopeIdlePart, i);

      if (i > 0 && (double) part->time < LEAST_SHARE * whole * idle->n)
        break;
      add_cause (self, idle, part);
      n++;
    }
  if (n == 0)
    return; /* it ran all the time */
  add_ready (self, idle);
  if (idle->n_processors > 1)
    scope_inspector_take (&self->why, _("Running Meanwhile"),
                          g_strdup_printf (_("%.1f of %u on average"), idle->running, idle->n_processors));
  if (idle->n_processors > 2 && (double) idle->alone > LEAST_SHARE * whole)
    add_alone (self, idle);
  add_collections (self, idle);
  add_pool (self, idle);
}

static void
answered (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (ScopeInspector) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ScopeIdle) idle = scope_task_answer (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->panel.view == NULL)
    return;
  scope_inspector_end_waiting (self);
  scope_inspector_clear (&self->why);
  if (idle != NULL)
    fill (self, idle);
  else
    scope_inspector_add (&self->why, _("Cannot Be Read"), error->message);
  scope_inspector_filled (self);
}

gboolean
scope_inspector_ask_idle (ScopeInspector *self, const ScopeProbe *probe)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  gboolean idle = probe->is_interval ? scope_code_state (probe->code) == SCOPE_STATE_IDLE
                                     : probe->has_totals && probe->totals[SCOPE_STATE_IDLE] > 0;

  if (!idle || probe->to <= probe->from || (probe->lane.kind != SCOPE_KIND_PROCESSOR && probe->lane.kind != SCOPE_KIND_MACHINE)
      || scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION || !scope_trace_get_finished (trace))
    return FALSE;
  scope_idle_ask_async (trace, probe->lane, probe->from, probe->to, self->asking, answered, g_object_ref (self));
  return TRUE;
}

gboolean
scope_inspector_ask_idle_whole (ScopeInspector *self, ScopeLaneId lane)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  ScopeRuntime runtime = scope_trace_runtime (trace);
  gint64 first, last;

  scope_trace_range (trace, &first, &last);
  if ((lane.kind != SCOPE_KIND_PROCESSOR && (lane.kind != SCOPE_KIND_MACHINE || runtime != SCOPE_RUNTIME_EDEN)) || last <= first
      || runtime == SCOPE_RUNTIME_SIMULATION || !scope_trace_get_finished (trace) || scope_trace_n_events (trace) > MOST_EVENTS
      || scope_machine_lacks (scope_trace_machine (trace, lane.machine), SCOPE_LACKS_SCHEDULER))
    return FALSE;
  scope_idle_ask_async (trace, lane, first, last, self->asking, answered, g_object_ref (self));
  return TRUE;
}
