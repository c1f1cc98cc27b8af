/* scope-waits.c: see scope-waits.h.
 *
 * A walk back along the wakers jumps from thread to thread, so the waits of each thread visited are kept in pages of
 * some hundred, the whole of it bounded: when there are too many, all are forgotten and read again as needed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/waits/scope-waits-private.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-fail.h"
#include "model/trace/document/scope-query-range.h"

#include <string.h>

#define PAGE_WAITS 256    /* transitions aimed at to either side */
#define MAX_PAGE 4096     /* waits in one page */
#define KEPT_WAITS 100000 /* of all pages together: about 11 MB */
#define WALKED_ROWS 262144u /* held by all cursors together: 4 MB */
#define LEAST_ROWS 64u    /* by each of them */
#define MAX_AT_ONCE 64    /* steps back that take no time: no chain, but a clock too coarse */
#define TAG_TERMINATE 0x5b

typedef struct
{
  gint64 from, to; /* the waits that end within [from, to] are here */
  GArray *waits;   /* ScopeWait */
} LanePage;

struct _ScopeWaits
{
  ScopeTrace *trace;
  GCancellable *cancellable;
  ScopeWaitPages arrivals, locals, wakeups;
  ScopeWaitPages sends; /* for scope_waits_find_send() */
  guint n_machines;
  guint n_cursors;      /* that are open */
  guint most;           /* rows that each of them holds */
  GHashTable *pages; /* (machine << 32 | thread) → LanePage */
  guint n_kept;
  guint n_calls;
};

static void
page_free (gpointer data)
{
  LanePage *page = data;

  g_array_unref (page->waits);
  g_free (page);
}

ScopeWaits *
scope_waits_new (ScopeTrace *trace, GCancellable *cancellable)
{
  ScopeWaits *waits = g_new0 (ScopeWaits, 1);

  waits->trace = g_object_ref (trace);
  waits->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  waits->n_machines = scope_trace_n_machines (trace);
  scope_wait_pages_init (&waits->arrivals, SCOPE_TABLE_ARRIVALS, waits->n_machines);
  scope_wait_pages_init (&waits->locals, SCOPE_TABLE_MESSAGES, waits->n_machines);
  scope_wait_pages_init (&waits->wakeups, SCOPE_TABLE_WAKEUPS, waits->n_machines);
  scope_wait_pages_init (&waits->sends, SCOPE_TABLE_MESSAGES, waits->n_machines);
  waits->pages = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, page_free);
  return waits;
}

void
scope_waits_free (ScopeWaits *waits)
{
  if (waits == NULL)
    return;
  scope_wait_pages_clear (&waits->arrivals);
  scope_wait_pages_clear (&waits->locals);
  scope_wait_pages_clear (&waits->wakeups);
  scope_wait_pages_clear (&waits->sends);
  g_hash_table_unref (waits->pages);
  g_object_unref (waits->trace);
  g_clear_object (&waits->cancellable);
  g_free (waits);
}

static gboolean
interrupted (ScopeWaits *waits, GError **error)
{
  return ++waits->n_calls % 256 == 0 && g_cancellable_set_error_if_cancelled (waits->cancellable, error);
}

/* --- the message behind a wait's end --- */

typedef struct
{
  guint32 thread;
  guint32 from_process, from_port, to_process;
  gboolean terminate;
} Wanted;

static gboolean
match_arrival (const ScopeWaitMessageRow *row, gconstpointer data)
{
  const Wanted *wanted = data;

  return row->thread == wanted->thread && (row->message.tag == TAG_TERMINATE) == wanted->terminate;
}

static gboolean
match_local (const ScopeWaitMessageRow *row, gconstpointer data)
{
  const Wanted *wanted = data;

  return row->thread != SCOPE_NONE && row->message.from_process == wanted->from_process && row->message.from_port == wanted->from_port
         && row->message.to_process == wanted->to_process;
}

/* Number of the process of a thread; 0, which is the runtime system, if it has none. */
static guint32
process_number (ScopeMachine *machine, guint32 thread)
{
  guint32 process = scope_machine_entity (machine, SCOPE_KIND_THREAD, thread)->process;

  return process < scope_machine_n_entities (machine, SCOPE_KIND_PROCESS)
             ? (guint32) scope_machine_entity (machine, SCOPE_KIND_PROCESS, process)->number
             : 0;
}

