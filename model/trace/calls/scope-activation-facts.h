/* scope-activation-facts.h: everything that is said of one activation of a function: who called it, what it called, how long it was at work
 * itself, what was executed in it and what happened to it.
 *
 *     depth 0   |=================== main ====================|   the stack: main, walk
 *     depth 1        |=========== walk ===========|               its caller: main; itself: what no callee covers
 *     depth 2          |= f =|  |= f =|   |= g =|                 its calls: f ×2, g
 *
 * Off the main thread. Times are trace time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-sim-events.h"
#include "model/trace/calls/scope-activations.h"

G_BEGIN_DECLS

/* Which activation: no two of a lane have the same depth and begin. */
typedef struct
{
  ScopeLaneId lane;
  guint32 depth;
  gint64 from, to;
} ScopeActivationId;

/* Whether they are the same activation, however far its end is known. */
static inline gboolean
scope_activation_id_equal (const ScopeActivationId *a, const ScopeActivationId *b)
{
  return scope_lane_id_equal (a->lane, b->lane) && a->depth == b->depth && a->from == b->from;
}

/* A function that it called, all calls together. */
typedef struct
{
  const char *name;     /* lives as long as the trace */
  guint32 number;       /* of the function on its machine, or SCOPE_FUNCTION_… */
  guint64 n;
  gint64 time, longest; /* ticks within it, with what they called */
  gint64 from, to;      /* the longest of them */
} ScopeActivationCallee;

typedef struct
{
  ScopeActivations *stack;      /* that stood when it began, itself the last: items [0, id.depth] */
  ScopeActivationId id;         /* whole */
  const ScopeActivation *item;  /* itself */
  const char *name;
  guint kind;                   /* ScopeFunctionKind */
  gint64 self;                  /* ticks in which none of its callees, and no pseudo function, was on it */
  gint64 suspended, collecting; /* in the pseudo functions directly on it */
  guint64 calls;                /* that it made itself, pseudo functions not counted */
  ScopeActivationCallee *callees; /* in order of falling time, pseudo functions among them */
  guint n_callees;
  gboolean all_callees;         /* FALSE: they were too many to be told apart: `callees` is empty */
  gint64 period;                /* of the core's clock, ps; 0: none */
  gboolean has_insts, has_hits; /* whether the trace tells of such things of this lane */
  guint64 insts, insts_below;   /* itself; with what it called */
  guint64 hits[SCOPE_N_HITS], hits_below[SCOPE_N_HITS];
} ScopeActivationFacts;

/* NULL with error: there is no such activation (G_IO_ERROR_NOT_FOUND), the index cannot be read, or it was cancelled. */
ScopeActivationFacts *scope_activation_facts_read (ScopeTrace *trace, const ScopeActivationId *id, GCancellable *cancellable, GError **error);
/* On a thread; scope_task_answer() gives the same. */
void scope_activation_facts_read_async (ScopeTrace *trace, const ScopeActivationId *id, GCancellable *cancellable,
                                        GAsyncReadyCallback callback, gpointer user_data);
void scope_activation_facts_free (ScopeActivationFacts *facts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeActivationFacts, scope_activation_facts_free)

/* --- to its neighbours --- */

typedef enum
{
  SCOPE_ACTIVATION_CALLER,
  SCOPE_ACTIVATION_CALLEE,   /* the first */
  SCOPE_ACTIVATION_NEXT,     /* of the same depth, whoever called it */
  SCOPE_ACTIVATION_PREVIOUS,
} ScopeActivationStep;

/* FALSE: there is none, or with error. Functions of `hiding` (or NULL) are passed over: depths are those at which the others are seen, and who
 * is left out itself counts as the nearest of its callers. */
gboolean scope_activation_step (ScopeTrace *trace, const ScopeActivationId *id, ScopeActivationStep step, struct _ScopeCallHiding *hiding,
                                ScopeActivationId *ret_id, GCancellable *cancellable, GError **error);
/* On a thread; refs `hiding`. scope_task_answer() gives a ScopeActivationId that is freed with g_free(). */
void scope_activation_step_async (ScopeTrace *trace, const ScopeActivationId *id, ScopeActivationStep step, struct _ScopeCallHiding *hiding,
                                  GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);

G_END_DECLS
