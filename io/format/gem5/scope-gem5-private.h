/* scope-gem5-private.h: what the files of the decoder of gem5's and M5's text share.
 *
 *   bytes ─► lines (scope-gem5.c) ─► instructions (scope-gem5-exec.c, scope-gem5-ops.c) ─┬─► order (scope-gem5-order.c) ─► batch
 *                              └───────► caches (scope-gem5-cache.c) ───────────────────────┘
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-names.h"
#include "io/source/scope-log-sim.h"
#include "model/base/scope-sim-events.h"
#include "io/format/gem5/scope-gem5.h"

G_BEGIN_DECLS

#define SCOPE_GEM5_BATCH 4096u
#define SCOPE_GEM5_WINDOW 1000000 /* ps: what is further behind the latest may be another run, or a slow instruction */
#define SCOPE_GEM5_SPAN 10000000  /* ps: what is further behind is out of order */
#define SCOPE_GEM5_RUN 100u       /* records that stay behind: another run has begun */
#define SCOPE_GEM5_LINE (64u * 1024u) /* of a line; what is longer is passed over */
#define SCOPE_GEM5_DEPTH 16384u   /* records that are held back at least */
#define SCOPE_GEM5_CHUNK 8192u    /* and put in order at once */

/* --- a hash of bytes --- */

static inline guint64
scope_gem5_hash (const char *text, gsize n)
{
  guint64 hash = n * 0x9e3779b97f4a7c15u, word;

  for (; n >= 8; text += 8, n -= 8)
    {
      __builtin_memcpy (&word, text, 8);
      hash = (hash ^ word) * 0xff51afd7ed558ccdu;
      hash ^= hash >> 32;
    }
  word = 0;
  for (gsize i = 0; i < n; i++)
    word |= (guint64) (guint8) text[i] << (8 * i);
  hash = (hash ^ word) * 0xff51afd7ed558ccdu;

  return hash ^ hash >> 29;
}

/* --- cores and caches, shared by a map and its forks (scope-gem5-parts.c) --- */

typedef struct
{
  char *name;
  guint16 number; /* of the processor */
} ScopeGem5CorePart;

typedef struct
{
  char *name;
  guint8 level, kind;
  guint16 core;       /* number of the processor, or SCOPE_NO_PROCESSOR */
  guint n_cores;      /* as many were known when it was looked up */
} ScopeGem5CachePart;

typedef struct _ScopeGem5Parts ScopeGem5Parts;

ScopeGem5Parts *scope_gem5_parts_new (void);
ScopeGem5Parts *scope_gem5_parts_ref (ScopeGem5Parts *parts);
void scope_gem5_parts_unref (ScopeGem5Parts *parts);
/* Its index, from 0; G_MAXUINT32: too many. */
guint32 scope_gem5_parts_core (ScopeGem5Parts *parts, const char *name, gsize n);
guint32 scope_gem5_parts_cache (ScopeGem5Parts *parts, const char *name, gsize n);
/* TRUE if a core or a cache that is known has this name, or (not `whole`) one that begins so. */
gboolean scope_gem5_parts_knows (ScopeGem5Parts *parts, const char *name, gsize n, gboolean whole);
guint scope_gem5_parts_n_cores (ScopeGem5Parts *parts);
ScopeGem5CorePart scope_gem5_parts_get_core (ScopeGem5Parts *parts, guint32 index);
/* With the core that it belongs to, as far as cores are known. */
ScopeGem5CachePart scope_gem5_parts_get_cache (ScopeGem5Parts *parts, guint32 index);

/* --- symbols of `nm` --- */

typedef struct _ScopeGem5Symbols ScopeGem5Symbols;

