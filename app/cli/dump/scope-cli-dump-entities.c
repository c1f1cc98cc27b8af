/* scope-cli-dump-entities.c: machines, processors, processes, threads with their totals, and intervals of a
 * lane.
 *
 * With --from and --to the figures are those inside.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"
#include "app/cli/common/scope-cli-starts.h"
#include "model/base/scope-fail.h"
#include "model/trace/document/scope-recorded.h"

/* --- figures inside the range --- */

/* Counts, per entity, rows of a table of this machine whose time lies in the range. */
static guint32 *
count_rows (
    ScopeCli *cli, ScopeMachine *machine, ScopeTableKind kind, guint column, guint32 n, GError **error)
{
  g_autofree guint32 *counts = g_new0 (guint32, n + 1);
  gint64 from, to;
  GError *local = NULL;

  scope_cli_own_range (cli, machine, &from, &to);
  SCOPE_EACH_ROW (values, machine->tables[kind], from, to, NULL, &local)
    if (values[0] >= from && values[0] < to && values[column] >= 0 && values[column] < n)
      counts[values[column]]++;
  return scope_passed (local, error) ? g_steal_pointer (&counts) : NULL;
}

static gint64
end_of_life (ScopeMachine *machine, const ScopeEntity *entity)
{
  gint64 first, last;

  if (entity->first == SCOPE_TIME_MIN) /* only its name is known */
    return SCOPE_TIME_MAX;
  if (entity->last != SCOPE_TIME_MAX)
    return entity->last;
  return scope_lane_store_life (machine->lanes, entity->lane, &first, &last) ? last : machine->last;
}

/* Where collections are not recorded, the time of them is in that of other states, or in what is unknown; where it is not recorded when
 * threads ran, so is all time. */
static void
write_times (ScopeCli *cli, ScopeCsv *csv, ScopeMachine *machine, const gint64 totals[SCOPE_N_STATES], const ScopeState *states, guint n)
{
  gboolean collects = !scope_machine_lacks (machine, SCOPE_LACKS_GC), schedules = !scope_machine_lacks (machine, SCOPE_LACKS_SCHEDULER);

  for (guint i = 0; i < n; i++)
    {
      ScopeState state = states[i];
      gboolean known = state == SCOPE_STATE_COLLECTING ? collects : schedules || state == SCOPE_STATE_UNKNOWN || totals[state] != 0;

      scope_cli_time (cli, csv, known ? totals[state] : SCOPE_TABLE_NULL);
    }
}

#define WRITE_TIMES(...)                                                                                     \
  do                                                                                                         \
    {                                                                                                        \
      static const ScopeState states_[] = { __VA_ARGS__ };                                                   \
      write_times (cli, csv, machine, totals, states_, G_N_ELEMENTS (states_));                              \
    }                                                                                                        \
  while (0)

/* Nothing where such a thing was not recorded. */
static void
write_count (ScopeCsv *csv, ScopeMachine *machine, guint lacks, gint64 count)
{
  scope_cli_integer (csv, count >= 0 && !scope_machine_lacks (machine, lacks) ? count : SCOPE_TABLE_NULL);
}

/* A simulator tells neither when cores took up a thread, nor of collections. */
static void
write_core_count (ScopeCli *cli, ScopeCsv *csv, ScopeMachine *machine, guint lacks, gint64 count)
{
  write_count (csv, machine, lacks, scope_trace_runtime (cli->trace) == SCOPE_RUNTIME_SIMULATION ? -1 : count);
}

static gboolean
receiving_time (ScopeCli *cli, ScopeMachine *machine, gint64 *ret_ticks, GError **error)
{
  gint64 from, to;
  GError *local = NULL;

  *ret_ticks = machine->receiving;
  if (!cli->ranged || machine->tables[SCOPE_TABLE_RECEIVING] == NULL)
    return TRUE;
  *ret_ticks = 0;
  scope_cli_own_range (cli, machine, &from, &to);
  SCOPE_EACH_ROW (values, machine->tables[SCOPE_TABLE_RECEIVING], from, to, NULL, &local)
    {
      gint64 start = MAX (values[SCOPE_RECEIVING_TIME], from);
      gint64 end = MIN (values[SCOPE_RECEIVING_TIME] + values[SCOPE_RECEIVING_DURATION], to);
      *ret_ticks += MAX (end - start, 0);
    }
  return scope_passed (local, error);
}

