/* scope-eventlog-cursor.c: the events of one stream, from its bytes, in order of time.
 *
 * The runtime writes each stream in order but for small steps back (GC_END bears an earlier time than the
 * GC_STATS before it; Eden's CREATE_MACHINE the time of the start). A stable insertion into the events not
 * yet handed out puts them right. Payloads are not copied: they lie in the buffer until the next batch.
 *
 *     buffer:  | payloads held | handed out … held … | not yet decoded |   free   |
 *              0                                     pos               fill       capacity
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-private.h"

#include "model/base/scope-eventlog-events.h"

#define ROOM (68u * 1024) /* for the longest event */
#define GROW_BUDGET (32u << 20)
#define MAX_STEP_BACK                                                                                        \
  128u /* places an event is moved at most, so that hostile input costs no more than linear time */

ScopeEventlogCursor *
scope_eventlog_cursor_new (ScopeEventlog *log, guint processor, gsize capacity, guint max)
{
  ScopeEventlogCursor *cursor = g_new0 (ScopeEventlogCursor, 1);

  cursor->log = log;
  cursor->processor = (guint16)processor;
  cursor->stream = scope_eventlog_stream (processor);
  cursor->capacity = capacity;
  cursor->buffer = g_malloc0 (capacity + SCOPE_EVENTLOG_PAD);
  cursor->max = max;
  cursor->events = g_new (ScopeEvent, max + 2 * SCOPE_EVENTLOG_WINDOW);
  cursor->block = cursor->current = SCOPE_EVENTLOG_NO_BLOCK;
  cursor->handed = cursor->calm_time = G_MININT64;
  return cursor;
}

void
scope_eventlog_cursor_free (ScopeEventlogCursor *cursor)
{
  g_free (cursor->buffer);
  g_free (cursor->events);
  g_free (cursor);
}

/* Status numbers of GHC 7.8.2: MVarRead was put in at 8, and all from there on moved up by one. */
static guint
unshift_stop (guint status)
{
  if (status < 8)
    return status;
  return status == 8 ? SCOPE_STOP_MVAR_READ : status - 1;
}

static inline void
finish_stop (const ScopeEventlogHeader *header, ScopeEvent *event)
{
  if (header->shifted_stops)
    event->b = unshift_stop (event->b);
  if (event->b == SCOPE_STOP_BLACK_HOLE && event->size >= 10)
    event->c = scope_be32 (event->payload + 6);
}

/* Moves the newest event (index n) to behind the last one that is not later. */
static void
insert (ScopeEventlogCursor *cursor, guint n)
{
  ScopeEvent *events = cursor->events, event = events[n];
  guint lowest = MAX (cursor->floor, cursor->at), i = n;

  lowest = MAX (lowest, n > MAX_STEP_BACK ? n - MAX_STEP_BACK : 0);
  while (i > lowest && events[i - 1].time > event.time)
    i--;
  memmove (&events[i + 1], &events[i], (n - i) * sizeof *events);
  events[i] = event;
  if (G_UNLIKELY (event.time < cursor->calm_time))
    scope_eventlog_growing_reordered (cursor->log);
}

/* A payload shorter than eight bytes has nothing to say about the bytes behind it. */
static inline guint64
first_bytes (const guint8 *payload, guint size, gboolean variable)
{
  guint64 bytes = scope_be64 (payload);

  if (G_UNLIKELY (variable) && size < 8)
    bytes &= size == 0 ? 0 : ~(~(guint64)0 >> (8 * size));
  return bytes;
}

/* Where the next event begins. That waits for the number to be loaded, and then for its size, longer than all else about an event
 * takes; a branch is guessed, and the next event is begun meanwhile. (The compiler would make a sum of it again.) */
static inline const guint8 *
behind (const guint8 *p, guint size)
{
#define GUESS(n)                                                                                             \
  if (size == (n))                                                                                           \
    {                                                                                                        \
      p += 10 + (n);                                                                                         \
      __asm__ volatile ("" : "+r"(p));                                                                       \
      return p;                                                                                              \
    }
  GUESS (4)  /* a thread runs, or can */
  GUESS (10) /* it stops */
  GUESS (6)  /* it is woken */
#undef GUESS
  return p + 10 + size;
}

/* Decodes what nearly all events are: declared, of fixed size, no block marker. Nothing is looked for twice: *at and *n are
 * moved on as far as there is no doubt, and a careful look begins there. Returns the latest time. */
