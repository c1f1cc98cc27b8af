/* scope-message-rows.h: a ScopeMessageOrder as a list for widgets: rows are read when somebody shows them, off the main thread, and a
 * stream's row can be opened to its elements, which follow it.
 *
 * Main thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/messages/scope-message-order.h"

G_BEGIN_DECLS

#define SCOPE_TYPE_MESSAGE_ITEM (scope_message_item_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageItem, scope_message_item, SCOPE, MESSAGE_ITEM, GObject)

/* NULL until it is read; then "filled" (item) is emitted. */
const ScopeMessageRow *scope_message_item_get_row (ScopeMessageItem *item);
ScopeTrace *scope_message_item_get_trace (ScopeMessageItem *item);
/* An element below its stream. */
gboolean scope_message_item_is_element (ScopeMessageItem *item);
/* Whether it is a stream, and open. */
gboolean scope_message_item_is_stream (ScopeMessageItem *item);
gboolean scope_message_item_is_open (ScopeMessageItem *item);
/* It is shown: it will be filled soon. Once for each place that shows it. */
void scope_message_item_show (ScopeMessageItem *item);
void scope_message_item_hide (ScopeMessageItem *item);

#define SCOPE_TYPE_MESSAGE_ROWS (scope_message_rows_get_type ())
G_DECLARE_FINAL_TYPE (ScopeMessageRows, scope_message_rows, SCOPE, MESSAGE_ROWS, GObject)

/* Signals: "failed" (rows, const char *message): they could not be read; "opened" (rows, guint position): a stream's
 * elements are there. An empty GListModel of ScopeMessageItem. */
ScopeMessageRows *scope_message_rows_new (void);
/* NULL: none. Streams that were open are closed. */
void scope_message_rows_set (ScopeMessageRows *rows, ScopeMessageOrder *order);
ScopeMessageOrder *scope_message_rows_get_order (ScopeMessageRows *rows);
/* Opens or closes the stream at that position; FALSE if it is none. Its elements come a moment later. */
gboolean scope_message_rows_set_open (ScopeMessageRows *rows, guint position, gboolean open);
/* Where a row of the order stands. */
guint scope_message_rows_position (ScopeMessageRows *rows, guint row);
/* What stands there: in the order, or among the elements of a stream. */
ScopeMessageOrder *scope_message_rows_at (ScopeMessageRows *rows, guint position, guint *ret_row);
/* Elements of an open stream that stands at that position; NULL if it is not open. */
ScopeMessageOrder *scope_message_rows_elements (ScopeMessageRows *rows, guint position);

G_END_DECLS
