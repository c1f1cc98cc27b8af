/* scope-message-words.h: messages in words: the cells of a list of them, and what is remarkable about one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/scene/draw/scope-clock.h"

#include "model/trace/messages/scope-message-order.h"

G_BEGIN_DECLS

/* How much a remark matters: drawn with an icon of its own, so that it is told without colour. */
typedef enum
{
  SCOPE_REMARK_NONE,
  SCOPE_REMARK_PLAIN,     /* as it must be: Eden records no receipt of a Connect; a stream */
  SCOPE_REMARK_UNMATCHED, /* one end was not seen */
  SCOPE_REMARK_REVERSED,  /* received before it was sent */
} ScopeRemark;

ScopeRemark scope_message_remark (const ScopeMessageRow *row);
/* The title of a column, translated, and what its cell shows; "" if there is nothing. Free the text with g_free(). */
const char *scope_message_column_title (ScopeMessageKey column);
/* That of SCOPE_MESSAGE_KEY_SIZE: what sizes of this trace (or NULL) count. */
const char *scope_message_size_title (ScopeTrace *trace);
gboolean scope_message_column_is_text (ScopeMessageKey column);
/* Who sent it, or who it is for: a process or, of Erlang's, a port; "?": not known. Free with g_free(). */
char *scope_message_end_text (ScopeTrace *trace, const ScopeMessageLine *message, gboolean to);
char *scope_message_cell_text (ScopeTrace *trace, const ScopeMessageRow *row, ScopeMessageKey column, const ScopeClock *clock);
/* "5,888 one-element messages on one stream, from 1:1 to 2:3"; NULL for what is no stream. Free with g_free(). */
char *scope_message_stream_text (ScopeTrace *trace, const ScopeMessageRow *row);
/* "12,345 messages, 3 streams; 2 unmatched": what an order found. Free with g_free(). */
char *scope_message_totals_text (ScopeMessageOrder *order);
/* All cells of a row, tabs between, with a line end; row NULL: the titles, for which no clock is needed. Free with g_free(). */
char *scope_message_row_text (ScopeTrace *trace, const ScopeMessageRow *row, const ScopeClock *clock);

G_END_DECLS
