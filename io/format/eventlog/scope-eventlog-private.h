/* scope-eventlog-private.h: what the files of the eventlog decoder share.
 *
 * Two ways through a log:
 *
 *   time:  list of blocks ─► a cursor per stream ─┐
 *                            (window puts small   ├─► merge by (time, place) ─► batch
 *                             steps back right) ──┘
 *   file:  one cursor over all bytes as they come ─► batch            (Eden; streams that cannot be sought in)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/eventlog/scope-eventlog.h"

#include <string.h>

G_BEGIN_DECLS

#define SCOPE_EVENTLOG_BATCH 2048u     /* events handed out at once, in order of time */
#define SCOPE_EVENTLOG_WINDOW 64u     /* events held back, so that later ones with earlier times can go before them */
#define SCOPE_EVENTLOG_PAD 16u        /* readable bytes behind every buffer */
#define SCOPE_EVENTLOG_MARKER 24u     /* bytes of a block marker */
#define SCOPE_EVENTLOG_FIRST (SCOPE_EVENTLOG_MARKER + 10) /* a marker, number and time of the first event */
#define SCOPE_EVENTLOG_MAX_BLOCKS (1u << 20)
#define SCOPE_EVENTLOG_MAX_STREAMS 600u
#define SCOPE_EVENTLOG_TIME_BITS 54   /* later times (over 200 days) are damage */
#define SCOPE_EVENTLOG_END 0xffffu
#define SCOPE_EVENTLOG_STEP_NS 20000 /* an event bears a time at most so much before that of the event it follows */

static inline guint16
scope_be16 (const guint8 *p)
{
  guint16 v;

  memcpy (&v, p, sizeof v);
  return GUINT16_FROM_BE (v);
}

static inline guint32
scope_be32 (const guint8 *p)
{
  guint32 v;

  memcpy (&v, p, sizeof v);
  return GUINT32_FROM_BE (v);
}

static inline guint64
scope_be64 (const guint8 *p)
{
  guint64 v;

  memcpy (&v, p, sizeof v);
  return GUINT64_FROM_BE (v);
}

/* --- header --- */

enum
{
  SCOPE_TYPE_DECLARED = 1,
  SCOPE_TYPE_STOP = 2,     /* its status wants care */
  SCOPE_TYPE_VARIABLE = 4,
  SCOPE_TYPE_MARKER = 8,
  SCOPE_TYPE_PLAIN = 16,   /* declared, no block marker, and always of the same size: at most SCOPE_TYPE_PLAIN_BYTES */
};

#define SCOPE_TYPE_PLAIN_BYTES 64

/* What the header declares of a number. The fields a and b of an event are cut out of the first eight bytes of its
 * payload: (bytes >> shift) & mask. */
typedef struct
{
  guint16 size; /* of the payload, if not variable */
  guint16 type; /* the number handed on */
  guint8 flags;
  guint8 a_shift, b_shift;
  guint32 a_mask, b_mask;
} ScopeEventlogType;

typedef struct
{
  guint n_types; /* at least 1 + the greatest number declared */
  ScopeEventlogType *types;
  char **names; /* by number: for those this program does not know, from what the header says of them; else NULL */
  gsize bytes;         /* where the events begin */
  gboolean eden;       /* declares Eden's events (GHC 7.8 does, too) */
  gboolean mercury;
  gboolean shifted_stops;
  gboolean tells_heap, counts_sparks; /* as of ScopeDecoderFacts */
} ScopeEventlogHeader;

/* NULL without error: `n` bytes are not enough, more may come. */
ScopeEventlogHeader *scope_eventlog_header_parse (const guint8 *data, gsize n, gboolean at_end, const char *name,
                                                  GError **error);
void scope_eventlog_header_free (ScopeEventlogHeader *header);
/* Length of the event at p, of which n bytes are there; 0 if its number is not declared or is no event (a block
 * marker); G_MAXSIZE if more bytes are needed to tell. */
gsize scope_eventlog_event_size (const ScopeEventlogHeader *header, const guint8 *p, gsize n);

