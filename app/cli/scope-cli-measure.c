/* scope-cli-measure.c: `lanescope-cli measure`: what happened between two points in time: calipers for tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/common/scope-cli-command.h"

#include "model/base/scope-function-kind.h"
#include "model/trace/calipers/scope-calipers.h"

#define HEADER \
  "machine,processor,function,from_ns,to_ns,duration_ns,cycles,period_ps,clock,total_ns,self_ns,calls,instructions," \
  "instructions_most,l1d,l1i,l2,upg,mb,lli,kind"

typedef struct
{
  ScopeCli *cli;
  ScopeCsv *csv;
  const ScopeCalipers *calipers;
  gint64 from, to; /* as it is told */
} Output;

static void
put_where (Output *output, const ScopeCalipersCore *core, gboolean sum)
{
  ScopeMachine *machine = scope_trace_machine (output->cli->trace, core->lane.machine);

  scope_cli_integer (output->csv, sum ? SCOPE_TABLE_NULL : machine->number);
  scope_cli_entity (output->csv, machine, SCOPE_KIND_PROCESSOR, sum ? -1 : (gint64)core->lane.index);
}

static void
put_cycles (Output *output, const ScopeCalipersCore *core, gint64 ticks)
{
  __int128 thousandths;

  if (core->period <= 0)
    {
      scope_csv_empty (output->csv);
      return;
    }
  /* As a time of so many thousandths: exact, with no more decimals than it needs. */
  thousandths = ((__int128)ticks * output->cli->tick_ps * 1000 + core->period / 2) / core->period;
  scope_csv_time (output->csv, (gint64)thousandths, 1);
}

static void
put_clock (Output *output, const ScopeCalipersCore *core)
{
  scope_cli_integer (output->csv, core->period > 0 ? core->period : SCOPE_TABLE_NULL);
  scope_csv_text (output->csv, core->period > 0 ? scope_sim_clock_source_name (core->source) : NULL);
}

static void
put_counts (Output *output, guint64 insts, guint64 insts_most, const guint64 *hits)
{
  scope_cli_integer (output->csv, output->calipers->has_insts ? (gint64)insts : SCOPE_TABLE_NULL);
  scope_cli_integer (output->csv, output->calipers->has_insts ? (gint64)insts_most : SCOPE_TABLE_NULL);
  for (guint k = 0; k < SCOPE_N_HITS; k++)
    scope_cli_integer (output->csv, output->calipers->has_hits ? (gint64)hits[k] : SCOPE_TABLE_NULL);
}

static void
put_function (Output *output, const ScopeCalipersCore *core, const ScopeCalipersFunction *function, gboolean sum)
{
  put_where (output, core, sum);
  scope_csv_text (output->csv, function->name);
  scope_cli_time (output->cli, output->csv, output->from);
  scope_cli_time (output->cli, output->csv, output->to);
  scope_csv_empty (output->csv);
  put_cycles (output, core, function->self);
  put_clock (output, core);
  scope_cli_time (output->cli, output->csv, function->total);
  scope_cli_time (output->cli, output->csv, function->self);
  scope_csv_integer (output->csv, (gint64)function->calls);
  put_counts (output, function->insts, function->insts_most, function->hits);
  scope_csv_text (output->csv, scope_function_kind_name (function->kind));
  scope_csv_end_row (output->csv);
}

static void
put_core (Output *output, const ScopeCalipersCore *core, gboolean sum)
{
  guint64 calls = 0;

  for (guint i = 0; i < core->n_functions; i++)
    calls += core->functions[i].calls;
  put_where (output, core, sum);
  scope_csv_empty (output->csv);
  scope_cli_time (output->cli, output->csv, output->from);
  scope_cli_time (output->cli, output->csv, output->to);
  scope_cli_time (output->cli, output->csv, output->to - output->from);
  put_cycles (output, core, output->to - output->from);
  put_clock (output, core);
  scope_cli_time (output->cli, output->csv, core->alive);
  scope_csv_empty (output->csv);
  scope_csv_integer (output->csv, (gint64)calls);
  put_counts (output, core->insts, core->insts_most, core->hits);
  scope_csv_empty (output->csv);
  scope_csv_end_row (output->csv);
  for (guint i = 0; i < core->n_functions; i++)
    put_function (output, core, &core->functions[i], sum);
}

typedef struct
{
  char *lane;
  gboolean quick;
} Options;

static gboolean
run (ScopeCli *cli, gpointer data, GError **error)
{
  const Options *options = data;
  ScopeQueryRange range = scope_cli_query_range (cli);
  g_autoptr (ScopeCalipers) calipers = NULL;
  Output output = { .cli = cli };
  ScopeLaneId lane;

  if (options->lane != NULL && !scope_cli_parse_lane (cli, options->lane, &lane, error))
    return FALSE;
  range.lane = options->lane != NULL ? &lane : NULL;
  output.calipers = calipers = scope_calipers_read (&range, options->quick ? SCOPE_CALIPERS_QUICK : SCOPE_CALIPERS_EXACT, error);
  if (calipers == NULL)
    return FALSE;
  scope_cli_trace_range (cli, &output.from, &output.to);
  output.to = MAX (output.to, output.from);
  output.csv = scope_cli_table (cli, HEADER);
  for (guint i = 0; i < calipers->n_cores; i++)
    put_core (&output, &calipers->cores[i], FALSE);
  if (calipers->n_cores != 1 || calipers->sum.n_functions > calipers->cores[0].n_functions)
    put_core (&output, &calipers->sum, TRUE);
  if (calipers->unknown != NULL)
    fprintf (stderr, "lanescope-cli: %s\n", calipers->unknown);
  return scope_csv_close (output.csv, error);
}

const ScopeCliCommand scope_cli_measure = {
  .name = "measure",
  .about = "calipers: cycles, instructions, misses, time of functions between two points",
  .takes = SCOPE_CLI_TAKES_RANGE | SCOPE_CLI_TAKES_FORMAT,
  .usage = "TRACE…",
  .summary = "What happened between two points in time: cycles, instructions, misses and the time of functions.",
  .description = "A row for each core, then one for each of its functions; with several cores at last their sum.\n"
                 "LANE is processor:M/P or machine:M, with the numbers of the tables.",
  .options = (const ScopeCliOption[]) {
    { "lane", G_OPTION_ARG_STRING, offsetof (Options, lane), "Of one core, or one machine", "LANE" },
    { "quick", G_OPTION_ARG_NONE, offsetof (Options, quick),
      "Do not count in the trace's file: instructions may be known between two bounds only" },
    { NULL } },
  .size = sizeof (Options),
  .run = run,
};
