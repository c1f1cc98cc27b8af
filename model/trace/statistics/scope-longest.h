/* scope-longest.h: the longest of what: waits, GC pauses, running slices, stretches in which nobody runs, messages under way …;
 * and how all of them are spread.
 *
 * Reads the index: call it on a thread of its own. What a lane does is clipped to the range; collections, sparks and
 * messages belong to it by when they start, and are whole.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/zoom/scope-tally.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_LONGEST_WAITS,       /* blocked threads */
  SCOPE_LONGEST_READY,       /* runnable threads, which wait for a processor */
  SCOPE_LONGEST_RUNNING,     /* running slices of threads */
  SCOPE_LONGEST_OUTSIDE,     /* foreign calls and the like */
  SCOPE_LONGEST_COLLECTIONS, /* GC pauses */
  SCOPE_LONGEST_NOBODY,      /* no processor of the trace (or machine) runs a task, and all are known not to */
  SCOPE_LONGEST_SPARKS,      /* from a spark's start to the next one's, or to the end of the slice that runs it */
  SCOPE_LONGEST_LATENCY,     /* messages with both ends, from sending to receipt */
  SCOPE_N_LONGEST
} ScopeLongestKind;

typedef struct
{
  gint64 from, to;      /* trace time */
  ScopeLaneId lane;     /* whose it is; of messages the sender */
  guint code;           /* what the lane does, SCOPE_NONE if that is not it */
  guint32 task;         /* index of a thread: who ran, woke, owns; SCOPE_NONE if none */
  guint32 processor;    /* index; SCOPE_NONE if none */
  guint32 waker;        /* index of a thread: of waits who ended them, once scope_longest_find_wakers() looked; SCOPE_NONE if unknown */
  guint32 waker_on;     /* index of the processor that it ran on then; SCOPE_NONE likewise */
  guint32 function;     /* Erlang: row of the table of functions, in which it waits; SCOPE_NONE if none */
  gint64 generation;    /* collections; else SCOPE_TABLE_NULL */
  gint64 sync;          /* collections: waiting for all to stop, before `from`, ticks; or SCOPE_TABLE_NULL */
  ScopeLaneId to_lane;  /* messages: the receiver */
  gint64 tag, size;     /* messages */
} ScopeLongestRow;

typedef struct
{
  GArray *rows;   /* of ScopeLongestRow: longest first, equal ones by start */
  guint64 count;  /* of all there are, not only those in `rows` */
  ScopeTallyClass classes[SCOPE_TALLY_CLASSES]; /* how all of them are spread */
} ScopeLongest;

/* "waits", "waits:mvar", "nobody-running": the command line's word for a kind and the reason (a code, SCOPE_NONE: any). */
gboolean scope_longest_parse (const char *text, ScopeLongestKind *ret_kind, guint *ret_code);
/* Whether the trace can have any, as far as it is read. */
gboolean scope_longest_has (ScopeTrace *trace, ScopeLongestKind kind);

/* A bit for each code that the threads have within the range; FALSE with error. */
gboolean scope_longest_codes (const ScopeQueryRange *within, guint64 *ret_codes, GError **error);

/* The `limit` longest within the range (and on its lane). `code`: of waits, ready and outside only those of this reason;
 * SCOPE_NONE: all. NULL with error. */
ScopeLongest *scope_longest_find (const ScopeQueryRange *within, ScopeLongestKind kind, guint code, guint limit,
                                  GError **error);
/* Looks who woke the threads whose waits these are: of those that did not last beyond the range. FALSE with error. */
gboolean scope_longest_find_wakers (const ScopeQueryRange *within, ScopeLongest *longest, GError **error);
void scope_longest_free (ScopeLongest *longest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeLongest, scope_longest_free)

G_END_DECLS
