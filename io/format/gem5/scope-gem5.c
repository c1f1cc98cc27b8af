/* scope-gem5.c: debug output of gem5 and M5 (flags Exec and Cache), of all eras since 2004. See formats/simulation.md §1.
 *
 * Lines are read front to back and put in order of time (scope-gem5-order.c). Most of what stands between them is no damage: what
 * simulator and program print, lines of other flags; it is counted by kind, and told at the end. Another run in the same file ends the
 * reading.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/gem5/scope-gem5-private.h"

#include "model/base/scope-entity.h"

#include <string.h>

#define BUFFER (1024u * 1024u)
#define FORK_BUFFER (128u * 1024u)

/* --- what is counted --- */

static void
count_line (ScopeGem5 *self, ScopeGem5LineKind kind, guint64 place, guint64 bytes)
{
  ScopeGem5Count *count = &self->counts[kind];

  if (count->n == 0)
    {
      count->first = place;
      count->time = scope_gem5_latest (self);
    }
  count->n++;
  count->bytes += bytes;
}

/* --- bytes --- */

static void
fill_buffer (ScopeGem5 *self)
{
  g_autoptr (GError) error = NULL;
  char *to;
  gsize room;
  gssize got;

  memmove (self->buffer, self->buffer + self->pos, self->fill - self->pos);
  self->place += self->pos;
  self->fill -= self->pos;
  self->pos = 0;
  to = self->buffer + self->fill;
  room = self->capacity - self->fill;
  if (self->growing)
    room = (gsize) MIN (room, self->arrival.there > self->place + self->fill ? self->arrival.there - self->place - self->fill : 0);
  got = self->by_place ? scope_source_pread (self->base.source, to, room, self->place + self->fill, &error)
                       : scope_source_read (self->base.source, to, room, &error);
  if (error != NULL)
    scope_decoder_damage (&self->base, scope_gem5_latest (self), self->place + self->fill, 0, g_strdup (error->message));
  if (self->growing)
    self->starved = got <= 0;
  else
    self->at_end = got <= 0;
  self->fill += (gsize) MAX (got, 0);
  self->buffer[self->fill] = '\0';
}

/* The next line, without its end. NULL: no more, or it is not all there yet. *ret_bytes: with it. Lines that are too long are passed over
 * and counted. */
static const char *
next_line (ScopeGem5 *self, gsize *ret_n, gsize *ret_bytes)
{
  guint64 passed = self->long_passed, from = passed > 0 ? self->long_from : self->place + self->pos;

  for (gsize seen = 0;;)
    {
      const char *line = self->buffer + self->pos;
      gsize n = self->fill - self->pos;
      const char *end = memchr (line + seen, '\n', n - seen);

      *ret_n = end != NULL ? (gsize) (end - line) : n;
      *ret_bytes = *ret_n + (end != NULL);
      if (end == NULL && self->starved)
        {
          self->long_from = from;
          self->long_passed = passed;
          return NULL;
        }
      if (end == NULL && !self->at_end && n <= SCOPE_GEM5_LINE)
        {
          seen = n;
          fill_buffer (self);
          continue;
        }
      if (*ret_bytes == 0 && passed == 0)
        return NULL;
      self->pos += *ret_bytes;
      if (passed == 0 && *ret_n <= SCOPE_GEM5_LINE)
        return line;
      passed += *ret_bytes;
      seen = 0;
      if (end == NULL && !self->at_end)
        {
          fill_buffer (self);
          continue;
        }
      count_line (self, SCOPE_GEM5_LINE_LONG, from, passed);
      self->n_lines++;
      from += passed;
      passed = self->long_passed = 0;
    }
}

/* --- clocks --- */

static void
notify_clocks (ScopeGem5 *self, const ScopeGem5Record *record)
{
  gboolean better = record->type == SCOPE_SIM_EXEC && scope_gem5_clock_add (self->clock, record->part, record->time);

  if (self->facts.period != self->period)
    {
      self->period = self->facts.period;
      scope_gem5_clock_set (self->clock, self->period, SCOPE_SIM_CLOCK_TRACE);
      self->n_told = 0;
    }
  if (better)
    scope_gem5_notify_clock (self, record->part);
  for (; self->n_told < self->facts.n_cores; self->n_told++)
    scope_gem5_notify_clock (self, self->n_told);
}

/* --- lines --- */

