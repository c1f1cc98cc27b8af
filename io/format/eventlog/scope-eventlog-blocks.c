/* scope-eventlog-blocks.c: where each stream's blocks lie, found by hopping from block marker to block
 * marker.
 *
 *     marker: 18:u16 time:u64 size:u32 end_time:u64 processor:u16      size counts from the marker's first
 * byte
 *
 * A marker's size is believed only if something sensible stands where it points to; else the events are
 * walked one by one to the next marker. Logs of GHC 6.12, 7.0 and Mercury have events outside of blocks: they
 * make a stream of their own, like the global events without a processor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-eventlog-events.h"

#define HOP_BYTES 4096u
#define WALK_BYTES (128u * 1024)
#define CHAIN_EVENTS 12u
#define LOOSE 0x10000u /* key of the stream of events outside of blocks */
#define MAX_LOOSE (1u << 30)

/* A window on the log, for looking about in it. */
typedef struct
{
  ScopeSource *source;
  guint8 *data; /* WALK_BYTES + SCOPE_EVENTLOG_PAD */
  guint64 at;
  gsize n;
  GError *error;
} Window;

typedef enum
{
  WALK_MARKER,
  WALK_END,
  WALK_UNDECLARED,
  WALK_CUT, /* the file ends inside an event */
  WALK_EOF,
  WALK_ENOUGH
} WalkEnd;

typedef struct
{
  ScopeEventlog *log;
  Window window;    /* on what is listed */
  Window probe;     /* on where markers point to */
  GHashTable *keys; /* processor or LOOSE, +1 → index of the stream + 1 */
  guint64 size;     /* of the log */
  guint64 likely;   /* events have no later times, as the block markers so far have it */
  guint64 lost_at;  /* where bytes were lost last, of which nobody knows whose they were; 0: none were */
  gboolean overflow;
} Lister;

/* The bytes at `offset`: as many as there are, up to `want`. */
static const guint8 *
look (Window *window, guint64 offset, gsize want, gsize chunk, gsize *ret_n)
{
  if (offset < window->at || offset + want > window->at + window->n)
    {
      gssize got = scope_source_pread (window->source, window->data, MAX (want, chunk), offset,
                                       window->error ? NULL : &window->error);

      window->at = offset;
      window->n = got > 0 ? (gsize)got : 0;
    }
  *ret_n = MIN (want, window->n - (gsize)(offset - window->at));
  return window->data + (offset - window->at);
}

gboolean
scope_eventlog_plausible_marker (const ScopeEventlogHeader *header, const guint8 *p)
{
  guint32 size = scope_be32 (p + 10);
  guint16 processor = scope_be16 (p + 22);

  return scope_be16 (p) == SCOPE_EV_BLOCK_MARKER && size >= SCOPE_EVENTLOG_MARKER && size < (1u << 30)
         && !(scope_be64 (p + 2) >> SCOPE_EVENTLOG_TIME_BITS)
         && !(scope_be64 (p + 14) >> SCOPE_EVENTLOG_TIME_BITS)
         && (processor == SCOPE_NO_PROCESSOR || processor < 4096);
}

/* Goes from event to event, at most `max` of them, and not beyond `limit`. */
static WalkEnd
walk (Lister *lister, Window *window, guint64 from, guint64 limit, guint max, guint64 *ret_end)
{
  const ScopeEventlogHeader *header = lister->log->header;
  guint64 at = from;

  for (guint i = 0;; i++)
    {
      gsize n, size;
      const guint8 *p = look (window, at, SCOPE_EVENTLOG_MARKER, i < 256 ? HOP_BYTES : WALK_BYTES, &n);
      guint number;

      *ret_end = at;
      if (n == 0)
        return WALK_EOF;
      if (i == max || at >= limit)
        return WALK_ENOUGH;
      if (n < 2)
        return WALK_CUT;
      number = scope_be16 (p);
      if (number == SCOPE_EV_BLOCK_MARKER)
        return n < SCOPE_EVENTLOG_MARKER                     ? WALK_CUT
               : scope_eventlog_plausible_marker (header, p) ? WALK_MARKER
                                                             : WALK_UNDECLARED;
      if (number == SCOPE_EVENTLOG_END)
        return WALK_END;
      size = scope_eventlog_event_size (header, p, n);
      if (size == 0)
        return WALK_UNDECLARED;
      if (size == G_MAXSIZE || size > lister->size - at)
        return WALK_CUT;
      if (n >= 10 && scope_be64 (p + 2) > (max == G_MAXUINT ? lister->log->time_limit : lister->likely))
        return WALK_UNDECLARED;
      at += size;
    }
}

