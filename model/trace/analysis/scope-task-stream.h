/* scope-task-stream.h: what one task did, one stretch after the other, with who ended each wait: what all of the analysis reads.
 *
 * A task is what the runtime schedules: a thread of GHC and Eden, a process of Erlang. All times here are trace time.
 *
 * Definitions: a wait for somebody ends when it is woken. If a message woke it, the wait has three pieces: until the message was sent,
 * until it was received on the machine, until it made the task ready.
 *
 *     wait     |---- late producer ----|-- in flight --|-- delivered --|woken
 *              from                   sent          received           to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/waits/scope-waits.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_DOES_RUN,
  SCOPE_DOES_READY,
  SCOPE_DOES_WAIT,    /* for `by` */
  SCOPE_DOES_TIMER,   /* waits for a time */
  SCOPE_DOES_FOREIGN, /* a foreign call, a port, a NIF, input or output */
  SCOPE_DOES_NEVER,   /* waits, and is not woken */
  SCOPE_DOES_COLLECT, /* Erlang: its own heap */
  SCOPE_DOES_UNKNOWN, /* not recorded; or waits, and the trace does not tell for whom */
} ScopeDoes;

/* How a task became ready. */
typedef enum
{
  SCOPE_READY_STARTED,  /* by the runtime */
  SCOPE_READY_SPAWNED,  /* by `by` */
  SCOPE_READY_FORKED,   /* Eden: a message of `by` made its process */
  SCOPE_READY_WOKEN,    /* the wait before it says by whom */
  SCOPE_READY_AGAIN,    /* it ran before */
} ScopeReadyBy;

typedef struct
{
  guint32 machine, thread; /* indices; SCOPE_NONE: nobody */
} ScopeTaskId;

#define SCOPE_NO_TASK ((ScopeTaskId) { SCOPE_NONE, SCOPE_NONE })

typedef struct
{
  gint64 from, to;
  ScopeDoes does;
  ScopeReadyBy ready_by;
  gboolean by_message;   /* WAIT, FORKED */
  guint8 code;           /* ScopeCode */
  guint32 processor;     /* RUN: index; SCOPE_NONE: not known */
  ScopeTaskId by;        /* WAIT: who ended it; READY: see above */
  gint64 sent, received; /* by_message: maybe before it waited, or, where clocks do not agree, after. Else both are `to` */
} ScopeStretch;

/* What all streams of a trace share. Not thread-safe. */
typedef struct _ScopeTasks ScopeTasks;

/* NULL with error. `cancellable` may be NULL. */
ScopeTasks *scope_tasks_new (ScopeTrace *trace, GCancellable *cancellable, GError **error);
void scope_tasks_free (ScopeTasks *tasks);
ScopeTrace *scope_tasks_trace (ScopeTasks *tasks);
/* FALSE: only the name of it is known. Trace time. */
gboolean scope_tasks_life (ScopeTasks *tasks, ScopeTaskId id, gint64 *ret_first, gint64 *ret_last);

/* The threads of a machine by the time they are created. */
typedef struct
{
  ScopeTasks *tasks;
  ScopeMachine *machine;
  guint32 *threads; /* NULL: they are in order as they are, as almost always: millions of them need no room */
  guint32 n, next;
} ScopeTaskBirths;

void scope_task_births_init (ScopeTaskBirths *births, ScopeTasks *tasks, ScopeMachine *machine);
void scope_task_births_clear (ScopeTaskBirths *births);
/* When the next one of which more than the name is known is created; TIME_MAX: there is none. */
gint64 scope_task_births_time (ScopeTaskBirths *births);
/* Which that is; the one after it is the next then. */
guint32 scope_task_births_take (ScopeTaskBirths *births);

/* TRUE if it is one of the runtime's helpers, which mostly sit in a foreign call: nobody's work waits for them (GHC's IOManager and
 * TimerManager, by their labels). */
gboolean scope_task_is_helper (ScopeTasks *tasks, ScopeTaskId id);

typedef struct
{
  ScopeTasks *tasks;
  ScopeTaskId id;
  /* private */
  ScopeWaitCursor cursor;
  gint64 offset;
  gboolean open, has_next, begun;
  ScopeStretch next;
  ScopeDoes last_does; /* of the stretch before */
} ScopeTaskStream;

/* From the stretch that holds at `from` on (TIME_MIN: the first), which is whole. */
void scope_task_stream_init (ScopeTaskStream *stream, ScopeTasks *tasks, ScopeTaskId id, gint64 from);
/* FALSE at the end, or with error. */
gboolean scope_task_stream_next (ScopeTaskStream *stream, ScopeStretch *ret_stretch, GError **error);
void scope_task_stream_clear (ScopeTaskStream *stream);

static inline gboolean
scope_task_is (ScopeTaskId a, ScopeTaskId b)
{
  return a.machine == b.machine && a.thread == b.thread;
}

guint scope_task_id_hash (gconstpointer id);
gboolean scope_task_id_equal (gconstpointer a, gconstpointer b);

static inline gboolean
scope_task_is_nobody (ScopeTaskId id)
{
  return id.thread == SCOPE_NONE;
}

/* The pieces of a wait; the names are those of the tables. */
typedef enum
{
  SCOPE_PIECE_LATE_PRODUCER,
  SCOPE_PIECE_IN_FLIGHT,
  SCOPE_PIECE_DELIVERED_NOT_WOKEN,
  SCOPE_PIECE_TIMER,
  SCOPE_PIECE_FOREIGN,
  SCOPE_PIECE_NEVER,
  SCOPE_PIECE_UNKNOWN,
  SCOPE_PIECE_WOKEN_NOT_RUN,
  SCOPE_N_PIECES,
} ScopeWaitPiece;

#define SCOPE_N_WAIT_PIECES SCOPE_PIECE_WOKEN_NOT_RUN /* those that are waits */

const char *scope_piece_name (ScopeWaitPiece piece);
/* Of a stretch that is a wait: the piece that holds at `time`, and its end. */
ScopeWaitPiece scope_stretch_piece (const ScopeStretch *stretch, gint64 time, gint64 *ret_until);
/* TRUE if the stretch is a wait of any kind. */
gboolean scope_stretch_waits (const ScopeStretch *stretch);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeTasks, scope_tasks_free)

G_END_DECLS