static void
end_run (ScopeGem5 *self)
{
  gint64 time;
  guint64 place = scope_gem5_order_run (self->order, &time);
  gint64 size = scope_source_size (self->base.source);
  g_autofree char *text = g_strdup_printf ("next_run=%u", self->run + 1);

  scope_gem5_define (&self->facts, SCOPE_SIM_INFO, SCOPE_NO_PROCESSOR, 0, 0, text, strlen (text));
  scope_decoder_damage (&self->base, scope_gem5_latest (self), place, size > (gint64) place ? (guint64) size - place : 0,
          g_strdup_printf ("another run begins here: time goes back to %" G_GINT64_FORMAT " ps; it can be read by itself (--nth-run %u)",
                           time, self->run + 1));
  self->ended = TRUE;
}

static void
begin_run (ScopeGem5 *self)
{
  self->run++;
  scope_gem5_order_begin_run (self->order);
  scope_gem5_numbers_clear (self->numbers);
  memset (self->counts, 0, sizeof self->counts);
  self->n_lines = SCOPE_GEM5_RUN;
  g_array_set_size (self->base.damages, 0);
  g_hash_table_remove_all (self->facts.snoops);
  g_hash_table_remove_all (self->facts.states);
}

static void
read_line (ScopeGem5 *self)
{
  gsize n, bytes;
  const char *line = next_line (self, &n, &bytes);
  ScopeGem5Record *record;
  ScopeGem5LineKind kind;
  guint64 place;

  if (line == NULL)
    {
      self->ended = !self->starved;
      return;
    }
  place = self->place + (guint64) (line - self->buffer);
  record = scope_gem5_order_room (self->order);
  self->facts.number = 0;
  kind = scope_gem5_line (&self->facts, line, n, record);
  self->n_lines++;
  self->broken = kind != SCOPE_GEM5_LINE_EVENT && bytes == n && n > 0;
  self->unended = kind != SCOPE_GEM5_LINE_CUT && !self->facts.is_cut && bytes == n ? n : 0;
  self->unended_at = place;
  if (kind != SCOPE_GEM5_LINE_EVENT)
    count_line (self, kind, place, bytes);
  if (self->facts.is_cut)
    count_line (self, SCOPE_GEM5_LINE_CUT, place, bytes);
  if (kind != SCOPE_GEM5_LINE_EVENT && (kind != SCOPE_GEM5_LINE_GLUED || record->type == 0))
    return;
  record->offset = place;
  record->bytes = (guint32) bytes;
  if (!self->facts.bare)
    notify_clocks (self, record);
  if (self->facts.number != 0 && record->type == SCOPE_SIM_EXEC)
    scope_gem5_numbers_add (self->numbers, record, self->facts.number);
  if (scope_gem5_order_add (self->order, record))
    return;
  if (self->run < self->wanted_run)
    begin_run (self);
  else
    end_run (self);
}

/* Runs before the one that is wanted: nothing of them is handed out. */
static void
pass_runs (ScopeGem5 *self)
{
  ScopeGem5Record *const *records;

  while (self->run < self->wanted_run && !self->ended && !self->starved)
    {
      while (scope_gem5_order_take (self->order, FALSE, SCOPE_GEM5_BATCH, &records) > 0)
        ;
      while (self->run < self->wanted_run && !self->ended && !self->starved && !scope_gem5_order_is_full (self->order))
        read_line (self);
    }
  if (self->run == self->wanted_run || self->starved)
    return;
  scope_decoder_damage (&self->base, scope_gem5_latest (self), 0, 0, g_strdup_printf ("there is no run %u: the log has %u", self->wanted_run, self->run));
  scope_gem5_order_free (self->order);
  self->order = scope_gem5_order_new ();
  self->run = self->wanted_run;
}

/* --- events --- */

static guint16
core_number (ScopeGem5 *self, guint32 core)
{
  while (core >= self->cores->len)
    {
      ScopeGem5CorePart part = scope_gem5_parts_get_core (self->facts.parts, self->cores->len);

      g_array_append_val (self->cores, part);
    }

  return g_array_index (self->cores, ScopeGem5CorePart, core).number;
}

static const ScopeGem5CachePart *
cache_part (ScopeGem5 *self, guint32 cache)
{
  ScopeGem5CachePart *part;

  if (cache >= self->caches->len)
    g_array_set_size (self->caches, cache + 1);
  part = &g_array_index (self->caches, ScopeGem5CachePart, cache);
  if (part->name == NULL || part->n_cores != self->facts.n_cores)
    {
      *part = scope_gem5_parts_get_cache (self->facts.parts, cache);
      part->n_cores = self->facts.n_cores;
    }

  return part;
}