/* The lines of `nm`: "0000000000400800 T main"; NULL: there are none. */
ScopeGem5Symbols *scope_gem5_symbols_new (const char *text, gsize n);
void scope_gem5_symbols_free (ScopeGem5Symbols *symbols);
/* The function that holds the address; NULL: none. */
const char *scope_gem5_symbols_at (const ScopeGem5Symbols *symbols, guint64 address, guint64 *ret_offset);
/* Where the function of that name begins. FALSE: not known, or there are several. */
gboolean scope_gem5_symbols_find (const ScopeGem5Symbols *symbols, const char *name, gsize n, guint64 *ret_address);

/* --- what a line says --- */

/* What an instruction is, whenever it is executed. */
typedef struct
{
  guint32 flags;   /* ScopeSimExecFlags */
  gint64 sp_shift; /* to be added to A= */
  guint8 sp;       /* ScopeGem5Sp */
  guint8 length;
} ScopeGem5Op;

typedef enum
{
  SCOPE_GEM5_SP_NONE,
  SCOPE_GEM5_SP_ADDRESS, /* A= + sp_shift is the stack pointer */
  SCOPE_GEM5_SP_DATA,    /* D= is what it becomes */
} ScopeGem5Sp;

/* By its disassembly and class of operation ("IntAlu"; n_class 0: a macro line). */
void scope_gem5_op_read (const char *text, gsize n, const char *klass, gsize n_class, ScopeGem5Op *ret_op);
/* By "IsCall|IsControl": the flags that say so. *ret_mask: of the flags that mnemonics gave, those that stay. */
guint32 scope_gem5_op_flags (const char *text, gsize n, guint32 *ret_mask);

typedef enum
{
  SCOPE_GEM5_LINE_EVENT,
  SCOPE_GEM5_LINE_KNOWN,   /* of a cache, and needs no event */
  SCOPE_GEM5_LINE_OTHER,   /* of other debug flags */
  SCOPE_GEM5_LINE_MESSAGE, /* of the simulator: "warn: …" */
  SCOPE_GEM5_LINE_OUTPUT,  /* of the program, or of anybody: no tick */
  SCOPE_GEM5_LINE_BLANK,
  SCOPE_GEM5_LINE_GLUED,   /* an event with other text before it */
  SCOPE_GEM5_LINE_CUT,     /* begins as an event, and breaks off */
  SCOPE_GEM5_LINE_BINARY,
  SCOPE_GEM5_LINE_LONG,
  SCOPE_GEM5_N_LINES
} ScopeGem5LineKind;

/* Static parts of instructions' lines, by their bytes. */
typedef struct _ScopeGem5Mids ScopeGem5Mids;

/* How lines of a kind end; what most of them do. */
typedef struct
{
  guint32 ending; /* a hash of its last words */
  guint32 votes;
} ScopeGem5Ending;

#define SCOPE_GEM5_N_ENDINGS 32u

/* A core or a cache by its name. */
typedef struct
{
  char name[64];
  guint8 n;
  guint32 part;
} ScopeGem5Known;

/* Programs of cores (scope-gem5-programs.c). */
typedef struct _ScopeGem5Programs ScopeGem5Programs;

/* What is known by the lines so far. */
typedef struct
{
  ScopeGem5Parts *parts;
  ScopeNames *functions;
  guint32 n_functions;
  ScopeGem5Programs *programs; /* NULL: all cores run one */
  ScopeGem5Symbols *symbols; /* of the core whose line is read */
  ScopeGem5Mids *mids;
  GArray *definitions;     /* of ScopeEvent, payload: offset in `words` until they are handed out */
  GString *words;
  gboolean bare;           /* no definitions */
  gboolean full;           /* more names than are kept */
  guint32 period;          /* of the cores' clock, by a line of the trace; 0: not said */
  guint n_cores;           /* told */
  ScopeGem5Known last_cores[8]; /* those met last, by their names */
  ScopeGem5Known last_caches[16];
  gint64 tick;             /* of the last line that had one */
  gboolean is_cut;         /* the last line breaks off behind what is needed of it */
  guint64 number;          /* of the last instruction; 0: it has none */
  ScopeGem5Ending endings[SCOPE_GEM5_N_ENDINGS]; /* of what caches say */
  GHashTable *snoops;      /* by cache: ScopeSimSnoop */
  GHashTable *states;      /* of lines, M5 2008: bits by cache and line */
} ScopeGem5Facts;