/* TRUE if it is sensible that a block ends here. */
static gboolean
plausible_end (Lister *lister, guint64 at)
{
  guint64 end;

  if (at >= lister->size)
    return at == lister->size;
  switch (walk (lister, &lister->probe, at, G_MAXUINT64, CHAIN_EVENTS, &end))
    {
    case WALK_END: /* two bytes are soon found by chance: but not at the end, or after sensible events */
      return end > at || end + 2 == lister->size;
    case WALK_MARKER:
    case WALK_ENOUGH:
    case WALK_EOF:
      return TRUE;
    case WALK_CUT:
      return end > at || lister->size - at < SCOPE_EVENTLOG_MARKER;
    default:
      return FALSE;
    }
}

/* The next block marker from `from` on that looks like one and points to something sensible; else the file's
 * end. */
static guint64
resync (Lister *lister, guint64 from)
{
  for (guint64 at = from;;)
    {
      gsize n;
      const guint8 *p = look (&lister->window, at, SCOPE_EVENTLOG_MARKER, WALK_BYTES, &n);
      const guint8 *found;

      if (n < SCOPE_EVENTLOG_MARKER)
        return lister->size;
      n = (gsize)(lister->window.at + lister->window.n - at) - SCOPE_EVENTLOG_MARKER + 1;
      found = memchr (p + 1, SCOPE_EV_BLOCK_MARKER, n);
      if (!found)
        {
          at += n;
          continue;
        }
      at += (guint64)(found - p) - 1;
      if (found[-1] == 0 && scope_eventlog_plausible_marker (lister->log->header, found - 1)
          && plausible_end (lister, at + scope_be32 (found + 9)))
        return at;
      at++;
    }
}

static void
add_block (Lister *lister, guint key, guint64 offset, guint64 size)
{
  ScopeEventlog *log = lister->log;
  gpointer known = g_hash_table_lookup (lister->keys, GUINT_TO_POINTER (key + 1));
  ScopeEventlogStream *stream;
  ScopeEventlogBlock block = { offset, (guint32)size, SCOPE_EVENTLOG_NO_BLOCK, 0 };

  if (size == 0)
    return;
  if (log->blocks->len >= SCOPE_EVENTLOG_MAX_BLOCKS
      || (!known && log->streams->len >= SCOPE_EVENTLOG_MAX_STREAMS))
    {
      lister->overflow = TRUE;
      return;
    }
  if (!known)
    {
      ScopeEventlogStream fresh
          = { (guint16)MIN (key, SCOPE_NO_PROCESSOR), log->blocks->len, log->blocks->len, lister->lost_at };

      g_array_append_val (log->streams, fresh);
      known = GUINT_TO_POINTER (log->streams->len);
      g_hash_table_insert (lister->keys, GUINT_TO_POINTER (key + 1), known);
    }
  stream = &g_array_index (log->streams, ScopeEventlogStream, GPOINTER_TO_UINT (known) - 1);
  if (stream->last != log->blocks->len)
    g_array_index (log->blocks, ScopeEventlogBlock, stream->last).next = log->blocks->len;
  stream->last = log->blocks->len;
  if (stream->lost_at != lister->lost_at)
    block.lost_at = stream->lost_at = lister->lost_at;
  g_array_append_val (log->blocks, block);
}

/* Whichever stream goes on, it may have had a block where bytes are lost. */
static void
mark_ends (Lister *lister)
{
  SCOPE_EACH (ScopeEventlogStream, stream, lister->log->streams)
    stream->lost_at = stream->lost_at != lister->lost_at ? lister->lost_at : 0;
}

/* A block whose size cannot be believed. Returns where to go on. */
static guint64
walk_block (Lister *lister, guint64 at, guint32 claimed, guint16 processor)
{
  ScopeEventlog *log = lister->log;
  gint64 time = log->base.facts.last_time;
  guint64 end, next, lost_at = lister->lost_at;

  switch (walk (lister, &lister->window, at + SCOPE_EVENTLOG_MARKER, G_MAXUINT64, G_MAXUINT, &end))
    {
    case WALK_MARKER:
    case WALK_END:
      scope_eventlog_damage (log, processor, time, time, at, 0, "a block says it has %u bytes, but it has %u",
                             claimed, (guint)(end - at));
      next = end;
      break;
    case WALK_UNDECLARED:
      next = resync (lister, end);
      scope_eventlog_damage (log, processor, time, time, end, next - end,
                             "events that make no sense, in a block whose size makes no sense either");
      lost_at = end;
      break;
    default:
      next = lister->size;
      if (lister->size - at < claimed)
        scope_eventlog_damage (log, processor, time, time, end, lister->size - end,
                               "the file ends inside a block: %" G_GUINT64_FORMAT " bytes of it are missing",
                               claimed - (lister->size - at));
      else
        scope_eventlog_damage (log, processor, time, time, end, lister->size - end,
                               "the file ends inside an event");
      break;
    }
  add_block (lister, processor, at + SCOPE_EVENTLOG_MARKER, end - at - SCOPE_EVENTLOG_MARKER);
  lister->lost_at = lost_at;
  return next;
}

