/* scope-message-order.c: see scope-message-order.h.
 *
 * A row is a number of 32 bits: where the message stands in the tables of all machines, one after the other, or (the top bit) which
 * stream it is. With its key it takes 16 bytes while gathering, as many again while sorting, 4 afterwards.
 *
 * More rows than may be listed: whenever there are twice as many, the worse half goes, and from then on whatever is no
 * better than the worst kept one is passed over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/messages/scope-message-order-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-ref.h"
#include "model/trace/document/scope-streams.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_STREAMS 1000000u /* beyond, elements are listed one by one */
#define CHECK_EVERY 4096u
#define LAST G_MAXUINT64 /* the key of what has no value */

typedef struct
{
  guint64 key;
  guint32 row;
} Entry;

/* --- life --- */

static ScopeMessageOrder *
order_new (const ScopeQueryRange *within, const ScopeMessageSorting *sorting)
{
  ScopeMessageOrder *order = g_new0 (ScopeMessageOrder, 1);

  g_atomic_ref_count_init (&order->ref_count);
  order->trace = g_object_ref (within->trace);
  order->from = within->from;
  order->to = within->to;
  order->filtered = within->messages != NULL;
  if (order->filtered)
    order->filter = *within->messages;
  order->sorting = *sorting;
  if (sorting->channel != NULL)
    memcpy (order->channel, sorting->channel, sizeof order->channel);
  order->sorting.channel = NULL;
  order->streams = g_array_new (FALSE, FALSE, sizeof (ScopeOrderStream));
  return order;
}

static void
message_order_free (ScopeMessageOrder *order)
{
  g_object_unref (order->trace);
  g_array_unref (order->streams);
  g_free (order->bases);
  g_free (order->rows);
  g_free (order);
}

SCOPE_DEFINE_REF (ScopeMessageOrder, scope_message_order, object->ref_count, message_order_free)

/* --- keys --- */

/* Order-preserving, signed to unsigned. */
static guint64
key_of_integer (gint64 value)
{
  return (guint64) value ^ G_GUINT64_CONSTANT (0x8000000000000000);
}

static guint64
key_of_double (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits >> 63 != 0 ? ~bits : bits ^ G_GUINT64_CONSTANT (0x8000000000000000);
}

static guint
rank_of_tag (guint tag)
{
  const char *name = scope_message_tag_name (tag);
  guint rank = 0;

  for (guint t = 0; t < SCOPE_N_TAGS; t++)
    rank += strcmp (scope_message_tag_name (SCOPE_TAG_FIRST + t), name) < 0;
  return rank;
}

/* By the machine's number, which is what people see. */
static guint64
key_of_end (ScopeTrace *trace, guint32 machine, guint32 process)
{
  guint64 number = machine < scope_trace_n_machines (trace) ? scope_trace_machine (trace, machine)->number
                                                             : machine & ~SCOPE_MESSAGE_ABSENT_MACHINE;

  return number << 32 | process;
}

static guint64
key_of_port (gint64 port)
{
  return port == SCOPE_TABLE_NULL ? 0 : (guint64) CLAMP (port, 0, (gint64) G_MAXUINT32);
}

static guint64
key_of_note (const ScopeMessageRow *row)
{
  if (row->reversed > 0)
    return 3;
  if (row->unmatched > 0)
    return row->message.received ? 2 : 1;
  return row->message.tag == SCOPE_TAG_CONNECT && !row->message.received ? 0 : LAST;
}

