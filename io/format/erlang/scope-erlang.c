/* scope-erlang.c: trace files of Erlang: Percept, Percept2, dbg. What erts' trace_file_drv writes:
 *
 *     op:u8  size:u32 big-endian  payload        op 0: `size` bytes, one external term, first byte 131
 *                                                op 1: no payload: `size` records were dropped
 *
 * No head, no index, no end mark. In the file records are in order per process only (up to 96 ms apart in small files, a second at
 * full speed; nothing bounds it), so they are looked through first (scope-erlang-order.h) and go through the sorter, or are read
 * one by one in order of time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/erlang/scope-erlang-private.h"

#include "io/source/scope-log-kind.h"
#include "model/base/scope-entity.h"

#include <string.h>

#define HEAD SCOPE_ERLANG_HEAD
#define BUFFER_FIRST (64u * 1024u)
#define MAX_RECORD SCOPE_ERLANG_MAX_RECORD
#define CHUNK (64u * 1024u)
#define MAX_DAMAGES 1000u

enum
{
  OP_TERM = 0,
  OP_DROP = SCOPE_ERLANG_DROP,
  VERSION = 131,
};

G_GNUC_PRINTF (4, 5) static void
damage (ScopeErlang *self, guint64 from, guint64 bytes, const char *format, ...)
{
  ScopeDamage damage = { SCOPE_NO_PROCESSOR, self->facts.latest, self->facts.latest, from, bytes, NULL };
  va_list args;

  if (self->base.damages->len >= MAX_DAMAGES && !self->damaged)
    return;
  va_start (args, format);
  damage.reason = g_strdup_vprintf (format, args);
  va_end (args);
  g_array_append_val (self->base.damages, damage);
}

/* {drop,N}, or op 1: the tracer had no room for so many records. */
static void
add_drop (ScopeErlang *self, guint32 n, guint64 from, guint64 bytes)
{
  if (self->in_order != NULL)
    return; /* the survey told it */
  if (self->base.damages->len < MAX_DAMAGES)
    damage (self, from, bytes, "%u records were dropped: the program traced more than could be written", n);
  else
    self->more_dropped += n;
}

/* Looks for the next thing that is surely a record. */
static void
resync (ScopeErlang *self)
{
  guint64 from = scope_erlang_here (self);

  if (self->growing != NULL)
    {
      self->starved = self->stuck = TRUE;
      return;
    }
  self->pos++;
  while (scope_erlang_need (self, SCOPE_LOG_RECORD_HEAD))
    {
      const guint8 *p = self->buffer + self->pos, *end = p + scope_erlang_in_buffer (self) - (SCOPE_LOG_RECORD_HEAD - 1);
      const guint8 *found = p;

      while (found < end && !scope_log_is_erlang_record (found, SCOPE_LOG_RECORD_HEAD))
        found++;
      self->pos += (gsize) (found - p);
      if (found < end)
        break;
    }
  if (!scope_erlang_need (self, SCOPE_LOG_RECORD_HEAD))
    self->pos += scope_erlang_in_buffer (self);
  damage (self, from, scope_erlang_here (self) - from, "bytes that are not a record");
}

/* Of the file; of several the next one follows. */
static void
at_end (ScopeErlang *self)
{
  gsize rest = scope_erlang_in_buffer (self);

  if (self->growing != NULL)
    {
      self->starved = TRUE;
      return;
    }
  if (rest > 0 && self->at_end)
    damage (self, scope_erlang_here (self), rest, "the file ends inside a record: the program was killed, or still runs");
  else if (rest > 0)
    damage (self, scope_erlang_here (self), rest, "the file ends inside a record");
  self->pos += rest;
  self->skip = 0;
  self->border = scope_source_part_end (self->base.source, scope_erlang_here (self));
  if (!self->at_end || self->pos < self->fill)
    return;
  self->whole = rest == 0;
  self->base.facts.complete = self->base.damages->len == 0;
  self->ended = TRUE;
}

static void
count_event (ScopeErlang *self, const ScopeEvent *event)
{
  if (event->type >= SCOPE_ERL_SPAWN || event->type < SCOPE_ERL_CLOCK)
    self->base.facts.n_events++;
  self->base.facts.last_time = self->facts.latest;
  if (event->processor != SCOPE_NO_PROCESSOR)
    self->base.facts.n_processors = MAX (self->base.facts.n_processors, event->processor);
}

