/* scope-schedplot-track.c: packets of a Schedplot track (formats/erlang.md §5):
 *
 *     functions:1  modules:1  duration:6    63: bytes follow, their sum is added, up to and with the first that is not 255
 *     idle                                  such bytes: µs from the end of the packet before (at first: from the start)
 *     0:1 pid:15                            only in full packets, and what follows, too
 *     in:8 [out:8 if functions] [in:4 out:4 if modules]      without `functions`: out is in, and of the last byte the first half
 *
 * In full packets a byte 0 stands for one that was not written, since the process that went out was not the one that went in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/format/schedplot/scope-schedplot-private.h"

#define BUFFER (16u * 1024u)

void
scope_schedplot_reader_init (ScopeSchedplotReader *reader, const ScopeSchedplotTrack *track)
{
  *reader = (ScopeSchedplotReader) { .track = track, .at_end = track->source == NULL };
  if (track->source == NULL)
    return;
  reader->buffer = g_malloc (BUFFER);
  if (track->bare)
    reader->source = scope_source_ref (track->source);
  else
    reader->source = scope_source_new_gzip (track->source, &reader->error);
  reader->at_end = reader->source == NULL;
}

void
scope_schedplot_reader_clear (ScopeSchedplotReader *reader)
{
  g_clear_pointer (&reader->source, scope_source_unref);
  g_clear_pointer (&reader->buffer, g_free);
  g_clear_error (&reader->error);
}

void
scope_schedplot_reader_seek (ScopeSchedplotReader *reader, guint64 place, gint64 out)
{
  reader->place = place;
  reader->pos = reader->fill = 0;
  reader->at_end = reader->source == NULL;
  reader->out = out;
  reader->cut = FALSE;
}

static gboolean
refill (ScopeSchedplotReader *reader)
{
  gssize got;

  if (reader->at_end)
    return FALSE;
  reader->place += reader->fill;
  reader->pos = reader->fill = 0;
  if (reader->place >= reader->track->limit)
    {
      reader->too_large = reader->at_end = TRUE;
      return FALSE;
    }
  if (reader->track->bare)
    got = scope_source_pread (reader->source, reader->buffer, BUFFER, reader->place, &reader->error);
  else
    got = scope_source_read (reader->source, reader->buffer, BUFFER, &reader->error);
  if (got <= 0)
    reader->at_end = TRUE;
  else
    reader->fill = (gsize) got;

  return got > 0;
}

static inline gint
next_byte (ScopeSchedplotReader *reader)
{
  if (G_UNLIKELY (reader->pos == reader->fill) && !refill (reader))
    return -1;

  return reader->buffer[reader->pos++];
}

/* The sum of a chain, or -1 if it does not end. It cannot overflow: a track has so many bytes at most. */
static gint64
chain (ScopeSchedplotReader *reader)
{
  gint64 sum = 0;
  gint byte;

  while ((byte = next_byte (reader)) == 255)
    sum += 255;

  return byte < 0 ? -1 : sum + byte;
}

/* Process and functions of a full packet. */
static gboolean
read_names (ScopeSchedplotReader *reader, guint head, ScopeSchedplotPacket *packet)
{
  gboolean functions = (head & 0x80) != 0, modules = (head & 0x40) != 0;
  gint bytes[5] = { 0 };

  for (guint i = 0; i < 3u + functions + modules; i++)
    if ((bytes[i] = next_byte (reader)) < 0)
      return FALSE;
  packet->pid = (guint16) ((bytes[0] & 0x7f) << 8 | bytes[1]);
  packet->in_id = (guint8) bytes[2];
  packet->out_id = functions ? (guint8) bytes[3] : packet->in_id;
  packet->in_module = packet->out_module = 0;
  if (modules)
    {
      gint halves = bytes[functions ? 4 : 3];

      packet->in_module = (guint8) (halves >> 4);
      packet->out_module = functions ? (guint8) (halves & 0xf) : packet->in_module;
    }

  return TRUE;
}