static guint64
plain_key (ScopeTrace *trace, ScopeMessageKey key, const ScopeMessageRow *row, const guint8 *tag_ranks)
{
  const ScopeMessageLine *message = &row->message;

  switch (key)
    {
    case SCOPE_MESSAGE_KEY_COUNT:
      return row->count;
    case SCOPE_MESSAGE_KEY_TAG:
      return tag_ranks[message->tag];
    case SCOPE_MESSAGE_KEY_FROM:
      return key_of_end (trace, message->from_machine, message->from_process);
    case SCOPE_MESSAGE_KEY_TO:
      return key_of_end (trace, message->to_machine, message->to_process);
    case SCOPE_MESSAGE_KEY_PORTS:
      return key_of_port (message->from_port) << 32 | key_of_port (message->to_port);
    case SCOPE_MESSAGE_KEY_SEND:
      return message->sent ? key_of_integer (message->send) : LAST;
    case SCOPE_MESSAGE_KEY_RECEIVE:
      return message->received ? key_of_integer (message->receive) : LAST;
    case SCOPE_MESSAGE_KEY_LATENCY:
      return row->timed ? key_of_double (row->latency) : LAST;
    case SCOPE_MESSAGE_KEY_SIZE:
      return row->size >= 0 ? key_of_double (row->size) : LAST;
    case SCOPE_MESSAGE_KEY_NOTE:
      return key_of_note (row);
    case SCOPE_N_MESSAGE_KEYS:
    default:
      return LAST;
    }
}

/* --- gathering --- */

typedef struct
{
  ScopeMessageOrder *order;
  const ScopeQueryRange *within;
  GArray *entries;         /* of Entry */
  GHashTable *by_channel;  /* channel → number of the stream + 1; keys are chunks of their own */
  GPtrArray *keys;
  guint8 tag_ranks[256];
  guint64 worst;           /* no entry with a greater key is wanted */
  guint64 done, all;
} Gathering;

static gboolean
is_before (const Entry *a, const Entry *b)
{
  return a->key != b->key ? a->key < b->key : a->row < b->row;
}

/* Puts the `keep` first ones to the start, in any order (Hoare's selection). */
static void
select_first (Entry *entries, guint n, guint keep)
{
  guint low = 0, high = n - 1;

  while (low < high)
    {
      Entry pivot = entries[low + (high - low) / 2];
      guint i = low, j = high;

      for (;;)
        {
          Entry swap;

          while (is_before (&entries[i], &pivot))
            i++;
          while (is_before (&pivot, &entries[j]))
            j--;
          if (i >= j)
            break;
          swap = entries[i];
          entries[i++] = entries[j];
          entries[j--] = swap;
        }
      /* [low, j] are not after [j + 1, high] */
      if (keep <= j)
        high = j;
      else
        low = j + 1;
    }
}

static void
drop_worse (Gathering *g)
{
  guint most = g->order->sorting.most;
  Entry *entries = (Entry *) (gpointer) g->entries->data;

  select_first (entries, g->entries->len, most);
  g_array_set_size (g->entries, most);
  g->worst = 0;
  for (guint i = 0; i < most; i++)
    g->worst = MAX (g->worst, entries[i].key);
}

static void
add_entry (Gathering *g, const ScopeMessageRow *row, guint32 number)
{
  const ScopeMessageSorting *sorting = &g->order->sorting;
  guint64 key = plain_key (g->order->trace, sorting->key, row, g->tag_ranks);
  Entry entry = { key != LAST && sorting->descending ? LAST - 1 - key : key, number };

  g->order->n_all++;
  if (entry.key > g->worst)
    return;
  g_array_append_val (g->entries, entry);
  if (g->entries->len >= 2 * sorting->most)
    drop_worse (g);
}

/* FALSE: it is to stand alone. */
static gboolean
add_to_stream (Gathering *g, const gint64 *row, const ScopeMessageRow *line, guint32 number)
{
  const gint64 *channel = &row[SCOPE_MESSAGE_FROM_MACHINE];
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (g->by_channel, channel));
  const ScopeMessageLine *message = &line->message;
  ScopeOrderStream *stream;

  if (n == 0)
    {
      ScopeOrderStream fresh = { .first_send = SCOPE_TABLE_NULL, .last_receive = SCOPE_TABLE_NULL, .first = number };
      gint64 *key;

      if (g->order->streams->len >= MAX_STREAMS)
        return FALSE;
      memcpy (fresh.channel, channel, sizeof fresh.channel);
      g_array_append_val (g->order->streams, fresh);
      n = g->order->streams->len;
      key = g_memdup2 (channel, sizeof fresh.channel);
      g_ptr_array_add (g->keys, key);
      g_hash_table_insert (g->by_channel, key, GUINT_TO_POINTER (n));
    }
  stream = &g_array_index (g->order->streams, ScopeOrderStream, n - 1);
  stream->count++;
  stream->unmatched += line->unmatched;
  stream->reversed += line->reversed;
  if (line->size >= 0)
    {
      stream->sized++;
      stream->size += line->size;
    }
  if (line->timed)
    {
      stream->timed++;
      stream->latency += line->latency;
    }
  if (message->sent && (stream->first_send == SCOPE_TABLE_NULL || message->send < stream->first_send))
    stream->first_send = message->send;
  if (message->received)
    stream->last_receive = MAX (stream->last_receive, message->receive);
  return TRUE;
}