/* A recording that began ends with a record, too; who only calls erlang:trace/3 writes neither. */
static void
note_recording (ScopeErlang *self, const ScopeEvent *event)
{
  if (event->type == SCOPE_ERL_PROFILE_START && self->n_starts++ == 1)
    damage (self, event->offset, 0, "another recording begins here: this file contains more than one");
  self->n_stops += event->type == SCOPE_ERL_PROFILE_STOP;
  self->base.facts.end_mark = self->n_stops < self->n_starts ? SCOPE_END_MARK_MISSING : SCOPE_END_MARK_READ;
}

void
scope_erlang_add (ScopeErlang *self, ScopeEvent *event, guint64 offset)
{
  event->offset = offset;
  if ((event->type == SCOPE_ERL_PROFILE_START || event->type == SCOPE_ERL_PROFILE_STOP) && !self->surveys)
    note_recording (self, event);
  if (self->surveys)
    {
      scope_erlang_order_add (self->order, event->time, offset);
      return;
    }
  if (self->in_order != NULL)
    {
      g_array_append_val (self->in_order, *event);
      count_event (self, event);
      return;
    }
  if (event->time < self->passed_time || (event->time == self->passed_time && offset <= self->passed_offset))
    return;
  if (self->growing == NULL || !scope_erlang_growing_add (self->growing, event, self->facts.latest))
    scope_event_sorter_add (self->sorter, event);
  count_event (self, event);
}

/* Passes over what is too large to be looked at. FALSE at the end. */
static gboolean
pass_over (ScopeErlang *self)
{
  while (self->skip > 0)
    {
      gsize n;

      if (!scope_erlang_need (self, 1))
        return FALSE;
      n = (gsize) MIN (self->skip, scope_erlang_in_buffer (self));
      self->pos += n;
      self->skip -= n;
    }

  return TRUE;
}

/* One record, or what stands in its place. */
static void
read_record (ScopeErlang *self)
{
  const guint8 *p;
  guint32 size;
  guint64 from;
  ScopeEvent event;

  if (!pass_over (self) || !scope_erlang_need (self, HEAD))
    {
      at_end (self);
      return;
    }
  from = scope_erlang_here (self);
  p = self->buffer + self->pos;
  size = (guint32) p[1] << 24 | (guint32) p[2] << 16 | (guint32) p[3] << 8 | p[4];
  if (p[0] == OP_DROP)
    {
      event = (ScopeEvent) { .time = self->facts.latest, .processor = SCOPE_NO_PROCESSOR, .type = SCOPE_ERL_DROP,
                             .a = size };
      self->pos += HEAD;
      self->facts.unstamped = TRUE;
      scope_erlang_add (self, &event, from);
      add_drop (self, size, from, HEAD);
      return;
    }
  if (p[0] != OP_TERM)
    {
      resync (self);
      return;
    }
  if (size > MAX_RECORD)
    {
      gint64 all = scope_source_size (self->base.source);

      if (self->growing != NULL && HEAD + (guint64) size > scope_erlang_growing_room (self->growing, from))
        {
          self->starved = TRUE;
          return;
        }
      if ((all >= 0 && from + HEAD + size > (guint64) all) || size > self->border - from)
        {
          resync (self);
          return;
        }
      damage (self, from, HEAD + (guint64) size, "a record of %u bytes is too large to be read", size);
      self->skip = HEAD + (guint64) size;
      return;
    }
  if (!scope_erlang_need (self, HEAD + size))
    {
      at_end (self);
      return;
    }
  p = self->buffer + self->pos + HEAD;
  self->facts.too_deep = FALSE;
  if (size < 2 || p[0] != VERSION || !scope_erlang_record (&self->facts, (ScopeTerm) { p + 1, p + size }, &event))
    {
      gboolean more = scope_erlang_need (self, HEAD + size + SCOPE_LOG_RECORD_HEAD);

      if (!more && self->growing != NULL)
        {
          self->starved = TRUE;
          return;
        }
      /* A size that is a lie would skip good records. */
      if (more && !scope_log_is_erlang_record (self->buffer + self->pos + HEAD + size, SCOPE_LOG_RECORD_HEAD))
        {
          resync (self);
          return;
        }
      damage (self, from, HEAD + size, self->facts.too_deep ? "a record whose term is nested too deeply to be read"
                                                            : "a record whose term cannot be read");
      self->pos += HEAD + size;
      return;
    }
  self->pos += HEAD + size;
  scope_erlang_add (self, &event, from);
  if (event.type == SCOPE_ERL_DROP)
    add_drop (self, event.a, from, HEAD + size);
}

