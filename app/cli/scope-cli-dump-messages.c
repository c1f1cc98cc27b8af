/* scope-cli-dump-messages.c: `dump messages` and `dump streams`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-cli-dump.h"
#include "scope-cli-rows.h"

#include <string.h>

#define TAG_HEAD 0x58

static ScopeMachine *
machine_at (ScopeCli *cli, gint64 index)
{
  return index >= 0 && index < scope_trace_n_machines (cli->trace)
             ? scope_trace_machine (cli->trace, (guint)index)
             : NULL;
}

static void
write_end (ScopeCli *cli, ScopeCsv *csv, gint64 machine_index, gint64 process, gint64 port)
{
  ScopeMachine *machine = machine_at (cli, machine_index);
  char id[24];

  if (machine != NULL)
    scope_csv_unsigned (csv, machine->number);
  else
    scope_csv_empty (csv);
  g_snprintf (id, sizeof id, "%" G_GINT64_FORMAT, process);
  scope_csv_text (csv, process == SCOPE_TABLE_NULL ? NULL : id);
  scope_cli_integer (csv, port);
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
  GError *local = NULL;
  ScopeMachine *machine;
  const gint64 *v;

  while ((v = scope_cli_rows_next (rows, &machine, &local)) != NULL)
    {
      scope_csv_text (csv, scope_cli_tag_name ((guint)v[SCOPE_MESSAGE_TAG]));
      write_end (cli, csv, v[SCOPE_MESSAGE_FROM_MACHINE], v[SCOPE_MESSAGE_FROM_PROCESS],
                 v[SCOPE_MESSAGE_FROM_PORT]);
      write_end (cli, csv, v[SCOPE_MESSAGE_TO_MACHINE], v[SCOPE_MESSAGE_TO_PROCESS],
                 v[SCOPE_MESSAGE_TO_PORT]);
      write_time_of (cli, csv, v[SCOPE_MESSAGE_FROM_MACHINE], v[SCOPE_MESSAGE_SEND]);
      write_time_of (cli, csv, v[SCOPE_MESSAGE_TO_MACHINE], v[SCOPE_MESSAGE_RECEIVE]);
      scope_cli_integer (csv, v[SCOPE_MESSAGE_SIZE]);
      scope_csv_text (csv, "words"); /* Eden's packed machine words, formats/eden.md §2 */
      scope_csv_end_row (csv);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, local);
  return FALSE;
}

/* --- streams --- */

typedef struct
{
  gint64 channel[6]; /* from machine, process, port; to machine, process, port */
  guint64 messages, sized;
  guint64 size;                    /* of those sized */
  gint64 first_send, last_receive; /* own clocks; NULL if none */
} ChannelStream;

static guint
channel_hash (gconstpointer data)
{
  const gint64 *channel = data;
  guint64 hash = 0;

  for (guint i = 0; i < 6; i++)
    hash = (hash ^ (guint64)channel[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint)(hash >> 32);
}

static gboolean
channel_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof ((ChannelStream *)NULL)->channel) == 0;
}

static int
compare_streams (gconstpointer a, gconstpointer b)
{
  const ChannelStream *x = *(ChannelStream *const *)a, *y = *(ChannelStream *const *)b;

  for (guint i = 0; i < G_N_ELEMENTS (x->channel); i++)
    if (x->channel[i] != y->channel[i])
      return x->channel[i] < y->channel[i] ? -1 : 1;
  return 0;
}

static void
add_to_stream (GHashTable *streams, const gint64 *v)
{
  ChannelStream *stream = g_hash_table_lookup (streams, &v[SCOPE_MESSAGE_FROM_MACHINE]);

  if (stream == NULL)
    {
      stream = g_new0 (ChannelStream, 1);
      memcpy (stream->channel, &v[SCOPE_MESSAGE_FROM_MACHINE], sizeof stream->channel);
      stream->first_send = stream->last_receive = SCOPE_TABLE_NULL;
      g_hash_table_add (streams, stream);
    }
  stream->messages++;
  if (v[SCOPE_MESSAGE_SIZE] != SCOPE_TABLE_NULL)
    {
      stream->sized++;
      stream->size += (guint64)v[SCOPE_MESSAGE_SIZE];
    }
  if (v[SCOPE_MESSAGE_SEND] != SCOPE_TABLE_NULL
      && (stream->first_send == SCOPE_TABLE_NULL || v[SCOPE_MESSAGE_SEND] < stream->first_send))
    stream->first_send = v[SCOPE_MESSAGE_SEND];
  stream->last_receive = MAX (stream->last_receive, v[SCOPE_MESSAGE_RECEIVE]); /* NULL is the least */
}

G_STATIC_ASSERT (SCOPE_MESSAGE_TO_PORT == SCOPE_MESSAGE_FROM_MACHINE + 5);

static void
write_stream (ScopeCli *cli, ScopeCsv *csv, const ChannelStream *stream)
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
  g_autoptr (GHashTable) streams = g_hash_table_new_full (channel_hash, channel_equal, g_free, NULL);
  g_autoptr (ScopeCliRows) rows = scope_cli_rows_new (cli, SCOPE_TABLE_MESSAGES);
  g_autofree gpointer *sorted = NULL;
  GError *local = NULL;
  ScopeMachine *machine;
  const gint64 *v;
  guint n;

  while ((v = scope_cli_rows_next (rows, &machine, &local)) != NULL)
    if (v[SCOPE_MESSAGE_TAG] == TAG_HEAD && v[SCOPE_MESSAGE_RECEIVE] != SCOPE_TABLE_NULL)
      add_to_stream (streams, v);
  if (local != NULL)
    {
      g_propagate_error (error, local);
      return FALSE;
    }
  sorted = g_hash_table_get_keys_as_array (streams, &n);
  qsort (sorted, n, sizeof *sorted, compare_streams);
  for (guint i = 0; i < n; i++)
    write_stream (cli, csv, sorted[i]);
  return TRUE;
}
