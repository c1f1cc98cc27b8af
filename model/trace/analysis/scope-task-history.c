/* scope-task-history.c: see scope-task-history.h. SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trace/analysis/scope-task-history.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-fail.h"
#include "model/trace/document/scope-query-range.h"

#define PAGE_STRETCHES 2048u   /* aimed at, before the time asked for; fewer where the ways of very many tasks cross */
#define LEAST_STRETCHES 256u
#define NEAR 4u
#define FEW 16u
#define KEPT_STRETCHES 250000u /* of all pages together: about 20 MB */

typedef struct
{
  gint64 from, to;    /* the stretches that hold within [from, to) are here */
  gint64 first, last; /* life of the task, as far as it was known */
  gsize at;           /* of them, up to the one that was asked for last: most go back step by step */
  ScopeStretch *stretches;
  guint n, n_alloc;
} Page;

struct _ScopeTaskHistory
{
  ScopeTasks *tasks;
  GHashTable *pages; /* machine << 32 | thread → Page */
  Page *last;        /* that was asked for last, or NULL */
  gint64 last_key;
  gsize n_kept;
};

static void
page_free (gpointer data)
{
  g_free (((Page *) data)->stretches);
  g_free (data);
}

ScopeTaskHistory *
scope_task_history_new (ScopeTasks *tasks)
{
  ScopeTaskHistory *history = g_new0 (ScopeTaskHistory, 1);

  history->tasks = tasks;
  history->pages = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, page_free);
  return history;
}

void
scope_task_history_free (ScopeTaskHistory *history)
{
  if (history == NULL)
    return;
  g_hash_table_unref (history->pages);
  g_free (history);
}

/* How long the stretches of a page last, about. */
static gint64
page_span (ScopeTaskHistory *history, const Page *page, ScopeTaskId id)
{
  guint many = CLAMP (KEPT_STRETCHES / (2 * (g_hash_table_size (history->pages) + 1)), LEAST_STRETCHES, PAGE_STRETCHES);
  ScopeMachine *machine = scope_trace_machine (scope_tasks_trace (history->tasks), id.machine);
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_THREAD, id.thread)->lane;
  gint64 known = scope_time_add (scope_lane_store_known_until (machine->lanes, lane), machine->offset);
  double life = (double) MIN (page->last, known) - (double) page->first; /* one that is followed has no end */

  return (gint64) CLAMP (life * many / ((double) scope_lane_store_n_rows (machine->lanes, lane) + 1), 1.0, 1e18);
}

static gboolean
load (ScopeTaskHistory *history, Page *page, ScopeTaskId id, gint64 from, gint64 to, GError **error)
{
  ScopeTaskStream stream;
  GError *local = NULL;

  history->n_kept -= page->n;
  page->n = 0;
  scope_task_stream_init (&stream, history->tasks, id, from);
  for (;; page->n++)
    {
      if (page->n == page->n_alloc)
        {
          page->n_alloc = MAX (page->n_alloc * 2, FEW);
          page->stretches = g_renew (ScopeStretch, page->stretches, page->n_alloc);
        }
      if (!scope_task_stream_next (&stream, &page->stretches[page->n], &local) || page->stretches[page->n].from >= to)
        break;
    }
  scope_task_stream_clear (&stream);
  history->n_kept += page->n;
  page->at = page->n;
  page->from = from;
  page->to = local == NULL ? to : from;
  return scope_passed (local, error);
}

static Page *
page_of (ScopeTaskHistory *history, ScopeTaskId id)
{
  const gint64 key = (gint64) id.machine << 32 | id.thread;
  Page *page = history->last != NULL && history->last_key == key ? history->last : g_hash_table_lookup (history->pages, &key);

  history->last = page;
  history->last_key = key;
  if (page != NULL)
    return page;
  if (history->n_kept + 4 * g_hash_table_size (history->pages) > KEPT_STRETCHES)
    {
      g_hash_table_remove_all (history->pages);
      history->n_kept = 0;
    }
  page = history->last = g_new0 (Page, 1);
  page->last = SCOPE_TIME_MIN;
  g_hash_table_insert (history->pages, g_memdup2 (&key, sizeof key), page);
  return page;
}

/* How many stretches of the page begin before `time`. */
static gsize
count_before (const Page *page, gint64 time)
{
  const ScopeStretch *stretches = page->stretches;
  gsize n = MIN (page->at, page->n);

  for (guint i = 0; i < NEAR; i++)
    if (n > 0 && stretches[n - 1].from >= time)
      n--;
    else if (n < page->n && stretches[n].from < time)
      n++;
    else
      return n;
  return SCOPE_BISECT (page->n, k, stretches[k].from < time);
}

/* Where the page is likely to be asked next: the way comes back to a task when those between had their turn, and by then it would have left
 * the near caches (waiting for it was nearly all that the way back through 19 million stretches of 64 threads took here). */
static inline void
fetch_ahead (const Page *page)
{
  for (gsize i = 2; i <= NEAR && i <= page->at; i++)
    __builtin_prefetch (&page->stretches[page->at - i]);
}

gboolean
scope_task_history_before (ScopeTaskHistory *history, ScopeTaskId id, gint64 time, ScopeStretch *ret_stretch, GError **error)
{
  Page *page = page_of (history, id);

  if (time > page->last && !scope_tasks_life (history->tasks, id, &page->first, &page->last))
    return FALSE;
  if (time <= page->first || time > page->last)
    return FALSE;
  if ((time <= page->from || time > page->to)
      && !load (history, page, id, MAX (page->first, time - page_span (history, page, id)), time, error))
    return FALSE;
  page->at = count_before (page, time);
  if (page->at == 0)
    return FALSE;
  fetch_ahead (page);
  *ret_stretch = page->stretches[page->at - 1];
  return ret_stretch->to >= time;
}