gboolean
scope_cli_dump_machines (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  for (guint m = 0; m < scope_trace_n_machines (cli->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (cli->trace, m);
      gint64 totals[SCOPE_N_STATES], receiving;

      if (!scope_cli_totals (cli, (ScopeLaneId){ m, SCOPE_KIND_MACHINE, 0 }, totals, error)
          || !receiving_time (cli, machine, &receiving, error))
        return FALSE;
      scope_csv_unsigned (csv, machine->number);
      scope_csv_text (csv, machine->name);
      scope_cli_own_time (cli, csv, machine, machine->first);
      scope_cli_own_time (cli, csv, machine, machine->last);
      scope_cli_time (cli, csv, machine->offset);
      WRITE_TIMES (SCOPE_STATE_IDLE, SCOPE_STATE_RUNNABLE, SCOPE_STATE_RUNNING, SCOPE_STATE_BLOCKED,
                   SCOPE_STATE_OUTSIDE, SCOPE_STATE_COLLECTING, SCOPE_STATE_UNKNOWN);
      scope_cli_time (cli, csv, receiving);
      scope_csv_integer (csv, machine->tick_ps);
      scope_csv_end_row (csv);
    }
  return TRUE;
}

static gboolean
dump_processors_of (ScopeCli *cli, ScopeMachine *machine, ScopeCsv *csv, GError **error)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  g_autofree gint64 *runs = scope_cli_count_starts (cli, machine, SCOPE_KIND_PROCESSOR, SCOPE_STATE_RUNNING, error);
  g_autofree gint64 *collections = NULL;

  if (runs != NULL)
    collections = scope_cli_count_starts (cli, machine, SCOPE_KIND_PROCESSOR, SCOPE_STATE_COLLECTING, error);
  if (collections == NULL)
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    {
      const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i);
      gint64 totals[SCOPE_N_STATES];

      if (!scope_cli_lane_totals (cli, machine, entity->lane, totals, error))
        return FALSE;
      scope_csv_unsigned (csv, machine->number);
      scope_csv_unsigned (csv, entity->number);
      scope_csv_text (csv, entity->name);
      scope_cli_own_time (cli, csv, machine, entity->first);
      scope_cli_own_time (cli, csv, machine, end_of_life (machine, entity));
      WRITE_TIMES (SCOPE_STATE_RUNNING, SCOPE_STATE_COLLECTING, SCOPE_STATE_IDLE, SCOPE_STATE_OUTSIDE,
                   SCOPE_STATE_UNKNOWN);
      write_core_count (cli, csv, machine, SCOPE_LACKS_SCHEDULER, runs[i]);
      write_core_count (cli, csv, machine, SCOPE_LACKS_GC, collections[i]);
      scope_csv_end_row (csv);
    }
  return TRUE;
}

gboolean
scope_cli_dump_processors (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  for (guint m = 0; m < scope_trace_n_machines (cli->trace); m++)
    if (!dump_processors_of (cli, scope_trace_machine (cli->trace, m), csv, error))
      return FALSE;
  return TRUE;
}

/* --- processes --- */

/* Messages of one process inside the range: [2 * process] sent, [2 * process + 1] received. Those received
 * lie in the senders' tables, so one walk over all tables counts for all machines. */
