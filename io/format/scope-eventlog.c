/* scope-eventlog.c: the decoder for logs of GHC, Eden and Mercury: how a log is opened, and its streams
 * merged.
 *
 * The merge gives the same order as a stable sort of the whole file by time: a heap of the streams' cursors,
 * by the time and place of their next events. A batch ends when one of them has to read on, so that every
 * payload of the batch stays where it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "scope-eventlog-private.h"

#include "model/base/scope-entity.h"
#include "model/base/scope-eventlog-events.h"

#define BATCH 2048u
#define HEAD_FIRST (64u * 1024)
#define HEAD_MAX (1u << 20) /* how far is looked for signs of Eden */
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

static inline gboolean
earlier (const ScopeEvent *a, const ScopeEvent *b)
{
  return a->time != b->time ? a->time < b->time : a->offset < b->offset;
}

static void
sift_down (ScopeEventlogCursor **heap, guint n, guint i)
{
  ScopeEventlogCursor *cursor = heap[i];

  for (;;)
    {
      guint child = 2 * i + 1;

      if (child >= n)
        break;
      if (child + 1 < n && earlier (front (heap[child + 1]), front (heap[child])))
        child++;
      if (!earlier (front (heap[child]), front (cursor)))
        break;
      heap[i] = heap[child];
      i = child;
    }
  heap[i] = cursor;
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
        log->heap[n++] = cursor;
    }
  for (guint i = n / 2; i-- > 0;)
    sift_down (log->heap, n, i);
  return n;
}

/* Hands out the first cursor's events as long as they are earlier than all others'. */
static guint
take_run (ScopeEventlogCursor *cursor, const ScopeEvent *limit, ScopeEvent *out, guint room)
{
  guint ready = scope_eventlog_cursor_ready (cursor), n = 0;
  guint most = MIN (ready - cursor->at, room);
  const ScopeEvent *from = front (cursor);

  if (!limit)
    {
      memcpy (out, from, most * sizeof *out);
      n = most;
    }
  else
    while (n < most && earlier (&from[n], limit))
      {
        out[n] = from[n];
        n++;
      }
  cursor->at += n;
  return n;
}

static gsize
next_sorted (ScopeEventlog *log, const ScopeEvent **ret_events)
{
  ScopeEventlogCursor **heap = log->heap;
  guint n_heap = fill_heap (log), n = 0;

  while (n_heap > 0 && n < BATCH)
    {
      ScopeEventlogCursor *first = heap[0];
      const ScopeEvent *limit = NULL;

      if (n_heap > 1)
        limit = front (heap[1]);
      if (n_heap > 2 && earlier (front (heap[2]), limit))
        limit = front (heap[2]);
      n += take_run (first, limit, log->out + n, BATCH - n);
      if (first->at >= scope_eventlog_cursor_ready (first))
        {
          if (!first->ended) /* has to read on first */
            break;
          heap[0] = heap[--n_heap];
        }
      if (n_heap > 1)
        sift_down (heap, n_heap, 0);
    }
  *ret_events = log->out;
  return n;
}

static void
make_cursors (ScopeEventlog *log)
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
  log->heap = g_new (ScopeEventlogCursor *, n + 1);
  log->out = g_new (ScopeEvent, BATCH);
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

static void
damage_clear (gpointer data)
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

static const ScopeDecoderClass eventlog_class = {
  .next = eventlog_next,
  .facts = eventlog_facts,
  .event_name = eventlog_event_name,
  .event_detail = eventlog_event_detail,
  .append_detail = eventlog_append_detail,
  .known_until = eventlog_known_until,
  .free = eventlog_free,
};

/* --- opening --- */

gboolean
scope_eventlog_sniff (const guint8 *head, gsize n)
{
  return n >= 4 && memcmp (head, "hdrb", 4) == 0;
}

/* The log's first bytes. */
typedef struct
{
  GByteArray *bytes;
  gboolean at_end;
  GError *error; /* why it is at its end, or NULL */
} Head;

static void
head_clear (Head *head)
{
  g_clear_pointer (&head->bytes, g_byte_array_unref);
  g_clear_error (&head->error);
}

/* Reads on until there are `want` bytes, or all. */
static void
head_read (Head *head, ScopeSource *source, guint want)
{
  while (!head->at_end && head->bytes->len < want)
    {
      guint have = head->bytes->len;
      gssize got;

      g_byte_array_set_size (head->bytes, want);
      if (scope_source_is_seekable (source))
        got = scope_source_pread (source, head->bytes->data + have, want - have, have, &head->error);
      else
        got = scope_source_read (source, head->bytes->data + have, want - have, &head->error);
      g_byte_array_set_size (head->bytes, have + (guint)MAX (got, 0));
      head->at_end = got <= 0;
    }
}

