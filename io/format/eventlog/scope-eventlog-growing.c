/* scope-eventlog-growing.c: a log that is still being written.
 *
 * Eden's logs, which are read in the order of the file, just go on where they stopped. Of the others the list of blocks grows,
 * and the streams are merged by time up to the *watermark*:
 *
 *     HEC 0   ████████████████████████│            known until here: what follows is not written yet
 *     HEC 1   ████████████████│                    the least of them: until here all is handed out
 *     HEC 2   ███│ ………………… silent: it holds up nobody
 *
 * A stream is *silent* if another one has written three whole blocks since it wrote anything, or one block and ten seconds have
 * passed: GHC before 9.2 writes 2 MiB at a time, so a HEC with little to do writes once while others write often. A HEC that only
 * others' events name (it was made, somebody migrates to it) counts like one that has written nothing yet. Before GHC 9.2 the log
 * does not say how many there are until it ends: so one waits until a HEC writes its second block, or for two seconds. Global
 * events hold up nobody: GHC before 9.2 writes them at the very end. What comes after its time was passed is handed out all the
 * same, in batches of its own (`late`).
 *
 * A block's end time, if the block is all there, says that there are no earlier events to come on its HEC: so the empty blocks
 * that GHC 9.2 writes at each flush push the watermark on. GC_END bears a time a little before the event it follows, so some
 * microseconds are taken off; and once anything came late, end times are not believed any more.
 *
 * Damage is not repaired here: what lies behind it is left for the end, when the whole log is read as any other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-private.h"

#include "model/base/scope-entity.h"
#include "model/base/scope-eventlog-events.h"

#define SILENT_BLOCKS 3u
#define SILENT_US (10 * G_USEC_PER_SEC)
#define START_US (2 * G_USEC_PER_SEC)
#define GHC_9_2 210u    /* an event that is declared since */
#define MAX_NAMED 1024u /* HECs that events may name */
#define SCAN_BYTES (64u * 1024)

/* What is known of one stream, beside its cursor. */
typedef struct
{
  guint n_blocks;     /* all there */
  guint others;       /* blocks that the busiest other one had when this one last wrote */
  gint64 wrote;       /* monotonic time then */
  gint64 end_time;    /* of its last block, once all is there */
  gint64 next_end;    /* of its block that is not all there yet */
  gboolean silent;
} Growing;

struct _ScopeEventlogGrowing
{
  ScopeGrowth facts;
  guint64 there;      /* bytes */
  guint64 at;         /* where the next marker is */
  guint64 n_markers, decoded; /* bytes of events */
  guint open;         /* stream of the block that is not all there yet, + 1 */
  guint most;         /* blocks of the busiest stream */
  gboolean calm, final;
  gboolean late_names; /* the runtime tells of its processors at the end only */
  gboolean distrust;  /* an event came before the end of the block before it */
  gint64 emitted;     /* greatest time handed out */
  gboolean again;     /* there are more, of which the last batch did not know */
  gint64 limit;       /* events until this time may be handed out */
  gint64 first_block; /* monotonic time */
  GArray *streams;    /* of Growing, as the log's streams */
  guint8 named[MAX_NAMED]; /* processors that must have a stream: 1 named, 2 it has one */
  guint n_named;      /* that have none yet */
  guint greatest;     /* of those named, + 1 */
};

/* TRUE if the log's header declares events of this number: which runtime wrote it. */
static gboolean
declares (const ScopeEventlog *log, guint number)
{
  return number < log->header->n_types && (log->header->types[number].flags & SCOPE_TYPE_DECLARED);
}

gboolean
scope_eventlog_growing_is_final (const ScopeEventlog *log)
{
  return log->growing->final;
}

gboolean
scope_eventlog_growing_is_calm (const ScopeEventlog *log)
{
  return log->growing->calm || log->growing->final;
}

guint64
scope_eventlog_growing_there (const ScopeEventlog *log)
{
  return log->growing->there;
}

void
scope_eventlog_growing_reordered (ScopeEventlog *log)
{
  log->growing->facts.reordered = TRUE;
}