static void
make_event (ScopeGem5 *self, ScopeGem5Record *record, ScopeEvent *event)
{
  *event = (ScopeEvent) { .time = record->time, .offset = record->offset, .type = record->type };
  if (record->type == SCOPE_SIM_EXEC)
    {
      event->payload = (const guint8 *) &record->exec;
      event->size = sizeof record->exec;
      event->processor = core_number (self, record->part);
      event->a = record->exec.function;
      event->b = record->exec.flags;
    }
  else if (record->type == SCOPE_SIM_NOTICE)
    {
      event->payload = (const guint8 *) &record->notice;
      event->size = sizeof record->notice;
      event->processor = cache_part (self, record->part)->core;
      event->a = record->notice.what;
    }
  else
    {
      const ScopeGem5CachePart *part = cache_part (self, record->part);

      record->cache.level = part->level;
      record->cache.kind = part->kind;
      event->payload = (const guint8 *) &record->cache;
      event->size = sizeof record->cache;
      event->processor = part->core;
      event->a = record->cache.what;
    }
}

static gsize
take_records (ScopeGem5 *self, const ScopeEvent **ret_events)
{
  ScopeGem5Record *const *records;
  gsize n = scope_gem5_order_take (self->order, self->ended, self->batch, &records);

  for (gsize i = 0; i < n; i++)
    make_event (self, records[i], &self->events[i]);
  self->base.facts.n_events += n;
  self->base.facts.n_processors = self->facts.n_cores;
  if (n > 0)
    self->base.facts.last_time = MAX (self->base.facts.last_time, records[n - 1]->time);
  if (n > 0)
    self->given = records[n - 1]->time;
  *ret_events = self->events;

  return n;
}

static gsize
gem5_next (ScopeDecoder *decoder, const ScopeEvent **ret_events)
{
  ScopeGem5 *self = (ScopeGem5 *) decoder;
  gsize n;

  g_array_set_size (self->facts.definitions, 0);
  g_string_truncate (self->facts.words, 0);
  if (self->run < self->wanted_run)
    pass_runs (self);
  if (self->run < self->wanted_run && self->starved)
    return 0;
  for (;;)
    {
      n = take_records (self, ret_events);
      if (n > 0)
        return n;
      if (self->ended)
        break;
      if (self->starved)
        return 0;
      while (!self->ended && !self->starved && !scope_gem5_order_is_full (self->order))
        read_line (self);
      if (self->facts.definitions->len > 0)
        return scope_decoder_take_definitions (self->facts.definitions, self->facts.words, ret_events);
    }
  if (!self->told_end)
    scope_gem5_notify_end (self);

  return scope_decoder_take_definitions (self->facts.definitions, self->facts.words, ret_events);
}

/* --- still being written --- */

static void
gem5_grow (ScopeDecoder *decoder, const ScopeArrival *arrival)
{
  ScopeGem5 *self = (ScopeGem5 *) decoder;

  self->arrival = *arrival;
  self->starved = FALSE;
  scope_gem5_order_set_hurry (self->order, arrival->calm);
}

/* What is known of clocks is told between events, sooner or later in the finished log; and what lies beside that is read first: so it is
 * read once more. */
static void
gem5_growth (ScopeDecoder *decoder, ScopeGrowth *ret_growth)
{
  ScopeGem5 *self = (ScopeGem5 *) decoder;

  *ret_growth = (ScopeGrowth) { .reordered = TRUE,
                                .whole = self->grew && self->ended && self->at_end && !self->broken,
                                .watermark = self->given,
                                .bytes = self->place + self->pos,
                                .n_processors = self->facts.n_cores,
                                .writes = SCOPE_LIVE_WRITES_LINES };
}

static void
gem5_stop_growing (ScopeDecoder *decoder)
{
  ScopeGem5 *self = (ScopeGem5 *) decoder;

  self->growing = self->starved = FALSE;
  self->grew = TRUE;
  scope_gem5_order_set_hurry (self->order, FALSE);
}

/* --- what a line says, for people --- */

static char *
gem5_detail_at (ScopeDecoder *decoder, guint64 offset)
{
  return scope_gem5_detail (decoder->source, offset);
}

/* --- from any place --- */

static ScopeDecoder *gem5_fork (ScopeDecoder *map);

static guint64 *
gem5_checkpoint (ScopeDecoder *decoder)
{
  ScopeGem5 *self = (ScopeGem5 *) decoder;

  return scope_gem5_order_checkpoint (self->order, self->place + self->pos);
}

gboolean
scope_gem5_checkpoint_is_plain (const guint64 *checkpoint)
{
  G_STATIC_ASSERT (sizeof (ScopeGem5OrderCheckpoint) == SCOPE_GEM5_CHECKPOINT_WORDS * sizeof (guint64));

  return ((const ScopeGem5OrderCheckpoint *) (gconstpointer) checkpoint)->is_plain != 0;
}