void
scope_erlang_notify_end (ScopeErlang *self)
{
  gint64 by;
  guint64 n = scope_event_sorter_n_late (self->sorter, &by);

  if (self->damaged)
    return;
  self->damaged = TRUE;
  if (n > 0)
    damage (self, 0, 0, 
                        "%" G_GUINT64_FORMAT " records are so far from their place in time (up to %.3f s) that they could not be put in order", n, (double) by / 1e9);
  if (self->more_dropped > 0)
    damage (self, 0, 0, "%" G_GUINT64_FORMAT " more records were dropped in many places", self->more_dropped);
  if (self->facts.many_clocks)
    damage (self, 0, 0, "times are the processor time of each scheduler, and schedulers share no clock: times "
                        "between schedulers are the least that fit, and it is not known when processes became "
                        "runnable");
  if (self->facts.full)
    damage (self, 0, 0, "the trace names more processes and functions than are kept; the rest is left out");
}

void
scope_erlang_forget_definitions (ScopeErlang *self)
{
  g_array_set_size (self->facts.definitions, 0);
  g_string_truncate (self->facts.words, 0);
}

static gsize
erlang_next (ScopeDecoder *decoder, const ScopeEvent **ret_events)
{
  ScopeErlang *self = (ScopeErlang *) decoder;
  gboolean last;
  gsize n;

  if (self->in_order != NULL)
    return scope_erlang_next_in_order (self, ret_events);
  if (self->growing != NULL)
    return scope_erlang_next_growing (self, ret_events);
  scope_erlang_forget_definitions (self);
  do
    {
      last = self->ended;
      n = scope_event_sorter_take (self->sorter, last, SCOPE_ERLANG_BATCH, ret_events);
      if (n > 0)
        {
          self->given_time = (*ret_events)[n - 1].time;
          self->given_offset = (*ret_events)[n - 1].offset;
          return n;
        }
      while (!self->ended && scope_event_sorter_has_room (self->sorter))
        self->framing->read (self);
      if (self->bare)
        scope_erlang_forget_definitions (self);
      else if (self->facts.definitions->len > 0)
        return scope_decoder_take_definitions (self->facts.definitions, self->facts.words, ret_events);
    }
  while (!last);
  scope_erlang_notify_end (self);

  return 0;
}

static char *
erlang_detail_at (ScopeDecoder *decoder, guint64 offset)
{
  ScopeErlang *self = (ScopeErlang *) decoder;

  return self->framing->detail_at (self->base.source, offset);
}

static gint64
erlang_known_until (ScopeDecoder *decoder, guint processor)
{
  ScopeErlang *self = (ScopeErlang *) decoder;

  return self->base.facts.complete && self->base.facts.end_mark != SCOPE_END_MARK_MISSING ? SCOPE_TIME_MAX : self->facts.latest;
}

static void
erlang_clear (ScopeDecoder *decoder)
{
  ScopeErlang *self = (ScopeErlang *) decoder;

  scope_event_sorter_free (self->sorter);
  scope_erlang_order_unref (self->order);
  g_clear_pointer (&self->in_order, g_array_unref);
  scope_erlang_growing_free (self->growing);
  scope_erlang_growing_free (self->grown);
  scope_erlang_facts_clear (&self->facts);
  if (self->map != NULL && g_atomic_ref_count_dec (&self->map->ref_count))
    g_free (self->map);
  g_free (self->buffer);
}

/* --- growing --- */

static void
erlang_grow (ScopeDecoder *decoder, const ScopeArrival *arrival)
{
  ScopeErlang *self = (ScopeErlang *) decoder;

  scope_erlang_growing_grow (self->growing, arrival, self->facts.latest);
}

static void
erlang_growth (ScopeDecoder *decoder, ScopeGrowth *ret_growth)
{
  ScopeErlang *self = (ScopeErlang *) decoder;

  gint64 by;

  scope_erlang_growing_notify (self->growing != NULL ? self->growing : self->grown, ret_growth);
  ret_growth->stuck = self->stuck;
  /* What came too late for the window, too, stands elsewhere when the finished file is looked through. */
  ret_growth->reordered |= self->stuck || scope_event_sorter_n_late (self->sorter, &by) > 0;
  ret_growth->reordered |= self->framing->read_again || self->facts.many_clocks;
  ret_growth->whole = self->whole;
  ret_growth->ended = self->facts.probes.ended;
  if (self->framing->read_again)
    ret_growth->writes = SCOPE_LIVE_WRITES_LINES;
  ret_growth->bytes = scope_erlang_here (self);
}

