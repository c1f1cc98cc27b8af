/* scope-inspector-trace.c: what the trace says of itself, and what could not be read of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "widgets/inspector/scope-inspector-private.h"

#include "model/trace/document/scope-cycles.h"
#include "model/trace/document/scope-recorded.h"
#include "widgets/kit/scope-words.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_LOSSES 20
#define MAX_INFOS 200

/* The wall clock of the start as a date; the trace has seconds since 1970. */
static char *
format_wall_clock (const char *text)
{
  g_autoptr (GDateTime) date = NULL;
  gint64 seconds = text != NULL ? g_ascii_strtoll (text, NULL, 10) : 0;

  if (seconds <= 0)
    return NULL;
  date = g_date_time_new_from_unix_local (seconds);
  return date != NULL ? g_date_time_format (date, "%x %X") : NULL;
}

static void
add_infos (ScopeInspector *self, ScopeMachine *machine)
{
  /* Keys of process-info in the order of their interest; a key that is absent is passed over. */
  static const struct
  {
    const char *key, *title;
  } rows[] = {
    { "program", N_("Program") },
    { "arguments", N_("Arguments") },
    { "rts", N_("Runtime") },
    { "version", N_("Version") },
    { "pid", N_("Process ID") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    scope_inspector_add (&self->trace, _(rows[i].title), scope_machine_find_info (machine, rows[i].key));
  scope_inspector_take (&self->trace, _("Started"),
                        format_wall_clock (scope_machine_find_info (machine, "wall_clock")));
}

static void
fill_environment (ScopeInspector *self, ScopeMachine *machine)
{
  guint n = 0;

  scope_inspector_clear (&self->environment);
  scope_inspector_set_title (&self->environment, _("Environment"));
  for (guint i = 0; i < scope_machine_n_infos (machine) && n < MAX_INFOS; i++)
    {
      ScopeInfo info = scope_machine_info (machine, i);
      const char *equals = g_str_equal (info.key, "environment") ? strchr (info.value, '=') : NULL;
      g_autofree char *name = NULL;

      if (equals == NULL)
        continue;
      name = g_strndup (info.value, (gsize) (equals - info.value));
      scope_inspector_append (&self->environment, scope_inspector_row_new (name, equals + 1));
      n++;
    }
}

static void
add_messages (ScopeInspector *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  ScopeMessageCounts counts = scope_trace_message_counts (trace);
  guint lacks = scope_trace_unrecorded (trace) & (SCOPE_LACKS_SENT | SCOPE_LACKS_RECEIVED);
  g_autofree char *sent = scope_format_count (counts.sent), *received = scope_format_count (counts.received);

  if (counts.sent + counts.received == 0)
    return;
  scope_inspector_add (&self->trace, _("Messages Sent"), counts.sent == 0 && (lacks & SCOPE_LACKS_SENT) ? _("not recorded") : sent);
  scope_inspector_add (&self->trace, _("Messages Received"),
                       counts.received == 0 && (lacks & SCOPE_LACKS_RECEIVED) ? _("not recorded") : received);
  if (counts.unmatched > 0 && lacks == 0)
    scope_inspector_take (&self->trace, _("Messages With One End Only"), scope_format_count (counts.unmatched));
  if (counts.unrecorded_receipts > 0)
    scope_inspector_take (&self->trace, _("Receipt Not Recorded by Eden"),
                          scope_format_count (counts.unrecorded_receipts));
  if (counts.received_before_sent > 0 && scope_trace_get_clocks (trace) == SCOPE_CLOCKS_STARTUP)
    scope_inspector_take (&self->trace, _("Received Before They Were Sent"),
                          scope_format_count (counts.received_before_sent));
}

/* By how much clocks had to be moved against each other says how far their times can be compared. */
static void
add_clock (ScopeInspector *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  gint64 least = G_MAXINT64, most = G_MININT64;

  if (scope_trace_n_machines (trace) < 2)
    return;
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    {
      least = MIN (least, scope_trace_machine (trace, m)->offset);
      most = MAX (most, scope_trace_machine (trace, m)->offset);
    }
  if (scope_trace_get_local_time (trace))
    scope_inspector_add (&self->trace, _("Clocks"), _("each machine’s own"));
  else if (scope_trace_get_clocks (trace) == SCOPE_CLOCKS_MESSAGES)
    scope_inspector_add (&self->trace, _("Clocks Aligned By"), _("messages"));
  else
    scope_inspector_add (&self->trace, _("Clocks Aligned By"), scope_trace_clock_source (trace));
  scope_inspector_take (&self->trace, _("Start-Ups Apart"), scope_inspector_span (self, (double) most - (double) least));
}

void
scope_inspector_fill_trace (ScopeInspector *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  guint64 bytes = 0, instructions;
  gint64 first, last;
  gboolean complete = FALSE;

  scope_inspector_clear (&self->trace);
  scope_inspector_clear (&self->environment);
  scope_inspector_set_title (&self->trace, _("Trace"));
  if (scope_trace_n_machines (trace) > 0)
    {
      add_infos (self, scope_trace_machine (trace, 0));
      fill_environment (self, scope_trace_machine (trace, 0));
    }
  scope_trace_range (trace, &first, &last);
  if (last > first)
    scope_inspector_take (&self->trace, _("Duration"), scope_inspector_span (self, (double) last - (double) first));
  scope_inspector_take (&self->trace, _("Events"), scope_format_count (scope_trace_n_events (trace)));
  if (scope_cycles_count_all (trace, "instructions", &instructions) && instructions > 0) /* branches do not count them */
    scope_inspector_take (&self->trace, _("Instructions"), scope_format_count (instructions));
  add_clock (self);
  add_messages (self);
  if (scope_trace_index_path (trace, &bytes, &complete) != NULL && complete && bytes > 0)
    scope_inspector_take (&self->trace, _("Cache"), g_format_size (bytes));
}

static guint
add_losses (ScopeInspector *self, ScopeMachine *machine, const ScopeClock *clock, guint n_before)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  guint n = machine != NULL ? scope_machine_n_losses (machine) : scope_trace_n_losses (trace);

  for (guint i = 0; i < n && n_before + i < MAX_LOSSES; i++)
    {
      ScopeLoss loss = machine != NULL ? scope_machine_loss (machine, i) : scope_trace_loss (trace, i);
      g_autofree char *words = scope_words_loss (trace, &loss, clock);
      ScopeInspectorRow *row = scope_inspector_append (&self->losses, scope_inspector_row_new (NULL, words));

      if (machine != NULL && loss.to > loss.from)
        scope_inspector_row_lead_to (row, NULL, loss.from + scope_trace_offset (trace, machine),
                                     loss.to + scope_trace_offset (trace, machine), _("Go to this stretch"));
    }
  return n_before + n;
}

void
scope_inspector_fill_losses (ScopeInspector *self)
{
  ScopeTrace *trace = scope_view_get_trace (self->panel.view);
  ScopeClock clock = scope_view_get_clock (self->panel.view);
  guint n;

  scope_inspector_clear (&self->losses);
  scope_inspector_set_title (&self->losses, _("What Could Not Be Read"));
  n = add_losses (self, NULL, &clock, 0);
  for (guint m = 0; m < scope_trace_n_machines (trace); m++)
    n = add_losses (self, scope_trace_machine (trace, m), &clock, n);
  if (n > MAX_LOSSES)
    scope_inspector_take (&self->losses, NULL, g_strdup_printf (_("… and %u more"), n - MAX_LOSSES));
}