static guint64 *
count_messages (ScopeCli *cli, GHashTable **ret_places, GError **error)
{
  GHashTable *places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  GArray *counts = g_array_new (FALSE, TRUE, 2 * sizeof (guint64));
  GError *local = NULL;

  for (guint m = 0; m < scope_trace_n_machines (cli->trace) && local == NULL; m++)
    {
      SCOPE_EACH_ROW (values, scope_trace_machine (cli->trace, m)->tables[SCOPE_TABLE_MESSAGES], SCOPE_TIME_MIN, SCOPE_TIME_MAX,
                      NULL, &local)
        for (guint received = 0; received < 2; received++)
          {
            gint64 time = values[received ? SCOPE_MESSAGE_RECEIVE : SCOPE_MESSAGE_SEND], from, to;
            gint64 at = values[received ? SCOPE_MESSAGE_TO_MACHINE : SCOPE_MESSAGE_FROM_MACHINE];
            gint64 key
                = (at << 32) | values[received ? SCOPE_MESSAGE_TO_PROCESS : SCOPE_MESSAGE_FROM_PROCESS];
            gpointer place;
            if (time == SCOPE_TABLE_NULL || at < 0 || at >= scope_trace_n_machines (cli->trace))
              continue;
            scope_cli_own_range (cli, scope_trace_machine (cli->trace, (guint)at), &from, &to);
            if (time < from || time >= to)
              continue;
            place = g_hash_table_lookup (places, &key);
            if (place == NULL)
              {
                g_array_set_size (counts, counts->len + 1);
                place = GUINT_TO_POINTER (counts->len);
                g_hash_table_insert (places, g_memdup2 (&key, sizeof key), place);
              }
            ((guint64 *)(void *)counts->data)[2 * (GPOINTER_TO_UINT (place) - 1) + received]++;
          }
    }
  if (local != NULL)
    {
      g_propagate_error (error, local);
      g_hash_table_unref (places);
      g_array_unref (counts);
      return NULL;
    }
  *ret_places = places;
  if (counts->len == 0)
    g_array_set_size (counts, 1);
  return (guint64 *)(void *)g_array_free (counts, FALSE);
}

static void
write_parent (ScopeCli *cli, ScopeCsv *csv, const ScopeEntity *entity, const char *remote)
{
  if (entity->parent_machine == SCOPE_NONE || entity->parent_machine >= scope_trace_n_machines (cli->trace))
    {
      scope_csv_empty (csv);
      scope_csv_text (csv, remote);
      return;
    }
  ScopeMachine *parent = scope_trace_machine (cli->trace, entity->parent_machine);
  scope_csv_unsigned (csv, parent->number);
  scope_cli_entity (csv, parent, SCOPE_KIND_PROCESS,
                    entity->parent);
}

static gboolean
dump_process (ScopeCli *cli,
              ScopeMachine *machine,
              guint32 index,
              const guint64 *messages,
              ScopeCsv *csv,
              GError **error)
{
  const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_PROCESS, index);
  g_autofree char *node = NULL;
  const char *remote = scope_machine_remote_parent (machine, entity, &node);
  gint64 totals[SCOPE_N_STATES];

  if (!scope_cli_lane_totals (cli, machine, entity->lane, totals, error))
    return FALSE;
  scope_csv_unsigned (csv, machine->number);
  scope_cli_entity (csv, machine, SCOPE_KIND_PROCESS, index);
  scope_csv_text (csv, entity->name);
  write_parent (cli, csv, entity, remote);
  scope_cli_own_time (cli, csv, machine, entity->first);
  scope_cli_own_time (cli, csv, machine, end_of_life (machine, entity));
  WRITE_TIMES (SCOPE_STATE_IDLE, SCOPE_STATE_RUNNABLE, SCOPE_STATE_RUNNING, SCOPE_STATE_BLOCKED,
               SCOPE_STATE_OUTSIDE, SCOPE_STATE_ACTIVE);
  scope_csv_unsigned (csv, entity->threads);
  write_count (csv, machine, SCOPE_LACKS_SENT, (gint64)messages[0]);
  write_count (csv, machine, SCOPE_LACKS_RECEIVED, (gint64)messages[1]);
  scope_csv_text (csv, entity->entry);
  scope_csv_text (csv, scope_cli_end_name (entity->end));
  scope_csv_text (csv, node);
  WRITE_TIMES (SCOPE_STATE_COLLECTING, SCOPE_STATE_UNKNOWN);
  scope_csv_end_row (csv);
  return TRUE;
}

