/* scope-cli-dump-matrix.c: `dump message-matrix`: who wrote to whom, by process, machine or processor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-cli-dump.h"

#include "model/trace/scope-pairs.h"

/* Of machines that are not in the trace, too: their number is all that is known. */
static void
write_machine (ScopeCli *cli, ScopeCsv *csv, guint32 machine)
{
  if (machine < scope_trace_n_machines (cli->trace))
    scope_csv_unsigned (csv, scope_trace_machine (cli->trace, machine)->number);
  else
    scope_csv_unsigned (csv, machine & ~SCOPE_MESSAGE_ABSENT_MACHINE);
}

static void
write_process (ScopeCsv *csv, const ScopeCliDumpOptions *options, gint64 process)
{
  char id[24];

  g_snprintf (id, sizeof id, "%" G_GINT64_FORMAT, process);
  scope_csv_text (csv, options->by != SCOPE_PARTY_PROCESS || process == SCOPE_TABLE_NULL ? NULL : id);
}

static void
write_latency (ScopeCli *cli, ScopeCsv *csv, const ScopePair *pair)
{
  if (pair->timed == 0)
    {
      scope_csv_empty (csv);
      scope_csv_empty (csv);
      return;
    }
  scope_csv_decimal (csv, (double)pair->latency / (double)pair->timed * (double)cli->tick_ps / 1000, 3);
  scope_cli_time (cli, csv, pair->latency_max);
}

gboolean
scope_cli_dump_message_matrix (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  const ScopeWithin within
      = { .trace = cli->trace, .from = cli->from, .to = cli->to, .cancellable = cli->cancellable };
  g_autoptr (GArray) pairs = scope_pairs_read (&within, options->by, error);

  if (pairs == NULL)
    return FALSE;
  for (guint i = 0; i < pairs->len; i++)
    {
      const ScopePair *pair = &g_array_index (pairs, ScopePair, i);

      write_machine (cli, csv, pair->from_machine);
      write_process (csv, options, pair->from);
      write_machine (cli, csv, pair->to_machine);
      write_process (csv, options, pair->to);
      scope_csv_unsigned (csv, pair->count);
      if (pair->sized > 0)
        scope_csv_unsigned (csv, pair->size);
      else
        scope_csv_empty (csv);
      write_latency (cli, csv, pair);
      if (options->by == SCOPE_PARTY_PROCESSOR)
        {
          scope_cli_integer (csv, pair->from);
          scope_cli_integer (csv, pair->to);
        }
      scope_csv_end_row (csv);
    }
  return TRUE;
}
