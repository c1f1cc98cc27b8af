/* scope-erlang-messages.c: messages of an Erlang trace.
 *
 * A message's record says whom it goes to, but its receiver's record does not say whom it comes from (formats/erlang.md §2). They
 * belong together if receiver and bytes are the same, first in, first out: between two processes Erlang keeps the order. Our own
 * recorder makes the receiver's record name the sender.
 * Inside the node that is done here; what goes to or comes from others is left to whoever has all nodes; and all is, where threads have
 * clocks of their own, by which a message may be received before it is sent.
 *
 * A name that was registered before the trace began is learned from the first message to it that is long enough to be told by its
 * bytes: whoever receives these, sent by nobody else, bears the name. So is told who made the reference that a message goes to, as all
 * answers of gen_server do since OTP 24.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/replay/erlang/scope-erlang-replay-private.h"

#include <string.h>

#define SOMEBODY G_MAXUINT32 /* receiver of what was sent to a name whose bearer is not known, or to a reference */
#define TELLING_SIZE 16u     /* bytes of a message that others hardly send alike */

static gpointer
queue_key (guint32 receiver, guint32 digest)
{
  return (gpointer) (((guintptr) receiver << 32 | digest) + 1);
}

static gboolean
is_port (const ScopeErlangReplay *self, guint32 party)
{
  return party > 0 && party < self->n_parties && self->parties[party].kind == SCOPE_ERL_PORT;
}

/* Where receivers say whom it comes from (only processes of processes), two senders' messages that are alike are not taken for
 * each other. */
static guint32
key_digest (const ScopeErlangReplay *self, guint32 receiver, guint32 sender, guint32 digest)
{
  if (!self->recorded || is_port (self, receiver) || sender == 0 || sender >= self->n_parties || self->parties[sender].kind != SCOPE_ERL_PROCESS)
    return digest;

  return digest ^ sender * 0x9e3779b1u;
}

static guint32
new_pending (ScopeErlangReplay *self)
{
  guint32 index = self->free_pending;

  if (index != 0)
    {
      self->free_pending = self->pending[index - 1].next;
      return index;
    }
  if (self->n_pending == self->n_pending_alloc)
    {
      self->n_pending_alloc = MAX (256, self->n_pending_alloc * 2);
      self->pending = g_renew (ScopeErlangPending, self->pending, self->n_pending_alloc);
    }

  return ++self->n_pending;
}

static void
enqueue (ScopeErlangReplay *self, guint32 receiver, const ScopeEvent *event)
{
  gpointer key = queue_key (receiver, key_digest (self, receiver, event->a, event->stream));
  ScopeErlangQueue *queue = g_hash_table_lookup (self->queues, key);
  guint32 index = new_pending (self);

  self->pending[index - 1] = (ScopeErlangPending) { event->time, event->a, event->c, 0, event->b };
  if (queue == NULL)
    {
      queue = g_new0 (ScopeErlangQueue, 1);
      g_hash_table_insert (self->queues, key, queue);
    }
  if (queue->last != 0)
    self->pending[queue->last - 1].next = index;
  else
    queue->first = index;
  queue->last = index;
}

/* FALSE: nobody of this node is known to have sent it. */
static gboolean
dequeue (ScopeErlangReplay *self, guint32 receiver, guint32 digest, ScopeErlangPending *ret_pending)
{
  gpointer key = queue_key (receiver, digest);
  ScopeErlangQueue *queue = g_hash_table_lookup (self->queues, key);
  guint32 index;

  if (queue == NULL)
    return FALSE;
  index = queue->first;
  *ret_pending = self->pending[index - 1];
  queue->first = ret_pending->next;
  self->pending[index - 1].next = self->free_pending;
  self->free_pending = index;
  if (queue->first == 0)
    g_hash_table_remove (self->queues, key);

  return TRUE;
}

static void
set_sender (const ScopeErlangReplay *self, guint32 party, ScopeMessageEnd *end)
{
  const ScopeErlangName *name = party > 0 && party < self->n_parties ? &self->parties[party] : NULL;

  end->from_machine = SCOPE_NONE;
  end->from_process = name != NULL && name->kind == SCOPE_ERL_PROCESS ? name->number : SCOPE_NONE;
  end->from_port = name != NULL && name->kind == SCOPE_ERL_PORT ? name->number : SCOPE_NONE;
}

