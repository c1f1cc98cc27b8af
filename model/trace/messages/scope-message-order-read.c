/* scope-message-order-read.c: rows of an order, read where they stand; which of them a message is; rows as CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/messages/scope-message-order-private.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

void
scope_message_row_of_message (const ScopeMessageLine *message, ScopeMessageRow *row)
{
  memset (row, 0, sizeof *row);
  row->message = *message;
  row->count = 1;
  row->size = message->size != SCOPE_TABLE_NULL ? (double) message->size : -1;
  row->timed = message->sent && message->received;
  row->latency = row->timed ? (double) message->receive - (double) message->send : 0;
  row->unmatched = scope_message_is_unmatched (message);
  row->reversed = message->reversed;
}

void
scope_message_row_of_stream (const ScopeOrderStream *stream, ScopeMessageRow *row)
{
  ScopeMessageLine *message = &row->message;

  memset (row, 0, sizeof *row);
  message->from_machine = (guint32) stream->channel[0];
  message->from_process = (guint32) stream->channel[1];
  message->from_port = stream->channel[2];
  message->to_machine = (guint32) stream->channel[3];
  message->to_process = (guint32) stream->channel[4];
  message->to_port = stream->channel[5];
  message->tag = SCOPE_TAG_HEAD;
  message->count = (guint32) MIN (stream->count, G_MAXUINT32);
  message->sent = stream->first_send != SCOPE_TABLE_NULL;
  message->received = stream->last_receive != SCOPE_TABLE_NULL;
  message->send = message->sent ? stream->first_send : stream->last_receive;
  message->receive = message->received ? stream->last_receive : message->send;
  message->size = stream->sized > 0 ? (gint64) (stream->size / (double) stream->sized) : SCOPE_TABLE_NULL;
  row->count = stream->count;
  row->size = stream->sized > 0 ? stream->size / (double) stream->sized : -1;
  row->timed = stream->timed > 0;
  row->latency = row->timed ? stream->latency / (double) stream->timed : 0;
  row->unmatched = stream->unmatched;
  row->reversed = stream->reversed;
}

/* --- reading --- */

ScopeTrace *
scope_message_order_get_trace (ScopeMessageOrder *order)
{
  return order->trace;
}

guint
scope_message_order_n_rows (ScopeMessageOrder *order)
{
  return order->n_rows;
}

guint64
scope_message_order_n_all (ScopeMessageOrder *order)
{
  return order->n_all;
}

const ScopeMessageTotals *
scope_message_order_totals (ScopeMessageOrder *order)
{
  return &order->totals;
}

void
scope_message_order_get_query_range (ScopeMessageOrder *order, ScopeQueryRange *within, ScopeMessageSorting *sorting)
{
  *within = (ScopeQueryRange) { .trace = order->trace, .from = order->from, .to = order->to,
                                .messages = order->filtered ? &order->filter : NULL };
  *sorting = order->sorting;
}

const gint64 *
scope_message_order_channel (ScopeMessageOrder *order, guint row)
{
  g_return_val_if_fail (row < order->n_rows, NULL);
  if ((order->rows[row] & SCOPE_ORDER_STREAM) == 0)
    return NULL;
  return g_array_index (order->streams, ScopeOrderStream, order->rows[row] & ~SCOPE_ORDER_STREAM).channel;
}

typedef struct
{
  guint32 number;
  guint index;
} Wanted;

SCOPE_COMPARE_BY (compare_wanted, Wanted, SCOPE_UP (number))

static guint
machine_of (const ScopeMessageOrder *order, guint32 number)
{
  return (guint) SCOPE_BISECT_LAST (order->n_machines, i, order->bases[i] <= number);
}

