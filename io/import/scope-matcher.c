/* scope-matcher.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/import/scope-matcher.h"

#include "io/import/scope-message-names.h"
#include "model/base/scope-key.h"
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

typedef struct
{
  guint32 hash, number; /* place in `channels` + 1; 0: free */
} Slot;

typedef struct
{
  gint64 time; /* own clock of whose end it is */
  guint32 size;
  guint32 thread;
  guint32 next;
  guint32 from_machine, from_process, from_port; /* blind: who sent it */
} PendingEnd;

struct _ScopeMatcher
{
  ScopeTrace *trace;
  const GPtrArray *nodes;
  ScopeMatcherPut put;
  gpointer data;
  GArray *channels;   /* of Channel */
  Slot *slots;        /* where they are, by their keys: a power of two, half of them free at least */
  guint64 n_slots;
  PendingEnd *pending;
  guint32 n_pending, n_pending_alloc, free_pending;
  guint32 *by_number; /* machine number → index */
  gint64 *offsets;    /* of each machine */
  guint32 *by_node;   /* place in `nodes` → index, or a machine that is absent */
  ScopeMessageCounts counts;
  ScopeMessageNames *names;
};

/* --- channels --- */

static void
grow (ScopeMatcher *self)
{
  guint64 n_slots = self->n_slots * 2;
  Slot *slots = g_new0 (Slot, n_slots);

  for (guint64 i = 0; i < self->n_slots; i++)
    if (self->slots[i].number != 0)
      {
        guint64 at = self->slots[i].hash & (n_slots - 1);

        while (slots[at].number != 0)
          at = (at + 1) & (n_slots - 1);
        slots[at] = self->slots[i];
      }
  g_free (self->slots);
  self->slots = slots;
  self->n_slots = n_slots;
}

/* Its place; a new one if there is none yet. */
static guint32
find_channel (ScopeMatcher *self, const Key *key)
{
  Channel channel = { .key = *key, .first = NOBODY, .last = NOBODY };
  guint64 words[sizeof *key / 8];
  guint32 hash;
  guint64 at;

  memcpy (words, key, sizeof words);
  hash = scope_key_mix (words, G_N_ELEMENTS (words));
  for (at = hash & (self->n_slots - 1); self->slots[at].number != 0; at = (at + 1) & (self->n_slots - 1))
    if (self->slots[at].hash == hash && memcmp (&g_array_index (self->channels, Channel, self->slots[at].number - 1).key, key, sizeof *key) == 0)
      return self->slots[at].number - 1;
  g_array_append_val (self->channels, channel);
  self->slots[at] = (Slot) { hash, self->channels->len };
  if ((guint64) self->channels->len * 2 > self->n_slots)
    grow (self);

  return self->channels->len - 1;
}

/* Valid until the next call. */
static Channel *
channel_of (ScopeMatcher *self, const Key *key)
{
  return &g_array_index (self->channels, Channel, find_channel (self, key));
}

static guint32
machine_of (ScopeMatcher *self, guint32 number)
{
  guint32 index = number <= G_MAXUINT16 ? self->by_number[number] : NOBODY;

  return index != NOBODY ? index : number | SCOPE_MESSAGE_ABSENT_MACHINE;
}

/* The machine of the other end of a message of Erlang's: whom it is for, or whom the log says it is from. */
static guint32
other_of (const ScopeMatcher *self, const ScopeEndAt *at)
{
  guint32 node = at->end->other_machine;

  return node == 0 ? at->machine : self->by_node[node - 1];
}

static Key
key_of (ScopeMatcher *self, const ScopeEndAt *at)
{
  const ScopeSpooledEnd *end = at->end;
  guint32 other;

  /* Receiver and digest stand for the channel: between two processes messages stay in order. */
  if ((end->tag & BLIND) && at->receives)
    return (Key) { NOBODY, NOBODY, end->thread, at->machine, end->own_process, end->own_port, end->tag };
  if (end->tag & BLIND)
    {
      other = other_of (self, at);
      return (Key) { NOBODY, NOBODY, end->thread, other, scope_message_names_find (self->names, other, end->other_process),
                     end->other_port, end->tag };
    }
  other = machine_of (self, end->other_machine);
  if (at->receives)
    return (Key) { other, end->other_process, end->other_port, at->machine, end->own_process, end->own_port,
                   end->tag };

  return (Key) { at->machine, end->own_process, end->own_port, other, end->other_process, end->other_port,
                 end->tag };
}

/* --- pending ends --- */

static void
enqueue (ScopeMatcher *self, Channel *channel, const ScopeEndAt *at)
{
  const ScopeSpooledEnd *end = at->end;
  guint32 index = self->free_pending;

  if (index != NOBODY)
    self->free_pending = self->pending[index].next;
  else
    {
      if (self->n_pending == self->n_pending_alloc)
        {
          self->n_pending_alloc = MAX (256, self->n_pending_alloc * 2);
          self->pending = g_renew (PendingEnd, self->pending, self->n_pending_alloc);
        }
      index = self->n_pending++;
    }
  self->pending[index] = (PendingEnd) { end->time, end->size, end->thread, NOBODY, at->machine, end->own_process,
                                             end->own_port };
  if (channel->last != NOBODY)
    self->pending[channel->last].next = index;
  else
    channel->first = index;
  channel->last = index;
}

