/* scope-erlang-private.h: what the files of the Erlang decoder share.
 *
 *   bytes ─► records (scope-erlang.c) ─► events (scope-erlang-record.c) ─► in order of time (scope-event-sorter.c) ─► batch
 *       └─► lines (scope-probes.c) ─► terms ─┘  │
 *               └─► probes (scope-probes-line.c)┤
 *                                               └─► numbers of pids, functions (scope-erlang-words.c, -names.c) ─► definitions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/erlang/scope-erlang.h"
#include "io/format/erlang/scope-erlang-order.h"
#include "io/format/erlang/scope-erlang-term.h"
#include "io/format/common/scope-event-sorter.h"
#include "io/format/common/scope-names.h"

#include "model/base/scope-erlang-events.h"

G_BEGIN_DECLS

/* --- records --- */

/* What is known of a log of probes by its lines so far. */
typedef struct
{
  guint64 *threads;       /* of schedulers, by number: the thread's number for the operating system + 1; 0: none yet */
  guint8 *named;          /* those that were told as definitions */
  guint n_threads;
  char *source;           /* who wrote it: "dtrace"; NULL: not said */
  guint64 wall, then;     /* ns since 1970 at that stamp; 0: not said */
  guint64 unit;           /* ns of a stamp's unit; 0: 1 */
  gboolean told, told_wall; /* as definitions */
  gboolean ended;         /* it says so */
  guint64 bad_from, bad_bytes; /* lines in a row that could not be read */
  guint n_bad;
  const char *why;        /* the first of them could not */
  guint64 program;        /* of LTTng's: the VM's process + 1; 0: not known */
  guint64 endless;        /* what begins before this place has no end up to it */
  struct _ScopeErlangText *text;
} ScopeErlangProbes;

/* What cannot be seen in every record. */
typedef enum
{
  SCOPE_ERLANG_UNDECIDED,
  SCOPE_ERLANG_NEW, /* the scheduler stands behind the function */
  SCOPE_ERLANG_OLD, /* before it: OTP 18 and older */
} ScopeErlangOrderForm;

typedef enum
{
  SCOPE_ERLANG_UNSEEN,
  SCOPE_ERLANG_WITHOUT,
  SCOPE_ERLANG_WITH,
} ScopeErlangSchedulers;

/* What is known of the file by the records so far. */
typedef struct
{
  ScopeErlangProbes probes;
  ScopeNames *names;
  guint32 n_parties, n_texts;
  GArray *definitions;    /* of ScopeEvent; payload: offset in `words` until they are handed out */
  GString *words;
  guint64 bases[SCOPE_ERL_CLOCK_NONE]; /* the stamp that is time 0, per clock, as unsigned ns */
  guint8 has_base;        /* bit per clock */
  guint8 told_clocks;     /* likewise: the definition was given */
  gint64 stamped;         /* latest of the times that records bear */
  gint64 latest;          /* of all times so far, for records without one */
  guint32 node;           /* text of the file's own node, 0: not known yet */
  guint8 order;           /* ScopeErlangOrderForm */
  guint8 schedulers;      /* ScopeErlangSchedulers: whether records of erlang:trace/3 bear one */
  gboolean full;          /* too many names */
  gboolean too_deep;      /* the last term was read no further, since it is nested too deep */
  gboolean unstamped;     /* a record behind the heads had no time of its own */
  struct _ScopeErlangCpu *cpu; /* NULL: no stamp of processor time was met */
  guint64 cpu_stamp;      /* of this record, if … */
  gboolean on_cpu;        /* … it bears one */
  gboolean many_clocks;   /* several threads wrote such stamps; or to be set: it is known that they did */
  gboolean placed;        /* to be set: times of such records are known */
  gboolean stamps_only;   /* to be set: only the times of records are wanted */
} ScopeErlangFacts;