static gint64
run_plain (ScopeEventlogCursor *cursor, const guint8 **at, const guint8 *end, guint *ret_n, gint64 latest)
{
  const ScopeEventlogHeader *header = cursor->log->header;
  const ScopeEventlogType *types = header->types;
  const guint n_types = header->n_types;
  const guint64 time_limit = cursor->log->time_limit, place = cursor->delta - (guint64)(gsize)cursor->buffer;
  const guint16 processor = cursor->processor;
  const guint32 stream = cursor->stream;
  const guint8 *p = *at;
  ScopeEvent *event = &cursor->events[*ret_n], *full = &cursor->events[cursor->max];

  while (event < full && end - p >= 10 + SCOPE_TYPE_PLAIN_BYTES)
    {
      guint number = scope_be16 (p);
      const ScopeEventlogType *type = &types[number];
      guint64 time = scope_be64 (p + 2), bytes = scope_be64 (p + 10);

      if (G_UNLIKELY (number >= n_types || !(type->flags & SCOPE_TYPE_PLAIN) || time > time_limit))
        break;
      event->time = (gint64)time;
      event->offset = place + (guint64)(gsize)p;
      event->payload = p + 10;
      event->size = type->size;
      event->type = type->type;
      event->processor = processor;
      event->a = (guint32)(bytes >> type->a_shift) & type->a_mask;
      event->b = (guint32)(bytes >> type->b_shift) & type->b_mask;
      event->c = 0;
      event->stream = stream;
      if (type->flags & SCOPE_TYPE_STOP)
        finish_stop (header, event);
      p = behind (p, type->size);
      if (G_UNLIKELY ((gint64)time < latest))
        insert (cursor, (guint)(event - cursor->events));
      else
        latest = (gint64)time;
      event++;
    }
  *at = p;
  *ret_n = (guint)(event - cursor->events);
  return latest;
}

/* What is there of the event at p. SCOPE_RUN_FULL: all of it. */
static inline ScopeEventlogRun
look (const ScopeEventlogHeader *header, const guint8 *p, const guint8 *end, guint64 time_limit, const guint8 **ret_payload,
      guint *ret_size)
{
  const ScopeEventlogType *types = header->types, *type;
  const guint8 *payload = p + 10;
  const guint number = end - p >= 2 ? scope_be16 (p) : 0;
  guint size;

  /* A number tells more than that bytes are missing. */
  if (end - p >= 2 && (number >= header->n_types || !(types[number].flags & SCOPE_TYPE_DECLARED)))
    return SCOPE_RUN_UNDECLARED;
  if (G_UNLIKELY (end - p < 10))
    return p == end ? SCOPE_RUN_DONE : SCOPE_RUN_PARTIAL;
  type = &types[number];
  size = type->size;
  if (type->flags & SCOPE_TYPE_MARKER)
    return SCOPE_RUN_MARKER;
  if (type->flags & SCOPE_TYPE_VARIABLE)
    {
      if (end - p < 12)
        return SCOPE_RUN_PARTIAL;
      size = scope_be16 (payload);
      payload += 2;
    }
  if (G_UNLIKELY (size > (gsize)(end - payload)))
    return SCOPE_RUN_PARTIAL;
  if (G_UNLIKELY (scope_be64 (p + 2) > time_limit))
    return SCOPE_RUN_TIME;
  *ret_payload = payload;
  *ret_size = size;
  return SCOPE_RUN_FULL;
}