static void
gem5_seek (ScopeDecoder *decoder, const guint64 *words)
{
  ScopeGem5 *self = (ScopeGem5 *) decoder;
  const ScopeGem5OrderCheckpoint *checkpoint = (const ScopeGem5OrderCheckpoint *) (gconstpointer) words;

  scope_gem5_order_seek (self->order, checkpoint);
  self->place = checkpoint->place;
  self->pos = self->fill = 0;
  self->at_end = self->ended = FALSE;
  self->run = self->wanted_run;
}

static void
gem5_clear (ScopeDecoder *decoder)
{
  ScopeGem5 *self = (ScopeGem5 *) decoder;

  scope_gem5_facts_clear (&self->facts);
  scope_gem5_order_free (self->order);
  scope_gem5_clock_free (self->clock);
  scope_gem5_numbers_free (self->numbers);
  g_array_unref (self->cores);
  g_array_unref (self->caches);
  g_free (self->events);
  g_free (self->buffer);
}

static ScopeGem5 *
make (ScopeSource *source, ScopeGem5Parts *parts, gsize capacity)
{
  static const ScopeDecoderClass klass = { .next = gem5_next,
                                           .event_name = scope_sim_event_name,
                                           .clear = gem5_clear,
                                           .fork = gem5_fork,
                                           .checkpoint = gem5_checkpoint,
                                           .seek = gem5_seek,
                                           .detail_at = gem5_detail_at,
                                           .grow = gem5_grow,
                                           .growth = gem5_growth,
                                           .stop_growing = gem5_stop_growing };
  ScopeGem5 *self = scope_decoder_new (&klass, sizeof *self, source);

  self->capacity = capacity;
  self->buffer = g_malloc (capacity + 1);
  scope_gem5_facts_init (&self->facts, parts);
  self->order = scope_gem5_order_new ();
  self->clock = scope_gem5_clock_new ();
  self->numbers = scope_gem5_numbers_new ();
  self->cores = g_array_new (FALSE, TRUE, sizeof (ScopeGem5CorePart));
  self->caches = g_array_new (FALSE, TRUE, sizeof (ScopeGem5CachePart));
  self->events = g_new (ScopeEvent, SCOPE_GEM5_BATCH);
  self->base.facts.order = SCOPE_ORDER_TIME;
  self->run = self->wanted_run = 1;
  self->batch = SCOPE_GEM5_BATCH;
  self->given = SCOPE_TIME_MIN;

  return self;
}

ScopeDecoder *
scope_gem5_new (ScopeSource *source, GError **error)
{
  ScopeGem5Parts *parts = scope_gem5_parts_new ();
  ScopeGem5 *self = make (source, parts, BUFFER);

  scope_gem5_parts_unref (parts);

  return &self->base;
}

ScopeDecoder *
scope_gem5_new_growing (ScopeSource *source, guint64 there, GError **error)
{
  ScopeGem5 *self = (ScopeGem5 *) scope_gem5_new (source, error);

  self->by_place = self->growing = TRUE;

  return &self->base;
}

ScopeDecoder *
scope_gem5_new_map (ScopeSource *source, GError **error)
{
  ScopeGem5Parts *parts = scope_gem5_parts_new ();
  ScopeGem5 *self = make (source, parts, FORK_BUFFER);

  scope_gem5_parts_unref (parts);
  self->by_place = self->facts.bare = TRUE;

  return &self->base;
}

void
scope_gem5_set_clock (ScopeDecoder *decoder, guint32 period, guint source)
{
  scope_gem5_clock_set (((ScopeGem5 *) decoder)->clock, period, (ScopeSimClockSource) source);
}

gboolean
scope_gem5_set_symbols (ScopeDecoder *decoder, const char *text, gsize n)
{
  ScopeGem5Facts *facts = &((ScopeGem5 *) decoder)->facts;

  g_clear_pointer (&facts->symbols, scope_gem5_symbols_free);
  facts->symbols = scope_gem5_symbols_new (text, n);

  return facts->symbols != NULL;
}

void
scope_gem5_add_core (ScopeDecoder *map, const char *name)
{
  scope_gem5_parts_core (((ScopeGem5 *) map)->facts.parts, name, strlen (name));
}

void
scope_gem5_set_run (ScopeDecoder *decoder, guint run)
{
  ((ScopeGem5 *) decoder)->wanted_run = MAX (run, 1);
}

static ScopeDecoder *
gem5_fork (ScopeDecoder *map)
{
  ScopeGem5 *from = (ScopeGem5 *) map, *self = make (from->base.source, from->facts.parts, FORK_BUFFER);

  self->by_place = self->facts.bare = TRUE;
  self->wanted_run = from->wanted_run;

  return &self->base;
}
