/* scope-cli-dump-servers.c: `dump servers`, `server-calls`: Erlang's processes as servers, and who calls them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"

#include "model/trace/servers/scope-servers.h"

static void
write_process (ScopeCli *cli, ScopeCsv *csv, guint32 machine, gint64 process)
{
  ScopeMachine *of = scope_trace_machine (cli->trace, machine);
  guint32 index = scope_machine_find_number (of, SCOPE_KIND_PROCESS, (guint64) process);

  scope_cli_entity (csv, of, SCOPE_KIND_PROCESS, index);
  scope_csv_text (csv, index != SCOPE_NONE ? scope_machine_entity (of, SCOPE_KIND_PROCESS, index)->name : NULL);
}

static void
write_calls (ScopeCli *cli, ScopeCsv *csv, const ScopeCallSum *calls)
{
  gint64 whole = 0;

  scope_csv_unsigned (csv, calls->count);
  for (guint p = 0; p < SCOPE_N_CALL_PARTS; p++)
    {
      scope_cli_time (cli, csv, calls->parts[p]);
      whole += calls->parts[p];
    }
  scope_cli_mean (cli, csv, whole, (gint64) calls->count);
  scope_cli_time (cli, csv, calls->count > 0 ? calls->longest : SCOPE_TABLE_NULL);
  scope_cli_time (cli, csv, calls->count > 0 ? calls->longest_from : SCOPE_TABLE_NULL);
  scope_cli_time (cli, csv, calls->waited);
}

static void
write_length (ScopeCsv *csv, gint64 area, gint64 length)
{
  if (length > 0)
    scope_csv_decimal (csv, (double) area / (double) length, 6);
  else
    scope_csv_empty (csv);
}

static void
write_server (ScopeCli *cli, ScopeCsv *csv, const ScopeServers *servers, const ScopeServer *server)
{
  gint64 length = servers->to - servers->from, busy = scope_server_busy (server);
  double utilisation = scope_server_utilisation (server);

  scope_cli_write_machine (cli, csv, server->machine);
  write_process (cli, csv, server->machine, server->process);
  scope_csv_unsigned (csv, server->arrivals);
  scope_csv_unsigned (csv, server->timed);
  scope_csv_unsigned (csv, server->untaken);
  scope_cli_time (cli, csv, server->queued);
  scope_cli_mean (cli, csv, server->queue, (gint64) server->timed);
  scope_cli_time (cli, csv, server->timed > 0 ? server->queue_max : SCOPE_TABLE_NULL);
  write_length (csv, server->least.area, length);
  scope_csv_unsigned (csv, server->least.longest);
  scope_cli_time (cli, csv, server->least.longest > 0 ? server->least.longest_at : SCOPE_TABLE_NULL);
  scope_csv_integer (csv, server->least.last - server->least.first);
  write_length (csv, server->most.area, server->most_known ? length : 0);
  scope_cli_integer (csv, server->most_known ? (gint64) server->most.longest : SCOPE_TABLE_NULL);
  scope_cli_time (cli, csv, utilisation >= 0 ? busy : SCOPE_TABLE_NULL);
  if (utilisation >= 0)
    scope_csv_decimal (csv, utilisation, 6);
  else
    scope_csv_empty (csv);
  scope_cli_mean (cli, csv, busy, utilisation >= 0 ? (gint64) server->arrivals : 0);
  scope_csv_unsigned (csv, server->callers);
  write_calls (cli, csv, &server->calls);
  scope_cli_time (cli, csv, server->waits);
  scope_csv_unsigned (csv, server->calls.inferred);
  scope_csv_end_row (csv);
}

gboolean
scope_cli_dump_servers (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (ScopeServers) servers = scope_servers_read (&within, error);

  for (guint i = 0; servers != NULL && i < servers->servers->len; i++)
    write_server (cli, csv, servers, &g_array_index (servers->servers, ScopeServer, i));
  return servers != NULL;
}

gboolean
scope_cli_dump_server_calls (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  ScopeQueryRange within = scope_cli_query_range (cli);
  g_autoptr (ScopeServers) servers = scope_servers_read (&within, error);

  for (guint i = 0; servers != NULL && i < servers->callers->len; i++)
    {
      const ScopeServerCaller *caller = &g_array_index (servers->callers, ScopeServerCaller, i);

      scope_cli_write_machine (cli, csv, caller->machine);
      write_process (cli, csv, caller->machine, caller->process);
      scope_cli_write_machine (cli, csv, caller->caller_machine);
      write_process (cli, csv, caller->caller_machine, caller->caller);
      write_calls (cli, csv, &caller->calls);
      scope_csv_unsigned (csv, caller->calls.inferred);
      scope_csv_end_row (csv);
    }
  return servers != NULL;
}
