/* scope-waits-messages.c: which message ended a wait.
 *
 * Wake-ups and messages meet by time: a message's receipt is the event directly before the wake-up. A search goes back
 * from the wake-up, page by page, and mostly ends in the page that the last search has left.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/waits/scope-waits-private.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"
#include "model/base/scope-fail.h"
#include "model/trace/document/scope-query-range.h"

#define PAGE_ROWS 2048 /* aimed at */
#define MAX_PAGES 64   /* for one search */

void
scope_wait_page_init (ScopeWaitPage *page, ScopeTableKind kind)
{
  page->kind = kind;
  page->machine = NULL;
  page->from = page->to = 0;
  page->rows = g_array_new (FALSE, FALSE, sizeof (ScopeWaitMessageRow));
}

void
scope_wait_page_clear (ScopeWaitPage *page)
{
  g_clear_pointer (&page->rows, g_array_unref);
}

/* How long a stretch of this table has about PAGE_ROWS rows. */
static gint64
page_span (ScopeMachine *machine, ScopeTable *table)
{
  guint64 n = scope_table_n_rows (table);
  double life = machine->last == SCOPE_TIME_MAX ? 1e9 : (double) machine->last - (double) machine->first;

  return (gint64) CLAMP (life * PAGE_ROWS / (double) (n + 1), 1000.0, 1e15);
}

static gboolean
take_row (ScopeWaitPage *page, const gint64 *v, ScopeWaitMessageRow *row)
{
  if (page->kind == SCOPE_TABLE_ARRIVALS)
    *row = (ScopeWaitMessageRow) { (guint32) v[SCOPE_ARRIVAL_THREAD],
                                   { .send = v[SCOPE_ARRIVAL_SEND],
                                     .receive = v[SCOPE_ARRIVAL_TIME],
                                     .element = v[SCOPE_ARRIVAL_ELEMENT],
                                     .from_machine = (guint32) v[SCOPE_ARRIVAL_FROM_MACHINE],
                                     .from_process = (guint32) v[SCOPE_ARRIVAL_FROM_PROCESS],
                                     .from_port = (guint32) v[SCOPE_ARRIVAL_FROM_PORT],
                                     .to_process = (guint32) v[SCOPE_ARRIVAL_TO_PROCESS],
                                     .to_port = (guint32) v[SCOPE_ARRIVAL_TO_PORT],
                                     .tag = (guint8) v[SCOPE_ARRIVAL_TAG] } };
  else if (page->kind == SCOPE_TABLE_WAKEUPS)
    *row = (ScopeWaitMessageRow) { (guint32) v[SCOPE_WAKEUP_THREAD],
                                   { .receive = v[SCOPE_WAKEUP_TIME], .tag = (guint8) v[SCOPE_WAKEUP_CAUSE],
                                     .from_port = v[SCOPE_WAKEUP_BY_THREAD] >= 0 ? (guint32) v[SCOPE_WAKEUP_BY_THREAD] : SCOPE_NONE } };
  else
    {
      /* Local messages are complete at once and have no size. */
      gboolean is_local = v[SCOPE_MESSAGE_FROM_MACHINE] == v[SCOPE_MESSAGE_TO_MACHINE]
                          && v[SCOPE_MESSAGE_SEND] == v[SCOPE_MESSAGE_RECEIVE]
                          && v[SCOPE_MESSAGE_SIZE] == SCOPE_TABLE_NULL;

      *row = (ScopeWaitMessageRow) { is_local ? (guint32) v[SCOPE_MESSAGE_TO_MACHINE] : SCOPE_NONE,
                                     { .send = v[SCOPE_MESSAGE_SEND],
                                       .receive = v[SCOPE_MESSAGE_SEND],
                                       .from_machine = (guint32) v[SCOPE_MESSAGE_FROM_MACHINE],
                                       .from_process = (guint32) v[SCOPE_MESSAGE_FROM_PROCESS],
                                       .from_port = (guint32) v[SCOPE_MESSAGE_FROM_PORT],
                                       .to_process = (guint32) v[SCOPE_MESSAGE_TO_PROCESS],
                                       .to_port = (guint32) v[SCOPE_MESSAGE_TO_PORT],
                                       .tag = (guint8) v[SCOPE_MESSAGE_TAG] },
                                     v[SCOPE_MESSAGE_RECEIVE] != SCOPE_TABLE_NULL ? v[SCOPE_MESSAGE_RECEIVE] : SCOPE_TIME_MAX,
                                     (guint32) v[SCOPE_MESSAGE_TO_MACHINE] };
    }
  return row->message.receive != SCOPE_TABLE_NULL;
}