/* Whether the waker woke somebody else between the message and this wake-up: then that was the one it was for. */
static gboolean
woke_another (ScopeMachine *machine, const ScopeWait *wait, gint64 since, GError **error)
{
  SCOPE_EACH_ROW (values, machine->tables[SCOPE_TABLE_WAKEUPS], since, wait->to + 1, NULL, error)
    {
      if (values[SCOPE_WAKEUP_THREAD] == wait->thread && values[SCOPE_WAKEUP_TIME] == wait->to)
        break;
      if (values[SCOPE_WAKEUP_BY_THREAD] == wait->waker)
        return TRUE;
    }
  return FALSE;
}

/* Old logs say "thread 1" of a placeholder (formats/eden.md, §7): such a black hole may be one. So may any that somebody
 * else than its owner filled: what stands there is a constant per program, and may be a thread's number by chance. */
static gboolean
may_be_placeholder (ScopeWaits *waits, ScopeMachine *machine, const ScopeWait *wait)
{
  return wait->code == SCOPE_CODE_BLACKHOLE && wait->owner != SCOPE_NONE
         && scope_trace_runtime (waits->trace) == SCOPE_RUNTIME_EDEN
         && (wait->end_by != SCOPE_WAIT_WAKEUP || wait->waker != wait->owner
             || scope_machine_entity (machine, SCOPE_KIND_THREAD, wait->owner)->number == 1);
}

/* A placeholder on its own machine is filled by the running thread: a local message, then the wake-up. */
static void
find_local (ScopeWaits *waits, ScopeMachine *machine, ScopeWait *wait, gboolean sure, GError **error)
{
  Wanted wanted = { .from_process = process_number (machine, wait->waker),
                    .from_port = (guint32) scope_machine_entity (machine, SCOPE_KIND_THREAD, wait->waker)->number,
                    .to_process = process_number (machine, wait->thread) };
  gint64 from = wait->from;
  ScopeInterval slice;

  /* Mostly so, and then no block of the waker's lane is to be unpacked. */
  if (!sure && scope_wait_pages_last_is_other (&waits->locals, machine, wait->to, match_local, &wanted))
    return;
  if (!sure && scope_lane_store_interval_at (machine->lanes,
                                             scope_machine_entity (machine, SCOPE_KIND_THREAD, wait->waker)->lane,
                                             wait->to - 1, &slice, NULL)
      && scope_code_state (slice.code) == SCOPE_STATE_RUNNING)
    from = MAX (from, slice.from);
  wait->has_message = scope_wait_pages_find (&waits->locals, machine, from, wait->to, match_local, &wanted,
                                            !sure, &wait->message, error)
                      && (sure || !woke_another (machine, wait, wait->message.receive, error));
}

static gboolean
match_wakeup (const ScopeWaitMessageRow *row, gconstpointer data)
{
  return row->thread == ((const Wanted *) data)->thread;
}

/* An Erlang process may run at once when it is woken: then its lane says nothing of it. Nor does it of what is no process. */
static void
find_wakeup (ScopeWaits *waits, ScopeMachine *machine, ScopeWait *wait, GError **error)
{
  const Wanted wanted = { .thread = wait->thread };
  ScopeWaitMessage wakeup;

  if (!scope_wait_pages_find (&waits->wakeups, machine, wait->to, wait->to, match_wakeup, &wanted, FALSE, &wakeup, error))
    return;
  wait->end_by = SCOPE_WAIT_WAKEUP;
  wait->waker = wakeup.from_port;
  wait->cause = wakeup.tag;
}