ScopeEventlogRun
scope_eventlog_cursor_run (ScopeEventlogCursor *cursor, gsize limit)
{
  const ScopeEventlogHeader *header = cursor->log->header;
  const guint64 time_limit = cursor->log->time_limit;
  const guint8 *base = cursor->buffer, *p = base + cursor->pos, *end = base + limit;
  guint n = cursor->n, max = cursor->max;
  gint64 latest = n > cursor->floor ? cursor->events[n - 1].time : G_MININT64;
  ScopeEventlogRun result = SCOPE_RUN_FULL;

  for (;;)
    {
      const ScopeEventlogType *type;
      const guint8 *payload;
      ScopeEvent *event;
      guint64 time, bytes;
      guint size;

      latest = run_plain (cursor, &p, end, &n, latest);
      if (n >= max || (result = look (header, p, end, time_limit, &payload, &size)) != SCOPE_RUN_FULL)
        break;
      type = &header->types[scope_be16 (p)];
      time = scope_be64 (p + 2);
      bytes = first_bytes (payload, size, (type->flags & SCOPE_TYPE_VARIABLE) != 0);
      event = &cursor->events[n];
      event->time = (gint64)time;
      event->offset = cursor->delta + (gsize)(p - base);
      event->payload = payload;
      event->size = size;
      event->type = type->type;
      event->processor = cursor->processor;
      event->a = (guint32)(bytes >> type->a_shift) & type->a_mask;
      event->b = (guint32)(bytes >> type->b_shift) & type->b_mask;
      event->c = 0;
      event->stream = cursor->stream;
      if (type->flags & SCOPE_TYPE_STOP)
        finish_stop (header, event);
      if (G_UNLIKELY (type->type == SCOPE_EV_USER_BINARY_MSG))
        scope_eventlog_check_stack (cursor->log, event);
      if (G_UNLIKELY ((gint64)time < latest))
        insert (cursor, n);
      else
        latest = (gint64)time;
      n++;
      p = payload + size;
    }
  if (n > cursor->n)
    scope_eventlog_saw_time (cursor->log, cursor->processor, latest);
  cursor->n = n;
  cursor->pos = (gsize)(p - base);
  return result;
}

gboolean
scope_eventlog_cursor_calm (ScopeEventlogCursor *cursor)
{
  guint ready = scope_eventlog_cursor_ready (cursor), n = cursor->n;

  while (n > ready && cursor->events[n - 1].time > cursor->events[cursor->n - 1].time - SCOPE_EVENTLOG_STEP_NS)
    n--;
  if (n == ready)
    return FALSE;
  cursor->calm = n;
  cursor->calm_time = MAX (cursor->calm_time, cursor->events[n - 1].time);
  return TRUE;
}

void
scope_eventlog_cursor_shift (ScopeEventlogCursor *cursor)
{
  guint at = cursor->at;

  if (at > 0)
    cursor->handed = MAX (cursor->handed, cursor->events[at - 1].time);
  if (at > 0)
    memmove (cursor->events, cursor->events + at, (cursor->n - at) * sizeof *cursor->events);
  cursor->n -= at;
  cursor->floor = cursor->floor > at ? cursor->floor - at : 0;
  cursor->calm = cursor->calm > at ? cursor->calm - at : 0;
  cursor->at = 0;
  cursor->drain = FALSE;
}

/* A larger buffer, for those rare logs whose events are tens of kilobytes long; within a budget for the whole
 * log. */
static gboolean
may_grow (ScopeEventlogCursor *cursor, gsize capacity)
{
  gsize more = capacity - cursor->capacity;

  if (more > GROW_BUDGET - cursor->log->grown)
    return FALSE;
  cursor->log->grown += more;
  return TRUE;
}

gboolean
scope_eventlog_cursor_compact (ScopeEventlogCursor *cursor)
{
  gsize held = 0, left = cursor->fill - cursor->pos, at = 0, capacity = cursor->capacity;
  guint8 *buffer;

  for (guint i = cursor->at; i < cursor->n; i++)
    held += cursor->events[i].size;
  if (held + left + ROOM > capacity && may_grow (cursor, held + left + 2 * ROOM))
    capacity = held + left + 2 * ROOM;
  else if (held > cursor->pos)
    return FALSE;

  /* payloads may lie in any order: they are collected aside */
  buffer = g_malloc (capacity > cursor->capacity ? capacity + SCOPE_EVENTLOG_PAD : held + 1);
  for (guint i = cursor->at; i < cursor->n; i++)
    {
      ScopeEvent *event = &cursor->events[i];

      if (event->size > 0)
        memcpy (buffer + at, event->payload, event->size);
      event->payload = (capacity > cursor->capacity ? buffer : cursor->buffer) + at;
      at += event->size;
    }
  if (capacity > cursor->capacity)
    {
      memcpy (buffer + held, cursor->buffer + cursor->pos, left);
      memset (buffer + capacity, 0, SCOPE_EVENTLOG_PAD);
      g_free (cursor->buffer);
      cursor->buffer = buffer;
      cursor->capacity = capacity;
    }
  else
    {
      memmove (cursor->buffer + held, cursor->buffer + cursor->pos, left);
      memcpy (cursor->buffer, buffer, held);
      g_free (buffer);
    }
  cursor->delta += cursor->pos - held;
  cursor->pos = held;
  cursor->fill = held + left;
  return TRUE;
}

/* --- order of time --- */