void scope_gem5_facts_init (ScopeGem5Facts *facts, ScopeGem5Parts *parts);
void scope_gem5_facts_clear (ScopeGem5Facts *facts);
/* A definition that is told before the next events. */
void scope_gem5_define (ScopeGem5Facts *facts, guint type, guint processor, guint32 a, guint32 b, const char *text, gsize n);
/* Number of a function's name; defined if it is new. */
guint32 scope_gem5_function (ScopeGem5Facts *facts, const char *text, gsize n);

typedef guint32 (*ScopeGem5FindPart) (ScopeGem5Parts *parts, const char *name, gsize n);

/* Number of the core or cache that says something: what `known` holds, if that is it. G_MAXUINT32: too many. */
guint32 scope_gem5_find_part (ScopeGem5Facts *facts, ScopeGem5Known *known, const ScopeSimEnvelope *envelope,
                              ScopeGem5FindPart find);

/* An event on its way into order. */
typedef struct
{
  gint64 time;      /* as the line says */
  guint64 offset;
  guint32 part;     /* core, or cache: also what else belongs to a core by its name */
  guint32 bytes;    /* of the line */
  guint8 type;      /* SCOPE_SIM_EXEC, SCOPE_SIM_CACHE, SCOPE_SIM_NOTICE */
  union
  {
    ScopeSimExec exec;
    ScopeSimCache cache;
    ScopeSimNotice notice;
  };
} ScopeGem5Record;

/* A line without its end. On SCOPE_GEM5_LINE_EVENT and …_GLUED the record is filled, but for `offset` and `bytes`; `type` is 0 if what is
 * glued needs no event. */
ScopeGem5LineKind scope_gem5_line (ScopeGem5Facts *facts, const char *line, gsize n, ScopeGem5Record *ret_record);
/* FALSE: the line is cut. `pc`: where its address or symbol begins. */
gboolean scope_gem5_exec_line (ScopeGem5Facts *facts, const ScopeSimEnvelope *envelope, const char *pc, guint thread,
                              ScopeGem5Record *ret_record);
/* Whether a line that is no event begins as one, and breaks off (scope-gem5-cut.c). `envelope`: NULL, it has not even that. */
gboolean scope_gem5_is_cut (ScopeGem5Facts *facts, const char *line, gsize n, const ScopeSimEnvelope *envelope);
/* Whether a line ends in another way than most of its kind. Only for counting: it depends on the lines before. */
gboolean scope_gem5_ends_early (ScopeGem5Facts *facts, guint kind, const char *line, gsize n);
/* TRUE if what caches say may begin so, and goes on. */
gboolean scope_gem5_cache_begins (const char *text, gsize n);
ScopeGem5LineKind scope_gem5_cache_line (ScopeGem5Facts *facts, const ScopeSimEnvelope *envelope, ScopeGem5Record *ret_record);
/* Before an instruction's line: whose symbols count. */
void scope_gem5_select_program (ScopeGem5Facts *facts, const ScopeSimEnvelope *envelope);
/* Gives the facts back what they had without. */
void scope_gem5_programs_free (ScopeGem5Programs *programs, ScopeGem5Facts *facts);
/* FALSE: it tells nothing of the kind (scope-gem5-notice.c). */
gboolean scope_gem5_notice_line (ScopeGem5Facts *facts, const ScopeSimEnvelope *envelope, ScopeGem5Record *ret_record);
ScopeGem5Mids *scope_gem5_mids_new (void);
void scope_gem5_mids_free (ScopeGem5Mids *mids);

/* --- clocks (scope-gem5-clock.c) --- */

typedef struct _ScopeGem5Clock ScopeGem5Clock;

