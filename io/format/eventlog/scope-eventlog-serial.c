/* scope-eventlog-serial.c: a log in the order of its bytes: Eden's logs, which may come out of a deflated
 * member and then cannot be sought in, and logs of so many blocks that no list of them can be kept.
 *
 * Eden has two streams, capability 0 and the global one, in turns of 2 MiB. The last events of a turn are
 * held until the stream's next turn, as an event there may belong before them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-private.h"

#include "model/base/scope-eventlog-events.h"

#define BUFFER_BYTES (96u * 1024) /* there may be a hundred such logs open at once */
#define BATCH 2048u
#define MAX_BLOCK (16u << 20) /* runtimes write blocks of 2 MiB */
#define MAX_TAIL (1u << 20)   /* bytes looked at behind the end mark */

/* Events of a stream whose turn is over. */
typedef struct
{
  ScopeEvent events[SCOPE_EVENTLOG_WINDOW];
  guint n;
  guint8 *bytes; /* their payloads */
} Hold;

struct _ScopeEventlogSerial
{
  ScopeEventlog *log;
  ScopeEventlogCursor *cursor;
  gboolean in_block;
  guint64 block_end;  /* place in the log; G_MAXUINT64 if not known */
  guint64 skip_to;    /* bytes before this place are passed over */
  gboolean searching; /* for the next marker */
  guint64 search_from;
  guint64 end_mark;   /* place behind an end mark at the end of a block */
  guint64 read_at;    /* where the next bytes come from */
  Hold holds[2];      /* of the global stream and of processor 0 */
  gboolean starved;   /* growing: there are no more bytes now */
  gboolean drained;   /* in this turn, events were handed out that a finished log would have held … */
  guint since;        /* … and so many events have come since */
  GPtrArray *garbage; /* payloads that only handed out events may still use */
};

ScopeEventlogSerial *
scope_eventlog_serial_new (ScopeEventlog *log, GByteArray *head)
{
  ScopeEventlogSerial *serial = g_new0 (ScopeEventlogSerial, 1);

  serial->log = log;
  serial->cursor = scope_eventlog_cursor_new (log, SCOPE_NO_PROCESSOR, MAX (BUFFER_BYTES, head->len), BATCH);
  memcpy (serial->cursor->buffer, head->data, head->len);
  serial->cursor->fill = head->len;
  serial->cursor->pos = log->header->bytes;
  serial->read_at = head->len;
  serial->block_end = G_MAXUINT64;
  serial->garbage = g_ptr_array_new_with_free_func (g_free);
  g_byte_array_unref (head);
  return serial;
}

void
scope_eventlog_serial_free (ScopeEventlogSerial *serial)
{
  if (!serial)
    return;
  scope_eventlog_cursor_free (serial->cursor);
  for (guint i = 0; i < G_N_ELEMENTS (serial->holds); i++)
    g_free (serial->holds[i].bytes);
  g_ptr_array_unref (serial->garbage);
  g_free (serial);
}

/* --- turns --- */

static Hold *
hold_of (ScopeEventlogSerial *serial, guint processor)
{
  guint stream = scope_eventlog_stream (processor);

  return stream < G_N_ELEMENTS (serial->holds) ? &serial->holds[stream] : NULL;
}

/* Takes the last events of the turn that ends out of the batch. */
static void
put_aside (ScopeEventlogSerial *serial)
{
  ScopeEventlogCursor *cursor = serial->cursor;
  Hold *hold = hold_of (serial, cursor->processor);
  guint first = MAX (cursor->at, cursor->floor);
  gsize bytes = 0, at = 0;

  if (serial->drained && serial->since < SCOPE_EVENTLOG_WINDOW)
    scope_eventlog_growing_reordered (serial->log);
  serial->drained = FALSE;
  cursor->calm_time = G_MININT64;
  if (!hold || hold->n > 0 || cursor->n == first)
    return;
  if (cursor->n - first > SCOPE_EVENTLOG_WINDOW)
    first = cursor->n - SCOPE_EVENTLOG_WINDOW;
  hold->n = cursor->n - first;
  memcpy (hold->events, cursor->events + first, hold->n * sizeof *hold->events);
  for (guint i = 0; i < hold->n; i++)
    bytes += hold->events[i].size;
  hold->bytes = g_malloc (bytes + 1);
  for (guint i = 0; i < hold->n; i++)
    {
      if (hold->events[i].size > 0)
        memcpy (hold->bytes + at, hold->events[i].payload, hold->events[i].size);
      hold->events[i].payload = hold->bytes + at;
      at += hold->events[i].size;
    }
  cursor->n = first;
}