/* Rows of equal times stay in the table's order. */
SCOPE_COMPARE_BY (compare_rows, ScopeWaitMessageRow, SCOPE_UP (message.receive))

static gboolean
load (ScopeWaitPage *page, ScopeMachine *machine, gint64 from, gint64 to, GError **error)
{
  GError *local = NULL;

  g_array_set_size (page->rows, 0);
  page->machine = machine;
  page->from = from;
  page->to = to;
  SCOPE_EACH_ROW (values, machine->tables[page->kind], from, to, NULL, &local)
    {
      ScopeWaitMessageRow row;

      if (take_row (page, values, &row) && row.message.receive >= from && row.message.receive < to)
        g_array_append_val (page->rows, row);
    }
  g_array_sort (page->rows, compare_rows);
  if (local == NULL)
    return TRUE;
  page->machine = NULL;
  g_propagate_error (error, local);
  return FALSE;
}

/* How many rows of the page were received at `time` or before. */
static guint
rows_until (const ScopeWaitPage *page, gint64 time)
{
  return (guint) SCOPE_BISECT (page->rows->len, i, g_array_index (page->rows, ScopeWaitMessageRow, i).message.receive <= time);
}

gboolean
scope_wait_page_find (ScopeWaitPage *page, ScopeMachine *machine, gint64 from, gint64 to, ScopeWaitMatch match,
                      gconstpointer wanted, gboolean only_last, ScopeWaitMessage *ret_message, GError **error)
{
  ScopeTable *table = machine->tables[page->kind];
  gint64 span, at = to;

  if (table == NULL || scope_table_n_rows (table) == 0 || to == SCOPE_TIME_MAX)
    return FALSE;
  span = page_span (machine, table);
  for (guint n = 0; n < MAX_PAGES && at >= from; n++)
    {
      if (page->machine != machine || at < page->from || at >= page->to)
        {
          gint64 start = MAX (scope_time_add (at, -span), SCOPE_TIME_MIN + 1);

          if (!load (page, machine, start, scope_time_add (at, n > 0 ? 1 : span + 1), error))
            return FALSE;
        }
      for (guint i = rows_until (page, at); i-- > 0;)
        {
          const ScopeWaitMessageRow *row = &g_array_index (page->rows, ScopeWaitMessageRow, i);

          if (row->message.receive < from)
            return FALSE;
          if (match (row, wanted))
            {
              *ret_message = row->message;
              return TRUE;
            }
          if (only_last)
            return FALSE;
        }
      if (page->from <= SCOPE_TIME_MIN + 1)
        return FALSE;
      at = page->from - 1;
    }
  return FALSE;
}

typedef struct
{
  gint64 woken;
  ScopeWaitMessageRow *best;
} Wanted;

/* Goes through them from the latest back. */
static gboolean
match_taken (const ScopeWaitMessageRow *row, gconstpointer data)
{
  const Wanted *wanted = data;

  if (row->message.to_process == wanted->best->message.to_process && row->to_machine == wanted->best->to_machine
      && row->taken >= wanted->woken && row->taken <= wanted->best->taken)
    *wanted->best = *row;
  return FALSE;
}

gboolean
scope_wait_page_find_taken (ScopeWaitPage *page, ScopeMachine *machine, gint64 from, gint64 to, gint64 woken, ScopeWaitMessageRow *row,
                            GError **error)
{
  const Wanted wanted = { woken, row };
  ScopeWaitMessage message;
  GError *local = NULL;

  row->taken = SCOPE_TIME_MAX;
  scope_wait_page_find (page, machine, from, to, match_taken, &wanted, FALSE, &message, &local);
  return scope_passed (local, error) && row->taken < SCOPE_TIME_MAX;
}
