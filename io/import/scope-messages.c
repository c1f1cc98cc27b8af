/* scope-messages.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/import/scope-messages-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-sift.h"
#include "model/base/scope-stranger.h"

#include <string.h>

#define TAG_CONNECT 0x56 /* whose receipt Eden's runtime never records */
#define NOBODY G_MAXUINT32
#define BLIND SCOPE_END_BLIND

/* Both directions of a channel are looked up by the same key. */
typedef struct
{
  guint32 from_machine, from_process, from_port; /* machines: indices, or number | SCOPE_MESSAGE_ABSENT_MACHINE */
  guint32 to_machine, to_process, to_port;
  guint32 tag, nothing; /* whole words are looked up faster */
} Key;

typedef struct
{
  Key key;
  guint64 n_sent, n_received;       /* in all */
  guint64 sends_seen, receives_seen; /* so far */
  guint32 first, last;              /* pending ends, oldest first; NOBODY if none */
} Channel;

typedef struct _ScopePendingEnd
{
  gint64 time; /* own clock of whose end it is */
  guint32 size;
  guint32 thread;
  guint32 next;
  guint32 from_machine, from_process, from_port; /* blind: who sent it */
} ScopePendingEnd;

/* Ends of one machine and direction, as they are read again. */
typedef struct
{
  ScopeSpool *spool;
  ScopeMachine *machine;
  gint64 offset;
  const ScopeSpooledEnd *end;
  gboolean receives;
} Stream;

ScopeMessages *
scope_messages_new (guint32 first, guint n_machines)
{
  ScopeMessages *self = g_new0 (ScopeMessages, 1);

  self->first = first;
  self->n_machines = n_machines;
  self->ends = g_new0 (ScopeMachineEnds, n_machines);
  self->nodes = g_ptr_array_new_with_free_func (g_free);
  self->channels = g_array_new (FALSE, FALSE, sizeof (Channel));
  self->keys = scope_names_new (G_MAXUINT, G_MAXSIZE);
  g_mutex_init (&self->lock);
  for (guint i = 0; i < n_machines; i++)
    {
      self->ends[i].sends = scope_spool_new (sizeof (ScopeSpooledEnd));
      self->ends[i].receives = scope_spool_new (sizeof (ScopeSpooledEnd));
    }
  self->free_pending = NOBODY;

  return self;
}

void
scope_messages_free (ScopeMessages *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_machines; i++)
    {
      scope_spool_free (self->ends[i].sends);
      scope_spool_free (self->ends[i].receives);
    }
  g_free (self->ends);
  g_ptr_array_unref (self->nodes);
  g_mutex_clear (&self->lock);
  g_free (self->by_node);
  scope_message_names_free (self->names);
  g_array_unref (self->channels);
  scope_names_free (self->keys);
  g_free (self->pending);
  g_free (self->by_number);
  g_clear_error (&self->error);
  g_free (self);
}

/* Erlang's: a process or port that there is none of. */
static gint64
or_null (guint32 number)
{
  return number == SCOPE_NONE ? SCOPE_TABLE_NULL : number;
}

static void
add_local (ScopeMessages *self, ScopeMachine *machine, const ScopeMessageEnd *end)
{
  const gint64 row[SCOPE_MESSAGE_N_COLUMNS]
      = { end->time,
          end->blind ? end->receive_time : end->time,
          end->tag,
          self->first + machine->index,
          or_null (end->from_process),
          or_null (end->from_port),
          self->first + machine->index,
          or_null (end->to_process),
          or_null (end->to_port),
          end->blind && end->size != SCOPE_SIZE_UNKNOWN ? end->size : SCOPE_TABLE_NULL,
          scope_message_call (end->digest) };

  if (end->blind && end->receive_time == SCOPE_TABLE_NULL)
    self->ends[machine->index].local_lost++;
  else
    self->ends[machine->index].local++;
  scope_table_add_lasting (machine->tables[SCOPE_TABLE_MESSAGES], row, MAX (row[0], row[1]), NULL);
}

