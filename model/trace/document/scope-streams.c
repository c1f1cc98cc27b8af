/* scope-streams.c: see scope-streams.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/trace/document/scope-streams.h"

#include <string.h>

struct _ScopeStreams
{
  GHashTable *by_channel; /* of ScopeStream, by its channel, which stands first */
  gpointer *sorted;
  guint n;
};

G_STATIC_ASSERT (G_STRUCT_OFFSET (ScopeStream, channel) == 0);
G_STATIC_ASSERT (SCOPE_MESSAGE_TO_PORT == SCOPE_MESSAGE_FROM_MACHINE + 5);

guint
scope_channel_hash (gconstpointer data)
{
  const gint64 *channel = data;
  guint64 hash = 0;

  for (guint i = 0; i < 6; i++)
    hash = (hash ^ (guint64) channel[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint) (hash >> 32);
}

gboolean
scope_channel_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof ((ScopeStream *) NULL)->channel) == 0;
}

ScopeStreams *
scope_streams_new (void)
{
  ScopeStreams *streams = g_new0 (ScopeStreams, 1);

  streams->by_channel = g_hash_table_new_full (scope_channel_hash, scope_channel_equal, g_free, NULL);
  return streams;
}

void
scope_streams_free (ScopeStreams *streams)
{
  if (streams == NULL)
    return;
  g_hash_table_unref (streams->by_channel);
  g_free (streams->sorted);
  g_free (streams);
}

static void
stretch (gint64 time, gint64 *first, gint64 *last)
{
  if (time == SCOPE_TABLE_NULL)
    return;
  *first = *first == SCOPE_TABLE_NULL ? time : MIN (*first, time);
  *last = MAX (*last, time); /* NULL is the least */
}

void
scope_streams_add (ScopeStreams *streams, const gint64 *row)
{
  ScopeStream *stream;

  g_return_if_fail (streams->sorted == NULL);
  if (row[SCOPE_MESSAGE_TAG] != SCOPE_TAG_HEAD || row[SCOPE_MESSAGE_RECEIVE] == SCOPE_TABLE_NULL)
    return;
  stream = g_hash_table_lookup (streams->by_channel, &row[SCOPE_MESSAGE_FROM_MACHINE]);
  if (stream == NULL)
    {
      stream = g_new0 (ScopeStream, 1);
      memcpy (stream->channel, &row[SCOPE_MESSAGE_FROM_MACHINE], sizeof stream->channel);
      stream->first_send = stream->last_send = stream->first_receive = stream->last_receive = SCOPE_TABLE_NULL;
      g_hash_table_add (streams->by_channel, stream);
    }
  stream->messages++;
  if (row[SCOPE_MESSAGE_SIZE] != SCOPE_TABLE_NULL)
    {
      stream->sized++;
      stream->size += (guint64) row[SCOPE_MESSAGE_SIZE];
    }
  stretch (row[SCOPE_MESSAGE_SEND], &stream->first_send, &stream->last_send);
  stretch (row[SCOPE_MESSAGE_RECEIVE], &stream->first_receive, &stream->last_receive);
}

static int
compare_streams (gconstpointer a, gconstpointer b)
{
  const ScopeStream *x = *(ScopeStream *const *) a, *y = *(ScopeStream *const *) b;

  for (guint i = 0; i < G_N_ELEMENTS (x->channel); i++)
    if (x->channel[i] != y->channel[i])
      return x->channel[i] < y->channel[i] ? -1 : 1;
  return 0;
}

static void
sort (ScopeStreams *streams)
{
  if (streams->sorted != NULL)
    return;
  streams->sorted = g_hash_table_get_keys_as_array (streams->by_channel, &streams->n);
  qsort (streams->sorted, streams->n, sizeof *streams->sorted, compare_streams);
}

guint
scope_streams_n (ScopeStreams *streams)
{
  sort (streams);
  return streams->n;
}

const ScopeStream *
scope_streams_get (ScopeStreams *streams, guint i)
{
  sort (streams);
  g_return_val_if_fail (i < streams->n, NULL);
  return streams->sorted[i];
}

ScopeStreams *
scope_streams_read (ScopeTrace *trace, GCancellable *cancellable)
{
  g_autoptr (ScopeStreams) streams = scope_streams_new ();
  guint seen = 0;

  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    {
      ScopeTable *table = scope_trace_machine (trace, i)->tables[SCOPE_TABLE_MESSAGES];

      if (table == NULL)
        continue;
      SCOPE_EACH_ROW (row, table, SCOPE_TIME_MIN, SCOPE_TIME_MAX, NULL, NULL)
        {
          scope_streams_add (streams, row);
          if (++seen % 4096 == 0 && g_cancellable_is_cancelled (cancellable))
            break;
        }
    }
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  sort (streams);
  return g_steal_pointer (&streams);
}
