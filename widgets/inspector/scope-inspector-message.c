/* scope-inspector-message.c: the selected message, or a bundle of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/scene/messages/scope-message-words.h"
#include "model/scene/timeline/scope-wait-chain-words.h"
#include "model/trace/document/scope-message.h"

#include <glib/gi18n.h>

/* The lane of a thread by its number (Eden's outport), else of its process; FALSE if neither is in the trace. */
static gboolean
find_end (ScopeTrace *trace, guint32 machine, guint32 process, gint64 thread, ScopeLaneId *ret_lane)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, thread);
  ScopeMachine *m;

  if (machine >= scope_trace_n_machines (trace))
    return FALSE;
  m = scope_trace_machine (trace, machine);
  *ret_lane = (ScopeLaneId) { machine, SCOPE_KIND_THREAD,
                              thread > 0 ? scope_machine_find_entity (m, SCOPE_KIND_THREAD, number) : SCOPE_NONE };
  if (ret_lane->index != SCOPE_NONE)
    return TRUE;
  *ret_lane = (ScopeLaneId) { machine, SCOPE_KIND_PROCESS, scope_machine_find_number (m, SCOPE_KIND_PROCESS, process) };
  if (ret_lane->index == SCOPE_NONE)
    *ret_lane = (ScopeLaneId) { machine, SCOPE_KIND_MACHINE, 0 };
  return TRUE;
}

static void
add_end_named (ScopeInspector *self, const char *key, const char *name, guint32 machine, guint32 process, gint64 thread,
               gint64 port, gint64 time)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, port);
  g_autofree char *value = port > 0 ? g_strdup_printf (_("%s, port %s"), name, number) : g_strdup (name);
  ScopeInspectorRow *row = scope_inspector_append (&self->message, scope_inspector_row_new (key, value));
  ScopeLaneId lane;

  if (find_end (trace, machine, process, thread, &lane))
    {
      g_autofree char *title = scope_trace_lane_title (trace, lane);
      g_autofree char *where = g_strdup_printf (_("Go to %s"), title);

      scope_inspector_row_lead_to (row, &lane, time, time, where);
    }
}

static void
add_end (ScopeInspector *self, const char *key, guint32 machine, guint32 process, gint64 thread, gint64 port,
         gint64 time)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  g_autofree char *name = process != SCOPE_NONE || machine >= scope_trace_n_machines (trace)
                              ? scope_wait_chain_process_title (trace, machine, process)
                              : scope_trace_lane_title (trace, (ScopeLaneId) { machine, SCOPE_KIND_MACHINE, 0 });

  add_end_named (self, key, name, machine, process, thread, port, time);
}

/* A single message's. */
static void
add_ends (ScopeInspector *self, const ScopeMessageLine *message)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);

  if (scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG)
    {
      g_autofree char *from = scope_message_end_text (trace, message, FALSE), *to = scope_message_end_text (trace, message, TRUE);

      add_end_named (self, _("From"), from, message->from_machine, message->from_process, 0, 0, message->send);
      add_end_named (self, _("To"), to, message->to_machine, message->to_process, 0, 0, message->receive);
      return;
    }
  add_end (self, _("From"), message->from_machine, message->from_process, message->from_port, message->from_port,
           message->send);
  add_end (self, _("To"), message->to_machine, message->to_process, 0, message->to_port, message->receive);
}

static void
add_times (ScopeInspector *self, const ScopeMessageLine *message)
{
  double length = (double) message->receive - (double) message->send;
  double resolution = MAX (length / 100, 1);
  const char *missing = message->tag == SCOPE_TAG_CONNECT ? _("not recorded by Eden") : _("not recorded");
  gboolean both = message->sent && message->received;

  scope_inspector_take (&self->message, _("Sent"),
                        message->sent ? scope_inspector_point (self, message->send, resolution)
                                      : g_strdup (_("not recorded")));
  scope_inspector_take (&self->message, _("Received"),
                        message->received ? scope_inspector_point (self, message->receive, resolution)
                                          : g_strdup (missing));
  if (both && length >= 0)
    scope_inspector_take (&self->message, _("On Its Way"), scope_inspector_span (self, length));
  else if (both)
    scope_inspector_add (&self->message, _("On Its Way"),
                         _("received before it was sent: the machines’ clocks disagree"));
}

void
scope_inspector_fill_message (ScopeInspector *self)
{
  const ScopeMessageLine *message = scope_view_get_selected_message (self->panel.view);
  gboolean single;

  scope_inspector_clear (&self->message);
  if (message == NULL)
    return;
  single = message->count == 1;
  scope_inspector_set_title (&self->message, single ? _("Message") : _("Messages"));
  if (single)
    {
      scope_inspector_take (&self->message, _("Kind"),
                            g_strdup_printf ("%s (%s)", scope_wait_chain_tag_label (message->tag),
                                             scope_message_tag_name (message->tag)));
      add_ends (self, message);
      add_times (self, message);
      if (message->size != SCOPE_TABLE_NULL)
        scope_inspector_take (&self->message, _("Size"), scope_trace_size_text (scope_view_get_trace (self->panel.view), (guint64) message->size));
      return;
    }
  scope_inspector_take (&self->message, _("How Many"), scope_format_count (message->count));
  add_end (self, _("From"), message->from_machine, message->from_process, 0, 0, message->send);
  add_end (self, _("To"), message->to_machine, message->to_process, 0, 0, message->receive);
  scope_inspector_take (&self->message, _("Sent, on Average"), scope_inspector_point (self, message->send, 1000));
  scope_inspector_take (&self->message, _("Received, on Average"),
                        scope_inspector_point (self, message->receive, 1000));
  if (message->until > message->first)
    {
      g_autofree char *from = scope_inspector_point (self, message->first, 1000);
      g_autofree char *to = scope_inspector_point (self, message->until, 1000);
      g_autofree char *all = g_strdup_printf ("%s – %s", from, to);

      scope_inspector_row_lead_to (scope_inspector_append (&self->message,
                                                           scope_inspector_row_new (_("From First to Last"), all)),
                                   NULL, message->first, message->until, _("Zoom to all of them"));
    }
}