/* --- the decoder --- */

typedef struct
{
  guint64 offset; /* of its first event */
  guint32 size;   /* bytes of events */
  guint32 next;   /* of the same stream; SCOPE_EVENTLOG_NO_BLOCK at the end */
  guint64 lost_at; /* between the stream's block before and this one bytes are lost, here; 0: none */
} ScopeEventlogBlock;

#define SCOPE_EVENTLOG_NO_BLOCK G_MAXUINT32

typedef struct
{
  guint16 processor;
  guint32 first, last; /* blocks */
  guint64 lost_at;     /* behind its last block bytes are lost, here; 0: none */
} ScopeEventlogStream;

/* The last block of a processor, by its own words. */
typedef struct
{
  gint64 end; /* 0: none, or bytes were lost since */
  guint32 bytes;
} ScopeEventlogWritten;

typedef struct _ScopeEventlogCursor ScopeEventlogCursor;
typedef struct _ScopeEventlogSerial ScopeEventlogSerial;
typedef struct _ScopeEventlogGrowing ScopeEventlogGrowing;
typedef struct _ScopeEventlogWindow ScopeEventlogWindow;

/* When the next event of a cursor comes: at hand without looking at the event. */
typedef struct
{
  gint64 time;
  ScopeEventlogCursor *cursor;
} ScopeEventlogHead;

typedef struct
{
  ScopeDecoder base;
  ScopeEventlogHeader *header;
  GArray *last_times;  /* gint64, by processor + 1 (no processor: 0) */
  GArray *last_blocks; /* ScopeEventlogWritten, by processor */
  GArray *lost_since;  /* the same: from when on the stream's end is lost; 0: it is not */
  gsize grown;         /* bytes by which buffers have grown */
  guint64 time_limit;  /* events with later times are damage */
  guint n_cut;         /* damages that found no room in the list */

  GArray *blocks;      /* of ScopeEventlogBlock */
  GArray *streams;     /* of ScopeEventlogStream */
  GPtrArray *cursors;  /* one per stream */
  ScopeEventlogHead *tree; /* of the merge; room for as many as there are cursors, and one */
  gboolean take_turns; /* in the last batch, hardly two events of a cursor followed each other */
  ScopeEventlogWindow *window; /* NULL: none was needed yet */
  ScopeEvent *out;

  ScopeEventlogSerial *serial;
  ScopeEventlogGrowing *growing; /* NULL: the log is finished */
  gboolean borrows;    /* header, blocks and streams are another decoder's */
} ScopeEventlog;

extern const ScopeDecoderClass scope_eventlog_class;

/* A cursor for each of its streams, at its start. */
void scope_eventlog_make_cursors (ScopeEventlog *log);
/* Notes a damage; the list is bounded. printf-like. */
void scope_eventlog_damage (ScopeEventlog *log, guint processor, gint64 from, gint64 to, guint64 from_byte,
                            guint64 bytes, const char *format, ...) G_GNUC_PRINTF (7, 8);
/* A binary message of the program's: notes a damage if it is none of those that it seems to be. */
void scope_eventlog_check_stack (ScopeEventlog *log, const ScopeEvent *event);
/* An error's message without the source's name. */
const char *scope_eventlog_reason (ScopeEventlog *log, const GError *error);
/* Takes note of a block marker, of which n bytes are there, SCOPE_EVENTLOG_MARKER at least, or SCOPE_EVENTLOG_FIRST with the first event:
 * number of processors, estimate of the end, and how long it took to write the block before. */
void scope_eventlog_saw_block (ScopeEventlog *log, const guint8 *marker, gsize n);
/* A flipped bit must not stretch a log of a second to one of days: no event is much later than all blocks' ends. */
guint64 scope_eventlog_time_limit (const ScopeEventlog *log);
void scope_eventlog_saw_time (ScopeEventlog *log, guint processor, gint64 time);
/* What follows in the stream is lost, or (with 0) goes on after all. */
void scope_eventlog_set_lost (ScopeEventlog *log, guint processor, gint64 since);
/* The number of a processor's stream. */
static inline guint
scope_eventlog_stream (guint processor)
{
  return (processor + 1) & 0xffff;
}