void scope_erlang_facts_init (ScopeErlangFacts *facts);
void scope_erlang_facts_clear (ScopeErlangFacts *facts);
/* Numbers of terms, defined if they are new; 0: none, or no room for more. */
guint32 scope_erlang_term_number (ScopeErlangFacts *facts, ScopeTerm term);
/* {m,f,a} or {m,f,[args]} as "m:f/a", else the term. 0 and `undefined`: none. */
guint32 scope_erlang_function_number (ScopeErlangFacts *facts, ScopeTerm term);
/* The same of what a process begins with; of a fun it is the fun: "#Fun<m.3>". */
guint32 scope_erlang_entry_number (ScopeErlangFacts *facts, ScopeTerm term);
/* Those of {m,f,[args]}, as text; 0: it has none. */
guint32 scope_erlang_arguments_number (ScopeErlangFacts *facts, ScopeTerm function);
guint32 scope_erlang_party_number (ScopeErlangFacts *facts, ScopeTerm term);
/* What a call of one of s_group's functions, {m,f,[args]}, changes, and what came of it, {m,f,a}, as texts; 0: it is none. */
guint32 scope_erlang_group_call (ScopeErlangFacts *facts, ScopeTerm function);
guint32 scope_erlang_group_result (ScopeErlangFacts *facts, ScopeTerm function, ScopeTerm result);
/* Of a binary its bytes as text, as far as they are; else the term. */
guint32 scope_erlang_plain_number (ScopeErlangFacts *facts, ScopeTerm term);
/* A stamp in ns of its clock (unsigned: monotonic ones may be less than 0). FALSE: it is none. */
gboolean scope_erlang_read_stamp (ScopeTerm term, ScopeErlangClock *ret_clock, guint64 *ret_ns);
/* Of a message's term: SCOPE_MESSAGE_CALL says what its last bits are. Alike for what sender and receiver record. */
guint32 scope_erlang_message_digest (ScopeTerm message);
/* The same for what is text in the log, UTF-8: any word; "<0.45.0>", "#Port<0.6>", "a_server", "{a_server,b@host}". */
guint32 scope_erlang_text_number (ScopeErlangFacts *facts, const char *text, gsize n);
guint32 scope_erlang_named_party_number (ScopeErlangFacts *facts, const char *text, gsize n);
/* A definition that is told before the next events; `text` is copied. */
void scope_erlang_add_definition (ScopeErlangFacts *facts, guint type, guint32 a, const char *text, gsize n);
/* The event's time from its stamp: since the first stamp of the same clock. FALSE: it is no stamp. */
gboolean scope_erlang_set_time (ScopeErlangFacts *facts, ScopeTerm stamp, ScopeEvent *event);
/* The time of a record that bears none: 1 µs after the record before, in files without any stamp; else 1 ns after it, before
 * what can come next. */
void scope_erlang_set_no_time (ScopeErlangFacts *facts, ScopeEvent *event);
/* The same from `ns` on some clock. */
gboolean scope_erlang_set_ns (ScopeErlangFacts *facts, ScopeErlangClock clock, guint64 ns, ScopeEvent *event);
/* The event of a record, whose term (behind the byte 131) lies at `term`. FALSE: the term cannot be read. `ret_event` has no
 * payload and no offset. */
gboolean scope_erlang_record (ScopeErlangFacts *facts, ScopeTerm term, ScopeEvent *ret_event);

#define SCOPE_ERLANG_HEAD 5u /* of a record in a trace file: op, size */
#define SCOPE_ERLANG_DROP 1u /* the op without a term */
#define SCOPE_ERLANG_MAX_RECORD (64u * 1024u * 1024u) /* a message of that size is not read; the next record is */

/* TRUE if records of erlang:trace/3 are known to have this tag. */
gboolean scope_erlang_is_tag (const ScopeAtom *tag);
/* What the record of a trace file at `offset` says, for people; NULL if it cannot be read. Any thread. */
char *scope_erlang_record_detail_at (ScopeSource *source, guint64 offset);
/* --- processor time (scope-erlang-cpu.c) --- */

typedef struct _ScopeErlangCpu ScopeErlangCpu;

/* The time of the event of a record with such a stamp, in ns, which has the plain one: comes with each, in order of the file. */
void scope_erlang_cpu_place (ScopeErlangFacts *facts, guint64 stamp, ScopeEvent *event);
void scope_erlang_cpu_free (ScopeErlangCpu *cpu);

/* --- lines of probe logs (scope-probes-line.c) --- */

/* The event of a line "ns TAB thread TAB probe TAB …", without its end. FALSE: it is none; *ret_why says why. */
gboolean scope_probes_line (ScopeErlangFacts *facts, const char *line, gsize n, ScopeEvent *ret_event,
                            const char **ret_why);
/* The same of a line of babeltrace2 (scope-lttng-line.c), … */
gboolean scope_lttng_line (ScopeErlangFacts *facts, const char *text, gsize n, ScopeEvent *event, const char **ret_why);
/* … of what it says of events that were lost: how many, and since when (else the event's time stays); FALSE: it says nothing of that, … */
gboolean scope_lttng_loss (ScopeErlangFacts *facts, const char *text, gsize n, ScopeEvent *event);
/* … and for people. */
char *scope_lttng_line_detail (const char *text, gsize n);
/* The schedulers' threads as they were known at some place before; see ScopeErlangProbes. */
void scope_probes_set_threads (ScopeErlangFacts *facts, const guint64 *threads, guint n);
/* What a reading of the same log before has found out, and reading line by line in order of time does not meet. */
void scope_probes_take_survey (ScopeErlangFacts *facts, const ScopeErlangFacts *from);
/* What it says, for people: "from=<0.9.0> to=a_server words=4". NULL: it is none. Free with g_free(). */
char *scope_probes_line_detail (const char *line, gsize n);

