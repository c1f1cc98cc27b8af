/* scope-decoder.h: bytes to events. One decoder per format, one object per log.
 *
 * A decoder never trusts a length, never recurses on input, turns damage into a loss and goes on where it can.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-source.h"
#include "model/base/scope-entity.h"
#include "model/base/scope-event.h"
#include "model/trace/document/scope-live.h"

G_BEGIN_DECLS

typedef struct _ScopeDecoder ScopeDecoder;

/* In what order events come. */
typedef enum
{
  SCOPE_ORDER_TIME, /* over all streams by time, equal times by place in the file */
  SCOPE_ORDER_FILE, /* each stream (processor) by itself by time; streams as their blocks lie in the file */
} ScopeOrder;

typedef struct
{
  guint16 processor; /* or SCOPE_NO_PROCESSOR */
  gint64 from, to;   /* times around it as far as known, else 0 */
  guint64 from_byte, bytes;
  char *reason;      /* for people, without the file's name */
} ScopeDamage;

typedef struct
{
  ScopeOrder order;
  gboolean eden;             /* written by Eden's RTS */
  gboolean mercury;
  gboolean tells_heap;       /* eventlog: the runtime tells of its heap when it starts, if it was asked to record collections */
  gboolean counts_sparks;    /* eventlog: it has events of its own for counts of sparks */
  gboolean shifted_stops;    /* GHC 7.8.2's StopThread statuses: already put right in ScopeEvent.b */
  gboolean complete;         /* does not break off; final when next() gave 0 */
  ScopeEndMark end_mark;     /* of formats that may be without; of an eventlog `complete` says it. Final when next() gave 0 */
  gint64 last_time;          /* greatest end time of any block seen so far: estimate of the log's end; 0 if none */
  guint64 n_events;          /* so far, block markers not counted */
  guint n_processors;        /* 1 + greatest number of a block seen so far */
} ScopeDecoderFacts;

/* What is there of a log that is still being written. */
typedef struct
{
  guint64 there;    /* bytes that may be read */
  gint64 now;       /* g_get_monotonic_time() */
  gint64 quiet;     /* µs since the last of them came */
  gboolean calm;    /* nothing came for a moment; what is held back for the sake of order is handed out */
  gboolean at_once; /* its writer holds nothing back, as with a socket; a file is written when a buffer is full */
} ScopeArrival;

/* What a decoder makes of it. */
typedef struct
{
  gboolean late;      /* what next() gave last comes after later events were handed out */
  gboolean reordered; /* what was handed out is not, or may not be, in the order in which the finished file gives it */
  gboolean ended;     /* the end mark was read */
  gboolean whole;     /* at the end: the log does not break off */
  gboolean stuck;     /* damage: the rest can be read only when the log has ended */
  gint64 watermark;   /* all before this time was handed out, but for what comes late; TIME_MIN (order of the file: always) */
  guint64 bytes;      /* decoded */
  guint n_silent;     /* processors that are not waited for, see scope-eventlog-growing.c */
  guint n_wrote;      /* processors that have written … */
  guint n_unheard;    /* … and those that are named by others, and have not */
  guint n_late;       /* batches that were late */
  guint n_processors; /* 1 + greatest number of a processor that wrote, or was named, so far */
  ScopeLiveWrites writes; /* how its runtime writes: why nothing comes */
} ScopeGrowth;

typedef void (*ScopeDecoderFieldFunc) (const char *name, gsize name_length, guint offset, guint size,
                                       gpointer user_data);