void
scope_eventlog_growing_end_mark (ScopeEventlog *log, guint64 behind)
{
  log->growing->facts.ended = TRUE;
  if (log->growing->there > behind)
    log->growing->facts.reordered = TRUE; /* something follows */
}

void
scope_eventlog_growing_decoded (ScopeEventlog *log, guint64 bytes)
{
  log->growing->decoded += bytes;
}

void
scope_eventlog_growing_new (ScopeEventlog *log, guint64 there)
{
  ScopeEventlogGrowing *self = g_new0 (ScopeEventlogGrowing, 1);

  self->there = there;
  self->at = log->header->bytes;
  self->facts.watermark = self->emitted = self->limit = SCOPE_TIME_MIN;
  self->streams = g_array_new (FALSE, TRUE, sizeof (Growing));
  log->growing = self;
  self->late_names = !declares (log, GHC_9_2);
  if (log->base.facts.order == SCOPE_ORDER_FILE)
    return;
  log->blocks = g_array_new (FALSE, FALSE, sizeof (ScopeEventlogBlock));
  log->streams = g_array_new (FALSE, FALSE, sizeof (ScopeEventlogStream));
  log->cursors = g_ptr_array_new_with_free_func ((GDestroyNotify)scope_eventlog_cursor_free);
}

void
scope_eventlog_growing_free (ScopeEventlogGrowing *growing)
{
  if (!growing)
    return;
  g_array_unref (growing->streams);
  g_free (growing);
}

/* --- who is to come --- */

static void
name_processor (ScopeEventlogGrowing *self, guint processor)
{
  if (processor < MAX_NAMED && self->named[processor] == 0)
    {
      self->named[processor] = 1;
      self->n_named++;
      self->greatest = MAX (self->greatest, processor + 1);
    }
}

/* A stream's first block names the other HECs, as a rule: so that their first blocks need not come late. */
static void
scan_block (ScopeEventlog *log, guint64 from, guint64 to)
{
  g_autofree guint8 *data = g_malloc0 (SCAN_BYTES + SCOPE_EVENTLOG_PAD);

  while (from < to)
    {
      gssize got = scope_source_pread (log->base.source, data, (gsize)MIN (to - from, SCAN_BYTES), from, NULL);
      gsize at = 0;

      while (got > 0 && (gsize)got - at >= 10)
        {
          gsize size = scope_eventlog_event_size (log->header, data + at, (gsize)got - at);
          guint number = scope_be16 (data + at);

          if (size == 0)
            return;
          if (size > (gsize)got - at)
            break;
          if (number == SCOPE_EV_CAP_CREATE && size >= 12)
            name_processor (log->growing, scope_be16 (data + at + 10));
          else if ((number == SCOPE_EV_MIGRATE_THREAD || number == SCOPE_EV_THREAD_WAKEUP) && size >= 16)
            name_processor (log->growing, scope_be16 (data + at + 14));
          at += size;
        }
      if (at == 0)
        return;
      from += at;
    }
}

/* --- blocks --- */

static guint
stream_of (ScopeEventlog *log, guint processor)
{
  ScopeEventlogGrowing *self = log->growing;
  ScopeEventlogStream stream = { (guint16)processor, SCOPE_EVENTLOG_NO_BLOCK, SCOPE_EVENTLOG_NO_BLOCK };
  ScopeEventlogCursor *cursor;
  Growing fresh = { .wrote = g_get_monotonic_time (), .end_time = SCOPE_TIME_MIN, .next_end = SCOPE_TIME_MIN };

  for (guint i = 0; i < log->streams->len; i++)
    if (g_array_index (log->streams, ScopeEventlogStream, i).processor == processor)
      return i;
  g_array_append_val (log->streams, stream);
  g_array_append_val (self->streams, fresh);
  cursor = scope_eventlog_cursor_new (log, processor, 96 * 1024, 1024);
  cursor->handed = SCOPE_TIME_MIN;
  g_ptr_array_add (log->cursors, cursor);
  log->tree = g_renew (ScopeEventlogHead, log->tree, log->streams->len + 1);
  name_processor (self, processor);
  if (processor < MAX_NAMED && self->named[processor] == 1)
    {
      self->named[processor] = 2;
      self->n_named--;
    }
  return log->streams->len - 1;
}