static ScopeEventlogHeader *
head_parse (Head *head, ScopeSource *source, GError **error)
{
  const char *name = scope_source_name (source);
  ScopeEventlogHeader *header = NULL;
  GError *reason = NULL;

  for (guint want = HEAD_FIRST; !header && !reason && want <= HEAD_MAX; want *= 4)
    {
      head_read (head, source, want);
      header = scope_eventlog_header_parse (head->bytes->data, head->bytes->len, head->at_end, name, &reason);
      if (head->at_end)
        break;
    }
  if (!header && !reason)
    g_set_error (&reason, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "%s: the header of this eventlog does not end within %u bytes: it is damaged", name,
                 HEAD_MAX);
  if (reason && head->error)
    g_propagate_error (error, g_steal_pointer (&head->error));
  else if (reason)
    g_propagate_error (error, g_steal_pointer (&reason));
  g_clear_error (&reason);
  return header;
}

/* In which way a log is opened. */
typedef enum
{
  OPEN_AS_FITS,
  OPEN_SORTED,
  OPEN_MAP,
} OpenHow;

typedef enum
{
  SIGNS_NONE,
  SIGNS_EDEN,    /* events that only Eden writes */
  SIGNS_SEVERAL, /* blocks of more than one capability */
} Signs;

/* Eden's events occur; that they are declared says nothing (GHC 7.8 declares them, too). */
static Signs
head_signs (const Head *head, const ScopeEventlogHeader *header)
{
  const guint8 *p = head->bytes->data;
  gsize n = head->bytes->len, at = header->bytes;
  Signs signs = SIGNS_NONE;

  while (n - at >= SCOPE_EVENTLOG_MARKER)
    {
      guint number = scope_be16 (p + at);
      gsize size = scope_eventlog_event_size (header, p + at, n - at);

      if (number == SCOPE_EV_BLOCK_MARKER)
        {
          guint processor = scope_be16 (p + at + 22);

          if (processor != 0 && processor != SCOPE_NO_PROCESSOR)
            return SIGNS_SEVERAL;
          size = SCOPE_EVENTLOG_MARKER;
        }
      if (size == 0 || size > n - at)
        break;
      if ((number >= SCOPE_EV_START_RECEIVE && number <= SCOPE_EV_SEND_RECEIVE_LOCAL_MESSAGE)
          || number == SCOPE_EV_VERSION || number == SCOPE_EV_PROGRAM_INVOCATION)
        signs = SIGNS_EDEN;
      at += size;
    }
  return signs;
}

static ScopeEventlog *
make_log (ScopeSource *source, ScopeEventlogHeader *header)
{
  ScopeEventlog *log = g_new0 (ScopeEventlog, 1);

  log->base.klass = &eventlog_class;
  log->base.damages = g_array_new (FALSE, FALSE, sizeof (ScopeDamage));
  g_array_set_clear_func (log->base.damages, damage_clear);
  log->last_times = g_array_new (FALSE, TRUE, sizeof (gint64));
  log->lost_since = g_array_new (FALSE, TRUE, sizeof (gint64));
  log->source = scope_source_ref (source);
  log->header = header;
  log->time_limit = ((guint64)1 << SCOPE_EVENTLOG_TIME_BITS) - 1;
  log->facts.mercury = header->mercury;
  log->facts.shifted_stops = header->shifted_stops;
  return log;
}

static ScopeDecoder *
open_serial (ScopeSource *source, ScopeEventlogHeader *header, Head *head)
{
  ScopeEventlog *log = make_log (source, header);

  log->facts.order = SCOPE_ORDER_FILE;
  log->serial = scope_eventlog_serial_new (log, g_steal_pointer (&head->bytes));
  return &log->base;
}

