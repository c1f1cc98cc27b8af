/* scope-eventlog-checkpoints.c: a log read from any place: what has to be remembered to go on there.
 *
 * A log in order of time stands at one place per stream. Behind it lie events that were decoded already but not handed
 * out, since others come before them; most of them follow each other in the file up to where the stream is read on, and
 * are simply decoded again:
 *
 *     … handed out … | stray | handed out | not handed out … | not decoded …
 *                      ▲                    ▲
 *                      by its own place     place of the stream
 *
 * Whoever takes a checkpoint goes on from that very checkpoint, so that what is decoded from it later is the same, event by event,
 * whatever damage there is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-private.h"

#include "model/base/scope-bisect.h"
#include "model/base/scope-compare.h"

#define AT_END G_MAXUINT64
#define HEAD_BYTES 12u
#define DETAIL_BYTES 256u

/* --- blocks --- */

/* The block that holds the byte; SCOPE_EVENTLOG_NO_BLOCK if none does. */
static guint32
find_block (const ScopeEventlog *log, guint64 offset)
{
  const ScopeEventlogBlock *blocks = (const ScopeEventlogBlock *) (gpointer) log->blocks->data;
  guint low = (guint) SCOPE_BISECT (log->blocks->len, i, blocks[i].offset + blocks[i].size <= offset);

  return low < log->blocks->len && blocks[low].offset <= offset ? low : SCOPE_EVENTLOG_NO_BLOCK;
}

/* Where the stream is read on. */
static guint64
next_place (const ScopeEventlogCursor *cursor)
{
  if (cursor->pos < cursor->fill || cursor->block_at < cursor->block_end)
    return cursor->delta + cursor->pos;
  if (cursor->ended || cursor->block == SCOPE_EVENTLOG_NO_BLOCK)
    return AT_END;
  return g_array_index (cursor->log->blocks, ScopeEventlogBlock, cursor->block).offset;
}

/* TRUE if the stream goes on at `next` when the event is over. */
static gboolean
leads_to (const ScopeEventlog *log, const ScopeEvent *event, guint64 next)
{
  guint64 end = event->offset + 10 + event->size; /* two more if the event bears its size */
  guint32 number;
  const ScopeEventlogBlock *block;

  if (end == next || end + 2 == next)
    return TRUE;
  number = find_block (log, event->offset);
  if (number == SCOPE_EVENTLOG_NO_BLOCK)
    return FALSE;
  block = &g_array_index (log->blocks, ScopeEventlogBlock, number);
  if (end != block->offset + block->size && end + 2 != block->offset + block->size)
    return FALSE;
  return block->next == SCOPE_EVENTLOG_NO_BLOCK
             ? next == AT_END
             : g_array_index (log->blocks, ScopeEventlogBlock, block->next).offset == next;
}

/* --- checkpoints: per stream its place, the number of strays, their places --- */

SCOPE_COMPARE_POINTERS_BY (compare_offsets, ScopeEvent, SCOPE_UP (offset))

static void
mark_cursor (const ScopeEventlogCursor *cursor, GArray *words)
{
  guint n = cursor->n - cursor->at;
  g_autofree const ScopeEvent **left = g_new (const ScopeEvent *, n + 1);
  guint64 place = next_place (cursor), n_strays;

  for (guint i = 0; i < n; i++)
    left[i] = &cursor->events[cursor->at + i];
  qsort (left, n, sizeof *left, compare_offsets);
  while (n > 0 && leads_to (cursor->log, left[n - 1], place))
    place = left[--n]->offset;
  n_strays = n;
  g_array_append_val (words, place);
  g_array_append_val (words, n_strays);
  for (guint i = 0; i < n; i++)
    g_array_append_val (words, left[i]->offset);
}