static void
add_block (ScopeEventlog *log, guint index, guint64 offset, guint32 size)
{
  ScopeEventlogStream *stream = &g_array_index (log->streams, ScopeEventlogStream, index);
  ScopeEventlogBlock block = { offset, size, SCOPE_EVENTLOG_NO_BLOCK };
  ScopeEventlogCursor *cursor = log->cursors->pdata[index];

  if (stream->last == SCOPE_EVENTLOG_NO_BLOCK)
    stream->first = cursor->block = log->blocks->len;
  else
    g_array_index (log->blocks, ScopeEventlogBlock, stream->last).next = log->blocks->len;
  stream->last = log->blocks->len;
  g_array_append_val (log->blocks, block);
}

/* The block that was open is all there. */
static void
complete_block (ScopeEventlog *log)
{
  ScopeEventlogGrowing *self = log->growing;
  guint index = self->open - 1;
  Growing *stream = &g_array_index (self->streams, Growing, index);
  const ScopeEventlogStream *blocks = &g_array_index (log->streams, ScopeEventlogStream, index);

  self->open = 0;
  if (stream->n_blocks == 0 && blocks->first != SCOPE_EVENTLOG_NO_BLOCK)
    {
      const ScopeEventlogBlock *block = &g_array_index (log->blocks, ScopeEventlogBlock, blocks->first);

      scan_block (log, block->offset, block->offset + block->size);
    }
  stream->n_blocks++;
  stream->end_time = stream->next_end;
  stream->wrote = g_get_monotonic_time ();
  if (blocks->processor != SCOPE_NO_PROCESSOR)
    self->most = MAX (self->most, stream->n_blocks);
  stream->others = self->most;
}

/* FALSE if nothing more can be told yet. */
static gboolean
list_block (ScopeEventlog *log)
{
  ScopeEventlogGrowing *self = log->growing;
  guint8 marker[SCOPE_EVENTLOG_FIRST];
  gsize want = (gsize)MIN (self->there - self->at, sizeof marker);
  guint32 size;

  if (want < 2 || scope_source_pread (log->base.source, marker, want, self->at, NULL) != (gssize)want)
    return FALSE;
  if (scope_be16 (marker) == SCOPE_EVENTLOG_END)
    {
      log->base.facts.complete = TRUE;
      scope_eventlog_growing_end_mark (log, self->at + 2);
      return FALSE;
    }
  if (scope_be16 (marker) == SCOPE_EV_BLOCK_MARKER
      && (want < SCOPE_EVENTLOG_MARKER
          || (want < MIN (sizeof marker, scope_be32 (marker + 10)) && !scope_eventlog_growing_is_final (log))))
    return FALSE;
  if (want < SCOPE_EVENTLOG_MARKER || !scope_eventlog_plausible_marker (log->header, marker)
      || log->blocks->len >= SCOPE_EVENTLOG_MAX_BLOCKS || log->streams->len >= SCOPE_EVENTLOG_MAX_STREAMS)
    {
      /* events outside of blocks, as very old runtimes write them, or damage */
      self->facts.stuck = self->facts.reordered = TRUE;
      scope_eventlog_damage (log, SCOPE_NO_PROCESSOR, 0, 0, self->at, 0,
                             "what follows here can be read only when the log has ended");
      return FALSE;
    }
  size = scope_be32 (marker + 10);
  scope_eventlog_saw_block (log, marker, want);
  self->open = stream_of (log, scope_be16 (marker + 22)) + 1;
  g_array_index (self->streams, Growing, self->open - 1).next_end = (gint64)scope_be64 (marker + 14);
  if (self->first_block == 0)
    self->first_block = g_get_monotonic_time ();
  if (size > SCOPE_EVENTLOG_MARKER)
    add_block (log, self->open - 1, self->at + SCOPE_EVENTLOG_MARKER, size - SCOPE_EVENTLOG_MARKER);
  self->n_markers++;
  self->at += size;
  return TRUE;
}