ScopeGem5Clock *scope_gem5_clock_new (void);
void scope_gem5_clock_free (ScopeGem5Clock *clock);
/* The period is known for all cores. */
void scope_gem5_clock_set (ScopeGem5Clock *clock, guint32 period, ScopeSimClockSource source);
/* An instruction of core `index` begins. TRUE: its period is known better now; ask scope_gem5_clock_get(). */
gboolean scope_gem5_clock_add (ScopeGem5Clock *clock, guint32 index, gint64 tick);
guint32 scope_gem5_clock_get (ScopeGem5Clock *clock, guint32 index, ScopeSimClockSource *ret_source);

/* --- instructions whose time falls behind their core's (scope-gem5-falls.c) --- */

typedef struct _ScopeGem5Falls ScopeGem5Falls;

ScopeGem5Falls *scope_gem5_falls_new (void);
void scope_gem5_falls_free (ScopeGem5Falls *falls);
/* Nothing is known of any core. */
void scope_gem5_falls_clear (ScopeGem5Falls *falls);
/* Every record that is not far behind the latest, in the order of the file. TRUE: its time was wrong, and is what it counts as now. */
gboolean scope_gem5_falls_look (ScopeGem5Falls *falls, ScopeGem5Record *record);
/* Whether the core's own time falls; else it is only slower than others. `unknown`: the answer if the core was not met yet. */
gboolean scope_gem5_falls_is_one (ScopeGem5Falls *falls, const ScopeGem5Record *record, gboolean unknown);
/* It stays where it stands, whatever it is: TRUE if its time fell, and is what it counts as now. */
gboolean scope_gem5_falls_keep (ScopeGem5Falls *falls, ScopeGem5Record *record);
/* What is known, as words of a checkpoint. */
gsize scope_gem5_falls_n_words (const ScopeGem5Falls *falls);
void scope_gem5_falls_save (const ScopeGem5Falls *falls, guint64 *words);
void scope_gem5_falls_load (ScopeGem5Falls *falls, const guint64 *words, gsize n);

/* --- numbers of instructions (scope-gem5-numbers.c) --- */

typedef struct
{
  guint64 n, first, bytes;
  gint64 time; /* around the first */
} ScopeGem5Count;

typedef struct _ScopeGem5Numbers ScopeGem5Numbers;

ScopeGem5Numbers *scope_gem5_numbers_new (void);
void scope_gem5_numbers_free (ScopeGem5Numbers *numbers);
/* Another run. */
void scope_gem5_numbers_clear (ScopeGem5Numbers *numbers);
/* An instruction with a number, in the order of the file. */
void scope_gem5_numbers_add (ScopeGem5Numbers *numbers, const ScopeGem5Record *record, guint64 number);
/* Instructions that must have been executed, and are not in the log. */
const ScopeGem5Count *scope_gem5_numbers_missing (const ScopeGem5Numbers *numbers);

/* --- order (scope-gem5-order.c) --- */

typedef struct _ScopeGem5Order ScopeGem5Order;

/* Where reading has to begin anew to come to the same events, and what of them was handed out; n_words of what is known of falls follow. */
typedef struct
{
  guint64 place;
  gint64 latest, last;
  gint64 given_time;
  guint64 given_tie;
  guint64 is_plain; /* reading may as well begin there without these words */
  guint64 n_words;
} ScopeGem5OrderCheckpoint;

