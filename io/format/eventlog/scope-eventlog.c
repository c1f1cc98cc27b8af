/* scope-eventlog.c: the decoder for logs of GHC, Eden and Mercury: its notes of damage, and how its streams are
 * merged. How a log is opened stands in scope-eventlog-open.c.
 *
 * The merge gives the same order as a stable sort of the whole file by time: a heap of the streams' cursors,
 * by the time and place of their next events. A batch ends when one of them has to read on, so that every
 * payload of the batch stays where it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-private.h"

#include "model/base/scope-entity.h"
#include "model/base/scope-eventlog-events.h"

#define MAX_DAMAGES 1000u

/* --- notes --- */

void
scope_eventlog_damage (ScopeEventlog *log,
                       guint processor,
                       gint64 from,
                       gint64 to,
                       guint64 from_byte,
                       guint64 bytes,
                       const char *format,
                       ...)
{
  GArray *damages = log->base.damages;
  ScopeDamage damage = { (guint16)processor, from, to, from_byte, bytes, NULL };
  va_list args;

  if (damages->len >= MAX_DAMAGES)
    {
      ScopeDamage *last = &g_array_index (damages, ScopeDamage, damages->len - 1);

      log->n_cut++;
      last->bytes += bytes;
      last->to = MAX (last->to, to);
      if ((log->n_cut & (log->n_cut - 1)) == 0) /* not each time */
        {
          g_free (last->reason);
          last->reason = g_strdup_printf ("at least %u more damaged places", log->n_cut);
        }
      return;
    }
  va_start (args, format);
  damage.reason = g_strdup_vprintf (format, args);
  va_end (args);
  g_array_append_val (damages, damage);
}

const char *
scope_eventlog_reason (ScopeEventlog *log, const GError *error)
{
  const char *name = scope_source_name (log->source);
  gsize n = name ? strlen (name) : 0;

  if (n > 0 && strncmp (error->message, name, n) == 0 && g_str_has_prefix (error->message + n, ": "))
    return error->message + n + 2;
  return error->message;
}

/* The processor's place in last_times or lost_since. */
static gint64 *
time_of_stream (GArray *times, guint processor)
{
  guint stream = scope_eventlog_stream (processor);

  if (times->len <= stream)
    g_array_set_size (times, stream + 1);
  return &g_array_index (times, gint64, stream);
}

void
scope_eventlog_saw_time (ScopeEventlog *log, guint processor, gint64 time)
{
  gint64 *last = time_of_stream (log->last_times, processor);

  *last = MAX (*last, time);
}

void
scope_eventlog_set_lost (ScopeEventlog *log, guint processor, gint64 since)
{
  *time_of_stream (log->lost_since, processor) = since;
}

void
scope_eventlog_saw_block (ScopeEventlog *log, guint processor, guint64 end_time)
{
  if (!(end_time >> SCOPE_EVENTLOG_TIME_BITS))
    log->facts.last_time = MAX (log->facts.last_time, (gint64)end_time);
  if (processor != SCOPE_NO_PROCESSOR)
    log->facts.n_processors = MAX (log->facts.n_processors, processor + 1);
}

guint64
scope_eventlog_time_limit (const ScopeEventlog *log)
{
  guint64 end = (guint64)log->facts.last_time;

  return end > 0 ? MIN (log->time_limit, end * 8 + 10 * (guint64)G_USEC_PER_SEC * 1000) : log->time_limit;
}

/* --- merging --- */

static inline const ScopeEvent *
front (const ScopeEventlogCursor *cursor)
{
  return &cursor->events[cursor->at];
}

static inline ScopeEventlogHead
head (ScopeEventlogCursor *cursor)
{
  const ScopeEvent *event = front (cursor);

  return (ScopeEventlogHead){ event->time, event->offset, cursor };
}

static inline gboolean
earlier (gint64 time, guint64 offset, const ScopeEventlogHead *than)
{
  return time != than->time ? time < than->time : offset < than->offset;
}

