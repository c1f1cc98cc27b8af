/* scope-servers.h: processes of Erlang as servers: what comes to them, how long it lies, who calls them, and what that costs.
 *
 *     caller   ──┬──────────────────────────────────────────┬──  waits for the answer
 *                │ request                          answer  │
 *     server     └─ ─ ─ ─ ─ ─ ┬─────── serves ─────┬─ ─ ─ ─ ┘
 *                    queue          service          way back
 *
 * What the VM records of a message is that it was sent, and that it was put into the mailbox, which the receiver itself does: when it looks for
 * messages, or is made to run, and with all that have come until then at once. When it took one out nobody records. So between sending and
 * receipt it lay there for certain, and the length that is counted of these is *the least*. *The most* is counted until the answer, and is
 * known only if all that ever came to the process was answered.
 *
 * A call is told by the reference that its question and its answer bear, where contents were recorded (scope-erlang-asking.c): as
 * gen_server:call has it, whoever answers. Else it is *inferred* from the order of messages: a process sends one that is no answer itself, and
 * sends nothing else to anybody before it has received one that its receiver sent it after the receipt. So are calls of a form of their own; but
 * nothing is that is known to be neither question nor answer, as a cast. A server does one thing at a time: it begins with a request when it
 * has received it and has given the answer before this one.
 *
 * Times of calls belong to a range as far as they lie in it where it is said so; else the whole of them belongs to the range in which the
 * answer was received. What lies in ranges side by side adds up to that of both together. Little's law: `queued` is `area`, always.
 *
 * Walks all messages of the trace in bounded memory (scope-mail-steps.h), whatever the range: off the main thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-state.h"
#include "model/trace/document/scope-query-range.h"

G_BEGIN_DECLS

/* The parts of a call. */
typedef enum
{
  SCOPE_CALL_QUEUE,
  SCOPE_CALL_SERVICE,
  SCOPE_CALL_BACK,
  SCOPE_N_CALL_PARTS
} ScopeCallPart;

/* Calls whose answers were received in the range. */
typedef struct
{
  guint64 count;
  guint64 inferred; /* of these, those told by the order of messages alone */
  gint64 parts[SCOPE_N_CALL_PARTS]; /* together, whole */
  gint64 longest, longest_from; /* of one call, and when that was sent */
  gint64 waited; /* of all calls, from sending to the answer's receipt: what lies in the range */
} ScopeCallSum;

typedef struct
{
  gint64 area;        /* length × time, within the range */
  guint64 longest;
  gint64 longest_at;  /* trace time; where longest is 0: not set */
  gint64 first, last; /* just before the range, and just before its end */
} ScopeMailboxSum;

typedef struct
{
  guint32 machine;     /* index */
  gint64 process;      /* number */
  guint32 thread;      /* index of the task it is */
  guint64 arrivals;    /* received in the range */
  guint64 timed;       /* of these, those that were seen to be sent */
  guint64 untaken;     /* sent in the range, and not seen to be received */
  gint64 queue, queue_max; /* of `timed`, from sending to receipt, whole */
  gint64 queued;       /* of all messages, what of that lies in the range */
  ScopeMailboxSum least, most;
  gboolean most_known;
  ScopeCallSum calls;  /* that it was asked */
  guint32 callers;     /* that `calls` are of */
  gint64 waits;        /* for answers to what it asked itself, of each: within the range */
  gint64 totals[SCOPE_N_STATES]; /* what its lane says of the range */
} ScopeServer;

typedef struct
{
  guint32 machine, caller_machine;
  gint64 process, caller;
  ScopeCallSum calls;
} ScopeServerCaller;

typedef struct
{
  gint64 from, to;  /* the range, cut to the trace */
  GArray *servers;  /* of ScopeServer: those to whom something was sent; the one with most utilisation × waiting for it first */
  GArray *callers;  /* of ScopeServerCaller: those for whom was waited longest first */
} ScopeServers;

/* NULL with error. */
ScopeServers *scope_servers_read (const ScopeQueryRange *within, GError **error);
void scope_servers_free (ScopeServers *servers);
/* The time in which it did not wait for messages, as a part of that of which something is known; -1: of none. */
double scope_server_utilisation (const ScopeServer *server);
/* Of the same, what of that it was only ready to run; 0 where nothing is known. */
double scope_server_runnable (const ScopeServer *server);
/* That time, in ticks; what it did besides waiting. */
gint64 scope_server_busy (const ScopeServer *server);
/* Why there is nothing to show, in a sentence, translated; NULL if there is, or if that is not known yet. */
const char *scope_servers_why_not (ScopeTrace *trace);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeServers, scope_servers_free)

G_END_DECLS
