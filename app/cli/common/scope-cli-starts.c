/* scope-cli-starts.c: see scope-cli-starts.h.
 *
 * A lane of GHC or Eden becomes running or collecting by such an event only. So if it has as many intervals of that as there were
 * events, each interval begins with one event and each event begins an interval; those within the range are the intervals that
 * begin there, and tallies know their number: those of [from - 1, to), but for the one that is there in the tick before it.
 *
 * Few lanes have less intervals than events: a thread that stops and runs on within one tick, one that runs when the log breaks
 * off. For those the events of the range are counted in the trace's own files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-starts.h"

#include "model/base/scope-eventlog-events.h"
#include "model/zoom/scope-tally.h"

typedef struct
{
  ScopeMachine *machine;
  ScopeKind kind;
  guint type;          /* of the events to be counted */
  guint32 n;           /* entities */
  gint64 *counts;      /* of those that are counted by events: not negative */
  gboolean *by_events;
  GHashTable *last;    /* number of an entity: its index + 1; the last one that has this number */
  guint32 *before;     /* by index: that of the one before with the same number, + 1 */
} Count;

/* How many intervals in that state there are in [from, to), those that are cut included. */
static gboolean
count_intervals (
    ScopeMachine *machine, guint32 lane, ScopeState state, gint64 from, gint64 to, gint64 *ret_n, GError **error)
{
  g_autofree ScopeTally *tally = g_new (ScopeTally, 1);
  gboolean ok;

  *ret_n = 0;
  scope_tally_init (tally, 0, NULL);
  ok = scope_lane_store_tally (machine->lanes, lane, from, to, tally, error);
  for (guint c = 0; ok && c < SCOPE_N_CODES; c++)
    if ((tally->used & (G_GUINT64_CONSTANT (1) << c)) != 0 && scope_code_state (c) == state)
      *ret_n += (gint64) tally->codes[c].n;
  scope_tally_clear (tally);
  return ok;
}

gint64
scope_cli_whole_starts (const ScopeEntity *entity, ScopeState state)
{
  return state == SCOPE_STATE_COLLECTING ? entity->collections : entity->runs;
}

/* By the tallies; *ret_n is -1 if they cannot tell. */
static gboolean
count_lane (ScopeCli *cli, ScopeMachine *machine, const ScopeEntity *entity, ScopeState state, gint64 *ret_n,
            GError **error)
{
  gint64 from, to, all, until, before;

  *ret_n = 0;
  scope_cli_own_range (cli, machine, &from, &to);
  if (scope_cli_whole_starts (entity, state) == 0 || from >= to)
    return TRUE;
  from = MAX (from, 1 - SCOPE_ROW_TIME_MAX);
  if (!count_intervals (machine, entity->lane, state, -SCOPE_ROW_TIME_MAX, SCOPE_ROW_TIME_MAX, &all, error)
      || !count_intervals (machine, entity->lane, state, from - 1, to, &until, error)
      || !count_intervals (machine, entity->lane, state, from - 1, from, &before, error))
    return FALSE;
  *ret_n = all == scope_cli_whole_starts (entity, state) ? until - before : -1;
  return TRUE;
}

/* --- by events --- */

/* Index of the entity that an event is about; SCOPE_NONE: none that is counted. */
static guint32
entity_of (const Count *count, const ScopeEvent *event)
{
  guint number = count->kind == SCOPE_KIND_PROCESSOR ? event->processor : event->a;
  guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (count->last, GUINT_TO_POINTER (number)));

  while (index != 0 && scope_machine_entity (count->machine, count->kind, index - 1)->first > event->time
         && count->before[index - 1] != 0)
    index = count->before[index - 1];
  return index != 0 && count->by_events[index - 1] ? index - 1 : SCOPE_NONE;
}

static void
count_event (ScopeMachine *machine, const ScopeEvent *event, gpointer user_data)
{
  Count *count = user_data;
  guint32 index;

  if (machine != count->machine || event->type != count->type)
    return;
  index = entity_of (count, event);
  if (index != SCOPE_NONE)
    count->counts[index]++;
}

static gboolean
count_events (ScopeCli *cli, Count *count, GError **error)
{
  g_autoptr (GError) local = NULL;
  gboolean ok;

  count->last = g_hash_table_new (NULL, NULL);
  count->before = g_new0 (guint32, count->n);
  for (guint32 i = 0; i < count->n; i++)
    {
      gpointer number = GUINT_TO_POINTER ((guint) scope_machine_entity (count->machine, count->kind, i)->number);

      count->before[i] = GPOINTER_TO_UINT (g_hash_table_lookup (count->last, number));
      g_hash_table_insert (count->last, number, GUINT_TO_POINTER (i + 1));
      if (count->by_events[i])
        count->counts[i] = 0;
    }
  ok = scope_import_foreach_raw_event (cli->import, cli->from, cli->to, count_event, count, cli->cancellable, &local);
  g_hash_table_unref (count->last);
  g_free (count->before);
  if (ok)
    return TRUE;
  for (guint32 i = 0; i < count->n; i++)
    if (count->by_events[i])
      count->counts[i] = -1;
  if (!g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return TRUE; /* the trace is gone, its index is there */
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* --- all of a machine --- */

gint64 *
scope_cli_count_starts (ScopeCli *cli, ScopeMachine *machine, ScopeKind kind, ScopeState state, GError **error)
{
  guint32 n = scope_machine_n_entities (machine, kind);
  g_autofree gint64 *counts = g_new (gint64, n + 1);
  g_autofree gboolean *by_events = g_new0 (gboolean, n + 1);
  ScopeRuntime runtime = scope_trace_runtime (cli->trace);
  gboolean known = runtime == SCOPE_RUNTIME_GHC || runtime == SCOPE_RUNTIME_EDEN, some = FALSE;
  Count count = { .machine = machine,
                  .kind = kind,
                  .type = state == SCOPE_STATE_COLLECTING ? SCOPE_EV_GC_START : SCOPE_EV_RUN_THREAD,
                  .n = n,
                  .counts = counts,
                  .by_events = by_events };

  for (guint32 i = 0; i < n; i++)
    {
      const ScopeEntity *entity = scope_machine_entity (machine, kind, i);

      counts[i] = cli->ranged ? -1 : scope_cli_whole_starts (entity, state);
      if (!cli->ranged || !known)
        continue;
      if ((i % 1024 == 0 && scope_cli_interrupted (cli, error)) || !count_lane (cli, machine, entity, state, &counts[i], error))
        return NULL;
      by_events[i] = counts[i] < 0;
      some |= by_events[i];
    }
  if (some && !count_events (cli, &count, error))
    return NULL;
  return g_steal_pointer (&counts);
}