guint32
scope_messages_node (ScopeMessages *self, const char *name)
{
  guint i;

  if (name == NULL)
    return 0;
  g_mutex_lock (&self->lock);
  if (!g_ptr_array_find_with_equal_func (self->nodes, name, g_str_equal, &i))
    i = self->nodes->len;
  if (i == self->nodes->len && i < SCOPE_MESSAGES_MOST_NODES)
    g_ptr_array_add (self->nodes, g_strdup (name));
  g_mutex_unlock (&self->lock);

  return i + 1;
}

void
scope_messages_add (ScopeMessages *self, ScopeMachine *machine, const ScopeMessageEnd *end)
{
  ScopeSpooledEnd spooled = { .time = end->time, .size = end->size, .tag = end->tag, .thread = end->thread };

  if (end->local)
    {
      add_local (self, machine, end);
      return;
    }
  spooled.own_process = end->received ? end->to_process : end->from_process;
  spooled.own_port = end->received ? end->to_port : end->from_port;
  spooled.other_machine = end->received ? end->from_machine : end->to_machine;
  spooled.other_process = end->received ? end->from_process : end->to_process;
  spooled.other_port = end->received ? end->from_port : end->to_port;
  if (end->blind)
    {
      spooled.other_machine = scope_messages_node (self, end->node);
      spooled.tag = end->tag | BLIND;
      spooled.thread = end->digest;
    }
  scope_spool_add (end->received ? self->ends[machine->index].receives : self->ends[machine->index].sends, &spooled);
}

/* --- channels --- */

/* Valid until the next call. */
static Channel *
channel_of (ScopeMessages *self, const Key *key)
{
  guint64 slot;
  guint32 number = scope_names_find (self->keys, 0, key, sizeof *key, &slot);

  if (number == 0)
    {
      Channel channel = { .key = *key, .first = NOBODY, .last = NOBODY };

      g_array_append_val (self->channels, channel);
      number = self->channels->len;
      scope_names_add (self->keys, 0, key, sizeof *key, slot, number);
    }

  return &g_array_index (self->channels, Channel, number - 1);
}

static guint32
machine_of (ScopeMessages *self, guint32 number)
{
  guint32 index = number <= G_MAXUINT16 ? self->by_number[number] : NOBODY;

  return index != NOBODY ? index : number | SCOPE_MESSAGE_ABSENT_MACHINE;
}

/* The machine of the other end of a message of Erlang's: whom it is for, or whom the log says it is from. */
static guint32
other_of (const ScopeMessages *self, const Stream *stream)
{
  guint32 node = stream->end->other_machine;

  return node == 0 ? stream->machine->index : self->by_node[node - 1];
}

static Key
key_of (ScopeMessages *self, const Stream *stream)
{
  const ScopeSpooledEnd *end = stream->end;
  guint32 other;

  /* Receiver and digest stand for the channel: between two processes messages stay in order. */
  if ((end->tag & BLIND) && stream->receives)
    return (Key) { NOBODY, NOBODY, end->thread, stream->machine->index, end->own_process, end->own_port, end->tag };
  if (end->tag & BLIND)
    {
      other = other_of (self, stream);
      return (Key) { NOBODY, NOBODY, end->thread, other, scope_message_names_find (self->names, other, end->other_process),
                     end->other_port, end->tag };
    }
  other = machine_of (self, end->other_machine);
  if (stream->receives)
    return (Key) { other, end->other_process, end->other_port, stream->machine->index, end->own_process, end->own_port,
                   end->tag };

  return (Key) { stream->machine->index, end->own_process, end->own_port, other, end->other_process, end->other_port,
                 end->tag };
}

/* --- pending ends --- */

static void
enqueue (ScopeMessages *self, Channel *channel, const Stream *stream)
{
  const ScopeSpooledEnd *end = stream->end;
  guint32 index = self->free_pending;

  if (index != NOBODY)
    self->free_pending = self->pending[index].next;
  else
    {
      if (self->n_pending == self->n_pending_alloc)
        {
          self->n_pending_alloc = MAX (256, self->n_pending_alloc * 2);
          self->pending = g_renew (ScopePendingEnd, self->pending, self->n_pending_alloc);
        }
      index = self->n_pending++;
    }
  self->pending[index] = (ScopePendingEnd) { end->time, end->size, end->thread, NOBODY, stream->machine->index, end->own_process,
                                             end->own_port };
  if (channel->last != NOBODY)
    self->pending[channel->last].next = index;
  else
    channel->first = index;
  channel->last = index;
}

