/* scope-findings-queue.c: in what those queue whom a finding is about, and who they are. Logs of GHC have no names of MVars: who hands them on
 * names them. Eden's channels have a number where they are read, Erlang's mailboxes an owner.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/findings/scope-findings-private.h"

#include "model/base/scope-compare.h"
#include "model/base/scope-each.h"
#include "model/trace/analysis/scope-derived.h"
#include "model/trace/document/scope-query-range.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_THREADS 100000u
#define MOST_STEPS 500000u  /* intervals that are looked at: who waits most has been seen by then */
#define MOST_ROWS 10000u    /* of messages, until the one is found that ended a wait */
#define NAMED 4u            /* of those who wait */
#define SHOWN 8u            /* likewise, whose lanes are shown */

SCOPE_COMPARE_BY (compare_waiters, ScopeWaiter, SCOPE_DOWN (time) SCOPE_UP (task.machine) SCOPE_UP (task.thread))

/* --- who waits --- */

typedef struct
{
  const ScopeFacts *facts;
  ScopeDerived *derived;
  const ScopeQueryRange *within;
  ScopeTaskId culprit; /* nobody: whoever it is */
  gboolean any;        /* whatever is waited for, also if nobody is behind it */
  GArray *waiters;
  guint steps;
} Looking;

static gboolean
add_waiter (Looking *looking, ScopeMachine *machine, guint32 thread, GError **error)
{
  ScopeWaiter waiter = { .task = { machine->index, thread }, .code = SCOPE_NONE };
  gint64 from, to;
  GError *local = NULL;

  scope_query_range_own_range (looking->within, machine, &from, &to);
  SCOPE_EACH_INTERVAL (interval, machine->lanes, scope_machine_entity (machine, SCOPE_KIND_THREAD, thread)->lane, from, to, looking->within->cancellable,
                       &local)
    {
      ScopeWaitPiece piece;
      ScopeTaskId by;

      if (++looking->steps > MOST_STEPS)
        break;
      if (!scope_piece_of_code (interval.code, &piece) || (!looking->any && piece > SCOPE_PIECE_IN_FLIGHT))
        continue;
      by = scope_derived_party (looking->derived, machine->index, interval.code, interval.ref);
      if (!looking->any && (scope_task_is_nobody (by) || (!scope_task_is_nobody (looking->culprit) && !scope_task_is (by, looking->culprit))))
        continue;
      waiter.time += MIN (interval.to, to) - MAX (interval.from, from);
      if (interval.to - interval.from <= waiter.longest_to - waiter.longest_from)
        continue;
      waiter.by = by;
      waiter.piece = piece;
      waiter.longest_from = interval.from + machine->offset;
      waiter.longest_to = scope_time_add (interval.to, machine->offset);
    }
  if (waiter.time > 0)
    g_array_append_val (looking->waiters, waiter);
  return scope_passed (local, error);
}

static gboolean
find_waiters (Looking *looking, GError **error)
{
  ScopeTrace *lanes = scope_derived_get_lanes (looking->derived);

  for (guint m = 0; m < scope_trace_n_machines (lanes); m++)
    {
      ScopeMachine *machine = scope_trace_machine (lanes, m);

      for (guint32 t = 0; t < scope_machine_n_entities (machine, SCOPE_KIND_THREAD) && looking->steps <= MOST_STEPS; t++)
        if (scope_machine_entity (machine, SCOPE_KIND_THREAD, t)->lane != SCOPE_NONE && !add_waiter (looking, machine, t, error))
          return FALSE;
    }
  g_array_sort (looking->waiters, compare_waiters);
  return TRUE;
}

GArray *
scope_facts_find_waiters (const ScopeFacts *facts, ScopeDerived *derived, const ScopeQueryRange *within, GError **error)
{
  g_autoptr (GArray) waiters = g_array_new (FALSE, FALSE, sizeof (ScopeWaiter));
  Looking looking = { facts, derived, within, SCOPE_NO_TASK, TRUE, waiters, 0 };

  return facts->n_threads > MOST_THREADS || find_waiters (&looking, error) ? g_steal_pointer (&waiters) : NULL;
}

/* --- in what --- */

