/* scope-find.h: finds what a query asks for (scope-find-query.h), in order of time, however many there are.
 *
 * The range is gone through in windows. In each of them, the tables' rows that may be meant are taken out, by all that can be
 * said without the stack; then every lane's stack is walked beside them, once, and what it tells of each function on the way ("one
 * that in:NAME means is below") is a bit in a mask, so that a stack of any height is one look. A window that has too much is
 * cut, so memory does not grow with what is found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/search/scope-find-query.h"
#include "model/trace/document/scope-trace.h"

G_BEGIN_DECLS

/* One thing found. Times are trace time; SCOPE_TABLE_NULL: not known, or it has none. */
typedef struct
{
  gint64 time;        /* of the event; when the wait, the activation began */
  gint64 duration;    /* latency of an event; of the wait; of the activation */
  gint64 enter, exit; /* of the activation it belongs to: the uppermost of the stack then; of a wait the lock function's */
  gint64 address;     /* of the access, the line, the lock */
  gint64 named;       /* the same as the program has it, if a cache told the other */
  ScopeLaneId lane;   /* the core, or whoever has the stack */
  guint32 function;   /* on top of the stack: number on its machine, scope_activations_function() */
  guint32 caller;     /* below it; SCOPE_FUNCTION_UNKNOWN: nothing */
  guint32 thread;     /* index on its machine, SCOPE_NONE */
  gint32 depth;       /* of `function`, from 0; -1: not known */
  gint32 by;          /* number of the processor that took the line, or held the lock; -1 */
  guint8 kind;        /* ScopeHitKind, ScopeFoundKind */
  guint8 flags;       /* private */
} ScopeFound;

/* Some more, in order of time (of one time: in order of machines, lanes, depth, kind); valid during the call. On the thread that
 * finds. FALSE: enough, nothing more is wanted. */
typedef gboolean (*ScopeFindFunc) (const ScopeFound *found, guint n, gpointer user_data);

/* What begins within [from, to), trace time. Off the main thread. *permille (or NULL) is set atomically. FALSE with error: the index cannot be
 * read, it was cancelled, or the query asks for what the trace has not (a lane, cycles): G_IO_ERROR_INVALID_ARGUMENT. */
gboolean scope_find (ScopeTrace *trace, ScopeFindQuery *query, gint64 from, gint64 to, ScopeFindFunc func, gpointer user_data,
                     gint *permille, GCancellable *cancellable, GError **error);
/* Whether all that the query names is there. FALSE with error (G_IO_ERROR_INVALID_ARGUMENT): a lane or a core is not. *ret_note: a
 * sentence about names that no function has, NULL: there is none such; free with g_free(). Off the main thread. */
gboolean scope_find_check (ScopeTrace *trace, ScopeFindQuery *query, char **ret_note, GError **error);
/* Whether the trace has anything to be found so: call stacks, or events of a simulation. Costs nothing. */
gboolean scope_find_is_possible (ScopeTrace *trace);

G_END_DECLS