/* Everything about a wait that its lane does not tell. */
static gboolean
complete (ScopeWaits *waits, ScopeMachine *machine, ScopeWait *wait, GError **error)
{
  gboolean unsure = may_be_placeholder (waits, machine, wait);
  Wanted wanted = { .thread = wait->thread, .terminate = wait->end_by == SCOPE_WAIT_RUN };
  GError *local = NULL;

  if (wait->end_by != SCOPE_WAIT_END && wait->waker == SCOPE_NONE && scope_trace_runtime (waits->trace) == SCOPE_RUNTIME_ERLANG)
    find_wakeup (waits, machine, wait, &local);
  else if (wait->end_by == SCOPE_WAIT_END || scope_trace_runtime (waits->trace) != SCOPE_RUNTIME_EDEN)
    ;
  else if (wait->end_by == SCOPE_WAIT_RUN || wait->waker == SCOPE_NONE)
    wait->has_message = scope_wait_pages_find (&waits->arrivals, machine, wait->from, wait->to, match_arrival, &wanted,
                                              FALSE, &wait->message, &local);
  else if (wait->code == SCOPE_CODE_PLACEHOLDER || unsure)
    find_local (waits, machine, wait, !unsure || wait->waker != wait->owner, &local);
  if (!scope_passed (local, error))
    return FALSE;
  if (wait->code == SCOPE_CODE_DELAY && wait->end_by != SCOPE_WAIT_END && wait->waker == SCOPE_NONE && !wait->has_message)
    wait->cause = SCOPE_WOKEN_BY_TIMER;
  /* Nobody but its owner updates a black hole, and an owner that has ended did so. */
  if (unsure
      && ((wait->end_by == SCOPE_WAIT_WAKEUP && (wait->has_message || wait->waker != wait->owner))
          || (wait->end_by != SCOPE_WAIT_WAKEUP
              && scope_machine_entity (machine, SCOPE_KIND_THREAD, wait->owner)->last < wait->to)))
    {
      wait->code = SCOPE_CODE_PLACEHOLDER;
      wait->owner = SCOPE_NONE;
    }
  return TRUE;
}

/* ns that a message takes at the most from one process of a node to another, and to another node. */
#define LONGEST_WAY G_GINT64_CONSTANT (1000000)
#define LONGEST_WAY_OUT G_GINT64_CONSTANT (100000000)

/* Sent by that machine. */
static gboolean
find_sent (ScopeWaits *waits, guint32 from, const ScopeWait *wait, guint32 *ret_thread, gint64 *ret_sent, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (waits->trace, from), *own = scope_trace_machine (waits->trace, wait->machine);
  ScopeWaitMessageRow best = { .to_machine = wait->machine, .message.to_process = process_number (own, wait->thread) };
  gint64 way = (machine == own ? LONGEST_WAY : LONGEST_WAY_OUT) * 1000 / MAX (machine->tick_ps, 1), to = scope_time_add (wait->to, own->offset - machine->offset);

  if (!scope_wait_pages_find_taken (&waits->sends, machine, to - way, to, wait->to, &best, error))
    return FALSE;
  *ret_sent = best.message.send;
  *ret_thread = scope_machine_find_number (machine, SCOPE_KIND_THREAD, best.message.from_process);
  return *ret_thread != SCOPE_NONE;
}

gboolean
scope_waits_find_send (ScopeWaits *waits, const ScopeWait *wait, guint32 *ret_machine, guint32 *ret_thread, gint64 *ret_sent, GError **error)
{
  GError *local = NULL;
  gboolean found;

  *ret_machine = wait->machine;
  found = find_sent (waits, wait->machine, wait, ret_thread, ret_sent, &local);
  for (guint32 m = 0; m < waits->n_machines && !found && local == NULL; m++)
    if (m != wait->machine && (found = find_sent (waits, m, wait, ret_thread, ret_sent, &local)))
      *ret_machine = m;
  return scope_passed (local, error) && found;
}

/* --- walking one thread --- */

/* Kept, as it is asked for at every step, and dividing takes longer than the step. */
static void
set_n_cursors (ScopeWaits *waits, guint n)
{
  waits->n_cursors = n;
  waits->most = MAX (WALKED_ROWS / MAX (n, 1), LEAST_ROWS);
}

void
scope_wait_cursor_init (ScopeWaitCursor *cursor, ScopeWaits *waits, guint32 machine, guint32 thread, gint64 from,
                        gint64 to)
{
  ScopeMachine *m = scope_trace_machine (waits->trace, machine);
  guint32 lane = scope_machine_entity (m, SCOPE_KIND_THREAD, thread)->lane;

  memset (cursor, 0, sizeof *cursor);
  cursor->waits = waits;
  cursor->machine = machine;
  cursor->thread = thread;
  cursor->to = to;
  cursor->of = m;
  cursor->n_threads = scope_machine_n_entities (m, SCOPE_KIND_THREAD);
  set_n_cursors (waits, waits->n_cursors + 1);
  scope_interval_cursor_init (&cursor->cursor, m->lanes, lane, from, SCOPE_TIME_MAX);
  if (from > SCOPE_TIME_MIN)
    scope_interval_cursor_begin_whole (&cursor->cursor);
}