static gint64
latest_time (const ScopeEventlogCursor *cursor)
{
  const GArray *times = cursor->log->last_times;

  if (cursor->n > 0)
    return cursor->events[cursor->n - 1].time;

  return cursor->stream < times->len ? g_array_index (times, gint64, cursor->stream) : 0;
}

/* Among bytes that are lost may be what the stream's processor did next. */
static void
lose_from (ScopeEventlogCursor *cursor, guint64 at)
{
  if (at == 0 || cursor->lost_at != 0 || cursor->lost != 0 || cursor->processor == SCOPE_NO_PROCESSOR)
    return;
  cursor->lost_at = at;
  cursor->lost_from = latest_time (cursor);
}

/* Until the stream's next event, nothing is known of it. */
static void
lose_until (ScopeEventlogCursor *cursor, gint64 time)
{
  if (time > cursor->lost_from)
    scope_eventlog_damage (cursor->log, cursor->processor, cursor->lost_from, time, cursor->lost_at, 0,
                           "what it did next may stand in bytes that make no sense");
  cursor->lost_at = 0;
}

static gboolean
next_block (ScopeEventlogCursor *cursor)
{
  const ScopeEventlogBlock *block;

  if (cursor->block == SCOPE_EVENTLOG_NO_BLOCK && cursor->log->growing && cursor->current != SCOPE_EVENTLOG_NO_BLOCK)
    cursor->block = g_array_index (cursor->log->blocks, ScopeEventlogBlock, cursor->current).next;
  if (cursor->block == SCOPE_EVENTLOG_NO_BLOCK)
    return FALSE;
  cursor->current = cursor->block;
  block = &g_array_index (cursor->log->blocks, ScopeEventlogBlock, cursor->block);
  cursor->block = block->next;
  cursor->block_at = block->offset;
  cursor->block_end = block->offset + block->size;
  cursor->pos = cursor->fill;
  cursor->delta = cursor->block_at - cursor->fill;
  lose_from (cursor, block->lost_at);
  return TRUE;
}

/* Gives up the rest of the block. Until the stream's next event, nothing is known of it. */
static void
lose_block (ScopeEventlogCursor *cursor, const char *reason)
{
  ScopeEventlog *log = cursor->log;
  guint64 from = cursor->delta + cursor->pos;
  gint64 time = latest_time (cursor);
  guint before = log->base.damages->len;

  if (cursor->block_end > from)
    {
      scope_eventlog_damage (log, cursor->processor, time, MAX (log->base.facts.last_time, time), from,
                             cursor->block_end - from, "%s", reason);
      if (cursor->lost == 0 && log->base.damages->len > before)
        {
          cursor->lost = log->base.damages->len;
          scope_eventlog_set_lost (log, cursor->processor, MAX (time, 1));
        }
    }
  cursor->pos = cursor->fill;
  cursor->block_at = cursor->block_end;
}

/* Bytes of the log, as far as is known. */
static guint64
log_size (const ScopeEventlog *log)
{
  return log->growing ? scope_eventlog_growing_there (log) : (guint64)scope_source_size (log->base.source);
}

/* GHC 9.2 and later count the end mark as part of the last block. */
static gboolean
at_end_mark (ScopeEventlogCursor *cursor)
{
  if (cursor->fill - cursor->pos != 2 || cursor->block_at != cursor->block_end
      || cursor->block_end != log_size (cursor->log)
      || scope_be16 (cursor->buffer + cursor->pos) != SCOPE_EVENTLOG_END)
    return FALSE;
  cursor->log->base.facts.complete = TRUE;
  cursor->pos = cursor->fill;
  if (cursor->log->growing)
    scope_eventlog_growing_end_mark (cursor->log, cursor->block_end);
  return TRUE;
}

/* A growing log: there is nothing more of this stream now. What is held back goes out if nothing came for a moment. */
static gboolean
starved (ScopeEventlogCursor *cursor)
{
  const ScopeEventlog *log = cursor->log;

  if (!log->growing || scope_eventlog_growing_is_final (log))
    return FALSE;
  if (scope_eventlog_growing_is_calm (log))
    scope_eventlog_cursor_calm (cursor);
  return TRUE;
}