static ScopePendingEnd
dequeue (ScopeMessages *self, Channel *channel)
{
  guint32 index = channel->first;
  ScopePendingEnd pending = self->pending[index];

  channel->first = pending.next;
  if (channel->first == NOBODY)
    channel->last = NOBODY;
  self->pending[index].next = self->free_pending;
  self->free_pending = index;

  return pending;
}

/* --- matching --- */

static void
put_row (ScopeMessages *self, guint32 machine, ScopeTableKind kind, const gint64 *row, gint64 until)
{
  scope_table_add_lasting (scope_trace_machine (self->trace, machine)->tables[kind], row, until,
                           self->error == NULL ? &self->error : NULL);
}

/* It ended the wait of a thread of the receiver. */
static void
put_arrival (ScopeMessages *self, const Channel *channel, gint64 send, gint64 receive, guint32 thread, guint64 element)
{
  const Key *key = &channel->key;
  const gint64 row[SCOPE_ARRIVAL_N_COLUMNS] = { [SCOPE_ARRIVAL_TIME] = receive,
                                                [SCOPE_ARRIVAL_THREAD] = thread - 1,
                                                [SCOPE_ARRIVAL_SEND] = send,
                                                [SCOPE_ARRIVAL_TAG] = key->tag,
                                                [SCOPE_ARRIVAL_FROM_MACHINE] = key->from_machine,
                                                [SCOPE_ARRIVAL_FROM_PROCESS] = key->from_process,
                                                [SCOPE_ARRIVAL_FROM_PORT] = key->from_port,
                                                [SCOPE_ARRIVAL_TO_PROCESS] = key->to_process,
                                                [SCOPE_ARRIVAL_TO_PORT] = key->to_port,
                                                [SCOPE_ARRIVAL_ELEMENT] = (gint64) element };

  if (thread != 0 && !(key->tag & BLIND))
    put_row (self, key->to_machine, SCOPE_TABLE_ARRIVALS, row, receive);
}

static void
put (ScopeMessages *self, const Channel *channel, const Key *key, gint64 send, gint64 receive, gint64 until, gint64 size)
{
  guint32 owner = send != SCOPE_TABLE_NULL ? key->from_machine : key->to_machine;
  const gint64 row[SCOPE_MESSAGE_N_COLUMNS]
      = { [SCOPE_MESSAGE_SEND] = send,
          [SCOPE_MESSAGE_RECEIVE] = receive,
          [SCOPE_MESSAGE_TAG] = key->tag,
          [SCOPE_MESSAGE_FROM_MACHINE] = or_null (key->from_machine),
          [SCOPE_MESSAGE_FROM_PROCESS] = or_null (key->from_process),
          [SCOPE_MESSAGE_FROM_PORT] = or_null (key->from_port),
          [SCOPE_MESSAGE_TO_MACHINE] = key->to_machine,
          [SCOPE_MESSAGE_TO_PROCESS] = or_null (key->to_process),
          [SCOPE_MESSAGE_TO_PORT] = or_null (key->to_port),
          [SCOPE_MESSAGE_SIZE] = size != SCOPE_SIZE_UNKNOWN ? size : SCOPE_TABLE_NULL,
          [SCOPE_MESSAGE_CALL] = channel->key.tag & BLIND ? scope_message_call (channel->key.from_port) : SCOPE_ASKING_UNKNOWN };

  put_row (self, owner, SCOPE_TABLE_MESSAGES, row, until);
}

static void
matched (ScopeMessages *self, const Channel *channel, const Key *key, gint64 send, gint64 receive, guint32 size)
{
  gint64 from = scope_trace_machine (self->trace, key->from_machine)->offset;
  gint64 to = scope_trace_machine (self->trace, key->to_machine)->offset;

  if (receive + to < send + from)
    self->counts.received_before_sent++;
  /* Its end by the sender's clock, so that what began long ago is found. */
  put (self, channel, key, send, receive, receive + to - from, size);
}

/* The channel's key with the sender in it, who is no part of it where receivers do not know him. */
static Key
with_sender (const Channel *channel, guint32 machine, guint32 process, guint32 port)
{
  Key key = channel->key;

  if (key.tag & BLIND)
    {
      key.tag &= ~BLIND;
      key.from_machine = machine;
      key.from_process = process;
      key.from_port = port;
    }

  return key;
}