void
scope_wait_cursor_clear (ScopeWaitCursor *cursor)
{
  scope_interval_cursor_clear (&cursor->cursor);
  set_n_cursors (cursor->waits, cursor->waits->n_cursors - 1);
}

static gboolean
next_interval (ScopeWaitCursor *cursor, ScopeInterval *ret, GError **error)
{
  if (cursor->has_next)
    {
      *ret = cursor->next;
      cursor->has_next = FALSE;
      return TRUE;
    }
  return scope_interval_cursor_next (&cursor->cursor, ret, error);
}

guint32
scope_wait_cursor_thread (ScopeWaitCursor *cursor, guint32 ref)
{
  if (ref > cursor->n_threads)
    cursor->n_threads = scope_machine_n_entities (cursor->of, SCOPE_KIND_THREAD);
  return ref > 0 && ref <= cursor->n_threads ? ref - 1 : SCOPE_NONE;
}

/* What ended it, from the interval that follows. */
static void
set_end (ScopeWaitCursor *cursor, ScopeWait *wait, const ScopeInterval *next)
{
  wait->end_by = SCOPE_WAIT_END;
  if (next == NULL || next->from != wait->to)
    return;
  switch (scope_code_state (next->code))
    {
    case SCOPE_STATE_RUNNABLE:
      wait->end_by = SCOPE_WAIT_WAKEUP;
      if (next->code == SCOPE_CODE_WOKEN)
        wait->waker = scope_wait_cursor_thread (cursor, next->ref);
      break;
    case SCOPE_STATE_RUNNING:
    case SCOPE_STATE_OUTSIDE:
    case SCOPE_STATE_COLLECTING:
    case SCOPE_STATE_ACTIVE:
      wait->end_by = SCOPE_WAIT_RUN;
      break;
    default:
      break;
    }
}

/* The next interval, from which on `wait` is filled if it is blocked, but for what only messages tell. */
static gboolean
next_any (ScopeWaitCursor *cursor, ScopeInterval *interval, ScopeWait *wait, gboolean *ret_waits, GError **error)
{
  ScopeInterval next;
  GError *local = NULL;

  cursor->cursor.most = cursor->waits->most;
  if (interrupted (cursor->waits, error) || !next_interval (cursor, interval, error) || interval->from >= cursor->to)
    return FALSE;
  *ret_waits = scope_code_state (interval->code) == SCOPE_STATE_BLOCKED;
  if (!*ret_waits)
    return TRUE;

  *wait = (ScopeWait) { .machine = cursor->machine,
                        .thread = cursor->thread,
                        .from = interval->from,
                        .to = interval->to,
                        .code = interval->code,
                        .waker = SCOPE_NONE,
                        .function = scope_code_info (interval->code)->ref == SCOPE_REF_FUNCTION && interval->ref > 0
                                        ? interval->ref - 1
                                        : SCOPE_NONE,
                        .owner = scope_code_info (interval->code)->ref == SCOPE_REF_OWNER
                                     ? scope_wait_cursor_thread (cursor, interval->ref)
                                     : SCOPE_NONE };
  while ((cursor->has_next = scope_interval_cursor_next (&cursor->cursor, &next, &local))
         && next.from == wait->to && scope_code_state (next.code) == SCOPE_STATE_BLOCKED)
    wait->to = next.to;
  if (!scope_passed (local, error))
    return FALSE;
  cursor->next = next;
  set_end (cursor, wait, cursor->has_next ? &next : NULL);
  return TRUE;
}

static gboolean
next_bare (ScopeWaitCursor *cursor, ScopeWait *wait, GError **error)
{
  ScopeInterval interval;
  gboolean waits;

  do
    if (!next_any (cursor, &interval, wait, &waits, error))
      return FALSE;
  while (!waits);
  return TRUE;
}

