/* scope-comparison-private.h: how a comparison stands: what threads read while the object goes on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/trace/compare/scope-comparison.h"

G_BEGIN_DECLS

/* A run to compare with: the baseline, or a further one. */
typedef struct
{
  ScopeTrace *trace;         /* owned */
  ScopeAlignment *alignment; /* NULL: not yet made */
  ScopePairing *pairing;
} ScopeCompared;

/* Changes no more once it is there, but for further runs, which are prepared when they are first asked for. */
typedef struct
{
  gatomicrefcount refs;
  ScopeTrace *run;
  ScopeAlignWish wish; /* its text is owned */
  GArray *edits;       /* of ScopePairingEdit */
  GMutex lock;         /* of what is made late */
  GArray *others;      /* of ScopeCompared; the first is the baseline */
} ScopeCompareState;

void scope_compare_state_unref (ScopeCompareState *state);
/* Aligns and pairs number i, if that is not done. */
gboolean scope_compare_state_prepare (ScopeCompareState *state, guint i, GCancellable *cancellable, GError **error);

/* The answer; all on this thread. */
GArray *scope_compare_state_read (ScopeCompareState *state, const ScopeCompareQuestion *question, GError **error);


G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScopeCompareState, scope_compare_state_unref)

G_END_DECLS
