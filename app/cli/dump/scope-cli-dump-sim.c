/* scope-cli-dump-sim.c: `dump hits`, `locks`, `coherence`, `functions`: what simulations tell at the level of instructions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"
#include "app/cli/common/scope-cli-rows.h"

#include "model/base/scope-function-kind.h"
#include "model/base/scope-sim-events.h"
#include "model/trace/calls/scope-activations.h"
#include "model/trace/document/scope-cycles.h"
#include "model/trace/calls/scope-function-sums.h"
#include "model/trace/document/scope-sim-forms.h"

typedef void (*RowFunc) (ScopeCli *cli, ScopeMachine *machine, const gint64 *v, ScopeCsv *csv);

static gboolean
dump_rows (ScopeCli *cli, ScopeTableKind kind, RowFunc write, ScopeCsv *csv, GError **error)
{
  g_autoptr (ScopeCliRows) rows = scope_cli_rows_new (cli, kind);
  GError *local = NULL;
  ScopeMachine *machine;
  const gint64 *v;

  while ((v = scope_cli_rows_next (rows, &machine, &local)) != NULL)
    {
      write (cli, machine, v, csv);
      scope_csv_end_row (csv);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, local);
  return FALSE;
}

/* --- cells --- */

static void
write_function (ScopeMachine *machine, ScopeCsv *csv, gint64 function)
{
  scope_csv_text (csv, function > 0 ? scope_activations_function (machine, (guint32) function) : NULL);
}

static void
write_address (ScopeCsv *csv, gint64 address)
{
  g_autofree char *text
      = address != SCOPE_TABLE_NULL ? g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) address) : NULL;

  scope_csv_text (csv, text);
}

/* May be unknown. */
static void
write_time (ScopeCli *cli, ScopeMachine *machine, ScopeCsv *csv, gint64 time)
{
  if (time == SCOPE_TABLE_NULL)
    scope_csv_empty (csv);
  else
    scope_cli_own_time (cli, csv, machine, time);
}

static void
write_duration (ScopeCli *cli, ScopeCsv *csv, gint64 ticks)
{
  if (ticks == SCOPE_TABLE_NULL)
    scope_csv_empty (csv);
  else
    scope_cli_time (cli, csv, ticks);
}

/* --- rows --- */

static void
write_hit (ScopeCli *cli, ScopeMachine *machine, const gint64 *v, ScopeCsv *csv)
{
  scope_cli_own_time (cli, csv, machine, v[SCOPE_HIT_TIME]);
  scope_csv_unsigned (csv, machine->number);
  scope_cli_integer (csv, v[SCOPE_HIT_PROCESSOR]);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, v[SCOPE_HIT_THREAD]);
  scope_csv_text (csv, scope_hit_name ((guint) v[SCOPE_HIT_KIND]));
  write_function (machine, csv, v[SCOPE_HIT_FUNCTION]);
  scope_cli_integer (csv, v[SCOPE_HIT_DEPTH]);
  write_address (csv, v[SCOPE_HIT_ADDRESS]);
  write_duration (cli, csv, v[SCOPE_HIT_LATENCY]);
  write_time (cli, machine, csv, v[SCOPE_HIT_PC_TIME]);
  scope_cli_integer (csv, v[SCOPE_HIT_WRITE]);
}

gboolean
scope_cli_dump_hits (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  return dump_rows (cli, SCOPE_TABLE_HITS, write_hit, csv, error);
}

static void
write_lock (ScopeCli *cli, ScopeMachine *machine, const gint64 *v, ScopeCsv *csv)
{
  write_address (csv, v[SCOPE_LOCK_LOCK]);
  scope_csv_unsigned (csv, machine->number);
  scope_cli_integer (csv, v[SCOPE_LOCK_PROCESSOR]);
  write_function (machine, csv, v[SCOPE_LOCK_FUNCTION]);
  write_function (machine, csv, v[SCOPE_LOCK_CALLER]);
  scope_cli_own_time (cli, csv, machine, v[SCOPE_LOCK_WAIT_FROM]);
  write_time (cli, machine, csv, v[SCOPE_LOCK_ACQUIRED]);
  write_time (cli, machine, csv, v[SCOPE_LOCK_RELEASED]);
  scope_cli_integer (csv, v[SCOPE_LOCK_ATTEMPTS]);
  scope_cli_integer (csv, v[SCOPE_LOCK_BLOCKED_BY]);
  scope_cli_entity (csv, machine, SCOPE_KIND_THREAD, v[SCOPE_LOCK_THREAD]);
}

/* An empty table may mean that nobody can tell. */
static void
note (const char *why_not)
{
  if (why_not != NULL)
    fprintf (stderr, "lanescope-cli dump: %s\n", why_not);
}

gboolean
scope_cli_dump_locks (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  note (scope_sim_form_why_no_locks (cli->trace));
  return dump_rows (cli, SCOPE_TABLE_LOCKS, write_lock, csv, error);
}

static void
write_coherence (ScopeCli *cli, ScopeMachine *machine, const gint64 *v, ScopeCsv *csv)
{
  static const char *const sharing[] = { NULL, "true", "false", NULL };

  write_address (csv, v[SCOPE_COHERENCE_LINE]);
  scope_csv_unsigned (csv, machine->number);
  scope_cli_integer (csv, v[SCOPE_COHERENCE_PROCESSOR]);
  write_function (machine, csv, v[SCOPE_COHERENCE_FUNCTION]);
  scope_cli_own_time (cli, csv, machine, v[SCOPE_COHERENCE_TIME]);
  scope_cli_integer (csv, v[SCOPE_COHERENCE_BY_PROCESSOR]);
  write_function (machine, csv, v[SCOPE_COHERENCE_BY_FUNCTION]);
  write_time (cli, machine, csv, v[SCOPE_COHERENCE_TAKEN]);
  scope_csv_text (csv, sharing[v[SCOPE_COHERENCE_SHARING] & 3]);
  scope_csv_integer (csv, (v[SCOPE_COHERENCE_SHARING] & 4) != 0);
  write_duration (cli, csv, v[SCOPE_COHERENCE_LATENCY]);
}

gboolean
scope_cli_dump_coherence (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  note (scope_sim_form_why_no_coherence (cli->trace));
  return dump_rows (cli, SCOPE_TABLE_COHERENCE, write_coherence, csv, error);
}

/* --- functions --- */

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
