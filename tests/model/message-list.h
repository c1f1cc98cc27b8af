/* message-list.h: the messages of a range, read row by row: what orders, times and panels are compared with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

static inline int
message_list_compare (gconstpointer a, gconstpointer b)
{
  const ScopeMessageLine *x = a, *y = b;

  if (x->send != y->send)
    return x->send < y->send ? -1 : 1;
  return x->receive < y->receive ? -1 : x->receive > y->receive;
}

/* ScopeMessageLine in order of sending, those that within->messages wants. Free with g_array_unref(). */
static inline GArray *
message_list_read (const ScopeQueryRange *within)
{
  GArray *messages = g_array_new (FALSE, FALSE, sizeof (ScopeMessageLine));

  for (guint i = 0; i < scope_trace_n_machines (within->trace); i++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, i);
      gint64 row[SCOPE_TABLE_MAX_COLUMNS], from, to;
      ScopeMessageLine message;
      ScopeTableCursor cursor;

      if (machine->tables[SCOPE_TABLE_MESSAGES] == NULL)
        continue;
      scope_query_range_own_range (within, machine, &from, &to);
      scope_table_cursor_init (&cursor, machine->tables[SCOPE_TABLE_MESSAGES], from, to);
      while (scope_table_cursor_next (&cursor, row, NULL))
        if (scope_message_from_row (within->trace, row, &message)
            && (within->messages == NULL || scope_message_filter_wants (within->messages, &message)))
          g_array_append_val (messages, message);
      scope_table_cursor_clear (&cursor);
    }
  g_array_sort (messages, message_list_compare);
  return messages;
}

G_END_DECLS
