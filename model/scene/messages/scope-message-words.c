/* scope-message-words.c: see scope-message-words.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scene/messages/scope-message-words.h"

#include "model/trace/messages/scope-pairs.h"
#include "model/scene/draw/scope-ruler.h"

#include <glib/gi18n.h>

ScopeRemark
scope_message_remark (const ScopeMessageRow *row)
{
  if (row->reversed > 0)
    return SCOPE_REMARK_REVERSED;
  if (row->unmatched > 0)
    return SCOPE_REMARK_UNMATCHED;
  if (row->count > 1)
    return SCOPE_REMARK_PLAIN;
  return row->message.tag == SCOPE_TAG_CONNECT && !row->message.received ? SCOPE_REMARK_PLAIN : SCOPE_REMARK_NONE;
}

const char *
scope_message_column_title (ScopeMessageKey column)
{
  static const char *const titles[SCOPE_N_MESSAGE_KEYS]
      = { N_("Messages"), N_("Kind"),     N_("From"),    N_("To"),    N_("Ports"),
          N_("Sent"),     N_("Received"), N_("Latency"), N_("Words"), N_("Remark") };

  g_return_val_if_fail (column < SCOPE_N_MESSAGE_KEYS, "");
  return _(titles[column]);
}

const char *
scope_message_size_title (ScopeTrace *trace)
{
  return trace != NULL && scope_trace_sizes_are_bytes (trace)
             ? _("Bytes")
             : scope_message_column_title (SCOPE_MESSAGE_KEY_SIZE);
}

gboolean
scope_message_column_is_text (ScopeMessageKey column)
{
  return column == SCOPE_MESSAGE_KEY_TAG || column == SCOPE_MESSAGE_KEY_FROM || column == SCOPE_MESSAGE_KEY_TO
         || column == SCOPE_MESSAGE_KEY_PORTS || column == SCOPE_MESSAGE_KEY_NOTE;
}

static char *
point_text (const ScopeClock *clock, gint64 time)
{
  return scope_clock_text (clock, (double) time, 1e6 / (double) clock->tick_ps);
}

static char *
latency_text (ScopeTrace *trace, const ScopeMessageRow *row)
{
  g_autofree char *text = scope_format_duration (ABS (row->latency), scope_trace_tick_ps (trace));
  g_autofree char *signed_text = g_strconcat (row->latency < 0 ? "−" : "", text, NULL);

  /* TRANSLATORS: the mean of several: “mean 12 µs” */
  return row->count > 1 ? g_strdup_printf (_("mean %s"), signed_text) : g_steal_pointer (&signed_text);
}

static char *
size_text (const ScopeMessageRow *row)
{
  gboolean whole = row->count == 1 || row->size >= 100 || row->size == (double) (guint64) row->size;
  g_autofree char *text
      = whole ? scope_format_count ((guint64) row->size) : g_strdup_printf ("%.1f", row->size);

  return row->count == 1 ? g_steal_pointer (&text) : g_strdup_printf (_("mean %s"), text);
}

static char *
port_text (gint64 port)
{
  return port == SCOPE_TABLE_NULL ? g_strdup ("–") : g_strdup_printf ("%" G_GINT64_FORMAT, port);
}

static char *
ports_text (const ScopeMessageRow *row)
{
  g_autofree char *from = port_text (row->message.from_port), *to = port_text (row->message.to_port);

  return g_strdup_printf ("%s → %s", from, to);
}

static void
add_note (GString *notes, const char *form, guint64 n)
{
  g_autofree char *number = scope_format_count (n);

  if (n == 0)
    return;
  if (notes->len > 0)
    g_string_append (notes, "; ");
  g_string_append_printf (notes, form, number);
}

/* A stream's: what is amiss, and that its messages bear one element each, which is what makes programs slow. */
static char *
stream_note_text (const ScopeMessageRow *row)
{
  GString *notes = g_string_new (NULL);

  add_note (notes, _("%s received before sent"), row->reversed);
  add_note (notes, _("%s with one end only"), row->unmatched);
  add_note (notes, _("%s one-element messages on one stream"), row->count);
  return g_string_free (notes, FALSE);
}

static char *
note_text (const ScopeMessageRow *row)
{
  if (row->count > 1)
    return stream_note_text (row);
  switch (scope_message_remark (row))
    {
    case SCOPE_REMARK_REVERSED:
      return g_strdup (_("received before sent"));
    case SCOPE_REMARK_UNMATCHED:
      return g_strdup (row->message.received ? _("sending not recorded") : _("not received"));
    case SCOPE_REMARK_PLAIN:
      return g_strdup (_("receipt not recorded by Eden"));
    case SCOPE_REMARK_NONE:
    default:
      return g_strdup ("");
    }
}

static gboolean
is_erlang (ScopeTrace *trace)
{
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG;
}

