/* scope-cli-dump-messages.c: `dump messages` and `dump streams`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-cli-dump.h"
#include "scope-cli-rows.h"

#include "model/trace/scope-message-size.h"
#include "model/trace/scope-streams.h"

static ScopeMachine *
machine_at (ScopeCli *cli, gint64 index)
{
  return index >= 0 && index < scope_trace_n_machines (cli->trace)
             ? scope_trace_machine (cli->trace, (guint)index)
             : NULL;
}

/* A process or port by what the trace calls it; `machine` NULL: by its number. A stranger's name has a column of its own. */
static void
write_party (ScopeCsv *csv, ScopeMachine *machine, ScopeKind kind, gint64 number, gboolean erlang, const ScopeEntity *stranger)
{
  guint32 index = machine != NULL ? scope_machine_find_number (machine, kind, (guint64) number) : SCOPE_NONE;
  g_autofree char *id = NULL;

  if (number == SCOPE_TABLE_NULL || (index == SCOPE_NONE && stranger != NULL && stranger->name != NULL))
    {
      scope_csv_empty (csv);
      return;
    }
  if (index != SCOPE_NONE)
    id = scope_machine_entity_id (machine, kind, index);
  else if (stranger != NULL)
    id = g_strdup (stranger->entry);
  else if (erlang)
    id = scope_erlang_party_id (kind, number);
  else
    id = g_strdup_printf ("%" G_GINT64_FORMAT, number);
  scope_csv_text (csv, id);
}

static void
write_end (ScopeCli *cli, ScopeCsv *csv, gint64 machine_index, gint64 process, gint64 port)
{
  ScopeMachine *machine = machine_at (cli, machine_index);
  gboolean erlang = scope_trace_runtime (cli->trace) == SCOPE_RUNTIME_ERLANG;

  if (machine != NULL)
    scope_csv_unsigned (csv, machine->number);
  else
    scope_csv_empty (csv);
  write_party (csv, erlang ? machine : NULL, SCOPE_KIND_PROCESS, process, erlang,
               erlang ? scope_trace_find_stranger (cli->trace, process) : NULL);
  if (erlang)
    write_party (csv, machine, SCOPE_KIND_PORT, port, TRUE, NULL);
  else
    scope_cli_integer (csv, port);
}

/* Whom it was sent to, if that is a name, and on which node, if that is not in the trace. */
static void
write_stranger (ScopeCli *cli, ScopeCsv *csv, gint64 machine_index, gint64 process)
{
  ScopeMachine *machine = machine_at (cli, machine_index);
  gboolean known = machine != NULL && scope_machine_find_number (machine, SCOPE_KIND_PROCESS, (guint64) process) != SCOPE_NONE;
  const ScopeEntity *name = known ? NULL : scope_trace_find_stranger (cli->trace, process);
  const ScopeEntity *node = machine == NULL ? scope_trace_find_stranger (cli->trace, machine_index) : NULL;

  scope_csv_text (csv, name != NULL ? name->name : NULL);
  scope_csv_text (csv, node != NULL ? node->id : NULL);
}

static void
write_time_of (ScopeCli *cli, ScopeCsv *csv, gint64 machine_index, gint64 time)
{
  ScopeMachine *machine = machine_at (cli, machine_index);

  if (machine == NULL || time == SCOPE_TABLE_NULL)
    scope_csv_empty (csv);
  else
    scope_cli_own_time (cli, csv, machine, time);
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
      write_time_of (cli, csv, v[SCOPE_MESSAGE_FROM_MACHINE], v[SCOPE_MESSAGE_SEND]);
      write_time_of (cli, csv, v[SCOPE_MESSAGE_TO_MACHINE], v[SCOPE_MESSAGE_RECEIVE]);
      scope_cli_integer (csv, v[SCOPE_MESSAGE_SIZE]);
      scope_csv_text (csv, unit);
      write_stranger (cli, csv, v[SCOPE_MESSAGE_TO_MACHINE], v[SCOPE_MESSAGE_TO_PROCESS]);
      scope_csv_end_row (csv);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, local);
  return FALSE;
}

/* --- streams --- */

static void
write_stream (ScopeCli *cli, ScopeCsv *csv, const ScopeStream *stream)
{
  write_end (cli, csv, stream->channel[0], stream->channel[1], stream->channel[2]);
  write_end (cli, csv, stream->channel[3], stream->channel[4], stream->channel[5]);
  scope_csv_unsigned (csv, stream->messages);
  write_time_of (cli, csv, stream->channel[0], stream->first_send);
  write_time_of (cli, csv, stream->channel[3], stream->last_receive);
  if (stream->sized > 0)
    scope_csv_decimal (csv, (double)stream->size / (double)stream->sized, 3);
  else
    scope_csv_empty (csv);
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
  if (local != NULL)
    {
      g_propagate_error (error, local);
      return FALSE;
    }
  for (guint i = 0; i < scope_streams_n (streams); i++)
    write_stream (cli, csv, scope_streams_get (streams, i));
  return TRUE;
}
