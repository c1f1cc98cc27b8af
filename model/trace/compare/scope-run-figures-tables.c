/* scope-run-figures-tables.c: what the tables of a run tell: collections, heap, sparks, messages, migrations, wake-ups.
 *
 * A figure of 0 is put down where the trace would have recorded something; none where it could not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/compare/scope-run-figures-private.h"

#include "model/base/scope-each.h"
#include "model/trace/migrations/scope-migrations.h"
#include "model/trace/document/scope-recorded.h"
#include "model/trace/messages/scope-pairs.h"
#include "model/trace/statistics/scope-statistics.h"
#include "model/trace/document/scope-query-range.h"

/* --- collections and counters --- */

static void
put_collections (ScopeFigureReading *reading, const ScopeLaneId *lane, const ScopeCollections *collections)
{
  const ScopeGeneration *all = &collections->all;
  const struct
  {
    ScopeQuantity quantity;
    gint64 value;
    gboolean there;
  } figures[] = {
    { SCOPE_QUANTITY_GC_COUNT, (gint64) all->spread.count, TRUE },
    { SCOPE_QUANTITY_GC_TIME, all->spread.total, TRUE },
    { SCOPE_QUANTITY_GC_LONGEST, all->spread.longest, TRUE },
    { SCOPE_QUANTITY_GC_SYNC, all->sync, collections->has_sync || all->spread.count == 0 },
    { SCOPE_QUANTITY_GC_COPIED, all->copied, collections->has_copied || all->spread.count == 0 },
    { SCOPE_QUANTITY_PRODUCTIVITY, (gint64) (scope_statistics_productivity (collections) * 1e6 + .5), lane == NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    if (figures[i].there && lane == NULL)
      scope_figure_reading_add (reading, figures[i].quantity, figures[i].value);
    else if (figures[i].there && figures[i].value != 0)
      scope_figure_reading_add_lane (reading, *lane, figures[i].quantity, figures[i].value);
}

static gboolean
read_collections (ScopeFigureReading *reading, const ScopeLaneId *lane, GError **error)
{
  ScopeQueryRange within = *reading->within;
  ScopeCollections collections;
  gboolean ok;

  if (lane != NULL)
    within.lane = lane;
  within.permille = NULL;
  ok = scope_statistics_collections (&within, &collections, error);
  if (ok)
    put_collections (reading, lane, &collections);
  scope_statistics_collections_clear (&collections);
  return ok;
}

static gboolean
read_all_collections (ScopeFigureReading *reading, GError **error)
{
  ScopeTrace *trace = reading->within->trace;

  /* A program that never collected says nothing of it; but whoever records threads records collections. */
  if (scope_trace_unrecorded (trace) & SCOPE_LACKS_GC)
    return TRUE;
  if (!scope_trace_has_rows (trace, SCOPE_TABLE_COLLECTIONS)
      && !scope_statistics_has_kind (trace, SCOPE_KIND_THREAD))
    return TRUE;
  if (!read_collections (reading, NULL, error))
    return FALSE;
  for (guint32 m = 0; scope_figure_reading_wants (reading, SCOPE_KIND_MACHINE) && m < scope_trace_n_machines (trace); m++)
    {
      ScopeLaneId lane = { m, SCOPE_KIND_MACHINE, 0 };

      if (!read_collections (reading, &lane, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_counters (ScopeFigureReading *reading, GError **error)
{
  static const struct
  {
    ScopeCounter counter;
    ScopeQuantity quantity;
  } wanted[] = {
    { SCOPE_COUNTER_HEAP_ALLOCATED, SCOPE_QUANTITY_HEAP_ALLOCATED },
    { SCOPE_COUNTER_HEAP_SIZE, SCOPE_QUANTITY_HEAP_SIZE },
    { SCOPE_COUNTER_HEAP_LIVE, SCOPE_QUANTITY_HEAP_LIVE },
    { SCOPE_COUNTER_SPARKS_CREATED, SCOPE_QUANTITY_SPARKS_CREATED },
    { SCOPE_COUNTER_SPARKS_CONVERTED, SCOPE_QUANTITY_SPARKS_CONVERTED },
    { SCOPE_COUNTER_SPARKS_OVERFLOWED, SCOPE_QUANTITY_SPARKS_OVERFLOWED },
    { SCOPE_COUNTER_SPARKS_DUD, SCOPE_QUANTITY_SPARKS_DUD },
    { SCOPE_COUNTER_SPARKS_GCD, SCOPE_QUANTITY_SPARKS_GCD },
    { SCOPE_COUNTER_SPARKS_FIZZLED, SCOPE_QUANTITY_SPARKS_FIZZLED },
  };
  ScopeQueryRange within = *reading->within;
  ScopeCounters counters;
  gboolean ok;

  within.permille = NULL;
  ok = scope_statistics_counters (&within, &counters, error);
  for (guint i = 0; ok && i < G_N_ELEMENTS (wanted); i++)
    if (counters.present[wanted[i].counter])
      scope_figure_reading_add (reading, wanted[i].quantity, counters.value[wanted[i].counter]);
  scope_statistics_counters_clear (&counters);
  return ok;
}

/* --- messages --- */

typedef struct
{
  gint64 sent, received, size;
} Mail;

static Mail *
mail_of (GHashTable *mail, ScopeLaneId lane)
{
  gint64 key = (gint64) ((guint64) lane.machine << 35 | (guint64) lane.kind << 32 | lane.index);
  Mail *found = g_hash_table_lookup (mail, &key);

  if (found == NULL)
    {
      found = g_new0 (Mail, 1);
      g_hash_table_insert (mail, g_memdup2 (&key, sizeof key), found);
    }
  return found;
}

/* What a pair means for the machines and processes at its ends. */
static void
share_out (ScopeFigureReading *reading, GHashTable *mail, const ScopePair *pair, ScopeParty by)
{
  ScopeTrace *trace = reading->within->trace;
  ScopeLaneId lane;

  if (pair->sent > 0 && pair->from < SCOPE_PARTY_PORT && scope_party_lane (trace, by, pair->from_machine, pair->from, &lane))
    {
      Mail *sender = mail_of (mail, lane);

      sender->sent += (gint64) pair->sent;
      sender->size += (gint64) pair->size;
    }
  if (pair->received > 0 && pair->to < SCOPE_PARTY_PORT && scope_party_lane (trace, by, pair->to_machine, pair->to, &lane))
    mail_of (mail, lane)->received += (gint64) pair->received;
}

static ScopeQuantity
size_in (ScopeTrace *trace)
{
  return scope_trace_sizes_are_bytes (trace) ? SCOPE_QUANTITY_MESSAGE_BYTES : SCOPE_QUANTITY_MESSAGE_SIZE;
}

static void
put_mail (ScopeFigureReading *reading, GHashTable *mail)
{
  ScopeTrace *trace = reading->within->trace;
  ScopeQuantity size = size_in (trace);
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, mail);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      guint64 packed = *(const guint64 *) key;
      ScopeLaneId lane = { (guint32) (packed >> 35), (ScopeKind) (packed >> 32 & 7), (guint32) packed };
      const Mail *one = value;

      if (scope_trace_kind_repeats (trace, lane.kind))
        lane.kind = SCOPE_KIND_THREAD; /* made together, they have one index */
      if (one->sent != 0)
        scope_figure_reading_add_lane (reading, lane, SCOPE_QUANTITY_MESSAGES, one->sent);
      if (one->received != 0)
        scope_figure_reading_add_lane (reading, lane, SCOPE_QUANTITY_MESSAGES_RECEIVED, one->received);
      if (one->size != 0)
        scope_figure_reading_add_lane (reading, lane, size, one->size);
    }
}

static gboolean
read_mail_of (ScopeFigureReading *reading, ScopeKind kind, ScopeParty by, GError **error)
{
  g_autoptr (GHashTable) mail = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  ScopeQueryRange within = *reading->within;
  g_autoptr (GArray) pairs = NULL;

  if (scope_trace_kind_repeats (within.trace, kind))
    kind = SCOPE_KIND_THREAD;
  if (!scope_figure_reading_wants (reading, kind))
    return TRUE;
  within.permille = NULL;
  pairs = scope_pairs_read (&within, by, error);
  if (pairs == NULL)
    return FALSE;
  for (guint i = 0; i < pairs->len; i++)
    share_out (reading, mail, &g_array_index (pairs, ScopePair, i), by);
  put_mail (reading, mail);
  return TRUE;
}

/* To the nearest, a half away from 0. */
static gint64
mean_of (gint64 sum, guint64 n)
{
  gint64 half = (gint64) (n / 2);

  return (sum >= 0 ? sum + half : sum - half) / (gint64) n;
}

static gboolean
read_messages (ScopeFigureReading *reading, GError **error)
{
  ScopeQueryRange within = *reading->within;
  g_autoptr (GArray) pairs = NULL;
  guint64 count = 0, received = 0, timed = 0;
  gint64 size = 0, latency = 0;

  if (!scope_pairs_are_there (within.trace, NULL) && scope_trace_runtime (within.trace) != SCOPE_RUNTIME_EDEN)
    return TRUE;
  within.permille = NULL;
  pairs = scope_pairs_read (&within, SCOPE_PARTY_MACHINE, error);
  if (pairs == NULL)
    return FALSE;
  SCOPE_EACH (const ScopePair, pair, pairs)
    {
      count += pair->count;
      received += pair->received;
      timed += pair->timed;
      size += (gint64) pair->size;
      latency += pair->latency;
    }
  if (!(scope_trace_unrecorded (within.trace) & SCOPE_LACKS_SENT))
    scope_figure_reading_add (reading, SCOPE_QUANTITY_MESSAGES, (gint64) count);
  if (!(scope_trace_unrecorded (within.trace) & SCOPE_LACKS_RECEIVED))
    scope_figure_reading_add (reading, SCOPE_QUANTITY_MESSAGES_RECEIVED, (gint64) received);
  scope_figure_reading_add (reading, size_in (within.trace), size);
  if (timed > 0)
    scope_figure_reading_add (reading, SCOPE_QUANTITY_MESSAGE_LATENCY, mean_of (latency, timed));
  return read_mail_of (reading, SCOPE_KIND_MACHINE, SCOPE_PARTY_MACHINE, error)
         && read_mail_of (reading, SCOPE_KIND_PROCESS, SCOPE_PARTY_PROCESS, error);
}

/* Eden's phases of receiving. */
static gboolean
read_receiving (ScopeFigureReading *reading, GError **error)
{
  ScopeQueryRange within = *reading->within;
  g_autoptr (GArray) machines = NULL;
  gint64 all = 0;

  if (!scope_trace_has_rows (within.trace, SCOPE_TABLE_RECEIVING))
    return TRUE;
  within.permille = NULL;
  machines = scope_statistics_entities (&within, SCOPE_KIND_MACHINE, error);
  if (machines == NULL)
    return FALSE;
  SCOPE_EACH (const ScopeEntityRow, row, machines)
    {
      all += row->receiving;
      if (scope_figure_reading_wants (reading, SCOPE_KIND_MACHINE) && row->receiving != 0)
        scope_figure_reading_add_lane (reading, row->lane, SCOPE_QUANTITY_RECEIVING, row->receiving);
    }
  scope_figure_reading_add (reading, SCOPE_QUANTITY_RECEIVING, all);
  return TRUE;
}

/* --- migrations and wake-ups --- */

/* Of each thread of each machine. */
typedef struct
{
  guint n_machines;
  guint32 *n_threads;
  guint32 **threads;
  guint64 *machines;
  guint64 all;
} Moves;

static void
moves_init (Moves *moves, ScopeTrace *trace)
{
  moves->n_machines = scope_trace_n_machines (trace);
  moves->n_threads = g_new0 (guint32, moves->n_machines + 1);
  moves->threads = g_new0 (guint32 *, moves->n_machines + 1);
  moves->machines = g_new0 (guint64, moves->n_machines + 1);
  moves->all = 0;
  for (guint32 m = 0; m < moves->n_machines; m++)
    {
      moves->n_threads[m] = scope_machine_n_entities (scope_trace_machine (trace, m), SCOPE_KIND_THREAD);
      moves->threads[m] = g_new0 (guint32, (gsize) moves->n_threads[m] + 1);
    }
}

static void
moves_clear (Moves *moves)
{
  for (guint m = 0; m < moves->n_machines; m++)
    g_free (moves->threads[m]);
  g_free (moves->threads);
  g_free (moves->n_threads);
  g_free (moves->machines);
}

static void
add_moves (Moves *moves, guint32 m, guint32 thread, guint32 n)
{
  moves->all += n;
  moves->machines[m] += n;
  if (thread < moves->n_threads[m])
    moves->threads[m][thread] += n;
}

static void
count_move (const ScopeMigration *migration, gpointer data)
{
  add_moves (data, migration->machine, migration->thread, 1);
}

static gboolean
count_moves (ScopeFigureReading *reading, Moves *moves, GError **error)
{
  ScopeQueryRange within = *reading->within;

  within.permille = NULL;
  if (!reading->whole)
    return scope_migrations_each (&within, count_move, moves, error);
  for (guint32 m = 0; m < moves->n_machines; m++)
    for (guint32 t = 0; t < moves->n_threads[m]; t++)
      add_moves (moves, m, t,
                 scope_machine_entity (scope_trace_machine (within.trace, m), SCOPE_KIND_THREAD, t)->migrations);
  return TRUE;
}

static void
put_moves (ScopeFigureReading *reading, const Moves *moves)
{
  scope_figure_reading_add (reading, SCOPE_QUANTITY_MIGRATIONS, (gint64) moves->all);
  for (guint32 m = 0; m < moves->n_machines; m++)
    {
      if (scope_figure_reading_wants (reading, SCOPE_KIND_MACHINE) && moves->machines[m] != 0)
        scope_figure_reading_add_lane (reading, (ScopeLaneId) { m, SCOPE_KIND_MACHINE, 0 }, SCOPE_QUANTITY_MIGRATIONS,
                                       (gint64) moves->machines[m]);
      for (guint32 t = 0; scope_figure_reading_wants (reading, SCOPE_KIND_THREAD) && t < moves->n_threads[m]; t++)
        if (moves->threads[m][t] != 0)
          scope_figure_reading_add_lane (reading, (ScopeLaneId) { m, SCOPE_KIND_THREAD, t }, SCOPE_QUANTITY_MIGRATIONS,
                                         moves->threads[m][t]);
    }
}

static void
put_runs (ScopeFigureReading *reading)
{
  ScopeTrace *trace = reading->within->trace;
  gint64 all = 0;

  for (guint32 m = 0; m < scope_trace_n_machines (trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, m);
      guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_THREAD);

      for (guint32 t = 0; t < n; t++)
        {
          gint64 runs = scope_machine_entity (machine, SCOPE_KIND_THREAD, t)->runs;

          all += runs;
          if (runs != 0 && scope_figure_reading_wants (reading, SCOPE_KIND_THREAD))
            scope_figure_reading_add_lane (reading, (ScopeLaneId) { m, SCOPE_KIND_THREAD, t }, SCOPE_QUANTITY_RUNS, runs);
        }
    }
  scope_figure_reading_add (reading, SCOPE_QUANTITY_RUNS, all);
}

static gboolean
count_block (ScopeTable *table, guint32 block, gint64 from, gint64 to, gint64 *count, GError **error)
{
  ScopeTableBlock directory = scope_table_block (table, block);
  GError *local = NULL;

  if (directory.t1 < from || directory.t0 >= to)
    return TRUE;
  if (directory.t0 >= from && directory.t1 < to)
    {
      *count += directory.rows;
      return TRUE;
    }
  SCOPE_EACH_ROW_OF (v, scope_table_cursor_blocks (table, block, 1), &local)
    *count += v[SCOPE_WAKEUP_TIME] >= from && v[SCOPE_WAKEUP_TIME] < to;
  return scope_passed (local, error);
}

/* Of a trace that still grows: some rows are in no block yet. */
static gboolean
count_rows (ScopeTable *table, gint64 from, gint64 to, gint64 *count, GError **error)
{
  GError *local = NULL;

  SCOPE_EACH_ROW (v, table, from, to, NULL, &local)
    *count += v[SCOPE_WAKEUP_TIME] >= from && v[SCOPE_WAKEUP_TIME] < to;
  return scope_passed (local, error);
}

/* Blocks that lie in the range as a whole are not opened. */
static gboolean
count_wakeups (ScopeFigureReading *reading, ScopeMachine *machine, gint64 *count, GError **error)
{
  ScopeTable *table = machine->tables[SCOPE_TABLE_WAKEUPS];
  gint64 from, to;

  *count = 0;
  if (table == NULL)
    return TRUE;
  if (reading->whole)
    {
      *count = (gint64) scope_table_n_rows (table);
      return TRUE;
    }
  scope_query_range_own_range (reading->within, machine, &from, &to);
  if (!scope_trace_get_finished (reading->within->trace))
    return count_rows (table, from, to, count, error);
  for (guint32 b = 0; b < scope_table_n_blocks (table); b++)
    if (!count_block (table, b, from, to, count, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_wakeups (ScopeFigureReading *reading, GError **error)
{
  ScopeTrace *trace = reading->within->trace;
  gint64 all = 0;

  for (guint32 m = 0; m < scope_trace_n_machines (trace); m++)
    {
      gint64 count;

      if (!count_wakeups (reading, scope_trace_machine (trace, m), &count, error))
        return FALSE;
      all += count;
      if (count != 0 && scope_figure_reading_wants (reading, SCOPE_KIND_MACHINE))
        scope_figure_reading_add_lane (reading, (ScopeLaneId) { m, SCOPE_KIND_MACHINE, 0 }, SCOPE_QUANTITY_WAKEUPS, count);
      if (scope_query_range_cancelled (reading->within, error))
        return FALSE;
    }
  scope_figure_reading_add (reading, SCOPE_QUANTITY_WAKEUPS, all);
  return TRUE;
}

static gboolean
read_moves (ScopeFigureReading *reading, GError **error)
{
  Moves moves;
  gboolean ok;

  guint lacks = scope_trace_unrecorded (reading->within->trace);

  if (!scope_statistics_has_kind (reading->within->trace, SCOPE_KIND_THREAD) || (lacks & SCOPE_LACKS_SCHEDULER))
    return TRUE;
  moves_init (&moves, reading->within->trace);
  ok = count_moves (reading, &moves, error);
  if (ok && !(lacks & SCOPE_LACKS_PROCESSORS))
    put_moves (reading, &moves);
  moves_clear (&moves);
  if (ok && reading->whole)
    put_runs (reading);
  return ok && read_wakeups (reading, error);
}

gboolean
scope_figure_reading_tables (ScopeFigureReading *reading, GError **error)
{
  return read_all_collections (reading, error) && read_counters (reading, error) && read_messages (reading, error)
         && read_receiving (reading, error) && read_moves (reading, error);
}
