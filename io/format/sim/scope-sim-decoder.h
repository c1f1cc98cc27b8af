/* scope-sim-decoder.h: what decoders of simulation traces other than gem5's text have in common: bytes in pieces, events put in order of time
 * within a window, names that become numbers, damages that are counted, and checkpoints.
 *
 * A form reads its log front to back, an element or a line at a time, and adds what it finds with scope_sim_decoder_add(). Events wait in a heap
 * until the form says that all before a time is there (scope_sim_decoder_pass()); what comes after its time was passed is handed out at once:
 * per processor its order is that of the log.
 *
 * A checkpoint is where reading goes on (the least origin of what waits), how far reading was, and the last event that was handed out: from
 * there on all is read again, and what was handed out is left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/format/common/scope-decoder.h"

#include "model/base/scope-sim-events.h"

G_BEGIN_DECLS

#define SCOPE_SIM_DECODER_LONGEST (256u * 1024u) /* of a line or an element: what is longer is passed over */
#define SCOPE_SIM_DECODER_MOST_CORES 4096u
#define SCOPE_SIM_DECODER_BATCH 4096u

typedef union
{
  ScopeSimSeq seq;
  ScopeSimHit hit;
  ScopeSimBranch branch;
  ScopeSimPipe pipe;
} ScopeSimDecoderPayload;

typedef struct
{
  ScopeEvent event;  /* payload and size are the form's to fill in: see `text` */
  guint64 origin;    /* where reading has to begin to meet it again */
  guint64 serial;    /* the form's own */
  guint8 rank;       /* among those of one time */
  gboolean has_payload;
  ScopeSimDecoderPayload payload;
} ScopeSimDecoderItem;

typedef struct _ScopeSimDecoder ScopeSimDecoder;

typedef struct
{
  /* Reads one element; FALSE at the end, and then says whether it is one. NULL: the log is lines. */
  gboolean (*read) (ScopeSimDecoder *form);
  /* Reads a line without its end; it need not be `whole` if the log ends in it. Returns why it cannot be read, or NULL. */
  const char *(*line) (ScopeSimDecoder *form, const char *line, gsize n, gboolean whole);
  /* There are no more lines; or NULL. */
  void (*end) (ScopeSimDecoder *form);
  /* The event whose bytes begin here, as text; NULL: there is none. Any thread. */
  char *(*detail) (const char *bytes, gsize n);
  /* Before an event is handed out; or NULL. */
  void (*taken) (ScopeSimDecoder *form, ScopeSimDecoderItem *item);
  /* Reading goes on somewhere else: forgets what is open. */
  void (*reset) (ScopeSimDecoder *form);
  /* Where reading has to begin to be in the same state as now; NULL: where it stands. */
  guint64 (*origin) (ScopeSimDecoder *form);
  void (*clear) (ScopeSimDecoder *form);
  gsize size; /* of the form's own struct, which begins with a ScopeSimDecoder */
  guint n_words; /* of its own state that a checkpoint holds */
  /* `origin`: where reading will go on; an event's that waits, or origin()'s */
  void (*store) (ScopeSimDecoder *form, guint64 origin, guint64 *words);
  void (*restore) (ScopeSimDecoder *form, const guint64 *words);
} ScopeSimDecoderClass;

struct _ScopeSimDecoder
{
  ScopeDecoder base;
  const ScopeSimDecoderClass *klass;
  gboolean bare; /* without definitions */

  /* bytes */
  char *bytes;
  gsize pos, fill, room;
  guint64 place; /* of bytes[0] */
  gboolean at_end;
  gboolean whole; /* the last line has an end */

  /* names */
  GHashTable *texts; /* GBytes → number */
  gsize text_bytes;

  /* events */
  GArray *heap;      /* of ScopeSimDecoderItem */
  GArray *events;    /* the batch */
  ScopeSimDecoderPayload *payloads;
  GPtrArray *words;  /* payloads of definitions */
  gint64 passed;     /* all before was added */
  guint most;        /* of heap items, before the earliest are handed out anyway */
  guint batch;       /* events at a time; tests make it less */
  gboolean ended;
  gboolean has_last; /* the last event that was handed out in order */
  gint64 last_time;
  guint64 last_offset;
  guint8 last_rank;
  guint64 frontier;  /* events before it were handed out if they are not behind the last one */

  /* damages */
  guint64 bad_from, bad_bytes, n_bad;
  const char *bad_why;
  gint64 bad_time;
  guint64 n_more;    /* places that are not told */
};

/* `bare`: a map to be forked, too. It gives no definitions, nor names: their numbers are 0; `source` must be seekable. */
ScopeDecoder *scope_sim_decoder_new (const ScopeSimDecoderClass *klass, ScopeSource *source, gboolean bare);

/* --- bytes --- */

/* The bytes from where reading stands, at least `want` of them unless the log ends; valid until the next call. */
const char *scope_sim_decoder_look (ScopeSimDecoder *form, gsize want, gsize *ret_n);
void scope_sim_decoder_move (ScopeSimDecoder *form, gsize n);
/* Where reading stands. */
guint64 scope_sim_decoder_here (const ScopeSimDecoder *form);

/* --- what is found --- */

/* Its number; 0: there is none for it, or no more are kept. Tells of it when it is met first. Made valid UTF-8. */
guint32 scope_sim_decoder_text (ScopeSimDecoder *form, const char *text, gsize n);
/* A definition: it is handed out at once. `word` may be NULL. */
void scope_sim_decoder_define (ScopeSimDecoder *form, guint type, guint processor, guint32 a, guint32 b, const char *word, gssize n);
void scope_sim_decoder_info (ScopeSimDecoder *form, const char *format, ...) G_GNUC_PRINTF (2, 3);
void scope_sim_decoder_add (ScopeSimDecoder *form, const ScopeSimDecoderItem *item);
/* All events before `time` were added. */
void scope_sim_decoder_pass (ScopeSimDecoder *form, gint64 time);
/* These bytes say nothing that can be read. Those that follow each other are told together. `why`: static. */
void scope_sim_decoder_bad (ScopeSimDecoder *form, guint64 from, guint64 bytes, const char *why);
void scope_sim_decoder_damage (ScopeSimDecoder *form, guint64 from, guint64 bytes, const char *why);

/* --- text --- */

/* Decimal, or hexadecimal with 0x; the whole text. */
gboolean scope_sim_decoder_number (const char *text, gsize n, guint64 *ret_value);

G_END_DECLS