static void
take (Gathering *g, const gint64 *row, guint32 number)
{
  ScopeMessageOrder *order = g->order;
  ScopeMessageLine message;
  ScopeMessageRow line;

  if (g->within->messages == NULL ? !scope_message_from_any_row (order->trace, row, &message)
                                  : !scope_message_from_any_row (order->trace, row, &message)
                                        || !scope_message_filter_wants (g->within->messages, &message))
    return;
  scope_message_row_of_message (&message, &line);
  order->totals.messages++;
  order->totals.unmatched += line.unmatched;
  order->totals.reversed += line.reversed;
  order->totals.timed += line.timed;
  order->totals.unrecorded += message.tag == SCOPE_TAG_CONNECT && !message.received;
  if (!order->sorting.group || message.tag != SCOPE_TAG_HEAD || !add_to_stream (g, row, &line, number))
    add_entry (g, &line, number);
}

static gboolean
walk_machine (Gathering *g, guint m, const gint64 *channel, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (g->order->trace, m);
  gint64 row[SCOPE_TABLE_MAX_COLUMNS], from, to;
  ScopeTableCursor cursor;
  GError *local = NULL;

  scope_query_range_own_range (g->within, machine, &from, &to);
  scope_table_cursor_init (&cursor, machine->tables[SCOPE_TABLE_MESSAGES], from, to);
  while (local == NULL && scope_table_cursor_next (&cursor, row, &local))
    {
      if (channel == NULL
          || (row[SCOPE_MESSAGE_TAG] == SCOPE_TAG_HEAD && scope_channel_equal (channel, &row[SCOPE_MESSAGE_FROM_MACHINE])))
        {
          guint64 number = g->order->bases[m] + scope_table_cursor_position (&cursor);

          if (number < g->order->bases[m + 1])
            take (g, row, (guint32) number);
        }
      if (++g->done % CHECK_EVERY == 0)
        {
          scope_query_range_progress (g->within, g->done, g->all);
          scope_query_range_cancelled (g->within, &local);
        }
    }
  scope_table_cursor_clear (&cursor);
  return scope_passed (local, error);
}

/* Where the rows of each machine begin in the numbering. */
static gboolean
number_machines (ScopeMessageOrder *order, GError **error)
{
  guint64 base = 0;

  order->n_machines = scope_trace_n_machines (order->trace);
  order->bases = g_new (guint32, order->n_machines + 1);
  for (guint m = 0; m < order->n_machines; m++)
    {
      ScopeTable *table = scope_trace_machine (order->trace, m)->tables[SCOPE_TABLE_MESSAGES];

      order->bases[m] = (guint32) base;
      base += table != NULL ? scope_table_end_position (table) : 0;
      if (base >= SCOPE_ORDER_STREAM)
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                               _("There are more messages than can be listed (two thousand million)"));
          return FALSE;
        }
    }
  order->bases[order->n_machines] = (guint32) base;
  return TRUE;
}

static guint64
estimate (const ScopeQueryRange *within)
{
  guint64 n = 0;

  SCOPE_EACH_MACHINE (machine, within->trace)
    {
      gint64 from, to;

      scope_query_range_own_range (within, machine, &from, &to);
      if (machine->tables[SCOPE_TABLE_MESSAGES] != NULL)
        n += scope_table_estimate (machine->tables[SCOPE_TABLE_MESSAGES], from, to);
    }
  return n;
}