typedef struct
{
  /* The next batch; *ret_events stays valid until the next call. 0 at the end; errors of reading end it with a
   * damage, so there is no GError. */
  gsize (*next) (ScopeDecoder *decoder, const ScopeEvent **ret_events);
  /* Name of an event's type: the format's own constant in lower case without prefix ("create_thread"). NULL: it has none. */
  const char *(*event_name) (guint type);
  /* What the log itself calls a type that has none; or NULL. */
  const char *(*declared_name) (ScopeDecoder *decoder, guint type);
  /* The event's fields as text for people, behind what `out` holds: "thread=12 status=7". NULL: what detail_at() gives. */
  void (*append_detail) (ScopeDecoder *decoder, const ScopeEvent *event, GString *out);
  /* Until when this processor's events are all there; TIME_MAX if to the log's end. After the last batch. NULL: to the log's end. */
  gint64 (*known_until) (ScopeDecoder *decoder, guint processor);
  /* Frees all but what ScopeDecoder holds. */
  void (*clear) (ScopeDecoder *decoder);

  /* --- the same from any place --- */

  /* A reading of a map's log from its start; the map must outlive it. Several at once, each on its own thread. */
  ScopeDecoder *(*fork) (ScopeDecoder *map);
  /* In how many pieces the log lies: the more, the dearer it is to go to a checkpoint. NULL: in one. */
  guint (*n_streams) (ScopeDecoder *map);
  /* Between two batches: where a fork stands, to come back with this or another fork of the same map. The fork goes on as
   * if it had come back there, so that all who do see the same events. Free with g_free(); NULL if the log can only be
   * read from its start. */
  guint64 *(*checkpoint) (ScopeDecoder *decoder);
  void (*seek) (ScopeDecoder *decoder, const guint64 *checkpoint);
  /* The detail of the event at ScopeEvent.offset; NULL if it cannot be read. Any thread. */
  char *(*detail_at) (ScopeDecoder *map, guint64 offset);
  /* Calls `func` for the fields of an event type (ScopeEvent.type) from its payload's start on, as long as they are plain
   * decimal numbers; FALSE if others follow these, or if the type's fields are not known. */
  gboolean (*foreach_number) (guint type, ScopeDecoderFieldFunc func, gpointer user_data);

  /* --- a log that is still being written: of decoders that scope_formats_open_growing() made --- */

  /* There is more now, or time has passed. */
  void (*grow) (ScopeDecoder *decoder, const ScopeArrival *arrival);
  void (*growth) (ScopeDecoder *decoder, ScopeGrowth *ret_growth);
  /* Until when the processor's events were handed out; TIME_MAX, or NULL: until the watermark. */
  gint64 (*grown_until) (ScopeDecoder *decoder, guint processor);
  /* Nothing more comes: next() gives the rest, as at the end of a finished file. Then all is as if that had been read, unless
   * growth or damages say otherwise. */
  void (*stop_growing) (ScopeDecoder *decoder);
} ScopeDecoderClass;

/* A runtime wrote to the log what it had recorded of a processor, which stood still for it. */
typedef struct
{
  gint64 from, to; /* own clock */
  guint64 bytes;
  guint32 processor;
} ScopeFlush;

struct _ScopeDecoder
{
  const ScopeDecoderClass *klass;
  ScopeSource *source;     /* or NULL */
  GArray *damages;         /* of ScopeDamage, filled as they are met */
  GArray *flushes;         /* of ScopeFlush, filled as they are met, by `to` of each processor; NULL: such logs do not tell them */
  ScopeDecoderFacts facts; /* so far */
};

void scope_decoder_free (ScopeDecoder *decoder);
/* What all decoders have, whatever their class leaves out. The detail: free with g_free(). */
const char *scope_decoder_event_name (ScopeDecoder *decoder, guint type);
char *scope_decoder_event_detail (ScopeDecoder *decoder, const ScopeEvent *event);
void scope_decoder_append_detail (ScopeDecoder *decoder, const ScopeEvent *event, GString *out);
gint64 scope_decoder_known_until (ScopeDecoder *decoder, guint processor);

/* --- for decoders --- */

/* `size` bytes of 0, which begin with a ScopeDecoder. `source` may be NULL. */
gpointer scope_decoder_new (const ScopeDecoderClass *klass, gsize size, ScopeSource *source);
/* Of ScopeDamage, whose reasons it owns. */
GArray *scope_decoder_damages_new (void);
/* Of no processor. Takes `reason`. */
void scope_decoder_damage (ScopeDecoder *decoder, gint64 time, guint64 from_byte, guint64 bytes, char *reason);
/* Another's damages are this one's, too. */
void scope_decoder_copy_damages (ScopeDecoder *decoder, const GArray *damages);
/* Hands out events whose payloads are places in `words` so far; both stay as they are. Returns how many they are. */
gsize scope_decoder_take_definitions (GArray *definitions, const GString *words, const ScopeEvent **ret_events);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeDecoder, scope_decoder_free)

G_END_DECLS