static void
take_back (ScopeEventlogSerial *serial, Hold *hold)
{
  ScopeEventlogCursor *cursor = serial->cursor;

  cursor->floor = cursor->n;
  if (!hold || hold->n == 0)
    return;
  memcpy (cursor->events + cursor->n, hold->events, hold->n * sizeof *hold->events);
  cursor->n += hold->n;
  hold->n = 0;
  g_ptr_array_add (serial->garbage, g_steal_pointer (&hold->bytes));
}

static void
set_processor (ScopeEventlogSerial *serial, guint processor)
{
  ScopeEventlogCursor *cursor = serial->cursor;

  if (cursor->processor == processor)
    return;
  put_aside (serial);
  cursor->processor = (guint16)processor;
  cursor->stream = scope_eventlog_stream (processor);
  take_back (serial, hold_of (serial, processor));
}

static void
finish (ScopeEventlogSerial *serial)
{
  for (guint i = 0; i < G_N_ELEMENTS (serial->holds); i++)
    if (serial->holds[i].n > 0)
      take_back (serial, &serial->holds[i]);
  serial->cursor->ended = TRUE;
}

/* --- bytes --- */

static guint64
place (const ScopeEventlogSerial *serial)
{
  return serial->cursor->delta + serial->cursor->pos;
}

static void
damage (ScopeEventlogSerial *serial, guint64 from, guint64 bytes, const char *reason)
{
  const ScopeEventlogCursor *cursor = serial->cursor;
  gint64 time = cursor->n > 0 ? cursor->events[cursor->n - 1].time : 0;

  scope_eventlog_damage (serial->log, cursor->processor, time, time, from, bytes, "%s", reason);
}

static gssize
read_bytes (ScopeEventlogSerial *serial, guint8 *data, gsize n, GError **error)
{
  gssize got;

  if (serial->log->growing)
    {
      guint64 there = scope_eventlog_growing_there (serial->log);

      n = (gsize)MIN (n, there > serial->read_at ? there - serial->read_at : 0);
      if (n == 0)
        return 0;
    }
  if (scope_source_is_seekable (serial->log->base.source))
    got = scope_source_pread (serial->log->base.source, data, n, serial->read_at, error);
  else
    got = scope_source_read (serial->log->base.source, data, n, error);
  if (got > 0)
    serial->read_at += (guint64)got;
  return got;
}

/* The bytes are at an end. */
static void
at_end (ScopeEventlogSerial *serial, const GError *error)
{
  ScopeEventlogCursor *cursor = serial->cursor;
  guint64 left = cursor->fill - cursor->pos;

  if (serial->end_mark > 0 && serial->end_mark == serial->read_at)
    serial->log->base.facts.complete = TRUE;
  if (serial->searching)
    damage (serial, serial->search_from, serial->read_at - serial->search_from,
            "bytes that are neither a block nor an event");
  if (error)
    damage (serial, place (serial), left, scope_eventlog_reason (serial->log, error));
  else if (serial->in_block && serial->block_end != G_MAXUINT64 && serial->block_end > serial->read_at)
    {
      g_autofree char *reason
          = g_strdup_printf ("the file ends inside a block: %" G_GUINT64_FORMAT " bytes of it are missing",
                             serial->block_end - serial->read_at);

      damage (serial, place (serial), left, reason);
    }
  else if (left > 0 && !serial->searching)
    damage (serial, place (serial), left, "the file ends inside an event");
  cursor->pos = cursor->fill;
  finish (serial);
}

/* A growing log has no more bytes now. What is held back goes out if none came for a moment. */
static void
starve (ScopeEventlogSerial *serial)
{
  ScopeEventlogCursor *cursor = serial->cursor;

  serial->starved = TRUE;
  if (!scope_eventlog_growing_is_calm (serial->log) || !scope_eventlog_cursor_calm (cursor))
    return;
  serial->drained = TRUE;
  serial->since = 0;
}

/* FALSE if the batch must be handed out first. */
static gboolean
read_more (ScopeEventlogSerial *serial)
{
  ScopeEventlogCursor *cursor = serial->cursor;
  g_autoptr (GError) error = NULL;
  gssize got;

  if (serial->log->growing && !scope_eventlog_growing_is_final (serial->log)
      && serial->read_at >= scope_eventlog_growing_there (serial->log))
    {
      starve (serial);
      return FALSE;
    }

  if (cursor->fill == cursor->capacity)
    {
      if (cursor->n - cursor->at > 4 * SCOPE_EVENTLOG_WINDOW)
        return FALSE;
      scope_eventlog_cursor_compact (cursor);
      if (cursor->fill == cursor->capacity)
        {
          cursor->drain = TRUE;
          return FALSE;
        }
    }
  got = read_bytes (serial, cursor->buffer + cursor->fill, cursor->capacity - cursor->fill, &error);
  if (got <= 0)
    at_end (serial, error);
  else
    cursor->fill += (gsize)got;
  return TRUE;
}

