/* scope-cli-dump-ports.c: `dump ports`: Erlang's ports.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

static void
write_port (ScopeCli *cli, ScopeMachine *machine, guint32 index, ScopeCsv *csv)
{
  const ScopeEntity *port = scope_machine_entity (machine, SCOPE_KIND_PORT, index);
  gint64 from, to;

  scope_cli_own_range (cli, machine, &from, &to);
  if (port->first == SCOPE_TIME_MIN || port->first >= to || port->last < from)
    return;
  scope_csv_unsigned (csv, machine->number);
  scope_cli_entity (csv, machine, SCOPE_KIND_PORT, index);
  scope_csv_text (csv, port->name);
  scope_csv_text (csv, port->entry);
  scope_cli_entity (csv, machine, SCOPE_KIND_PROCESS, port->process);
  scope_cli_own_time (cli, csv, machine, port->first);
  scope_cli_own_time (cli, csv, machine, port->last);
  scope_csv_end_row (csv);
}

gboolean
scope_cli_dump_ports (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  SCOPE_EACH_MACHINE (machine, cli->trace)
    {
      for (guint32 i = 0; i < scope_machine_n_entities (machine, SCOPE_KIND_PORT); i++)
        write_port (cli, machine, i, csv);
    }

  return TRUE;
}
