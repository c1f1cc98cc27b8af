/* scope-message-list.c: see scope-message-list.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/messages/scope-message-list.h"

typedef void (*RowFunc) (const gint64 *row, const ScopeMessageLine *message, gpointer data);

static guint64
count_rows (const ScopeQueryRange *within)
{
  guint64 n = 0;

  for (guint i = 0; i < scope_trace_n_machines (within->trace); i++)
    if (scope_trace_machine (within->trace, i)->tables[SCOPE_TABLE_MESSAGES] != NULL)
      n += scope_table_n_rows (scope_trace_machine (within->trace, i)->tables[SCOPE_TABLE_MESSAGES]);
  return n;
}

static gboolean
walk_machine (const ScopeQueryRange *within, ScopeMachine *machine, guint64 *done, guint64 all, RowFunc func, gpointer data,
              GError **error)
{
  gint64 row[SCOPE_TABLE_MAX_COLUMNS], from, to;
  ScopeTableCursor cursor;
  GError *local = NULL;

  scope_query_range_own_range (within, machine, &from, &to);
  scope_table_cursor_init (&cursor, machine->tables[SCOPE_TABLE_MESSAGES], from, to);
  while (local == NULL && scope_table_cursor_next (&cursor, row, &local))
    {
      ScopeMessageLine message;

      if (scope_message_from_row (within->trace, row, &message)
          && (within->messages == NULL || scope_message_filter_wants (within->messages, &message)))
        func (row, &message, data);
      if (++*done % 4096 == 0)
        {
          scope_query_range_progress (within, *done, all);
          scope_query_range_cancelled (within, &local);
        }
    }
  scope_table_cursor_clear (&cursor);
  if (local != NULL)
    g_propagate_error (error, local);
  return local == NULL;
}

static gboolean
walk (const ScopeQueryRange *within, RowFunc func, gpointer data, GError **error)
{
  guint64 all = count_rows (within), done = 0;

  for (guint i = 0; i < scope_trace_n_machines (within->trace); i++)
    {
      ScopeMachine *machine = scope_trace_machine (within->trace, i);

      if (machine->tables[SCOPE_TABLE_MESSAGES] != NULL
          && !walk_machine (within, machine, &done, all, func, data, error))
        return FALSE;
    }
  return TRUE;
}

/* --- one by one --- */

typedef struct
{
  GArray *messages;
  guint most;
  guint64 total;
} Reading;

static void
keep (const gint64 *row, const ScopeMessageLine *message, gpointer data)
{
  Reading *reading = data;

  reading->total++;
  if (reading->messages->len < reading->most)
    g_array_append_vals (reading->messages, message, 1);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const ScopeMessageLine *x = a, *y = b;

  if (x->send != y->send)
    return x->send < y->send ? -1 : 1;
  return x->receive < y->receive ? -1 : x->receive > y->receive;
}

GArray *
scope_messages_read (const ScopeQueryRange *within, guint most, guint64 *ret_total, GError **error)
{
  Reading reading = { g_array_new (FALSE, FALSE, sizeof (ScopeMessageLine)), most, 0 };

  if (!walk (within, keep, &reading, error))
    {
      g_array_unref (reading.messages);
      return NULL;
    }
  g_array_sort (reading.messages, compare);
  *ret_total = reading.total;
  return reading.messages;
}