/* --- a log's bytes (scope-erlang-bytes.c, scope-erlang.c), for whoever finds records in them --- */

typedef struct _ScopeErlang ScopeErlang;
typedef struct _ScopeErlangGrowing ScopeErlangGrowing;

/* How records lie in a log. */
typedef struct
{
  /* Moves over one record, or over what stands in its place. Its event, one at most, goes to scope_erlang_add(). Where the log
   * ends: scope_erlang_end(). */
  void (*read) (ScopeErlang *log);
  /* What the record at `offset` says, for people; NULL if it cannot be read. Any thread. Free with g_free(). */
  char *(*detail_at) (ScopeSource *source, guint64 offset);
  /* Of a log that was followed the end tells what stands for its beginning, too: it is read once more then. */
  gboolean read_again;
} ScopeErlangFraming;

/* As scope_erlang_new(), for records that lie otherwise; `map`: as scope_erlang_new_map(). */
ScopeDecoder *scope_erlang_new_framed (ScopeSource *source, const ScopeErlangFraming *framing, gboolean map);
/* As scope_erlang_new_growing(). */
ScopeDecoder *scope_erlang_new_growing_framed (ScopeSource *source, const ScopeErlangFraming *framing);
/* Where reading stands: bytes from the log's start. */
guint64 scope_erlang_here (const ScopeErlang *log);
/* The bytes from here on, `want` of them at least unless the log ends before. Valid until the next call. */
const guint8 *scope_erlang_look (ScopeErlang *log, gsize want, gsize *ret_n);
/* Moves over n bytes of those that scope_erlang_look() gave last. */
void scope_erlang_move (ScopeErlang *log, gsize n);
/* The event of the record that begins at `offset`. */
void scope_erlang_add (ScopeErlang *log, ScopeEvent *event, guint64 offset);
void scope_erlang_damage (ScopeErlang *log, guint64 from, guint64 bytes, const char *reason);
/* No more records, unless another file follows that is read as one with this. `complete`: the log says itself that nothing is missing, or there is no way to say so. */
void scope_erlang_end (ScopeErlang *log, gboolean complete);
/* What a record says besides its tag and time, for people; as much of it as there is. NULL: it is none. */
char *scope_erlang_term_detail (ScopeTerm term);

/* --- a log (scope-erlang.c), for its other files --- */

#define SCOPE_ERLANG_BATCH 4096u
#define SCOPE_ERLANG_WINDOW (512u * 1024u) /* half a second of tracing as fast as it can be: 60 MB */
#define SCOPE_ERLANG_FORK_CHUNK (8u * 1024u)

/* What the forks of a map find out together. */
typedef struct _ScopeErlangMap
{
  gatomicrefcount ref_count;
  gsize depth; /* a window of so many events is enough; atomic */
} ScopeErlangMap;

struct _ScopeErlang
{
  ScopeDecoder base;
  const ScopeErlangFraming *framing;
  guint8 *buffer;
  gsize capacity, pos, fill;
  guint64 place;        /* of buffer[0] in the source */
  guint64 border;       /* no record goes over this place: where the file ends, of several that are read as one */
  gboolean at_end;      /* of the source */
  gboolean ended;       /* no more records */
  guint64 skip;         /* bytes to pass over */
  ScopeErlangFacts facts;
  ScopeEventSorter *sorter;
  gsize chunk;
  gboolean damaged;

  /* a map and its forks */
  gboolean by_place;    /* reads wherever it stands, not where the source does */
  gboolean bare;        /* without definitions */
  struct _ScopeErlangMap *map;
  gint64 passed_time;   /* what comes up to this one was handed out before */
  guint64 passed_offset;
  gint64 given_time;    /* of the last event handed out, and its place */
  guint64 given_offset;

  /* how far records stand from their place in time */
  ScopeErlangOrder *order; /* NULL: not looked at */
  gboolean surveys;     /* looks, and hands nothing out */
  GArray *in_order;     /* of ScopeEvent, read one by one where they lie; NULL: read in order of the file */
  gboolean ready;       /* in_order holds what next() gives next */
  guint64 next_place;   /* of order's places */
  gsize span;           /* bytes that are read at once, at most */