gboolean
scope_wait_cursor_next_any (ScopeWaitCursor *cursor, ScopeInterval *ret_interval, ScopeWait *ret_wait, gboolean *ret_waits,
                            GError **error)
{
  return next_any (cursor, ret_interval, ret_wait, ret_waits, error)
         && (!*ret_waits || complete (cursor->waits, cursor->of, ret_wait, error));
}

gboolean
scope_wait_cursor_next (ScopeWaitCursor *cursor, ScopeWait *ret_wait, GError **error)
{
  return next_bare (cursor, ret_wait, error)
         && complete (cursor->waits, cursor->of, ret_wait, error);
}

gboolean
scope_waits_at (ScopeWaits *waits, guint32 machine, guint32 thread, gint64 time, ScopeWait *ret_wait, GError **error)
{
  ScopeWaitCursor cursor;
  gboolean found;

  scope_wait_cursor_init (&cursor, waits, machine, thread, time, time + 1);
  found = scope_wait_cursor_next (&cursor, ret_wait, error) && ret_wait->from <= time && time < ret_wait->to;
  scope_wait_cursor_clear (&cursor);
  return found;
}

/* --- the last wait before a time --- */

static gint64
lane_span (ScopeMachine *machine, guint32 lane)
{
  guint64 n = scope_lane_store_n_rows (machine->lanes, lane);
  gint64 first, last;

  if (!scope_lane_store_life (machine->lanes, lane, &first, &last))
    return 1000;
  return (gint64) CLAMP (((double) last - (double) first) * PAGE_WAITS / (double) (n + 1), 1000.0, 1e15);
}

/* Too many for one page: the oldest go, as long as `at` is not passed. FALSE: it is, enough. */
static gboolean
make_room (LanePage *page, gint64 at, const ScopeWait *wait)
{
  if (page->waits->len < MAX_PAGE)
    return TRUE;
  if (wait->to > at)
    {
      page->to = g_array_index (page->waits, ScopeWait, page->waits->len - 1).to;
      return FALSE;
    }
  g_array_remove_range (page->waits, 0, MAX_PAGE / 2);
  page->from = g_array_index (page->waits, ScopeWait, 0).to;
  return TRUE;
}

/* Fills the page with the waits that end within [from, to], or at least those next to `at`. */
static gboolean
load_page (ScopeWaits *waits, LanePage *page, guint32 machine, guint32 thread, gint64 from, gint64 at, gint64 to,
           GError **error)
{
  ScopeWaitCursor cursor;
  ScopeWait wait;
  GError *local = NULL;

  waits->n_kept -= page->waits->len;
  g_array_set_size (page->waits, 0);
  page->from = from;
  page->to = to;
  scope_wait_cursor_init (&cursor, waits, machine, thread, from - 1, to);
  while (next_bare (&cursor, &wait, &local))
    {
      if (wait.to > to || !make_room (page, at, &wait))
        break;
      if (wait.to >= from)
        g_array_append_val (page->waits, wait);
    }
  scope_wait_cursor_clear (&cursor);
  waits->n_kept += page->waits->len;
  if (local == NULL)
    return TRUE;
  page->to = page->from - 1;
  g_propagate_error (error, local);
  return FALSE;
}

static LanePage *
page_of (ScopeWaits *waits, guint32 machine, guint32 thread)
{
  gint64 key = (gint64) machine << 32 | thread;
  LanePage *page = g_hash_table_lookup (waits->pages, &key);

  if (page != NULL)
    return page;
  if (waits->n_kept + g_hash_table_size (waits->pages) > KEPT_WAITS)
    {
      g_hash_table_remove_all (waits->pages);
      waits->n_kept = 0;
    }
  page = g_new0 (LanePage, 1);
  page->from = 1; /* nothing */
  page->waits = g_array_new (FALSE, FALSE, sizeof (ScopeWait));
  g_hash_table_insert (waits->pages, g_memdup2 (&key, sizeof key), page);
  return page;
}

/* How many of the page's waits ended at `time` or before. */
static guint
waits_until (const LanePage *page, gint64 time)
{
  return (guint) SCOPE_BISECT (page->waits->len, i, g_array_index (page->waits, ScopeWait, i).to <= time);
}