static void
match_send (ScopeMessages *self, Channel *channel, const Stream *stream)
{
  Key key = with_sender (channel, stream->machine->index, stream->end->own_process,
                         stream->end->own_port);

  channel->sends_seen++;
  if (channel->sends_seen <= channel->receives_seen)
    {
      ScopePendingEnd receive = dequeue (self, channel);
      matched (self, channel, &key, stream->end->time, receive.time, receive.size);
      put_arrival (self, channel, stream->end->time, receive.time, receive.thread, channel->sends_seen);
    }
  else if (channel->sends_seen <= channel->n_received)
    enqueue (self, channel, stream);
  else
    {
      if (channel->key.tag == TAG_CONNECT)
        self->counts.unrecorded_receipts++;
      else
        self->counts.unmatched++;
      put (self, channel, &key, stream->end->time, SCOPE_TABLE_NULL, stream->end->time,
           stream->end->tag & BLIND ? stream->end->size : SCOPE_TABLE_NULL);
    }
}

/* A log may say who sent what it did not see being sent, as signals of processes that ended. */
static gboolean
is_told (const ScopeSpooledEnd *end)
{
  return (end->tag & BLIND) && (end->other_process != NOBODY || end->other_port != NOBODY);
}

static void
match_receive (ScopeMessages *self, Channel *channel, const Stream *stream)
{
  Key key;

  channel->receives_seen++;
  if (channel->receives_seen <= channel->sends_seen)
    {
      ScopePendingEnd send = dequeue (self, channel);

      key = with_sender (channel, send.from_machine, send.from_process, send.from_port);
      matched (self, channel, &key, send.time, stream->end->time, stream->end->size);
      put_arrival (self, channel, send.time, stream->end->time, stream->end->thread, channel->receives_seen);
    }
  else if (channel->receives_seen <= channel->n_sent)
    enqueue (self, channel, stream);
  else
    {
      self->counts.unmatched++;
      key = with_sender (channel, is_told (stream->end) ? other_of (self, stream) : NOBODY, stream->end->other_process, stream->end->other_port);
      put (self, channel, &key, SCOPE_TABLE_NULL, stream->end->time, stream->end->time, stream->end->size);
      put_arrival (self, channel, SCOPE_TABLE_NULL, stream->end->time, stream->end->thread, channel->receives_seen);
    }
}

/* --- in order of time over all streams: a binary heap --- */

static inline gint64
stream_time (const Stream *stream)
{
  return stream->end->time + stream->offset;
}

/* What is of one time comes machine by machine, sends first: so rows stand in one order however they were read. */
#define BEFORE(x, y) (stream_time (*(x)) < stream_time (*(y)) || (stream_time (*(x)) == stream_time (*(y)) && *(x) < *(y)))

/* Names that other nodes call processes by. */
static void
learn_names (ScopeMessages *self, Stream *streams)
{
  for (guint received = 0; received < 2; received++)
    for (guint i = received; i < 2 * self->n_machines; i += 2)
      while ((streams[i].end = scope_spool_next (streams[i].spool)) != NULL && (streams[i].end->tag & BLIND))
        {
          const ScopeSpooledEnd *end = streams[i].end;

          if (received)
            scope_message_names_received (self->names, streams[i].machine->index, end->own_process, end->thread, end->size);
          else
            scope_message_names_sent (self->names, other_of (self, &streams[i]), end->other_process, end->thread, end->size);
        }
}

static void
count_channels (ScopeMessages *self, Stream *streams)
{
  for (guint i = 0; i < 2 * self->n_machines; i++)
    while ((streams[i].end = scope_spool_next (streams[i].spool)) != NULL)
      {
        Key key = key_of (self, &streams[i]);
        Channel *channel = channel_of (self, &key);

        if (streams[i].receives)
          channel->n_received++;
        else
          channel->n_sent++;
      }
}