/* As it is called, if there is no other word for it. */
static void
set_receiver (ScopeErlangReplay *self, guint32 party, ScopeMessageEnd *end)
{
  const ScopeErlangName *name = party > 0 && party < self->n_parties ? &self->parties[party] : NULL;

  end->to_machine = end->to_process = end->to_port = SCOPE_NONE;
  if (name == NULL)
    return;
  if (name->kind == SCOPE_ERL_PORT)
    end->to_port = name->number;
  else if ((name->kind == SCOPE_ERL_PROCESS && (name->number < SCOPE_MESSAGE_ABSENT_MACHINE || name->index > 0))
           || scope_erlang_stranger (self, party) > 0)
    end->to_process = name->number;
}

/* Of the other end, if it is on another node. */
static void
set_node (const ScopeErlangReplay *self, guint32 party, ScopeMessageEnd *end)
{
  const ScopeErlangName *name = party > 0 && party < self->n_parties ? &self->parties[party] : NULL;

  if (name != NULL && name->node != 0 && name->node != self->node)
    end->node = scope_erlang_text (self, name->node);
}

/* The party that is meant: names stand for who bears them now. 0: nobody of this node, or it is not known who. */
static guint32
resolve (ScopeErlangReplay *self, guint32 party)
{
  if (party == 0 || party >= self->n_parties || !scope_erlang_is_own (self, party) || self->parties[party].kind == SCOPE_ERL_ALIAS)
    return 0;
  if (self->parties[party].kind == SCOPE_ERL_NAME)
    {
      guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (self->registered, self->parties[party].text));

      return index > 0 ? self->processes[index - 1].party : scope_erlang_known_party (self, self->parties[party].text);
    }

  return party;
}

/* Only who receives it tells whom it was for. */
static gboolean
is_for_somebody (const ScopeErlangReplay *self, const ScopeEvent *event)
{
  return event->type == SCOPE_ERL_SEND && event->b > 0 && event->b < self->n_parties && event->c >= TELLING_SIZE
         && (self->parties[event->b].kind == SCOPE_ERL_NAME || self->parties[event->b].kind == SCOPE_ERL_ALIAS)
         && scope_erlang_is_own (self, event->b);
}

/* The process bears the name that the message was sent to. */
static void
learn_name (ScopeErlangReplay *self, guint32 name, ScopeErlangProcess *process)
{
  const char *text = self->parties[name].text;
  const ScopeSinkClass *klass = self->sink->klass;

  if (g_hash_table_contains (self->registered, text))
    return;
  g_hash_table_insert (self->registered, g_strdup (text), GUINT_TO_POINTER ((guint32) (process - self->processes) + 1));
  if (process->entity->name != NULL)
    return;
  klass->set_name (self->sink, process->entity, text, strlen (text));
  klass->set_name (self->sink, klass->entity (self->sink, SCOPE_KIND_PROCESS, process->process), text, strlen (text));
}

void
scope_erlang_sent (ScopeErlangReplay *self, const ScopeEvent *event)
{
  ScopeErlangProcess *sender = scope_erlang_find_process (self, event->a);
  guint32 to = resolve (self, event->b);
  ScopeMessageEnd end = { .time = event->time, .size = event->c, .digest = event->stream, .blind = TRUE };

  if (sender != NULL)
    {
      sender->entity->sent++;
      self->sink->klass->entity (self->sink, SCOPE_KIND_PROCESS, sender->process)->sent++;
    }
  if (to != 0 && event->type == SCOPE_ERL_SEND)
    {
      ScopeErlangProcess *receiver = scope_erlang_find_process (self, to);

      if (receiver != NULL && receiver->code == SCOPE_CODE_WAITING && sender != NULL && receiver != sender)
        receiver->waker = (guint32) (sender - self->processes) + 1;
      if (!self->clocks_differ)
        {
          enqueue (self, to, event);
          return;
        }
    }
  else if (is_for_somebody (self, event))
    {
      enqueue (self, SOMEBODY, event);
      return;
    }
  set_sender (self, event->a, &end);
  set_receiver (self, to != 0 ? to : event->b, &end);
  set_node (self, event->b, &end);
  self->sink->klass->message (self->sink, &end);
}

/* The first message that it receives when it runs again, sent while it waited, ended the wait. What somebody has not sent tells that he has
 * ended; and what nobody has, a timer. */