/* A process, or a port of Erlang's. */
static char *
party_text (ScopeTrace *trace, guint32 machine, guint32 process, gint64 port)
{
  if (process != SCOPE_NONE || !is_erlang (trace))
    return scope_party_title (trace, SCOPE_PARTY_PROCESS, machine, process);
  if (port != SCOPE_TABLE_NULL)
    return scope_trace_party_name (trace, machine, SCOPE_KIND_PORT, port);

  return machine < scope_trace_n_machines (trace) ? g_strdup ("?")
                                                  : scope_party_title (trace, SCOPE_PARTY_PROCESS, machine, process);
}

char *
scope_message_end_text (ScopeTrace *trace, const ScopeMessageLine *message, gboolean to)
{
  return to ? party_text (trace, message->to_machine, message->to_process, message->to_port)
            : party_text (trace, message->from_machine, message->from_process, message->from_port);
}

char *
scope_message_cell_text (ScopeTrace *trace, const ScopeMessageRow *row, ScopeMessageKey column, const ScopeClock *clock)
{
  const ScopeMessageLine *message = &row->message;
  const char *name = scope_message_tag_name (message->tag);

  switch (column)
    {
    case SCOPE_MESSAGE_KEY_COUNT:
      return scope_format_count (row->count);
    case SCOPE_MESSAGE_KEY_TAG:
      /* TRANSLATORS: kind of messages: “Head, stream” */
      return row->count > 1 ? g_strdup_printf (_("%s, stream"), name) : g_strdup (name);
    case SCOPE_MESSAGE_KEY_FROM:
    case SCOPE_MESSAGE_KEY_TO:
      return scope_message_end_text (trace, message, column == SCOPE_MESSAGE_KEY_TO);
    case SCOPE_MESSAGE_KEY_PORTS:
      return is_erlang (trace) ? g_strdup ("") : ports_text (row); /* its ports send and receive themselves */
    case SCOPE_MESSAGE_KEY_SEND:
      return message->sent ? point_text (clock, message->send) : g_strdup ("");
    case SCOPE_MESSAGE_KEY_RECEIVE:
      return message->received ? point_text (clock, message->receive) : g_strdup ("");
    case SCOPE_MESSAGE_KEY_LATENCY:
      return row->timed ? latency_text (trace, row) : g_strdup ("");
    case SCOPE_MESSAGE_KEY_SIZE:
      return row->size >= 0 ? size_text (row) : g_strdup ("");
    case SCOPE_MESSAGE_KEY_NOTE:
      return note_text (row);
    case SCOPE_N_MESSAGE_KEYS:
    default:
      return g_strdup ("");
    }
}

char *
scope_message_stream_text (ScopeTrace *trace, const ScopeMessageRow *row)
{
  g_autofree char *n = scope_format_count (row->count), *from = NULL, *to = NULL;

  if (row->count < 2)
    return NULL;
  from = scope_message_end_text (trace, &row->message, FALSE);
  to = scope_message_end_text (trace, &row->message, TRUE);
  /* TRANSLATORS: number, sender, receiver */
  return g_strdup_printf (_("%s one-element messages on one stream, from %s to %s"), n, from, to);
}

char *
scope_message_totals_text (ScopeMessageOrder *order)
{
  const ScopeMessageTotals *totals = scope_message_order_totals (order);
  g_autofree char *messages = scope_format_count (totals->messages), *streams = scope_format_count (totals->streams);
  g_autofree char *unmatched = scope_format_count (totals->unmatched);
  g_autofree char *reversed = scope_format_count (totals->reversed);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, ngettext ("%s message", "%s messages", (gulong) totals->messages), messages);
  if (totals->streams > 0)
    /* TRANSLATORS: follows a number of messages */
    g_string_append_printf (text, ngettext (", %s stream", ", %s streams", (gulong) totals->streams), streams);
  if (totals->unmatched > 0)
    /* TRANSLATORS: follows a number of messages: so many of them were sent or received, not both */
    g_string_append_printf (text, _(", %s with one end only"), unmatched);
  if (totals->reversed > 0)
    g_string_append_printf (text, _(", %s received before sent"), reversed);
  if (scope_message_order_n_rows (order) < scope_message_order_n_all (order))
    {
      g_autofree char *listed = scope_format_count (scope_message_order_n_rows (order));
      g_autofree char *all = scope_format_count (scope_message_order_n_all (order));

      /* TRANSLATORS: follows a sentence; in the order the table is sorted by */
      g_string_append_printf (text, _("; the first %s of %s rows in this order are listed"), listed, all);
    }
  return g_string_free (text, FALSE);
}

char *
scope_message_row_text (ScopeTrace *trace, const ScopeMessageRow *row, const ScopeClock *clock)
{
  GString *line = g_string_new (NULL);

  for (guint c = 0; c < SCOPE_N_MESSAGE_KEYS; c++)
    {
      g_autofree char *text = row != NULL ? scope_message_cell_text (trace, row, (ScopeMessageKey) c, clock)
                                          : c == SCOPE_MESSAGE_KEY_SIZE
                                              ? g_strdup (scope_message_size_title (trace))
                                              : g_strdup (scope_message_column_title ((ScopeMessageKey) c));

      g_string_append_printf (line, "%s%s", c > 0 ? "\t" : "", text);
    }
  g_string_append_c (line, '\n');
  return g_string_free (line, FALSE);
}
