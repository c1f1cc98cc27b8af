/* scope-cli-dump-intervals.c: `dump intervals --lane LANE`.
 *
 * A lane that is the sum of others (a machine of several processors) has no state of its own: its rows are
 * those of its processors, by start, with the processor in each row, so that the sums are those of `columns`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"
#include "model/base/scope-fail.h"
#include "model/trace/document/scope-intervals.h"

#include <string.h>

static void
write_interval (ScopeCli *cli,
                ScopeMachine *machine,
                const ScopeIntervalFacts *interval,
                gboolean states_only,
                ScopeCsv *csv)
{
  g_autofree char *reason = NULL;

  scope_cli_own_time (cli, csv, machine, interval->from);
  scope_cli_time (cli, csv, interval->to - interval->from);
  scope_csv_text (csv, scope_state_name (interval->state));
  reason = states_only ? NULL : scope_machine_reason (machine, interval->code, interval->function);
  scope_csv_text (csv, reason);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, states_only ? SCOPE_NONE : interval->task);
  scope_cli_processor (csv, machine, states_only ? SCOPE_NONE : interval->processor);
  scope_csv_end_row (csv);
}

static gboolean
dump_one (ScopeCli *cli, ScopeLaneId id, guint32 lane, gboolean states_only, ScopeCsv *csv, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (cli->trace, id.machine);
  GError *local = NULL;
  gint64 from, to;
  guint n = 0;

  scope_cli_own_range (cli, machine, &from, &to);
  SCOPE_EACH_INTERVAL_OF (interval, scope_intervals (machine, id.kind, id.index, lane, from, to, states_only, NULL), &local)
    {
      write_interval (cli, machine, &interval, states_only, csv);
      if (++n % 4096 == 0 && scope_cli_interrupted (cli, &local))
        break;
    }
  return scope_passed (local, error);
}

typedef struct
{
  ScopeIntervals intervals;
  ScopeIntervalFacts current;
  gboolean ready;
} Part;

/* A machine has at most a few hundred processors: the earliest is found by looking at all. */
static gboolean
dump_sum (ScopeCli *cli, ScopeLaneId id, gboolean states_only, ScopeCsv *csv, GError **error)
{
  ScopeMachine *machine = scope_trace_machine (cli->trace, id.machine);
  guint32 n = scope_machine_n_entities (machine, SCOPE_KIND_PROCESSOR);
  g_autofree Part *parts = g_new0 (Part, n + 1);
  GError *local = NULL;
  gint64 from, to;

  scope_cli_own_range (cli, machine, &from, &to);
  for (guint32 i = 0; i < n && local == NULL; i++)
    {
      guint32 lane = scope_machine_entity (machine, SCOPE_KIND_PROCESSOR, i)->lane;
      parts[i].intervals = scope_intervals (machine, SCOPE_KIND_PROCESSOR, i, lane, from, to, states_only, NULL);
      parts[i].ready = scope_intervals_next (&parts[i].intervals, &parts[i].current, &local);
    }
  while (local == NULL && !scope_cli_interrupted (cli, &local))
    {
      Part *first = NULL;
      for (guint32 i = 0; i < n; i++)
        if (parts[i].ready && (first == NULL || parts[i].current.from < first->current.from))
          first = &parts[i];
      if (first == NULL)
        break;
      write_interval (cli, machine, &first->current, states_only, csv);
      first->ready = scope_intervals_next (&first->intervals, &first->current, &local);
    }
  for (guint32 i = 0; i < n; i++)
    scope_intervals_clear (&parts[i].intervals);
  return scope_passed (local, error);
}

gboolean
scope_cli_dump_intervals (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  ScopeLaneId id;
  guint32 lane;

  if (!scope_trace_parse_lane (cli->trace, options->lane, &id, error))
    return FALSE;
  lane = scope_trace_lane (cli->trace, id);
  if (scope_trace_lane_counts (cli->trace, id))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   "%s counts several at once and has no intervals; “columns --lane” has its sums", options->lane);
      return FALSE;
    }
  if (lane == SCOPE_NONE)
    return dump_sum (cli, id, options->states_only, csv, error);
  return dump_one (cli, id, lane, options->states_only, csv, error);
}
