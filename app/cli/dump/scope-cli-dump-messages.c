/* scope-cli-dump-messages.c: `dump messages` and `dump streams`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/cli/dump/scope-cli-dump.h"
#include "app/cli/common/scope-cli-rows.h"

#include "model/base/scope-fail.h"
#include "model/trace/document/scope-streams.h"

#include <math.h>

static ScopeMachine *
machine_at (ScopeCli *cli, gint64 index)
{
  return index >= 0 && index < scope_trace_n_machines (cli->trace)
             ? scope_trace_machine (cli->trace, (guint)index)
             : NULL;
}

/* A stranger's name has a column of its own. */
static void
write_party (ScopeCli *cli, ScopeCsv *csv, ScopeMachine *machine, ScopeKind kind, gint64 number)
{
  g_autofree char *id = scope_trace_party_id (cli->trace, machine != NULL ? machine->index : SCOPE_NONE, kind, number);

  scope_csv_text (csv, id);
}

void
scope_cli_write_machine (ScopeCli *cli, ScopeCsv *csv, gint64 machine_index)
{
  ScopeMachine *machine = machine_at (cli, machine_index);

  if (machine != NULL)
    scope_csv_unsigned (csv, machine->number);
  else if (machine_index == SCOPE_TABLE_NULL || machine_index == SCOPE_NONE
           || scope_trace_runtime (cli->trace) == SCOPE_RUNTIME_ERLANG)
    scope_csv_empty (csv);
  else
    scope_csv_unsigned (csv, (guint32) machine_index & ~SCOPE_MESSAGE_ABSENT_MACHINE);
}

static void
write_end (ScopeCli *cli, ScopeCsv *csv, gint64 machine_index, gint64 process, gint64 port)
{
  ScopeMachine *machine = machine_at (cli, machine_index);

  scope_cli_write_machine (cli, csv, machine_index);
  write_party (cli, csv, machine, SCOPE_KIND_PROCESS, process);
  if (scope_trace_runtime (cli->trace) == SCOPE_RUNTIME_ERLANG)
    write_party (cli, csv, machine, SCOPE_KIND_PORT, port);
  else
    scope_cli_integer (csv, port);
}

void
scope_cli_write_stranger (ScopeCli *cli, ScopeCsv *csv, gint64 machine_index, gint64 process)
{
  ScopeMachine *machine = machine_at (cli, machine_index);
  gboolean known = machine != NULL && scope_machine_find_number (machine, SCOPE_KIND_PROCESS, (guint64) process) != SCOPE_NONE;
  const ScopeEntity *name = known ? NULL : scope_trace_find_stranger (cli->trace, process);
  const ScopeEntity *node = machine == NULL ? scope_trace_find_stranger (cli->trace, machine_index) : NULL;

  scope_csv_text (csv, name != NULL ? name->name : NULL);
  scope_csv_text (csv, node != NULL ? node->id : NULL);
}

gboolean
scope_cli_dump_messages (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  g_autoptr (ScopeCliRows) rows = scope_cli_rows_new (cli, SCOPE_TABLE_MESSAGES);
  const char *unit = scope_trace_sizes_are_bytes (cli->trace) ? "bytes" : "words"; /* not translated */
  GError *local = NULL;
  ScopeMachine *machine;
  const gint64 *v;

  while ((v = scope_cli_rows_next (rows, &machine, &local)) != NULL)
    {
      scope_csv_text (csv, scope_message_tag_name ((guint)v[SCOPE_MESSAGE_TAG]));
      write_end (cli, csv, v[SCOPE_MESSAGE_FROM_MACHINE], v[SCOPE_MESSAGE_FROM_PROCESS],
                 v[SCOPE_MESSAGE_FROM_PORT]);
      write_end (cli, csv, v[SCOPE_MESSAGE_TO_MACHINE], v[SCOPE_MESSAGE_TO_PROCESS],
                 v[SCOPE_MESSAGE_TO_PORT]);
      scope_cli_own_time (cli, csv, machine_at (cli, v[SCOPE_MESSAGE_FROM_MACHINE]), v[SCOPE_MESSAGE_SEND]);
      scope_cli_own_time (cli, csv, machine_at (cli, v[SCOPE_MESSAGE_TO_MACHINE]), v[SCOPE_MESSAGE_RECEIVE]);
      scope_cli_integer (csv, v[SCOPE_MESSAGE_SIZE]);
      scope_csv_text (csv, unit);
      scope_cli_write_stranger (cli, csv, v[SCOPE_MESSAGE_TO_MACHINE], v[SCOPE_MESSAGE_TO_PROCESS]);
      scope_csv_end_row (csv);
    }
  return scope_passed (local, error);
}

/* --- streams --- */

static void
write_stream (ScopeCli *cli, ScopeCsv *csv, const ScopeStream *stream)
{
  write_end (cli, csv, stream->channel[0], stream->channel[1], stream->channel[2]);
  write_end (cli, csv, stream->channel[3], stream->channel[4], stream->channel[5]);
  scope_csv_unsigned (csv, stream->messages);
  scope_cli_own_time (cli, csv, machine_at (cli, stream->channel[0]), stream->first_send);
  scope_cli_own_time (cli, csv, machine_at (cli, stream->channel[3]), stream->last_receive);
  scope_csv_decimal (csv, stream->sized > 0 ? (double) stream->size / (double) stream->sized : NAN, 3);
  scope_csv_end_row (csv);
}

/* All Head messages of one channel that arrived: what EdenTV draws as one block. */
gboolean
scope_cli_dump_streams (ScopeCli *cli, const ScopeCliDumpOptions *options, ScopeCsv *csv, GError **error)
{
  g_autoptr (ScopeStreams) streams = scope_streams_new ();
  g_autoptr (ScopeCliRows) rows = scope_cli_rows_new (cli, SCOPE_TABLE_MESSAGES);
  GError *local = NULL;
  ScopeMachine *machine;
  const gint64 *v;

  while ((v = scope_cli_rows_next (rows, &machine, &local)) != NULL)
    scope_streams_add (streams, v);
  if (!scope_passed (local, error))
    return FALSE;
  for (guint i = 0; i < scope_streams_n (streams); i++)
    write_stream (cli, csv, scope_streams_get (streams, i));
  return TRUE;
}
