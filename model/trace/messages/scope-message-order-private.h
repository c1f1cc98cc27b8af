/* scope-message-order-private.h: what the files of the order share. SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/trace/messages/scope-message-order.h"

G_BEGIN_DECLS

#define SCOPE_ORDER_STREAM 0x80000000u /* the row is a stream of that number */

typedef struct
{
  gint64 channel[6]; /* as in the table; stands first */
  guint64 count, sized, timed, unmatched, reversed;
  double size, latency;
  gint64 first_send, last_receive; /* trace time */
  guint32 first; /* where its first element stands */
} ScopeOrderStream;

G_STATIC_ASSERT (G_STRUCT_OFFSET (ScopeOrderStream, channel) == 0);

struct _ScopeMessageOrder
{
  gatomicrefcount ref_count;
  ScopeTrace *trace;
  ScopeMessageFilter filter;
  gboolean filtered;
  gint64 from, to;
  ScopeMessageSorting sorting;
  gint64 channel[6];
  guint32 *bases; /* of each machine, and the end */
  guint n_machines;
  guint32 *rows;
  guint n_rows;
  guint64 n_all;
  ScopeMessageTotals totals;
  GArray *streams; /* of ScopeOrderStream */
};

/* scope-message-order-read.c */
void scope_message_row_of_message (const ScopeMessageLine *message, ScopeMessageRow *row);
void scope_message_row_of_stream (const ScopeOrderStream *stream, ScopeMessageRow *row);

G_END_DECLS
