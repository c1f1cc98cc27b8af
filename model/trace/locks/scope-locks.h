/* scope-locks.h: locks of a simulated program: who waited for which, who held it, and for whom somebody waited.
 *
 *     Core 0   |== waits ==|======== holds ========|            an acquisition: a row of the table of locks
 *     Core 1         |======== waits ==============|=== holds ===|          blocked by Core 0
 *
 * Acquisitions that touch a range are counted; of their times counts what lies in the range. So the sums of ranges that lie side by
 * side are those of both together, and those of the whole trace are exact.
 *
 * Everything here walks the rows of the table: call it off the main thread. All fail with G_IO_ERROR_CANCELLED when the question's
 * cancellable says so. within->lane may be a machine, or a processor: what it acquired.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* It waits in [wait_from, wait_to), and holds the lock in [wait_to, hold_to). Trace time. Never acquired: both end at hold_to, where
 * nothing is known any more. */
typedef struct
{
  gint64 wait_from, wait_to, hold_to;
  guint64 lock;        /* address */
  gint64 processor;    /* number */
  gint64 blocked_by;   /* number of the processor that held it last meanwhile; SCOPE_TABLE_NULL: none */
  gint64 attempts;
  guint32 machine;     /* index */
  guint32 function;    /* the lock function: row of the table of functions + 1, or 0 */
  guint32 caller;
  guint32 thread;      /* index, or SCOPE_NONE */
  gboolean acquired, released; /* as far as the trace tells */
} ScopeLockUse;

/* Somebody else had it, or it took more than one attempt. */
static inline gboolean
scope_lock_use_is_contended (const ScopeLockUse *use)
{
  return use->blocked_by != SCOPE_TABLE_NULL || use->attempts > 1;
}

/* Why there is nothing to show, in a sentence, translated; NULL if there is, or if that is not known yet. */
const char *scope_locks_why_not (ScopeTrace *trace);

/* Each that touches the range, whole, in the order of the table (nearly that of time), machine after machine. FALSE with error. */
typedef void (*ScopeLockFunc) (const ScopeLockUse *use, gpointer user_data);
gboolean scope_locks_each (const ScopeQueryRange *within, ScopeLockFunc func, gpointer user_data, GError **error);

/* --- sums --- */

typedef enum
{
  SCOPE_LOCKS_BY_LOCK,
  SCOPE_LOCKS_BY_FUNCTION,  /* caller and lock function */
  SCOPE_LOCKS_BY_PAIR,      /* who waited for whom: contended ones of which it is known */
  SCOPE_N_LOCKS_BY
} ScopeLocksBy;

typedef struct
{
  /* What it is the sum of; what does not belong to it is 0, processors SCOPE_TABLE_NULL. */
  guint64 lock;
  gint64 processor, blocked_by;
  guint32 machine, function, caller;

  guint64 count;         /* acquisitions */
  guint64 contended;     /* of these */
  guint64 held;          /* of these, those that were seen to be acquired */
  guint64 attempts;
  gint64 wait, wait_max; /* ticks in the range, together and the longest */
  gint64 hold, hold_max;
  gint64 wait_contended; /* of `wait`, that of contended ones */
  ScopeLockUse longest;  /* the one that waited longest in the range */
  guint32 top_caller;    /* who acquired most often, and how often */
  guint64 top_count;
  gint64 top_blocker;    /* for whom was waited longest, and how long; SCOPE_TABLE_NULL: none */
  gint64 top_wait;
} ScopeLockSum;

/* Those waited for longest come first, equal ones by machine and key. Free with g_array_unref(). NULL with error. */
GArray *scope_locks_sum (const ScopeQueryRange *within, ScopeLocksBy by, GError **error);
/* The n acquisitions that waited longest in the range, the longest first; *ret_n, if not NULL, tells how many there are in all. ScopeLockUse,
 * whole. Free with g_array_unref(). */
GArray *scope_locks_longest (const ScopeQueryRange *within, guint n, guint64 *ret_n, GError **error);
/* Whose hold it was that this one waited for: the last on that lock by `blocked_by` that began before the wait ended. FALSE if there is none, or
 * with error. */
gboolean scope_locks_find_blocker (ScopeTrace *trace, const ScopeLockUse *use, ScopeLockUse *ret, GCancellable *cancellable,
                                   GError **error);

/* --- words --- */

/* "0x4b100". Free with g_free(). */
char *scope_lock_name (guint64 lock);
/* The same for people: "queue_lock (0x4b100)" if it is known what lies there. Free with g_free(). */
char *scope_lock_title (ScopeTrace *trace, guint32 machine, guint64 lock);
/* The key of the machine's info that has its name: "lock 0x4b100". Free with g_free(). */
char *scope_lock_info_key (guint64 lock);
/* "Core 0"; "?" if there is no such processor, or it is SCOPE_TABLE_NULL. Free with g_free(). */
char *scope_lock_processor_title (ScopeTrace *trace, guint32 machine, gint64 processor);
/* Indices of a machine's processors by their numbers: a log may name them in any order. Free with g_free(). */
guint32 *scope_lock_processors (ScopeMachine *machine, guint *ret_n);
/* Name of a function by its number; "?" if it is not known. Reads the index. Lives as long as the trace. */
const char *scope_lock_function_name (ScopeTrace *trace, guint32 machine, guint32 function);

G_END_DECLS
