/* scope-cli-dump-migrations.c: `dump migration-matrix`: how many tasks went from which processor to which, and how
 * long those that became ready on the one and ran on the other waited.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/base/scope-each.h"
#include "model/trace/migrations/scope-migrations.h"

/* Negative: not known. */
static void
write_wait (ScopeCli *cli, ScopeCsv *csv, const ScopeMigrationPair *pair, gint64 ticks)
{
  scope_cli_time (cli, csv, pair->waits > 0 && ticks >= 0 ? ticks : SCOPE_TABLE_NULL);
}

gboolean
scope_cli_dump_migration_matrix (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (GArray) pairs = scope_migrations_pairs (&within, TRUE, error);

  if (pairs == NULL)
    return FALSE;
  SCOPE_EACH (const ScopeMigrationPair, pair, pairs)
    {
      scope_csv_unsigned (csv, scope_trace_machine (cli->trace, pair->machine)->number);
      scope_cli_integer (csv, pair->from);
      scope_cli_integer (csv, pair->to);
      scope_csv_unsigned (csv, pair->count);
      scope_csv_unsigned (csv, pair->waits);
      write_wait (cli, csv, pair, pair->waits > 0 ? pair->wait / (gint64) pair->waits : -1);
      write_wait (cli, csv, pair, pair->median);
      write_wait (cli, csv, pair, pair->most);
      write_wait (cli, csv, pair, pair->longest);
      scope_csv_end_row (csv);
    }
  return TRUE;
}
