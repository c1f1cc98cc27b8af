/* scope-wait-chain.h: why does it wait, and for whom: the way back from an interval that is not running.
 *
 * For a blocked thread the way leads along the wakers (scope-waits.h) to a message that came from elsewhere, or to a
 * thread that had been ready all the time. A process or a machine is blocked when all its threads are: then the way is
 * that of the thread that went on first. For a ready thread: what its processor did meanwhile.
 *
 * Reads lanes and tables: any thread but the main one. Times are trace time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/waits/scope-waits.h"

G_BEGIN_DECLS

typedef enum
{
  SCOPE_WAIT_CHAIN_WAIT,    /* of `lane`, [from, to): it was woken by the next step */
  SCOPE_WAIT_CHAIN_MESSAGE, /* the last: it arrived, [send, receive] */
  SCOPE_WAIT_CHAIN_READY,   /* the last: `lane` was ready all the time, [from, to] */
  SCOPE_WAIT_CHAIN_BORN,    /* the only one: of a process or machine whose threads stayed blocked until `born` began, at `to` */
  SCOPE_WAIT_CHAIN_TIMER,   /* the last: it went on by itself, or for what is no thread, at `to` */
  SCOPE_WAIT_CHAIN_END,     /* the last: it never went on, until `to` */
} ScopeWaitChainKind;

typedef struct
{
  ScopeWaitChainKind kind;
  ScopeLaneId lane;    /* thread; of a message: the sender, if it is in the trace; BORN: who asked for it, else itself */
  ScopeLaneId born;    /* BORN: a process or thread */
  gboolean has_lane;
  gint64 from, to;
  guint8 code;         /* WAIT: why */
  guint8 cause;        /* TIMER: ScopeWakeupCause, what it was that woke it */
  guint32 function;    /* WAIT: as in ScopeWait */
  ScopeLaneId owner;   /* WAIT: of the black hole */
  gboolean has_owner;
  ScopeWaitMessage message; /* MESSAGE: its times are the machines' own */
  gboolean sent;       /* MESSAGE: `from` is when it was sent; else it was never seen to be sent */
  /* MESSAGE, READY, BORN: what `lane` did while the first wait lasted (a sender: until it sent). No time: nothing known. */
  gint64 meanwhile[SCOPE_N_STATES];
} ScopeWaitChainStep;

typedef struct
{
  ScopeLaneId lane;    /* as asked */
  gint64 from, to;     /* the interval that holds at the time asked for */
  guint8 code;
  gboolean has_thread; /* blocked: the thread whose way it is; of a thread the thread itself */
  ScopeLaneId thread;
  GArray *steps;       /* ScopeWaitChainStep, back from the wait; empty if there is none */
  guint64 n_left_out;  /* steps between the last but SCOPE_WAIT_CHAIN_LAST_STEPS and those before */
  guint depth;         /* as in ScopeRoot */
  gboolean has_waker;  /* ready or running: who woke it */
  ScopeLaneId waker;
  gint64 woken;
  gboolean has_processor; /* ready: where it ran then, and what that did meanwhile */
  ScopeLaneId processor;
  gint64 meanwhile[SCOPE_N_STATES];
  gint64 stopped;      /* of that, IDLE: GHC's nonmoving collector had asked all to stop */
} ScopeWaitChain;

#define SCOPE_WAIT_CHAIN_FIRST_STEPS 12u
#define SCOPE_WAIT_CHAIN_LAST_STEPS 4u

/* NULL with error: cancelled or unreadable; without error: the lane is not alive then. */
ScopeWaitChain *scope_wait_chain_ask (ScopeTrace *trace, ScopeLaneId lane, gint64 time, GCancellable *cancellable, GError **error);
/* On a thread; scope_task_answer() gives the same. */
void scope_wait_chain_ask_async (ScopeTrace *trace, ScopeLaneId lane, gint64 time, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
void scope_wait_chain_free (ScopeWaitChain *why);
/* Where one step back leads: who woke it, or the sender; FALSE if nobody is known to have. */
gboolean scope_wait_chain_get_waker (const ScopeWaitChain *why, ScopeLaneId *ret_lane, gint64 *ret_time);
/* More than one step lies between the wait and what is said of it: to be told as probable. */
gboolean scope_wait_chain_is_probable (const ScopeWaitChain *why);
/* The last step, or NULL. */
const ScopeWaitChainStep *scope_wait_chain_root (const ScopeWaitChain *why);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeWaitChain, scope_wait_chain_free)

G_END_DECLS