/* TRUE if these bytes look like a block marker that a runtime wrote. */
gboolean scope_eventlog_plausible_marker (const ScopeEventlogHeader *header, const guint8 *p);

/* Lists the blocks of a seekable log, hopping from marker to marker. FALSE if there are too many blocks or streams:
 * then the log is read in the file's order. */
gboolean scope_eventlog_list_blocks (ScopeEventlog *log);

/* --- cursors --- */

typedef enum
{
  SCOPE_RUN_FULL,       /* no room for more events */
  SCOPE_RUN_DONE,       /* all bytes are used up */
  SCOPE_RUN_PARTIAL,    /* the last event is not all there */
  SCOPE_RUN_MARKER,     /* a block marker comes next */
  SCOPE_RUN_UNDECLARED, /* a number that the header does not declare (or the end mark) comes next */
  SCOPE_RUN_TIME,       /* an event with an impossible time comes next */
} ScopeEventlogRun;

struct _ScopeEventlogCursor
{
  ScopeEventlog *log;
  guint16 processor;
  guint32 stream;
  guint8 *buffer;        /* capacity + SCOPE_EVENTLOG_PAD bytes */
  gsize capacity, fill;  /* bytes there */
  gsize pos;             /* first byte not yet decoded */
  guint64 delta;         /* place in the log of buffer[0], for the bytes from pos on */
  ScopeEvent *events;    /* room for max + 2 * SCOPE_EVENTLOG_WINDOW */
  guint n, max;
  guint at;              /* events before this one are handed out */
  guint leaf;            /* its number among those that are merged; G_MAXUINT: it has no event for that */
  guint floor;           /* events before this one keep their place: they are another stream's */
  guint calm;            /* growing: events before this one are handed out, since nothing more came for a moment */
  gboolean drain;        /* nothing may be held back: the buffer is full of what is held */
  gboolean ended;
  guint lost;            /* number + 1 of a damage after which no event has come yet; 0: none */
  guint32 block;         /* time order: the next block to be read */
  guint32 current;       /* the one being read */
  guint64 lost_end;      /* where bytes are lost that may be the stream's, behind its last block; 0: none */
  guint64 lost_at;       /* the same, since `lost_from`, before its next event */
  gint64 lost_from;
  gint64 handed;         /* growing: greatest time handed out, before events[0] */
  gint64 calm_time;      /* growing: handed out before its turn, since nothing came; TIME_MIN: no such event */
  guint64 block_at, block_end; /* what is still to be read of it */
};

ScopeEventlogCursor *scope_eventlog_cursor_new (ScopeEventlog *log, guint processor, gsize capacity, guint max);
void scope_eventlog_cursor_free (ScopeEventlogCursor *cursor);
/* Decodes events of the bytes up to `limit` (an index into the buffer) and puts each into its place by time. */
ScopeEventlogRun scope_eventlog_cursor_run (ScopeEventlogCursor *cursor, gsize limit);
/* Makes room in the buffer: moves the bytes not yet decoded, and the payloads of events not handed out, to its
 * front. FALSE if there are too many of the latter: then all stays as it is. */
gboolean scope_eventlog_cursor_compact (ScopeEventlogCursor *cursor);
/* Growing: nothing came for a moment, so what is held back may be handed out; but for the last microseconds, before which the
 * next event may still belong. TRUE if there is more to be handed out. */
gboolean scope_eventlog_cursor_calm (ScopeEventlogCursor *cursor);
/* Forgets the events handed out. */
void scope_eventlog_cursor_shift (ScopeEventlogCursor *cursor);
/* Time order: decodes more of the stream. */
void scope_eventlog_cursor_refill (ScopeEventlogCursor *cursor);