static guint64
list_block (Lister *lister, guint64 at, const guint8 *p, gsize n)
{
  guint32 size = scope_be32 (p + 10);
  guint16 processor = scope_be16 (p + 22);

  scope_eventlog_saw_block (lister->log, p, n);
  lister->likely = scope_eventlog_time_limit (lister->log);
  if (size < SCOPE_EVENTLOG_MARKER || !plausible_end (lister, at + size))
    return walk_block (lister, at, size, processor);
  add_block (lister, processor, at + SCOPE_EVENTLOG_MARKER, size - SCOPE_EVENTLOG_MARKER);
  return at + size;
}

/* Events outside of blocks. Returns where to go on. */
static guint64
list_loose (Lister *lister, guint64 at)
{
  guint64 end, next;
  gint64 time = lister->log->base.facts.last_time;
  WalkEnd why = walk (lister, &lister->window, at, at + MAX_LOOSE, G_MAXUINT, &end);

  add_block (lister, LOOSE, at, end - at);
  switch (why)
    {
    case WALK_UNDECLARED:
      next = resync (lister, end);
      scope_eventlog_damage (lister->log, SCOPE_NO_PROCESSOR, time, time, end, next - end,
                             "bytes that are neither a block nor an event");
      lister->lost_at = end;
      return next;
    case WALK_CUT:
      scope_eventlog_damage (lister->log, SCOPE_NO_PROCESSOR, time, time, end, lister->size - end,
                             "the file ends inside an event");
      return lister->size;
    default:
      return end;
    }
}

static void
list_all (Lister *lister)
{
  guint64 at = lister->log->header->bytes;

  while (!lister->overflow)
    {
      gsize n;
      const guint8 *p = look (&lister->window, at, SCOPE_EVENTLOG_FIRST, HOP_BYTES, &n);

      if (n == 0)
        return;
      if (n >= 2 && scope_be16 (p) == SCOPE_EVENTLOG_END)
        {
          lister->log->base.facts.complete = TRUE;
          if (at + 2 < lister->size)
            scope_eventlog_damage (lister->log, SCOPE_NO_PROCESSOR, 0, 0, at + 2, lister->size - at - 2,
                                   "something else follows the end of the log; it is not read");
          return;
        }
      if (n >= SCOPE_EVENTLOG_MARKER && scope_be16 (p) == SCOPE_EV_BLOCK_MARKER)
        at = list_block (lister, at, p, n);
      else
        at = list_loose (lister, at);
    }
}

gboolean
scope_eventlog_list_blocks (ScopeEventlog *log)
{
  Lister lister = { .log = log, .likely = log->time_limit, .size = (guint64)scope_source_size (log->base.source) };

  lister.window = (Window){ .source = log->base.source, .data = g_malloc0 (WALK_BYTES + SCOPE_EVENTLOG_PAD) };
  lister.probe = (Window){ .source = log->base.source, .data = g_malloc0 (WALK_BYTES + SCOPE_EVENTLOG_PAD) };
  lister.keys = g_hash_table_new (NULL, NULL);
  log->blocks = g_array_new (FALSE, FALSE, sizeof (ScopeEventlogBlock));
  log->streams = g_array_new (FALSE, FALSE, sizeof (ScopeEventlogStream));
  list_all (&lister);
  mark_ends (&lister);
  if (lister.window.error)
    {
      scope_eventlog_damage (log, SCOPE_NO_PROCESSOR, 0, 0, lister.window.at, 0, "%s",
                             scope_eventlog_reason (log, lister.window.error));
      g_error_free (lister.window.error);
    }
  g_clear_error (&lister.probe.error);
  g_free (lister.probe.data);
  g_free (lister.window.data);
  g_hash_table_unref (lister.keys);
  return !lister.overflow;
}
