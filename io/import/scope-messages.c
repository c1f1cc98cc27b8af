/* scope-messages.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/import/scope-messages-private.h"

#include "io/import/scope-matched-rows.h"
#include "model/base/scope-fail.h"
#include "model/base/scope-sift.h"

#define MANY_ENDS 16384u /* are worth a thread */

/* Ends of one machine and direction, as they are read again. */
typedef struct
{
  ScopeMessageEnds *ends;
  guint32 machine;
  gboolean receives;
  gint64 offset;
  gint64 time;        /* of `end`, in trace time */
  ScopeSpooledEnd end;
  guint32 way;        /* its way, or none */
  guint32 *channels;  /* of each way */
} Stream;

ScopeMessages *
scope_messages_new (guint32 first, guint n_machines)
{
  ScopeMessages *self = g_new0 (ScopeMessages, 1);

  self->first = first;
  self->n_machines = n_machines;
  self->ends = g_new0 (ScopeMachineEnds, n_machines);
  self->nodes = g_ptr_array_new_with_free_func (g_free);
  g_mutex_init (&self->lock);
  for (guint i = 0; i < n_machines; i++)
    {
      self->ends[i].sends = scope_message_ends_new ();
      self->ends[i].receives = scope_message_ends_new ();
    }

  return self;
}

void
scope_messages_free (ScopeMessages *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_machines; i++)
    {
      scope_message_ends_free (self->ends[i].sends);
      scope_message_ends_free (self->ends[i].receives);
    }
  g_free (self->ends);
  g_ptr_array_unref (self->nodes);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static void
add_local (ScopeMessages *self, ScopeMachine *machine, const ScopeMessageEnd *end)
{
  const gint64 row[SCOPE_MESSAGE_N_COLUMNS]
      = { end->time,
          end->blind ? end->receive_time : end->time,
          end->tag,
          self->first + machine->index,
          scope_matcher_or_null (end->from_process),
          scope_matcher_or_null (end->from_port),
          self->first + machine->index,
          scope_matcher_or_null (end->to_process),
          scope_matcher_or_null (end->to_port),
          end->blind && end->size != SCOPE_SIZE_UNKNOWN ? end->size : SCOPE_TABLE_NULL,
          scope_message_call (end->digest) };

  if (end->blind && end->receive_time == SCOPE_TABLE_NULL)
    self->ends[machine->index].local_lost++;
  else
    self->ends[machine->index].local++;
  scope_table_add_lasting (machine->tables[SCOPE_TABLE_MESSAGES], row, MAX (row[0], row[1]), NULL);
}

/* Place of the node's name, + 1; 0: NULL. */
static guint32
find_node (ScopeMessages *self, const char *name)
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
      spooled.other_machine = find_node (self, end->node);
      spooled.tag = end->tag | SCOPE_END_BLIND;
      spooled.thread = end->digest;
    }
  scope_message_ends_add (end->received ? self->ends[machine->index].receives : self->ends[machine->index].sends, &spooled);
}

/* --- in order of time over all streams: a binary heap --- */

/* What is of one time comes machine by machine, sends first: so rows stand in one order however they were read. */
#define BEFORE(x, y) ((*(x))->time < (*(y))->time || ((*(x))->time == (*(y))->time && *(x) < *(y)))

static inline gboolean
next (Stream *stream)
{
  if (!scope_message_ends_next (stream->ends, &stream->end, &stream->way))
    return FALSE;
  stream->time = stream->end.time + stream->offset;
  return TRUE;
}

static ScopeEndAt
at_of (const Stream *stream)
{
  return (ScopeEndAt) { stream->machine, stream->receives, &stream->end };
}

/* Names that other nodes call processes by. */
static void
learn_names (ScopeMessages *self, ScopeMatcher *matcher, Stream *streams)
{
  for (guint received = 0; received < 2; received++)
    for (guint i = received; i < 2 * self->n_machines; i += 2)
      while (next (&streams[i]) && scope_end_is_blind (&streams[i].end))
        {
          ScopeEndAt at = at_of (&streams[i]);

          scope_matcher_learn (matcher, &at);
        }
}