/* The thread's last wait that ended at `time` or before, and after `since`; complete. FALSE: none, or with error. */
static gboolean
waits_before (ScopeWaits *waits, guint32 machine, guint32 thread, gint64 time, gint64 since, ScopeWait *ret_wait, GError **error)
{
  ScopeMachine *m = scope_trace_machine (waits->trace, machine);
  guint32 lane = scope_machine_entity (m, SCOPE_KIND_THREAD, thread)->lane;
  LanePage *page = page_of (waits, machine, thread);
  gint64 at = time, span = lane_span (m, lane), first, last;

  if (!scope_lane_store_life (m->lanes, lane, &first, &last))
    return FALSE;
  since = MAX (since, first - 1);
  while (at > since)
    {
      guint n;

      if ((at < page->from || at > page->to)
          && !load_page (waits, page, machine, thread, at - MIN (span, at - since - 1), at,
                         at < time ? at : at + span, error))
        return FALSE;
      n = waits_until (page, at);
      if (n > 0)
        {
          *ret_wait = g_array_index (page->waits, ScopeWait, n - 1);
          return ret_wait->to > since && complete (waits, m, ret_wait, error);
        }
      at = page->from - 1;
      span = span < G_MAXINT64 / 4 ? span * 2 : span;
    }
  return FALSE;
}

/* --- the root --- */

gboolean
scope_waits_step (ScopeWaits *waits, const ScopeWait *wait, gint64 since, ScopeWait *ret_wait, GError **error)
{
  return wait->end_by == SCOPE_WAIT_WAKEUP && !wait->has_message && wait->waker != SCOPE_NONE
         && waits_before (waits, wait->machine, wait->waker, wait->to, since, ret_wait, error);
}

ScopeRootKind
scope_wait_root_of_cause (const ScopeWait *wait, ScopeRootKind otherwise)
{
  static const ScopeRootKind kinds[SCOPE_N_WAKEUP_CAUSES] = { [SCOPE_WOKEN_BY_TIMER] = SCOPE_ROOT_TIMER,
                                                       [SCOPE_WOKEN_BY_PORT] = SCOPE_ROOT_PORT,
                                                       [SCOPE_WOKEN_BY_EXIT] = SCOPE_ROOT_EXIT,
                                                       [SCOPE_WOKEN_BY_UNRECORDED] = SCOPE_ROOT_UNRECORDED };

  return wait->cause < SCOPE_N_WAKEUP_CAUSES && kinds[wait->cause] != SCOPE_ROOT_NONE ? kinds[wait->cause] : otherwise;
}

gboolean
scope_waits_root (ScopeWaits *waits, const ScopeWait *wait, ScopeRoot *ret_root, GError **error)
{
  ScopeWait at = *wait, before;
  GError *local = NULL;
  guint at_once = 0;

  *ret_root = (ScopeRoot) { .kind = SCOPE_ROOT_NONE, .thread = SCOPE_NONE };
  if (wait->has_message)
    {
      *ret_root = (ScopeRoot) { SCOPE_ROOT_MESSAGE, SCOPE_NONE, wait->message, 1 };
      return TRUE;
    }
  if (wait->end_by != SCOPE_WAIT_WAKEUP || wait->waker == SCOPE_NONE)
    {
      ret_root->kind = scope_wait_root_of_cause (wait, SCOPE_ROOT_NONE);
      return TRUE;
    }
  *ret_root = (ScopeRoot) { .kind = scope_wait_root_of_cause (wait, SCOPE_ROOT_LOCAL), .thread = wait->waker, .depth = 1 };
  while (!interrupted (waits, &local) && scope_waits_step (waits, &at, wait->from, &before, &local))
    {
      at_once = before.to == at.to ? at_once + 1 : 0;
      if (at_once > MAX_AT_ONCE)
        break;
      if (before.has_message)
        {
          if (before.message.receive > wait->from)
            *ret_root = (ScopeRoot) { SCOPE_ROOT_MESSAGE, SCOPE_NONE, before.message, ret_root->depth + 1 };
          break;
        }
      if (before.end_by != SCOPE_WAIT_WAKEUP || before.waker == SCOPE_NONE)
        {
          ret_root->kind = scope_wait_root_of_cause (&before, ret_root->kind);
          break;
        }
      ret_root->kind = scope_wait_root_of_cause (&before, SCOPE_ROOT_LOCAL);
      ret_root->thread = before.waker;
      ret_root->depth++;
      at = before;
    }
  return scope_passed (local, error);
}