static gboolean
read_messages (ScopeMessageOrder *order, const Wanted *wanted, guint n, ScopeMessageRow *rows, GError **error)
{
  ScopeTableCursor cursor = { 0 };
  guint current = G_MAXUINT;
  GError *local = NULL;

  for (guint i = 0; i < n && local == NULL; i++)
    {
      guint m = machine_of (order, wanted[i].number);
      gint64 row[SCOPE_TABLE_MAX_COLUMNS];
      ScopeMessageLine message;

      if (m != current)
        {
          scope_table_cursor_clear (&cursor);
          scope_table_cursor_init (&cursor, scope_trace_machine (order->trace, m)->tables[SCOPE_TABLE_MESSAGES],
                                   G_MININT64, G_MAXINT64);
          current = m;
        }
      if (!scope_table_cursor_read_at (&cursor, wanted[i].number - order->bases[m], row, &local)
          || !scope_message_from_any_row (order->trace, row, &message))
        {
          if (local == NULL)
            g_set_error_literal (&local, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("A message is not at its place any more"));
          break;
        }
      scope_message_row_of_message (&message, &rows[wanted[i].index]);
    }
  scope_table_cursor_clear (&cursor);
  return scope_passed (local, error);
}

gboolean
scope_message_order_read (ScopeMessageOrder *order, guint first, guint n, ScopeMessageRow *rows, GError **error)
{
  g_autofree Wanted *wanted = g_new (Wanted, MAX (n, 1));
  guint n_wanted = 0;

  g_return_val_if_fail (first <= order->n_rows && n <= order->n_rows - first, FALSE);

  for (guint i = 0; i < n; i++)
    {
      guint32 number = order->rows[first + i];

      if (number & SCOPE_ORDER_STREAM)
        scope_message_row_of_stream (&g_array_index (order->streams, ScopeOrderStream, number & ~SCOPE_ORDER_STREAM), &rows[i]);
      else
        wanted[n_wanted++] = (Wanted) { number, i };
    }
  qsort (wanted, n_wanted, sizeof *wanted, compare_wanted);
  return read_messages (order, wanted, n_wanted, rows, error);
}

/* --- finding --- */

static gboolean
same_message (const ScopeMessageLine *a, const ScopeMessageLine *b)
{
  return a->send == b->send && a->receive == b->receive && a->tag == b->tag && a->from_machine == b->from_machine
         && a->to_machine == b->to_machine && a->from_process == b->from_process && a->to_process == b->to_process
         && a->from_port == b->from_port && a->to_port == b->to_port;
}

/* Where it stands, in the sender's table or, if nobody saw it sent, the receiver's. */
static gboolean
find_number (ScopeMessageOrder *order, const ScopeMessageLine *message, guint32 *ret_number, GCancellable *cancellable)
{
  guint m = message->sent ? message->from_machine : message->to_machine;
  gint64 time = message->sent ? message->send : message->receive, row[SCOPE_TABLE_MAX_COLUMNS];
  ScopeTableCursor cursor;
  gboolean found = FALSE;
  ScopeMachine *machine;

  if (m >= order->n_machines)
    return FALSE;
  machine = scope_trace_machine (order->trace, m);
  time -= scope_trace_offset (order->trace, machine);
  if (machine->tables[SCOPE_TABLE_MESSAGES] == NULL)
    return FALSE;
  scope_table_cursor_init (&cursor, machine->tables[SCOPE_TABLE_MESSAGES], time, scope_time_add (time, 1));
  while (!found && !g_cancellable_is_cancelled (cancellable) && scope_table_cursor_next (&cursor, row, NULL))
    {
      ScopeMessageLine line;

      found = scope_message_from_any_row (order->trace, row, &line) && same_message (&line, message);
      if (found)
        *ret_number = (guint32) (order->bases[m] + scope_table_cursor_position (&cursor));
    }
  scope_table_cursor_clear (&cursor);
  return found;
}

static gboolean
stream_has (const ScopeOrderStream *stream, const ScopeMessageLine *message)
{
  return message->tag == SCOPE_TAG_HEAD && stream->channel[0] == message->from_machine
         && stream->channel[1] == message->from_process && stream->channel[2] == message->from_port
         && stream->channel[3] == message->to_machine && stream->channel[4] == message->to_process
         && stream->channel[5] == message->to_port;
}

