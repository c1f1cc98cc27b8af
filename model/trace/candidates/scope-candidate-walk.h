/* scope-candidate-walk.h: the groups of calls of one machine's processes, and what they would save; see scope-candidates.h.
 *
 * One pass over the rows of each lane, with a stack of activations as they are meant there: a function that goes on by tail calls is one, a tail
 * call is on who made it. Of each function the innermost open activation is known, so what was saved within goes to the call of that one in which
 * it was saved: every row takes constant time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/base/scope-call.h"
#include "model/trace/analysis/scope-what-if.h"
#include "model/trace/candidates/scope-call-effects.h"
#include "model/trace/candidates/scope-idle-share.h"

G_BEGIN_DECLS

/* In the place of a function: all callers together. */
#define SCOPE_CANDIDATE_ALL SCOPE_FUNCTION_UNKNOWN

typedef struct
{
  guint32 function;
  guint64 groups, calls;
  gint64 time, span, saved; /* ticks */
  GHashTable *callees;      /* function → time in groups (gint64 *); NULL: none */
  gboolean wanted;          /* pieces of it are */
  GArray *pieces;           /* of ScopeWhatIfPiece, trace time, lane by lane; NULL: not wanted, or too many */
} ScopeCandidateSum;

typedef struct
{
  ScopeMachine *machine;
  const ScopeIdleShare *share;
  GPtrArray *sums; /* of ScopeCandidateSum, by function; NULL: none */
  /* private */
  guint32 *innermost; /* by function: place of its innermost open activation + 1 */
  guint32 n_functions;
  guint8 *shares; /* by function: 0: not known yet, 1: no, 2: it is an effect */
  GArray *frames;
  ScopeTaskId task;
  gint64 offset, out, out_since; /* ticks that the process was out, or collected; since when it is, or TIME_MIN */
} ScopeCandidateWalk;

void scope_candidate_walk_init (ScopeCandidateWalk *walk, ScopeMachine *machine, const ScopeIdleShare *share);
void scope_candidate_walk_clear (ScopeCandidateWalk *walk);
/* The same functions once more, for the pieces of those that are wanted. */
void scope_candidate_walk_want (ScopeCandidateWalk *walk, const guint32 *functions, guint n);
/* What a process did within the range; `effects`, n of them, are its, in order. FALSE with error. */
gboolean scope_candidate_walk_lane (ScopeCandidateWalk *walk, const ScopeQueryRange *within, ScopeLaneId lane, const ScopeCallEffect *effects,
                                    gsize n, GError **error);

G_END_DECLS
