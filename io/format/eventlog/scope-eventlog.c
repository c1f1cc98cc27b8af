/* scope-eventlog.c: the decoder for logs of GHC, Eden and Mercury: its notes of damage, and how its streams are
 * merged. How a log is opened stands in scope-eventlog-open.c.
 *
 * The merge gives the same order as a stable sort of the whole file by time: a tournament of the streams'
 * cursors, by the time and place of their next events. A batch ends when one of them has to read on, so that every
 * payload of the batch stays where it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/eventlog/scope-eventlog-private.h"

#include "model/base/scope-each.h"
#include "model/base/scope-entity.h"
#include "model/base/scope-stack-message.h"

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

  g_array_set_size (log->last_blocks, 0); /* a block may be missing */
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

void
scope_eventlog_check_stack (ScopeEventlog *log, const ScopeEvent *event)
{
  ScopeStackMessage message;
  ScopeStackMessageKind kind = scope_stack_message_parse (event->payload, event->size, &message);

  if (kind == SCOPE_STACK_MESSAGE_BAD)
    scope_eventlog_damage (log, SCOPE_NO_PROCESSOR, event->time, event->time, event->offset, event->size,
                           "a message of ghc-stack-profiler cannot be read");
  else if (kind == SCOPE_STACK_MESSAGE_VERSION && message.version != 0)
    scope_eventlog_damage (log, SCOPE_NO_PROCESSOR, event->time, event->time, event->offset, event->size,
                           "the messages of ghc-stack-profiler are of version %u, which is not known here", message.version);
}