static void
sift_down (ScopeEventlogHead *heap, guint n, guint i)
{
  const ScopeEventlogHead moved = heap[i];

  for (guint child = 2 * i + 1; child < n; child = 2 * i + 1)
    {
      if (child + 1 < n && earlier (heap[child + 1].time, heap[child + 1].offset, &heap[child]))
        child++;
      if (!earlier (heap[child].time, heap[child].offset, &moved))
        break;
      heap[i] = heap[child];
      i = child;
    }
  heap[i] = moved;
}

/* Those that have events to hand out. */
static guint
fill_heap (ScopeEventlog *log)
{
  guint n = 0;

  for (guint i = 0; i < log->cursors->len; i++)
    {
      ScopeEventlogCursor *cursor = log->cursors->pdata[i];

      if (!cursor->ended && cursor->at >= scope_eventlog_cursor_ready (cursor))
        scope_eventlog_cursor_refill (cursor);
      if (cursor->at < scope_eventlog_cursor_ready (cursor))
        log->heap[n++] = head (cursor);
    }
  for (guint i = n / 2; i-- > 0;)
    sift_down (log->heap, n, i);
  return n;
}

/* Hands out the first cursor's events as long as they are earlier than all others'. */
static guint
take_run (ScopeEventlogCursor *cursor, guint ready, const ScopeEventlogHead *limit, ScopeEvent *out, guint room)
{
  guint most = MIN (ready - cursor->at, room), n = 0;
  const ScopeEvent *from = front (cursor);

  if (!limit)
    {
      memcpy (out, from, most * sizeof *out);
      n = most;
    }
  else
    for (; n < most && earlier (from[n].time, from[n].offset, limit); n++)
      out[n] = from[n];
  cursor->at += n;
  return n;
}

/* `until`: what is not earlier is not handed out; NULL: all is. */
static gsize
merge (ScopeEventlog *log, guint n_heap, const ScopeEventlogHead *until)
{
  ScopeEventlogHead *heap = log->heap;
  guint n = 0;

  while (n_heap > 0 && n < SCOPE_EVENTLOG_BATCH)
    {
      ScopeEventlogCursor *first = heap[0].cursor;
      guint ready = scope_eventlog_cursor_ready (first);
      const ScopeEventlogHead *limit = until;

      if (until && !earlier (heap[0].time, heap[0].offset, until))
        break;
      if (n_heap > 1 && (!limit || earlier (heap[1].time, heap[1].offset, limit)))
        limit = &heap[1];
      if (n_heap > 2 && earlier (heap[2].time, heap[2].offset, limit))
        limit = &heap[2];
      n += take_run (first, ready, limit, log->out + n, SCOPE_EVENTLOG_BATCH - n);
      if (first->at < ready)
        heap[0] = head (first);
      else if (first->ended)
        heap[0] = heap[--n_heap];
      else /* has to read on first */
        break;
      if (n_heap > 1)
        sift_down (heap, n_heap, 0);
    }
  return n;
}

static gsize
next_sorted (ScopeEventlog *log, const ScopeEvent **ret_events)
{
  guint n_heap = fill_heap (log);
  ScopeEventlogHead until = { .offset = G_MAXUINT64 };
  gsize n;

  *ret_events = log->out;
  if (!log->growing)
    return merge (log, n_heap, NULL);
  for (;; n_heap = fill_heap (log))
    {
      until.time = scope_eventlog_growing_begin (log, n_heap > 0 ? front (log->heap[0].cursor) : NULL);
      n = merge (log, n_heap, &until);
      if (!scope_eventlog_growing_handed (log, log->out, n))
        return n;
    }
}

