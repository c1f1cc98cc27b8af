/* scope-decoder.h: bytes to events. One decoder per format, one object per log.
 *
 * A decoder never trusts a length, never recurses on input, turns damage into a loss and goes on where it can.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-source.h"
#include "model/base/scope-event.h"

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
  gboolean shifted_stops;    /* GHC 7.8.2's StopThread statuses: already put right in ScopeEvent.b */
  gboolean complete;         /* has the end mark; final when next() gave 0 */
  gint64 last_time;          /* greatest end time of any block seen so far: estimate of the log's end; 0 if none */
  guint64 n_events;          /* so far, block markers not counted */
  guint n_processors;        /* 1 + greatest number of a block seen so far */
} ScopeDecoderFacts;

typedef struct
{
  /* The next batch; *ret_events stays valid until the next call. 0 at the end; errors of reading end it with a
   * damage, so there is no GError. */
  gsize (*next) (ScopeDecoder *decoder, const ScopeEvent **ret_events);
  void (*facts) (ScopeDecoder *decoder, ScopeDecoderFacts *ret_facts);
  /* Name of an event's type: the format's own constant in lower case without prefix ("create_thread"). */
  const char *(*event_name) (ScopeDecoder *decoder, guint type);
  /* The event's fields as text for people: "thread=12 status=7". Free with g_free(). */
  char *(*event_detail) (ScopeDecoder *decoder, const ScopeEvent *event);
  /* The same, behind what `out` holds. */
  void (*append_detail) (ScopeDecoder *decoder, const ScopeEvent *event, GString *out);
  /* Until when this processor's events are all there; TIME_MAX if to the log's end. After the last batch. */
  gint64 (*known_until) (ScopeDecoder *decoder, guint processor);
  void (*free) (ScopeDecoder *decoder);
} ScopeDecoderClass;

struct _ScopeDecoder
{
  const ScopeDecoderClass *klass;
  GArray *damages; /* of ScopeDamage, filled as they are met */
};

void scope_decoder_free (ScopeDecoder *decoder);

/* --- io/format/scope-eventlog.c: GHC, Eden, Mercury --- */

/* TRUE if these first bytes are those of an eventlog. */
gboolean scope_eventlog_sniff (const guint8 *head, gsize n);
/* The events are those of model/base/scope-eventlog-events.h.
 *
 * Reads the header. A seekable log of several capabilities comes in order of time, Eden's in order of the file (its
 * lanes come from capability 0 alone, see formats/eden.md). If the log is not seekable and needs merging, *ret_spool
 * is set, NULL returned without error: call again with scope_source_spool(). NULL with error: no events at all can be
 * read (cut header, …). */
ScopeDecoder *scope_eventlog_new (ScopeSource *source, gboolean *ret_spool, GError **error);
/* As above, always in order of time; `source` must be seekable. For `dump events`. */
ScopeDecoder *scope_eventlog_new_sorted (ScopeSource *source, GError **error);


/* --- the same from any place --- */

/* What a log in order of time needs to be read from anywhere, without buffers: not for next(). `source` must be
 * seekable. */
ScopeDecoder *scope_eventlog_new_map (ScopeSource *source, GError **error);
/* A reading of a map's log from its start; the map must outlive it. Several at once, each on its own thread. */
ScopeDecoder *scope_eventlog_fork (ScopeDecoder *map);
guint scope_eventlog_n_streams (ScopeDecoder *map);
/* Between two batches: where a fork stands, to come back with this or another fork of the same map. The fork goes on as
 * if it had come back there, so that all who do see the same events. Free with g_free(); NULL if the log can only be
 * read from its start (so many blocks that no list of them is kept). */
guint64 *scope_eventlog_mark (ScopeDecoder *decoder);
void scope_eventlog_seek (ScopeDecoder *decoder, const guint64 *mark);
/* The detail of the event at ScopeEvent.offset; NULL if it cannot be read. Any thread. */
char *scope_eventlog_detail_at (ScopeDecoder *map, guint64 offset);

/* Calls `func` for the fields of an event type (ScopeEvent.type) from its payload's start on, as long as they are plain
 * decimal numbers; FALSE if others follow these, or if the type's fields are not known. */
typedef void (*ScopeEventlogFieldFunc) (const char *name, gsize name_length, guint offset, guint size,
                                        gpointer user_data);
gboolean scope_eventlog_foreach_number (guint type, ScopeEventlogFieldFunc func, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeDecoder, scope_decoder_free)

G_END_DECLS
