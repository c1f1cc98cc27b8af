/* scope-schedplot.c: the decoder of Schedplot folders: the packets of all tracks, and the labels, in order of time.
 *
 * A packet is two events, in and out. Tracks are read from their packed bytes as they are needed, a few kilobytes each, and
 * merged by a heap. To be read from anywhere they are unpacked into an unnamed file first; then an event's offset is twice the
 * place of its packet there, + 1 for out; those of labels follow behind all tracks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/schedplot/scope-schedplot-private.h"

#include "model/base/scope-entity.h"
#include "model/base/scope-schedplot-events.h"
#include "model/base/scope-sift.h"

#include <string.h>

#define BATCH 4096u

typedef enum
{
  STAGE_NEXT, /* a packet is to be read */
  STAGE_IN,   /* its in comes next */
  STAGE_OUT,
  STAGE_END,
} Stage;

typedef struct
{
  ScopeSchedplotReader reader;
  ScopeSchedplotPacket packet;
  guint32 in_text, out_text;
  gint64 before; /* when the packet before ended */
  Stage stage;
} Track;

typedef struct
{
  ScopeDecoder base;
  ScopeSchedplotFolder *folder;
  Track *tracks;
  guint n_tracks;
  guint *heap;      /* tracks that have events, by time */
  guint n_heap;
  guint label;      /* the next one */
  gboolean bare;    /* without definitions */
  gboolean defined;
  GArray *events;   /* the batch */
  GPtrArray *words; /* payloads of definitions */
} Schedplot;

/* --- the heap --- */

static gint64
time_of (const Schedplot *self, guint i)
{
  const Track *track = &self->tracks[i];

  return track->stage == STAGE_IN ? track->packet.in : track->packet.out;
}

static gboolean
is_before (const Schedplot *self, guint i, guint k)
{
  gint64 x = time_of (self, i), y = time_of (self, k);

  return x != y ? x < y : i < k;
}

#define BEFORE(x, y) is_before (self, *(x), *(y))

static void
make_heap (Schedplot *self)
{
  self->n_heap = 0;
  for (guint i = 0; i < self->n_tracks; i++)
    if (self->tracks[i].stage != STAGE_END)
      self->heap[self->n_heap++] = i;
  SCOPE_MAKE_HEAP (self->heap, self->n_heap, BEFORE);
}

/* --- packets --- */

/* What was found out about a track when it ended. */
static void
end_track (Schedplot *self, Track *track)
{
  const ScopeSchedplotReader *reader = &track->reader;
  const ScopeSchedplotTrack *of = reader->track;
  GArray *damages = self->base.damages;
  guint64 place = reader->place + reader->pos;
  static const char kept[] = "what stands before is kept";

  track->stage = STAGE_END;
  if (self->bare)
    return;
  if (reader->error != NULL)
    scope_schedplot_damage (damages, of->number, reader->out, place, "%s; %s", reader->error->message, kept);
  else if (reader->too_large)
    scope_schedplot_damage (damages, of->number, reader->out, place, "%s: unpacks to more than %" G_GUINT64_FORMAT " bytes; %s",
                            of->name, of->limit, kept);
  else if (reader->cut)
    scope_schedplot_damage (damages, of->number, reader->out, place,
                            "%s: ends inside a packet, after %" G_GUINT64_FORMAT " unpacked bytes; %s", of->name, place, kept);
  if (reader->n_lost > 0)
    scope_schedplot_damage (damages, of->number, reader->out, place,
                            
                            "%s: %" G_GUINT64_FORMAT " packets were not written, because the process that went out was not the one that had gone in",
                            of->name, reader->n_lost);
}

static void
load_packet (Schedplot *self, Track *track)
{
  track->before = track->reader.out;
  if (!scope_schedplot_reader_next (&track->reader, &track->packet))
    {
      end_track (self, track);
      return;
    }
  track->stage = STAGE_IN;
  scope_schedplot_track_functions (track->reader.track, &track->packet, &track->in_text, &track->out_text);
}

static void
add_event (Schedplot *self, const ScopeEvent *event)
{
  g_array_append_vals (self->events, event, 1);
  self->base.facts.n_events++;
  self->base.facts.last_time = MAX (self->base.facts.last_time, event->time);
}

