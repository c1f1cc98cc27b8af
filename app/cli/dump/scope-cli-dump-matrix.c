/* scope-cli-dump-matrix.c: `dump message-matrix`: who wrote to whom, by process, machine or processor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/base/scope-each.h"
#include "model/trace/messages/scope-pairs.h"

/* By process: a process, or a port. */
static void
write_party (ScopeCli *cli, ScopeCsv *csv, const ScopeCliDumpOptions *options, guint32 machine, gint64 party, ScopeKind kind)
{
  gboolean port = party >= SCOPE_PARTY_PORT;
  g_autofree char *id = options->by == SCOPE_PARTY_PROCESS && port == (kind == SCOPE_KIND_PORT)
                            ? scope_trace_party_id (cli->trace, machine, kind, port ? party - SCOPE_PARTY_PORT : party)
                            : NULL;

  scope_csv_text (csv, id);
}

gboolean
scope_cli_dump_message_matrix (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  const ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (GArray) pairs = scope_pairs_read (&within, options->by, error);

  if (pairs == NULL)
    return FALSE;
  SCOPE_EACH (const ScopePair, pair, pairs)
    {
      scope_cli_write_machine (cli, csv, pair->from_machine);
      write_party (cli, csv, options, pair->from_machine, pair->from, SCOPE_KIND_PROCESS);
      scope_cli_write_machine (cli, csv, pair->to_machine);
      write_party (cli, csv, options, pair->to_machine, pair->to, SCOPE_KIND_PROCESS);
      scope_csv_unsigned (csv, pair->count);
      scope_cli_integer (csv, pair->sized > 0 ? (gint64) pair->size : SCOPE_TABLE_NULL);
      scope_cli_mean (cli, csv, pair->latency, pair->timed);
      scope_cli_time (cli, csv, pair->timed > 0 ? pair->latency_max : SCOPE_TABLE_NULL);
      if (options->by == SCOPE_PARTY_PROCESSOR)
        {
          scope_cli_integer (csv, pair->from);
          scope_cli_integer (csv, pair->to);
        }
      scope_cli_write_stranger (cli, csv, pair->to_machine,
                                options->by == SCOPE_PARTY_PROCESS && pair->to < SCOPE_PARTY_PORT ? pair->to : SCOPE_TABLE_NULL);
      write_party (cli, csv, options, pair->from_machine, pair->from, SCOPE_KIND_PORT);
      write_party (cli, csv, options, pair->to_machine, pair->to, SCOPE_KIND_PORT);
      scope_csv_end_row (csv);
    }
  return TRUE;
}