gboolean
scope_cli_dump_processes (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  g_autoptr (GHashTable) places = NULL;
  g_autofree guint64 *counts = cli->ranged ? count_messages (cli, &places, error) : NULL;

  if (cli->ranged && counts == NULL)
    return FALSE;
  for (guint m = 0; m < scope_trace_n_machines (cli->trace); m++)
    {
      ScopeMachine *machine = scope_trace_machine (cli->trace, m);
      guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESS);
      for (guint32 i = 0; i < n; i++)
        {
          const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_PROCESS, i);
          guint64 messages[2] = { entity->sent, entity->received };
          if (cli->ranged)
            {
              gint64 key = ((gint64)m << 32) | (gint64)entity->number;
              guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, &key));
              messages[0] = place == 0 ? 0 : counts[2 * (place - 1)];
              messages[1] = place == 0 ? 0 : counts[2 * (place - 1) + 1];
            }
          if (!dump_process (cli, machine, i, messages, csv, error))
            return FALSE;
        }
    }
  return TRUE;
}

/* --- threads --- */

static gboolean
dump_threads_of (ScopeCli *cli, ScopeMachine *machine, ScopeCsv *csv, GError **error)
{
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_THREAD);
  g_autofree gint64 *runs = NULL;
  g_autofree guint32 *migrations = NULL;

  /* Without a range each says it itself: millions of them are not looked at before the first is written. */
  if (cli->ranged)
    {
      runs = scope_cli_count_starts (cli, machine, SCOPE_KIND_THREAD, SCOPE_STATE_RUNNING, error);
      if (runs == NULL)
        return FALSE;
      migrations = count_rows (cli, machine, SCOPE_TABLE_MIGRATIONS, SCOPE_MIGRATION_THREAD, n, error);
      if (migrations == NULL)
        return FALSE;
    }
  for (guint32 i = 0; i < n; i++)
    {
      const ScopeEntity *entity = scope_machine_entity (machine, SCOPE_KIND_THREAD, i);
      gint64 totals[SCOPE_N_STATES];

      if ((i % 1024 == 0 && scope_cli_interrupted (cli, error))
          || !scope_cli_lane_totals (cli, machine, entity->lane, totals, error))
        return FALSE;
      scope_csv_unsigned (csv, machine->number);
      scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, i);
      scope_cli_entity (csv, machine, SCOPE_KIND_PROCESS, entity->process);
      scope_csv_text (csv, entity->name);
      scope_cli_own_time (cli, csv, machine, entity->first);
      scope_cli_own_time (cli, csv, machine, end_of_life (machine, entity));
      scope_csv_text (csv, scope_cli_end_name (entity->end));
      WRITE_TIMES (SCOPE_STATE_RUNNABLE, SCOPE_STATE_RUNNING, SCOPE_STATE_BLOCKED, SCOPE_STATE_OUTSIDE,
                   SCOPE_STATE_ACTIVE);
      write_count (csv, machine, SCOPE_LACKS_SCHEDULER, runs != NULL ? runs[i] : scope_cli_whole_starts (entity, SCOPE_STATE_RUNNING));
      write_count (csv, machine, SCOPE_LACKS_SCHEDULER | SCOPE_LACKS_PROCESSORS, migrations != NULL ? migrations[i] : entity->migrations);
      scope_csv_text (csv, entity->entry);
      WRITE_TIMES (SCOPE_STATE_COLLECTING, SCOPE_STATE_UNKNOWN, SCOPE_STATE_IDLE);
      scope_csv_end_row (csv);
    }
  return TRUE;
}

gboolean
scope_cli_dump_threads (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  for (guint m = 0; m < scope_trace_n_machines (cli->trace); m++)
    if (!dump_threads_of (cli, scope_trace_machine (cli->trace, m), csv, error))
      return FALSE;
  return TRUE;
}