static void
erlang_stop_growing (ScopeDecoder *decoder)
{
  ScopeErlang *self = (ScopeErlang *) decoder;

  self->grown = g_steal_pointer (&self->growing);
  scope_erlang_growing_release (self->grown, self->sorter);
}

/* --- from any place --- */

static ScopeDecoder *erlang_fork (ScopeDecoder *map);

static const ScopeDecoderClass erlang_class = {
  .next = erlang_next,
  .event_name = scope_erlang_event_name,
  .known_until = erlang_known_until,
  .clear = erlang_clear,
  .fork = erlang_fork,
  .checkpoint = scope_erlang_checkpoint,
  .seek = scope_erlang_seek,
  .detail_at = erlang_detail_at,
  .grow = erlang_grow,
  .growth = erlang_growth,
  .stop_growing = erlang_stop_growing,
};

ScopeErlang *
scope_erlang_make (ScopeSource *source, const ScopeErlangFraming *framing, gsize chunk)
{
  ScopeErlang *self = scope_decoder_new (&erlang_class, sizeof *self, source);

  self->framing = framing;
  self->capacity = BUFFER_FIRST;
  self->buffer = g_malloc (BUFFER_FIRST);
  self->border = scope_source_part_end (source, 0);
  self->chunk = chunk;
  self->span = G_MAXSIZE;
  self->sorter = scope_event_sorter_new (SCOPE_ERLANG_WINDOW, chunk);
  self->base.facts.order = SCOPE_ORDER_TIME;
  self->passed_time = self->given_time = SCOPE_TIME_MIN;
  scope_erlang_facts_init (&self->facts);

  return self;
}

ScopeDecoder *
scope_erlang_new_framed (ScopeSource *source, const ScopeErlangFraming *framing, gboolean map)
{
  ScopeErlang *self = scope_erlang_make (source, framing, map ? SCOPE_ERLANG_FORK_CHUNK : CHUNK);

  if (map)
    {
      self->by_place = self->bare = TRUE;
      self->map = g_new0 (ScopeErlangMap, 1);
      g_atomic_ref_count_init (&self->map->ref_count);
    }
  if (scope_source_is_seekable (source))
    scope_erlang_survey (self);
  if (map && self->order != NULL)
    self->map->depth = (gsize) MIN (scope_erlang_order_depth (self->order), SCOPE_ERLANG_WINDOW);

  return &self->base;
}

static ScopeDecoder *
erlang_fork (ScopeDecoder *map)
{
  ScopeErlang *from = (ScopeErlang *) map;
  ScopeErlang *self = scope_erlang_make (from->base.source, from->framing, SCOPE_ERLANG_FORK_CHUNK);

  self->by_place = self->bare = TRUE;
  self->map = from->map;
  g_atomic_ref_count_inc (&self->map->ref_count);
  if (from->order != NULL)
    scope_erlang_take_survey (self, from);

  return &self->base;
}

/* --- for other framings --- */

void
scope_erlang_damage (ScopeErlang *self, guint64 from, guint64 bytes, const char *reason)
{
  damage (self, from, bytes, "%s", reason);
}

void
scope_erlang_end (ScopeErlang *self, gboolean complete)
{
  self->pos += scope_erlang_in_buffer (self);
  self->border = scope_source_part_end (self->base.source, scope_erlang_here (self));
  if (!self->at_end || self->pos < self->fill)
    return;
  self->base.facts.complete = self->whole = complete && self->base.damages->len == 0;
  self->ended = TRUE;
}

static const ScopeErlangFraming records_framing = { .read = read_record, .detail_at = scope_erlang_record_detail_at };

gboolean
scope_erlang_is_far_from_order (ScopeSource *source)
{
  return scope_erlang_is_far (source, &records_framing);
}

ScopeDecoder *
scope_erlang_new (ScopeSource *source, GError **error)
{
  return scope_erlang_new_framed (source, &records_framing, FALSE);
}

ScopeDecoder *
scope_erlang_new_map (ScopeSource *source, GError **error)
{
  return scope_erlang_new_framed (source, &records_framing, TRUE);
}

ScopeDecoder *
scope_erlang_new_growing_framed (ScopeSource *source, const ScopeErlangFraming *framing)
{
  ScopeErlang *self = scope_erlang_make (source, framing, CHUNK);

  self->by_place = TRUE;
  self->growing = scope_erlang_growing_new ();

  return &self->base;
}

ScopeDecoder *
scope_erlang_new_growing (ScopeSource *source, guint64 there, GError **error)
{
  return scope_erlang_new_growing_framed (source, &records_framing);
}