/* The first event of the heap. */
static void
take_packet (Schedplot *self)
{
  guint i = self->heap[0];
  Track *track = &self->tracks[i];
  const ScopeSchedplotTrack *of = track->reader.track;
  gboolean in = track->stage == STAGE_IN;
  ScopeEvent event = { .time = time_of (self, i) * 1000, .offset = 2 * (of->base + track->packet.place) + !in,
                       .processor = (guint16) of->number, .stream = i };

  event.type = (guint16) (of->gc ? (in ? SCOPE_SCHEDPLOT_GC_START : SCOPE_SCHEDPLOT_GC_END)
                                 : (in ? SCOPE_SCHEDPLOT_IN : SCOPE_SCHEDPLOT_OUT));
  event.a = of->full ? track->packet.pid + 1u : 0;
  event.b = in && track->packet.gap;
  event.c = in ? track->in_text : track->out_text;
  add_event (self, &event);
  if (in)
    track->stage = STAGE_OUT;
  else
    load_packet (self, track);
  if (track->stage == STAGE_END)
    self->heap[0] = self->heap[--self->n_heap];
  if (self->n_heap > 0)
    SCOPE_SIFT_DOWN (self->heap, self->n_heap, 0, BEFORE);
}

static void
take_label (Schedplot *self)
{
  const ScopeSchedplotLabel *label = &g_array_index (self->folder->labels, ScopeSchedplotLabel, self->label);
  ScopeEvent event = { .time = label->time * 1000, .offset = 2 * self->folder->label_base + self->label,
                       .payload = (const guint8 *) label->text, .size = (guint32) strlen (label->text),
                       .type = SCOPE_SCHEDPLOT_LABEL, .processor = (guint16) label->processor, .stream = self->n_tracks };

  self->label++;
  add_event (self, &event);
}

/* --- definitions --- */

static void
define (Schedplot *self, guint type, guint processor, guint32 a, char *word)
{
  ScopeEvent event = { .type = (guint16) type, .processor = (guint16) processor, .a = a };

  if (word != NULL)
    {
      g_ptr_array_add (self->words, word);
      event.payload = (const guint8 *) word;
      event.size = (guint32) strlen (word);
    }
  g_array_append_val (self->events, event);
}

static void
define_all (Schedplot *self)
{
  const ScopeSchedplotFolder *folder = self->folder;
  gboolean full = FALSE;

  for (guint i = 0; i < self->n_tracks; i++)
    {
      const ScopeSchedplotTrack *track = self->tracks[i].reader.track;

      define (self, SCOPE_SCHEDPLOT_TRACK, track->number, track->gc, NULL);
      full |= track->full;
    }
  for (guint i = 0; i < folder->texts.texts->len; i++)
    define (self, SCOPE_SCHEDPLOT_TEXT, SCOPE_NO_PROCESSOR, i + 1, g_strdup (folder->texts.texts->pdata[i]));
  define (self, SCOPE_SCHEDPLOT_INFO, SCOPE_NO_PROCESSOR, 0,
          g_strdup_printf ("schedulers=%u", self->n_tracks - folder->has_gc));
  define (self, SCOPE_SCHEDPLOT_INFO, SCOPE_NO_PROCESSOR, 0,
          g_strdup_printf ("schedplot=%s%s", full ? "full packets" : "time packets", folder->has_gc ? ", collections" : ""));
  if (full)
    define (self, SCOPE_SCHEDPLOT_INFO, SCOPE_NO_PROCESSOR, 0,
            g_strdup ("pids=only their last 15 bits are recorded: pid~80 is <0.80.0>, <0.32848.0>, …"));
}

/* --- the decoder --- */

static gsize
schedplot_next (ScopeDecoder *decoder, const ScopeEvent **ret_events)
{
  Schedplot *self = (Schedplot *) decoder;
  const GArray *labels = self->folder->labels;

  g_array_set_size (self->events, 0);
  if (!self->defined)
    {
      self->defined = TRUE;
      for (guint i = 0; i < self->n_tracks; i++)
        if (self->tracks[i].stage == STAGE_NEXT)
          load_packet (self, &self->tracks[i]);
      make_heap (self);
      if (!self->bare)
        define_all (self);
    }
  while (self->events->len < BATCH && (self->n_heap > 0 || self->label < labels->len))
    if (self->n_heap == 0
        || (self->label < labels->len
            && g_array_index (labels, ScopeSchedplotLabel, self->label).time < time_of (self, self->heap[0])))
      take_label (self);
    else
      take_packet (self);
  if (self->events->len == 0)
    self->base.facts.complete = self->base.damages->len == 0;
  *ret_events = (const ScopeEvent *) (gpointer) self->events->data;

  return self->events->len;
}

