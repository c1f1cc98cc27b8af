/* scope-message-order.h: the messages of a range in any order, however many there are.
 *
 * All messages of the range are looked at, whatever they are sorted by; what is kept of each is a key and where its row
 * stands. Rows are read when they are wanted. The elements of a stream may be one row, with their number and mean size.
 *
 * At most `most` rows are listed: the first ones in the order asked for, never just those that came first. So memory is
 * bounded by `most` and by the number of streams, not by the trace.
 *
 * A message belongs to the range in which it was sent (received, if nobody saw it sent), as `dump messages` has it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-csv.h"
#include "model/trace/document/scope-message.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_MESSAGE_KEY_COUNT,
  SCOPE_MESSAGE_KEY_TAG,
  SCOPE_MESSAGE_KEY_FROM,
  SCOPE_MESSAGE_KEY_TO,
  SCOPE_MESSAGE_KEY_PORTS,
  SCOPE_MESSAGE_KEY_SEND,    /* of a stream: the first */
  SCOPE_MESSAGE_KEY_RECEIVE, /* of a stream: the last */
  SCOPE_MESSAGE_KEY_LATENCY, /* of a stream: the mean */
  SCOPE_MESSAGE_KEY_SIZE,    /* of a stream: the mean */
  SCOPE_MESSAGE_KEY_NOTE,    /* what is wrong with it */
  SCOPE_N_MESSAGE_KEYS
} ScopeMessageKey;

typedef struct
{
  ScopeMessageKey key;
  gboolean descending;   /* what has no value comes last either way; equal ones in the order of the tables */
  gboolean group;        /* the elements of a stream are one row */
  const gint64 *channel; /* only the elements of this stream: six columns of the table; NULL: all */
  guint most;            /* rows */
} ScopeMessageSorting;

/* One row: a message, or all elements of a stream that are wanted. */
typedef struct
{
  ScopeMessageLine message; /* of a stream: from its first sending to its last receipt */
  guint64 count;            /* elements, or 1 */
  double size;              /* words, of a stream the mean; negative: not known */
  gboolean timed;           /* both ends were seen, at least of some elements */
  double latency;           /* ticks, of a stream the mean */
  guint64 unmatched, reversed; /* elements; of a message 0 or 1 */
} ScopeMessageRow;

typedef struct _ScopeMessageOrder ScopeMessageOrder;

/* Off the main thread. NULL with error. */
ScopeMessageOrder *scope_message_order_new (const ScopeQueryRange *within, const ScopeMessageSorting *sorting, GError **error);
ScopeMessageOrder *scope_message_order_ref (ScopeMessageOrder *order);
void scope_message_order_unref (ScopeMessageOrder *order);

ScopeTrace *scope_message_order_get_trace (ScopeMessageOrder *order);
/* Rows listed, and rows there would be. */
guint scope_message_order_n_rows (ScopeMessageOrder *order);
guint64 scope_message_order_n_all (ScopeMessageOrder *order);
/* Of all that there are, listed or not. */
typedef struct
{
  guint64 messages, streams, unmatched, reversed, unrecorded;
  guint64 timed;
} ScopeMessageTotals;
const ScopeMessageTotals *scope_message_order_totals (ScopeMessageOrder *order);

/* n rows from `first` on. Reads the trace: off the main thread. FALSE with error. */
gboolean scope_message_order_read (ScopeMessageOrder *order, guint first, guint n, ScopeMessageRow *rows,
                                   GError **error);
/* The channel of a row that stands for a stream; NULL if it is one message. */
const gint64 *scope_message_order_channel (ScopeMessageOrder *order, guint row);
/* In which row the message is, alone or as an element; FALSE if it is not listed. Off the main thread. */
gboolean scope_message_order_find (ScopeMessageOrder *order, const ScopeMessageLine *message, guint *ret_row,
                                   GCancellable *cancellable);

/* The range, filter and sorting it was made with, but for the channel; valid as long as the order. */
void scope_message_order_get_query_range (ScopeMessageOrder *order, ScopeQueryRange *ret_within,
                                          ScopeMessageSorting *ret_sorting);

/* CSV with the columns of `dump messages`, then count, latency_ns and note; and a row of it. */
ScopeCsv *scope_message_csv_new (ScopeCsvSink sink, gpointer data);
void scope_message_row_write (ScopeCsv *csv, ScopeTrace *trace, const ScopeMessageRow *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeMessageOrder, scope_message_order_unref)

G_END_DECLS
