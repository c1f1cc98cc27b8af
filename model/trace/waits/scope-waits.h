/* scope-waits.h: when threads were blocked, what ended it, and what it was really for.
 *
 * The rule is formats/eden.md's "root of a wait": from a thread that was woken back along its wakers, as long as each
 * was waiting itself while this wait lasted, until a message received on this machine, or a thread that was ready all
 * the time. It goes by time: whose value was handed over a log does not tell, so what is inferred is "probable".
 *
 *     thread 3  |====== waits ======w‾‾                w  woken by thread 5
 *     thread 5     ‾‾|=== waits ==w‾‾                  w  woken by thread 9
 *     thread 9  ‾‾‾|== waits ==m‾‾‾‾                   m  a message fills the placeholder it waits on
 *
 * Nothing is kept of the whole trace: waits are walked thread by thread, and what a walk back needs is read in pages,
 * of which a bounded number is kept. All times are the machine's own. One ScopeWaits is used by one thread at a time,
 * never by the main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_WAIT_WAKEUP, /* by a thread, a message, or the runtime */
  SCOPE_WAIT_RUN,    /* it ran again without having been woken: a timer, Terminate */
  SCOPE_WAIT_END,    /* never: its life, or what is known of it, ends */
} ScopeWaitEnd;

/* A message that ended a wait. */
typedef struct
{
  gint64 send;    /* sender's clock; SCOPE_TABLE_NULL if never seen to be sent */
  gint64 receive; /* receiver's clock */
  gint64 element; /* which of its channel and tag it is, from 1; 0: not known (local messages) */
  guint32 from_machine; /* index, or number | SCOPE_MESSAGE_ABSENT_MACHINE */
  guint32 from_process, from_port, to_process, to_port; /* numbers */
  guint8 tag;
} ScopeWaitMessage;

/* A maximal blocked interval of a thread. */
typedef struct
{
  guint32 machine, thread; /* indices */
  gint64 from, to;
  ScopeWaitEnd end_by;
  guint32 waker;       /* index of the thread that woke it, or SCOPE_NONE */
  guint32 owner;       /* of the black hole: index, or SCOPE_NONE */
  guint8 code;         /* ScopeCode: why. See scope_waits_complete() */
  guint32 function;    /* Erlang: in which it waits: row of the table of functions, or SCOPE_NONE */
  guint8 cause;        /* ScopeWakeupCause: what woke it, if the trace tells */
  gboolean has_message; /* a message ended it, directly */
  ScopeWaitMessage message;
} ScopeWait;

typedef enum
{
  SCOPE_ROOT_NONE,    /* the end, or the trace does not tell */
  SCOPE_ROOT_LOCAL,   /* a thread that was ready all the time */
  SCOPE_ROOT_MESSAGE,
  SCOPE_ROOT_TIMER,
  SCOPE_ROOT_PORT,       /* Erlang: a port's message */
  SCOPE_ROOT_EXIT,       /* Erlang: that a process ended, or was told to */
  SCOPE_ROOT_UNRECORDED, /* Erlang: a message of a process that was not recorded */
  SCOPE_N_ROOTS
} ScopeRootKind;

typedef struct
{
  ScopeRootKind kind;
  guint32 thread;           /* LOCAL: index. Of the others but MESSAGE: the last on the way, which waited for that; EXIT: that ended; or NONE */
  ScopeWaitMessage message; /* MESSAGE */
  guint depth;              /* threads and message on the way; 0: none */
} ScopeRoot;

typedef struct _ScopeWaits ScopeWaits;

/* Both are kept; `cancellable` may be NULL. */
ScopeWaits *scope_waits_new (ScopeTrace *trace, GCancellable *cancellable);
void scope_waits_free (ScopeWaits *waits);

/* --- one thread's waits, in order --- */

typedef struct
{
  ScopeWaits *waits;
  guint32 machine, thread;
  gint64 to;
  /* private */
  ScopeMachine *of;
  guint32 n_threads; /* of it, when they were last counted: asking takes a lock */
  ScopeIntervalCursor cursor;
  ScopeInterval next;
  gboolean has_next;
} ScopeWaitCursor;

/* Those that touch [from, to), whole: not clipped, and complete. */
void scope_wait_cursor_init (ScopeWaitCursor *cursor, ScopeWaits *waits, guint32 machine, guint32 thread, gint64 from,
                             gint64 to);
gboolean scope_wait_cursor_next (ScopeWaitCursor *cursor, ScopeWait *ret_wait, GError **error);
/* The next interval of the thread, whatever it does; if it is blocked, *ret_waits, and its whole wait in *ret_wait, complete. */
gboolean scope_wait_cursor_next_any (ScopeWaitCursor *cursor, ScopeInterval *ret_interval, ScopeWait *ret_wait,
                                     gboolean *ret_waits, GError **error);
/* Index of the thread that a ref of its lane names, or SCOPE_NONE. */
guint32 scope_wait_cursor_thread (ScopeWaitCursor *cursor, guint32 ref);
void scope_wait_cursor_clear (ScopeWaitCursor *cursor);

/* Erlang: who sent the message that ended the wait, and when, by the sender's clock: the first that was taken after it; if nobody of its
 * node sent one, of other nodes. FALSE: none is known, or with error. */
gboolean scope_waits_find_send (ScopeWaits *waits, const ScopeWait *wait, guint32 *ret_machine, guint32 *ret_thread, gint64 *ret_sent,
                                GError **error);

/* --- back to the root --- */

/* The wait that holds at `time`, complete; FALSE if the thread is not blocked then, or with error. */
gboolean scope_waits_at (ScopeWaits *waits, guint32 machine, guint32 thread, gint64 time, ScopeWait *ret_wait,
                         GError **error);
/* One step back: what the waker of `wait` itself was waiting for meanwhile. FALSE if it was ready all the time, or if
 * no thread woke the wait. `since` is the start of the wait that one wants to know the root of. */
gboolean scope_waits_step (ScopeWaits *waits, const ScopeWait *wait, gint64 since, ScopeWait *ret_wait, GError **error);
/* What woke it as the root, if it is known; else `otherwise`. */
ScopeRootKind scope_wait_root_of_cause (const ScopeWait *wait, ScopeRootKind otherwise);
/* FALSE with error. */
gboolean scope_waits_root (ScopeWaits *waits, const ScopeWait *wait, ScopeRoot *ret_root, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeWaits, scope_waits_free)

G_END_DECLS