static guint
code_of (const ScopeFacts *facts, const ScopeWaiter *waiter)
{
  ScopeMachine *machine = scope_trace_machine (facts->trace, waiter->task.machine);
  guint32 lane = scope_machine_entity (machine, SCOPE_KIND_THREAD, waiter->task.thread)->lane;
  gint64 middle = waiter->longest_from + (waiter->longest_to - waiter->longest_from) / 2 - machine->offset;
  ScopeInterval interval;

  if (lane == SCOPE_NONE || !scope_lane_store_interval_at (machine->lanes, lane, middle, &interval, NULL)
      || scope_code_state (interval.code) != SCOPE_STATE_BLOCKED)
    return SCOPE_NONE;
  return interval.code;
}

/* GHC: leaves those that wait in the same, in which most is waited; of lazy values, in these. A main thread that waits for the end of all
 * others is in another queue. */
static void
keep_one_queue (const ScopeFacts *facts, const ScopeFinding *finding, GArray *waiters)
{
  gint64 times[SCOPE_N_CODES] = { 0 };
  guint most = SCOPE_NONE, n = 0;

  for (guint i = 0; i < waiters->len; i++)
    {
      ScopeWaiter *waiter = &g_array_index (waiters, ScopeWaiter, i);

      waiter->code = code_of (facts, waiter);
      if (waiter->code == SCOPE_NONE)
        continue;
      times[waiter->code] += waiter->time;
      if (most == SCOPE_NONE || times[waiter->code] > times[most])
        most = waiter->code;
    }
  if (strcmp (finding->rule, "black_hole_convoy") == 0 && times[SCOPE_CODE_BLACKHOLE] > 0)
    most = SCOPE_CODE_BLACKHOLE;
  for (guint i = 0; i < waiters->len; i++)
    if (g_array_index (waiters, ScopeWaiter, i).code == most)
      {
        const ScopeWaiter waiter = g_array_index (waiters, ScopeWaiter, i);

        g_array_index (waiters, ScopeWaiter, n++) = waiter;
      }
  g_array_set_size (waiters, n);
}

/* Eden: the message that ended the longest wait, or was in flight then. FALSE: it is not found. */
static gboolean
find_message (const ScopeFacts *facts, const ScopeWaiter *waiter, gint64 *ret_process, gint64 *ret_port, GError **error)
{
  ScopeMachine *sender = scope_trace_machine (facts->trace, waiter->by.machine);
  guint n = 0;
  gboolean found = FALSE;
  GError *local = NULL;

  SCOPE_EACH_ROW (row, sender->tables[SCOPE_TABLE_MESSAGES], waiter->longest_from - sender->offset, SCOPE_TIME_MAX, NULL, &local)
    {
      gint64 sent = row[SCOPE_MESSAGE_SEND] + sender->offset;
      gboolean is = row[SCOPE_MESSAGE_SEND] != SCOPE_TABLE_NULL && row[SCOPE_MESSAGE_TO_MACHINE] == waiter->task.machine
                    && (sent == waiter->longest_from || sent == waiter->longest_to);

      if (is)
        {
          *ret_process = row[SCOPE_MESSAGE_TO_PROCESS];
          *ret_port = row[SCOPE_MESSAGE_TO_PORT];
        }
      found |= is;
      if (is || ++n == MOST_ROWS)
        break;
    }
  return scope_passed (local, error) && found;
}

/* NULL: it has no name. */
static char *
dup_queue (const ScopeFacts *facts, const ScopeWaiter *waiter, ScopeTaskId culprit, GError **error)
{
  const char *reason = waiter->code != SCOPE_NONE ? scope_trace_code_label (facts->trace, waiter->code) : NULL;
  gint64 process, port;

  if (facts->runtime == SCOPE_RUNTIME_ERLANG && !scope_task_is_nobody (culprit))
    /* TRANSLATORS: a process */
    return g_strdup_printf (_("mailbox of %s"), scope_facts_name (facts, culprit));
  if (facts->runtime == SCOPE_RUNTIME_EDEN && find_message (facts, waiter, &process, &port, error))
    /* TRANSLATORS: numbers of a port and of a process, and who reads there */
    return g_strdup_printf (_("channel to port %d of process %d, read by %s"), (int) port, (int) process, scope_facts_name (facts, waiter->task));
  if (reason == NULL)
    return NULL;
  if (scope_task_is_nobody (culprit))
    return g_strdup (reason);
  /* TRANSLATORS: what is waited for, as “blocked on MVar”, and a thread */
  return g_strdup_printf (_("%s, handed on by %s"), reason, scope_facts_name (facts, waiter->by));
}

