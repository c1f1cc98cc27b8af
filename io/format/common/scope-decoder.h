/* scope-decoder.h: bytes to events. One decoder per format, one object per log.
 *
 * A decoder never trusts a length, never recurses on input, turns damage into a loss and goes on where it can.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/source/scope-log-kind.h"
#include "io/source/scope-source.h"
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
  gboolean shifted_stops;    /* GHC 7.8.2's StopThread statuses: already put right in ScopeEvent.b */
  gboolean complete;         /* has the end mark; final when next() gave 0 */
  gint64 last_time;          /* greatest end time of any block seen so far: estimate of the log's end; 0 if none */
  guint64 n_events;          /* so far, block markers not counted */
  guint n_processors;        /* 1 + greatest number of a block seen so far */
} ScopeDecoderFacts;

/* What is there of a log that is still being written. */
typedef struct
{
  guint64 there;    /* bytes that may be read */
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

  /* --- the same from any place --- */

  /* A reading of a map's log from its start; the map must outlive it. Several at once, each on its own thread. */
  ScopeDecoder *(*fork) (ScopeDecoder *map);
  /* In how many pieces the log lies: the more, the dearer it is to go to a checkpoint. */
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

  /* --- a log that is still being written: of decoders that scope_decoder_open_growing() made --- */

  /* There is more now, or time has passed. */
  void (*grow) (ScopeDecoder *decoder, const ScopeArrival *arrival);
  void (*growth) (ScopeDecoder *decoder, ScopeGrowth *ret_growth);
  /* Until when the processor's events were handed out; TIME_MAX: until the watermark. */
  gint64 (*grown_until) (ScopeDecoder *decoder, guint processor);
  /* Nothing more comes: next() gives the rest, as at the end of a finished file. Then all is as if that had been read, unless
   * growth or damages say otherwise. */
  void (*stop_growing) (ScopeDecoder *decoder);
} ScopeDecoderClass;

struct _ScopeDecoder
{
  const ScopeDecoderClass *klass;
  GArray *damages; /* of ScopeDamage, filled as they are met */
};

void scope_decoder_free (ScopeDecoder *decoder);

/* The decoder for a log, known by its first bytes; see scope_eventlog_new() for `ret_spool`. */
ScopeDecoder *scope_decoder_open (ScopeLogKind kind, ScopeSource *source, gboolean *ret_spool, GError **error);
/* The same of a seekable source, always in order of time, and without what is no event of the log: for `dump events`. */
ScopeDecoder *scope_decoder_open_sorted (ScopeSource *source, GError **error);
/* What is needed to read a log from any place, without buffers: not for next(), but for fork(). `source` must be seekable. */
ScopeDecoder *scope_decoder_open_map (ScopeSource *source, GError **error);
/* Of a log that is still being written. `source`: seekable, `there` bytes of it may be read. NULL without error: too few to tell
 * what it is, or (*ret_kind is not SCOPE_LOG_NONE) it is one that can be read only when it is whole. next() gives 0 when nothing more
 * can be handed out now. *ret_kind: what it is. */
ScopeDecoder *scope_decoder_open_growing (ScopeSource *source, guint64 there, ScopeLogKind *ret_kind, GError **error);

/* --- io/format/eventlog/scope-eventlog.c: GHC, Eden, Mercury --- */

/* The events are those of model/base/scope-eventlog-events.h.
 *
 * Reads the header. A seekable log of several capabilities comes in order of time, Eden's in order of the file (its
 * lanes come from capability 0 alone, see formats/eden.md). If the log is not seekable and needs merging, *ret_spool
 * is set, NULL returned without error: call again with scope_source_spool(). NULL with error: no events at all can be
 * read (cut header, …). */
ScopeDecoder *scope_eventlog_new (ScopeSource *source, gboolean *ret_spool, GError **error);
/* As above, always in order of time; `source` must be seekable. For `dump events`. */
ScopeDecoder *scope_eventlog_new_sorted (ScopeSource *source, GError **error);


/* See scope_decoder_open_growing(). */
ScopeDecoder *scope_eventlog_new_growing (ScopeSource *source, guint64 there, GError **error);

/* What a log in order of time needs to be read from anywhere, without buffers: not for next(), but for fork(). `source` must be
 * seekable. */
ScopeDecoder *scope_eventlog_new_map (ScopeSource *source, GError **error);

/* --- io/format/erlang/scope-samples.c: text files with samples, of Percept2 and our own recorder --- */

/* The events are those of model/base/scope-sample-events.h, in order of time since the start. All is read at once. Cannot be read from
 * any place. */
ScopeDecoder *scope_samples_new (ScopeSource *source);
/* When the start is, µs since 1970; 0: not said (Percept2: when profiling began). */
guint64 scope_samples_start (ScopeDecoder *decoder);

/* --- io/format/erlang/scope-erlang.c: trace files of Percept, Percept2 and dbg --- */