/* The channel of each way, and of each end that has none. */
static void
count_channels (ScopeMessages *self, ScopeMatcher *matcher, Stream *streams)
{
  for (guint i = 0; i < 2 * self->n_machines; i++)
    {
      Stream *stream = &streams[i];
      guint32 n = scope_message_ends_n_ways (stream->ends);
      ScopeSpooledEnd end;
      ScopeEndAt at = { stream->machine, stream->receives, &end };

      stream->channels = g_new (guint32, n + 1u);
      for (guint32 way = 0; way < n; way++)
        {
          guint64 count = scope_message_ends_way (stream->ends, way, &end);

          stream->channels[way] = scope_matcher_count_way (matcher, &at, count);
        }
      while (scope_message_ends_any_apart (stream->ends) && next (stream))
        {
          at = at_of (stream);
          if (stream->way == SCOPE_WAY_NONE)
            scope_matcher_count (matcher, &at);
        }
      scope_message_ends_forget_ways (stream->ends);
    }
}

static gboolean
match_all (ScopeMessages *self, ScopeMatcher *matcher, Stream *streams, GCancellable *cancellable, GError **error)
{
  g_autofree Stream **heap = g_new (Stream *, 2u * self->n_machines + 1u);
  guint n = 0;
  guint64 done = 0;

  for (guint i = 0; i < 2 * self->n_machines; i++)
    if (next (&streams[i]))
      heap[n++] = &streams[i];
  SCOPE_MAKE_HEAP (heap, n, BEFORE);
  while (n > 0)
    {
      Stream *first = heap[0];
      ScopeEndAt at = at_of (first);

      if ((++done & 0xffff) == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (first->way != SCOPE_WAY_NONE)
        scope_matcher_match_in (matcher, first->channels[first->way], &at);
      else
        scope_matcher_match (matcher, &at);
      if (!next (first))
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
    if (!scope_message_ends_rewind (self->ends[i].sends, error) || !scope_message_ends_rewind (self->ends[i].receives, error))
      return FALSE;

  return TRUE;
}

static guint64
n_ends (ScopeMessages *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->n_machines; i++)
    n += scope_message_ends_n (self->ends[i].sends) + scope_message_ends_n (self->ends[i].receives);
  return n;
}

/* Whether any end is blind: what is not has no names to learn. */
static gboolean
any_apart (ScopeMessages *self)
{
  for (guint i = 0; i < self->n_machines; i++)
    if (scope_message_ends_any_apart (self->ends[i].sends) || scope_message_ends_any_apart (self->ends[i].receives))
      return TRUE;
  return FALSE;
}

/* Sums of what the machines have told. */
static void
add_counts (ScopeMessages *self, ScopeMessageCounts *counts)
{
  for (guint i = 0; i < self->n_machines; i++)
    {
      const ScopeMachineEnds *ends = &self->ends[i];

      counts->sent += scope_message_ends_n (ends->sends) + ends->local + ends->local_lost;
      counts->unmatched += ends->local_lost;
      counts->received += scope_message_ends_n (ends->receives) + ends->local;
    }
}

static gboolean
match (ScopeMessages *self, ScopeMatcher *matcher, Stream *streams, GCancellable *cancellable, GError **error)
{
  gboolean ok = rewind_all (self, error);

  if (ok && self->n_machines > 1 && any_apart (self))
    {
      learn_names (self, matcher, streams);
      ok = rewind_all (self, error);
    }
  if (ok)
    count_channels (self, matcher, streams);
  return ok && (!any_apart (self) || rewind_all (self, error)) && match_all (self, matcher, streams, cancellable, error);
}

gboolean
scope_messages_match (ScopeMessages *self, ScopeTrace *trace, GCancellable *cancellable,
                      ScopeMessageCounts *ret_counts, GError **error)
{
  g_autofree Stream *streams = g_new0 (Stream, 2u * self->n_machines + 1u);
  ScopeMatchedRows *rows = scope_matched_rows_new (trace, n_ends (self) > MANY_ENDS);
  g_autoptr (ScopeMatcher) matcher = scope_matcher_new (trace, self->nodes, scope_matched_rows_put, rows);
  gboolean ok;

  for (guint i = 0; i < self->n_machines; i++)
    {
      gint64 offset = scope_trace_machine (trace, i)->offset;

      streams[2 * i] = (Stream) { .ends = self->ends[i].sends, .machine = i, .offset = offset };
      streams[2 * i + 1] = (Stream) { .ends = self->ends[i].receives, .machine = i, .offset = offset, .receives = TRUE };
    }
  ok = match (self, matcher, streams, cancellable, error);
  ok = scope_matched_rows_end (rows, ok ? error : NULL) && ok;
  *ret_counts = *scope_matcher_counts (matcher);
  add_counts (self, ret_counts);
  for (guint i = 0; i < 2 * self->n_machines; i++)
    g_free (streams[i].channels);

  return ok;
}