static void
explain_wait (ScopeErlangReplay *self, ScopeErlangProcess *receiver, guint32 from, const ScopeErlangPending *pending)
{
  ScopeErlangProcess *sender = scope_erlang_find_process (self, from);
  guint32 number = sender != NULL ? (guint32) (sender - self->processes) + 1 : 0;
  gint64 at = receiver->woken_at, since = receiver->out_since;

  receiver->woken_at = SCOPE_TIME_MIN;
  if (sender == receiver || (pending != NULL && (pending->time < since || pending->time > at)))
    return; /* it was not that */
  if (is_port (self, from))
    scope_erlang_woken (self, receiver, at, 0, SCOPE_WOKEN_BY_PORT);
  else if (pending != NULL && number > 0)
    scope_erlang_woken (self, receiver, at, number, SCOPE_WOKEN_BY_THREAD);
  else if (sender != NULL && sender->exited && sender->entity->last >= since && sender->entity->last <= at)
    scope_erlang_woken (self, receiver, at, number, SCOPE_WOKEN_BY_EXIT);
  else if (from != 0 && from != SCOPE_ERL_SAYS_TIMEOUT)
    scope_erlang_woken (self, receiver, at, 0, SCOPE_WOKEN_BY_UNRECORDED);
  else if (self->recorded || from == SCOPE_ERL_SAYS_TIMEOUT)
    scope_erlang_woken (self, receiver, at, 0, SCOPE_WOKEN_BY_TIMER);
}

void
scope_erlang_received (ScopeErlangReplay *self, const ScopeEvent *event)
{
  ScopeErlangProcess *receiver = scope_erlang_find_process (self, event->a);
  ScopeErlangPending pending;
  ScopeMessageEnd end = { .time = event->time, .size = event->c, .digest = event->stream, .received = TRUE,
                          .blind = TRUE };
  gboolean known;

  if (receiver == NULL && !is_port (self, event->a))
    return;
  if (receiver != NULL)
    {
      receiver->entity->received++;
      self->sink->klass->entity (self->sink, SCOPE_KIND_PROCESS, receiver->process)->received++;
    }
  set_receiver (self, event->a, &end);
  set_sender (self, event->b, &end);
  set_node (self, event->b, &end);
  known = dequeue (self, event->a, key_digest (self, event->a, event->b, event->stream), &pending);
  if (!known && receiver != NULL && event->c >= TELLING_SIZE
      && dequeue (self, SOMEBODY, key_digest (self, event->a, event->b, event->stream), &pending))
    {
      known = TRUE;
      if (self->parties[pending.to].kind == SCOPE_ERL_NAME)
        learn_name (self, pending.to, receiver);
    }
  if (known)
    {
      set_sender (self, pending.from, &end);
      end.time = pending.time;
      end.receive_time = event->time;
      end.local = TRUE;
      end.size = pending.size;
    }
  if (receiver != NULL && receiver->running && receiver->woken_at != SCOPE_TIME_MIN)
    explain_wait (self, receiver, known ? pending.from : event->b, known ? &pending : NULL);
  self->sink->klass->message (self->sink, &end);
}

/* What was sent here and never seen to arrive. */
void
scope_erlang_messages_finish (ScopeErlangReplay *self)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->queues);
  while (g_hash_table_iter_next (&iter, &key, &value))
    for (guint32 i = ((ScopeErlangQueue *) value)->first; i != 0; i = self->pending[i - 1].next)
      {
        const ScopeErlangPending *pending = &self->pending[i - 1];
        guint32 receiver = (guint32) (((guintptr) key - 1) >> 32);
        ScopeMessageEnd end = { .time = pending->time, .size = pending->size, .blind = TRUE, .local = TRUE,
                                .receive_time = SCOPE_TABLE_NULL };

        if (receiver == SOMEBODY)
          receiver = resolve (self, pending->to);
        set_receiver (self, receiver > 0 ? receiver : pending->to, &end);
        set_sender (self, pending->from, &end);
        self->sink->klass->message (self->sink, &end);
      }
}

void
scope_erlang_messages_lost (ScopeErlangReplay *self)
{
  scope_erlang_messages_finish (self);
  g_hash_table_remove_all (self->queues);
  self->n_pending = self->free_pending = 0;
}

void
scope_erlang_messages_init (ScopeErlangReplay *self)
{
  self->queues = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

void
scope_erlang_messages_free (ScopeErlangReplay *self)
{
  g_hash_table_unref (self->queues);
  g_free (self->pending);
}