static ScopeDecoder *
open_sorted (ScopeSource *source, ScopeEventlogHeader *header, Head *head, gboolean cursors)
{
  ScopeEventlog *log = make_log (source, header);

  log->facts.order = SCOPE_ORDER_TIME;
  if (scope_eventlog_list_blocks (log))
    {
      log->time_limit = scope_eventlog_time_limit (log);
      if (cursors)
        make_cursors (log);
      return &log->base;
    }
  g_array_set_size (log->base.damages, 0);
  log->facts.complete = FALSE;
  log->facts.order = SCOPE_ORDER_FILE;
  g_clear_pointer (&log->blocks, g_array_unref);
  g_clear_pointer (&log->streams, g_array_unref);
  scope_eventlog_damage (
      log, SCOPE_NO_PROCESSOR, 0, 0, header->bytes, 0,
      "there are so many blocks that they are read as they lie in the file, not in order of time");
  log->serial = scope_eventlog_serial_new (log, g_steal_pointer (&head->bytes));
  return &log->base;
}

/* A short log that cannot be sought in is all in memory by now. */
static ScopeDecoder *
open_short (ScopeSource *source, ScopeEventlogHeader *header, Head *head)
{
  g_autoptr (ScopeSource) memory
      = scope_source_new_memory (head->bytes->data, head->bytes->len, scope_source_name (source));
  ScopeDecoder *decoder = open_sorted (memory, header, head, TRUE);

  if (head->error)
    scope_eventlog_damage ((ScopeEventlog *)decoder, SCOPE_NO_PROCESSOR, 0, 0,
                           head->bytes ? head->bytes->len : 0, 0, "%s",
                           scope_eventlog_reason ((ScopeEventlog *)decoder, head->error));
  return decoder;
}

static ScopeDecoder *
open_log (ScopeSource *source, OpenHow how, gboolean *ret_spool, GError **error)
{
  Head head = { g_byte_array_new (), FALSE, NULL };
  ScopeEventlogHeader *header = head_parse (&head, source, error);
  ScopeDecoder *decoder = NULL;
  Signs signs = SIGNS_NONE;

  if (!header)
    {
      head_clear (&head);
      return NULL;
    }
  signs = head_signs (&head, header);
  if (header->eden && signs == SIGNS_NONE)
    {
      head_read (&head, source, HEAD_MAX);
      signs = head_signs (&head, header);
    }
  if (signs == SIGNS_EDEN && how == OPEN_AS_FITS)
    decoder = open_serial (source, header, &head);
  else if (scope_source_is_seekable (source))
    decoder = open_sorted (source, header, &head, how != OPEN_MAP);
  else
    {
      head_read (&head, source, HEAD_MAX);
      if (head.at_end)
        decoder = open_short (source, header, &head);
      else
        {
          scope_source_unread (source, head.bytes->data, head.bytes->len);
          scope_eventlog_header_free (header);
          *ret_spool = TRUE;
        }
    }
  if (decoder)
    ((ScopeEventlog *)decoder)->facts.eden = signs == SIGNS_EDEN;
  head_clear (&head);
  return decoder;
}

ScopeDecoder *
scope_eventlog_new (ScopeSource *source, gboolean *ret_spool, GError **error)
{
  g_assert (ret_spool != NULL);
  *ret_spool = FALSE;
  return open_log (source, OPEN_AS_FITS, ret_spool, error);
}

ScopeDecoder *
scope_eventlog_new_sorted (ScopeSource *source, GError **error)
{
  g_assert (scope_source_is_seekable (source));
  return open_log (source, OPEN_SORTED, NULL, error);
}

ScopeDecoder *
scope_eventlog_new_map (ScopeSource *source, GError **error)
{
  g_assert (scope_source_is_seekable (source));
  return open_log (source, OPEN_MAP, NULL, error);
}

guint
scope_eventlog_n_streams (ScopeDecoder *map)
{
  const ScopeEventlog *log = (ScopeEventlog *)map;

  return log->streams != NULL ? log->streams->len : 1;
}

ScopeDecoder *
scope_eventlog_fork (ScopeDecoder *map)
{
  ScopeEventlog *from = (ScopeEventlog *)map, *log = make_log (from->source, from->header);

  log->borrows = TRUE;
  log->blocks = from->blocks;
  log->streams = from->streams;
  log->facts = from->facts;
  log->facts.n_events = 0;
  log->time_limit = from->time_limit;
  if (from->serial != NULL)
    {
      Head head = { g_byte_array_new (), FALSE, NULL };

      head_read (&head, log->source, (guint)MAX (HEAD_FIRST, log->header->bytes));
      if (head.bytes->len < log->header->bytes) /* the file has become shorter */
        g_byte_array_set_size (head.bytes, (guint)log->header->bytes);
      log->serial = scope_eventlog_serial_new (log, g_steal_pointer (&head.bytes));
      head_clear (&head);
    }
  else
    make_cursors (log);
  return &log->base;
}