/* A packet is written when a run ends: of a run that did not end there is none. So nothing is known behind the last one; but
 * a track that ends properly without any is that of a scheduler that had nothing to do. */
static gint64
schedplot_known_until (ScopeDecoder *decoder, guint processor)
{
  Schedplot *self = (Schedplot *) decoder;
  const ScopeSchedplotReader *reader;

  if (processor < 1 || processor > self->n_tracks)
    return SCOPE_TIME_MAX;
  reader = &self->tracks[processor - 1].reader;
  if (reader->source == NULL)
    return 0;
  if (reader->at_end && reader->n_packets + reader->n_lost == 0 && reader->error == NULL && !reader->cut)
    return SCOPE_TIME_MAX;

  return reader->out * 1000;
}

static char *
packet_detail (const ScopeSchedplotFolder *folder, const ScopeSchedplotTrack *track, guint64 place, gboolean in)
{
  ScopeSchedplotReader reader;
  ScopeSchedplotPacket packet;
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 functions[2];
  guint id;

  scope_schedplot_reader_init (&reader, track);
  scope_schedplot_reader_seek (&reader, place, 0);
  if (scope_schedplot_reader_next (&reader, &packet))
    {
      g_string_printf (text, "%s=%" G_GINT64_FORMAT " µs", in ? "idle" : "ran", in ? packet.in : packet.out - packet.in);
      if (track->full)
        {
          g_string_append_printf (text, " pid~%u", packet.pid);
          scope_schedplot_track_functions (track, &packet, &functions[0], &functions[1]);
          id = functions[in ? 0 : 1];
          if (id > 0)
            g_string_append_printf (text, " function=%s", (const char *) folder->texts.texts->pdata[id - 1]);
          else
            g_string_append_printf (text, " function=#%u", in ? packet.in_id : packet.out_id);
        }
    }
  scope_schedplot_reader_clear (&reader);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
schedplot_detail_at (ScopeDecoder *decoder, guint64 offset)
{
  const ScopeSchedplotFolder *folder = ((Schedplot *) decoder)->folder;
  const GArray *tracks = folder->tracks;
  guint64 place = offset / 2;

  if (offset >= 2 * folder->label_base)
    {
      guint64 label = offset - 2 * folder->label_base;

      return label < folder->labels->len ? g_strdup (g_array_index (folder->labels, ScopeSchedplotLabel, label).text) : NULL;
    }
  for (guint i = tracks->len; i-- > 0;)
    {
      const ScopeSchedplotTrack *track = &g_array_index (tracks, ScopeSchedplotTrack, i);

      if (track->bare && place >= track->base && place - track->base < (guint64) scope_source_size (track->source))
        return packet_detail (folder, track, place - track->base, offset % 2 == 0);
    }

  return NULL;
}

static void
schedplot_clear (ScopeDecoder *decoder)
{
  Schedplot *self = (Schedplot *) decoder;

  for (guint i = 0; i < self->n_tracks; i++)
    scope_schedplot_reader_clear (&self->tracks[i].reader);
  g_free (self->tracks);
  g_free (self->heap);
  g_array_unref (self->events);
  g_ptr_array_unref (self->words);
  scope_schedplot_folder_unref (self->folder);
}

/* --- from any place --- */

/* Words of a checkpoint: the next label; then of each track the place of its packet, when the one before ended, its stage. */
enum
{
  CHECKPOINT_LABEL,
  CHECKPOINT_TRACKS
};

enum
{
  CHECKPOINT_PLACE,
  CHECKPOINT_BEFORE,
  CHECKPOINT_STAGE,
  CHECKPOINT_TRACK_WORDS
};

static guint
schedplot_n_streams (ScopeDecoder *map)
{
  return MAX (1, ((Schedplot *) map)->n_tracks);
}

static guint64 *
schedplot_checkpoint (ScopeDecoder *decoder)
{
  Schedplot *self = (Schedplot *) decoder;
  guint64 *checkpoint = g_new0 (guint64, CHECKPOINT_TRACKS + self->n_tracks * CHECKPOINT_TRACK_WORDS);

  checkpoint[CHECKPOINT_LABEL] = self->label;
  for (guint i = 0; i < self->n_tracks; i++)
    {
      guint64 *words = checkpoint + CHECKPOINT_TRACKS + i * CHECKPOINT_TRACK_WORDS;

      words[CHECKPOINT_PLACE] = self->tracks[i].packet.place;
      words[CHECKPOINT_BEFORE] = (guint64) self->tracks[i].before;
      words[CHECKPOINT_STAGE] = self->tracks[i].stage;
    }

  return checkpoint;
}

static void
schedplot_seek (ScopeDecoder *decoder, const guint64 *checkpoint)
{
  Schedplot *self = (Schedplot *) decoder;

  self->defined = TRUE;
  self->label = (guint) checkpoint[CHECKPOINT_LABEL];
  for (guint i = 0; i < self->n_tracks; i++)
    {
      const guint64 *words = checkpoint + CHECKPOINT_TRACKS + i * CHECKPOINT_TRACK_WORDS;
      Track *track = &self->tracks[i];

      track->stage = (Stage) words[CHECKPOINT_STAGE];
      if (track->stage == STAGE_END)
        continue;
      scope_schedplot_reader_seek (&track->reader, words[CHECKPOINT_PLACE], (gint64) words[CHECKPOINT_BEFORE]);
      load_packet (self, track);
      if (track->stage == STAGE_IN)
        track->stage = (Stage) words[CHECKPOINT_STAGE];
    }
  make_heap (self);
}

static ScopeDecoder *schedplot_fork (ScopeDecoder *map);

static const ScopeDecoderClass schedplot_class = {
  .next = schedplot_next,
  .event_name = scope_schedplot_event_name,
  .known_until = schedplot_known_until,
  .clear = schedplot_clear,
  .fork = schedplot_fork,
  .n_streams = schedplot_n_streams,
  .checkpoint = schedplot_checkpoint,
  .seek = schedplot_seek,
  .detail_at = schedplot_detail_at,
};

/* Takes `folder`. */
static Schedplot *
make_decoder (ScopeSchedplotFolder *folder, gboolean bare)
{
  Schedplot *self = scope_decoder_new (&schedplot_class, sizeof *self, NULL);

  self->folder = folder;
  self->bare = bare;
  self->events = g_array_sized_new (FALSE, FALSE, sizeof (ScopeEvent), BATCH);
  self->words = g_ptr_array_new_with_free_func (g_free);
  self->n_tracks = folder->tracks->len;
  self->tracks = g_new0 (Track, self->n_tracks + 1);
  self->heap = g_new0 (guint, self->n_tracks + 1);
  self->base.facts.order = SCOPE_ORDER_TIME;
  self->base.facts.n_processors = self->n_tracks + 1;
  for (guint i = 0; i < self->n_tracks; i++)
    scope_schedplot_reader_init (&self->tracks[i].reader, &g_array_index (folder->tracks, ScopeSchedplotTrack, i));

  return self;
}

ScopeDecoder *
scope_schedplot_new (ScopeSource *source, GError **error)
{
  ScopeSchedplotFolder *folder = scope_schedplot_folder_new (source, error);
  Schedplot *self;

  if (folder == NULL)
    return NULL;
  self = make_decoder (folder, FALSE);
  scope_decoder_copy_damages (&self->base, folder->damages);

  return &self->base;
}

ScopeDecoder *
scope_schedplot_new_map (ScopeSource *source, GError **error)
{
  ScopeSchedplotFolder *folder = scope_schedplot_folder_new (source, error);

  if (folder == NULL)
    return NULL;
  if (!scope_schedplot_folder_unpack (folder, error))
    {
      scope_schedplot_folder_unref (folder);
      return NULL;
    }

  return &make_decoder (folder, TRUE)->base;
}

static ScopeDecoder *
schedplot_fork (ScopeDecoder *map)
{
  return &make_decoder (scope_schedplot_folder_ref (((Schedplot *) map)->folder), TRUE)->base;
}
