/* scope-call-diff-private.h: what the files of the comparison by calls share: scope-call-diff.c (lanes, the result),
 * scope-call-diff-walk.c (side by side through two lanes), scope-call-diff-sums.c (adding up).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/call-diff/scope-call-align.h"
#include "model/trace/call-diff/scope-call-diff.h"
#include "model/trace/call-diff/scope-call-feed.h"

G_BEGIN_DECLS

/* One run, lane after lane. */
typedef struct
{
  ScopeTrace *trace;
  ScopeCallLane lane;
  gint64 tick_ps, period_ps; /* of this lane */
  gint64 origin;             /* own time of its first activation; TIME_MIN: none yet */
  guint held;                /* activations in its feeds */
  guint n_machines;
  GArray **numbers;          /* of each machine: its functions' numbers to ours + 1 */
  GArray *on_stack;          /* of guint32, of each of our functions: how many activations are under way */
} ScopeCallDiffSide;

typedef struct
{
  ScopeCallDiff *diff;
  const ScopeCallDiffQuestion *question;
  ScopeCallDiffSide sides[2];
  ScopeCallAligner *aligner;
  guint budget;
  /* the result so far */
  GArray *lanes, *contexts, *functions, *partings;
  GHashTable *by_name;       /* name → number + 1 */
  GHashTable *by_path;       /* (context, function) → context + 1 */
  GStringChunk *names;
  /* of the lanes that are gone through */
  guint32 lane;
  gint64 point[2];           /* own time of the last point that both have */
  gint64 drift;              /* then */
  guint64 n_only[2];         /* since then */
  ScopeCallParting parting;
  guint64 n_rows, n_done;    /* of the call stores, for permille */
  gboolean stopped;          /* `func` said so */
} ScopeCallWalk;

/* --- scope-call-diff-walk.c --- */

/* The lanes of both sides, of which one may be empty. FALSE with error, or when it was stopped. */
gboolean scope_call_walk_lanes (ScopeCallWalk *walk, GError **error);

/* --- scope-call-diff-sums.c --- */

/* Our number of a function of the lane's machine. */
guint32 scope_call_walk_function (ScopeCallWalk *walk, guint side, guint32 number);
/* `nodes` are NULL where it is not; returns its context. */
guint32 scope_call_walk_add (ScopeCallWalk *walk, const ScopeCallBranch *const nodes[2], guint32 parent, guint depth);
/* It is left again. */
void scope_call_walk_leave (ScopeCallWalk *walk, const ScopeCallBranch *const nodes[2]);
/* Both are at a point that belongs together, own times; what lies before it is within `context`. */
void scope_call_walk_point (ScopeCallWalk *walk, gint64 baseline, gint64 run, guint32 context);

G_END_DECLS
