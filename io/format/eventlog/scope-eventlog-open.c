/* scope-eventlog-open.c: how a log is to be read, by what its beginning says: Eden's in the file's order, others in order of
 * time; from any place, or while it grows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-private.h"

#include "model/base/scope-eventlog-events.h"

#define HEAD_FIRST (64u * 1024)
#define HEAD_MAX (1u << 20) /* how far is looked for signs of Eden */

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
  ScopeEventlog *log = scope_decoder_new (&scope_eventlog_class, sizeof *log, source);

  log->last_times = g_array_new (FALSE, TRUE, sizeof (gint64));
  log->last_blocks = g_array_new (FALSE, TRUE, sizeof (ScopeEventlogWritten));
  log->base.flushes = g_array_new (FALSE, FALSE, sizeof (ScopeFlush));
  log->lost_since = g_array_new (FALSE, TRUE, sizeof (gint64));
  log->header = header;
  log->time_limit = ((guint64)1 << SCOPE_EVENTLOG_TIME_BITS) - 1;
  log->base.facts.mercury = header->mercury;
  log->base.facts.shifted_stops = header->shifted_stops;
  log->base.facts.tells_heap = header->tells_heap;
  log->base.facts.counts_sparks = header->counts_sparks;
  return log;
}

static ScopeDecoder *
open_serial (ScopeSource *source, ScopeEventlogHeader *header, Head *head)
{
  ScopeEventlog *log = make_log (source, header);

  log->base.facts.order = SCOPE_ORDER_FILE;
  log->serial = scope_eventlog_serial_new (log, g_steal_pointer (&head->bytes));
  return &log->base;
}

static ScopeDecoder *
open_sorted (ScopeSource *source, ScopeEventlogHeader *header, Head *head, gboolean cursors)
{
  ScopeEventlog *log = make_log (source, header);

  log->base.facts.order = SCOPE_ORDER_TIME;
  if (scope_eventlog_list_blocks (log))
    {
      log->time_limit = scope_eventlog_time_limit (log);
      if (cursors)
        scope_eventlog_make_cursors (log);
      return &log->base;
    }
  g_array_set_size (log->base.damages, 0);
  g_array_set_size (log->base.flushes, 0);
  log->base.facts.complete = FALSE;
  log->base.facts.order = SCOPE_ORDER_FILE;
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
    decoder->facts.eden = signs == SIGNS_EDEN;
  head_clear (&head);
  return decoder;
}

ScopeDecoder *
scope_eventlog_new_growing (ScopeSource *source, guint64 there, GError **error)
{
  Head head = { g_byte_array_new (), FALSE, NULL };
  ScopeEventlogHeader *header = NULL;
  ScopeEventlog *log = NULL;
  Signs signs;

  head_read (&head, source, (guint)MIN (there, HEAD_MAX));
  header = scope_eventlog_header_parse (head.bytes->data, head.bytes->len, FALSE, scope_source_name (source), error);
  if (!header && head.bytes->len == HEAD_MAX && error && !*error)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "%s: the header of this eventlog does not end within %u bytes: it is damaged",
                 scope_source_name (source), HEAD_MAX);
  signs = header ? head_signs (&head, header) : SIGNS_NONE;
  /* That Eden's events are declared tells nothing; that one occurs does. */
  if (header && (!header->eden || signs != SIGNS_NONE || head.bytes->len == HEAD_MAX))
    {
      log = make_log (source, g_steal_pointer (&header));
      log->base.facts.eden = signs == SIGNS_EDEN;
      log->base.facts.order = signs == SIGNS_EDEN ? SCOPE_ORDER_FILE : SCOPE_ORDER_TIME;
      if (signs == SIGNS_EDEN)
        log->serial = scope_eventlog_serial_new (log, g_steal_pointer (&head.bytes));
      else
        log->out = g_new (ScopeEvent, SCOPE_EVENTLOG_BATCH);
      scope_eventlog_growing_new (log, there);
    }
  if (header)
    scope_eventlog_header_free (header);
  head_clear (&head);
  return log ? &log->base : NULL;
}

gboolean
scope_eventlog_growing_as_opened (ScopeEventlog *log)
{
  Head head = { g_byte_array_new (), FALSE, NULL };
  gboolean eden = FALSE;

  head_read (&head, log->base.source, HEAD_FIRST);
  if (log->header->eden && head.bytes->len >= log->header->bytes && head_signs (&head, log->header) == SIGNS_NONE)
    head_read (&head, log->base.source, HEAD_MAX);
  if (head.bytes->len >= log->header->bytes)
    eden = head_signs (&head, log->header) == SIGNS_EDEN;
  head_clear (&head);
  return eden == log->base.facts.eden;
}

gboolean
scope_eventlog_growing_as_listed (ScopeEventlog *log)
{
  ScopeEventlog *done = make_log (log->base.source, log->header);
  gboolean same = scope_eventlog_list_blocks (done) && done->base.damages->len == 0
                  && done->blocks->len == log->blocks->len
                  && done->base.facts.last_time == log->base.facts.last_time;

  for (guint i = 0; same && i < log->blocks->len; i++)
    same = memcmp (&g_array_index (done->blocks, ScopeEventlogBlock, i),
                   &g_array_index (log->blocks, ScopeEventlogBlock, i), sizeof (ScopeEventlogBlock)) == 0;
  log->time_limit = scope_eventlog_time_limit (done);
  g_clear_pointer (&done->blocks, g_array_unref);
  g_clear_pointer (&done->streams, g_array_unref);
  done->borrows = TRUE;
  scope_decoder_free (&done->base);
  return same;
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

ScopeDecoder *
scope_eventlog_fork (ScopeDecoder *map)
{
  ScopeEventlog *from = (ScopeEventlog *)map, *log = make_log (from->base.source, from->header);

  log->borrows = TRUE;
  log->blocks = from->blocks;
  log->streams = from->streams;
  log->base.facts = from->base.facts;
  log->base.facts.n_events = 0;
  log->time_limit = from->time_limit;
  if (from->serial != NULL)
    {
      Head head = { g_byte_array_new (), FALSE, NULL };

      head_read (&head, log->base.source, (guint)MAX (HEAD_FIRST, log->header->bytes));
      if (head.bytes->len < log->header->bytes) /* the file has become shorter */
        g_byte_array_set_size (head.bytes, (guint)log->header->bytes);
      log->serial = scope_eventlog_serial_new (log, g_steal_pointer (&head.bytes));
      head_clear (&head);
    }
  else
    scope_eventlog_make_cursors (log);
  return &log->base;
}