/* Reads one event into the cursor. */
static void
take_stray (ScopeEventlogCursor *cursor, guint64 offset)
{
  ScopeSource *source = cursor->log->base.source;
  guint8 head[HEAD_BYTES];
  gssize got = scope_source_pread (source, head, sizeof head, offset, NULL);
  gsize size = got > 0 ? scope_eventlog_event_size (cursor->log->header, head, (gsize) got) : 0;

  if (size == 0 || size == G_MAXSIZE || cursor->n >= cursor->max)
    return;
  if (size > cursor->capacity - cursor->fill)
    scope_eventlog_cursor_compact (cursor);
  if (size > cursor->capacity - cursor->fill
      || scope_source_pread (source, cursor->buffer + cursor->fill, size, offset, NULL) != (gssize) size)
    return;
  cursor->pos = cursor->fill;
  cursor->fill += size;
  cursor->delta = offset - cursor->pos;
  scope_eventlog_cursor_run (cursor, cursor->fill);
  cursor->pos = cursor->fill;
}

static const guint64 *
seek_cursor (ScopeEventlogCursor *cursor, const guint64 *words)
{
  const ScopeEventlog *log = cursor->log;
  guint64 place = *words++, n_strays = *words++;
  guint32 number;

  cursor->n = cursor->at = cursor->floor = 0;
  cursor->pos = cursor->fill = 0;
  cursor->drain = cursor->ended = FALSE;
  cursor->block = SCOPE_EVENTLOG_NO_BLOCK;
  cursor->block_at = cursor->block_end = 0;
  for (guint64 i = 0; i < n_strays; i++)
    take_stray (cursor, *words++);
  number = place != AT_END ? find_block (log, place) : SCOPE_EVENTLOG_NO_BLOCK;
  if (number == SCOPE_EVENTLOG_NO_BLOCK)
    cursor->ended = TRUE;
  else
    {
      const ScopeEventlogBlock *block = &g_array_index (log->blocks, ScopeEventlogBlock, number);

      cursor->block = block->next;
      cursor->block_at = place;
      cursor->block_end = block->offset + block->size;
      cursor->delta = place - cursor->fill;
    }
  return words;
}

void
scope_eventlog_seek (ScopeDecoder *decoder, const guint64 *checkpoint)
{
  ScopeEventlog *log = (ScopeEventlog *) decoder;

  g_return_if_fail (log->serial == NULL);

  log->take_turns = FALSE; /* it says when streams are read on */
  for (guint i = 0; i < log->cursors->len; i++)
    checkpoint = seek_cursor (log->cursors->pdata[i], checkpoint);
}

guint64 *
scope_eventlog_checkpoint (ScopeDecoder *decoder)
{
  ScopeEventlog *log = (ScopeEventlog *) decoder;
  GArray *words;

  if (log->serial != NULL)
    return NULL;
  words = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint i = 0; i < log->cursors->len; i++)
    mark_cursor (log->cursors->pdata[i], words);
  if (words->len == 0)
    g_array_set_size (words, 1);
  scope_eventlog_seek (decoder, (const guint64 *) (gpointer) words->data);
  return (guint64 *) (gpointer) g_array_free (words, FALSE);
}

/* --- one event --- */

char *
scope_eventlog_detail_at (ScopeDecoder *map, guint64 offset)
{
  ScopeEventlog *log = (ScopeEventlog *) map;
  g_autofree guint8 *bytes = g_malloc0 (DETAIL_BYTES + SCOPE_EVENTLOG_PAD);
  gssize got = scope_source_pread (log->base.source, bytes, DETAIL_BYTES, offset, NULL);
  gsize size = got > 0 ? scope_eventlog_event_size (log->header, bytes, (gsize) got) : 0;
  const ScopeEventlogType *type;
  ScopeEvent event = { 0 };
  guint head;

  if (size == 0 || size == G_MAXSIZE)
    return NULL;
  if (size > (gsize) got)
    {
      bytes = g_realloc (bytes, size + SCOPE_EVENTLOG_PAD);
      if (scope_source_pread (log->base.source, bytes, size, offset, NULL) != (gssize) size)
        return NULL;
    }
  type = &log->header->types[scope_be16 (bytes)];
  head = type->flags & SCOPE_TYPE_VARIABLE ? 12 : 10;
  event.offset = offset;
  event.type = type->type;
  event.payload = bytes + head;
  event.size = (guint32) (size - head);
  return scope_decoder_event_detail (map, &event);
}