ScopeGem5Order *scope_gem5_order_new (void);
void scope_gem5_order_free (ScopeGem5Order *order);
/* TRUE: records are handed out as soon as no other can come before them; else only when many are held. */
void scope_gem5_order_set_hurry (ScopeGem5Order *order, gboolean hurry);
/* Instead of SCOPE_GEM5_DEPTH and SCOPE_GEM5_CHUNK. */
void scope_gem5_order_set_sizes (ScopeGem5Order *order, gsize depth, gsize chunk);
/* Room for the next record, to be filled and added; it stays valid until scope_gem5_order_take() that follows. */
ScopeGem5Record *scope_gem5_order_room (ScopeGem5Order *order);
/* FALSE: it is the SCOPE_GEM5_RUN-th of a new run; none of these is part of this run. */
gboolean scope_gem5_order_add (ScopeGem5Order *order, ScopeGem5Record *record);
/* TRUE if enough is held for some to be handed out. */
gboolean scope_gem5_order_is_full (const ScopeGem5Order *order);
/* Up to `max` records in order; their times are what they count as. `all`: nothing comes any more. Valid until the next call. */
gsize scope_gem5_order_take (ScopeGem5Order *order, gboolean all, gsize max, ScopeGem5Record *const **ret_records);
/* Latest time so far, MININT64: none. */
gint64 scope_gem5_order_latest (const ScopeGem5Order *order);
/* How many stood out of order; the first of them, by how much at most. */
guint64 scope_gem5_order_n_late (const ScopeGem5Order *order, guint64 *ret_offset, gint64 *ret_time, gint64 *ret_by);
/* After scope_gem5_order_add() gave FALSE: forgets all but the records of the new run, and goes on with these. */
void scope_gem5_order_begin_run (ScopeGem5Order *order);
/* Where a new run began. */
guint64 scope_gem5_order_run (const ScopeGem5Order *order, gint64 *ret_time);
/* `here`: what is read next. A ScopeGem5OrderCheckpoint and its words. Free with g_free(). */
guint64 *scope_gem5_order_checkpoint (const ScopeGem5Order *order, guint64 here);
void scope_gem5_order_seek (ScopeGem5Order *order, const ScopeGem5OrderCheckpoint *checkpoint);

/* --- the decoder (scope-gem5.c), for its other files --- */

typedef struct
{
  ScopeDecoder base;
  char *buffer;
  gsize capacity, pos, fill;
  guint64 place;      /* of buffer[0] in the source */
  gboolean by_place;  /* reads wherever it stands, not where the source does */
  gboolean at_end, ended, told_end;
  ScopeGem5Facts facts;
  ScopeGem5Order *order;
  ScopeGem5Clock *clock;
  ScopeGem5Numbers *numbers;
  GArray *cores;      /* of ScopeGem5CorePart, ScopeGem5CachePart: as they were looked up last */
  GArray *caches;
  guint32 period;     /* told */
  guint n_told;       /* cores whose clock was told */
  ScopeEvent *events;
  ScopeGem5Count counts[SCOPE_GEM5_N_LINES];
  guint64 n_lines;
  guint run, wanted_run;
  gsize batch;        /* events handed out at once */

  /* still being written */
  gboolean growing, starved; /* starved: the next line is not all there yet */
  gboolean grew;      /* it was, until all was there */
  gsize unended;      /* bytes of a last line that has no end, and is not told as one that breaks off */
  guint64 unended_at;
  gboolean broken;    /* the log ends inside a line, as far as one can tell */
  ScopeArrival arrival;
  guint64 long_from, long_passed; /* of a line that is too long: where it begins, what was passed over */
  gint64 given;       /* time of the last one that was handed out; TIME_MIN: none */
} ScopeGem5;

void scope_gem5_damage (ScopeGem5 *self, gint64 time, guint64 from, guint64 bytes, char *reason); /* takes `reason` */
/* Latest time so far, or 0. */
gint64 scope_gem5_latest (const ScopeGem5 *self);
/* What is known of the core's clock by now, as a definition. */
void scope_gem5_notify_clock (ScopeGem5 *self, guint32 core);
/* What shows when all is read. */
void scope_gem5_notify_end (ScopeGem5 *self);
/* The line at `offset` without its tick; NULL if it cannot be read. Any thread. Free with g_free(). */
char *scope_gem5_detail (ScopeSource *source, guint64 offset);

G_END_DECLS