static void
list_more (ScopeEventlog *log)
{
  ScopeEventlogGrowing *self = log->growing;

  while (!self->facts.ended && !self->facts.stuck)
    {
      if (self->there < self->at)
        return;
      if (self->open > 0)
        complete_block (log);
      if (!list_block (log))
        return;
    }
}

/* --- until when --- */

/* Until when a stream is known, of which no event is ready. */
static gint64
known_of (ScopeEventlog *log, guint index)
{
  const ScopeEventlogCursor *cursor = log->cursors->pdata[index];
  const Growing *stream = &g_array_index (log->growing->streams, Growing, index);
  gint64 handed = cursor->at > 0 ? MAX (cursor->handed, cursor->events[cursor->at - 1].time) : cursor->handed;

  if (log->growing->distrust || log->growing->open == index + 1 || cursor->n > cursor->at || cursor->pos < cursor->fill
      || cursor->block_at < cursor->block_end || stream->end_time == SCOPE_TIME_MIN)
    return handed;
  return MAX (handed, stream->end_time - SCOPE_EVENTLOG_STEP_NS);
}

static gboolean
is_silent (ScopeEventlogGrowing *self, guint index, gint64 now)
{
  const Growing *stream = &g_array_index (self->streams, Growing, index);

  if (self->open == index + 1)
    return FALSE;
  return self->most >= stream->others + SILENT_BLOCKS
         || (self->most > stream->others && now - stream->wrote > SILENT_US);
}

/* Those that are named but have written nothing yet hold up the start, until others have written much. */
static gboolean
some_are_missing (const ScopeEventlogGrowing *self, gint64 now)
{
  if (self->open > 0 && g_array_index (self->streams, Growing, self->open - 1).n_blocks == 0)
    return TRUE; /* it has not been looked at for names */
  if (self->late_names && self->most < 2 && now - self->first_block < START_US)
    return TRUE;
  return self->n_named > 0 && self->most < SILENT_BLOCKS
         && !(self->most > 0 && now - self->first_block > SILENT_US);
}

/* *ret_again: a stream has events now that it had not, which belong before that. */
static gint64
find_limit (ScopeEventlog *log, gboolean *ret_again)
{
  ScopeEventlogGrowing *self = log->growing;
  gint64 limit = SCOPE_TIME_MAX, now = g_get_monotonic_time ();

  self->facts.n_silent = 0;
  *ret_again = FALSE;
  for (guint i = 0; i < log->cursors->len; i++)
    {
      ScopeEventlogCursor *cursor = log->cursors->pdata[i];
      Growing *stream = &g_array_index (self->streams, Growing, i);
      gboolean waited = cursor->processor != SCOPE_NO_PROCESSOR;

      stream->silent = FALSE;
      if (cursor->at < scope_eventlog_cursor_ready (cursor))
        continue;
      stream->silent = waited && is_silent (self, i, now);
      self->facts.n_silent += stream->silent;
      if (waited && !stream->silent)
        limit = MIN (limit, known_of (log, i));
      else if (cursor->n > cursor->at)
        {
          /* Nobody waits for it: so what it holds back goes first. */
          cursor->calm = cursor->n;
          *ret_again = TRUE;
          limit = MIN (limit, cursor->events[cursor->at].time - 1);
        }
    }
  if (some_are_missing (self, now))
    limit = SCOPE_TIME_MIN;
  return self->final ? SCOPE_TIME_MAX : limit;
}

gint64
scope_eventlog_growing_begin (ScopeEventlog *log, const ScopeEvent *first)
{
  ScopeEventlogGrowing *self = log->growing;

  self->facts.late = first && first->time < self->emitted;
  if (self->facts.late)
    {
      self->facts.reordered = self->distrust = TRUE;
      return self->emitted - 1;
    }
  self->limit = find_limit (log, &self->again);
  return self->limit;
}