static PendingEnd
dequeue (ScopeMatcher *self, Channel *channel)
{
  guint32 index = channel->first;
  PendingEnd pending = self->pending[index];

  channel->first = pending.next;
  if (channel->first == NOBODY)
    channel->last = NOBODY;
  self->pending[index].next = self->free_pending;
  self->free_pending = index;

  return pending;
}

/* --- matching --- */

static void
put_row (ScopeMatcher *self, guint32 machine, ScopeTableKind kind, const gint64 *row, gint64 until)
{
  self->put (self->data, machine, kind, row, until);
}

/* It ended the wait of a thread of the receiver. */
static void
put_arrival (ScopeMatcher *self, const Channel *channel, gint64 send, gint64 receive, guint32 thread, guint64 element)
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
put (ScopeMatcher *self, const Channel *channel, const Key *key, gint64 send, gint64 receive, gint64 until, gint64 size)
{
  guint32 owner = send != SCOPE_TABLE_NULL ? key->from_machine : key->to_machine;
  const gint64 row[SCOPE_MESSAGE_N_COLUMNS]
      = { [SCOPE_MESSAGE_SEND] = send,
          [SCOPE_MESSAGE_RECEIVE] = receive,
          [SCOPE_MESSAGE_TAG] = key->tag,
          [SCOPE_MESSAGE_FROM_MACHINE] = scope_matcher_or_null (key->from_machine),
          [SCOPE_MESSAGE_FROM_PROCESS] = scope_matcher_or_null (key->from_process),
          [SCOPE_MESSAGE_FROM_PORT] = scope_matcher_or_null (key->from_port),
          [SCOPE_MESSAGE_TO_MACHINE] = key->to_machine,
          [SCOPE_MESSAGE_TO_PROCESS] = scope_matcher_or_null (key->to_process),
          [SCOPE_MESSAGE_TO_PORT] = scope_matcher_or_null (key->to_port),
          [SCOPE_MESSAGE_SIZE] = size != SCOPE_SIZE_UNKNOWN ? size : SCOPE_TABLE_NULL,
          [SCOPE_MESSAGE_CALL] = channel->key.tag & BLIND ? scope_message_call (channel->key.from_port) : SCOPE_ASKING_UNKNOWN };

  put_row (self, owner, SCOPE_TABLE_MESSAGES, row, until);
}

static void
matched (ScopeMatcher *self, const Channel *channel, const Key *key, gint64 send, gint64 receive, guint32 size)
{
  gint64 from = self->offsets[key->from_machine], to = self->offsets[key->to_machine];

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
match_send (ScopeMatcher *self, Channel *channel, const ScopeEndAt *at)
{
  Key key = with_sender (channel, at->machine, at->end->own_process,
                         at->end->own_port);

  channel->sends_seen++;
  if (channel->sends_seen <= channel->receives_seen)
    {
      PendingEnd receive = dequeue (self, channel);
      matched (self, channel, &key, at->end->time, receive.time, receive.size);
      put_arrival (self, channel, at->end->time, receive.time, receive.thread, channel->sends_seen);
    }
  else if (channel->sends_seen <= channel->n_received)
    enqueue (self, channel, at);
  else
    {
      if (channel->key.tag == TAG_CONNECT)
        self->counts.unrecorded_receipts++;
      else
        self->counts.unmatched++;
      put (self, channel, &key, at->end->time, SCOPE_TABLE_NULL, at->end->time,
           at->end->tag & BLIND ? at->end->size : SCOPE_TABLE_NULL);
    }
}

/* A log may say who sent what it did not see being sent, as signals of processes that ended. */
static gboolean
is_told (const ScopeSpooledEnd *end)
{
  return (end->tag & BLIND) && (end->other_process != NOBODY || end->other_port != NOBODY);
}

static void
match_receive (ScopeMatcher *self, Channel *channel, const ScopeEndAt *at)
{
  Key key;

  channel->receives_seen++;
  if (channel->receives_seen <= channel->sends_seen)
    {
      PendingEnd send = dequeue (self, channel);

      key = with_sender (channel, send.from_machine, send.from_process, send.from_port);
      matched (self, channel, &key, send.time, at->end->time, at->end->size);
      put_arrival (self, channel, send.time, at->end->time, at->end->thread, channel->receives_seen);
    }
  else if (channel->receives_seen <= channel->n_sent)
    enqueue (self, channel, at);
  else
    {
      self->counts.unmatched++;
      key = with_sender (channel, is_told (at->end) ? other_of (self, at) : NOBODY, at->end->other_process, at->end->other_port);
      put (self, channel, &key, SCOPE_TABLE_NULL, at->end->time, at->end->time, at->end->size);
      put_arrival (self, channel, SCOPE_TABLE_NULL, at->end->time, at->end->thread, channel->receives_seen);
    }
}

/* --- nodes --- */

/* The machine of that node's name; SCOPE_NONE: it is not in the trace. */
static guint32
find_node (ScopeMatcher *self, const char *name)
{
  guint32 found = SCOPE_NONE;

  for (guint i = 0; i < scope_trace_n_machines (self->trace); i++)
    if (g_strcmp0 (scope_machine_find_info (scope_trace_machine (self->trace, i), "node"), name) == 0)
      found = i;
  return found;
}

/* Of places in the list. */
static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (**(const char *const *const *) a, **(const char *const *const *) b);
}