gboolean
scope_message_order_find (ScopeMessageOrder *order, const ScopeMessageLine *message, guint *ret_row,
                          GCancellable *cancellable)
{
  gint64 time = message->sent ? message->send : message->receive;
  guint32 number;

  /* An element stands in its stream's row only if it is one of those wanted. */
  if (time < order->from || time >= order->to || (order->filtered && !scope_message_filter_wants (&order->filter, message))
      || !find_number (order, message, &number, cancellable))
    return FALSE;
  for (guint i = 0; i < order->n_rows; i++)
    if (order->rows[i] == number
        || ((order->rows[i] & SCOPE_ORDER_STREAM) != 0
            && stream_has (&g_array_index (order->streams, ScopeOrderStream, order->rows[i] & ~SCOPE_ORDER_STREAM), message)))
      {
        *ret_row = i;
        return TRUE;
      }
  return FALSE;
}

/* --- CSV --- */

ScopeCsv *
scope_message_csv_new (ScopeCsvSink sink, gpointer data)
{
  static const char *const columns[]
      = { "tag",     "from_machine", "from_process", "from_port", "to_machine", "to_process", "to_port",
          "send_ns", "receive_ns",   "size",         "size_unit", "count",      "latency_ns", "note" };

  return scope_csv_new (SCOPE_CSV_COMMAS, columns, G_N_ELEMENTS (columns), sink, data);
}

static void
write_id (ScopeCsv *csv, ScopeTrace *trace, guint32 machine, ScopeKind kind, gint64 number)
{
  g_autofree char *id = scope_trace_party_id (trace, machine, kind, number);

  scope_csv_text (csv, id);
}

/* As `dump messages` has it. */
static void
write_end (ScopeCsv *csv, ScopeTrace *trace, guint32 machine, gint64 process, gint64 port)
{
  if (machine < scope_trace_n_machines (trace))
    scope_csv_unsigned (csv, scope_trace_machine (trace, machine)->number);
  else if (machine == SCOPE_NONE || scope_trace_runtime (trace) == SCOPE_RUNTIME_ERLANG)
    scope_csv_empty (csv);
  else
    scope_csv_unsigned (csv, machine & ~SCOPE_MESSAGE_ABSENT_MACHINE);
  write_id (csv, trace, machine, SCOPE_KIND_PROCESS, process);
  write_id (csv, trace, machine, SCOPE_KIND_PORT, port);
}

void
scope_message_row_write (ScopeCsv *csv, ScopeTrace *trace, const ScopeMessageRow *row)
{
  const ScopeMessageLine *m = &row->message;
  gint64 tick_ps = scope_trace_tick_ps (trace);
  const char *note = row->reversed > 0 ? "received-before-sent" : row->unmatched > 0 ? "unmatched" : NULL;

  scope_csv_text (csv, scope_message_tag_name (m->tag));
  write_end (csv, trace, m->nowhere ? SCOPE_NONE : m->from_machine, m->from_process, m->from_port);
  write_end (csv, trace, m->to_machine, m->to_process, m->to_port);
  scope_csv_ticks (csv, m->sent ? (double) m->send : NAN, tick_ps);
  scope_csv_ticks (csv, m->received ? (double) m->receive : NAN, tick_ps);
  scope_csv_number (csv, row->count > 1 ? "%.3f" : "%.0f", row->size >= 0 ? row->size : NAN);
  scope_csv_text (csv, row->size < 0 ? NULL : scope_trace_sizes_are_bytes (trace) ? "bytes" : "words");
  scope_csv_unsigned (csv, row->count);
  scope_csv_ticks (csv, row->timed ? row->latency : NAN, tick_ps);
  scope_csv_text (csv, m->tag == SCOPE_TAG_CONNECT && !m->received ? "receipt-not-recorded" : note);
  scope_csv_end_row (csv);
}
