/* scope-coherence.h: misses of lines that another core took: who takes lines from whom, in which functions, and how long the
 * misses took.
 *
 *     Core 0   reads line L ………………………………… misses L: it has to be fetched again    a row of the table of coherence
 *     Core 1             writes to L: takes it
 *
 * A miss belongs to a range by its time. Everything here walks the rows of the table: call it off the main thread. All fail with
 * G_IO_ERROR_CANCELLED when the question's cancellable says so. within->lane may be a machine, or a processor: what it missed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_SHARING_UNKNOWN,
  SCOPE_SHARING_TRUE,  /* both touched the same bytes */
  SCOPE_SHARING_FALSE, /* they did not: it is the line alone that they share */
} ScopeSharing;

typedef struct
{
  gint64 time, taken;      /* trace time */
  guint64 line;            /* address */
  gint64 processor, by_processor; /* numbers; by_processor may be SCOPE_TABLE_NULL */
  gint64 latency;          /* ticks, −1: not known */
  guint32 machine;         /* index */
  guint32 function, by_function; /* rows of the table of functions + 1, or 0 */
  ScopeSharing sharing;
  gboolean possible;       /* there were no lines of caches: it is inferred from addresses */
} ScopeCoherenceMiss;

/* Why there is nothing to show, in a sentence, translated; NULL if there is, or if that is not known yet. */
const char *scope_coherence_why_not (ScopeTrace *trace);

/* Each, in the order of the table (nearly that of time per machine). FALSE with error. */
typedef void (*ScopeCoherenceFunc) (const ScopeCoherenceMiss *miss, gpointer user_data);
gboolean scope_coherence_each (const ScopeQueryRange *within, ScopeCoherenceFunc func, gpointer user_data, GError **error);
/* The first n in order of time; *ret_n, if not NULL, tells how many there are in all. ScopeCoherenceMiss. Free with g_array_unref(). NULL with
 * error. */
GArray *scope_coherence_list (const ScopeQueryRange *within, guint n, guint64 *ret_n, GError **error);

typedef enum
{
  SCOPE_COHERENCE_PER_LINE,
  SCOPE_COHERENCE_PER_FUNCTION,  /* which function takes from which, wherever they run */
  SCOPE_COHERENCE_PER_PROCESSOR, /* which processor takes from which */
  SCOPE_COHERENCE_PER_PLACE,     /* which function on which processor takes from which on which */
  SCOPE_COHERENCE_N_PER
} ScopeCoherencePer;

typedef struct
{
  /* What it is the sum of; what does not belong to it is 0, processors SCOPE_TABLE_NULL. */
  guint64 line;
  gint64 processor, by_processor;
  guint32 machine, function, by_function;

  guint64 count;
  guint64 known_false, known_true; /* of these, as far as it is known */
  guint64 timed;                   /* of these, those whose latency is known */
  gint64 latency, latency_max;     /* ticks */
  guint32 processors;              /* how many missed it or took it (64 and more: at least) */
  ScopeCoherenceMiss longest;      /* of which the latency is greatest, or the first */
} ScopeCoherenceSum;

/* Those that cost most come first (time, then number), equal ones by machine and key. Free with g_array_unref(). NULL with error. */
GArray *scope_coherence_sum (const ScopeQueryRange *within, ScopeCoherencePer per, GError **error);

G_END_DECLS
