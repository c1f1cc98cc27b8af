/* scope-cli-dump-functions.c: `dump functions`: their time, and what simulations tell of their instructions and misses.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/base/scope-function-kind.h"
#include "model/trace/calls/scope-activations.h"
#include "model/trace/document/scope-cycles.h"
#include "model/trace/calls/scope-function-sums.h"

/* A cycle of all these lanes, ticks; 0: they differ, or it is not known. */
static gint64
period_of (ScopeCli *cli, const ScopeLaneId *lanes, guint n)
{
  gint64 period = n > 0 ? scope_cycles_of_lane (cli->trace, lanes[0], NULL) : 0;

  for (guint i = 1; i < n; i++)
    if (scope_cycles_of_lane (cli->trace, lanes[i], NULL) != period)
      return 0;

  return period;
}

static void
write_cycles (ScopeCli *cli, ScopeCsv *csv, gint64 ticks, gint64 period)
{
  if (period > 0 && ticks * cli->tick_ps % period == 0)
    scope_csv_integer (csv, ticks * cli->tick_ps / period);
  else if (period > 0)
    scope_csv_decimal (csv, (double) ticks * (double) cli->tick_ps / (double) period, 3);
  else
    scope_csv_empty (csv);
}

static void
write_sums (ScopeCli *cli, ScopeMachine *machine, const ScopeFunctionSums *sums, gint64 period, ScopeCsv *csv)
{
  gboolean tlb = sums->all.hits[SCOPE_FUNCTION_TLB] > 0;

  for (guint32 i = 0; i < sums->n_functions; i++)
    {
      const ScopeFunctionFigures *f = &sums->functions[i];

      scope_csv_unsigned (csv, machine->number);
      scope_csv_text (csv, f->sum.name);
      scope_csv_text (csv, f->kind != SCOPE_FUNCTION_KIND_UNKNOWN ? scope_function_kind_name (f->kind) : NULL);
      scope_csv_unsigned (csv, f->sum.calls);
      scope_cli_time (cli, csv, f->sum.total);
      scope_cli_time (cli, csv, f->sum.self);
      write_cycles (cli, csv, f->sum.total, period);
      write_cycles (cli, csv, f->sum.self, period);
      scope_csv_unsigned (csv, f->events.insts);
      scope_csv_unsigned (csv, f->events.insts_below);
      for (guint k = 0; k < SCOPE_N_HITS; k++)
        scope_csv_unsigned (csv, f->events.hits[k]);
      for (guint k = 0; k < SCOPE_N_HITS; k++)
        scope_csv_unsigned (csv, f->events.hits_below[k]);
      /* Without any, nobody knows whether they were recorded. */
      scope_cli_integer (csv, tlb ? (gint64) f->events.hits[SCOPE_FUNCTION_TLB] : SCOPE_TABLE_NULL);
      scope_cli_integer (csv, tlb ? (gint64) f->events.hits_below[SCOPE_FUNCTION_TLB] : SCOPE_TABLE_NULL);
      scope_csv_end_row (csv);
    }
}

/* The lanes of one machine together. */
static gboolean
dump_functions_of (ScopeCli *cli, const ScopeLaneId *lanes, guint n, ScopeCsv *csv, GError **error)
{
  g_autoptr (ScopeFunctionSums) sums
      = scope_function_sums_read (cli->trace, lanes, n, cli->from, cli->to, cli->cancellable, error);

  if (sums == NULL)
    return FALSE;
  write_sums (cli, scope_trace_machine (cli->trace, lanes[0].machine), sums, period_of (cli, lanes, n), csv);

  return TRUE;
}

gboolean
scope_cli_dump_functions (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  g_autofree ScopeLaneId *lanes = NULL;
  guint n, next;

  if (options->lane != NULL)
    {
      ScopeLaneId lane;

      if (!scope_trace_parse_lane (cli->trace, options->lane, &lane, error))
        return FALSE;
      return !scope_activations_in_lane (cli->trace, lane) || dump_functions_of (cli, &lane, 1, csv, error);
    }
  lanes = scope_call_tree_lanes (cli->trace, &n);
  for (guint i = 0; i < n; i = next)
    {
      for (next = i + 1; next < n && lanes[next].machine == lanes[i].machine;)
        next++;
      if (!dump_functions_of (cli, lanes + i, next - i, csv, error))
        return FALSE;
    }

  return TRUE;
}
