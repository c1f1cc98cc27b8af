/* scope-perfetto.c: see scope-perfetto.h.
 *
 * Names come again and again, so each is written once and has a number afterwards ("interned"). When there are too many, all are
 * forgotten on both sides: the next packet says so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/export/scope-perfetto.h"

#include "io/export/scope-file-writer.h"

#include <string.h>

#define FULL (256u * 1024u) /* bytes that are written at once */
#define MOST_NAMES 65536u   /* that have a number at one time */
#define SEQUENCE 1          /* all packets are of one writer */

/* --- protocol buffers: https://protobuf.dev/programming-guides/encoding --- */

enum
{
  VARINT = 0,
  FIXED64 = 1,
  LENGTH = 2,
};

/* Fields, by the message that has them. */
enum
{
  TRACE_PACKET = 1,

  PACKET_TIMESTAMP = 8,
  PACKET_SEQUENCE = 10,
  PACKET_EVENT = 11,
  PACKET_INTERNED = 12,
  PACKET_FLAGS = 13,
  PACKET_DESCRIPTOR = 60,

  FLAG_CLEARED = 1, /* what had a number has none any more */
  FLAG_NEEDED = 2,

  INTERNED_CATEGORIES = 1,
  INTERNED_NAMES = 2,
  INTERNED_IID = 1,
  INTERNED_NAME = 2,

  DESCRIPTOR_UUID = 1,
  DESCRIPTOR_NAME = 2,
  DESCRIPTOR_PROCESS = 3,
  DESCRIPTOR_PARENT = 5,
  DESCRIPTOR_COUNTER = 8,
  DESCRIPTOR_ORDERING = 11,
  DESCRIPTOR_RANK = 12,
  ORDERING_EXPLICIT = 3,

  PROCESS_PID = 1,
  PROCESS_NAME = 6,

  COUNTER_UNIT_NAME = 6,

  EVENT_CATEGORY = 3,
  EVENT_TYPE = 9,
  EVENT_NAME = 10,
  EVENT_TRACK = 11,
  EVENT_VALUE = 30,
  EVENT_FLOW = 47,
  EVENT_FLOW_ENDS = 48,

  TYPE_BEGIN = 1,
  TYPE_END = 2,
  TYPE_INSTANT = 3,
  TYPE_COUNTER = 4,
};

static void
put_varint (GByteArray *out, guint64 value)
{
  guint8 bytes[10];
  guint n = 0;

  for (; value >= 0x80; value >>= 7)
    bytes[n++] = (guint8) (value | 0x80);
  bytes[n++] = (guint8) value;
  g_byte_array_append (out, bytes, n);
}

static void
put_key (GByteArray *out, guint field, guint kind)
{
  put_varint (out, (guint64) field << 3 | kind);
}

static void
put_number (GByteArray *out, guint field, guint64 value)
{
  put_key (out, field, VARINT);
  put_varint (out, value);
}

static void
put_fixed (GByteArray *out, guint field, guint64 value)
{
  guint64 little = GUINT64_TO_LE (value);

  put_key (out, field, FIXED64);
  g_byte_array_append (out, (const guint8 *) &little, sizeof little);
}

static void
put_bytes (GByteArray *out, guint field, const guint8 *data, gsize n)
{
  put_key (out, field, LENGTH);
  put_varint (out, n);
  g_byte_array_append (out, data, (guint) n);
}

static void
put_text (GByteArray *out, guint field, const char *text)
{
  put_bytes (out, field, (const guint8 *) text, strlen (text));
}

/* Takes what `message` holds, and empties it. */
static void
put_message (GByteArray *out, guint field, GByteArray *message)
{
  put_bytes (out, field, message->data, message->len);
  g_byte_array_set_size (message, 0);
}

/* --- the file --- */

struct _ScopePerfetto
{
  ScopeFileWriter *writer;
  GError *error; /* the first */
  GByteArray *out, *packet, *message, *inner; /* what is to be written, and what is being made */
  GByteArray *interned; /* names that this packet brings */
  GHashTable *names, *categories; /* of char * to their number */
  GHashTable *n_children;         /* track → how many are below it */
  guint64 n_tracks;
  gboolean clear; /* the next packet is the first, or as if it were */
};

ScopePerfetto *
scope_perfetto_new (const char *path, GError **error)
{
  ScopeFileWriter *writer = scope_file_writer_new (path, error);
  ScopePerfetto *self;

  if (writer == NULL)
    return NULL;
  self = g_new0 (ScopePerfetto, 1);
  self->writer = writer;
  self->out = g_byte_array_new ();
  self->packet = g_byte_array_new ();
  self->message = g_byte_array_new ();
  self->inner = g_byte_array_new ();
  self->interned = g_byte_array_new ();
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->categories = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->n_children = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->clear = TRUE;
  return self;
}

void
scope_perfetto_free (ScopePerfetto *self)
{
  scope_file_writer_free (self->writer);
  g_clear_error (&self->error);
  g_byte_array_unref (self->out);
  g_byte_array_unref (self->packet);
  g_byte_array_unref (self->message);
  g_byte_array_unref (self->inner);
  g_byte_array_unref (self->interned);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->categories);
  g_hash_table_unref (self->n_children);
  g_free (self);
}

static gboolean
flush (ScopePerfetto *self)
{
  if (self->error == NULL)
    scope_file_writer_add (self->writer, self->out->data, self->out->len, &self->error);
  g_byte_array_set_size (self->out, 0);
  return self->error == NULL;
}