/* Nodes that are not in the trace are absent machines, numbered from above in the order of their names; the first machine knows what they
 * are called. */
static void
find_nodes (ScopeMatcher *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < self->nodes->len; i++)
    g_ptr_array_add (names, &self->nodes->pdata[i]);
  g_ptr_array_sort (names, compare_names);
  self->by_node = g_new (guint32, self->nodes->len + 1);
  /* All that found no room in the list. */
  self->by_node[self->nodes->len] = scope_stranger_node (SCOPE_MESSAGES_MOST_NODES);
  for (guint n = 0; n < names->len; n++)
    {
      gpointer *place = names->pdata[n];
      guint32 machine = find_node (self, *place);
      guint32 *found = &self->by_node[place - self->nodes->pdata];

      *found = machine != SCOPE_NONE ? machine : scope_stranger_node (n);
      if (machine == SCOPE_NONE)
        scope_machine_add_stranger (scope_trace_machine (self->trace, 0), *found, *place);
    }
}

/* --- the interface --- */

ScopeMatcher *
scope_matcher_new (ScopeTrace *trace, const GPtrArray *nodes, ScopeMatcherPut put_func, gpointer data)
{
  ScopeMatcher *self = g_new0 (ScopeMatcher, 1);

  self->trace = trace;
  self->nodes = nodes;
  self->put = put_func;
  self->data = data;
  self->channels = g_array_new (FALSE, FALSE, sizeof (Channel));
  self->n_slots = 256;
  self->slots = g_new0 (Slot, self->n_slots);
  self->free_pending = NOBODY;
  self->by_number = g_new (guint32, G_MAXUINT16 + 1u);
  memset (self->by_number, 0xff, (G_MAXUINT16 + 1u) * sizeof *self->by_number);
  self->offsets = g_new (gint64, scope_trace_n_machines (trace) + 1u);
  for (guint i = 0; i < scope_trace_n_machines (trace); i++)
    {
      guint32 number = scope_trace_machine (trace, i)->number;

      self->offsets[i] = scope_trace_machine (trace, i)->offset;
      if (number <= G_MAXUINT16)
        self->by_number[number] = i;
    }
  find_nodes (self);
  self->names = scope_message_names_new (trace);

  return self;
}

void
scope_matcher_free (ScopeMatcher *self)
{
  if (self == NULL)
    return;
  scope_message_names_free (self->names);
  g_free (self->slots);
  g_array_unref (self->channels);
  g_free (self->pending);
  g_free (self->by_number);
  g_free (self->offsets);
  g_free (self->by_node);
  g_free (self);
}

ScopeMessageCounts *
scope_matcher_counts (ScopeMatcher *self)
{
  return &self->counts;
}

void
scope_matcher_learn (ScopeMatcher *self, const ScopeEndAt *at)
{
  const ScopeSpooledEnd *end = at->end;

  if (at->receives)
    scope_message_names_received (self->names, at->machine, end->own_process, end->thread, end->size);
  else
    scope_message_names_sent (self->names, other_of (self, at), end->other_process, end->thread, end->size);
}

void
scope_matcher_count (ScopeMatcher *self, const ScopeEndAt *at)
{
  scope_matcher_count_way (self, at, 1);
}

guint32
scope_matcher_count_way (ScopeMatcher *self, const ScopeEndAt *at, guint64 n)
{
  Key key = key_of (self, at);
  guint32 index = find_channel (self, &key);
  Channel *channel = &g_array_index (self->channels, Channel, index);

  *(at->receives ? &channel->n_received : &channel->n_sent) += n;

  return index;
}

void
scope_matcher_match_in (ScopeMatcher *self, guint32 channel, const ScopeEndAt *at)
{
  (at->receives ? match_receive : match_send) (self, &g_array_index (self->channels, Channel, channel), at);
}

void
scope_matcher_match (ScopeMatcher *self, const ScopeEndAt *at)
{
  Key key = key_of (self, at);

  (at->receives ? match_receive : match_send) (self, channel_of (self, &key), at);
}

guint
scope_matcher_share (ScopeMatcher *self, const ScopeEndAt *at, const guint32 *share_of, guint n)
{
  guint64 sum = 0;
  guint32 machine = at->machine;
  guint32 words[8];
  Key key;

  if (at->end->tag & BLIND)
    {
      machine = at->receives ? at->machine : other_of (self, at);
      return share_of[machine < scope_trace_n_machines (self->trace) ? machine : at->machine];
    }
  key = key_of (self, at);
  memcpy (words, &key, sizeof words);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    sum = (sum ^ words[i]) * G_GUINT64_CONSTANT (0x9fb21c651e98df25);
  return (guint) ((sum >> 32) % n);
}