  guint n_starts, n_stops; /* of recordings */
  guint64 more_dropped; /* records, beyond the places that are listed */

  /* still being written */
  ScopeErlangGrowing *growing; /* NULL: all is there */
  ScopeErlangGrowing *grown;   /* it was, until all was there */
  gboolean starved;     /* the next record is not there yet */
  gboolean whole;       /* the log ends with a whole record */
  gboolean stuck;       /* what comes next is no record: what is to be done shows at the end */
};

/* Bytes behind pos that are in the buffer, up to the border. */
static inline gsize
scope_erlang_in_buffer (const ScopeErlang *self)
{
  return (gsize) MIN (self->fill - self->pos, self->border - scope_erlang_here (self));
}

/* Room for `want` bytes from pos on, and as many of them as there are. FALSE: the file ends before. */
gboolean scope_erlang_need (ScopeErlang *log, gsize want);

ScopeErlang *scope_erlang_make (ScopeSource *source, const ScopeErlangFraming *framing, gsize chunk);
void scope_erlang_forget_definitions (ScopeErlang *log);
/* Damages that show when all is read. */
void scope_erlang_notify_end (ScopeErlang *log);

/* --- scope-erlang-checkpoints.c: checkpoint() and seek() of ScopeDecoderClass --- */

void scope_erlang_seek (ScopeDecoder *decoder, const guint64 *checkpoint);
guint64 *scope_erlang_checkpoint (ScopeDecoder *decoder);

/* --- scope-erlang-survey.c --- */

/* Reading goes on at `place` of a source that can be sought in. */
void scope_erlang_stand_at (ScopeErlang *log, guint64 place);
/* TRUE if they stand further from their place in time than what the window holds. Moves `source` to its end. */
gboolean scope_erlang_is_far (ScopeSource *source, const ScopeErlangFraming *framing);
/* Looks through all records, and prepares `log` to read them accordingly. */
void scope_erlang_survey (ScopeErlang *log);
/* The same, by what another decoder of the same source found. */
void scope_erlang_take_survey (ScopeErlang *log, ScopeErlang *from);
/* next() of a log with `in_order`. */
gsize scope_erlang_next_in_order (ScopeErlang *log, const ScopeEvent **ret_events);

/* --- a log that is still being written (scope-erlang-growing.c) --- */

ScopeErlangGrowing *scope_erlang_growing_new (void);
void scope_erlang_growing_free (ScopeErlangGrowing *growing);
/* An event was read whose time is not the latest. TRUE: its time was passed, and it is kept here; FALSE: it goes to the sorter. */
gboolean scope_erlang_growing_add (ScopeErlangGrowing *growing, const ScopeEvent *event, gint64 latest);
/* Bytes that may be read from `place` on. */
guint64 scope_erlang_growing_room (const ScopeErlangGrowing *growing, guint64 place);
/* What is late and was not handed out goes to the sorter. */
void scope_erlang_growing_release (ScopeErlangGrowing *growing, ScopeEventSorter *sorter);
/* There is more, or time has passed. */
/* `latest`: of the records that were read until now. */
void scope_erlang_growing_grow (ScopeErlangGrowing *growing, const ScopeArrival *arrival, gint64 latest);
void scope_erlang_growing_notify (const ScopeErlangGrowing *growing, ScopeGrowth *ret_growth);
/* next() while it is written: what can be had now. */
gsize scope_erlang_next_growing (ScopeErlang *log, const ScopeEvent **ret_events);

/* --- what the recorder adds: scope-erlang-recorder.c --- */

/* FALSE: the call's message is not that of a label. Else type, c and processor are set. */
gboolean scope_erlang_label (ScopeErlangFacts *facts, ScopeTerm message, ScopeEvent *event);
/* Of `receive`: sets b if `from` says who sent the message; a time-out becomes the event that it is. */
void scope_erlang_sender (ScopeErlangFacts *facts, ScopeTerm message, ScopeTerm from, ScopeEvent *event);
/* FALSE: the message has its contents. Else c and stream are set. */
gboolean scope_erlang_size_alone (ScopeTerm message, ScopeEvent *event);
/* A process that was there before. */
/* Of a record {lanescope_clock, …}: system time less monotonic time, ns. */
gboolean scope_erlang_two_clocks (ScopeTerm record, gint64 *ret_shift);
/* The same record: monotonic stamps of the file count from where the wall clock's do. */
gboolean scope_erlang_clocks (ScopeErlangFacts *facts, ScopeTerm record, ScopeEvent *event);
gboolean scope_erlang_known (ScopeErlangFacts *facts, ScopeTerm record, ScopeEvent *event);

G_END_DECLS
