/* scope-cli-dump-analysis.c: `dump causes`, `wait-pieces`, `blame`, `critical-path`, `phases`, `slack`: why processors and tasks did not run, and whose
 * fault it was.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "app/cli/analysis/scope-cli-critical-path.h"
#include "app/cli/analysis/scope-cli-phases.h"
#include "model/base/scope-fail.h"
#include "model/trace/analysis/scope-slack.h"
#include "model/trace/locks/scope-lock-slack.h"
#include "model/trace/locks/scope-locks.h"

/* Three cells, or two if processes do not matter; empty ones if it is nobody. */
static void
put_task (ScopeCli *cli, ScopeCsv *csv, ScopeTaskId id, gboolean process)
{
  ScopeMachine *machine = scope_task_is_nobody (id) ? NULL : scope_trace_machine (cli->trace, id.machine);

  scope_cli_integer (csv, machine != NULL ? (gint64) machine->number : SCOPE_TABLE_NULL);
  if (machine == NULL)
    {
      scope_cli_empty (csv, process ? 2 : 1);
      return;
    }
  if (process)
    scope_cli_entity (csv, machine, SCOPE_KIND_PROCESS, scope_machine_entity (machine, SCOPE_KIND_THREAD, id.thread)->process);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, id.thread);
}

/* --- lanes of what was found out --- */

typedef struct
{
  ScopeCli *cli;
  ScopeCsv *csv;
  ScopeDerived *derived;
  ScopeMachine *machine; /* with those lanes */
  guint32 index;         /* of the processor or thread */
} Table;

/* Calls for each interval of the lane within the range. */
static gboolean
put_lane (Table *table, ScopeKind kind, void (*put) (Table *table, const ScopeInterval *interval), GError **error)
{
  ScopeIntervalCursor cursor;
  ScopeInterval interval;
  GError *local = NULL;
  gint64 from, to;

  if (scope_cli_interrupted (table->cli, error))
    return FALSE;
  scope_cli_own_range (table->cli, table->machine, &from, &to);
  scope_interval_cursor_init (&cursor, table->machine->lanes, scope_machine_entity (table->machine, kind, table->index)->lane, from, to);
  while (scope_interval_cursor_next (&cursor, &interval, &local))
    put (table, &interval);
  scope_interval_cursor_clear (&cursor);
  return scope_passed (local, error);
}

static void
put_cause (Table *table, const ScopeInterval *interval)
{
  ScopeCause cause;

  if (!scope_cause_of_code (interval->code, &cause) || cause == SCOPE_CAUSE_RUNNING)
    return;
  scope_csv_unsigned (table->csv, table->machine->number);
  scope_cli_processor (table->csv, table->machine, table->index);
  scope_cli_own_time (table->cli, table->csv, table->machine, interval->from);
  scope_cli_time (table->cli, table->csv, interval->to - interval->from);
  scope_csv_text (table->csv, scope_cause_name (cause));
  put_task (table->cli, table->csv, scope_derived_party (table->derived, table->machine->index, interval->code, interval->ref), FALSE);
  scope_csv_end_row (table->csv);
}

static void
put_piece (Table *table, const ScopeInterval *interval)
{
  ScopeWaitPiece piece;

  if (!scope_piece_of_code (interval->code, &piece))
    return;
  put_task (table->cli, table->csv, (ScopeTaskId) { table->machine->index, table->index }, TRUE);
  scope_cli_own_time (table->cli, table->csv, table->machine, interval->from);
  scope_cli_time (table->cli, table->csv, interval->to - interval->from);
  scope_csv_text (table->csv, scope_piece_name (piece));
  put_task (table->cli, table->csv, scope_derived_party (table->derived, table->machine->index, interval->code, interval->ref), TRUE);
  scope_csv_end_row (table->csv);
}

static gboolean
put_lanes (ScopeCli *cli, ScopeCsv *csv, ScopeKind kind, void (*put) (Table *table, const ScopeInterval *interval), GError **error)
{
  g_autoptr (ScopeDerived) derived = scope_cli_derive (cli, error);
  Table table = { .cli = cli, .csv = csv, .derived = derived };

  for (guint m = 0; derived != NULL && m < scope_trace_n_machines (cli->trace); m++)
    {
      table.machine = scope_trace_machine (scope_derived_get_lanes (derived), m);
      for (table.index = 0; table.index < scope_machine_n_entities (table.machine, kind); table.index++)
        if ((kind != SCOPE_KIND_PROCESSOR || scope_machine_is_processor (table.machine, table.index))
            && !put_lane (&table, kind, put, error))
          return FALSE;
    }
  return derived != NULL;
}

