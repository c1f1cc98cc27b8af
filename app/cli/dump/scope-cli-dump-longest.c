/* scope-cli-dump-longest.c: `dump intervals --longest KIND`: the columns of intervals, and behind them whose they are and what
 * collections and messages have besides.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/trace/statistics/scope-longest.h"

static void
write_lane (ScopeCli *cli, ScopeCsv *csv, const ScopeLaneId *lane)
{
  g_autofree char *text = lane != NULL ? scope_trace_format_lane (cli->trace, *lane) : NULL;

  scope_csv_text (csv, text);
}

static void
write_reason (ScopeCsv *csv, ScopeMachine *machine, guint code, guint32 function)
{
  g_autofree char *reason = code != SCOPE_NONE ? scope_machine_reason (machine, code, function) : NULL;

  scope_csv_text (csv, code != SCOPE_NONE ? scope_state_name (scope_code_state (code)) : NULL);
  scope_csv_text (csv, reason);
}

static void
write_row (ScopeCli *cli, const ScopeLongestRow *row, gboolean whole_trace, ScopeCsv *csv)
{
  ScopeMachine *machine = scope_trace_machine (cli->trace, row->lane.machine);

  scope_cli_time (cli, csv, row->from);
  scope_cli_time (cli, csv, row->to - row->from);
  write_reason (csv, machine, row->code, row->function);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, row->task);
  scope_cli_processor (csv, machine, row->processor);
  write_lane (cli, csv, whole_trace ? NULL : &row->lane);
  scope_cli_integer (csv, row->generation);
  scope_cli_time (cli, csv, row->sync);
  write_lane (cli, csv, row->tag != SCOPE_TABLE_NULL ? &row->to_lane : NULL);
  scope_csv_end_row (csv);
}

gboolean
scope_cli_dump_longest (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (ScopeLongest) longest = NULL;
  ScopeLongestKind kind;
  ScopeLaneId lane;
  gboolean whole_trace;
  guint code;

  if (options->lane != NULL)
    {
      if (!scope_trace_parse_lane (cli->trace, options->lane, &lane, error))
        return FALSE;
      within.lane = &lane;
    }
  scope_longest_parse (options->longest, &kind, &code);
  longest = scope_longest_find (&within, kind, code, options->limit, error);
  if (longest == NULL)
    return FALSE;
  /* With several machines nobody's stretch belongs to one of them. */
  whole_trace = kind == SCOPE_LONGEST_NOBODY && within.lane == NULL && scope_trace_n_machines (cli->trace) > 1;
  for (guint i = 0; i < longest->rows->len; i++)
    write_row (cli, &g_array_index (longest->rows, ScopeLongestRow, i), whole_trace, csv);
  return TRUE;
}