/* Behind the end mark nothing should follow; reading on also lets an archive check its sums. */
static void
after_end (ScopeEventlogSerial *serial)
{
  ScopeEventlogCursor *cursor = serial->cursor;
  g_autofree guint8 *bytes = g_malloc (BUFFER_BYTES);
  g_autoptr (GError) error = NULL;
  guint64 from = place (serial) + 2, behind = cursor->fill - cursor->pos - 2;
  gssize got = 1;

  serial->log->base.facts.complete = TRUE;
  if (serial->log->growing)
    scope_eventlog_growing_end_mark (serial->log, from);
  while (behind < MAX_TAIL && (got = read_bytes (serial, bytes, BUFFER_BYTES, &error)) > 0)
    behind += (guint64)got;
  if (behind > 0)
    damage (serial, from, behind, "something else follows the end of the log; it is not read");
  if (error)
    damage (serial, from, 0, scope_eventlog_reason (serial->log, error));
  cursor->pos = cursor->fill;
  finish (serial);
}

/* --- events and blocks --- */

static void
end_block (ScopeEventlogSerial *serial)
{
  serial->in_block = FALSE;
  serial->block_end = G_MAXUINT64;
}

static void
start_search (ScopeEventlogSerial *serial)
{
  end_block (serial);
  serial->searching = TRUE;
  serial->search_from = place (serial);
}

/* TRUE if what the block says of its end can be relied upon to find the next one. */
static gboolean
credible_end (const ScopeEventlogSerial *serial)
{
  gint64 size = scope_source_size (serial->log->base.source);

  return serial->block_end - place (serial) <= MAX_BLOCK && (size < 0 || serial->block_end <= (guint64)size);
}

/* A block marker comes next. FALSE if more bytes are needed for it. */
static gboolean
begin_block (ScopeEventlogSerial *serial)
{
  ScopeEventlogCursor *cursor = serial->cursor;
  guint8 marker[SCOPE_EVENTLOG_MARKER];
  guint64 start = place (serial);
  guint32 size;

  if (cursor->fill - cursor->pos < SCOPE_EVENTLOG_MARKER)
    return FALSE;
  memcpy (marker, cursor->buffer + cursor->pos, sizeof marker);
  size = scope_be32 (marker + 10);
  if (serial->in_block && serial->block_end != G_MAXUINT64 && start < serial->block_end)
    damage (serial, start, 0, "a block begins before the end of the one before it");
  if (!scope_eventlog_plausible_marker (serial->log->header, marker))
    {
      memcpy (marker + 10, "\0\0\0\30", 4);
      if (!scope_eventlog_plausible_marker (serial->log->header, marker))
        {
          start_search (serial);
          cursor->pos++;
          return TRUE;
        }
      damage (serial, start, 0, "a block has an impossible size; it is read up to the next one");
      size = 0;
    }
  scope_eventlog_saw_block (serial->log, cursor->buffer + cursor->pos, cursor->fill - cursor->pos);
  set_processor (serial, scope_be16 (marker + 22));
  serial->in_block = TRUE;
  serial->block_end = size > 0 ? start + size : G_MAXUINT64;
  cursor->pos += SCOPE_EVENTLOG_MARKER;
  return TRUE;
}

/* Neither an event nor a block. FALSE if more bytes are needed to tell. */
static gboolean
undeclared (ScopeEventlogSerial *serial)
{
  ScopeEventlogCursor *cursor = serial->cursor;
  gboolean bounded = serial->in_block && serial->block_end != G_MAXUINT64;

  if (scope_be16 (cursor->buffer + cursor->pos) == SCOPE_EVENTLOG_END && !bounded)
    {
      after_end (serial);
      return TRUE;
    }
  /* GHC 9.2 and later count the end mark as part of the last block */
  if (scope_be16 (cursor->buffer + cursor->pos) == SCOPE_EVENTLOG_END
      && place (serial) + 2 == serial->block_end)
    {
      cursor->pos += 2;
      serial->end_mark = place (serial);
      end_block (serial);
      return TRUE;
    }
  if (bounded && credible_end (serial))
    {
      damage (serial, place (serial), serial->block_end - place (serial),
              "an event has a type that the header does not declare; the rest of its block is lost");
      serial->skip_to = serial->block_end;
      end_block (serial);
      return TRUE;
    }
  start_search (serial);
  return TRUE;
}