/* The events are those of model/base/scope-erlang-events.h, in order of time; times count from the first stamp of each clock in
 * the file, or from profile_start. A seekable source is looked through first (scope-erlang-order.h), on this thread; the
 * thread's current GCancellable ends that. One that is not is read once, front to back: then records that stand more than half
 * a million from their place come late, and a damage says so. */
ScopeDecoder *scope_erlang_new (ScopeSource *source);
/* Reads a trace file to its end, front to back: TRUE if scope_erlang_new() could put it in order only if it were seekable. */
gboolean scope_erlang_is_far_from_order (ScopeSource *source);
/* The same without definitions; a map to be forked, too. `source` must be seekable. */
ScopeDecoder *scope_erlang_new_map (ScopeSource *source);
/* See scope_decoder_open_growing(). */
ScopeDecoder *scope_erlang_new_growing (ScopeSource *source);

/* --- io/format/schedplot/scope-schedplot.c: Schedplot folders, joined (io/source/scope-joined.h) --- */

/* The events are those of model/base/scope-schedplot-events.h, in order of time. NULL with error: the source's list of files is
 * damaged. `source` must be seekable. */
ScopeDecoder *scope_schedplot_new (ScopeSource *source, GError **error);
/* The same without definitions, to be forked; unpacks all tracks into an unnamed file. */
ScopeDecoder *scope_schedplot_new_map (ScopeSource *source, GError **error);

/* --- io/format/erlang/scope-probes.c: logs of the Erlang VM's probes, by DTrace or SystemTap --- */

/* As scope_erlang_new() and scope_erlang_new_map(): lines of text, each of them a probe ("erlang-probes 1") or one of the
 * tuples of trace files as an Erlang term; the same events. */
ScopeDecoder *scope_probes_new (ScopeSource *source);
ScopeDecoder *scope_probes_new_map (ScopeSource *source);
/* See scope_decoder_open_growing(). */
ScopeDecoder *scope_probes_new_growing (ScopeSource *source);

/* --- io/format/sim/scope-sim-xml.c: simulation traces as XML --- */

/* The events are those of model/base/scope-sim-events.h (seqs and hits), in order of time if the log's seqs are, else so per processor;
 * read once, front to back. The map gives no definitions, nor names: their numbers are 0; `source` must be seekable. */
ScopeDecoder *scope_sim_xml_new (ScopeSource *source);
ScopeDecoder *scope_sim_xml_new_map (ScopeSource *source);

/* --- io/format/sim/scope-perf.c: branches, as `perf script` prints them --- */

/* As above: branches and threads, times in ps from the first branch. */
ScopeDecoder *scope_perf_new (ScopeSource *source);
ScopeDecoder *scope_perf_new_map (ScopeSource *source);

/* --- io/format/sim/scope-kanata.c, scope-o3pipe.c: instructions in a core's pipeline, logs of Kanata and of gem5's O3PipeView --- */

/* As above: instructions in order of coming in. */
ScopeDecoder *scope_kanata_new (ScopeSource *source);
ScopeDecoder *scope_kanata_new_map (ScopeSource *source);
ScopeDecoder *scope_o3pipe_new (ScopeSource *source);
ScopeDecoder *scope_o3pipe_new_map (ScopeSource *source);

/* --- io/format/gem5/scope-gem5.c: debug output of gem5 and M5, instructions and caches --- */

/* The events are those of model/base/scope-sim-events.h, in order of time; what stands further than 10 µs from its place comes where
 * it stands, and a damage says so. Reads any source front to back. */
ScopeDecoder *scope_gem5_new (ScopeSource *source);
/* The same without definitions; a map to be forked, too. `source` must be seekable. */
ScopeDecoder *scope_gem5_new_map (ScopeSource *source);
/* See scope_decoder_open_growing(). */
ScopeDecoder *scope_gem5_new_growing (ScopeSource *source);
/* Before the first next(). The period of all cores, ps; what is said of it elsewhere counts less the later its source stands in
 * ScopeSimClockSource. */
void scope_gem5_set_clock (ScopeDecoder *decoder, guint32 period, guint source);
/* The text of `nm`, for instructions without symbols. FALSE: it is none. */
gboolean scope_gem5_set_symbols (ScopeDecoder *decoder, const char *text, gsize n);
/* Words of a checkpoint of its; the first SCOPE_SYNC_WORDS are enough if it is plain, with zeros behind them. */
#define SCOPE_GEM5_CHECKPOINT_WORDS 7
gboolean scope_gem5_checkpoint_is_plain (const guint64 *checkpoint);
/* A core that the log is known to have, in the order in which they were told: so that reading from anywhere numbers them alike. */
void scope_gem5_add_core (ScopeDecoder *map, const char *name);
/* Of several runs in the log this one is read, from 1 on. */
void scope_gem5_set_run (ScopeDecoder *decoder, guint run);
/* The cores' period by config.ini or stats.txt; 0: it does not say. */
guint32 scope_gem5_read_period (const char *text, gsize n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeDecoder, scope_decoder_free)

G_END_DECLS