/* Reads on in the block; FALSE if the buffer has no room or there is nothing to be read. */
static gboolean
read_more (ScopeEventlogCursor *cursor)
{
  g_autoptr (GError) error = NULL;
  gsize want;
  gssize got;

  if (cursor->block_at == cursor->block_end)
    return FALSE;
  if (cursor->fill == cursor->capacity && cursor->n - cursor->at <= 2 * SCOPE_EVENTLOG_WINDOW)
    scope_eventlog_cursor_compact (cursor);
  want = (gsize)MIN (cursor->block_end - cursor->block_at, (guint64)(cursor->capacity - cursor->fill));
  if (cursor->log->growing)
    {
      guint64 there = log_size (cursor->log);

      if (there <= cursor->block_at && starved (cursor))
        return FALSE;
      want = (gsize)MIN (want, there > cursor->block_at ? there - cursor->block_at : want);
    }
  if (want == 0)
    {
      /* what is held back fills the buffer: it must go */
      cursor->drain = cursor->n - cursor->at <= 2 * SCOPE_EVENTLOG_WINDOW;
      return FALSE;
    }
  got = scope_source_pread (cursor->log->base.source, cursor->buffer + cursor->fill, want, cursor->block_at,
                            &error);
  if (got <= 0)
    {
      cursor->log->base.facts.complete = FALSE;
      lose_block (cursor, error ? scope_eventlog_reason (cursor->log, error)
                                : "the file has become shorter while it was read");
      return TRUE;
    }
  cursor->fill += (gsize)got;
  cursor->block_at += (guint64)got;
  return TRUE;
}

/* An event that cannot be true is passed over. */
static void
drop_event (ScopeEventlogCursor *cursor)
{
  gsize size = scope_eventlog_event_size (cursor->log->header, cursor->buffer + cursor->pos,
                                          cursor->fill - cursor->pos);
  gint64 time = latest_time (cursor);

  scope_eventlog_damage (cursor->log, cursor->processor, time, time, cursor->delta + cursor->pos, size,
                         "an event has an impossible time");
  cursor->pos += size;
}

/* An event came after what was lost: there the loss ends. */
static void
end_loss (ScopeEventlogCursor *cursor, guint n_before)
{
  ScopeDamage *damage = &g_array_index (cursor->log->base.damages, ScopeDamage, cursor->lost - 1);

  damage->to = MAX (damage->from, cursor->events[n_before].time);
  cursor->lost = 0;
  scope_eventlog_set_lost (cursor->log, cursor->processor, 0);
}

static void
lose_end (ScopeEventlogCursor *cursor)
{
  lose_from (cursor, cursor->lost_end);
  if (cursor->lost_at == 0)
    return;
  scope_eventlog_set_lost (cursor->log, cursor->processor, MAX (cursor->lost_from, 1));
  lose_until (cursor, MAX (cursor->log->base.facts.last_time, cursor->lost_from + 1));
}

void
scope_eventlog_cursor_refill (ScopeEventlogCursor *cursor)
{
  ScopeEventlogRun why;
  guint n_before;
  gsize pos_before;

  scope_eventlog_cursor_shift (cursor);
  while (!cursor->ended && cursor->n < cursor->max)
    {
      if (cursor->pos == cursor->fill && cursor->block_at == cursor->block_end)
        {
          if (next_block (cursor))
            continue;
          if (starved (cursor))
            return;
          lose_end (cursor);
          cursor->ended = TRUE;
          continue;
        }
      n_before = cursor->n;
      pos_before = cursor->pos;
      why = scope_eventlog_cursor_run (cursor, cursor->fill);
      if (G_UNLIKELY (cursor->log->growing != NULL))
        scope_eventlog_growing_decoded (cursor->log, cursor->pos - pos_before);
      if (G_UNLIKELY (cursor->lost != 0) && cursor->n > n_before)
        end_loss (cursor, n_before);
      if (G_UNLIKELY (cursor->lost_at != 0) && cursor->n > n_before)
        lose_until (cursor, cursor->events[n_before].time);
      switch (why)
        {
        case SCOPE_RUN_FULL:
          return;
        case SCOPE_RUN_DONE:
          if (cursor->block_at < cursor->block_end && !read_more (cursor))
            return;
          break;
        case SCOPE_RUN_PARTIAL:
          if (cursor->block_at == cursor->block_end)
            lose_block (cursor, "an event is cut off at the end of its block");
          else if (!read_more (cursor))
            return;
          break;
        case SCOPE_RUN_MARKER:
          lose_block (cursor, "a block lies inside another one");
          break;
        case SCOPE_RUN_UNDECLARED:
          if (!at_end_mark (cursor))
            lose_block (
                cursor,
                "an event has a type that the header does not declare; the rest of its block is lost");
          break;
        case SCOPE_RUN_TIME:
          drop_event (cursor);
          break;
        }
    }
}