gboolean
scope_cli_dump_causes (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  return put_lanes (cli, csv, SCOPE_KIND_PROCESSOR, put_cause, error);
}

gboolean
scope_cli_dump_wait_pieces (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  return put_lanes (cli, csv, SCOPE_KIND_THREAD, put_piece, error);
}

/* --- blame --- */

gboolean
scope_cli_dump_blame (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  const ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (ScopeDerived) derived = scope_cli_derive (cli, error);
  g_autoptr (ScopeAnalysis) analysis = derived != NULL ? scope_derived_read (derived, &within, SCOPE_ANALYSE_BLAME, error) : NULL;

  for (guint i = 0; analysis != NULL && i < analysis->blame->len; i++)
    {
      const ScopeBlame *blame = &g_array_index (analysis->blame, ScopeBlame, i);

      put_task (cli, csv, blame->task, TRUE);
      scope_csv_text (csv, g_ptr_array_index (analysis->labels, blame->label));
      scope_cli_time (cli, csv, blame->direct);
      scope_cli_time (cli, csv, blame->cascaded);
      scope_csv_end_row (csv);
    }
  return analysis != NULL;
}

gboolean
scope_cli_dump_critical_path (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  return scope_cli_put_critical_path (cli, NULL, csv, error);
}

gboolean
scope_cli_dump_phases (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  return scope_cli_put_phases (cli, csv, error);
}

/* --- slack --- */

typedef struct
{
  ScopeCli *cli;
  ScopeCsv *csv;
  gint64 from, to;
  guint n;
} SlackTable;

static gboolean
put_slack (gpointer data, ScopeTaskId task, const ScopeSlack *slack, GError **error)
{
  SlackTable *table = data;
  gint64 from = MAX (slack->from, table->from), to = MIN (slack->to, table->to);

  if (++table->n % 4096 == 0 && scope_cli_interrupted (table->cli, error))
    return FALSE;
  if (to <= from)
    return TRUE;
  put_task (table->cli, table->csv, task, TRUE);
  scope_cli_time (table->cli, table->csv, from);
  scope_cli_time (table->cli, table->csv, to - from);
  scope_cli_time (table->cli, table->csv, slack->slack);
  scope_cli_processor (table->csv, scope_trace_machine (table->cli->trace, task.machine), slack->processor);
  scope_cli_empty (table->csv, 1);
  scope_csv_end_row (table->csv);
  return TRUE;
}

static gboolean
put_lock_slack (gpointer data, ScopeLaneId core, const ScopeLockSlack *slack, GError **error)
{
  SlackTable *table = data;
  ScopeMachine *machine = scope_trace_machine (table->cli->trace, core.machine);
  gint64 from = MAX (slack->from, table->from), to = MIN (slack->to, table->to);
  g_autofree char *lock = slack->holds ? scope_lock_name (slack->lock) : NULL;

  if (++table->n % 4096 == 0 && scope_cli_interrupted (table->cli, error))
    return FALSE;
  if (to <= from)
    return TRUE;
  scope_cli_integer (table->csv, (gint64) machine->number);
  scope_cli_empty (table->csv, 2);
  scope_cli_time (table->cli, table->csv, from);
  scope_cli_time (table->cli, table->csv, to - from);
  scope_cli_time (table->cli, table->csv, slack->slack);
  scope_cli_processor (table->csv, machine, core.index);
  scope_csv_text (table->csv, lock != NULL ? lock : "");
  scope_csv_end_row (table->csv);
  return TRUE;
}

gboolean
scope_cli_dump_slack (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  const ScopeQueryRange within = scope_cli_query_range (cli);
  SlackTable table = { cli, csv, 0, 0, 0 };

  scope_cli_trace_range (cli, &table.from, &table.to);
  if (scope_trace_runtime (cli->trace) == SCOPE_RUNTIME_SIMULATION)
    return scope_locks_why_not (cli->trace) != NULL || scope_lock_slack_walk (&within, put_lock_slack, &table, error);
  return scope_slack_walk (&within, put_slack, &table, error);
}

const char *
scope_cli_why_no_slack (ScopeTrace *trace)
{
  return scope_trace_runtime (trace) == SCOPE_RUNTIME_SIMULATION ? scope_locks_why_not (trace) : NULL;
}