/* Events that may be handed out lie before this index. */
static inline guint
scope_eventlog_cursor_ready (const ScopeEventlogCursor *cursor)
{
  guint held;

  if (cursor->ended || cursor->drain)
    return cursor->n;
  held = cursor->n > SCOPE_EVENTLOG_WINDOW ? cursor->n - SCOPE_EVENTLOG_WINDOW : 0;
  return MAX (MAX (held, cursor->floor), MAX (cursor->at, cursor->calm));
}

/* --- streams that take turns (scope-eventlog-window.c) --- */

/* Free with g_free(). */
ScopeEventlogWindow *scope_eventlog_window_new (guint n_streams);
/* Puts the next events of a finished log, in order, into log->out, and returns how many they are; 0: that is not to be done this way. */
guint scope_eventlog_window_next (ScopeEventlog *log);

/* --- file order --- */

/* `head`: bytes already read from the log's start (taken). */
ScopeEventlogSerial *scope_eventlog_serial_new (ScopeEventlog *log, GByteArray *head);
void scope_eventlog_serial_free (ScopeEventlogSerial *serial);
gsize scope_eventlog_serial_next (ScopeEventlogSerial *serial, const ScopeEvent **ret_events);
/* Bytes before this one are decoded. */
guint64 scope_eventlog_serial_place (const ScopeEventlogSerial *serial);

/* --- growing logs (log->growing) --- */

/* As ScopeDecoderClass has them. */
void scope_eventlog_grow (ScopeDecoder *decoder, const ScopeArrival *arrival);
void scope_eventlog_growth (ScopeDecoder *decoder, ScopeGrowth *ret_growth);
gint64 scope_eventlog_grown_until (ScopeDecoder *decoder, guint processor);
void scope_eventlog_stop_growing (ScopeDecoder *decoder);

void scope_eventlog_growing_new (ScopeEventlog *log, guint64 there);
void scope_eventlog_growing_free (ScopeEventlogGrowing *growing);
/* Bytes that may be read. */
guint64 scope_eventlog_growing_there (const ScopeEventlog *log);
/* Nothing more comes, ever; or not for a moment. */
gboolean scope_eventlog_growing_is_final (const ScopeEventlog *log);
gboolean scope_eventlog_growing_is_calm (const ScopeEventlog *log);
/* What is handed out is not what a finished file would give. */
void scope_eventlog_growing_reordered (ScopeEventlog *log);
/* The end mark ends at `behind`. */
void scope_eventlog_growing_end_mark (ScopeEventlog *log, guint64 behind);
void scope_eventlog_growing_decoded (ScopeEventlog *log, guint64 bytes);
/* Before a batch: until when events may be handed out, if `first` is the earliest that is there (NULL: none). After it. */
gint64 scope_eventlog_growing_begin (ScopeEventlog *log, const ScopeEvent *first);
/* TRUE: there is more, try again. */
gboolean scope_eventlog_growing_handed (ScopeEventlog *log, const ScopeEvent *events, gsize n);
/* Whether the first bytes of the log still say what they said when it was opened. */
gboolean scope_eventlog_growing_as_opened (ScopeEventlog *log);
/* Whether its blocks, listed as those of a finished file, are the same; and takes the limit of times from there. */
gboolean scope_eventlog_growing_as_listed (ScopeEventlog *log);

/* --- from any place: as ScopeDecoderClass has it --- */

ScopeDecoder *scope_eventlog_fork (ScopeDecoder *map);
guint64 *scope_eventlog_checkpoint (ScopeDecoder *decoder);
void scope_eventlog_seek (ScopeDecoder *decoder, const guint64 *checkpoint);
char *scope_eventlog_detail_at (ScopeDecoder *map, guint64 offset);
gboolean scope_eventlog_foreach_number (guint type, ScopeDecoderFieldFunc func, gpointer user_data);

/* --- names --- */

/* Of the number as handed on; NULL if it is not known. */
const char *scope_eventlog_name (guint type);
/* Name and size of an event's fields, for scope_eventlog_detail(); NULL if not known. */
const char *scope_eventlog_fields (guint type);
void scope_eventlog_append_detail (const ScopeEvent *event, GString *out);

G_END_DECLS