const char *
scope_eventlog_reason (ScopeEventlog *log, const GError *error)
{
  const char *name = scope_source_name (log->base.source);
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

/* A block is one buffer: the runtime ends it, writes it, and begins the next one (printAndClearEventBuf() of rts/eventlog/EventLog.c), all
 * on the OS thread that has the processor. So between two blocks of a processor lies the time that it took to write the first one. */
static void
note_flush (ScopeEventlog *log, guint processor, gint64 begin, const ScopeEventlogWritten *fresh)
{
  ScopeEventlogWritten *last;

  if (log->last_blocks->len <= processor)
    g_array_set_size (log->last_blocks, processor + 1);
  last = &g_array_index (log->last_blocks, ScopeEventlogWritten, processor);
  if (last->end > 0 && begin > last->end)
    {
      ScopeFlush flush = { last->end, begin, last->bytes, processor };

      g_array_append_val (log->base.flushes, flush);
    }
  *last = *fresh;
}

void
scope_eventlog_saw_block (ScopeEventlog *log, const guint8 *marker, gsize n)
{
  guint64 begin = scope_be64 (marker + 2), end = scope_be64 (marker + 14);
  guint processor = scope_be16 (marker + 22);
  ScopeEventlogWritten fresh = { 0, scope_be32 (marker + 10) };
  gboolean imitated;

  if (!(end >> SCOPE_EVENTLOG_TIME_BITS))
    log->base.facts.last_time = MAX (log->base.facts.last_time, (gint64) end);
  if (processor == SCOPE_NO_PROCESSOR)
    return;
  log->base.facts.n_processors = MAX (log->base.facts.n_processors, processor + 1);
  if (!(end >> SCOPE_EVENTLOG_TIME_BITS) && begin <= end)
    fresh.end = (gint64) end;
  /* The runtime looks at the clock for the block, and again for its first event: programs that imitate it do not. */
  imitated = n >= SCOPE_EVENTLOG_FIRST && fresh.bytes >= SCOPE_EVENTLOG_FIRST && scope_be64 (marker + SCOPE_EVENTLOG_MARKER + 2) <= begin;
  note_flush (log, processor, imitated || fresh.end == 0 ? -1 : (gint64) begin, &fresh);
}

guint64
scope_eventlog_time_limit (const ScopeEventlog *log)
{
  guint64 end = (guint64)log->base.facts.last_time;

  return end > 0 ? MIN (log->time_limit, end * 8 + 10 * (guint64)G_USEC_PER_SEC * 1000) : log->time_limit;
}

/* --- merging --- */

static inline const ScopeEvent *
front (const ScopeEventlogCursor *cursor)
{
  return &cursor->events[cursor->at];
}

/* Of a cursor that has no more: later than all. */
static const ScopeEventlogHead nobody = { G_MAXINT64, NULL };

static inline ScopeEventlogHead
head (ScopeEventlogCursor *cursor)
{
  return (ScopeEventlogHead){ front (cursor)->time, cursor };
}

/* Hardly ever two events have the same time; then the one that stands first in the log comes first. */
static G_NO_INLINE gboolean
stands_before (const ScopeEventlogCursor *a, const ScopeEventlogCursor *b)
{
  return a && (!b || front (a)->offset < front (b)->offset);
}

static inline gboolean
earlier (ScopeEventlogHead a, ScopeEventlogHead b)
{
  gboolean before = a.time < b.time;

  if (G_UNLIKELY (a.time == b.time))
    before = stands_before (a.cursor, b.cursor);
  return before;
}

/* The winner's place is taken by what comes next of its cursor, or by nobody: those whom it beat on its way up play again. Which of
 * two processors comes first nobody can foretell, so there is no branch. */
static inline void
play (ScopeEventlogHead *tree, guint n_leaves, guint leaf)
{
  ScopeEventlogHead up = tree[0];

  for (guint at = (n_leaves + leaf) / 2; at > 0; at /= 2)
    {
      ScopeEventlogHead other = tree[at];
      gint64 later = other.time - up.time; /* times are not negative */
      guint64 swap = (guint64)(later >> 63);
      guint64 time;
      guintptr cursor;

      if (G_UNLIKELY (later == 0))
        swap = -(guint64)stands_before (other.cursor, up.cursor);
      time = ((guint64)other.time ^ (guint64)up.time) & swap;
      cursor = ((guintptr)other.cursor ^ (guintptr)up.cursor) & (guintptr)swap;
      tree[at] = (ScopeEventlogHead){ (gint64)((guint64)other.time ^ time), (ScopeEventlogCursor *)((guintptr)other.cursor ^ cursor) };
      up = (ScopeEventlogHead){ (gint64)((guint64)up.time ^ time), (ScopeEventlogCursor *)((guintptr)up.cursor ^ cursor) };
    }
  tree[0] = up;
}

/* The earliest of those whom the winner beat: the second of all; nobody, if there is none. */
static ScopeEventlogHead
find_second (const ScopeEventlogHead *tree, guint n_leaves)
{
  ScopeEventlogHead second = nobody;

  for (guint at = (n_leaves + tree[0].cursor->leaf) / 2; at > 0; at /= 2)
    if (earlier (tree[at], second))
      second = tree[at];
  return second;
}

/* Sets a tournament of the cursors that have events to hand out up in log->tree; returns how many they are. Each is a leaf, which is no
 * more than its number; where two meet the later one stays, and the earlier one goes on; the winner of all is tree[0]. */
static guint
fill_tree (ScopeEventlog *log)
{
  ScopeEventlogHead *tree = log->tree;
  guint n = 0;

  SCOPE_EACH_POINTER (ScopeEventlogCursor, cursor, log->cursors)
    {
      if (!cursor->ended && cursor->at >= scope_eventlog_cursor_ready (cursor))
        scope_eventlog_cursor_refill (cursor);
      cursor->leaf = cursor->at < scope_eventlog_cursor_ready (cursor) ? n++ : G_MAXUINT;
    }
  for (guint i = 0; i < n; i++)
    tree[i] = nobody;
  SCOPE_EACH_POINTER (ScopeEventlogCursor, cursor, log->cursors)
    {
      ScopeEventlogHead up;
      guint at;

      if (cursor->leaf == G_MAXUINT)
        continue;
      up = head (cursor);
      for (at = (n + cursor->leaf) / 2; at > 0 && tree[at].cursor; at /= 2)
        if (earlier (tree[at], up))
          {
            ScopeEventlogHead later = up;

            up = tree[at];
            tree[at] = later;
          }
      tree[at] = up;
    }
  return n;
}

/* Hands out the first cursor's events as long as they are earlier than the second's, and not after `until`. */
static guint
take_run (ScopeEventlogCursor *cursor, guint ready, ScopeEventlogHead second, gint64 until, ScopeEvent *out, guint room)
{
  guint most = MIN (ready - cursor->at, room), n = 0;
  const ScopeEvent *from = front (cursor);
  guint64 offset = second.cursor ? front (second.cursor)->offset : G_MAXUINT64;

  if (!second.cursor && until == G_MAXINT64)
    {
      memcpy (out, from, most * sizeof *out);
      n = most;
    }
  else
    for (; n < most && from[n].time <= until
           && (from[n].time < second.time || (from[n].time == second.time && from[n].offset < offset));
         n++)
      out[n] = from[n];
  cursor->at += n;
  return n;
}

/* What comes after `until` is not handed out. Where processors hand over to each other with nearly every event, as the last batch
 * shows, it is not worth looking how far one of them goes. */
static gsize
merge (ScopeEventlog *log, guint n_leaves, gint64 until)
{
  ScopeEventlogHead *tree = log->tree;
  const ScopeEventlogCursor *before = NULL;
  guint n = 0, turns = 0;

  while (n_leaves > 0 && tree[0].cursor && tree[0].time <= until && n < SCOPE_EVENTLOG_BATCH)
    {
      ScopeEventlogCursor *first = tree[0].cursor;
      guint ready = scope_eventlog_cursor_ready (first);

      if (log->take_turns)
        {
          __builtin_prefetch (front (first) + 2); /* until it is its turn again, it has left the cache */
          log->out[n++] = first->events[first->at++];
        }
      else
        n += take_run (first, ready, find_second (tree, n_leaves), until, log->out + n, SCOPE_EVENTLOG_BATCH - n);
      turns += first != before;
      before = first;
      if (first->at < ready)
        tree[0] = head (first);
      else if (first->ended)
        tree[0] = nobody;
      else /* has to read on first */
        break;
      play (tree, n_leaves, first->leaf);
    }
  log->take_turns = n < 2 * turns;
  return n;
}

static guint
take_window (ScopeEventlog *log)
{
  if (log->window == NULL)
    log->window = scope_eventlog_window_new (log->cursors->len);
  return scope_eventlog_window_next (log);
}

static gsize
next_sorted (ScopeEventlog *log, const ScopeEvent **ret_events)
{
  gsize n;

  *ret_events = log->out;
  if (!log->growing)
    {
      n = log->take_turns ? take_window (log) : 0;
      return n > 0 ? n : merge (log, fill_tree (log), G_MAXINT64);
    }
  for (;;)
    {
      guint n_leaves = fill_tree (log);
      gint64 until = scope_eventlog_growing_begin (log, n_leaves > 0 ? front (log->tree[0].cursor) : NULL);

      n = merge (log, n_leaves, until);
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
      cursor->lost_end = stream->lost_at;
      g_ptr_array_add (log->cursors, cursor);
    }
  log->tree = g_new (ScopeEventlogHead, n + 1);
  log->out = g_new (ScopeEvent, SCOPE_EVENTLOG_BATCH);
}

/* --- the interface --- */

static gsize
eventlog_next (ScopeDecoder *decoder, const ScopeEvent **ret_events)
{
  ScopeEventlog *log = (ScopeEventlog *)decoder;
  gsize n
      = log->serial ? scope_eventlog_serial_next (log->serial, ret_events) : next_sorted (log, ret_events);

  log->base.facts.n_events += n;
  return n;
}

static const char *
eventlog_declared_name (ScopeDecoder *decoder, guint type)
{
  const ScopeEventlogHeader *header = ((ScopeEventlog *)decoder)->header;

  return type < header->n_types && header->names[type] ? header->names[type] : "unknown";
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
  return log->base.facts.complete ? SCOPE_TIME_MAX : *time_of_stream (log->last_times, processor);
}

static void
eventlog_clear (ScopeDecoder *decoder)
{
  ScopeEventlog *log = (ScopeEventlog *)decoder;

  g_array_unref (log->last_times);
  g_array_unref (log->last_blocks);
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
  g_free (log->tree);
  g_free (log->window);
  g_free (log->out);
}

static guint
eventlog_n_streams (ScopeDecoder *map)
{
  const ScopeEventlog *log = (ScopeEventlog *)map;

  return log->streams != NULL ? log->streams->len : 1;
}

const ScopeDecoderClass scope_eventlog_class = {
  .next = eventlog_next,
  .event_name = scope_eventlog_name,
  .declared_name = eventlog_declared_name,
  .append_detail = eventlog_append_detail,
  .known_until = eventlog_known_until,
  .clear = eventlog_clear,
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
