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

#define PAGE_ROWS 2048u  /* aimed at */
#define NEAR_ROWS 65536u /* of all machines' near pages together: 5 MB */
#define LEAST_ROWS 32u   /* of each of them */
#define MAX_PAGES 64     /* for one search */

void
scope_wait_pages_init (ScopeWaitPages *pages, ScopeTableKind kind, guint n_machines)
{
  *pages = (ScopeWaitPages) { .kind = kind, .near = g_new0 (ScopeWaitPage, n_machines), .n = n_machines };
}

static void
page_clear (ScopeWaitPage *page)
{
  g_clear_pointer (&page->rows, g_array_unref);
}

void
scope_wait_pages_clear (ScopeWaitPages *pages)
{
  for (guint m = 0; m < pages->n; m++)
    page_clear (&pages->near[m]);
  page_clear (&pages->far);
  g_clear_pointer (&pages->near, g_free);
}

static guint
near_rows (const ScopeWaitPages *pages)
{
  return CLAMP (NEAR_ROWS / MAX (pages->n, 1), LEAST_ROWS, PAGE_ROWS);
}

/* How long a stretch of this table has about so many rows. */
static gint64
page_span (ScopeMachine *machine, ScopeTable *table, guint rows)
{
  guint64 n = scope_table_n_rows (table);
  double life = machine->last == SCOPE_TIME_MAX ? 1e9 : (double) machine->last - (double) machine->first;

  return (gint64) CLAMP (life * rows / (double) (n + 1), 1000.0, 1e15);
}

static gboolean
take_row (ScopeTableKind kind, const gint64 *v, ScopeWaitMessageRow *row)
{
  if (kind == SCOPE_TABLE_ARRIVALS)
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
  else if (kind == SCOPE_TABLE_WAKEUPS)
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
load (ScopeWaitPage *page, ScopeTableKind kind, ScopeMachine *machine, gint64 from, gint64 to, GError **error)
{
  GError *local = NULL;

  if (page->rows == NULL)
    page->rows = g_array_new (FALSE, FALSE, sizeof (ScopeWaitMessageRow));
  g_array_set_size (page->rows, 0);
  page->machine = machine;
  page->from = from;
  page->to = to;
  SCOPE_EACH_ROW (values, machine->tables[kind], from, to, NULL, &local)
    {
      ScopeWaitMessageRow row;

      if (take_row (kind, values, &row) && row.message.receive >= from && row.message.receive < to)
        g_array_append_val (page->rows, row);
    }
  g_array_sort (page->rows, compare_rows);
  if (local == NULL)
    return TRUE;
  page->machine = NULL;
  g_propagate_error (error, local);
  return FALSE;
}

static inline const ScopeWaitMessageRow *
row_at (const ScopeWaitPage *page, guint i)
{
  return &g_array_index (page->rows, ScopeWaitMessageRow, i);
}

/* How many rows of the page were received at `time` or before. */
static guint
rows_until (const ScopeWaitPage *page, gint64 time)
{
  return (guint) SCOPE_BISECT (page->rows->len, i, row_at (page, i)->message.receive <= time);
}

/* Where rows lie denser than in the whole table, only those around `at` stay. */
static void
trim (ScopeWaitPage *page, gint64 at, guint aim)
{
  guint n = page->rows->len, middle, first, end;
  GArray *kept;

  if (n <= 8 * aim)
    return;
  middle = rows_until (page, at);
  first = middle > 2 * aim ? middle - 2 * aim : 0;
  end = MIN (middle + 4 * aim, n);
  /* What came at one time stays together. */
  while (first > 0 && row_at (page, first - 1)->message.receive == row_at (page, first)->message.receive)
    first--;
  while (end < n && end > middle && row_at (page, end - 1)->message.receive == row_at (page, end)->message.receive)
    end--;
  if (first > 0)
    page->from = row_at (page, first)->message.receive;
  if (end < n)
    page->to = row_at (page, end)->message.receive;
  kept = g_array_sized_new (FALSE, FALSE, sizeof (ScopeWaitMessageRow), end - first);
  g_array_append_vals (kept, row_at (page, first), end - first);
  g_array_unref (page->rows);
  page->rows = kept;
}

/* The page that has `at`: the machine's own, or of what lies `back` pages further the one of all machines. NULL with error. */
static ScopeWaitPage *
page_at (ScopeWaitPages *pages, ScopeMachine *machine, gint64 at, guint back, GError **error)
{
  gboolean is_near = back == 0 && machine->index < pages->n; /* a trace that is followed may have got another one */
  ScopeWaitPage *page = is_near ? &pages->near[machine->index] : &pages->far;
  guint aim = is_near ? near_rows (pages) : PAGE_ROWS;
  gint64 span;

  if (page->machine == machine && at >= page->from && at < page->to)
    return page;
  span = page_span (machine, machine->tables[pages->kind], aim);
  if (!load (page, pages->kind, machine, MAX (scope_time_add (at, -span), SCOPE_TIME_MIN + 1),
             scope_time_add (at, back > 0 ? 1 : span + 1), error))
    return NULL;
  if (is_near)
    trim (page, at, aim);
  return page;
}

gboolean
scope_wait_pages_find (ScopeWaitPages *pages, ScopeMachine *machine, gint64 from, gint64 to, ScopeWaitMatch match,
                       gconstpointer wanted, gboolean only_last, ScopeWaitMessage *ret_message, GError **error)
{
  ScopeTable *table = machine->tables[pages->kind];
  gint64 at = to;

  if (table == NULL || scope_table_n_rows (table) == 0 || to == SCOPE_TIME_MAX)
    return FALSE;
  for (guint n = 0; n < MAX_PAGES && at >= from; n++)
    {
      const ScopeWaitPage *page = page_at (pages, machine, at, n, error);

      if (page == NULL)
        return FALSE;
      for (guint i = rows_until (page, at); i-- > 0;)
        {
          const ScopeWaitMessageRow *row = row_at (page, i);

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

gboolean
scope_wait_pages_last_is_other (ScopeWaitPages *pages, ScopeMachine *machine, gint64 to, ScopeWaitMatch match, gconstpointer wanted)
{
  ScopeTable *table = machine->tables[pages->kind];
  const ScopeWaitPage *page;
  guint n;

  if (table == NULL || scope_table_n_rows (table) == 0 || to == SCOPE_TIME_MAX)
    return TRUE;
  page = page_at (pages, machine, to, 0, NULL); /* the search says what failed */
  n = page != NULL ? rows_until (page, to) : 0;
  return n > 0 && !match (row_at (page, n - 1), wanted);
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
scope_wait_pages_find_taken (ScopeWaitPages *pages, ScopeMachine *machine, gint64 from, gint64 to, gint64 woken,
                             ScopeWaitMessageRow *row, GError **error)
{
  const Wanted wanted = { woken, row };
  ScopeWaitMessage message;
  GError *local = NULL;

  row->taken = SCOPE_TIME_MAX;
  scope_wait_pages_find (pages, machine, from, to, match_taken, &wanted, FALSE, &message, &local);
  return scope_passed (local, error) && row->taken < SCOPE_TIME_MAX;
}