static gboolean
match_all (ScopeMessages *self, Stream *streams, GCancellable *cancellable, GError **error)
{
  g_autofree Stream **heap = g_new (Stream *, 2u * self->n_machines + 1u);
  guint n = 0;
  guint64 done = 0;

  for (guint i = 0; i < 2 * self->n_machines; i++)
    if ((streams[i].end = scope_spool_next (streams[i].spool)) != NULL)
      heap[n++] = &streams[i];
  SCOPE_MAKE_HEAP (heap, n, BEFORE);
  while (n > 0)
    {
      Key key = key_of (self, heap[0]);
      Channel *channel = channel_of (self, &key);

      if ((++done & 0xffff) == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (heap[0]->receives)
        match_receive (self, channel, heap[0]);
      else
        match_send (self, channel, heap[0]);
      heap[0]->end = scope_spool_next (heap[0]->spool);
      if (heap[0]->end == NULL)
        heap[0] = heap[--n];
      if (n > 0)
        SCOPE_SIFT_DOWN (heap, n, 0, BEFORE);
    }

  return TRUE;
}

static gboolean
rewind_all (ScopeMessages *self, GError **error)
{
  for (guint i = 0; i < self->n_machines; i++)
    if (!scope_spool_rewind (self->ends[i].sends, error) || !scope_spool_rewind (self->ends[i].receives, error))
      return FALSE;

  return TRUE;
}

/* The machine of that node's name; SCOPE_NONE: it is not in the trace. */
static guint32
find_node (ScopeMessages *self, const char *name)
{
  guint32 found = SCOPE_NONE;

  for (guint i = 0; i < self->n_machines; i++)
    if (g_strcmp0 (scope_machine_find_info (scope_trace_machine (self->trace, i), "node"), name) == 0)
      found = i;
  return found;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Nodes that are not in the trace are absent machines, numbered from above in the order of their names; the first machine knows what they
 * are called. */
static void
find_nodes (ScopeMessages *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  SCOPE_EACH_POINTER (char, name, self->nodes)
    g_ptr_array_add (names, name);
  g_ptr_array_sort (names, compare_names);
  self->by_node = g_new (guint32, self->nodes->len + 1);
  /* All that found no room in the list. */
  self->by_node[self->nodes->len] = scope_stranger_node (SCOPE_MESSAGES_MOST_NODES);
  for (guint n = 0; n < names->len; n++)
    {
      guint32 machine = find_node (self, names->pdata[n]);
      guint place = scope_messages_node (self, names->pdata[n]) - 1;

      self->by_node[place] = machine != SCOPE_NONE ? machine : scope_stranger_node (n);
      if (machine == SCOPE_NONE)
        scope_machine_add_stranger (scope_trace_machine (self->trace, 0), self->by_node[place], names->pdata[n]);
    }
}

gboolean
scope_messages_match (ScopeMessages *self, ScopeTrace *trace, GCancellable *cancellable,
                      ScopeMessageCounts *ret_counts, GError **error)
{
  g_autofree Stream *streams = g_new0 (Stream, 2u * self->n_machines + 1u);
  gboolean ok;

  self->trace = trace;
  self->by_number = g_new (guint32, G_MAXUINT16 + 1u);
  memset (self->by_number, 0xff, (G_MAXUINT16 + 1u) * sizeof *self->by_number);
  for (guint i = 0; i < self->n_machines; i++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, i);
      const ScopeMachineEnds *ends = &self->ends[i];

      if (machine->number <= G_MAXUINT16)
        self->by_number[machine->number] = i;
      streams[2 * i] = (Stream) { ends->sends, machine, machine->offset, NULL, FALSE };
      streams[2 * i + 1] = (Stream) { ends->receives, machine, machine->offset, NULL, TRUE };
      self->counts.sent += scope_spool_n_records (ends->sends) + ends->local + ends->local_lost;
      self->counts.unmatched += ends->local_lost;
      self->counts.received += scope_spool_n_records (ends->receives) + ends->local;
    }
  find_nodes (self);
  self->names = scope_message_names_new (trace);
  ok = rewind_all (self, error);
  if (ok && self->n_machines > 1)
    {
      learn_names (self, streams);
      ok = rewind_all (self, error);
    }
  if (ok)
    count_channels (self, streams);
  ok = ok && rewind_all (self, error) && match_all (self, streams, cancellable, error);
  *ret_counts = self->counts;
  if (ok && self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      ok = FALSE;
    }

  return ok;
}