/* --- both --- */

static char *
dup_names (const ScopeFacts *facts, const GArray *waiters)
{
  GString *text = g_string_new (NULL);
  guint n = MIN (waiters->len, NAMED);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", scope_facts_name (facts, g_array_index (waiters, ScopeWaiter, i).task));
  if (waiters->len > n)
    {
      g_autofree char *more = g_strdup_printf (ngettext ("and %u more", "and %u more", waiters->len - n), waiters->len - n);

      g_string_append_printf (text, " %s", more);
    }
  return g_string_free (text, FALSE);
}

/* Those about a queue, and whether it is that of one culprit. */
static gboolean
is_about_queue (const ScopeFinding *finding, gboolean *ret_one)
{
  static const char *const of_one[] = { "late_producer", "slow_server", "foreign_under_lock", "too_fine", "chatty_pair", "latency" },
                    *const of_many[] = { "lock_convoy", "black_hole_convoy" };

  *ret_one = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (of_one); i++)
    *ret_one |= strcmp (finding->rule, of_one[i]) == 0;
  for (guint i = 0; i < G_N_ELEMENTS (of_many); i++)
    if (strcmp (finding->rule, of_many[i]) == 0)
      return TRUE;
  return *ret_one;
}

static void
say (const ScopeFacts *facts, const GArray *waiters, const char *queue, ScopeFinding *finding)
{
  g_autofree char *names = dup_names (facts, waiters);
  /* A mailbox is one queue. A channel of Eden's has one reader; of GHC's MVars it was not recorded whether they are the same one. */
  gboolean one = queue != NULL && (facts->runtime == SCOPE_RUNTIME_ERLANG || waiters->len == 1);

  if (queue != NULL)
    scope_finding_add (finding, one ? _("The queue") : _("Most is waited in"), queue);
  scope_finding_add (finding, one ? _("Who waits in it") : _("Who waits"), names);
  for (guint i = 0; i < MIN (waiters->len, SHOWN); i++)
    {
      const ScopeWaiter *waiter = &g_array_index (waiters, ScopeWaiter, i);
      gboolean there = FALSE;

      SCOPE_EACH (const ScopeLaneId, lane, finding->lanes)
        there |= lane->machine == waiter->task.machine && lane->index == waiter->task.thread;
      if (!there)
        scope_finding_look_at (finding, waiter->task);
    }
}

gboolean
scope_finding_name_queue (const ScopeFacts *facts, const ScopeQueryRange *within, ScopeFinding *finding, GError **error)
{
  g_autoptr (GArray) waiters = g_array_new (FALSE, FALSE, sizeof (ScopeWaiter));
  g_autoptr (ScopeDerived) derived = scope_derived_dup (within->trace);
  ScopeQueryRange place = *within;
  Looking looking = { facts, derived, &place, SCOPE_NO_TASK, FALSE, waiters, 0 };
  g_autofree char *queue = NULL;
  GError *local = NULL;
  gboolean of_one;

  if (derived == NULL || !is_about_queue (finding, &of_one) || finding->lanes->len == 0 || facts->n_threads > MOST_THREADS)
    return TRUE;
  place.from = finding->from;
  place.to = finding->to;
  if (of_one)
    {
      const ScopeLaneId lane = g_array_index (finding->lanes, ScopeLaneId, 0);

      looking.culprit = (ScopeTaskId) { lane.machine, lane.index };
    }
  if (!find_waiters (&looking, error))
    return FALSE;
  if (facts->runtime == SCOPE_RUNTIME_GHC)
    keep_one_queue (facts, finding, waiters);
  if (waiters->len == 0)
    return TRUE;
  queue = dup_queue (facts, &g_array_index (waiters, ScopeWaiter, 0), looking.culprit, &local);
  if (local == NULL)
    say (facts, waiters, queue, finding);
  return scope_passed (local, error);
}