void
scope_eventlog_make_cursors (ScopeEventlog *log)
{
  guint n = log->streams->len;
  /* larger ones are no faster */
  gsize capacity = n <= 64 ? 96 * 1024 : 72 * 1024;
  guint max = n <= 64 ? 1024 : 320;

  log->cursors = g_ptr_array_new_with_free_func ((GDestroyNotify)scope_eventlog_cursor_free);
  for (guint i = 0; i < n; i++)
    {
      const ScopeEventlogStream *stream = &g_array_index (log->streams, ScopeEventlogStream, i);
      ScopeEventlogCursor *cursor = scope_eventlog_cursor_new (log, stream->processor, capacity, max);

      cursor->block = stream->first;
      g_ptr_array_add (log->cursors, cursor);
    }
  log->heap = g_new (ScopeEventlogHead, n + 1);
  log->out = g_new (ScopeEvent, SCOPE_EVENTLOG_BATCH);
}

/* --- the interface --- */

static gsize
eventlog_next (ScopeDecoder *decoder, const ScopeEvent **ret_events)
{
  ScopeEventlog *log = (ScopeEventlog *)decoder;
  gsize n
      = log->serial ? scope_eventlog_serial_next (log->serial, ret_events) : next_sorted (log, ret_events);

  log->facts.n_events += n;
  return n;
}

static void
eventlog_facts (ScopeDecoder *decoder, ScopeDecoderFacts *ret_facts)
{
  *ret_facts = ((ScopeEventlog *)decoder)->facts;
}

static const char *
eventlog_event_name (ScopeDecoder *decoder, guint type)
{
  const ScopeEventlogHeader *header = ((ScopeEventlog *)decoder)->header;
  const char *name = scope_eventlog_name (type);

  if (!name && type < header->n_types)
    name = header->names[type];
  return name ? name : "unknown";
}

static char *
eventlog_event_detail (ScopeDecoder *decoder, const ScopeEvent *event)
{
  return scope_eventlog_detail (event);
}

static void
eventlog_append_detail (ScopeDecoder *decoder, const ScopeEvent *event, GString *out)
{
  scope_eventlog_append_detail (event, out);
}

static gint64
eventlog_known_until (ScopeDecoder *decoder, guint processor)
{
  ScopeEventlog *log = (ScopeEventlog *)decoder;

  gint64 lost = *time_of_stream (log->lost_since, processor);

  if (lost > 0)
    return lost;
  return log->facts.complete ? SCOPE_TIME_MAX : *time_of_stream (log->last_times, processor);
}

void
scope_eventlog_damage_clear (gpointer data)
{
  g_free (((ScopeDamage *)data)->reason);
}

static void
eventlog_free (ScopeDecoder *decoder)
{
  ScopeEventlog *log = (ScopeEventlog *)decoder;

  g_array_unref (log->base.damages);
  g_array_unref (log->last_times);
  g_array_unref (log->lost_since);
  g_clear_pointer (&log->cursors, g_ptr_array_unref);
  scope_eventlog_serial_free (log->serial);
  scope_eventlog_growing_free (log->growing);
  if (!log->borrows)
    {
      g_clear_pointer (&log->blocks, g_array_unref);
      g_clear_pointer (&log->streams, g_array_unref);
      scope_eventlog_header_free (log->header);
    }
  g_clear_pointer (&log->source, scope_source_unref);
  g_free (log->heap);
  g_free (log->out);
  g_free (log);
}

static guint
eventlog_n_streams (ScopeDecoder *map)
{
  const ScopeEventlog *log = (ScopeEventlog *)map;

  return log->streams != NULL ? log->streams->len : 1;
}

const ScopeDecoderClass scope_eventlog_class = {
  .next = eventlog_next,
  .facts = eventlog_facts,
  .event_name = eventlog_event_name,
  .event_detail = eventlog_event_detail,
  .append_detail = eventlog_append_detail,
  .known_until = eventlog_known_until,
  .free = eventlog_free,
  .fork = scope_eventlog_fork,
  .n_streams = eventlog_n_streams,
  .checkpoint = scope_eventlog_checkpoint,
  .seek = scope_eventlog_seek,
  .detail_at = scope_eventlog_detail_at,
  .foreach_number = scope_eventlog_foreach_number,
  .grow = scope_eventlog_grow,
  .growth = scope_eventlog_growth,
  .grown_until = scope_eventlog_grown_until,
  .stop_growing = scope_eventlog_stop_growing,
};
