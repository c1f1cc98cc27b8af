/* scope-call-sums.h: who called whom, how often, and for how long, added up over a stretch of a call stack.
 *
 * A *context* is a function and the contexts that led to it. A function that is among them already goes on with its context there
 * (recursion), so no path has a function twice, and a stack of a million frames has a short path. Of a context only its calls and the time
 * of its own are kept; times with what it called are sums of these. What contexts do not tell is kept beside them: of each function the
 * time during which it was on the stack, of each pair (caller, callee) calls and time.
 *
 *     packed, numbers as LEB128:
 *       functions   n; for each: number + 2 (modulo 2^32: pseudo functions are 0 and 1), time on the stack
 *       contexts    n; for each: its place - its parent's place (0: a root), function (place in `functions`), calls, own time
 *       edges       n; for each: caller (place + 1; 0: none), callee (place), calls, time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-call.h"
#include "model/base/scope-entity.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 calls;
  gint64 self;
  guint32 parent;   /* SCOPE_NONE: a root; else less than its own place */
  guint32 function; /* place in functions */
} ScopeCallContext;

typedef struct
{
  gint64 total;     /* time on the stack */
  guint32 number;
  guint32 on;       /* private: how often it is on the stack that is walked */
  gint64 since;
} ScopeCallFunctionTime;

typedef struct
{
  guint64 calls;
  gint64 total;
  guint32 caller, callee; /* places in functions; caller SCOPE_NONE: nothing under it */
  guint32 on;
  gint64 since;
} ScopeCallPair;

/* Open addressing from a number to a place. */
typedef struct
{
  guint64 *keys;
  guint32 *places; /* + 1; 0: free */
  guint32 mask, n;
} ScopeCallMap;

typedef struct
{
  guint32 context, function, pair;
} ScopeCallWalked;

typedef struct
{
  GArray *contexts;  /* of ScopeCallContext */
  GArray *functions; /* of ScopeCallFunctionTime */
  GArray *pairs;     /* of ScopeCallPair */
  guint32 most;      /* contexts; what is deeper is added to the last that there is room for */
  gboolean truncated;
  /* private */
  ScopeCallMap by_context, by_function, by_pair;
  ScopeCallWalked *walked; /* the stack that is walked */
  guint n_walked, n_walked_alloc;
  gint64 time;
} ScopeCallSums;

void scope_call_sums_init (ScopeCallSums *sums, guint32 most);
void scope_call_sums_clear (ScopeCallSums *sums);

/* --- walking --- */

/* Time before which the stack is empty. Frames that stand already are entered with `counted` FALSE. */
void scope_call_sums_begin (ScopeCallSums *sums, gint64 time);
void scope_call_sums_enter (ScopeCallSums *sums, gint64 time, guint32 function, gboolean counted);
void scope_call_sums_leave (ScopeCallSums *sums, gint64 time);
/* Was called and left at once. */
void scope_call_sums_count (ScopeCallSums *sums, gint64 time, guint32 function);
/* All that stands is left. */
void scope_call_sums_end (ScopeCallSums *sums, gint64 time);

/* --- packed --- */

void scope_call_sums_pack (const ScopeCallSums *sums, GByteArray *out);
/* Adds those of one stack over `duration` ticks. FALSE if the bytes make no sense: then some may have been added. */
gboolean scope_call_sums_add_packed (ScopeCallSums *sums, gint64 duration, const guint8 *in, gsize n);
/* Adds those of others; their function at place i is number `numbers[i]` here. */
void scope_call_sums_merge (ScopeCallSums *sums, const ScopeCallSums *from, const guint32 *numbers);

G_END_DECLS
