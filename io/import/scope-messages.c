/* scope-messages.c: see the header. SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/import/scope-messages-private.h"

#include "model/base/scope-fail.h"
#include "model/base/scope-sift.h"

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
  g_mutex_init (&self->lock);
  for (guint i = 0; i < n_machines; i++)
    {
      self->ends[i].sends = scope_spool_new (sizeof (ScopeSpooledEnd));
      self->ends[i].receives = scope_spool_new (sizeof (ScopeSpooledEnd));
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
      scope_spool_free (self->ends[i].sends);
      scope_spool_free (self->ends[i].receives);
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
  scope_spool_add (end->received ? self->ends[machine->index].receives : self->ends[machine->index].sends, &spooled);
}

/* --- in order of time over all streams: a binary heap --- */

static inline gint64
stream_time (const Stream *stream)
{
  return stream->end->time + stream->offset;
}

/* What is of one time comes machine by machine, sends first: so rows stand in one order however they were read. */
#define BEFORE(x, y) (stream_time (*(x)) < stream_time (*(y)) || (stream_time (*(x)) == stream_time (*(y)) && *(x) < *(y)))

static ScopeEndAt
at_of (const Stream *stream)
{
  return (ScopeEndAt) { stream->machine->index, stream->receives, stream->end };
}

/* Names that other nodes call processes by. */
static void
learn_names (ScopeMessages *self, ScopeMatcher *matcher, Stream *streams)
{
  for (guint received = 0; received < 2; received++)
    for (guint i = received; i < 2 * self->n_machines; i += 2)
      while ((streams[i].end = scope_spool_next (streams[i].spool)) != NULL && scope_end_is_blind (streams[i].end))
        {
          ScopeEndAt at = at_of (&streams[i]);

          scope_matcher_learn (matcher, &at);
        }
}

static void
count_channels (ScopeMessages *self, ScopeMatcher *matcher, Stream *streams)
{
  for (guint i = 0; i < 2 * self->n_machines; i++)
    while ((streams[i].end = scope_spool_next (streams[i].spool)) != NULL)
      {
        ScopeEndAt at = at_of (&streams[i]);

        scope_matcher_count (matcher, &at);
      }
}

static gboolean
match_all (ScopeMessages *self, ScopeMatcher *matcher, Stream *streams, GCancellable *cancellable, GError **error)
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
      ScopeEndAt at = at_of (heap[0]);

      if ((++done & 0xffff) == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      scope_matcher_match (matcher, &at);
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

typedef struct
{
  ScopeTrace *trace;
  GError *error;
} Rows;

static void
put_row (gpointer data, guint32 machine, ScopeTableKind kind, const gint64 *row, gint64 until)
{
  Rows *rows = data;

  scope_table_add_lasting (scope_trace_machine (rows->trace, machine)->tables[kind], row, until, rows->error == NULL ? &rows->error : NULL);
}

/* Sums of what the machines have told. */
static void
add_counts (ScopeMessages *self, ScopeMessageCounts *counts)
{
  for (guint i = 0; i < self->n_machines; i++)
    {
      const ScopeMachineEnds *ends = &self->ends[i];

      counts->sent += scope_spool_n_records (ends->sends) + ends->local + ends->local_lost;
      counts->unmatched += ends->local_lost;
      counts->received += scope_spool_n_records (ends->receives) + ends->local;
    }
}

gboolean
scope_messages_match (ScopeMessages *self, ScopeTrace *trace, GCancellable *cancellable,
                      ScopeMessageCounts *ret_counts, GError **error)
{
  g_autofree Stream *streams = g_new0 (Stream, 2u * self->n_machines + 1u);
  Rows rows = { trace, NULL };
  g_autoptr (ScopeMatcher) matcher = scope_matcher_new (trace, self->nodes, put_row, &rows);
  gboolean ok;

  for (guint i = 0; i < self->n_machines; i++)
    {
      ScopeMachine *machine = scope_trace_machine (trace, i);

      streams[2 * i] = (Stream) { self->ends[i].sends, machine, machine->offset, NULL, FALSE };
      streams[2 * i + 1] = (Stream) { self->ends[i].receives, machine, machine->offset, NULL, TRUE };
    }
  ok = rewind_all (self, error);
  if (ok && self->n_machines > 1)
    {
      learn_names (self, matcher, streams);
      ok = rewind_all (self, error);
    }
  if (ok)
    count_channels (self, matcher, streams);
  ok = ok && rewind_all (self, error) && match_all (self, matcher, streams, cancellable, error);
  *ret_counts = *scope_matcher_counts (matcher);
  add_counts (self, ret_counts);
  if (ok && rows.error != NULL)
    return scope_passed (rows.error, error);
  g_clear_error (&rows.error);

  return ok;
}