/* Looks for the next marker. FALSE if more bytes are needed. */
static gboolean
search (ScopeEventlogSerial *serial)
{
  ScopeEventlogCursor *cursor = serial->cursor;

  for (; cursor->fill - cursor->pos >= SCOPE_EVENTLOG_MARKER; cursor->pos++)
    if (scope_eventlog_plausible_marker (serial->log->header, cursor->buffer + cursor->pos))
      {
        serial->searching = FALSE;
        damage (serial, serial->search_from, place (serial) - serial->search_from,
                "bytes that are neither a block nor an event");
        return TRUE;
      }
  return FALSE;
}

static gboolean
skip (ScopeEventlogSerial *serial)
{
  ScopeEventlogCursor *cursor = serial->cursor;
  guint64 want = serial->skip_to - place (serial);
  gsize step = (gsize)MIN (want, (guint64)(cursor->fill - cursor->pos));

  cursor->pos += step;
  return place (serial) >= serial->skip_to;
}

static void
drop_event (ScopeEventlogSerial *serial)
{
  ScopeEventlogCursor *cursor = serial->cursor;
  gsize size = scope_eventlog_event_size (serial->log->header, cursor->buffer + cursor->pos,
                                          cursor->fill - cursor->pos);

  damage (serial, place (serial), size, "an event has an impossible time");
  cursor->pos += size;
}

/* TRUE if an event outside of blocks comes next. */
static gboolean
loose_event (const ScopeEventlogCursor *cursor)
{
  guint number;

  if (cursor->fill - cursor->pos < 2)
    return FALSE;
  number = scope_be16 (cursor->buffer + cursor->pos);
  return number != SCOPE_EV_BLOCK_MARKER && number != SCOPE_EVENTLOG_END;
}

/* Decodes what is in the buffer. FALSE if more bytes are needed. */
static gboolean
decode (ScopeEventlogSerial *serial)
{
  ScopeEventlogCursor *cursor = serial->cursor;
  gsize limit = cursor->fill;
  gboolean whole = FALSE;
  guint n_before = cursor->n;
  ScopeEventlogRun why;

  if (place (serial) < serial->skip_to)
    return skip (serial);
  if (serial->searching)
    return search (serial);
  if (!serial->in_block && loose_event (cursor))
    set_processor (serial, SCOPE_NO_PROCESSOR);
  if (serial->in_block && serial->block_end != G_MAXUINT64 && serial->block_end - cursor->delta <= limit)
    {
      limit = (gsize)(serial->block_end - cursor->delta);
      whole = TRUE;
    }
  why = scope_eventlog_cursor_run (cursor, limit);
  serial->since += cursor->n - n_before;
  switch (why)
    {
    case SCOPE_RUN_FULL:
      return TRUE;
    case SCOPE_RUN_DONE:
      if (!whole)
        return FALSE;
      end_block (serial);
      return TRUE;
    case SCOPE_RUN_PARTIAL:
      if (!whole)
        return FALSE;
      damage (serial, place (serial), 0, "an event crosses the end of its block");
      serial->block_end = G_MAXUINT64;
      return TRUE;
    case SCOPE_RUN_MARKER:
      return begin_block (serial);
    case SCOPE_RUN_UNDECLARED:
      return undeclared (serial);
    case SCOPE_RUN_TIME:
      drop_event (serial);
      return TRUE;
    }
  return FALSE;
}

guint64
scope_eventlog_serial_place (const ScopeEventlogSerial *serial)
{
  return place (serial);
}

gsize
scope_eventlog_serial_next (ScopeEventlogSerial *serial, const ScopeEvent **ret_events)
{
  ScopeEventlogCursor *cursor = serial->cursor;
  guint ready;

  serial->starved = FALSE;
  scope_eventlog_cursor_shift (cursor);
  if (serial->garbage->len > 0)
    {
      /* what is still held may lie there */
      if (scope_eventlog_cursor_compact (cursor))
        g_ptr_array_set_size (serial->garbage, 0);
    }
  do
    {
      while (!cursor->ended && cursor->n < cursor->max)
        if (!decode (serial) && !cursor->ended && !read_more (serial))
          break;
      ready = scope_eventlog_cursor_ready (cursor);
    }
  while (ready == 0 && !cursor->ended && !serial->starved);
  cursor->at = ready;
  *ret_events = cursor->events;
  return ready;
}