/* --- sorting: by bytes, from the last to the first; those that are all the same are passed over --- */

static gboolean
sort_entries (Gathering *g, GError **error)
{
  guint n = g->entries->len;
  g_autofree Entry *other = g_new (Entry, MAX (n, 1));
  Entry *from = (Entry *) (gpointer) g->entries->data, *to = other;
  guint(*counts)[256] = g_malloc0 (8 * sizeof *counts);

  for (guint i = 0; i < n; i++)
    for (guint b = 0; b < 8; b++)
      counts[b][from[i].key >> 8 * b & 255]++;
  for (guint b = 0; b < 8 && !scope_query_range_cancelled (g->within, error); b++)
    {
      guint at = 0, places[256];
      Entry *swap;

      if (n == 0 || counts[b][from[0].key >> 8 * b & 255] == n)
        continue;
      for (guint v = 0; v < 256; v++)
        {
          places[v] = at;
          at += counts[b][v];
        }
      for (guint i = 0; i < n; i++)
        to[places[from[i].key >> 8 * b & 255]++] = from[i];
      swap = from;
      from = to;
      to = swap;
    }
  g_free (counts);
  if (g_cancellable_is_cancelled (g->within->cancellable))
    return FALSE;
  g->order->n_rows = MIN (n, g->order->sorting.most);
  g->order->rows = g_new (guint32, MAX (g->order->n_rows, 1));
  for (guint i = 0; i < g->order->n_rows; i++)
    g->order->rows[i] = from[i].row;
  return TRUE;
}

SCOPE_COMPARE_BY (compare_numbers, Entry, SCOPE_UP (row))

/* Equal keys stay in the order of the tables: the streams come where they were counted, and selecting turned all about. */
static void
restore_order (Gathering *g)
{
  if (g->entries->len > 1)
    qsort (g->entries->data, g->entries->len, sizeof (Entry), compare_numbers);
}

static void
add_streams (Gathering *g)
{
  ScopeMessageOrder *order = g->order;

  for (guint i = 0; i < order->streams->len; i++)
    {
      const ScopeOrderStream *stream = &g_array_index (order->streams, ScopeOrderStream, i);
      ScopeMessageRow row;

      scope_message_row_of_stream (stream, &row);
      order->totals.streams += stream->count > 1;
      add_entry (g, &row, stream->count > 1 ? SCOPE_ORDER_STREAM | i : stream->first);
    }
}

static gboolean
gather (Gathering *g, const gint64 *channel, GError **error)
{
  for (guint m = 0; m < g->order->n_machines; m++)
    if (scope_trace_machine (g->order->trace, m)->tables[SCOPE_TABLE_MESSAGES] != NULL
        && (channel == NULL || channel[0] == m || channel[3] == m) && !walk_machine (g, m, channel, error))
      return FALSE;
  add_streams (g);
  if (g->entries->len > g->order->sorting.most)
    drop_worse (g);
  restore_order (g);
  return sort_entries (g, error);
}

ScopeMessageOrder *
scope_message_order_new (const ScopeQueryRange *within, const ScopeMessageSorting *sorting, GError **error)
{
  g_autoptr (ScopeMessageOrder) order = order_new (within, sorting);
  Gathering g = { .order = order, .within = within, .worst = LAST };
  gboolean done;

  g_return_val_if_fail (sorting->most > 0 && sorting->key < SCOPE_N_MESSAGE_KEYS, NULL);
  if (!number_machines (order, error))
    return NULL;
  for (guint t = 0; t < G_N_ELEMENTS (g.tag_ranks); t++)
    g.tag_ranks[t] = (guint8) rank_of_tag (t);
  g.all = estimate (within);
  g.entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g.by_channel = g_hash_table_new (scope_channel_hash, scope_channel_equal);
  g.keys = g_ptr_array_new_with_free_func (g_free);
  done = gather (&g, sorting->channel, error);
  g_array_unref (g.entries);
  g_hash_table_unref (g.by_channel);
  g_ptr_array_unref (g.keys);
  return done ? g_steal_pointer (&order) : NULL;
}