gboolean
scope_eventlog_growing_handed (ScopeEventlog *log, const ScopeEvent *events, gsize n)
{
  ScopeEventlogGrowing *self = log->growing;

  if (self->facts.late)
    {
      self->facts.n_late += n > 0;
      return FALSE;
    }
  if (n > 0)
    self->emitted = MAX (self->emitted, events[n - 1].time);
  self->facts.watermark = MAX (self->facts.watermark, self->emitted);
  if (n == 0 && self->limit != SCOPE_TIME_MAX)
    self->facts.watermark = MAX (self->facts.watermark, self->limit);
  return n == 0 && self->again;
}

/* --- the interface --- */

void
scope_eventlog_grow (ScopeDecoder *decoder, const ScopeArrival *arrival)
{
  ScopeEventlog *log = (ScopeEventlog *)decoder;

  log->growing->there = MAX (log->growing->there, arrival->there);
  log->growing->calm = arrival->calm;
  if (!log->serial)
    list_more (log);
}

void
scope_eventlog_growth (ScopeDecoder *decoder, ScopeGrowth *ret_growth)
{
  const ScopeEventlog *log = (ScopeEventlog *)decoder;
  const ScopeEventlogGrowing *self = log->growing;

  *ret_growth = self->facts;
  ret_growth->reordered |= log->base.damages->len > 0;
  ret_growth->whole = log->base.facts.complete;
  ret_growth->n_processors = MAX (log->base.facts.n_processors, self->greatest);
  ret_growth->n_unheard = self->n_named;
  for (guint i = 0; !log->serial && i < log->cursors->len; i++)
    ret_growth->n_wrote += ((const ScopeEventlogCursor *)log->cursors->pdata[i])->processor != SCOPE_NO_PROCESSOR;
  ret_growth->bytes = log->serial ? scope_eventlog_serial_place (log->serial)
                                  : log->header->bytes + self->n_markers * SCOPE_EVENTLOG_MARKER + self->decoded;
  if (self->facts.ended)
    ret_growth->bytes = MAX (ret_growth->bytes, self->there);
  ret_growth->writes = !log->base.facts.eden && declares (log, GHC_9_2) ? SCOPE_LIVE_WRITES_ON_FLUSH
                                                                   : SCOPE_LIVE_WRITES_WHOLE_BLOCKS;
}

gint64
scope_eventlog_grown_until (ScopeDecoder *decoder, guint processor)
{
  ScopeEventlog *log = (ScopeEventlog *)decoder;

  if (log->serial || log->growing->final)
    return SCOPE_TIME_MAX;
  for (guint i = 0; i < log->streams->len; i++)
    if (g_array_index (log->streams, ScopeEventlogStream, i).processor == processor)
      return g_array_index (log->growing->streams, Growing, i).silent ? known_of (log, i) : SCOPE_TIME_MAX;
  return SCOPE_TIME_MIN;
}

void
scope_eventlog_stop_growing (ScopeDecoder *decoder)
{
  ScopeEventlog *log = (ScopeEventlog *)decoder;
  ScopeEventlogGrowing *self = log->growing;

  self->final = TRUE;
  if (!scope_eventlog_growing_as_opened (log))
    self->facts.reordered = TRUE;
  if (log->serial)
    return;
  if (self->there < self->at)
    {
      self->facts.reordered = TRUE; /* a block is cut off: reading it anew finds its last whole event */
      log->base.facts.complete = FALSE;
    }
  else if (self->open > 0)
    complete_block (log);
  if (!self->facts.ended && self->there > self->at)
    self->facts.reordered = TRUE;
  if (!scope_eventlog_growing_as_listed (log))
    self->facts.reordered = TRUE;
  for (guint i = 0; i < log->last_times->len; i++)
    if (g_array_index (log->last_times, gint64, i) > (gint64)log->time_limit)
      self->facts.reordered = TRUE; /* events that the finished log does not believe */
}
