/* scope-wait-keepers.c: see scope-wait-keepers.h. What is still to be handed on lies on a list, so that no chain is too long for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/analysis/scope-wait-keepers.h"

#include "model/base/scope-each.h"
#include "model/base/scope-fail.h"
#include "model/trace/document/scope-query-range.h"

/* `task` is to account for [from, to), which others wait for unless it is the first. */
typedef struct
{
  ScopeTaskId task;
  gint64 from, to;
  guint depth;
} Share;

typedef struct
{
  ScopeDerived *derived;
  const ScopeQueryRange *within;
  GArray *keepers; /* ScopeWaitKeeper */
  GArray *shares;  /* Share */
  guint n_steps;
} Search;

static void
charge (Search *search, ScopeTaskId task, guint code, gint64 from, gint64 to)
{
  gboolean nobody = scope_task_is_nobody (task);
  ScopeWaitKeeper *found = NULL;

  SCOPE_EACH (ScopeWaitKeeper, keeper, search->keepers)
    if (nobody ? scope_task_is_nobody (keeper->task) && keeper->code == code : scope_task_is (keeper->task, task))
      found = keeper;
  if (found == NULL)
    {
      const ScopeWaitKeeper keeper = { .task = task, .code = (guint8) code };

      g_array_append_val (search->keepers, keeper);
      found = &g_array_index (search->keepers, ScopeWaitKeeper, search->keepers->len - 1);
    }
  found->time += to - from;
  if (to - from > found->longest_to - found->longest_from)
    {
      found->longest_from = from;
      found->longest_to = to;
    }
}

/* One interval of a share's task. */
static void
take (Search *search, const Share *share, const ScopeInterval *interval, gint64 from, gint64 to)
{
  gboolean is_first = share->depth == 0, waits;
  ScopeWaitPiece kind;
  ScopeTaskId by;

  waits = interval->code != SCOPE_CODE_RUNNING && scope_piece_of_code (interval->code, &kind) && kind != SCOPE_PIECE_WOKEN_NOT_RUN;
  if (!waits)
    {
      if (!is_first) /* who is asked about does not keep itself waiting */
        charge (search, share->task, 0, from, to);
      return;
    }
  by = scope_derived_party (search->derived, share->task.machine, interval->code, interval->ref);
  if (scope_task_is_nobody (by))
    charge (search, by, interval->code, from, to);
  else if (share->depth >= SCOPE_WAIT_KEEPERS_DEPTH || search->n_steps >= SCOPE_WAIT_KEEPERS_STEPS)
    charge (search, by, 0, from, to);
  else
    {
      const Share next = { by, from, to, share->depth + 1 };

      g_array_append_val (search->shares, next);
    }
}

static gboolean
account (Search *search, const Share *share, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (scope_derived_get_lanes (search->derived), share->task.machine);
  gint64 offset = scope_trace_offset (scope_derived_get_lanes (search->derived), machine), done = share->from;
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_THREAD, share->task.thread)->lane;
  GError *local = NULL;

  SCOPE_EACH_INTERVAL (interval, machine->lanes, lane, share->from - offset, share->to - offset, search->within->cancellable, &local)
    {
      gint64 from = MAX (interval.from + offset, share->from), to = MIN (scope_time_add (interval.to, offset), share->to);

      if (from >= to)
        continue;
      if (search->n_steps++ >= SCOPE_WAIT_KEEPERS_STEPS)
        break;
      take (search, share, &interval, from, to);
      done = to;
    }
  if (share->depth > 0 && done < share->to && local == NULL) /* it was not alive then */
    charge (search, share->task, 0, done, share->to);
  return scope_passed (local, error);
}

static gint
compare_times (gconstpointer a, gconstpointer b)
{
  const ScopeWaitKeeper *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? 1 : -1;
  return (x->longest_from > y->longest_from) - (x->longest_from < y->longest_from);
}

GArray *
scope_wait_keepers_read (ScopeDerived *derived, const ScopeQueryRange *within, ScopeTaskId task, GError **error)
{
  g_autoptr (GArray) keepers = g_array_new (FALSE, FALSE, sizeof (ScopeWaitKeeper)), shares = g_array_new (FALSE, FALSE, sizeof (Share));
  Search search = { derived, within, keepers, shares, 0 };
  const Share first = { task, within->from, within->to, 0 };

  g_array_append_val (shares, first);
  while (shares->len > 0)
    {
      const Share share = g_array_index (shares, Share, shares->len - 1);

      g_array_set_size (shares, shares->len - 1);
      if (!account (&search, &share, error))
        return NULL;
    }
  g_array_sort (keepers, compare_times);
  return g_steal_pointer (&keepers);
}