/* The packet that was begun, with what it needs to be read. */
static gboolean
end_packet (ScopePerfetto *self)
{
  put_number (self->packet, PACKET_SEQUENCE, SEQUENCE);
  put_number (self->packet, PACKET_FLAGS, self->clear ? FLAG_CLEARED | FLAG_NEEDED : FLAG_NEEDED);
  if (self->interned->len > 0)
    put_message (self->packet, PACKET_INTERNED, self->interned);
  put_message (self->out, TRACE_PACKET, self->packet);
  self->clear = FALSE;
  return self->out->len < FULL || flush (self);
}

/* Before a packet: makes room for the names that it may bring. */
static void
begin_packet (ScopePerfetto *self)
{
  if (g_hash_table_size (self->names) + g_hash_table_size (self->categories) < MOST_NAMES)
    return;
  g_hash_table_remove_all (self->names);
  g_hash_table_remove_all (self->categories);
  self->clear = TRUE;
}

/* The number of a name, which this packet brings if it is new. */
static guint
intern (ScopePerfetto *self, GHashTable *table, guint field, const char *name)
{
  guint iid = GPOINTER_TO_UINT (g_hash_table_lookup (table, name));

  if (iid != 0)
    return iid;
  iid = g_hash_table_size (table) + 1;
  g_hash_table_insert (table, g_strdup (name), GUINT_TO_POINTER (iid));
  put_number (self->inner, INTERNED_IID, iid);
  put_text (self->inner, INTERNED_NAME, name);
  put_message (self->interned, field, self->inner);
  return iid;
}

/* --- tracks --- */

/* Which of its parent's tracks it is, from 0. */
static guint
count_child (ScopePerfetto *self, ScopePerfettoTrack parent)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->n_children, &parent));

  g_hash_table_insert (self->n_children, g_memdup2 (&parent, sizeof parent), GUINT_TO_POINTER (n + 1));
  return n;
}

static ScopePerfettoTrack
begin_track (ScopePerfetto *self, ScopePerfettoTrack parent)
{
  ScopePerfettoTrack track = ++self->n_tracks;

  begin_packet (self);
  put_number (self->message, DESCRIPTOR_UUID, track);
  if (parent != 0)
    {
      put_number (self->message, DESCRIPTOR_PARENT, parent);
      put_number (self->message, DESCRIPTOR_RANK, count_child (self, parent));
    }
  put_number (self->message, DESCRIPTOR_ORDERING, ORDERING_EXPLICIT);
  return track;
}

static ScopePerfettoTrack
end_track (ScopePerfetto *self, ScopePerfettoTrack track)
{
  put_message (self->packet, PACKET_DESCRIPTOR, self->message);
  end_packet (self);
  return track;
}

ScopePerfettoTrack
scope_perfetto_add_process (ScopePerfetto *self, guint32 pid, const char *name)
{
  ScopePerfettoTrack track = begin_track (self, 0);

  put_number (self->inner, PROCESS_PID, pid & G_MAXINT32);
  put_text (self->inner, PROCESS_NAME, name);
  put_message (self->message, DESCRIPTOR_PROCESS, self->inner);
  return end_track (self, track);
}

ScopePerfettoTrack
scope_perfetto_add_track (ScopePerfetto *self, ScopePerfettoTrack parent, const char *name)
{
  ScopePerfettoTrack track = begin_track (self, parent);

  put_text (self->message, DESCRIPTOR_NAME, name);
  return end_track (self, track);
}

ScopePerfettoTrack
scope_perfetto_add_counter (ScopePerfetto *self, ScopePerfettoTrack parent, const char *name, const char *unit)
{
  ScopePerfettoTrack track = begin_track (self, parent);

  put_text (self->message, DESCRIPTOR_NAME, name);
  if (unit != NULL)
    put_text (self->inner, COUNTER_UNIT_NAME, unit);
  put_message (self->message, DESCRIPTOR_COUNTER, self->inner);
  return end_track (self, track);
}

/* --- what is on them --- */

static void
begin_event (ScopePerfetto *self, ScopePerfettoTrack track, guint64 time, guint type)
{
  begin_packet (self);
  put_number (self->packet, PACKET_TIMESTAMP, time);
  put_number (self->message, EVENT_TYPE, type);
  put_number (self->message, EVENT_TRACK, track);
}

static void
put_names (ScopePerfetto *self, const char *name, const char *category)
{
  put_number (self->message, EVENT_NAME, intern (self, self->names, INTERNED_NAMES, name));
  put_number (self->message, EVENT_CATEGORY, intern (self, self->categories, INTERNED_CATEGORIES, category));
}

static gboolean
end_event (ScopePerfetto *self)
{
  put_message (self->packet, PACKET_EVENT, self->message);
  return end_packet (self);
}

gboolean
scope_perfetto_add_slice (ScopePerfetto *self, ScopePerfettoTrack track, guint64 from, guint64 to, const char *name, const char *category)
{
  begin_event (self, track, from, TYPE_BEGIN);
  put_names (self, name, category);
  end_event (self);
  begin_event (self, track, to, TYPE_END);
  return end_event (self);
}

gboolean
scope_perfetto_add_instant (ScopePerfetto *self, ScopePerfettoTrack track, guint64 time, const char *name, const char *category, guint64 flow,
                            gboolean ends)
{
  begin_event (self, track, time, TYPE_INSTANT);
  put_names (self, name, category);
  if (flow != 0)
    put_fixed (self->message, ends ? EVENT_FLOW_ENDS : EVENT_FLOW, flow);
  return end_event (self);
}

gboolean
scope_perfetto_add_value (ScopePerfetto *self, ScopePerfettoTrack track, guint64 time, gint64 value)
{
  begin_event (self, track, time, TYPE_COUNTER);
  put_number (self->message, EVENT_VALUE, (guint64) value);
  return end_event (self);
}

gboolean
scope_perfetto_finish (ScopePerfetto *self, GError **error)
{
  if (flush (self) && scope_file_writer_finish (self->writer, error))
    return TRUE;
  if (self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}
