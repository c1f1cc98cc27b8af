/* scope-cli-dump-candidates.c: `dump parallel-candidates`: calls that could have run side by side.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/trace/candidates/scope-candidates.h"

static void
write_time (ScopeCli *cli, ScopeCsv *csv, gint64 ticks)
{
  if (ticks != SCOPE_TABLE_NULL)
    scope_cli_time (cli, csv, ticks);
  else
    scope_csv_empty (csv);
}

gboolean
scope_cli_dump_candidates (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (GArray) rows = scope_candidates_read (&within, error);
  g_autofree char *doubt = rows != NULL && rows->len > 0 ? scope_candidates_dup_doubt (cli->trace) : NULL;

  if (doubt != NULL)
    fprintf (stderr, "lanescope-cli: calls may depend on each other in ways that were not recorded: %s\n", doubt);
  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const ScopeCandidate *row = &g_array_index (rows, ScopeCandidate, i);

      scope_cli_write_machine (cli, csv, row->machine);
      scope_csv_text (csv, row->caller);
      scope_csv_text (csv, row->callees);
      scope_csv_unsigned (csv, row->groups);
      scope_csv_unsigned (csv, row->calls);
      write_time (cli, csv, row->time);
      write_time (cli, csv, row->span);
      write_time (cli, csv, row->saved);
      write_time (cli, csv, row->gain);
      scope_csv_end_row (csv);
    }
  return rows != NULL;
}