gboolean
scope_schedplot_reader_next (ScopeSchedplotReader *reader, ScopeSchedplotPacket *packet)
{
  gint head;
  gint64 duration, idle;

  packet->gap = FALSE;
  do
    {
      packet->place = reader->place + reader->pos;
      head = next_byte (reader);
      if (head == 0 && reader->track->full)
        {
          reader->n_lost++;
          packet->gap = TRUE;
        }
    }
  while (head == 0 && reader->track->full);
  if (head < 0)
    return FALSE;
  reader->cut = TRUE;
  duration = head & 0x3f;
  if (duration == 63)
    {
      gint64 more = chain (reader);

      if (more < 0)
        return FALSE;
      duration += more;
    }
  idle = chain (reader);
  if (idle < 0 || (reader->track->full && !read_names (reader, (guint) head, packet)))
    return FALSE;
  reader->cut = FALSE;
  packet->in = reader->out + idle;
  packet->out = reader->out = packet->in + duration;
  reader->n_packets++;

  return TRUE;
}

/* --- functions --- */

void
scope_schedplot_track_functions (const ScopeSchedplotTrack *track, const ScopeSchedplotPacket *packet, guint32 *ret_in,
                                 guint32 *ret_out)
{
  guint slot = 0;

  *ret_in = *ret_out = 0;
  if (!track->full || track->names == NULL || track->names->len == 0)
    return;
  while (track->turns != NULL && slot < track->turns->len && g_array_index (track->turns, guint64, slot) <= packet->place)
    slot++;
  *ret_in = scope_schedplot_names_find (track->names->pdata[slot], packet->in_id, packet->in_module);
  *ret_out = scope_schedplot_names_find (track->names->pdata[slot], packet->out_id, packet->out_module);
}

/* Numbers are given as functions are met, so that in the packets of one dictionary each new number is the successor of the
 * greatest before it. `slack`: numbers that may be missing, since packets are. */
static gboolean
grows (guint *greatest, guint id, guint n, guint64 slack)
{
  if (id > n || id > *greatest + 1 + slack)
    return FALSE;
  *greatest = MAX (*greatest, id);

  return TRUE;
}

/* A full dictionary is followed by an empty one, and nothing in the packets says so (formats/erlang.md §5). But the new one begins
 * with 1, when all numbers of the old one were met, and from there on its numbers grow up to its last: the first packet from
 * which that holds is where it begins. A packet that says 1 just before may be taken for its first. */
void
scope_schedplot_track_find_turns (ScopeSchedplotTrack *track)
{
  ScopeSchedplotReader reader;
  ScopeSchedplotPacket packet;
  guint slot = 0, greatest = 0, next = 0; /* next: greatest of the next dictionary, 0: it did not begin yet */
  guint64 begin = 0;

  if (!track->full || track->names == NULL || track->names->len < 2 || track->turns != NULL)
    return;
  track->turns = g_array_new (FALSE, FALSE, sizeof (guint64));
  scope_schedplot_reader_init (&reader, track);
  while (slot + 1 < track->names->len && scope_schedplot_reader_next (&reader, &packet))
    {
      const ScopeSchedplotNames *now = track->names->pdata[slot], *then = track->names->pdata[slot + 1];
      const guint ids[2] = { packet.in_id, packet.out_id };

      for (guint i = 0; i < 2; i++)
        {
          greatest = MAX (greatest, ids[i]);
          if (greatest + reader.n_lost * 2 < now->n)
            continue;
          if (next > 0 && !grows (&next, ids[i], then->n, reader.n_lost * 2))
            next = 0;
          if (next == 0 && ids[i] == 1)
            {
              begin = packet.place;
              next = 1;
            }
        }
      if (next == then->n)
        {
          g_array_append_val (track->turns, begin);
          slot++;
          greatest = next;
          next = 0;
        }
    }
  scope_schedplot_reader_clear (&reader);
}
